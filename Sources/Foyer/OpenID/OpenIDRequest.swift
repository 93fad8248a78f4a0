import Crypto
import HTTP

/// A sign-in that is under way at the provider, as the browser's cookie says it: nothing is stored. State, nonce and the
/// code's verifier are derived from the cookie's secret, so that an answer counts in this browser alone, and one that links
/// in this session alone (OpenID Connect Core 1.0 §3.1.2.1, RFC 7636 §4).
struct OpenIDRequest {
  enum Purpose: String { case signIn = "s", link = "l" }

  static let lifetime = Duration.seconds(600)

  let purpose: Purpose
  /// Where to go afterwards: a path of this app, or nothing.
  let next: String
  private let secret: [UInt8]
  /// The hash of the session's token that an identity is being linked in; empty for a sign-in.
  private let session: [UInt8]

  /// - Parameter session: the present one, if any.
  init(_ purpose: Purpose, next: String = "", session: SessionToken?) {
    self.purpose = purpose
    self.session = purpose == .link ? session?.hash ?? [] : []
    // A cookie has some 4,000 bytes.
    self.next = LocalPath.isLocal(next) && next.utf8.count <= 1000 ? next : ""
    secret = randomBytes(32)
  }

  /// Nil if the cookie is of another form.
  init?(cookie: String, session: SessionToken?) {
    let parts = cookie.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let secret = Base64URL.decode(parts[0]), secret.count == 32,
      let purpose = Purpose(rawValue: parts[1]), let next = Base64URL.decode(parts[2])
    else { return nil }
    (self.secret, self.purpose, self.next) = (secret, purpose, String(decoding: next, as: UTF8.self))
    self.session = purpose == .link ? session?.hash ?? [] : []
  }

  var cookie: String { "\(Base64URL.encode(secret)).\(purpose.rawValue).\(Base64URL.encode(Array(next.utf8)))" }

  var state: String { derived("state") }
  var nonce: String { derived("nonce") }
  var verifier: String { derived("verifier") }
  var challenge: String { Base64URL.encode(sha256(verifier.utf8)) }

  func hasState(_ text: String) -> Bool { isEqualInConstantTime(Array(text.utf8), Array(state.utf8)) }

  private func derived(_ name: String) -> String {
    Base64URL.encode(hmacSHA256(Array(name.utf8) + session, key: secret))
  }
}

extension Context {
  /// What the browser is signing in for at the provider.
  var openIDRequest: OpenIDRequest? {
    request.cookies[CookieName.openID.text(request)].flatMap { OpenIDRequest(cookie: $0, session: sessionToken) }
  }
}
