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

  /// Reads `18:00`, as a time input sends it; seconds are read and dropped.
  public static func timeOfDay(_ text: String) -> (hour: Int, minute: Int)? {
    var digits = DigitReader(text.utf8)
    guard let hour = digits.number(), digits.skip(":"), let minute = digits.number() else { return nil }
    let second = digits.skip(":") ? digits.number() : 0
    guard let second, digits.isAtEnd,
      CivilTime(year: 2000, month: 1, day: 1, hour: hour, minute: minute, second: second) != nil
    else { return nil }
    return (hour, minute)
  }

  /// Parses PostgreSQL's ISO output: `2026-11-23 18:00:00.25`, without the fraction.
  @inlinable public init?(timestamp text: some Collection<UInt8>) {
    var digits = DigitReader(text)
    guard let time = digits.civilTime(), digits.isAtEnd else { return nil }
    self = time
  }
}
