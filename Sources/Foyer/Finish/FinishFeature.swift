import CivilTime
import HTTP

extension Feature {
  /// The end of cooking.
  static let finish = Feature(
    routes: { routes in
      routes.post("/recipes/{id}/finish", limits: .fields, Finish.finish)
      routes.post("/recipes/finish/{id}/restore", limits: .small, Finish.takeBack)
    },
    notices: FinishNotice.self,
    guide: [GuideLine("/recipes", { $0.guideFinish }, { $0.guideFinishText })])
}

enum FinishNotice: String, NoticeKind {
  case finished, takenBack

  static let feature = "finish"

  func notice(_ its: NoticeCode, _ strings: Strings) -> Notice {
    switch self {
    case .finished:
      Notice(
        text: strings.finishNotice(name: its.name),
        undo: its.id.map { TakeBackCooking(id: $0, stars: its.count == 0 ? nil : its.count - 1).path })
    case .takenBack: Notice(text: strings.finishNoticeTakenBack)
    }
  }
}

enum Finish {
  /// A dish is done: what it took is no longer at hand.
  static func finish(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let fields = try await context.form()
    let (day, stars) = ((fields["leftovers"] ?? "").trimmed, (fields["stars"] ?? "").trimmed)
    let finishing = FinishCooking(
      id: try fields["id"].map(UUID.init(field:)), recipe: id, used: FinishCooking.used(fields),
      note: (fields["note"] ?? "").trimmed, stars: stars.isEmpty ? nil : Int(digits: stars) ?? -1,
      leftovers: day.isEmpty ? nil : CalendarDate(day) ?? .unreadable, strings: context.strings)
    guard finishing.problems.isEmpty else {
      try await context.query()
      throw Failure.invalid
    }
    guard let result = try await finishing.run(context) else { throw Failure.notFound }
    let count = result.undo.stars.map { $0 + 1 } ?? 0
    return context.redirect(
      to: Recipes.page(of: id, request),
      notice: NoticeCode(FinishNotice.finished, result.undo.id, name: result.name, count: count))
  }

  static func takeBack(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let taking = TakeBackCooking(id: id, stars: request.query["stars"].flatMap { Int(digits: $0) })
    guard let recipe = try await taking.run(context) else { throw Failure.notFound }
    return context.restored(NoticeCode(FinishNotice.takenBack), or: "/recipes/\(recipe)")
  }
}
