extension IngredientLine {
  /// Whether it need not be bought: a staple, in such an amount as a kitchen has. Two litres of oil for frying and a crust of 400 g
  /// of salt are bought.
  public var isAtHandAnyway: Bool { isStaple && !isMuch() }

  /// Ice has the key of water.
  private var isIce: Bool {
    Fold.words(of: name).contains { word in Self.ice.contains(word) || word.hasPrefix("лед") || word.hasPrefix("льд") }
  }
  private static let ice = Words.folded("ice, glace, glaçons, glaçon, 얼음, лёд, льда")

  /// Whether it is more than a kitchen has of what is always there.
  /// - Parameters:
  ///   - factor: by which its amounts are multiplied.
  ///   - most: the largest amount that there is, in grams or millilitres; of ice, which comes from a tray, at least 500 g.
  public func isMuch(factor: Double = 1, most: Double = 300) -> Bool {
    guard let quantity, let unit = quantity.unit, key != "water" || isIce else { return false }
    let amount = (quantity.upper ?? quantity.lower) * unit.factor * factor
    let most = key == "water" ? max(500, most) : most
    return switch unit.kind {
    // The kind's smallest unit is the milligram.
    case .mass: amount / 1000 >= most
    case .imperialMass: amount * 28.35 >= most
    case .volume: amount >= most
    case .spoons: amount * 5 >= most
    case .imperialVolume: amount * 29.6 >= most
    case .count(.bottle): true
    default: false
    }
  }
}
