import Postgres

/// Gives a recipe the member's stars, whole ones; 0 takes them back.
struct RateRecipe {
  let id: UUID
  let stars: Int

  /// Nil for a number that cannot be given.
  init?(id: UUID, stars: Int) {
    guard (0...RecipeStars.most).contains(stars) else { return nil }
    (self.id, self.stars) = (id, stars)
  }

  /// - Returns: the recipe's stars; nil if there is no such recipe.
  func run(_ session: some HouseholdSession) async throws -> RecipeStars? {
    var batch: Batch = [RecipeQueries.rate(id, stars)]
    let recipe = batch.add(RecipeQueries.find(id))
    return try await session.query(batch)[recipe].first.map { try RecipeStars($0) }
  }
}
