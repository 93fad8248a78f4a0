import MoveIn
import Postgres

/// Keeps what was found in files of other programs, to be shown and then moved in: in one transaction, or, where there is much, in
/// several, of which nothing is shown before the last.
struct ReadMove {
  let id: UUID
  let files: [FoundRows]

  /// Households have files, not millions of rows.
  static let maximumRows = 100_000

  func run(_ session: some HouseholdSession) async throws {
    do {
      try await store(session)
    } catch {
      _ = try? await session.query(MoveQueries.forgetReading(id))
      throw error
    }
  }

  /// Rows that were put into a batch, and where the next ones begin.
  private struct Part {
    let batch: Batch
    let later: Int
    let other: Int
    let size: Int
    let next: Int?
  }

  private func store(_ session: some HouseholdSession) async throws {
    let id = id
    var (batch, size) = (Batch(MoveQueries.beginReading(id, files)), 0)
    // The last rows are taken first: some ask for others.
    var (later, other) = (0, files.reduce(0) { $0 + $1.laterCount })
    for file in files {
      var place: Int? = 0
      while let start = place {
        if size >= FoundRows.part {
          try await session.query(batch)
          (batch, size) = (Batch(), 0)
        }
        let (before, after, begun) = (later, other, batch)
        let part = try await session.offLoop { () -> Result<Part, any Error> in
          Result {
            guard let (rows, next) = try file.rows(from: start) else { throw MoveReader.Failure.broken("rows") }
            var batch = begun
            let last = rows.filter { MovedRow.Kind.later.contains($0.kind) }
            let others = rows.filter { !MovedRow.Kind.later.contains($0.kind) }
            MoveQueries.insert(last, after: before, of: id, in: &batch)
            MoveQueries.insert(others, after: after, of: id, in: &batch)
            return Part(
              batch: batch, later: last.count, other: others.count, size: rows.reduce(0) { $0 + $1.json.utf8.count },
              next: next)
          }
        }.get()
        (batch, place) = (part.batch, part.next)
        (later, other, size) = (later + part.later, other + part.other, size + part.size)
      }
    }
    batch.add(MoveQueries.finishReading(id))
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
