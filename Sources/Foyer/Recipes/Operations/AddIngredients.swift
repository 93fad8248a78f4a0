import Cookery
import Postgres

/// Notes ingredients as at hand; of one that is there, what is said of it replaces what was said.
struct AddIngredients: Sendable {
  /// Names separated by commas or lines, each with an amount if one is typed with it: "2 kg potatoes, eggs".
  let line: String
  var details = HandDetails()
  /// How amounts are written.
  let amounts: AmountText

  private static let most = 200

  /// Checks the rules, and reads the line.
  func ready(_ session: some HouseholdSession) async throws -> Ready {
    let typed = try await TypedFood.checked(line, atMost: Self.most, amounts, session)
    var problems = typed.problems
    problems.add(details.problems)
    guard problems.isEmpty else { throw problems }
    var foods = TypedFood.distinct(typed.foods)
    if !details.amount.isEmpty { for index in foods.indices { foods[index].amount = details.amount } }
    return Ready(foods: foods, read: try await FoodLine.read(foods.map(\.line), session), details: details)
  }

  /// Ingredients that keep the rules and have been read.
  struct Ready {
    fileprivate let foods: [TypedFood]
    fileprivate let read: [FoodLine]
    fileprivate let details: HandDetails

    /// The key of the food, if there is one alone.
    var onlyKey: String? { foods.count == 1 ? foods[0].key : nil }

    func store(in batch: inout Batch) -> Query {
      batch.add(RecipeQueries.insert(foods, read, details))
      // Of an ingredient that is there under another name the amount is another line than the one that was read.
      return Query(unread: batch.add(RecipeQueries.unreadAtHand(AmountAtHand.mostUnread)))
    }
  }

  struct Query { fileprivate let unread: Batch.Key }

  /// Comes after the batch.
  static func finish(_ results: Results, _ query: Query, _ session: some HouseholdSession) async throws {
    try await AmountAtHand.readAgain(results[query.unread], session)
  }
}
