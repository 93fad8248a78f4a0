/// Times of day: "18:00", "6 pm", "18h30", "noon".
extension QuickAddReader {
  func markedClock() -> Match? {
    if let (mark, next) = phrase(words.timeMarks, at: start), let match = clock(at: next, mark) { return match }
    return clock(at: start, nil)
  }

  func clock(at index: Int, _ mark: QuickAddWords.TimeMark?) -> Match? {
    guard index < pieces.count, pieces[index].startsWord else { return nil }
    if let (time, end) = phrase(words.clockWords, at: index) {
      return Match(pieces: start..<end, time: time, isExact: true)
    }
    var index = index
    var half: QuickAddWords.Half?
    if let word = text(index), let named = words.halvesBefore[word] {
      half = named
      index += 1
    }
    guard let hour = number(index), digits(index) <= 2 else { return nil }
    index += 1
    var minute = 0
    // Whether this form is a time even without a word such as "at".
    var isClear = false
    var mayBeAmount = false
    if let separator = joinedText(index), separator == ":" || separator == ".", let number = joinedNumber(index + 1),
      digits(index + 1) == 2
    {
      minute = number
      index += 2
      isClear = separator == ":" || mark == .dotted
    } else if let word = text(index), let unit = words.hourUnits[word] {
      let isApart = pieces[index].startsWord
      index += 1
      // "2h" is a duration.
      isClear = unit == .clear || mark != nil || unit == .fromSix && hour >= 6
      mayBeAmount = unit == .fromSix
      if let word = text(index), word == "반", unit == .clear {
        minute = 30
        index += 1
      } else if let number = number(index), digits(index) <= 2 {
        if let word = text(index + 1), words.minuteUnits.contains(word), isWordEnd(index + 2) {
          minute = number
          index += 2
        } else if digits(index) == 2, unit == .fromSix, pieces[index].startsWord == isApart, isWordEnd(index + 1) {
          minute = number
          index += 1
        }
      }
    }
    if half == nil, let (named, end) = phrase(words.halvesAfter, at: index, mayJoin: true),
      named.isClear || isClear || mark != nil
    {
      (half, isClear) = (named.half, true)
      index = end
    }
    guard isClear, isWordEnd(index), (0...59).contains(minute), !(mayBeAmount && half == nil && isAmount(index)),
      let hour = half.map({ $0.hour(hour) }) ?? hour, (0...23).contains(hour)
    else { return nil }
    return Match(pieces: start..<index, time: (hour, minute), isExact: half != nil)
  }
}
