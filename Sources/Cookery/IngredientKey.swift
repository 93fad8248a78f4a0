/// What a food is compared by.
public enum IngredientKey {
  /// What a person types as an ingredient at hand: the same key as that of a recipe's line.
  public static func key(for typed: String) -> String { IngredientLine(typed).key }

  /// The keys of a line that offers a choice ("butter or margarine"); one for any other, none for a heading.
  public static func keys(in line: String) -> [String] {
    let reading = Reading(line)
    return reading.keys
  }
}
