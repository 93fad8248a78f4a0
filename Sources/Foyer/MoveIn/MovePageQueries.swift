import Postgres

/// Rows of a move's pages and its report.
extension MoveQueries {
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
