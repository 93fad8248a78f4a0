import EventLoop
import HTTP
import Postgres
import StrictJSON

/// Signing in through the operator's provider: the code flow with PKCE (OpenID Connect Core 1.0 §3.1, RFC 7636).
///
/// An identity is linked by its owner and never by its e-mail address. The provider asks for what it finds necessary, so
/// that no second factor is asked for here.
enum OpenIDSignIns {
  static func new(_ request: Request, _ context: Context) async throws -> Response {
    try await leave(for: OpenIDRequest(.signIn, next: request.query["next"] ?? "", session: nil), context)
  }

  /// Sends the browser to the provider.
  static func leave(for pending: OpenIDRequest, _ context: Context) async throws -> Response {
    guard let provider = context.app.openID else { throw Failure.notFound }
    do {
      let url = try await provider.url(
        for: pending, backTo: callback(context), for: Share(context.request.remoteAddress))
      context.startOpenID(pending)
      return context.leave(to: url, .noContent)
    } catch let problem as OpenIDProvider.Unavailable {
      return failed(pending, problem.reason, .badGateway, provider, context)
    }
  }

  /// The provider has sent the browser back. It is a GET, since that is what providers send: what it does is bound to the
  /// cookie of this browser.
  static func create(_ request: Request, _ context: Context) async throws -> Response {
    context.writes()
    guard let provider = context.app.openID else { throw Failure.notFound }
    let pending = context.openIDRequest
    context.endOpenID()
    let allowances = Allowance.openID(from: request.remoteAddress)
    try await context.take(allowances, orLog: "sign_in_limited")
    do {
      guard let pending, pending.hasState(request.query["state"] ?? "") else { throw Refusal("state") }
      guard request.query["error"] == nil else { throw Refusal("the provider's error") }
      guard let code = request.query["code"], !code.isEmpty else { throw Refusal("no code") }
      let subject = try await provider.subject(
        code: code, of: pending, backTo: callback(context), for: Share(request.remoteAddress))
      return switch pending.purpose {
      case .signIn: try await signIn(subject, pending, provider, allowances, context)
      case .link: try await OpenIDIdentities.link(subject, provider, context)
      }
    } catch let problem as OpenIDProvider.Unavailable {
      return failed(pending, problem.reason, .badGateway, provider, context)
    } catch let problem as Refusal {
      return failed(pending, problem.description, .unprocessableContent, provider, context)
    }
  }

  private static func signIn(
    _ subject: String, _ pending: OpenIDRequest, _ provider: OpenIDProvider, _ allowances: [Allowance],
    _ context: Context
  ) async throws -> Response {
    let issuer = provider.configuration.issuer
    var batch = Batch()
    let (found, keys) = (batch.add(OpenIDQueries.find(issuer, subject)), batch.add(Device.key()))
    let results = try await context.queryWithoutSession(batch)
    guard let person: UUID = try results[found].first?["person_id"],
      try await SignIn(
        person: person, kind: .signedInByProvider, proof: OpenIDQueries.isLinked(issuer, subject),
        deviceKey: try results[keys][0]["key"], isConfirmation: false, allowances: allowances
      ).begin(context)
    else {
      let text = context.strings.openidUnknown(host: provider.configuration.host)
      return page(pending, text, .forbidden, provider, context)
    }
    return context.redirect(to: LoginForm(next: pending.next).destination)
  }

  /// Where the provider sends the browser back to.
  private static func callback(_ context: Context) -> String { "\(context.request.origin)/login/oidc/callback" }

  private static func failed(
    _ pending: OpenIDRequest?, _ reason: String, _ status: Status, _ provider: OpenIDProvider,
    _ context: Context
  ) -> Response {
    context.app.log(
      .warning, "openid_refused",
      ["reason": reason, "address": "\(context.request.remoteAddress)", "request": context.request.id])
    let text = context.strings.openidFailed(host: provider.configuration.host)
    return page(pending, text, status, provider, context)
  }

  /// The sign-in page with a problem; a plain page for somebody who is signed in and was linking.
  private static func page(
    _ pending: OpenIDRequest?, _ problem: String, _ status: Status, _ provider: OpenIDProvider, _ context: Context
  ) -> Response {
    if pending?.purpose == .link {
      return context.html(.other, status: status) { out, page in
        Views.Errors.error(
          &out, page: page, code: status.code, title: page.strings.openidTitle(host: provider.configuration.host),
          message: problem)
      }
    }
    var form = LoginForm(next: pending?.next ?? "")
    form.errors.add("", problem)
    var response = Accounts.loginPage(form, context)
    response.status = status
    return response
  }
}
