import Cookery
import HTTP
import Postgres

/// A food that somebody has typed: to be at hand, or to be disliked.
struct TypedFood: Sendable {
  let name: String
  /// Empty when the name has no food.
  let key: String
  /// "2 kg", or empty.
  var amount: String

  init(_ typed: String, _ amounts: AmountText) {
    let line = FoodLine(typed)
    let isKnown = line.sum.amounts.count == 1 && !line.sum.hasOpenAmount
    name = isKnown ? line.words : typed
    amount = isKnown ? amounts.text(of: line.sum) : ""
    // "2 tins of tomatoes": the amount tells the kind.
    key = IngredientKey.key(for: typed)
  }

  /// A food under just this name.
  init(named name: String, amount: String) {
    (self.name, self.amount) = (name, amount)
    key = IngredientKey.key(for: name)
  }

  /// As a shopping list reads it, once it is at hand.
  var line: String { Self.line(amount, name) }

  static func line(_ amount: String, _ name: String) -> String { "\(amount) \(name)" }

  /// Names separated by commas, lines or "and", each with an amount if one is typed with it: "2 kg potatoes, eggs and milk".
  static func list(_ typed: String, _ amounts: AmountText, _ session: some HouseholdSession) async throws -> [TypedFood]
  {
    try await session.read(typed) {
      FoodLine.pieces(of: typed).flatMap { FoodLine.foods(in: $0.trimmed) }.map { TypedFood($0, amounts) }
    }
  }

  static let longestName = 200

  /// The foods of a line that a form has sent, as `list` reads it, and which rules they break.
  /// - Parameter most: how many there may be.
  /// - Throws: `Problems` for a line that is longer than so many names.
  static func checked(
    _ line: String, atMost most: Int, _ amounts: AmountText, _ session: some HouseholdSession
  ) async throws -> (foods: [TypedFood], problems: Problems) {
    if line.isLonger(than: most * (longestName + 2)) { throw Problems("name", .tooLong(longestName)) }
    let foods = try await list(line, amounts, session)
    var problems = Problems()
    if foods.count > most || foods.contains(where: { $0.name.isLonger(than: longestName) }) {
      problems.add("name", .tooLong(longestName))
    } else if foods.isEmpty {
      problems.add("name", .blank)
    } else if let unknown = foods.first(where: { $0.key.isEmpty }) {
      problems.add("name", .noFood(unknown.name))
    }
    return (foods, problems)
  }

  /// Of several names of one food the first, with the first amount.
  static func distinct(_ typed: [TypedFood]) -> [TypedFood] {
    var (foods, places): ([TypedFood], [String: Int]) = ([], [:])
    for food in typed {
      if let place = places[food.key] {
        if foods[place].amount.isEmpty { foods[place].amount = food.amount }
      } else {
        places[food.key] = foods.count
        foods.append(food)
      }
    }
    return foods
  }
}

extension HouseholdSession {
  /// The foods of a typed line; a long one is read off the event loop, and only for a visitor who is signed in.
  func read<Value: Sendable>(_ typed: String, _ read: @escaping @Sendable () -> Value) async throws -> Value {
    if typed.utf8.count < 200 { return read() }
    try await query(Batch())
    return try await offLoop(read)
  }
}
