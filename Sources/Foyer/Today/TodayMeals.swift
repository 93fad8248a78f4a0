import Cookery
import Postgres

/// A meal on the page of today: one planned for today, in the evening also for tomorrow.
struct TodayMeal {
  let meal: Meal
  /// "Dinner", or "tomorrow · Breakfast".
  let when: String
  /// Whether somebody who eats may not eat it. Known of today alone.
  let clashes: Bool

  init(_ row: Row, _ strings: Strings) throws {
    var meal = try Meal(row)
    meal.cookedFor = try row["cooked_for"]
    self.meal = meal
    let isTomorrow: Bool = try row["is_tomorrow"]
    let name = strings.text(meal.name)
    when = isTomorrow ? "\(strings.todayTomorrow) · \(name)" : name
    let required: [Int] = try row["required"]
    var maybe: Int? = try row["maybe"]
    // The bits are for all households: what this one's packets say is in none of them.
    if let reading = try RecipeReading.stored(row) { maybe = Trait.bits(reading.facts).maybe }
    clashes = maybe.map { maybe in required.contains { maybe & $0 != $0 } } ?? false
  }

  /// The usual meals in their order, then others.
  static func list(_ rows: Rows, _ strings: Strings) throws -> [TodayMeal] {
    let meals = try rows.map { try TodayMeal($0, strings) }
    func place(_ meal: Meal) -> (Int, Int) { (meal.day.days, meal.name.place) }
    // A stable order: PostgreSQL's within a meal.
    return meals.enumerated().sorted {
      let (left, right) = (place($0.element.meal), place($1.element.meal))
      return left == right ? $0.offset < $1.offset : left < right
    }.map(\.element)
  }

  /// The plan's page, with the meal's day in sight.
  var planPath: String { "\(Week(meal.day).path)#day-\(meal.day.iso)" }

  // MARK: The statement

  /// Days are the household's. At five in the afternoon tomorrow comes into sight.
  static func query() -> SQL {
    """
    WITH clock AS MATERIALIZED (
      SELECT local::date AS today, local::date + CASE WHEN extract(hour FROM local) >= 17 THEN 2 ELSE 1 END AS until
      FROM (SELECT now() AT TIME ZONE time_zone AS local FROM households WHERE id = current_household()) AS here
    ), eating AS MATERIALIZED (
      \(fragment: EaterQueries.demands(on: "(SELECT today FROM clock)"))
    ), \(fragment: PlanQueries.diners)
    SELECT m.id, m.day, m.meal, m.recipe_id, m.text, m.servings, m.version, left(r.name, 1000) AS name, r.image_id,
      \(fragment: PlanQueries.cookedFor) AS cooked_for,
      m.day > (SELECT today FROM clock) AS is_tomorrow,
      r.maybe, ARRAY(
        SELECT required FROM eating WHERE required <> 0 AND m.day = (SELECT today FROM clock)
          AND (NOT leaves OR m.meal = 'breakfast') AND NOT away && ARRAY['', m.meal]
      ) AS required,
      CASE WHEN a.packets <> '{}' THEN r.ingredients END AS ingredients,
      CASE WHEN a.packets <> '{}' THEN r.reading END AS reading, nullif(a.packets, '{}') AS packets
    FROM (
      SELECT id, day, meal, recipe_id, text, servings, version, created_at FROM meals
      WHERE household_id = current_household() AND deleted_at IS NULL
        AND day >= (SELECT today FROM clock) AND day < (SELECT until FROM clock)
      ORDER BY day, created_at, id LIMIT 20
    ) AS m LEFT JOIN LATERAL (
      \(fragment: RecipeQueries.visible("m.recipe_id"))
    ) AS r ON r.deleted_at IS NULL
    LEFT JOIN LATERAL (
      SELECT \(fragment: RecipeQueries.packetList) AS packets WHERE m.day = (SELECT today FROM clock) AND \(fragment: RecipeQueries.isRead)
    ) AS a ON true
    ORDER BY m.day, m.created_at, m.id
    """
  }
}

extension MealName {
  /// The order of a day.
  var place: Int { Self.usual.firstIndex(of: self) ?? Self.usual.count }
}
