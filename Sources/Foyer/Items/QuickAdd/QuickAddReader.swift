/// Finds dates and times. Every pattern has a few parts only, so that parsing is linear.
struct QuickAddReader {
  /// A day, with the time that belongs to it, or a time alone.
  struct Match {
    var pieces: Range<Int>
    var day: CivilTime?
    var time: (hour: Int, minute: Int)?
    /// Whether the time says which half of the day it means.
    var isExact = false
    var isEvening = false
  }

  let pieces: [QuickAddPiece]
  let words: QuickAddWords
  let now: CivilTime
  /// Where an expression may begin.
  private(set) var start = 0

  init(pieces: [QuickAddPiece], words: QuickAddWords, now: CivilTime) {
    self.pieces = pieces
    self.words = words
    self.now = now
  }

  mutating func read() -> (day: Match?, clock: Match?) {
    var found: [(match: Match, isHeld: Bool)] = []
    while start < pieces.count {
      guard let match = markedDay() ?? markedClock() else {
        repeat { start += 1 } while start < pieces.count && !pieces[start].startsWord
        continue
      }
      var isHeld = holds(before: start)
      if let last = found.last {
        // "From 18:00 until 19:00" is no more a deadline than "Friday or Saturday".
        let between = match.pieces.lowerBound - last.match.pieces.upperBound
        if between == 0, last.isHeld { isHeld = true }
        if between == 1, let word = text(start - 1), words.joiners.contains(word) {
          isHeld = true
          found[found.count - 1].isHeld = true
        }
      }
      found.append((match, isHeld))
      start = match.pieces.upperBound
    }
    let free = found.filter { !$0.isHeld }.map(\.match)
    return (free.last { $0.day != nil }, free.last { $0.day == nil })
  }

  /// The word before changes the meaning: "every Friday", "the 18:00 train".
  private func holds(before index: Int) -> Bool {
    guard index > 0, pieces[index - 1].stop == nil, case .text(let word) = pieces[index - 1].content else {
      return false
    }
    return words.holders.contains(word) || word.hasSuffix("부터")
  }

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

  /// The longest phrase of the table that stands here as whole words.
  func phrase<Meaning>(
    _ table: QuickAddPhrases<Meaning>, at index: Int, mayJoin: Bool = false
  ) -> (meaning: Meaning, end: Int)? {
    guard let first = text(index), mayJoin || pieces[index].startsWord else { return nil }
    for phrase in table[first] {
      let end = index + 1 + phrase.rest.count
      let isSaid = phrase.rest.indices.allSatisfy { text(index + 1 + $0) == phrase.rest[$0] }
      let isWhole = isSaid && isWordEnd(end) && (index + 1..<end).allSatisfy { pieces[$0].startsWord }
      if isWhole { return (phrase.meaning, end) }
    }
    return nil
  }

  /// The next word makes the number an amount: "12.10 €", "March 10 km".
  func isAmount(_ index: Int) -> Bool {
    guard index < pieces.count, pieces[index].startsWord, let word = text(index) else { return false }
    return words.amounts.contains(word)
  }
}
