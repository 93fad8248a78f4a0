import Postgres

/// Items as calendar programs see them, and the table `caldav_objects`: what a program has given an item besides its fields.
///
/// The object of an open item of a series is the series': it has the next one, too, once that is done. Any other item has an object
/// of its own. Where no program has written it, its name follows from the id.
enum CalDAVQueries {
  /// Of the person whose program it is.
  static func person() -> SQL {
    """
    SELECT (SELECT email FROM accounts WHERE household_id = current_household() AND person_id = current_person()) AS email,
      \(fragment: aboutPerson) AS person
    """
  }

  /// The person's language, the time zones of the person and of the household, and its members; NULL without the person.
  private static let aboutPerson: SQL = """
    (SELECT json_build_array(
      coalesce(language, seen_language), coalesce(time_zone, 'UTC'), (SELECT time_zone FROM households WHERE id = current_household()),
      (SELECT json_agg(json_build_array(m.id, m.name) ORDER BY m.id) FROM people m WHERE m.household_id = current_household()))::text
    FROM people WHERE household_id = current_household() AND id = current_person())
    """

  /// All by which an unchanged household is known, in one statement: the latest change, the person, and digests of what neither of
  /// them follows: of series and reminders, and of what programs keep with collections.
  static func look() -> SQL {
    ChangeQueries.horizon(
      latestObject,
      beside: """
        , \(fragment: aboutPerson) AS person, concat_ws('-',
          (SELECT to_hex(bit_xor(hashtextextended(id::text || ' ' || changed_at::text, 0))) FROM series WHERE household_id = current_household()),
          (SELECT to_hex(bit_xor(hashtextextended(item_id::text || ' ' || codes::text, 0))) FROM item_reminders
            WHERE household_id = current_household() AND person_id = current_person())) AS further,
          (SELECT to_hex(bit_xor(hashtextextended(collection || ' ' || properties::text, 0))) FROM caldav_collections
            WHERE household_id = current_household()) AS kept
        """)
  }

  // MARK: Collections

  /// Categories by name.
  static func collections() -> SQL {
    """
    SELECT id, name, color, version, (
      SELECT property->>2 FROM caldav_collections, jsonb_array_elements(properties) AS property
      WHERE household_id = current_household() AND collection = categories.id::text
        AND property->>0 = \(StoredProperties.segment.namespace) AND property->>1 = \(StoredProperties.segment.local) LIMIT 1) AS segment
    FROM categories
    WHERE household_id = current_household() AND deleted_at IS NULL ORDER BY left(folded_name, 100) COLLATE "C", id LIMIT 1000
    """
  }

  /// For each section a digest of which rows are there, in which version: it is another one whenever an object of it is.
  ///
  /// A transaction that commits late changes it when it commits, which the time of the latest change would not tell.
  static func states() -> SQL {
    """
    SELECT section, \(fragment: isMine) AS is_mine, count(*)::text || '-' || to_hex(bit_xor(hashtextextended(i.id::text || ' ' || i.version::text, 0))) AS state
    FROM items i WHERE i.household_id = current_household() AND i.deleted_at IS NULL GROUP BY 1, 2
    """
  }

  /// The same of what the objects have besides their items.
  static func statesOfObjects() -> SQL {
    """
    SELECT concat_ws('-',
      (SELECT to_hex(bit_xor(hashtextextended(id::text || ' ' || version::text || coalesce(deleted_at::text, ''), 0))) FROM tags WHERE household_id = current_household()),
      (SELECT to_hex(bit_xor(hashtextextended(subject_id::text || ' ' || version::text, 0))) FROM caldav_objects WHERE household_id = current_household())) AS state
    """
  }

  /// For the visitor: an item that is for them, or whose turn is theirs.
  static let isMine: SQL = "(current_person() = ANY (i.people) OR i.turn_person IS NOT DISTINCT FROM current_person())"

  static func category(_ id: UUID) -> SQL {
    "SELECT name, color, version FROM categories WHERE household_id = current_household() AND id = \(id) AND deleted_at IS NULL"
  }

  /// Properties that programs have set of collections.
  static func properties() -> SQL {
    "SELECT collection, properties::text AS properties FROM caldav_collections WHERE household_id = current_household()"
  }

  static func setProperties(_ collection: String, _ json: String) -> SQL {
    """
    INSERT INTO caldav_collections (collection, properties) VALUES (\(collection), \(json)::jsonb)
    ON CONFLICT (household_id, collection) DO UPDATE SET properties = excluded.properties
    """
  }

  // MARK: Objects

  /// More are not in a collection: open ones come first, then those that were done last.
  static let maximum = 10_000

  /// Where an object is.
  enum Place { case list, trash }

  /// Objects as JSON texts, each of which says all that the object is made of: the object is another one only if that is.
  /// - Parameter condition: on the item `i`.
  static func objects(_ condition: SQL, in place: Place = .list) -> SQL {
    let isThere: SQL = place == .list ? "i.deleted_at IS NULL" : "i.deleted_at > now() - interval '30 days'"
    let order: SQL = place == .list ? "i.done_at DESC" : "i.deleted_at DESC"
    return """
      SELECT json_build_array(
        i.id, i.series_id, subject.id,
        coalesce(o.uid, p.uid), coalesce(o.href, p.href), i.section, i.version, i.title, i.description, boxes_of_checklist(i.checklist),
        extract(epoch FROM i.due_at)::bigint, i.due_day, i.is_done, floor(extract(epoch FROM i.done_at))::bigint,
        extract(epoch FROM i.created_at)::bigint, extract(epoch FROM greatest(coalesce(i.changed_at, i.created_at), s.changed_at))::bigint, i.priority,
        CASE WHEN i.tag_ids <> '{}' THEN (
          SELECT json_agg(t.name ORDER BY t.folded_name) FROM tags t
          WHERE t.household_id = current_household() AND t.id = ANY (i.tag_ids) AND t.deleted_at IS NULL) END,
        CASE WHEN NOT i.is_done AND s.ended_at IS NULL THEN s.rule END, s.repeat_from,
        extract(epoch FROM s.starts_at)::bigint, extract(epoch FROM i.occurrence)::bigint, s.is_day, coalesce(o.source, p.source),
        coalesce(o.former_uids, p.former_uids), \(fragment: isMine), r.codes, i.not_before,
        CASE WHEN i.people <> '{}' THEN to_json(i.people) END, i.turn_person, i.image_id,
        CASE WHEN i.files > 0 THEN (
          SELECT json_agg(x.file_id ORDER BY x.file_id) FROM item_files x
          WHERE x.household_id = current_household() AND x.item_id = i.id AND x.deleted_at IS NULL) END)::text AS json, \(fragment: givenTag) AS given
      FROM items i
      CROSS JOIN LATERAL (SELECT CASE WHEN i.is_done THEN i.id ELSE coalesce(i.series_id, i.id) END OFFSET 0) AS subject (id)
      LEFT JOIN series s ON s.household_id = current_household() AND s.id = i.series_id
      LEFT JOIN caldav_objects o ON o.household_id = current_household() AND o.subject_id = subject.id
      LEFT JOIN caldav_objects p ON p.household_id = current_household() AND p.subject_id = i.id AND NOT i.is_done AND i.series_id IS NOT NULL
      LEFT JOIN item_reminders r ON r.household_id = current_household() AND r.item_id = i.id AND r.person_id = current_person()
      WHERE i.household_id = current_household() AND \(fragment: isThere) AND \(fragment: condition)
      ORDER BY i.is_done, \(fragment: order), i.id LIMIT \(maximum)
      """
  }

  /// The subjects that one of the names or UIDs may mean.
  private static func subjects(_ names: ObjectNames) -> SQL {
    """
    ARRAY(
      SELECT unnest(\(names.ids)::uuid[]) UNION
      SELECT subject_id FROM caldav_objects WHERE household_id = current_household() AND href = ANY (\(names.hrefs)::text[]) UNION
      SELECT subject_id FROM caldav_objects WHERE household_id = current_household() AND uid = ANY (\(names.uids)::text[]) UNION
      SELECT subject_id FROM caldav_objects WHERE household_id = current_household() AND former_uids <> '{}' AND former_uids && \(names.uids)::text[])
    """
  }

  /// The condition on an item `i` that one of the names may mean it.
  static func named(_ names: ObjectNames) -> SQL {
    "(i.id = ANY (\(fragment: subjects(names))) OR i.series_id = ANY (\(fragment: subjects(names))))"
  }

  /// The same of a line `e` of a shopping list.
  static func lines(named names: ObjectNames) -> SQL { "e.id = ANY (\(fragment: subjects(names)))" }

  /// The same values of entries of shopping lists. In the trash is also what is on a list there.
  static func lines(_ condition: SQL, in place: Place = .list) -> SQL {
    let isOnList = ShoppingQueries.isOnList("e")
    let isThere: SQL =
      place == .list
      ? "e.deleted_at IS NULL AND \(fragment: isOnList)"
      : """
      (e.deleted_at > now() - interval '30 days' AND e.replaced_by IS NULL OR e.deleted_at IS NULL AND NOT \(fragment: isOnList))
      """
    return """
      SELECT json_build_array(
        e.id, NULL, subject.id, o.uid, o.href, coalesce(e.list_id, \(CalDAVCollection.shopping)::uuid), e.version, e.text, e.source_name, NULL,
        NULL, NULL, e.checked_at IS NOT NULL, floor(extract(epoch FROM e.checked_at))::bigint,
        extract(epoch FROM e.created_at)::bigint, extract(epoch FROM e.changed_at)::bigint, 4,
        NULL, NULL, NULL, NULL, NULL, NULL, o.source, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)::text AS json, \(fragment: givenTag) AS given
      FROM shopping_entries e CROSS JOIN LATERAL (SELECT e.id) AS subject (id)
      LEFT JOIN caldav_objects o ON o.household_id = current_household() AND o.subject_id = e.id
      WHERE e.household_id = current_household() AND \(fragment: isThere) AND \(fragment: condition)
      ORDER BY e.checked_at IS NOT NULL, e.created_at, e.id LIMIT \(maximum)
      """
  }

  /// Brings back a line out of the trash. What became at hand as it left the list stays there.
  static func restore(line: UUID) -> SQL {
    """
    UPDATE shopping_entries SET deleted_at = NULL, hand_key = NULL
    WHERE household_id = current_household() AND id = \(line) AND deleted_at IS NOT NULL
    """
  }

  /// Those of one list.
  /// - Parameter list: nil for the first one.
  static func lines(_ condition: SQL, on list: UUID?) -> SQL {
    let isThere: SQL = list.map { "e.list_id = \($0)" } ?? "e.list_id IS NULL"
    return lines("\(fragment: isThere) AND \(fragment: condition)")
  }

  /// For each shopping list that has lines what `states` has for sections.
  static func statesOfLines() -> SQL {
    """
    SELECT coalesce(list_id, \(CalDAVCollection.shopping)::uuid) AS section,
      count(*)::text || '-' || to_hex(bit_xor(hashtextextended(id::text || ' ' || version::text, 0))) AS state
    FROM shopping_entries WHERE household_id = current_household() AND deleted_at IS NULL GROUP BY list_id
    """
  }

  /// Items of series with this title in a section, open ones and those that were done lately: those that another UID may be a part of.
  static func twins(title: String, section: UUID) -> SQL {
    """
    (i.series_id IS NOT NULL AND i.section = \(section) AND i.title = \(title) AND (NOT i.is_done OR i.done_at > now() - interval '90 days'))
    """
  }

  /// Those of the series, open or done lately.
  static func ofSeries(_ series: UUID) -> SQL {
    "(i.series_id = \(series) AND (NOT i.is_done OR i.done_at > now() - interval '90 days'))"
  }

  // MARK: Events

  /// Of each kind of rows that events are made of what `states` has for sections.
  static func statesOfEvents() -> SQL {
    let kinds = Array(Set(CalDAVEvents.Kind.allCases.flatMap(\.parts))).sorted()
    return """
      SELECT kind, count(*)::text || '-' || to_hex(bit_xor(hashtextextended(id::text || ' ' || moment::text, 0))) AS state
      FROM changes WHERE household_id = current_household() AND kind = ANY (\(kinds)::text[]) GROUP BY kind
      """
  }

  /// The rows of these kinds that have changed since a transaction.
  static func changed(since horizon: String, kinds: [String], most: Int) -> SQL {
    """
    SELECT kind, id FROM changes
    WHERE household_id = current_household() AND \(fragment: isSince(horizon, "changes")) AND kind = ANY (\(kinds)::text[])
    ORDER BY moment, kind, id LIMIT \(most)
    """
  }

  /// The series that these items are of.
  static func series(ofItems ids: [UUID]) -> SQL {
    """
    SELECT DISTINCT series_id FROM items
    WHERE household_id = current_household() AND id = ANY (\(ids)::uuid[]) AND series_id IS NOT NULL
    """
  }

  // MARK: What a program was given

  /// The token of the transaction: a subquery, which an index is asked for under row level security, too.
  private static let token: SQL = "(SELECT nullif(current_setting('foyer.token', true), '')::uuid)"

  /// The tag by which the program knows the object of a `subject`. No join: one that was planned before a first sync read the rows that
  /// this one had stored for each row of it, as a plan is kept.
  private static let givenTag: SQL = """
    (SELECT g.tag FROM caldav_given g
      WHERE g.household_id = current_household() AND g.token_id = \(fragment: token) AND g.subject_id = subject.id)
    """

  /// Notes what the program was given, or has sent.
  static func give(_ objects: [GivenObject]) -> SQL {
    """
    INSERT INTO caldav_given AS known (token_id, subject_id, tag, object)
    SELECT \(fragment: token), given.subject, given.tag, given.object
    FROM unnest(\(objects.map(\.subject))::uuid[], \(objects.map(\.tag))::text[], \(objects.map(\.object))::text[]) AS given (subject, tag, object)
    WHERE EXISTS (SELECT FROM access_tokens WHERE household_id = current_household() AND id = \(fragment: token))
    ON CONFLICT (household_id, token_id, subject_id) DO UPDATE SET tag = excluded.tag, object = excluded.object,
      former = CASE WHEN known.object = excluded.object THEN known.former ELSE known.object END
    """
  }

  /// The same of one that it has sent itself: it has no copy from before any more.
  static func take(_ object: GivenObject) -> [SQL] {
    [
      give([object]),
      """
      UPDATE caldav_given SET former = NULL
      WHERE household_id = current_household() AND token_id = \(fragment: token) AND subject_id = \(object.subject)
      """,
    ]
  }

  /// The object that had one of these tags when the program was given it.
  static func given(tags: [String]) -> SQL {
    """
    SELECT object FROM caldav_given
    WHERE household_id = current_household() AND token_id = \(fragment: token) AND tag = ANY (\(tags)::text[]) LIMIT 1
    """
  }

  /// The object as the program was last given it, and the one before that.
  static func given(_ subject: UUID) -> SQL {
    """
    SELECT object, former FROM caldav_given
    WHERE household_id = current_household() AND token_id = \(fragment: token) AND subject_id = \(subject)
    """
  }

  // MARK: Since a state

  /// The place up to which a program has read, of what the pages change and of what programs keep besides.
  static func horizon() -> SQL { ChangeQueries.horizon(latestObject) }

  private static let latestObject: SQL =
    "(SELECT moment FROM caldav_objects WHERE household_id = current_household() ORDER BY moment DESC LIMIT 1)"

  /// The condition on a table's row that a transaction since this one has written it. A backup brings numbers along that
  /// transactions here have not reached: those are no changes.
  private static func isSince(_ horizon: String, _ table: SQL) -> SQL {
    "\(fragment: table).moment >= \(horizon)::text::xid8 AND \(fragment: table).moment < pg_snapshot_xmax(pg_current_snapshot())"
  }

  /// The subjects of which something has changed since a transaction: items or lines, also deleted ones.
  static func changed(since horizon: String, kind: String, most: Int) -> SQL {
    """
    SELECT id FROM changes WHERE household_id = current_household() AND \(fragment: isSince(horizon, "changes")) AND kind = \(kind)
    ORDER BY moment, id LIMIT \(most)
    """
  }

  /// The condition on an item `i` that its object may be another one since then. One array, which an index finds.
  static func isChanged(since horizon: String) -> SQL {
    """
    i.id = ANY (ARRAY(
      SELECT id FROM changes WHERE household_id = current_household() AND \(fragment: isSince(horizon, "changes")) AND kind = 'items'
      UNION
      SELECT x.item_id FROM changes JOIN item_tags x ON x.household_id = current_household() AND x.tag_id = changes.id
      WHERE changes.household_id = current_household() AND \(fragment: isSince(horizon, "changes")) AND kind = 'tags'
      UNION
      SELECT subject_id FROM caldav_objects WHERE household_id = current_household() AND \(fragment: isSince(horizon, "caldav_objects"))
      UNION
      SELECT n.id FROM changes JOIN items n ON n.household_id = current_household() AND \(fragment: TurnQueries.concernsSome)
        AND changes.id = ANY (array_append(n.people, n.turn_person))
      WHERE changes.household_id = current_household() AND \(fragment: isSince(horizon, "changes")) AND kind = 'people' AND n.deleted_at IS NULL
      UNION
      SELECT n.id FROM caldav_objects JOIN items n ON n.household_id = current_household() AND n.series_id = subject_id
      WHERE caldav_objects.household_id = current_household() AND \(fragment: isSince(horizon, "caldav_objects"))))
    """
  }

  /// The same of a line `e` of the shopping list.
  static func areChanged(linesSince horizon: String) -> SQL {
    """
    e.id = ANY (ARRAY(
      SELECT id FROM changes WHERE household_id = current_household() AND \(fragment: isSince(horizon, "changes")) AND kind = 'shopping-lines'
      UNION
      SELECT subject_id FROM caldav_objects WHERE household_id = current_household() AND \(fragment: isSince(horizon, "caldav_objects"))))
    """
  }

  /// The names that objects of these items, or lines, have or had.
  static func names(ofItems ids: [UUID]) -> SQL {
    """
    SELECT coalesce(o.href, subject.id::text || '.ics') AS href
    FROM unnest(\(ids)::uuid[]) AS one (id)
    LEFT JOIN items i ON i.household_id = current_household() AND i.id = one.id
    CROSS JOIN LATERAL (VALUES (one.id), (i.series_id)) AS subject (id)
    LEFT JOIN caldav_objects o ON o.household_id = current_household() AND o.subject_id = subject.id
    WHERE subject.id IS NOT NULL
    """
  }
}

/// Names of objects in a request.
struct ObjectNames {
  var hrefs: [String] = []
  var uids: [String] = []

  /// That a name or a UID is made of, where no program has chosen another one.
  var ids: [UUID] { hrefs.compactMap { PutTodo.id(of: $0) } + uids.compactMap { UUID($0.utf8) } }
}
