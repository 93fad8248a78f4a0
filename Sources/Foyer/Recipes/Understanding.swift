import Cookery
import HTTP
import Postgres

/// The analysis of a recipe, as the database stores it: made when a recipe is written, so that a search compares
/// numbers only.
struct Understanding {
  /// Raise it when Cookery recognises more: `RecipeRevision` then reads every line again.
  static let edition = 21

  /// An ingredient that has to be at hand.
  struct Need: Equatable, Sendable {
    let name: String
    /// As stored: the keys joined by a bar, which no key contains. A list has hundreds of needs and asks few of them for
    /// their keys.
    let stored: String
    /// Any one of these at hand is enough ("butter or margarine"), also what only may stand for it (eggs for yolks).
    var keys: [String] {
      isOneKey
        ? [stored] : stored.utf8.split(separator: UInt8(ascii: "|")).map { String(Substring($0)) }
    }
    private var isOneKey: Bool { !stored.isEmpty && !stored.utf8.contains(UInt8(ascii: "|")) }
    /// Those of the foods that the line names.
    var ownKeys: [String] { IngredientKey.own(of: keys) }

    init(name: String, keys: [String]) {
      self.init(name: name, stored: keys.joined(separator: "|"))
    }

    init(name: String, stored: String) { (self.name, self.stored) = (name, stored) }

    func isMet(by hand: Set<String>) -> Bool {
      if hand.isEmpty { return false }
      return isOneKey ? hand.contains(stored) : keys.contains(where: hand.contains)
    }
  }

  let needs: [Need]
  /// The keys of what is at hand anyway, by the table of foods.
  let staples: [String]
  /// Certain traits, and traits that are certain or unknown, in the bits of `Trait`.
  let traits: Int
  let maybe: Int
  /// The lines, and the verdicts that follow from them.
  let reading: RecipeReading

  init(_ recipe: RecipeDraft) {
    self.init(
      name: recipe.name, ingredients: recipe.ingredients, statements: recipe.statements, hearsay: recipe.hearsay,
      cuisine: recipe.cuisine, servings: recipe.servings)
  }

  /// The same off the event loop, because the largest recipe takes a second.
  static func of(_ recipe: RecipeDraft, _ session: some HouseholdSession) async throws -> Understanding {
    let reading = try await RecipeReading.read(
      recipe.ingredients, recipe.statements, recipe.hearsay, servings: recipe.servings, session)
    return try await session.offLoop {
      Understanding(name: recipe.name, reading, statements: recipe.statements, cuisine: recipe.cuisine)
    }
  }

  /// A line of a recipe's page.
  struct Line: Sendable {
    let line: IngredientLine
    /// Nil for a line of several foods, each of which has its own.
    let need: Need?
    /// For the recipe's own servings, as it is bought.
    let food: FoodLine
    /// For the servings asked for, exactly, as it goes to the shopping list.
    let scaled: String
    /// For the servings asked for, as a kitchen measures it.
    let served: String
    /// Whether it is a staple of the household.
    let isAtHandAnyway: Bool
    /// The foods of a line that needs several; empty for one food.
    let parts: [Line]

    /// Its parts, or the line itself: each has to be at hand.
    var foods: [Line] { parts.isEmpty ? [self] : parts }

    init(_ read: RecipeLine, factor: Double, _ kitchen: Kitchen, _ staples: HouseholdStaples) {
      (line, food) = (read.line, read.food)
      parts = read.parts.map { Line($0, factor: factor, kitchen, staples) }
      need = parts.isEmpty ? staples.need(line, factor: factor) : nil
      isAtHandAnyway =
        parts.isEmpty ? staples.isAtHandAnyway(line, factor: factor) : parts.allSatisfy(\.isAtHandAnyway)
      scaled = line.scaled(by: factor, decimalSeparator: kitchen.decimalSeparator)
      served = line.served(by: factor, kitchen)
    }
  }

  init(
    name: String, ingredients: [String], statements: [String], hearsay: [String], cuisine: String, servings: Int?
  ) {
    let lines = ingredients.map { RecipeLine($0) }
    self.init(
      name: name, RecipeReading(lines, statements: statements, hearsay: hearsay, servings: servings),
      statements: statements, cuisine: cuisine)
  }

  private init(name: String, _ reading: RecipeReading, statements: [String], cuisine: String) {
    self.reading = reading
    var known: Set<[String]> = []
    let foods = reading.lines.flatMap(\.foods).map(\.line)
    needs = foods.compactMap { Need($0) }.filter { known.insert($0.keys).inserted }
    let ours = HouseholdStaples()
    staples = Set(foods.filter { !$0.isOptional && ours.isAtHandAnyway($0) }.map(\.key)).sorted()

    var traits = Trait.bits(Course(name: name, statements: statements))
    if let cuisine = Cuisine(anyName: cuisine) { traits |= Trait.bit(cuisine) }
    let found = Trait.bits(reading.facts)
    (self.traits, maybe) = (traits | found.traits, traits | found.maybe)
  }
}

extension RecipeReading {
  /// The reading of a row that has the columns of `RecipeQueries.reading`. What a program of another edition has written is read
  /// now.
  static func of(_ row: Row, _ session: some HouseholdSession) async throws -> RecipeReading {
    if let reading = try stored(row) { return reading }
    session.reportUnread()
    let (texts, statements, hearsay): ([String], [String], [String]) = (
      try row["ingredients"], try row["statements"] ?? [], try row["hearsay"] ?? []
    )
    // A row without the column leaves open what only the servings decide.
    let servings: Int? = (try? row["servings"]) ?? nil
    return try await read(texts, statements, hearsay, servings: servings, session).answered(try PacketAnswers(row))
  }

  /// Reads lines, off the event loop.
  static func read(
    _ texts: [String], _ statements: [String], _ hearsay: [String], servings: Int?, _ session: some HouseholdSession
  ) async throws -> RecipeReading {
    let lines = try await session.inPieces(texts, (), size: \.utf8.count) { RecipeLine($1) }
    return try await session.offLoop {
      RecipeReading(lines, statements: statements, hearsay: hearsay, servings: servings)
    }
  }

  /// Nil for what a program of another edition has written. What the household's packets say counts.
  static func stored(_ row: Row) throws -> RecipeReading? {
    let stored: String? = try row["reading"]
    return try stored.flatMap { RecipeReading(stored: $0, of: try row["ingredients"]) }?.answered(
      try PacketAnswers(row))
  }
}

extension Understanding.Need {
  /// Nil for a line that need not be bought: salt, optional ingredients, a heading. It is stored for all households that read the
  /// recipe; their own staples are left to `HouseholdStaples`.
  init?(_ line: IngredientLine) {
    guard let need = HouseholdStaples().need(line) else { return nil }
    self = need
  }
}
