import HTTP
import Postgres

/// Preparing for guests: the household's list, and items made of it. `StaysFeature.swift` has the paths.
enum StayTasks {
  static func update(_ request: Request, _ context: Context) async throws -> Response {
    var form = StayTasksForm(try await context.form())
    try await context.query()
    guard let tasks = form.draft(context.strings) else {
      return try await Hosting.page(with: form, context, status: .unprocessableContent)
    }
    try await context.query(Batch(StayTaskQueries.replace(with: tasks)))
    return context.redirect(to: "/hosting", notice: .tasksSaved)
  }

  /// Makes items of the list, due before the arrival of an accepted stay. What was made and taken back comes back.
  static func prepare(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let names = Language.allCases.map { Strings($0).staysTaskCategory }
    var batch = Batch()
    let (found, list) = (batch.add(StayRequestQueries.findOfHost(id)), batch.add(StayTaskQueries.list()))
    let category = batch.add(StayTaskQueries.category(names, first: context.strings.staysTaskCategory))
    let results = try await context.query(batch)
    guard let row = results[found].first else { throw Failure.notFound }
    let stay = try StayRequest(row)
    let path = stay.hostPath
    guard stay.state == .accepted else { return context.redirect(to: path, notice: .requestChanged) }
    let stored = try results[list].map { try StayTask($0) }
    let tasks = stored.isEmpty ? StayTask.suggested(context.strings) : stored
    let name: String = try results[category].first?["name"] ?? context.strings.staysTaskCategory
    var making = Batch()
    for (task, item) in zip(tasks, StayTask.items(for: id)) {
      var adding = AddItem(untitled: context.strings.itemsDefaultTitle)
      (adding.item.id, adding.item.title, adding.item.category) = (item, task.title, name)
      adding.item.description = context.strings.staysTaskFor(
        name: stay.name.string, guests: context.strings.staysGuestCount(count: stay.guests),
        dates: stay.dates(context.strings))
      adding.item.due = .day(task.date(before: stay, today: context.today))
      try await adding.ready(context).store(in: &making)
      making.add(ItemQueries.restore(item))
    }
    try await context.query(making)
    return context.redirect(to: path, notice: .prepared(id, count: tasks.count))
  }

  static func undo(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    var batch: Batch = [StayTaskQueries.delete(for: id)]
    let found = batch.add(StayRequestQueries.findOfHost(id))
    guard !(try await context.query(batch)[found].isEmpty) else { throw Failure.notFound }
    return context.redirect(to: "/hosting/requests/\(id)", notice: .unprepared)
  }
}
