import Postgres

/// Gives an item an upload.
struct AddFile {
  let item: UUID
  let file: UUID

  /// - Returns: whether the item has it.
  func run(_ session: some HouseholdSession) async throws -> Bool {
    var batch: Batch = [FileQueries.add([file], to: item)]
    let files = batch.add(FileQueries.list(of: item))
    return try await session.query(batch)[files].contains { row throws in try row["id"] == file }
  }
}

/// Takes a picture or a file from an item; it stays in the trash for 30 days.
struct DeleteFile {
  let item: UUID
  let file: UUID

  /// - Returns: the name; nil if there is no such file.
  func run(_ session: some HouseholdSession) async throws -> String? {
    var batch: Batch = [FileQueries.deleteForGood(), FileQueries.delete(file, of: item)]
    let name = batch.add(FileQueries.name(file, of: item))
    return try await session.query(batch)[name].first?["name"]
  }
}

/// Gives it back.
struct RestoreFile {
  /// Nil for all items that had it.
  let item: UUID?
  let file: UUID

  /// The address that does so, for Undo.
  var path: String { item.map { "/items/\($0)/files/\(file)/restore" } ?? "/files/\(file)/restore" }

  /// - Returns: the name; nil if there is no such file.
  func run(_ session: some HouseholdSession) async throws -> String? {
    var batch: Batch = [FileQueries.deleteForGood(), FileQueries.restore(file, of: item)]
    let name = batch.add(FileQueries.name(file, of: item))
    return try await session.query(batch)[name].first?["name"]
  }
}
