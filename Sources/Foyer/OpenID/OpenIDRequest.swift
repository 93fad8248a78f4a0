import CivilTime
import Crypto
import HTTP

/// A sign-in that is under way at the provider, as a cookie of the browser says it: nothing is stored. State, nonce and the
/// code's verifier are derived from the cookie's secret, so that an answer counts in this browser alone, and one that links
/// in this session alone (OpenID Connect Core 1.0 §3.1.2.1, RFC 7636 §4).
///
/// Each has a cookie of its own, which is named after the state: several tabs do not end one another.
struct OpenIDRequest {
  enum Purpose: String { case signIn = "s", link = "l" }

  static let lifetime = Duration.seconds(600)
  /// Of one browser at a time: the oldest is forgotten, as a request's header has its limit.
  static let maximum = 6

  let purpose: Purpose
  /// Where to go afterwards: a path of this app, or nothing.
  let next: String
  /// Seconds since 1970.
  let begun: Int
  /// Whether the answer has come and counted. Whoever loads its page again is led on.
  var isAnswered = false
  private let secret: [UInt8]
  /// The hash of the session's token that an identity is being linked in; empty for a sign-in.
  private let session: [UInt8]

  /// - Parameter session: the present one, if any.
  init(_ purpose: Purpose, next: String = "", session: SessionToken?) {
    self.purpose = purpose
    self.session = purpose == .link ? session?.hash ?? [] : []
    // A cookie has some 4,000 bytes.
    self.next = LocalPath.isLocal(next) && next.utf8.count <= 1000 ? next : ""
    begun = Timestamp.now().seconds
    secret = randomBytes(32)
  }

  /// Nil if the cookie is of another form.
  init?(cookie: String, session: SessionToken?) {
    let parts = cookie.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 5, let secret = Base64URL.decode(parts[0]), secret.count == 32,
      let purpose = Purpose(rawValue: parts[1]), let begun = Int(digits: parts[2]),
      let next = Base64URL.decode(parts[4])
    else { return nil }
    (self.secret, self.purpose, self.next) = (secret, purpose, String(decoding: next, as: UTF8.self))
    (self.begun, isAnswered) = (begun, parts[3] == Self.answered)
    self.session = purpose == .link ? session?.hash ?? [] : []
  }

  private static let answered = "a"

  var cookie: String {
    [
      Base64URL.encode(secret), purpose.rawValue, "\(begun)", isAnswered ? Self.answered : "",
      Base64URL.encode(Array(next.utf8)),
    ].joined(separator: ".")
  }

  var state: String { derived("state") }
  var nonce: String { derived("nonce") }
  var verifier: String { derived("verifier") }
  var challenge: String { Base64URL.encode(sha256(verifier.utf8)) }

  /// Where the answer leads.
  var destination: String { purpose == .link ? "/settings/security" : LoginForm(next: next).destination }

  func hasState(_ text: String) -> Bool { isEqualInConstantTime(Array(text.utf8), Array(state.utf8)) }

  private func derived(_ name: String) -> String {
    Base64URL.encode(hmacSHA256(Array(name.utf8) + session, key: secret))
  }

  // MARK: Its cookie

  /// The prefix of these cookies' names.
  static func folder(_ request: Request) -> String { "\(CookieName.openID.text(request))-" }

  /// - Parameter state: of any form, as an address may have it.
  static func cookieName(_ state: String, _ request: Request) -> String { folder(request) + state.prefix(10) }
}

extension Context {
  /// The browser's pending sign-ins at the provider, newest first.
  var openIDRequests: [OpenIDRequest] {
    request.cookies.names(beginningWith: OpenIDRequest.folder(request)).compactMap { name in
      request.cookies[name].flatMap { OpenIDRequest(cookie: $0, session: sessionToken) }
    }.sorted { $0.begun > $1.begun }
  }

  /// The one that an answer with this state is for.
  func openIDRequest(state: String) -> OpenIDRequest? {
    let cookie = request.cookies[OpenIDRequest.cookieName(state, request)]
    guard let known = cookie.flatMap({ OpenIDRequest(cookie: $0, session: sessionToken) }), known.hasState(state) else {
      return nil
    }
    return known
  }

  /// Notes that the browser goes to the provider.
  func startOpenID(_ pending: OpenIDRequest) {
    for old in openIDRequests.dropFirst(OpenIDRequest.maximum - 1) { endOpenID(old) }
    keepOpenID(pending)
  }

  func keepOpenID(_ pending: OpenIDRequest) {
    setCookie(
      .openID, named: OpenIDRequest.cookieName(pending.state, request), pending.cookie, maxAge: OpenIDRequest.lifetime)
  }

  func endOpenID(_ pending: OpenIDRequest) {
    setCookie(.openID, named: OpenIDRequest.cookieName(pending.state, request), "", maxAge: .zero)
  }
}
