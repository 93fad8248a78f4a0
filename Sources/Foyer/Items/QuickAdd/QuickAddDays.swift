/// Days: "tomorrow", "next Friday", "in 3 days", "23 November", 23.11.
extension QuickAddReader {
  func markedDay() -> Match? {
    if let (mark, next) = phrase(words.dateMarks, at: start), let match = day(at: next, mark) { return match }
    return day(at: start, nil)
  }

  private func day(at index: Int, _ mark: QuickAddWords.DateMark?) -> Match? {
    if mark != .beforeWeekday && mark != .beforeNumber {
      if let (days, end) = phrase(words.days, at: index), let day = now.adding(days: days) {
        return match(day, end)
      }
      if let (part, end) = phrase(words.partsOfToday, at: index), let day = now.adding(days: 0) {
        return Match(pieces: start..<end, day: day, time: part.time, isEvening: part == .evening)
      }
      if let match = later(at: index) { return match }
    }
    if let weekday = weekday(at: index) {
      // "Friday 27 November", if that day is a Friday.
      if let (day, end) = calendarDay(at: weekday.end, isMarked: true), day.weekday == weekday.number {
        return match(day, end)
      }
      if mark == .beforeNumber { return nil }
      return now.adding(days: weekday.distance).flatMap { match($0, weekday.end) }
    }
    guard mark != .beforeWeekday, let (day, end) = calendarDay(at: index, isMarked: mark != nil && mark != .weak)
    else { return nil }
    return match(day, end)
  }

  /// The day, and the part of the day that follows it.
  private func match(_ day: CivilTime, _ end: Int) -> Match? {
    guard isWordEnd(end) else { return nil }
    if let word = text(end), pieces[end - 1].stop == nil, words.pastMarks.contains(word) { return nil }
    // In Korean "tomorrow afternoon 6:00" the part of the day belongs to the time.
    if clock(at: end, nil) == nil, let (part, end) = phrase(words.parts, at: end) {
      return Match(pieces: start..<end, day: day, time: part.time, isEvening: part == .evening)
    }
    return Match(pieces: start..<end, day: day)
  }

  private func weekday(at index: Int) -> (number: Int, distance: Int, end: Int)? {
    let before = phrase(words.weekMarksBefore, at: index)
    guard let (number, end) = phrase(words.weekdays, at: before?.end ?? index) else { return nil }
    let after = phrase(words.weekMarksAfter, at: end)
    let isNextWeek = before?.meaning == .nextWeek || after?.meaning == .nextWeek
    let distance = isNextWeek ? 7 - now.weekday + number : (number - now.weekday + 6) % 7 + 1
    return (number, distance, after?.end ?? end)
  }

  /// "In 3 days", and with the word at the end: "3일 후".
  private func later(at index: Int) -> Match? {
    var index = index
    var isMarked = false
    if let word = text(index), words.inMarks.contains(word) {
      isMarked = true
      index += 1
    }
    var count = 1
    if let number = number(index) {
      count = number
      index += 1
    } else if let word = text(index), let number = words.numbers[word] {
      count = number
      index += 1
    } else if let word = text(index), !words.loneUnits.contains(word) {
      return nil
    }
    guard var unit = text(index) else { return nil }
    index += 1
    if !isMarked {
      // "3일후" in one word, or "3일 후" in two.
      if let mark = words.laterMarks.first(where: { unit.count > $0.count && unit.hasSuffix($0) }) {
        unit.removeLast(mark.count)
      } else if let mark = text(index), words.laterMarks.contains(mark) {
        index += 1
      } else {
        return nil
      }
    }
    guard isWordEnd(index), let length = words.units[unit] else { return nil }
    switch length {
    case .seconds(let seconds):
      let later = CivilTime(seconds: now.seconds + count * seconds)
      guard let day = later.adding(days: 0) else { return nil }
      return Match(pieces: start..<index, day: day, time: (later.hour, later.minute), isExact: true)
    case .days(let days): return now.adding(days: count * days).flatMap { match($0, index) }
    case .months(let months):
      let later = now.adding(months: count * months)
      return later.year <= 9999 ? later.adding(days: 0).flatMap { match($0, index) } : nil
    }
  }

  /// - Parameter isMarked: a word before marks this as a date, so that it may look like a fraction.
  private func calendarDay(at index: Int, isMarked: Bool) -> (day: CivilTime, end: Int)? {
    guard index < pieces.count, pieces[index].startsWord else { return nil }
    guard let found = numericDay(at: index, isMarked: isMarked) ?? namedDay(at: index), isWordEnd(found.end) else {
      return nil
    }
    return found
  }

  private func numericDay(at index: Int, isMarked: Bool) -> (day: CivilTime, end: Int)? {
    guard let first = number(index, isLoose: true), let separator = joinedText(index + 1), "-./".contains(separator),
      let second = joinedNumber(index + 2)
    else { return nil }
    if joinedText(index + 3) == separator, let third = joinedNumber(index + 4) {
      switch (digits(index), digits(index + 4)) {
      case (4, 1...2): return day(first, second, third).map { ($0, index + 5) }
      case (1...2, 4): return day(third, second, first).map { ($0, index + 5) }
      // 1.2.26 is more likely a version number.
      case (2, 2) where separator != "-" && digits(index + 2) == 2:
        return day(2000 + third, second, first).map { ($0, index + 5) }
      default: return nil
      }
    }
    guard separator != "-", digits(index) <= 2, digits(index + 2) <= 2 else { return nil }
    // 1/2 is a half, 3.5 a number, 24/7 always; 23/11 and 05.01 are dates.
    let hasTwoDigits = digits(index) == 2 && digits(index + 2) == 2
    let isMarked = isMarked || pieces[index + 2].hasParticle
    guard isMarked || hasTwoDigits || separator == "/" && first > 12 && (first, second) != (24, 7) else { return nil }
    guard !isAmount(index + 3) else { return nil }
    let monthFirst = words.isMonthFirst ? day(nil, first, second) : nil
    return (monthFirst ?? day(nil, second, first)).map { ($0, index + 3) }
  }

  /// "23 November", "Nov 23, 2026", "11월 23일".
  private func namedDay(at index: Int) -> (day: CivilTime, end: Int)? {
    var index = index
    var year: Int?
    if let number = number(index, isLoose: true), joinedText(index + 1) == "년" {
      year = number
      index += 2
    }
    if let month = number(index, isLoose: true), text(index + 1) == "월", let number = number(index + 2),
      text(index + 3) == "일"
    {
      return day(year, month, number).map { ($0, index + 4) }
    }
    guard year == nil else { return nil }

    let month: Int
    let dayNumber: Int
    if let number = number(index, isLoose: true) {
      index += 1
      if let ordinal = joinedText(index) {
        guard words.ordinals.contains(ordinal) else { return nil }
        index += 1
        if let word = text(index), words.ofMarks.contains(word) { index += 1 }
      }
      guard let word = text(index), pieces[index].startsWord, let named = words.months[word] else { return nil }
      (dayNumber, month) = (number, named)
      index += 1
    } else {
      guard let word = text(index, isLoose: true), let named = words.months[word],
        let number = number(index + 1, isLoose: true), pieces[index + 1].startsWord
      else { return nil }
      (month, dayNumber) = (named, number)
      index += 2
      if let ordinal = joinedText(index) {
        guard words.ordinals.contains(ordinal) else { return nil }
        index += 1
      }
    }
    if let number = number(index, isLoose: true), digits(index) == 4, (1900...2199).contains(number),
      isWordEnd(index + 1)
    {
      index += 1
      let hasYearWord = text(index).map { words.yearMarks.contains($0) } ?? false
      return day(number, month, dayNumber).map { ($0, index + (hasYearWord ? 1 : 0)) }
    }
    return isAmount(index) ? nil : day(nil, month, dayNumber).map { ($0, index) }
  }

  /// Without a year: the next such day, today included; for 29 February that may be years away.
  private func day(_ year: Int?, _ month: Int, _ day: Int) -> CivilTime? {
    if let year { return CivilTime(year: year, month: month, day: day) }
    guard let today = now.adding(days: 0) else { return nil }
    for year in now.year...(now.year + 8) {
      if let found = CivilTime(year: year, month: month, day: day), found >= today { return found }
    }
    return nil
  }
}

extension CivilTime {
  /// The day so many days later, at midnight; nil after the year 9999.
  func adding(days: Int) -> CivilTime? {
    let later = CivilTime(seconds: (seconds / 86400 + days) * 86400)
    return later.year <= 9999 ? later : nil
  }

  /// Monday is 0. The first day of 1970 was a Thursday.
  fileprivate var weekday: Int { (seconds / 86400 + 3) % 7 }
}
