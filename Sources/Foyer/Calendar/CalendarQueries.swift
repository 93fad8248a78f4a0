import CivilTime
import Postgres

/// The contents of a calendar for some days. Each statement reads its range, and of each day a bounded number of rows.
enum CalendarQueries {
  /// The rows of one day that are read at most, one more than are shown.
  static let perDay = 51

  /// The most items that are read without a look at how many a day has.
  static let most = 1000

  /// Items with a date, open and done, one more than `most` at most. `local` is in seconds, on the household's clock.
  ///
  /// A day begins with its second midnight if the clocks are put back over midnight, so that the day before is read, too. The
  /// midnights are values of subqueries: under row level security an index is asked for no value of a function that gets a
  /// column, and each page would read all items that have a date.
  /// - Parameter people: whether each has its column `concerned` (`TurnQueries`).
  static func items(_ days: ClosedRange<CalendarDate>, people: Bool = false) -> SQL {
    """
    SELECT \(fragment: columns)\(fragment: people ? ", i.concerned" : ""),
      extract(epoch FROM i.due_at AT TIME ZONE (SELECT time_zone FROM households WHERE id = current_household()))::bigint AS local
    FROM (
      \(fragment: range(people))
        AND due_at >= (SELECT \(CalendarDate(days: days.lowerBound.days - 1))::timestamp AT TIME ZONE time_zone FROM households WHERE id = current_household())
        AND due_at < (SELECT \(CalendarDate(days: days.upperBound.days + 1))::timestamp AT TIME ZONE time_zone FROM households WHERE id = current_household())
      ORDER BY due_at, id LIMIT \(most + 1)
    ) AS i
    """
  }

  /// The same of a household that has more, day by day, so that none is left out for another.
  static func itemsByDay(_ days: ClosedRange<CalendarDate>, people: Bool = false) -> SQL {
    let first = CalendarDate(days: days.lowerBound.days - 1)
    return """
      SELECT \(fragment: columns)\(fragment: people ? ", i.concerned" : ""), extract(epoch FROM i.due_at AT TIME ZONE day.time_zone)::bigint AS local
      FROM (
        SELECT time_zone, (\(first)::date + n)::timestamp AT TIME ZONE time_zone AS first,
          (\(first)::date + n + 1)::timestamp AT TIME ZONE time_zone AS next
        FROM households, generate_series(0, \(days.upperBound.days - first.days)::int) AS n
        WHERE id = current_household() OFFSET 0
      ) AS day, LATERAL (
        \(fragment: range(people)) AND due_at >= day.first AND due_at < day.next ORDER BY due_at, id LIMIT \(perDay)
      ) AS i
      """
  }

  private static let columns: SQL =
    "i.id, i.title, i.is_done, i.version, i.due_at, i.due_day IS NOT NULL AS is_day, i.series_id IS NOT NULL AS repeats, \(fragment: color("i"))"

  private static func range(_ people: Bool) -> SQL {
    """
    SELECT id, left(title, 200) AS title, is_done, version, due_at, due_day, series_id, category_id\(fragment: people ? ", \(fragment: TurnQueries.concerned)" : "") FROM items
        WHERE household_id = current_household() AND deleted_at IS NULL
    """
  }

  /// The series that go on by the date, each with its open item: what follows that item is counted by `LaterDates`. Those whom it is
  /// for (`people`) are not known where members take turns.
  static func series(until day: CalendarDate) -> SQL {
    """
    SELECT i.id, left(s.title, 200) AS title, s.rule, s.is_day, extract(epoch FROM s.starts_at)::bigint AS starts,
      extract(epoch FROM i.occurrence)::bigint AS occurrence, \(fragment: color("s")), i.people,
      CASE WHEN cardinality(s.skipped) > 0 THEN ARRAY(SELECT extract(epoch FROM skip)::bigint FROM unnest(s.skipped) AS skip)
      END AS skipped
    FROM (
      SELECT id, series_id, occurrence, CASE WHEN turn_person IS NULL AND people <> '{}' THEN people END AS people FROM items
      WHERE household_id = current_household() AND series_id IS NOT NULL AND done_at IS NULL AND deleted_at IS NULL
        AND occurrence < (\(day)::date + 1)::timestamp
      ORDER BY occurrence LIMIT 5000
    ) AS i JOIN series s ON s.household_id = current_household() AND s.id = i.series_id
    WHERE s.ended_at IS NULL AND s.repeat_from = 'due'
    """
  }

  /// The color of a row's category.
  private static func color(_ row: SQL) -> SQL {
    "(SELECT color FROM categories WHERE household_id = current_household() AND id = \(fragment: row).category_id) AS color"
  }

  /// Entries of whole days: stays on either side, dates on which the household hosts nobody, and birthdays.
  /// - Parameters:
  ///   - most: of each kind; the latest are left out.
  ///   - ids: of these rows alone; nil for all.
  static func wholeDays(_ days: ClosedRange<CalendarDate>, most: Int = 200, of ids: [UUID]? = nil) -> SQL {
    let (first, last) = (days.lowerBound, days.upperBound)
    let isOne: SQL = ids.map { " AND id = ANY (\($0)::uuid[])" } ?? ""
    let overlap: SQL = "departure >= \(first)::date AND departure <= \(last)::date + 366 AND arrival <= \(last)::date"
    return """
      (SELECT 'guest' AS kind, id, listing_name AS name, arrival AS first_day, departure AS last_day, state = 'pending' AS waits
      FROM stay_requests
      WHERE household_id = current_household() AND deleted_at IS NULL AND state IN ('pending', 'accepted') AND \(fragment: overlap)\(fragment: isOne)
      ORDER BY departure LIMIT \(most))
      UNION ALL
      (SELECT 'host', id, guest_name, arrival, departure, state = 'pending' FROM stay_requests
      WHERE host_household_id = current_household() AND deleted_at IS NULL AND state IN ('pending', 'accepted') AND \(fragment: overlap)\(fragment: isOne)
      ORDER BY departure LIMIT \(most))
      UNION ALL
      (SELECT 'blocked', id, '', first_day, last_day, false FROM blocked_dates
      WHERE household_id = current_household() AND deleted_at IS NULL AND last_day >= \(first)::date AND last_day <= \(last)::date + 366
        AND first_day <= \(last)::date\(fragment: isOne)
      ORDER BY last_day LIMIT \(most))
      UNION ALL
      (SELECT 'birthday', id, name, birthday, birthday, false FROM people
      WHERE household_id = current_household() AND birthday IS NOT NULL\(fragment: isOne) LIMIT \(most))
      """
  }
}
