import HTTP

/// What browsers are told never to do with our answers (OWASP ASVS 3.4).
enum SecurityHeaders {
  /// Nothing from elsewhere, nothing inline, no frames; strings become markup only through the policy of app.js.
  private static let policy = """
    default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; \
    manifest-src 'self'; worker-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'self'; \
    require-trusted-types-for 'script'; trusted-types default
    """

  /// The same on every answer, and so put together once.
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
    // What a handler says of caching stands; what is private by nature is not kept anywhere.
    if response.headers["Cache-Control"] == nil { response.headers.append("Cache-Control", "no-store") }
    if isSecure { response.headers.append("Strict-Transport-Security", transportSecurity) }
    // A picture has a policy of its own, which allows less.
    response.headers.append(response.headers["Content-Security-Policy"] == nil ? common : commonWithoutPolicy)
  }
}
