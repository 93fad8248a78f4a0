import Postgres

/// Setting a password by a link in a letter: without a session.
enum PasswordResetQueries {
  /// Stores the hash and ends every session while the link is valid. The returned statement changes a row if so.
  ///
  /// The account is locked before the link is looked at: of two uses of one link the second waits, and finds that the
  /// first has voided it. Sessions are deleted by a statement of its own, which sees those that began meanwhile.
  static func use(_ token: MailToken, person: UUID, password hash: String, _ context: Context, in batch: inout Batch)
    -> Batch.Key
  {
    batch.add(SessionQueries.lock(person))
    batch.add("SELECT FROM accounts WHERE person_id = \(person) FOR NO KEY UPDATE")
    let changed = batch.add(
      """
      UPDATE accounts SET password = \(hash), verified_at = coalesce(verified_at, now())
      WHERE person_id = \(person) AND \(fragment: MailLinkQueries.isValid(token, for: .password, person: person))
      """)
    batch.add(
      "DELETE FROM sessions WHERE person_id = \(person) AND \(fragment: hasPassword(hash, person))")
    batch.add(JobQueries.insert(.passwordChanged, ["person": "\(person)"], if: hasPassword(hash, person)))
    batch.add(AccountEventQueries.insert(.passwordReset, of: person, context, if: hasPassword(hash, person)))
    return changed
  }

  /// Whether the password was set by this request: a hash has a salt of its own.
  private static func hasPassword(_ hash: String, _ person: UUID) -> SQL {
    "EXISTS (SELECT FROM accounts WHERE person_id = \(person) AND password = \(hash))"
  }
}
