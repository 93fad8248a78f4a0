import Crypto
import Glibc

/// A universally unique identifier (RFC 9562).
struct UUID: Hashable, Comparable, Sendable {
  private let high: UInt64
  private let low: UInt64

  /// A version 7 identifier: milliseconds of Unix time, then random bits (RFC 9562 §5.7). Later ones sort after earlier
  /// ones.
  static func v7() -> UUID {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let milliseconds = UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
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

  static func < (left: UUID, right: UUID) -> Bool { (left.high, left.low) < (right.high, right.low) }

  /// The 36 characters of the text form, lower case.
  func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    try withUnsafeTemporaryAllocation(byteCount: 36, alignment: 1) { text in
      Self.hexadecimal.withUnsafeBufferPointer { digits in
        var position = 0
        for byte in 0..<16 {
          if byte == 4 || byte == 6 || byte == 8 || byte == 10 {
            text[position] = UInt8(ascii: "-")
            position += 1
          }
          let word = byte < 8 ? high : low
          let pair = digits[Int(truncatingIfNeeded: word >> UInt64(56 - byte % 8 * 8) & 0xff)]
          text.storeBytes(of: pair, toByteOffset: position, as: UInt16.self)
          position += 2
        }
      }
      return try body(UnsafeBufferPointer(text.assumingMemoryBound(to: UInt8.self)))
    }
  }

  /// The two hexadecimal digits of each byte, in their order in memory.
  private static let hexadecimal: [UInt16] = {
    let digits = Array("0123456789abcdef".utf8)
    return (0..<256).map { UInt16(littleEndian: UInt16(digits[$0 >> 4]) | UInt16(digits[$0 & 15]) << 8) }
  }()
}

extension UUID: CustomStringConvertible {
  var description: String { withUTF8 { String(decoding: $0, as: UTF8.self) } }
}
