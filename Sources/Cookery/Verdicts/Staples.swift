extension IngredientLine {
  /// Whether it need not be bought: a staple, in such an amount as a kitchen has. Two litres of oil for frying and a crust of 400 g
  /// of salt are bought.
  public var isAtHandAnyway: Bool { isStaple && !isMuch }

  /// Ice has the key of water.
  private var isIce: Bool {
    Fold.words(of: name).contains { word in Self.ice.contains(word) || word.hasPrefix("лед") || word.hasPrefix("льд") }
  }
  private static let ice = Words.folded("ice, glace, glaçons, glaçon, 얼음, лёд, льда")

  private var isMuch: Bool {
    guard let quantity, let unit = quantity.unit, key != "water" || isIce else { return false }
    let amount = (quantity.upper ?? quantity.lower) * unit.factor
    // The largest amount that a kitchen has: 300 g or ml, and of ice, which comes from a tray, 500 g.
    let most = key == "water" ? 500.0 : 300.0
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
