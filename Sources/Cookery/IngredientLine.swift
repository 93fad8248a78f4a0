/// One line of a recipe's ingredients, understood. "2 ½ cups cherry tomatoes, halved (about 400 g)"
public struct IngredientLine: Sendable, Equatable {
  /// As written.
  public let text: String
  /// The amount; nil if there is none.
  public let quantity: Quantity?
  /// What it is, without amount, unit and preparation: "cherry tomatoes".
  public let name: String
  /// Preparation and parentheses: "halved (about 400 g)".
  public let note: String
  /// What it is compared by, the same in every language; an unknown food's own words, folded, singular and sorted.
  /// Empty for a heading or a line without a food.
  public let key: String
  /// Salt, water, pepper, plain cooking oil: every kitchen has it, so it is never missing.
  public let isStaple: Bool
  /// "optional", "facultatif", "по желанию", "선택".
  public let isOptional: Bool

  public init(_ text: String) {
    self.text = text
    quantity = nil
    name = text
    note = ""
    key = IngredientKey.key(for: text)
    isStaple = false
    isOptional = false
  }

  /// The line with its amounts multiplied, well written (½, 1 ¼, 2–3, 350 g); a line without an amount comes back as it is.
  public func scaled(by factor: Double, decimalSeparator: String) -> String { text }
}

/// What a food is compared by.
public enum IngredientKey {
  /// What a person types as an ingredient at hand: the same key as that of a recipe's line.
  public static func key(for typed: String) -> String { Fold.words(of: typed).sorted().joined(separator: " ") }

  /// The keys of a line that offers a choice ("butter or margarine"); one for any other, none for a heading.
  public static func keys(in line: String) -> [String] { [key(for: line)] }
}
