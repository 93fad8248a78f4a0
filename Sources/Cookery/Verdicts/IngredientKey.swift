/// The key by which equal foods are found.
public enum IngredientKey {
  /// The key of an ingredient at hand as typed: equal to that of a recipe's line with the same food.
  public static func key(for typed: String) -> String { IngredientLine(typed).key }
}
