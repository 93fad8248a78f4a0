import HTTP
import Postgres

/// The foods that a household usually buys.
enum Usuals {
  /// Names of foods that have what is typed, the usual ones first.
  static func suggest(_ request: Request, _ context: Context) async throws -> Response {
    let typed = request.query["q"] ?? ""
    let rows = try await context.query(UsualQueries.suggest(typed.isLonger(than: 200) ? "" : typed))
    let names: [String] = try rows.map { try $0["name"] }
    return context.html(.shopping) { out, page in Views.Labels._suggestions(&out, names: names) }
  }
}

/// Queries of the foods that a household usually buys, learned from its ticks.
enum UsualQueries {
  /// How many are shown as tiles, and suggested while somebody types.
  static let most = 8

  /// The foods that were ticked most often and are not on the list: what `suggest` finds for no text, for the page.
  static func list() -> SQL {
    """
    SELECT name FROM usual_foods u
    WHERE household_id = current_household() AND NOT EXISTS (
      SELECT FROM shopping_entries e
      WHERE e.household_id = current_household() AND e.key = u.key AND e.deleted_at IS NULL AND e.checked_at IS NULL
        AND e.list_id IS NULL)
    ORDER BY ticks DESC, last_at DESC, name LIMIT \(most)
    """
  }

  /// The foods that were ticked most often and are not on the list, and then, of what is typed, other foods that were on it.
  static func suggest(_ text: String) -> SQL {
    """
    WITH typed AS MATERIALIZED (SELECT folded(btrim(\(text)::text)) AS folded), usual AS (
      SELECT key, name, ticks, last_at FROM usual_foods WHERE household_id = current_household()
    ), past AS (
      SELECT DISTINCT ON (key) key, left(coalesce(food, text), 200) AS name, 0::smallint AS ticks, created_at AS last_at
      FROM shopping_entries
      WHERE household_id = current_household() AND key <> '' AND (SELECT folded FROM typed) <> ''
      ORDER BY key, created_at DESC
    )
    SELECT name FROM (
      SELECT * FROM usual UNION ALL
      SELECT * FROM past WHERE key NOT IN (SELECT key FROM usual)
    ) AS known, typed
    WHERE position(typed.folded IN folded(name)) > 0 AND NOT EXISTS (
      SELECT FROM shopping_entries e
      WHERE e.household_id = current_household() AND e.key = known.key AND e.deleted_at IS NULL AND e.checked_at IS NULL
        AND e.list_id IS NULL AND typed.folded = '')
    ORDER BY ticks DESC, position(typed.folded IN folded(name)) > 1, last_at DESC, name LIMIT \(most)
    """
  }

  /// Counts entries that were just ticked, each food once a trip, and notes the last package of each that they name.
  static func count(_ ticked: SQL) -> SQL {
    """
    INSERT INTO usual_foods (key, name, package)
    SELECT key, (array_agg(left(coalesce(food, text), 200) ORDER BY created_at DESC))[1],
      coalesce((array_agg(package ORDER BY package = '', created_at DESC) FILTER (WHERE source = 'hand'))[1], '')
    FROM shopping_entries
    WHERE household_id = current_household() AND deleted_at IS NULL AND checked_at IS NOT NULL AND key <> ''
      AND \(fragment: ticked)
    GROUP BY key ORDER BY key
    ON CONFLICT (household_id, key) DO UPDATE SET name = EXCLUDED.name, last_at = EXCLUDED.last_at,
      ticks = least(usual_foods.ticks + (usual_foods.last_at < EXCLUDED.last_at - interval '6 hours')::int, 30000),
      package = coalesce(nullif(EXCLUDED.package, ''), usual_foods.package)
    WHERE (usual_foods.last_at < EXCLUDED.last_at - interval '6 hours' OR EXCLUDED.package NOT IN ('', usual_foods.package))
    """
  }
}
