import Postgres

/// A column of the type timestamp (without time zone): a time on the clock of its household.
extension CivilTime: PostgresDecodable, PostgresEncodable {
  /// DateStyle is ISO: the first statement of each transaction sets it.
  init(field: Field) throws(PostgresError) {
    guard let time = CivilTime(timestamp: try field.utf8()) else { throw field.failure("is not a timestamp") }
    self = time
  }

  func encode(to parameter: inout ParameterEncoder) { parameter.text("\(date) \(time):\(padded(second, 2))") }

  /// Parses PostgreSQL's ISO output: `2026-11-23 18:00:00.25`, without the fraction.
  init?(timestamp text: some Collection<UInt8>) {
    var digits = DigitReader(text)
    guard let time = digits.civilTime(), digits.isAtEnd else { return nil }
    self = time
  }
}
