import StrictJSON

/// As much of CBOR (RFC 8949) as authenticators write: the rules of CTAP2 (canonical CBOR encoding form) but for the order of
/// a map's keys, which clients do not all keep. No indefinite lengths, tags or floating-point numbers.
enum CBOR: Equatable {
  case integer(Int64)
  case bytes([UInt8])
  case text(String)
  case array([CBOR])
  case map(CBORMap)
  case bool(Bool)
  case null

  /// The value that these bytes are, all of them.
  init(_ bytes: [UInt8]) throws(Refusal) {
    var reader = CBORReader(bytes)
    self = try reader.value()
    guard reader.index == bytes.count else { throw Refusal("CBOR: bytes after the value") }
  }
}

/// Entries in their order, each key once.
struct CBORMap: Equatable {
  enum Key: Equatable {
    case integer(Int64)
    case text([UInt8])
  }

  private(set) var entries: [(key: Key, value: CBOR)] = []

  var count: Int { entries.count }

  subscript(key: Int64) -> CBOR? { self[.integer(key)] }
  subscript(key: String) -> CBOR? { self[.text(Array(key.utf8))] }
  private subscript(key: Key) -> CBOR? { entries.first { $0.key == key }?.value }

  /// An attestation statement has up to ten (Web Authentication Level 2 §8); each is compared with those before it.
  private static let maximumCount = 64

  mutating func append(_ key: Key, _ value: CBOR) throws(Refusal) {
    guard count < Self.maximumCount else { throw Refusal("CBOR: too many entries") }
    guard self[key] == nil else { throw Refusal("CBOR: a key twice") }
    entries.append((key, value))
  }

  static func == (left: CBORMap, right: CBORMap) -> Bool {
    left.entries.elementsEqual(right.entries) { $0.key == $1.key && $0.value == $1.value }
  }
}

/// Reads a value at a time.
struct CBORReader {
  private static let maximumDepth = 16
  /// Of values altogether. An attestation has some ten.
  private static let maximumValues = 500

  private let bytes: [UInt8]
  /// Of the byte after the values that were read.
  private(set) var index: Int
  private var room = CBORReader.maximumValues

  /// - Parameter start: where to begin; at most the number of bytes.
  init(_ bytes: [UInt8], at start: Int = 0) {
    self.bytes = bytes
    index = start
  }

  mutating func value(depth: Int = 0) throws(Refusal) -> CBOR {
    guard depth < Self.maximumDepth, room > 0 else { throw Refusal("CBOR: too deep or too many values") }
    room -= 1
    let first = try byte()
    let (major, detail) = (first >> 5, first & 0x1f)
    if major == 7 {
      switch detail {
      case 20: return .bool(false)
      case 21: return .bool(true)
      case 22: return .null
      default: throw Refusal("CBOR: neither a boolean nor null")
      }
    }
    let argument = try argument(detail)
    switch major {
    case 0: return .integer(argument)
    case 1: return .integer(-1 - argument)
    case 2: return .bytes(Array(try take(argument)))
    case 3:
      guard let text = String(validating: try take(argument), as: UTF8.self) else { throw Refusal("CBOR: not UTF-8") }
      return .text(text)
    case 4:
      var elements: [CBOR] = []
      for _ in 0..<(try count(argument)) { elements.append(try value(depth: depth + 1)) }
      return .array(elements)
    case 5:
      var map = CBORMap()
      for _ in 0..<(try count(argument)) {
        let key: CBORMap.Key
        switch try value(depth: depth + 1) {
        case .integer(let number): key = .integer(number)
        case .text(let text): key = .text(Array(text.utf8))
        default: throw Refusal("CBOR: a key that is neither a number nor a text")
        }
        try map.append(key, try value(depth: depth + 1))
      }
      return .map(map)
    default: throw Refusal("CBOR: a tag")
    }
  }

  /// The number that follows a first byte, in its shortest form.
  private mutating func argument(_ detail: UInt8) throws(Refusal) -> Int64 {
    guard detail >= 24 else { return Int64(detail) }
    guard detail <= 27 else { throw Refusal("CBOR: an indefinite or reserved length") }
    let size = 1 << Int(detail - 24)
    var number: UInt64 = 0
    for byte in try take(Int64(size)) { number = number << 8 | UInt64(byte) }
    let least: UInt64 = size == 1 ? 24 : 1 << UInt64(size * 4)
    guard number >= least, let value = Int64(exactly: number) else {
      throw Refusal("CBOR: a number that is too large or not in its shortest form")
    }
    return value
  }

  /// A number of elements, each of which takes a byte at least.
  private func count(_ argument: Int64) throws(Refusal) -> Int {
    guard argument <= Int64(bytes.count - index) else { throw Refusal("CBOR: it ends early") }
    return Int(argument)
  }

  private mutating func byte() throws(Refusal) -> UInt8 {
    guard index < bytes.count else { throw Refusal("CBOR: it ends early") }
    defer { index += 1 }
    return bytes[index]
  }

  private mutating func take(_ argument: Int64) throws(Refusal) -> ArraySlice<UInt8> {
    let count = try count(argument)
    defer { index += count }
    return bytes[index..<(index + count)]
  }
}
