/// One parsed line of a recipe's ingredients. "2 ½ cups cherry tomatoes, halved (about 400 g)"
public struct IngredientLine: Sendable, Equatable {
  /// As written.
  public let text: String
  /// The amount; nil if there is none.
  public let quantity: Quantity?
  /// The food, without amount, unit and preparation: "cherry tomatoes".
  public let name: String
  /// Preparation and parentheses: "halved (about 400 g)".
  public let note: String
  /// The key for comparison, the same in every language; for an unknown food its own words, folded, singular and
  /// sorted. Empty for a heading or a line without a food.
  public let key: String
  /// `key` and those of its alternatives ("butter or margarine"); none of them is empty.
  public let keys: [String]
  /// Salt, pepper, water, ice and plain cooking oil: assumed in every kitchen, so never missing. Not olive oil, butter,
  /// sugar and flour.
  public let isStaple: Bool
  /// "optional", "facultatif", "по желанию", "선택".
  public let isOptional: Bool

  /// Traits that it contains, and that it may contain; other traits are known to be absent only if the line is understood.
  let has: Traits
  let may: Traits
  /// Whether each word of it is known, or cannot be a food.
  public let isUnderstood: Bool
  /// Whether it names a food that is known.
  public let hasFood: Bool

  /// The allergens that its foods always have.
  public var contained: [Allergen] { Allergen.allCases.filter { has.contains($0.trait) } }
  /// Those that only some products of that name have: the packet decides.
  public var possible: [Allergen] { Allergen.allCases.filter { may.contains($0.trait) && !has.contains($0.trait) } }

  public init(_ text: String) { self.init(text, Reading(text)) }

  init(_ text: String, _ reading: Reading) {
    self.text = text
    quantity = reading.quantity
    name = reading.name
    note = reading.note
    key = reading.key
    keys = reading.keys
    isStaple = reading.isStaple
    isOptional = reading.isOptional
    has = reading.has
    may = reading.may
    isUnderstood = reading.isUnderstood
    hasFood = reading.hasFood
  }

  /// A stored reading.
  init(
    text: String, quantity: Quantity?, name: String, note: String, key: String, keys: [String], isStaple: Bool,
    isOptional: Bool, has: Traits, may: Traits, isUnderstood: Bool, hasFood: Bool
  ) {
    (self.text, self.quantity, self.name, self.note, self.key, self.keys) = (text, quantity, name, note, key, keys)
    (self.isStaple, self.isOptional, self.has, self.may) = (isStaple, isOptional, has, may)
    (self.isUnderstood, self.hasFood) = (isUnderstood, hasFood)
  }

  /// The line with its amounts multiplied and formatted (½, 1 ¼, 2–3, 350 g); a line without an amount is unchanged.
  public func scaled(by factor: Double, decimalSeparator: String) -> String {
    guard factor.isFinite, factor > 0, factor != 1 else { return text }
    let each = { (line: IngredientLine) in line.scaled(by: factor, decimalSeparator: decimalSeparator) }
    if let list = list(served: each) { return list }
    let reading = LineAmounts(inWords: text)
    guard let main = reading.main, !reading.isGlued(main) else { return text }
    let amounts = ([main] + reading.others).filter { !$0.numbers.isEmpty }.sorted {
      $0.numbers.lowerBound > $1.numbers.lowerBound
    }
    var scalars = reading.scalars
    for amount in amounts {
      var lower = amount.lower
      var upper = amount.upper
      if amount.unitTokens == nil, amount.unit?.isMeasure == true, amount.upper == nil {
        // 2 x 400 g: only the two changes.
        var at = amount.numbers.lowerBound
        if let number = Number.read(scalars, at: &at), at <= amount.numbers.upperBound { lower = number.value }
      } else if amount.unitTokens == nil {
        upper = amount.upper
      }
      let isMetric = amount.unit?.isMetric ?? false
      let value = lower * factor
      var written = Quantity.written(value, isMetric: isMetric, decimalSeparator: decimalSeparator)
      if let end = upper {
        written +=
          reading.scalars.joiner(ofRange: amount.numbers)
          + Quantity.written(end * factor, isMetric: isMetric, decimalSeparator: decimalSeparator)
      }
      // Units written in full agree with the number.
      for token in (amount.unitTokens ?? 0..<0).reversed().map({ reading.tokens[$0] }) where token.end <= scalars.count
      {
        let word = String(String.UnicodeScalarView(scalars[token.start..<token.end]))
        guard let other = Plurals.agreeing(word, with: (upper ?? lower) * factor) else { continue }
        scalars.replaceSubrange(token.start..<token.end, with: Array(other.unicodeScalars))
      }
      scalars.replaceNumber(amount.numbers, with: written)
    }
    // A line of the longest size is cut by its reading; the rest of it has no amounts.
    scalars += text.unicodeScalars.dropFirst(LineAmounts.longest)
    return String(String.UnicodeScalarView(scalars))
  }
}
