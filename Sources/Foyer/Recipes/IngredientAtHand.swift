import CivilTime
import Cookery
import Postgres

/// An ingredient that is in the house.
struct IngredientAtHand {
  let id: UUID
  let name: String
  let key: String
  /// As typed, or empty.
  let amount: String
  let bestBefore: CalendarDate?
  let place: String
  /// The reading of its amount; without amounts, if it says none or words.
  let sum: FoodSum

  init(_ row: Row) throws {
    id = try row["id"]
    name = try row["name"]
    key = try row["key"]
    amount = try row["amount"]
    bestBefore = try row["best_before"]
    place = try row["place"]
    let read: String? = try row["read_sum"]
    sum = read.map { FoodSum(stored: $0) } ?? FoodLine(TypedFood.line(amount, name)).sum
  }

  /// "500 g · best before 1 December · cellar"
  func details(_ page: Page) -> String {
    [amount, bestBefore.map { page.strings.bestBefore($0, today: page.today) } ?? "", place]
      .filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// Whether it should be used within days.
  func isExpiring(_ page: Page) -> Bool { bestBefore.map { UseSoon.includes($0, today: page.today) } ?? false }

  func isPast(_ page: Page) -> Bool { bestBefore.map { $0 < page.today } ?? false }

  /// The recipes that use it.
  var recipes: String { "/recipes/results?uses=\(id)" }
}

/// Ingredients at hand that expire soon or have expired, the oldest first.
struct UseSoon {
  /// How many days before its date something is named.
  static let days = 3
  /// How many foods Today names; its statement asks for one more.
  static let size = 5

  private(set) var foods: [IngredientAtHand] = []
  private(set) var hasMore = false
  private let today: CalendarDate

  static func includes(_ date: CalendarDate, today: CalendarDate) -> Bool { date.days <= today.days + days }

  /// Of all that is at hand, as many as the search looks at.
  /// - Parameter isSoon: whether something with this date is to be used soon.
  init(_ hand: [IngredientAtHand], today: CalendarDate, where isSoon: (CalendarDate) -> Bool) {
    self.today = today
    let soon = hand.filter { $0.bestBefore.map(isSoon) ?? false }.sorted {
      ($0.bestBefore?.days ?? 0, "\($0.id)") < ($1.bestBefore?.days ?? 0, "\($1.id)")
    }
    foods = Array(soon.prefix(8))
  }

  /// Of the rows of `RecipeQueries.expiring`.
  init(_ rows: Rows, _ context: Context) throws {
    today = context.today
    let found = try rows.map { try IngredientAtHand($0) }
    foods = Array(found.prefix(Self.size))
    hasMore = found.count > Self.size
  }

  /// The ones that a recipe uses, in words; two at most.
  fileprivate func texts(_ keys: Set<String>, _ strings: Strings) -> [String] {
    foods.filter { keys.contains($0.key) }.prefix(2).compactMap { food in
      food.bestBefore.map { strings.uses(food.name.inLabel, before: $0, today: today) }
    }
  }

  func used(by needs: [Understanding.Need], _ strings: Strings) -> [String] {
    foods.isEmpty ? [] : texts(Set(needs.flatMap(\.keys)), strings)
  }
}

extension RecipeQueries {
  /// `UseSoon.includes`, on the household's clock.
  static let isExpiring: SQL = """
    best_before <= (SELECT (now() AT TIME ZONE time_zone)::date + \(UseSoon.days)::int FROM households WHERE id = current_household())
    """

  /// Ingredients that expire within days on the household's clock, and one more than is shown.
  static func expiring() -> SQL {
    """
    SELECT \(fragment: handColumns) FROM ingredients_at_hand
    WHERE household_id = current_household() AND \(fragment: isExpiring) ORDER BY best_before, id LIMIT \(UseSoon.size + 1)
    """
  }
}

extension Strings {
  /// "27 November", with the year if it is another one.
  func shortDate(_ date: CalendarDate, today: CalendarDate) -> String {
    date.civil.year == today.civil.year ? dayAndMonth(date) : self.date(date.civil)
  }

  /// "best before 27 November"
  func bestBefore(_ date: CalendarDate, today: CalendarDate) -> String {
    let day = shortDate(date, today: today)
    return date < today ? recipesHandPast(date: day) : recipesHandBefore(date: day)
  }

  /// "uses the spinach before Friday"
  fileprivate func uses(_ name: String, before date: CalendarDate, today: CalendarDate) -> String {
    if date == today { return recipesUsesToday(name: name) }
    if date < today { return recipesUsesPast(name: name) }
    // A Russian weekday would have to be declined.
    let day = language == .ru ? dayAndMonth(date) : weekdays[date.weekday].name
    return recipesUses(name: name, day: day)
  }
}
