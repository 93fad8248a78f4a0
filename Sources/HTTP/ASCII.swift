/// Tests and conversions of protocol bytes. They know ASCII alone: no locale, no Unicode case mapping, no full-width
/// digits.
enum ASCII {
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let quote: UInt8 = 0x22
  static let comma: UInt8 = 0x2C
  static let semicolon: UInt8 = 0x3B
  static let equals: UInt8 = 0x3D
  static let backslash: UInt8 = 0x5C

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  @inline(__always)
  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  /// `tchar` (RFC 9110 §5.6.2).
  static func isToken(_ byte: UInt8) -> Bool {
    if isLetter(byte) || isDigit(byte) { return true }
    switch byte {
    case 0x21, 0x23, 0x24, 0x25, 0x26, 0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F, 0x60, 0x7C, 0x7E: return true
    default: return false
    }
  }

  /// At least one `tchar` and nothing else.
  static func isToken(_ bytes: some Collection<UInt8>) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy { isToken($0) }
  }

  /// Optional white space: a space or a tab (RFC 9110 §5.6.3).
  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

  /// A control byte other than the tab; none may be in a field's value (RFC 9110 §5.5).
  @inline(__always)
  static func isControl(_ byte: UInt8) -> Bool { (byte < 0x20 && byte != tab) || byte == 0x7F }

  @inline(__always)
  static func lowercase(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  /// The value of a hexadecimal digit, nil for any other byte.
  @inline(__always)
  static func hexValue(_ byte: UInt8) -> UInt8? {
    if isDigit(byte) { return byte &- 0x30 }
    let letter = (byte | 0x20) &- 0x61
    return letter < 6 ? letter &+ 10 : nil
  }

  /// The number that one to `maximumDigits` ASCII digits write; nil for anything else and for what Int cannot hold.
  static func number(_ bytes: ArraySlice<UInt8>, maximumDigits: Int = 18) -> Int? {
    guard !bytes.isEmpty, bytes.count <= maximumDigits else { return nil }
    var value = 0
    for byte in bytes {
      guard isDigit(byte) else { return nil }
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(Int(byte &- 0x30))
      if overflow || carry { return nil }
      value = sum
    }
    return value
  }

  /// The slice without spaces and tabs at its ends.
  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes
    while let first = bytes.first, isBlank(first) { bytes.removeFirst() }
    while let last = bytes.last, isBlank(last) { bytes.removeLast() }
    return bytes
  }

  /// True when the bytes are `lowercase`, ignoring the case of ASCII letters.
  static func equals(_ bytes: ArraySlice<UInt8>, lowercase expected: StaticString) -> Bool {
    guard bytes.count == expected.utf8CodeUnitCount else { return false }
    let wanted = UnsafeBufferPointer(start: expected.utf8Start, count: expected.utf8CodeUnitCount)
    var index = bytes.startIndex
    for byte in wanted {
      if lowercase(bytes[index]) != byte { return false }
      index += 1
    }
    return true
  }

  /// The bytes in lower case, as text. Only for bytes known to be ASCII.
  static func lowercaseString(_ bytes: ArraySlice<UInt8>) -> String {
    if !bytes.contains(where: { $0 &- 0x41 < 26 }) { return String(decoding: bytes, as: UTF8.self) }
    return String(decoding: bytes.map { lowercase($0) }, as: UTF8.self)
  }
}

extension String {
  /// Equality of the UTF-8 bytes. `==` is canonical equivalence, under which U+212A KELVIN SIGN is the letter K.
  func hasSameBytes(as other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}

extension [UInt8] {
  mutating func append(literal text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends the decimal digits of a number that is not negative.
  mutating func append(decimal number: Int) {
    var divisor = 1
    while number / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      append(UInt8(truncatingIfNeeded: number / divisor % 10) &+ 0x30)
      divisor /= 10
    }
  }
}
