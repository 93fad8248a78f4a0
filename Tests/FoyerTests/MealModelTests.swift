import CivilTime
import Cookery
import SeededRandom
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// Planning, shopping, cooking and taking back in any order, beside a model of plain numbers.
  @Suite struct MealModelTests {
    /// A hundred take about ten seconds. The seeds are the same each time, so that a failure is, too.
    private static let sequences = 150
    /// Of one sequence.
    private static let steps = 6

    @Test func `Plan, list and kitchen are as in a model after any sequence of changes and of taking them back`()
      async throws
    {
      let member = try await TestApp.shared().member()
      var recipes: [Recipe] = []
      for recipe in Recipe.all {
        var known = recipe
        known.id = try await member.cook(
          recipe.name, recipe.lines.map { $0.food.text(2 * $0.amount) }, servings: "2")
        recipes.append(known)
      }
      let known = recipes
      try await ProgramSession.run(as: member) { session in
        for seed in 1...Self.sequences {
          var run = Run(seed: UInt64(seed), recipes: known)
          for _ in 1...Self.steps { try await run.step(session) }
          let (list, hand) = (try await Stored.list(session), try await Stored.hand(session))
          guard Stored.isSame(list, as: run.model.list), Stored.isSame(hand, as: run.model.hand) else {
            Issue.record("\(seed): \(run.log)\n\(list) \(hand)\n\(run.model.list) \(run.model.hand)")
            return
          }
          try Stored.forget(member)
        }
      }
    }
  }
}

private enum Food: String, CaseIterable {
  case flour, eggs, milk, butter

  /// Behind the amount; pieces have none.
  var unit: String {
    switch self {
    case .flour, .butter: " g"
    case .milk: " ml"
    case .eggs: ""
    }
  }

  /// "300 g flour"
  func text(_ amount: Int) -> String { "\(amount)\(unit) \(rawValue)" }
}

private struct Recipe: Sendable {
  let name: String
  /// For one serving.
  let lines: [(food: Food, amount: Int)]
  var id = UUID.v7()

  static let all = [
    Recipe(name: "Pancakes", lines: [(.flour, 100), (.eggs, 1), (.milk, 125)]),
    Recipe(name: "Shortbread", lines: [(.flour, 200), (.butter, 50)]),
    Recipe(name: "Custard", lines: [(.milk, 250), (.eggs, 2)]),
  ]
}

/// The numbers that should be stored.
private struct Model {
  struct Meal {
    let id: UUID
    var recipe: Recipe
    var servings: Int
    var isListed = false
    var isDeleted = false
  }

  struct Cooking {
    let undo: TakeBackCooking
    /// What was there of each food, and what is left: nil for nothing.
    let changes: [(food: Food, before: Int, after: Int?)]
  }

  var hand: [Food: Int] = [:]
  var meals: [Meal] = []
  var cookings: [Cooking] = []

  /// What the meals that are on the list want.
  var list: [Food: Int] {
    meals.filter { $0.isListed && !$0.isDeleted }.reduce(into: [:]) { list, meal in
      for line in meal.recipe.lines { list[line.food, default: 0] += line.amount * meal.servings }
    }
  }

  mutating func takeBack(_ cooking: Cooking) {
    for (food, before, after) in cooking.changes {
      // Something that was changed since stays.
      if hand[food] == after { hand[food] = before }
    }
  }
}

/// The sums that are stored.
private enum Stored {
  static func list(_ session: ProgramSession) async throws -> [Food: FoodSum] {
    try sums(
      try await session.query(
        """
        SELECT amount AS sum, food FROM shopping_entries
        WHERE household_id = current_household() AND deleted_at IS NULL AND checked_at IS NULL
        """))
  }

  static func hand(_ session: ProgramSession) async throws -> [Food: FoodSum] {
    try sums(
      try await session.query(
        "SELECT read_sum AS sum, name AS food FROM ingredients_at_hand WHERE household_id = current_household()"))
  }

  private static func sums(_ rows: Rows) throws -> [Food: FoodSum] {
    try rows.reduce(into: [:]) { sums, row in
      let name: String = try row["food"]
      guard let food = Food.allCases.first(where: { $0.rawValue == name || $0.rawValue == name + "s" }) else {
        throw Unexpected(name)
      }
      sums[food, default: FoodSum()].add(FoodSum(stored: try row["sum"] ?? ""))
    }
  }

  static func isSame(_ stored: [Food: FoodSum], as model: [Food: Int]) -> Bool {
    stored.keys.count == model.count
      && model.allSatisfy { food, amount in
        guard let there = stored[food] else { return false }
        let wanted = FoodLine(food.text(amount)).sum
        var (more, less) = (there, wanted)
        more.subtract(wanted)
        less.subtract(there)
        return more.isEmpty && less.isEmpty
      }
  }

  static func forget(_ member: Member) throws {
    let household = member.household
    for statement: SQL in [
      "DELETE FROM meals WHERE household_id = \(household)",
      "DELETE FROM shopping_entries WHERE household_id = \(household)",
      "DELETE FROM cookings WHERE household_id = \(household)",
      "DELETE FROM ingredients_at_hand WHERE household_id = \(household)",
      "DELETE FROM removed_ingredients WHERE household_id = \(household)",
    ] { _ = try member.app.rows(statement) }
  }
}

/// One sequence, the same for the same seed.
private struct Run {
  let recipes: [Recipe]
  var model = Model()
  private(set) var log = ""
  private var numbers: SeededRandom
  /// The last change, while it was that of the list.
  private var listed: (undo: TakeBackShopping, before: [Model.Meal])?

  private static let monday = CalendarDate(days: 21_149)
  private static let amounts = AmountText(language: "en")

  init(seed: UInt64, recipes: [Recipe]) { (numbers, self.recipes) = (SeededRandom(seed: seed), recipes) }

  /// A number below a bound.
  private mutating func random(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &numbers) }

  /// The place of one of the meals that are planned, or that are deleted.
  private mutating func meal(isDeleted: Bool) -> Int? {
    let places = model.meals.indices.filter { model.meals[$0].isDeleted == isDeleted }
    return places.isEmpty ? nil : places[random(places.count)]
  }

  mutating func step(_ session: ProgramSession) async throws {
    let step = random(10)
    log += " \(step)"
    let shopped = listed
    listed = nil
    switch step {
    case 0, 1: try await plan(session)
    case 2: try await shop(session)
    case 3:
      guard let shopped else { return try await shop(session) }
      var batch = Batch()
      _ = shopped.undo.store(in: &batch)
      try await session.query(batch)
      model.meals = shopped.before
    case 4: try await change(session)
    case 5:
      guard let place = meal(isDeleted: false) else { return }
      var batch = Batch()
      _ = DeleteMeal(id: model.meals[place].id).store(in: &batch)
      try await session.query(batch)
      model.meals[place].isDeleted = true
    case 6:
      guard let place = meal(isDeleted: true) else { return }
      _ = try await RestoreMeal(id: model.meals[place].id).run(session)
      model.meals[place].isDeleted = false
    case 7: try await stock(session)
    case 8: try await cook(session)
    default:
      guard !model.cookings.isEmpty else { return try await cook(session) }
      let cooking = model.cookings.remove(at: random(model.cookings.count))
      _ = try await cooking.undo.run(session)
      model.takeBack(cooking)
    }
  }

  private mutating func plan(_ session: ProgramSession) async throws {
    let meal = Model.Meal(id: .v7(), recipe: recipes[random(recipes.count)], servings: 1 + random(6))
    let draft = MealDraft(
      id: meal.id, day: CalendarDate(days: Self.monday.days + random(7)), name: .dinner, recipe: meal.recipe.id,
      servings: meal.servings)
    _ = try await PlanMeal(meal: draft).run(session)
    model.meals.append(meal)
  }

  private mutating func shop(_ session: ProgramSession) async throws {
    let shopping = ShopForPlan(from: Self.monday, to: CalendarDate(days: Self.monday.days + 6), language: .en)
    let before = model.meals
    listed = try await shopping.run(session).undo.map { ($0, before) }
    for place in model.meals.indices where !model.meals[place].isDeleted { model.meals[place].isListed = true }
  }

  /// Another recipe, or for others.
  private mutating func change(_ session: ProgramSession) async throws {
    guard let place = meal(isDeleted: false) else { return }
    let id = model.meals[place].id
    guard let row = try await session.query(PlanQueries.find(id)).first else { throw Unexpected("no meal") }
    let before = try Meal(row)
    let (recipe, servings) = (recipes[random(recipes.count)], 1 + random(6))
    let draft = MealDraft(
      id: id, day: before.day, name: before.name, recipe: recipe.id, text: recipe.name, servings: servings)
    let changing = ChangeMeal(meal: draft, before: before, version: before.version, language: .en)
    guard case .saved = try await changing.run(session) else { throw Unexpected("the meal was not changed") }
    (model.meals[place].recipe, model.meals[place].servings) = (recipe, servings)
  }

  /// Notes how much of a food is there, or that nothing is.
  private mutating func stock(_ session: ProgramSession) async throws {
    let (food, amount) = (Food.allCases[random(Food.allCases.count)], 2 * random(6))
    var batch = Batch()
    if amount == 0 {
      guard let id = try await ids(session)[food] else { return }
      _ = RemoveIngredients.one(id).store(in: &batch)
      try await session.query(batch)
      model.hand[food] = nil
    } else {
      let whole = food == .eggs ? amount : 100 * amount
      let query = try await AddIngredients(line: food.text(whole), amounts: Self.amounts).ready(session).store(
        in: &batch)
      try await AddIngredients.finish(try await session.query(batch), query, session)
      model.hand[food] = whole
    }
  }

  private mutating func cook(_ session: ProgramSession) async throws {
    let (recipe, servings) = (recipes[random(recipes.count)], 1 + random(4))
    let there = try await ids(session)
    var used: [(id: UUID, amount: String)] = []
    var changes: [(food: Food, before: Int, after: Int?)] = []
    for line in recipe.lines {
      guard let before = model.hand[line.food], let id = there[line.food] else { continue }
      let amount = line.amount * servings
      used.append((id, "\(amount)\(line.food.unit)"))
      changes.append((line.food, before, amount < before ? before - amount : nil))
    }
    let finishing = FinishCooking(
      id: .v7(), recipe: recipe.id, used: used, note: "", stars: nil, leftovers: nil, strings: Strings(.en))
    guard let result = try await finishing.run(session) else { throw Unexpected("no recipe") }
    for (food, _, after) in changes { model.hand[food] = after }
    model.cookings.append(Model.Cooking(undo: result.undo, changes: changes))
  }

  private func ids(_ session: ProgramSession) async throws -> [Food: UUID] {
    let rows = try await session.query(
      "SELECT id, name FROM ingredients_at_hand WHERE household_id = current_household()")
    return try rows.reduce(into: [:]) { ids, row in
      guard let food = Food(rawValue: try row["name"]) else { throw Unexpected("\(row)") }
      ids[food] = try row["id"] as UUID
    }
  }
}
