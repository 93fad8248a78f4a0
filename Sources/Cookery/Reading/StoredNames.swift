/// The cases of an enumeration by their names in rows, up to nine letters of ASCII each: comparing numbers takes a fraction of making
/// a String and comparing that.
struct StoredNames<Value: CaseIterable & RawRepresentable & Sendable>: Sendable where Value.RawValue == String {
  private let values = Array(Value.allCases)
  private let names = Value.allCases.map { Self.number($0.rawValue.utf8) }

  /// The case of that name.
  func value(_ name: UnsafeBufferPointer<UInt8>) -> Value? {
    guard let number = Self.number(name) else { return nil }
    return names.firstIndex(of: number).map { values[$0] }
  }

  /// Seven bits of each byte; nil for other bytes, and for more of them.
  private static func number(_ name: some Collection<UInt8>) -> UInt64? {
    guard name.count <= 9 else { return nil }
    var (number, bits) = (UInt64(0), UInt8(0))
    for byte in name {
      number = number << 7 | UInt64(byte)
      bits |= byte
    }
    return bits < 0x80 ? number : nil
  }
}
