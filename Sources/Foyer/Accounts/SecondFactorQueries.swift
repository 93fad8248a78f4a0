import Crypto
import Postgres

/// The second factor of an account, and its recovery codes. Only `state` is for the visitor's role, which sees neither the
/// secret nor a hash; the others run without a session.
///
/// Each change locks the account first, then the second factor, then codes and half sign-ins, as a change of the
/// password does.
enum SecondFactorQueries {
  /// For the visitor.
  static func state() -> SQL {
    """
    SELECT EXISTS (
        SELECT FROM second_factors
        WHERE household_id = current_household() AND person_id = current_person() AND confirmed_at IS NOT NULL
      ) AS has_second_factor,
      (
        SELECT count(*) FROM recovery_codes WHERE household_id = current_household() AND person_id = current_person()
      ) AS recovery_codes
    """
  }

  /// Stores a secret that waits for its first code, in place of another that waits. It changes no row if a second factor is
  /// on already, or if the password was not given lately.
  static func begin(_ secret: TOTPSecret, of account: AccountID, session tokenHash: [UInt8]) -> SQL {
    """
    INSERT INTO second_factors AS known (household_id, person_id, secret)
    SELECT \(account.household), \(account.person), \(secret.bytes)
    WHERE \(fragment: SessionQueries.isConfirmed(tokenHash))
    ON CONFLICT (household_id, person_id) DO UPDATE SET secret = excluded.secret, created_at = now()
    WHERE known.confirmed_at IS NULL
    """
  }

  /// The secret that waits for its first code, for 15 minutes after the password was given; and the present step.
  static func waiting(_ account: AccountID, session tokenHash: [UInt8]) -> SQL {
    """
    SELECT f.secret, a.email, \(fragment: step) AS step
    FROM second_factors f JOIN accounts a ON a.household_id = f.household_id AND a.person_id = f.person_id
    WHERE f.household_id = \(account.household) AND f.person_id = \(account.person) AND f.confirmed_at IS NULL
      AND \(fragment: SessionQueries.isConfirmed(tokenHash))
    """
  }

  /// The number of 30 seconds since 1970, by the database's clock: one for all instances.
  static let step: SQL = "floor(extract(epoch FROM now()) / 30)::bigint"

  /// Switches it on, once; there are rows if it did. The code that has shown it is used up by that.
  static func confirm(
    _ secret: TOTPSecret, step: Int, of account: AccountID, session tokenHash: [UInt8], codes: [RecoveryCode],
    in batch: inout Batch
  ) -> Batch.Key {
    batch.add(SessionQueries.lock(account.person))
    return batch.add(
      """
      WITH confirmed AS (
        UPDATE second_factors SET confirmed_at = now(), last_step = \(step)
        WHERE household_id = \(account.household) AND person_id = \(account.person) AND secret = \(secret.bytes)
          AND confirmed_at IS NULL AND \(fragment: SessionQueries.isConfirmed(tokenHash))
        RETURNING household_id, person_id
      )
      INSERT INTO recovery_codes (household_id, person_id, code_hash)
      SELECT household_id, person_id, substr(every, 1 + 32 * n, 32)
      FROM confirmed, (VALUES (\(codes.flatMap(\.hash)))) AS hashes (every), generate_series(0, octet_length(every) / 32 - 1) AS n
      """)
  }

  /// Whether a recovery code is one of the account's.
  static func isStored(_ code: RecoveryCode, of account: AccountID) -> SQL {
    """
    EXISTS (SELECT FROM recovery_codes
      WHERE household_id = \(account.household) AND person_id = \(account.person) AND code_hash = \(code.hash))
    """
  }

  /// Whether it is on.
  static func isOn(_ account: AccountID) -> SQL {
    """
    EXISTS (SELECT FROM second_factors
      WHERE household_id = \(account.household) AND person_id = \(account.person) AND confirmed_at IS NOT NULL)
    """
  }

  /// Whether it is on for the account of the row of `accounts`.
  static let isOnForRow: SQL = """
    EXISTS (SELECT FROM second_factors f
      WHERE f.household_id = accounts.household_id AND f.person_id = accounts.person_id AND f.confirmed_at IS NOT NULL)
    """

  /// New codes in place of all others; the returned statement inserts rows if the second factor is on.
  static func replaceCodes(_ codes: [RecoveryCode], of account: AccountID, in batch: inout Batch) -> Batch.Key {
    batch.add(SessionQueries.lock(account.person))
    batch.add(lock(account))
    batch.add(deleteCodes(account))
    // The hashes go as one string of bytes.
    return batch.add(
      """
      INSERT INTO recovery_codes (household_id, person_id, code_hash)
      SELECT \(account.household), \(account.person), substr(every, 1 + 32 * n, 32)
      FROM (VALUES (\(codes.flatMap(\.hash)))) AS hashes (every), generate_series(0, octet_length(every) / 32 - 1) AS n
      WHERE \(fragment: isOn(account))
      """)
  }

  /// Switches it off; the returned statement changes a row if it was on.
  /// - Parameter news: statements that run before that.
  static func delete(_ account: AccountID, news: Batch, in batch: inout Batch) -> Batch.Key {
    batch.add(SessionQueries.lock(account.person))
    batch.add(lock(account))
    _ = batch.add(news)
    let deleted = batch.add(
      """
      DELETE FROM second_factors
      WHERE household_id = \(account.household) AND person_id = \(account.person) AND confirmed_at IS NOT NULL
      """)
    batch.add(deleteCodes(account))
    batch.add("DELETE FROM half_sign_ins WHERE person_id = \(account.person)")
    return deleted
  }

  /// Of two changes at once the second waits for the first.
  private static func lock(_ account: AccountID) -> SQL {
    """
    SELECT FROM second_factors WHERE household_id = \(account.household) AND person_id = \(account.person) FOR UPDATE
    """
  }

  private static func deleteCodes(_ account: AccountID) -> SQL {
    "DELETE FROM recovery_codes WHERE household_id = \(account.household) AND person_id = \(account.person)"
  }

}
