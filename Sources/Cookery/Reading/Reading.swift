/// A parsed line: its amounts, its foods and the rest.
struct Reading {
  private let amounts: LineAmounts
  let name: String
  let note: String
  /// The tokens of the name.
  private(set) var names: [Int] = []
  private(set) var isOptional = false
  private(set) var isStaple = false
  private(set) var key = ""
  private(set) var keys: [String] = []
  private(set) var has: Traits = []
  private(set) var may: Traits = []
  private(set) var isUnderstood = true
  private(set) var hasFood = false

  var scalars: [Unicode.Scalar] { amounts.scalars }
  var tokens: [Token] { amounts.tokens }
  var main: Amount? { amounts.main }
  var others: [Amount] { amounts.others }
  var quantity: Quantity? { amounts.quantity }
  var isLeading: Bool { amounts.isLeading }
  /// The token behind the label.
  var start: Int { amounts.start }

  init(_ line: String) {
    let amounts = LineAmounts(inWords: line)
    let (scalars, tokens, main, others) = (amounts.scalars, amounts.tokens, amounts.main, amounts.others)
    self.amounts = amounts
    let named = LineName(amounts)
    name = named.name
    note = amounts.isTooLong ? "" : named.note
    if amounts.isHeading { return }
    let foods = LineFoods(tokens, scalars, main, others, isLeading: amounts.isLeading, name: named.indices)
    names = named.indices
    let asides = LineAsides(foods, amount: amounts.isLeading ? nil : main?.tokens)
    let traits = LineTraits(foods, asides)
    // A sauce's heading; peanuts are peanuts.
    if amounts.isInBrackets, traits.has.isDisjoint(with: .allergens) { return }
    (has, may, hasFood) = (traits.has, traits.may, traits.hasFood)
    isUnderstood = !amounts.isTooLong && traits.isWhole && (hasFood || amounts.quantity == nil)
    let keys = LineKeys(foods, tokens)
    (key, self.keys, isStaple, isOptional) = (keys.key, keys.keys, keys.isStaple, keys.isOptional)
  }

  /// The foods that a line names, in any of its parts.
  static func foods(in line: String) -> [Food] {
    let amounts = LineAmounts(line)
    let (scalars, tokens, main, others) = (amounts.scalars, amounts.tokens, amounts.main, amounts.others)
    let named = LineName(amounts)
    let foods = LineFoods(tokens, scalars, main, others, isLeading: amounts.isLeading, name: named.indices)
    let table = FoodTable.shared
    return foods.items.flatMap { item -> [Food] in
      switch item.meaning {
      case .food(let food): [table.foods[food]]
      case .unknown(let word): Hangul.begins(word) ? Korean.split(word, table: table).foods.map { table.foods[$0] } : []
      case .neutral: []
      }
    }
  }

  /// "1 kg 200 g", "1 lb 4 oz": nothing stands between it and the amount before.
  func isMeasuredTogether(_ amount: Amount) -> Bool { main?.tokens.upperBound == amount.tokens.lowerBound }

  func isGlued(_ amount: Amount) -> Bool { amounts.isGlued(amount) }
}
