import CivilTime
import HTTP
import Postgres

extension Resource {
  static let meals: Resource = Resource(
    name: "meals", part: .plan, one: "a meal of the plan",
    row: [
      .field("id", .id), .field("version", .number(0...Int.max)), .field("day", .day),
      .field("meal", .text(MealName.maximumLength), "`breakfast`, `lunch`, `dinner`, or a name."),
      .field("recipe", .id, nullable: true),
      .field("text", .text(1_000), "Words, or the name of the recipe when it was planned."),
      .field("servings", .number(1...1_000), "Null for as many as eat that day.", nullable: true),
      .field("created_at", .moment),
    ],
    select: { condition, end in
      """
      SELECT t.id, t.version, t.day, t.meal, t.recipe_id AS recipe, t.text, t.servings, t.created_at FROM meals t
      WHERE t.household_id = current_household() AND t.deleted_at IS NULL AND \(fragment: condition) \(fragment: end)
      """
    },
    filters: [
      .field("from", .day, "Meals of this day or later."), .field("before", .day, "Meals of days before this one."),
    ],
    condition: { query in
      var condition: SQL = "true"
      if let day = query["from"].flatMap({ CalendarDate($0) }) { condition += " AND t.day >= \(day)::date" }
      if let day = query["before"].flatMap({ CalendarDate($0) }) { condition += " AND t.day < \(day)::date" }
      return condition
    },
    writable: [
      .field("day", .day, required: true), .field("meal", .text(MealName.maximumLength), required: true),
      .field("recipe", .id, nullable: true), .field("text", .text(1_000)),
      .field("servings", .number(1...1_000), nullable: true),
    ],
    create: { call, id, session in
      var form = try MealForm(id: id, call.body.meal)
      form.version = nil
      let draft = form.draft
      try await ofRecipe(call.body) { _ = try await PlanMeal(meal: draft).run(session) }
    },
    change: { call, id, version, session in
      guard let row = try await session.query(PlanQueries.find(id)).first else { return .gone }
      let before = try Meal(row)
      guard before.version == version else { return .changedMeanwhile }
      if try await session.had(call.body) { return .saved }
      // The name that the recipe had when it was planned is no change of it.
      let isAsRead =
        before.dish != nil && call.body.text("text") == before.text
        && (!call.body.has("recipe") || call.body.id("recipe") == before.dish?.id)
      var fields = Form()
      let dish: UUID? = try session.before?["recipe"]
      let sent = call.body.id("recipe") == dish ? call.body.form : call.body.meal
      for (name, value) in sent.pairs where !isAsRead || name != "text" { fields.append(name, value) }
      let form = try MealForm(before, changedBy: fields)
      let change = ChangeMeal(
        meal: form.draft, before: before, version: version, language: call.context.strings.kitchen)
      switch try await ofRecipe(call.body, { try await change.run(session) }) {
      case .gone: return .gone
      case .conflict: return .changedMeanwhile
      case .saved: return .saved
      }
    },
    delete: { call, id in
      let deleting = DeleteMeal(id: id)
      var batch = Batch()
      let query = deleting.store(in: &batch)
      return try DeleteMeal.Result(try await call.context.query(batch), query, of: deleting) != nil
    },
    restore: { call, id in try await RestoreMeal(id: id).run(call.context) != nil })

  /// The refusal of a recipe that is not there names the field that programs send.
  private static func ofRecipe<Value>(_ body: APIBody, _ work: () async throws -> Value) async throws -> Value {
    do {
      return try await work()
    } catch let problems as Problems where body.id("recipe") != nil {
      var all = Problems()
      for problem in problems.all { all.add(problem.kind == .gone ? "recipe" : problem.field, problem.kind) }
      throw all
    }
  }
}

extension APIBody {
  /// As the plan's form would send it: of a recipe and words together the recipe counts, and words do not stand in for one that is not
  /// there.
  fileprivate var meal: Form {
    var fields = Form()
    for (name, value) in form.pairs where name != "text" || id("recipe") == nil { fields.append(name, value) }
    return fields
  }
}
