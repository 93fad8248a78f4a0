/// The characters of a line, cut into words: `#` and `@` names are taken out, quotes are kept, the rest goes to the
/// date parser.
struct QuickAddLine {
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
struct QuickAddPiece {
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
