/// The meanings of Korean words, whose names of several words are written with and without spaces.
extension WordMeanings {
  func korean(at index: Int, skipped: Set<Int>) -> (Meaning, Int) {
    if isKoreanCount(at: index) { return (.neutral, index + 1) }
    if let kind = koreanKind(at: index) { return (.food(kind.food), kind.end) }
    // Two words that are written together as one name: 다진 마늘, 올리브 오일.
    var joined = ""
    var found: (food: Int, end: Int)?
    var next = index
    while next < tokens.count, next < index + 4, !skipped.contains(next), let word = tokens[next].word,
      Hangul.begins(word)
    {
      joined += word
      if let food = table.hangul[joined] ?? Korean.joined(joined, table: table)
        ?? table.hangul[Korean.withoutParticle(joined)]
      {
        found = (food, next + 1)
      }
      next += 1
    }
    if let found {
      // "치즈 2장": slices come from a packet.
      if found.end == index + 1, tokens[found.end...].contains(where: { $0.word == "장" || $0.word == "한장" }),
        let slice = table.hangul["슬라이스" + (tokens[index].word ?? "")]
      {
        return (.food(slice), found.end)
      }
      // "참치 1캔": what is in a tin may have more in it.
      let isTinned = found.end == index + 1 && tokens.contains { Korean.isTin($0.word ?? "") }
      let tin = isTinned ? table.hangul[joinedTin(at: index)] : nil
      return (.food(tin ?? found.food), found.end)
    }
    guard let word = tokens[index].word else { return (.neutral, index + 1) }
    if isKoreanAdjective(word, before: index + 1, skipped: skipped) { return (.neutral, index + 1) }
    if Words.koreanNeutral.contains(word) || Words.koreanNeutral.contains(Korean.withoutParticle(word))
      || Words.optional.contains(word) || CookingUnit.named([word]) != nil
      || CookingUnit.named([Korean.withoutParticle(word)]) != nil || AmountReader.numerals[word] != nil
      || Korean.isMoment(word, table: table)
      || word.hasSuffix("거") && Words.koreanNeutral.contains(word.dropLast() + "것")
    {
      return (.neutral, index + 1)
    }
    return (.unknown(word), index + 1)
  }

  /// "초콜릿(밀크)", "소스(굴소스)", "유부 8장 (초밥용)": one word in parentheses tells the kind, as it does before the noun.
  private func koreanKind(at index: Int) -> (food: Int, end: Int)? {
    var open = index + 1
    if open + 1 < tokens.count, case .number = tokens[open].kind { open += tokens[open + 1].word == nil ? 1 : 2 }
    guard open + 2 < tokens.count, let name = tokens[index].word, tokens[open].kind == .open,
      let kind = tokens[open + 1].word, Hangul.begins(kind), tokens[open + 2].kind == .close
    else { return nil }
    let food = table.hangul[kind + name] ?? (kind.hasSuffix(name) && kind != name ? table.hangul[kind] : nil)
    return food.map { ($0, open == index + 1 ? index + 3 : index + 1) }
  }

  private func joinedTin(at index: Int) -> String { (tokens[index].word ?? "") + "캔" }

  /// "두 번", "30초": times and seconds, where a bun is called 번, too.
  private func isKoreanCount(at index: Int) -> Bool {
    guard index > 0, let word = tokens[index].word, Words.koreanCounts.contains(word) else { return false }
    if case .number = tokens[index - 1].kind { return true }
    return Words.koreanNumerals.contains(tokens[index - 1].word ?? "")
  }

  /// "물오른 주꾸미", "쫄깃한 떡": an adjective directly before a food or another word.
  private func isKoreanAdjective(_ word: String, before next: Int, skipped: Set<Int>) -> Bool {
    guard word.count >= 3, next < tokens.count, !skipped.contains(next), let after = tokens[next].word,
      Hangul.begins(after)
    else { return false }
    return Korean.adjectives.contains { word.hasSuffix($0) } && Korean.split(word, table: table).foods.isEmpty
  }
}
