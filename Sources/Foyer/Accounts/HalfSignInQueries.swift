import Postgres

/// Sign-ins that wait for the code after the right password, for 10 minutes and at most five codes: without a session.
enum HalfSignInQueries {
  static let lifetime = Duration.seconds(600)
  static let tries = 5

  /// Begins one while the account still has the hash that the password was checked against, and has a second factor; the
  /// returned statement changes a row if so. The account is locked: a change of the password either has happened then, or
  /// finds this row and deletes it.
  /// - Parameter renewed: the same password's hash with the present parameters, to be stored in place of the other.
  static func insert(
    _ tokenHash: [UInt8], person: UUID, checked hash: String, renewed: String?, in batch: inout Batch
  ) -> Batch.Key {
    if let renewed { batch.add(AccountQueries.update(person: person, password: renewed, checked: hash)) }
    return batch.add(
      """
      INSERT INTO half_sign_ins (token_hash, person_id)
      SELECT \(tokenHash), person_id FROM accounts
      WHERE person_id = \(person) AND password = \(renewed ?? hash) AND \(fragment: SecondFactorQueries.isOnForRow)
      FOR SHARE
      """)
  }

  static func find(_ tokenHash: [UInt8]) -> SQL {
    """
    SELECT a.household_id, a.person_id
    FROM half_sign_ins h
    JOIN accounts a ON a.person_id = h.person_id
    JOIN second_factors f ON f.household_id = a.household_id AND f.person_id = a.person_id
    WHERE h.token_hash = \(tokenHash) AND h.used_by IS NULL AND h.created_at > now() - interval '10 minutes'
      AND f.confirmed_at IS NOT NULL
    """
  }

  /// Counts a code before it is looked at, so that codes given at the same time are not more than five either. No row if
  /// the sign-in has ended.
  static func take(_ tokenHash: [UInt8]) -> SQL {
    """
    UPDATE half_sign_ins h SET tries = h.tries + 1
    FROM accounts a JOIN second_factors f ON f.household_id = a.household_id AND f.person_id = a.person_id
    WHERE h.token_hash = \(tokenHash) AND h.used_by IS NULL AND h.created_at > now() - interval '10 minutes'
      AND h.tries < \(tries)::int AND a.person_id = h.person_id AND f.confirmed_at IS NOT NULL
    RETURNING h.tries, f.secret, \(fragment: SecondFactorQueries.step) AS step
    """
  }

  /// Uses a code and its half sign-in up, each once. `isUsed` is then true for this request alone.
  /// - Parameter code: a statement that uses the code up and returns the person.
  static func use(_ tokenHash: [UInt8], with code: SQL, of account: AccountID, by request: UUID) -> Batch {
    [
      // As a change of the password does, which deletes half sign-ins after it.
      "SELECT FROM accounts WHERE person_id = \(account.person) FOR SHARE",
      """
      WITH used AS (\(fragment: code))
      UPDATE half_sign_ins SET used_by = \(request)
      WHERE token_hash = \(tokenHash) AND person_id = \(account.person) AND used_by IS NULL
        AND created_at > now() - interval '10 minutes' AND EXISTS (SELECT FROM used)
      """,
    ]
  }

  /// The condition on a row of `accounts` that the request has used its half sign-in up.
  static func isUsed(_ tokenHash: [UInt8], by request: UUID) -> SQL {
    """
    EXISTS (SELECT FROM half_sign_ins h
      WHERE h.token_hash = \(tokenHash) AND h.person_id = accounts.person_id AND h.used_by = \(request))
    """
  }

  /// The code of a step, which has to be later than the last one that was used.
  static func use(step: Int, _ secret: TOTPSecret, of account: AccountID) -> SQL {
    """
    UPDATE second_factors SET last_step = \(step)
    WHERE household_id = \(account.household) AND person_id = \(account.person) AND secret = \(secret.bytes)
      AND confirmed_at IS NOT NULL AND last_step < \(step)
    RETURNING person_id
    """
  }

  static func use(recoveryCode hash: [UInt8], of account: AccountID) -> SQL {
    """
    DELETE FROM recovery_codes
    WHERE household_id = \(account.household) AND person_id = \(account.person) AND code_hash = \(hash)
      AND \(fragment: SecondFactorQueries.isOn(account))
    RETURNING person_id
    """
  }

  static func delete(_ tokenHash: [UInt8]) -> SQL { "DELETE FROM half_sign_ins WHERE token_hash = \(tokenHash)" }

  /// Rows that another sign-in is deleting are left to it.
  static func deleteExpired() -> SQL {
    """
    DELETE FROM half_sign_ins WHERE token_hash = ANY (ARRAY(
      SELECT token_hash FROM half_sign_ins WHERE created_at < now() - interval '10 minutes'
      LIMIT 1000 FOR UPDATE SKIP LOCKED))
    """
  }
}

extension Context {
  /// The token of a sign-in that waits for its code.
  var halfSignIn: SessionToken? { SessionToken(request, in: .second) }

  func startHalfSignIn(_ token: SessionToken) {
    setCookie(.second, token.text, maxAge: HalfSignInQueries.lifetime)
  }

  func endHalfSignIn() { setCookie(.second, "", maxAge: .zero) }
}
