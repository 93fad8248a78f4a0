/// Header fields in the order they came or were set (RFC 9110 §5), in one array of bytes. Names are compared without
/// regard to the case of ASCII letters.
public struct Headers: Sendable {
  struct Field: Sendable {
    var name: Range<Int>
    var value: Range<Int>
  }

  private(set) var bytes: [UInt8]
  private(set) var fields: [Field]
  /// Fields were taken away, and their bytes are still there. Without gaps, the bytes of a response's fields are its
  /// lines as they are sent.
  private var hasGaps = false

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
    while let index = index(of: name) {
      fields.remove(at: index)
      hasGaps = true
    }
    append(name, value)
  }

  /// Adds a field. A control byte in the value, which could begin a field of somebody else's choice, becomes a space.
  public mutating func append(_ name: StaticString, _ value: String) {
    let start = bytes.count
    let valueStart = start + name.utf8CodeUnitCount + 2
    if bytes.isEmpty { bytes.reserveCapacity(max(160, valueStart + value.utf8.count + 2)) }
    bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    bytes.append(0x3A)
    bytes.append(ASCII.space)
    bytes.append(contentsOf: value.utf8)
    let end = bytes.count
    for index in valueStart..<end where ASCII.isControl(bytes[index]) { bytes[index] = ASCII.space }
    bytes.append(ASCII.carriageReturn)
    bytes.append(ASCII.lineFeed)
    fields.append(Field(name: start..<valueStart - 2, value: valueStart..<end))
  }

  /// Adds the fields of others, which are known to be absent.
  public mutating func append(_ others: Headers) {
    let offset = bytes.count
    bytes.append(contentsOf: others.bytes)
    hasGaps = hasGaps || others.hasGaps
    for field in others.fields {
      fields.append(
        Field(
          name: field.name.lowerBound + offset..<field.name.upperBound + offset,
          value: field.value.lowerBound + offset..<field.value.upperBound + offset))
    }
  }

  /// Writes the fields that `append` and `set` have made, as lines (RFC 9112 §5).
  func write(to output: inout [UInt8]) {
    if !hasGaps { return output.append(contentsOf: bytes) }
    for field in fields { output.append(contentsOf: bytes[field.name.lowerBound..<field.value.upperBound + 2]) }
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
