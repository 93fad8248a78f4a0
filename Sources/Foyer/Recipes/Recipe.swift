import CivilTime
import Cookery
import HTML
import Postgres

/// A recipe as a list shows it.
struct RecipeSummary {
  let id: UUID
  let name: Text
  let description: Text
  let cuisine: String
  let minutes: Int?
  let imageID: UUID?
  let isStarter: Bool
  let isFavorite: Bool
  let needed: Int
  let missing: [String]
  /// The eaters' needs that are unknown for this recipe, with their names where there is a choice of them.
  let unknown: [String]
  /// The lines that leave them unknown.
  var linesToCheck: [String] = []
  /// An eater's dislike: "Léa dislikes: coriander".
  let disliked: [String]
  /// Food in it that expires soon: "uses the spinach before Friday".
  let uses: [String]
  /// Its page, with the same choice of who eats.
  let path: String

  var have: Int { needed - missing.count }

  /// The name, shortened for accessible names of buttons.
  var shortName: String { name.string.inLabel }

  init(_ row: Row, _ stock: KitchenStock, soon: UseSoon, table: EaterTable, strings: Strings) throws {
    id = try row["id"]
    path = table.choice.url("/recipes/\(id)")
    name = try row["name"]
    description = try row["description"]
    cuisine = strings.cuisine(try row["cuisine"])
    let (prep, cook): (Int?, Int?) = (try row["prep_minutes"], try row["cook_minutes"])
    minutes = prep == nil && cook == nil ? nil : (prep ?? 0) + (cook ?? 0)
    imageID = try row["image_id"]
    isStarter = try row["is_starter"]
    isFavorite = try row["is_favorite"]
    let needs = try stock.needs(row)
    needed = needs.count
    uses = soon.used(by: needs, strings)
    missing = needs.filter { !$0.isMet(by: stock.keys) }.map(\.name)
    let traits: Int = try row["traits"]
    func text(_ bit: Int, _ name: String) -> String? {
      if traits & bit != 0 { return nil }
      return table.isShown ? "\(name) (\(table.names(needing: bit).joined(separator: ", ")))" : name
    }
    unknown =
      table.parameters.allergies.compactMap { text(Trait.bit($0), strings.text($0)) }
      + table.parameters.diets.compactMap { text(Trait.bit($0), strings.text($0)) }
    disliked = table.disliked(in: needs.map(\.ownKeys)).map {
      strings.eatersDislikesOf(name: $0.name, foods: $0.foods.joined(separator: ", "))
    }
  }
}

/// A recipe as its page shows it.
struct Recipe {
  /// One line of the ingredients.
  struct Ingredient {
    /// For the servings asked for, exactly, as it goes to the shopping list: a line for each food that is bought of it.
    let text: String
    /// The whole line as a kitchen measures it.
    let shown: String
    /// The foods that are missing: of one food the whole line.
    let missing: [String]
    /// How many of its foods have to be there: none of headings, staples and what is optional.
    let needed: Int
    /// Whether no food is in it, as in "For the sauce:".
    let isHeading: Bool
    /// A staple, which is bought for a recipe only where somebody says so.
    let isAtHandAnyway: Bool
    /// Whether it is on the shopping list for this recipe.
    let isOnList: Bool
    /// The part of it that is at hand, where that is not all, and its date: "2 / 4", "best before 1 November, past".
    let there: [String]

    var isMissing: Bool { !missing.isEmpty }
    var isNeeded: Bool { needed > 0 }

    /// - Parameter there: what is at hand of each of its foods.
    fileprivate init(
      _ line: Understanding.Line, _ there: [RecipeHand.Food?], isOnList: Bool, today: CalendarDate, _ strings: Strings
    ) {
      let foods = zip(line.foods, there)
      let wanted = foods.filter { $0.0.need != nil || line.isAtHandAnyway }.map(\.0.scaled)
      missing = foods.filter { $1?.isMissing ?? false }.map(\.0.scaled)
      // The box of a line that is there in part buys the rest.
      text = line.parts.isEmpty ? line.scaled : (missing.isEmpty ? wanted : missing).joined(separator: "\n")
      (shown, needed) = (line.served, line.foods.count { $0.need != nil })
      (isHeading, isAtHandAnyway, self.isOnList) = (line.line.key.isEmpty, line.isAtHandAnyway, isOnList)
      let isPart = !missing.isEmpty && missing.count < needed
      let past = there.compactMap { $0?.past }.min().map { strings.bestBefore($0, today: today) }
      self.there =
        (isPart ? ["\(strings.recipesMissing) \(missing.joined(separator: ", "))"] : [])
        + (there.compactMap { $0?.part } + [past ?? ""]).filter { !$0.isEmpty }
    }
  }

  /// The id of the shopping form, so that sending it twice adds the ingredients once.
  let shoppingID = UUID.v7()
  /// The same for the meal that it becomes tonight.
  let tonightID = UUID.v7()

  /// The verdict on an allergen or a diet.
  struct Verdict {
    enum State: String { case good, bad, unknown }

    let name: String
    let state: State
    /// The line that decided, or that the recipe declares it itself.
    let reason: String?
    /// The answers of packets about it.
    var trail: [String] = []
  }

  let id: UUID
  let name: String
  let description: String
  let cuisine: String
  let serving: Serving
  /// Its yield: "20 buns"; with the servings that this is for, if others are shown.
  let makes: String
  let prepMinutes: Int?
  let cookMinutes: Int?
  let ingredients: [Ingredient]
  /// In lines.
  let notes: String
  /// As the recipe says it, in lines.
  let nutrition: String
  let labels: [String]
  let stars: RecipeStars
  /// When it was cooked last.
  var cooked: [Cooked] = []
  /// Where one has come from.
  var listBefore = "/recipes"
  let source: RecipeSource
  let imageID: UUID?
  let isStarter: Bool
  let isFavorite: Bool
  let allergens: [Verdict]
  let diets: [Verdict]
  let sentence: AllergenSentence
  /// The questions of its packets.
  let packets: RecipePackets
  /// Labels that somebody of the household wrote and a line contradicts.
  let contradictions: [(label: String, line: String)]
  /// The net carbohydrate of a serving in whole grams, which decides whether it is ketogenic; nil where it cannot be weighed.
  let carbohydrate: Int?

  let onList: RecipeOnList

  var missing: [String] { ingredients.flatMap(\.missing) }
  /// How many of the missing ones are not on the shopping list yet.
  let toBuy: Int
  var needed: Int { ingredients.reduce(0) { $0 + $1.needed } }
  var have: Int { needed - missing.count }

  var totalMinutes: Int? {
    guard let prepMinutes, let cookMinutes else { return nil }
    return prepMinutes + cookMinutes
  }

  /// - Parameters:
  ///   - serving: the analysed ingredients and steps.
  init(
    _ row: Row, _ serving: Serving, _ hand: RecipeHand, parameters: CookingParameters, onList: RecipeOnList,
    packets: RecipePackets, today: CalendarDate, strings: Strings
  ) throws {
    self.onList = onList
    self.packets = packets
    let stored = try RecipeDraft(row)
    id = stored.id
    name = stored.name
    description = stored.description
    cuisine = strings.cuisine(stored.cuisine)
    self.serving = serving
    makes = serving.makes(stored.makes, strings)
    prepMinutes = try row["prep_minutes"]
    cookMinutes = try row["cook_minutes"]
    notes = stored.notes
    nutrition = stored.nutrition
    labels = stored.statements
    stars = try RecipeStars(row)
    source = RecipeSource(name: stored.sourceName, url: stored.sourceURL)
    imageID = stored.imageID
    isStarter = try row["is_starter"]
    isFavorite = try row["is_favorite"]

    let (lines, facts) = (serving.lines.map(\.line), serving.reading.facts)
    ingredients = zip(serving.lines, hand.lines).map {
      Ingredient($0, $1, isOnList: onList.has($0), today: today, strings)
    }

    contradictions = RecipeLabels.contradicted(stored.statements, hearsay: stored.hearsay, facts).compactMap {
      lines.indices.contains($0.line) ? ($0.label, lines[$0.line].text) : nil
    }
    carbohydrate = serving.own.flatMap { RecipeFacts.carbohydrate(of: lines, servings: $0) }
    toBuy = zip(serving.lines, hand.lines).reduce(0) { count, line in
      count + zip(line.0.foods, line.1).count { ($1?.isMissing ?? false) && !onList.has($0) }
    }

    sentence = AllergenSentence(lines: lines, facts: facts, mine: Set(parameters.allergies), strings: strings)
    let verdicts = Verdicts(lines: lines, facts: facts, packets: packets, today: today, strings: strings)
    allergens = Allergen.allCases.map(verdicts.verdict)
    diets = Diet.allCases.map(verdicts.verdict)
  }
}

extension Recipe {
  /// Verdicts with the line of the recipe that is their reason, and what packets have said.
  fileprivate struct Verdicts {
    let lines: [IngredientLine]
    let facts: RecipeFacts
    let packets: RecipePackets
    let today: CalendarDate
    let strings: Strings

    func verdict(_ allergen: Allergen) -> Verdict {
      let name = strings.text(allergen)
      return switch facts.allergens[allergen] {
      case .contains(let line):
        Verdict(name: name, state: .bad, reason: reason(line, stated: true), trail: trail(.allergen(allergen)))
      case .free:
        Verdict(name: name, state: .good, reason: nil, trail: trail(.allergen(allergen)))
      case .unknown(let line):
        Verdict(name: name, state: .unknown, reason: reason(line, stated: false), trail: trail(.allergen(allergen)))
      case nil: Verdict(name: name, state: .unknown, reason: nil)
      }
    }

    func verdict(_ diet: Diet) -> Verdict {
      let name = strings.text(diet)
      return switch facts.diets[diet] {
      case .breaks(let line):
        Verdict(name: name, state: .bad, reason: reason(line, stated: true), trail: trail(.diet(diet)))
      case .fits(let stated):
        Verdict(name: name, state: .good, reason: reason(nil, stated: stated), trail: trail(.diet(diet)))
      case .unknown(let line):
        Verdict(name: name, state: .unknown, reason: reason(line, stated: false), trail: trail(.diet(diet)))
      case nil: Verdict(name: name, state: .unknown, reason: nil)
      }
    }

    private func reason(_ line: Int?, stated: Bool) -> String? {
      if let line, lines.indices.contains(line) { return lines[line].text }
      return stated ? strings.recipesStated : nil
    }

    private func trail(_ subject: PacketAnswers.Subject) -> [String] { packets.trail(subject, strings, today: today) }
  }
}

/// Where a recipe is from.
struct RecipeSource {
  /// A name, else the address.
  let text: String
  /// Nil for what is no web page.
  let url: String?

  var isKnown: Bool { !text.isEmpty }

  init(name: String, url: String) {
    self.url = url.isWebAddress ? url : nil
    text = name.isEmpty ? self.url ?? "" : name
  }
}

/// A page of a search, or of the favourites.
struct RecipeList {
  var recipes: [RecipeSummary]
  /// The URL of the next page.
  let next: String?
  /// The URL of all of them by name, where more have the name than a list by what is at hand has room for.
  var byName: String?
  /// Recipes of the name that was typed which do not suit, if they were asked for.
  var unsuitable: [(id: UUID, name: String)] = []
}
