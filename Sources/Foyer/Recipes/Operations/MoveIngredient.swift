import Cookery
import Postgres

/// Notes a food of another program as at hand under its own name; what is at hand already stays as it is.
struct MoveIngredient: Sendable {
  let id: UUID
  let name: String
  var details = HandDetails()

  /// Checks the rules, and reads the line.
  func ready(_ session: some HouseholdSession) async throws -> Ready {
    var problems = details.problems
    problems.check("name", hasWords: name, atMost: TypedFood.longestName)
    guard problems.isEmpty else { throw problems }
    let food = TypedFood(named: name.trimmed, amount: details.amount)
    guard !food.key.isEmpty else { throw Problems("name", .noFood(name)) }
    return Ready(id: id, food: food, read: try await FoodLine.read([food.line], session)[0], details: details)
  }

  /// A food that keeps the rules and has been read.
  struct Ready {
    fileprivate let id: UUID
    fileprivate let food: TypedFood
    fileprivate let read: FoodLine
    fileprivate let details: HandDetails

    var key: String { food.key }

    func store(in batch: inout Batch) { batch.add(RecipeQueries.insert(id, food, read, details)) }
  }
}
