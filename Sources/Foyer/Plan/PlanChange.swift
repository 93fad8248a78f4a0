import CivilTime
import HTTP
import Postgres

extension Plan {
  /// Changes a meal or moves it.
  static func update(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    if let version = request.query["undo"] { return try await moveBack(id, version, request, context) }
    let fields = try await context.form()
    guard let row = try await context.query(PlanQueries.find(id)).first else { throw Failure.notFound }
    let before = try Meal(row)
    let form = try MealForm(before, changedBy: fields)
    guard let version = form.version else { throw Failure.invalid }
    let change = ChangeMeal(
      meal: form.draft, before: before, version: version, language: context.strings.kitchen)
    return try await run(change, form, request, context)
  }

  private static func moveBack(
    _ id: UUID, _ version: String, _ request: Request, _ context: Context
  ) async throws -> Response {
    guard let version = DigitReader.wholeNumber(version) else { throw Failure.invalid }
    switch try await MoveMealBack(id: id, version: version).find(context.strings.kitchen, context) {
    case .gone: throw Failure.notFound
    case .isBack(let meal):
      return context.redirect(to: Week(meal.day).path, notice: NoticeCode(PlanNotice.movedBack, name: meal.title))
    case .moved(let change): return try await run(change, MealForm(change), request, context)
    }
  }

  private static func run(
    _ change: ChangeMeal, _ form: MealForm, _ request: Request, _ context: Context
  ) async throws -> Response {
    let id = change.meal.id
    do {
      switch try await change.run(context) {
      case .gone: throw Failure.notFound
      case .saved(let title, let undo):
        let kind: PlanNotice = change.movesBack ? .movedBack : undo == nil ? .saved : .moved
        return try await changed(
          Week(change.meal.day), NoticeCode(kind, id, name: title, count: undo?.version ?? 0), context)
      case .conflict(let stored):
        return try await context.conflict(
          form.conflict(with: MealForm(stored), context.strings), in: "meals", id, .plan
        ) { try await update(request, context, id) }
      }
    } catch let problems as Problems {
      return try await refused(form, problems, context)
    }
  }
}
