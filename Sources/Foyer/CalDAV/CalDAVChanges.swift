import Postgres

/// Changes of the table `caldav_objects`.
extension CalDAVQueries {
  /// Gives an object its name, its UID and what a program has sent. What no item has any more loses its own for that.
  /// - Parameter item: the object is its series' if it is open and has one.
  static func save(item: UUID, uid: String, href: String, source: String) -> [SQL] {
    [
      free(uid: uid, keeping: item),
      """
      INSERT INTO caldav_objects (subject_id, uid, href, source)
      SELECT CASE WHEN i.is_done THEN i.id ELSE coalesce(i.series_id, i.id) END, \(uid)::text, \(href)::text, \(source)::text
      FROM items i WHERE i.household_id = current_household() AND i.id = \(item)
      ON CONFLICT (household_id, subject_id) DO UPDATE
      SET uid = excluded.uid, href = excluded.href, source = excluded.source, version = caldav_objects.version + 1, moment = pg_current_xact_id()
      """,
    ]
  }

  /// Takes a UID from objects without a living item, and from another row of the same item.
  private static func free(uid: String, keeping item: UUID) -> SQL {
    """
    DELETE FROM caldav_objects WHERE household_id = current_household() AND uid = \(uid) AND (
      subject_id = \(item) OR NOT EXISTS (
        SELECT FROM items i WHERE i.household_id = current_household() AND i.deleted_at IS NULL
          AND (i.id = subject_id OR i.series_id = subject_id AND NOT i.is_done))
        AND NOT EXISTS (
          SELECT FROM shopping_entries e WHERE e.household_id = current_household() AND e.deleted_at IS NULL AND e.id = subject_id))
    """
  }

  /// The same for an entry of the shopping list.
  static func save(line: UUID, uid: String, href: String, source: String) -> [SQL] {
    [
      free(uid: uid, keeping: line),
      """
      INSERT INTO caldav_objects (subject_id, uid, href, source)
      SELECT id, \(uid)::text, \(href)::text, \(source)::text FROM shopping_entries
      WHERE household_id = current_household() AND id = \(line) AND deleted_at IS NULL
      ON CONFLICT (household_id, subject_id) DO UPDATE
      SET uid = excluded.uid, href = excluded.href, source = excluded.source, version = caldav_objects.version + 1, moment = pg_current_xact_id()
      """,
    ]
  }

  /// Gives a done item the object that the program has made for it, unless it has one.
  static func give(_ item: UUID, uid: String, href: String, source: String) -> [SQL] {
    [
      free(uid: uid, keeping: item),
      """
      INSERT INTO caldav_objects (subject_id, uid, href, source) VALUES (\(item), \(uid), \(href), \(source))
      ON CONFLICT DO NOTHING
      """,
    ]
  }

  /// The series goes on under a new UID; what it had is that of the item that was done last.
  static func carryOn(
    _ series: UUID, done item: UUID?, old: (uid: String, href: String, source: String?), uid: String, href: String,
    source: String
  ) -> [SQL] {
    var statements: [SQL] = [
      """
      INSERT INTO caldav_objects (subject_id, uid, href, source, former_uids)
      VALUES (\(series), \(uid), \(href), \(source), ARRAY[\(old.uid)::text])
      ON CONFLICT (household_id, subject_id) DO UPDATE
      SET uid = excluded.uid, href = excluded.href, source = excluded.source, version = caldav_objects.version + 1, moment = pg_current_xact_id(),
        former_uids = (caldav_objects.former_uids || excluded.former_uids)[greatest(1, cardinality(caldav_objects.former_uids) - 18):]
      """
    ]
    if let item {
      statements.append(
        """
        INSERT INTO caldav_objects (subject_id, uid, href, source) VALUES (\(item), \(old.uid), \(old.href), \(optional: old.source)::text)
        ON CONFLICT DO NOTHING
        """)
    }
    return statements
  }

  /// The object of a series that has ended is that of its last item.
  static func keep(_ series: UUID, by item: UUID) -> SQL {
    """
    UPDATE caldav_objects SET subject_id = \(item), version = version + 1, moment = pg_current_xact_id()
    WHERE household_id = current_household() AND subject_id = \(series) AND NOT EXISTS (
      SELECT FROM items i WHERE i.household_id = current_household() AND i.series_id = \(series) AND NOT i.is_done AND i.deleted_at IS NULL)
    """
  }

  /// Gives an object another name.
  static func rename(_ subject: UUID, uid: String, to href: String) -> SQL {
    """
    INSERT INTO caldav_objects (subject_id, uid, href) VALUES (\(subject), \(uid), \(href))
    ON CONFLICT (household_id, subject_id) DO UPDATE SET href = excluded.href, version = caldav_objects.version + 1, moment = pg_current_xact_id()
    """
  }

  /// A program says when it was done. The next one of a series is found by this moment, so that it stays there.
  static func setDone(_ item: UUID, at seconds: Int) -> SQL {
    """
    UPDATE items SET done_at = to_timestamp(\(seconds)::bigint)
    WHERE household_id = current_household() AND id = \(item) AND is_done AND series_id IS NULL AND to_timestamp(\(seconds)::bigint) < now()
    """
  }
}
