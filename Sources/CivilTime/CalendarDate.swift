/// A day of the calendar, without a time of day and without a time zone.
public struct CalendarDate: Comparable, Hashable, Sendable {
  /// Days since 1970-01-01.
  public let days: Int

  /// - Parameter days: since 1970-01-01.
  public init(days: Int) { self.days = days }

  /// The day of a time.
  public init(_ time: CivilTime) { days = (time.seconds - time.hour * 3600 - time.minute * 60 - time.second) / 86400 }

  /// Parses `2026-11-23`, as a date input sends it. Nil unless the calendar has such a day.
  public init?(_ text: String) {
    guard let time = CivilTime(date: text) else { return nil }
    self.init(time)
  }

  /// The same of bytes.
  public init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard let time = CivilTime(date: text) else { return nil }
    self.init(time)
  }

  /// Midnight of that day, in no particular zone.
  public var civil: CivilTime { CivilTime(seconds: days * 86400) }

  /// `2026-11-23`
  public var iso: String { civil.date }

  /// From 0 for Monday to 6 for Sunday.
  public var weekday: Int { ((days + 3) % 7 + 7) % 7 }

  /// The first day of the month.
  public var monthStart: CalendarDate { CalendarDate(days: days - civil.day + 1) }

  /// The first day of the next month.
  public var nextMonth: CalendarDate { CalendarDate(monthStart.civil.adding(months: 1)) }

  /// The days of a month's calendar, week by week from Monday on: something for each of its days, and nil for others'.
  @inlinable public func weeksOfMonth<Cell>(_ cell: (CalendarDate) -> Cell) -> [[Cell?]] {
    var cells: [Cell?] = Array(repeating: nil, count: monthStart.weekday)
    cells += (monthStart.days..<nextMonth.days).map { cell(CalendarDate(days: $0)) }
    while cells.count % 7 != 0 { cells.append(nil) }
    return stride(from: 0, to: cells.count, by: 7).map { Array(cells[$0..<$0 + 7]) }
  }

  public static func < (left: CalendarDate, right: CalendarDate) -> Bool { left.days < right.days }
}
