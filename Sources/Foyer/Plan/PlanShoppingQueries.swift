import CivilTime
import Postgres

/// Queries of what planned recipes put on the shopping list.
enum PlanShoppingQueries {
  /// The recipes of some days, with their ingredients.
  /// - Parameter onlyListed: of these, those that are on the list already.
  static func dishes(from first: CalendarDate, to last: CalendarDate, onlyListed: Bool) -> SQL {
    let listed: SQL = onlyListed ? " AND listed_for IS NOT NULL" : ""
    return """
      SELECT m.id, m.day, m.meal, m.recipe_id, m.servings, m.version, left(r.name, 1000) AS name, \(fragment: RecipeQueries.reading),
        r.servings AS own_servings, \(fragment: RecipeQueries.decidedStaples)
      FROM (
        SELECT id, day, meal, recipe_id, servings, version, created_at FROM meals
        WHERE household_id = current_household() AND deleted_at IS NULL
          AND day >= \(first)::date AND day <= \(last)::date AND recipe_id IS NOT NULL\(fragment: listed)
        ORDER BY day, created_at, id LIMIT \(PlanQueries.perWeek * 5)
      ) AS m JOIN LATERAL (
        \(fragment: RecipeQueries.visible("m.recipe_id"))
      ) AS r ON r.deleted_at IS NULL
      ORDER BY m.day, m.created_at, m.id
      """
  }

  /// Rows that meals have put on the list, also those that have left it, but not those that other amounts have replaced.
  static func stored(from first: CalendarDate, to last: CalendarDate) -> SQL {
    """
    SELECT id, version, source_id, key, amount, checked_at IS NOT NULL AS is_checked FROM shopping_entries
    WHERE household_id = current_household() AND source = 'meal' AND replaced_by IS NULL AND source_id = ANY (ARRAY(
      SELECT id FROM meals WHERE household_id = current_household() AND deleted_at IS NULL
        AND day >= \(first)::date AND day <= \(last)::date))
    """
  }

  static func stored(of meal: UUID) -> SQL {
    """
    SELECT id, version, source_id, key, amount, checked_at IS NOT NULL AS is_checked FROM shopping_entries
    WHERE household_id = current_household() AND source = 'meal' AND replaced_by IS NULL AND source_id = \(meal)
    """
  }

  /// Locks meals, then what they have put on the list: until this transaction ends nobody changes the ones or ticks the others,
  /// so that the statements that follow see both as they stay.
  static func lock(_ meals: [UUID]) -> [SQL] {
    [
      "SELECT FROM meals WHERE household_id = current_household() AND id = ANY (\(meals)::uuid[]) ORDER BY id FOR UPDATE",
      """
      SELECT FROM shopping_entries
      WHERE household_id = current_household() AND source = 'meal' AND source_id = ANY (\(meals)::uuid[]) ORDER BY id FOR UPDATE
      """,
    ]
  }

  /// Locks the meals of which an addition put something on the list, for what takes it back.
  static func lock(of addition: UUID) -> SQL {
    """
    SELECT FROM meals WHERE household_id = current_household() AND id IN (\(fragment: meals(of: addition)))
    ORDER BY id FOR UPDATE
    """
  }

  /// Those of some meals of which something on the list is no longer as it was read: somebody has ticked, changed, added or
  /// removed it.
  static func changed(_ meals: [UUID], since stored: PlanShopping.Stored) -> SQL {
    """
    SELECT coalesce(here.meal, read.meal) FROM (
      SELECT id, version, source_id AS meal FROM shopping_entries
      WHERE household_id = current_household() AND source = 'meal' AND replaced_by IS NULL AND source_id = ANY (\(meals)::uuid[])
    ) AS here FULL JOIN (
      SELECT id, version, meal FROM unnest(\(stored.rows.map(\.id))::uuid[], \(stored.rows.map(\.version))::integer[],
        \(stored.rows.map(\.meal))::uuid[]) AS those (id, version, meal)
    ) AS read USING (id, version)
    WHERE here.meal IS NULL OR read.meal IS NULL
    """
  }

  /// Puts rows in the place of what these meals have on the list unticked, if meals and list are still as they were read. What
  /// was replaced before comes back; what somebody has taken off by hand does not. A list that has no room for them stays as it
  /// is. Which meals were as they were read, how many rows are new or gone, and whether the list was full.
  /// - Parameter addition: what is done at once, for Undo.
  static func replace(
    _ dishes: [PlanShopping.Dish], _ rows: [PlanShopping.Row], _ stored: PlanShopping.Stored, _ addition: UUID
  ) -> SQL {
    let meals = dishes.map(\.meal)
    return replace(
      meals, dishes.map(\.version), dishes.map(\.count), rows, addition,
      "m.id NOT IN (\(fragment: changed(meals, since: stored)))")
  }

  /// The same for a meal that this transaction has changed. Its rows belong to no addition: they are there because of those
  /// that put the meal on the list.
  static func replace(ofChanged meal: UUID, version: Int, count: Int, _ rows: [PlanShopping.Row]) -> SQL {
    replace([meal], [version], [count], rows, nil, "m.changed_at = now()")
  }

  private static func replace(
    _ meals: [UUID], _ versions: [Int], _ counts: [Int], _ rows: [PlanShopping.Row], _ addition: UUID?, _ condition: SQL
  ) -> SQL {
    """
    WITH same AS MATERIALIZED (
      SELECT m.id, nullif(read.count, 0) AS count
      FROM unnest(\(meals)::uuid[], \(versions)::integer[], \(counts)::integer[]) AS read (id, version, count)
      JOIN meals m ON m.household_id = current_household() AND m.id = read.id AND m.version = read.version
      WHERE m.deleted_at IS NULL AND \(fragment: condition)
    ), wanted AS MATERIALIZED (
      SELECT new.* FROM unnest(\(rows.map(\.id))::uuid[], \(rows.map(\.meal))::uuid[], \(rows.map(\.source))::text[],
        \(rows.map(\.text))::text[], \(rows.map(\.food))::text[], \(rows.map(\.key))::text[], \(rows.map(\.amount))::text[],
        \(rows.map(\.aisle.rawValue))::text[]) AS new (id, meal, source, text, food, key, amount, aisle)
      JOIN same ON same.id = new.meal
      WHERE NOT EXISTS (
        SELECT FROM shopping_entries e
        WHERE e.household_id = current_household() AND e.id = new.id AND e.replaced_by IS NULL)
    ), old AS MATERIALIZED (
      SELECT e.id FROM shopping_entries e JOIN same ON same.id = e.source_id
      WHERE e.household_id = current_household() AND e.source = 'meal'
        AND e.deleted_at IS NULL AND e.checked_at IS NULL AND e.id <> ALL (\(rows.map(\.id))::uuid[])
    ), room AS MATERIALIZED (
      SELECT (SELECT count(*) FROM wanted) = 0
        OR \(fragment: ShoppingQueries.count) - (SELECT count(*) FROM old) + (SELECT count(*) FROM wanted) <= \(ShoppingQueries.limit) AS is_there
    ), replaced AS (
      UPDATE shopping_entries e SET deleted_at = now(), replaced_by = \(addition ?? .v7()) FROM old
      WHERE e.household_id = current_household() AND e.id = old.id AND (SELECT is_there FROM room)
      RETURNING e.id
    ), added AS (
      INSERT INTO shopping_entries AS there
        (id, text, food, key, amount, aisle, package, source, source_id, source_name, addition_id, created_at, edition)
      SELECT id, text, food, key, amount, aisle, \(fragment: ShoppingQueries.knownPackage), 'meal', meal, source, \(optional: addition)::uuid, clock_timestamp(),
        \(Understanding.edition)
      FROM wanted AS new WHERE (SELECT is_there FROM room)
      ON CONFLICT (household_id, id) DO UPDATE SET text = EXCLUDED.text, food = EXCLUDED.food, key = EXCLUDED.key,
        amount = EXCLUDED.amount, aisle = EXCLUDED.aisle, package = EXCLUDED.package, edition = EXCLUDED.edition, source_name = EXCLUDED.source_name, created_at = EXCLUDED.created_at,
        addition_id = coalesce(EXCLUDED.addition_id, there.addition_id), replaced_by = NULL, deleted_at = NULL, version = there.version + 1
      WHERE there.replaced_by IS NOT NULL
      RETURNING id
    ), counted AS (
      UPDATE meals m SET listed_for = same.count FROM same
      WHERE m.household_id = current_household() AND m.id = same.id AND m.listed_for IS DISTINCT FROM same.count
        AND (SELECT is_there FROM room)
    )
    SELECT ARRAY(SELECT id FROM same) AS meals,
      (SELECT count(*) FROM replaced) + (SELECT count(*) FROM added) AS changes, (SELECT NOT is_there FROM room) AS is_full
    """
  }

  /// Comes after `replace`. What the pages of these meals' recipes have put on the list gives way to the same of a meal.
  static func absorb(_ meals: [UUID], _ addition: UUID) -> SQL {
    """
    UPDATE shopping_entries e SET deleted_at = now(), replaced_by = \(addition)
    FROM meals m JOIN shopping_entries own ON own.household_id = current_household() AND own.source = 'meal'
      AND own.source_id = m.id AND own.deleted_at IS NULL
    WHERE m.household_id = current_household() AND m.id = ANY (\(meals)::uuid[]) AND m.deleted_at IS NULL
      AND e.household_id = current_household() AND e.source = 'recipe' AND e.source_id = m.recipe_id AND e.key = own.key
      AND e.deleted_at IS NULL AND e.checked_at IS NULL
    """
  }

  /// Comes before `remove`. Brings back what an addition had replaced, unless there is something newer of the same food for the
  /// same meal. If the addition's rows were replaced later, rows they replaced stay hidden and point to that
  /// replacement. What is for a meal that has left the plan comes back with it.
  static func bringBack(replacedBy addition: UUID) -> SQL {
    """
    WITH old AS (
      SELECT e.id, e.source_id, e.key, e.deleted_at, m.deleted_at AS meal_deleted_at, (
          SELECT own.replaced_by FROM shopping_entries own
          WHERE own.household_id = current_household() AND own.addition_id = \(addition) AND own.source = 'meal'
            AND own.source_id = e.source_id AND own.replaced_by IS NOT NULL AND own.checked_at IS NULL
          ORDER BY own.deleted_at, own.id LIMIT 1
        ) AS later
      FROM shopping_entries e JOIN meals m ON m.household_id = current_household() AND m.id = e.source_id
      WHERE e.household_id = current_household() AND e.replaced_by = \(addition)
    )
    UPDATE shopping_entries e SET replaced_by = later,
      deleted_at = CASE WHEN later IS NULL THEN meal_deleted_at ELSE e.deleted_at END
    FROM old
    WHERE e.household_id = current_household() AND e.id = old.id AND (later IS NOT NULL OR NOT EXISTS (
      SELECT FROM shopping_entries newer
      WHERE newer.household_id = current_household() AND newer.source = 'meal' AND newer.source_id = old.source_id
        AND newer.key = old.key AND newer.replaced_by IS NULL AND newer.created_at > old.deleted_at
        AND (newer.addition_id IS DISTINCT FROM \(addition) OR newer.checked_at IS NOT NULL)))
    """
  }

  /// Removes what an addition put on the list, but for what is ticked; also what changes of its meals have made of it since,
  /// unless another addition had put the meal there too. It can be added again. How many rows the list had of it.
  static func remove(_ addition: UUID) -> SQL {
    """
    WITH own AS (
      DELETE FROM shopping_entries
      WHERE household_id = current_household() AND addition_id = \(addition) AND source = 'meal' AND checked_at IS NULL
      RETURNING replaced_by
    ), changed AS (
      DELETE FROM shopping_entries e
      WHERE household_id = current_household() AND source = 'meal' AND addition_id IS NULL AND checked_at IS NULL
        AND source_id IN (\(fragment: meals(of: addition)))
        AND created_at > (
          SELECT min(created_at) FROM shopping_entries
          WHERE household_id = current_household() AND addition_id = \(addition) AND source = 'meal')
        AND NOT EXISTS (
          SELECT FROM shopping_entries other
          WHERE other.household_id = current_household() AND other.source = 'meal' AND other.source_id = e.source_id
            AND other.addition_id <> \(addition))
      RETURNING replaced_by
    )
    SELECT count(*) AS count FROM (SELECT replaced_by FROM own UNION ALL SELECT replaced_by FROM changed) AS those
    WHERE replaced_by IS NULL
    """
  }

  /// Comes before `remove`. For how many its meals are on the list is not known any more.
  static func forgetCounts(of addition: UUID) -> SQL {
    """
    UPDATE meals SET listed_for = NULL
    WHERE household_id = current_household() AND listed_for IS NOT NULL AND id IN (\(fragment: meals(of: addition)))
    """
  }

  private static func meals(of addition: UUID) -> SQL {
    """
    SELECT source_id FROM shopping_entries
    WHERE household_id = current_household() AND addition_id = \(addition) AND source = 'meal'
    """
  }

  /// Takes off the list what was put there by meals that this transaction has deleted, but for what is ticked. An Undo finds
  /// the rows by the same moment.
  static func takeOff() -> SQL {
    """
    UPDATE shopping_entries e SET deleted_at = now() FROM meals m
    WHERE e.household_id = current_household() AND m.household_id = current_household() AND m.deleted_at = now()
      AND e.source = 'meal' AND e.source_id = m.id AND e.deleted_at IS NULL AND e.checked_at IS NULL
    """
  }

  /// Brings back what was taken off with a meal that is there again.
  /// - Parameter moment: of the meal's deletion, in microseconds since 1970.
  static func putBack(_ meal: UUID, _ moment: Int) -> SQL {
    """
    UPDATE shopping_entries e SET deleted_at = NULL FROM meals m
    WHERE e.household_id = current_household() AND m.household_id = current_household() AND m.id = \(meal)
      AND m.deleted_at IS NULL AND e.source = 'meal' AND e.source_id = m.id
      AND e.deleted_at = \(fragment: .timestamp(microseconds: moment))
    """
  }

  /// Meals that a copy has brought back were taken out of the plan with their rows: these can be added again.
  static func forgetTakenOff() -> SQL {
    """
    DELETE FROM shopping_entries e USING meals m
    WHERE e.household_id = current_household() AND m.household_id = current_household() AND m.changed_at = now()
      AND m.deleted_at IS NULL AND e.source = 'meal' AND e.source_id = m.id AND e.deleted_at IS NOT NULL AND e.checked_at IS NULL
    """
  }
}
