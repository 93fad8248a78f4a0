import CivilTime
import HTTP
import Postgres

/// Changes of several items at once, and what takes them back.
extension Items {
  /// One change to all selected items.
  static func changeSeveral(_ request: Request, _ context: Context) async throws -> Response {
    let fields = try await context.form()
    let ids = try fields.all("item").map(UUID.init(field:))
    var filter = try ItemFilter(fields)
    filter.after = nil
    if ids.isEmpty {
      try await context.query()
      return context.redirect(to: filter.url, notice: .noneChosen)
    }
    let name = fields["name"] ?? ""
    // The selection stays.
    func missing(_ notice: NoticeCode) async throws -> Response {
      try await context.query()
      var selection = filter
      selection.selected = Set(ids)
      return context.redirect(to: selection.urlOfSelection, notice: notice)
    }
    let label: LabelItems.Label
    switch fields["action"] {
    case "done", "open":
      let changed = try await CompleteItems(ids: ids, isDone: fields["action"] == "done").run(context)
      return context.redirect(to: filter.url, notice: .severalChanged(changed))
    case "delete": return context.redirect(to: filter.url, notice: try await delete(.several(ids), context))
    case "category": label = .category(name)
    case "tag": label = .tag(name)
    case "date":
      guard let day = CalendarDate(fields["due_date"] ?? "") else { return try await missing(.dateMissing) }
      return try await assign(.day(day), to: ids, in: filter, context)
    case "person":
      let person = fields["person"] ?? ""
      return try await assign(.person(person.isBlank ? nil : UUID(field: person)), to: ids, in: filter, context)
    default: return try await missing(.nameMissing)
    }
    let labelling = LabelItems(ids: ids, label: label)
    if let problem = labelling.problems.all.first {
      guard problem.kind == .blank else { throw Failure.invalid }
      return try await missing(.nameMissing)
    }
    var batch = Batch()
    let changed = labelling.store(in: &batch)
    let result = labelling.result(try await context.query(batch), changed)
    return context.redirect(to: filter.url, notice: .severalChanged(result))
  }

  private static func assign(
    _ assignment: AssignItems.Assignment, to ids: [UUID], in filter: ItemFilter, _ context: Context
  ) async throws -> Response {
    let assigning = AssignItems(ids: ids, assignment: assignment)
    guard assigning.problems.isEmpty else {
      try await context.query()
      throw Failure.invalid
    }
    var batch = Batch()
    let changed = assigning.store(in: &batch)
    let result = assigning.result(try await context.query(batch), changed)
    return context.redirect(to: filter.url, notice: .severalChanged(result))
  }

  /// Undo of one change to all selected items.
  static func undoSeveral(_ request: Request, _ context: Context) async throws -> Response {
    guard let change = request.query["change"].flatMap({ UUID($0.utf8) }) else {
      try await context.query()
      throw Failure.notFound
    }
    let count = try await UndoSeveral(change: change).run(context)
    return context.redirect(to: context.back(or: "/items"), notice: .severalUndone(count: count))
  }

  /// Deletes the items of the first load.
  static func deleteSamples(_ request: Request, _ context: Context) async throws -> Response {
    let notice = try await delete(.samples, context)
    return context.redirect(to: context.back(or: "/items"), notice: notice)
  }

  /// Deletes several items at once, and returns the notice that can restore them.
  private static func delete(_ deleting: DeleteItems, _ context: Context) async throws -> NoticeCode {
    var batch = Batch()
    let query = deleting.store(in: &batch)
    guard let result = try DeleteItems.Result(try await context.query(batch), query, of: deleting) else {
      throw Failure.notFound
    }
    return .itemsDeleted(result)
  }

  /// Restores items that were deleted together, found by their time of deletion.
  static func restoreSeveral(_ request: Request, _ context: Context) async throws -> Response {
    let moment = request.query["at"].flatMap { Int(digits: $0) } ?? 0
    let count = try await restore(.deletedAt(moment), context)?.count ?? 0
    return context.redirect(to: "/items", notice: .severalRestored(count: count))
  }
}
