/// The parts of an item in one typed line: `Buy milk #Groceries @urgent tomorrow 18:00`.
///
/// Text that is not understood stays in the title as typed. Of several dates, or times, the last one counts.
struct QuickAdd: Sendable {
  /// The text without the understood parts; the whole text if nothing else would be left.
  private(set) var title: String
  /// The first `#Name` or `#"Several words"`.
  private(set) var category: String?
  /// Every `@name`, each once.
  private(set) var tags: [String] = []
  /// The day, at 00:00:00. A time without a day means today, or tomorrow if it has passed.
  private(set) var date: CivilTime?
  /// Nil when the text has only a day.
  private(set) var time: (hour: Int, minute: Int)?

  /// In the form of the field: `2026-11-23`, or empty.
  var dueDate: String { date?.date ?? "" }

  /// In the form of the field: `18:00`, or empty.
  var dueTime: String { time.map { "\(padded($0.hour, 2)):\(padded($0.minute, 2))" } ?? "" }

  /// - Parameters:
  ///   - language: the reader's; its words for dates are understood beside the English ones.
  ///   - now: the reader's clock.
  init(_ text: String, language: Language, now: CivilTime) {
    title = text
    var line = QuickAddLine(text, language)
    var reader = QuickAddReader(pieces: line.pieces, words: .of(language), now: now)
    let (day, clock) = reader.read()
    line.taken += [day, clock].compactMap { $0 }.map { line.range(ofPieces: $0.pieces) }
    guard !line.taken.isEmpty else { return }
    let rest = line.rest
    guard !rest.isEmpty else { return }

    title = rest
    category = line.category
    tags = line.tags
    date = day?.day
    if let clock, var hour = clock.time?.hour, let minute = clock.time?.minute {
      // "Tonight 8:00" is not in the morning.
      if day?.isEvening == true, !clock.isExact, (4...11).contains(hour) { hour += 12 }
      time = (hour, minute)
      if date == nil {
        let hasPassed = (hour, minute) <= (now.hour, now.minute)
        date = now.adding(days: hasPassed ? 1 : 0)
      }
    } else if let day, let part = day.time {
      // "Tonight" stays today after the evening has begun.
      let hasPassed = day.day == now.adding(days: 0) && part <= (now.hour, now.minute)
      time = hasPassed && !day.isExact ? nil : part
    }
  }
}

extension CivilTime {
  /// The day so many days later, at midnight; nil after the year 9999.
  fileprivate func adding(days: Int) -> CivilTime? {
    let later = CivilTime(seconds: (seconds / 86400 + days) * 86400)
    return later.year <= 9999 ? later : nil
  }

  /// Monday is 0. The first day of 1970 was a Thursday.
  fileprivate var weekday: Int { (seconds / 86400 + 3) % 7 }
}

/// The characters of a line, cut into words: `#` and `@` names are taken out, quotes are kept, the rest goes to the
/// date parser.
private struct QuickAddLine {
  private let text: [Character]
  private(set) var category: String?
  private(set) var tags: [String] = []
  private(set) var pieces: [QuickAddPiece] = []
  /// Ranges of characters that are not part of the title.
  var taken: [Range<Int>] = []

  private var words: [Range<Int>] = []
  private var foldedTags: Set<String> = []
  /// Closing quotes that do not occur any more: searched for once, so that the time stays linear.
  private var missing: Set<Character> = []

  init(_ text: String, _ language: Language) {
    self.text = Array(text)
    var index = 0
    while index < self.text.count {
      if self.text[index].isWhitespace {
        index += 1
        continue
      }
      let end = wordEnd(from: index)
      add(index..<end.index, hasQuotes: end.hasQuotes, language)
      index = end.index
    }
  }

  func range(ofPieces range: Range<Int>) -> Range<Int> {
    words[pieces[range.lowerBound].word].lowerBound..<words[pieces[range.upperBound - 1].word].upperBound
  }

  /// The text that was not taken out. One space replaces what was taken; all other spaces stay as typed.
  var rest: String {
    var parts: [Substring] = []
    var start = 0
    for range in taken.sorted(by: { $0.lowerBound < $1.lowerBound }) + [text.count..<text.count] {
      var part = text[start..<range.lowerBound]
      if start > 0 { part = part.drop { $0.isWhitespace } }
      if range.lowerBound < text.count {
        while part.last?.isWhitespace == true { part.removeLast() }
      }
      if part.contains(where: { !$0.isWhitespace }) { parts.append(Substring(part)) }
      start = range.upperBound
      // The comma of "milk @urgent, eggs" still separates what is left.
      if start > 0, text[start - 1] == ",", let part = parts.last, part.last != "," {
        parts[parts.count - 1].append(",")
      }
    }
    // The comma of "Milk, tomorrow" has nothing left to separate.
    if let last = taken.map(\.upperBound).max(), !text[last...].contains(where: { !$0.isWhitespace }),
      let part = parts.last, part.last == ","
    {
      parts[parts.count - 1] = part.dropLast()
      if parts.last?.isEmpty == true { parts.removeLast() }
    }
    return parts.joined(separator: " ")
  }

  /// A word ends before a space, but not before one inside quotes.
  private mutating func wordEnd(from start: Int) -> (index: Int, hasQuotes: Bool) {
    var index = start
    var hasQuotes = false
    while index < text.count, !text[index].isWhitespace {
      if let end = quoteEnd(from: index) {
        hasQuotes = true
        index = end
      } else {
        index += 1
      }
    }
    return (index, hasQuotes)
  }

  /// The position after the closing quote, if a quote opens here and closes at all: the 5" of a screen does not, nor
  /// does an apostrophe.
  private mutating func quoteEnd(from start: Int) -> Int? {
    guard let closing = QuickAddWords.quotes[text[start]], !missing.contains(closing),
      start == 0 || !text[start - 1].isWordlike
    else { return nil }
    var index = start + 1
    while index < text.count {
      if text[index] == closing, index + 1 == text.count || !text[index + 1].isWordlike { return index + 1 }
      index += 1
    }
    missing.insert(closing)
    return nil
  }

  private mutating func add(_ word: Range<Int>, hasQuotes: Bool, _ language: Language) {
    if let name = name(word) {
      let isTag = text[word.lowerBound] == "@"
      if isTag || category == nil {
        taken.append(word)
        if !isTag { category = name } else if foldedTags.insert(name.folded).inserted { tags.append(name) }
      }
      return addPiece(.none, of: word)
    }
    // Longer words are no dates, and quoted words are never dates.
    guard !hasQuotes, word.count <= 32 else { return addPiece(.none, of: word) }
    var end = word.upperBound
    while end > word.lowerBound, QuickAddWords.stops.contains(text[end - 1]) { end -= 1 }
    var key = Array(String(text[word.lowerBound..<end]).folded)
    var hasParticle = false
    if language == .ko,
      let particle = QuickAddWords.particles.first(where: { key.count > $0.count && key.ends(with: $0) })
    {
      key.removeLast(particle.count)
      hasParticle = true
    }
    guard !key.isEmpty else { return addPiece(.none, of: word) }

    // "18h30" is 18, "h" and 30.
    var index = 0
    while index < key.count {
      let isDigit = key[index].isDigit
      let end = key[index...].firstIndex { $0.isDigit != isDigit } ?? key.count
      let run = String(key[index..<end])
      let content: QuickAddPiece.Content =
        if !isDigit { .text(run) } else if run.count <= 4, let number = Int(run) {
          .number(number, digits: run.count)
        } else { .none }
      addPiece(content, of: word, startsWord: index == 0)
      index = end
    }
    if end < word.upperBound { pieces[pieces.count - 1].stop = text[end] }
    pieces[pieces.count - 1].hasParticle = hasParticle
  }

  private mutating func addPiece(_ content: QuickAddPiece.Content, of word: Range<Int>, startsWord: Bool = true) {
    if startsWord { words.append(word) }
    pieces.append(QuickAddPiece(content: content, word: words.count - 1, startsWord: startsWord))
  }

  /// `#Name`, `@name`, `#"Several words"`; not numbers (#1), colours (#ff8800) and addresses (@a@b.org).
  private func name(_ word: Range<Int>) -> String? {
    guard word.count > 1, text[word.lowerBound] == "#" || text[word.lowerBound] == "@" else { return nil }
    var name = text[word].dropFirst()
    while let last = name.last, QuickAddWords.stops.contains(last) || last == "?" || last == ":" { name.removeLast() }
    if let first = name.first, let closing = QuickAddWords.quotes[first] {
      guard name.count > 2, name.last == closing else { return nil }
      name = name.dropFirst().dropLast()
      while name.first?.isWhitespace == true { name.removeFirst() }
      while name.last?.isWhitespace == true { name.removeLast() }
      return name.isEmpty || name.contains(closing) ? nil : String(name)
    }
    guard let first = name.first, first.isWordlike || !first.isASCII,
      name.contains(where: { $0.isLetter || !$0.isASCII && !$0.isPunctuation }),
      !name.contains(where: { $0.isWhitespace || "#@\"<>".contains($0) })
    else { return nil }
    let isColour = name.count == 6 && name.allSatisfy(\.isHexDigit) && name.contains(where: \.isDigit)
    return isColour ? nil : String(name)
  }
}

/// A word's run of digits, or of other characters.
private struct QuickAddPiece {
  enum Content {
    /// A character that no date contains.
    case none
    case text(String)
    case number(Int, digits: Int)
  }

  let content: Content
  let word: Int
  let startsWord: Bool
  /// The comma or full stop after the word.
  var stop: Character?
  /// Korean "until" or "on", cut off the word.
  var hasParticle = false
}

/// Finds dates and times. Every pattern has a few parts only, so that parsing is linear.
private struct QuickAddReader {
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
  private var start = 0

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

  // MARK: Days

  private func markedDay() -> Match? {
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

  /// The next word makes the number an amount: "12.10 €", "March 10 km".
  private func isAmount(_ index: Int) -> Bool {
    guard index < pieces.count, pieces[index].startsWord, let word = text(index) else { return false }
    return words.amounts.contains(word)
  }

  // MARK: Times

  private func markedClock() -> Match? {
    if let (mark, next) = phrase(words.timeMarks, at: start), let match = clock(at: next, mark) { return match }
    return clock(at: start, nil)
  }

  private func clock(at index: Int, _ mark: QuickAddWords.TimeMark?) -> Match? {
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

  // MARK: Parts

  /// Only the last word of an expression may be followed by a comma or a full stop; in a date other words also.
  private func content(_ index: Int, isLoose: Bool = false) -> QuickAddPiece.Content {
    guard index >= 0, index < pieces.count else { return .none }
    if index > start, let stop = pieces[index - 1].stop, !isLoose || stop != "," && stop != "." { return .none }
    return pieces[index].content
  }

  private func text(_ index: Int, isLoose: Bool = false) -> String? {
    if case .text(let text) = content(index, isLoose: isLoose) { text } else { nil }
  }

  private func number(_ index: Int, isLoose: Bool = false) -> Int? {
    if case .number(let number, _) = content(index, isLoose: isLoose) { number } else { nil }
  }

  private func joinedText(_ index: Int) -> String? {
    index < pieces.count && !pieces[index].startsWord ? text(index) : nil
  }

  private func joinedNumber(_ index: Int) -> Int? {
    index < pieces.count && !pieces[index].startsWord ? number(index) : nil
  }

  private func digits(_ index: Int) -> Int {
    if case .number(_, let digits) = pieces[index].content { digits } else { 0 }
  }

  private func isWordEnd(_ index: Int) -> Bool {
    index == pieces.count || index < pieces.count && pieces[index].startsWord
  }

  /// The longest phrase of the table that stands here as whole words.
  private func phrase<Meaning>(
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
}

extension Character {
  fileprivate var isDigit: Bool { isASCII && isNumber }

  fileprivate var isWordlike: Bool { isLetter || isNumber }
}

extension [Character] {
  fileprivate func ends(with other: [Character]) -> Bool { suffix(other.count).elementsEqual(other) }
}

extension String {
  /// Folds case and accents of the scripts in which words of dates are written.
  fileprivate var folded: String { String(lowercased().map { QuickAddWords.unaccented[$0] ?? $0 }) }
}
