import HTTP

/// Security headers of every answer (OWASP ASVS 3.4).
enum SecurityHeaders {
  /// Own origin only, nothing inline, no frames; strings become markup only through the policy of app.js.
  private static let policy = """
    default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; \
    manifest-src 'self'; worker-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'self'; \
    require-trusted-types-for 'script'; trusted-types default
    """

  /// The same for every answer, built once.
  private static let common = headers(withPolicy: true)
  private static let commonWithoutPolicy = headers(withPolicy: false)

  private static func headers(withPolicy: Bool) -> Headers {
    var headers = Headers()
    if withPolicy { headers.append("Content-Security-Policy", policy) }
    headers.append("X-Content-Type-Options", "nosniff")
    headers.append("Referrer-Policy", "same-origin")
    headers.append("Cross-Origin-Opener-Policy", "same-origin")
    headers.append("Cross-Origin-Resource-Policy", "same-origin")
    headers.append(
      "Permissions-Policy",
      "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()"
    )
    return headers
  }

  private static let transportSecurity = "max-age=31536000; includeSubDomains"

  static func add(to response: inout Response, isSecure: Bool) {
    // A handler's own Cache-Control stays; other answers are private and not stored.
    if response.headers["Cache-Control"] == nil { response.headers.append("Cache-Control", "no-store") }
    if isSecure { response.headers.append("Strict-Transport-Security", transportSecurity) }
    // A picture has a stricter policy of its own.
    let referrers = response.headers["Referrer-Policy"]
    response.headers.append(response.headers["Content-Security-Policy"] == nil ? common : commonWithoutPolicy)
    if let referrers { response.headers.set("Referrer-Policy", referrers) }
  }
}

extension Response {
  /// A page whose path is a secret: it names it to no other page, and is not compressed, as its form repeats the path
  /// (BREACH, CVE-2013-3587). With `no-referrer` a browser would send the form with `Origin: null` (Fetch Standard,
  /// "append a request Origin header").
  var withSecretPath: Response {
    var response = self
    response.headers.set("Referrer-Policy", "strict-origin")
    response.mayBeCompressed = false
    return response
  }
}
