import Postgres

/// Makes a recipe one of the member's favourites, or takes it from them.
struct FavorRecipe {
  let id: UUID
  let isFavorite: Bool

  /// - Returns: the recipe's name; nil if there is none.
  func run(_ session: some HouseholdSession) async throws -> String? {
    var batch: Batch = [RecipeQueries.favor(id, isFavorite)]
    let recipe = batch.add(RecipeQueries.find(id))
    return try await session.query(batch)[recipe].first?["name"]
  }
}
