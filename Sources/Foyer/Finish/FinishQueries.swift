import CivilTime
import Cookery
import Postgres

enum FinishQueries {
  static func today() -> SQL {
    "SELECT (now() AT TIME ZONE time_zone)::date AS day FROM households WHERE id = current_household()"
  }

  static func find(_ id: UUID) -> SQL {
    "SELECT recipe_id FROM cookings WHERE household_id = current_household() AND id = \(id)"
  }

  /// Two cookings that use the same change it one after the other.
  static func lock(_ ids: [UUID]) -> SQL {
    """
    SELECT id FROM ingredients_at_hand
    WHERE household_id = current_household() AND id = ANY (\(ids)::uuid[]) ORDER BY id FOR UPDATE
    """
  }

  /// Does nothing if it is there, or if something of what is at hand has changed since it was read.
  static func insert(
    _ id: UUID, _ recipe: UUID, day: CalendarDate, _ note: String, _ changes: [FinishCooking.Change], meal: UUID?
  ) -> SQL {
    let (ids, before) = (changes.map(\.food.id), changes.map(\.food.amount))
    // Array elements are bound as texts: an empty one with a mark before it stands for null.
    let after = changes.map { change -> String in
      switch change.rest {
      case .usedUp: ""
      case .left(let amount): "=\(amount)"
      case .same: "=\(change.food.amount)"
      }
    }
    return """
      INSERT INTO cookings (id, recipe_id, day, note, used_ids, used_before, used_after, meal_id)
      SELECT \(id)::uuid, \(recipe)::uuid, \(day)::date, \(note)::text, \(ids)::uuid[], \(before)::text[],
        ARRAY(SELECT CASE WHEN after <> '' THEN substr(after, 2) END FROM unnest(\(after)::text[]) WITH ORDINALITY AS new (after, place) ORDER BY place),
        \(optional: meal)::uuid
      WHERE (
        SELECT count(*) FROM ingredients_at_hand h, unnest(\(ids)::uuid[], \(before)::text[]) AS there (id, amount)
        WHERE h.household_id = current_household() AND h.id = there.id AND h.amount = there.amount) = \(ids.count)
      ON CONFLICT (household_id, id) DO NOTHING
      """
  }

  /// Whether this transaction has noted the cooking.
  private static func isNew(_ id: UUID) -> SQL {
    "EXISTS (SELECT FROM cookings WHERE household_id = current_household() AND id = \(id) AND created_at = now())"
  }

  /// The rest of what was used.
  static func subtract(_ id: UUID, _ changes: [FinishCooking.Change]) -> [SQL] {
    let left = changes.compactMap { change -> (id: UUID, amount: String, read: FoodLine)? in
      guard case .left(let amount) = change.rest, let read = change.read else { return nil }
      return (change.food.id, amount, read)
    }
    if left.isEmpty { return [] }
    return [
      """
      UPDATE ingredients_at_hand h SET amount = new.amount, read_line = new.amount || ' ' || h.name, read_key = new.key,
        read_sum = new.sum, edition = \(Understanding.edition)
      FROM unnest(\(left.map(\.id))::uuid[], \(left.map(\.amount))::text[], \(left.map(\.read.key))::text[],
        \(left.map(\.read.sum.text))::text[]) AS new (id, amount, key, sum)
      WHERE h.household_id = current_household() AND h.id = new.id AND \(fragment: isNew(id))
      """
    ]
  }

  /// Food that is used up is removed as if by hand.
  static func useUp(_ id: UUID, _ changes: [FinishCooking.Change]) -> [SQL] {
    let ids = changes.filter { $0.rest == .usedUp }.map(\.food.id)
    if ids.isEmpty { return [] }
    return [
      """
      WITH removed AS (
        DELETE FROM ingredients_at_hand WHERE household_id = current_household() AND id = ANY (\(ids)::uuid[]) AND \(fragment: isNew(id))
        RETURNING id, name, key, amount, best_before, place, read_line, read_key, read_sum, edition, created_at
      )
      INSERT INTO removed_ingredients
        (id, name, key, amount, best_before, place, read_line, read_key, read_sum, edition, created_at)
      SELECT * FROM removed
      """
    ]
  }

  /// The leftovers, where the days have room for them.
  static func plan(_ id: UUID, _ meal: MealDraft) -> SQL {
    PlanQueries.insert(meal, nil, text: meal.words, where: isNew(id))
  }

  // MARK: Taking back

  static func takeBack(_ id: UUID) -> SQL {
    """
    UPDATE cookings SET taken_back_at = now()
    WHERE household_id = current_household() AND id = \(id) AND taken_back_at IS NULL AND created_at > now() - interval '30 days'
    """
  }

  private static func isTakenBack(_ id: UUID) -> SQL {
    "c.id = \(id) AND c.taken_back_at = now()"
  }

  static func giveBack(_ id: UUID) -> [SQL] {
    [
      """
      UPDATE ingredients_at_hand h SET amount = used.before
      FROM cookings c, unnest(c.used_ids, c.used_before, c.used_after) AS used (id, before, after)
      WHERE c.household_id = current_household() AND \(fragment: isTakenBack(id)) AND h.household_id = current_household() AND h.id = used.id AND h.amount = used.after
      """,
      """
      WITH restored AS (
        INSERT INTO ingredients_at_hand
          (id, name, key, amount, best_before, place, read_line, read_key, read_sum, edition, created_at)
        SELECT r.id, r.name, r.key, r.amount, r.best_before, r.place, r.read_line, r.read_key, r.read_sum, r.edition, r.created_at
        FROM cookings c, unnest(c.used_ids, c.used_after) AS used (id, after), removed_ingredients r
        WHERE c.household_id = current_household() AND \(fragment: isTakenBack(id)) AND used.after IS NULL AND r.household_id = current_household() AND r.id = used.id
        ON CONFLICT DO NOTHING
        RETURNING id
      )
      DELETE FROM removed_ingredients WHERE household_id = current_household() AND id IN (SELECT id FROM restored)
      """,
    ]
  }

  /// The leftovers' meal, unless somebody has changed it.
  static func takeOut(_ id: UUID, _ meal: UUID) -> SQL {
    """
    UPDATE meals m SET deleted_at = now()
    FROM cookings c
    WHERE c.household_id = current_household() AND \(fragment: isTakenBack(id)) AND m.household_id = current_household() AND m.id = \(meal) AND m.version = 1 AND m.deleted_at IS NULL
    """
  }
}
