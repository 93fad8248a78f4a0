import Cookery
import Postgres

/// Which lines leave the recipes of a list open: shown where a search includes those that nobody knows.
extension RecipeList {
  /// - Parameter rows: of the search, with the lines of what is unknown.
  mutating func findLinesToCheck(_ rows: Rows, _ parameters: CookingParameters, _ context: Context) async throws {
    var lines: [UUID: [String]] = [:]
    for row in rows {
      guard let _: [String] = try row["ingredients"] else { continue }
      let reading = try await RecipeReading.of(row, context)
      lines[try row["id"]] = Self.deciding(reading.facts, parameters).map { reading.texts[$0] }
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
