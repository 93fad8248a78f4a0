import Postgres

/// A kind of rows that can be restored for 30 days after they were deleted.
struct TrashKind: Sendable {
  /// In addresses and ids.
  let name: String
  /// The prefix of the id of a row's element.
  let row: String
  /// The path below which a row is restored.
  let path: String
  /// The lowest is first on the page.
  let rank: Int
  /// Whether the beginning of a row's `description` is shown.
  var hasDescription = false
  let title: @Sendable (Strings) -> String
  /// One page of rows, last deleted first; see `TrashQueries.list`.
  let rows: @Sendable (_ after: UUID?) -> SQL
  var nameOf: @Sendable (Row, Strings) throws -> String = { row, _ in try row["name"] }

  /// The id of the element that the next page replaces.
  var more: String { name == "items" ? "more" : "more-\(name)" }
}
