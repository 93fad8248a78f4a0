public import CivilTime

/// The dates of a rule, one after the other, at the time of day of the first.
///
/// The first date counts among them only if the rule has it, as in `python-dateutil`. A rule without a date for a hundred
/// years has no further ones, nor has any in the last days of the year 9998 or later.
public struct RecurrenceDates: Sequence, IteratorProtocol {
  private let rule: RecurrenceRule
  private let start: CivilTime
  /// Earlier dates are left out.
  private let earliest: CivilTime
  private let filter: DayFilter
  /// The next period to look at: a day, week, month or year, and how many came before it without a date.
  private var period: Int
  private var emptyPeriods = 0
  /// How many dates may follow, by the rule's count.
  private var rest: Int
  /// The dates of the present period that follow, the next one last.
  private var found: [CivilTime] = []

  /// - Parameters:
  ///   - start: DTSTART.
  ///   - earliest: dates before it are left out; without a count they cost nothing.
  public init(_ rule: RecurrenceRule, from start: CivilTime, notBefore earliest: CivilTime? = nil) {
    self.rule = rule
    self.start = start
    self.earliest = Swift.max(earliest ?? start, start)
    filter = DayFilter(rule, start)
    rest = rule.count ?? .max
    period = 0
    if rule.count == nil { period = Swift.max(0, distance(to: self.earliest) / rule.interval) }
  }

  /// The next date; nil behind the last.
  public mutating func next() -> CivilTime? {
    while true {
      while let date = found.popLast() {
        if let until = rule.until, date > until.time { return nil }
        if rest == 0 { return nil }
        rest -= 1
        if date >= earliest { return date }
      }
      guard rest > 0, emptyPeriods < Self.patience(rule.frequency), let days = days(of: period) else { return nil }
      period += 1
      let chosen = rule.positions.isEmpty ? days : positioned(days)
      emptyPeriods = chosen.isEmpty ? emptyPeriods + 1 : 0
      for day in chosen.reversed() {
        var date = day.civil
        (date.hour, date.minute, date.second) = (start.hour, start.minute, start.second)
        if date >= start { found.append(date) }
      }
    }
  }

  /// How many periods in a row may be without a date: a hundred years of them, if each counts.
  private static func patience(_ frequency: RecurrenceRule.Frequency) -> Int {
    switch frequency {
    case .yearly: 100
    case .monthly: 1200
    case .weekly: 5220
    case .daily: 36_525
    }
  }

  /// How many days, weeks, months or years later.
  private func distance(to later: CivilTime) -> Int {
    switch rule.frequency {
    case .yearly: later.year - start.year
    case .monthly: (later.year - start.year) * 12 + later.month - start.month
    case .weekly: (CalendarDate(later).days - firstWeek) / 7
    case .daily: CalendarDate(later).days - CalendarDate(start).days
    }
  }

  /// The day that the first date's week begins with.
  private var firstWeek: Int {
    let first = CalendarDate(start)
    return first.days - (first.weekday - rule.weekStart + 7) % 7
  }

  /// The days of a period that the rule's parts allow; nil behind the rule's end, and behind that of the calendar.
  private func days(of period: Int) -> [CalendarDate]? {
    let step = period * rule.interval
    let first: CivilTime?
    switch rule.frequency {
    case .yearly: first = CivilTime(year: start.year + step, month: 1, day: 1)
    case .monthly:
      let month = start.year * 12 + start.month - 1 + step
      first = CivilTime(year: month / 12, month: month % 12 + 1, day: 1)
    case .weekly: first = Swift.min(CalendarDate(days: firstWeek + 7 * step), Self.end).civil
    case .daily: first = Swift.min(CalendarDate(days: CalendarDate(start).days + step), Self.end).civil
    }
    guard let first, CalendarDate(first) < Self.end else { return nil }
    if let until = rule.until, first > until.time { return nil }
    return switch rule.frequency {
    case .yearly: filter.months.flatMap { filter.days(of: $0, first.year) }
    case .monthly: filter.days(of: first.month, first.year)
    case .weekly: filter.days(CalendarDate(first).days, 7)
    case .daily: filter.days(CalendarDate(first).days, 1)
    }
  }

  private static let end = CalendarDate(CivilTime(year: 9998, month: 12, day: 25)!)

  private func positioned(_ days: [CalendarDate]) -> [CalendarDate] {
    let places = rule.positions.map { $0 > 0 ? $0 - 1 : days.count + $0 }.filter(days.indices.contains)
    return Set(places).sorted().map { days[$0] }
  }
}

/// Which days a rule's parts allow. What the rule leaves open is as the first date has it.
private struct DayFilter {
  /// In order.
  let months: [Int]
  private let monthDays: Mask?
  private let yearDays: Mask?
  private let weekNumbers: Mask?
  /// Which weekdays, whichever of the month or year it is.
  private let everyWeekday: Mask?
  private let ordinalWeekdays: [RecurrenceRule.Weekday]
  /// Whether "the first Monday" is one of the year.
  private let isOfYear: Bool
  private let weekStart: Int

  init(_ rule: RecurrenceRule, _ start: CivilTime) {
    var (months, monthDays, weekdays) = (rule.months, rule.monthDays, rule.weekdays)
    let isOpen = monthDays.isEmpty && weekdays.isEmpty && rule.yearDays.isEmpty
    let startWeekday = RecurrenceRule.Weekday(ordinal: nil, day: CalendarDate(start).weekday)
    switch rule.frequency {
    case .yearly where isOpen && !rule.weekNumbers.isEmpty: weekdays = [startWeekday]
    case .yearly where isOpen:
      if months.isEmpty { months = [start.month] }
      monthDays = [start.day]
    case .monthly where isOpen: monthDays = [start.day]
    case .weekly where isOpen: weekdays = [startWeekday]
    default: break
    }
    self.months = months.isEmpty ? Array(1...12) : months
    self.monthDays = Mask(monthDays, to: 31)
    yearDays = Mask(rule.yearDays, to: 366)
    weekNumbers = Mask(rule.weekNumbers, to: 53)
    ordinalWeekdays = weekdays.filter { $0.ordinal != nil }
    let plain = weekdays.filter { $0.ordinal == nil }.map { $0.day + 1 }
    everyWeekday = weekdays.isEmpty ? nil : Mask(plain, to: 7) ?? Mask()
    isOfYear = rule.frequency == .yearly && rule.months.isEmpty
    weekStart = rule.weekStart
  }

  /// The days of a month that are allowed.
  func days(of month: Int, _ year: Int) -> [CalendarDate] {
    guard months.contains(month), let first = CivilTime(year: year, month: month, day: 1) else { return [] }
    return days(CalendarDate(first).days, CivilTime.days(inMonth: month, of: year))
  }

  /// Of so many days, beginning with the first, those that are allowed.
  func days(_ first: Int, _ count: Int) -> [CalendarDate] {
    (first..<first + count).map { CalendarDate(days: $0) }.filter(allows)
  }

  private func allows(_ date: CalendarDate) -> Bool {
    let day = date.civil
    guard months.contains(day.month) else { return false }
    let length = CivilTime.days(inMonth: day.month, of: day.year)
    if let monthDays, !monthDays.has(day.day, of: length) { return false }
    if let everyWeekday, !everyWeekday.has(date.weekday + 1), !isOrdinal(day, date.weekday, length) { return false }
    if let yearDays, !yearDays.has(day.dayOfYear, of: day.lengthOfYear) { return false }
    if let weekNumbers {
      let (week, count) = self.week(date)
      if !weekNumbers.has(week, of: count) { return false }
    }
    return true
  }

  /// Whether it is such a weekday of its month or year as the rule names.
  private func isOrdinal(_ day: CivilTime, _ weekday: Int, _ length: Int) -> Bool {
    let (place, length) = isOfYear ? (day.dayOfYear, day.lengthOfYear) : (day.day, length)
    return ordinalWeekdays.contains { wanted in
      guard wanted.day == weekday, let ordinal = wanted.ordinal else { return false }
      return ordinal > 0 ? (place - 1) / 7 + 1 == ordinal : (length - place) / 7 + 1 == -ordinal
    }
  }

  /// The week's number (ISO 8601, but for the day that weeks begin with), and how many weeks its year has.
  private func week(_ date: CalendarDate) -> (number: Int, count: Int) {
    // A week is of the year that its fourth day is in.
    let fourth = CalendarDate(days: date.days - (date.weekday - weekStart + 7) % 7 + 3).civil
    let week = (fourth.dayOfYear - 1) / 7 + 1
    return (week, week + (fourth.lengthOfYear - fourth.dayOfYear) / 7)
  }

  /// A set of small numbers; negative ones count from the end.
  private struct Mask {
    private var bits: [Bool] = []
    private let largest: Int

    /// Has nothing.
    init() { largest = 0 }

    /// Nil without numbers: then nothing is asked for.
    init?(_ numbers: [Int], to largest: Int) {
      if numbers.isEmpty { return nil }
      self.largest = largest
      bits = Array(repeating: false, count: 2 * largest + 1)
      for number in numbers { bits[number + largest] = true }
    }

    func has(_ number: Int) -> Bool { abs(number) <= largest && !bits.isEmpty && bits[number + largest] }
    func has(_ number: Int, of count: Int) -> Bool { has(number) || has(number - count - 1) }
  }
}

extension RecurrenceRule {
  /// Every date, the first one at `start` or later.
  public func dates(from start: CivilTime) -> RecurrenceDates { RecurrenceDates(self, from: start) }

  /// The first date after a time; nil if there is none.
  public func first(after time: CivilTime, from start: CivilTime) -> CivilTime? {
    RecurrenceDates(self, from: start, notBefore: time).first { $0 > time }
  }

  /// The dates in a range.
  public func dates(from start: CivilTime, in range: ClosedRange<CivilTime>) -> [CivilTime] {
    Array(RecurrenceDates(self, from: start, notBefore: range.lowerBound).prefix { $0 <= range.upperBound })
  }

  /// The first date that is still to come, of a rule that was said without one.
  /// - Parameter time: nil for whole days.
  public func first(at time: TimeOfDay?, _ now: CivilTime) -> CivilTime? {
    var start = now
    (start.hour, start.minute, start.second) = (time?.hour ?? 23, time?.minute ?? 59, 0)
    return first(from: start, after: now)
  }

  /// The same from today on. “Every other Monday” is counted from the week that is running, and “every other month on the
  /// 5th” from the month, whatever the hour is; what names no day begins tomorrow if today's time is over.
  public func first(from today: CivilTime, after now: CivilTime) -> CivilTime? {
    if today > now { return dates(from: today).first { _ in true } }
    if isPlain { return dates(from: CivilTime(seconds: today.seconds + 86400)).first { _ in true } }
    return first(after: now, from: today)
  }
}

extension CivilTime {
  /// From 1 on.
  fileprivate var dayOfYear: Int {
    (1..<month).reduce(day) { $0 + Self.days(inMonth: $1, of: year) }
  }

  fileprivate var lengthOfYear: Int { Self.days(inMonth: 2, of: year) == 29 ? 366 : 365 }
}
