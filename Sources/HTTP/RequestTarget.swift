/// The target of a request (RFC 9112 §3.2): a host and a path, decoded once.
struct RequestTarget {
  /// In lower case, without a port; IPv6 in brackets.
  var host: String
  /// The same with its port, if it was given.
  var authority: String
  var path: String
  /// Behind the question mark, as it was sent.
  var query: ArraySlice<UInt8>

  /// Takes the target apart; in absolute form it decides about the host (RFC 9112 §3.2.2).
  init(_ head: RequestHead) throws(HeadParser.Refusal) {
    let bytes = head.headers.bytes
    var rest = bytes[head.target]
    var authority = bytes[head.host]
    guard var host = Self.split(authority) else { throw HeadParser.Refusal(status: .badRequest) }
    if rest.first != 0x2F {
      if rest.elementsEqual("*".utf8), head.method == .options {
        rest = rest.dropFirst()
      } else {
        let scheme =
          ASCII.equals(rest.prefix(7), lowercase: "http://")
          ? 7 : ASCII.equals(rest.prefix(8), lowercase: "https://") ? 8 : 0
        guard scheme > 0 else {
          throw HeadParser.Refusal(status: head.method == .connect ? .methodNotAllowed : .badRequest)
        }
        rest = rest.dropFirst(scheme)
        authority = rest.prefix { $0 != 0x2F && $0 != 0x3F }
        rest = rest.dropFirst(authority.count)
        guard let named = Self.split(authority) else { throw HeadParser.Refusal(status: .badRequest) }
        host = named
      }
    }
    self.host = ASCII.lowercaseString(host)
    self.authority = host.count == authority.count ? self.host : ASCII.lowercaseString(authority)
    var mark = rest.startIndex
    while mark < rest.endIndex, rest[mark] != 0x3F { mark += 1 }
    query = rest[min(mark + 1, rest.endIndex)...]
    // Empty in absolute form without a path, and for `*`.
    let path = mark == rest.startIndex ? "/" : Self.decode(rest[..<mark])
    guard !rest.contains(0x23), let path else { throw HeadParser.Refusal(status: .badRequest) }
    self.path = path
  }

  /// The host of `host[:port]`; nil when it is not of that form (RFC 9110 §7.2, RFC 3986 §3.2.2).
  private static func split(_ authority: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var host = authority
    var port = authority[authority.endIndex...]
    if authority.first == 0x5B {  // [
      guard let bracket = authority.firstIndex(of: 0x5D) else { return nil }
      host = authority[...bracket]
      port = authority[(bracket + 1)...]
      let inside = host.dropFirst().dropLast()
      guard IPAddress(String(decoding: inside, as: UTF8.self)) != nil, inside.contains(0x3A) else { return nil }
    } else {
      if let colon = authority.firstIndex(of: 0x3A) {
        host = authority[..<colon]
        port = authority[colon...]
      }
      guard !host.isEmpty, host.count <= 255,
        host.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F })
      else { return nil }
    }
    if port.isEmpty { return host }
    guard port.first == 0x3A, let number = ASCII.number(port.dropFirst(), maximumDigits: 5), number <= 65535 else {
      return nil
    }
    return host
  }

  /// The path decoded once. Nil where that could be read as another path: an escaped slash or backslash, a dot segment,
  /// NUL, or what is not UTF-8.
  private static func decode(_ path: ArraySlice<UInt8>) -> String? {
    // The usual path has nothing to decode.
    if !path.contains(0x25) && !path.contains(0x5C) && !hasDotSegment(path) {
      return String(decoding: path, as: UTF8.self)
    }
    guard !path.contains(0x5C), let decoded = PercentCoding.decode(path, plusIsSpace: false),
      decoded.filter({ $0 == 0x2F }).count == path.filter({ $0 == 0x2F }).count,
      !decoded.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0x5C }), !hasDotSegment(decoded[...])
    else { return nil }
    return String(validating: decoded, as: UTF8.self)
  }

  private static func hasDotSegment(_ path: ArraySlice<UInt8>) -> Bool {
    guard path.contains(0x2E) else { return false }
    return path.split(separator: 0x2F).contains { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }
  }
}
