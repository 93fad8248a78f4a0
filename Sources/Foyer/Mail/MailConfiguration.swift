import Fetch
import HTTP

extension Configuration {
  /// The server that letters are given to, and their sender.
  struct Mail: Sendable {
    var server: Mailer.Server
    var from: MailAddress
  }
}

extension EnvironmentReader {
  /// - Parameter publicURL: links in letters begin with it; a letter has no request whose host could be used.
  mutating func mail(publicURL: Configuration.PublicURL?) -> Configuration.Mail? {
    let isSet = environment["FOYER_SMTP_URL"]?.isEmpty == false || environment["FOYER_SMTP_URL_FILE"]?.isEmpty == false
    let server = value(
      "FOYER_SMTP_URL", "smtp:// or smtps://, perhaps user:password@, a host and perhaps a port, without a path"
    ) { Mailer.Server($0) }
    let from = value("FOYER_MAIL_FROM", "one address such as foyer@example.org, without a name") { MailAddress($0) }
    if isSet, environment["FOYER_MAIL_FROM"]?.isEmpty != false {
      problems.append("FOYER_SMTP_URL needs FOYER_MAIL_FROM: the address that letters come from.")
    }
    if isSet, environment["FOYER_PUBLIC_URL"] == nil {
      problems.append("FOYER_SMTP_URL needs FOYER_PUBLIC_URL: the links in letters begin with it.")
    }
    if !isSet, from != nil {
      problems.append("FOYER_MAIL_FROM needs FOYER_SMTP_URL: the server that letters are given to.")
    }
    guard var server, let from else { return nil }
    if let host = publicURL?.host, !host.hasPrefix("[") { server.url += "/\(host)" }
    server.authorities = environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
    return Configuration.Mail(server: server, from: from)
  }
}

extension Mailer.Server {
  /// Parses `smtps://user:password@host:port`, whose user and password may be percent-encoded.
  ///
  /// `smtp://` stays without encryption only to an address such as 127.0.0.1 or [::1]. A name, `localhost` too, needs
  /// STARTTLS: which machine answers to it is for a resolver to say.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3 || parts.count == 4 && parts[3].isEmpty, parts[0] == "smtp:" || parts[0] == "smtps:",
      parts[1].isEmpty, !text.contains("?"), !text.contains("#")
    else { return nil }
    var authority = parts[2]
    var (user, password): (String?, String?) = (nil, nil)
    if let end = authority.lastIndex(of: "@") {
      let words = authority[..<end].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        .map { Self.word($0) }
      guard words.count == 2, let first = words[0], let second = words[1], !first.isEmpty else { return nil }
      (user, password) = (first, second)
      authority = authority[authority.index(after: end)...]
    }
    guard let place = Configuration.PublicURL("https://\(authority)") else { return nil }
    let address = IPAddress(place.host.hasPrefix("[") ? place.host.dropFirst().dropLast() : place.host[...])
    let isLoopback = address?.isLoopback ?? false
    self.init(
      url: "\(parts[0])//\(place.authority)", requiresTLS: parts[0] == "smtp:" && !isLoopback, user: user,
      password: password)
  }

  /// Decodes percent-encoding; nil if it is broken or a control character results.
  private static func word(_ text: Substring) -> String? {
    guard let bytes = PercentCoding.decode(Array(text.utf8)[...]), bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else {
      return nil
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
