/// Parses the JSON of real pages leniently, and keeps what it has read if that ends early: raw control characters,
/// comments, CDATA wrappers, trailing and missing commas, quotes inside strings, broken escapes, several values in a
/// row. Depth and number of values are limited; the rest is skipped.
package struct JSONReader {
  /// Deeper values are skipped: real pages stay below 30.
  static let maximumDepth = 200
  /// A 10 MiB page of `[[],[],…]` would otherwise need a gigabyte. Real pages have some thousand.
  static let maximumValues = 200_000

  private let bytes: [UInt8]
  private var index = 0
  /// How many more values are allowed.
  private var room: Int
  /// Long keys, each of which is in memory once.
  private var keys: Set<String> = []

  private init(_ bytes: [UInt8], room: Int) {
    self.bytes = bytes
    self.room = room
  }

  /// Every top-level object and array.
  package static func values(_ bytes: [UInt8]) -> [JSON] {
    var room = maximumValues
    return values(bytes, room: &room)
  }

  /// The same, for one of several texts that share the limit `room`.
  package static func values(_ bytes: [UInt8], room: inout Int) -> [JSON] {
    var reader = JSONReader(bytes, room: room)
    var values: [JSON] = []
    while reader.skipToValue() {
      values.append(reader.value(depth: 0))
    }
    room = reader.room
    return values
  }

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func starts(with word: StaticString, at offset: Int? = nil) -> Bool {
    let start = offset ?? index
    guard word.utf8CodeUnitCount <= bytes.count - start else { return false }
    for position in 0..<word.utf8CodeUnitCount where bytes[start + position] != word.utf8Start[position] {
      return false
    }
    return true
  }

  /// Top level: text before the next object or array is a wrapper (a comment, CDATA, an assignment).
  private mutating func skipToValue() -> Bool {
    while let byte = current, room > 0 {
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["): return true
      case UInt8(ascii: "<") where starts(with: "<![CDATA["): index += 9
      case UInt8(ascii: "/") where starts(with: "/*"): skipBlockComment()
      default: index += 1
      }
    }
    return false
  }

  private mutating func skipSpace() {
    while let byte = current {
      if byte <= 32 || byte == 0x7F {
        index += 1
      } else if byte == 0xC2, index + 1 < bytes.count, bytes[index + 1] == 0xA0 {
        index += 2
      } else if starts(with: "\u{FEFF}") || starts(with: "-->") {
        index += 3
      } else if starts(with: "/*") {
        skipBlockComment()
      } else if starts(with: "//") {
        while let byte = current, byte != 10, byte != 13 { index += 1 }
      } else if starts(with: "<!--") {
        index += 4
      } else {
        return
      }
    }
  }

  private mutating func skipBlockComment() {
    index += 2
    while index < bytes.count, !starts(with: "*/") { index += 1 }
    index = min(index + 2, bytes.count)
  }

  private mutating func value(depth: Int) -> JSON {
    skipSpace()
    guard let byte = current else { return .null }
    guard room > 0 else {
      index = bytes.count
      return .null
    }
    room -= 1
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if depth >= Self.maximumDepth {
        skipNested()
        return .null
      }
      return byte == UInt8(ascii: "{") ? object(depth: depth + 1) : array(depth: depth + 1)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return .string(string(isKey: false))
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"): return number()
    default: return word()
    }
  }

  /// Skips a value that is too deep, by brackets and strings only.
  private mutating func skipNested() {
    var open = 0
    while let byte = current {
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["): open += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): open -= 1
      case UInt8(ascii: "\""):
        index += 1
        while let byte = current, byte != UInt8(ascii: "\"") { index += byte == UInt8(ascii: "\\") ? 2 : 1 }
      default: break
      }
      index = min(index + 1, bytes.count)
      if open <= 0 { return }
    }
  }

  private mutating func object(depth: Int) -> JSON {
    var object = members(depth: depth)
    object.trim()
    return .object(object)
  }

  private mutating func members(depth: Int) -> JSONObject {
    index += 1
    var object = JSONObject()
    while true {
      skipSpace()
      guard let byte = current else { return object }
      switch byte {
      case UInt8(ascii: "}"):
        index += 1
        return object
      case UInt8(ascii: "]"):
        // The bracket of an array around this object: the brace is missing.
        return object
      case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: ";"):
        index += 1
      default:
        let key: String
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
          key = string(isKey: true)
        } else if let bare = bareKey() {
          key = bare
        } else {
          index += 1
          continue
        }
        skipSpace()
        guard current == UInt8(ascii: ":") else { continue }
        index += 1
        skipSpace()
        if current == UInt8(ascii: ",") || current == UInt8(ascii: "}") { continue }
        object.append(shared(key), value(depth: depth))
      }
    }
  }

  /// The same text; one that a String has no room for itself is that of the keys before.
  private mutating func shared(_ key: String) -> String {
    guard key.utf8.count > 15, keys.count < 1_000 else { return key }
    return keys.insert(key).memberAfterInsert
  }

  private mutating func bareKey() -> String? {
    let start = index
    while let byte = current, isWordByte(byte) { index += 1 }
    return index > start ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "@"), UInt8(ascii: "$"), UInt8(ascii: "-"):
      true
    default: byte >= 0x80
    }
  }

  private mutating func array(depth: Int) -> JSON {
    index += 1
    var elements: [JSON] = []
    while true {
      skipSpace()
      guard let byte = current else { return .array(elements) }
      switch byte {
      case UInt8(ascii: "]"):
        index += 1
        return .array(elements)
      case UInt8(ascii: "}"):
        // The brace of an object around this array: the bracket is missing.
        return .array(elements)
      case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"):
        index += 1
      default:
        let before = index
        elements.append(value(depth: depth))
        if index == before { index += 1 }
      }
    }
  }

  private mutating func number() -> JSON {
    let start = index
    while let byte = current {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "e"), UInt8(ascii: "E"):
        index += 1
      default: return .number(String(decoding: bytes[start..<index], as: UTF8.self))
      }
    }
    return .number(String(decoding: bytes[start..<index], as: UTF8.self))
  }

  /// `true`, `false`, `null`, `undefined`, or text without quotes.
  private mutating func word() -> JSON {
    let start = index
    while let byte = current,
      ![UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "\""), 10, 13].contains(byte)
    { index += 1 }
    var word = bytes[start..<index]
    while let last = word.last, last <= 32 { word.removeLast() }
    switch String(decoding: word, as: UTF8.self) {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "", "null", "undefined", "NaN": return .null
    case let text: return .string(text)
    }
  }

  private mutating func string(isKey: Bool) -> String {
    let quote = bytes[index]
    index += 1
    var result: [UInt8] = []
    var run = index
    while let byte = current {
      if byte == UInt8(ascii: "\\") {
        result += bytes[run..<index]
        escape(into: &result)
        run = index
      } else if byte == quote, closes(quote, isKey: isKey) {
        result += bytes[run..<index]
        index += 1
        return String(decoding: result, as: UTF8.self)
      } else {
        index += 1
      }
    }
    result += bytes[run..<index]
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether the quote at `index` ends its string. In valid JSON this always holds, so only broken text (`"a "big"
  /// pan"`) takes the other branch.
  private func closes(_ quote: UInt8, isKey: Bool) -> Bool {
    guard let next = significant(after: index + 1) else { return true }
    switch bytes[next] {
    case UInt8(ascii: ":"): return isKey
    case UInt8(ascii: "}"), UInt8(ascii: "]"): return !isKey || quote == UInt8(ascii: "\"")
    case UInt8(ascii: "/"), UInt8(ascii: "<"): return starts(with: "//", at: next) || starts(with: "/*", at: next)
    case UInt8(ascii: ","):
      guard let after = significant(after: next + 1) else { return true }
      switch bytes[after] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "}"),
        UInt8(ascii: "]"), UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ","):
        return true
      case UInt8(ascii: "/"): return starts(with: "//", at: after) || starts(with: "/*", at: after)
      default:
        // An object of a script: its keys have no quotes.
        if quote == UInt8(ascii: "'"), bytes[after].isLetter { return true }
        return starts(with: "true", at: after) || starts(with: "false", at: after) || starts(with: "null", at: after)
      }
    case UInt8(ascii: "\""):
      // A missing comma; but in `8"", …` the second quote is the one that closes.
      return next > index + 1 || quote != UInt8(ascii: "\"") || !closesAsLast(next)
    default: return false
    }
  }

  private func closesAsLast(_ position: Int) -> Bool {
    guard let next = significant(after: position + 1) else { return true }
    return [UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]")].contains(bytes[next])
  }

  private func significant(after start: Int) -> Int? {
    var position = start
    // Limits the look ahead: unlimited white space would make every quote scan the whole page.
    while position < bytes.count, position < start + 4096 {
      if bytes[position] > 32 { return position }
      position += 1
    }
    return position < bytes.count ? position : nil
  }

  private mutating func escape(into result: inout [UInt8]) {
    guard index + 1 < bytes.count else {
      index = bytes.count
      return
    }
    let byte = bytes[index + 1]
    index += 2
    switch byte {
    case UInt8(ascii: "n"): result.append(10)
    case UInt8(ascii: "t"): result.append(9)
    case UInt8(ascii: "r"): result.append(13)
    case UInt8(ascii: "b"), UInt8(ascii: "f"): result.append(32)
    case UInt8(ascii: "u"):
      guard let unit = hexadecimal() else {
        result += [UInt8(ascii: "\\"), UInt8(ascii: "u")]
        return
      }
      append(unit, to: &result)
    default: result.append(byte)
    }
  }

  private mutating func append(_ unit: UInt32, to result: inout [UInt8]) {
    var scalar = unit
    if unit & 0xFC00 == 0xD800, starts(with: "\\u") {
      let back = index
      index += 2
      if let low = hexadecimal(), low & 0xFC00 == 0xDC00 {
        scalar = 0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF)
      } else {
        index = back
      }
    }
    result += (Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8Bytes
  }

  private mutating func hexadecimal() -> UInt32? {
    guard index + 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for position in index..<index + 4 {
      guard let digit = bytes[position].hexadecimalDigit else { return nil }
      value = value << 4 | UInt32(digit)
    }
    index += 4
    return value
  }
}

extension UInt8 {
  var hexadecimalDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  var isLetter: Bool { (self | 0x20) >= UInt8(ascii: "a") && (self | 0x20) <= UInt8(ascii: "z") }

  var lowercased: UInt8 { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self }
}

extension Unicode.Scalar {
  var utf8Bytes: [UInt8] { Array(String(self).utf8) }
}
