import CivilTime
import Cookery
import Postgres

/// Changes an ingredient at hand; what is not given stays.
struct EditIngredient: Sendable {
  let id: UUID
  var name: String?
  var amount: String?
  /// A date, or nothing for none.
  var bestBefore: CalendarDate??
  var place: String?
  /// The version that was read, as `RecipeQueries.versionAtHand`; nil for any.
  var version: Int?

  enum Result {
    case changed(name: String)
    /// Another one has changed it since the version.
    case changedMeanwhile
    /// Another entry is the same food.
    case isThere
  }

  var problems: Problems {
    var problems = Problems()
    if let name {
      if name.isLonger(than: 200) {
        problems.add("name", .tooLong(200))
      } else if name.isBlank {
        problems.add("name", .blank)
      } else if IngredientKey.key(for: name).isEmpty {
        problems.add("name", .noFood(name))
      }
    }
    problems.add(HandDetails(amount: amount ?? "", bestBefore: bestBefore ?? nil, place: place ?? "").problems)
    return problems
  }

  /// - Returns: nil if there is no such ingredient.
  func run(_ session: some HouseholdSession) async throws -> Result? {
    let problems = problems
    guard problems.isEmpty else { throw problems }
    var batch = Batch()
    let updated = batch.add(RecipeQueries.update(atHand: self))
    let unread = batch.add(RecipeQueries.unreadAtHand(AmountAtHand.mostUnread))
    let (now, same) = (
      batch.add(RecipeQueries.findHere(atHand: id)),
      batch.add(RecipeQueries.findOther(atHand: id, name.map { IngredientKey.key(for: $0) }))
    )
    let results = try await session.query(batch)
    guard let row = results[now].first else { return nil }
    try await AmountAtHand.readAgain(results[unread], session)
    guard results[same].isEmpty else { return .isThere }
    return results[updated].affected > 0 || version == nil ? .changed(name: try row["name"]) : .changedMeanwhile
  }
}

extension RecipeQueries {
  /// The version of what is at hand, which has no number of its changes: a digest of what a program reads of it.
  static func versionAtHand(_ row: SQL) -> SQL {
    .digest("\(fragment: row).name, \(fragment: row).amount, \(fragment: row).best_before, \(fragment: row).place")
  }

  /// Its reading follows: `unreadAtHand` finds it.
  fileprivate static func update(atHand change: EditIngredient) -> SQL {
    let key = change.name.map { IngredientKey.key(for: $0) }
    let (keepsDate, date): (Bool, CalendarDate?) =
      if case .some(let date) = change.bestBefore { (false, date) } else { (true, nil) }
    let isOfVersion: SQL = change.version.map { " AND \(fragment: versionAtHand("h")) = \($0)" } ?? ""
    return """
      UPDATE ingredients_at_hand h SET name = coalesce(\(optional: change.name), name), key = coalesce(\(optional: key), key),
        amount = coalesce(\(optional: change.amount), amount), place = coalesce(\(optional: change.place), place),
        best_before = CASE WHEN \(keepsDate) THEN best_before ELSE \(optional: date)::date END
      WHERE h.household_id = current_household() AND h.id = \(change.id)\(fragment: isOfVersion) AND NOT EXISTS (
        SELECT FROM ingredients_at_hand o
        WHERE o.household_id = current_household() AND o.id <> h.id AND o.ingredient = ingredient_number(\(optional: key)))
      """
  }

  fileprivate static func findHere(atHand id: UUID) -> SQL {
    "SELECT name FROM ingredients_at_hand WHERE household_id = current_household() AND id = \(id)"
  }

  /// Another entry of this food.
  fileprivate static func findOther(atHand id: UUID, _ key: String?) -> SQL {
    """
    SELECT id FROM ingredients_at_hand
    WHERE household_id = current_household() AND id <> \(id) AND ingredient = ingredient_number(\(optional: key))
    """
  }
}
