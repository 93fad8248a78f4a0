import Cookery
import Postgres

/// Corrects what a line of several entries sums up: one entry that says what it is for takes their place, unless one of them has
/// changed since it was read.
struct EditSum: Sendable {
  /// Of the entry that takes their place. Doing so twice with one id is doing it once.
  var id = UUID.v7()
  let entries: [UUID]
  let text: String
  /// The sum of the versions that were read.
  let version: Int

  var problems: Problems { AddToList(text: text).problems }

  /// - Returns: whether it was changed: nobody else has changed one of the entries meanwhile.
  func run(_ session: some HouseholdSession) async throws -> Bool {
    guard problems.isEmpty else { throw problems }
    let text = text.trimmed
    let line = try await FoodLine.read([text], session)[0]
    var batch: Batch = [
      ShoppingQueries.lockLists(of: entries), ShoppingQueries.sum(entries, version: version, into: id, text, line),
    ]
    let added = batch.add(ShoppingQueries.find(id))
    return try await !session.query(batch)[added].isEmpty
  }
}
