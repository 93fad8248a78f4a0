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
  private static let longestName = 200
  /// As many of them, with separators.
  private static let longest = most * (longestName + 2)

  /// Checks the rules, and reads the line.
  func ready(_ session: some HouseholdSession) async throws -> Ready {
    if line.isLonger(than: Self.longest) { throw Problems("name", .tooLong(Self.longestName)) }
    let typed = try await TypedFood.list(line, amounts, session)
    let problems = problems(typed)
    guard problems.isEmpty else { throw problems }
    var foods = TypedFood.distinct(typed)
    if !details.amount.isEmpty { for index in foods.indices { foods[index].amount = details.amount } }
    return Ready(foods: foods, read: try await FoodLine.read(foods.map(\.line), session), details: details)
  }

  private func problems(_ foods: [TypedFood]) -> Problems {
    var problems = Problems()
    if foods.count > Self.most || foods.contains(where: { $0.name.isLonger(than: Self.longestName) }) {
      problems.add("name", .tooLong(Self.longestName))
    } else if foods.isEmpty {
      problems.add("name", .blank)
    } else if let unknown = foods.first(where: { $0.key.isEmpty }) {
      problems.add("name", .noFood(unknown.name))
    }
    problems.add(details.problems)
    return problems
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
