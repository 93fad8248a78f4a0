import Postgres

/// Changes a recipe, unless somebody else has changed it since it was read. Of a starter recipe it changes the household's copy.
struct EditRecipe: Sendable {
  let recipe: RecipeDraft
  /// The version that was read.
  let version: Int

  /// Checks the rules, and reads what the recipe says.
  func ready(_ session: some HouseholdSession) async throws -> Ready {
    let problems = try await session.offLoop { recipe.problems }
    guard problems.isEmpty else { throw problems }
    return Ready(recipe: recipe, version: version, words: try await Understanding.of(recipe, session))
  }

  /// A change that keeps the rules.
  struct Ready {
    let recipe: RecipeDraft
    fileprivate let version: Int
    fileprivate let words: Understanding

    func store(in batch: inout Batch) -> Query {
      let changed = RecipeQueries.update(recipe, words, version: version, in: &batch)
      return Query(changed: changed, recipe: batch.add(RecipeQueries.find(recipe.id)))
    }
  }

  struct Query { fileprivate let changed, recipe: Batch.Key }

  struct Result {
    /// Whether it was changed: nobody else has done so meanwhile.
    let isSaved: Bool
    /// As it is now.
    let stored: RecipeDraft
    let version: Int

    /// Nil if there is no such recipe.
    init?(_ results: Results, _ query: Query) throws {
      guard let row = results[query.recipe].first else { return nil }
      isSaved = !results[query.changed].isEmpty
      (stored, version) = (try RecipeDraft(row), try row["version"])
    }
  }
}
