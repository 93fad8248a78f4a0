import Postgres

/// The operator's figures: numbers of all households, and nothing that they have written. They run as `foyer_identity`, which
/// sees which households have recipes but not what is in them.
enum AdminQueries {
  /// A row for the living session of an operator: whether the password was given within the last 15 minutes.
  static func find(session tokenHash: [UInt8]) -> SQL {
    """
    SELECT s.confirmed_at > now() - interval '15 minutes' AS is_confirmed
    FROM sessions s JOIN accounts a ON a.household_id = s.household_id AND a.person_id = s.person_id
    WHERE s.token_hash = \(tokenHash) AND a.is_admin
      AND s.seen_at > now() - interval '14 days' AND s.created_at > now() - interval '30 days'
    """
  }

  /// Times are shown as in the rest of the app.
  static func setTimeZone(of person: UUID) -> SQL {
    """
    SELECT set_config('DateStyle', 'ISO, YMD', true), set_config('TimeZone', coalesce((
      SELECT p.time_zone FROM accounts a JOIN people p ON p.household_id = a.household_id AND p.id = a.person_id
      WHERE a.person_id = \(person)), 'UTC'), true)
    """
  }

  /// - Parameter backup: the time of the last backup, in Unix time.
  static func counts(backup: Int?) -> SQL {
    """
    SELECT count(*) AS households, (SELECT count(*) FROM people) AS people,
      (SELECT count(*) FROM sessions
        WHERE seen_at > now() - interval '14 days' AND created_at > now() - interval '30 days') AS sessions,
      (SELECT coalesce(sum(open_items + done_items), 0) FROM item_counts) AS items,
      (SELECT count(*) FROM recipes WHERE household_id <> ALL (starter_households())) AS recipes,
      (SELECT coalesce(sum(images), 0)::bigint FROM household_storage) AS images,
      (SELECT count(*) FROM invitations
        WHERE used_at IS NULL AND created_at > now() - interval '7 days') AS invitations,
      to_timestamp(\(optional: backup)::bigint) AS backup
    FROM households WHERE id <> ALL (starter_households())
    """
  }

  /// The households whose images take up the most bytes.
  static func storage() -> SQL {
    """
    SELECT h.id, (SELECT count(*) FROM people p WHERE p.household_id = h.id) AS members,
      coalesce(s.image_bytes, 0) AS image_bytes, s.quota
    FROM households h LEFT JOIN household_storage s ON s.household_id = h.id
    WHERE h.id <> ALL (starter_households())
    ORDER BY coalesce(s.image_bytes, 0) DESC, h.id LIMIT 100
    """
  }

  /// Every household, the oldest first: for the command line, which shows names.
  static func households() -> SQL {
    """
    SELECT h.id, h.name, (SELECT count(*) FROM people p WHERE p.household_id = h.id) AS members,
      (SELECT coalesce(sum(c.open_items + c.done_items), 0) FROM item_counts c WHERE c.household_id = h.id) AS items,
      (SELECT count(*) FROM recipes r WHERE r.household_id = h.id) AS recipes,
      coalesce(s.image_bytes, 0) AS image_bytes, s.quota
    FROM households h LEFT JOIN household_storage s ON s.household_id = h.id
    WHERE h.id <> ALL (starter_households())
    ORDER BY h.created_at, h.id
    """
  }
}
