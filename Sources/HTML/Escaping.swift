extension Output {
  /// Appends bytes, with the five special characters replaced. Runs between them are copied whole. Bytes that are no
  /// valid UTF-8 pass through: none of them can hide an ASCII character from a decoder that follows the Encoding Standard.
  @usableFromInline mutating func appendEscaped(_ source: UnsafeBufferPointer<UInt8>) {
    var copied = 0
    var position = 0
    let count = source.count
    while position < count {
      let byte = source[position]
      if Self.isPlain(byte) {
        position += 1
        continue
      }
      let reference: StaticString
      switch byte {
      case UInt8(ascii: "&"): reference = "&amp;"
      case UInt8(ascii: "<"): reference = "&lt;"
      case UInt8(ascii: ">"): reference = "&gt;"
      case UInt8(ascii: "\""): reference = "&#34;"
      default: reference = "&#39;"
      }
      if copied < position { bytes.append(contentsOf: UnsafeBufferPointer(rebasing: source[copied..<position])) }
      raw(reference)
      position += 1
      copied = position
    }
    if copied == 0 {
      bytes.append(contentsOf: source)
    } else if copied < count {
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: source[copied...]))
    }
  }

  /// Whether a byte is none of `& < > " '`, all of which lie below 64: one bit each of a 64-bit table.
  @inline(__always) private static func isPlain(_ byte: UInt8) -> Bool {
    let special: UInt64 = 1 << 0x26 | 1 << 0x3C | 1 << 0x3E | 1 << 0x22 | 1 << 0x27
    return byte >= 64 || special & (1 << UInt64(byte)) == 0
  }

  /// Appends a URL, or `#` if its scheme could run code.
  @usableFromInline mutating func appendURL(_ source: UnsafeBufferPointer<UInt8>) {
    if Self.hasSafeScheme(source) { appendEscaped(source) } else { raw("#") }
  }

  /// Whether a URL is relative, or has one of the schemes that pages link to.
  ///
  /// The Basic URL Parser drops tabs, newlines and leading controls before it looks for a scheme. All that comes before
  /// the first colon must therefore be *exactly* an allowed scheme, or hold a byte that ends the search for one.
  static func hasSafeScheme(_ source: UnsafeBufferPointer<UInt8>) -> Bool {
    for (position, byte) in source.enumerated() {
      switch byte {
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "\\"): return true
      case UInt8(ascii: ":"):
        let scheme = source[..<position]
        return ["http", "https", "mailto", "tel", "webcal"].contains { (allowed: StaticString) in
          allowed.withUTF8Buffer { $0.elementsEqual(scheme) { $0 == $1 | 0x20 } }
        }
      default: continue
      }
    }
    return true
  }

  /// Appends bytes percent-encoded, unreserved characters as they are.
  @usableFromInline mutating func appendPercentEncoded(_ source: UnsafeBufferPointer<UInt8>) {
    for byte in source {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        bytes.append(byte)
      default:
        bytes.append(UInt8(ascii: "%"))
        bytes.append(Self.hexadecimal(byte >> 4))
        bytes.append(Self.hexadecimal(byte & 15))
      }
    }
  }

  private static func hexadecimal(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") + nibble - 10
  }
}
