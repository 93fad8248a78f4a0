import Postgres

/// Statements that are the same for every table with a trash: rows with `deleted_at` can be restored for 30 days.
enum TrashQueries {
  /// One page of what can still be restored, last deleted first; `days_ago` counts by the household's clock.
  /// - Parameter id: the last row of the page before.
  static func list(_ columns: SQL, of table: SQL, after id: UUID?) -> SQL {
    let page: SQL =
      if let id {
        """
         AND (deleted_at, id)
          < (SELECT deleted_at, id FROM \(fragment: table) WHERE household_id = current_household() AND id = \(id))
        """
      } else { "" }
    return """
      SELECT \(fragment: columns), (SELECT (now() AT TIME ZONE time_zone)::date - (deleted_at AT TIME ZONE time_zone)::date
        FROM households WHERE id = current_household()) AS days_ago
      FROM \(fragment: table)
      WHERE household_id = current_household() AND deleted_at > now() - interval '30 days'\(fragment: page)
      ORDER BY deleted_at DESC, id DESC LIMIT 51
      """
  }

  /// Deletes for good what was deleted 30 days ago; what somebody else is deleting so is left to them.
  /// - Parameter condition: a further one on the row `old`.
  static func deleteForGood(of table: SQL, where condition: SQL = "true") -> SQL {
    """
    DELETE FROM \(fragment: table) WHERE household_id = current_household() AND id = ANY (ARRAY(
      SELECT id FROM \(fragment: table) AS old
      WHERE household_id = current_household() AND deleted_at <= now() - interval '30 days' AND \(fragment: condition)
      ORDER BY deleted_at LIMIT 1000 FOR UPDATE OF old SKIP LOCKED))
    """
  }

  /// The moment of this transaction, in microseconds since 1970: what is deleted together has the same, by which an Undo
  /// finds it.
  static func moment() -> SQL { "SELECT (extract(epoch FROM now()) * 1000000)::bigint AS moment" }

  static func wasDeleted(at moment: Int) -> SQL {
    "deleted_at = \(fragment: .timestamp(microseconds: moment)) AND deleted_at > now() - interval '30 days'"
  }
}
