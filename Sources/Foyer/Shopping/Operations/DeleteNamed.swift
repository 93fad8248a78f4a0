import Postgres

/// Deletes a shop, or a list with what is on it, for 30 days.
struct DeleteNamed {
  let kind: ShoppingKind
  let id: UUID

  var undo: RestoreNamed { RestoreNamed(kind: kind, id: id) }

  /// - Returns: its name; nil if there is none.
  func run(_ session: some HouseholdSession) async throws -> String? {
    var batch: Batch = [kind.delete(id)]
    let found = batch.add(kind.findAny(id))
    return try await session.query(batch)[found].first?["name"]
  }
}

/// Brings back a deleted shop or list.
struct RestoreNamed {
  let kind: ShoppingKind
  let id: UUID

  /// The address that does so, for Undo.
  var path: String { "\(kind.path)/\(id)/restore" }

  /// - Returns: its name; nil if there is none.
  func run(_ session: some HouseholdSession) async throws -> String? {
    var batch: Batch = [kind.restore(id)]
    let found = batch.add(kind.findAny(id))
    return try await session.query(batch)[found].first?["name"]
  }
}
