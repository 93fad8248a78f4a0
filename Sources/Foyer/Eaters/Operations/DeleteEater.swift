import Postgres

/// Puts an eater without an account into the trash, where they stay for 30 days.
struct DeleteEater {
  let id: UUID

  struct Result {
    let name: String
    let undo: RestoreEater
  }

  /// - Returns: nil if there is none.
  func run(_ session: some HouseholdSession) async throws -> Result? {
    var batch: Batch = [EaterQueries.deleteForGood(), EaterQueries.delete(id)]
    let eater = batch.add(EaterQueries.findAny(id))
    guard let row = try await session.query(batch)[eater].first else { return nil }
    return Result(name: try row["name"], undo: RestoreEater(id: id))
  }
}

/// Takes an eater out of the trash.
struct RestoreEater {
  let id: UUID

  /// The address that does so, for Undo.
  var path: String { "/household/eaters/\(id)/restore" }

  struct Result {
    let name: String
    /// Whether there are as many as there may be, so that they stay in the trash.
    let isFull: Bool
  }

  /// - Returns: nil if there is none.
  func run(_ session: some HouseholdSession) async throws -> Result? {
    var batch: Batch = [EaterQueries.deleteForGood(), EaterQueries.lock(), EaterQueries.restore(id)]
    let eater = batch.add(EaterQueries.findAny(id))
    guard let row = try await session.query(batch)[eater].first else { return nil }
    return Result(name: try row["name"], isFull: try row["is_deleted"])
  }
}
