/// Allergens and diets of a recipe, from its ingredients and its own statements.
public struct RecipeFacts: Sendable {
  public let allergens: [Allergen: AllergenVerdict]
  public let diets: [Diet: DietVerdict]

  /// `statements` are the recipe's own: schema.org's suitableForDiet, keywords, "gluten-free", "sans gluten",
  /// "contains: milk". They override the table. Without them, a recipe is free of something only if every line is
  /// understood.
  public init(lines: [IngredientLine], statements: [String]) {
    let stated = Statements(statements)
    var allergens: [Allergen: AllergenVerdict] = [:]
    for allergen in Allergen.allCases {
      let first = Self.judge(lines, allergen.trait)
      if stated.contains.contains(allergen.trait) {
        allergens[allergen] = .contains(line: nil)
      } else if stated.free.contains(allergen.trait) {
        allergens[allergen] = .free(stated: true)
      } else if case .has(let line) = first {
        allergens[allergen] = .contains(line: line)
      } else if stated.implied.contains(allergen.trait) {
        allergens[allergen] = .free(stated: true)
      } else if stated.may.contains(allergen.trait) {
        allergens[allergen] = .unknown(line: nil)
      } else if case .unknown(let line) = first {
        allergens[allergen] = .unknown(line: line)
      } else {
        allergens[allergen] = .free(stated: false)
      }
    }
    var diets: [Diet: DietVerdict] = [:]
    for diet in Diet.allCases {
      if stated.diets.contains(diet) {
        diets[diet] = .fits(stated: true)
        continue
      }
      switch Self.judge(lines, diet.forbids) {
      case .has(let line): diets[diet] = .breaks(line: line)
      case .unknown(let line): diets[diet] = .unknown(line: line)
      case .free: diets[diet] = .fits(stated: false)
      }
    }
    self.allergens = allergens
    self.diets = diets
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

/// What a recipe declares itself.
private struct Statements {
  var contains: Traits = []
  var free: Traits = []
  /// Follows from "vegan", unless a line says otherwise.
  var implied: Traits = []
  var may: Traits = []
  var diets: Set<Diet> = []

  init(_ statements: [String]) {
    for statement in statements.prefix(200) {
      for part in String(statement.prefix(2000)).split(whereSeparator: {
        $0 == "," || $0 == ";" || $0 == "|" || $0 == "#" || $0 == "\n" || $0 == "•"
      }) {
        read(Fold.words(of: String(part)))
      }
      readContents(Fold.words(of: String(statement.prefix(2000))))
    }
  }

  /// "Contains: milk, wheat", "contient : lait", "содержит молоко", "may contain nuts"
  private mutating func readContents(_ words: [String]) {
    guard let at = words.firstIndex(where: { Self.containing.contains($0) }), at < 2 else { return }
    if words.contains(where: { Self.negations.contains($0) || Words.without.contains($0) || Words.free.contains($0) }) {
      return
    }
    let isMaybe =
      words[..<at].contains { ["may", "peut", "kann", "может", "puede", "pode"].contains($0) }
      || words.contains("traces") || words.contains("следы")
    var found: Traits = []
    for word in words[(at + 1)...] {
      if let traits = Words.withdrawn[Stem.of(word)] { found.formUnion(traits) }
    }
    let rest = words[(at + 1)...].joined(separator: " ")
    let line = IngredientLine(rest)
    found.formUnion(line.has)
    if rest.contains("fish") || rest.contains("poisson") || rest.contains("crustac") { found.insert(.seafood) }
    if isMaybe { may.formUnion(found) } else { contains.formUnion(found) }
  }

  private mutating func read(_ words: [String]) {
    guard !words.isEmpty, words.count <= 6 else { return }
    if words.count == 1 || words[0].hasPrefix("http") || words.contains("schema") {
      readDiet(words[words.count - 1])
    }
    if words.contains(where: { Self.negations.contains($0) }) { return }
    // A word of the diet.
    for (index, word) in words.enumerated() {
      let stem = Stem.of(word)
      if let traits = Words.withdrawing[stem] {
        if traits == .fromAnimals {
          if word != "eggless" && word != "nondairy" { addDiet(.vegan) }
        } else {
          free.formUnion(traits)
        }
        if word == "eggless" { free.insert(.egg) }
        if word == "nondairy" { free.insert(.dairy) }
      }
      if Self.vegetarian.contains(stem) {
        if index > 0, words[index - 1] == "ovo", index > 1, words[index - 2] == "lacto" {
          diets.insert(.lactoOvoVegetarian)
        } else if index > 0, words[index - 1] == "lacto" {
          addDiet(.lactoVegetarian)
        } else if index > 0, words[index - 1] == "ovo" {
          addDiet(.ovoVegetarian)
        } else {
          addDiet(.lactoOvoVegetarian)
        }
      }
      if Self.pescetarian.contains(stem) { diets.insert(.pescetarian) }
      if ["keto", "ketogenic", "cetogene", "кето", "кетогенн", "키토", "ketogen"].contains(stem) {
        diets.insert(.ketogenic)
      }
      if ["paleo", "палео", "팔레오"].contains(stem) { diets.insert(.paleo) }
      if stem == "fodmap" || stem == "포드맵" || stem == "저포드맵",
        word == "저포드맵" || index > 0 && ["low", "pauvre", "저", "faible", "niedrig", "низкий"].contains(words[index - 1])
      {
        diets.insert(.lowFODMAP)
      }
      // "gluten-free", "sans gluten"
      let isFree =
        index + 1 < words.count && Words.free.contains(words[index + 1])
        || index + 1 < words.count && words[index + 1] == "프리"
      let isWithout =
        index > 0
        && (Words.without.contains(words[index - 1]) && !["no", "not"].contains(words[index - 1])
          || words[index - 1] == "no" && words.count == 2)
      if isFree || isWithout, let traits = Words.withdrawn[stem] {
        free.formUnion(traits)
        if traits == .nut { free.insert(.peanut) }
      }
      if isFree || isWithout, ["fish", "seafood", "shellfish"].contains(word), word == "seafood" {
        free.insert(.seafood)
      }
    }
  }

  private mutating func readDiet(_ word: String) {
    switch word {
    case "vegandiet": addDiet(.vegan)
    case "vegetariandiet": addDiet(.lactoOvoVegetarian)
    case "glutenfreediet": free.insert(.gluten)
    default: break
    }
  }

  private mutating func addDiet(_ diet: Diet) {
    diets.insert(diet)
    switch diet {
    case .vegan:
      diets.formUnion([.lactoVegetarian, .ovoVegetarian, .lactoOvoVegetarian, .pescetarian])
      implied.formUnion([.dairy, .egg, .seafood])
    case .lactoVegetarian:
      diets.formUnion([.lactoOvoVegetarian, .pescetarian])
      implied.formUnion([.egg, .seafood])
    case .ovoVegetarian:
      diets.formUnion([.lactoOvoVegetarian, .pescetarian])
      implied.formUnion([.dairy, .seafood])
    case .lactoOvoVegetarian:
      diets.insert(.pescetarian)
      implied.insert(.seafood)
    default: break
    }
  }

  private static let negations = Words.folded(
    "not, non, almost, nearly, option, options, optional, adaptable, adaptation, possible, can, could, easily, without, pas, presque, nicht, fast, не, почти, вариант, 아님, 가능, make, made, friendly, if, si, wenn, or, version, substitute, sub"
  ).subtracting(["without"])
  private static let containing = Words.folded(
    "contains, contain, contient, contenir, enthält, enthalten, содержит, содержать, contiene, contém, 함유, bevat, indeholder, innehåller, allergens, allergènes, аллергены, allergene"
  )
  private static let vegetarian: Set<String> = Set(
    Words.folded(
      "vegetarian, végétarien, végétarienne, végétariens, vegetarisch, vegetarische, vegetariano, vegetariana, вегетарианский, вегетарианское, вегетарианская, вегетарианские, 채식, vegetarisk, vegetariskt, veggie"
    ).map { Stem.of($0) })
  private static let pescetarian: Set<String> = Set(
    Words.folded("pescetarian, pescatarian, pescétarien, pescatarien, пескетарианский, 페스코").map { Stem.of($0) })
}
