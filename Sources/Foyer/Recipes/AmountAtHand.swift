import Cookery
import Postgres

/// An ingredient at hand as a shopping list reads it: "500 g flour".
struct AmountAtHand: Sendable {
  let name: String
  /// By which recipes know it.
  let key: String
  /// As typed, or empty.
  let amount: String
  /// By which a shopping list knows it.
  let foodKey: String
  /// No amounts, if it has none or one in words.
  let sum: FoodSum

  /// Rows of `RecipeQueries.amountsAtHand`. What a program of another edition has written is read now.
  static func read(_ rows: Rows, _ session: some HouseholdSession) async throws -> [AmountAtHand] {
    let isUnread = try rows.map { row -> Bool in
      let key: String? = try row["read_key"]
      return key == nil
    }
    let unread = try zip(rows, isUnread).filter(\.1).map { row, _ in TypedFood.line(try row["amount"], try row["name"])
    }
    if !unread.isEmpty { session.reportUnread() }
    var lines = try await FoodLine.read(unread, session).makeIterator()
    return try zip(rows, isUnread).map { row, isUnread in
      let line = isUnread ? lines.next() : nil
      return AmountAtHand(
        name: try row["name"], key: try row["key"], amount: try row["amount"],
        foodKey: try line?.key ?? row["read_key"] ?? "",
        sum: try line?.sum ?? FoodSum(stored: row["read_sum"] ?? ""))
    }
  }
}

extension AmountAtHand {
  /// The most that one request reads again.
  static let mostUnread = 200

  /// Reads amounts that a statement has put together: rows of `RecipeQueries.unreadAtHand`, mostly none.
  static func readAgain(_ rows: Rows, _ session: some HouseholdSession) async throws {
    if rows.isEmpty { return }
    let lines = try rows.map { TypedFood.line(try $0["amount"], try $0["name"]) }
    try await session.query(RecipeQueries.store(lines, try await FoodLine.read(lines, session)))
  }
}

extension FoodLine {
  /// The program's reading of lines.
  static func read(_ texts: [String], _ session: some HouseholdSession) async throws -> [FoodLine] {
    try await session.inPieces(texts) { FoodLine($0) }
  }
}

extension RecipeQueries {
  /// Whether a row's reading is one of this edition, and of the amount that it has now.
  private static let isAmountRead: SQL = "edition = \(Understanding.edition) AND read_line = amount || ' ' || name"

  /// Of what is at hand, with the reading of its amount.
  static let handColumns: SQL = """
    id, name, key, amount, best_before, place, CASE WHEN \(fragment: isAmountRead) THEN read_sum END AS read_sum
    """

  /// Of what is at hand: the reading of each amount.
  /// - Parameter onlySaid: of these, those that have one.
  static func amountsAtHand(onlySaid: Bool) -> SQL {
    let isMeant: SQL = onlySaid ? " AND amount <> ''" : ""
    return """
      SELECT name, key, amount, CASE WHEN \(fragment: isAmountRead) THEN read_key END AS read_key, read_sum FROM ingredients_at_hand
      WHERE household_id = current_household()\(fragment: isMeant)
      """
  }

  /// A few amounts that have to be read: of an earlier edition, or put together by a statement.
  static func unreadAtHand(_ count: Int) -> SQL {
    """
    SELECT name, amount FROM ingredients_at_hand
    WHERE household_id = current_household() AND (edition < \(Understanding.edition) OR read_line IS DISTINCT FROM amount || ' ' || name)
    ORDER BY id LIMIT \(count)
    """
  }

  /// Stores what was read in lines; of an ingredient whose amount has changed meanwhile, nothing.
  static func store(_ lines: [String], _ read: [FoodLine]) -> SQL {
    """
    UPDATE ingredients_at_hand h SET read_line = new.line, read_key = new.key, read_sum = new.sum, edition = \(Understanding.edition)
    FROM unnest(\(lines)::text[], \(read.map(\.key))::text[], \(read.map(\.sum.text))::text[]) AS new (line, key, sum)
    WHERE h.household_id = current_household() AND h.amount || ' ' || h.name = new.line
    """
  }

  /// Gives ingredients the key of their kind, by which recipes know them since kinds are told apart; before, it was their food's.
  static func tellKinds(_ lines: [String]) -> SQL {
    """
    UPDATE ingredients_at_hand h SET key = new.kind
    FROM unnest(\(lines)::text[], \(lines.map { IngredientKey.food(of: $0) })::text[], \(lines.map { IngredientKey.key(for: $0) })::text[])
      AS new (line, food, kind)
    WHERE h.household_id = current_household() AND h.amount || ' ' || h.name = new.line AND h.key = new.food AND new.food <> new.kind
      AND NOT EXISTS (
        SELECT FROM ingredients_at_hand other
        WHERE other.household_id = current_household() AND other.ingredient = ingredient_number(new.kind)
      )
    """
  }
}
