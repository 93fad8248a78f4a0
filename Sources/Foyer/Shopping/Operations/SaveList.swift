import Postgres

/// Adds a shopping list, or renames one. Adding twice with one id adds it once.
struct SaveList {
  var id = UUID.v7()
  let name: String
  /// The version that was read, as `ShoppingKind.version`; nil for any.
  var version: Int?

  var problems: Problems { ShoppingKind.problems(ofName: name) }

  func add(_ session: some HouseholdSession) async throws {
    guard problems.isEmpty else { throw problems }
    try await session.query([ShoppingKind.list.deleteForGood(), NamedListQueries.insert(id, name.trimmed)])
  }

  /// - Returns: whether there is such a list; with a version, whether it was in that and had another name.
  func rename(_ session: some HouseholdSession) async throws -> Bool {
    guard problems.isEmpty else { throw problems }
    return try await session.query(ShoppingKind.list.rename(id, name.trimmed, version: version)).affected > 0
  }
}
