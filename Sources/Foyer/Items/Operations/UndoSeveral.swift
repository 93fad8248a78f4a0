import Postgres

/// The outcome of a change of several items.
struct SeveralChanged {
  let count: Int
  let undo: UndoSeveral
}

/// Takes a change of several items back, of those that nobody has changed since.
struct UndoSeveral {
  /// Names the change.
  var change = UUID.v7()

  /// The address that does so.
  var path: String { "/items/several/undo?change=\(change)" }

  /// - Returns: how many are as they were.
  func run(_ session: some HouseholdSession) async throws -> Int {
    var batch: Batch = [ItemQueries.lockHousehold(), SeveralQueries.lockCategories(change)]
    let ticked = batch.add(SeveralQueries.ticked(by: change))
    let changed = [
      SeveralQueries.moveBack, SeveralQueries.untag, SeveralQueries.dateBack, SeveralQueries.takeBack,
    ].map { batch.add($0(change)) }
    let results = try await session.query(batch)
    let ids: [UUID] = try results[ticked].map { try $0["id"] }
    let count = changed.reduce(0) { $0 + results[$1].affected }
    let isDone = try results[ticked].first?["was"] as Bool?
    guard let isDone else { return count }
    return count + (try await CompleteItems(ids: ids, isDone: isDone).run(session)).count
  }
}
