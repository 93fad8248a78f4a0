import Postgres
import WebAuthn

/// Queries of passkeys. Those of the visitor's own are said so; the others run without a session.
enum PasskeyQueries {
  /// The visitor's own, oldest first.
  static func list() -> SQL {
    """
    SELECT id, name, credential_id, created_at, last_used_at FROM passkeys
    WHERE household_id = current_household() AND person_id = current_person() ORDER BY id LIMIT \(Passkey.maximum)
    """
  }

  /// The data of the visitor's account that adding one needs.
  static func account(session tokenHash: [UInt8]) -> SQL {
    """
    SELECT email, user_handle, \(fragment: SessionQueries.isConfirmed(tokenHash)) AS is_confirmed FROM accounts
    WHERE household_id = current_household() AND person_id = current_person()
    """
  }

  /// Renames one of the visitor's own; it changes a row if there is it.
  static func update(_ id: UUID, name: String) -> SQL {
    """
    UPDATE passkeys SET name = \(name)
    WHERE household_id = current_household() AND person_id = current_person() AND id = \(id)
    """
  }

  /// The name of one of the visitor's own.
  static func name(_ id: UUID) -> SQL {
    """
    SELECT name FROM passkeys
    WHERE household_id = current_household() AND person_id = current_person() AND id = \(id)
    """
  }

  /// The key of challenges, and the time.
  static func clock() -> SQL {
    """
    SELECT key, floor(extract(epoch FROM now()))::bigint AS now FROM signing_keys WHERE name = 'device'
    """
  }

  /// Notes that a challenge is answered; it changes a row unless it was answered before or has ended.
  static func answer(_ challenge: PasskeyChallenge) -> SQL {
    """
    INSERT INTO answered_challenges (hash, expires_at)
    SELECT \(challenge.hash), to_timestamp(\(challenge.end)::bigint)
    WHERE to_timestamp(\(challenge.end)::bigint) > now()
    ON CONFLICT (hash) DO NOTHING
    """
  }

  /// A minute late: a transaction that began before the end of its challenge still finds it.
  static func deleteExpired() -> SQL {
    """
    DELETE FROM answered_challenges WHERE hash = ANY (ARRAY(
      SELECT hash FROM answered_challenges WHERE expires_at < now() - interval '1 minute'
      LIMIT 1000 FOR UPDATE SKIP LOCKED))
    """
  }

  /// The passkey with a credential's id, and the account that it is for.
  static func find(credential id: [UInt8]) -> SQL {
    """
    SELECT k.person_id, k.public_key, k.sign_count, k.is_backup_eligible, a.user_handle
    FROM passkeys k JOIN accounts a ON a.household_id = k.household_id AND a.person_id = k.person_id
    WHERE k.credential_id = \(id)
    """
  }

  /// Adds a passkey to a person's account; the returned statement changes a row unless the account has as many as it may or
  /// the credential is known already. The account is locked, so that two at once are counted.
  static func insert(
    _ id: UUID, of person: UUID, name: String, _ registration: Registration, in batch: inout Batch
  ) -> Batch.Key {
    batch.add(SessionQueries.lock(person))
    batch.add("SELECT FROM accounts WHERE person_id = \(person) FOR NO KEY UPDATE")
    return batch.add(
      """
      INSERT INTO passkeys (
        household_id, person_id, id, name, credential_id, public_key, sign_count, is_backup_eligible, is_backed_up)
      SELECT household_id, person_id, \(id), \(name), \(registration.id), \(registration.publicKey),
        \(Int(registration.signCount))::bigint, \(registration.isBackupEligible), \(registration.isBackedUp)
      FROM accounts WHERE person_id = \(person)
        AND (SELECT count(*) FROM passkeys WHERE person_id = \(person)) < \(Passkey.maximum)::int
      ON CONFLICT (credential_id) DO NOTHING
      """)
  }

  /// The condition that there is the passkey of a person.
  static func exists(_ id: UUID, of person: UUID) -> SQL {
    "EXISTS (SELECT FROM passkeys WHERE person_id = \(person) AND id = \(id))"
  }

  static func delete(_ id: UUID, of person: UUID) -> SQL {
    "DELETE FROM passkeys WHERE person_id = \(person) AND id = \(id)"
  }

  /// Notes a sign-in, if the counter of signatures has grown (Web Authentication Level 2 §7.2, step 21) or there is none.
  static func use(_ assertion: Assertion, _ challenge: PasskeyChallenge) -> SQL {
    let count = Int(assertion.signCount)
    return """
      UPDATE passkeys SET sign_count = \(count)::bigint, is_backed_up = \(assertion.isBackedUp), last_used_at = now(),
        last_challenge = \(challenge.hash)
      WHERE credential_id = \(assertion.id)
        AND (\(count)::bigint > sign_count OR (\(count)::bigint = 0 AND sign_count = 0))
      """
  }

  /// The condition on an account that this sign-in was noted.
  static func wasUsed(_ assertion: Assertion, _ challenge: PasskeyChallenge, by person: UUID) -> SQL {
    """
    EXISTS (SELECT FROM passkeys
      WHERE person_id = \(person) AND credential_id = \(assertion.id) AND last_challenge = \(challenge.hash))
    """
  }
}
