import Crypto
import Postgres

/// The opening of a transaction, and the life of a session (security.md rows 8 and 9 in the design; OWASP ASVS 7).
enum SessionQueries {
  /// The first statement of every transaction of a signed-in person: finds the person, and gives up all rights but those
  /// of `foyer_app` in that person's household. Without a living session there is no household, and every later
  /// statement sees no row. The length of an array costs less than an aggregate, which is looked up at each execution.
  /// - Parameter language: the browser's, which counts where the person has chosen none.
  static func open(_ tokenHash: [UInt8], _ language: Language) -> SQL {
    opening(
      language, isStale: "s.seen_at < now() - interval '1 hour' OR p.seen_language IS NULL",
      """
      FROM (VALUES (\(tokenHash))) AS token (hash)
      LEFT JOIN sessions s ON s.token_hash = token.hash
        AND s.seen_at > now() - interval '14 days' AND s.created_at > now() - interval '30 days'
      """)
  }

  /// The same for a person's program. A token without one of the scopes opens nothing: its row has its scopes, and no person.
  static func open(token tokenHash: [UInt8], scopes: [String], _ language: Language) -> SQL {
    opening(
      language, isStale: "s.last_used_at IS NULL OR s.last_used_at < now() - interval '1 hour'",
      """
      FROM (VALUES (\(tokenHash))) AS token (hash)
      LEFT JOIN access_tokens known ON known.token_hash = token.hash AND (known.expires_at > now()) IS NOT FALSE
      LEFT JOIN access_tokens s ON s.token_hash = known.token_hash AND string_to_array(known.scopes, ' ') && \(scopes)::text[]
      """,
      isForPages: false,
      more:
        "known.scopes, known.id AS token_id, known.household_id AS token_household, set_config('foyer.token', coalesce(s.id::text, ''), true),"
    )
  }

  /// - Parameters:
  ///   - isStale: whether its last use should be stored again.
  ///   - source: joins the row `s` of the session or token, if it lives.
  ///   - isForPages: whether it counts what pages have in their head; others have noughts there.
  ///   - more: columns.
  private static func opening(
    _ language: Language, isStale: SQL, _ source: SQL, isForPages: Bool = true, more: SQL = ""
  ) -> SQL {
    // No parameter: the benchmark's script has one value only, the token.
    let browser: SQL =
      switch language {
      case .en: "'en'"
      case .fr: "'fr'"
      case .ko: "'ko'"
      case .ru: "'ru'"
      }
    let news: SQL =
      isForPages
      ? """
      cardinality(ARRAY(SELECT 1 FROM stay_requests r WHERE r.household_id = s.household_id AND r.guest_unseen AND r.deleted_at IS NULL)) AS request_news,
        cardinality(ARRAY(SELECT 1 FROM stay_requests r WHERE r.host_household_id = s.household_id AND r.host_unseen)) AS hosting_news
      """ : "0 AS request_news, 0 AS hosting_news"
    let counts: SQL = isForPages ? "n.open_items, n.done_items" : "0 AS open_items, 0 AS done_items"
    let household: SQL =
      isForPages
      ? """
      LEFT JOIN households h ON h.id = p.household_id
      LEFT JOIN LATERAL (
        SELECT coalesce(sum(open_items), 0) AS open_items, coalesce(sum(done_items), 0) AS done_items
        FROM item_counts WHERE household_id = h.id
      ) AS n ON true
      """ : "LEFT JOIN households h ON h.id = p.household_id"
    return """
      SELECT \(fragment: more)s.person_id, s.household_id, p.name, p.language, p.theme, p.accent, p.bar, p.has_shortcuts, p.photo_id, now() AS now,
        h.name AS household_name, h.icon AS household_icon, h.description_required, \(fragment: counts), h.had_items, h.load_problem,
        \(fragment: news),
        \(fragment: isStale) AS is_stale,
        set_config('DateStyle', 'ISO, YMD', true), set_config('TimeZone', coalesce(p.time_zone, 'UTC'), true),
        set_config('foyer.person', coalesce(s.person_id::text, ''), true),
        set_config('foyer.household', coalesce(s.household_id::text, ''), true),
        set_config('foyer.language', coalesce(p.language, \(fragment: browser)), true),
        set_config('role', 'foyer_app', true)
      \(fragment: source)
      LEFT JOIN people p ON p.household_id = s.household_id AND p.id = s.person_id
      \(fragment: household)
      """
  }

  /// The first statement of every other transaction.
  static func openWithoutSession() -> SQL {
    "SELECT set_config('role', 'foyer_identity', true)"
  }

  /// The statements that follow run as a member of a household, without a person.
  static func open(household: UUID) -> SQL {
    """
    SELECT set_config('foyer.household', \("\(household)"), true), set_config('foyer.person', '', true),
      set_config('role', 'foyer_app', true)
    """
  }

  /// Makes a session while a condition on the account's row holds, for instance that it has the password that was checked;
  /// there is a row if so. A change of the password that runs beside it either has happened then, or finds this session
  /// and ends it.
  ///
  /// The person is locked before (`lock`), as moving to another household and deleting an account do.
  /// - Parameter isConfirmed: whether the password, or as much, was given just now.
  static func insert(
    _ tokenHash: [UInt8], person: UUID, if proof: SQL, userAgent: String, isConfirmed: Bool = true
  ) -> SQL {
    """
    WITH account AS (
      SELECT household_id, person_id FROM accounts WHERE person_id = \(person) AND \(fragment: proof) FOR SHARE
    )
    INSERT INTO sessions (token_hash, household_id, person_id, user_agent, confirmed_at)
    SELECT \(tokenHash), household_id, person_id, \(userAgent), CASE WHEN \(isConfirmed) THEN now() ELSE to_timestamp(0) END
    FROM account
    RETURNING household_id
    """
  }

  /// Keeps a person from moving or being deleted until the end of the transaction.
  static func lock(_ person: UUID) -> SQL {
    """
    SELECT FROM people
    WHERE household_id = (SELECT household_id FROM accounts WHERE person_id = \(person)) AND id = \(person) FOR KEY SHARE
    """
  }

  /// The visitor's living sessions, last used first.
  static func list(current tokenHash: [UInt8]) -> SQL {
    """
    SELECT id, user_agent, created_at, seen_at, token_hash = \(tokenHash) AS is_current
    FROM sessions
    WHERE household_id = current_household() AND person_id = current_person()
      AND seen_at > now() - interval '14 days' AND created_at > now() - interval '30 days'
    ORDER BY is_current DESC, seen_at DESC, id
    LIMIT 200
    """
  }

  /// Which of these sessions there are still, and in which household. The hashes come as one string of bytes.
  static func living(_ tokenHashes: Set<[UInt8]>) -> SQL {
    """
    SELECT token_hash, household_id FROM sessions
    WHERE token_hash IN (
        SELECT substr(every, 1 + 32 * n, 32)
        FROM (VALUES (\(tokenHashes.flatMap { $0 }))) AS hashes (every), generate_series(0, octet_length(every) / 32 - 1) AS n)
      AND seen_at > now() - interval '14 days' AND created_at > now() - interval '30 days'
    """
  }

  /// The condition that it is one of the visitor's own.
  static func isOwn(_ id: UUID) -> SQL {
    """
    EXISTS (
      SELECT FROM sessions WHERE household_id = current_household() AND person_id = current_person() AND id = \(id))
    """
  }

  /// One of the visitor's own.
  static func delete(id: UUID, current tokenHash: [UInt8]) -> SQL {
    """
    DELETE FROM sessions WHERE household_id = current_household() AND person_id = current_person() AND id = \(id)
    RETURNING token_hash = \(tokenHash) AS is_current
    """
  }

  /// Ends every session of a person but one, if there is that one.
  static func deleteOthers(person: UUID, than tokenHash: [UInt8]) -> SQL {
    """
    DELETE FROM sessions WHERE person_id = \(person) AND token_hash <> \(tokenHash)
      AND EXISTS (SELECT FROM sessions WHERE token_hash = \(tokenHash))
    """
  }

  /// Whether the password was given within the last 15 minutes: the condition of `is_confirmed`.
  static func isConfirmed(_ tokenHash: [UInt8]) -> SQL {
    "EXISTS (SELECT FROM sessions WHERE token_hash = \(tokenHash) AND confirmed_at > now() - interval '15 minutes')"
  }

  /// Whether that holds, as the column `is_confirmed`.
  static func confirmation(_ tokenHash: [UInt8]) -> SQL { "SELECT \(fragment: isConfirmed(tokenHash)) AS is_confirmed" }

  /// Notes that the password was given just now, if it still is the one that was checked.
  static func confirm(_ tokenHash: [UInt8], checked hash: String) -> SQL {
    """
    UPDATE sessions SET confirmed_at = now() FROM accounts a
    WHERE sessions.token_hash = \(tokenHash) AND a.person_id = sessions.person_id AND a.password = \(hash)
    """
  }

  /// Ends the session that a browser had, if another has taken its place.
  static func delete(_ tokenHash: [UInt8], replacedBy new: [UInt8]) -> SQL {
    "DELETE FROM sessions WHERE token_hash = \(tokenHash) AND EXISTS (SELECT FROM sessions WHERE token_hash = \(new))"
  }

  static func delete(_ tokenHash: [UInt8]) -> SQL {
    "DELETE FROM sessions WHERE token_hash = \(tokenHash)"
  }

  /// The condition that there is the session.
  static func exists(_ tokenHash: [UInt8]) -> SQL {
    "EXISTS (SELECT FROM sessions WHERE token_hash = \(tokenHash))"
  }

  static func deleteAll(person: UUID) -> SQL {
    "DELETE FROM sessions WHERE person_id = \(person)"
  }

  /// Each condition has an index. What another sign-in is deleting is left to it.
  static func deleteExpired() -> SQL {
    """
    DELETE FROM sessions WHERE token_hash = ANY (ARRAY(
      SELECT token_hash FROM sessions
      WHERE seen_at < now() - interval '14 days' OR created_at < now() - interval '30 days'
      LIMIT 1000 FOR UPDATE SKIP LOCKED))
    """
  }

  /// Notes once an hour that the session is in use. Of several requests at once one does, and the others do not wait.
  /// Only the session in use is the visitor's to touch; row level security sees to the rest.
  static func touch(_ tokenHash: [UInt8]) -> SQL {
    """
    UPDATE sessions SET seen_at = now() WHERE token_hash = (
      SELECT token_hash FROM sessions WHERE token_hash = \(tokenHash) AND seen_at < now() - interval '1 hour'
      FOR NO KEY UPDATE SKIP LOCKED)
    """
  }

  /// Notes in which language the visitor reads, for what is written to the visitor later.
  static func seeLanguage() -> SQL {
    """
    UPDATE people SET seen_language = current_setting('foyer.language')
    WHERE household_id = current_household() AND id = current_person()
      AND seen_language IS DISTINCT FROM current_setting('foyer.language')
    """
  }

  /// The transaction's commit waits neither for the disk nor for a standby: a crash may undo it.
  static func commitAtOnce() -> SQL { "SELECT set_config('synchronous_commit', 'off', true)" }
}
