public import EventLoop

extension Request {
  /// Reads the body as a form, `application/x-www-form-urlencoded` or `multipart/form-data` by its `Content-Type`. An
  /// empty body without a type is an empty form.
  ///
  /// The body is parsed as it comes: what goes beyond a limit is refused before it was all read.
  /// - Parameter share: in whose name uploads fill the disk, if they are stored; nil is the client's address.
  /// - Parameter inspect: called with the fields of the first 64 KiB of a body that is longer, to end its reading early.
  /// - Throws: `FormError`, whose `status` says how to answer, and what reading the body throws.
  public func form(
    limits: FormLimits = .standard, for share: Share? = nil, inspect: ((Form) throws -> Void)? = nil
  ) async throws -> Form {
    var inspect = inspect
    var count = 0
    guard headers["content-type"] != nil else {
      guard try await body.next() == nil else { throw FormError.unsupported("the body has no Content-Type") }
      return Form()
    }
    let type = mediaType
    switch type?.essence {
    case "application/x-www-form-urlencoded":
      if let charset = type?["charset"], !ASCII.equals(charset[...], lowercase: "utf-8") {
        throw FormError.unsupported("the form's character set is not UTF-8")
      }
      if let length = body.announcedLength, length > limits.bytes { throw FormError.tooLarge(limit: limits.bytes) }
      var bytes: [UInt8] = []
      while let chunk = try await body.next() {
        guard chunk.count <= limits.bytes - bytes.count else { throw FormError.tooLarge(limit: limits.bytes) }
        bytes += chunk
        if bytes.count > FormLimits.small.bytes, let look = inspect {
          inspect = nil
          try look(try Form(urlencoded: bytes[..<(bytes.lastIndex(of: 0x26) ?? 0)], limits: limits))
        }
      }
      return try await Form.read(bytes, limits, for: Share(remoteAddress))

    case "multipart/form-data":
      guard let boundary = type?["boundary"] else { throw FormError.malformed("the Content-Type has no boundary") }
      if let length = body.announcedLength, length > limits.bytes + limits.uploadBytes {
        throw FormError.uploadTooLarge(limit: limits.uploadBytes)
      }
      let share = share ?? Share(remoteAddress)
      var parser = try MultipartParser(boundary: boundary, limits: limits, for: share)
      while let chunk = try await body.next() {
        try parser.push(chunk)
        try await store(parser.takeParcels(), for: share)
        count += chunk.count
        if count > FormLimits.small.bytes, let look = inspect {
          inspect = nil
          var beginning = parser.form
          if let file = parser.file {
            beginning.append(file.field, Upload(filename: file.name, contentType: "", bytes: []))
          }
          try look(beginning)
        }
      }
      return try parser.finish()

    default:
      throw FormError.unsupported("the body is neither a form nor multipart/form-data")
    }
  }

  private static let disk = WorkerPool(threads: 2, queue: 64)

  /// Writes uploads to their files, away from the event loop. The client sends no faster than the disk takes it.
  private func store(_ parcels: [MultipartParser.Parcel], for share: Share) async throws {
    if parcels.isEmpty { return }
    try await Self.disk.run(for: share) { for parcel in parcels { try parcel.file.append(parcel.bytes) } }
    body.giveBack(parcels.reduce(0) { $0 + $1.bytes.count })
  }
}

extension Form {
  private static let pool = WorkerPool(threads: 2, queue: 256, queueOfShare: 128)

  /// Parses a form; a long one away from the event loop, where a megabyte of escapes would hold up everybody for several
  /// milliseconds.
  fileprivate static func read(_ bytes: [UInt8], _ limits: FormLimits, for share: Share) async throws -> Form {
    if bytes.count < 32 << 10 { return try Form(urlencoded: bytes, limits: limits) }
    return try await pool.run(for: share) { () throws(FormError) in try Form(urlencoded: bytes, limits: limits) }
  }
}

extension FormError {
  /// 400, 413 or 415.
  public var status: Status {
    switch self {
    case .invalidEscape, .invalidUTF8, .nullCharacter, .malformed: .badRequest
    case .tooManyFields, .tooLarge, .uploadTooLarge, .partHeaderTooLarge: .contentTooLarge
    case .unsupported: .unsupportedMediaType
    }
  }
}
