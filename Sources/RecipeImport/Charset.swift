import Glibc

/// Converts a page to UTF-8.
package enum Charset {
  package static func utf8(_ bytes: [UInt8], contentType: String?) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return cleaned(Array(bytes.dropFirst(3))) }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      return cleaned(converted(Array(bytes.dropFirst(2)), from: bytes[0] == 0xFF ? "UTF-16LE" : "UTF-16BE") ?? bytes)
    }
    let name = (contentType.flatMap(charset(inHeader:)) ?? charset(inPage: bytes))?.lowercased() ?? "utf-8"
    // A saved or re-encoded page keeps the old <meta>: valid UTF-8 is taken as UTF-8.
    let isStateful = name.hasPrefix("iso-2022") || name.hasPrefix("utf-16") || name.hasPrefix("hz")
    if !isStateful, isUTF8(bytes) { return cleaned(bytes) }
    if name == "utf-8" || name == "utf8" {
      // Neither: UTF-8 with a few broken bytes, or an old page without a declaration.
      let broken = String(decoding: bytes, as: UTF8.self)
      return cleaned(
        looksLikeUTF8(bytes) ? Array(broken.utf8) : converted(bytes, from: guess(bytes)) ?? Array(broken.utf8))
    }
    return cleaned(converted(bytes, from: aliases[name] ?? name) ?? Array(String(decoding: bytes, as: UTF8.self).utf8))
  }

  /// The encoding of Windows that a text is in which names none: the Korean or Russian one, whose letters follow one another,
  /// else the Western one, whose letters stand between those of ASCII.
  private static func guess(_ bytes: [UInt8]) -> String {
    let sample = Array(bytes.prefix(1 << 16))
    let high = sample.count { $0 >= 0x80 }
    let following = zip(sample, sample.dropFirst()).count { $0 >= 0x80 && $1 >= 0x80 }
    guard high > 8, following * 2 > high else { return "CP1252" }
    var (hangul, index) = (0, 0)
    while index + 1 < sample.count {
      let isPair = sample[index] >= 0x80
      // 가 to 힝 in rows 16 to 40 of KS X 1001.
      if isPair, (0xB0...0xC8).contains(sample[index]), sample[index + 1] > 0xA0 { hangul += 2 }
      index += isPair ? 2 : 1
    }
    if hangul * 5 > high * 4 { return "CP949" }
    return sample.count { $0 >= 0xC0 } * 5 > high * 4 ? "CP1251" : "CP1252"
  }

  /// The encodings that browsers take these names for (WHATWG Encoding).
  private static let aliases = [
    "iso-8859-1": "CP1252", "iso8859-1": "CP1252", "latin1": "CP1252", "us-ascii": "CP1252", "ascii": "CP1252",
    "windows-1252": "CP1252", "iso-8859-9": "CP1254", "shift_jis": "CP932", "x-sjis": "CP932", "sjis": "CP932",
    "gb2312": "GB18030", "gbk": "GB18030", "ks_c_5601-1987": "CP949", "euc-kr": "CP949", "windows-1251": "CP1251",
    "big5": "BIG5-HKSCS",
  ]

  /// Looks at a megabyte at a time, as a String of the whole text would be a second one.
  package static func isUTF8(_ bytes: [UInt8]) -> Bool {
    var start = 0
    while start < bytes.count {
      var end = min(start + 1 << 20, bytes.count)
      // Not within a character, which has four bytes at most.
      var back = 0
      while end < bytes.count, back < 4, bytes[end] & 0xC0 == 0x80 { (end, back) = (end - 1, back + 1) }
      guard String(validating: bytes[start..<end], as: UTF8.self) != nil else { return false }
      start = end
    }
    return true
  }

  /// Whether valid sequences outnumber invalid bytes.
  private static func looksLikeUTF8(_ bytes: [UInt8]) -> Bool {
    var good = 0
    var bad = 0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      guard byte >= 0x80 else {
        index += 1
        continue
      }
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC2 ? 2 : 1
      let rest = bytes[min(index + 1, bytes.count)..<min(index + length, bytes.count)]
      if length > 1, rest.count == length - 1, rest.allSatisfy({ $0 & 0xC0 == 0x80 }) {
        good += 1
        index += length
      } else {
        bad += 1
        index += 1
      }
    }
    return good > bad
  }

  private static func charset(inHeader value: String) -> String? {
    guard let found = range(of: Array("charset=".utf8), in: value.utf8.map(\.lowercased), below: 1024) else {
      return nil
    }
    return token(Array(value.utf8), at: found)
  }

  /// `<meta charset=…>` or `<meta http-equiv … content="…charset=…">` near the beginning.
  private static func charset(inPage bytes: [UInt8]) -> String? {
    let head = bytes.prefix(8192).map(\.lowercased)
    guard let found = range(of: Array("charset=".utf8), in: head, below: head.count) else { return nil }
    return token(head, at: found)
  }

  private static func range(of word: [UInt8], in bytes: [UInt8], below limit: Int) -> Int? {
    var index = 0
    while index + word.count <= min(bytes.count, limit) {
      if bytes[index] == word[0], bytes[index..<index + word.count].elementsEqual(word) { return index + word.count }
      index += 1
    }
    return nil
  }

  private static func token(_ bytes: [UInt8], at start: Int) -> String? {
    let name = bytes[min(start, bytes.count)...].drop { [32, UInt8(ascii: "\""), UInt8(ascii: "'")].contains($0) }
      .prefix { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
      .prefix(40)
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }

  /// U+0000 ends strings in C; libxml2 would stop there.
  private static func cleaned(_ bytes: [UInt8]) -> [UInt8] {
    bytes.contains(0) ? bytes.map { $0 == 0 ? 32 : $0 } : bytes
  }

  /// By glibc; invalid bytes become U+FFFD. Nil for a name that glibc does not know.
  package static func converted(_ bytes: [UInt8], from name: String) -> [UInt8]? {
    guard let converter = iconv_open("UTF-8", name), converter != iconv_t(bitPattern: -1) else { return nil }
    defer { iconv_close(converter) }
    var source = bytes.map { CChar(bitPattern: $0) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count * 2)
    var buffer = [CChar](repeating: 0, count: 1 << 16)
    source.withUnsafeMutableBufferPointer { source in
      var input = source.baseAddress
      var left = source.count
      while left > 0 {
        var failed = false
        buffer.withUnsafeMutableBufferPointer { buffer in
          var output = buffer.baseAddress
          var room = buffer.count
          failed = iconv(converter, &input, &left, &output, &room) == -1 && errno != E2BIG
          result += buffer.prefix(buffer.count - room).map { UInt8(bitPattern: $0) }
        }
        if failed, left > 0 {
          result += [0xEF, 0xBF, 0xBD]
          input = input.map { $0 + 1 }
          left -= 1
        }
      }
    }
    return result
  }
}
