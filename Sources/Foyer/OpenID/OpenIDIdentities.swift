import HTTP
import Postgres
import StrictJSON

/// The visitor's identity at the provider.
enum OpenIDIdentities {
  /// Begins to link, with the password: whoever leads the browser to an address begins nothing. Browsers let no answer to
  /// a form lead to another site (CSP, form-action), so that a page with the link to the provider follows.
  static func create(_ request: Request, _ context: Context) async throws -> Response {
    let provider = try await provider(context)
    let question = PasswordQuestion(
      heading: context.strings.openidLink(host: provider.configuration.host), path: "/settings/oidc",
      isAlwaysAsked: true)
    if let asking = try await question.ask(context) { return asking }
    let pending = OpenIDRequest(.link, session: context.sessionToken)
    return try await OpenIDSignIns.reaching(provider, for: pending, context) {
      _ = try await OpenIDSignIns.url(of: provider, for: pending, context)
      context.startOpenID(pending)
      return context.redirect(to: "/settings/oidc")
    }
  }

  /// The page that leads to the provider, once linking has begun in this session.
  static func edit(_ request: Request, _ context: Context) async throws -> Response {
    let provider = try await provider(context)
    try await context.query()
    guard let pending = context.openIDRequests.first(where: { $0.purpose == .link && !$0.isAnswered }) else {
      return context.redirect(to: "/settings/security#openid")
    }
    return try await OpenIDSignIns.reaching(provider, for: pending, context) {
      let url = try await OpenIDSignIns.url(of: provider, for: pending, context)
      return context.html(.settings) { out, page in
        Views.Openid.leave(&out, page: page, host: provider.configuration.host, url: url)
      }
    }
  }

  static func link(_ subject: String, _ provider: OpenIDProvider, _ context: Context) async throws -> Response {
    try await context.query()
    guard let visitor = context.visitor, let session = context.sessionToken else { throw Failure.signedOut }
    let (account, issuer) = (AccountID(visitor), provider.configuration.issuer)
    let host = provider.configuration.host
    let strings = context.strings
    let isNew = OpenIDQueries.isNew(issuer, of: account)
    var batch: Batch = [SessionQueries.lock(visitor.personID)]
    let linked = batch.add(OpenIDQueries.insert(issuer, subject, of: account, session: session.hash))
    batch.add(
      AccountEventQueries.insert(.providerLinked, of: visitor.personID, detail: host, by: context.client, if: isNew))
    if context.sendsMail {
      batch.add(
        JobQueries.insert(
          .providerLinked, ["person": "\(visitor.personID)", "host": host, "language": strings.language.rawValue],
          if: isNew))
    }
    guard try await context.queryWithoutSession(batch)[linked].affected > 0 else {
      throw Refusal("the identity is another account's, or the account has one, or the password was not given lately")
    }
    context.app.log(.info, "openid_linked", ["person": "\(visitor.personID)", "request": context.request.id])
    return context.redirect(to: "/settings/security", notice: .providerLinked)
  }

  static func delete(_ request: Request, _ context: Context) async throws -> Response {
    let provider = try await provider(context)
    let question = PasswordQuestion(
      heading: context.strings.openidTitle(host: provider.configuration.host), path: "/settings/oidc/delete")
    if let asking = try await question.ask(context) { return asking }
    guard let visitor = context.visitor else { throw Failure.signedOut }
    let (account, issuer) = (AccountID(visitor), provider.configuration.issuer)
    var batch: Batch = [
      AccountEventQueries.insert(
        .providerUnlinked, of: visitor.personID, detail: provider.configuration.host, by: context.client,
        if: OpenIDQueries.exists(issuer, of: account))
    ]
    batch.add(OpenIDQueries.delete(issuer, of: account))
    try await context.queryWithoutSession(batch)
    context.app.log(.info, "openid_unlinked", ["person": "\(visitor.personID)", "request": request.id])
    return context.redirect(to: "/settings/security", notice: .providerUnlinked)
  }

  /// A visitor without a session learns nothing of the settings.
  private static func provider(_ context: Context) async throws -> OpenIDProvider {
    if let provider = context.app.openID { return provider }
    try await context.query()
    throw Failure.notFound
  }
}
