/// Who may eat a recipe, as far as its ingredients and its own statements tell.
public struct RecipeFacts: Sendable {
  public let allergens: [Allergen: AllergenVerdict]
  public let diets: [Diet: DietVerdict]

  public init(lines: [IngredientLine], statements: [String]) {
    allergens = Dictionary(uniqueKeysWithValues: Allergen.allCases.map { ($0, .unknown(line: nil)) })
    diets = Dictionary(uniqueKeysWithValues: Diet.allCases.map { ($0, .unknown(line: nil)) })
  }
}
