extension FoodLine {
  /// How much is in one package, where the line says what somebody buys; nil of what a shop weighs.
  /// - Parameter text: what the line is of.
  public func package(in text: String) -> FoodAmount? {
    sum.amounts.count == 1 ? FoodAmount(package: Reading(FoodLineText.normal(text)), in: aisle) : nil
  }
}

extension FoodAmount {
  /// How much is in one package of a line that says what is bought: 330 ml of "6x330ml cola", 400 g of "2 tins (400 g)", 500 g of
  /// "500 g pasta". Nil of what a shop weighs, and of spoons and cups.
  fileprivate init?(package reading: Reading, in aisle: Aisle) {
    guard let main = reading.main, !main.isOfWhole, main.most == nil || main.most == main.least,
      reading.others.allSatisfy(\.isRepeat)
    else { return nil }
    let behind = reading.tokens.indices.filter { reading.tokens[$0].start >= main.numbers.upperBound }
    let size = Self.size(reading, behind) ?? Self.size(reading, Array(main.tokens.dropFirst()))
    if let size, main.unit?.isContainer == true || main.unitTokens == nil {
      self = size
    } else if let unit = main.unit, unit.isPackaged, ![.produce, .bakery, .meat].contains(aisle) {
      self.init(main.least, .unit(unit))
      guard let metric = self.unit.metric, let size = number.multiplied(by: metric.size), size >= Self.smallest else {
        return nil
      }
    } else {
      return nil
    }
  }

  /// In grams or millilitres, of a line that names no package; less is what a recipe takes.
  private static let smallest = Rational(50)

  /// The first measured amount of some tokens: "400 g".
  private static func size(_ reading: Reading, _ tokens: [Int]) -> FoodAmount? {
    for token in tokens {
      guard case .number = reading.tokens[token].kind, let word = reading.tokens.dropFirst(token + 1).first?.word,
        let unit = CookingUnit.named([word]), unit.isPackaged
      else { continue }
      var at = reading.tokens[token].start
      if let number = Number.read(reading.scalars, at: &at), number.exact > .zero {
        return FoodAmount(number.exact, .unit(unit))
      }
    }
    return nil
  }
}

extension CookingUnit {
  /// Whether packages name their contents by it.
  fileprivate var isPackaged: Bool {
    switch self {
    case .gram, .kilogram, .ounce, .pound, .millilitre, .centilitre, .decilitre, .litre, .fluidOunce: true
    default: false
    }
  }
}

/// Several packages of one size: "3 × 500 g".
public struct FoodPackages: Sendable, Equatable {
  public let count: Int
  public let size: FoodAmount

  /// As few as have an amount; nil where the two are not measured in the same way.
  init?(of size: FoodAmount, with amount: FoodAmount) {
    guard let one = size.unit.metric, let all = amount.unit.metric, one.isMass == all.isMass,
      let contents = size.number.multiplied(by: one.size), let wanted = amount.number.multiplied(by: all.size),
      let count = wanted.divided(by: contents), count.up < 1_000
    else { return nil }
    (self.count, self.size) = (count.up, size)
  }

  var sum: FoodSum {
    FoodSum(size.number.multiplied(by: Rational(count)).map { [FoodAmount($0, size.unit)] } ?? [size])
  }
}

extension AmountText {
  /// "500 g", "3 × 500 g"
  public func text(of packages: FoodPackages) -> String {
    let size = text(of: packages.size)
    return packages.count == 1 ? size : "\(packages.count)\u{A0}×\u{A0}\(size)"
  }
}
