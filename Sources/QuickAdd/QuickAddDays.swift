import CivilTime
import Recurrence

/// Days: "tomorrow", "next Friday", "this weekend", "in 3 days".
extension QuickAddReader {
  func markedDay() -> Match? {
    if let (mark, next) = phrase(words.dateMarks, at: start), let match = day(at: next, mark) { return match }
    return day(at: start, nil)
  }

  func day(at index: Int, _ mark: QuickAddWords.DateMark?) -> Match? {
    let isMarked = mark != nil && mark != .weak
    if mark != .beforeWeekday, let (day, end) = calendarDay(at: index, isMarked: isMarked) {
      return match(day, index, end)
    }
    if let match = monthDay(at: index, mark) ?? periodEnd(at: index) { return match }
    if mark != .beforeWeekday && mark != .beforeNumber {
      if let (days, end) = phrase(words.days, at: index), let day = now.adding(days: days) {
        return match(day, index, end)
      }
      if let (part, end) = phrase(words.partsOfToday, at: index), let day = now.adding(days: 0) {
        return Match(pieces: start..<end, kind: .day, body: index, day: day, time: part.time, part: part)
      }
      if let match = later(at: index) { return match }
    }
    if let weekday = weekday(at: index, isMarked: isMarked) {
      // "Friday 27 November", if that day is a Friday; "Friday the 27th".
      if let (day, end) = calendarDay(at: weekday.end, isMarked: true) ?? monthDay(after: weekday) {
        return day.weekday == weekday.number ? match(day, index, end) : nil
      }
      if mark == .beforeNumber { return nil }
      return now.adding(days: weekday.distance).flatMap { match($0, index, weekday.end, .weekday) }
    }
    return period(at: index)
  }

  /// The day, and the part of the day that follows it.
  func match(_ day: CivilTime, _ body: Int, _ end: Int, _ kind: Match.Kind = .day) -> Match? {
    guard isWordEnd(end) else { return nil }
    var end = end
    if let word = text(end), pieces[end - 1].stop == nil, words.pastMarks.contains(word) { return nil }
    // "27 November Friday".
    if kind == .day, !isStreet(before: start), let (number, last) = phrase(words.weekdays, at: end),
      number == day.weekday
    {
      end = last
    }
    if let (_, last) = phrase(words.endings, at: end) { end = last }
    // In Korean "tomorrow afternoon 6:00" the part of the day belongs to the time.
    if clock(at: end, nil) == nil, let (part, end) = phrase(words.parts, at: end) {
      let end = phrase(words.endings, at: end)?.end ?? end
      return Match(pieces: start..<end, kind: kind, body: body, day: day, time: part.time, part: part)
    }
    return Match(pieces: start..<end, kind: kind, body: body, day: day)
  }

  private func weekday(at index: Int, isMarked: Bool) -> (number: Int, distance: Int, end: Int)? {
    let before = phrase(words.weekMarksBefore, at: index)
    let start = before?.end ?? index
    let found = phrase(words.weekdays, at: start) ?? markedWeekday(at: start, isMarked: isMarked || before != nil)
    guard let (number, end) = found else { return nil }
    if !isMarked, before == nil, isOne(of: words.objectWeekdays, at: index), !isFirst(index), index != lastEnd,
      !startsClock(at: end)
    {
      return nil
    }
    let after = phrase(words.weekMarksAfter, at: end)
    let next = (number - now.weekday + 6) % 7 + 1
    let distance =
      switch before?.meaning ?? after?.meaning {
      case .nextWeek: 7 - now.weekday + number
      case .weekAfterNext: 14 - now.weekday + number
      case .weekLater: next + 7
      case .next, nil: after?.meaning == .nextWeek ? 7 - now.weekday + number : next
      }
    return (number, distance, after?.end ?? end)
  }

  /// "By fri", "sat 11am", "ven. 27 nov.", and "Brunch Sun" with a capital at the end.
  private func markedWeekday(at index: Int, isMarked: Bool) -> (meaning: Int, end: Int)? {
    guard let (number, end) = phrase(words.markedWeekdays, at: index) else { return nil }
    let isDated = calendarDay(at: end, isMarked: true) != nil
    let isLast =
      index > 0 && end == pieces.count
      && (words.hasCapitalDays && pieces[index].letters == .capital || isShortDay(index, words.shortDays))
    // "Sat: dentist", "fri gym", "call Ann thu about the car".
    let isAround =
      isFirst(index) && end < pieces.count
      && (pieces[index].stop != nil && isShortDay(index, words.shortDays) || isShortDay(index, words.leadingShortDays))
      || isShortDay(index, words.clearShortDays) && isEnd(end) || isShortDay(index, words.shortDays) && isJoined(end)
    let isTimed = startsClock(at: end) || phrase(words.parts, at: end) != nil
    return isMarked || isDated || isTimed || isLast || isAround ? (number, end) : nil
  }

  /// One of the abbreviations, and not what somebody did who "sat", nor the sun that one is in.
  private func isShortDay(_ index: Int, _ known: Set<String>) -> Bool {
    guard case .text(let word) = pieces[index].content, known.contains(word) else { return false }
    guard index > 0, pieces[index - 1].stop == nil, case .text(let before) = pieces[index - 1].content else {
      return true
    }
    return !words.subjects.contains(before)
  }

  /// "Sat and sun": neither is a deadline, as of two whole names.
  private func isJoined(_ index: Int) -> Bool {
    isOne(of: words.joiners, at: index) && index + 1 < pieces.count && isShortDay(index + 1, words.shortDays)
  }

  // MARK: Periods

  /// "This weekend", "next month", "the end of the month".
  private func period(at index: Int) -> Match? {
    guard let (period, end) = phrase(words.periods, at: index) else { return nil }
    let days: Int
    switch period {
    case .weekend(let weeks): days = (5 - now.weekday + 7) % 7 + 7 * weeks - (now.weekday == 6 ? 7 : 0)
    case .nextWeek: days = 7 - now.weekday
    case .endOfWeek(let weeks): days = 6 - now.weekday + 7 * weeks
    case .nextMonth: return firstDay(ofMonthsAhead: 1).flatMap { match($0, index, end, .weekday) }
    case .endOfMonth(let months): return lastDay(ofMonthsAhead: months).flatMap { match($0, index, end, .weekday) }
    case .endOfYear: return lastDay(ofMonthsAhead: 12 - now.month).flatMap { match($0, index, end, .weekday) }
    }
    return now.adding(days: max(days, 0)).flatMap { match($0, index, end, .weekday) }
  }

  /// "The end of November".
  private func periodEnd(at index: Int) -> Match? {
    guard let (_, next) = phrase(words.monthEnds, at: index), let word = text(next), let month = words.months[word],
      pieces[next].startsWord, isWordEnd(next + 1), number(next + 1) == nil
    else { return nil }
    let months = (month - now.month + 12) % 12
    return lastDay(ofMonthsAhead: months).flatMap { match($0, index, next + 1) }
  }

  private func firstDay(ofMonthsAhead months: Int) -> CivilTime? {
    let later = now.adding(months: months)
    return CivilTime(year: later.year, month: later.month, day: 1)
  }

  private func lastDay(ofMonthsAhead months: Int) -> CivilTime? {
    let later = now.adding(months: months)
    return CivilTime(year: later.year, month: later.month, day: CivilTime.days(inMonth: later.month, of: later.year))
  }

  // MARK: Lengths

  /// "In 3 days", and with the word at the end: "3일 후", "two weeks from now".
  private func later(at index: Int) -> Match? {
    var index = index
    let isMarked = isOne(of: words.inMarks, at: index)
    if isMarked { index += 1 }
    guard let (length, count, end) = length(at: index) else { return nil }
    index = end
    if !isMarked {
      if let (_, end) = phrase(words.laterPhrases, at: index) {
        index = end
      } else if isOne(of: words.laterMarks, at: index) {
        index += 1
      } else {
        return nil
      }
    }
    guard isWordEnd(index) else { return nil }
    switch length {
    case .seconds(let seconds):
      let later = CivilTime(seconds: now.seconds + count * seconds)
      guard let day = later.adding(days: 0) else { return nil }
      return Match(
        pieces: start..<index, kind: .day, body: start, day: day,
        time: TimeOfDay(hour: later.hour, minute: later.minute), isExact: true)
    case .days(let days): return now.adding(days: count * days).flatMap { match($0, start, index) }
    case .months(let months):
      let later = now.adding(months: count * months)
      return later.year <= 9999 ? later.adding(days: 0).flatMap { match($0, start, index) } : nil
    }
  }

  func length(at index: Int) -> (QuickAddWords.Length, count: Int, end: Int)? {
    if let (length, end) = phrase(words.spans, at: index) { return (length, 1, end) }
    let (count, next) = count(at: index) ?? (1, index)
    guard let word = text(next), let length = words.units[word] else { return nil }
    if next == index { return nil }
    if case .seconds(3600) = length, let (minutes, end) = phrase(words.minutesAfter, at: next + 1) {
      return (.seconds(60), count * 60 + minutes, end)
    }
    // "1h30".
    if case .seconds(3600) = length, let minutes = joinedNumber(next + 1), digits(next + 1) == 2, minutes < 60 {
      return (.seconds(60), count * 60 + minutes, next + 2)
    }
    return (length, count, next + 1)
  }
}

extension CivilTime {
  /// The day so many days later, at midnight; nil after the year 9999.
  func adding(days: Int) -> CivilTime? {
    let later = CivilTime(seconds: (seconds / 86400 + days) * 86400)
    return later.year <= 9999 ? later : nil
  }

  /// Monday is 0. The first day of 1970 was a Thursday.
  var weekday: Int { (seconds / 86400 + 3) % 7 }
}
