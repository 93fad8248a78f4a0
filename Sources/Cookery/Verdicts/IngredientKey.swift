/// The key by which equal foods are found.
public enum IngredientKey {
  /// The key of an ingredient at hand as typed: one of those that a recipe's line of the same food accepts.
  public static func key(for typed: String) -> String { StandIns.shared.key(of: IngredientLine(typed)) }

  /// The key of the food alone, which its kinds share: tomatoes, tinned or not.
  public static func food(of typed: String) -> String { IngredientLine(typed).key }

  /// Of keys that a line accepts: those of the foods that it names, without what only may stand for them.
  public static func own(of accepted: [String]) -> [String] { StandIns.shared.own(of: accepted) }

  /// Other foods for which one stands: an egg for yolks and whites.
  public static func standsFor(_ key: String) -> [String] { StandIns.shared.others(for: key) }

  /// Whether a food is another or a kind of it: a red pepper is a bell pepper.
  public static func isKind(_ key: String, of food: String) -> Bool {
    key == food || StandIns.shared.foods[key] == food
  }
}
