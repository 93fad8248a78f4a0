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

  func store(in batch: inout Batch) {
    switch place {
    case .before(let other): batch.add(ItemQueries.move(id, isBefore: true, other))
    case .after(let other): batch.add(ItemQueries.move(id, isBefore: false, other))
    case .up: batch.add(ItemQueries.move(id, up: true))
    case .down: batch.add(ItemQueries.move(id, up: false))
    case .end: batch.add(ItemQueries.moveToEnd(id))
    }
  }
}
