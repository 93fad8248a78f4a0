/// The header of a file in a tar archive: 512 bytes (POSIX pax, "ustar Interchange Format").
struct TapeHeader: Equatable {
  static let size = 512

  var name: String
  /// The size of the file in bytes. From 8 GiB on it is written in binary, as GNU tar does.
  var bytes: Int
  /// When it was changed: seconds since 1970.
  var time: Int

  /// The number of bytes after a file, up to a multiple of 512.
  static func padding(after bytes: Int) -> Int { (size - bytes % size) % size }

  var block: [UInt8] {
    var block = [UInt8](repeating: 0, count: Self.size)
    func put(_ text: String, at offset: Int) {
      block.replaceSubrange(offset..<offset + text.utf8.count, with: Array(text.utf8))
    }
    put(name, at: 0)
    put("0000600", at: 100)
    put("0000000", at: 108)
    put("0000000", at: 116)
    if bytes < 1 << 33 {
      put(Self.octal(bytes, digits: 11), at: 124)
    } else {
      block[124] = 0x80
      for index in 0..<8 { block[128 + index] = UInt8(truncatingIfNeeded: bytes >> (56 - 8 * index)) }
    }
    put(Self.octal(time, digits: 11), at: 136)
    put("0", at: 156)
    put("ustar", at: 257)
    put("00", at: 263)
    // The sum of all bytes, its own taken as spaces.
    put("        ", at: 148)
    put(Self.octal(block.reduce(0) { $0 + Int($1) }, digits: 6), at: 148)
    block[154] = 0
    return block
  }

  private static func octal(_ number: Int, digits: Int) -> String {
    let text = String(number, radix: 8)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}

extension TapeHeader {
  /// Reads a header that `block` has written; nil for anything else.
  init?(_ block: [UInt8]) {
    guard block.count == Self.size else { return nil }
    name = String(decoding: block.prefix { $0 != 0 }, as: UTF8.self)
    bytes = 0
    time = 0
    guard let time = Self.number(block[136..<147]) else { return nil }
    if block[124] == 0x80 {
      for byte in block[128..<136] { bytes = bytes << 8 | Int(byte) }
    } else if let number = Self.number(block[124..<135]) {
      bytes = number
    }
    self.time = time
    guard bytes >= 0, name.utf8.count <= 99, block == self.block else { return nil }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var number = 0
    for byte in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(byte) else { return nil }
      number = number << 3 | Int(byte - UInt8(ascii: "0"))
    }
    return number
  }
}
