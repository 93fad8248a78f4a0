import CivilTime
import Recurrence

// Recurrence rules in words: “Every other Monday, until 3 May 2027”.

extension Strings {
  /// A rule, its end included.
  func text(_ rule: RecurrenceRule, from origin: Series.Origin = .due) -> String {
    let words = origin == .done ? afterDone(rule) : dates(rule)
    if let until = rule.until { return repeatUntil(rule: words, date: date(until.time)) }
    if let count = rule.count { return repeatTimes(count: count, rule: words) }
    return words
  }

  /// From the column of a list's row: `due FREQ=DAILY`.
  func words(ofRow text: String) -> String? {
    if text.utf8.count > 200 { return words(reading: text) }
    return RowWords.known.value(RowWords(language: language, text: text)) { words(reading: text) }
  }

  private func words(reading text: String) -> String? {
    guard let space = text.firstIndex(of: " "), let origin = Series.Origin(rawValue: String(text[..<space])),
      let rule = RecurrenceRule(String(text[text.index(after: space)...]))
    else { return nil }
    return self.text(rule, from: origin)
  }

  private func afterDone(_ rule: RecurrenceRule) -> String {
    switch rule.frequency {
    case .daily: repeatAfterDays(count: rule.interval)
    case .weekly: repeatAfterWeeks(count: rule.interval)
    case .monthly: repeatAfterMonths(count: rule.interval)
    case .yearly: repeatAfterYears(count: rule.interval)
    }
  }

  private func dates(_ rule: RecurrenceRule) -> String {
    var bare = rule
    bare.weekStart = 0
    if bare.isPlain { return interval(rule) }
    let hasMore =
      !rule.positions.isEmpty || !rule.weekNumbers.isEmpty || !rule.yearDays.isEmpty
      || !rule.months.isEmpty && rule.frequency != .yearly
    let words: String? =
      switch rule.frequency {
      case _ where hasMore: nil
      case .weekly: weekly(rule)
      case .monthly: onDays(rule).map { monthly(rule.interval, $0) }
      case .yearly: yearly(rule)
      case .daily: nil
      }
    return words ?? repeatChosenDays(rule: interval(rule))
  }

  /// “Every other week”
  private func interval(_ rule: RecurrenceRule) -> String {
    switch (rule.frequency, rule.interval) {
    case (.daily, 1): repeatDay
    case (.daily, 2): repeatOtherDay
    case (.daily, let count): repeatDays(count: count)
    case (.weekly, 1): repeatWeek
    case (.weekly, 2): repeatOtherWeek
    case (.weekly, let count): repeatWeeks(count: count)
    case (.monthly, 1): repeatMonth
    case (.monthly, 2): repeatOtherMonth
    case (.monthly, let count): repeatMonths(count: count)
    case (.yearly, 1): repeatYear
    case (.yearly, 2): repeatOtherYear
    case (.yearly, let count): repeatYears(count: count)
    }
  }

  private func weekly(_ rule: RecurrenceRule) -> String {
    let days = rule.weekdays.map(\.day)
    if rule.interval == 1 && days == Array(0..<7) { return repeatDay }
    if rule.interval == 1 && days == Array(0..<5) { return repeatWorkdays }
    let names = list(days.map { weekdaysInLists[$0] })
    switch rule.interval {
    case 1: return repeatWeekDays(days: names)
    case 2 where days.count == 1: return repeatOtherWeekDay(day: names)
    case 2: return repeatOtherWeekDays(days: names)
    default: return repeatWeeksDays(count: rule.interval, days: names)
    }
  }

  private func monthly(_ interval: Int, _ days: String) -> String {
    switch interval {
    case 1: repeatMonthOn(days: days)
    case 2: repeatOtherMonthOn(days: days)
    default: repeatMonthsOn(count: interval, days: days)
    }
  }

  /// “on the 15th”, “on the last Friday”; nil for what has no short words.
  private func onDays(_ rule: RecurrenceRule) -> String? {
    if rule.weekdays.isEmpty {
      if rule.monthDays == [-1] { return repeatOnLastDay }
      guard rule.monthDays.allSatisfy({ $0 > 0 }) else { return nil }
      return repeatOnDays(days: list(rule.monthDays.map { repeatDayNumber(day: ordinal($0)) }))
    }
    guard rule.monthDays.isEmpty else { return nil }
    let days = rule.weekdays.compactMap { ordinalWeekday($0) }
    return days.count == rule.weekdays.count ? repeatOnWeekdays(days: list(days)) : nil
  }

  /// One day of one month.
  private func yearly(_ rule: RecurrenceRule) -> String? {
    guard rule.months.count == 1, let number = rule.months.first else { return nil }
    if !rule.weekdays.isEmpty {
      return onDays(rule).map { repeatYearWeekday(rule: interval(rule), days: $0, month: month(number)) }
    }
    guard rule.monthDays.count == 1, rule.monthDays[0] > 0,
      let day = CivilTime(year: 2000, month: number, day: rule.monthDays[0])
    else { return nil }
    return repeatYearOn(rule: interval(rule), day: self.day(day), month: month(day.month))
  }

  // MARK: Names of days

  /// As they stand in “Every Monday and Thursday”.
  private var weekdaysInLists: [String] {
    [
      repeatMonday, repeatTuesday, repeatWednesday, repeatThursday, repeatFriday, repeatSaturday, repeatSunday,
    ]
  }

  /// “the second Tuesday”; nil for one that has no name.
  func ordinalWeekday(_ weekday: RecurrenceRule.Weekday) -> String? {
    let name = [
      repeatTheMonday, repeatTheTuesday, repeatTheWednesday, repeatTheThursday, repeatTheFriday, repeatTheSaturday,
      repeatTheSunday,
    ][weekday.day]
    // Russian has three genders of adjectives.
    switch (weekday.ordinal, weekday.day) {
    case (1, 2), (1, 4), (1, 5): return repeatFirstFeminine(day: name)
    case (1, 6): return repeatFirstNeuter(day: name)
    case (1, _): return repeatFirst(day: name)
    case (2, 2), (2, 4), (2, 5): return repeatSecondFeminine(day: name)
    case (2, 6): return repeatSecondNeuter(day: name)
    case (2, _): return repeatSecond(day: name)
    case (3, 2), (3, 4), (3, 5): return repeatThirdFeminine(day: name)
    case (3, 6): return repeatThirdNeuter(day: name)
    case (3, _): return repeatThird(day: name)
    case (4, 2), (4, 4), (4, 5): return repeatFourthFeminine(day: name)
    case (4, 6): return repeatFourthNeuter(day: name)
    case (4, _): return repeatFourth(day: name)
    case (5, 2), (5, 4), (5, 5): return repeatFifthFeminine(day: name)
    case (5, 6): return repeatFifthNeuter(day: name)
    case (5, _): return repeatFifth(day: name)
    case (-1, 2), (-1, 4), (-1, 5): return repeatLastFeminine(day: name)
    case (-1, 6): return repeatLastNeuter(day: name)
    case (-1, _): return repeatLast(day: name)
    default: return nil
    }
  }

  /// “the 15th”
  func monthDay(_ day: Int) -> String { repeatOnDays(days: repeatDayNumber(day: ordinal(day))) }

  /// `15th` in English, `1er` in French, and else the number.
  private func ordinal(_ day: Int) -> String {
    if language != .en { return day == 1 ? dateFirst : String(day) }
    switch (day % 10, day / 10) {
    case (1, 0), (1, 2), (1, 3): return "\(day)st"
    case (2, 0), (2, 2): return "\(day)nd"
    case (3, 0), (3, 2): return "\(day)rd"
    default: return "\(day)th"
    }
  }

  /// “A, B and C”
  private func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return repeatAnd(first: names.dropLast().joined(separator: ", "), last: last)
  }
}

/// A rule of a row and the language of its words. Both are some fifty bytes.
private struct RowWords: Hashable {
  let language: Language
  let text: String

  static let known = Memo<RowWords, String?>(most: 2_000)
}
