import Crypto
import Postgres

/// The token at the end of an invitation's link: 256 random bits. The database stores only its SHA-256.
struct InvitationToken {
  let text: String
  let hash: [UInt8]

  /// Of a link that this program does not know.
  init(hash: [UInt8]) { (text, self.hash) = ("", hash) }

  init() { self.init(Base64URL.encode(randomBytes(32))) }

  init(_ text: String) {
    self.text = text
    hash = sha256(text.utf8)
  }
}

enum InvitationQueries {
  // MARK: As a member of the household

  static func insert(_ token: InvitationToken, id: UUID = .v7()) -> SQL {
    """
    INSERT INTO invitations (token_hash, household_id, id) VALUES (\(token.hash), current_household(), \(id))
    """
  }

  static func listOpen() -> SQL {
    """
    SELECT id, created_at + interval '7 days' AS ends_at FROM invitations
    WHERE household_id = current_household() AND used_at IS NULL AND created_at > now() - interval '7 days'
    ORDER BY created_at DESC, id DESC LIMIT 100
    """
  }

  static func delete(_ id: UUID) -> SQL {
    "DELETE FROM invitations WHERE household_id = current_household() AND id = \(id)"
  }

  /// Deletes invitations that are used or expired.
  static func deleteEnded() -> SQL {
    """
    DELETE FROM invitations
    WHERE household_id = current_household() AND (used_at IS NOT NULL OR created_at <= now() - interval '7 days')
    """
  }

  // MARK: Without a session

  /// Gives a valid invitation another link, which is sent to an address and told nobody else.
  static func renew(_ token: InvitationToken, household: UUID, id: UUID, to email: String) -> SQL {
    """
    UPDATE invitations SET token_hash = \(token.hash), email = \(email)
    WHERE household_id = \(household) AND id = \(id) AND used_at IS NULL AND created_at > now() - interval '7 days'
    """
  }

  static func find(_ token: InvitationToken) -> SQL {
    """
    SELECT h.id, h.name, h.icon, i.email FROM invitations i JOIN households h ON h.id = i.household_id
    WHERE i.token_hash = \(token.hash) AND i.used_at IS NULL AND i.created_at > now() - interval '7 days'
    """
  }

  /// Uses the invitation and returns its household; no row if it is invalid, or not valid for this person. The second
  /// of two concurrent uses waits for the first and then finds it used.
  /// - Parameter isAlone: whether they have confirmed that the household left behind is deleted.
  static func use(_ token: InvitationToken, by resident: Resident, isAlone: Bool) -> SQL {
    """
    UPDATE invitations SET used_at = now()
    WHERE token_hash = \(token.hash) AND used_at IS NULL AND created_at > now() - interval '7 days'
      AND household_id <> \(resident.household)
      AND EXISTS (SELECT FROM people WHERE household_id = \(resident.household) AND id = \(resident.person))
      AND (\(isAlone) OR EXISTS (SELECT FROM people WHERE household_id = \(resident.household) AND id <> \(resident.person)))
    RETURNING household_id
    """
  }

  /// Confirms the account's address if the link was sent to just this one: following it has answered that letter.
  static func confirmAddress(of person: UUID, by token: InvitationToken) -> SQL {
    """
    UPDATE accounts SET verified_at = now()
    WHERE person_id = \(person) AND email = (SELECT email FROM invitations WHERE token_hash = \(token.hash))
    """
  }

  /// Ended invitations of every household keep no address.
  static func deleteExpired() -> SQL {
    """
    DELETE FROM invitations WHERE token_hash = ANY (ARRAY(
      SELECT token_hash FROM invitations WHERE created_at <= now() - interval '7 days' LIMIT 1000 FOR UPDATE SKIP LOCKED))
    """
  }

  /// Uses the invitation for a new account. There is a row if it was done.
  static func use(_ token: InvitationToken, for account: SignUp, in batch: inout Batch) -> Batch.Key {
    batch.add(
      """
      SELECT FROM households WHERE id = (SELECT household_id FROM invitations WHERE token_hash = \(token.hash)) FOR UPDATE
      """)
    return batch.add(
      """
      WITH used AS (
        UPDATE invitations SET used_at = now()
        WHERE token_hash = \(token.hash) AND used_at IS NULL AND created_at > now() - interval '7 days'
        RETURNING household_id
      ), person AS (
        INSERT INTO people (household_id, id, name, time_zone, seen_language)
        SELECT household_id, \(account.person), \(account.name), coalesce(
          \(optional: account.timeZone)::text, (SELECT time_zone FROM households WHERE id = used.household_id)),
          \(optional: account.language?.rawValue)::text
        FROM used
      )
      INSERT INTO accounts (household_id, person_id, email, password)
      SELECT household_id, \(account.person), \(account.email), \(account.password) FROM used
      RETURNING household_id
      """)
  }
}
