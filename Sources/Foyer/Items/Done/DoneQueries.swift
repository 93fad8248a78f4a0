import CivilTime
import Postgres

/// Queries of what was done.
enum DoneQueries {
  /// A page, with one row more to know whether there is another.
  static func list(after last: DoneCursor?) -> SQL {
    let isLater: SQL =
      last.map {
        " AND (t.done_at, t.id) < (\(fragment: .timestamp(microseconds: $0.moment)), \($0.id)::uuid)"
      } ?? ""
    return """
      SELECT t.id, left(t.title, 1000) AS title, t.done_at, (extract(epoch FROM t.done_at) * 1000000)::bigint AS moment,
        t.series_id IS NOT NULL AS repeats, t.turn_person, left(c.name, 100) AS category
      FROM items t
      LEFT JOIN categories c ON c.household_id = current_household() AND c.id = t.category_id AND c.deleted_at IS NULL
      WHERE t.household_id = current_household() AND t.done_at IS NOT NULL AND t.deleted_at IS NULL\(fragment: isLater)
      ORDER BY t.done_at DESC, t.id DESC LIMIT 51
      """
  }

  /// The item with the first year in which it, or an item of its series, was done: NULL if none was.
  static func item(_ id: UUID) -> SQL {
    """
    SELECT t.title, (SELECT extract(year FROM min(d.done_at))::int FROM items d
      WHERE d.household_id = current_household() AND d.deleted_at IS NULL AND \(fragment: isOne("d", of: "t"))) AS since
    FROM items t WHERE t.household_id = current_household() AND t.id = \(id) AND t.deleted_at IS NULL
    """
  }

  /// Those of a year of the reader's; nil for the present one.
  static func year(_ year: Int?, of id: UUID) -> SQL {
    let start: SQL = year.map { "make_date(\($0)::int, 1, 1)::timestamptz" } ?? "date_trunc('year', now())"
    return """
      SELECT d.id, d.done_at, d.turn_person
      FROM items t, items d
      WHERE t.household_id = current_household() AND t.id = \(id)
        AND d.household_id = current_household() AND d.deleted_at IS NULL AND \(fragment: isOne("d", of: "t"))
        AND d.done_at >= \(fragment: start) AND d.done_at < \(fragment: start) + interval '1 year'
      ORDER BY d.done_at, d.id LIMIT 5000
      """
  }

  /// Whether it is the item itself, or of its series.
  private static func isOne(_ item: SQL, of other: SQL) -> SQL {
    "(\(fragment: item).id = \(fragment: other).id OR \(fragment: item).series_id = \(fragment: other).series_id)"
  }
}
