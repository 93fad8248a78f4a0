/// The amount that one buys of a food, beside the one that it is for: 2 heads of garlic for 11 ¼ cloves, 8 aubergines for 7 ½, a
/// bottle of olive oil for 213 ml.
///
/// Whole pieces, heads, bunches, tins and bottles go up. So do weights and volumes, to steps of 10, 50 and 250 g or ml, where they
/// are not such as scales and packets have. Spices stay in spoons, by which one sees whether the jar at home is enough.
public struct ShopAmount: Sendable, Equatable {
  /// In a shop.
  public let bought: FoodSum
  /// In the kitchen.
  public let needed: FoodSum

  /// The packages that are bought, where the household has bought packages of the food.
  public let packages: FoodPackages?

  public var isSame: Bool { bought == needed }

  /// The names of a fruit that is bought for its juice, and of eggs for their yolks, by language.
  private let whole: [String: String]?

  /// - Parameters:
  ///   - key: of `FoodLine`.
  ///   - name: as the line calls the food.
  ///   - package: how much is in one of those that the household has bought before.
  public init(_ needed: FoodSum, of key: String, name: String, aisle: Aisle, package: FoodAmount? = nil) {
    var key = key
    self = key.withUTF8 { ShopAmount(needed, of: $0, aisle: aisle, package: package) { name } }
  }

  /// The same of a row's bytes. Only of herbs and of a few fruits the name is asked for.
  public init(
    _ needed: FoodSum, of key: UnsafeBufferPointer<UInt8>, aisle: Aisle, package: FoodAmount? = nil, name: () -> String
  ) {
    self.needed = needed
    let food = Food(key: key, aisle: aisle, name: name)
    whole = food.isPart ? food.facts?.whole : nil
    packages = package.flatMap { package in
      let measured = FoodSum(needed.amounts.map(food.bought)).amounts
      return measured.count == 1 ? FoodPackages(of: package, with: measured[0]) : nil
    }
    if let packages {
      bought = packages.sum
      return
    }
    let isOne = needed.amounts.count == 1
    let amounts =
      isOne && food.facts == nil ? needed.amounts : FoodSum(food.joined(needed.amounts).map(food.bought)).amounts
    // "2 heads" and "3 cloves" have become heads: of what is counted, whole ones.
    let up = amounts.map(food.up)
    bought = isOne && up == needed.amounts ? needed : FoodSum(up, isOpen: needed.hasOpenAmount)
  }

  /// Whether a shop calls the food otherwise, as `food` does.
  public var isWholeFruit: Bool { whole != nil }

  /// Whether as much is bought as a shop sells in one, so that whatever more is needed comes of it: bottles, heads, bunches.
  public var isWhole: Bool {
    packages != nil
      || !bought.amounts.isEmpty
        && bought.amounts.allSatisfy { amount in
          if case .unit(let unit) = amount.unit { !unit.isMeasure } else { false }
        }
  }

  /// The food's name in a shop, in the language of its name in the kitchen: lemons, where a recipe has their juice by the spoon.
  public func food(_ name: String) -> String {
    guard let names = whole, let number = bought.amounts.first?.number, bought.amounts.count == 1 else { return name }
    let words = Fold.words(of: name)
    let language =
      words.contains { Hangul.begins($0) }
      ? "ko"
      : name.unicodeScalars.contains { (0x400...0x4FF).contains($0.value) }
        ? "ru"
        : words.contains {
          ["jus", "zeste", "zestes", "citron", "ecorce", "jaune", "jaunes", "blanc", "blancs"].contains($0)
        } ? "fr" : "en"
    return FoodLine.agreeing(names[language] ?? name, with: number)
  }

  /// The rules of a food.
  private struct Facts: Sendable {
    var rule: Rule?
    var isHerb = false
    /// Grams of a millilitre.
    var density: Rational?
    /// Grams of a stick, and of a knob.
    var stick: Rational?
    var knob: Rational?
    var whole: [String: String]?
  }

  /// By the key of the food's kind: one lookup a line.
  private static let facts: [String: Facts] = {
    var facts = rules.mapValues { Facts(rule: $0) }
    for key in herbs { facts[key, default: Facts()].isHerb = true }
    for (key, density) in densities { facts[key, default: Facts()].density = density }
    for (key, names) in wholes { facts[key, default: Facts()].whole = names }
    facts["butter", default: Facts()].stick = Rational(113)
    facts["butter", default: Facts()].knob = Rational(15)
    return facts
  }()

  private struct Food {
    /// Nil of most foods, and of what is in a tin.
    let facts: Facts?
    let isSpice: Bool
    /// The stems of the name, where anything is asked of them.
    private let words: Set<String>

    init(key: UnsafeBufferPointer<UInt8>, aisle: Aisle, name: () -> String) {
      let slash = UInt8(ascii: "/")
      let kind = UnsafeBufferPointer(rebasing: key.prefix { $0 != slash })
      let known = ShopAmount.facts[String(decoding: kind, as: UTF8.self)]
      let last = key.lastIndex(of: slash).map { $0 + 1 } ?? 0
      facts = known != nil && key[last...].elementsEqual(FoodNames.tinned.utf8) ? nil : known
      isSpice = aisle == .spices
      words = facts?.isHerb == true || facts?.whole != nil ? Set(Fold.words(of: name()).map { Stem.of($0) }) : []
    }

    var isPart: Bool {
      facts?.whole != nil && (facts?.rule == nil || words.contains { AmountReader.parts.contains($0) || $0 == "즙" })
    }

    /// Amounts in several ways of counting that are bought in one: cloves beside heads, spoons beside a bunch.
    func joined(_ amounts: [FoodAmount]) -> [FoodAmount] {
      guard let rule else { return amounts }
      var (total, rest) = (Rational.zero, [FoodAmount]())
      for amount in amounts {
        if let part = rule.share(of: amount), let sum = total.adding(part) {
          total = sum
        } else {
          rest.append(amount)
        }
      }
      return total > .zero ? [FoodAmount(total, rule.unit)] + rest : rest
    }

    func bought(_ amount: FoodAmount) -> FoodAmount {
      if let density = facts?.density, let grams = grams(amount, density) {
        return FoodAmount(grams, .unit(.gram))
      }
      return amount
    }

    /// Of spoons and cups of what is sold by weight.
    private func grams(_ amount: FoodAmount, _ density: Rational) -> Rational? {
      if amount.unit == .unit(.stick), let stick = facts?.stick { return amount.number.multiplied(by: stick) }
      if amount.unit == .unit(.knob), let knob = facts?.knob { return amount.number.multiplied(by: knob) }
      guard let metric = amount.unit.metric, !metric.isMass else { return nil }
      // A density is not exact enough for single grams.
      return amount.number.multiplied(by: metric.size)?.multiplied(by: density)?.divided(by: Rational(5)).flatMap {
        Rational($0.up).multiplied(by: Rational(5))
      }
    }

    private var rule: Rule? {
      if let rule = facts?.rule { return rule }
      guard facts?.isHerb == true else { return nil }
      return words.isDisjoint(with: ShopAmount.dried) && !words.contains("bouquet") && !words.contains("cube")
        ? .herb : nil
    }

    /// Up to what a shop sells.
    func up(_ amount: FoodAmount) -> FoodAmount {
      switch amount.unit {
      case .unit(let unit):
        switch unit {
        case .pinch, .dash, .drop, .handful, .knob, .teaspoon, .dessertspoon, .tablespoon, .cup: return amount
        case .gram, .kilogram, .milligram, .millilitre, .litre, .centilitre, .decilitre: return stepped(amount)
        case .ounce, .pound:
          let size = unit == .ounce ? Rational(1) : Rational(4)
          let steps = amount.number.multiplied(by: size).map { Rational($0.up) }
          return steps?.divided(by: size).map { FoodAmount($0, amount.unit) } ?? amount
        case .fluidOunce, .gill, .pint, .quart, .gallon: return amount
        default: return FoodAmount(Rational(amount.number.up), amount.unit)
        }
      case .pieces, .word(_, _):
        if case .word(.cup, _) = amount.unit { return amount }
        return FoodAmount(Rational(amount.number.up), amount.unit)
      }
    }

    private func stepped(_ amount: FoodAmount) -> FoodAmount {
      guard let metric = amount.unit.metric, let base = amount.number.multiplied(by: metric.size) else { return amount }
      // Saffron, and what else is weighed by the gram.
      if isSpice, base < Rational(10) {
        return FoodAmount(Rational(base.up), .unit(metric.isMass ? .gram : .millilitre))
      }
      let step: Int =
        switch base {
        case ...Rational(50): 10
        case ...Rational(1000): 50
        case ...Rational(5000): 250
        default: 500
        }
      guard let steps = base.divided(by: Rational(step)) else { return amount }
      // Already what a scale or a packet has: 35 g, 125 g of mozzarella, 1100 g.
      let isRound =
        base.isWhole
        && (base <= Rational(50) || base.numerator % (metric.isMass ? 25 : 50) == 0 || base.numerator == 330)
      let number = isRound ? base : Rational(steps.up).multiplied(by: Rational(step)) ?? base
      return FoodAmount(number, .unit(metric.isMass ? .gram : .millilitre))
    }
  }

  /// How much of what is bought an amount of the kitchen is.
  private struct Rule: Sendable {
    let unit: FoodUnit
    /// How many of a way of counting one has.
    var counts: [FoodUnit: Int] = [:]
    /// Millilitres, and grams, in one; nil if these stay.
    var millilitres: Int?
    var grams: Int?

    static let herb = Rule(
      unit: .unit(.bunch),
      counts: [
        .unit(.bunch): 1, .unit(.sprig): 12, .unit(.leaf): 40, .pieces: 40, .unit(.handful): 2, .unit(.stalk): 12,
      ],
      millilitres: 150, grams: 30)

    func share(of amount: FoodAmount) -> Rational? {
      let single: FoodUnit = amount.unit == .unit(.piece) ? .pieces : amount.unit
      if let count = counts[single] { return amount.number.divided(by: Rational(count)) }
      guard let metric = amount.unit.metric, let capacity = metric.isMass ? grams : millilitres else { return nil }
      return amount.number.multiplied(by: metric.size)?.divided(by: Rational(capacity))
    }
  }

  private static func bottle(_ millilitres: Int) -> Rule {
    Rule(unit: .unit(.bottle), counts: [.unit(.bottle): 1], millilitres: millilitres, grams: millilitres)
  }
  private static func jar(_ millilitres: Int) -> Rule {
    Rule(unit: .unit(.jar), counts: [.unit(.jar): 1], millilitres: millilitres, grams: millilitres)
  }
  private static func fruit(_ millilitres: Int) -> Rule {
    Rule(unit: .pieces, counts: [.pieces: 1], millilitres: millilitres)
  }

  private static let rules: [String: Rule] = {
    var rules: [String: Rule] = [
      // Ten cloves have a head, a clove is a teaspoon.
      "garlic": Rule(
        unit: .unit(.head), counts: [.unit(.head): 1, .unit(.clove): 10, .pieces: 1], millilitres: 50, grams: 50),
      "celery": Rule(
        unit: .unit(.bunch),
        counts: [.unit(.bunch): 1, .unit(.head): 1, .unit(.stalk): 8, .unit(.sprig): 8, .unit(.stick): 8],
        millilitres: 500),
      "ginger": Rule(
        unit: .pieces, counts: [.pieces: 1, .unit(.clove): 3, .unit(.knob): 1, .unit(.slice): 10], millilitres: 60),
      "lettuce": Rule(unit: .unit(.head), counts: [.unit(.head): 1, .unit(.leaf): 12, .unit(.handful): 6]),
      "cabbage": Rule(unit: .pieces, counts: [.pieces: 1, .unit(.head): 1, .unit(.leaf): 15]),
      "spring onion": Rule(
        unit: .unit(.bunch), counts: [.unit(.bunch): 1, .pieces: 6, .unit(.stalk): 6], millilitres: 90),
      "lemon": fruit(45), "lime": fruit(30), "orange": fruit(80),
    ]
    for (size, keys) in [
      (1000, "oil, sunflower oil, rapeseed oil, canola oil, peanut oil"),
      (500, "olive oil, vinegar, balsamic vinegar, soy sauce, rice wine, rice vinegar"),
      (250, "sesame oil, fish sauce, oyster sauce, maple syrup, hoisin sauce, teriyaki sauce, walnut oil"),
      (250, "mirin, shaoxing wine, tamari, ponzu, sriracha, chili oil"),
      (150, "worcestershire sauce, hot sauce"), (450, "ketchup"), (750, "wine"), (700, "rum"),
    ] { for key in keys.split(separator: ",") { rules[name(key)] = bottle(size) } }
    for (size, keys) in [
      (350, "honey, jam, molasses"), (200, "mustard, curry paste, pesto, harissa, horseradish, caper"),
      (400, "mayonnaise"),
      (300, "peanut butter, tahini, nut butter, gochujang, miso, doenjang"),
    ] { for key in keys.split(separator: ",") { rules[name(key)] = jar(size) } }
    rules["tomato paste"] = Rule(unit: .unit(.can), counts: [.unit(.can): 1], millilitres: 140, grams: 140)
    return rules
  }()

  private static let eggs = ["en": "egg", "fr": "œuf", "ko": "달걀", "ru": "яйца"]

  private static let wholes: [String: [String: String]] = [
    "lemon": ["en": "lemon", "fr": "citron", "ko": "레몬", "ru": "лимон"],
    "lime": ["en": "lime", "fr": "citron vert", "ko": "라임", "ru": "лайм"],
    "orange": ["en": "orange", "fr": "orange", "ko": "오렌지", "ru": "апельсин"],
    "egg yolk": eggs, "egg white": eggs,
  ]

  private static let herbs: Set<String> = Set(
    "parsley, cilantro, basil, mint, thyme, rosemary, oregano, dill, chive, sage, tarragon, chervil, herb".split(
      separator: ","
    ).map { name($0) })

  /// Grams of a millilitre, of what is sold by weight and measured in cups.
  private static let densities: [String: Rational] = {
    var table: [String: Rational] = [:]
    for (hundredths, keys) in [
      (53, "flour, corn starch, powdered sugar, bread flour"), (85, "sugar, brown sugar"),
      (80, "rice, lentil, bean, chickpea, quinoa, bulgur, barley, couscous"),
      (40, "oats, cheese, parmesan, cheddar, mozzarella, cocoa, bread crumb, gruyere, panko, coconut"), (95, "butter"),
      (55, "walnut, almond, pecan, hazelnut, cashew, pine nut, peanut, pistachio, raisin"),
      (100, "yogurt, creme fraiche, cream cheese, ricotta, mascarpone, feta"),
      (65, "pea, corn"), (13, "spinach, arugula, kale"),
    ] { for key in keys.split(separator: ",") { table[name(key)] = Rational(hundredths, 100) } }
    return table
  }()

  private static func name(_ key: Substring) -> String { Fold.words(of: String(key)).joined(separator: " ") }

  private static let dried = Set(
    Words.folded(
      "dried, dry, ground, powdered, powder, séché, séchée, séchées, moulu, moulue, poudre, сушеный, сушеная, сушеной, молотый, молотая, 말린, 건조, 가루"
    ).map {
      Stem.of($0)
    })
}

extension FoodSum {
  fileprivate init(_ amounts: [FoodAmount], isOpen: Bool) {
    self.init(amounts)
    if isOpen { addOpenAmount() }
  }
}
