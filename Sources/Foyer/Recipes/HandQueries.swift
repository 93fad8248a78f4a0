import Cookery
import Postgres

/// Ingredients at hand.
extension RecipeQueries {
  static func hand() -> SQL {
    """
    SELECT \(fragment: handColumns) FROM ingredients_at_hand
    WHERE household_id = current_household() ORDER BY created_at, id
    """
  }

  /// An ingredient that is there already, under any name, is not added again; what is said of it replaces what was said.
  /// - Parameter read: what is read in the line of each.
  static func insert(_ atHand: [TypedFood], _ read: [FoodLine], _ details: HandDetails = HandDetails()) -> SQL {
    let (names, lines) = (atHand.map(\.name), atHand.map(\.line))
    return """
      INSERT INTO ingredients_at_hand AS there
        (id, name, key, amount, best_before, place, read_line, read_key, read_sum, edition)
      SELECT id, name, key, amount, \(optional: details.bestBefore)::date, \(details.place), line, food_key, sum,
        \(Understanding.edition)
      FROM unnest(\(names.map { _ in UUID.v7() })::uuid[], \(names)::text[], \(atHand.map(\.key))::text[],
        \(atHand.map(\.amount))::text[], \(lines)::text[], \(read.map(\.key))::text[], \(read.map(\.sum.text))::text[])
        AS new (id, name, key, amount, line, food_key, sum)
      ON CONFLICT (household_id, ingredient) DO UPDATE SET
        amount = CASE WHEN EXCLUDED.amount = '' THEN there.amount ELSE EXCLUDED.amount END,
        read_line = CASE WHEN EXCLUDED.amount = '' THEN there.read_line ELSE EXCLUDED.read_line END,
        read_key = CASE WHEN EXCLUDED.amount = '' THEN there.read_key ELSE EXCLUDED.read_key END,
        read_sum = CASE WHEN EXCLUDED.amount = '' THEN there.read_sum ELSE EXCLUDED.read_sum END,
        edition = CASE WHEN EXCLUDED.amount = '' THEN there.edition ELSE EXCLUDED.edition END,
        best_before = coalesce(EXCLUDED.best_before, there.best_before),
        place = CASE WHEN EXCLUDED.place = '' THEN there.place ELSE EXCLUDED.place END
      WHERE EXCLUDED.amount <> '' OR EXCLUDED.best_before IS NOT NULL OR EXCLUDED.place <> ''
      """
  }

  /// Notes an ingredient as at hand, unless it is already, under any name.
  static func insert(_ id: UUID, _ food: TypedFood, _ read: FoodLine, _ details: HandDetails) -> SQL {
    """
    INSERT INTO ingredients_at_hand
      (id, name, key, amount, best_before, place, read_line, read_key, read_sum, edition)
    SELECT \(id)::uuid, \(food.name)::text, \(food.key)::text, \(details.amount)::text, \(optional: details.bestBefore)::date, \(details.place)::text,
      \(food.line)::text, \(read.key)::text, \(read.sum.text)::text, \(Understanding.edition)
    ON CONFLICT DO NOTHING
    """
  }

  /// Removes an ingredient, or all of them, for 30 days. What is removed at once can be restored at once.
  static func delete(atHand id: UUID?) -> SQL {
    let isMeant: SQL = if let id { " AND id = \(id)" } else { "" }
    return """
      WITH removed AS (
        DELETE FROM ingredients_at_hand WHERE household_id = current_household()\(fragment: isMeant)
        RETURNING id, name, key, amount, best_before, place, read_line, read_key, read_sum, edition, created_at
      )
      INSERT INTO removed_ingredients
        (id, name, key, amount, best_before, place, read_line, read_key, read_sum, edition, created_at)
      SELECT * FROM removed
      RETURNING id, name
      """
  }

  /// Brings back what was removed together with an ingredient, but for what is at hand again by now.
  static func restore(atHand id: UUID) -> SQL {
    """
    WITH restored AS (
      INSERT INTO ingredients_at_hand
        (id, name, key, amount, best_before, place, read_line, read_key, read_sum, edition, created_at)
      SELECT id, name, key, amount, best_before, place, read_line, read_key, read_sum, edition, created_at
      FROM removed_ingredients
      WHERE household_id = current_household() AND deleted_at > now() - interval '30 days' AND deleted_at = (
        SELECT deleted_at FROM removed_ingredients WHERE household_id = current_household() AND id = \(id))
      ON CONFLICT DO NOTHING
      RETURNING id
    )
    DELETE FROM removed_ingredients WHERE household_id = current_household() AND id IN (SELECT id FROM restored)
    """
  }

  /// The name of an ingredient, removed or not.
  static func findAny(atHand id: UUID) -> SQL {
    """
    SELECT name FROM ingredients_at_hand WHERE household_id = current_household() AND id = \(id)
    UNION ALL SELECT name FROM removed_ingredients WHERE household_id = current_household() AND id = \(id)
    """
  }

  static func deleteRemovedForGood() -> SQL { TrashQueries.deleteForGood(of: "removed_ingredients") }

  /// Names of ingredients that recipes use; those that begin with the typed text come first.
  static func suggest(_ text: String) -> SQL {
    """
    SELECT name FROM (
      SELECT DISTINCT ON (ingredient) name, folded_name FROM ingredient_names
      WHERE household_id IN ((SELECT current_household()), starter_household()) AND strpos(folded_name, folded(\(text))) > 0
      ORDER BY ingredient, household_id DESC
    ) AS found
    ORDER BY strpos(folded_name, folded(\(text))) > 1, length(folded_name), folded_name LIMIT 12
    """
  }
}
