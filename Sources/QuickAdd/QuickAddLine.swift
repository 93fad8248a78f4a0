/// The characters of a line, cut into words: `#` and `@` names are taken out, quotes are kept, the rest goes to the
/// date parser.
struct QuickAddLine {
  private let text: [Character]
  private(set) var category: String?
  private(set) var tags: [String] = []
  private(set) var people: [Int] = []
  private(set) var priority: Int?
  private(set) var pieces: [QuickAddPiece] = []
  /// Ranges of characters that are not part of the title.
  var taken: [(range: Range<Int>, kind: QuickAdd.Part.Kind)] = []

  private var words: [Range<Int>] = []
  private var names: QuickAddNames
  /// The numbers of the tags.
  private var foldedTags: [String: Int] = [:]
  /// Closing quotes that do not occur any more: searched for once, so that the time stays linear.
  private var missing: Set<Character> = []

  private let kept: Set<String>

  /// - Parameter kept: names that are to stay words.
  init(_ text: String, _ language: QuickAdd.Language, _ names: QuickAddNames, keeping kept: Set<String>) {
    self.text = Array(text)
    self.names = names
    self.kept = kept
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

  func text(_ range: Range<Int>) -> String { String(text[range]) }

  /// The ranges that were taken out, from left to right.
  var parts: [QuickAdd.Part] {
    var (parts, end, offset): ([QuickAdd.Part], Int, Int) = ([], 0, 0)
    for (range, kind) in taken.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      let part = text(range)
      offset += text[end..<range.lowerBound].reduce(0) { $0 + $1.utf16.count }
      parts.append(QuickAdd.Part(kind: kind, text: part, range: offset..<offset + part.utf16.count))
      (end, offset) = (range.upperBound, offset + part.utf16.count)
    }
    return parts
  }

  /// The text that was not taken out. One space replaces what was taken; all other spaces stay as typed.
  var rest: String {
    var parts: [Substring] = []
    var start = 0
    for range in taken.map(\.range).sorted(by: { $0.lowerBound < $1.lowerBound }) + [text.count..<text.count] {
      var part = text[start..<range.lowerBound]
      if start > 0 { part = part.drop { $0.isWhitespace } }
      // The dash of "Friday – dentist" has nothing left to separate, nor has that of "Dentist – Friday".
      if start > 0, parts.isEmpty, let mark = part.first, Self.separators.contains(mark),
        part.dropFirst().first?.isWhitespace == true
      {
        part = part.dropFirst().drop { $0.isWhitespace }
      }
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
    let isLastTaken = taken.map(\.range.upperBound).max().map { text[$0...].allSatisfy(\.isWhitespace) } ?? false
    if isLastTaken, let part = parts.last, part.last == "," {
      parts[parts.count - 1] = part.dropLast()
      if parts.last?.isEmpty == true { parts.removeLast() }
    }
    if let part = parts.last, isLastTaken, let mark = part.last, Self.separators.contains(mark),
      part.dropLast().last?.isWhitespace == true
    {
      var rest = part.dropLast()
      while rest.last?.isWhitespace == true { rest.removeLast() }
      parts[parts.count - 1] = rest
    }
    return parts.joined(separator: " ")
  }

  private static let separators: Set<Character> = [":", "-", "–", "—"]

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

  /// Whether a word with a mark is a tag, a category, a person or a priority; then it is taken.
  private mutating func takesMark(_ word: Range<Int>, _ language: QuickAdd.Language) -> Bool {
    if let name = name(word) {
      if text[word.lowerBound] == "@" {
        let number = foldedTags[name.folded] ?? tags.count
        if number == tags.count {
          foldedTags[name.folded] = number
          tags.append(name)
        }
        taken.append((word, .tag(number)))
      } else if category == nil {
        category = name
        taken.append((word, .category))
      }
      return true
    }
    if text[word.lowerBound] == "+", let person = names.place(of: text[word].dropFirst()) {
      let number = people.firstIndex(of: person) ?? people.count
      if number == people.count { people.append(person) }
      taken.append((word, .person(number)))
      return true
    }
    if let marks = marks(word, language) {
      priority = marks
      taken.append((word, .priority))
      return true
    }
    return false
  }

  private mutating func add(_ word: Range<Int>, hasQuotes: Bool, _ language: QuickAdd.Language) {
    if "#@+!！".contains(text[word.lowerBound]), !kept.contains(text(word)), takesMark(word, language) {
      return addPiece(.none, of: word, isName: true)
    }
    // Longer words are no dates, and quoted words are never dates.
    guard !hasQuotes, word.count <= 32 else { return addPiece(.none, of: word) }
    var end = word.upperBound
    while end > word.lowerBound, QuickAddWords.stops.contains(text[end - 1]) { end -= 1 }
    var key = Array(String(text[word.lowerBound..<end]).folded)
    let particle = language == .ko ? Self.cutParticle(&key) : nil
    guard !key.isEmpty else { return addPiece(.none, of: word) }

    // "18h30" is 18, "h" and 30; "내일오후3시" is "내일", "오후", 3 and "시".
    var index = 0
    var followsKoreanWord = false
    while index < key.count {
      let isDigit = key[index].isDigit
      var end = key[index...].firstIndex { $0.isDigit != isDigit } ?? key.count
      if isDigit {
        let run = String(key[index..<end])
        let content = run.count <= 4 ? Int(run).map { QuickAddPiece.Content.number($0, digits: run.count) } : nil
        addPiece(content ?? .none, of: word, from: index, startsWord: index == 0 || followsKoreanWord)
        followsKoreanWord = false
        index = end
        continue
      }
      // The dash of "10am-11am" stands alone.
      if end < key.count, end - index > 1, QuickAddWords.dashes.contains(key[end - 1]) { end -= 1 }
      let parts =
        language == .ko
        ? QuickAddWords.koreanParts(of: key[index..<end], isUnit: index > 0 && key[index - 1].isDigit) : nil
      for part in parts ?? [String(key[index..<end])] {
        addPiece(.text(part), of: word, from: index, startsWord: index == 0 || followsKoreanWord)
        followsKoreanWord = parts != nil
        index += part.count
      }
    }
    if end < word.upperBound { pieces[pieces.count - 1].stop = text[end] }
    pieces[pieces.count - 1].particle = particle
  }

  /// Cuts "until" and the like off a Korean word: "금요일까지", "3시쯤에".
  private static func cutParticle(_ key: inout [Character]) -> QuickAddPiece.Particle? {
    var found: QuickAddPiece.Particle?
    if key.count > 3, key.last == ")", key[key.count - 3] == "(",
      QuickAddWords.weekdayLetters.contains(key[key.count - 2])
    {
      key.removeLast(3)
      found = .on
    }
    for table in QuickAddWords.particles {
      guard let (particle, meaning) = table.first(where: { key.count > $0.0.count && key.ends(with: Array($0.0)) })
      else { continue }
      key.removeLast(particle.count)
      if found == nil { found = meaning }
    }
    return found
  }

  /// - Parameter from: where in the word the piece stands; a piece that starts a word inside another one divides it.
  private mutating func addPiece(
    _ content: QuickAddPiece.Content, of word: Range<Int>, from: Int = 0, startsWord: Bool = true, isName: Bool = false
  ) {
    if startsWord {
      let start = min(word.lowerBound + from, word.upperBound - 1)
      if from > 0, let last = words.indices.last { words[last] = words[last].lowerBound..<start }
      words.append(start..<word.upperBound)
    }
    let letters = startsWord ? QuickAddPiece.letters(text[word]) : .small
    pieces.append(
      QuickAddPiece(content: content, word: words.count - 1, startsWord: startsWord, isName: isName, letters: letters))
  }

  /// How many exclamation marks a word is that says a priority. Behind a no-break space they end a sentence, as French has it, and
  /// there one alone does so behind any space.
  private func marks(_ word: Range<Int>, _ language: QuickAdd.Language) -> Int? {
    guard word.count <= 3, text[word].allSatisfy({ $0 == "!" || $0 == "！" }) else { return nil }
    let start = word.lowerBound
    if start > 0, "\u{A0}\u{202F}".contains(text[start - 1]) { return nil }
    if language == .fr, word.count == 1, text[..<start].contains(where: { !$0.isWhitespace }) { return nil }
    return word.count
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
struct QuickAddPiece {
  enum Content {
    /// A character that no date contains.
    case none
    case text(String)
    case number(Int, digits: Int)
  }

  /// The end of a Korean word.
  enum Particle { case on, until, from }

  /// How a word is written: "friday", "Friday" or "FRIDAY"; one letter, as of "I", counts as small.
  enum Letters { case small, capital, capitals }

  let content: Content
  let word: Int
  let startsWord: Bool
  /// A category or a tag.
  var isName = false
  var letters = Letters.small
  /// The comma or full stop after the word.
  var stop: Character?
  /// Cut off the word.
  var particle: Particle?

  static func letters(_ word: ArraySlice<Character>) -> Letters {
    guard let first = word.first, first.isUppercase else { return .small }
    let rest = word.dropFirst()
    if rest.first == "'" || rest.first == "’" || !rest.contains(where: \.isLetter) { return .small }
    return rest.contains(where: \.isLowercase) ? .capital : .capitals
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
  var folded: String { String(lowercased().map { QuickAddWords.unaccented[$0] ?? $0 }) }
}
