/// The key by which equal foods are found.
public enum IngredientKey {
  /// The key of an ingredient at hand as typed: equal to that of a recipe's line with the same food.
  public static func key(for typed: String) -> String { IngredientLine(typed).key }

  /// The keys of a line with alternatives ("butter or margarine"); one for any other line, none for a heading.
  public static func keys(in line: String) -> [String] {
    let reading = Reading(line)
    return reading.keys
  }
}
