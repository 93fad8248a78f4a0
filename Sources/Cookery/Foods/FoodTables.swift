/// The tables by which lines are read: each is parsed at its first use.
public enum FoodTables {
  /// Parses them now, on the calling thread: most of a second of work that no event loop is to do for its first line.
  public static func load() {
    _ = (FoodTable.shared, FoodNames.shared, FurtherAllergens.shared, StandIns.shared, FrenchWords.shared)
    // Those of words, amounts and verdicts.
    for text in ["2 eggs, beaten", "2 œufs battus", "달걀 2개", "2 яйца"] {
      let line = FoodLine(text)
      _ = (line.aisle, RecipeFacts(lines: [IngredientLine(text)], statements: [], hearsay: [], servings: 2))
    }
  }
}
