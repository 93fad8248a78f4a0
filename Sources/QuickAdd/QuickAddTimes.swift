import CivilTime

/// Times of day: "18:00", "6 pm", "18h30", "noon", "at 5", and the start of "15:30–16:30".
extension QuickAddReader {
  /// A time before it is known whether it is one.
  struct Time {
    var hour = 0
    var minute = 0
    var half: QuickAddWords.Half?
    /// Whether this form is a time even without a word such as "at".
    var isClear = false
    var isExact = false
    var mayBeAmount = false
    var lastAfternoonHour = 0
    var end: Int

    /// The hour of the day, if there is one.
    var hourOfDay: Int? {
      guard (0...59).contains(minute), let hour = half.map({ $0.hour(hour) }) ?? hour, (0...23).contains(hour) else {
        return nil
      }
      return hour
    }
  }

  func markedClock() -> Match? {
    if let match = range() { return match }
    if let (mark, next) = phrase(words.timeMarks, at: start), let match = clock(at: next, mark) { return match }
    if let match = clock(at: start, nil) { return match }
    guard let (part, end) = phrase(words.loneParts, at: start), words.hasPrepositions || pieces[end - 1].particle != nil
    else { return nil }
    return Match(pieces: start..<end, kind: .part, body: start, time: part.time, part: part)
  }

  func clock(at index: Int, _ mark: QuickAddWords.TimeMark?) -> Match? {
    guard index < pieces.count, pieces[index].startsWord, let time = time(at: index, mark) else { return nil }
    guard time.isClear || isBareTime(time, at: index, mark) else { return nil }
    return match(time, body: index)
  }

  private func match(_ time: Time, body: Int, end: Int? = nil) -> Match? {
    var end = end ?? time.end
    guard isWordEnd(end), let hour = time.hourOfDay,
      !(time.mayBeAmount && time.half == nil && isAmount(end))
    else { return nil }
    if let (_, last) = phrase(words.endings, at: end) { end = last }
    // The end of a day is its last minute.
    let isMidnight = time.half == .night && time.hour == 12
    return Match(
      pieces: start..<end, kind: .clock, body: body,
      time: isMidnight ? TimeOfDay(hour: 23, minute: 59) : TimeOfDay(hour: hour, minute: time.minute),
      isExact: time.isExact || time.half != nil, lastAfternoonHour: time.lastAfternoonHour)
  }

  /// "At 5" is a time where the sentence could end, or begins: not "at 5 flats".
  private func isBareTime(_ time: Time, at index: Int, _ mark: QuickAddWords.TimeMark?) -> Bool {
    guard let mark, time.hourOfDay != nil, isWordEnd(time.end), !isAmount(time.end), time.minute >= 0 else {
      return false
    }
    let isBesideDay = start == lastEnd || startsWeekday(at: time.end) || phrase(words.days, at: time.end) != nil
    if mark == .dotted, time.hour > 12, !isCounted(start), isEnd(time.end) { return true }
    if mark != .bare { return isBesideDay && mark != .weak && isEnd(time.end) }
    if words.hasTwelveHours, !(1...12).contains(time.hour) { return false }
    if isBesideDay || isEnd(time.end) { return true }
    return start == 0 && time.end < pieces.count && pieces[time.end].letters == .small
      && text(time.end).map { words.units[$0] == nil && !words.countables.contains($0) } ?? false
  }

  // MARK: Ranges

  /// "15:30–16:30", "from 3 to 5": an item keeps the start.
  private func range() -> Match? {
    if let word = text(start), !word.isEmpty, let joiners = words.rangeMarks[word],
      let match = range(at: start + 1, joiners, isMarked: true)
    {
      return match
    }
    return range(at: start, words.rangeMarks[""] ?? [], isMarked: false)
  }

  private func range(at index: Int, _ joiners: Set<String>, isMarked: Bool) -> Match? {
    guard index < pieces.count, pieces[index].startsWord, var first = time(at: index, nil) else { return nil }
    var next = first.end
    let isJoined: Bool
    if let word = text(next), QuickAddWords.isDash(word) || joiners.contains(word) {
      // "9-10am" has its dash in the word, "18:00 - 19:00" has spaces around it.
      isJoined = !pieces[next].startsWord || joiners.contains(word)
      next += 1
    } else if next > 0, pieces[next - 1].particle == .from {
      isJoined = false
    } else {
      return nil
    }
    guard let last = time(at: next, nil), last.hourOfDay != nil, first.hourOfDay != nil, isWordEnd(last.end) else {
      return nil
    }
    if last.half != nil, first.half == nil, !first.isExact {
      // "9-11am", but also "11-1pm".
      let isSameHalf = first.hour % 12 <= last.hour % 12
      first.half = isSameHalf ? last.half : last.half == .pm ? .am : nil
    }
    let isBesideDay = start == lastEnd
    if !first.isClear, !last.isClear {
      guard isBesideDay || isMarked && isJoined && words.hasBareRanges && !isCounted(start), isEnd(last.end) else {
        return nil
      }
    } else if !first.isClear, !isMarked, isJoined, pieces[first.end].startsWord, !isBesideDay {
      // "Room 12 to 15h".
      return nil
    }
    var found = match(first, body: index, end: last.end)
    found?.isRange = true
    return found
  }

  /// "Pages from 3 to 5".
  private func isCounted(_ index: Int) -> Bool {
    guard index > 0, case .text(let word) = pieces[index - 1].content else { return false }
    return words.countables.contains(word)
  }

  // MARK: One time

  func time(at index: Int, _ mark: QuickAddWords.TimeMark?) -> Time? {
    if let ((hour, minute), end) = phrase(words.clockWords, at: index) {
      let (more, last) = phrase(words.minutesAfter, at: end) ?? (0, end)
      return Time(hour: hour, minute: minute + more, isClear: true, isExact: true, end: last).withWholeMinutes
    }
    if let word = text(index), let (hour, minute) = words.spokenTimes[word] {
      return Time(hour: hour, minute: minute, isClear: true, lastAfternoonHour: 6, end: index + 1)
    }
    if let (minutes, next) = phrase(words.minutesBefore, at: index), let (hour, end) = hour(at: next) {
      var time = Time(hour: hour, minute: minutes, isClear: true, lastAfternoonHour: 6, end: end).withWholeMinutes
      addHalf(to: &time, mark)
      return time
    }
    return hourAndMinute(at: index, mark)
  }

  private func hour(at index: Int) -> (hour: Int, end: Int)? {
    if let number = number(index), digits(index) <= 2 { return (number, index + 1) }
    guard let word = text(index) else { return nil }
    if let hour = words.spokenHours[word] { return (hour, index + 1) }
    // "At a" is no time.
    guard let hour = words.numbers[word], hour > 1 || text(index + 1).map({ words.hourUnits[$0] != nil }) ?? false
    else {
      return nil
    }
    return (hour, index + 1)
  }

  private func hourAndMinute(at index: Int, _ mark: QuickAddWords.TimeMark?) -> Time? {
    if mark == .bare, words.hasTwelveHours, let number = number(index), digits(index) == 4, isEnd(index + 1) {
      // "At 1730".
      return Time(hour: number / 100, minute: number % 100, isClear: true, isExact: true, end: index + 1)
    }
    var index = index
    var half: QuickAddWords.Half?
    if let word = text(index), let named = words.halvesBefore[word] {
      half = named
      index += 1
    }
    guard let (hour, end) = hour(at: index) else { return nil }
    var time = Time(hour: hour, half: half, lastAfternoonHour: 6, end: end)
    let isSpelled = number(index) == nil
    let hasZero = !isSpelled && digits(index) == 2 && hour < 10
    if !isSpelled, let separator = joinedText(end), separator == ":" || separator == ".",
      let minute = joinedNumber(end + 1), digits(end + 1) == 2
    {
      (time.minute, time.end) = (minute, end + 2)
      time.isClear = separator == ":" || mark == .dotted || mark == .bare
      time.mayBeAmount = separator == "."
      time.lastAfternoonHour = words.hasTwelveHours ? 6 : 4
    } else if let word = text(end), let unit = words.hourUnits[word] {
      addUnit(unit, to: &time, mark)
    } else if mark != nil, let (minutes, last) = phrase(words.minutesAfter, at: end) {
      (time.minute, time.end, time.isClear) = (minutes, last, true)
    }
    if hasZero { time.lastAfternoonHour = 0 }
    addHalf(to: &time, mark)
    return time.withWholeMinutes
  }

  /// The unit after the hour, and the minutes after it.
  private func addUnit(_ unit: QuickAddWords.HourUnit, to time: inout Time, _ mark: QuickAddWords.TimeMark?) {
    var index = time.end
    let isApart = pieces[index].startsWord
    index += 1
    // "2h" is a duration.
    time.isClear = unit == .clear || mark != nil || unit == .fromSix && time.hour >= 6
    time.mayBeAmount = unit == .fromSix
    if unit == .fromSix { time.lastAfternoonHour = 5 }
    if let (minutes, end) = phrase(words.minutesAfter, at: index, mayJoin: true) {
      time.minute += minutes
      index = end
    } else if let number = number(index), digits(index) <= 2 {
      if isOne(of: words.minuteUnits, at: index + 1), isWordEnd(index + 2) {
        time.minute = number
        index += 2
      } else if digits(index) == 2, unit == .fromSix, pieces[index].startsWord == isApart {
        time.minute = number
        index += 1
      }
    }
    time.end = index
  }

  /// "pm", "in the evening" after the time.
  private func addHalf(to time: inout Time, _ mark: QuickAddWords.TimeMark?) {
    guard time.half == nil, let (named, end) = phrase(words.halvesAfter, at: time.end, mayJoin: true) else { return }
    guard named.isClear || time.isClear || mark != nil && mark != .weak else { return }
    (time.half, time.isClear, time.end) = (named.half, true, end)
  }
}

extension QuickAddReader.Time {
  /// "Quarter to nine" is 8:45, "noon and a half" 12:30.
  fileprivate var withWholeMinutes: Self {
    guard minute < 0 else { return self }
    var time = self
    time.minute += 60
    time.hour = hour == 1 ? 12 : hour - 1
    return time
  }
}
