import Crypto
import HTTP

/// The secret in the cookie of a session, or of a sign-in that waits for its second factor: 256 random bits. The database
/// stores only its SHA-256.
struct SessionToken {
  /// The absolute lifetime of a session.
  static let lifetime = Duration.seconds(30 * 24 * 60 * 60)

  let text: String
  let hash: [UInt8]

  init() {
    let bytes = randomBytes(32)
    text = Base64URL.encode(bytes)
    hash = sha256(bytes)
  }

  /// The token in a cookie of the request; nil if there is none or it is malformed.
  init?(_ request: Request, in cookie: CookieName = .session) {
    guard let text = request.cookies[cookie.text(request)], let bytes = Base64URL.decode(text),
      bytes.count == 32
    else { return nil }
    self.text = text
    hash = sha256(bytes)
  }
}
