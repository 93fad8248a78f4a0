/// Header fields in the order they came or were set (RFC 9110 §5), in one array of bytes. Names are compared without
/// regard to the case of ASCII letters.
public struct Headers: Sendable {
  struct Field: Sendable {
    var name: Range<Int>
    var value: Range<Int>
  }

  private(set) var bytes: [UInt8]
  private(set) var fields: [Field]

  public init() {
    bytes = []
    fields = []
  }

  /// Fields that a parser has found in the head of a request.
  init(bytes: [UInt8], fields: [Field]) {
    self.bytes = bytes
    self.fields = fields
  }

  public var count: Int { fields.count }

  /// The value of the first field of that name.
  public subscript(name: StaticString) -> String? {
    guard let index = index(of: name) else { return nil }
    return String(decoding: bytes[fields[index].value], as: UTF8.self)
  }

  /// The same, by a name that is not a literal.
  public func first(_ name: String) -> String? { values(name).first }

  /// The value of every field of that name.
  public func values(_ name: String) -> [String] {
    let wanted = Array(name.utf8)
    return fields.filter { Self.isSame(bytes[$0.name], wanted) }.map {
      String(decoding: bytes[$0.value], as: UTF8.self)
    }
  }

  /// Sets a field, in place of all of that name.
  public mutating func set(_ name: StaticString, _ value: String) {
    while let index = index(of: name) { fields.remove(at: index) }
    append(name, value)
  }

  /// Adds a field. A control byte in the value, which could begin a field of somebody else's choice, becomes a space.
  public mutating func append(_ name: StaticString, _ value: String) {
    let start = bytes.count
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    let middle = bytes.count
    for byte in value.utf8 { bytes.append(ASCII.isControl(byte) ? ASCII.space : byte) }
    fields.append(Field(name: start..<middle, value: middle..<bytes.count))
  }

  /// Adds the fields of others, which are known to be absent.
  public mutating func append(_ others: Headers) {
    let offset = bytes.count
    bytes.append(contentsOf: others.bytes)
    for field in others.fields {
      fields.append(
        Field(
          name: field.name.lowerBound + offset..<field.name.upperBound + offset,
          value: field.value.lowerBound + offset..<field.value.upperBound + offset))
    }
  }

  /// Writes the fields as lines (RFC 9112 §5).
  func write(to output: inout [UInt8]) {
    bytes.withUnsafeBufferPointer { bytes in
      for field in fields {
        output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[field.name]))
        output.append(0x3A)
        output.append(ASCII.space)
        output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[field.value]))
        output.append(ASCII.carriageReturn)
        output.append(ASCII.lineFeed)
      }
    }
  }

  private func index(of name: StaticString) -> Int? {
    let wanted = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    return bytes.withUnsafeBufferPointer { bytes in
      fields.firstIndex { field in
        guard field.name.count == wanted.count else { return false }
        for offset in 0..<wanted.count
        where ASCII.lowercase(bytes[field.name.lowerBound + offset]) != ASCII.lowercase(wanted[offset]) {
          return false
        }
        return true
      }
    }
  }

  private static func isSame(_ name: ArraySlice<UInt8>, _ wanted: [UInt8]) -> Bool {
    name.count == wanted.count && zip(name, wanted).allSatisfy { ASCII.lowercase($0) == ASCII.lowercase($1) }
  }
}
