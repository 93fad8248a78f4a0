import CivilTime
import EventLoop
import Fetch
import HTTP
import StrictJSON

/// The operator's OpenID Connect provider, as its metadata describe it (OpenID Connect Discovery 1.0).
///
/// The operator trusts it, and it may be a machine of the own network: unlike what users name, it may have any address.
final class OpenIDProvider: Sendable {
  /// It does not answer as a provider does.
  struct Unavailable: Error {
    let reason: String
  }

  let configuration: Configuration.OpenID
  private let fetcher = Fetcher(
    allowed: [
      Network(address: [0, 0, 0, 0], prefix: 0), Network(address: [UInt8](repeating: 0, count: 16), prefix: 0),
    ])
  /// The provider's last configuration, for an hour.
  private let known = Lock<(metadata: Metadata, until: Instant)?>(nil)

  private static let limits = Fetcher.Limits(time: .seconds(5), bytes: 1 << 20, redirects: 0)

  private struct Metadata: Sendable {
    let authorization: String
    let token: String
    let keys: String
    /// Whether the client's password goes into the form instead of the header `Authorization`.
    let takesSecretInForm: Bool
  }

  init(_ configuration: Configuration.OpenID) { self.configuration = configuration }

  /// The page of the provider that the browser is sent to.
  func url(for pending: OpenIDRequest, backTo callback: String, for share: Share) async throws -> String {
    let metadata = try await metadata(for: share)
    var query = Form()
    query.append("response_type", "code")
    query.append("client_id", configuration.clientID)
    query.append("redirect_uri", callback)
    query.append("scope", "openid email")
    query.append("state", pending.state)
    query.append("nonce", pending.nonce)
    query.append("code_challenge", pending.challenge)
    query.append("code_challenge_method", "S256")
    return metadata.authorization + (metadata.authorization.contains("?") ? "&" : "?") + query.urlencoded
  }

  /// The subject that the provider answers for a code (OpenID Connect Core 1.0 §3.1.3). Throws `Unavailable` or `Refusal`.
  func subject(
    code: String, of pending: OpenIDRequest, backTo callback: String, for share: Share
  ) async throws -> String {
    let metadata = try await metadata(for: share)
    var form = Form()
    form.append("grant_type", "authorization_code")
    form.append("code", code)
    form.append("redirect_uri", callback)
    form.append("code_verifier", pending.verifier)
    var user: (name: String, password: String)?
    if metadata.takesSecretInForm {
      form.append("client_id", configuration.clientID)
      form.append("client_secret", configuration.clientSecret)
    } else {
      // Both are form-encoded first (RFC 6749 §2.3.1).
      user = (PercentCoding.encode(configuration.clientID), PercentCoding.encode(configuration.clientSecret))
    }
    let response: Fetcher.Response
    do {
      response = try await fetcher.post(
        metadata.token, form: form.urlencoded, user: user, for: share, limits: Self.limits)
    } catch {
      throw Unavailable(reason: "token endpoint: \(error)")
    }
    // An error of the request (RFC 6749 §5.2) is 400 or 401: the code was used before, for instance.
    if (400..<500).contains(response.status) { throw Refusal("the token endpoint says \(response.status)") }
    guard response.status == 200, let answer = (try? JSON(response.body, maximumValues: IDToken.maximumValues))?.object,
      let text = answer["id_token"]?.string
    else { throw Unavailable(reason: "token endpoint: status \(response.status), or no ID token") }
    let token = try IDToken(text)
    try await verify(token, metadata, share)
    return try token.subject(for: configuration, nonce: pending.nonce, now: Timestamp.now().seconds)
  }

  private func verify(_ token: IDToken, _ metadata: Metadata, _ share: Share) async throws {
    guard ["RS256", "ES256"].contains(token.algorithm) else { throw Refusal("alg \(token.algorithm.prefix(20))") }
    let answer = try await object(metadata.keys, share)
    guard case .array(let list) = answer["keys"] else { throw Unavailable(reason: "no keys") }
    let keys = list.compactMap { $0.object.flatMap { ProviderKey($0) } }
      .filter { token.keyID == nil || $0.id == token.keyID }
    guard keys.contains(where: { token.isSigned(by: $0) }) else { throw Refusal("the ID token's signature") }
  }

  private func metadata(for share: Share) async throws -> Metadata {
    if let known = known.withLock({ $0 }), .now() < known.until { return known.metadata }
    let base = configuration.issuer.hasSuffix("/") ? String(configuration.issuer.dropLast()) : configuration.issuer
    let answer = try await object("\(base)/.well-known/openid-configuration", share)
    guard answer["issuer"]?.string?.isExactly(configuration.issuer) == true else {
      throw Unavailable(reason: "another issuer")
    }
    func endpoint(_ name: String) throws -> String {
      guard let url = answer[name]?.string, Configuration.OpenID.isTrustworthy(url) else {
        throw Unavailable(reason: "no \(name)")
      }
      return url
    }
    var methods = ["client_secret_basic"]
    if case .array(let given) = answer["token_endpoint_auth_methods_supported"] { methods = given.compactMap(\.string) }
    let metadata = Metadata(
      authorization: try endpoint("authorization_endpoint"), token: try endpoint("token_endpoint"),
      keys: try endpoint("jwks_uri"),
      takesSecretInForm: !methods.contains("client_secret_basic") && methods.contains("client_secret_post"))
    known.withLock { $0 = (metadata, .now() + .seconds(3600)) }
    return metadata
  }

  private func object(_ url: String, _ share: Share) async throws -> JSONObject {
    let response: Fetcher.Response
    do {
      response = try await fetcher.get(url, for: share, limits: Self.limits)
    } catch {
      throw Unavailable(reason: "\(error)")
    }
    guard response.status == 200, let object = (try? JSON(response.body, maximumValues: IDToken.maximumValues))?.object
    else {
      throw Unavailable(reason: "status \(response.status), or no JSON")
    }
    return object
  }
}
