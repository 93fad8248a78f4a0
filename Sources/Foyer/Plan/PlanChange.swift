import HTTP
import Postgres

extension Plan {
  /// Changes a meal, moves it, or puts it back where it was before it was moved. What it has on the shopping list changes with it.
  static func update(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    var fields = try await context.form()
    guard let row = try await context.query(PlanQueries.find(id)).first else { throw Failure.notFound }
    let before = try Meal(row)
    let isUndo = request.query["undo"] != nil
    if let version = request.query["undo"] {
      guard let back = try MealForm.back(row, version: version) else {
        // It is there already.
        return context.redirect(to: Week(before.day).path, notice: NoticeCode(PlanNotice.movedBack, name: before.title))
      }
      fields = back
    }
    var form = try MealForm(before, changedBy: fields)
    guard let version = form.version else { throw Failure.invalid }
    guard let draft = form.draft(context.strings) else { return try await refused(form, context) }
    var stored: Meal?
    // A row ticked meanwhile was bought: the list is read again.
    for _ in 1...ShopForPlan.mostAttempts where stored == nil || stored?.version == version {
      let change = try await MealChange(draft, context)
      if change.text.isEmpty { form.errors.add("text", context.strings.planRecipeGone) }
      if draft.day != before.day, !change.hasRoom {
        form.errors.add("day", context.strings.planFull(day: PlanQueries.perDay, week: PlanQueries.perWeek))
      }
      if !form.errors.isEmpty { return try await refused(form, context) }
      let results = try await change.save(over: before, version: version, isUndo: isUndo, context)
      guard let now = results.now else { throw Failure.notFound }
      stored = now
      if results.isSaved || form.hasSameContent(as: MealForm(now)) {
        let notice = NoticeCode(
          isUndo ? PlanNotice.movedBack : results.isSaved && now.isMoved(from: before) ? .moved : .saved, id,
          name: change.text, count: now.version)
        return try await changed(Week(draft.day), notice, context)
      }
    }
    guard let stored else { throw Failure.notFound }
    return try await context.conflict(
      form.conflict(with: MealForm(stored), context.strings), in: "meals", id, .plan
    ) { try await update(request, context, id) }
  }
}

/// A meal as it is going to be, with what it needs from the shop.
private struct MealChange {
  let draft: MealDraft
  /// The recipe's name of today, or the words; empty if the recipe is gone.
  let text: String
  let hasRoom: Bool
  private let recipe: Postgres.Row?
  private let shopping: PlanShopping.Change
  private let had: PlanShopping.Stored
  private let known: Results

  init(_ draft: MealDraft, _ context: Context) async throws {
    self.draft = draft
    var reading = Batch()
    let named = reading.add(PlanQueries.recipe(draft.recipe, draft.text))
    let room = reading.add(PlanQueries.room(draft.day))
    shopping = PlanShopping.Change(of: draft.id, on: draft.day, in: &reading)
    known = try await context.query(reading)
    recipe = known[named].first
    text = try recipe?["name"] ?? draft.text
    hasRoom = try known[room][0]["is_there"]
    had = try shopping.had(known)
  }

  /// Stores it, unless the meal has another version, or something of it on the list has changed since it was read.
  func save(
    over before: Meal, version: Int, isUndo: Bool, _ context: Context
  ) async throws -> (isSaved: Bool, now: Meal?) {
    let listed = try await shopping.rows(draft, recipe, text, version: version + 1, had, known, context)
    var batch: Batch = [PlanQueries.lock()]
    batch.add(PlanShoppingQueries.lock([draft.id]))
    let was = isUndo || (draft.day, draft.name) == (before.day, before.name) ? nil : before
    let saved = batch.add(
      PlanQueries.update(
        draft, try recipe?["id"], text: text, version: version, was: was,
        unless: PlanShoppingQueries.changed([draft.id], since: had)))
    if let (rows, count) = listed {
      batch.add(PlanShoppingQueries.replace(ofChanged: draft.id, version: version + 1, count: count, rows))
    }
    let found = batch.add(PlanQueries.find(draft.id))
    let results = try await context.query(batch)
    return (results[saved].affected > 0, try results[found].first.map { try Meal($0) })
  }
}

extension Meal {
  /// Whether it has got another place, and nothing else.
  fileprivate func isMoved(from before: Meal) -> Bool {
    (day, name) != (before.day, before.name) && title == before.title && servings == before.servings
  }
}
