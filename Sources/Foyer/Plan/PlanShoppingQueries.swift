import Postgres

/// Queries of what planned recipes put on the shopping list.
enum PlanShoppingQueries {
  /// The recipes of some days, with their ingredients.
  static func dishes(from first: CalendarDate, to last: CalendarDate) -> SQL {
    """
    SELECT m.id, m.day, m.recipe_id, m.servings, m.version, left(r.name, 1000) AS name, r.ingredients, r.servings AS own_servings
    FROM (
      SELECT id, day, recipe_id, servings, version, created_at FROM meals
      WHERE household_id = current_household() AND deleted_at IS NULL
        AND day >= \(first)::date AND day <= \(last)::date AND recipe_id IS NOT NULL
      ORDER BY day, created_at, id LIMIT \(PlanQueries.perWeek * 5)
    ) AS m JOIN LATERAL (
      \(fragment: RecipeQueries.visible("m.recipe_id"))
    ) AS r ON r.deleted_at IS NULL
    ORDER BY m.day, m.created_at, m.id
    """
  }

  /// What meals have put on the list, also what has left it, but not what other amounts have replaced.
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
  /// was replaced before comes back; what somebody has taken off by hand does not. How many meals were as they were read, and
  /// how many rows are new or gone.
  /// - Parameter addition: what is done at once, for Undo.
  static func replace(
    _ dishes: [PlanShopping.Dish], _ rows: [PlanShopping.Row], _ stored: PlanShopping.Stored, _ addition: UUID
  ) -> SQL {
    let meals = dishes.map(\.meal)
    return replace(
      meals, dishes.map(\.version), rows, addition, "m.id NOT IN (\(fragment: changed(meals, since: stored)))")
  }

  /// The same for a meal that this transaction has changed.
  static func replace(ofChanged meal: UUID, version: Int, _ rows: [PlanShopping.Row]) -> SQL {
    replace([meal], [version], rows, .v7(), "m.changed_at = now()")
  }

  private static func replace(
    _ meals: [UUID], _ versions: [Int], _ rows: [PlanShopping.Row], _ addition: UUID, _ condition: SQL
  ) -> SQL {
    """
    WITH same AS MATERIALIZED (
      SELECT m.id FROM unnest(\(meals)::uuid[], \(versions)::integer[]) AS read (id, version)
      JOIN meals m ON m.household_id = current_household() AND m.id = read.id AND m.version = read.version
      WHERE m.deleted_at IS NULL AND \(fragment: condition)
    ), replaced AS (
      UPDATE shopping_entries e SET deleted_at = now(), replaced_by = \(addition) FROM same
      WHERE e.household_id = current_household() AND e.source = 'meal' AND e.source_id = same.id
        AND e.deleted_at IS NULL AND e.checked_at IS NULL AND e.id <> ALL (\(rows.map(\.id))::uuid[])
      RETURNING e.id
    ), added AS (
      INSERT INTO shopping_entries AS there
        (id, text, food, key, amount, aisle, source, source_id, source_name, addition_id, created_at)
      SELECT new.id, new.text, new.food, new.key, new.amount, new.aisle, 'meal', new.meal, new.source, \(addition), clock_timestamp()
      FROM unnest(\(rows.map(\.id))::uuid[], \(rows.map(\.meal))::uuid[], \(rows.map(\.source))::text[],
        \(rows.map(\.text))::text[], \(rows.map(\.food))::text[], \(rows.map(\.key))::text[], \(rows.map(\.amount))::text[],
        \(rows.map(\.aisle.rawValue))::text[]) AS new (id, meal, source, text, food, key, amount, aisle)
      JOIN same ON same.id = new.meal
      WHERE (SELECT count(*) FROM shopping_entries WHERE household_id = current_household() AND deleted_at IS NULL)
        < \(ShoppingQueries.limit)
      ON CONFLICT (household_id, id) DO UPDATE SET text = EXCLUDED.text, food = EXCLUDED.food, key = EXCLUDED.key,
        amount = EXCLUDED.amount, aisle = EXCLUDED.aisle, source_name = EXCLUDED.source_name, created_at = EXCLUDED.created_at,
        addition_id = EXCLUDED.addition_id, replaced_by = NULL, deleted_at = NULL, version = there.version + 1
      WHERE there.replaced_by IS NOT NULL
      RETURNING id
    )
    SELECT (SELECT count(*) FROM same) AS meals,
      (SELECT count(*) FROM replaced) + (SELECT count(*) FROM added) AS changes
    """
  }

  /// Removes what an addition put on the list, but for what is ticked. It can be added again.
  static func remove(_ addition: UUID) -> SQL {
    """
    DELETE FROM shopping_entries
    WHERE household_id = current_household() AND addition_id = \(addition) AND source = 'meal' AND checked_at IS NULL
      AND replaced_by IS NULL
    """
  }

  /// Brings back what an addition had replaced, unless there is something newer of the same food for the same meal. What is for
  /// a meal that has left the plan comes back with it.
  static func bringBack(replacedBy addition: UUID) -> SQL {
    """
    UPDATE shopping_entries e SET deleted_at = m.deleted_at, replaced_by = NULL FROM meals m
    WHERE e.household_id = current_household() AND m.household_id = current_household() AND e.replaced_by = \(addition)
      AND m.id = e.source_id AND NOT EXISTS (
        SELECT FROM shopping_entries newer
        WHERE newer.household_id = current_household() AND newer.source = 'meal' AND newer.source_id = e.source_id
          AND newer.key = e.key AND newer.replaced_by IS NULL AND newer.created_at > e.deleted_at)
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
      AND e.deleted_at = 'epoch'::timestamptz + \(moment) * interval '1 microsecond'
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
