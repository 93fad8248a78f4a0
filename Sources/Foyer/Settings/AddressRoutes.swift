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
    var batch = Batch()
    ChangeAddress(person: visitor.personID, email: email, client: context.client).store(in: &batch)
    try await context.queryWithoutSession(batch)
    return context.redirect(to: "/settings", notice: .addressLinkSent)
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
    let confirmed = ConfirmAddress(token: secret, person: person, email: email, client: context.client)
      .store(in: &batch)
    do {
      guard try await context.queryWithoutSession(batch)[confirmed].affected > 0 else { return ended(context) }
    } catch PostgresError.server(let error) where ChangeAddress.problems(error) != nil {
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
