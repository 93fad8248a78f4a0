/// Words that are a food in one place and a verb, an adjective or another food in the next.
extension WordMeanings {
  /// "to crumble", "peel and crumble": a verb, whereas "apple crumble" is a pudding.
  func isBehindVerb(_ index: Int) -> Bool {
    guard index > 0 else { return false }
    return tokens[index - 1].kind == .comma || ["to", "and", "then", "or"].contains(tokens[index - 1].word ?? "")
  }

  /// "à verser peu à peu"
  func isInfinitive(_ word: String, _ index: Int) -> Bool {
    index > 0 && tokens[index - 1].word == "a" && word.utf8.count >= 5 && (word.hasSuffix("er") || word.hasSuffix("ir"))
      && text[tokens[index - 1].start] == "à"
  }

  /// "chou lavé et déchiré": a French participle behind a food, told by its accent.
  func isParticiple(_ word: String, _ index: Int, _ items: [Item]) -> Bool {
    guard word.utf8.count >= 5, items.contains(where: { if case .food = $0.meaning { true } else { false } }),
      !Words.filled.contains(word), !Words.madeOf.contains(word)
    else { return false }
    let written = text[tokens[index].start..<tokens[index].end]
    return written.contains("é") && VerbForm.isOne(word, written) && !text[tokens[index].start].properties.isUppercase
  }

  /// "pan-fried tofu", "toast these first", "oil to grease", "before seasoning the meat": as nouns, they are foods.
  func isVerb(_ word: String, _ index: Int) -> Bool {
    // "salt, a generous sprinkle": the food is called sprinkles.
    if word == "sprinkle" { return true }
    if word == "grease" {
      return index > 0 && ["to", "lightly", "and", "then"].contains(tokens[index - 1].word ?? "")
    }
    if Words.gerunds.contains(word) {
      return index + 1 < tokens.count && ["the", "your"].contains(tokens[index + 1].word ?? "")
    }
    guard word == "pan" || word == "toast" else { return false }
    var next = index + 1
    if next < tokens.count, tokens[next].kind == .dash { next += 1 }
    guard next < tokens.count, let second = tokens[next].word else { return false }
    return word == "pan" ? Words.ofPans.contains(second) : Words.toasted.contains(second)
  }

  func isBehindFood(_ index: Int, _ items: [Item]) -> Bool {
    guard let last = items.last, case .food = last.meaning else { return false }
    // "beurre d'arachide, croquant"; "noix, croquants" may be biscuits.
    let isSingular = tokens[index].word?.hasSuffix("s") == false
    return tokens[last.tokens.upperBound..<index].allSatisfy { $0.kind == .comma && isSingular }
  }

  func isChocolate(_ meaning: Meaning) -> Bool {
    if case .food(let food) = meaning { table.foods[food].key.contains("chocolate") } else { false }
  }

  func isAdjective(_ index: Int) -> Bool {
    // "ground beef (20 % fat)"
    if index > 0, tokens[index - 1].kind == .percent { return true }
    if index > 0, let before = tokens[index - 1].word ?? (index > 1 ? tokens[index - 2].word : nil),
      Words.fatness.contains(before)
    {
      return true
    }
    guard index + 1 < tokens.count, let next = tokens[index + 1].word else { return false }
    return !Words.or.contains(next) && !Words.and.contains(next) && !Words.stop.contains(next)
      && !Words.prepositions.contains(next) && !Words.inside.contains(next)
  }

  /// Words that only their accents, their place or their number tell apart: "thé" from "the", "mûres" from ripe ones.
  func accented(_ word: String, at index: Int, _ items: [Item]) -> Int? {
    switch word {
    case "the" where text[tokens[index].start..<tokens[index].end].contains("é"): table.phrase(["tea"])
    case "mures" where !hasFood(items): table.phrase(["mures", "sauvages"])
    // "20 cl de rosé" is a wine.
    case "rose" where text[tokens[index].start..<tokens[index].end].contains("é"):
      index > 0 && tokens[index - 1].word == "de" && index + 1 == tokens.count ? table.phrase(["vin", "rose"]) : nil
    // Vietnamese rice noodles, not a roll.
    case "bun" where text[tokens[index].start..<tokens[index].end].contains("ú"): table.phrase(["rice", "noodle"])
    // "feuilletés au jambon" are pastries, "charlotte aux fraises" is a cake: adjectives and potatoes stand behind a food.
    case "feuilletes" where !hasFood(items): table.phrase(["feuilletes", "legumes"])
    case "charlotte" where !hasFood(items) && isBeforeFlavour(index): table.phrase(["charlotte", "fraises"])
    // Ready dishes; fresh, these are cuts of meat.
    case "blanquette" where isReady: table.phrase(["blanquette", "veau", "cuisinee"])
    case "boeuf" where isReady && index + 1 < tokens.count && tokens[index + 1].word == "bourguignon":
      table.phrase(["boeuf", "bourguignon", "surgele"])
    // "2 cubes de volaille" are stock.
    case "volaille", "poule", "poulet", "boeuf", "legumes":
      isCube(before: index) ? table.phrase(["bouillon", "cube"]) : nil
    // Not the adjective.
    case "crisps": table.phrase(["crisps", "flavoured"])
    default: nil
    }
  }

  /// "roulés au fromage": what is rolled, no word says, unless a food stands before.
  func isRolled(_ word: String, _ index: Int, _ items: [Item]) -> Bool {
    (word == "roule" || word == "roules") && !hasFood(items) && isBeforeFlavour(index)
  }

  /// "2 cubes de"
  private func isCube(before index: Int) -> Bool {
    guard index > 2, tokens[index - 1].word == "de", tokens[index - 2].word?.hasPrefix("cube") == true,
      case .number = tokens[index - 3].kind
    else { return false }
    return true
  }

  private var isReady: Bool { tokens.contains { Words.ready.contains($0.word ?? "") } }

  private func isBeforeFlavour(_ index: Int) -> Bool {
    index + 1 < tokens.count && Words.flavouring.contains(tokens[index + 1].word ?? "")
  }

  private func hasFood(_ items: [Item]) -> Bool {
    items.contains { if case .food = $0.meaning { true } else { false } }
  }
}
