import Postgres

/// The subject of an archive.
enum TakeOutKind: String {
  case household, person
  /// The page where it is asked for; the archive is below it.
  var path: String { self == .household ? "/household/export" : "/account/export" }
}

/// Queries of the tables `takeouts` and `takeout_parts`, as the member who asks.
enum TakeOutQueries {
  /// Of a household. Each member has one of each kind.
  static let maximum = 20
  /// For which a member has an archive.
  private static let life: SQL = "interval '7 days'"
  /// After which one that has not been made will not be.
  private static let patience: SQL = "interval '1 day'"

  /// The member's archive of a kind, if there is one.
  static func find(_ kind: TakeOutKind) -> SQL { find("kind = \(kind.rawValue)") }

  static func find(_ kind: TakeOutKind, _ id: UUID) -> SQL { find("kind = \(kind.rawValue) AND id = \(id)") }

  private static func find(_ condition: SQL) -> SQL {
    """
    SELECT id, CASE WHEN state <> 'made' AND created_at < now() - \(fragment: patience) THEN 'failed' ELSE state END AS state,
      parts, bytes, done, total, coalesce(made_at, now()) AS made_at, coalesce(made_at, now()) + \(fragment: life) AS ends_at
    FROM takeouts
    WHERE household_id = current_household() AND person_id = current_person() AND \(fragment: condition)
      AND (state = 'made' AND made_at < now() - \(fragment: life)) IS NOT TRUE
    """
  }

  /// Asks for an archive in place of the one that the member has, unless that is being made. The last statement has a row if there
  /// is one that is asked for.
  static func insert(_ id: UUID, _ kind: TakeOutKind) -> [SQL] {
    [
      """
      DELETE FROM takeouts WHERE household_id = current_household() AND person_id = current_person() AND kind = \(kind.rawValue)
        AND (state IN ('made', 'failed') OR created_at < now() - \(fragment: patience))
      """,
      """
      INSERT INTO takeouts (id, kind) SELECT \(id)::uuid, \(kind.rawValue)
      WHERE (SELECT count(*) FROM takeouts WHERE household_id = current_household()) < \(maximum)
      ON CONFLICT DO NOTHING
      """,
    ]
  }

  /// The condition that it was asked for just now.
  static func exists(_ id: UUID) -> SQL {
    "EXISTS (SELECT FROM takeouts WHERE household_id = current_household() AND id = \(id))"
  }

  /// The sizes of the parts of an archive that is made, in bytes.
  static func sizes(_ id: UUID) -> SQL {
    """
    SELECT octet_length(p.bytes) AS size FROM takeouts t
    JOIN takeout_parts p ON p.household_id = t.household_id AND p.takeout_id = t.id
    WHERE t.household_id = current_household() AND t.person_id = current_person() AND t.id = \(id) AND t.state = 'made'
    ORDER BY p.number
    """
  }

  /// One part of an archive that is made.
  static func part(_ id: UUID, _ number: Int) -> SQL {
    """
    SELECT p.bytes FROM takeouts t
    JOIN takeout_parts p ON p.household_id = t.household_id AND p.takeout_id = t.id AND p.number = \(number)::int
    WHERE t.household_id = current_household() AND t.person_id = current_person() AND t.id = \(id) AND t.state = 'made'
    """
  }

  // MARK: Making

  /// Begins anew, for one attempt. A row if it is still wanted.
  static func begin(_ id: UUID, lease: UUID) -> SQL {
    """
    UPDATE takeouts SET state = 'making', lease = \(lease), parts = 0, bytes = 0, done = 0
    WHERE household_id = current_household() AND person_id = current_person() AND id = \(id) AND state IN ('waiting', 'making')
    RETURNING id
    """
  }

  static func clear(_ id: UUID) -> SQL {
    "DELETE FROM takeout_parts WHERE household_id = current_household() AND takeout_id = \(id)"
  }

  /// Appends a part. A row if the attempt is still the one that makes it; the row is locked until the end.
  static func grow(_ id: UUID, lease: UUID, by bytes: Int) -> SQL {
    """
    UPDATE takeouts SET parts = parts + 1, bytes = bytes + \(bytes)
    WHERE household_id = current_household() AND id = \(id) AND lease = \(lease) AND state = 'making' RETURNING id
    """
  }

  static func insert(_ bytes: [UInt8], number: Int, of id: UUID) -> SQL {
    "INSERT INTO takeout_parts (takeout_id, number, bytes) VALUES (\(id), \(number), \(bytes))"
  }

  static func note(_ id: UUID, lease: UUID, done: Int, of total: Int) -> SQL {
    """
    UPDATE takeouts SET done = \(done), total = \(total)
    WHERE household_id = current_household() AND id = \(id) AND lease = \(lease) AND state = 'making' RETURNING id
    """
  }

  static func finish(_ id: UUID, lease: UUID) -> SQL {
    """
    UPDATE takeouts SET state = 'made', made_at = now(), lease = NULL, done = total
    WHERE household_id = current_household() AND id = \(id) AND lease = \(lease) AND state = 'making' RETURNING id
    """
  }

  static func fail(_ id: UUID, lease: UUID) -> SQL {
    """
    UPDATE takeouts SET state = 'failed', lease = NULL
    WHERE household_id = current_household() AND id = \(id) AND lease = \(lease) AND state = 'making' RETURNING id
    """
  }

  // MARK: Without a session

  /// Those of every household whose days are over. One that is being made is asked for within them.
  static func deleteExpired() -> SQL {
    """
    DELETE FROM takeouts WHERE (household_id, id) IN (
      SELECT household_id, id FROM takeouts
      WHERE created_at < now() - \(fragment: life) AND coalesce(made_at, created_at) < now() - \(fragment: life) LIMIT 1000)
    """
  }
}
