import CivilTime
import Postgres

/// An addition, and its place.
struct CaptureAddition {
  let kind: Capture.Kind
  let id: UUID
  let title: String
  let day: CalendarDate?
  let place: String

  var path: String { Self.path(kind, id, day) }

  static func path(_ kind: Capture.Kind, _ id: UUID, _ day: CalendarDate?) -> String {
    switch kind {
    case .shopping: "/shopping"
    case .meal: day.map { "\(Week($0).path)#day-\($0.iso)" } ?? "/plan"
    case .recipe: "/recipes"
    case .item: "/items/\(id)/edit"
    }
  }
}

extension CaptureReading {
  /// Adds it as what it is read as; throws the `Problems` of that kind's rules.
  func add(_ context: Context) async throws -> CaptureAddition {
    let title: String
    switch kind {
    case .shopping:
      try await AddToList(id: form.id, text: capture.wares).run(context)
      title = capture.wares
    case .meal:
      let meal = MealDraft(
        id: form.id, day: day, name: meal, recipe: dish?.id, text: dish?.name ?? capture.dish)
      title = try await PlanMeal(meal: meal).run(context).title
    case .recipe, .item:
      let ready = try await adding.ready(members: members, context)
      var batch = Batch()
      ready.store(in: &batch)
      try await context.query(batch)
      title = ready.item.title
    }
    return CaptureAddition(
      kind: kind, id: form.id, title: title, day: kind == .meal ? day : nil, place: place(context.strings))
  }
}
