extension Request {
  /// The form in the body: `application/x-www-form-urlencoded` or `multipart/form-data`, by the request's Content-Type.
  /// A request without a body has an empty form. Throws `FormError` or `BodyError`.
  public func form(limits: FormLimits = .standard) async throws -> Form {
    if body.announcedLength == 0 { return Form() }
    guard let type = headers["content-type"].flatMap({ MediaType(Array($0.utf8)[...]) }) else {
      throw FormError.unsupported("the body is no form")
    }
    switch type.essence {
    case "application/x-www-form-urlencoded":
      let bytes: [UInt8]
      do {
        bytes = try await body.collect(limit: limits.bytes)
      } catch .tooLarge {
        throw FormError.tooLarge(limit: limits.bytes)
      }
      return try Form(urlencoded: bytes, limits: limits)
    case "multipart/form-data":
      if let length = body.announcedLength, length > limits.bytes + limits.uploadBytes {
        throw FormError.uploadTooLarge(limit: limits.uploadBytes)
      }
      var parser = try MultipartParser(boundary: type["boundary"] ?? [], limits: limits)
      while let bytes = try await body.next() { try parser.push(bytes) }
      return try parser.finish()
    default:
      throw FormError.unsupported("the body is no form")
    }
  }
}

extension FormError {
  /// How a request with this mistake is answered.
  public var status: Status {
    switch self {
    case .invalidEscape, .invalidUTF8, .nullCharacter, .malformed: .badRequest
    case .tooManyFields, .tooLarge, .uploadTooLarge, .partHeaderTooLarge: .contentTooLarge
    case .unsupported: .unsupportedMediaType
    }
  }
}
