import CivilTime
import Glibc
public import HTTP

/// The program's settings, read once from the environment and passed on. The table in docs/operating.md explains each.
public struct Configuration: Sendable {
  public enum Registration: String, Sendable { case open, invite, closed }

  public var listen: [SocketAddress]
  public var publicURL: PublicURL?
  public var allowedHosts: [String]
  public var trustedProxies: [CIDR]
  /// Nil for the embedded cluster.
  public var databaseURL: String?
  /// The same database past a pooler; nil where there is none.
  var databaseDirectURL: String?
  /// Whether statements are prepared.
  var preparesStatements: Bool
  /// Leads to a standby of it, or to several; nil for none.
  public var databaseReadURL: String?
  public var data: String
  /// Where PostgreSQL's programs are looked for first; nil for nowhere in particular.
  public var postgresPrograms: String?
  /// Where a backup is made each night; nil for none.
  public var backups: BackupFolder?
  public var tls: TLSFiles?
  public var registration: Registration
  public var sampleTodosURL: String
  public var fetchAllow: [CIDR]
  public var metricsToken: String?
  public var logFormat: Log.Format
  /// From which time on a batch of statements is logged as slow; nil for none.
  var slowQuery: Duration?
  /// How many bytes the images of a household may take up, unless it has a quota of its own; nil for any number.
  var householdQuota: Int?
  /// Whether pages are compressed for browsers that accept it.
  public var compression: Bool
  /// How long it still serves after SIGTERM, while `/readyz` is 503.
  public var drain: Duration
  /// Nil where no mail is sent.
  var mail: Mail?
  public var sendsMail: Bool { mail != nil }
  /// Whether push messages are sent to people's browsers.
  public var sendsPush: Bool
  /// Nil where nobody signs in through a provider.
  var openID: OpenID?

  public struct TLSFiles: Sendable {
    public var certificate: String
    public var key: String
  }

  /// The scheme and host of links.
  public struct PublicURL: Sendable {
    public var scheme: String
    public var host: String
    /// The host, with its port unless that is the scheme's default.
    public var authority: String
  }

  /// All problems of a configuration, a sentence each.
  public struct Problems: Error {
    public var sentences: [String]
  }

  /// Every valid name; secrets also have `NAME_FILE`.
  static let names = [
    "FOYER_LISTEN", "FOYER_PUBLIC_URL", "FOYER_ALLOWED_HOSTS", "FOYER_TRUSTED_PROXIES", "DATABASE_URL",
    "DATABASE_DIRECT_URL", "DATABASE_READ_URL", "FOYER_PREPARE", "FOYER_DATA", "FOYER_POSTGRES_BIN",
    "FOYER_BACKUP_DIR", "FOYER_TLS_CERT",
    "FOYER_TLS_KEY",
    "FOYER_REGISTRATION", "FOYER_SAMPLE_TODOS_URL",
    "FOYER_FETCH_ALLOW", "FOYER_HOUSEHOLD_QUOTA", "FOYER_METRICS_TOKEN", "FOYER_LOG", "FOYER_SLOW_QUERY_MS",
    "FOYER_COMPRESSION", "FOYER_DRAIN", "FOYER_SMTP_URL", "FOYER_MAIL_FROM", "FOYER_PUSH",
    "FOYER_OIDC_ISSUER",
    "FOYER_OIDC_CLIENT_ID", "FOYER_OIDC_CLIENT_SECRET",
  ]
  static let secrets: Set = [
    "DATABASE_URL", "DATABASE_DIRECT_URL", "DATABASE_READ_URL", "FOYER_METRICS_TOKEN", "FOYER_SMTP_URL",
    "FOYER_OIDC_CLIENT_SECRET",
  ]

  /// Reads the environment, and reports all of its problems at once.
  public init(environment: [String: String]) throws(Problems) {
    var reader = EnvironmentReader(environment: environment)
    reader.refuseUnknownNames()
    listen = reader.list(
      "FOYER_LISTEN", default: "127.0.0.1:8080", "an address and a port, such as 127.0.0.1:8080 or [::1]:8080"
    ) {
      SocketAddress($0)
    }
    publicURL = reader.publicURL()
    allowedHosts = reader.list(
      "FOYER_ALLOWED_HOSTS", default: "", "host names or addresses in full, without a port: no “*”, no “.example.org”"
    ) {
      HostName.isValid($0) ? $0.lowercased() : nil
    }
    trustedProxies = reader.list(
      "FOYER_TRUSTED_PROXIES", default: "",
      "networks of proxies such as 10.0.0.0/8; none larger than that or fc00::/7, as its clients could claim any address"
    ) {
      CIDR($0).flatMap { $0.prefix >= ($0.address.bytes.count == 4 ? 8 : 7) ? $0 : nil }
    }
    databaseURL = reader.databaseURL("DATABASE_URL")
    databaseDirectURL = reader.databaseURL("DATABASE_DIRECT_URL")
    if databaseDirectURL != nil, databaseURL == nil {
      reader.problems.append("DATABASE_DIRECT_URL leads past the pooler of DATABASE_URL, which is missing.")
    }
    databaseReadURL = reader.databaseURL("DATABASE_READ_URL")
    if databaseReadURL != nil, databaseURL == nil {
      reader.problems.append("DATABASE_READ_URL leads to a standby of the database of DATABASE_URL, which is missing.")
    }
    preparesStatements = reader.isOn("FOYER_PREPARE") ?? true
    data = reader["FOYER_DATA"] ?? "data"
    postgresPrograms = reader.value("FOYER_POSTGRES_BIN", "a folder with PostgreSQL's programs") { folder in
      ["postgres", "pg_dump"].contains { access("\(folder)/\($0)", X_OK) == 0 } ? folder : nil
    }
    backups = reader.value("FOYER_BACKUP_DIR", "an existing folder in which Foyer may write") {
      BackupFolder($0).isWritable ? BackupFolder($0) : nil
    }
    tls = reader.tlsFiles()
    registration = reader.value("FOYER_REGISTRATION", "open, invite or closed") { Registration(rawValue: $0) } ?? .open
    sampleTodosURL =
      reader.value("FOYER_SAMPLE_TODOS_URL", "an http:// or https:// URL") {
        $0.hasPrefix("http://") || $0.hasPrefix("https://") ? $0 : nil
      } ?? "https://dummyjson.com/todos"
    fetchAllow = reader.list("FOYER_FETCH_ALLOW", default: "", "networks such as 127.0.0.0/8") { CIDR($0) }
    metricsToken = reader.value("FOYER_METRICS_TOKEN", "at least 16 characters") { $0.utf8.count >= 16 ? $0 : nil }
    logFormat = reader.value("FOYER_LOG", "text or json") { Log.Format(rawValue: $0) } ?? .text
    slowQuery = reader.slowQuery()
    householdQuota = reader.value("FOYER_HOUSEHOLD_QUOTA", ByteSize.expected) { ByteSize($0)?.bytes }
    compression = reader.isOn("FOYER_COMPRESSION") ?? true
    drain = reader.drain()
    mail = reader.mail(publicURL: publicURL)
    sendsPush = reader.sendsPush(publicURL: publicURL)
    openID = reader.openID()
    guard reader.problems.isEmpty else { throw Problems(sentences: reader.problems) }
    allowedHosts += HostName.loopback
    if let publicURL { allowedHosts.append(publicURL.host) }
  }
}

/// The values of a request's `Host` field that the server accepts.
enum HostName {
  /// The names of this machine for which browsers keep `Secure` cookies without https.
  static let loopback = ["localhost", "127.0.0.1", "[::1]"]

  /// Whether the text is a full DNS name (RFC 1123 §2.1, and the underscore of containers' names), an IPv4 address, or
  /// an IPv6 address in brackets. Names in other scripts are in the form that browsers send: xn--….
  static func isValid(_ text: String) -> Bool {
    if text.hasPrefix("[") { return text.hasSuffix("]") && IPAddress(text.dropFirst().dropLast())?.bytes.count == 16 }
    let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    // A name whose last label is a number is an address (URL Standard, "ends in a number").
    if labels[labels.count - 1].allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      return IPAddress(text)?.bytes.count == 4
    }
    return text.utf8.count <= 253
      && labels.allSatisfy { label in
        (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
          && label.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
              UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
              true
            default: false
            }
          }
      }
  }
}

extension Configuration.PublicURL {
  /// Parses `https://foyer.example:8443`; nil if there is a path, a user or anything else.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3 || parts.count == 4 && parts[3].isEmpty, parts[0] == "http:" || parts[0] == "https:",
      parts[1].isEmpty
    else { return nil }
    scheme = String(parts[0].dropLast())
    authority = parts[2].lowercased()
    host = authority
    if !authority.hasSuffix("]"), let colon = authority.lastIndex(of: ":") {
      guard let port = DigitReader.wholeNumber(String(authority[authority.index(after: colon)...])),
        (1...65535).contains(port)
      else { return nil }
      host = String(authority[..<colon])
    }
    guard HostName.isValid(host) else { return nil }
    // Browsers leave it out (RFC 6454 §6.2).
    if authority == "\(host):\(scheme == "https" ? 443 : 80)" { authority = host }
  }
}

/// Takes settings out of an environment and collects their problems.
struct EnvironmentReader {
  let environment: [String: String]
  var problems: [String] = []

  init(environment: [String: String]) { self.environment = environment }

  /// A setting's text, blank counting as absent. A secret may come from the file that `NAME_FILE` names.
  subscript(name: String) -> String? {
    mutating get {
      let direct = environment[name].flatMap { $0.isEmpty ? nil : $0 }
      guard Configuration.secrets.contains(name), let path = environment["\(name)_FILE"], !path.isEmpty else {
        return direct
      }
      if direct != nil { problems.append("\(name) and \(name)_FILE are both set: keep one.") }
      guard let text = contents(ofFile: path) else {
        problems.append("\(name)_FILE: \(path) cannot be read: \(String(cString: strerror(errno))).")
        return nil
      }
      let trimmed = String(text.reversed().drop { $0.isNewline || $0 == " " }.reversed())
      if trimmed.isEmpty { problems.append("\(name)_FILE: \(path) is empty.") }
      return trimmed.isEmpty ? nil : trimmed
    }
  }

  mutating func value<Value>(_ name: String, _ expected: String, _ parse: (String) -> Value?) -> Value? {
    guard let text = self[name] else { return nil }
    if let value = parse(text) { return value }
    // A secret's text stays out of the message, which ends up in logs.
    let shown = Configuration.secrets.contains(name) ? "" : " “\(text)”"
    problems.append("\(name)\(shown): it takes \(expected).")
    return nil
  }

  mutating func list<Value>(
    _ name: String, default text: String, _ expected: String, _ parse: (String) -> Value?
  ) -> [Value] {
    (self[name] ?? text).split(separator: ",").compactMap { part in
      let part = part.trimmed
      if let value = parse(part) { return value }
      problems.append("\(name) “\(part)”: it takes \(expected).")
      return nil
    }
  }

  mutating func isOn(_ name: String) -> Bool? { value(name, "on or off") { ["on": true, "off": false][$0] } }

  mutating func databaseURL(_ name: String) -> String? {
    value(name, "postgresql:// and the rest of a libpq URL, or libpq's key=value form") {
      $0.hasPrefix("postgresql://") || $0.hasPrefix("postgres://") || $0.contains("=") ? $0 : nil
    }
  }

  /// Nil where none is to be logged.
  mutating func slowQuery() -> Duration? {
    let slow = value("FOYER_SLOW_QUERY_MS", "a number of milliseconds; 0 logs none") { text in
      Int(digits: text).flatMap { $0 <= 1_000_000 ? $0 : nil }
    }
    return slow == 0 ? nil : .milliseconds(slow ?? 500)
  }

  mutating func drain() -> Duration {
    let seconds = value("FOYER_DRAIN", "a number of seconds up to 300; 0 stops at once") { text in
      Int(digits: text).flatMap { $0 <= 300 ? $0 : nil }
    }
    return .seconds(seconds ?? 5)
  }

  mutating func sendsPush(publicURL: Configuration.PublicURL?) -> Bool {
    let push = isOn("FOYER_PUSH")
    if push == true, publicURL == nil {
      problems.append("FOYER_PUSH needs FOYER_PUBLIC_URL: push services are told who sends.")
    }
    return push ?? true && publicURL != nil
  }

  mutating func publicURL() -> Configuration.PublicURL? {
    let name = "FOYER_PUBLIC_URL"
    if let text = environment[name], text.trimmed.isEmpty {
      // Without it links use the host that a request names: an empty variable must not lead there unnoticed.
      problems.append("\(name) is empty: leave it out, or give the address that people use.")
      return nil
    }
    guard
      let url = value(
        name, "http:// or https://, a host and perhaps a port, without a path", { Configuration.PublicURL($0) })
    else { return nil }
    if url.scheme == "http", !HostName.loopback.contains(url.host) {
      problems.append(
        "\(name) “\(environment[name] ?? "")”: plain http is for \(HostName.loopback.joined(separator: ", ")) alone; elsewhere browsers do not keep the cookies that one signs in with. It takes https://."
      )
      return nil
    }
    return url
  }

  mutating func tlsFiles() -> Configuration.TLSFiles? {
    let files = ["FOYER_TLS_CERT", "FOYER_TLS_KEY"].map { name -> String? in
      guard let path = self[name] else { return nil }
      if access(path, R_OK) != 0 {
        problems.append("\(name): \(path) cannot be read: \(String(cString: strerror(errno))).")
      }
      var facts = stat()
      if name == "FOYER_TLS_KEY", stat(path, &facts) == 0, facts.st_mode & (S_IROTH | S_IWOTH) != 0 {
        problems.append("\(name): every user of this machine may read or change \(path) (chmod o= \(path)).")
      }
      return path
    }
    switch (files[0], files[1]) {
    case (let certificate?, let key?): return Configuration.TLSFiles(certificate: certificate, key: key)
    case (nil, nil): return nil
    default:
      problems.append("FOYER_TLS_CERT and FOYER_TLS_KEY belong together: one of them is missing.")
      return nil
    }
  }

  /// A misspelt name would otherwise be silently ignored.
  mutating func refuseUnknownNames() {
    let known = Set(Configuration.names + Configuration.secrets.map { "\($0)_FILE" })
    for name in environment.keys.sorted() where name.hasPrefix("FOYER_") && !known.contains(name) {
      problems.append("\(name) is not a setting of Foyer.")
    }
  }
}

/// A whole file as text; nil (and `errno`) when it cannot be read.
func contents(ofFile path: String) -> String? { bytes(ofFile: path).map { String(decoding: $0, as: UTF8.self) } }

func bytes(ofFile path: String) -> [UInt8]? {
  guard let file = fopen(path, "rbe") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 16384)
  while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
  return ferror(file) == 0 ? bytes : nil
}
