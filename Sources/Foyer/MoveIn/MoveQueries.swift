import CivilTime
import Crypto
import MoveIn
import Postgres

/// Queries of the tables `moves` and `move_rows`.
enum MoveQueries {
  /// The reasons that pages say in the reader's language; others are those of the readers, in English.
  enum Reason: String, CaseIterable {
    case known, done, broken, full, untitled, picture
    /// The recipe or person that it is about did not come over.
    case missing
    /// The household has another one in its place.
    case kept
  }

  // MARK: What was found

  /// How many rows a statement inserts.
  private static let rowsAtOnce = 2_000
  /// Further files that were read and not moved in are forgotten.
  private static let unanswered = 5
  /// So are those that take more bytes together; the newest stays in any case.
  private static let unansweredBytes = 512 << 20

  /// A move whose rows come next. It is not shown until `finishReading`.
  static func beginReading(_ id: UUID, _ files: [FoundRows]) -> [SQL] {
    [
      """
      DELETE FROM moves WHERE household_id = current_household() AND state IN ('found', 'reading') AND (
        created_at < now() - interval '7 days' OR id IN (
          SELECT id FROM (
            SELECT id, row_number() OVER newest AS place, sum(bytes) OVER newest AS size FROM moves
            WHERE household_id = current_household() AND (state = 'found' OR created_at < now() - interval '1 hour' AND state = 'reading')
            WINDOW newest AS (ORDER BY created_at DESC)
          ) AS kept WHERE place > \(unanswered) OR size + \(files.reduce(0) { $0 + $1.bytes }) > \(unansweredBytes)))
      """,
      """
      INSERT INTO moves (id, state, programs, bytes)
      VALUES (\(id), 'reading', \(programs(files))::text[], \(files.reduce(0) { $0 + $1.bytes }))
      """,
    ]
  }

  /// Shows the move. Nothing of it is moved in.
  static func finishReading(_ id: UUID) -> SQL {
    "UPDATE moves SET state = 'found' WHERE household_id = current_household() AND id = \(id) AND state = 'reading'"
  }

  /// Forgets a move whose rows could not be stored.
  static func forgetReading(_ id: UUID) -> SQL {
    "DELETE FROM moves WHERE household_id = current_household() AND id = \(id) AND state = 'reading'"
  }

  /// Stores rows of files.
  /// - Parameter number: that of the row before.
  static func insert(_ rows: [MovedRow], after number: Int, of id: UUID, in batch: inout Batch) {
    for start in stride(from: 0, to: rows.count, by: rowsAtOnce) {
      let part = rows[start..<min(start + rowsAtOnce, rows.count)]
      batch.add(
        """
        INSERT INTO move_rows (move_id, number, kind, key, title, list, people, is_done, is_zoneless, has_open_date, data, state, why)
        SELECT \(id)::uuid, number, kind, key, title, nullif(list, ''), CASE WHEN people = '' THEN '{}' ELSE string_to_array(people, E'\\x1f') END,
          is_done, is_zoneless, has_open_date, CASE WHEN kind = 'left_out' THEN '' ELSE data END,
          CASE WHEN kind = 'left_out' THEN 'left_out' ELSE 'waiting' END, CASE WHEN kind = 'left_out' THEN left(data, 1000) ELSE '' END
        FROM unnest(\(part.indices.map { number + $0 + 1 })::integer[], \(part.map(\.kind.rawValue))::text[], \(part.map(\.key))::uuid[],
          \(part.map(\.title))::text[], \(part.map { $0.list ?? "" })::text[],
          \(part.map { $0.people.joined(separator: "\u{1F}") })::text[], \(part.map { $0.isDone ? "t" : "f" })::boolean[],
          \(part.map { $0.isZoneless ? "t" : "f" })::boolean[], \(part.map { $0.hasOpenDate ? "t" : "f" })::boolean[],
          \(part.map(\.json))::text[])
          AS new (number, kind, key, title, list, people, is_done, is_zoneless, has_open_date, data)
        """)
      let stored = part.indices.compactMap { index in
        rows[index].storedID.flatMap { UUID($0.utf8) }.map { (number: number + index + 1, id: $0) }
      }
      if !stored.isEmpty { batch.add(know(stored, of: id)) }
    }
  }

  /// Rows of an archive of Foyer that the household has by their ids, be it in the trash: they stay as they are.
  private static func know(_ rows: [(number: Int, id: UUID)], of id: UUID) -> SQL {
    """
    UPDATE move_rows SET state = 'known', why = \(Reason.known.rawValue), data = ''
    FROM unnest(\(rows.map(\.number))::integer[], \(rows.map(\.id))::uuid[]) AS new (number, id)
    WHERE household_id = current_household() AND move_id = \(id) AND move_rows.number = new.number AND CASE kind
      WHEN 'item' THEN EXISTS (SELECT FROM items i WHERE i.household_id = current_household() AND i.id = new.id)
      WHEN 'recipe' THEN EXISTS (SELECT FROM recipes r WHERE r.household_id = current_household() AND r.id = new.id)
      \(fragment: isThere("new.id")) ELSE false END
    """
  }

  /// Whether a row of a kind whose number is limited, or of an archive, has the id, for a CASE of its kind.
  private static func isThere(_ id: SQL) -> SQL {
    """
    WHEN 'meal' THEN EXISTS (SELECT FROM meals m WHERE m.household_id = current_household() AND m.id = \(fragment: id))
      WHEN 'line' THEN EXISTS (SELECT FROM shopping_entries e WHERE e.household_id = current_household() AND e.id = \(fragment: id))
      WHEN 'hand' THEN EXISTS (SELECT FROM ingredients_at_hand h WHERE h.household_id = current_household() AND h.id = \(fragment: id))
      WHEN 'cooking' THEN EXISTS (SELECT FROM cookings c WHERE c.household_id = current_household() AND c.id = \(fragment: id))
      WHEN 'shop' THEN EXISTS (SELECT FROM shops s WHERE s.household_id = current_household() AND s.id = \(fragment: id))
      WHEN 'listing' THEN EXISTS (SELECT FROM listings l WHERE l.household_id = current_household() AND l.id = \(fragment: id))
      WHEN 'eater' THEN EXISTS (SELECT FROM eaters e WHERE e.household_id = current_household() AND e.id = \(fragment: id))
        OR EXISTS (SELECT FROM cooking_parameters p WHERE p.household_id = current_household() AND p.person_id = \(fragment: id))
    """
  }

  private static func programs(_ files: [FoundRows]) -> [String] {
    var names: [String] = []
    for name in files.compactMap(\.program) where !names.contains(name) && names.count < 100 { names.append(name) }
    return names
  }

  static func find(_ id: UUID) -> SQL {
    """
    SELECT id, state, programs, time_zone, date_order, takes_done, list_names, list_kinds, person_names, person_ids
    FROM moves WHERE household_id = current_household() AND id = \(id) AND state <> 'reading'
    """
  }

  // MARK: Moving

  /// Takes the answers, and lets the move begin. A row if it had not.
  static func begin(_ id: UUID, _ answers: Move.Answers) -> SQL {
    let (lists, people) = (Array(answers.lists), Array(answers.people))
    return """
      UPDATE moves SET state = 'moving', time_zone = \(optional: answers.timeZone)::text, date_order = \(optional: answers.dateOrder)::text, takes_done = \(answers.takesDone),
        list_names = \(lists.map(\.key))::text[], list_kinds = \(lists.map(\.value.rawValue))::text[],
        person_names = \(people.map(\.key))::text[], person_ids = \(people.map(\.value))::uuid[]
      WHERE household_id = current_household() AND id = \(id) AND state = 'found' RETURNING id
      """
  }

  /// Whether the answers were taken.
  static func hasBegun(_ id: UUID) -> SQL {
    "EXISTS (SELECT FROM moves WHERE household_id = current_household() AND id = \(id) AND state = 'moving')"
  }

  /// The effect of the answers: done ones that are not wanted are left out, and dates that are no longer open do not count as
  /// left out.
  static func answer(_ id: UUID) -> [SQL] {
    [
      leaveDone(of: id),
      """
      DELETE FROM move_rows WHERE household_id = current_household() AND move_id = \(id) AND kind = 'left_out' AND has_open_date
        AND EXISTS (SELECT FROM moves WHERE household_id = current_household() AND id = \(id) AND date_order IS NOT NULL)
      """,
    ]
  }

  private static func leaveDone(of id: UUID) -> SQL {
    """
    UPDATE move_rows SET state = 'left_out', why = \(Reason.done.rawValue), data = ''
    WHERE household_id = current_household() AND move_id = \(id) AND state = 'waiting' AND is_done AND kind IN ('item', 'line')
      AND NOT (SELECT takes_done FROM moves WHERE household_id = current_household() AND id = \(id))
    """
  }

  /// The rows to take next, the last ones of the files first: a list begins with what was added last.
  static func next(of id: UUID, limit: Int) -> SQL {
    """
    SELECT number, kind, key, people, data, is_known FROM (
      SELECT *, sum(octet_length(data)) OVER (ORDER BY number DESC) AS size, row_number() OVER (ORDER BY number DESC) AS place FROM (
        SELECT number, kind, key, people, data, EXISTS (
          SELECT FROM move_rows k WHERE k.household_id = current_household() AND k.key = r.key AND k.state = 'stored'
        ) AS is_known
        FROM move_rows r WHERE r.household_id = current_household() AND r.move_id = \(id) AND r.state = 'waiting'
        ORDER BY number DESC LIMIT \(limit)
      ) AS next
    ) AS sized WHERE place = 1 OR size <= 2000000 ORDER BY number DESC
    """
  }

  /// Rows that are there. Of meals, shopping lines and others there may be too many.
  /// - Parameter made: the words by which Undo finds those without an id.
  static func store(_ rows: [(number: Int, subject: UUID, made: String)], of id: UUID) -> SQL {
    let isThere: SQL = "CASE kind \(fragment: isThere("new.subject")) ELSE true END"
    return """
      UPDATE move_rows SET state = CASE WHEN \(fragment: isThere) THEN 'stored' ELSE 'left_out' END,
        why = CASE WHEN \(fragment: isThere) THEN '' ELSE \(Reason.full.rawValue) END, subject_id = new.subject,
        data = CASE kind WHEN 'hand' THEN coalesce((
          SELECT \(fragment: wordsOfFood) FROM ingredients_at_hand h WHERE h.household_id = current_household() AND h.id = new.subject
        ), '') WHEN 'shop' THEN coalesce((
          SELECT \(fragment: wordsOfShop) FROM shops s WHERE s.household_id = current_household() AND s.id = new.subject
        ), '') ELSE new.made END
      FROM unnest(\(rows.map(\.number))::integer[], \(rows.map(\.subject))::uuid[], \(rows.map(\.made))::text[])
        AS new (number, subject, made)
      WHERE household_id = current_household() AND move_id = \(id) AND move_rows.number = new.number
      """
  }

  /// A food at hand as it was moved in: it has no version that tells whether it was changed.
  private static let wordsOfFood: SQL = "concat_ws(E'\\x1f', h.name, h.amount, h.best_before, h.place)"

  /// The same of a shop.
  private static let wordsOfShop: SQL = "concat_ws(E'\\x1f', s.name, s.aisles::text)"

  /// The foods of these keys that are at hand.
  static func atHand(_ keys: [String]) -> SQL {
    "SELECT key FROM ingredients_at_hand WHERE household_id = current_household() AND key = ANY (\(keys)::text[])"
  }

  /// Recipes that came over without their pictures.
  static func notePictures(_ numbers: [Int], of id: UUID) -> SQL {
    """
    UPDATE move_rows SET why = \(Reason.picture.rawValue)
    WHERE household_id = current_household() AND move_id = \(id) AND number = ANY (\(numbers)::integer[]) AND state = 'stored'
    """
  }

  /// Rows that do not come over.
  static func leave(_ rows: [(number: Int, reason: Reason)], of id: UUID) -> SQL {
    """
    UPDATE move_rows SET state = CASE WHEN new.why = 'known' THEN 'known' ELSE 'left_out' END, why = new.why, data = ''
    FROM unnest(\(rows.map(\.number))::integer[], \(rows.map(\.reason.rawValue))::text[]) AS new (number, why)
    WHERE household_id = current_household() AND move_id = \(id) AND move_rows.number = new.number
    """
  }

  /// Notes the categories, tags and lists that this transaction has made.
  static func noteMade(of id: UUID) -> SQL {
    """
    UPDATE moves SET made_ids = made_ids || new.ids FROM (
      SELECT array_agg(id) AS ids FROM (
        SELECT id FROM categories WHERE household_id = current_household() AND created_at = now()
        UNION ALL SELECT id FROM tags WHERE household_id = current_household() AND created_at = now()
        UNION ALL SELECT id FROM named_lists WHERE household_id = current_household() AND created_at = now()
      ) AS made
    ) AS new
    WHERE household_id = current_household() AND moves.id = \(id) AND new.ids IS NOT NULL
    """
  }

  /// Colours and icons of the categories and tags that this transaction has made.
  static func look(_ labels: [LabelDraft]) -> [SQL] {
    let (categories, tags) = (labels.filter { $0.kind == .category }, labels.filter { $0.kind == .tag })
    return [
      """
      UPDATE categories SET color = new.color, icon = new.icon
      FROM unnest(\(categories.map(\.name))::text[], \(categories.map { $0.color ?? "" })::text[], \(categories.map { $0.icon ?? "" })::text[])
        AS new (name, color, icon)
      WHERE household_id = current_household() AND created_at = now() AND deleted_at IS NULL
        AND md5(folded_name) = md5(folded(btrim(new.name)))
      """,
      """
      UPDATE tags SET color = new.color
      FROM unnest(\(tags.map(\.name))::text[], \(tags.map { $0.color ?? "" })::text[]) AS new (name, color)
      WHERE household_id = current_household() AND created_at = now() AND deleted_at IS NULL
        AND md5(folded_name) = md5(folded(btrim(new.name)))
      """,
    ]
  }

  /// The moments that other programs have of these items, and no activity: so many at once are no news.
  static func date(_ items: [(id: UUID, createdAt: Int?, doneAt: Int?)]) -> [SQL] {
    let ids = items.map(\.id)
    return [
      """
      UPDATE items SET created_at = CASE WHEN series_id IS NULL THEN coalesce(to_timestamp(nullif(new.created, 0)), created_at) ELSE created_at END,
        age_order = CASE WHEN new.created <> 0 THEN -new.created ELSE age_order END,
        done_at = CASE WHEN done_at IS NOT NULL THEN coalesce(to_timestamp(nullif(new.done, 0)), done_at) END
      FROM unnest(\(ids)::uuid[], \(items.map { $0.createdAt ?? 0 })::bigint[], \(items.map { $0.doneAt ?? 0 })::bigint[]) AS new (id, created, done)
      WHERE household_id = current_household() AND items.id = new.id AND items.created_at = now()
      """,
      forgetActivity(of: ids),
    ]
  }

  static func forgetActivity(of ids: [UUID]) -> SQL {
    "DELETE FROM activity WHERE household_id = current_household() AND subject_id = ANY (\(ids)::uuid[]) AND at = now()"
  }

  /// Times on the clocks of zones, on the person's; NULL for a zone that PostgreSQL does not know.
  static func local(_ times: [(time: CivilTime, zone: String)]) -> SQL {
    """
    WITH known AS MATERIALIZED (SELECT name FROM pg_timezone_names)
    SELECT CASE WHEN EXISTS (SELECT FROM known WHERE name = t.zone)
      THEN (t.local AT TIME ZONE t.zone) AT TIME ZONE current_setting('TimeZone') END AS local
    FROM unnest(\(times.map { "\($0.time.date) \($0.time.time)" })::timestamp[], \(times.map(\.zone))::text[])
      WITH ORDINALITY AS t (local, zone, place)
    ORDER BY place
    """
  }

  static func finish(_ id: UUID) -> SQL {
    """
    UPDATE moves SET state = 'moved', moved_at = now()
    WHERE household_id = current_household() AND id = \(id) AND state = 'moving'
    """
  }

  /// Ticks shopping lines that were ticked there.
  static func tick(_ lines: [UUID]) -> SQL {
    """
    UPDATE shopping_entries SET checked_at = now()
    WHERE household_id = current_household() AND id = ANY (\(lines)::uuid[]) AND version = 1
    """
  }

  /// The shopping lists by their names, folded.
  static func lists(named names: [String]) -> SQL {
    """
    SELECT new.name, min(l.id::text)::uuid AS id FROM unnest(\(names)::text[]) AS new (name)
    LEFT JOIN named_lists l ON l.household_id = current_household() AND l.deleted_at IS NULL AND folded(btrim(l.name)) = folded(btrim(new.name))
    GROUP BY new.name
    """
  }

  // MARK: Taking back

  /// For `isUnchanged`: whether nothing that the move has made was changed since, planned or cooked. Its rows stay locked until the end.
  static func noteUnchanged(_ id: UUID) -> [SQL] {
    let tables: [(kind: String, table: SQL)] = [
      ("item", "items"), ("recipe", "recipes"), ("meal", "meals"), ("line", "shopping_entries"), ("eater", "eaters"),
      ("listing", "listings"),
    ]
    let locks = tables.map { kind, table -> SQL in
      """
      SELECT FROM \(fragment: table) WHERE household_id = current_household() AND id = ANY (ARRAY(\(fragment: subjects(of: id, kind))))
      ORDER BY id FOR UPDATE
      """
    }
    let changed = tables.map { kind, table -> SQL in
      """
      NOT EXISTS (
        SELECT FROM \(fragment: table) WHERE household_id = current_household() AND id = ANY (ARRAY(\(fragment: subjects(of: id, kind))))
          AND version > 1)
      """
    }
    return locks + [
      """
      SELECT set_config('foyer.move_unchanged', (
        EXISTS (SELECT FROM moves WHERE household_id = current_household() AND id = \(id) AND state = 'moved')
        AND NOT EXISTS (
          SELECT FROM meals WHERE household_id = current_household() AND deleted_at IS NULL
            AND recipe_id = ANY (ARRAY(\(fragment: subjects(of: id, "recipe")))) AND id <> ALL (ARRAY(\(fragment: subjects(of: id, "meal")))))
        AND NOT EXISTS (
          SELECT FROM cookings WHERE household_id = current_household() AND taken_back_at IS NULL
            AND recipe_id = ANY (ARRAY(\(fragment: subjects(of: id, "recipe")))) AND id <> ALL (ARRAY(\(fragment: subjects(of: id, "cooking")))))
        AND \(fragment: MoveExtraQueries.areUnchanged(of: id))
        AND NOT EXISTS (
          SELECT FROM move_rows r JOIN shops s ON s.household_id = r.household_id AND s.id = r.subject_id
          WHERE r.household_id = current_household() AND s.household_id = current_household() AND r.move_id = \(id) AND r.kind = 'shop'
            AND r.state = 'stored' AND \(fragment: wordsOfShop) <> r.data)
        AND NOT EXISTS (
          SELECT FROM move_rows r JOIN ingredients_at_hand h ON h.household_id = r.household_id AND h.id = r.subject_id
          WHERE r.household_id = current_household() AND h.household_id = current_household() AND r.move_id = \(id) AND r.kind = 'hand'
            AND r.state = 'stored' AND \(fragment: wordsOfFood) <> r.data)
        AND \(fragment: changed[0]) AND \(fragment: changed[1]) AND \(fragment: changed[2]) AND \(fragment: changed[3])
        AND \(fragment: changed[4]) AND \(fragment: changed[5]))::text, true)
      """
    ]
  }

  private static let isUnchanged: SQL = "current_setting('foyer.move_unchanged') = 'true'"

  private static func subjects(of id: UUID, _ kind: String) -> SQL {
    """
    SELECT subject_id FROM move_rows
    WHERE household_id = current_household() AND move_id = \(id) AND kind = \(kind) AND state = 'stored'
    """
  }

  /// Takes back everything that the move has made, if nothing of it was changed. The returned statement changes a row then.
  static func undo(_ id: UUID, in batch: inout Batch) -> Batch.Key {
    func delete(_ table: SQL, _ column: SQL, _ kind: String) -> SQL {
      """
      DELETE FROM \(fragment: table) WHERE household_id = current_household()
        AND \(fragment: column) = ANY (ARRAY(\(fragment: subjects(of: id, kind)))) AND \(fragment: isUnchanged)
      """
    }
    func forget(_ table: SQL, unless isUsed: SQL) -> SQL {
      """
      DELETE FROM \(fragment: table) WHERE household_id = current_household()
        AND id = ANY ((SELECT made_ids FROM moves WHERE household_id = current_household() AND id = \(id))::uuid[]) AND \(fragment: isUnchanged)
        AND NOT \(fragment: isUsed)
      """
    }
    batch.add(ItemQueries.lockHousehold())
    batch.add(noteUnchanged(id))
    batch.add([
      """
      DELETE FROM series WHERE household_id = current_household() AND id = ANY (ARRAY(
        SELECT series_id FROM items WHERE household_id = current_household() AND id = ANY (ARRAY(\(fragment: subjects(of: id, "item"))))
      )) AND \(fragment: isUnchanged)
      """
    ])
    batch.add(MoveExtraQueries.undo(id, if: isUnchanged))
    batch.add([
      delete("items", "id", "item"), delete("cookings", "id", "cooking"), delete("eaters", "id", "eater"),
      delete("cooking_parameters", "person_id", "eater"), delete("shops", "id", "shop"),
      delete("listings", "id", "listing"), HostingQueries.deletePictures(), delete("favorites", "recipe_id", "recipe"),
      delete("recipe_stars", "recipe_id", "recipe"), delete("recipes", "id", "recipe"), delete("meals", "id", "meal"),
      delete("shopping_entries", "id", "line"), delete("ingredients_at_hand", "id", "hand"),
      forget(
        "categories",
        unless:
          "EXISTS (SELECT FROM items i WHERE i.household_id = current_household() AND i.category_id = categories.id)"),
      forget(
        "tags",
        unless: "EXISTS (SELECT FROM item_tags x WHERE x.household_id = current_household() AND x.tag_id = tags.id)"),
      forget(
        "named_lists",
        unless: """
          EXISTS (
            SELECT FROM shopping_entries e WHERE e.household_id = current_household() AND e.list_id = named_lists.id)
          """),
      """
      UPDATE move_rows SET state = 'undone'
      WHERE household_id = current_household() AND move_id = \(id) AND state = 'stored' AND \(fragment: isUnchanged)
      """,
    ])
    return batch.add(
      """
      UPDATE moves SET state = 'undone'
      WHERE household_id = current_household() AND id = \(id) AND state = 'moved' AND \(fragment: isUnchanged)
      """)
  }

  // MARK: The pages

  /// How many rows of each kind there are, in each state.
  static func counts(_ id: UUID) -> SQL {
    """
    SELECT kind, state, why = 'known' AS is_known, count(*)::int AS n, (count(*) FILTER (WHERE is_done))::int AS done
    FROM move_rows WHERE household_id = current_household() AND move_id = \(id)
    GROUP BY kind, state, why = 'known' ORDER BY kind, state
    """
  }

  /// The names that are asked about, and whether there are times without a zone and things that are done: `kind`, `name`, `n`.
  static func names(_ id: UUID) -> SQL {
    """
    (SELECT 'list' AS kind, list AS name, count(*)::int AS n FROM move_rows
      WHERE household_id = current_household() AND move_id = \(id) AND kind = 'item' AND list IS NOT NULL
      GROUP BY list ORDER BY min(number) LIMIT 200)
    UNION ALL
    (SELECT 'person', person, count(*)::int FROM move_rows, unnest(people) AS person
      WHERE household_id = current_household() AND move_id = \(id)
      GROUP BY person ORDER BY min(number) LIMIT 100)
    UNION ALL
    (SELECT 'zone', '', (count(*) FILTER (WHERE is_zoneless))::int FROM move_rows
      WHERE household_id = current_household() AND move_id = \(id) AND kind = 'item')
    UNION ALL
    (SELECT 'order', '', (count(*) FILTER (WHERE has_open_date))::int FROM move_rows
      WHERE household_id = current_household() AND move_id = \(id) AND kind = 'item')
    UNION ALL
    (SELECT 'done', '', (count(*) FILTER (WHERE is_done))::int FROM move_rows
      WHERE household_id = current_household() AND move_id = \(id) AND kind IN ('item', 'line'))
    """
  }

  /// Of the rows that wait, how many were moved in before.
  static func known(of id: UUID) -> SQL {
    """
    SELECT count(*)::int AS n FROM move_rows r
    WHERE r.household_id = current_household() AND r.move_id = \(id) AND r.state = 'waiting' AND EXISTS (
      SELECT FROM move_rows k WHERE k.household_id = current_household() AND k.key = r.key AND k.state = 'stored')
    """
  }

  /// The first titles of each kind.
  static func samples(of id: UUID) -> SQL {
    """
    SELECT kind, title FROM (
      SELECT title, kind, number, row_number() OVER (PARTITION BY kind ORDER BY number) AS place FROM move_rows
      WHERE household_id = current_household() AND move_id = \(id) AND state IN ('waiting', 'stored')
        AND kind NOT IN ('mark', 'cooking', 'absence')
    ) AS first WHERE place <= 5 ORDER BY kind, number
    """
  }

  /// The moves of the household, the newest first.
  static func earlier() -> SQL {
    """
    SELECT id, programs, created_at AS at FROM moves
    WHERE household_id = current_household() AND state <> 'reading' ORDER BY created_at DESC, id DESC LIMIT 20
    """
  }

  /// The rows of the report in the order of the files.
  /// - Parameter isLeftOut: those alone that do not come over.
  static func report(_ id: UUID, isLeftOut: Bool, limit: Int = 200_000) -> SQL {
    """
    SELECT kind, title, coalesce(list, '') AS list, state, why FROM move_rows
    WHERE household_id = current_household() AND move_id = \(id) AND (NOT \(isLeftOut) OR state = 'left_out')
    ORDER BY number LIMIT \(limit)
    """
  }
}

extension MovedRow {
  /// A digest of its name.
  var key: UUID { Self.key(kind, identity) }

  private static func key(_ kind: Kind, _ identity: String) -> UUID { .v8(sha256("\(kind.rawValue) \(identity)".utf8)) }

  /// The same of a row of an archive of Foyer, which has this id in its household.
  static func key(_ kind: Kind, storedID: String) -> UUID { key(kind, identity(of: kind, storedID: storedID)) }
}

extension MovedRow.Kind {
  /// Those that ask for rows of the others: a meal for the recipe of its name.
  static let later: Set<MovedRow.Kind> = [.meal, .absence, .mark, .cooking]
}
