import CivilTime
import HTTP

/// The days that a page of the calendar is asked for, on the household's clock.
struct CalendarSpan {
  enum Display: String { case month, agenda }

  enum Start {
    /// The month that today is in, or in the agenda the days from today on.
    case today
    /// The first day of a month.
    case month(CalendarDate)
    case day(CalendarDate)
  }

  /// Nil unless the reader has chosen one: then wide screens show the month and phones the agenda.
  private(set) var display: Display?
  private(set) var start = Start.today

  /// How many days an agenda has that begins with a day.
  private static let agendaDays = 28

  /// Beyond these years nobody plans, and what is asked for is today.
  private static let years = 1900...2200

  init(_ form: Form) {
    display = form["view"].flatMap { Display(rawValue: $0) }
    if let month = form["month"].flatMap({ Self.date("\($0)-01") }) {
      start = .month(month)
    } else if let day = form["from"].flatMap({ Self.date($0) }) {
      start = .day(day)
      if display == nil { display = .agenda }
    }
  }

  private init(_ display: Display?, _ start: Start) { (self.display, self.start) = (display, start) }

  /// The page that a form was sent from, as its path; the calendar's first page where that is none of its own.
  init(back: String?) {
    let prefix = "/calendar?"
    let query = back.flatMap { $0.hasPrefix(prefix) ? Array($0.utf8.dropFirst(prefix.utf8.count)) : nil }
    self.init(query.flatMap { try? Form(urlencoded: $0[...]) } ?? Form())
  }

  private static func date(_ text: String) -> CalendarDate? {
    CivilTime(date: text).flatMap { years.contains($0.year) ? CalendarDate($0) : nil }
  }

  /// The days that the page shows: in a month whole weeks, Monday first.
  func days(_ today: CalendarDate) -> ClosedRange<CalendarDate> {
    switch (start, display) {
    case (.today, .agenda): return today...CalendarDate(days: today.days + Self.agendaDays - 1)
    case (.day(let day), .agenda), (.day(let day), nil): return day...CalendarDate(days: day.days + Self.agendaDays - 1)
    case (.month(let month), .agenda): return month...CalendarDate(days: month.nextMonth.days - 1)
    default:
      let month = self.month(today)
      let last = CalendarDate(days: month.nextMonth.days - 1)
      return CalendarDate(days: month.days - month.weekday)...CalendarDate(days: last.days + 6 - last.weekday)
    }
  }

  /// Every day that the page may show, whatever the household's clock says: no clock is more than 14 hours from UTC.
  func widest(_ now: Timestamp) -> ClosedRange<CalendarDate> {
    let days = [-14, 14].map { self.days(CalendarDate(CivilTime(seconds: now.seconds + $0 * 3600))) }
    return days[0].lowerBound...days[1].upperBound
  }

  /// The first day of the month that is shown.
  func month(_ today: CalendarDate) -> CalendarDate {
    switch start {
    case .today: today.monthStart
    case .month(let month): month
    case .day(let day): day.monthStart
    }
  }

  /// Whether the page has a month's name, and not those of its first and last day.
  var isMonth: Bool {
    switch (start, display) {
    case (.today, .agenda), (.day, .agenda), (.day, nil): false
    default: true
    }
  }

  func title(_ today: CalendarDate, _ strings: Strings) -> String {
    let days = days(today)
    return isMonth ? strings.month(month(today)) : strings.dates(days.lowerBound, days.upperBound)
  }

  /// The page before (-1) or behind this one (1); nil where no year is.
  func neighbour(_ direction: Int, _ today: CalendarDate) -> CalendarSpan? {
    let date: CalendarDate
    if isMonth {
      date = CalendarDate(month(today).civil.adding(months: direction))
    } else {
      date = CalendarDate(days: days(today).lowerBound.days + direction * Self.agendaDays)
    }
    guard Self.years.contains(date.civil.year) else { return nil }
    return CalendarSpan(display, isMonth ? .month(date) : .day(date))
  }

  /// The same days, displayed so.
  func displayed(_ display: Display) -> CalendarSpan { CalendarSpan(display, start) }

  /// Today, displayed as this page is.
  var ofToday: CalendarSpan { CalendarSpan(display, .today) }

  /// The agenda from a day on.
  static func agenda(from day: CalendarDate) -> CalendarSpan { CalendarSpan(.agenda, .day(day)) }

  var url: String {
    var parts: [String] = []
    switch start {
    case .today: break
    case .month(let month): parts.append("month=\(month.iso.prefix(7))")
    case .day(let day): parts.append("from=\(day.iso)")
    }
    if let display { parts.append("view=\(display.rawValue)") }
    return parts.isEmpty ? "/calendar" : "/calendar?\(parts.joined(separator: "&"))"
  }
}
