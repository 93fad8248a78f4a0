/// Allergens and diets of a recipe, from its ingredients and its labels.
public struct RecipeFacts: Sendable {
  public let allergens: [Allergen: AllergenVerdict]
  public let diets: [Diet: DietVerdict]

  /// The contents of a line beat every label. A label never frees a recipe of an allergen: who wrote "vegan" has not read the
  /// packet of the stock cube.
  ///
  /// - Parameters:
  ///   - statements: the recipe's labels, "vegan" or "contains: milk". One that is the name of a diet decides where the lines
  ///     leave that diet open.
  ///   - hearsay: those of them that a page or a file brought along. They warn ("contains: milk"), and decide nothing else.
  ///   - servings: by which the amounts of two diets are divided, a ketogenic and a low FODMAP one; nil if nobody knows.
  public init(lines: [IngredientLine], statements: [String], hearsay: [String], servings: Int? = nil) {
    let stated = Statements(statements, hearsay: hearsay)
    var allergens: [Allergen: AllergenVerdict] = [:]
    for allergen in Allergen.allCases {
      let found = Self.judge(lines, allergen.trait)
      if case .has(let line) = found {
        allergens[allergen] = .contains(line: line)
      } else if stated.contains.contains(allergen.trait) {
        allergens[allergen] = .contains(line: nil)
      } else if stated.may.contains(allergen.trait) {
        allergens[allergen] = .unknown(line: nil)
      } else if case .unknown(let line) = found {
        allergens[allergen] = .unknown(line: line)
      } else {
        allergens[allergen] = .free
      }
    }
    var diets: [Diet: DietVerdict] = [:]
    for diet in Diet.allCases {
      let found =
        switch diet {
        case .ketogenic: Self.judgeCarbohydrate(lines, servings: servings)
        case .lowFODMAP: Self.judgePortions(lines, servings: servings)
        default: Self.judge(lines, diet.forbids)
        }
      if case .has(let line) = found {
        diets[diet] = .breaks(line: line)
      } else if !stated.contains.isDisjoint(with: diet.forbids.subtracting(.byMaker)) {
        diets[diet] = .breaks(line: nil)
      } else if case .unknown(let line) = found {
        diets[diet] = stated.diets.contains(diet) ? .fits(stated: true) : .unknown(line: line)
      } else {
        diets[diet] = .fits(stated: false)
      }
    }
    self.allergens = allergens
    self.diets = diets
  }

  init(allergens: [Allergen: AllergenVerdict], diets: [Diet: DietVerdict]) {
    (self.allergens, self.diets) = (allergens, diets)
  }

  private enum Judgement {
    case has(Int)
    case unknown(Int?)
    case free
  }

  private static func judge(_ lines: [IngredientLine], _ traits: Traits) -> Judgement {
    if let line = lines.firstIndex(where: { !$0.has.isDisjoint(with: traits.subtracting(.byMaker)) }) {
      return .has(line)
    }
    if let line = lines.firstIndex(where: {
      !$0.isUnderstood || !$0.may.union($0.has.intersection(.byMaker)).isDisjoint(with: traits)
    }) {
      return .unknown(line)
    }
    return lines.contains(where: \.hasFood) ? .free : .unknown(nil)
  }
}

extension RecipeFacts {
  /// The net carbohydrate of a serving in whole grams; nil if a line's starch or sugar has no amount that can be weighed, or a line is
  /// not understood.
  public static func carbohydrate(of lines: [IngredientLine], servings: Int) -> Int? {
    let carbohydrate = Carbohydrate(lines, servings: servings)
    guard carbohydrate.unweighed == nil, lines.allSatisfy(\.isUnderstood) else { return nil }
    return Int(carbohydrate.grams + 0.5)
  }

  /// A ketogenic diet: by the net carbohydrate of a serving, where the amounts are known.
  private static func judgeCarbohydrate(_ lines: [IngredientLine], servings: Int?) -> Judgement {
    let carbohydrate = Carbohydrate(lines, servings: servings)
    if let line = carbohydrate.unweighed { return .has(line) }
    if let line = carbohydrate.line, carbohydrate.grams > Carbohydrate.fits {
      if servings != nil { return carbohydrate.grams > Carbohydrate.breaks ? .has(line) : .unknown(line) }
      // The whole may serve many: then the food decides, as it did before there were amounts.
      return lines.firstIndex { $0.has.contains(.carb) }.map { .has($0) } ?? .unknown(line)
    }
    if let line = lines.firstIndex(where: { !$0.isUnderstood || $0.may.contains(.carb) && !$0.has.contains(.carb) }) {
      return .unknown(line)
    }
    return lines.contains(where: \.hasFood) ? .free : .unknown(nil)
  }

  /// A low FODMAP diet: by the portion of each food of which a size is known, by the food alone otherwise.
  private static func judgePortions(_ lines: [IngredientLine], servings: Int?) -> Judgement {
    var open: Int?
    for (index, line) in lines.enumerated() {
      let isRich = Portion(line, servings: servings)?.isRichInFODMAP
      if isRich == true || isRich == nil && line.has.contains(.fodmap) { return .has(index) }
      if isRich == false, line.isUnderstood { continue }
      if !line.isUnderstood || line.may.contains(.fodmap) || line.dependsOnPortion { open = open ?? index }
    }
    return open.map { .unknown($0) } ?? (lines.contains(where: \.hasFood) ? .free : .unknown(nil))
  }
}

/// The claims of a recipe's labels.
private struct Statements {
  private(set) var contains: Traits = []
  private(set) var may: Traits = []
  private(set) var diets: Set<Diet> = []

  init(_ statements: [String], hearsay: [String]) {
    let heard = Set(hearsay.flatMap(RecipeLabels.parts))
    for statement in statements.prefix(200) {
      let text = String(statement.prefix(2000))
      readContents(Fold.words(of: text))
      for part in RecipeLabels.parts(of: text) where !heard.contains(part) {
        diets.formUnion(RecipeLabels.diets(of: part))
      }
    }
  }

  /// "Contains: milk, wheat", "contient : lait", "содержит молоко", "may contain nuts"
  private mutating func readContents(_ words: [String]) {
    guard let at = words.firstIndex(where: { Self.containing.contains($0) }) else { return }
    // "우유 함유"
    let isBehind = at > 0 && at == words.count - 1 && Hangul.begins(words[at])
    guard at < 2 || isBehind else { return }
    let named = isBehind ? words[..<at] : words[(at + 1)...]
    if words.contains(where: { Self.negations.contains($0) || Words.without.contains($0) || Words.free.contains($0) }) {
      return
    }
    let isMaybe =
      words[..<at].contains { ["may", "peut", "kann", "может", "puede", "pode"].contains($0) }
      || words.contains("traces") || words.contains("следы")
    var found: Traits = []
    for word in named {
      if let traits = Words.withdrawn[Stem.of(word)] { found.formUnion(traits) }
    }
    let rest = named.joined(separator: " ")
    let line = IngredientLine(rest)
    found.formUnion(line.has)
    if rest.contains("fish") || rest.contains("poisson") || rest.contains("crustac") { found.insert(.seafood) }
    if isMaybe { may.formUnion(found) } else { contains.formUnion(found) }
  }

  private static let negations = Words.folded("pas, nicht, kein, keine, не, 아님")
  private static let containing = Words.folded(
    "contains, contain, contient, contenir, enthält, enthalten, содержит, содержать, contiene, contém, 함유, bevat, indeholder, innehåller, allergens, allergènes, аллергены, allergene"
  )
}
