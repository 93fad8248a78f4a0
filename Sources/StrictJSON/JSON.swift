/// A JSON value (RFC 8259). What is signed or decides who somebody is is read strictly: no second member of a name, no
/// lone surrogates, nothing after the value.
public enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  /// As it was written.
  case number(String)
  case string(String)
  case array([JSON])
  case object(JSONObject)

  /// Parses a text in UTF-8.
  /// - Parameter maximumValues: a text with more values is refused.
  public init(_ bytes: [UInt8], maximumValues: Int = 500) throws(Refusal) {
    var reader = JSONReader(bytes: bytes, room: maximumValues)
    self = try reader.document()
  }

  public var object: JSONObject? { if case .object(let object) = self { object } else { nil } }
  public var string: String? { if case .string(let string) = self { string } else { nil } }
  public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }

  public var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let digits): digits
    case .string(let string): Self.quoted(string)
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .object(let object):
      "{" + object.members.map { "\(Self.quoted($0.name)):\($0.value.text)" }.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ string: String) -> String {
    var (string, text) = (string, [] as [UInt8])
    string.withUTF8 { append($0, to: &text) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends a string in UTF-8, with its quotes.
  public static func append(_ string: UnsafeBufferPointer<UInt8>, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "\""))
    var start = 0
    for (position, byte) in string.enumerated()
    where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
      text += string[start..<position]
      start = position + 1
      switch byte {
      case UInt8(ascii: "\n"): text += "\\n".utf8
      case UInt8(ascii: "\r"): text += "\\r".utf8
      case UInt8(ascii: "\t"): text += "\\t".utf8
      case ..<0x20: text += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
      default: text += [UInt8(ascii: "\\"), byte]
      }
    }
    text += string[start...]
    text.append(UInt8(ascii: "\""))
  }
}

public struct JSONObject: Equatable, Sendable, ExpressibleByDictionaryLiteral {
  public struct Member: Equatable, Sendable {
    public let name: String
    public let value: JSON
  }

  public private(set) var members: [Member] = []

  public init() {}

  public init(dictionaryLiteral members: (String, JSON)...) {
    self.members = members.map { Member(name: $0.0, value: $0.1) }
  }

  init(_ members: [Member]) { self.members = members }

  /// An object that was read has `JSONReader.maximumMembers` at most.
  public subscript(name: String) -> JSON? { members.first { $0.name.isExactly(name) }?.value }

  /// Adds a member whose name is known to be new.
  public mutating func append(_ name: String, _ value: JSON) { members.append(Member(name: name, value: value)) }
}

private struct JSONReader {
  private static let maximumDepth = 16
  /// Of one object. What providers say of themselves (OpenID Connect Discovery 1.0 §3) has up to 70.
  private static let maximumMembers = 200
  let bytes: [UInt8]
  private var index = 0
  private var room: Int

  init(bytes: [UInt8], room: Int) {
    self.bytes = bytes
    self.room = room
  }

  mutating func document() throws(Refusal) -> JSON {
    let value = try value(depth: 0)
    skipSpace()
    guard index == bytes.count else { throw Refusal(.trailing) }
    return value
  }

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = current, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { index += 1 }
  }

  /// Skips white space and the character, if it is there.
  private mutating func takes(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard current == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func value(depth: Int) throws(Refusal) -> JSON {
    guard depth < Self.maximumDepth, room > 0 else { throw Refusal(.tooMuch) }
    room -= 1
    skipSpace()
    switch current {
    case UInt8(ascii: "{"): return .object(try object(depth: depth))
    case UInt8(ascii: "["): return .array(try array(depth: depth))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func object(depth: Int) throws(Refusal) -> JSONObject {
    index += 1
    var object = JSONObject()
    if takes("}") { return object }
    // The work for a name is that for its bytes, however many came before. Strings would be equal that are canonically
    // equivalent.
    var names: Set<[UInt8]> = []
    repeat {
      skipSpace()
      let name = try string()
      guard names.insert(Array(name.utf8)).inserted else { throw Refusal(.nameTwice) }
      guard names.count <= Self.maximumMembers else { throw Refusal(.tooManyMembers) }
      guard takes(":") else { throw Refusal(.noColon) }
      object.append(name, try value(depth: depth + 1))
    } while takes(",")
    guard takes("}") else { throw Refusal(.openObject) }
    return object
  }

  private mutating func array(depth: Int) throws(Refusal) -> [JSON] {
    index += 1
    var elements: [JSON] = []
    if takes("]") { return elements }
    repeat { elements.append(try value(depth: depth + 1)) } while takes(",")
    guard takes("]") else { throw Refusal(.openArray) }
    return elements
  }

  private mutating func word(_ word: StaticString, _ value: JSON) throws(Refusal) -> JSON {
    let count = word.utf8CodeUnitCount
    guard count <= bytes.count - index,
      bytes[index..<(index + count)].elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: count))
    else { throw Refusal(.unknownWord) }
    index += count
    return value
  }

  private mutating func number() throws(Refusal) -> String {
    let start = index
    if current == UInt8(ascii: "-") { index += 1 }
    let isZero = current == UInt8(ascii: "0")
    let digits = digits()
    var isValid = digits > 0 && (digits == 1 || !isZero)
    if isValid, current == UInt8(ascii: ".") {
      index += 1
      isValid = self.digits() > 0
    }
    if isValid, let byte = current, byte | 0x20 == UInt8(ascii: "e") {
      index += 1
      if let sign = current, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { index += 1 }
      isValid = self.digits() > 0
    }
    guard isValid else { throw Refusal(.noValue) }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func digits() -> Int {
    let start = index
    while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
    return index - start
  }

  private mutating func string() throws(Refusal) -> String {
    guard current == UInt8(ascii: "\"") else { throw Refusal(.noName) }
    index += 1
    var text: [UInt8] = []
    while let byte = current {
      index += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(validating: text, as: UTF8.self) else { throw Refusal(.notUTF8) }
        return string
      case UInt8(ascii: "\\"): try escape(into: &text)
      case ..<0x20: throw Refusal(.controlCharacter)
      default: text.append(byte)
      }
    }
    throw Refusal(.openString)
  }

  /// Appends what an escape stands for, in UTF-8.
  private mutating func escape(into text: inout [UInt8]) throws(Refusal) {
    guard let byte = current else { throw Refusal(.openString) }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0c)
    case UInt8(ascii: "n"): text.append(0x0a)
    case UInt8(ascii: "r"): text.append(0x0d)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      var code = try unit()
      if code & 0xfc00 == 0xd800, current == UInt8(ascii: "\\") {
        index += 1
        guard current == UInt8(ascii: "u") else { throw Refusal(.halfCharacter) }
        index += 1
        let low = try unit()
        guard low & 0xfc00 == 0xdc00 else { throw Refusal(.halfCharacter) }
        code = 0x10000 + (code & 0x3ff) << 10 + (low & 0x3ff)
      }
      guard let scalar = Unicode.Scalar(code) else { throw Refusal(.halfCharacter) }
      text.append(contentsOf: UTF8.encode(scalar)!)
    default: throw Refusal(.unknownEscape)
    }
  }

  private mutating func unit() throws(Refusal) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = current else { throw Refusal(.openString) }
      index += 1
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
      default: throw Refusal(.unknownEscape)
      }
    }
    return value
  }
}

// Values that a program writes.
extension JSON: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  public init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(JSONObject(members.map { JSONObject.Member(name: $0.0, value: $0.1) }))
  }
}
