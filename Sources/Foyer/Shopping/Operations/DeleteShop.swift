import Postgres

/// Deletes a shop for 30 days.
struct DeleteShop {
  let id: UUID

  var undo: RestoreShop { RestoreShop(id: id) }

  /// - Returns: the shop's name; nil if there is none.
  func run(_ session: some HouseholdSession) async throws -> String? {
    var batch: Batch = [ShopQueries.delete(id)]
    let shop = batch.add(ShopQueries.findAny(id))
    return try await session.query(batch)[shop].first?["name"]
  }
}

/// Brings back a deleted shop.
struct RestoreShop {
  let id: UUID

  /// The address that does so, for Undo.
  var path: String { "/shopping/shops/\(id)/restore" }

  /// - Returns: the shop's name; nil if there is none.
  func run(_ session: some HouseholdSession) async throws -> String? {
    var batch: Batch = [ShopQueries.restore(id)]
    let shop = batch.add(ShopQueries.findAny(id))
    return try await session.query(batch)[shop].first?["name"]
  }
}
