import Postgres

/// Adds a shopping list, or renames one. Adding twice with one id adds it once.
struct SaveList {
  var id = UUID.v7()
  let name: String

  var problems: Problems { AddShop(name: name).problems }

  func add(_ session: some HouseholdSession) async throws {
    guard problems.isEmpty else { throw problems }
    try await session.query([NamedListQueries.deleteForGood(), NamedListQueries.insert(id, name.trimmed)])
  }

  /// - Returns: whether there is such a list.
  func rename(_ session: some HouseholdSession) async throws -> Bool {
    guard problems.isEmpty else { throw problems }
    return try await session.query(NamedListQueries.rename(id, name.trimmed)).affected > 0
  }
}

/// Deletes a list with what is on it, for 30 days.
struct DeleteList {
  let id: UUID

  /// - Returns: the list's name; nil if there is none.
  func run(_ session: some HouseholdSession) async throws -> String? {
    var batch: Batch = [NamedListQueries.delete(id)]
    let list = batch.add(NamedListQueries.findAny(id))
    return try await session.query(batch)[list].first?["name"]
  }
}

/// Brings back a deleted list.
struct RestoreList {
  let id: UUID

  /// The address that does so, for Undo.
  var path: String { "/shopping/lists/\(id)/restore" }

  /// - Returns: the list's name; nil if there is none.
  func run(_ session: some HouseholdSession) async throws -> String? {
    var batch: Batch = [NamedListQueries.restore(id)]
    let list = batch.add(NamedListQueries.findAny(id))
    return try await session.query(batch)[list].first?["name"]
  }
}
