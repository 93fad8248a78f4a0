// Dates and times as forms and PostgreSQL write them.

extension CivilTime {
  /// Reads `2026-11-23`, as a date input sends it.
  public init?(date: String) {
    var digits = DigitReader(date.utf8)
    guard let year = digits.number(), digits.skip("-"), let month = digits.number(), digits.skip("-"),
      let day = digits.number(), digits.isAtEnd
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Parses PostgreSQL's ISO output: `2026-11-23 18:00:00.25`, without the fraction.
  @inlinable public init?(timestamp text: some Collection<UInt8>) {
    var digits = DigitReader(text)
    guard let time = digits.civilTime(), digits.isAtEnd else { return nil }
    self = time
  }
}
