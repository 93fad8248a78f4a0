/// A media type with its parameters, as `Content-Type` has it (RFC 9110 §8.3.1).
public struct MediaType: Sendable {
  /// In lower case: `text`.
  public let type: String
  /// In lower case: `html`.
  public let subtype: String
  /// Names in lower case; values as they were, unquoted, in the order they came. No name is there twice.
  public let parameters: [(name: String, value: [UInt8])]

  /// `type/subtype`.
  public var essence: String { "\(type)/\(subtype)" }

  /// The parameter's value; `name` is in lower case.
  public subscript(name: String) -> [UInt8]? { parameters.first { $0.name == name }?.value }

  /// Parses the value of a field. Nil when it is none, or when a parameter is there twice: two readers could then
  /// disagree about a boundary.
  public init?(_ bytes: ArraySlice<UInt8>) {
    var rest = ASCII.trimmed(bytes)
    let type = rest.prefix { ASCII.isToken($0) }
    rest = rest.dropFirst(type.count)
    guard !type.isEmpty, rest.popFirst() == 0x2F else { return nil }  // "/"
    let subtype = rest.prefix { ASCII.isToken($0) }
    rest = rest.dropFirst(subtype.count)
    guard !subtype.isEmpty, let parameters = Self.parameters(rest) else { return nil }
    self.type = ASCII.lowercaseString(type)
    self.subtype = ASCII.lowercaseString(subtype)
    self.parameters = parameters
  }

  /// The same, of an array.
  public init?(_ bytes: [UInt8]) { self.init(bytes[...]) }

  /// `*( OWS ";" OWS [ token "=" ( token / quoted-string ) ] )` (RFC 9110 §5.6.6); nil for anything else.
  private static func parameters(_ bytes: ArraySlice<UInt8>) -> [(name: String, value: [UInt8])]? {
    var rest = bytes
    var result: [(name: String, value: [UInt8])] = []
    while true {
      rest = rest.drop { ASCII.isBlank($0) }
      guard let separator = rest.popFirst() else { return result }
      guard separator == ASCII.semicolon else { return nil }
      rest = rest.drop { ASCII.isBlank($0) }
      if rest.isEmpty || rest.first == ASCII.semicolon { continue }
      let name = rest.prefix { ASCII.isToken($0) }
      rest = rest.dropFirst(name.count)
      guard !name.isEmpty, rest.popFirst() == ASCII.equals else { return nil }
      let value: [UInt8]
      if rest.first == ASCII.quote {
        guard let quoted = quotedString(&rest) else { return nil }
        value = quoted
      } else {
        value = Array(rest.prefix { ASCII.isToken($0) })
        rest = rest.dropFirst(value.count)
        if value.isEmpty { return nil }
      }
      let lowercased = ASCII.lowercaseString(name)
      if result.count == 16 || result.contains(where: { $0.name == lowercased }) { return nil }
      result.append((lowercased, value))
    }
  }

  /// Reads a `quoted-string` (RFC 9110 §5.6.4) off the front.
  private static func quotedString(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
    rest = rest.dropFirst()
    var value: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case ASCII.quote: return value
      case ASCII.backslash:
        guard let escaped = rest.popFirst(), !ASCII.isControl(escaped) else { return nil }
        value.append(escaped)
      default:
        if ASCII.isControl(byte) { return nil }
        value.append(byte)
      }
    }
    return nil
  }
}

extension Request {
  /// The type of the body; nil if it is not given, and for what is none.
  public var mediaType: MediaType? { headers["content-type"].flatMap { MediaType(Array($0.utf8)) } }
}
