/// A unit's words as a line writes them, and those of a larger or smaller unit in the same style: "c. à café" and
/// "c. à soupe", "ч. л." and "ст. л.", "teaspoons" and "tablespoons".
enum UnitWords {
  /// Nil if the line writes its unit in a way that has no known counterpart.
  static func replaced(_ words: String, _ from: CookingUnit, _ to: CookingUnit) -> String? {
    for (old, new) in pairs(from, to) {
      guard let range = words.firstRange(of: old) else { continue }
      // The "l" of "litre" is no sign.
      if from.isMetric, range.upperBound < words.endIndex && words[range.upperBound].isLetter { continue }
      return String(words[..<range.lowerBound]) + new + String(words[range.upperBound...])
    }
    return nil
  }

  private static func pairs(_ from: CookingUnit, _ to: CookingUnit) -> [(String, String)] {
    switch (from, to) {
    case (.teaspoon, .tablespoon): spoons
    case (.tablespoon, .teaspoon): spoons.map { ($0.1, $0.0) }
    case (.tablespoon, .cup): [("tablespoons", "cups"), ("tablespoon", "cup"), ("tbsp", "cup")]
    case (.cup, .tablespoon): [("cups", "tbsp"), ("cup", "tbsp")]
    case (.gram, .kilogram), (.millilitre, .litre): scales
    case (.kilogram, .gram), (.litre, .millilitre): whole + scales.map { ($0.1, $0.0) }
    default: []
    }
  }

  private static let spoons = [
    ("teaspoon", "tablespoon"), ("Teaspoon", "Tablespoon"), ("tsp", "tbsp"), ("café", "soupe"), ("чайн", "столов"),
    ("ч", "ст"), ("작은술", "큰술"), ("TL", "EL"),
  ]
  private static let whole = [
    ("litres", "ml"), ("litre", "ml"), ("liters", "ml"), ("liter", "ml"), ("литра", "мл"), ("литр", "мл"), ("리터", "ml"),
    ("kilos", "g"), ("kilo", "g"), ("кило", "г"), ("킬로", "g"),
  ]
  private static let scales = [("ml", "l"), ("мл", "л"), ("g", "kg"), ("г", "кг")]
}
