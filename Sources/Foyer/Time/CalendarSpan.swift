import CivilTime
import HTTP

/// The days that a page of the calendar is asked for, on the household's clock.
struct CalendarSpan {
  enum Display: String {
    case weeks, month, agenda
    /// A week, with a row for each member.
    case people
  }

  enum Start {
    /// The weeks from this one on, the month that today is in, or in the agenda the days from today on.
    case today
    /// The first day of a month.
    case month(CalendarDate)
    /// Some weeks from the one on that has this day.
    case weeks(CalendarDate)
    case day(CalendarDate)
  }

  /// Nil unless the reader has chosen one: then wide screens show weeks, or the month that is asked for, and phones the agenda.
  private(set) var display: Display?
  private(set) var start = Start.today
  /// The day whose entries a narrow screen lists below the weeks.
  private(set) var picked: CalendarDate?

  /// How many days an agenda has that begins with a day.
  private static let agendaDays = 28
  /// How many days of weeks are shown: a month from each day of the first on.
  private static let weeksDays = 35

  /// Beyond these years nobody plans, and what is asked for is today.
  private static let years = 1900...2200

  init(_ form: Form) {
    display = form["view"].flatMap { Display(rawValue: $0) }
    if let month = form["month"].flatMap({ Self.date("\($0)-01") }) {
      start = .month(month)
    } else if let day = form["weeks"].flatMap({ Self.date($0) }) {
      start = .weeks(day)
    } else if let day = form["from"].flatMap({ Self.date($0) }) {
      start = .day(day)
      if display == nil { display = .agenda }
    }
    picked = form["day"].flatMap { Self.date($0) }
  }

  private init(_ display: Display?, _ start: Start, picked: CalendarDate? = nil) {
    (self.display, self.start, self.picked) = (display, start, picked)
  }

  /// The page that a form was sent from, as its path; the calendar's first page where that is none of its own.
  init(back: String?) {
    let prefix = "/calendar?"
    let query = back.flatMap { $0.hasPrefix(prefix) ? Array($0.utf8.dropFirst(prefix.utf8.count)) : nil }
    self.init(query.flatMap { try? Form(urlencoded: $0[...]) } ?? Form())
  }

  private static func date(_ text: String) -> CalendarDate? {
    CivilTime(date: text).flatMap { years.contains($0.year) ? CalendarDate($0) : nil }
  }

  /// The display, where none was chosen that of a wide screen.
  private var shape: Display {
    switch (start, display) {
    case (_, let display?): display
    case (.month, nil): .month
    case (.today, nil), (.weeks, nil): .weeks
    case (.day, nil): .agenda
    }
  }

  /// The days that the page shows: in a month and in weeks whole weeks, Monday first.
  func days(_ today: CalendarDate) -> ClosedRange<CalendarDate> {
    switch shape {
    case .agenda:
      if case .month(let month) = start { return month...CalendarDate(days: month.nextMonth.days - 1) }
      let first = first(today)
      return first...CalendarDate(days: first.days + Self.agendaDays - 1)
    case .people:
      let first = first(today)
      return first...CalendarDate(days: first.days + 6)
    case .weeks:
      let first = first(today)
      let monday = CalendarDate(days: first.days - first.weekday)
      return monday...CalendarDate(days: monday.days + Self.weeksDays - 1)
    case .month:
      let month = self.month(today)
      let last = CalendarDate(days: month.nextMonth.days - 1)
      return CalendarDate(days: month.days - month.weekday)...CalendarDate(days: last.days + 6 - last.weekday)
    }
  }

  /// The day that the page begins with, or that its first week has. The weeks of the current month begin with this one.
  private func first(_ today: CalendarDate) -> CalendarDate {
    switch start {
    case .today: today
    case .month(let month): (shape == .weeks || isOfPeople) && month == today.monthStart ? today : month
    case .weeks(let day), .day(let day): day
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
    case .weeks(let day), .day(let day): day.monthStart
    }
  }

  /// Whether the page has a month's name, and not those of its first and last day.
  var isMonth: Bool {
    if case .month = start { return shape != .weeks && !isOfPeople }
    return shape == .month
  }

  /// Whether the page is weeks, as a table.
  var isWeeks: Bool { shape == .weeks }

  var isOfPeople: Bool { shape == .people }

  func title(_ today: CalendarDate, _ strings: Strings) -> String {
    let days = days(today)
    return isMonth ? strings.month(month(today)) : strings.dates(days.lowerBound, days.upperBound)
  }

  /// The page before (-1) or behind this one (1); nil where no year is. Weeks and agenda go on by four weeks, a week by one.
  func neighbour(_ direction: Int, _ today: CalendarDate) -> CalendarSpan? {
    let date: CalendarDate
    if isMonth {
      date = CalendarDate(month(today).civil.adding(months: direction))
    } else {
      date = CalendarDate(days: days(today).lowerBound.days + direction * (isOfPeople ? 7 : Self.agendaDays))
    }
    guard Self.years.contains(date.civil.year) else { return nil }
    return CalendarSpan(display, isMonth ? .month(date) : isWeeks ? .weeks(date) : .day(date))
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
    case .weeks(let day): parts.append("weeks=\(day.iso)")
    case .day(let day): parts.append("from=\(day.iso)")
    }
    if let display { parts.append("view=\(display.rawValue)") }
    if let picked { parts.append("day=\(picked.iso)") }
    return parts.isEmpty ? "/calendar" : "/calendar?\(parts.joined(separator: "&"))"
  }
}
