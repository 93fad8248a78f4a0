/// Korean words: their particles, and compounds of words.
enum Korean {
  private static let particles = [
    "으로", "에서", "에", "이나", "하고", "은", "는", "이", "가", "을", "를", "과", "와", "의", "도", "로", "나", "분", "류",
  ]

  static func withoutParticle(_ word: String) -> String {
    guard word.count >= 3 else { return word }
    for particle in particles where word.hasSuffix(particle) { return String(word.dropLast(particle.count)) }
    return word
  }

  /// A compound of known words: 양파채, 진간장용. `isWhole` if nothing is left over; a word of preparation alone has no
  /// foods. A food of one syllable counts only at the end, after words that are no food: too many words contain 파 or 콩.
  static func split(_ word: String, table: FoodTable) -> (foods: [Int], isWhole: Bool) {
    let letters = Array(word)
    // Longer words are no names.
    guard letters.count <= 16 else { return ([], false) }
    // "For stews": a purpose names no food.
    if letters.count >= 3, letters.last == "용" { return ([], true) }
    var foods: [Int] = []
    var at = 0
    var isWhole = true
    // Whether all of it is preparation: 깍둑+썰기, 불린+것. Words of one syllable would make too much of a word so.
    var isPreparation = true
    outer: while at < letters.count {
      for length in stride(from: letters.count - at, to: 0, by: -1) {
        let part = String(letters[at..<at + length])
        if length > 1 || at + length == letters.count && at > 0 && foods.isEmpty && isWhole,
          let food = table.hangul[part]
        {
          foods.append(food)
          isPreparation = false
          at += length
          continue outer
        }
        // 장 counts sheets, but ends the names of pastes and of what is kept in soy sauce: 새우장.
        let isNeutral =
          part != "장" && (Words.koreanNeutral.contains(part) || CookingUnit.named([part]) != nil)
        if isNeutral, length > 1 || at > 0 || ["생", "건", "찐", "찬", "간", "깐", "썬"].contains(part) {
          if length == 1, !["것", "한", "채"].contains(part) { isPreparation = false }
          at += length
          continue outer
        }
      }
      isWhole = false
      at += 1
    }
    return (foods, isWhole && (!foods.isEmpty || isPreparation))
  }
}
