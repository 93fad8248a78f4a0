/// Words that say what is done: participles, gerunds, infinitives and adverbs.
enum VerbForm {
  /// - Parameter written: with its accents, since French participles are told by them.
  static func isOne(_ word: String, _ written: ArraySlice<Unicode.Scalar>) -> Bool {
    guard let first = word.unicodeScalars.first?.value else { return false }
    if (0xAC00...0xD7A3).contains(first) {
      return word.unicodeScalars.count >= 2 && korean.contains { word.hasSuffix($0) } || Korean.isVerbalNoun(word)
    }
    if irregular.contains(word) { return true }
    if (0x430...0x44F).contains(first) {
      return word.unicodeScalars.count >= 5 && russian.contains { word.hasSuffix($0) }
        && !RussianAsides.isOfAllergen(word)
    }
    guard word.utf8.count >= 5, !nouns.contains(word) else { return false }
    if english.contains(where: { word.hasSuffix($0) }) { return !word.hasSuffix("eed") && !word.hasSuffix("bread") }
    var letters = written
    while let last = letters.last, last == "s" || last == "e" { letters = letters.dropLast() }
    return letters.last == "é"
  }

  private static let lists = WordText.sections(EmbeddedText.verbForms)
  private static func list(_ name: String) -> [String] { WordText.names(lists[name] ?? "") }
  private static let english = list("english")
  private static let russian = list("russian")
  private static let korean = list("korean")
  private static let irregular = Words.folded(lists["irregular"] ?? "")
  private static let nouns = Words.folded(lists["nouns"] ?? "")
}
