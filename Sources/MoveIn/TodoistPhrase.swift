import CivilTime
import Recurrence

/// A phrase on its way to a date.
struct TodoistPhrase {
  let words: TodoistWords
  let now: CivilTime
  let year: Int

  var isEvery = false
  var isFromDone = false
  var interval: Int?
  var frequency: RecurrenceRule.Frequency?
  var weekdays: [RecurrenceRule.Weekday] = []
  var workdays: Int?
  var monthDays: [Int] = []
  var months: [Int] = []
  var namedYear: Int?
  var day: CalendarDate?
  var time: TimeOfDay?
  /// The day that a series begins on or behind, and its last one.
  var starting: CalendarDate?
  var until: CalendarDate?
  /// Whether these name no year.
  var isStartOpen = false
  var isUntilOpen = false
  /// How many days a series lasts.
  var lasting: Int?
  /// A number that the next word decides about, and whether it is an ordinal.
  var number: (value: Int, isOrdinal: Bool)?
  var isAfternoon: Bool?
  private var isNext = false
  private var isIn = false
  /// "At": the next number is an hour.
  private var isAt = false
  /// "Of": the number before is one of a month's days.
  private var isOf = false
  private var monthDay: Int?

  init(words: TodoistWords, now: CivilTime, year: Int) { (self.words, self.now, self.year) = (words, now, year) }

  var today: CalendarDate { CalendarDate(now) }
  var month: Int? { months.first }

  mutating func read(_ tokens: [String]) -> TodoistDates.Due? {
    let fresh = self
    var tokens = tokens
    func isMark(_ token: String) -> Bool { [.starting, .until, .lasting].contains(words[token]) }
    // "From 7 Dec every weekday"
    if let mark = tokens.firstIndex(where: isMark),
      let every = tokens.firstIndex(where: { if case .every? = words[$0] { true } else { false } }), mark < every
    {
      tokens = Array(tokens[every...] + tokens[..<every])
    }
    // Behind the rule stand its first and last day: "starting 5 Jan", "until 20 May", "for 3 weeks".
    let marks = tokens.indices.filter { isMark(tokens[$0]) }
    guard let first = marks.first, take(Array(tokens[..<first])), isEvery else {
      self = fresh
      return take(tokens) ? finish() : nil
    }
    for (mark, next) in zip(marks, marks.dropFirst() + [tokens.endIndex]) where mark + 1 < next {
      var part = TodoistPhrase(words: words, now: now, year: now.year)
      part.isIn = words[tokens[mark]] == .lasting
      guard let due = part.read(Array(tokens[(mark + 1)..<next])), due.repeats == nil, let day = part.found else {
        return nil
      }
      time = time ?? part.time
      switch words[tokens[mark]] {
      case .until: (until, isUntilOpen) = (day, part.isOpen)
      case .lasting: lasting = day.days - today.days
      default: (starting, isStartOpen) = (day, part.isOpen)
      }
    }
    return finish()
  }

  private var isOpen: Bool { month != nil && namedYear == nil }

  /// The day of a phrase that is one.
  var found: CalendarDate? {
    switch single()?.moment {
    case .day(let day): day
    case .local(let time): CalendarDate(time)
    case .utc, nil: nil
    }
  }

  private mutating func take(_ tokens: [String]) -> Bool {
    for (index, token) in tokens.enumerated() {
      guard take(token, next: index + 1 < tokens.count ? tokens[index + 1] : nil) else { return false }
    }
    return true
  }

  private mutating func take(_ token: String, next: String?) -> Bool {
    if let clock = Self.clock(token) {
      // Of two times a day.
      if isEvery, time != nil { return false }
      flush()
      time = clock
      return true
    }
    if let date = self.date(token) {
      day = date
      return true
    }
    if let value = Self.number(token, words) {
      flush()
      if isAt, !value.isOrdinal, (0...23).contains(value.value), next.map({ !isCounted(words[$0]) }) ?? true {
        time = TimeOfDay(hour: value.value, minute: 0)
      } else {
        number = value
      }
      isAt = false
      return true
    }
    var word = token
    while word.count > 1, word.hasSuffix(".") { word.removeLast() }
    // "Daily!" as "every! day".
    if word.hasSuffix("!"), let meaning = words[String(word.dropLast())] {
      switch meaning {
      case .every, .each: (word, isFromDone) = (String(word.dropLast()), true)
      default: break
      }
    }
    guard let meaning = words[word] ?? words[token] else { return false }
    isAt = meaning == .at
    return take(meaning, of: word, next: next)
  }

  private mutating func take(_ meaning: TodoistWords.Meaning, of word: String, next: String?) -> Bool {
    switch meaning {
    case .every(let fromDone):
      // "The 15th of every month"
      flush()
      isEvery = true
      isFromDone = isFromDone || fromDone
      // "3일마다": the number and its unit came first.
      if frequency != nil { day = nil }
    case .fromDone: isFromDone = true
    case .other: interval = 2
    case .each(let frequency, let step): (isEvery, self.frequency, interval) = (true, frequency, step)
    // "Jeden Morgen"
    case .day(1) where isEvery && word == "morgen": time = TimeOfDay(hour: 9, minute: 0)
    case .day(let offset): day = CalendarDate(days: today.days + offset)
    // "6 mar" is of March.
    case .weekday(1) where word == "mar" && number?.isOrdinal == false: months.append(3)
    case .weekdays(let weekday):
      isEvery = true
      weekdays.append(.init(day: weekday))
    case .weekday(let weekday):
      weekdays.append(.init(ordinal: ordinal(), day: weekday))
      number = nil
    case .workday, .weekend: takeWorkdays(isWeekend: meaning == .weekend)
    case .month(let value):
      flush()
      months.append(value)
    case .unit(let unit, let factor):
      // "분기마다"
      if number == nil, case .every? = next.flatMap({ words[$0] }) { isEvery = true }
      return take(unit, factor)
    case .last: number = (-1, true)
    case .next: isNext = true
    case .within: isIn = true
    // "8 Uhr abends"
    case .clock(let clock) where clock.hour >= 18 && time.map { $0.hour < 12 } ?? false:
      time = time.map { TimeOfDay(hour: $0.hour + 12, minute: $0.minute) }
    case .clock(let clock): time = clock
    case .afternoon(let value): isAfternoon = value
    case .oClock, .minutes, .numberIsMonth, .numberIsYear: return takeNumber(as: meaning)
    case .of: isOf = true
    case .startingBefore, .untilBefore: return takeEnd(isStart: meaning == .startingBefore)
    case .starting, .lasting, .at, .filler: break
    case .until: return false
    }
    return true
  }

  private mutating func takeWorkdays(isWeekend: Bool) {
    workdays = number?.value ?? monthDay ?? (monthDays == [-1] ? -1 : 0)
    (number, monthDay, monthDays) = (nil, nil, [])
    if isWeekend {
      weekdays += [.init(day: 5), .init(day: 6)]
      workdays = nil
    }
  }

  /// Takes the number before a word that says of which it is.
  private mutating func takeNumber(as meaning: TodoistWords.Meaning) -> Bool {
    switch meaning {
    case .oClock:
      guard let hour = number?.value, (0...23).contains(hour) else { return false }
      // "저녁 8시"
      let isEvening = hour < 12 && time.map { $0.hour >= 18 } ?? false
      time = TimeOfDay(hour: isEvening ? hour + 12 : hour, minute: 0)
    case .minutes:
      guard let minute = number?.value, (0...59).contains(minute), let clock = time else { return false }
      time = TimeOfDay(hour: clock.hour, minute: minute)
    case .numberIsMonth:
      guard let value = number?.value, (1...12).contains(value) else { return false }
      months.append(value)
    default: namedYear = number?.value
    }
    number = nil
    return true
  }

  /// Takes the date before a word as the first or last day of a series.
  private mutating func takeEnd(isStart: Bool) -> Bool {
    flush()
    guard let date = found else { return false }
    if isStart {
      (starting, isStartOpen) = (date, isOpen)
    } else {
      (until, isUntilOpen) = (date, isOpen)
    }
    (months, monthDays, day, namedYear) = ([], [], nil, nil)
    return true
  }

  /// Whether a word says of which the number before it is.
  private func isCounted(_ meaning: TodoistWords.Meaning?) -> Bool {
    switch meaning {
    case .month, .unit, .oClock, .minutes, .numberIsMonth, .numberIsYear: true
    default: false
    }
  }

  func ordinal() -> Int? {
    guard let number, number.isOrdinal || number.value == -1 else { return nil }
    return number.value
  }

  private mutating func take(_ unit: RecurrenceRule.Frequency, _ factor: Int) -> Bool {
    let count = number?.value
    if unit == .yearly, !isEvery, let count, count > 1000 {
      // "6 апр. 2027 г."
      (namedYear, number) = (count, nil)
      return true
    }
    if unit == .weekly, isEvery, frequency == .monthly, number?.isOrdinal == true {
      // "매월 첫째 주 월요일": the weekday takes the number.
      return true
    }
    if unit == .daily, isNext, !isEvery, let count, count > 0, let first = day, first == today.nextMonth {
      // "다음 달 1일"
      (day, number) = (CalendarDate(days: first.days + count - 1), nil)
      return true
    }
    if unit == .daily, isEvery, let count, count > 0, frequency == .monthly || frequency == .yearly || month != nil {
      // "매월 1일", "매년 1월 27일"
      monthDays.append(count)
      number = nil
      return true
    }
    if unit == .monthly, isEvery, isOf || count == nil, let day = count ?? monthDay {
      // "Every 3rd of the month", "every first day of the month"
      (frequency, interval, number, monthDay) = (.monthly, factor, nil, nil)
      monthDays.append(day)
      return true
    }
    if isEvery {
      if unit == .daily, number?.isOrdinal == true { monthDay = count }
      if number?.value == -1 {
        // "Every last day"
        guard unit == .daily else { return false }
        (frequency, monthDays) = (.monthly, [-1])
      } else {
        frequency = unit
        interval = (count ?? interval ?? 1) * factor
      }
      number = nil
      return true
    }
    if unit == .daily, count != nil, month != nil, !isIn {
      // "4월 6일"
      monthDays = [count ?? 1]
      number = nil
      return true
    }
    guard isIn || isNext || count != nil else { return false }
    let step = (count ?? 1) * factor
    guard (0...4000).contains(step) else { return false }
    number = nil
    switch unit {
    case .daily: day = CalendarDate(days: today.days + step)
    case .weekly: day = CalendarDate(days: isNext ? today.days + 7 - today.weekday : today.days + 7 * step)
    case .monthly: day = isNext ? today.nextMonth : CalendarDate(now.adding(months: step))
    case .yearly: day = CalendarDate(now.adding(months: 12 * step))
    }
    if !isIn, !isNext { (frequency, interval) = (unit, step) }
    return true
  }
}
