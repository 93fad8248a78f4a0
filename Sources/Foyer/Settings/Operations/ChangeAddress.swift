import Postgres

/// Gives an account another address: at once, or where mail is sent, when its owner follows a link in a letter there. Of the
/// present address the link confirms that it is the owner's.
struct ChangeAddress {
  let person: UUID
  let email: String
  let client: Client

  var problems: Problems {
    let isGood = Email.isPlausible(email) && (!client.sendsMail || MailAddress(email) != nil)
    return isGood ? Problems() : Problems("email", .invalidAddress)
  }

  /// The refusal that an error of the database means, if it is one.
  static func problems(_ error: ServerError) -> Problems? { SignUp.problems(error) }

  func store(in batch: inout Batch) {
    if client.sendsMail {
      batch.add(link)
    } else {
      batch.add([
        AccountQueries.update(person: person, email: email),
        AccountEventQueries.insert(.addressChanged, of: person, detail: email, by: client),
      ])
    }
  }

  /// The job that sends a link. The same for every address: whether another account has it, the job finds out. As a link
  /// is, it is void once the account's password or address has changed: letters may wait for days.
  private var link: SQL {
    """
    INSERT INTO jobs (id, kind, share, place, payload)
    SELECT \(UUID.v7()), \(JobKind.confirmAddress.rawValue), a.household_id, \(JobQueries.firstPlace)::int, jsonb_build_object(
      'person', a.person_id, 'email', \(email)::text, 'language', \(client.language?.rawValue ?? "")::text,
      'account', \(fragment: MailLinkQueries.accountState))
    FROM accounts a WHERE a.person_id = \(person)
    """
  }
}

/// Makes a confirmed address the account's, and tells its former one.
struct ConfirmAddress {
  let token: MailToken
  let person: UUID
  /// The address that the link is for.
  let email: String
  let client: Client

  /// - Returns: the statement that changes a row if the link is valid.
  func store(in batch: inout Batch) -> Batch.Key {
    let isValid = MailLinkQueries.isValid(token, for: .address, person: person)
    batch.add(SessionQueries.lock(person))
    batch.add("SELECT FROM accounts WHERE person_id = \(person) FOR NO KEY UPDATE")
    batch.add(
      """
      INSERT INTO jobs (id, kind, payload)
      SELECT \(UUID.v7()), \(JobKind.addressChanged.rawValue), jsonb_build_object('person', person_id, 'to', email)
      FROM accounts
      WHERE person_id = \(person) AND email <> \(email)
        AND \(fragment: isValid)
      """)
    batch.add(AccountEventQueries.insert(.addressConfirmed, of: person, detail: email, by: client, if: isValid))
    let confirmed = batch.add(
      """
      UPDATE accounts SET email = \(email), verified_at = now()
      WHERE person_id = \(person) AND \(fragment: isValid)
      """)
    batch.add("DELETE FROM mail_links WHERE token_hash = \(token.hash)")
    return confirmed
  }
}
