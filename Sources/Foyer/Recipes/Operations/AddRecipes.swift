import Postgres

/// Adds recipes. Doing so twice with their ids adds them once.
struct AddRecipes: Sendable {
  let recipes: [RecipeDraft]

  /// Checks the rules, and reads what the recipes say.
  func ready(_ session: some HouseholdSession) async throws -> Ready {
    let problems = try await session.offLoop {
      recipes.reduce(into: Problems()) { problems, recipe in problems.add(recipe.problems) }
    }
    guard problems.isEmpty else { throw problems }
    var words: [Understanding] = []
    for recipe in recipes { words.append(try await Understanding.of(recipe, session)) }
    return Ready(recipes: recipes, words: words)
  }

  /// Recipes that keep the rules and have been read.
  struct Ready {
    var recipes: [RecipeDraft]
    fileprivate let words: [Understanding]

    func store(in batch: inout Batch) { batch.add(RecipeQueries.insert(recipes, words)) }
  }
}
