import Cookery
import Postgres

/// Which lines leave the recipes of a list open: shown where a search includes those that nobody knows.
extension RecipeList {
  mutating func findLinesToCheck(_ parameters: CookingParameters, _ context: Context) async throws {
    let open = recipes.filter { !$0.unknown.isEmpty }.map(\.id)
    if open.isEmpty { return }
    let rows = try await context.query(RecipeQueries.ingredients(of: open))
    var read: [(id: UUID, ingredients: [String], statements: [String])] = []
    for row in rows { read.append((try row["id"], try row["ingredients"], try row["statements"])) }
    let found = read
    let lines = try await context.offLoop {
      // The household's own copy of a starter recipe comes last.
      Dictionary(found.map { ($0.id, Self.deciding($0.ingredients, $0.statements, parameters)) }) { $1 }
    }
    for index in recipes.indices { recipes[index].linesToCheck = lines[recipes[index].id] ?? [] }
  }

  /// The lines that leave an allergen or a diet of the parameters open, each once.
  private static func deciding(
    _ ingredients: [String], _ statements: [String], _ parameters: CookingParameters
  ) -> [String] {
    let facts = RecipeFacts(lines: ingredients.map { IngredientLine($0) }, statements: statements)
    var lines: [Int] = []
    for allergen in parameters.allergies {
      if case .unknown(let line?) = facts.allergens[allergen] { lines.append(line) }
    }
    for diet in parameters.diets {
      if case .unknown(let line?) = facts.diets[diet] { lines.append(line) }
    }
    return Set(lines).sorted().map { ingredients[$0] }
  }
}

extension RecipeQueries {
  fileprivate static func ingredients(of ids: [UUID]) -> SQL {
    """
    SELECT r.id, ingredients, statements
    FROM unnest(\(ids)::uuid[]) AS wanted (id)
    JOIN recipes r ON r.household_id IN ((SELECT current_household()), starter_household()) AND r.id = wanted.id AND r.deleted_at IS NULL
    ORDER BY r.household_id = current_household()
    """
  }
}
