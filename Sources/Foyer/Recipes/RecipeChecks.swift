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
    var lines: [UUID: [String]] = [:]
    for (id, ingredients, statements, hearsay) in read {
      let parsed = try await context.inPieces(ingredients, (), size: \.utf8.count) { IngredientLine($1) }
      let deciding = try await context.offLoop {
        Self.deciding(RecipeFacts(lines: parsed, statements: statements, hearsay: hearsay), parameters)
      }
      lines[id] = deciding.map { ingredients[$0] }
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
