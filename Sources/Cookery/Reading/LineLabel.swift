/// A label before the food of a line, which is none of it: "Optional: 1 tsp salt", "For the sauce: 2 tbsp oil", "양념: 고추장 2큰술", and
/// the "or" of a line that continues the one above.
struct LineLabel {
  private let tokens: [Token]
  private let text: [Unicode.Scalar]
  private let table = FoodTable.shared

  init(_ tokens: [Token], _ text: [Unicode.Scalar]) { (self.tokens, self.text) = (tokens, text) }

  /// The token behind it; 0 without one.
  var end: Int {
    let colon = endOfColon
    return colon > 0 ? colon : endOfOr
  }

  /// "or 150 g desiccated coconut"
  private var endOfOr: Int {
    guard tokens.count > 2, let word = tokens[0].word, Self.or.contains(word) else { return 0 }
    return namesFood(1..<tokens.count) ? 1 : 0
  }
  private static let or: Set<String> = ["or", "ou", "или", "또는", "혹은"]

  private var endOfColon: Int {
    guard let colon = tokens.firstIndex(where: { $0.kind == .colon }), (1...Self.longest).contains(colon),
      tokens[..<colon].allSatisfy({ $0.word != nil || $0.kind == .dash || $0.kind == .other }),
      let first = tokens[..<colon].firstIndex(where: { $0.word != nil }), colon + 1 < tokens.count,
      text[tokens[colon].end] != "/"
    else { return 0 }
    let behind = colon + 1..<(tokens[colon...].firstIndex { $0.kind == .open } ?? tokens.count)
    guard namesFood(behind) else { return 0 }
    let isHeading = isHeading(first) || !namesFood(first..<colon)
    return isHeading || tells(behind) ? colon + 1 : 0
  }
  private static let longest = 6

  private func isHeading(_ first: Int) -> Bool {
    guard let word = tokens[first].word else { return false }
    let pair = word + " " + (first + 1 < tokens.count ? tokens[first + 1].word ?? "" : "")
    return Words.headings.contains(word) || Words.headings.contains(pair) || Self.words.contains(word)
  }
  private static let words = Words.folded(
    """
    for, to, pour, для, garnish, garnishes, topping, toppings, filling, fillings, glaze, icing, frosting, decoration, garniture, décoration, déco, начинка, украшение, 재료, 주재료, 부재료, 고명, 토핑, 선택,
    장식
    """)

  /// Whether an amount with a food, or a list of foods, stands behind: "Тесто: 300 г муки", "Dressing: oil, vinegar". "Flour: 2 cups",
  /// and "Sugar: brown" say more of the food before.
  private func tells(_ range: Range<Int>) -> Bool {
    if case .number = tokens[range.lowerBound].kind { return true }
    let pieces = tokens[range].split { $0.kind == .comma || $0.word.map { Words.and.contains($0) } ?? false }
    let named = pieces.filter { namesFood($0.startIndex..<$0.endIndex) }
    let isMeasured = pieces.first.map { piece in
      namesFood(piece.startIndex..<piece.endIndex)
        && piece.contains { if case .number = $0.kind { true } else { false } }
    }
    return named.count > 1 || isMeasured ?? false
  }

  /// Whether a food stands in some tokens that is more than a heading.
  private func namesFood(_ range: Range<Int>) -> Bool {
    range.contains { at in
      guard let word = tokens[at].word, CookingUnit.named([word]) == nil else { return false }
      if Hangul.begins(word) {
        return table.hangul[word] != nil || table.hangul[Korean.withoutParticle(word)] != nil
          || !Korean.split(word, table: table).foods.isEmpty
      }
      return (1...3).contains { count in
        guard at + count <= range.upperBound, case let words = tokens[at..<at + count].compactMap(\.word),
          words.count == count, let food = table.phrase(words)
        else { return false }
        return table.foods[food].key != "purpose"
      }
    }
  }
}
