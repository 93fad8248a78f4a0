import MoveIn
import Postgres

/// Reads files of other programs and keeps what is in them, to be shown and then moved in.
struct ReadMove {
  let id: UUID
  let files: [MovedRows]

  /// Households have files, not millions of rows.
  static let maximumRows = 100_000

  func run(_ session: some HouseholdSession) async throws {
    let (id, files) = (id, files)
    // Many megabytes of rows.
    let batch = try await session.offLoop { () -> Batch in
      var batch = Batch()
      MoveQueries.insert(id, files, in: &batch)
      return batch
    }
    try await session.query(batch)
  }
}

/// Takes what a move has made back, as long as nothing of it was changed.
struct UndoMove {
  let id: UUID

  /// False if something was changed since.
  func run(_ session: some HouseholdSession) async throws -> Bool {
    var batch = Batch()
    let undone = MoveQueries.undo(id, in: &batch)
    batch.add(RecipeQueries.forgetPacketRecipes)
    let due = PacketRecipes.concerned(in: &batch)
    let results = try await session.query(batch)
    try await PacketRecipes.apply(results[due], session)
    return results[undone].affected > 0
  }
}
