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
    let meal = form.draft
    do {
      let result = try await PlanMeal(meal: meal).run(context)
      let notice = NoticeCode(PlanNotice.added, meal.id, name: result.title)
      // "Tonight" on a recipe's page leaves one there.
      if fields["back"] == "recipe", let recipe = meal.recipe {
        let (page, own) = (
          "/recipes/\(recipe)", context.request.headers["referer"].flatMap { context.request.target(ofOwn: $0) }
        )
        return context.redirect(to: own?.prefix { $0 != "?" } == page[...] ? own ?? page : page, notice: notice)
      }
      return try await changed(Week(meal.day), notice, context)
    } catch let problems as Problems {
      return try await refused(form, problems, context)
    }
  }

  static func edit(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let row = try await context.query(PlanQueries.find(id)).first else { throw Failure.notFound }
    var form = MealForm(try Meal(row))
    form.base = form.conflict(with: form, context.strings).base
    return page(of: form, context)
  }

  static func delete(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let deleting = DeleteMeal(id: id)
    var batch = Batch()
    let query = deleting.store(in: &batch)
    guard let result = try DeleteMeal.Result(try await context.query(batch), query, of: deleting) else {
      throw Failure.notFound
    }
    return try await changed(Week(result.day), NoticeCode(PlanNotice.deleted, id, name: result.title), context)
  }

  static func restore(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    guard let result = try await RestoreMeal(id: id).run(context) else { throw Failure.notFound }
    return context.restored(
      NoticeCode(result.isRestored ? PlanNotice.restored : .full, id, name: result.title),
      or: Week(result.day).path, staysDeleted: !result.isRestored)
  }

  /// Adds a week's meals to another week, or takes them out again.
  static func copy(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    if let moment = request.query["undo"] {
      guard let moment = Int(digits: moment) else { throw Failure.invalid }
      let count = try await TakeBackCopy(moment: moment).run(context)
      return context.redirect(to: backToPlan(context), notice: NoticeCode(PlanNotice.copyUndone, count: count))
    }
    let weeks = ["from", "to"].compactMap { fields[$0].flatMap { Week($0) } }
    let copying = weeks.count == 2 ? CopyWeek(from: weeks[0], to: weeks[1]) : nil
    guard let copying, copying.problems.isEmpty else {
      try await context.query()
      return context.redirect(to: "/plan", notice: NoticeCode(PlanNotice.nothingToCopy))
    }
    let result = try await copying.run(context)
    let kind: PlanNotice = result.undo != nil ? .copied : result.isFull ? .full : .nothingToCopy
    return try await changed(
      copying.to, NoticeCode(kind, count: result.count, moment: result.undo?.moment ?? 0), context)
  }

  /// An eater is away at a meal, or eats there after all.
  static func setAway(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    let meal = fields["meal"].flatMap { $0.isBlank ? nil : MealName(typed: $0) }
    let (day, away) = (
      fields["day"].flatMap { CalendarDate($0) } ?? .unreadable, ["true": true, "false": false][fields["away"] ?? ""]
    )
    guard let isAway = away, let eater = UUID((fields["person"] ?? "").utf8),
      case let setting = SetAway(day: day, meal: meal, eater: eater, isAway: isAway), setting.problems.isEmpty
    else {
      // Only another program sends this.
      var batch = Batch()
      let query = PlanPage.Query(nil, in: &batch)
      return show(try await query.read(try await context.query(batch), context), context, status: .unprocessableContent)
    }
    guard let name = try await setting.run(context) else { throw Failure.notFound }
    let notice = NoticeCode(setting.isAway ? PlanNotice.away : .there, setting.eater, name: name, day: day)
    return try await changed(Week(day), notice, context)
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

  private static func show(
    _ plan: PlanPage, _ context: Context, status: Status = .ok, notice: NoticeCode? = nil
  ) -> Response {
    context.html(.plan, status: status) { out, page in
      if context.isFragment {
        Views.Plan._plan(&out, page: page, plan: plan)
        if let notice { Views.Shared._notice(&out, page: page, notice: notice.notice(page.strings), oob: true) }
      } else {
        Views.Plan.plan(&out, page: page, plan: plan)
      }
    }
  }

  static func refused(_ form: MealForm, _ problems: Problems, _ context: Context) async throws -> Response {
    var form = form
    form.errors.add(problems, context.strings)
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
