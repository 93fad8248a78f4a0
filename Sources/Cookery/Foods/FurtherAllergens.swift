/// The allergens of the EU that the rows of foods do not have: celery, mustard, lupin and molluscs, by the words of a food's name.
/// furtherAllergens.txt says how a row is written.
struct FurtherAllergens: Sendable {
  static let shared = FurtherAllergens(EmbeddedText.furtherAllergens)

  /// The allergens that a word tells of a food.
  struct Mark: Equatable, Sendable {
    var has: Traits = []
    var may: Traits = []
  }

  private struct Pattern: Sendable {
    let row: Int
    /// All of them are in the name.
    let words: [Word]
    /// Nothing else is in the name.
    let isWhole: Bool
  }
  private struct Word: Sendable {
    let text: String
    let isBeginning: Bool

    func fits(_ words: [String]) -> Bool {
      if Hangul.begins(text) { return words[0].contains(text) }
      return words.contains { isBeginning ? $0.hasPrefix(text) || Stem.of($0).hasPrefix(text) : Stem.of($0) == text }
    }
  }

  private var marks: [Mark] = []
  private var unless: [[Pattern]] = []
  /// By the first two letters of the first word; those in Hangul by the first letter, as they may stand anywhere.
  private var patterns: [String: [Pattern]] = [:]

  init(_ text: String) {
    for line in text.split(separator: "\n") where line.first != "#" {
      let columns = line.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmed }
      guard columns.count == 3, let traits = Traits.named[columns[0].first == "?" ? columns[0].dropFirst() : columns[0]]
      else { preconditionFailure("furtherAllergens: \(line)") }
      let isMaybe = columns[0].first == "?"
      // A mollusc is seafood where it is named; a sauce that may have some says so in its own row.
      marks.append(isMaybe ? Mark(may: traits.subtracting(.seafood)) : Mark(has: traits))
      unless.append(Self.patterns(columns[2], row: marks.count - 1))
      for pattern in Self.patterns(columns[1], row: marks.count - 1) {
        patterns[Self.beginning(of: pattern.words[0].text), default: []].append(pattern)
      }
    }
  }

  /// Of the folded words of a name.
  func mark(_ words: [String]) -> Mark {
    let isHangul = Hangul.begins(words[0])
    let words = isHangul ? [words.joined()] : words
    let beginnings: [String] =
      isHangul
      ? words[0].unicodeScalars.map { String($0) }
      : words.flatMap { [Self.beginning(of: $0), Self.beginning(of: Stem.of($0))] }
    var (mark, rows) = (Mark(), Set<Int>())
    for beginning in Set(beginnings) {
      for pattern in patterns[beginning] ?? [] where !rows.contains(pattern.row) {
        guard fits(pattern, words), !unless[pattern.row].contains(where: { fits($0, words) }) else { continue }
        rows.insert(pattern.row)
        mark.has.formUnion(marks[pattern.row].has)
        mark.may.formUnion(marks[pattern.row].may)
      }
    }
    mark.may.subtract(mark.has)
    return mark
  }

  private func fits(_ pattern: Pattern, _ words: [String]) -> Bool {
    if pattern.isWhole {
      return Hangul.begins(words[0])
        ? words[0] == pattern.words.map(\.text).joined()
        : words.count == pattern.words.count
          && pattern.words.allSatisfy { $0.fits(words) }
    }
    return pattern.words.allSatisfy { Hangul.begins($0.text) == Hangul.begins(words[0]) && $0.fits(words) }
  }

  private static func patterns(_ column: Substring, row: Int) -> [Pattern] {
    column.split(separator: ",").compactMap { name in
      var name = name.trimmed
      let isWhole = name.first == "="
      if isWhole { name = name.dropFirst() }
      let words = name.split(separator: " ").compactMap { part -> Word? in
        let folded = Fold.words(of: String(part.last == "*" ? part.dropLast() : part))
        guard let word = folded.first else { return nil }
        return Word(text: part.last == "*" || Hangul.begins(word) ? word : Stem.of(word), isBeginning: part.last == "*")
      }
      return words.isEmpty ? nil : Pattern(row: row, words: words, isWhole: isWhole)
    }
  }

  private static func beginning(of word: String) -> String {
    Hangul.begins(word) ? String(word.unicodeScalars.prefix(1)) : String(word.unicodeScalars.prefix(2))
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var text = self
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return text
  }
}
