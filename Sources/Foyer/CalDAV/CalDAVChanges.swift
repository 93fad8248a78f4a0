import Postgres

/// Changes of the table `caldav_objects`.
extension CalDAVQueries {
  /// Gives an object its name, its UID and what a program has sent. What no item has any more loses its own for that.
  /// - Parameter item: the object is its series' if it is open and has one.
  static func save(item: UUID, uid: String, href: String, source: String) -> [SQL] {
    save(
      """
      SELECT CASE WHEN i.is_done THEN i.id ELSE coalesce(i.series_id, i.id) END
      FROM items i WHERE i.household_id = current_household() AND i.id = \(item)
      """, of: item, uid: uid, href: href, source: source)
  }

  /// The same for an entry of the shopping list.
  static func save(line: UUID, uid: String, href: String, source: String) -> [SQL] {
    save(
      "SELECT id FROM shopping_entries WHERE household_id = current_household() AND id = \(line) AND deleted_at IS NULL",
      of: line, uid: uid, href: href, source: source)
  }

  /// - Parameters:
  ///   - subject: the query of its id.
  ///   - row: the item or the line.
  private static func save(_ subject: SQL, of row: UUID, uid: String, href: String, source: String) -> [SQL] {
    [free(uid: uid, from: row, to: subject), store(subject, uid: uid, href: href, source: source)]
  }

  /// Takes a UID from objects without a living item, and from another row of the same item.
  private static func free(uid: String, from row: UUID, to subject: SQL) -> SQL {
    """
    DELETE FROM caldav_objects WHERE household_id = current_household() AND uid = \(uid) AND subject_id IS DISTINCT FROM (\(fragment: subject)) AND (
      subject_id = \(row) OR NOT EXISTS (
        SELECT FROM items i WHERE i.household_id = current_household() AND i.deleted_at IS NULL
          AND (i.id = subject_id OR i.series_id = subject_id AND NOT i.is_done))
        AND NOT EXISTS (
          SELECT FROM shopping_entries e WHERE e.household_id = current_household() AND e.deleted_at IS NULL AND e.id = subject_id))
    """
  }

  /// - Parameters:
  ///   - source: nil for what is stored.
  ///   - former: one more UID that it had before.
  private static func store(_ subject: SQL, uid: String, href: String, source: String?, former: String? = nil) -> SQL {
    """
    INSERT INTO caldav_objects (subject_id, uid, href, source, former_uids)
    SELECT subject.id, \(uid)::text, \(href)::text, \(optional: source)::text, array_remove(ARRAY[\(optional: former)::text], NULL)
    FROM (\(fragment: subject)) AS subject (id)
    ON CONFLICT (household_id, subject_id) DO UPDATE
    SET uid = excluded.uid, href = excluded.href, source = coalesce(excluded.source, caldav_objects.source),
      version = caldav_objects.version + 1, moment = pg_current_xact_id(),
      former_uids = (caldav_objects.former_uids || excluded.former_uids)[
        greatest(1, cardinality(caldav_objects.former_uids) + cardinality(excluded.former_uids) - 19):]
    """
  }

  /// Gives a done item the object that the program has made for it, unless it has one.
  static func give(_ item: UUID, uid: String, href: String, source: String?) -> [SQL] {
    [free(uid: uid, from: item, to: "SELECT \(item)::uuid"), keep(item, uid: uid, href: href, source: source)]
  }

  private static func keep(_ item: UUID, uid: String, href: String, source: String?) -> SQL {
    """
    INSERT INTO caldav_objects (subject_id, uid, href, source) VALUES (\(item), \(uid), \(href), \(optional: source)::text)
    ON CONFLICT DO NOTHING
    """
  }

  /// The series goes on under a new UID; what it had is that of the item that was done last.
  static func carryOn(
    _ series: UUID, done item: UUID?, old: (uid: String, href: String, source: String?), uid: String, href: String,
    source: String
  ) -> [SQL] {
    [store("SELECT \(series)::uuid", uid: uid, href: href, source: source, former: old.uid)]
      + (item.map { [keep($0, uid: old.uid, href: old.href, source: old.source)] } ?? [])
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
    store("SELECT \(subject)::uuid", uid: uid, href: href, source: nil)
  }

  /// A program says when it was done. The next one of a series is found by this moment, so that it stays there.
  static func setDone(_ item: UUID, at seconds: Int) -> SQL {
    """
    UPDATE items SET done_at = to_timestamp(\(seconds)::bigint), version = version + \(fragment: isAlone), changed_at = now()
    WHERE household_id = current_household() AND id = \(item) AND is_done AND series_id IS NULL AND to_timestamp(\(seconds)::bigint) < now()
    """
  }

  /// The same of a line of a shopping list.
  static func setTicked(_ line: UUID, at seconds: Int) -> SQL {
    """
    UPDATE shopping_entries SET checked_at = to_timestamp(\(seconds)::bigint), version = version + \(fragment: isAlone), changed_at = now()
    WHERE household_id = current_household() AND id = \(line) AND checked_at IS NOT NULL AND to_timestamp(\(seconds)::bigint) < now()
    """
  }

  /// 1 for a row that its transaction has neither added nor changed before: what a program reads of it has another version.
  private static let isAlone: SQL = "(created_at <> now() AND changed_at IS DISTINCT FROM now())::int"
}
