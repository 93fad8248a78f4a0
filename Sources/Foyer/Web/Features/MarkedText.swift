/// A text with what was searched for marked in it.
struct MarkedText {
  /// In order; together they are the text.
  let pieces: [(text: String, isMarked: Bool)]

  init(_ plain: String) { pieces = plain.isEmpty ? [] : [(plain, false)] }

  /// Marks each term once: where it begins a word, else where it is contained in one. A word whose folding is not understood
  /// letter by letter (ß, ½) is marked whole.
  /// - Parameters:
  ///   - folded: the text as `searched` of the database folds it.
  ///   - terms: folded words.
  init(_ text: String, folded: String, terms: [String]) {
    if let pieces = Self.piecesOfASCII(text, folded: folded, terms: terms) {
      self.pieces = pieces
      return
    }
    let words = Words(text: text, folded: folded)
    var ranges = terms.compactMap { words.find($0)?.range }.sorted { $0.lowerBound < $1.lowerBound }
    var pieces: [(text: String, isMarked: Bool)] = []
    var end = 0
    func add(_ range: Range<Int>, _ isMarked: Bool) {
      if !range.isEmpty { pieces.append((string(words.text[range]), isMarked)) }
    }
    while !ranges.isEmpty {
      let next = ranges.removeFirst()
      let mark = max(next.lowerBound, end)..<max(next.upperBound, end)
      add(end..<mark.lowerBound, false)
      add(mark, true)
      end = mark.upperBound
    }
    add(end..<words.text.count, false)
    self.pieces = pieces
  }

  /// The same where folding has changed letters of ASCII alone, each into one: most titles, without a look at their characters' properties.
  private static func piecesOfASCII(
    _ text: String, folded: String, terms: [String]
  ) -> [(text: String, isMarked: Bool)]? {
    let (text, folded) = (text.utf8, Array(folded.utf8))
    let isOneToOne =
      text.count == folded.count && zip(text, folded).allSatisfy { $0 < 0x80 && ($0 == $1 || $0 | 0x20 == $1) }
    guard isOneToOne else { return nil }
    let ranges = terms.compactMap { folded.range(ofWord: Array($0.utf8)) }.sorted { $0.lowerBound < $1.lowerBound }
    var pieces: [(text: String, isMarked: Bool)] = []
    var (start, end) = (text.startIndex, 0)
    func add(upTo next: Int, _ isMarked: Bool) {
      guard next > end else { return }
      let stop = text.index(start, offsetBy: next - end)
      pieces.append((String(text[start..<stop])!, isMarked))
      (start, end) = (stop, next)
    }
    for range in ranges {
      add(upTo: range.lowerBound, false)
      add(upTo: range.upperBound, true)
    }
    add(upTo: text.count, false)
    return pieces
  }

  /// A few words around the first term of a long text; nil if none is in it.
  init?(around text: String, folded: String, terms: [String]) {
    if text.isEmpty { return nil }
    let words = Words(text: text, folded: folded)
    guard let first = terms.compactMap({ words.find($0)?.word }).min() else { return nil }
    let range = max(0, first - 5)..<min(words.words.count, first + 10)
    let (start, end) = (words.words[range.lowerBound].lowerBound, words.words[range.upperBound - 1].upperBound)
    let part = string(words.text[start..<end])
    let foldedPart = words.foldedWords[range].map { string($0) }.joined(separator: " ")
    let marked = MarkedText(part, folded: foldedPart, terms: terms)
    let before: [(text: String, isMarked: Bool)] = start > 0 ? [("… ", false)] : []
    let after: [(text: String, isMarked: Bool)] = end < words.text.count ? [(" …", false)] : []
    pieces = before + marked.pieces + after
  }
}

extension [UInt8] {
  /// The place of a word: where it begins one, else where it is contained in one.
  func range(ofWord word: [UInt8]) -> Range<Int>? {
    guard let first = word.first, count >= word.count else { return nil }
    var inside: Int?
    for start in 0...(count - word.count) where self[start] == first && self[start...].starts(with: word) {
      if start == 0 || self[start - 1] <= 0x20 { return start..<start + word.count }
      inside = inside ?? start
    }
    return inside.map { $0..<$0 + word.count }
  }
}

/// A text and its folded form, word by word.
private struct Words {
  let text: [Unicode.Scalar]
  /// The ranges of the words in `text`.
  let words: [Range<Int>]
  let foldedWords: [[Unicode.Scalar]]

  init(text: String, folded: String) {
    let scalars = Array(text.unicodeScalars)
    self.text = scalars
    let slices = scalars.indices.split { scalars[$0].isSpace }.map { $0.startIndex..<$0.endIndex }
    foldedWords = folded.unicodeScalars.split { $0.isSpace }.map(Array.init)
    // Some characters fold to several words: then it is unknown which is which.
    words = slices.count == foldedWords.count ? slices : []
  }

  /// The number of the word that has the term, and the range of the term in `text`.
  func find(_ term: String) -> (word: Int, range: Range<Int>)? {
    let term = Array(term.unicodeScalars)
    guard !words.isEmpty else { return nil }
    if let word = foldedWords.firstIndex(where: { $0.starts(with: term) }) {
      return (word, range(of: 0..<term.count, in: word))
    }
    for (word, letters) in foldedWords.enumerated() where letters.count > term.count {
      for start in 1...(letters.count - term.count) where letters[start...].starts(with: term) {
        return (word, range(of: start..<start + term.count, in: word))
      }
    }
    return nil
  }

  /// The range in `text` of a range of a word's folded letters.
  private func range(of part: Range<Int>, in word: Int) -> Range<Int> {
    let whole = words[word]
    let foldedLetters = foldedWords[word].map { $0.isCombining ? 0 : 1 }
    let lengths = text[whole].map(\.foldedLength)
    guard lengths.reduce(0, +) == foldedLetters.reduce(0, +) else { return whole }
    let first = foldedLetters[..<part.lowerBound].reduce(0, +)
    let end = max(first + 1, foldedLetters[..<part.upperBound].reduce(0, +))
    var (at, start, stop) = (0, whole.lowerBound, whole.lowerBound)
    for (offset, length) in lengths.enumerated() {
      if at <= first && length > 0 { start = whole.lowerBound + offset }
      // A character that is half in it is in it; combining marks belong to the letter before them.
      if at < end || length == 0 { stop = whole.lowerBound + offset + 1 } else { break }
      at += length
    }
    return start..<max(stop, start + 1)
  }
}

private func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
  var view = String.UnicodeScalarView()
  view.append(contentsOf: scalars)
  return String(view)
}

extension Unicode.Scalar {
  fileprivate var isCombining: Bool { (0x300...0x36F).contains(value) }
  fileprivate var isSpace: Bool { isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace }

  /// How many letters it becomes; a syllable of Hangul has two or three.
  fileprivate var foldedLength: Int {
    if isCombining { return 0 }
    guard (0xAC00...0xD7A3).contains(value) else { return 1 }
    return (value - 0xAC00) % 28 == 0 ? 2 : 3
  }
}
