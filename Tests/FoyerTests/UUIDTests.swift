import Testing

@testable import Foyer

@Suite struct UUIDTests {
  private static let texts = [
    "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
    "01234567-89ab-cdef-0123-456789abcdef",
    "fedcba98-7654-3210-fedc-ba9876543210",
  ]

  private func read(_ bytes: [UInt8]) -> UUID? { bytes.withUnsafeBufferPointer { UUID($0) } }

  @Test(arguments: texts) func `What is read is written again, in lower case`(text: String) throws {
    #expect(try #require(read(Array(text.utf8))).description == text)
    #expect(read(Array(text.uppercased().utf8)) == UUID(text))
    #expect(UUID(text.uppercased())?.description == text)
  }

  /// Digits are read eight at a time: each byte must be found out at every place.
  @Test(arguments: texts) func `Any other byte at any place is no UUID`(text: String) {
    for place in 0..<36 {
      for byte in UInt8.min...UInt8.max {
        var bytes = Array(text.utf8)
        bytes[place] = byte
        let isDigit = "0123456789abcdefABCDEF".utf8.contains(byte)
        let isHyphen = byte == UInt8(ascii: "-")
        let id = read(bytes)
        #expect((id != nil) == ([8, 13, 18, 23].contains(place) ? isHyphen : isDigit))
        #expect(id == UUID(AnySequence(bytes)))
      }
    }
    #expect(read(Array(text.utf8.dropLast())) == nil && read(Array(text.utf8) + [48]) == nil)
  }
}
