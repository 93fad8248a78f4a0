import CivilTime
import MoveIn
import Postgres

/// A move from its answers to its end.
extension MoveQueries {
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
  static let wordsOfFood: SQL = "concat_ws(E'\\x1f', h.name, h.amount, h.best_before, h.place)"

  /// The same of a shop.
  static let wordsOfShop: SQL = "concat_ws(E'\\x1f', s.name, s.aisles::text)"

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
  /// - Parameter subject: what is here in the row's place.
  static func leave(_ rows: [(number: Int, why: String, subject: UUID?)], of id: UUID) -> SQL {
    let subjects = rows.map { $0.subject.map { "\($0)" } ?? "" }
    return """
      UPDATE move_rows SET state = CASE WHEN new.why = 'known' THEN 'known' ELSE 'left_out' END, why = new.why, data = '',
        subject_id = nullif(new.subject, '')::uuid
      FROM unnest(\(rows.map(\.number))::integer[], \(rows.map(\.why))::text[], \(subjects)::text[]) AS new (number, why, subject)
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

  /// A picture that another row of the move may have brought already.
  static func insert(_ image: UUID, _ pictures: ImageConverter.Pictures) -> SQL {
    """
    INSERT INTO images (id, picture, thumbnail) VALUES (\(image), \(pictures.picture), \(pictures.thumbnail))
    ON CONFLICT (household_id, id) DO NOTHING
    """
  }

  /// Gives a new item a picture that others may have already.
  static func share(_ image: UUID, with item: UUID) -> SQL {
    """
    UPDATE items SET image_id = images.id FROM images
    WHERE items.household_id = current_household() AND items.id = \(item) AND items.image_id IS NULL AND items.version = 1
      AND images.household_id = current_household() AND images.id = \(image)
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
}
