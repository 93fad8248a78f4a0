import HTTP

extension Configuration {
  /// The OpenID Connect provider that people may sign in through.
  struct OpenID: Sendable {
    /// The URL that the provider calls itself, exactly.
    var issuer: String
    var clientID: String
    var clientSecret: String

    /// The issuer's host, with its port if the URL has one: what people are shown.
    var host: String { String(issuer.drop { $0 != "/" }.drop { $0 == "/" }.prefix { $0 != "/" }) }

    /// Whether it is an absolute URL to trust with a secret: https, or http to this machine.
    static func isTrustworthy(_ url: String) -> Bool {
      let origin = url.split(separator: "/", omittingEmptySubsequences: false).prefix(3).joined(separator: "/")
      // A query may follow the host.
      guard url.utf8.allSatisfy({ (0x21...0x7e).contains($0) }), !url.contains("#"),
        let place = Configuration.PublicURL(String(origin.prefix { $0 != "?" }))
      else { return false }
      return place.scheme == "https" || HostName.loopback.contains(place.host)
    }
  }
}

extension EnvironmentReader {
  mutating func openID() -> Configuration.OpenID? {
    let names = ["FOYER_OIDC_ISSUER", "FOYER_OIDC_CLIENT_ID", "FOYER_OIDC_CLIENT_SECRET"]
    let issuer = value(names[0], "https://, a host and perhaps a port and a path, as the provider writes it") {
      Configuration.OpenID.isTrustworthy($0) && !$0.contains("?") ? $0 : nil
    }
    let given = [issuer, self[names[1]], self[names[2]]]
    guard given.contains(where: { $0 != nil }) else { return nil }
    guard let issuer, let clientID = given[1], let clientSecret = given[2] else {
      problems.append("\(names.joined(separator: ", ")) belong together: one of them is missing.")
      return nil
    }
    return Configuration.OpenID(issuer: issuer, clientID: clientID, clientSecret: clientSecret)
  }
}
