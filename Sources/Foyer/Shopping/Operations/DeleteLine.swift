import Postgres

/// Takes a line off the shopping list.
struct DeleteLine {
  /// The line's first entry.
  let line: UUID
  /// The entries that were shown as the line; none for all of the same food.
  var entries: [UUID] = []

  /// The operation that takes it back.
  var undo: RestoreLine { RestoreLine(line: line) }

  func store(in batch: inout Batch) -> ShoppingLineQuery {
    batch.add(ShoppingQueries.deleteForGood())
    let query = ShoppingLineQuery(line, in: &batch)
    batch.add(ShoppingQueries.delete(line, entries))
    return query
  }
}

/// The name of the line that a change is about.
struct ShoppingLineQuery {
  private let known: Batch.Key

  init(_ line: UUID, in batch: inout Batch) { known = batch.add(ShoppingQueries.findAny(line)) }

  /// Nil for a line that was never there.
  func name(_ results: Results) throws -> String? { try results[known].first?["name"] }
}
