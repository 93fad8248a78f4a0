import CivilTime
import Cookery
import Crypto
import HTTP
import Postgres

/// Shopping list rows of planned recipes.
///
/// A row's id follows from the meal and the row's words, so that the same is never added twice, and what somebody has taken
/// off by hand does not come back. What was ticked counts as bought: of more, only the rest is added.
enum PlanShopping {
  /// A recipe of the plan, as its lines are read.
  struct Dish: Sendable {
    let meal: UUID
    let version: Int
    let name: String
    let text: Serving.Text

    /// For how many its amounts are; 0 where the recipe does not say for how many it is.
    var count: Int { text.servings == nil ? 0 : text.wanted ?? 0 }
  }

  struct Row: Sendable {
    let id: UUID
    let meal: UUID
    let source: String
    let text: String
    let food: String
    let key: String
    let amount: String
    let aisle: Aisle
  }

  /// A meal's rows, as the database has them.
  struct Stored: Sendable {
    /// Of all that were ever added and not removed for good; meals that are not there were never put on the list.
    private(set) var bought: [UUID: [String: FoodSum]] = [:]
    private(set) var meals: Set<UUID> = []
    private(set) var checked: Set<UUID> = []
    /// Every row with its version: what is written must follow from these.
    private(set) var rows: [(id: UUID, version: Int, meal: UUID)] = []

    /// - Parameter rows: of `PlanShoppingQueries.stored`.
    init(_ rows: Rows) throws {
      for row in rows {
        let meal: UUID = try row["source_id"]
        meals.insert(meal)
        self.rows.append((try row["id"], try row["version"], meal))
        guard try row["is_checked"], let key: String = try row["key"] else { continue }
        checked.insert(try row["id"])
        bought[meal, default: [:]][key, default: FoodSum()].add(FoodSum(stored: try row["amount"] ?? ""))
      }
    }
  }

  /// The rows that the list should have, besides what is ticked.
  /// - Parameter hand: keys of what is at hand in no known amount: as a recipe's missing ingredients, these are left out. A
  ///   known amount is subtracted by the list.
  static func rows(
    _ dishes: [Dish], hand: Set<String>, _ had: Stored, _ session: some HouseholdSession
  ) async throws -> [Row] {
    let servings = try await Serving.read(dishes.map(\.text), session)
    var all: [Row] = []
    for (dish, serving) in zip(dishes, servings) {
      let needed = serving.foods.filter { $0.need?.isMet(by: hand) == false }
      let read: @Sendable () -> [Row] = { rows(dish, needed.map { ($0, serving.food($0)) }, had) }
      all += needed.count < 20 ? read() : try await session.offLoop(read)
    }
    return all
  }

  private static func rows(
    _ dish: Dish, _ needed: [(Understanding.Line, FoodLine)], _ stored: Stored
  ) -> [Row] {
    let amounts = AmountText(language: dish.text.language.rawValue)
    var left = stored.bought[dish.meal] ?? [:]
    var counts: [String: Int] = [:]
    return needed.compactMap { ingredient, line in
      var (text, sum) = (ingredient.scaled, line.sum)
      if let had = left[line.key] {
        if sum.amounts.isEmpty { return nil }
        left[line.key]?.subtract(sum)
        sum.subtract(had)
        if sum.isEmpty { return nil }
        if sum != line.sum { text = "\(amounts.text(of: sum)) \(line.food)" }
      }
      // A ticked row was bought: more of the same is another row.
      var id: UUID
      repeat {
        counts[text, default: 0] += 1
        id = UUID.v8(sha256("\(dish.meal) \(counts[text] ?? 1) \(text)".utf8))
      } while stored.checked.contains(id)
      return Row(
        id: id, meal: dish.meal, source: dish.name,
        text: String(String.UnicodeScalarView(text.unicodeScalars.prefix(10_000))), food: line.food, key: line.key,
        amount: sum.text, aisle: line.aisle)
    }
  }

  /// Keys of what is at hand in no known amount: without any, or in words ("a lot").
  static func hand(_ rows: Rows, _ session: some HouseholdSession) async throws -> Set<String> {
    let foods = try await AmountAtHand.read(rows, session)
    let known = foods.lazy.filter { !$0.amount.isEmpty && !$0.sum.amounts.isEmpty }.map(\.key)
    // The list subtracts eggs from eggs; that they are yolks as well, it does not know.
    return Set(foods.map(\.key)).subtracting(known).union(known.flatMap(IngredientKey.standsFor))
  }
}

extension Plan {
  /// The needs of the recipes of some days go on the shopping list, and their rows there become what they need now (with
  /// `listed`, only the latter); or this is taken back.
  static func shop(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    if let addition = request.query["undo"] {
      var batch = Batch()
      let query = TakeBackShopping(addition: try UUID(field: addition)).store(in: &batch)
      let count = try TakeBackShopping.count(try await context.query(batch), query)
      return context.redirect(to: backToPlan(context), notice: .shoppingUndone(count: count))
    }
    let days = ["from", "to"].compactMap { fields[$0].flatMap { CalendarDate($0) } }
    let shopping =
      days.count == 2
      ? ShopForPlan(
        from: days[0], to: days[1], onlyListed: fields["listed"] != nil, language: context.strings.kitchen) : nil
    guard let shopping, shopping.problems.isEmpty else {
      try await context.query()
      let isReversed = shopping?.problems.all.contains { $0.kind == .notAfter } ?? false
      return context.redirect(
        to: backToPlan(context),
        notice: NoticeCode(isReversed ? PlanNotice.daysReversed : .daysInvalid, count: ShopForPlan.mostDays))
    }
    let result = try await shopping.run(context)
    let notice =
      if result.isFull {
        NoticeCode(ShoppingNotice.full)
      } else if result.isWhole {
        NoticeCode(result.count == 0 ? PlanNotice.nothingToBuy : .onTheList, result.undo?.addition, count: result.count)
      } else {
        NoticeCode(result.count == 0 ? PlanNotice.notListed : .partlyListed, result.undo?.addition, count: result.count)
      }
    if fields["back"] == "/shopping" { return context.redirect(to: "/shopping", notice: notice) }
    return try await changed(Week(shopping.from), notice, context)
  }
}

extension PlanShopping {
  /// The effect of a change of one meal on the list: none, unless the meal was put there.
  struct Change {
    private let meal: UUID
    private let stored: Batch.Key
    private let hand: Batch.Key
    private let eaters: Batch.Key

    init(of meal: UUID, on day: CalendarDate, in batch: inout Batch) {
      self.meal = meal
      stored = batch.add(PlanShoppingQueries.stored(of: meal))
      hand = batch.add(RecipeQueries.amountsAtHand(onlySaid: false))
      eaters = batch.add(PlanQueries.eaters(from: "(SELECT \(day)::date)", days: 1))
    }

    /// The meal's rows on the list.
    func had(_ results: Results) throws -> Stored { try Stored(results[stored]) }

    /// The rows that take the place of those before, and for how many they are; nil for a meal that is not on the list.
    /// - Parameters:
    ///   - recipe: a row of `PlanQueries.recipe`; nil for plain words.
    ///   - version: the one that the meal is going to have.
    func rows(
      _ draft: MealDraft, _ recipe: Postgres.Row?, _ name: String, version: Int, _ had: Stored, _ results: Results,
      _ language: Kitchen.Language, _ session: some HouseholdSession
    ) async throws -> (rows: [Row], count: Int)? {
      if had.meals.isEmpty { return nil }
      guard let recipe else { return ([], 0) }
      let wanted = try draft.servings ?? PlanEaters(results[eaters]).count(on: draft.day, draft.name)
      let text = Serving.Text(
        of: try recipe["id"], try await RecipeReading.of(recipe, session), own: try recipe["servings"], wanted: wanted,
        try HouseholdStaples(recipe), language)
      let dish = Dish(meal: meal, version: version, name: name, text: text)
      let hand = try await PlanShopping.hand(results[hand], session)
      return (try await PlanShopping.rows([dish], hand: hand, had, session), dish.count)
    }
  }
}

extension PlanShopping.Dish {
  /// Takes a row of `PlanShoppingQueries.dishes`.
  init(
    _ row: Postgres.Row, _ eaters: PlanEaters, _ language: Kitchen.Language, _ session: some HouseholdSession
  ) async throws {
    let (day, servings): (CalendarDate, Int?) = (try row["day"], try row["servings"])
    let meal = MealName(value: try row["meal"])
    self.meal = try row["id"]
    version = try row["version"]
    name = try row["name"]
    text = Serving.Text(
      of: try row["recipe_id"], try await RecipeReading.of(row, session), own: try row["own_servings"],
      wanted: servings ?? eaters.count(on: day, meal), try HouseholdStaples(row), language)
  }
}
