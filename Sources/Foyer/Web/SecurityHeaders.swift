import HTTP

/// What browsers are told never to do with our answers (OWASP ASVS 3.4).
enum SecurityHeaders {
  /// Nothing from elsewhere, nothing inline, no frames; strings become markup only through the policy of app.js.
  private static let policy = """
    default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; \
    manifest-src 'self'; worker-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'self'; \
    require-trusted-types-for 'script'; trusted-types default
    """

  static func add(to response: inout Response, isSecure: Bool) {
    response.headers.set("Content-Security-Policy", policy)
    response.headers.set("X-Content-Type-Options", "nosniff")
    response.headers.set("Referrer-Policy", "same-origin")
    response.headers.set("Cross-Origin-Opener-Policy", "same-origin")
    response.headers.set("Cross-Origin-Resource-Policy", "same-origin")
    response.headers.set(
      "Permissions-Policy",
      "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()"
    )
    if isSecure { response.headers.set("Strict-Transport-Security", "max-age=31536000; includeSubDomains") }
    // What a handler says of caching stands; what is private by nature is not kept anywhere.
    if response.headers["Cache-Control"] == nil { response.headers.set("Cache-Control", "no-store") }
  }
}
