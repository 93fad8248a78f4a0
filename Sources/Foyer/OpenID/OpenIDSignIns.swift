import EventLoop
import HTTP
import Postgres
import StrictJSON

/// Signing in through the operator's provider: the code flow with PKCE (OpenID Connect Core 1.0 §3.1, RFC 7636).
///
/// An identity is linked by its owner and never by its e-mail address. The provider asks for what it finds necessary, so
/// that no second factor is asked for here.
enum OpenIDSignIns {
  /// Sends the browser to the provider. A link of another site leads to the sign-in page, where somebody decides: who has
  /// an identity there of their choosing in this browser would sign its owner in as somebody else.
  static func new(_ request: Request, _ context: Context) async throws -> Response {
    guard let provider = context.app.openID else { throw Failure.notFound }
    let next = request.query["next"] ?? ""
    if CSRF.isLedFromElsewhere(request) {
      var query = Form()
      if LocalPath.isLocal(next) { query.append("next", next) }
      return context.redirect(to: query.isEmpty ? "/login" : "/login?\(query.urlencoded)")
    }
    let pending = OpenIDRequest(.signIn, next: next, session: nil)
    return try await reaching(provider, for: pending, context) {
      let url = try await url(of: provider, for: pending, context)
      context.startOpenID(pending)
      return context.leave(to: url, .noContent)
    }
  }

  /// The page of the provider that the browser goes to.
  static func url(
    of provider: OpenIDProvider, for pending: OpenIDRequest, _ context: Context
  ) async throws -> String {
    try await provider.url(for: pending, backTo: callback(context), for: Share(context.request.remoteAddress))
  }

  /// Answers 502 where the provider does not answer.
  static func reaching(
    _ provider: OpenIDProvider, for pending: OpenIDRequest?, _ context: Context, _ body: () async throws -> Response
  ) async throws -> Response {
    do {
      return try await body()
    } catch let problem as OpenIDProvider.Unavailable {
      return failed(pending, problem.reason, .badGateway, provider, context)
    }
  }

  /// The provider has sent the browser back. It is a GET, since that is what providers send: what it does is bound to the
  /// cookie of this browser.
  static func create(_ request: Request, _ context: Context) async throws -> Response {
    context.writes()
    guard let provider = context.app.openID else { throw Failure.notFound }
    let state = request.query["state"] ?? ""
    let pending = context.openIDRequest(state: state)
    if let pending, pending.isAnswered { return context.redirect(to: pending.destination) }
    let allowances = Allowance.openID(from: request.remoteAddress)
    try await context.take(allowances, orLog: "sign_in_limited")
    return try await reaching(provider, for: pending, context) {
      do {
        guard var pending else { throw Refusal("state") }
        guard request.query["error"] == nil else { throw Refusal("the provider's error") }
        guard let code = request.query["code"], !code.isEmpty else { throw Refusal("no code") }
        let subject = try await provider.subject(
          code: code, of: pending, backTo: callback(context), for: Share(request.remoteAddress))
        let answer: Response?
        switch pending.purpose {
        case .signIn: answer = try await signIn(subject, pending, provider, allowances, context)
        case .link: answer = try await OpenIDIdentities.link(subject, provider, context)
        }
        guard let answer else {
          context.endOpenID(pending)
          let text = context.strings.openidUnknown(host: provider.configuration.host)
          return page(pending, text, .forbidden, provider, context)
        }
        pending.isAnswered = true
        context.keepOpenID(pending)
        return answer
      } catch let problem as Refusal {
        if let pending { context.endOpenID(pending) }
        return failed(pending, problem.description, .unprocessableContent, provider, context)
      }
    }
  }

  /// Nil if no account has the identity.
  private static func signIn(
    _ subject: String, _ pending: OpenIDRequest, _ provider: OpenIDProvider, _ allowances: [Allowance],
    _ context: Context
  ) async throws -> Response? {
    let issuer = provider.configuration.issuer
    var batch = Batch()
    let (found, keys) = (batch.add(OpenIDQueries.find(issuer, subject)), batch.add(Device.key()))
    let results = try await context.queryWithoutSession(batch)
    guard let person: UUID = try results[found].first?["person_id"],
      try await SignIn(
        person: person, kind: .signedInByProvider, proof: OpenIDQueries.isLinked(issuer, subject),
        deviceKey: try results[keys][0]["key"], isConfirmation: false, allowances: allowances
      ).begin(context)
    else { return nil }
    return context.redirect(to: pending.destination)
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
          message: problem, again: nil)
      }
    }
    var form = LoginForm(next: pending?.next ?? "")
    form.errors.add("", problem)
    var response = Accounts.loginPage(form, context)
    response.status = status
    return response
  }
}
