import Cookery
import Postgres

/// Which lines leave the recipes of a list open: shown where a search includes those that nobody knows.
extension RecipeList {
  /// - Parameter rows: of the search, with the lines of what is unknown.
  mutating func findLinesToCheck(_ rows: Rows, _ parameters: CookingParameters, _ context: Context) async throws {
    var read: [(id: UUID, ingredients: [String], statements: [String], hearsay: [String])] = []
    for row in rows {
      if let ingredients: [String] = try row["ingredients"] {
        read.append((try row["id"], ingredients, try row["statements"], try row["hearsay"]))
      }
    }
    if read.isEmpty { return }
    let found = read
    let lines = try await context.offLoop {
      Dictionary(
        found.map { one in
          let facts = RecipeFacts(
            lines: one.ingredients.map { IngredientLine($0) }, statements: one.statements, hearsay: one.hearsay)
          return (one.id, Self.deciding(facts, parameters).map { one.ingredients[$0] })
        }
      ) { $1 }
    }
    for index in recipes.indices { recipes[index].linesToCheck = lines[recipes[index].id] ?? [] }
  }

  /// The lines that leave an allergen or a diet of the parameters open, each once.
  private static func deciding(_ facts: RecipeFacts, _ parameters: CookingParameters) -> [Int] {
    var lines: [Int] = []
    for allergen in parameters.allergies {
      if case .unknown(let line?) = facts.allergens[allergen] { lines.append(line) }
    }
    for diet in parameters.diets {
      if case .unknown(let line?) = facts.diets[diet] { lines.append(line) }
    }
    return Set(lines).sorted()
  }
}
