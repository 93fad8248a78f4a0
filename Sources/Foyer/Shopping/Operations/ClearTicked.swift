import Postgres

/// Takes what is ticked off the list.
struct ClearTicked {
  /// Nil for the first list.
  var list: UUID?

  func store(in batch: inout Batch) -> Query { Query(cleared: batch.add(ShoppingQueries.clear(list))) }

  struct Query { fileprivate let cleared: Batch.Key }

  struct Result {
    /// How many lines there were.
    let count: Int
    /// The operation that takes it back; nil if nothing was ticked.
    let undo: RestoreLine?

    init(_ results: Results, _ query: Query) throws {
      let rows = results[query.cleared]
      count = Set(try rows.map { try $0["line"] as String }).count
      undo = try rows.first.map { RestoreLine(line: try $0["id"]) }
    }
  }
}
