import Cookery
import Postgres

/// The list as its page shows it: what is open by aisle, what is at hand already, and what is in the basket.
struct ShoppingList {
  struct Section {
    let aisle: Aisle
    var lines: [ShoppingLine]
  }

  private(set) var sections: [Section] = []
  /// Wanted, but at hand in the amount that is wanted.
  private(set) var covered: [ShoppingLine] = []
  /// The ticked ones.
  private(set) var checked: [ShoppingLine] = []
  /// Every line, in the order in which it came.
  let lines: [ShoppingLine]

  var isEmpty: Bool { lines.isEmpty }
  var open: Int { sections.reduce(0) { $0 + $1.lines.count } }

  /// - Parameters:
  ///   - hand: what is at hand in a known amount, by key.
  ///   - order: of the aisles.
  init(_ entries: [ShoppingEntry], hand: [String: FoodSum], order: [Aisle] = Aisle.allCases) {
    var lines: [ShoppingLine] = []
    var places: [Place: Int] = [:]
    for entry in entries {
      let place = Place(key: entry.key, isChecked: entry.isChecked)
      if let index = places[place] {
        lines[index].add(entry)
      } else {
        places[place] = lines.count
        lines.append(ShoppingLine(entry))
      }
    }
    for index in lines.indices {
      if !lines[index].isChecked, let sum = hand[lines[index].key] { lines[index].subtract(sum) }
      lines[index].finish()
    }
    self.lines = lines
    var sections: [Aisle: [ShoppingLine]] = [:]
    for line in lines {
      if line.isChecked {
        checked.append(line)
      } else if line.isCovered {
        covered.append(line)
      } else {
        sections[line.aisle, default: []].append(line)
      }
    }
    self.sections = order.compactMap { aisle in sections[aisle].map { Section(aisle: aisle, lines: $0) } }
  }

  private struct Place: Hashable {
    let key: String
    let isChecked: Bool
  }

  /// Food at hand in a known amount: rows of `RecipeQueries.amountsAtHand`.
  static func hand(_ rows: Rows, _ session: some HouseholdSession) async throws -> [String: FoodSum] {
    try await AmountAtHand.read(rows, session).reduce(into: [:]) { hand, food in
      hand[food.foodKey, default: FoodSum()].add(FoodSum(food.sum.amounts))
    }
  }
}

extension Strings {
  func text(_ aisle: Aisle) -> String {
    switch aisle {
    case .produce: shoppingAisleProduce
    case .bakery: shoppingAisleBakery
    case .meat: shoppingAisleMeat
    case .dairy: shoppingAisleDairy
    case .dry: shoppingAisleDry
    case .tins: shoppingAisleTins
    case .spices: shoppingAisleSpices
    case .sweets: shoppingAisleSweets
    case .drinks: shoppingAisleDrinks
    case .frozen: shoppingAisleFrozen
    case .household: shoppingAisleHousehold
    case .other: shoppingAisleOther
    }
  }
}
