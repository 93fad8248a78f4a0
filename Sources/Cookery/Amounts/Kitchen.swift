/// How a reader's kitchen writes amounts.
public struct Kitchen: Sendable, Equatable {
  public enum Language: String, Sendable, CaseIterable { case en, fr, ko, ru }

  public let language: Language
  /// Whether four tablespoons are a quarter of a cup: only where the recipe itself measures in cups.
  public let usesCups: Bool

  public init(_ language: Language, usesCups: Bool = false) {
    self.language = language
    self.usesCups = usesCups
  }

  /// - Parameter lines: the recipe's ingredients, which tell whether it measures in cups.
  public init(_ language: Language, _ lines: [IngredientLine]) {
    self.init(language, usesCups: lines.contains { $0.quantity?.unit == .cup })
  }

  public var decimalSeparator: String { language == .fr || language == .ru ? "," : "." }
}

/// An amount as a kitchen can measure it.
///
/// Spoons have eighths, quarters and halves, cups also thirds; scales show whole grams below 20 and steps of 5, 10, 25
/// and 50 above, which change no weight of 4 g or more by more than an eighth. Nothing is rounded to nothing.
enum KitchenAmount {
  /// The nearest amount that can be measured; nil for less than a sixteenth of a teaspoon, which is a pinch.
  static func rounded(_ value: Double, _ unit: CookingUnit?) -> Double? {
    switch unit {
    case .teaspoon where value < 1.0 / 16: nil
    case .teaspoon: step(value, [(0.5, 0.125), (3, 0.25), (6, 0.5)], above: 1)
    case .tablespoon, .dessertspoon: step(value, [(2, 0.25), (10, 0.5)], above: 1)
    case .cup, .gill, .pint, .quart, .gallon: value < 0.2 ? step(value, [], above: 0.125) : fraction(value, below: 4)
    case .gram, .millilitre: step(value, [(1, 0.5), (20, 1), (100, 5), (500, 10), (1000, 25)], above: 50)
    case .kilogram, .litre: step(value, [(5, 0.05), (20, 0.1)], above: 1)
    case .milligram: step(value, [], above: 1)
    case .centilitre: step(value, [(10, 0.5), (50, 1)], above: 5)
    case .decilitre: step(value, [(2, 0.25), (10, 0.5)], above: 1)
    case .ounce, .fluidOunce: step(value, [(2, 0.25), (8, 0.5)], above: 1)
    case .pound: step(value, [(4, 0.25), (10, 0.5)], above: 1)
    case .pinch, .dash, .drop, .knob: step(value, [], above: 1)
    case .clove, .leaf, .sprig, .slice, .stalk, .cube, .handful: step(value, [(5, 0.5)], above: 1)
    default: value < 0.2 ? step(value, [], above: 0.125) : fraction(value, below: 2)
    }
  }

  /// The larger or smaller unit in which the amount is written: 3 tsp as 1 tbsp, 0.25 kg as 250 g.
  static func converted(_ value: Double, _ unit: CookingUnit, usesCups: Bool) -> (value: Double, unit: CookingUnit)? {
    switch unit {
    // From two tablespoons on, half a one is precise enough.
    case .teaspoon where value >= 2.9 && (value >= 6 || isWhole(value / 3 * 2)): (value / 3, .tablespoon)
    case .tablespoon where value < 0.95 && !isWhole(value * 2): (value * 3, .teaspoon)
    case .tablespoon where usesCups && value >= 3.9 && isFraction(value / 16): (value / 16, .cup)
    case .cup where value < 0.24 && usesCups: (value * 16, .tablespoon)
    case .gram where value >= 1000: (value / 1000, .kilogram)
    case .kilogram where value < 1: (value * 1000, .gram)
    case .millilitre where value >= 1000: (value / 1000, .litre)
    case .litre where value < 1: (value * 1000, .millilitre)
    default: nil
    }
  }

  private static func isWhole(_ value: Double) -> Bool { abs(value - nearest(value)) < 0.05 }

  private static func isFraction(_ value: Double) -> Bool {
    let rounded = fraction(value, below: 4)
    return abs(value - rounded) <= rounded * 0.05
  }

  /// To a multiple of a step that depends on the size, and at least one step.
  private static func step(_ value: Double, _ steps: [(below: Double, step: Double)], above last: Double) -> Double {
    let step = steps.first { value < $0.below }?.step ?? last
    return max(step, nearest(value / step) * step)
  }

  /// To quarters and thirds below a limit, to halves below four times the limit, and to whole ones above.
  private static func fraction(_ value: Double, below limit: Double) -> Double {
    guard value < limit else { return step(value, [(limit * 4, 0.5)], above: 1) }
    let whole = Double(Int(value))
    let rest = value - whole
    let parts = [0, 0.25, 1.0 / 3, 0.5, 2.0 / 3, 0.75, 1]
    let part = parts.min { abs($0 - rest) < abs($1 - rest) } ?? 0
    return max(0.25, whole + part)
  }

  static func nearest(_ value: Double) -> Double { value < 1e15 ? Double(Int(value + 0.5)) : value }

  /// "¼", "1 ½", "350", "1.25": the amount alone.
  static func written(_ value: Double, _ unit: CookingUnit?, _ kitchen: Kitchen) -> String {
    Quantity.written(value, isMetric: unit?.isMetric ?? false, decimalSeparator: kitchen.decimalSeparator)
  }
}
