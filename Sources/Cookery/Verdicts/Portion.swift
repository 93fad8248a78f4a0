/// The weight of a line's food in one serving, with its carbohydrate, as far as portions.txt has it.
struct Portion: Sendable {
  /// In a serving, in grams.
  let grams: Double
  /// Net carbohydrate in a serving, in grams.
  let carbohydrate: Double?
  /// Whether it is more than the largest portion that is low in FODMAPs; nil where no such size is known.
  let isRichInFODMAP: Bool?

  /// Nil for a line of several foods, of an unknown one, or without an amount that can be weighed.
  init?(_ line: IngredientLine, servings: Int?) {
    guard let food = Figures.shared.food(of: line), line.keys.count(where: { $0 != "toothpick" }) == 1,
      !Self.namesSeveral(line),
      let total = line.quantity.flatMap({ food.grams($0) })
    else { return nil }
    let grams = total / Double(servings ?? 1)
    self.grams = grams
    carbohydrate = food.carbohydrate.map { $0 * grams / 100 }
    // Where the number of servings is not known, that the whole is little is certain all the same.
    isRichInFODMAP = food.limit.flatMap { grams <= $0 ? false : servings == nil ? nil : true }
  }

  /// "soy sauce and garlic": the amount is not that of one of them.
  private static func namesSeveral(_ line: IngredientLine) -> Bool {
    let words = Fold.words(of: line.name)
    // French "en" is "in", another language's "and".
    return words.contains { $0 != "en" && (Words.and.contains($0) || Words.or.contains($0)) } || line.name.contains("+")
  }
}

extension IngredientLine {
  /// Whether a usual portion of its food is rich in FODMAPs though a small one is not: "red peppers", without an amount.
  var dependsOnPortion: Bool { Figures.shared.food(of: self)?.limit != nil }

  /// The net carbohydrate in 100 g of a food that is neither weighed nor listed: vegetables and fruit have some, meat has none.
  fileprivate var usualCarbohydrate: Double {
    FoodNames.shared.isVegetable(key) ? 5 : FoodNames.shared.isFruit(key) ? 11 : 0
  }
}

/// The net carbohydrate of a serving of a recipe.
struct Carbohydrate: Sendable {
  /// In grams, of the lines that can be weighed.
  private(set) var grams = 0.0
  /// The line with the most.
  private(set) var line: Int?
  /// The first line whose starch or sugar cannot be weighed.
  private(set) var unweighed: Int?

  /// A ketogenic diet has 20 to 50 g a day (Masood, Annamaraju, Khan Suheb and Uppaluri, Ketogenic Diet, StatPearls): a dish with up to
  /// 10 g leaves room for two others, one with more than 15 g does not.
  static let fits = 10.0
  static let breaks = 15.0

  init(_ lines: [IngredientLine], servings: Int?) {
    var most = 0.0
    for (index, line) in lines.enumerated() {
      let isStarchy = line.has.contains(.carb)
      let own: Double
      if let carbohydrate = Portion(line, servings: servings)?.carbohydrate {
        own = carbohydrate
      } else if isStarchy {
        unweighed = unweighed ?? index
        continue
      } else if let grams = line.quantity.flatMap({ Figures.mass($0) }), line.keys.count == 1 {
        own = line.usualCarbohydrate * grams / 100 / Double(servings ?? 1)
      } else {
        continue
      }
      grams += own
      if own > most { (most, self.line) = (own, index) }
    }
  }
}

/// The rows of portions.txt.
private struct Figures: Sendable {
  static let shared = Figures(EmbeddedText.portions)

  struct Food: Sendable {
    let words: [String]
    let piece: Double?
    let density: Double?
    let carbohydrate: Double?
    /// In grams, of FODMAPs.
    let limit: Double?

    func grams(_ quantity: Quantity) -> Double? {
      let amount = (quantity.lower + (quantity.upper ?? quantity.lower)) / 2
      if let mass = Figures.mass(quantity) { return mass }
      switch quantity.unit?.kind {
      case nil: return piece.map { $0 * amount }
      case .volume: return density.map { $0 * amount * (quantity.unit?.factor ?? 1) }
      // A teaspoon is 5 ml.
      case .spoons: return density.map { $0 * amount * (quantity.unit?.factor ?? 1) * 5 }
      case .imperialVolume: return density.map { $0 * amount * (quantity.unit?.factor ?? 1) * 29.6 }
      case .count(.clove), .count(.stalk), .count(.piece), .count(.head), .count(.stick), .count(.can), .count(.jar):
        return piece.map { $0 * amount }
      case .count(.pinch), .count(.dash): return 0.4 * amount
      case .count(.handful): return 30 * amount
      default: return nil
      }
    }
  }

  /// In grams; nil for what is no weight.
  static func mass(_ quantity: Quantity) -> Double? {
    let amount = (quantity.lower + (quantity.upper ?? quantity.lower)) / 2
    return switch quantity.unit?.kind {
    case .mass: amount * (quantity.unit?.factor ?? 1) / 1000
    case .imperialMass: amount * (quantity.unit?.factor ?? 1) * 28.35
    default: nil
    }
  }

  private var foods: [String: [Food]] = [:]

  init(_ text: String) {
    for line in text.split(separator: "\n") where line.first != "#" {
      let columns = line.split(separator: "|", omittingEmptySubsequences: false).map {
        String($0).split(separator: " ").joined(separator: " ")
      }
      guard columns.count == 6 else { preconditionFailure("portions: \(line)") }
      let words = columns[1].split(separator: ",").flatMap { Fold.words(of: String($0)).prefix(1) }
      foods[columns[0], default: []].append(
        Food(
          words: words, piece: Double(columns[2]), density: Double(columns[3]), carbohydrate: Double(columns[4]),
          limit: Double(columns[5])))
    }
  }

  func food(of line: IngredientLine) -> Food? {
    guard let rows = foods[line.key] else { return nil }
    if rows.count == 1, rows[0].words.isEmpty { return rows[0] }
    let words = Fold.words(of: line.text)
    return rows.first { row in
      row.words.isEmpty
        || words.contains { word in row.words.contains { Hangul.begins($0) ? word.contains($0) : word.hasPrefix($0) } }
    }
  }
}
