import Postgres

/// Ticks a line of the shopping list, or takes the tick back.
struct TickLine {
  /// The line's first entry.
  let line: UUID
  /// The entries that were shown as the line; none for all of the same food.
  var entries: [UUID] = []
  var isTicked = true
  /// The shop in which somebody ticks: it learns the way through its aisles.
  var shop: UUID?
  /// Of a line of one entry the version that was read; nil for any.
  var version: Version?

  enum Version {
    case read(Int)
    /// That of a text which this transaction has changed from the version.
    case changed(from: Int)
  }

  /// The operation that takes it back.
  var undo: TickLine { TickLine(line: line, entries: entries, isTicked: !isTicked) }

  func store(in batch: inout Batch) -> ShoppingLineQuery {
    let query = ShoppingLineQuery(line, in: &batch)
    change(in: &batch)
    return query
  }

  /// - Returns: the key of the statement that changes the entries.
  @discardableResult
  func change(in batch: inout Batch) -> Batch.Key {
    let changed = batch.add(ShoppingQueries.check(line, entries, isTicked, version))
    if isTicked { batch.add(ShoppingQueries.learn(line, entries)) }
    if isTicked, let shop { batch.add(ShopQueries.walk(shop, line)) }
    return changed
  }
}
