/// One SQL statement: literal text with bound parameters.
///
/// It is written as a string literal, and interpolating a value binds it as `$1`, `$2`, …; there is no way to
/// interpolate text as SQL. `\(fragment: sql)` and `+` splice in another statement with its parameters.
///
///     let find: SQL = "SELECT id, title FROM items WHERE id = \(id)"
///
/// The text consists of `StaticString`s only and is assembled once per connection, when the statement is prepared: a
/// call costs only its parameters. PostgreSQL infers a parameter's type from its context; where it cannot (`$1 IS
/// NULL`), write a cast: `\(day)::date`.
public struct SQL: ExpressibleByStringInterpolation, Sendable {
  public typealias StringLiteralType = StaticString

  var tokens: [Token]
  var parameters = Parameters()
  /// Computed from the literals' addresses, so that finding a prepared statement hashes one number.
  var hash: UInt

  public init(stringLiteral literal: StaticString) {
    tokens = [Token(literal)]
    hash = tokens[0].mixed(into: 0)
  }

  public init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.sql
  }

  private init(capacity: Int) {
    tokens = []
    tokens.reserveCapacity(capacity)
    hash = 0
  }

  public static func + (left: SQL, right: SQL) -> SQL {
    var sum = left
    sum += right
    return sum
  }

  public static func += (left: inout SQL, right: SQL) {
    for token in right.tokens { left.append(token) }
    left.parameters.append(right.parameters)
  }

  private mutating func append(_ token: Token) {
    tokens.append(token)
    hash = token.mixed(into: hash)
  }

  /// The statement's text as sent, ending in NUL.
  var text: [CChar] {
    var text: [CChar] = []
    var count = 0
    for token in tokens {
      if let bytes = token.literal {
        text.append(contentsOf: bytes.lazy.map { CChar(bitPattern: $0) })
      } else {
        count += 1
        text.append(contentsOf: "$\(count)".utf8.lazy.map { CChar(bitPattern: $0) })
      }
    }
    text.append(0)
    return text
  }

  /// The beginning of the text in one line, with `$1`, `$2`, … for the values, which are never part of it.
  /// - Parameter count: in characters.
  public func shortened(to count: Int) -> String {
    let text = String(decoding: text.dropLast().lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return String(text.split { $0.isWhitespace }.joined(separator: " ").prefix(count))
  }

  /// Collects the parts of a literal with interpolations.
  public struct StringInterpolation: StringInterpolationProtocol {
    public typealias StringLiteralType = StaticString

    var sql: SQL

    public init(literalCapacity: Int, interpolationCount: Int) {
      sql = SQL(capacity: 2 * interpolationCount + 1)
      sql.parameters.reserve(interpolationCount)
    }

    public mutating func appendLiteral(_ literal: StaticString) {
      if literal.utf8CodeUnitCount > 0 { sql.append(Token(literal)) }
    }

    /// Binds a value as a parameter.
    public mutating func appendInterpolation<Value: PostgresEncodable>(_ value: Value) {
      sql.append(Token(parameter: Value.postgresType))
      sql.parameters.append(value)
    }

    /// Binds a value, or NULL. The label states that nil is intended, which the compiler would warn about without it.
    public mutating func appendInterpolation<Value: PostgresEncodable>(optional value: Value?) {
      sql.append(Token(parameter: Value.postgresType))
      sql.parameters.append(value)
    }

    /// Splices in a fragment of a statement, with its parameters.
    public mutating func appendInterpolation(fragment: SQL) {
      sql += fragment
    }
  }
}

/// A part of a statement: a literal, or a parameter of some type.
struct Token: Hashable, Sendable {
  /// A literal's address; 0 for a parameter.
  private let address: UInt
  /// A literal's length in bytes, or a parameter's type.
  private let detail: Int

  init(_ literal: StaticString) {
    precondition(literal.hasPointerRepresentation)
    address = UInt(bitPattern: literal.utf8Start)
    detail = literal.utf8CodeUnitCount
  }

  init(parameter type: ParameterType) {
    address = 0
    detail = Int(type.rawValue)
  }

  var literal: UnsafeBufferPointer<UInt8>? {
    UnsafePointer<UInt8>(bitPattern: address).map { UnsafeBufferPointer(start: $0, count: detail) }
  }

  var parameterType: UInt32? { address == 0 ? UInt32(detail) : nil }

  func mixed(into hash: UInt) -> UInt {
    (hash ^ address ^ UInt(detail)) &* 0x9E37_79B9_7F4A_7C15
  }
}

/// The key of a prepared statement: the addresses of its literals in the program, and the types of its parameters.
struct StatementKey: Hashable {
  let hash: UInt
  let tokens: [Token]

  init(_ sql: SQL) {
    hash = sql.hash
    tokens = sql.tokens
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
  static func == (left: Self, right: Self) -> Bool { left.hash == right.hash && left.tokens == right.tokens }
}
