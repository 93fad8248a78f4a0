import CivilTime
import Postgres

/// Queries of the table `series`, and of the items that belong to one.
///
/// Each change of a series locks its row first, and changes the version of its open item: what is computed from both is
/// stored only while the item has the version that was read. So of two ticks at once one makes the next item.
enum RepeatQueries {
  /// The household's clock, and two times on it.
  /// - Parameters:
  ///   - due: on the reader's clock.
  ///   - until: in UTC.
  static func clock(due: CivilTime?, until: CivilTime?) -> SQL {
    """
    SELECT now() AT TIME ZONE time_zone AS local_now, \(optional: due)::timestamp::timestamptz AT TIME ZONE time_zone AS starts_at,
      (\(optional: until)::timestamp AT TIME ZONE 'UTC') AT TIME ZONE time_zone AS until
    FROM households WHERE id = current_household()
    """
  }

  /// The columns of the series of a form's item.
  static let columns: SQL = "s.rule, s.repeat_from, s.turn_rule, i.series_id IS NOT NULL AS is_in_series"

  /// Joins the series of the item `i`, unless that has ended.
  static let join: SQL = """
    LEFT JOIN series s ON s.household_id = current_household() AND s.id = i.series_id AND s.ended_at IS NULL
    """

  /// For a list of items: how an open one repeats, `due FREQ=DAILY`. Looked up for those that do alone.
  static let ofRow: SQL = """
    CASE WHEN series_id IS NOT NULL AND NOT is_done THEN (
          SELECT repeat_from || ' ' || rule FROM series
          WHERE household_id = current_household() AND series.id = series_id AND ended_at IS NULL) END AS repeats
    """

  /// Of these items, those that are part of a series.
  static func find(_ ids: [UUID], isDone: Bool) -> SQL {
    """
    SELECT i.id, i.version, i.title, i.occurrence, i.due_at, i.due_day, i.not_before, s.id AS series_id, s.rule, s.repeat_from, s.starts_at, s.is_day,
      i.turn_person, i.turn_queue, s.turn_rule, s.skipped::text[] AS skipped, s.ended_at IS NOT NULL AS has_ended, now() AT TIME ZONE h.time_zone AS local_now,
      now() AT TIME ZONE h.time_zone + (now() - moment_of(now() AT TIME ZONE h.time_zone, h.time_zone)) AS local_passed,
      cardinality(ARRAY(
        SELECT 1 FROM items m WHERE m.household_id = current_household() AND m.series_id = s.id AND m.created_at >= coalesce((
          SELECT max(f.created_at) FROM items f
          WHERE f.household_id = current_household() AND f.series_id = s.id AND f.occurrence = s.starts_at), '-infinity')
      )) AS made,
      o.id AS open_id, o.due AS open_due_at, o.version = 1 AND o.tag_ids <@ s.tag_ids AS is_unchanged,
      -- Made by the transaction that ticked this one.
      o.created_at = i.done_at AS is_next
    FROM items i
    JOIN series s ON s.household_id = current_household() AND s.id = i.series_id
    JOIN households h ON h.id = current_household()
    LEFT JOIN LATERAL (
      SELECT id, \(fragment: ItemQueries.due) AS due, version, tag_ids, created_at FROM items n
      WHERE n.household_id = current_household() AND n.series_id = s.id AND n.id <> i.id AND NOT n.is_done AND n.deleted_at IS NULL
      ORDER BY occurrence LIMIT 1
    ) AS o ON true
    WHERE i.household_id = current_household() AND i.id = ANY (\(ids)::uuid[]) AND i.deleted_at IS NULL AND i.is_done = \(isDone)
    ORDER BY i.id
    """
  }

  // MARK: Locks, in the order of `ItemQueries.lockHousehold`: the series come between the labels and the items

  static func lock(_ series: [UUID]) -> [SQL] {
    [
      ItemQueries.lockHousehold(),
      """
      SELECT FROM categories
      WHERE household_id = current_household() AND id = ANY (ARRAY(
        SELECT category_id FROM series WHERE household_id = current_household() AND id = ANY (\(series)::uuid[])))
      ORDER BY id FOR SHARE
      """,
      """
      SELECT FROM tags
      WHERE household_id = current_household() AND id = ANY (ARRAY(
        SELECT unnest(tag_ids) FROM series WHERE household_id = current_household() AND id = ANY (\(series)::uuid[])))
      ORDER BY folded_name FOR SHARE
      """,
      "SELECT FROM series WHERE household_id = current_household() AND id = ANY (\(series)::uuid[]) ORDER BY id FOR UPDATE",
    ]
  }

  /// The series of these items, deleted ones among them.
  static func lock(ofItems condition: SQL) -> SQL {
    """
    SELECT FROM series WHERE household_id = current_household() AND id = ANY (ARRAY(
      SELECT series_id FROM items WHERE household_id = current_household() AND series_id IS NOT NULL AND \(fragment: condition)))
    ORDER BY id FOR UPDATE
    """
  }

  /// Notes that the series of these items have changed: an item that comes out of the trash may be the open one of its
  /// series again, and has changed before what stood for the series meanwhile.
  static func touch(ofItems condition: SQL) -> SQL {
    """
    UPDATE series SET changed_at = now()
    WHERE household_id = current_household() AND id = ANY (ARRAY(
      SELECT series_id FROM items WHERE household_id = current_household() AND series_id IS NOT NULL AND \(fragment: condition)))
    """
  }

  /// The items as they were read.
  private static func locked(_ items: [RepeatingItem], _ condition: SQL) -> SQL {
    ItemQueries.locked(
      """
      deleted_at IS NULL AND \(fragment: condition) AND (id, version) IN (
        SELECT read.id, read.version FROM unnest(\(items.map(\.id))::uuid[], \(items.map(\.version))::int[]) AS read (id, version))
      """)
  }

  // MARK: Ticking

  /// Ticks the items.
  static func complete(_ items: [RepeatingItem]) -> SQL {
    """
    UPDATE items SET done_at = now(), \(fragment: .nextVersion)
    WHERE household_id = current_household() AND \(fragment: locked(items, "NOT is_done"))
    """
  }

  /// Makes the next ones of the items that this transaction has ticked, where they stood in the list.
  static func insert(_ next: [NextItem]) -> [SQL] {
    [
      """
      INSERT INTO items (id, title, description, due_at, due_day, category_id, image_id, position, priority, checklist, series_id, occurrence, people,
        turn_person, turn_queue)
      SELECT new.id, s.title, s.description, moment_of(new.date, h.time_zone), CASE WHEN s.is_day THEN new.date::date END, c.id, i.image_id, i.position, i.priority, unticked(i.checklist), s.id, new.date, s.people,
        (SELECT id FROM people WHERE household_id = current_household() AND id = (new.queue::uuid[])[cardinality(new.queue::uuid[])]),
        ARRAY(SELECT id FROM people WHERE household_id = current_household() AND id = ANY (new.queue::uuid[]) ORDER BY array_position(new.queue::uuid[], id))
      FROM unnest(\(next.map(\.id))::uuid[], \(next.map(\.item))::uuid[], \(next.map(\.date.timestamp))::timestamp[], \(next.map(\.queueText))::text[])
        AS new (id, item, date, queue)
      JOIN items i ON i.household_id = current_household() AND i.id = new.item AND i.done_at = now() AND i.changed_at = now()
      JOIN series s ON s.household_id = current_household() AND s.id = i.series_id AND s.ended_at IS NULL
      JOIN households h ON h.id = current_household()
      LEFT JOIN categories c ON c.household_id = current_household() AND c.id = s.category_id AND c.deleted_at IS NULL
      ON CONFLICT (household_id, id) DO NOTHING
      """,
      """
      INSERT INTO item_tags (item_id, tag_id)
      SELECT i.id, t.id FROM items i
      JOIN series s ON s.household_id = current_household() AND s.id = i.series_id
      JOIN tags t ON t.household_id = current_household() AND t.id = ANY (s.tag_ids) AND t.deleted_at IS NULL
      WHERE i.household_id = current_household() AND i.id = ANY (\(next.map(\.id))::uuid[])
      ORDER BY i.id ON CONFLICT DO NOTHING
      """,
      FileQueries.share(next),
    ]
  }

  // MARK: Taking a tick back

  /// Deletes for good what ticking made, if nobody has touched it.
  static func delete(next ids: [UUID]) -> SQL {
    """
    DELETE FROM items WHERE household_id = current_household()
      AND \(fragment: ItemQueries.locked("id = ANY (\(ids)::uuid[]) AND version = 1 AND NOT is_done AND deleted_at IS NULL"))
    """
  }

  /// Opens the items again, unless their series has another open one.
  static func reopen(_ items: [RepeatingItem]) -> SQL {
    """
    UPDATE items SET done_at = NULL, \(fragment: .nextVersion)
    WHERE household_id = current_household() AND \(fragment: locked(items, "is_done")) AND \(fragment: isAlone)
    """
  }

  /// Opens the items again beside the open ones of their series, to which they belong no more.
  static func detach(_ items: [RepeatingItem]) -> SQL {
    """
    UPDATE items SET done_at = NULL, series_id = NULL, occurrence = NULL, \(fragment: .nextVersion)
    WHERE household_id = current_household() AND \(fragment: locked(items, "is_done"))
    """
  }

  /// That a row of `items` has no open one beside it in its series.
  static let isAlone: SQL = """
    NOT EXISTS (
      SELECT FROM items beside
      WHERE beside.household_id = current_household() AND beside.series_id = items.series_id AND beside.id <> items.id
        AND NOT beside.is_done AND beside.deleted_at IS NULL)
    """

  /// Columns that restoring an item sets as well: beside an open one of its series it is on its own.
  static let rejoin: SQL = """
    series_id = CASE WHEN is_done OR \(fragment: isAlone) THEN series_id END,
      occurrence = CASE WHEN is_done OR \(fragment: isAlone) THEN occurrence END
    """

  // MARK: Skipping and ending

  /// The next date is not hidden by the day of the one that is skipped.
  static func skip(_ item: RepeatingItem, to date: CivilTime) -> [SQL] {
    [
      """
      UPDATE items SET occurrence = \(date)::timestamp, due_at = moment_of(\(date), (\(fragment: timeZone))),
        due_day = CASE WHEN \(item.series.isDay) THEN \(CalendarDate(date))::date END, not_before = NULL,
        \(fragment: .nextVersion)
      WHERE household_id = current_household() AND \(fragment: locked([item], "NOT is_done"))
      """,
      """
      UPDATE series SET skipped = skipped || \(item.occurrence)::timestamp, changed_at = now()
      WHERE household_id = current_household() AND id = \(item.series.id) AND \(fragment: isChanged(item))
      """,
    ]
  }

  /// Puts the item back on the date that was skipped last.
  /// - Parameters:
  ///   - due: its deadline then; nil for that date.
  ///   - notBefore: the day until which it was hidden.
  static func unskip(
    _ item: RepeatingItem, to date: CivilTime, due: SkippedDeadline?, notBefore: CalendarDate?
  ) -> [SQL] {
    let day: CalendarDate?
    let moment: SQL
    switch due {
    case nil:
      (day, moment) = (item.series.isDay ? CalendarDate(date) : nil, "moment_of(\(date), (\(fragment: timeZone)))")
    case .day(let known): (day, moment) = (known, "end_of_day(\(known)::date, (\(fragment: timeZone)))")
    case .moment(let seconds): (day, moment) = (nil, "to_timestamp(\(seconds)::bigint)")
    }
    return [
      """
      UPDATE items SET occurrence = \(date)::timestamp, due_at = \(fragment: moment), due_day = \(optional: day)::date,
        not_before = coalesce(\(optional: notBefore)::date, not_before), \(fragment: .nextVersion)
      WHERE household_id = current_household() AND \(fragment: locked([item], "NOT is_done"))
      """,
      """
      UPDATE series SET skipped = array_remove(skipped, \(date)::timestamp), changed_at = now()
      WHERE household_id = current_household() AND id = \(item.series.id) AND \(fragment: isChanged(item))
      """,
    ]
  }

  private static let timeZone: SQL = "SELECT time_zone FROM households WHERE id = current_household()"

  /// - Parameter hasEnded: whether the series ends with the item, or goes on.
  static func end(_ item: RepeatingItem, _ hasEnded: Bool) -> [SQL] {
    [
      """
      UPDATE items SET \(fragment: .nextVersion)
      WHERE household_id = current_household() AND \(fragment: locked([item], "NOT is_done"))
      """,
      """
      UPDATE series SET ended_at = CASE WHEN \(hasEnded) THEN now() END, changed_at = now()
      WHERE household_id = current_household() AND id = \(item.series.id) AND \(fragment: isChanged(item))
      """,
    ]
  }

  /// That this transaction has changed the item.
  private static func isChanged(_ item: RepeatingItem) -> SQL {
    """
    EXISTS (
      SELECT FROM items WHERE household_id = current_household() AND items.id = \(item.id) AND version = \(item.version) + 1 AND changed_at = now())
    """
  }
}

extension NextItem {
  /// The queue as an array of PostgreSQL.
  fileprivate var queueText: String { "{\(queue.map(\.description).joined(separator: ","))}" }
}

extension CivilTime {
  /// As an element of an array of the type timestamp.
  var timestamp: String { "\(date) \(time):\(padded(second, 2))" }
}
