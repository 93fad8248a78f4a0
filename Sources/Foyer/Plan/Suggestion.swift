import CivilTime
import Crypto
import HTTP
import Postgres

/// A recipe that could be eaten at a meal, and why.
struct Suggestion {
  let recipe: RecipeSummary
  /// The id of the meal that it becomes.
  let mealID = UUID.v7()
  /// "have 9 of 10", "uses the spinach before Friday".
  let reasons: [String]
  /// The missing ingredients, in words; empty for none, or where nothing is at hand.
  let missing: String
  /// Whether it is a dish of the meal, or was eaten then before.
  fileprivate let isProper: Bool
  fileprivate let points: Double

  fileprivate init(
    _ row: Row, _ asked: Suggestions, _ stock: KitchenStock, soon: UseSoon, _ table: EaterTable, _ strings: Strings
  ) throws {
    let recipe = try RecipeSummary(row, stock, soon: soon, table: table, strings: strings)
    self.recipe = recipe
    let last: CalendarDate? = try row["last_day"]
    let wasAtMeal: Bool = try row["had"]
    let days = last.map { asked.day.days - $0.days }

    var points = recipe.needed == 0 ? 0 : 4 * Double(recipe.have) / Double(recipe.needed)
    points -= 0.25 * Double(min(recipe.missing.count, 8))
    points += 1.5 * Double(recipe.uses.count)
    if recipe.isFavorite { points += 0.75 }
    // A dish suits a meal at which it was eaten before.
    if wasAtMeal { points += 0.75 }
    // As much as to have all of it.
    let isPreferred = try row["traits"] & asked.meal.preferred != 0
    if isPreferred { points += 4 }
    isProper = asked.meal.preferred == 0 || isPreferred || wasAtMeal
    points += days.map { min(Double($0) / 60, 1) } ?? 0.5
    // Days of one week are not all given the same.
    points += 1.5 * asked.chance(recipe.id)
    self.points = points

    var reasons: [String] = []
    if recipe.have > 0 { reasons.append(strings.recipesHave(have: recipe.have, needed: recipe.needed)) }
    reasons += recipe.uses
    if let last {
      reasons.append(strings.planLast(day: strings.shortDate(last, today: asked.day)))
    }
    if recipe.isFavorite { reasons.append(strings.planFavorite) }
    if !table.parameters.isEmpty { reasons.append(strings.planSuitsAll) }
    if reasons.isEmpty { reasons.append(strings.planNever) }
    self.reasons = reasons
    let names = recipe.have > 0 ? recipe.missing : []
    missing =
      names.isEmpty
      ? "" : strings.planMissing(names: names.prefix(4).joined(separator: ", ") + (names.count > 4 ? " …" : ""))
  }
}

/// Suggestions for a meal of a day. The same question has the same answer until something changes.
struct Suggestions {
  static let maximum = 12
  /// Food that is best before this many days after the meal's day is used first.
  static let soon = 5

  let day: CalendarDate
  let meal: MealName
  private(set) var suggestions: [Suggestion] = []

  var week: Week { Week(day) }

  static func path(_ day: CalendarDate, _ meal: MealName) -> String {
    // Those names and a date have nothing to encode.
    if MealName.usual.contains(meal) { return "/plan/suggest?day=\(day.iso)&meal=\(meal.value)" }
    var form = Form()
    form.append("day", day.iso)
    form.append("meal", meal.value)
    return "/plan/suggest?\(form.urlencoded)"
  }

  struct Query {
    private let day: CalendarDate?
    private let meal: MealName
    private let choice: EaterChoice
    private let clock, candidates, hand, staples, eaters: Batch.Key

    /// - Parameter query: the fields `day` and `meal`; without them it is today's dinner.
    init(_ query: Form, in batch: inout Batch) {
      day = query["day"].flatMap { CalendarDate($0) }.flatMap { Week.years.contains($0.civil.year) ? $0 : nil }
      let typed = query["meal"] ?? ""
      let isName = !typed.isBlank && !typed.isLonger(than: MealName.maximumLength)
      meal = isName ? MealName(typed: typed) : .dinner
      var choice = EaterChoice()
      (choice.day, choice.meal) = (day, meal.value)
      self.choice = choice
      clock = batch.add(HouseholdQueries.clock())
      candidates = batch.add(SuggestionQueries.candidates(day, meal))
      hand = batch.add(RecipeQueries.hand())
      staples = batch.add(RecipeQueries.staples())
      eaters = batch.add(EaterQueries.on(choice))
    }

    func read(_ results: Results, _ strings: Strings) throws -> Suggestions {
      let today: CalendarDate = try results[clock][0]["today"]
      var asked = Suggestions(day: day ?? today, meal: meal)
      let hand = try results[hand].map { try IngredientAtHand($0) }
      let table = try EaterTable(results[eaters], choice)
      let soon = UseSoon(hand, today: today) { (0...Suggestions.soon).contains($0.days - asked.day.days) }
      let stock = KitchenStock(hand: hand.map(\.key), try HouseholdStaples(results[staples]))
      asked.suggestions = try results[candidates]
        .map { try Suggestion($0, asked, stock, soon: soon, table, strings) }
        .filter { $0.recipe.disliked.isEmpty && $0.isProper }
        .sorted { $0.points > $1.points }.prefix(Suggestions.maximum).map { $0 }
      return asked
    }
  }

  private init(day: CalendarDate, meal: MealName) { (self.day, self.meal) = (day, meal) }

  /// From 0 to 1, by the day, the meal and the recipe.
  fileprivate func chance(_ recipe: UUID) -> Double {
    let digest = sha256("\(recipe) \(day.days) \(meal.value)".utf8)
    return Double(UInt16(digest[0]) << 8 | UInt16(digest[1])) / 65535
  }
}

extension MealName {
  /// Dishes that are not suggested for it unless they were eaten then before, a bit of `Trait` or 0: for lunch and dinner those
  /// that are no main dish, for breakfast sauces and drinks. The sense of a member's own name for a meal is not known.
  var unsuited: Int {
    switch self {
    case .lunch, .dinner: Trait.bits(.notMain)
    case .breakfast: Trait.bits(.notBreakfast)
    default: 0
    }
  }

  /// The dishes to suggest first, in the same bits.
  var preferred: Int { self == .breakfast ? Trait.bits(.breakfast) : 0 }
}

extension Plan {
  /// The page "What could we eat?": recipes for a meal, each with why; inside the plan's page, or a page of its own.
  static func suggestMeals(_ request: Request, _ context: Context) async throws -> Response {
    var batch = Batch()
    let query = Suggestions.Query(request.query, in: &batch)
    let asked = try query.read(try await context.query(batch), context.strings)
    return context.html(.plan) { out, page in
      if context.isFragment {
        Views.Plan._couldEat(&out, page: page, asked: asked, isInPlan: true)
      } else {
        Views.Plan.couldEat(&out, page: page, asked: asked)
      }
    }
  }
}
