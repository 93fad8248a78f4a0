import CivilTime
import Cookery
import Crypto
import HTTP
import Postgres

/// Notes that a dish was cooked: subtracts what it took of what is at hand, and plans its leftovers. Doing so twice with one id
/// does it once.
struct FinishCooking {
  /// Without one, the same form of the same day is the same cooking.
  let id: UUID?
  let recipe: UUID
  /// The ingredients at hand that were used, and how much of each: as typed, empty for all of it.
  let used: [(id: UUID, amount: String)]
  let note: String
  /// The cook's own, as `RateRecipe` takes them; nil where none are said.
  let stars: Int?
  let leftovers: CalendarDate?
  /// In which amounts and the leftovers are written.
  let strings: Strings

  static let most = 500
  static let longestNote = 2_000

  /// An amount follows its ingredient; where the form has all ingredients first, it stands in the same place among the amounts.
  static func used(_ fields: Form) -> [(id: UUID, amount: String)] {
    let pairs = fields.pairs.filter { $0.name == "used" || $0.name == "amount" }
    let (foods, amounts) = (
      pairs.filter { $0.name == "used" }.map(\.value), pairs.filter { $0.name == "amount" }.map(\.value)
    )
    var used: [(String, String)] = []
    if foods.count == amounts.count, pairs.prefix(foods.count).allSatisfy({ $0.name == "used" }) {
      used = Array(zip(foods, amounts))
    } else {
      for (place, pair) in pairs.enumerated() where pair.name == "used" {
        let next = place + 1 < pairs.count ? pairs[place + 1] : nil
        used.append((pair.value, next?.name == "amount" ? next?.value ?? "" : ""))
      }
    }
    var known: Set<UUID> = []
    return used.compactMap { text, amount in UUID(text.utf8).map { (id: $0, amount: amount.trimmed) } }.filter {
      known.insert($0.id).inserted
    }
  }

  var problems: Problems {
    var problems = Problems()
    problems.check("note", note, atMost: Self.longestNote)
    if used.count > Self.most { problems.add("used", .tooMany(Self.most)) }
    for food in used { problems.check("amount", food.amount, atMost: 200) }
    if let stars, RateRecipe(id: recipe, stars: stars) == nil {
      problems.add("stars", .outOfRange(0...RecipeStars.most))
    }
    if let leftovers, !leftovers.isAllowed || !Week.years.contains(leftovers.civil.year) {
      problems.add("leftovers", .invalidDate)
    }
    return problems
  }

  struct Result {
    let name: String
    let undo: TakeBackCooking
  }

  /// An ingredient at hand, before and after.
  struct Change {
    let food: IngredientAtHand
    let rest: RestAtHand
    let read: FoodLine?
  }

  /// - Returns: nil if there is no such recipe.
  func run(_ session: some HouseholdSession) async throws -> Result? {
    var result: Result?
    // If what is at hand has changed meanwhile, nothing is stored, and it is read again.
    for _ in 0..<5 {
      var reading = Batch()
      let (found, hand) = (reading.add(RecipeQueries.find(recipe)), reading.add(RecipeQueries.hand()))
      let clock = reading.add(FinishQueries.today())
      let rows = try await session.query(reading)
      guard let row = rows[found].first, let day: CalendarDate = try rows[clock].first?["day"] else { return nil }
      let there = try rows[hand].map { try IngredientAtHand($0) }
      let changes = try await session.offLoop { [self] in self.changes(there) }
      let name: String = try row["name"]
      let id = id ?? sameForm(day)
      let undo = TakeBackCooking(id: id, stars: stars == nil ? nil : try RecipeStars(row).own)
      result = Result(name: name, undo: undo)
      var batch: Batch = [RecipeQueries.deleteRemovedForGood()]
      batch.add(FinishQueries.lock(changes.map(\.food.id)))
      batch.add(FinishQueries.insert(id, recipe, day: day, note, changes, meal: leftovers.map { _ in undo.meal }))
      batch.add(FinishQueries.subtract(id, changes) + FinishQueries.useUp(id, changes))
      if let leftovers {
        let meal = MealDraft(
          id: undo.meal, day: leftovers, name: .lunch, text: strings.finishLeftoversOf(name: name.inLabel))
        batch.add([PlanQueries.lock(), FinishQueries.plan(id, meal)])
      }
      if let stars { batch.add(RecipeQueries.rate(recipe, stars)) }
      let stored = batch.add(FinishQueries.find(id))
      if !(try await session.query(batch)[stored].isEmpty) { return result }
    }
    return result
  }

  private func changes(_ hand: [IngredientAtHand]) -> [Change] {
    let foods = Dictionary(hand.map { ($0.id, $0) }) { first, _ in first }
    return used.compactMap { use in
      foods[use.id].map { food in
        let rest = RestAtHand(food, used: use.amount, strings.amounts)
        let read: FoodLine? =
          if case .left(let amount) = rest { FoodLine(TypedFood.line(amount, food.name)) } else { nil }
        return Change(food: food, rest: rest, read: read)
      }
    }
  }

  private func sameForm(_ day: CalendarDate) -> UUID {
    let uses = used.map { "\($0.id) \($0.amount)" }.joined(separator: "\n")
    return UUID.v8(sha256("\(recipe) \(day.iso) \(leftovers?.iso ?? "") \(note)\n\(uses)".utf8))
  }
}

/// Takes a cooking back: what it took is at hand again, unless somebody has changed it since, and its leftovers are no meal.
struct TakeBackCooking {
  let id: UUID
  /// The stars that the cook had given before, 0 for none; nil where the cooking gave none.
  var stars: Int?

  /// The address that does so, for Undo.
  var path: String { "/recipes/finish/\(id)/restore" + (stars.map { "?stars=\($0)" } ?? "") }

  /// The meal that its leftovers are.
  var meal: UUID { UUID.v8(sha256("leftovers \(id)".utf8)) }

  /// - Returns: the recipe; nil if there is no such cooking.
  func run(_ session: some HouseholdSession) async throws -> UUID? {
    var batch: Batch = [FinishQueries.takeBack(id)]
    batch.add(FinishQueries.giveBack(id) + [FinishQueries.takeOut(id, meal)])
    let unread = batch.add(RecipeQueries.unreadAtHand(AmountAtHand.mostUnread))
    let found = batch.add(FinishQueries.find(id))
    let results = try await session.query(batch)
    guard let row = results[found].first else { return nil }
    try await AmountAtHand.readAgain(results[unread], session)
    let recipe: UUID = try row["recipe_id"]
    if let stars, let rating = RateRecipe(id: recipe, stars: stars) { _ = try await rating.run(session) }
    return recipe
  }
}
