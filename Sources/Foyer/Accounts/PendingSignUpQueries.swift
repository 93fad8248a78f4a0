import Postgres

/// Queries of the accounts that wait for the answer to a letter: without a session. Each waits a day.
enum PendingSignUpQueries {
  /// - Parameter password: its hash.
  static func insert(_ id: UUID, _ form: SignupForm, password: String, invitation: InvitationToken?) -> SQL {
    let timeZone = String((form.timeZone ?? "").unicodeScalars.prefix(100))
    return """
      INSERT INTO sign_ups (id, invitation_hash, name, email, password, time_zone)
      VALUES (\(id), \(optional: invitation?.hash), \(form.name), \(form.email), \(password), \(timeZone))
      """
  }

  /// Gives one another link.
  static func renew(_ token: MailToken, id: UUID) -> SQL {
    """
    UPDATE sign_ups SET token_hash = \(token.hash)
    WHERE id = \(id) AND created_at > now() - interval '1 day'
    """
  }

  static func find(_ token: MailToken) -> SQL {
    """
    SELECT id, invitation_hash, name, email, password, time_zone FROM sign_ups
    WHERE token_hash = \(token.hash) AND created_at > now() - interval '1 day'
    """
  }

  static func delete(_ id: UUID) -> SQL { "DELETE FROM sign_ups WHERE id = \(id)" }

  static func deleteExpired() -> SQL { "DELETE FROM sign_ups WHERE created_at < now() - interval '1 day'" }
}
