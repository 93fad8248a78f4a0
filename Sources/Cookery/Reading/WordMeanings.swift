/// The meanings of a line's words one by one: the food of the longest phrase that begins with a word, and words that look
/// like a food but are none by their place.
struct WordMeanings {
  typealias Item = LineFoods.Item
  typealias Meaning = LineFoods.Meaning

  let tokens: [Token]
  let text: [Unicode.Scalar]
  private let main: Amount?
  /// Whether the amount stands before the name.
  private let isLeading: Bool
  let table = FoodTable.shared

  init(_ tokens: [Token], _ text: [Unicode.Scalar], _ main: Amount?, isLeading: Bool) {
    self.tokens = tokens
    self.text = text
    self.main = main
    self.isLeading = isLeading
  }

  /// - Parameters:
  ///   - items: what stands before.
  ///   - isAside: whether the word stands in parentheses.
  /// - Returns: the meaning of the word or words, and their end.
  func meaning(at index: Int, skipped: Set<Int>, after items: [Item], isAside: Bool) -> (Meaning, Int) {
    guard let word = tokens[index].word else { return (.neutral, index + 1) }
    if Hangul.begins(word) { return korean(at: index, skipped: skipped) }
    var place = Place(index: index, word: word, items: items, isAside: isAside)
    for rule in Self.byPlace { if let meaning = rule.meaning(self, place) { return meaning } }
    findPhrase(&place, skipped: skipped)
    for rule in Self.byPhrase { if let meaning = rule.meaning(self, place) { return meaning } }
    return (.unknown(Stem.of(word)), index + 1)
  }

  /// A word, and what stands before it.
  private struct Place {
    let index: Int
    let word: String
    let items: [Item]
    let isAside: Bool
    /// The food of the longest phrase that begins with the word.
    var found: (food: Int, end: Int)?
    /// Whether another food begins with the last word of all phrases.
    var isOverlapped = false

    var next: Int { index + 1 }
    /// Whether the phrase is the word alone.
    var isAlone: Bool { found?.end == next }
    var neutral: (Meaning, Int) { (.neutral, next) }
    func food(_ food: Int) -> (Meaning, Int) { (.food(food), next) }
  }

  /// The meaning of words of one kind in one kind of place; nil elsewhere. Of a list the first rule that has a meaning counts.
  private struct Rule: Sendable {
    let example: StaticString
    let meaning: @Sendable (WordMeanings, Place) -> (Meaning, Int)?

    init(_ example: StaticString, _ meaning: @escaping @Sendable (WordMeanings, Place) -> (Meaning, Int)?) {
      self.example = example
      self.meaning = meaning
    }

    /// Words that are no food in some place.
    static func neutral(_ example: StaticString, _ isNeutral: @escaping @Sendable (WordMeanings, Place) -> Bool) -> Rule
    {
      Rule(example) { isNeutral($0, $1) ? $1.neutral : nil }
    }

    /// A word that is the food of some other words.
    static func food(
      _ example: StaticString, as words: [String], _ isFood: @escaping @Sendable (WordMeanings, Place) -> Bool
    ) -> Rule {
      Rule(example) { isFood($0, $1) ? $0.table.phrase(words).map($1.food) : nil }
    }
  }

  private static let pans: Set<String> = [
    "the", "baking", "frying", "cake", "loaf", "your", "roasting", "cm", "inch", "springform", "muffin",
  ]

  /// Rules that come before the table of foods.
  private static let byPlace: [Rule] = [
    .food("молоки, milt, whose stem is that of milk", as: ["рыба"]) { $1.word == "молоки" },
    .neutral("for the pan; alone, pan is Spanish for bread") { line, place in
      place.word == "pan" && place.index > 0 && line.tokens[place.index - 1].word.map(pans.contains) ?? false
    },
    .neutral("to season") { $0.isVerb($1.word, $1.index) },
    .neutral("levure, ou une c. à soupe") { $1.word == "soupe" && $1.index > 0 && $0.tokens[$1.index - 1].word == "a" },
    .neutral("semisweet chocolate, chopped or chips") { line, place in
      place.word == "chips" && place.items.contains { line.isChocolate($0.meaning) }
    },
    .neutral("full-fat cream cheese, one fat pod: an adjective") { $1.word == "fat" && $0.isAdjective($1.index) },
    Rule("words told apart by an accent") { $0.accented($1.word, at: $1.index, $1.items).map($1.food) },
    Rule("rolled into something") {
      $0.isRolled($1.word, $1.index, $1.items) ? (.unknown(Stem.of($1.word)), $1.next) : nil
    },
    .neutral("tart apples are sour; elsewhere, a tart is a cake") {
      $1.word == "tart" && $1.next < $0.tokens.count && Words.sour.contains($0.tokens[$1.next].word ?? "")
    },
    .food("feuilles de brick: the sheet is the unit and the food", as: ["feuille", "brick"]) { line, place in
      place.word == "brick" && line.tokens[..<place.index].suffix(2).contains { Stem.of($0.word ?? "") == "feuill" }
    },
    Rule("lait de riz is a drink; riz au lait, a dessert, has the same words") { line, place in
      guard place.word == "lait", place.next + 1 < line.tokens.count, line.tokens[place.next].word == "de",
        line.tokens[place.next + 1].word == "riz"
      else { return nil }
      return line.table.phrase(["boisson", "riz"]).map { (.food($0), place.next + 2) }
    },
    Rule("pudding rice is rice; rice pudding, a dessert, has the same words") { line, place in
      guard place.word == "pudding", place.next < line.tokens.count, line.tokens[place.next].word == "rice" else {
        return nil
      }
      return line.table.phrase(["rice"]).map { (.food($0), place.next + 1) }
    },
    .neutral("swordfish steaks: a cut of the fish before it") { line, place in
      (place.word.hasPrefix("steak") || place.word.hasPrefix("стеик"))
        && (place.items.last.map { line.isFish($0, before: place.index) } ?? false || line.isOfFish(place.next))
    },
    .neutral("œufs (de poules élevées en plein air)") { line, place in
      ["poule", "poules"].contains(place.word) && place.isAside && place.items.contains { line.isEgg($0.meaning) }
    },
    .neutral("pulsed in a food processor") { line, place in
      place.word == "food" && place.next < line.tokens.count && line.tokens[place.next].word == "processor"
    },
    Rule("кофе 3 в 1, кофе растворимый 3 в 1: with sugar and creamer") { $0.threeInOne($1) },
  ]

  /// Rules that come after it, and know what it has found.
  private static let byPhrase: [Rule] = [
    .neutral("a neutral word before another food's phrase") { $1.isOverlapped && $0.isNeutral($1.word) },
    .food("aromat, not the herbs that have its stem: aromates", as: ["aromat", "knorr"]) {
      $1.word == "aromat" && $1.isAlone
    },
    .food("pâtes tomates basilic; pâtes de fruits is a sweet", as: ["pates", "choix"]) { line, place in
      guard place.word == "pates", let whole = place.found, whole.end > place.next else { return false }
      return line.isFree(whole.food) && line.written(place).contains("â")
        && !Words.ofFrench.contains(line.tokens[place.next].word ?? "")
    },
    .food("250 g de pâtes, fresh or dry; 2 pâtes may be pastry", as: ["pates", "choix"]) { line, place in
      place.word == "pates" && place.isAlone && (line.main?.unit != nil || line.main == nil)
        && line.written(place).contains("â") && (place.next == line.tokens.count || line.tokens[place.next].word != "a")
    },
    .neutral("eau glacée; glace alone is ice cream") {
      $1.word.hasPrefix("glace") && $1.isAlone && $0.written($1).contains("é")
    },
    .neutral("behind a food an adjective: pavot bleu, sucre de canne roux") {
      Words.behindFoods.contains($1.word) && $0.isBehindFood($1.index, $1.items)
    },
    Rule("масло сливочное (можно растительное)") { line, place in
      guard place.isAside || line.isBehindOr(place.index), place.found == nil || place.isAlone else { return nil }
      return line.otherKind(place.word, place.items).map(place.food)
    },
    Rule("the phrase, but for a word alone that is roasted (poulet rôti; roti is a bread) or only shares a food's stem")
    {
      guard let found = $1.found, !($1.isAlone && ($0.isRoasted($1) || Words.exactNeutral.contains($1.word))) else {
        return nil
      }
      return (.food(found.food), found.end)
    },
    .food("crumble, as a noun", as: ["crumble", "topping"]) { $1.word == "crumble" && !$0.isBehindVerb($1.index) },
    .neutral("words of amount, size, cutting and the like, verbs and their small forms") { line, place in
      line.isNeutral(place.word) || line.isInfinitive(place.word, place.index)
        || line.isParticiple(place.word, place.index, place.items)
        || RussianDiminutive.bases(of: place.word).contains(where: line.isNeutral)
    },
    Rule("масло оливковое/растительное") { $0.otherKind($1.word, $1.items).map($1.food) },
  ]

  private func written(_ place: Place) -> ArraySlice<Unicode.Scalar> {
    text[tokens[place.index].start..<tokens[place.index].end]
  }

  private func isEgg(_ meaning: Meaning) -> Bool {
    if case .food(let food) = meaning { table.foods[food].has.contains(.egg) } else { false }
  }

  private func isFish(_ item: Item, before index: Int) -> Bool {
    guard item.tokens.upperBound == index, case .food(let food) = item.meaning else { return false }
    return table.foods[food].has.contains(.seafood)
  }

  /// "steaks de thon", "стейк из лосося"
  private func isOfFish(_ next: Int) -> Bool {
    guard next + 1 < tokens.count, ["de", "d", "of", "из"].contains(tokens[next].word ?? ""),
      let food = tokens[next + 1].word.flatMap({ table.phrase([$0]) })
    else { return false }
    return table.foods[food].has.contains(.seafood)
  }

  private func isRoasted(_ place: Place) -> Bool {
    place.word.hasPrefix("roti")
      && (written(place).contains("ô")
        || place.next < tokens.count && ["de", "d"].contains(tokens[place.next].word ?? ""))
  }

  private func threeInOne(_ place: Place) -> (Meaning, Int)? {
    for number in [place.next, place.next + 1] where number + 2 < tokens.count {
      if case .number = tokens[number].kind, case .number = tokens[number + 2].kind,
        Words.inside.contains(tokens[number + 1].word ?? ""),
        let food = table.phrase([place.word, "три", "в", "одном"])
      {
        return (.food(food), number + 3)
      }
    }
    return nil
  }

  /// The longest phrase that begins here; stop words and dots inside are skipped, other punctuation ends it.
  private func findPhrase(_ place: inout Place, skipped: Set<Int>) {
    let index = place.index
    var ids: [UInt16] = []
    var found: (food: Int, end: Int)?
    var shorter: [(food: Int, end: Int)] = []
    // "riz au vin" is no "vin de riz".
    var isFlavoured = false
    var next = index
    while next < tokens.count, ids.count < FoodTable.longestPhrase, next < index + 12 {
      if skipped.contains(next) {
        // "juice of 1 lemon": the number stands inside one phrase.
        if main?.tokens.contains(next) ?? false, !isLeading {
          next += 1
          continue
        }
        break
      }
      switch tokens[next].kind {
      case .word(let word):
        if Words.stop.contains(word), next > index {
          if Words.flavouring.contains(word), word != "a" || text[tokens[next].start] == "à" { isFlavoured = true }
          next += 1
          continue
        }
        guard let id = table.vocabulary[Stem.of(word)] ?? smallForm(word) else {
          next = tokens.count
          continue
        }
        ids.append(id)
        if let food = table.phrases[FoodTable.Phrase(ids[...])], !isBeforePurpose(food, index...next),
          !isMisread(food, ids, at: index...next, isFlavoured: isFlavoured)
        {
          if let found { shorter.append(found) }
          found = (food, next + 1)
        }
      case .dash, .dot, .other: break
      case .comma where next + 1 < tokens.count && Words.infused.contains(Stem.of(tokens[next + 1].word ?? "")): break
      case .open where ids.count == 1:
        if let kind = kindInParentheses(of: ids, behind: next) { found = kind }
        next = tokens.count
        continue
      default:
        next = tokens.count
        continue
      }
      next += 1
    }
    if let whole = found,
      isOverlapped(whole, from: index, skipped: skipped, after: place.items, isAside: place.isAside)
    {
      found = shorter.last { $0.end < whole.end }
      place.isOverlapped = found == nil
      found = found ?? whole
    }
    place.found = found
  }

  /// "salade de fruits de mer", "sweet potato salad": a food without allergens whose last word begins one that has some.
  private func isOverlapped(
    _ found: (food: Int, end: Int), from index: Int, skipped: Set<Int>, after items: [Item], isAside: Bool
  ) -> Bool {
    let last = found.end - 1
    guard last > index, isFree(found.food), found.end < tokens.count, tokens[found.end].kind != .dash else {
      return false
    }
    let (meaning, end) = meaning(at: last, skipped: skipped, after: items, isAside: isAside)
    guard case .food(let food) = meaning, end > found.end else { return false }
    return !isFree(food)
  }

  /// Whether words mean a food only in another order or with another preposition: "jambon aux noix" is no "noix de
  /// jambon", "pâtes à la tomate" no "pâte de tomate", "butter apples" no "apple butter", an onion salad no salad onion.
  private func isMisread(_ food: Int, _ ids: [UInt16], at range: ClosedRange<Int>, isFlavoured: Bool) -> Bool {
    guard isFree(food) else { return isFlavoured && !table.written.contains(ids) }
    if isFlavoured { return !table.written.contains(ids + [0]) }
    guard text[tokens[range.lowerBound].start].value < 0x250, !table.written.contains(ids) else { return false }
    return tokens[range.upperBound].word == "salad"
      || ids.contains { table.phrases[FoodTable.Phrase([$0][...])].map { !isFree($0) } ?? false }
  }

  private func isFree(_ food: Int) -> Bool {
    table.foods[food].has.union(table.foods[food].may).isDisjoint(with: .allergens)
  }

  /// "масло оливковое/растительное", "масло сливочное (можно растительное)": an adjective of the noun before it.
  private func otherKind(_ adjective: String, _ items: [Item]) -> Int? {
    guard RussianAsides.looksLikeAdjective(adjective),
      let last = items.last(where: { if case .food = $0.meaning { true } else { false } })
    else { return nil }
    return tokens[last.tokens].lazy.compactMap(\.word).filter { !RussianAsides.looksLikeAdjective($0) }
      .compactMap { table.phrase([$0, adjective]) }.first
  }

  private func isBehindOr(_ index: Int) -> Bool {
    index > 0 && (tokens[index - 1].kind == .slash || tokens[index - 1].word.map { Words.or.contains($0) } ?? false)
  }

  /// Of the word that another is a small form of: хлебушек.
  private func smallForm(_ word: String) -> UInt16? {
    RussianDiminutive.bases(of: word).lazy.compactMap { table.vocabulary[Stem.of($0)] }.first
  }

  /// "масло (сливочное)", "капуста (квашеная)": adjectives in parentheses tell the kind as those before the noun do. In
  /// "масло (можно растительное)" and "масло сливочное (растительное)" they name another, see `otherKind`.
  private func kindInParentheses(of ids: [UInt16], behind open: Int) -> (food: Int, end: Int)? {
    var ids = ids
    var found: (food: Int, end: Int)?
    for next in tokens.indices where next > open {
      guard let word = tokens[next].word, ids.count < FoodTable.longestPhrase else { break }
      if RussianAsides.looksLikeAdjective(word), let id = table.vocabulary[Stem.of(word)],
        let food = table.phrases[FoodTable.Phrase((ids + [id])[...])]
      {
        ids.append(id)
        found = (food, next + 1)
      } else if !RussianAsides.looksLikeAdjective(word) || !isNeutral(word) {
        break
      }
    }
    return found
  }

  /// "stuffed peppers", "cereal bars": what is in it follows from no word of the name.
  func isCompound(_ word: String, _ index: Int, after items: [Item]) -> Bool {
    if Words.filled.contains(word) {
      // "dates stuffed with almonds" says what it is.
      let next = index + 1 < tokens.count ? tokens[index + 1].word ?? "" : ""
      return !Words.and.contains(next) && !Words.stop.contains(next) && !Words.inside.contains(next)
    }
    guard Words.shapes.contains(word), let last = items.last, last.tokens.upperBound == index,
      case .food(let food) = last.meaning
    else { return false }
    // "Mexican cheese blend" is cheese.
    let key = table.foods[food].key
    if !Words.bars.contains(word), key.hasSuffix("cheese") || Words.cheeses.contains(key) { return false }
    return Words.bars.contains(word)
      || !FoodNames.shared.isPlant(table.foods[food].key) && !table.foods[food].key.hasSuffix("flour")
  }

  /// "соус для": a phrase is found in any order, but the sauce of "для соуса" stands behind.
  private func isBeforePurpose(_ food: Int, _ range: ClosedRange<Int>) -> Bool {
    table.foods[food].key == "purpose" && tokens[range].dropFirst().contains { $0.word == "для" || $0.word == "слить" }
  }

  private func isNeutral(_ word: String) -> Bool {
    if Words.stop.contains(word) || Words.and.contains(word) || Words.exactNeutral.contains(word) { return true }
    let stem = Stem.of(word)
    return Words.neutral.contains(stem) || Words.cuts.contains(stem) || Words.optional.contains(stem)
      || CookingUnit.named([word]) != nil
      || Words.looksNeutral(word)
      || AmountReader.numerals[word] != nil || word.utf8.count == 1
      || word.unicodeScalars.count == 1 && (0x430...0x44F).contains(word.unicodeScalars.first?.value ?? 0)
  }
}
