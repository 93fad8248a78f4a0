import CivilTime
import HTML
import HTTP
import Postgres

/// The plan: what is eaten on the days of a week. `PlanFeature.swift` has the paths.
enum Plan {
  static func index(_ request: Request, _ context: Context) async throws -> Response {
    var batch = Batch()
    // A malformed week is this one.
    let query = PlanPage.Query(request.query["week"].flatMap { Week($0) }, in: &batch)
    return show(try await query.read(try await context.query(batch), context), context)
  }

  static func create(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    var form = try MealForm(id: try fields["id"].map(UUID.init(field:)) ?? .v7(), fields)
    form.version = nil
    guard let draft = form.draft(context.strings) else { return try await refused(form, context) }
    let found = try await context.query(PlanQueries.recipe(draft.recipe, draft.text)).first
    let text: String = try found?["name"] ?? draft.text
    if text.isEmpty {
      form.errors.add("text", context.strings.planRecipeGone)
      return try await refused(form, context)
    }
    var batch: Batch = [PlanQueries.deleteForGood(), PlanQueries.lock()]
    batch.add(PlanQueries.insert(draft, try found?["id"], text: text))
    let added = batch.add(PlanQueries.findAny(draft.id))
    if try await context.query(batch)[added].isEmpty {
      form.errors.add("day", context.strings.planFull(day: PlanQueries.perDay, week: PlanQueries.perWeek))
      return try await refused(form, context)
    }
    return try await changed(Week(draft.day), NoticeCode(PlanNotice.added, draft.id, name: text), context)
  }

  static func edit(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let row = try await context.query(PlanQueries.find(id)).first else { throw Failure.notFound }
    var form = MealForm(try Meal(row))
    form.base = form.conflict(with: form, context.strings).base
    return page(of: form, context)
  }

  static func delete(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    var batch: Batch = [PlanQueries.deleteForGood(), PlanQueries.delete(id), PlanShoppingQueries.takeOff()]
    let meal = batch.add(PlanQueries.findAny(id))
    guard let row = try await context.query(batch)[meal].first else { throw Failure.notFound }
    return try await changed(
      Week(try row["day"]), NoticeCode(PlanNotice.deleted, id, name: try row["name"]), context)
  }

  static func restore(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let row = try await context.query(PlanQueries.findAny(id)).first else { throw Failure.notFound }
    let day: CalendarDate = try row["day"]
    var batch: Batch = [PlanQueries.deleteForGood(), PlanQueries.lock(), PlanQueries.restore(id, day)]
    if let moment: Int = try row["deleted_at"] { batch.add(PlanShoppingQueries.putBack(id, moment)) }
    let meal = batch.add(PlanQueries.findAny(id))
    guard let now = try await context.query(batch)[meal].first else { throw Failure.notFound }
    let isFull: Bool = try now["is_deleted"]
    return context.restored(
      NoticeCode(isFull ? PlanNotice.full : .restored, id, name: try row["name"]), or: Week(day).path,
      staysDeleted: isFull)
  }

  /// Adds a week's meals to another week, or takes them out again.
  static func copy(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    if let moment = request.query["undo"] {
      guard let moment = Int(digits: moment) else { throw Failure.invalid }
      var batch = Batch()
      let undone = batch.add(PlanQueries.undoCopy(moment))
      batch.add(PlanShoppingQueries.takeOff())
      let count = try await context.query(batch)[undone].affected
      return context.redirect(to: backToPlan(context), notice: NoticeCode(PlanNotice.copyUndone, count: count))
    }
    guard let from = fields["from"].flatMap({ Week($0) }), let to = fields["to"].flatMap({ Week($0) }), from != to
    else {
      try await context.query()
      return context.redirect(to: "/plan", notice: NoticeCode(PlanNotice.nothingToCopy))
    }
    var batch: Batch = [PlanQueries.deleteForGood(), PlanQueries.lock()]
    let (missing, copied) = (batch.add(PlanQueries.countMissing(from, to)), batch.add(PlanQueries.copy(from, to: to)))
    batch.add(PlanShoppingQueries.forgetTakenOff())
    let moment = batch.add(TrashQueries.moment())
    let results = try await context.query(batch)
    let count = results[copied].affected
    let kind: PlanNotice = count > 0 ? .copied : try results[missing][0]["count"] == 0 ? .nothingToCopy : .full
    return try await changed(to, NoticeCode(kind, count: count, moment: try results[moment][0]["moment"]), context)
  }

  /// Names of recipes that have what is typed.
  static func suggest(_ request: Request, _ context: Context) async throws -> Response {
    let typed = request.query["q"] ?? ""
    let rows = try await context.query(SearchQueries.recipes(typed.isLonger(than: 200) ? "" : typed))
    let names: [String] = try rows.map { try $0["name"] }
    return context.html(.plan) { out, page in Views.Labels._suggestions(&out, names: names) }
  }

  // MARK: Answers

  /// The week that was changed.
  static func changed(_ week: Week, _ notice: NoticeCode, _ context: Context) async throws -> Response {
    guard context.isFragment else { return context.redirect(to: week.path, notice: notice) }
    var batch = Batch()
    let query = PlanPage.Query(week, in: &batch)
    let plan = try await query.read(try await context.query(batch), context)
    var response = show(plan, context, notice: notice)
    // The address is that of the week that is shown, so that loading it again shows the same.
    if let path = pathOfPlan(context.request.headers["hx-current-url"], context),
      path == "/plan" ? !plan.isThisWeek : path != plan.path
    {
      response.headers.set("HX-Push-Url", plan.path)
    }
    return response
  }

  private static func show(_ plan: PlanPage, _ context: Context, notice: NoticeCode? = nil) -> Response {
    context.html(.plan) { out, page in
      if context.isFragment {
        Views.Plan._plan(&out, page: page, plan: plan)
        if let notice { Views.Shared._notice(&out, page: page, notice: notice.notice(page.strings), oob: true) }
      } else {
        Views.Plan.plan(&out, page: page, plan: plan)
      }
    }
  }

  static func refused(_ form: MealForm, _ context: Context) async throws -> Response {
    try await context.query()
    return page(of: form, context, status: .unprocessableContent)
  }

  private static func page(of form: MealForm, _ context: Context, status: Status = .ok) -> Response {
    var response = context.html(.plan, status: status) { out, page in
      if context.isFragment {
        Views.Plan._meal(&out, page: page, form: form)
      } else {
        Views.Plan.meal(&out, page: page, form: form)
      }
    }
    if context.isFragment { response.retarget("#main", "innerHTML", context) }
    return response
  }

  /// The week that a form was sent from.
  static func backToPlan(_ context: Context) -> String {
    pathOfPlan(context.request.headers["referer"], context) ?? "/plan"
  }

  /// The path of the week that a URL of the plan's page shows.
  private static func pathOfPlan(_ url: String?, _ context: Context) -> String? {
    guard let own = url.flatMap({ context.request.target(ofOwn: $0) }), own.hasPrefix("/plan") else { return nil }
    let target = own.prefix { $0 != "#" }
    return target.hasPrefix("/plan?week=") ? Week(String(target.dropFirst(11)))?.path ?? "/plan" : "/plan"
  }
}
