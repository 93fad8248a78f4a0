import CivilTime
import Cookery
import Postgres

/// The foods of a recipe that are at hand, in which amounts: as the plan counts it.
struct RecipeHand {
  /// The amount at hand for a food of a line.
  struct Food {
    /// Nothing, or less than it needs.
    var isMissing = true
    /// "2 of 4", "500 g of 600 g"; empty where amounts decide nothing.
    var part = ""
    /// The earliest date that is past.
    var past: CalendarDate?
  }

  /// An ingredient at hand, and how much a recipe takes of it.
  struct Use {
    let food: IngredientAtHand
    /// "200 g"; empty for all of it.
    var amount: String
  }

  /// Of each line its foods (`Understanding.Line.foods`); nil for one that need not be there.
  private(set) var lines: [[Food?]] = []
  private(set) var uses: [Use] = []

  /// - Parameter serving: the lines, for as many servings as are cooked.
  init(_ serving: Serving, _ hand: [IngredientAtHand], today: CalendarDate, _ amounts: AmountText) {
    var left = hand.map(\.sum)
    var taken: [Int: FoodSum] = [:]
    var open: [Int: String] = [:]
    var order: [Int] = []
    func food(_ line: Understanding.Line) -> Food? {
      // An optional ingredient or a staple is used where it is there, and never missing.
      let keys = line.need?.keys ?? line.line.keys
      let places = hand.indices.filter { keys.contains(hand[$0].key) }
      for place in places where !order.contains(place) { order.append(place) }
      let wanted = serving.food(line).sum
      var rest = wanted
      var result = Food(isMissing: places.isEmpty)
      for place in places {
        if let date = hand[place].bestBefore, date < today { result.past = min(result.past ?? date, date) }
        guard !left[place].amounts.isEmpty || taken[place] != nil, !wanted.amounts.isEmpty else {
          if left[place].amounts.isEmpty, taken[place] == nil { open[place, default: ""] = amounts.text(of: wanted) }
          if hand[place].sum.amounts.isEmpty { rest = FoodSum() }
          continue
        }
        let before = rest
        rest.subtract(left[place])
        guard rest != before || left[place].amounts.isEmpty else {
          // Counted otherwise than the recipe counts it: that there is some is all that is known.
          if Self.sharesNone(left[place], before) { rest = FoodSum() }
          continue
        }
        var use = before
        use.subtract(rest)
        left[place].subtract(before)
        taken[place, default: FoodSum()].add(use)
      }
      guard line.need != nil else { return nil }
      if !places.isEmpty, !rest.amounts.isEmpty {
        result.isMissing = true
        var there = wanted
        there.subtract(rest)
        let text = amounts.text(of: there)
        result.part = "\(text.isEmpty ? "0" : text) / \(amounts.text(of: wanted))"
      }
      return result
    }
    lines = serving.lines.map { $0.foods.map(food) }
    uses = order.map { place in
      let text = taken[place].map { amounts.text(of: $0) } ?? open[place] ?? ""
      return Use(food: hand[place], amount: text)
    }
  }

  /// Whether two sums have no dimension in common: subtracting one changes nothing of the other.
  private static func sharesNone(_ one: FoodSum, _ other: FoodSum) -> Bool {
    var rest = one
    rest.subtract(other)
    return rest == one
  }
}

/// An ingredient at hand after some of it was used.
enum RestAtHand: Equatable {
  case usedUp
  /// "300 g"
  case left(String)
  /// It has no amount that could be subtracted from, or is counted otherwise.
  case same

  /// - Parameter used: as typed: "200 g"; empty for all of it.
  init(_ food: IngredientAtHand, used: String, _ amounts: AmountText) {
    if used.isBlank {
      self = .usedUp
      return
    }
    let there = food.sum
    var rest = there
    rest.subtract(FoodLine(TypedFood.line(used, food.name)).sum)
    if there.amounts.isEmpty || rest == there {
      self = .same
    } else if rest.amounts.isEmpty {
      self = .usedUp
    } else {
      self = .left(amounts.text(of: rest))
    }
  }
}

/// When somebody has cooked a recipe.
struct Cooked {
  let day: CalendarDate
  /// Empty for somebody who has left.
  let person: String
  let note: String

  init(_ row: Row) throws { (day, person, note) = (try row["day"], try row["person"] ?? "", try row["note"]) }

  /// "27 November, Ben"
  func text(_ page: Page) -> String {
    [page.strings.shortDate(day, today: page.today), person].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

extension RecipeQueries {
  /// The last times that a recipe was cooked.
  static func cooked(_ id: UUID) -> SQL {
    """
    SELECT c.day, left(p.name, 60) AS person, c.note
    FROM cookings c LEFT JOIN people p ON p.household_id = c.household_id AND p.id = c.person_id
    WHERE c.household_id = current_household() AND c.recipe_id = \(id) AND c.taken_back_at IS NULL
    ORDER BY c.day DESC, c.created_at DESC LIMIT 5
    """
  }
}
