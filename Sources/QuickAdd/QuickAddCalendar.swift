import CivilTime

/// Days of the calendar: "23 November", 23.11., "the 3rd".
extension QuickAddReader {
  /// - Parameter isMarked: a word before marks this as a date, so that it may look like a fraction.
  func calendarDay(at index: Int, isMarked: Bool) -> (day: CivilTime, end: Int)? {
    guard index < pieces.count, pieces[index].startsWord else { return nil }
    guard let found = numericDay(at: index, isMarked: isMarked) ?? namedDay(at: index), isWordEnd(found.end) else {
      return nil
    }
    return found
  }

  // MARK: Digits

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
    let isClear = hasTwoDigits || separator == "/" && first > 12 && (first, second) != (24, 7)
    guard isMarked || isClear || pieces[index + 2].particle != nil || isPlainDate(at: index, separator, first, second)
    else { return nil }
    guard !isAmount(index + 3) else { return nil }
    let monthFirst = words.order.isMonthFirst ? day(nil, first, second) : nil
    return (monthFirst ?? day(nil, second, first)).map { ($0, index + 3) }
  }

  /// 3/12 or 3.05 where the language writes dates so, at an end of the line or before a time; not the fraction 3/4.
  private func isPlainDate(at index: Int, _ separator: String, _ first: Int, _ second: Int) -> Bool {
    guard index == start, separator == "/" || words.order.hasDot && digits(index + 2) == 2 else { return false }
    if startsClock(at: index + 3) { return true }
    guard separator != "/" || words.order.hasSlash else { return false }
    guard separator != "/" || first >= second || second > 4 else { return false }
    return isFirst(index) || index + 3 == pieces.count
  }

  // MARK: Names of months

  /// "23 November", "Nov 23, 2026", "11월 23일".
  private func namedDay(at index: Int) -> (day: CivilTime, end: Int)? {
    if let found = koreanDay(at: index) { return found }
    guard let (day, month, end) = dayBeforeMonth(at: index) ?? dayAfterMonth(at: index) else { return nil }
    if let year = number(end, isLoose: true), digits(end) == 4, (1900...2199).contains(year), isWordEnd(end + 1) {
      let hasYearWord = text(end + 1).map { words.yearMarks.contains($0) } ?? false
      return self.day(year, month, day).map { ($0, end + (hasYearWord ? 2 : 1)) }
    }
    return isAmount(end) ? nil : self.day(nil, month, day).map { ($0, end) }
  }

  private func koreanDay(at index: Int) -> (day: CivilTime, end: Int)? {
    var index = index
    var year: Int?
    if let number = number(index, isLoose: true), joinedText(index + 1) == "년" {
      year = number
      index += 2
    } else if let years = text(index).flatMap({ words.yearWords[$0] }) {
      year = now.year + years
      index += 1
    }
    guard let month = number(index, isLoose: true), text(index + 1) == "월" else { return nil }
    if text(index + 2) == "말", (1...12).contains(month) {
      let year = year ?? (month < now.month ? now.year + 1 : now.year)
      return CivilTime(year: year, month: month, day: CivilTime.days(inMonth: month, of: year)).map { ($0, index + 3) }
    }
    guard let number = number(index + 2), text(index + 3) == "일" else { return nil }
    return day(year, month, number).map { ($0, index + 4) }
  }

  private func dayBeforeMonth(at index: Int) -> (day: Int, month: Int, end: Int)? {
    guard let (day, next) = dayNumber(at: index), let word = text(next), pieces[next].startsWord,
      let month = words.months[word]
    else { return nil }
    // "3 Mars" in the middle of a French sentence is a chocolate bar.
    if index == start, index > 0, pieces[next].letters == .capital, words.things.contains(word) {
      return nil
    }
    return (day, month, next + 1)
  }

  /// "23", "1st of", "первого".
  private func dayNumber(at index: Int) -> (day: Int, end: Int)? {
    if let word = text(index, isLoose: true), let day = words.spelledOrdinals[word] { return (day, index + 1) }
    guard let day = number(index, isLoose: true) else { return nil }
    guard let ordinal = joinedText(index + 1) else { return (day, index + 1) }
    guard words.ordinals.contains(ordinal) else { return nil }
    return (day, isOne(of: words.ofMarks, at: index + 2) ? index + 3 : index + 2)
  }

  private func dayAfterMonth(at index: Int) -> (day: Int, month: Int, end: Int)? {
    guard let word = text(index, isLoose: true), let month = words.leadingMonths[word] else { return nil }
    let index = isOne(of: ["the"], at: index + 1) ? index + 2 : index + 1
    guard let day = number(index, isLoose: true), pieces[index].startsWord else { return nil }
    guard let ordinal = joinedText(index + 1) else { return (day, month, index + 1) }
    return words.ordinals.contains(ordinal) ? (day, month, index + 2) : nil
  }

  // MARK: Days of a month

  /// "The 3rd", "le 3", "3-го числа", "3일까지", "다음 달 3일": the next such day.
  func monthDay(at index: Int, _ mark: QuickAddWords.DateMark?) -> Match? {
    let before = phrase(words.monthsBefore, at: index)
    let from = before?.end ?? index
    guard let found = plainMonthDay(at: from, ahead: before?.meaning, mark) else { return nil }
    let kind: Match.Kind = words.hasPrepositions && !found.isClear ? .monthDay : .day
    return match(found.day, index, found.end, kind)
  }

  private func plainMonthDay(
    at index: Int, ahead: Int?, _ mark: QuickAddWords.DateMark?
  ) -> (day: CivilTime, end: Int, isClear: Bool)? {
    guard index < pieces.count, pieces[index].startsWord else { return nil }
    var end = index + 1
    var isClear = ahead != nil
    var ordinal: String?
    let day: Int
    if let spelled = text(index).flatMap({ words.spelledOrdinals[$0] }) {
      day = spelled
    } else if let digits = number(index), self.digits(index) <= 2 {
      day = digits
      ordinal = joinedText(end).flatMap { words.ordinals.contains($0) ? $0 : nil }
      if ordinal != nil { end += 1 }
    } else {
      return nil
    }
    if isOne(of: words.dayNouns, at: end) {
      // "3일" alone is a length.
      let isKorean = !words.hasPrepositions
      let isDay =
        ahead != nil || pieces[end].particle != nil || startsClock(at: end + 1) || startsWeekday(at: end + 1)
      guard !isKorean || isDay else { return nil }
      isClear = true
      end += 1
    }
    var ahead = ahead
    if let (months, last) = phrase(words.monthsAfter, at: end) { (ahead, end, isClear) = (months, last, true) }
    // "On the first", but not "the first" alone.
    let isSpelled = number(index) == nil && mark == .beforeNumber && text(start) != "the"
    let isSaid =
      isClear || isSpelled
      || ordinal.map { mark != nil || words.loneOrdinals.contains($0) }
        ?? (mark == .beforeNumber && words.hasPlainMonthDays)
    guard isSaid, isWordEnd(end), let found = self.day(day, ahead: ahead) else { return nil }
    return (found, end, isClear)
  }

  /// "The 27th", or "27", after its weekday.
  func monthDay(after weekday: (number: Int, distance: Int, end: Int)) -> (day: CivilTime, end: Int)? {
    let index = weekday.end
    let from = isOne(of: ["the", "le"], at: index) ? index + 1 : index
    guard let number = number(from), digits(from) <= 2, pieces[from].startsWord else { return nil }
    if let ordinal = joinedText(from + 1) {
      guard words.ordinals.contains(ordinal), isWordEnd(from + 2) else { return nil }
      return day(number, ahead: nil).map { ($0, from + 2) }
    }
    guard isWordEnd(from + 1), isEnd(from + 1) || isFirst(start), time(at: from, nil)?.isClear != true,
      let day = day(number, ahead: nil), day.weekday == weekday.number
    else { return nil }
    return (day, from + 1)
  }

  /// The next such day, or that of the month so many months ahead.
  private func day(_ number: Int, ahead: Int?) -> CivilTime? {
    guard let today = now.adding(days: 0) else { return nil }
    let ahead = ahead == 0 ? nil : ahead
    for months in ahead.map({ $0...$0 }) ?? 0...2 {
      let later = today.adding(months: months)
      if let day = CivilTime(year: later.year, month: later.month, day: number), ahead == 1 || day >= today {
        return day
      }
    }
    return nil
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
