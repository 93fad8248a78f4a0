public import CivilTime
public import Postgres

/// A column of the type timestamp (without time zone): a time on the clock of its household.
extension CivilTime: PostgresDecodable, PostgresEncodable {
  /// DateStyle is ISO: the first statement of each transaction sets it.
  public init(field: borrowing Field) throws(PostgresError) {
    guard let time = CivilTime(timestamp: try field.utf8()) else { throw field.failure("is not a timestamp") }
    self = time
  }

  public func encode(to parameter: inout ParameterEncoder) { parameter.text("\(date) \(time):\(padded(second, 2))") }
}

extension CalendarDate: PostgresDecodable, PostgresEncodable {
  /// DateStyle is ISO: the first statement of each transaction sets it.
  public init(field: borrowing Field) throws(PostgresError) {
    guard let date = CalendarDate(try field.utf8()) else { throw field.failure("is not a date") }
    self = date
  }

  public func encode(to parameter: inout ParameterEncoder) { parameter.text(iso) }
}

extension Timestamp: PostgresDecodable {
  public init(field: borrowing Field) throws(PostgresError) {
    guard let time = Timestamp(try field.utf8()) else {
      throw field.failure("is not a timestamp with time zone")
    }
    self = time
  }
}

extension SQL {
  /// A moment as addresses of Undo and of further pages have it: microseconds since 1970, which is all that a column keeps.
  static func timestamp(microseconds: Int) -> SQL {
    "('epoch'::timestamptz + \(microseconds)::bigint * interval '1 microsecond')"
  }
}
