/// Two foods around "or", or Russian adjectives around "and", that share a word: "vegetable or sunflower oil", "cottage/farmer cheese", "vinaigre de vin ou
/// de cidre".
struct SharedHead {
  private let tokens: [Token]
  private let table: FoodTable

  init(_ tokens: [Token], _ table: FoodTable) {
    self.tokens = tokens
    self.table = table
  }

  /// English: what a food before "or" is together with the last word of the food behind.
  func food(_ before: LineFoods.Meaning, _ range: Range<Int>, before behind: Range<Int>) -> Int? {
    if case .neutral = before { return nil }
    let own: Int? = if case .food(let food) = before { food } else { nil }
    guard let or = range.upperBound < tokens.count ? range.upperBound : nil,
      isOr(or) || isAndOfAdjectives(or), range.count <= 2,
      let head = tokens[behind.upperBound - 1].word, behind.upperBound - 1 > or + 1,
      tokens[(or + 1)..<behind.upperBound].allSatisfy({ $0.word != nil || $0.kind == .dash }),
      !tokens[range].contains(where: { $0.word == head })
    else { return nil }
    return joined(tokens[range].compactMap(\.word) + [head], isMoreThan: own)
  }

  /// French: the first word of the food before "ou", with the words behind "ou de"; without "de" if the word behind is
  /// no food of its own.
  func food(_ meaning: LineFoods.Meaning, _ range: Range<Int>) -> (food: Int, end: Int)? {
    var at = range.lowerBound - 1
    let isPossessive = at >= 0 && Words.ofFrench.contains(tokens[at].word ?? "")
    if isPossessive { at -= 1 }
    guard at > 1, isOr(at) else { return nil }
    let own: Int? = if case .food(let food) = meaning { food } else { nil }
    // "huile d'olive ou végétale"
    let isVegetable = tokens[range].contains { Words.withdrawing[Stem.of($0.word ?? "")] != nil }
    if case .neutral = meaning, !isVegetable { return nil }
    guard isPossessive || own == nil else { return nil }
    // The head stands before "de" or an adjective, two or three words before "ou".
    for first in [at - 2, at - 3, at - 4] where first >= 0 {
      guard tokens[first..<at].allSatisfy({ $0.word != nil || $0.kind == .other }), let head = tokens[first].word,
        !Words.stop.contains(head)
      else { continue }
      let words = tokens[range].compactMap(\.word).filter { !Words.stop.contains($0) }
      if words.contains(head) || isVegetable && !Words.fats.contains(head) { return nil }
      if let food = joined([head] + words, isMoreThan: own) { return (food, range.upperBound) }
    }
    return nil
  }

  /// "сливочное и растительное масло"
  private func isAndOfAdjectives(_ at: Int) -> Bool {
    at > 0 && Words.and.contains(tokens[at].word ?? "")
      && RussianAsides.looksLikeAdjective(tokens[at - 1].word ?? "")
  }

  private func isOr(_ at: Int) -> Bool { tokens[at].kind == .slash || Words.or.contains(tokens[at].word ?? "") }

  /// The food of some words, unless it lacks something of the one that it replaces.
  private func joined(_ words: [String], isMoreThan own: Int?) -> Int? {
    guard words.count <= FoodTable.longestPhrase, let food = table.phrase(words) else { return nil }
    guard let own else { return food }
    let row = table.foods[food]
    let replaced = table.foods[own]
    return replaced.has.union(replaced.may).intersection(.allergens).isSubset(of: row.has.union(row.may)) ? food : nil
  }
}
