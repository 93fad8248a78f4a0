import Postgres

/// Puts a category or a tag into the trash, where it stays for 30 days. Items lose the category (R10).
struct DeleteLabel {
  let kind: LabelKind
  let id: UUID

  struct Result {
    let name: String
    let undo: RestoreLabel
  }

  /// - Returns: nil if there is none.
  func run(_ session: some HouseholdSession) async throws -> Result? {
    let queries = LabelQueries(kind: kind)
    var batch = Batch(queries.lock(id) + [queries.deleteForGood()] + queries.release(id) + [queries.delete(id)])
    let label = batch.add(queries.findAny(id))
    guard let row = try await session.query(batch)[label].first else { return nil }
    return Result(name: try row["name"], undo: RestoreLabel(kind: kind, id: id))
  }
}

/// Takes a category or a tag out of the trash; its items have it again, unless they have another category since.
struct RestoreLabel {
  let kind: LabelKind
  let id: UUID

  /// The address that does so, for Undo.
  var path: String { "\(kind.path)/\(id)/restore" }

  struct Result {
    let name: String
    /// Whether another one has the name meanwhile, so that it stays in the trash.
    let isTaken: Bool
  }

  /// - Returns: nil if there is none.
  func run(_ session: some HouseholdSession) async throws -> Result? {
    let queries = LabelQueries(kind: kind)
    var batch = Batch(queries.lock(id) + [queries.deleteForGood(), queries.restore(id)] + queries.regain(id))
    let label = batch.add(queries.findAny(id))
    let rows: Rows
    do {
      rows = try await session.query(batch)[label]
    } catch  where queries.isNameTaken(error) {
      // Another one got the name meanwhile; nothing was changed.
      rows = try await session.query(queries.findAny(id))
    }
    guard let row = rows.first else { return nil }
    return Result(name: try row["name"], isTaken: try row["is_deleted"])
  }
}
