/// An amount or a range with its unit: "2–3 tbsp", "½", "400g".
public struct Quantity: Sendable, Equatable {
  public let lower: Double
  /// The upper end of a range.
  public let upper: Double?
  /// nil: pieces are counted.
  public let unit: CookingUnit?

  public init(lower: Double, upper: Double? = nil, unit: CookingUnit? = nil) {
    self.lower = lower
    self.upper = upper
    self.unit = unit
  }
}
