import Postgres

/// Puts an item elsewhere in its section.
struct MoveItem {
  enum Place {
    case before(UUID)
    case after(UUID)
    case up, down, end
  }

  let id: UUID
  let place: Place

  /// The address that does so, for Undo.
  var path: String {
    switch place {
    case .before(let other): "/items/\(id)/move?before=\(other)"
    case .after(let other): "/items/\(id)/move?after=\(other)"
    case .up: "/items/\(id)/move?to=up"
    case .down: "/items/\(id)/move?to=down"
    case .end: "/items/\(id)/move?to=end"
    }
  }

  /// - Returns: the statement that finds the item below it before.
  func store(in batch: inout Batch) -> Batch.Key {
    let below = batch.add(ItemQueries.below(id))
    switch place {
    case .before(let other): batch.add(ItemQueries.move(id, isBefore: true, other))
    case .after(let other): batch.add(ItemQueries.move(id, isBefore: false, other))
    case .up: batch.add(ItemQueries.move(id, up: true))
    case .down: batch.add(ItemQueries.move(id, up: false))
    case .end: batch.add(ItemQueries.moveToEnd(id))
    }
    return below
  }

  func undo(_ results: Results, _ below: Batch.Key) throws -> MoveItem {
    MoveItem(id: id, place: try results[below].first.map { .before(try $0["id"]) } ?? .end)
  }
}
