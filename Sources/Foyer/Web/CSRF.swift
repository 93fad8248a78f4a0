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
    if let site = request.headers["sec-fetch-site"] {
      guard site == "same-origin" || site == "none" else { throw Failure.forbidden }
      return
    }
    if let origin = request.headers["origin"] {
      guard origin == request.origin else { throw Failure.forbidden }
      return
    }
    guard let expected = context.expectedCSRFToken else { throw Failure.forbidden }
    let check = { (form: Form) throws in
      guard let token = form["csrf"], isEqualInConstantTime(Array(token.utf8), Array(expected.utf8)) else {
        throw Failure.forbidden
      }
    }
    // The rest of a long body is read only if its beginning has the token.
    try check(try await context.form(inspect: check))
  }

  /// The token of the forms for a browser with this secret.
  static func token(for secret: String) -> String {
    // 128 bits are enough against guessing by requests, and a list carries the token fifty times.
    Base64URL.encode(Array(sha256("csrf \(secret)".utf8).prefix(16)))
  }
}
