import Cookery
import EventLoop

/// What the words of a recipe come to, as the database keeps it: found out when a recipe is written, so that a search
/// compares nothing but numbers.
struct Understanding {
  /// To be raised when Cookery understands more: `foyer migrate` then reads every recipe again.
  static let edition = 2

  /// An ingredient that has to be at hand.
  struct Need: Equatable, Sendable {
    let name: String
    /// Any of these will do ("butter or margarine").
    let keys: [String]

    init(name: String, keys: [String]) {
      self.name = name
      self.keys = keys
    }

    /// As stored: the keys with a bar between them, which no key contains.
    init(name: String, stored: String) {
      self.init(name: name, keys: stored.split(separator: "|").map(String.init))
    }

    var stored: String { keys.joined(separator: "|") }

    func isMet(by hand: Set<String>) -> Bool { keys.contains(where: hand.contains) }
  }

  let needs: [Need]
  /// What is certain, and what is not ruled out, in the bits of `Trait`.
  let traits: Int
  let maybe: Int

  init(_ recipe: RecipeDraft) {
    self.init(ingredients: recipe.ingredients, statements: recipe.statements, cuisine: recipe.cuisine)
  }

  private static let pool = WorkerPool(threads: 2, queue: 64)

  /// Of recipes that somebody sent: a form has room for as many words as take a second, which no event loop waits for.
  static func of(_ recipes: [RecipeDraft]) async throws -> [Understanding] {
    try await pool.run { recipes.map { Understanding($0) } }
  }

  /// A line of a recipe's page.
  struct Line: Sendable {
    let line: IngredientLine
    let need: Need?
    /// For as many servings as are asked for.
    let scaled: String

    init(_ text: String, factor: Double, decimalSeparator: String) {
      line = IngredientLine(text)
      need = Need(line)
      scaled = factor == 1 ? text : line.scaled(by: factor, decimalSeparator: decimalSeparator)
    }
  }

  /// The lines of a page: at once, unless they are longer than anybody cooks by.
  static func lines(_ texts: [String], scaledBy factor: Double, decimalSeparator: String) async throws -> [Line] {
    let read: @Sendable () -> [Line] = { texts.map { Line($0, factor: factor, decimalSeparator: decimalSeparator) } }
    return texts.reduce(0) { $0 + $1.utf8.count } < 20_000 ? read() : try await pool.run(read)
  }

  init(ingredients: [String], statements: [String], cuisine: String) {
    let lines = ingredients.map(IngredientLine.init)
    var needs: [Need] = []
    for line in lines {
      guard let need = Need(line), !needs.contains(where: { $0.keys == need.keys }) else { continue }
      needs.append(need)
    }
    self.needs = needs

    let facts = RecipeFacts(lines: lines, statements: statements)
    var traits = Cuisine(anyName: cuisine).map { Trait.bit($0) } ?? 0
    var maybe = traits
    for (allergen, verdict) in facts.allergens {
      switch verdict {
      case .contains: continue
      case .free: traits |= Trait.bit(allergen)
      case .unknown: break
      }
      maybe |= Trait.bit(allergen)
    }
    for (diet, verdict) in facts.diets {
      switch verdict {
      case .breaks: continue
      case .fits: traits |= Trait.bit(diet)
      case .unknown: break
      }
      maybe |= Trait.bit(diet)
    }
    self.traits = traits
    self.maybe = maybe
  }
}

extension Understanding.Need {
  /// Nil for a line that nothing has to be bought for: salt, what is optional, a heading.
  init?(_ line: IngredientLine) {
    if line.isStaple || line.isOptional || line.key.isEmpty { return nil }
    let keys = IngredientKey.keys(in: line.text).filter { !$0.isEmpty }
    if keys.isEmpty { return nil }
    self.init(name: line.name.isBlank ? line.text : line.name, keys: keys)
  }
}

/// The bits of `recipes.traits`: a cuisine that it is of, an allergen that it is free of, a diet that it fits.
///
/// They are in the database: a case that is added to one of the three comes last there.
enum Trait {
  static func bit(_ cuisine: Cuisine) -> Int { 1 << place(of: cuisine) }
  static func bit(_ allergen: Allergen) -> Int { 1 << (32 + place(of: allergen)) }
  static func bit(_ diet: Diet) -> Int { 1 << (48 + place(of: diet)) }

  private static func place<Case: CaseIterable & Equatable>(of one: Case) -> Int {
    Array(Case.allCases).firstIndex(of: one) ?? 0
  }
}

/// What somebody eats (R34).
struct CookingParameters: Equatable {
  var cuisines: [Cuisine] = []
  var diets: [Diet] = []
  var allergies: [Allergen] = []

  init() {}

  init(cuisineBits: Int, requiredBits: Int) {
    cuisines = Cuisine.allCases.filter { cuisineBits & Trait.bit($0) != 0 }
    diets = Diet.allCases.filter { requiredBits & Trait.bit($0) != 0 }
    allergies = Allergen.allCases.filter { requiredBits & Trait.bit($0) != 0 }
  }

  /// A recipe has to be of any of these, if there are any,
  var cuisineBits: Int { cuisines.reduce(0) { $0 | Trait.bit($1) } }
  /// and to have all of these.
  var requiredBits: Int {
    diets.reduce(0) { $0 | Trait.bit($1) } | allergies.reduce(0) { $0 | Trait.bit($1) }
  }

  var isEmpty: Bool { cuisines.isEmpty && diets.isEmpty && allergies.isEmpty }
}

extension Cuisine {
  /// By its name in forms, else by what recipes say.
  init?(anyName text: String) {
    guard let cuisine = Cuisine(rawValue: text) ?? Cuisine(named: text) else { return nil }
    self = cuisine
  }
}
