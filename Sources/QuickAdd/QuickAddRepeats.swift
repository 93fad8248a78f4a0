import Recurrence

/// Repeats: "every other Friday", "on Mondays", "le premier lundi du mois", "매주 월요일", "по будням".
extension QuickAddReader {
  struct Repetition {
    var rule: RecurrenceRule
    /// "Every evening".
    var part: QuickAddWords.Part?

    /// - Parameters:
    ///   - monthDay: -1 for the last.
    ///   - weekdays: Monday is 0.
    ///   - ordinal: which one of the month the weekdays are.
    init(
      frequency: RecurrenceRule.Frequency, interval: Int = 1, month: Int? = nil, monthDay: Int? = nil,
      weekdays: [Int] = [], ordinal: Int? = nil, part: QuickAddWords.Part? = nil
    ) {
      rule = RecurrenceRule(frequency, interval: interval)
      rule.months = month.map { [$0] } ?? []
      rule.monthDays = monthDay.map { [$0] } ?? []
      rule.weekdays = RecurrenceRule.Weekday.sorted(weekdays.map { .init(ordinal: ordinal, day: $0) })
      self.part = part
    }
  }

  /// A rule that begins where the reader is, with what it says about its first and its last day.
  func repetition() -> Match? {
    guard pieces[start].startsWord, var (rule, end) = rule(at: start) else { return nil }
    // "Every Friday night".
    if rule.part == nil, pieces[end - 1].stop == nil, clock(at: end, nil) == nil,
      let (part, last) = phrase(words.parts, at: end)
    {
      (rule.part, end) = (part, last)
    }
    var found = Match(pieces: start..<end, kind: .repetition, body: start, part: rule.part, repetition: rule)
    for _ in 0..<2 {
      let end = found.pieces.upperBound
      guard pieces[end - 1].stop == nil || pieces[end - 1].stop == "," else { break }
      if let (_, next) = loosePhrase(words.firstMarks, at: end), let match = limit(at: next) {
        found.day = match.day
        found.pieces = start..<match.pieces.upperBound
      } else if let (_, next) = loosePhrase(words.lastMarks, at: end), let match = limit(at: next) {
        found.repetition?.rule.until = match.day.map { .init(day: $0) }
        found.pieces = start..<match.pieces.upperBound
      } else if !words.hasPrepositions, let match = limit(at: end),
        let particle = pieces[match.pieces.upperBound - 1].particle,
        particle != .on
      {
        if particle == .from {
          found.day = match.day
        } else {
          found.repetition?.rule.until = match.day.map { .init(day: $0) }
        }
        found.pieces = start..<match.pieces.upperBound
      }
    }
    return found
  }

  /// The first or the last day of a rule.
  private func limit(at index: Int) -> Match? {
    guard index < pieces.count, let match = day(at: index, .strong) ?? day(at: index, .beforeNumber), match.day != nil,
      match.time == nil
    else { return nil }
    return match
  }

  /// A phrase that may stand behind a comma.
  private func loosePhrase(_ table: QuickAddPhrases<Void>, at index: Int) -> (meaning: Void, end: Int)? {
    guard let first = text(index, isLoose: true) else { return nil }
    for phrase in table[first] where phrase.rest.indices.allSatisfy({ text(index + 1 + $0) == phrase.rest[$0] }) {
      return ((), index + 1 + phrase.rest.count)
    }
    return nil
  }

  private typealias Found = (rule: Repetition, end: Int)

  private func rule(at index: Int) -> Found? {
    if let (rule, end) = phrase(words.repeats, at: index) { return detailed(rule, end) }
    if let (rule, end) = phrase(words.repeatAdverbs, at: index) {
      // "The daily news" says what news, "water the plants daily" how often.
      return isEnd(end) || startsClock(at: end) ? detailed(rule, end) : nil
    }
    if let found = everyEnding(at: index) ?? listEnding(at: index) { return found }
    if let (length, count, times, end) = times(at: index), times == 1, let rule = rule(of: length, count) {
      return detailed(rule, end)
    }
    let next = phrase(words.pluralMarks, at: index)?.end ?? index
    if let (days, end) = weekdays(words.pluralWeekdays, at: next) {
      return (Repetition(frequency: .weekly, weekdays: days), end)
    }
    let day = phrase(words.dateMarks, at: index)?.end ?? index
    if let found = monthlyDay(at: day, needsMonth: true) ?? monthDay(at: day, needsMonth: true) { return found }
    let once = phrase(words.onceMarks, at: index)?.end ?? index
    guard let (_, end) = phrase(words.everyMarks, at: once) else { return nil }
    return every(at: end)
  }

  /// The part behind "every".
  private func every(at index: Int) -> Found? {
    if let found = monthlyDay(at: index, needsMonth: false) { return found }
    if let (rule, end) = phrase(words.everyNouns, at: index) { return detailed(rule, end) }
    if let (part, end) = phrase(words.parts, at: index), clock(at: index, nil) == nil {
      // "Read every morning paper", "tous les matins du monde".
      return isFirst(start) || isEnd(end) ? (Repetition(frequency: .daily, part: part), end) : nil
    }
    let other = phrase(words.otherMarks, at: index)
    if let found = unit(at: other?.end ?? index, other?.meaning ?? 1) { return found }
    if let (days, end) = weekdays(words.weekdays, at: other?.end ?? index)
      ?? weekdays(words.markedWeekdays, at: other?.end ?? index)
      ?? weekdays(words.pluralWeekdays, at: other?.end ?? index)
    {
      return (Repetition(frequency: .weekly, interval: other?.meaning ?? 1, weekdays: days), end)
    }
    guard other == nil else { return nil }
    if let (count, next) = count(at: index), (1...99).contains(count), let found = unit(at: next, count) {
      return found
    }
    return yearDay(at: index) ?? monthDay(at: index)
  }

  /// "Week", "months", with so many of them between two dates.
  private func unit(at index: Int, _ count: Int) -> Found? {
    guard let word = text(index), isWordEnd(index + 1), let rule = rule(of: word, count) else { return nil }
    return detailed(rule, index + 1)
  }

  private func rule(of unit: String, _ count: Int) -> Repetition? {
    (words.units[unit] ?? words.spans[unit].first(where: { $0.rest.isEmpty })?.meaning).flatMap { rule(of: $0, count) }
  }

  private func rule(of length: QuickAddWords.Length, _ count: Int) -> Repetition? {
    switch length {
    case .days(let days) where days % 7 == 0: Repetition(frequency: .weekly, interval: days / 7 * count)
    case .days(let days): Repetition(frequency: .daily, interval: days * count)
    case .months(let months) where months % 12 == 0: Repetition(frequency: .yearly, interval: months / 12 * count)
    case .months(let months): Repetition(frequency: .monthly, interval: months * count)
    case .seconds: nil
    }
  }

  /// With the day that follows: "every week on Monday", "every month on the 5th", "매년 5월 3일".
  private func detailed(_ rule: Repetition, _ end: Int) -> Found {
    var (detailed, rule) = (rule, rule.rule)
    guard end < pieces.count, pieces[end - 1].stop == nil, rule.weekdays.isEmpty else { return (detailed, end) }
    let next = phrase(words.dateMarks, at: end)?.end ?? phrase(words.pluralMarks, at: end)?.end ?? end
    let found: Found?
    switch rule.frequency {
    case .daily: found = nil
    case .weekly:
      let days =
        weekdays(words.weekdays, at: next) ?? weekdays(words.pluralWeekdays, at: next)
        ?? weekdays(words.weekdayLetters, at: next)
      found = days.map { (Repetition(frequency: .weekly, weekdays: $0.days), $0.end) }
    case .monthly: found = monthlyDay(at: next, needsMonth: false) ?? monthDays(at: next)
    case .yearly: found = yearDay(at: next)
    }
    guard let (day, last) = found else { return (detailed, end) }
    (rule.months, rule.monthDays, rule.weekdays) = (day.rule.months, day.rule.monthDays, day.rule.weekdays)
    detailed.rule = rule
    return (detailed, last)
  }

  /// "Monday", "Monday and Thursday", "화, 목요일".
  private func weekdays(_ table: QuickAddPhrases<Int>, at index: Int) -> (days: [Int], end: Int)? {
    guard var (day, end) = phrase(table, at: index) else { return nil }
    var days = [day]
    while days.count < 7 {
      var next = end
      if let word = text(next, isLoose: pieces[end - 1].stop == ","), words.listMarks.contains(word) { next += 1 }
      guard next > end || pieces[end - 1].stop == ",", next < pieces.count, pieces[next].startsWord,
        let word = text(next, isLoose: true),
        let found = (table[word] + words.weekdays[word] + words.pluralWeekdays[word]).first(where: { $0.rest.isEmpty }),
        isWordEnd(next + 1)
      else { break }
      (day, end) = (found.meaning, next + 1)
      days.append(day)
    }
    return (days, end)
  }

  /// "First Monday of the month", "last day of the month".
  /// - Parameter needsMonth: whether it is no repeat without "of each month".
  private func monthlyDay(at index: Int, needsMonth: Bool) -> Found? {
    guard let (ordinal, next) = phrase(words.repeatOrdinals, at: index),
      let (day, end) = phrase(words.weekdays, at: next) ?? phrase(words.pluralWeekdays, at: next)
    else {
      guard let (_, end) = phrase(words.lastDays, at: index) else { return nil }
      let month = phrase(words.eachMonthMarks, at: end) ?? (needsMonth ? nil : phrase(words.monthMarks, at: end))
      if needsMonth && month == nil { return nil }
      return (Repetition(frequency: .monthly, monthDay: -1), month?.end ?? end)
    }
    let rule = Repetition(frequency: .monthly, weekdays: [day], ordinal: ordinal)
    if let (_, end) = phrase(words.eachMonthMarks, at: end) { return (rule, end) }
    if needsMonth { return nil }
    if let (_, end) = phrase(words.monthMarks, at: end) { return (rule, end) }
    // "Every second Monday" is every other one.
    return ordinal == 2 && phrase(words.otherMarks, at: index) != nil ? nil : (rule, end)
  }

  /// "1st", "1er du mois", "5일", "1-го числа".
  /// - Parameter needsMonth: whether it is no repeat without "of each month".
  private func monthDay(at index: Int, needsMonth: Bool = false) -> Found? {
    guard let number = number(index), (1...31).contains(number), digits(index) <= 2, pieces[index].startsWord else {
      return nil
    }
    var end = index + 1
    var isClear = words.hasPlainMonthDays && isEnd(end)
    if let ordinal = joinedText(end), words.ordinals.contains(ordinal) { (end, isClear) = (end + 1, true) }
    if isOne(of: words.dayNouns, at: end) { (end, isClear) = (end + 1, true) }
    if let (_, last) = phrase(words.eachMonthMarks, at: end) ?? (needsMonth ? nil : phrase(words.monthMarks, at: end)) {
      (end, isClear) = (last, true)
    } else if needsMonth {
      return nil
    }
    guard isClear, isWordEnd(end) else { return nil }
    return (Repetition(frequency: .monthly, monthDay: number), end)
  }

  /// "이틀에 한 번", "2주에 한 번씩", "일주일에 두 번".
  func times(at index: Int) -> (length: QuickAddWords.Length, count: Int, times: Int, end: Int)? {
    guard !words.timesUnits.isEmpty, index < pieces.count, pieces[index].startsWord,
      let (length, count, end) = length(at: index), (1...99).contains(count), pieces[end - 1].particle == .on
    else { return nil }
    // "한 번", "1회", and "한번" in one word.
    if let (times, next) = self.count(at: end), let unit = text(next), words.timesUnits.contains(unit),
      isWordEnd(next + 1)
    {
      return (length, count, times, next + 1)
    }
    guard let word = text(end), isWordEnd(end + 1),
      let times = words.numbers.first(where: { number, _ in
        word.hasPrefix(number) && words.timesUnits.contains(String(word.dropFirst(number.count)))
      })?.value
    else { return nil }
    return (length, count, times, end + 1)
  }

  /// "The 1st and the 15th", "1일과 15일".
  private func monthDays(at index: Int) -> Found? {
    guard var (rule, end) = monthDay(at: index) else { return nil }
    while end < pieces.count {
      let isLoose = pieces[end - 1].stop == ","
      var next = end
      if let word = text(next, isLoose: isLoose), words.listMarks.contains(word) { next += 1 }
      guard next > end || isLoose, next < pieces.count else { break }
      if case .text(let word) = pieces[next].content, ["the", "le"].contains(word) { next += 1 }
      guard let (more, last) = monthDay(at: next) else { break }
      rule.rule.monthDays = Array(Set(rule.rule.monthDays + more.rule.monthDays)).sorted()
      end = last
    }
    return (rule, end)
  }

  /// "3 May", "5월 3일".
  private func yearDay(at index: Int) -> Found? {
    guard let (day, end) = calendarDay(at: index, isMarked: true),
      (index..<end).contains(where: { text($0, isLoose: true).map { words.months[$0] != nil || $0 == "월" } ?? false })
    else { return nil }
    return (Repetition(frequency: .yearly, month: day.month, monthDay: day.day), end)
  }

  /// "월요일과 목요일마다", "월요일, 수요일마다".
  private func listEnding(at index: Int) -> Found? {
    guard !words.hasPrepositions, var (day, end) = phrase(words.weekdays, at: index) else { return nil }
    var days = [day]
    while days.count < 7 {
      let isLoose = pieces[end - 1].stop == ","
      if let word = text(end, isLoose: isLoose), words.listMarks.contains(word) {
        end += 1
      } else if !isLoose {
        return nil
      }
      guard let word = text(end, isLoose: true), isWordEnd(end + 1) else { return nil }
      let isLast = word.hasSuffix(QuickAddWords.repeatEnding)
      let name = isLast ? String(word.dropLast(QuickAddWords.repeatEnding.count)) : word
      guard let found = words.weekdays[name].first(where: { $0.rest.isEmpty }) else { return nil }
      (day, end) = (found.meaning, end + 1)
      days.append(day)
      if isLast { return (Repetition(frequency: .weekly, weekdays: days), end) }
    }
    return nil
  }

  /// "월요일마다", "3일마다", "주말마다".
  private func everyEnding(at index: Int) -> Found? {
    let count = number(index)
    let place = count == nil ? index : index + 1
    guard let word = text(place), word.hasSuffix(QuickAddWords.repeatEnding), isWordEnd(place + 1) else { return nil }
    let rest = String(word.dropLast(QuickAddWords.repeatEnding.count))
    if let count {
      guard (1...99).contains(count), let rule = rule(of: rest, count) else { return nil }
      return (rule, place + 1)
    }
    if let day = words.weekdays[rest].first(where: { $0.rest.isEmpty }) {
      return (Repetition(frequency: .weekly, weekdays: [day.meaning]), place + 1)
    }
    if let part = words.parts[rest].first(where: { $0.rest.isEmpty }) {
      return (Repetition(frequency: .daily, part: part.meaning), place + 1)
    }
    if let rule = words.everyNouns[rest].first(where: { $0.rest.isEmpty }) { return detailed(rule.meaning, place + 1) }
    return rule(of: rest, 1).map { detailed($0, place + 1) }
  }
}
