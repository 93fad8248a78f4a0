import HTTP
import Postgres

/// Confirming an e-mail address by a link in a letter to it, where mail is configured. It becomes the account's with that.
enum Addresses {
  /// Sends a link to the account's present address.
  static func create(_ request: Request, _ context: Context) async throws -> Response {
    let row = try await context.query(SettingsQueries.find(session: context.sessionToken?.hash ?? [])).first
    guard context.sendsMail else { throw Failure.notFound }
    guard let row, let visitor = context.visitor else { throw Failure.signedOut }
    let email: String = try row["email"]
    try await context.take(
      Allowance.confirmEmail(from: request.remoteAddress, of: visitor.personID, to: email),
      orLog: "email_change_limited")
    try await context.queryWithoutSession(link(to: email, of: visitor.personID, context))
    return context.redirect(to: "/settings", notice: .addressLinkSent)
  }

  /// The job that sends a link. The same for every address: whether another account has it, the job finds out. As a link
  /// is, it is void once the account's password or address has changed: letters may wait for days.
  static func link(to email: String, of person: UUID, _ context: Context) -> SQL {
    """
    INSERT INTO jobs (id, kind, share, place, payload)
    SELECT \(UUID.v7()), \(JobKind.confirmAddress.rawValue), a.household_id, \(JobQueries.firstPlace)::int, jsonb_build_object(
      'person', a.person_id, 'email', \(email)::text, 'language', \(context.strings.language.rawValue)::text,
      'account', \(fragment: MailLinkQueries.accountState))
    FROM accounts a WHERE a.person_id = \(person)
    """
  }

  /// Mail scanners open links: only the form uses the link up.
  static func edit(_ request: Request, _ context: Context, _ token: String) async throws -> Response {
    guard context.sendsMail else { throw Failure.notFound }
    guard let email = try await email(of: MailToken(token), context) else { return ended(context) }
    return context.html(.settings) { out, page in
      Views.Settings.address(&out, page: page, email: email, path: "/email/confirm/\(token)")
    }.withSecretPath
  }

  static func update(_ request: Request, _ context: Context, _ token: String) async throws -> Response {
    guard context.sendsMail else { throw Failure.notFound }
    let secret = MailToken(token)
    guard let email = try await email(of: secret, context), let person = context.visitor?.personID else {
      return ended(context)
    }
    var batch = Batch()
    let confirmed = AddressQueries.confirm(secret, person: person, email: email, context, in: &batch)
    do {
      guard try await context.queryWithoutSession(batch)[confirmed].affected > 0 else { return ended(context) }
    } catch PostgresError.server(let error) where error.constraint == "accounts_email" {
      // Another account has taken the address since the letter.
      return ended(context)
    }
    context.app.log(.info, "email_confirmed", ["person": "\(person)", "request": request.id])
    return context.redirect(to: "/settings", notice: .addressConfirmed)
  }

  /// The address that a link confirms, if it is the visitor's. Whoever has the link without the account is asked to sign in:
  /// a mistyped address is somebody else's, who could set a new password once it were the account's.
  private static func email(of token: MailToken, _ context: Context) async throws -> String? {
    try await context.query()
    guard let link = try await context.queryWithoutSession(MailLinkQueries.find(token, for: .address)).first,
      try link["person_id"] == context.visitor?.personID
    else { return nil }
    return try link["email"]
  }

  private static func ended(_ context: Context) -> Response { context.linkEnded(again: "/settings", \.navSettings) }
}

enum AddressQueries {
  /// Makes a confirmed address the account's, and tells its former one. The returned statement changes a row if the link
  /// is valid.
  static func confirm(
    _ token: MailToken, person: UUID, email: String, _ context: Context, in batch: inout Batch
  ) -> Batch.Key {
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
    batch.add(AccountEventQueries.insert(.addressConfirmed, of: person, detail: email, context, if: isValid))
    let confirmed = batch.add(
      """
      UPDATE accounts SET email = \(email), verified_at = now()
      WHERE person_id = \(person) AND \(fragment: isValid)
      """)
    batch.add("DELETE FROM mail_links WHERE token_hash = \(token.hash)")
    return confirmed
  }
}
