import CivilTime
import Cookery
import Postgres

/// Puts what the recipes of some days need on the shopping list, and makes their rows there what they need now.
struct ShopForPlan {
  /// The most days that are put on the list at once.
  static let mostDays = 28
  /// How often meals that are changed meanwhile are read. After the last attempt the result says what was stored.
  static let mostAttempts = 5

  let from: CalendarDate
  let to: CalendarDate
  /// Whether it is for those meals alone that are on the list already.
  var onlyListed = false
  /// In which amounts are written.
  let language: Kitchen.Language

  struct Result {
    /// How many rows the list has of these meals.
    let count: Int
    /// Whether the list had no room for them.
    let isFull: Bool
    /// Whether all of the meals are on the list as they are.
    let isWhole: Bool
    /// The operation that takes it back; nil if nothing has changed.
    let undo: TakeBackShopping?
  }

  var problems: Problems {
    var problems = Problems()
    if !Week.years.contains(from.civil.year) { problems.add("from", .invalidDate) }
    if to < from { problems.add("to", .notAfter) }
    if to.days - from.days >= Self.mostDays { problems.add("to", .tooManyDays(Self.mostDays)) }
    return problems
  }

  func run(_ session: some HouseholdSession) async throws -> Result {
    guard problems.isEmpty else { throw problems }
    let addition = UUID.v7()
    // Rows of each meal that is on the list as it was read.
    var listed: [UUID: Int] = [:]
    var (changes, isFull, isWhole) = (0, false, false)
    // A meal that somebody changes meanwhile, or of which they tick something, is read again.
    for _ in 1...Self.mostAttempts where !isWhole {
      let (dishes, rows, had) = try await read(session)
      if dishes.isEmpty {
        (listed, isWhole) = ([:], true)
        break
      }
      var batch = Batch([ShoppingQueries.lock()] + PlanShoppingQueries.lock(dishes.map(\.meal)))
      let done = batch.add(PlanShoppingQueries.replace(dishes, rows, had, addition))
      let absorbed = batch.add(PlanShoppingQueries.absorb(dishes.map(\.meal), addition))
      let results = try await session.query(batch)
      let row = results[done][0]
      changes += try row["changes"] + results[absorbed].affected
      isFull = try row["is_full"]
      let same: [UUID] = try row["meals"]
      isWhole = same.count == dishes.count
      if isWhole { listed = [:] }
      if !isFull { for meal in same { listed[meal] = rows.count { $0.meal == meal } } }
    }
    return Result(
      count: listed.values.reduce(0, +), isFull: isFull, isWhole: isWhole,
      undo: changes == 0 ? nil : TakeBackShopping(addition: addition))
  }

  private func read(
    _ session: some HouseholdSession
  ) async throws -> (dishes: [PlanShopping.Dish], rows: [PlanShopping.Row], had: PlanShopping.Stored) {
    var reading: Batch = [ShoppingQueries.deleteForGood()]
    let meals = reading.add(PlanShoppingQueries.dishes(from: from, to: to, onlyListed: onlyListed))
    let stored = reading.add(PlanShoppingQueries.stored(from: from, to: to))
    let hand = reading.add(RecipeQueries.amountsAtHand(onlySaid: false))
    let eaters = reading.add(PlanQueries.eaters(from: "(SELECT \(from)::date)", days: to.days - from.days + 1))
    let results = try await session.query(reading)
    let (those, had) = (try PlanEaters(results[eaters]), try PlanShopping.Stored(results[stored]))
    var dishes: [PlanShopping.Dish] = []
    for row in results[meals] { dishes.append(try await PlanShopping.Dish(row, those, language, session)) }
    let there = try await PlanShopping.hand(results[hand], session)
    return (dishes, try await PlanShopping.rows(dishes, hand: there, had, session), had)
  }
}

/// Takes back what one `ShopForPlan` has put on the list, but for what is ticked.
struct TakeBackShopping {
  let addition: UUID

  /// The address that does so, for Undo.
  var path: String { "/plan/shopping?undo=\(addition)" }

  func store(in batch: inout Batch) -> Query {
    batch.add([
      PlanShoppingQueries.lock(of: addition), PlanShoppingQueries.forgetCounts(of: addition),
      PlanShoppingQueries.bringBack(replacedBy: addition),
    ])
    let removed = batch.add(PlanShoppingQueries.remove(addition))
    batch.add(ShoppingQueries.bringBack(replacedBy: addition))
    return Query(removed: removed)
  }

  struct Query { fileprivate let removed: Batch.Key }

  /// How many rows have left the list.
  static func count(_ results: Results, _ query: Query) throws -> Int { try results[query.removed][0]["count"] }
}
