import Postgres

/// Ticks an item, or takes the tick back. Ticking one that repeats makes the next one, and taking the tick back removes that.
struct CompleteItem {
  let id: UUID
  let isDone: Bool
  /// Whether a next item that was changed meanwhile stays; the item leaves its series then, as if it had never been part of it.
  /// Otherwise such a next item goes to the trash. Nil asks first.
  var keepsNext: Bool?

  /// The address that does so, for Undo.
  var path: String { "/items/\(id)/done?done=\(isDone)" }
  var undo: CompleteItem { CompleteItem(id: id, isDone: !isDone) }

  /// Ticks an item that does not repeat, and reads one that does.
  func start(in batch: inout Batch) -> Query {
    batch.add(ItemQueries.complete(id, isDone))
    return Query(
      item: batch.add(ItemQueries.find(id)), repeating: batch.add(RepeatQueries.find([id], isDone: !isDone)))
  }

  struct Query { fileprivate let item, repeating: Batch.Key }

  enum Result {
    /// There is no such item.
    case gone
    /// One that does not repeat, or that is as it was to be.
    case changed(title: String)
    /// One that repeats: the next one that it has made, and whether months or years between the two have none.
    case repeated(title: String, next: NextItem?, leavesOut: Bool)
    /// One whose next item was changed: nothing is done.
    case asks(RepeatingItem)
  }

  static func run(_ id: UUID, _ isDone: Bool, _ session: some HouseholdSession) async throws -> Result {
    let ticking = CompleteItem(id: id, isDone: isDone)
    var batch = Batch()
    let query = ticking.start(in: &batch)
    return try await ticking.finish(try await session.query(batch), query, session)
  }

  func finish(_ results: Results, _ query: Query, _ session: some HouseholdSession) async throws -> Result {
    guard let row = results[query.item].first else { return .gone }
    guard let item = try results[query.repeating].first.map(RepeatingItem.init) else {
      return .changed(title: try row["title"])
    }
    if isDone {
      let next = try await TickSeries(items: [item]).run(session).first
      let leavesOut = next.map { item.series.leavesOut(between: item.occurrence, $0.date) } ?? false
      return .repeated(title: item.title, next: next, leavesOut: leavesOut)
    }
    let asks = item.open.map { $0.isNext && !$0.isUnchanged } ?? false
    guard keepsNext != nil || !asks else { return .asks(item) }
    try await UntickSeries(item: item, keepsNext: keepsNext == true).run(session)
    return .repeated(title: item.title, next: nil, leavesOut: false)
  }
}

/// The same of several; what a tick made and was changed meanwhile stays.
struct CompleteItems {
  let ids: [UUID]
  let isDone: Bool

  func run(_ session: some HouseholdSession) async throws -> SeveralChanged {
    let undo = UndoSeveral()
    var batch = Batch()
    let changed = batch.add(ItemQueries.complete(ids, isDone, by: undo.change))
    let repeating = batch.add(RepeatQueries.find(ids, isDone: !isDone))
    let results = try await session.query(batch)
    let items = try results[repeating].map(RepeatingItem.init)
    if !items.isEmpty {
      if isDone {
        try await TickSeries(items: items).run(session)
      } else {
        for item in items { try await UntickSeries(item: item, keepsNext: true).run(session) }
      }
      _ = try await session.query([SeveralQueries.note(items.map(\.id), isDone, by: undo.change)])
    }
    return SeveralChanged(count: results[changed].affected + items.count, undo: undo)
  }
}
