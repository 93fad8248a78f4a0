import Crypto
import HTTP

/// What a browser shows to be recognised: 256 random bits. The database knows only their SHA-256.
struct SessionToken {
  /// A session ends after this time, however much it is used.
  static let lifetime = Duration.seconds(30 * 24 * 60 * 60)

  let text: String
  let hash: [UInt8]

  init() {
    let bytes = randomBytes(32)
    text = Base64URL.encode(bytes)
    hash = sha256(bytes)
  }

  /// The token in the request's cookie; nil when there is none, or something else in its place.
  init?(_ request: Request) {
    guard let text = request.cookies[CookieName.session.text(request)], let bytes = Base64URL.decode(text),
      bytes.count == 32
    else { return nil }
    self.text = text
    hash = sha256(bytes)
  }
}
