import CivilTime
import QuickAdd
import Recurrence

/// Dates as Todoist writes them in the language of the column DATE_LANG: `6 Apr 17:15`, `ev sun`, `every! 3 days`.
struct TodoistDates {
  struct Due: Equatable {
    var moment: Moment?
    /// The value of an RRULE.
    var repeats: String?
    /// `every!`: the next date counts from the day of completion.
    var isFromDone = false
  }

  /// The clock that "tomorrow" counts from.
  let now: CivilTime
  /// Of dates that name none.
  let year: Int

  func read(_ text: String, language: String?) -> Due? {
    let text = text.trimmed
    guard !text.isEmpty, text.utf8.count <= 300 else { return nil }
    if let moment = Moment(text) { return Due(moment: moment) }
    let code = String((language ?? "en").lowercased().prefix(2))
    let languages = [code] + ["en", "de", "fr", "ru", "ko"].filter { $0 != code }
    for language in languages.prefix(2) {
      guard let words = TodoistWords.all[language] else { continue }
      var phrase = Phrase(words: words, now: now, year: year)
      if let due = phrase.read(Self.tokens(text, language)) { return due }
    }
    return quick(text, code)
  }

  /// Quick add's sense of a line.
  private func quick(_ text: String, _ code: String) -> Due? {
    let line = QuickAdd("x \(text)", language: QuickAdd.Language(rawValue: code) ?? .en, now: now)
    guard line.title == "x", line.date != nil || line.repeats != nil else { return nil }
    let rule = line.repeats
    var time = line.date ?? rule?.first(at: line.time, now)
    guard time != nil else { return nil }
    if let clock = line.time { (time!.hour, time!.minute, time!.second) = (clock.hour, clock.minute, 0) }
    return Due(moment: line.time == nil ? .day(CalendarDate(time!)) : .local(time!), repeats: rule?.text)
  }

  /// Words and numbers, each for itself: "3일마다" are three, "9.4." is one.
  private static func tokens(_ text: String, _ language: String) -> [String] {
    var result: [String] = []
    var text = text.lowercased()
    // "Tous les jours de la semaine" are the workdays.
    if language == "fr" {
      for words in ["jours de la semaine", "jour de la semaine", "jours de semaine", "jour de semaine"] {
        if let range = text.range(ofText: words) { text.replaceSubrange(range, with: "ouvrables") }
      }
    }
    for word in text.split(whereSeparator: { $0.isWhitespace || $0 == "," || $0 == ";" }) {
      // "4월 6일 (화)"
      if word.hasPrefix("("), word.hasSuffix(")") { continue }
      guard language == "ko" else {
        result.append(String(word))
        continue
      }
      var piece = ""
      for character in word {
        if let last = piece.last, last.isNumber != character.isNumber, character != ":", last != ":", character != ".",
          last != ".",
          last.isNumber || character.isNumber
        {
          result.append(piece)
          piece = ""
        }
        piece.append(character)
      }
      for ending in ["마다", "마다!", "부터", "까지", "에"] where piece.count > ending.count && piece.hasSuffix(ending) {
        result.append(String(piece.dropLast(ending.count)))
        piece = ending
      }
      result.append(piece)
    }
    return result
  }
}

/// A phrase on its way to a date.
private struct Phrase {
  let words: TodoistWords
  let now: CivilTime
  let year: Int

  private var isEvery = false
  private var isFromDone = false
  private var interval: Int?
  private var frequency: RecurrenceRule.Frequency?
  private var weekdays: [RecurrenceRule.Weekday] = []
  private var workdays: Int?
  private var monthDays: [Int] = []
  private var months: [Int] = []
  private var namedYear: Int?
  private var day: CalendarDate?
  private var time: TimeOfDay?
  /// The day that a series begins on or behind, and its last one.
  private var starting: CalendarDate?
  private var until: CalendarDate?
  /// Whether these name no year.
  private var isStartOpen = false
  private var isUntilOpen = false
  /// How many days a series lasts.
  private var lasting: Int?
  /// A number that the next word decides about, and whether it is an ordinal.
  private var number: (value: Int, isOrdinal: Bool)?
  private var isAfternoon: Bool?
  private var isNext = false
  private var isIn = false
  /// "At": the next number is an hour.
  private var isAt = false
  /// "Of": the number before is one of a month's days.
  private var isOf = false
  private var monthDay: Int?

  init(words: TodoistWords, now: CivilTime, year: Int) { (self.words, self.now, self.year) = (words, now, year) }

  private var today: CalendarDate { CalendarDate(now) }
  private var month: Int? { months.first }

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
      var part = Phrase(words: words, now: now, year: now.year)
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
  private var found: CalendarDate? {
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
    var word = token
    while word.count > 1, word.hasSuffix(".") { word.removeLast() }
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
    // "Daily!" as "every! day".
    if word.hasSuffix("!"), let meaning = words[String(word.dropLast())] {
      switch meaning {
      case .every, .each: (word, isFromDone) = (String(word.dropLast()), true)
      default: break
      }
    }
    guard let meaning = words[word] ?? words[token] else { return false }
    isAt = meaning == .at
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
    case .workday, .weekend:
      workdays = number?.value ?? monthDay ?? (monthDays == [-1] ? -1 : 0)
      (number, monthDay, monthDays) = (nil, nil, [])
      if meaning == .weekend {
        weekdays += [.init(day: 5), .init(day: 6)]
        workdays = nil
      }
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
    case .oClock:
      guard let hour = number?.value, (0...23).contains(hour) else { return false }
      // "저녁 8시"
      let isEvening = hour < 12 && time.map { $0.hour >= 18 } ?? false
      time = TimeOfDay(hour: isEvening ? hour + 12 : hour, minute: 0)
      number = nil
    case .minutes:
      guard let minute = number?.value, (0...59).contains(minute), let clock = time else { return false }
      time = TimeOfDay(hour: clock.hour, minute: minute)
      number = nil
    case .numberIsMonth:
      guard let value = number?.value, (1...12).contains(value) else { return false }
      months.append(value)
      number = nil
    case .numberIsYear:
      namedYear = number?.value
      number = nil
    case .of: isOf = true
    case .startingBefore, .untilBefore:
      flush()
      guard let date = found else { return false }
      if meaning == .startingBefore {
        (starting, isStartOpen) = (date, isOpen)
      } else {
        (until, isUntilOpen) = (date, isOpen)
      }
      (months, monthDays, day, namedYear) = ([], [], nil, nil)
    case .starting, .lasting, .at, .filler: break
    case .until: return false
    }
    return true
  }

  /// Whether a word says of which the number before it is.
  private func isCounted(_ meaning: TodoistWords.Meaning?) -> Bool {
    switch meaning {
    case .month, .unit, .oClock, .minutes, .numberIsMonth, .numberIsYear: true
    default: false
    }
  }

  private func ordinal() -> Int? {
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

  /// A number that no word has followed is a day of the month, or a year.
  private mutating func flush() {
    guard let value = number?.value else { return }
    number = nil
    if value > 1000 { namedYear = value } else { monthDays.append(value) }
  }

  private mutating func finish() -> TodoistDates.Due? {
    flush()
    if let isAfternoon, let clock = time {
      let hour = clock.hour % 12 + (isAfternoon ? 12 : 0)
      time = TimeOfDay(hour: hour, minute: clock.minute)
    } else if isAfternoon != nil {
      return nil
    }
    if !isEvery, until != nil || starting != nil { return nil }
    return isEvery ? series() : single()
  }

  private func single() -> TodoistDates.Due? {
    var date = day
    if let month {
      guard let number = monthDays.first ?? (namedYear == nil ? nil : 1),
        let found = CivilTime(year: namedYear ?? year, month: month, day: number)
      else { return nil }
      date = CalendarDate(found)
    } else if let weekday = weekdays.first?.day, date == nil {
      let ahead = (weekday - today.weekday + 7) % 7
      date = CalendarDate(days: today.days + (ahead == 0 ? 7 : ahead))
    } else if let number = monthDays.first, date == nil {
      guard monthDays.count == 1, (1...31).contains(number) else { return nil }
      var start = today.monthStart
      if number < now.day { start = today.nextMonth }
      guard let found = CivilTime(year: start.civil.year, month: start.civil.month, day: number) else { return nil }
      date = CalendarDate(found)
    }
    if date == nil, let time {
      date = CalendarDate(days: today.days + (time <= TimeOfDay(hour: now.hour, minute: now.minute) ? 1 : 0))
    }
    guard let date else { return nil }
    return TodoistDates.Due(moment: at(date))
  }

  private func at(_ date: CalendarDate) -> Moment {
    guard let time else { return .day(date) }
    var local = date.civil
    (local.hour, local.minute) = (time.hour, time.minute)
    return .local(local)
  }

  private mutating func series() -> TodoistDates.Due? {
    // A series that goes on has not ended, and has begun in the year of its end.
    while isUntilOpen, let day = until, day < today { until = CalendarDate(day.civil.adding(months: 12)) }
    while isStartOpen, let day = starting, let until, CalendarDate(day.civil.adding(months: 12)) <= until {
      starting = CalendarDate(day.civil.adding(months: 12))
    }
    var rule: RecurrenceRule
    if let workdays {
      rule = RecurrenceRule(workdays == 0 ? .weekly : .monthly)
      rule.weekdays = (0..<5).map { .init(day: $0) }
      if workdays != 0 {
        guard (-5...23).contains(workdays) else { return nil }
        rule.positions = [workdays]
      }
      rule.months = Array(Set(months)).sorted()
    } else if !weekdays.isEmpty {
      let isMonthly = weekdays.contains { $0.ordinal != nil }
      guard weekdays.allSatisfy({ ($0.ordinal != nil) == isMonthly && (-1...5).contains($0.ordinal ?? 1) }) else {
        return nil
      }
      rule = RecurrenceRule(month == nil ? isMonthly ? .monthly : .weekly : .yearly, interval: interval ?? 1)
      rule.months = months.sorted()
      rule.weekdays = RecurrenceRule.Weekday.sorted(weekdays)
    } else if month != nil {
      // Of several months the day must be the same one.
      guard Set(monthDays).count <= 1 else { return nil }
      rule = RecurrenceRule(.yearly, interval: interval ?? 1)
      rule.months = Array(Set(months)).sorted()
      rule.monthDays = monthDays.isEmpty ? [1] : [monthDays[0]]
    } else if let frequency {
      rule = RecurrenceRule(frequency, interval: interval ?? 1)
      if frequency == .monthly || frequency == .daily && monthDays.isEmpty {
        rule.monthDays = frequency == .monthly ? monthDays : []
      }
      guard monthDays.isEmpty || frequency == .monthly else { return nil }
    } else if !monthDays.isEmpty {
      rule = RecurrenceRule(.monthly, interval: interval ?? 1)
      rule.monthDays = Array(Set(monthDays)).sorted()
    } else if time != nil {
      rule = RecurrenceRule(.daily, interval: interval ?? 1)
    } else {
      return nil
    }
    guard RecurrenceRule(rule.text) != nil else { return nil }
    let first: CalendarDate?
    if let starting {
      var dates = RecurrenceDates(rule, from: starting.civil, notBefore: today.civil)
      first = dates.next().map { CalendarDate($0) }
    } else {
      var rule = rule
      // The next one of its weekdays, however many weeks are between them.
      if rule.frequency == .weekly, !rule.weekdays.isEmpty { rule.interval = 1 }
      first = day ?? rule.first(at: time, now).map { CalendarDate($0) }
    }
    if let last = until
      ?? lasting.flatMap({ span in (starting ?? first).map { CalendarDate(days: $0.days + span - 1) } })
    {
      var end = last.civil
      (end.hour, end.minute, end.second) = (23, 59, 59)
      rule.until = RecurrenceRule.Until(time: end, form: .day)
    }
    return TodoistDates.Due(moment: first.map { at($0) }, repeats: rule.text, isFromDone: isFromDone)
  }

  // MARK: Numbers

  /// "17:15", "5pm", "5:30pm", "17h", "17h30"
  private static func clock(_ token: String) -> TimeOfDay? {
    var text = token
    var afternoon: Bool?
    for (ending, value) in [("pm", true), ("am", false), ("p.m.", true), ("a.m.", false)] where text.hasSuffix(ending) {
      (text, afternoon) = (String(text.dropLast(ending.count)), value)
    }
    let isFrench = text.contains("h") && text.allSatisfy { $0.isNumber || $0 == "h" }
    guard afternoon != nil || text.contains(":") || isFrench else { return nil }
    let parts = text.split(whereSeparator: { $0 == ":" || $0 == "h" }).map { Int($0) }
    guard (1...3).contains(parts.count), var hour = parts[0], parts.count == 1 || parts[1] != nil else { return nil }
    let minute = parts.count > 1 ? parts[1] ?? 0 : 0
    if let afternoon {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (afternoon ? 12 : 0)
    }
    guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
    return TimeOfDay(hour: hour, minute: minute)
  }

  /// "2026-08-13", "13.08.2026", "13/08/2026" is left to whoever knows the order.
  private func date(_ token: String) -> CalendarDate? {
    if let date = CalendarDate(token) { return date }
    let parts = token.split(separator: ".").map { Int($0) }
    guard token.contains("."), (2...3).contains(parts.count), let day = parts[0], let month = parts[1] else {
      return nil
    }
    let named = parts.count == 3 ? parts[2] : nil
    guard parts.count == 2 || named != nil else { return nil }
    let year = named.map { $0 < 100 ? 2000 + $0 : $0 } ?? self.year
    return CivilTime(year: year, month: month, day: day).map { CalendarDate($0) }
  }

  /// "3", "2nd", "2.", "2e", "2-й", "second"
  private static func number(_ token: String, _ words: TodoistWords) -> (value: Int, isOrdinal: Bool)? {
    let digits = token.prefix { $0.isASCII && $0.isNumber }
    if let value = Int(digits), digits.count <= 4 {
      let ending = String(token.dropFirst(digits.count))
      if ending.isEmpty { return (value, false) }
      let ordinals = [
        "st", "nd", "rd", "th", ".", "e", "er", "re", "ème", "eme", "ère", "-й", "-го", "-е", "-ая", "-ю", "-ый", "번째",
        "째",
      ]
      return ordinals.contains(ending) ? (value, true) : nil
    }
    return words.ordinals[token].map { ($0, true) } ?? words.numbers[token].map { ($0, false) }
  }
}
