import CivilTime
import Crypto
import Glibc

/// A universally unique identifier (RFC 9562).
struct UUID: Hashable, Comparable, Sendable {
  private let high: UInt64
  private let low: UInt64

  /// A version 7 identifier: milliseconds of Unix time, then random bits (RFC 9562 §5.7). Later ones sort after earlier
  /// ones.
  static func v7() -> UUID {
    let milliseconds = UInt64(Timestamp.milliseconds())
    var generator = SystemRandomNumberGenerator()
    return UUID(
      high: milliseconds << 16 | 0x7000 | generator.next() & 0x0fff,
      low: 1 << 63 | generator.next() & (1 << 62 - 1))
  }

  /// A version 8 identifier: the first bits of a digest, always the same (RFC 9562 §5.8).
  /// - Parameter digest: 16 bytes at least.
  static func v8(_ digest: [UInt8]) -> UUID {
    func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    return UUID(
      high: word(digest[..<8]) & ~0xf000 | 0x8000, low: word(digest[8..<16]) & (1 << 62 - 1) | 1 << 63)
  }

  /// The identifier of a part of what this one names: itself for the first, 0.
  func part(_ number: Int) -> UUID { number == 0 ? self : .v8(sha256("\(self) \(number)".utf8)) }

  /// When a version 7 identifier was made: milliseconds since 1970.
  var milliseconds: Int { Int(high >> 16) }

  /// Both halves, the first bits first.
  var bits: (UInt64, UInt64) { (high, low) }

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Parses the 36 characters of the text form (RFC 9562 §4), either case; nil for anything else.
  init?(_ text: some Sequence<UInt8>) {
    var bits = (high: UInt64(0), low: UInt64(0))
    var position = 0
    for character in text {
      switch position {
      case 8, 13, 18, 23:
        guard character == UInt8(ascii: "-") else { return nil }
      case ..<36:
        let digit: UInt8
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = character - UInt8(ascii: "A") + 10
        default: return nil
        }
        bits.high = bits.high << 4 | bits.low >> 60
        bits.low = bits.low << 4 | UInt64(digit)
      default:
        return nil
      }
      position += 1
    }
    guard position == 36 else { return nil }
    high = bits.high
    low = bits.low
  }

  /// The same of bytes that lie together: 8 digits at a time. Digits in lower case come back as they were read; for
  /// anything else the initializer above decides.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard text.count == 36 else { return nil }
    let bytes = UnsafeRawBufferPointer(text)
    func half(_ position: Int) -> UInt64 { UInt64(bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)) }
    let digits = (
      bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self), half(9) | half(14) << 32, half(19) | half(24) << 32,
      bytes.loadUnaligned(fromByteOffset: 28, as: UInt64.self)
    )
    let (first, second) = (Self.value(digits.0), Self.value(digits.1))
    let (third, fourth) = (Self.value(digits.2), Self.value(digits.3))
    let hyphen = UInt8(ascii: "-")
    guard bytes[8] == hyphen, bytes[13] == hyphen, bytes[18] == hyphen, bytes[23] == hyphen,
      Self.digits(first) == digits.0, Self.digits(second) == digits.1,
      Self.digits(third) == digits.2, Self.digits(fourth) == digits.3
    else {
      guard let id = UUID(AnySequence(text)) else { return nil }
      self = id
      return
    }
    self.init(high: first << 32 | second, low: third << 32 | fourth)
  }

  /// The 32 bits that 8 digits stand for, the first digit in the lowest byte; any number for other characters.
  private static func value(_ digits: UInt64) -> UInt64 {
    // A letter has bit 6 set and counts from 1.
    var bits = digits.byteSwapped
    bits = (bits & 0x0f0f_0f0f_0f0f_0f0f) &+ (bits >> 6 & 0x0101_0101_0101_0101) &* 9 & 0x0f0f_0f0f_0f0f_0f0f
    bits = (bits | bits >> 4) & 0x00ff_00ff_00ff_00ff
    bits = (bits | bits >> 8) & 0x0000_ffff_0000_ffff
    return (bits | bits >> 16) & 0xffff_ffff
  }

  /// The 8 digits of 32 bits, the first digit in the lowest byte.
  private static func digits(_ value: UInt64) -> UInt64 {
    var bits = (value | value << 16) & 0x0000_ffff_0000_ffff
    bits = (bits | bits << 8) & 0x00ff_00ff_00ff_00ff
    bits = (bits | bits << 4) & 0x0f0f_0f0f_0f0f_0f0f
    // Adding 6 carries into bit 4 from 10 on: 39 lie between "9" and "a" besides the step.
    let letters = (bits &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return (bits &+ 0x3030_3030_3030_3030 &+ letters &* 39).byteSwapped
  }

  static func < (left: UUID, right: UUID) -> Bool { (left.high, left.low) < (right.high, right.low) }

  /// The 36 characters of the text form, lower case.
  func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    try withUnsafeTemporaryAllocation(byteCount: 36, alignment: 1) { text in
      let (first, second) = (Self.digits(high >> 32), Self.digits(high & 0xffff_ffff))
      let (third, fourth) = (Self.digits(low >> 32), Self.digits(low & 0xffff_ffff))
      text.storeBytes(of: first, toByteOffset: 0, as: UInt64.self)
      text.storeBytes(of: UInt32(truncatingIfNeeded: second), toByteOffset: 9, as: UInt32.self)
      text.storeBytes(of: UInt32(truncatingIfNeeded: second >> 32), toByteOffset: 14, as: UInt32.self)
      text.storeBytes(of: UInt32(truncatingIfNeeded: third), toByteOffset: 19, as: UInt32.self)
      text.storeBytes(of: UInt32(truncatingIfNeeded: third >> 32), toByteOffset: 24, as: UInt32.self)
      text.storeBytes(of: fourth, toByteOffset: 28, as: UInt64.self)
      let hyphen = UInt8(ascii: "-")
      (text[8], text[13], text[18], text[23]) = (hyphen, hyphen, hyphen, hyphen)
      return try body(UnsafeBufferPointer(text.assumingMemoryBound(to: UInt8.self)))
    }
  }
}

extension UUID: CustomStringConvertible {
  var description: String { withUTF8 { String(decoding: $0, as: UTF8.self) } }
}
