import Postgres

/// Puts a line on another list.
struct MoveLine {
  let line: UUID
  /// Nil for the first list. To one that is not there nothing is moved.
  let to: UUID?

  var statement: SQL { ShoppingQueries.move(line, to: to) }
}
