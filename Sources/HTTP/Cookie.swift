/// A cookie to set (RFC 6265bis §4.1). The defaults are the strict ones.
public struct Cookie: Sendable {
  public enum SameSite: String, Sendable {
    case strict = "Strict"
    case lax = "Lax"
    case none = "None"
  }

  /// A token (RFC 9110 §5.6.2).
  public var name: String
  /// Sent as it is; bytes that a cookie cannot hold are percent-encoded and stay so when they come back.
  public var value: String
  /// How long the browser keeps it, in whole seconds; nil until it closes, zero or less: the browser deletes it at once.
  public var maxAge: Duration?
  public var path: String
  public var secure: Bool
  public var httpOnly: Bool
  public var sameSite: SameSite

  public init(
    name: String, value: String, maxAge: Duration? = nil, path: String = "/", secure: Bool = true,
    httpOnly: Bool = true, sameSite: SameSite = .lax
  ) {
    self.name = name
    self.value = value
    self.maxAge = maxAge
    self.path = path
    self.secure = secure
    self.httpOnly = httpOnly
    self.sameSite = sameSite
  }

  /// Why a browser would not take this cookie; nil when it would.
  public var problem: String? {
    if !ASCII.isToken(name.utf8) { return "the name is not a token" }
    if path.utf8.first != 0x2F || path.utf8.contains(where: { $0 < 0x20 || $0 > 0x7E || $0 == ASCII.semicolon }) {
      return "the path does not begin with / or holds a control byte or ;"
    }
    let prefix = ASCII.lowercaseString(Array(name.utf8.prefix(9))[...])
    if prefix.hasPrefix("__host-"), !secure || path != "/" { return "__Host- needs Secure and Path=/" }
    if prefix == "__secure-", !secure { return "__Secure- needs Secure" }
    if sameSite == .none, !secure { return "SameSite=None needs Secure" }
    return nil
  }

  /// The value of the `Set-Cookie` field. A cookie with a `problem` is a mistake of the program and traps: no part but
  /// the value may come from input.
  public var serialized: String {
    if let problem { preconditionFailure("cookie \(name): \(problem)") }
    var result: [UInt8] = []
    result.append(contentsOf: name.utf8)
    result.append(ASCII.equals)
    for byte in value.utf8 {
      if Self.isOctet(byte) { result.append(byte) } else { PercentCoding.append(escaping: byte, to: &result) }
    }
    result.append(contentsOf: "; Path=\(path)".utf8)
    if let maxAge { result.append(contentsOf: "; Max-Age=\(max(0, maxAge.components.seconds))".utf8) }
    if secure { result.append(contentsOf: "; Secure".utf8) }
    if httpOnly { result.append(contentsOf: "; HttpOnly".utf8) }
    result.append(contentsOf: "; SameSite=\(sameSite.rawValue)".utf8)
    return String(decoding: result, as: UTF8.self)
  }

  /// `cookie-octet` (RFC 6265bis §4.1.1).
  static func isOctet(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21, 0x23...0x2B, 0x2D...0x3A, 0x3C...0x5B, 0x5D...0x7E: true
    default: false
    }
  }
}

/// The cookies of a request (RFC 6265bis §4.2), looked up in the field's own bytes.
public struct Cookies: Sendable {
  private let bytes: [UInt8]

  /// - Parameter bytes: the value of the `Cookie` field; several fields are joined with `"; "`.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The names that begin so, in the field's order.
  public func names(beginningWith prefix: String) -> [String] {
    bytes.split(separator: ASCII.semicolon).compactMap { pair in
      let name = ASCII.trimmed(pair).prefix { $0 != ASCII.equals }
      return name.starts(with: prefix.utf8) ? String(decoding: name, as: UTF8.self) : nil
    }
  }

  /// The value of the first cookie of that name (bytes compared exactly). A pair that is not
  /// `token=*cookie-octet`, or that in double quotes, is passed over: other programs on the same host set cookies too.
  public subscript(name: String) -> String? {
    var name = name
    return name.withUTF8 { wanted in
      var rest = bytes[...]
      while !rest.isEmpty {
        let pair = rest.prefix { $0 != ASCII.semicolon }
        rest = rest.dropFirst(pair.count + 1)
        let trimmed = ASCII.trimmed(pair)
        guard trimmed.count > wanted.count, trimmed.starts(with: wanted),
          trimmed[trimmed.startIndex + wanted.count] == ASCII.equals, ASCII.isToken(wanted)
        else { continue }
        var value = trimmed.dropFirst(wanted.count + 1)
        if value.count >= 2, value.first == ASCII.quote, value.last == ASCII.quote {
          value = value.dropFirst().dropLast()
        }
        if value.allSatisfy(Cookie.isOctet) { return String(decoding: value, as: UTF8.self) }
      }
      return nil
    }
  }
}
