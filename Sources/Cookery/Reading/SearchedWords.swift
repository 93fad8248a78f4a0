/// The words of a text as a search compares them with others: each as it is typed, up to where its forms differ.
public enum SearchedWords {
  /// "lentils" → "lentil", "cherries" → "cherr", "чечевицы" → "чечевиц". What is shorter than three letters stays.
  public static func beginnings(of text: String) -> [(typed: String, beginning: String)] {
    let parts = text.split { $0.isWhitespace || $0.isPunctuation || $0.isSymbol }
    return parts.compactMap { part in
      let words = Fold.words(of: String(part))
      guard !words.isEmpty else { return nil }
      guard words.count == 1, let word = words.first else { return (String(part), String(part)) }
      let stem = Stem.of(word)
      let common = zip(word, stem).prefix { $0 == $1 }.count
      let cut = word.count - common
      return (String(part), cut > 0 && common >= 3 ? String(part.dropLast(min(cut, part.count - 3))) : String(part))
    }
  }
}
