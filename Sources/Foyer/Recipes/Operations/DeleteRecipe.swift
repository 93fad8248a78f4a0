import Postgres

/// Deletes a recipe for 30 days; a starter recipe only hides from the household.
struct DeleteRecipe {
  let id: UUID

  func store(in batch: inout Batch) -> Query {
    batch.add([RecipeQueries.deleteForGood()] + RecipeQueries.delete(id))
    return Query(recipe: batch.add(RecipeQueries.findAny(id)))
  }

  struct Query { fileprivate let recipe: Batch.Key }

  struct Result {
    let name: String
    let undo: RestoreRecipe

    /// Nil if there is no such recipe.
    init?(_ results: Results, _ query: Query, of operation: DeleteRecipe) throws {
      guard let row = results[query.recipe].first else { return nil }
      (name, undo) = (try row["name"], RestoreRecipe(id: operation.id))
    }
  }
}

/// Brings back a deleted recipe.
struct RestoreRecipe {
  let id: UUID

  /// The address that does so, for Undo.
  var path: String { "/recipes/\(id)/restore" }

  /// - Returns: the recipe's name; nil if there is none.
  func run(_ session: some HouseholdSession) async throws -> String? {
    var batch = Batch(RecipeQueries.restore(id))
    let recipe = batch.add(RecipeQueries.findAny(id))
    return try await session.query(batch)[recipe].first?["name"]
  }
}
