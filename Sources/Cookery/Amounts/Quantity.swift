/// An amount or a range with its unit: "2–3 tbsp", "½", "400g".
public struct Quantity: Sendable, Equatable {
  public let lower: Double
  /// The upper end of a range.
  public let upper: Double?
  /// nil: a number of pieces.
  public let unit: CookingUnit?

  public init(lower: Double, upper: Double? = nil, unit: CookingUnit? = nil) {
    self.lower = lower
    self.upper = upper
    self.unit = unit
  }

  /// The sum, if the units are compatible: g and kg, ml and l, tsp and tbsp and cup, pieces; else nil.
  public func adding(_ other: Quantity) -> Quantity? {
    guard let unit, let otherUnit = other.unit else {
      guard unit == nil, other.unit == nil else { return nil }
      return sum(other, unit: nil, own: 1, its: 1)
    }
    guard unit.kind == otherUnit.kind else { return nil }
    if unit == otherUnit { return sum(other, unit: unit, own: 1, its: 1).simplified }
    // Added in the smaller unit, then converted to the largest that fits.
    let smaller = unit.factor <= otherUnit.factor ? unit : otherUnit
    return sum(other, unit: smaller, own: unit.factor / smaller.factor, its: otherUnit.factor / smaller.factor)
      .simplified
  }

  private func sum(_ other: Quantity, unit: CookingUnit?, own: Double, its: Double) -> Quantity {
    let lower = lower * own + other.lower * its
    let isRange = upper != nil || other.upper != nil
    return Quantity(
      lower: lower, upper: isRange ? (upper ?? self.lower) * own + (other.upper ?? other.lower) * its : nil, unit: unit)
  }

  /// 1500 g as 1.5 kg, 3 tsp as 1 tbsp, 16 tbsp as 1 cup.
  private var simplified: Quantity {
    let larger: (CookingUnit, Double)? =
      switch unit {
      case .milligram: (.gram, 1000)
      case .gram: (.kilogram, 1000)
      case .ounce: (.pound, 16)
      case .millilitre: (.litre, 1000)
      case .centilitre: (.litre, 100)
      case .decilitre: (.litre, 10)
      case .teaspoon: (.tablespoon, 3)
      case .tablespoon: (.cup, 16)
      default: nil
      }
    guard let (next, factor) = larger, lower >= factor else { return self }
    // Only if the result can be measured: 4 tsp stay 4 tsp.
    let isExact = next.isMetric || Self.nearest(lower / factor * 4) == lower / factor * 4
    guard isExact else { return self }
    return Quantity(lower: lower / factor, upper: upper.map { $0 / factor }, unit: next).simplified
  }

  /// "1 ½ cup", "350 g", "2–3".
  public func formatted(decimalSeparator: String) -> String {
    let isMetric = unit?.isMetric ?? false
    var text = Self.written(lower, isMetric: isMetric, decimalSeparator: decimalSeparator)
    if let upper { text += "–" + Self.written(upper, isMetric: isMetric, decimalSeparator: decimalSeparator) }
    if let unit { text += " " + unit.rawValue }
    return text
  }

  /// A number in the form of recipes: metric units with decimals, others with fractions.
  static func written(_ value: Double, isMetric: Bool, decimalSeparator: String) -> String {
    guard value.isFinite, value > 0, value < 1e9 else { return value > 0 ? "∞" : "0" }
    let whole = Double(Int(value))
    let rest = value - whole
    if !isMetric, value < 100 {
      for (fraction, sign) in fractions where abs(rest - fraction) < 0.03 {
        if sign.isEmpty {
          let rounded = whole + fraction
          if rounded > 0 { return String(Int(rounded)) }
          continue
        }
        if value > 20, fraction != 0.5 { continue }
        return whole > 0 ? "\(Int(whole)) \(sign)" : sign
      }
    }
    let step: Double = value >= 100 ? 1 : value >= 10 ? 2 : value >= 1 && !isMetric ? 10 : 100
    var rounded = nearest(value * step) / step

    if rounded == 0 { rounded = 0.01 }
    return decimal(rounded, separator: decimalSeparator)
  }

  /// `rounded()` would be the only use of libm.
  private static func nearest(_ value: Double) -> Double { value < 1e15 ? Double(Int(value + 0.5)) : value }

  private static let fractions: [(Double, String)] = [
    (0, ""), (1, ""), (0.5, "½"), (0.25, "¼"), (0.75, "¾"), (1.0 / 3, "⅓"), (2.0 / 3, "⅔"), (0.125, "⅛"), (0.375, "⅜"),
    (0.625, "⅝"),
    (0.875, "⅞"),
  ]

  private static func decimal(_ value: Double, separator: String) -> String {
    let hundredths = Int(value * 100 + 0.5)
    let (whole, rest) = (hundredths / 100, hundredths % 100)
    if rest == 0 { return String(whole) }
    if rest % 10 == 0 { return "\(whole)\(separator)\(rest / 10)" }
    return "\(whole)\(separator)\(rest < 10 ? "0" : "")\(rest)"
  }
}
