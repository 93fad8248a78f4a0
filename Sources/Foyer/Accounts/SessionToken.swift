import Crypto
import HTTP

/// The secret in the session cookie: 256 random bits. The database stores only its SHA-256.
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

  /// The token in the request's cookie; nil if there is none or it is malformed.
  init?(_ request: Request) {
    guard let text = request.cookies[CookieName.session.text(request)], let bytes = Base64URL.decode(text),
      bytes.count == 32
    else { return nil }
    self.text = text
    hash = sha256(bytes)
  }
}
