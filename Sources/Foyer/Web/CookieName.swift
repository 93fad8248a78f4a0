import HTTP

/// The cookies of the app (RFC 6265bis).
enum CookieName: String {
  case session = "foyer"
  case form = "foyer-form"
  case notice = "foyer-notice"
  case device = "foyer-device"
  case second = "foyer-second"
  /// The prefix of the names (`OpenIDRequest`).
  case openID = "foyer-oidc"
  /// The browser has changed something within the last five seconds.
  case fresh = "foyer-fresh"
  /// Set by live.js: the page has heard of a change within the last five seconds.
  case heard = "foyer-heard"

  /// With the prefix `__Host-`, which requires https; plain http is for development on the same machine. Where the public
  /// URL says https, every cookie is so: browsers keep it on this machine, and elsewhere none goes over plain http.
  func text(_ request: Request) -> String { isSecure(request) ? "__Host-\(rawValue)" : rawValue }

  func isSecure(_ request: Request) -> Bool {
    request.scheme == "https" || request.site?.scheme == "https" || !HostName.loopback.contains(request.host)
  }
}
