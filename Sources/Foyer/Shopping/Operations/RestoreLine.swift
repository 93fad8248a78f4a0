import Postgres

/// Brings back what left the list together with a line: by its deletion, with all that was ticked, or to what is at hand, which is
/// then as it was before.
struct RestoreLine {
  let line: UUID

  /// The address that does so, for Undo.
  var path: String { "/shopping/\(line)/restore" }

  /// - Returns: the line's name; nil for one that was never there.
  func run(_ session: some HouseholdSession) async throws -> String? {
    var batch = Batch(ShoppingQueries.restore(line))
    let query = ShoppingLineQuery(line, in: &batch)
    let unread = batch.add(RecipeQueries.unreadAtHand(AmountAtHand.mostUnread))
    let results = try await session.query(batch)
    try await AmountAtHand.readAgain(results[unread], session)
    return try query.name(results)
  }
}
