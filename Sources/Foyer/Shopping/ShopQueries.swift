import Cookery
import Postgres

/// Queries of shops and aisles.
enum ShopQueries {
  static func list() -> SQL { "\(fragment: all) ORDER BY created_at, id LIMIT 50" }

  static func find(_ id: UUID) -> SQL { "\(fragment: all) AND id = \(id)" }

  private static let all: SQL = """
    SELECT id, name, aisles, ARRAY(
      SELECT first || ' ' || second || ' ' || lead FROM shop_steps
      WHERE household_id = current_household() AND shop_id = shops.id ORDER BY first, second) AS steps
    FROM shops WHERE household_id = current_household() AND deleted_at IS NULL
    """

  /// Does nothing if the id exists, because the form was sent twice, and if there are fifty.
  static func insert(_ id: UUID, _ name: String, _ order: [Aisle]) -> SQL {
    """
    INSERT INTO shops (id, name, aisles) SELECT \(id)::uuid, \(name)::text, \(order.map(\.rawValue))::text[]
    WHERE (SELECT count(*) FROM shops WHERE household_id = current_household() AND deleted_at IS NULL) < 50
    ON CONFLICT (household_id, id) DO NOTHING
    """
  }

  /// An order set by hand replaces the learned one.
  static func arrange(_ id: UUID, _ order: [Aisle]) -> [SQL] {
    [
      "UPDATE shops SET aisles = \(order.map(\.rawValue)) WHERE household_id = current_household() AND id = \(id) AND deleted_at IS NULL",
      "DELETE FROM shop_steps WHERE household_id = current_household() AND shop_id = \(id)",
    ]
  }

  // MARK: Learning

  /// Something of an aisle was ticked: each aisle of this trip comes before it, once a trip.
  /// - Parameter change: by which it was ticked without a network; if it was applied before, nothing is learned again.
  static func walk(_ shop: UUID, _ entry: UUID, _ change: UUID? = nil) -> [SQL] {
    let isNew: SQL =
      change.map {
        " AND NOT EXISTS (SELECT FROM shopping_changes c WHERE c.household_id = current_household() AND c.id = \($0))"
      } ?? ""
    let here: SQL = """
      (SELECT coalesce(f.aisle, e.aisle) AS aisle FROM shopping_entries e
        LEFT JOIN food_aisles f ON f.household_id = e.household_id AND f.key = e.key
        WHERE e.household_id = current_household() AND e.id = \(entry)) AS here
      """
    // The moment minus an interval is not what Citus takes in a CASE: it depends on the time zone.
    return [
      """
      INSERT INTO shop_steps (shop_id, first, second, lead)
      SELECT \(shop), least(earlier, aisle), greatest(earlier, aisle), CASE WHEN earlier < aisle THEN 1 ELSE -1 END
      FROM (
        SELECT unnest(trip) COLLATE "C" AS earlier, here.aisle COLLATE "C" AS aisle, trip FROM shops \(fragment: "CROSS JOIN " + here)
        WHERE household_id = current_household() AND id = \(shop) AND deleted_at IS NULL AND trip_at > now() - interval '3 hours'
      ) AS steps
      WHERE aisle IS NOT NULL AND aisle <> ALL (trip)\(fragment: isNew)
      ON CONFLICT (household_id, shop_id, first, second) DO UPDATE
      SET lead = greatest(-5, least(5, shop_steps.lead + EXCLUDED.lead))
      """,
      """
      UPDATE shops SET trip_at = now(), trip = CASE
        WHEN NOT isfinite(trip_at) THEN ARRAY[here.aisle]
        WHEN now() - trip_at >= interval '3 hours' THEN ARRAY[here.aisle]
        WHEN here.aisle = ANY (trip) THEN trip
        ELSE trip || here.aisle
      END
      \(fragment: "FROM " + here)
      WHERE household_id = current_household() AND id = \(shop) AND deleted_at IS NULL AND here.aisle IS NOT NULL\(fragment: isNew)
      """,
    ]
  }

  /// Where the household finds a food from now on.
  static func move(_ entry: UUID, to aisle: Aisle) -> SQL {
    """
    INSERT INTO food_aisles (key, aisle)
    SELECT key, \(aisle.rawValue)::text FROM shopping_entries
    WHERE household_id = current_household() AND id = \(entry) AND key IS NOT NULL AND deleted_at IS NULL
      AND \(fragment: ShoppingQueries.isOnList("shopping_entries"))
    ON CONFLICT (household_id, key) DO UPDATE SET aisle = EXCLUDED.aisle
    """
  }
}
