import Postgres

/// The relations of an item that calendar programs have made (RELATED-TO): its parts are items of their own.
struct RelatedItems {
  struct Entry {
    let id: UUID
    let title: String
    let isDone: Bool

    var path: String { "/items/\(id)/edit" }
  }

  /// Those that the item is a part of.
  private(set) var wholes: [Entry] = []
  private(set) var parts: [Entry] = []

  var isEmpty: Bool { wholes.isEmpty && parts.isEmpty }

  init() {}

  init(_ rows: Rows) throws {
    for row in rows {
      let entry = Entry(id: try row["id"], title: try row["title"], isDone: try row["is_done"])
      if try row["is_whole"] { wholes.append(entry) } else { parts.append(entry) }
    }
  }

  private static let maximum = 200

  /// Those of an item. One that no program has written has no row in `caldav_objects`, and its UID follows from its id.
  static func query(_ item: UUID) -> SQL {
    """
    WITH own AS MATERIALIZED (
      SELECT coalesce(o.uid, subject.id::text) AS uid, o.parent
      FROM items i
      CROSS JOIN LATERAL (SELECT CASE WHEN i.is_done THEN i.id ELSE coalesce(i.series_id, i.id) END AS id) AS subject
      LEFT JOIN LATERAL (
        SELECT uid, parent FROM caldav_objects
        WHERE household_id = current_household() AND subject_id IN (subject.id, i.id) ORDER BY subject_id <> subject.id LIMIT 1
      ) AS o ON true
      WHERE i.household_id = current_household() AND i.id = \(item)
    ), related AS MATERIALIZED (
      SELECT x.subject_id, false AS is_whole FROM own
      JOIN caldav_objects x ON x.household_id = current_household() AND x.parent = own.uid
      UNION ALL
      SELECT x.subject_id, true FROM own JOIN caldav_objects x ON x.household_id = current_household() AND x.uid = own.parent
      UNION ALL
      SELECT own.parent::uuid, true FROM own
      WHERE own.parent ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
    )
    SELECT DISTINCT ON (NOT related.is_whole, other.is_done, other.position, other.id) other.id, left(other.title, 200) AS title,
      other.is_done, related.is_whole
    FROM related CROSS JOIN LATERAL (
      SELECT id, title, is_done, position FROM items
      WHERE household_id = current_household() AND id = related.subject_id AND deleted_at IS NULL
      UNION ALL
      SELECT id, title, is_done, position FROM items
      WHERE household_id = current_household() AND series_id = related.subject_id AND NOT is_done AND deleted_at IS NULL
    ) AS other
    WHERE other.id <> \(item)
    ORDER BY NOT related.is_whole, other.is_done, other.position, other.id LIMIT \(maximum)
    """
  }
}
