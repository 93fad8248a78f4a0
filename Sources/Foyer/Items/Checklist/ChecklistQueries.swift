import Postgres

/// The statements of the lines of an item.
enum ChecklistQueries {
  static func find(_ id: UUID) -> SQL {
    """
    SELECT title, checklist::text AS checklist, version, now() AS now FROM items
    WHERE household_id = current_household() AND id = \(id) AND deleted_at IS NULL
    """
  }

  /// There is a row if nobody has changed the item since `version`.
  static func update(_ id: UUID, to checklist: Checklist, version: Int) -> SQL {
    """
    UPDATE items SET checklist = \(optional: checklist.json)::jsonb, is_sample = false, \(fragment: .nextVersion)
    WHERE household_id = current_household() AND id = \(id) AND version = \(version) AND deleted_at IS NULL
    RETURNING id
    """
  }

  /// The category of an item: before the item, as everywhere (`ItemQueries.lockHousehold`).
  static func lockCategory(of id: UUID) -> SQL {
    """
    SELECT FROM categories WHERE household_id = current_household() AND id = (
      SELECT category_id FROM items WHERE household_id = current_household() AND id = \(id))
    FOR SHARE
    """
  }

  /// Makes an item of a line, beside the one that it was in, if this transaction has changed that.
  static func makeItem(_ id: UUID, titled title: String, isDone: Bool, beside other: UUID, changedFrom version: Int)
    -> SQL
  {
    """
    INSERT INTO items (id, title, done_at, category_id, people)
    SELECT \(id)::uuid, \(title)::text, CASE WHEN \(isDone) THEN now() END, c.id, i.people
    FROM items i
    LEFT JOIN LATERAL (
      SELECT id FROM categories WHERE household_id = current_household() AND id = i.category_id AND deleted_at IS NULL FOR SHARE
    ) AS c ON true
    WHERE i.household_id = current_household() AND i.id = \(other) AND i.version = \(version + 1) AND i.changed_at = now()
    ON CONFLICT (household_id, id) DO NOTHING
    """
  }

  /// The column `lines` of lists, as `3 5`, with the number of files behind it if there are any; NULL in most rows.
  static let progress: SQL = """
    CASE WHEN lines > 0 OR files > 0 THEN lines_done || ' ' || lines || CASE WHEN files > 0 THEN ' ' || files ELSE '' END END AS lines
    """
}
