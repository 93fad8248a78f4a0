import Cookery
import Postgres

/// Says in which aisle the household finds the food of an entry from now on.
struct MoveFood {
  let entry: UUID
  let aisle: Aisle

  /// - Returns: whether the entry is on the list.
  func run(_ session: some HouseholdSession) async throws -> Bool {
    var batch = Batch()
    let entry = batch.add(ShoppingQueries.find(self.entry))
    batch.add(ShopQueries.move(self.entry, to: aisle))
    return try await !session.query(batch)[entry].isEmpty
  }
}
