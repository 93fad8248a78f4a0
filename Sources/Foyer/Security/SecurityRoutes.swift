import HTTP
import Postgres

/// The page about the ways into an account, and what happened to it.
enum Security {
  static func index(_ request: Request, _ context: Context) async throws -> Response {
    try await page(context)
  }

  /// - Parameter form: a passkey's, that was refused.
  static func page(_ context: Context, passkey form: PasskeyForm? = nil) async throws -> Response {
    var batch = Batch()
    let accounts = batch.add(PasskeyQueries.account(session: context.sessionToken?.hash ?? []))
    let passkeys = batch.add(PasskeyQueries.list())
    let second = batch.add(SecondFactorQueries.state())
    let provider = context.app.openID?.configuration
    let identities = provider.map { batch.add(OpenIDQueries.own($0.issuer)) }
    let (feeds, log) = (batch.add(FeedQueries.list()), batch.add(AccountEventQueries.list()))
    let results = try await context.query(batch)
    guard let account = results[accounts].first else { throw Failure.signedOut }
    let list = PasskeyList(
      passkeys: try results[passkeys].map { try Passkey($0, context.strings) },
      asksPassword: try !account["is_confirmed"], form: form)
    let addresses = try results[feeds].map { try Feed($0, context.strings) }
    let events = try results[log].compactMap { try AccountEvent($0, context.strings) }
    let state = try SecondFactorState(results[second][0])
    var openID: OpenIDState?
    if let provider, let identities {
      openID = OpenIDState(host: provider.host, isLinked: try results[identities][0]["is_linked"])
    }
    return context.html(.settings, status: form == nil ? .ok : .unprocessableContent) { out, page in
      Views.Security.security(
        &out, page: page, passkeys: list, second: state, openID: openID, feeds: addresses, events: events)
    }
  }
}
