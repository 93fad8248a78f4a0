import CivilTime
import Postgres

/// Items that are hidden until a day. A day that has come hides nothing, so nothing has to be changed when it comes.
///
/// The conditions are for a statement in which `items` alone has the columns.
enum SnoozeQueries {
  /// The day on the household's clock. A subquery: PostgreSQL evaluates it once for each statement, and only if it is needed.
  static let today: SQL = "(SELECT (now() AT TIME ZONE time_zone)::date FROM households WHERE id = current_household())"

  /// Whether no later day hides an open item. The test for null comes first: most items have no day.
  static let isHere: SQL = "(not_before IS NULL OR not_before <= \(fragment: today))"

  /// Whether an item is hidden, as the index `items_later` has it.
  static let isLater: SQL = "done_at IS NULL AND deleted_at IS NULL AND not_before > \(fragment: today)"

  /// For a list of items: the day of a hidden one, in days since 1970; null for most.
  static let day: SQL = """
    CASE WHEN not_before IS NOT NULL AND done_at IS NULL AND not_before > \(fragment: today) THEN not_before - date '1970-01-01' END AS later
    """

  /// How many items are hidden, as a subquery.
  static let count: SQL =
    "(SELECT count(*)::int FROM items WHERE household_id = current_household() AND \(fragment: isLater))"

  /// The same by section, or by tag.
  static let bySection: SQL = """
    SELECT section AS label, count(*) AS items FROM items
    WHERE household_id = current_household() AND \(fragment: isLater) GROUP BY section
    """
  static let byTag: SQL = """
    SELECT tag AS label, count(*) AS items FROM items CROSS JOIN unnest(tag_ids) AS tag
    WHERE household_id = current_household() AND \(fragment: isLater) GROUP BY tag
    """

  /// Hides an item until a day, or shows it. There is a row if that changes its day: the one before.
  static func update(_ id: UUID, until day: CalendarDate?) -> SQL {
    """
    WITH before AS (
      SELECT not_before AS was FROM items
      WHERE household_id = current_household() AND id = \(id) AND deleted_at IS NULL FOR NO KEY UPDATE
    )
    UPDATE items SET not_before = \(optional: day)::date, is_sample = false, \(fragment: .nextVersion)
    FROM before
    WHERE household_id = current_household() AND id = \(id) AND deleted_at IS NULL AND was IS DISTINCT FROM \(optional: day)::date
    RETURNING was
    """
  }
}
