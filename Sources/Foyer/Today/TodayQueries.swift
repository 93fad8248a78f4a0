import Postgres

/// The statements of the page of today, all of which read short ranges of indexes.
enum TodayQueries {
  /// The rows of a part, and of the reader's turns; the statements ask for one more, to know whether there are more.
  static let partSize = 50
  static let turnSize = 20

  /// Open items that are not hidden until later, in the order of time: overdue, for today, the reader's turn, and the next eight days. No item is in
  /// two parts. The days are those of the reader's clock, as timestamps: under row level security an index is asked only what
  /// compares values of one type.
  static func items() -> SQL {
    """
    SELECT part, id, title, \(fragment: ItemQueries.due) AS due_at, turn_person = current_person() AS is_mine,
      due_day IS NULL AS is_timed, \(fragment: ItemQueries.priority), \(fragment: ChecklistQueries.progress),
      CASE WHEN turn_person <> current_person() THEN (SELECT name FROM people WHERE household_id = current_household() AND people.id = turn_person) END AS turn
    FROM (
    (\(fragment: open("'overdue'", "due_at < now() + interval '27 hours'", moment: "due_at < now()", day: "due_day < current_date")) LIMIT 51)
    UNION ALL
    (\(fragment: open("'today'", "due_at >= now() - interval '51 hours' AND due_at < (current_date + 3)::timestamptz", moment: "due_at >= now() AND due_at < (current_date + 1)::timestamptz", day: "due_day = current_date")) LIMIT 51)
    UNION ALL
    (\(fragment: open("'turn'", "turn_person = current_person()", moment: "(due_at < (current_date + 1)::timestamptz) IS NOT TRUE", day: "due_day > current_date")) LIMIT 21)
    UNION ALL
    (\(fragment: open("'next'", "due_at >= (current_date - 1)::timestamptz AND due_at < (current_date + 11)::timestamptz AND turn_person IS DISTINCT FROM current_person()", moment: "due_at >= (current_date + 1)::timestamptz AND due_at < (current_date + 9)::timestamptz", day: "due_day > current_date AND due_day < current_date + 9")) LIMIT 51)
    ) AS parts
    """
  }

  /// - Parameters:
  ///   - range: of an index. The end of a day may be more than a day away elsewhere.
  ///   - moment: whether an item that is due at a moment belongs to the part.
  ///   - day: the same of one that is due on a day, by the reader's day.
  private static func open(_ part: SQL, _ range: SQL, moment: SQL, day: SQL) -> SQL {
    """
    SELECT \(fragment: part) AS part, id, title, due_at, due_day, turn_person, priority, lines, lines_done, files FROM items
    WHERE household_id = current_household() AND deleted_at IS NULL AND done_at IS NULL AND \(fragment: range)
      AND CASE WHEN due_day IS NULL THEN \(fragment: moment) ELSE \(fragment: day) END
      AND \(fragment: SnoozeQueries.isHere)
    ORDER BY items.due_at, id
    """
  }

  /// Requests that wait for the household's answer, and who comes or goes within a week, on either side.
  static func stays() -> SQL {
    let soon: SQL = """
      state = 'accepted' AND deleted_at IS NULL AND departure >= current_date
        AND (arrival BETWEEN current_date AND current_date + 7 OR departure <= current_date + 7)
      """
    return """
      (SELECT 'waits' AS part, id, guest_name AS name, arrival, departure, guests, version,
        left(\(fragment: StayRequestQueries.latest), 200) AS message
      FROM stay_requests r WHERE host_household_id = current_household() AND state = 'pending' AND deleted_at IS NULL AND departure >= current_date
      ORDER BY id DESC LIMIT 10)
      UNION ALL
      (SELECT 'host', id, guest_name, arrival, departure, guests, version, '' FROM stay_requests
      WHERE host_household_id = current_household() AND \(fragment: soon) ORDER BY departure, id LIMIT 10)
      UNION ALL
      (SELECT 'guest', id, listing_name, arrival, departure, guests, version, '' FROM stay_requests
      WHERE household_id = current_household() AND \(fragment: soon) ORDER BY departure, id LIMIT 10)
      """
  }

  /// Changes by others since the reader looked last.
  static func activity() -> SQL {
    """
    SELECT a.kind, a.subject_id, a.title, a.at, a.person_id, p.name, p.photo_id
    FROM activity a JOIN people p ON p.household_id = current_household() AND p.id = a.person_id
    WHERE a.household_id = current_household() AND a.person_id <> current_person() AND a.at > (
      SELECT greatest(CASE WHEN looked_at < now() - interval '30 minutes' THEN looked_at ELSE looked_before END, now() - interval '30 days')
      FROM people WHERE household_id = current_household() AND id = current_person())
    ORDER BY a.at DESC, a.id DESC LIMIT 20
    """
  }

  /// The numbers of the stages, each up to 100, and whether the look should be noted again.
  static func counts() -> SQL {
    """
    SELECT
      (SELECT count(*) FROM (SELECT FROM categories WHERE household_id = current_household() AND deleted_at IS NULL LIMIT 100) AS few) AS categories,
      (SELECT count(*) FROM (SELECT FROM tags WHERE household_id = current_household() AND deleted_at IS NULL LIMIT 100) AS few) AS tags,
      (SELECT count(*) FROM (SELECT FROM recipes WHERE household_id = current_household() AND deleted_at IS NULL LIMIT 100) AS few) AS recipes,
      (SELECT count(*) FROM (SELECT FROM people WHERE household_id = current_household() LIMIT 100) AS few) AS members,
      \(fragment: SnoozeQueries.count) AS later_items,
      looked_at < now() - interval '5 minutes' AS is_stale
    FROM people WHERE household_id = current_household() AND id = current_person()
    """
  }

  /// Notes that the reader looks at the page. What was new before a pause of half an hour is not new after it.
  static func look() -> SQL {
    """
    UPDATE people SET looked_at = now(),
      looked_before = CASE WHEN looked_at < now() - interval '30 minutes' THEN looked_at ELSE looked_before END
    WHERE household_id = current_household() AND id = current_person() AND looked_at < now() - interval '5 minutes'
    """
  }
}
