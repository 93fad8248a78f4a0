import CivilTime

/// Finds dates and times. Every pattern has a few parts only, so that reading is linear.
struct QuickAddReader {
  /// A day, with the time that belongs to it, or a time alone.
  struct Match {
    enum Kind {
      /// "Tomorrow", "23 November": a date wherever it stands.
      case day
      /// "Friday", "next week": in the middle of other words often part of a name.
      case weekday
      /// "The 3rd": also a floor or a chapter.
      case monthDay
      case clock
      /// "In the morning"; its time is that of a clock if no other is said.
      case part
      /// "Every Monday"; its day is the first one, if that is said.
      case repetition
    }

    var pieces: Range<Int>
    var kind: Kind
    /// Where the day or the time itself begins, after a word such as "by".
    var body: Int
    var day: CivilTime?
    var time: TimeOfDay?
    /// Whether the time says which half of the day it means.
    var isExact = false
    /// Hours up to this one are meant to be in the afternoon, unless something else is said: 3:00 is rarely at night.
    var lastAfternoonHour = 0
    var part: QuickAddWords.Part?
    /// The start of a range of times.
    var isRange = false
    var repetition: Repetition?

    /// Whether a word such as "by" stands before it.
    var isMarked: Bool { body > pieces.lowerBound }

    /// The time on a 24-hour clock. "Tonight 8:00" is not in the morning, and "at 5" is not either.
    func timeOfDay(in part: QuickAddWords.Part?) -> TimeOfDay? {
      guard let time, !isExact else { return time }
      let afternoon =
        switch part {
        case .morning: 0..<0
        case .afternoon: 1..<8
        case .evening: 4..<12
        case nil: 1..<(lastAfternoonHour + 1)
        }
      return TimeOfDay(hour: afternoon.contains(time.hour) ? time.hour + 12 : time.hour, minute: time.minute)
    }
  }

  struct Reading {
    var day: Match?
    var clock: Match?
    var part: Match?
    var repetition: Match?
  }

  let pieces: [QuickAddPiece]
  let words: QuickAddWords
  let now: CivilTime
  /// Where an expression may begin.
  private(set) var start = 0
  /// Where the last match ended.
  private(set) var lastEnd = -1
  /// Where the name of a work begins, after "watch", and where its capitals end.
  private(set) var work: (start: Int, end: Int)?
  /// A line in capitals throughout does not show what is a name.
  let hasNames: Bool

  init(pieces: [QuickAddPiece], words: QuickAddWords, now: CivilTime) {
    self.pieces = pieces
    self.words = words
    self.now = now
    hasNames = !pieces.allSatisfy { $0.letters == .capitals || $0.content.isNumber }
  }

  /// The last day and the last time that are neither part of a name nor held by the words around them. Nothing is
  /// read of a line that repeats in a way that no rule says, or in two ways: half a rule in the title would be wrong.
  ///
  /// - Parameter isKept: whether these pieces are to stay words.
  mutating func read(isKept: (Range<Int>) -> Bool) -> Reading {
    var found: [(match: Match, isHeld: Bool, isName: Bool)] = []
    while start < pieces.count {
      if let match = repetition(), !isWork(match) {
        if found.contains(where: { $0.match.kind == .repetition && !$0.isHeld }) { return Reading() }
        // "금요일부터 매일".
        if let last = found.last, last.match.pieces.upperBound == start, last.match.day != nil,
          pieces[start - 1].particle == .from
        {
          found[found.count - 1].isHeld = false
        }
        found.append((match, isKept(match.pieces), false))
        start = match.pieces.upperBound
        lastEnd = start
        continue
      }
      if repeats(at: start) { return Reading() }
      if let (_, end) = phrase(words.names, at: start) {
        start = end
        continue
      }
      if let (hasRun, end) = phrase(words.works, at: start) { work = (end, hasRun ? nameEnd(from: end) : end) }
      guard var match = markedDay() ?? markedClock() else {
        repeat { start += 1 } while start < pieces.count && !pieces[start].startsWord
        continue
      }
      var isHeld = holds(match) || !fits(match) || isKept(match.pieces)
      let isName = isName(match)
      if isName {
        isHeld = true
        match.pieces = match.pieces.lowerBound..<nameEnd(from: match.pieces.upperBound)
      }
      if let last = found.last {
        // "From Friday until Sunday" is no more a deadline than "Friday or Saturday".
        let between = match.pieces.lowerBound - last.match.pieces.upperBound
        // "Понедельник начинается в субботу": where days have no capitals, the name may go on.
        if between > 0, !words.hasCapitalDays, match.kind == .weekday, isWork(last.match) { isHeld = true }
        if between == 0, last.isHeld, !last.isName, last.match.day != nil, match.day == nil || match.isMarked {
          isHeld = true
        }
        if between == 1, let word = text(start - 1), words.joiners.contains(word) {
          isHeld = true
          found[found.count - 1].isHeld = true
        }
      }
      found.append((match, isHeld, isName))
      start = match.pieces.upperBound
      lastEnd = start
    }
    let free = found.filter { !$0.isHeld }.map(\.match)
    return Reading(
      day: free.last { $0.day != nil && $0.kind != .repetition }, clock: free.last { $0.kind == .clock },
      part: free.last { $0.kind == .part }, repetition: free.last { $0.kind == .repetition })
  }

  // MARK: Words

  /// Only the last word of an expression may be followed by a comma or a full stop; in a date other words also.
  func content(_ index: Int, isLoose: Bool = false) -> QuickAddPiece.Content {
    guard index >= 0, index < pieces.count else { return .none }
    if index > start, let stop = pieces[index - 1].stop, !isLoose || stop != "," && stop != "." { return .none }
    return pieces[index].content
  }

  func text(_ index: Int, isLoose: Bool = false) -> String? {
    if case .text(let text) = content(index, isLoose: isLoose) { text } else { nil }
  }

  func number(_ index: Int, isLoose: Bool = false) -> Int? {
    if case .number(let number, _) = content(index, isLoose: isLoose) { number } else { nil }
  }

  func joinedText(_ index: Int) -> String? {
    index < pieces.count && !pieces[index].startsWord ? text(index) : nil
  }

  func joinedNumber(_ index: Int) -> Int? {
    index < pieces.count && !pieces[index].startsWord ? number(index) : nil
  }

  func digits(_ index: Int) -> Int {
    if case .number(_, let digits) = pieces[index].content { digits } else { 0 }
  }

  func isWordEnd(_ index: Int) -> Bool {
    index == pieces.count || index < pieces.count && pieces[index].startsWord
  }

  func isOne(of words: Set<String>, at index: Int) -> Bool { text(index).map(words.contains) ?? false }

  /// The longest phrase of the table that stands here as whole words.
  func phrase<Meaning>(
    _ table: QuickAddPhrases<Meaning>, at index: Int, mayJoin: Bool = false
  ) -> (meaning: Meaning, end: Int)? {
    guard let first = text(index), mayJoin || pieces[index].startsWord else { return nil }
    for phrase in table[first] {
      let end = index + 1 + phrase.rest.count
      let isSaid = phrase.rest.indices.allSatisfy { text(index + 1 + $0) == phrase.rest[$0] }
      let isWhole =
        isSaid && (isWordEnd(end) || mayJoin && text(end).map(QuickAddWords.isDash) ?? false)
        && (index + 1..<end).allSatisfy { pieces[$0].startsWord }
      if isWhole { return (phrase.meaning, end) }
    }
    return nil
  }

  /// The next word makes the number an amount: "12.10 €", "March 10 km"; not "le 9/12 de 17h à 18h".
  func isAmount(_ index: Int) -> Bool {
    index < pieces.count && pieces[index].startsWord && isOne(of: words.amounts, at: index) && !startsClock(at: index)
  }

  /// A number in digits, or a word for one.
  func count(at index: Int) -> (count: Int, end: Int)? {
    if let number = number(index) { return (number, index + 1) }
    if let (number, end) = phrase(words.numberPhrases, at: index) { return (number, end) }
    return text(index).flatMap { words.numbers[$0] }.map { ($0, index + 1) }
  }
}

extension QuickAddPiece.Content {
  fileprivate var isNumber: Bool { if case .number = self { true } else { false } }
}
