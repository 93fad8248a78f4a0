/// An amount and its place in the line, for `scaled`.
struct Amount {
  var least: Rational
  /// The upper end of a range.
  var most: Rational?
  var unit: CookingUnit?
  /// The scalars of the number or range; empty if the text implies the number ("pinch of salt").
  var numbers: Range<Int>
  /// The tokens of the whole amount: number, size, unit.
  var tokens: Range<Int>
  /// The tokens of the unit.
  var unitTokens: Range<Int>?
  /// Whether it counts what a part is taken from: "juice of 2 lemons".
  var isOfWhole = false
  /// Whether it says again what the amount before says: "1 lb" of "500 g / 1 lb", "(about 400 g)".
  var isRepeat = false
  /// Whether the number is a length of one piece: "2-inch piece of ginger". The amount is one.
  var isLength = false
  /// How many pieces one of its unit is: 6 of "2 boxes of 6 eggs", 12 of "1 dozen eggs". The text counts boxes, the amount eggs.
  var pieces: Rational?

  /// The tokens of the one container that the amount fills: "can" of "400g can chickpeas".
  var holder: Range<Int>? {
    guard let unitTokens, unit?.isMeasure == true, unitTokens.upperBound < tokens.upperBound else { return nil }
    return unitTokens.upperBound..<tokens.upperBound
  }

  var lower: Double { least.value }
  var upper: Double? { most?.value }
  var quantity: Quantity {
    guard let pieces else { return Quantity(lower: lower, upper: upper, unit: unit) }
    return Quantity(lower: lower * pieces.value, upper: upper.map { $0 * pieces.value }, unit: nil)
  }
}
