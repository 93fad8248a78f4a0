import Crypto
import HTTP

/// Prevents other sites from sending requests in a visitor's name (OWASP, Cross-Site Request Forgery Prevention).
enum CSRF {
  /// Throws `.forbidden` unless the request comes from a page of this app.
  ///
  /// Browsers declare the origin of a request: `Sec-Fetch-Site`, or at least `Origin`. A client that sends neither
  /// needs the token of a form of this app.
  static func check(_ context: Context) async throws {
    let request = context.request
    // The secret in its path proves more; a mail provider's request has no origin of ours (RFC 8058 §3.2).
    if request.path.hasPrefix(UnsubscribeToken.folder) { return }
    if request.headers["sec-fetch-site"] != nil {
      guard !isLedFromElsewhere(request) else { throw Failure.forbidden }
      return
    }
    if let origin = request.headers["origin"] {
      guard request.isOwn(origin: origin) else { throw Failure.forbidden }
      return
    }
    guard let expected = context.csrfToken else { throw Failure.forbidden }
    let check = { (form: Form) throws in
      guard let token = form["csrf"].flatMap({ unmask($0) }), isEqualInConstantTime(token, expected) else {
        throw Failure.forbidden
      }
    }
    // The rest of a long body is read only if its beginning has the token.
    try check(try await context.form(inspect: check))
  }

  /// Whether another site leads the browser here, as far as the browser says so.
  static func isLedFromElsewhere(_ request: Request) -> Bool {
    guard let site = request.headers["sec-fetch-site"] else { return false }
    return site != "same-origin" && site != "none"
  }

  /// The token of the forms for a browser with this secret. 128 bits are enough against guessing by requests.
  static func token(for secret: String) -> [UInt8] { Array(sha256("csrf \(secret)".utf8).prefix(length)) }

  /// The token as a page carries it: a random mask, and the token XOR the mask. The text differs in each response, so that
  /// the lengths of compressed pages tell nothing about the token (BREACH, CVE-2013-3587).
  static func mask(_ token: [UInt8]) -> String {
    let mask = randomBytes(length)
    return Base64URL.encode(mask + zip(mask, token).map { $0 ^ $1 })
  }

  private static func unmask(_ text: String) -> [UInt8]? {
    guard let bytes = Base64URL.decode(text), bytes.count == 2 * length else { return nil }
    return zip(bytes[..<length], bytes[length...]).map { $0 ^ $1 }
  }

  private static let length = 16
}
