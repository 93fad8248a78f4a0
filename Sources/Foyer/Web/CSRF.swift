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
    // A browser sends no token of a program by itself.
    if let route = context.route, [.secretFromElsewhere, .programs].contains(context.app.features.routes.kinds[route]) {
      return
    }
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

extension Context {
  /// The field `csrf` of this browser's forms: derived from the session or, when not signed in, from a cookie of its own.
  func maskedCSRFToken() -> String { CSRF.mask(browserSecret()) }

  /// A secret bound to this browser: from the session, else from a form cookie. Its next request has it as `csrfToken`.
  func browserSecret() -> [UInt8] {
    let token = drawnCSRFToken ?? csrfToken ?? makeFormKey()
    drawnCSRFToken = token
    return token
  }

  private func makeFormKey() -> [UInt8] {
    let key = Base64URL.encode(randomBytes(32))
    setCookie(.form, key, maxAge: nil)
    return CSRF.token(for: key)
  }

  private var formKey: String? {
    request.cookies[CookieName.form.text(request)].flatMap { $0.utf8.count == 43 ? $0 : nil }
  }

  /// The token that a form from this browser must carry; nil if the browser cannot have a form of this app.
  var csrfToken: [UInt8]? { (sessionToken?.text ?? formKey).map { CSRF.token(for: $0) } }
}
