import Glibc

/// A value that can be read from a column.
public protocol PostgresDecodable {
  /// Reads PostgreSQL's text format; throws `.decoding`.
  init(field: borrowing Field) throws(PostgresError)
}

extension Optional: PostgresDecodable where Wrapped: PostgresDecodable {
  @inlinable
  public init(field: borrowing Field) throws(PostgresError) {
    self = field.isNull ? nil : try Wrapped(field: field)
  }
}

extension PostgresDecodable where Self: RawRepresentable, RawValue: PostgresDecodable {
  @inlinable
  public init(field: borrowing Field) throws(PostgresError) {
    guard let value = Self(rawValue: try RawValue(field: field)) else { throw field.failure("is not a \(Self.self)") }
    self = value
  }
}

extension PostgresDecodable where Self: FixedWidthInteger {
  public init(field: borrowing Field) throws(PostgresError) {
    guard let value = Self(decimal: try field.utf8()) else { throw field.failure("is not a \(Self.self)") }
    self = value
  }
}

extension FixedWidthInteger {
  /// Digits with an optional minus sign, as PostgreSQL writes integers.
  init?(decimal text: UnsafeBufferPointer<UInt8>) {
    let isNegative = text.first == UInt8(ascii: "-")
    if text.count == (isNegative ? 1 : 0) { return nil }
    var value: Self = 0
    for byte in text.dropFirst(isNegative ? 1 : 0) {
      let digit = byte &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) =
        isNegative ? product.subtractingReportingOverflow(Self(digit)) : product.addingReportingOverflow(Self(digit))
      if overflow || carry { return nil }
      value = sum
    }
    self = value
  }
}

extension Int: PostgresDecodable {}
extension Int16: PostgresDecodable {}
extension Int32: PostgresDecodable {}
extension Int64: PostgresDecodable {}

extension Bool: PostgresDecodable {
  public init(field: borrowing Field) throws(PostgresError) {
    let text = try field.utf8()
    guard text.count == 1, text[0] == UInt8(ascii: "t") || text[0] == UInt8(ascii: "f") else {
      throw field.failure("is not a Bool")
    }
    self = text[0] == UInt8(ascii: "t")
  }
}

extension Double: PostgresDecodable {
  public init(field: borrowing Field) throws(PostgresError) {
    guard let value = Double(String(decoding: try field.utf8(), as: UTF8.self)) else {
      throw field.failure("is not a Double")
    }
    self = value
  }
}

extension String: PostgresDecodable {
  /// Any column: a date, a uuid or a number comes as PostgreSQL writes it.
  public init(field: borrowing Field) throws(PostgresError) { self.init(decoding: try field.utf8(), as: UTF8.self) }
}

/// The bytes of a column, where libpq has put them: kept alive, never copied. PostgreSQL guarantees that they are UTF-8.
public struct Text {
  /// The owner of the bytes.
  @usableFromInline let owner: AnyObject
  @usableFromInline let bytes: UnsafeBufferPointer<UInt8>

  /// A text that did not come from the database (a sample, a default).
  public init(_ string: String) {
    let copy = TextCopy(string)
    owner = copy
    bytes = UnsafeBufferPointer(copy.bytes)
  }

  @inlinable public func withUTF8<Value>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Value) rethrows -> Value {
    try withExtendedLifetime(self) { try body(bytes) }
  }

  public var string: String { withUTF8 { String(decoding: $0, as: UTF8.self) } }
  public var isEmpty: Bool { bytes.isEmpty }
  /// The length in bytes of UTF-8.
  public var utf8Count: Int { bytes.count }
}

extension Text: PostgresDecodable {
  public init(field: borrowing Field) throws(PostgresError) {
    bytes = try field.utf8()
    owner = field.result
  }
}

extension Text: Hashable {
  /// Byte by byte, as PostgreSQL compares; a String compares by canonical equivalence.
  public static func == (left: Text, right: Text) -> Bool {
    left.withUTF8 { left in right.withUTF8 { right in left.elementsEqual(right) } }
  }
  public func hash(into hasher: inout Hasher) { withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) } }
}

extension Text: CustomStringConvertible {
  public var description: String { string }
}

extension Text: ExpressibleByStringLiteral {
  public init(stringLiteral literal: String) { self.init(literal) }
}

private final class TextCopy {
  let bytes: UnsafeMutableBufferPointer<UInt8>

  init(_ string: String) {
    bytes = .allocate(capacity: string.utf8.count)
    _ = bytes.initialize(from: string.utf8)
  }

  deinit { bytes.deallocate() }
}
