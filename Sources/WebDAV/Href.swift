/// The path of a resource, read from an address that a client sends, and written as one.
public struct Href: Equatable, Sendable {
  /// The segments, decoded: none has a slash, and none is `.` or `..`.
  public let segments: [String]
  /// Whether it ends with a slash.
  public let isCollection: Bool
  /// Of an absolute address, in lower case: `foyer.example.org:8443`
  public let authority: String?

  /// - Parameters:
  ///   - segments: decoded.
  ///   - isCollection: whether a slash follows.
  public init(_ segments: [String], isCollection: Bool = false) {
    (self.segments, self.isCollection, authority) = (segments, isCollection, nil)
  }

  /// An absolute path or an absolute URI (RFC 3986), as in a request, in `DAV:href` and in `Destination`. Nil for what is
  /// neither, or has a segment that is not UTF-8 or not one of a name.
  public init?(_ text: String) {
    var rest = Substring(text)
    var authority: String?
    for scheme in ["http://", "https://"] where rest.prefix(scheme.count).lowercased() == scheme {
      rest = rest.dropFirst(scheme.count)
      let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
      authority = rest[..<end].lowercased()
      rest = rest[end...]
      if rest.isEmpty { rest = "/" }
      break
    }
    rest = rest.prefix { $0 != "?" && $0 != "#" }
    guard rest.utf8.first == UInt8(ascii: "/"), rest.utf8.count <= 4096 else { return nil }
    var segments: [String] = []
    let parts = rest.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
    for (index, part) in parts.enumerated() {
      // Programs put an address that ends with a slash before one that begins with it.
      if part.isEmpty, index < parts.count - 1 { continue }
      if part.isEmpty { break }
      guard let segment = Self.decoded(part) else { return nil }
      segments.append(segment)
    }
    (self.segments, self.authority) = (segments, authority)
    isCollection = rest.utf8.last == UInt8(ascii: "/")
  }

  /// `/dav/calendars/Küche/` is `/dav/calendars/K%C3%BCche/`.
  public var text: String {
    var bytes: [UInt8] = []
    for segment in segments {
      bytes.append(UInt8(ascii: "/"))
      for byte in segment.utf8 {
        if Self.isPlain(byte) {
          bytes.append(byte)
        } else {
          bytes += [UInt8(ascii: "%"), Self.digit(byte >> 4), Self.digit(byte & 15)]
        }
      }
    }
    if isCollection || segments.isEmpty { bytes.append(UInt8(ascii: "/")) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Unreserved (RFC 3986 §2.3), and `@`, which is in most UIDs and which clients leave as it is.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "@"):
      true
    default: false
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }

  private static func decoded(_ part: Substring.UTF8View.SubSequence) -> String? {
    var bytes: [UInt8] = []
    var index = part.startIndex
    while index < part.endIndex {
      var byte = part[index]
      index = part.index(after: index)
      if byte == UInt8(ascii: "%") {
        let pair = part[index...].prefix(2)
        guard pair.count == 2, let value = UInt8(String(decoding: pair, as: UTF8.self), radix: 16),
          pair.allSatisfy({ $0 != UInt8(ascii: "+") })
        else { return nil }
        byte = value
        index = part.index(index, offsetBy: 2)
      }
      guard byte != 0, byte != UInt8(ascii: "/"), byte >= 0x20, byte != 0x7F else { return nil }
      bytes.append(byte)
    }
    guard let text = String(validating: bytes, as: UTF8.self), text != ".", text != ".." else { return nil }
    return text
  }
}
