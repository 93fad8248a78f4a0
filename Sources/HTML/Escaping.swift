extension Output {
  /// Appends bytes, with the five special characters replaced; runs between them are copied whole. Invalid UTF-8 passes
  /// through: it cannot hide an ASCII character from a decoder that follows the Encoding Standard.
  @usableFromInline mutating func appendEscaped(_ source: UnsafeBufferPointer<UInt8>) {
    var copied = 0
    var position = Self.firstSpecial(source, from: 0)
    while position < source.count {
      let reference: StaticString
      switch source[position] {
      case UInt8(ascii: "&"): reference = "&amp;"
      case UInt8(ascii: "<"): reference = "&lt;"
      case UInt8(ascii: ">"): reference = "&gt;"
      case UInt8(ascii: "\""): reference = "&#34;"
      default: reference = "&#39;"
      }
      append(UnsafeBufferPointer(rebasing: source[copied..<position]))
      raw(reference)
      copied = position + 1
      position = Self.firstSpecial(source, from: copied)
    }
    append(UnsafeBufferPointer(rebasing: source[copied...]))
  }

  /// Whether none of the bytes is one of `& < > " '`.
  public static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool { firstSpecial(text, from: 0) == text.count }

  /// The first of `& < > " '` at `start` or after it, or the count of bytes. Eight bytes are tested at once.
  @inline(__always)
  private static func firstSpecial(_ source: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var position = start
    let memory = UnsafeRawBufferPointer(source)
    while position + 8 <= memory.count {
      let found = Self.specials(memory, at: position)
      if found != 0 { return position + found.trailingZeroBitCount / 8 }
      position += 8
    }
    // The last eight once more, with what is left: `start` and what follows it hold none of those found already.
    if position < memory.count, memory.count - start >= 8 {
      let last = memory.count - 8
      let found = Self.specials(memory, at: last)
      return found == 0 ? memory.count : last + found.trailingZeroBitCount / 8
    }
    // All five lie below 64: one bit each of a 64-bit table.
    let special: UInt64 = 1 << 0x26 | 1 << 0x3C | 1 << 0x3E | 1 << 0x22 | 1 << 0x27
    while position < source.count {
      let byte = source[position]
      if byte < 64, special & (1 << UInt64(byte)) != 0 { break }
      position += 1
    }
    return position
  }

  /// The high bit of each of eight bytes that is special; beyond the lowest that is, any bits.
  @inline(__always) private static func specials(_ memory: UnsafeRawBufferPointer, at position: Int) -> UInt64 {
    let word = UInt64(littleEndian: memory.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    // `&` and `'` differ in bit 0, `<` and `>` in bit 1: setting it tests both at once.
    return zeroBytes(word ^ every(0x22)) | zeroBytes((word | every(0x01)) ^ every(0x27))
      | zeroBytes((word | every(0x02)) ^ every(0x3E))
  }

  @inline(__always) private static func every(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }

  /// The high bit of the lowest byte that is zero, and no bit below it.
  @inline(__always) private static func zeroBytes(_ word: UInt64) -> UInt64 {
    (word &- every(0x01)) & ~word & every(0x80)
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
    var copied = 0
    for (position, byte) in source.enumerated() where !Self.isUnreserved(byte) {
      append(UnsafeBufferPointer(rebasing: source[copied..<position]))
      append(UInt8(ascii: "%"))
      append(Self.hexadecimal(byte >> 4))
      append(Self.hexadecimal(byte & 15))
      copied = position + 1
    }
    append(UnsafeBufferPointer(rebasing: source[copied...]))
  }

  /// Letters, digits, `-`, `.`, `_` and `~`, as two tables of a bit for each of 64 characters.
  @inline(__always) private static func isUnreserved(_ byte: UInt8) -> Bool {
    let low: UInt64 = 0x03FF_6000_0000_0000
    let high: UInt64 = 0x47FF_FFFE_87FF_FFFE
    return byte < 128 && (byte < 64 ? low : high) & (1 << UInt64(byte & 63)) != 0
  }

  private static func hexadecimal(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") + nibble - 10
  }
}
