import Postgres

/// A day of the calendar, without a time of day and without a time zone.
struct CalendarDate: Comparable, Hashable, Sendable {
  /// Days since 1970-01-01.
  let days: Int

  init(days: Int) { self.days = days }

  init(_ time: CivilTime) { days = (time.seconds - time.hour * 3600 - time.minute * 60 - time.second) / 86400 }

  /// Parses `2026-11-23`, as a date input sends it. Nil unless the calendar has such a day.
  init?(_ text: String) {
    guard let time = CivilTime(date: text) else { return nil }
    self.init(time)
  }

  /// Midnight of that day, in no particular zone.
  var civil: CivilTime { CivilTime(seconds: days * 86400) }

  /// `2026-11-23`
  var iso: String { civil.date }

  /// From 0 for Monday to 6 for Sunday.
  var weekday: Int { ((days + 3) % 7 + 7) % 7 }

  /// The first day of the month.
  var monthStart: CalendarDate { CalendarDate(days: days - civil.day + 1) }

  /// The first day of the next month.
  var nextMonth: CalendarDate { CalendarDate(monthStart.civil.adding(months: 1)) }

  /// The days of a month's calendar, week by week from Monday on: something for each of its days, and nil for others'.
  func weeksOfMonth<Cell>(_ cell: (CalendarDate) -> Cell) -> [[Cell?]] {
    var cells: [Cell?] = Array(repeating: nil, count: monthStart.weekday)
    cells += (monthStart.days..<nextMonth.days).map { cell(CalendarDate(days: $0)) }
    while cells.count % 7 != 0 { cells.append(nil) }
    return stride(from: 0, to: cells.count, by: 7).map { Array(cells[$0..<$0 + 7]) }
  }

  static func < (left: CalendarDate, right: CalendarDate) -> Bool { left.days < right.days }
}

extension CalendarDate: PostgresDecodable, PostgresEncodable {
  /// DateStyle is ISO: the first statement of each transaction sets it.
  init(field: Field) throws(PostgresError) {
    guard let date = CalendarDate(try String(field: field)) else { throw field.failure("is not a date") }
    self = date
  }

  func encode(to parameter: inout ParameterEncoder) { parameter.text(iso) }
}
