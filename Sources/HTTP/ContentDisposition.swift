extension Response {
  /// The `Content-Disposition` of what is saved under a name, and not shown: in ASCII for old programs, and as it is (RFC 6266 §4.3,
  /// RFC 8187 §3.2).
  public static func attachment(named name: String) -> String {
    let plain = String(
      decoding: name.unicodeScalars.map { scalar in
        scalar.isASCII && (0x20..<0x7F).contains(scalar.value) && !["\"", "\\", "%"].contains(scalar)
          ? UInt8(scalar.value) : 0x5F
      }, as: UTF8.self)
    return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(PercentCoding.encode(name))"
  }
}

/// The `Content-Disposition` of a part of a form (RFC 7578 §4.2, RFC 6266 §4.1).
struct ContentDisposition {
  let name: String
  /// Nil when there is none: the part is a field. Without the directories some senders leave in it.
  let filename: String?

  /// Parses the value of the field.
  init(_ bytes: ArraySlice<UInt8>) throws(FormError) {
    var rest = bytes
    let type = rest.prefix { ASCII.isToken($0) }
    rest = rest.dropFirst(type.count)
    guard ASCII.equals(type, lowercase: "form-data") else {
      throw .malformed("a part's Content-Disposition is not form-data")
    }
    var parameters: [(name: String, value: [UInt8])] = []
    while true {
      rest = rest.drop { ASCII.isBlank($0) }
      guard let separator = rest.popFirst() else { break }
      guard separator == ASCII.semicolon else { throw Self.malformed }
      rest = rest.drop { ASCII.isBlank($0) }
      if rest.isEmpty || rest.first == ASCII.semicolon { continue }
      let parameter = rest.prefix { ASCII.isToken($0) }
      rest = rest.dropFirst(parameter.count)
      guard !parameter.isEmpty, rest.popFirst() == ASCII.equals else { throw Self.malformed }
      let name = ASCII.lowercaseString(parameter)
      let value = try Self.value(&rest)
      if parameters.count == 16 || parameters.contains(where: { $0.name == name }) { throw Self.malformed }
      parameters.append((name, value))
    }

    guard let name = parameters.first(where: { $0.name == "name" }) else {
      throw .malformed("a part has no name")
    }
    self.name = try Form.text(name.value, field: "a part's name")
    if let extended = parameters.first(where: { $0.name == "filename*" }) {
      let decoded = try Self.extendedValue(extended.value)
      filename = Self.lastPathPart(try Form.text(decoded, field: "a part's filename"))
    } else if let plain = parameters.first(where: { $0.name == "filename" }) {
      filename = Self.lastPathPart(try Form.text(plain.value, field: "a part's filename"))
    } else {
      filename = nil
    }
  }

  private static var malformed: FormError { .malformed("a part's Content-Disposition cannot be read") }

  /// A token or a quoted string off the front. Browsers write `"`, CR and LF as `%22`, `%0D` and `%0A` and nothing
  /// else specially (HTML §4.10.21.8, multipart/form-data encoding algorithm), curl writes `\"` and `\\`: a backslash
  /// before any other byte is a backslash.
  private static func value(_ rest: inout ArraySlice<UInt8>) throws(FormError) -> [UInt8] {
    guard rest.first == ASCII.quote else {
      let token = rest.prefix { ASCII.isToken($0) }
      rest = rest.dropFirst(token.count)
      guard !token.isEmpty else { throw malformed }
      return Array(token)
    }
    rest = rest.dropFirst()
    var value: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case ASCII.quote: return value
      case ASCII.backslash where rest.first == ASCII.quote || rest.first == ASCII.backslash:
        value.append(rest.removeFirst())
      case 0x25:  // %
        let escape = rest.prefix(2)
        if ASCII.equals(escape, lowercase: "22") {
          value.append(ASCII.quote)
        } else if ASCII.equals(escape, lowercase: "0d") {
          value.append(ASCII.carriageReturn)
        } else if ASCII.equals(escape, lowercase: "0a") {
          value.append(ASCII.lineFeed)
        } else {
          value.append(byte)
          continue
        }
        rest = rest.dropFirst(2)
      default: value.append(byte)
      }
    }
    throw malformed
  }

  /// `UTF-8'language'percent-encoded` (RFC 8187 §3.2).
  private static func extendedValue(_ bytes: [UInt8]) throws(FormError) -> [UInt8] {
    let parts = bytes.split(separator: 0x27, maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, ASCII.equals(parts[0], lowercase: "utf-8") else {
      throw .unsupported("a part's filename* is not in UTF-8")
    }
    guard let decoded = PercentCoding.decode(parts[2]) else { throw .invalidEscape(field: "a part's filename*") }
    return decoded
  }

  /// The part behind the last `/` or `\`, without control characters; `.` and `..` are no names.
  private static func lastPathPart(_ path: String) -> String {
    let name =
      path.utf8.split(omittingEmptySubsequences: false) { $0 == 0x2F || $0 == ASCII.backslash }.last ?? ""[...].utf8
    let scalars = String(decoding: name, as: UTF8.self).unicodeScalars.filter {
      $0.properties.generalCategory != .control
    }
    let result = String(String.UnicodeScalarView(scalars))
    return result == "." || result == ".." ? "" : result
  }
}
