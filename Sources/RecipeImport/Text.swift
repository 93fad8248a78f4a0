import CLibXML2

/// Plain text: entities decoded, tags removed, white space collapsed.
package enum Text {
  /// On one line.
  package static func line(_ markup: String) -> String { withoutDoubledBrackets(fold(decodedOnce(plain(markup)))) }

  /// A line for each block element, `<br>` and newline of the source; none empty.
  package static func lines(_ markup: String) -> [String] {
    decodedOnce(plain(markup)).split(whereSeparator: \.isNewline).map { withoutDoubledBrackets(fold(String($0))) }
      .filter { !$0.isEmpty }
  }

  /// Several lines as one text.
  package static func block(_ markup: String) -> String? {
    let text = lines(markup).map(Marks.removed).filter { !$0.isEmpty }.joined(separator: "\n")
    return text.isEmpty ? nil : text
  }

  /// "Â½" → "½", "purÃ©e" → "purée", "donâ€™t" → "don’t": UTF-8 that was read as Windows-1252 and encoded again. No language
  /// has these pairs.
  private static func decodedOnce(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0 == "Â" || $0 == "Ã" || $0 == "â" }) else { return text }
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    var index = 0
    while index < scalars.count {
      let length = scalars[index] == "â" ? 3 : scalars[index] == "Â" || scalars[index] == "Ã" ? 2 : 1
      let bytes = scalars[index...].prefix(length).compactMap(windows1252Byte)
      if length > 1, bytes.count == length, let decoded = String(validating: bytes, as: UTF8.self) {
        result.append(contentsOf: decoded.unicodeScalars)
        index += length
      } else {
        result.append(scalars[index])
        index += 1
      }
    }
    return String(result)
  }

  private static func windows1252Byte(_ scalar: Unicode.Scalar) -> UInt8? {
    if scalar.value < 0x100 { return UInt8(scalar.value) }
    return windows1252.firstIndex(of: scalar.value).map { UInt8($0 + 0x80) }
  }

  /// "milk ((warm))" → "milk (warm)", "milk ((warm), fresh (1 l))" → "milk (warm), fresh (1 l)": a plug-in adds
  /// parentheses to notes that begin and end with some already.
  static func withoutDoubledBrackets(_ line: String) -> String {
    guard line.utf8.contains(UInt8(ascii: "(")), line.contains("((") else { return line }
    let bytes = Array(line.utf8)
    var open: [Int] = []
    var doubled: Set<Int> = []
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "(") {
        open.append(index)
      } else if byte == UInt8(ascii: ")"), let start = open.popLast(), bytes[start + 1] == UInt8(ascii: "("),
        bytes[index - 1] == byte
      {
        doubled.formUnion([start, index])
      }
    }
    return String(decoding: bytes.indices.filter { !doubled.contains($0) }.map { bytes[$0] }, as: UTF8.self)
  }

  /// Every kind of white space becomes one space, none at the ends; zero-width characters are removed.
  static func fold(_ string: String) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(string.utf8.count)
    var space = false
    for scalar in string.unicodeScalars {
      switch scalar.value {
      case 0...32, 0x7F, 0x85, 0xA0, 0x1680, 0x180E, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000:
        space = !result.isEmpty
      case 0x80...0x9F, 0xAD, 0x200B, 0x2060, 0xFEFF, 0xFFFC:
        continue
      default:
        if space { result.append(32) }
        space = false
        if scalar.value < 0x80 {
          result.append(UInt8(scalar.value))
        } else {
          result += UTF8.encode(scalar)!
        }
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Entities decoded (pages encode them once, twice or three times), tags removed, blocks on lines of their own.
  static func plain(_ markup: String) -> String {
    guard markup.utf8.contains(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") }) else { return markup }
    var bytes = Array(markup.utf8)
    for _ in 0..<3 {
      let decoded = decodingEntities(bytes)
      if decoded.count == bytes.count { break }
      bytes = decoded
    }
    return String(decoding: removingTags(bytes), as: UTF8.self)
  }

  // MARK: Entities

  static func decodingEntities(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "&")) else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "&"), let (text, next) = entity(bytes, at: index + 1) {
        result += text
        index = next
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  /// The entity whose name begins at `start`, and the position after it.
  private static func entity(_ bytes: [UInt8], at start: Int) -> ([UInt8], Int)? {
    guard start < bytes.count else { return nil }
    if bytes[start] == UInt8(ascii: "#") { return character(bytes, at: start + 1) }
    var end = start
    while end < bytes.count, end - start < 12, bytes[end].isLetter || bytes[end].isDigit { end += 1 }
    guard end > start else { return nil }
    let name = String(decoding: bytes[start..<end], as: UTF8.self)
    let closed = end < bytes.count && bytes[end] == UInt8(ascii: ";")
    guard closed || ["amp", "nbsp", "quot", "lt", "gt", "frac12", "frac14", "frac34", "deg"].contains(name),
      let text = entities[name]
    else { return nil }
    return (text, closed ? end + 1 : end)
  }

  private static func character(_ bytes: [UInt8], at start: Int) -> ([UInt8], Int)? {
    var index = start
    let isHexadecimal = index < bytes.count && bytes[index] | 0x20 == UInt8(ascii: "x")
    if isHexadecimal { index += 1 }
    let digits = index
    var value: UInt32 = 0
    while index < bytes.count, index - digits < 8, let digit = bytes[index].hexadecimalDigit,
      isHexadecimal || digit < 10
    {
      // At most 8 digits of 4 bits: no overflow.
      value = isHexadecimal ? value << 4 | UInt32(digit) : value * 10 + UInt32(digit)
      index += 1
    }
    guard index > digits else { return nil }
    if index < bytes.count, bytes[index] == UInt8(ascii: ";") { index += 1 }
    if (0x80..<0xA0).contains(value) { value = windows1252[Int(value) - 0x80] }
    return (Unicode.Scalar(value).map(\.utf8Bytes) ?? [], index)
  }

  /// The characters that browsers substitute for the numbers 128–159 (HTML, "Numeric character reference end state").
  private static let windows1252: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
    0x017E, 0x0178,
  ]

  /// libxml2's table of HTML 4, and the entities of HTML 5 that recipes use.
  private static let entities: [String: [UInt8]] = {
    var entities: [String: [UInt8]] = [:]
    for value in UInt32(1)..<10_000 {
      guard let entity = htmlEntityValueLookup(value), let scalar = Unicode.Scalar(value) else { continue }
      entities[String(cString: entity.pointee.name)] = scalar.utf8Bytes
    }
    let more = [
      "apos": "'", "frac13": "⅓", "frac23": "⅔", "frac15": "⅕", "frac25": "⅖", "frac35": "⅗", "frac45": "⅘",
      "frac16": "⅙", "frac56": "⅚", "frac18": "⅛", "frac38": "⅜", "frac58": "⅝", "frac78": "⅞", "half": "½",
      "lpar": "(", "rpar": ")", "lsqb": "[", "rsqb": "]", "comma": ",", "period": ".", "colon": ":", "semi": ";",
      "excl": "!", "quest": "?", "num": "#", "percnt": "%", "plus": "+", "sol": "/", "ast": "*", "equals": "=",
      "commat": "@", "lowbar": "_", "hyphen": "‐", "dash": "‐", "Tab": "\t", "NewLine": "\n", "scaron": "š",
      "Scaron": "Š", "ccaron": "č", "Ccaron": "Č", "zcaron": "ž", "Zcaron": "Ž", "ecaron": "ě", "rcaron": "ř",
      "abreve": "ă", "Abreve": "Ă", "scedil": "ş", "tcedil": "ţ", "odblac": "ő", "udblac": "ű", "lstrok": "ł",
      "eogon": "ę", "aogon": "ą", "sacute": "ś", "cacute": "ć", "nacute": "ń", "zdot": "ż", "zacute": "ź",
      "dstrok": "đ", "imacr": "ī", "amacr": "ā", "emacr": "ē", "umacr": "ū", "inodot": "ı", "gbreve": "ğ",
      "Idot": "İ", "uring": "ů", "check": "✓", "phone": "☎", "star": "☆", "starf": "★",
    ]
    for (name, text) in more { entities[name] = Array(text.utf8) }
    return entities
  }()

  // MARK: Tags

  /// Elements that begin a line of their own.
  static let blocks: Set<String> = [
    "address", "article", "aside", "blockquote", "br", "dd", "details", "div", "dl", "dt", "fieldset", "figcaption",
    "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol", "p",
    "pre", "section", "table", "tbody", "thead", "tr", "ul",
  ]

  private static func removingTags(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "<")) else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "<"), let (name, end) = tag(bytes, at: index + 1) else {
        result.append(bytes[index])
        index += 1
        continue
      }
      index = end
      if blocks.contains(name) {
        result.append(10)
      } else if name == "td" || name == "th" {
        result.append(32)
      } else if name == "script" || name == "style" {
        while index < bytes.count, bytes[index] != UInt8(ascii: "<") { index += 1 }
      }
    }
    return result
  }

  /// The lower-case name of the tag after a `<`, and the position after it; nil for "x < 3".
  private static func tag(_ bytes: [UInt8], at start: Int) -> (String, Int)? {
    var index = start
    if index < bytes.count, bytes[index] == UInt8(ascii: "/") || bytes[index] == UInt8(ascii: "!") { index += 1 }
    let nameStart = index
    while index < bytes.count, index - nameStart < 40, bytes[index].isLetter || bytes[index].isDigit { index += 1 }
    let isComment = index < bytes.count && bytes[index] == UInt8(ascii: "-") && index > start
    guard isComment || index > nameStart && bytes[nameStart].isLetter else { return nil }
    let name = String(decoding: bytes[nameStart..<index].map(\.lowercased), as: UTF8.self)
    while index < bytes.count, index - start < 4096 {
      if bytes[index] == UInt8(ascii: ">") { return (name, index + 1) }
      if bytes[index] == UInt8(ascii: "<") { return nil }
      index += 1
    }
    return nil
  }
}
