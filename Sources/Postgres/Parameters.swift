/// The type that a parameter is declared with: an OID of `pg_type`.
public struct ParameterType: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// PostgreSQL infers the type from the context. Right for everything sent as text.
  public static let inferred = ParameterType(rawValue: 0)
  /// `bytea`.
  public static let bytes = ParameterType(rawValue: 17)
}

/// A value that can be bound to a statement.
public protocol PostgresEncodable {
  /// The declared type; `.inferred` unless said otherwise.
  static var postgresType: ParameterType { get }

  /// Calls exactly one of the encoder's functions, once.
  func encode(to parameter: inout ParameterEncoder)
}

extension PostgresEncodable {
  public static var postgresType: ParameterType { .inferred }
}

/// Receives the bytes of one parameter.
public struct ParameterEncoder {
  var parameters: Parameters

  /// NULL.
  public mutating func null() { parameters.entries.append(.init(offset: -1, count: 0, format: 0)) }

  /// A value in PostgreSQL's text format. U+0000 cannot be stored: the statement then throws `.encoding`.
  public mutating func text(_ string: some StringProtocol) {
    var string = String(string)
    string.withUTF8 { text(utf8: $0) }
  }

  /// A value in PostgreSQL's text format, as UTF-8.
  public mutating func text(utf8: UnsafeBufferPointer<UInt8>) {
    if utf8.contains(0) { parameters.firstWithZero = parameters.firstWithZero ?? parameters.entries.count }
    append(utf8, format: 0)
    parameters.bytes.append(0)
  }

  /// A value in the binary format of its type (for `bytea` its bytes).
  public mutating func binary(_ bytes: UnsafeBufferPointer<UInt8>) { append(bytes, format: 1) }

  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, format: Int32) {
    parameters.entries.append(.init(offset: parameters.bytes.count, count: Int32(bytes.count), format: format))
    parameters.bytes.append(contentsOf: bytes)
  }
}

/// The parameters of one statement, in one buffer; texts end in NUL, as libpq requires.
struct Parameters: Sendable {
  struct Entry: Sendable {
    /// Where the value begins in `bytes`; -1 for NULL.
    var offset: Int
    var count: Int32
    /// 0 text, 1 binary (PQexecParams).
    var format: Int32
  }

  var entries: [Entry] = []
  var bytes: [UInt8] = []
  /// The first text with U+0000 in it, counted from 0.
  var firstWithZero: Int?

  mutating func reserve(_ count: Int) {
    entries.reserveCapacity(count)
    bytes.reserveCapacity(40 * count)
  }

  mutating func append(_ value: some PostgresEncodable) {
    let expected = entries.count + 1
    var encoder = ParameterEncoder(parameters: Parameters())
    swap(&encoder.parameters, &self)
    value.encode(to: &encoder)
    swap(&encoder.parameters, &self)
    precondition(entries.count == expected, "a parameter has to be encoded exactly once")
  }

  mutating func append(_ other: Parameters) {
    if let zero = other.firstWithZero, firstWithZero == nil { firstWithZero = entries.count + zero }
    for var entry in other.entries {
      if entry.offset >= 0 { entry.offset += bytes.count }
      entries.append(entry)
    }
    bytes.append(contentsOf: other.bytes)
  }
}

extension Optional: PostgresEncodable where Wrapped: PostgresEncodable {
  public static var postgresType: ParameterType { Wrapped.postgresType }
  public func encode(to parameter: inout ParameterEncoder) {
    if let self { self.encode(to: &parameter) } else { parameter.null() }
  }
}

extension PostgresEncodable where Self: RawRepresentable, RawValue: PostgresEncodable {
  public static var postgresType: ParameterType { RawValue.postgresType }
  public func encode(to parameter: inout ParameterEncoder) { rawValue.encode(to: &parameter) }
}

extension PostgresEncodable where Self: FixedWidthInteger {
  public func encode(to parameter: inout ParameterEncoder) { parameter.text(String(self)) }
}

extension Int: PostgresEncodable {}
extension Int16: PostgresEncodable {}
extension Int32: PostgresEncodable {}
extension Int64: PostgresEncodable {}

extension Bool: PostgresEncodable {
  public func encode(to parameter: inout ParameterEncoder) { parameter.text(self ? "t" : "f") }
}

extension Double: PostgresEncodable {
  /// Infinity and NaN are spelt as PostgreSQL reads them.
  public func encode(to parameter: inout ParameterEncoder) { parameter.text(description) }
}

extension String: PostgresEncodable {
  public func encode(to parameter: inout ParameterEncoder) { parameter.text(self) }
}

extension Substring: PostgresEncodable {
  public func encode(to parameter: inout ParameterEncoder) { parameter.text(self) }
}

extension Text: PostgresEncodable {
  public func encode(to parameter: inout ParameterEncoder) { withUTF8 { parameter.text(utf8: $0) } }
}
