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
  /// Whether a line whose list is in the trash stays as it is. On a page that was drawn before, it is ticked: the list may come back.
  var mustBeOnList = false

  enum Version {
    case read(Int)
    /// That of a text which this transaction has changed from the version, or which it had then.
    case changed(from: Int, text: String)
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
    let condition = mustBeOnList ? ShoppingQueries.isOnList("shopping_entries") : "true"
    let changed = batch.add(ShoppingQueries.check(line, entries, isTicked, version, if: condition))
    if isTicked { batch.add(ShoppingQueries.learn(line, entries, if: condition)) }
    if isTicked, let shop { batch.add(ShopQueries.walk(shop, line)) }
    return changed
  }
}
