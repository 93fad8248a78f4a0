import Postgres

/// Changes a person's password, ends every session of theirs, and begins a new one in the browser that asks.
struct ChangePassword {
  let person: UUID
  /// The hash that the present password was checked against.
  let checked: String
  /// The new password's hash.
  let hash: String
  var session = SessionToken()
  let client: Client
  /// The browser, if people have signed in there.
  var device: Device?
  /// Whether the person's access tokens end, too.
  var endsTokens = false

  static func problems(_ new: String) -> Problems {
    PasswordRules.problem(new).map { Problems("new_password", $0) } ?? Problems()
  }

  func store(in batch: inout Batch) -> Query {
    batch.add(SessionQueries.lock(person))
    let changed = batch.add(AccountQueries.update(person: person, password: hash, checked: checked))
    batch.add(
      SessionQueries.insert(session.hash, person: person, if: "password = \(hash)", userAgent: client.userAgent))
    if let device { batch.add(PushQueries.resume(device.pushName, session: session.hash)) }
    batch.add(SessionQueries.deleteOthers(person: person, than: session.hash))
    _ = batch.add(
      client.news(.passwordChanged, .passwordChanged, of: person, if: SessionQueries.exists(session.hash)))
    if endsTokens {
      AccessTokenQueries.endAll(of: person, by: client, if: SessionQueries.exists(session.hash)).forEach {
        batch.add($0)
      }
    }
    return Query(changed: changed, key: batch.add(Device.key()))
  }

  struct Query { fileprivate let changed, key: Batch.Key }

  /// - Returns: the key of device cookies; nil if the password has changed since it was checked: nothing is done.
  static func deviceKey(_ results: Results, _ query: Query) throws -> [UInt8]? {
    guard results[query.changed].affected > 0 else { return nil }
    return try results[query.key][0]["key"]
  }
}

/// Sets a password by a link in a letter, and ends every session and access token.
struct ResetPassword {
  let token: MailToken
  let person: UUID
  /// The password's hash.
  let hash: String
  let client: Client

  /// The account is locked before the link is looked at: of two uses of one link the second waits, and finds that the
  /// first has voided it. Sessions are deleted by a statement of its own, which sees those that began meanwhile.
  /// - Returns: the statement that changes a row if the link is valid.
  func store(in batch: inout Batch) -> Batch.Key {
    batch.add(SessionQueries.lock(person))
    batch.add("SELECT FROM accounts WHERE person_id = \(person) FOR NO KEY UPDATE")
    let changed = batch.add(
      """
      UPDATE accounts SET password = \(hash), verified_at = coalesce(verified_at, now())
      WHERE person_id = \(person) AND \(fragment: MailLinkQueries.isValid(token, for: .password, person: person))
      """)
    batch.add("DELETE FROM sessions WHERE person_id = \(person) AND \(fragment: isStored)")
    _ = batch.add(client.news(.passwordReset, .passwordChanged, of: person, if: isStored))
    AccessTokenQueries.endAll(of: person, by: client, if: isStored).forEach { batch.add($0) }
    return changed
  }

  /// Whether the password was set by this request: a hash has a salt of its own.
  private var isStored: SQL {
    "EXISTS (SELECT FROM accounts WHERE person_id = \(person) AND password = \(hash))"
  }
}

/// Sets a password for an operator, and ends every session and access token.
struct SetPassword {
  let person: UUID
  /// The password's hash.
  let hash: String
  let client: Client

  func store(in batch: inout Batch) {
    batch.add([
      AccountQueries.update(person: person, password: hash), SessionQueries.deleteAll(person: person),
    ])
    _ = batch.add(client.news(.passwordSet, .passwordChanged, of: person))
    AccessTokenQueries.endAll(of: person, by: client).forEach { batch.add($0) }
  }
}

extension AccessTokenQueries {
  /// Ends every token of a person without a session, with an entry in the account's log if there is one.
  static func endAll(of person: UUID, by client: Client, if condition: SQL = "true") -> [SQL] {
    [
      AccountEventQueries.insert(
        .tokensEnded, of: person, by: client, if: "\(fragment: areThere(person: person)) AND \(fragment: condition)"),
      deleteAll(person: person, if: condition),
    ]
  }
}
