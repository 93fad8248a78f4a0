/// Percent-encoding, on bytes (RFC 3986 §2.1).
public enum PercentCoding {
  /// The bytes that `bytes` encode; nil when a `%` is not followed by two hexadecimal digits.
  ///
  /// Each escape is decoded once: `%2541` gives `%41`. The result need not be UTF-8.
  /// - Parameter plusIsSpace: `+` stands for a space, as forms and queries write it.
  public static func decode(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      switch byte {
      case 0x25:  // %
        guard bytes.endIndex - index > 2, let high = ASCII.hexValue(bytes[index + 1]),
          let low = ASCII.hexValue(bytes[index + 2])
        else { return nil }
        result.append(high << 4 | low)
        index += 3
        continue
      case 0x2B where plusIsSpace: result.append(ASCII.space)
      default: result.append(byte)
      }
      index += 1
    }
    return result
  }

  /// The text with each byte of its UTF-8 escaped, but `A–Z a–z 0–9 - . _ ~` (RFC 3986 §2.3): fit for a path segment,
  /// a query's name or value, and a form.
  /// - Parameter keepsSlash: `/` stays as it is, for a whole path.
  public static func encode(_ text: String, keepsSlash: Bool = false) -> String {
    let utf8 = text.utf8
    if utf8.allSatisfy({ isUnreserved($0) || (keepsSlash && $0 == 0x2F) }) { return text }
    var result: [UInt8] = []
    result.reserveCapacity(utf8.count * 3)
    for byte in utf8 {
      if isUnreserved(byte) || (keepsSlash && byte == 0x2F) {
        result.append(byte)
      } else {
        append(escaping: byte, to: &result)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Appends `%XX`.
  static func append(escaping byte: UInt8, to result: inout [UInt8]) {
    result.append(0x25)
    result.append(hexDigit(byte >> 4))
    result.append(hexDigit(byte & 15))
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? value + 0x30 : value + 0x37 }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    if ASCII.isLetter(byte) || ASCII.isDigit(byte) { return true }
    return byte == 0x2D || byte == 0x2E || byte == 0x5F || byte == 0x7E
  }
}
