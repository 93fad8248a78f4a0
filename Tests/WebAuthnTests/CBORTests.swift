import Testing

@testable import StrictJSON
@testable import WebAuthn

@Suite struct CBORTests {
  private func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = hexadecimal.utf8.map { UInt8($0 > 57 ? $0 - 87 : $0 - 48) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// RFC 8949, Appendix A.
  @Test func `The examples of the standard are read`() throws {
    let examples: [(String, CBOR)] = [
      ("00", .integer(0)), ("17", .integer(23)), ("1818", .integer(24)), ("1903e8", .integer(1000)),
      ("1a000f4240", .integer(1_000_000)), ("1b000000e8d4a51000", .integer(1_000_000_000_000)), ("20", .integer(-1)),
      ("3863", .integer(-100)), ("3903e7", .integer(-1000)), ("3b7fffffffffffffff", .integer(.min)),
      ("f4", .bool(false)), ("f5", .bool(true)), ("f6", .null), ("40", .bytes([])),
      ("4401020304", .bytes([1, 2, 3, 4])),
      ("60", .text("")), ("62c3bc", .text("ü")), ("64f0908591", .text("𐅑")), ("80", .array([])),
      ("83010203", .array([.integer(1), .integer(2), .integer(3)])), ("a0", .map(CBORMap())),
    ]
    for (text, value) in examples { #expect(try CBOR(bytes(text)) == value, "\(text)") }
    guard case .map(let map) = try CBOR(bytes("a26161016162820203")) else { throw Refusal("no map") }
    #expect(map["a"] == .integer(1))
    #expect(map["b"] == .array([.integer(2), .integer(3)]))
  }

  @Test(arguments: [
    "", "18", "19", "1817", "190017", "1a0000ffff", "1b00000000ffffffff", "1bffffffffffffffff", "3bffffffffffffffff",
    "1c", "1f", "5f41ff", "41", "5bffffffffffffffff", "7bffffffffffffffff", "9bffffffffffffffff", "bbffffffffffffffff",
    "61ff", "62c328", "9fff", "bfff", "c000", "f7", "f90000", "fb0000000000000000", "ff", "8101ff", "0000",
    "a201000100", "a26161006161f6", "a1410000", "a1f500", "a101",
  ])
  func `Anything else is refused`(_ text: String) { #expect(throws: Refusal.self) { try CBOR(bytes(text)) } }

  @Test func `Depth and number of values are limited`() throws {
    func nested(_ depth: Int) -> [UInt8] { [UInt8](repeating: 0x81, count: depth) + [0] }
    _ = try CBOR(nested(15))
    #expect(throws: Refusal.self) { try CBOR(nested(16)) }
    #expect(throws: Refusal.self) { try CBOR(nested(1_000_000)) }
    func many(_ count: Int) -> [UInt8] {
      [0x99, UInt8(count >> 8), UInt8(count & 255)] + [UInt8](repeating: 0, count: count)
    }
    _ = try CBOR(many(499))
    #expect(throws: Refusal.self) { try CBOR(many(500)) }
    func map(_ count: Int) -> [UInt8] { [0xb8, UInt8(count)] + (0..<count).flatMap { [0x18, UInt8(24 + $0), 0] } }
    _ = try CBOR(map(64))
    #expect(throws: Refusal.self) { try CBOR(map(65)) }
  }
}
