import Cookery
import Postgres

/// Adds a shop. Doing so twice with one id adds it once; there are fifty at most.
struct AddShop {
  var id = UUID.v7()
  let name: String
  /// The aisles in the order in which they are walked; those left out come last.
  var order: [Aisle] = []

  var problems: Problems { ShoppingKind.problems(ofName: name) }

  func run(_ session: some HouseholdSession) async throws {
    guard problems.isEmpty else { throw problems }
    try await session.query([ShoppingKind.shop.deleteForGood(), ShopQueries.insert(id, name.trimmed, order)])
  }
}
