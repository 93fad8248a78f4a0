import CivilTime
import Cookery
import HTTP
import Postgres

/// The staples that the recipes of some days need: they are not put on the list, unless somebody says so.
struct PlanStaples {
  /// A food of them.
  struct Line {
    /// As it is put on the list: what has run out is bought by the package.
    let food: String
    let key: String
    var sum: FoodSum
    /// The names of its recipes.
    var dishes: [String]
    var isOnList = false

    /// "3 tbsp", or empty.
    func amount(_ strings: Strings) -> String { strings.amounts.text(of: sum) }
  }

  let from: CalendarDate
  let to: CalendarDate
  var lines: [Line] = []

  var week: Week { Week(from) }
  var path: String { Self.path(from: from, to: to) }

  static func path(from: CalendarDate, to: CalendarDate) -> String { "/plan/staples?from=\(from.iso)&to=\(to.iso)" }

  init(from: CalendarDate, to: CalendarDate) { (self.from, self.to) = (from, to) }

  /// Nil for days that cannot be put on the list at once.
  init?(_ fields: Form) {
    let days = ["from", "to"].compactMap { fields[$0].flatMap { CalendarDate($0) } }
    guard days.count == 2, ShopForPlan(from: days[0], to: days[1], language: .en).problems.isEmpty else { return nil }
    self.init(from: days[0], to: days[1])
  }

  mutating func read(_ language: Kitchen.Language, _ session: some HouseholdSession) async throws {
    var reading = Batch()
    let meals = reading.add(PlanShoppingQueries.dishes(from: from, to: to, onlyListed: false))
    let eaters = reading.add(PlanQueries.eaters(from: "(SELECT \(from)::date)", days: to.days - from.days + 1))
    let listed = reading.add(PlanShoppingQueries.openKeys())
    let results = try await session.query(reading)
    let those = try PlanEaters(results[eaters])
    var dishes: [PlanShopping.Dish] = []
    for row in results[meals] { dishes.append(try await PlanShopping.Dish(row, those, language, session)) }
    let servings = try await Serving.read(dishes.map(\.text), session)
    let open = Set(try results[listed].map { row -> String in try row["key"] })
    var places: [String: Int] = [:]
    for (dish, serving) in zip(dishes, servings) {
      // Water comes from the tap; a recipe's page has it.
      for line in serving.foods where line.isAtHandAnyway && line.line.key != "water" {
        let food = serving.food(line)
        if let place = places[food.key] {
          lines[place].sum.add(food.sum)
          if !lines[place].dishes.contains(dish.name) { lines[place].dishes.append(dish.name) }
        } else {
          places[food.key] = lines.count
          lines.append(
            Line(
              food: food.food, key: food.key, sum: food.sum, dishes: [dish.name], isOnList: open.contains(food.key)))
        }
      }
    }
  }
}

extension Plan {
  static func staples(_ request: Request, _ context: Context) async throws -> Response {
    var shown: PlanStaples
    if let asked = PlanStaples(request.query) {
      shown = asked
    } else {
      // Malformed days are the next seven.
      try await context.query()
      shown = PlanStaples(from: context.today, to: CalendarDate(days: context.today.days + 6))
    }
    try await shown.read(context.strings.kitchen, context)
    let staples = shown
    return context.html(.plan) { out, page in Views.Plan.planStaples(&out, page: page, staples: staples) }
  }

  /// Puts what has run out on the list, as if somebody had written it.
  static func buyStaple(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    let path = PlanStaples(fields)?.path ?? "/plan"
    let adding = AddToList(id: try fields["id"].map(UUID.init(field:)) ?? .v7(), text: fields["text"] ?? "")
    do {
      try await adding.run(context)
      return context.redirect(
        to: path, notice: NoticeCode(ShoppingNotice.added, adding.id, name: adding.text.trimmed))
    } catch let problems as Problems {
      // A button of the page sends a food, so that only the list can be full.
      guard problems.all.contains(where: { $0.kind == .tooMany(ShoppingQueries.limit) }) else { throw Failure.invalid }
      return context.redirect(to: path, notice: NoticeCode(ShoppingNotice.full))
    }
  }
}

extension PlanShoppingQueries {
  /// The foods that are to be bought, on the first list.
  static func openKeys() -> SQL {
    """
    SELECT DISTINCT key FROM shopping_entries
    WHERE household_id = current_household() AND deleted_at IS NULL AND checked_at IS NULL AND list_id IS NULL AND key IS NOT NULL
    """
  }
}
