import Postgres
import WebPush

/// The table `push_devices`, and the jobs that send to them.
enum PushQueries {
  // MARK: The visitor's own

  /// The visitor's devices, the one that is used first. Those of ended sessions are left out: nothing is sent to them.
  static func list(current tokenHash: [UInt8]) -> SQL {
    """
    SELECT d.id, s.user_agent, s.token_hash = \(tokenHash) AS is_current, d.created_at, d.last_success_at, d.given_up_at,
      d.given_up_because
    FROM push_devices d JOIN sessions s ON s.household_id = current_household() AND s.id = d.session_id
    WHERE d.household_id = current_household() AND d.person_id = current_person() AND \(fragment: isLiving)
    ORDER BY is_current DESC, d.created_at DESC, d.id
    """
  }

  static func delete(_ id: UUID) -> SQL {
    "DELETE FROM push_devices WHERE household_id = current_household() AND person_id = current_person() AND id = \(id)"
  }

  // MARK: Without a session

  /// The private key of VAPID.
  static func key() -> SQL { "SELECT key FROM signing_keys WHERE name = 'push'" }

  /// Has a session's browser take messages, in the place of the one that had this endpoint, whosever it was, and of what this
  /// browser had before. The returned statement changes a row unless the person has too many; the account is locked, so that
  /// two at once are counted.
  static func insert(
    _ form: PushForm, _ subscription: Subscription, id: UUID, of person: UUID, session tokenHash: [UInt8],
    browser: [UInt8], in batch: inout Batch
  ) -> Batch.Key {
    batch.add(SessionQueries.lock(person))
    batch.add("SELECT FROM accounts WHERE person_id = \(person) FOR NO KEY UPDATE")
    batch.add("DELETE FROM push_devices WHERE person_id = \(person) AND browser = \(browser)")
    batch.add(
      """
      DELETE FROM push_devices WHERE person_id = \(person)
        AND session_id = (SELECT id FROM sessions WHERE token_hash = \(tokenHash))
      """)
    return batch.add(
      """
      INSERT INTO push_devices (household_id, person_id, id, session_id, browser, endpoint, public_key, auth)
      SELECT household_id, person_id, \(id)::uuid, id, \(browser)::bytea, \(form.endpoint)::text,
        \(subscription.publicKey)::bytea, \(subscription.auth)::bytea
      FROM sessions WHERE token_hash = \(tokenHash) AND person_id = \(person)
        AND (SELECT count(*) FROM push_devices WHERE person_id = \(person)) < \(PushDevice.maximum)::int
      ON CONFLICT (endpoint) DO UPDATE SET household_id = excluded.household_id, person_id = excluded.person_id,
        id = excluded.id, session_id = excluded.session_id, browser = excluded.browser,
        public_key = excluded.public_key, auth = excluded.auth, created_at = now(), last_success_at = NULL,
        failing_since = NULL, given_up_at = NULL, given_up_because = NULL
      """)
  }

  /// Has a browser take messages again in which the person has just signed in.
  static func resume(_ browser: [UInt8], session tokenHash: [UInt8]) -> SQL {
    """
    UPDATE push_devices d SET session_id = s.id FROM sessions s
    WHERE s.token_hash = \(tokenHash) AND d.household_id = s.household_id AND d.person_id = s.person_id
      AND d.browser = \(browser)
    """
  }

  /// Devices in which nobody has signed in again for three months.
  static func deleteOld() -> SQL {
    """
    DELETE FROM push_devices WHERE session_id IS NULL
      AND greatest(created_at, last_success_at) < now() - interval '90 days'
    """
  }

  // MARK: Sending, as foyer_identity

  /// Inserts a `push` job for each device of some people. When it is done, `PushComposer` makes the message of its payload, to
  /// which `household`, `person` and `device` are added.
  /// - Parameter people: a query with the columns `household_id`, `person_id`, and `payload`, a jsonb object of texts.
  static func jobs(_ people: SQL) -> SQL {
    JobQueries.insertEach(
      .push,
      """
      SELECT d.household_id AS share,
        n.payload || jsonb_build_object('household', d.household_id, 'person', d.person_id, 'device', d.id) AS payload
      FROM (\(fragment: people)) AS n
      JOIN push_devices d ON d.household_id = n.household_id AND d.person_id = n.person_id AND d.given_up_at IS NULL
      JOIN sessions s ON s.household_id = d.household_id AND s.id = d.session_id AND \(fragment: isLiving)
      """)
  }

  /// A device that takes messages, with what sending one needs.
  static func find(_ device: UUID, of person: UUID, in household: UUID) -> SQL {
    """
    SELECT d.endpoint, d.public_key, d.auth, coalesce(d.failing_since < now() - interval '1 day', false) AS fails_long,
      coalesce(p.language, p.seen_language) AS language, (SELECT key FROM signing_keys WHERE name = 'push') AS key
    FROM push_devices d
    JOIN sessions s ON s.household_id = d.household_id AND s.id = d.session_id AND \(fragment: isLiving)
    JOIN people p ON p.household_id = d.household_id AND p.id = d.person_id
    WHERE d.household_id = \(household) AND d.person_id = \(person) AND d.id = \(device) AND d.given_up_at IS NULL
    """
  }

  static func succeed(_ device: UUID, in household: UUID) -> SQL {
    """
    UPDATE push_devices SET last_success_at = now(), failing_since = NULL
    WHERE household_id = \(household) AND id = \(device)
    """
  }

  static func fail(_ device: UUID, in household: UUID) -> SQL {
    """
    UPDATE push_devices SET failing_since = coalesce(failing_since, now())
    WHERE household_id = \(household) AND id = \(device)
    """
  }

  static func giveUp(_ device: UUID, in household: UUID, because reason: PushDevice.End) -> SQL {
    """
    UPDATE push_devices SET given_up_at = now(), given_up_because = \(reason.rawValue)
    WHERE household_id = \(household) AND id = \(device) AND given_up_at IS NULL
    """
  }

  /// The condition on a session `s`.
  private static let isLiving: SQL =
    "s.seen_at > now() - interval '14 days' AND s.created_at > now() - interval '30 days'"
}
