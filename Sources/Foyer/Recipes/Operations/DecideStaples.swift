import Cookery
import Postgres

/// Decides of foods whether the household always has them, so that no recipe lacks them. Only what the table of foods says otherwise
/// is stored.
struct DecideStaples: Sendable {
  /// Names separated by commas or lines: "flour, sugar".
  let line: String
  let isStaple: Bool
  let amounts: AmountText

  /// Checks the rules, and finds the foods.
  func ready(_ session: some HouseholdSession) async throws -> Ready {
    let (typed, problems) = try await TypedFood.checked(line, atMost: RecipeQueries.maximumStaples, amounts, session)
    guard problems.isEmpty else { throw problems }
    let foods = TypedFood.distinct(typed)
    let isKnown: @Sendable () -> [Bool] = { foods.map { IngredientLine($0.name).isStaple } }
    let ours = foods.count < 20 ? isKnown() : try await session.offLoop(isKnown)
    return Ready(foods: foods, ours: ours, isStaple: isStaple)
  }

  /// Foods that keep the rules.
  struct Ready {
    let foods: [TypedFood]
    /// Whether each is a staple of the table of foods.
    fileprivate let ours: [Bool]
    fileprivate let isStaple: Bool

    private func foods(_ isOurs: Bool) -> [TypedFood] { zip(foods, ours).filter { $1 == isOurs }.map(\.0) }

    func store(in batch: inout Batch) -> Query {
      let (same, other) = (foods(isStaple), foods(!isStaple))
      if !same.isEmpty { batch.add(RecipeQueries.forgetStaples(same)) }
      return Query(
        decided: other.isEmpty ? nil : batch.add(RecipeQueries.decideStaples(other, are: isStaple)),
        count: other.count)
    }
  }

  struct Query {
    fileprivate let decided: Batch.Key?
    fileprivate let count: Int
  }

  /// Whether there was no room for some of the foods.
  static func isFull(_ results: Results, _ query: Query) -> Bool {
    query.decided.map { results[$0].affected < query.count } ?? false
  }
}
