import Cookery
import Postgres

/// Renames a shop, or puts its aisles into another order, which replaces the learned one.
struct ChangeShop {
  let id: UUID
  /// Nil for as before.
  var name: String?
  var order: [Aisle]?

  var problems: Problems { name.map { ShoppingKind.problems(ofName: $0) } ?? Problems() }

  /// - Returns: the shop as it is now; nil if there is none.
  func run(_ session: some HouseholdSession) async throws -> Shop? {
    guard problems.isEmpty else { throw problems }
    var batch = Batch()
    if let name { batch.add(ShoppingKind.shop.rename(id, name.trimmed)) }
    if let order, !order.isEmpty { batch.add(ShopQueries.arrange(id, Shop.whole(order))) }
    let shop = batch.add(ShopQueries.find(id))
    return try await session.query(batch)[shop].first.map { try Shop($0) }
  }
}
