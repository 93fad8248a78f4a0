import Cookery
import Postgres

/// Queries of shops and aisles.
enum ShopQueries {
  static func list() -> SQL {
    """
    SELECT id, name, aisles, ARRAY(
      SELECT first || ' ' || second || ' ' || lead FROM shop_steps
      WHERE household_id = current_household() AND shop_id = shops.id ORDER BY first, second) AS steps
    FROM shops WHERE household_id = current_household() AND deleted_at IS NULL ORDER BY created_at, id LIMIT 50
    """
  }

  static func find(_ id: UUID) -> SQL {
    """
    SELECT id, name, aisles, ARRAY(
      SELECT first || ' ' || second || ' ' || lead FROM shop_steps
      WHERE household_id = current_household() AND shop_id = shops.id ORDER BY first, second) AS steps
    FROM shops WHERE household_id = current_household() AND deleted_at IS NULL AND id = \(id)
    """
  }

  /// Does nothing if the id exists, because the form was sent twice, and if there are fifty.
  static func insert(_ id: UUID, _ name: String, _ order: [Aisle]) -> SQL {
    """
    INSERT INTO shops (id, name, aisles) SELECT \(id)::uuid, \(name)::text, \(order.map(\.rawValue))::text[]
    WHERE (SELECT count(*) FROM shops WHERE household_id = current_household() AND deleted_at IS NULL) < 50
    ON CONFLICT (household_id, id) DO NOTHING
    """
  }

  static func rename(_ id: UUID, _ name: String) -> SQL {
    "UPDATE shops SET name = \(name) WHERE household_id = current_household() AND id = \(id) AND deleted_at IS NULL"
  }

  /// What somebody puts by hand replaces what was learned.
  static func arrange(_ id: UUID, _ order: [Aisle]) -> [SQL] {
    [
      "UPDATE shops SET aisles = \(order.map(\.rawValue)) WHERE household_id = current_household() AND id = \(id) AND deleted_at IS NULL",
      "DELETE FROM shop_steps WHERE household_id = current_household() AND shop_id = \(id)",
    ]
  }

  static func delete(_ id: UUID) -> SQL {
    "UPDATE shops SET deleted_at = now() WHERE household_id = current_household() AND id = \(id) AND deleted_at IS NULL"
  }

  static func restore(_ id: UUID) -> SQL {
    """
    UPDATE shops SET deleted_at = NULL
    WHERE household_id = current_household() AND id = \(id) AND deleted_at > now() - interval '30 days'
    """
  }

  static func findAny(_ id: UUID) -> SQL {
    "SELECT name FROM shops WHERE household_id = current_household() AND id = \(id)"
  }

  static func deleteForGood() -> SQL { TrashQueries.deleteForGood(of: "shops") }

  // MARK: Learning

  /// Something of an aisle was ticked: each aisle of this trip comes before it, once a trip.
  static func walk(_ shop: UUID, _ entry: UUID) -> [SQL] {
    let aisle: SQL = """
      (SELECT coalesce(f.aisle, e.aisle) FROM shopping_entries e
        LEFT JOIN food_aisles f ON f.household_id = e.household_id AND f.key = e.key
        WHERE e.household_id = current_household() AND e.id = \(entry))
      """
    return [
      """
      INSERT INTO shop_steps (shop_id, first, second, lead)
      SELECT \(shop), least(earlier, here), greatest(earlier, here), CASE WHEN earlier < here THEN 1 ELSE -1 END
      FROM (
        SELECT unnest(trip) COLLATE "C" AS earlier, \(fragment: aisle) COLLATE "C" AS here, trip FROM shops
        WHERE household_id = current_household() AND id = \(shop) AND deleted_at IS NULL AND trip_at > now() - interval '3 hours'
      ) AS steps
      WHERE here IS NOT NULL AND here <> ALL (trip)
      ON CONFLICT (household_id, shop_id, first, second) DO UPDATE
      SET lead = greatest(-5, least(5, shop_steps.lead + EXCLUDED.lead))
      """,
      """
      UPDATE shops SET trip_at = now(), trip = CASE
        WHEN trip_at <= now() - interval '3 hours' THEN ARRAY[\(fragment: aisle)]
        WHEN \(fragment: aisle) = ANY (trip) THEN trip
        ELSE trip || \(fragment: aisle)
      END
      WHERE household_id = current_household() AND id = \(shop) AND deleted_at IS NULL AND \(fragment: aisle) IS NOT NULL
      """,
    ]
  }

  /// Where the household finds a food from now on.
  static func move(_ entry: UUID, to aisle: Aisle) -> SQL {
    """
    INSERT INTO food_aisles (key, aisle)
    SELECT key, \(aisle.rawValue)::text FROM shopping_entries
    WHERE household_id = current_household() AND id = \(entry) AND key IS NOT NULL
    ON CONFLICT (household_id, key) DO UPDATE SET aisle = EXCLUDED.aisle
    """
  }
}
