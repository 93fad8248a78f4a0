import Recurrence

/// The sense of the words around a date or a time: whether it is one at all.
extension QuickAddReader {
  /// A repeat of which no rule can be made: "every so often", "twice a week".
  func repeats(at index: Int) -> Bool {
    if phrase(words.otherRepeats, at: index) != nil || times(at: index) != nil { return true }
    guard let (_, end) = phrase(words.everyMarks, at: index) else { return false }
    return count(at: end) != nil || phrase(words.everyNouns, at: end) != nil || phrase(words.otherMarks, at: end) != nil
      || phrase(words.repeatOrdinals, at: end) != nil || isOne(of: words.dayNouns, at: end)
      || text(end).map { words.units[$0] != nil || words.months[$0] != nil } ?? false || startsWeekday(at: end)
      || phrase(words.parts, at: end) != nil || phrase(words.markedWeekdays, at: end) != nil
  }

  /// The word before changes the meaning: "last Friday", "the 18:00 train".
  func holds(_ match: Match) -> Bool {
    let index = match.pieces.lowerBound
    guard index > 0, pieces[index - 1].stop == nil else { return false }
    if pieces[index - 1].particle == .from { return true }
    guard index != lastEnd else { return false }
    switch pieces[index - 1].content {
    case .none: return false
    case .text(let word):
      return words.holders.contains(word) || words.numberVerbs.contains(word) && isShortNumber(match)
    // "Du 3 au 5 mai".
    case .number: return match.day != nil && isOne(of: words.joiners, at: index)
    }
  }

  /// "Le 15", "в 03": after a verb such as "call" the number of a service, a bus or a volume.
  private func isShortNumber(_ match: Match) -> Bool {
    guard match.isMarked, match.body + 1 == match.pieces.upperBound, let number = number(match.body) else {
      return false
    }
    return match.kind == .monthDay || match.kind == .clock && digits(match.body) == 2 && number < 10
  }

  // MARK: Names

  /// "Watch Tomorrow Never Dies", "Sunday Bloody Sunday": capitals go on after it, or it follows a word such as "watch".
  func isName(_ match: Match) -> Bool {
    guard hasNames else { return false }
    if isWork(match) { return true }
    let end = match.pieces.upperBound
    if match.day != nil, isOne(of: words.streets, at: end) || isStreet(before: match.pieces.lowerBound) { return true }
    guard pieces[match.body].letters == .capital else { return false }
    let isMarked = match.isMarked
    // "At Noon" is not written with a capital, but the film "High Noon" is.
    if match.kind == .clock || match.kind == .part {
      return !isMarked && !isFirst(match.body) || capitals(from: end) > 0 && !touches(end)
    }
    if match.kind == .weekday, !isMarked || !isFirst(match.pieces.lowerBound) {
      return capitals(from: end) >= (isMarked || isFirst(match.body) && !words.hasCapitalDays ? 2 : 1)
    }
    // A phrase of several words has capitals in a name only; "Tomorrow" also where every word has one.
    guard match.kind == .day, !isCalendarDay(match) else { return false }
    if !isMarked, !isFirst(match.body), end - match.body > 1,
      (match.body..<end).allSatisfy({ pieces[$0].letters == .capital })
    {
      return true
    }
    return capitals(from: end) >= (isFirst(match.body) ? 2 : 1)
  }

  /// "Watch 3:10 to Yuma", "Read Saturday".
  func isWork(_ match: Match) -> Bool {
    guard hasNames, let work, work.start < pieces.count, pieces[work.start - 1].stop == nil else { return false }
    if match.body < work.end, match.kind != .clock, !isCalendarDay(match) { return true }
    guard match.pieces.lowerBound == work.start || match.body == work.start else { return false }
    if pieces[work.start].letters == .capital { return true }
    return match.kind == .clock && match.body == match.pieces.lowerBound && !isFirst(match.pieces.upperBound)
      && match.pieces.upperBound < pieces.count
  }

  /// "Rue du 8 mai"; English has the word after the name.
  func isStreet(before index: Int) -> Bool {
    !words.hasCapitalDays
      && (max(0, index - 2)..<index).contains {
        if pieces[$0].startsWord, case .text(let word) = pieces[$0].content {
          words.streets.contains(word)
        } else {
          false
        }
      }
  }

  /// The end of the words with capitals.
  func nameEnd(from index: Int) -> Int {
    var index = index
    while index < pieces.count, pieces[index - 1].stop == nil, pieces[index].startsWord, pieces[index].letters != .small
    {
      repeat { index += 1 } while !isWordEnd(index)
    }
    return index
  }

  /// How many words with capitals stand here, two at most.
  private func capitals(from index: Int) -> Int {
    var count = 0
    var index = index
    while count < 2, index < pieces.count, pieces[index - 1].stop == nil, pieces[index].letters != .small,
      !startsWeekday(at: index)
    {
      count += 1
      repeat { index += 1 } while !isWordEnd(index)
    }
    return count
  }

  /// A date that contains a number or a month.
  private func isCalendarDay(_ match: Match) -> Bool {
    (match.body..<match.pieces.upperBound).contains { number($0, isLoose: true) != nil }
  }

  // MARK: The middle of a sentence

  /// A weekday in the middle of other words is a date only with a preposition, or if the sentence could end before it:
  /// "Call Ann Friday about the car", not "Buy Sunday roast".
  func fits(_ match: Match) -> Bool {
    let end = match.pieces.upperBound
    // "From Monday", "after 6:00".
    if pieces[end - 1].particle == .from && !match.isRange || isOne(of: words.pastMarks, at: end) { return false }
    switch match.kind {
    case .clock, .part, .day, .repetition: return true
    case .monthDay:
      let isSaid = match.isMarked || words.loneOrdinals.contains(text(end - 1) ?? "")
      return isEnd(end) || isSaid && isFirst(match.pieces.lowerBound) && !isOne(of: words.countables, at: end)
    case .weekday:
      if let word = text(end), word.hasSuffix("의"), !words.parts[String(word.dropLast())].isEmpty { return false }
      guard words.hasPrepositions else { return true }
      let isMarked = match.isMarked && !isWeaklyMarked(match)
      return isMarked || isFirst(match.body) || match.pieces.lowerBound == lastEnd || isEnd(end)
    }
  }

  private func isWeaklyMarked(_ match: Match) -> Bool {
    if let (mark, _) = phrase(words.dateMarks, at: match.pieces.lowerBound), mark == .weak { true } else { false }
  }

  /// The line, or a sentence, begins here.
  func isFirst(_ index: Int) -> Bool {
    index == 0 || pieces[index - 1].isName || pieces[index - 1].stop != nil
  }

  /// The line, or a clause, could end before this word.
  func isEnd(_ index: Int) -> Bool {
    guard index < pieces.count, !pieces[index].isName, pieces[index - 1].stop == nil else { return true }
    guard let word = text(index) else { return startsClock(at: index) }
    return words.links.contains(word) || word.hasPrefix("l'") || touches(index)
  }

  /// Whether a day or a time begins here; it looks no further than a few words.
  func touches(_ index: Int) -> Bool {
    phrase(words.days, at: index) != nil || phrase(words.partsOfToday, at: index) != nil || startsWeekday(at: index)
      || startsClock(at: index)
  }

  func startsWeekday(at index: Int) -> Bool {
    let marked = phrase(words.dateMarks, at: index)?.end ?? index
    let start = phrase(words.weekMarksBefore, at: marked)?.end ?? marked
    return phrase(words.weekdays, at: start) != nil
  }

  /// A time that needs nothing around it.
  func startsClock(at index: Int) -> Bool {
    var index = index
    var isBare = false
    if let (mark, end) = phrase(words.timeMarks, at: index) {
      isBare = mark == .bare
      index = end
    } else if let word = text(index), words.rangeMarks[word] != nil {
      index += 1
    }
    guard let time = time(at: index, nil), time.hourOfDay != nil else { return false }
    if isBare, time.end == pieces.count || pieces[time.end - 1].stop != nil { return true }
    return time.isClear && (isWordEnd(time.end) || text(time.end).map(QuickAddWords.isDash) ?? false)
  }
}
