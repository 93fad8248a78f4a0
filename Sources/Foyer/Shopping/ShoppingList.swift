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
  init(_ entries: [ShoppingEntry], hand: [Text: FoodSum], order: [Aisle] = Aisle.allCases) {
    lines = Self.parts(entries).map { parts in
      ShoppingLine(parts, hand: hand.isEmpty || parts[0].isChecked ? nil : hand[parts[0].key])
    }
    var sections = order.map { Section(aisle: $0, lines: []) }
    for line in lines {
      if line.isChecked {
        checked.append(line)
      } else if line.isCovered {
        covered.append(line)
      } else if let place = order.firstIndex(of: line.aisle) {
        sections[place].lines.append(line)
      }
    }
    self.sections = sections.filter { !$0.lines.isEmpty }
  }

  /// The entries of each line, lines in the order of their first ones.
  private static func parts(_ entries: [ShoppingEntry]) -> [[ShoppingEntry]] {
    var parts: [[ShoppingEntry]] = []
    parts.reserveCapacity(entries.count)
    var places = [Place: Int](minimumCapacity: entries.count)
    for entry in entries {
      let place = Place(key: entry.key, isChecked: entry.isChecked)
      if let known = places[place] {
        parts[known].append(entry)
      } else {
        places[place] = parts.count
        parts.append([entry])
      }
    }
    return parts
  }

  private struct Place: Hashable {
    let key: Text
    let isChecked: Bool
  }

  /// Food at hand in a known amount: rows of `RecipeQueries.amountsAtHand`.
  static func hand(_ rows: Rows, _ session: some HouseholdSession) async throws -> [Text: FoodSum] {
    try await AmountAtHand.read(rows, session).reduce(into: [:]) { hand, food in
      hand[Text(food.foodKey), default: FoodSum()].add(FoodSum(food.sum.amounts))
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
