import CivilTime
import Crypto
import Fetch
import HTTP
import Postgres
import WebPush

/// One of the visitor's browsers that take push messages.
struct PushDevice {
  /// Why nothing more is sent to it.
  enum End: String {
    /// The subscription has ended, as the push service says.
    case gone
    /// The push service takes none of our messages.
    case refused
    /// For two days.
    case unreachable
  }

  /// A person has no more.
  static let maximum = 20

  let id: UUID
  /// The names of the browser and the system; nil if the user agent names none.
  let browser: String?
  let isCurrent: Bool
  let created: String
  /// When it took the last message; nil if there was none.
  let used: String?
  /// When it was given up and why, as a sentence.
  let end: String?

  init(_ row: Row, _ strings: Strings) throws {
    id = try row["id"]
    browser = SessionEntry.name(of: try row["user_agent"])
    isCurrent = try row["is_current"]
    let (createdAt, usedAt): (Timestamp, Timestamp?) = (try row["created_at"], try row["last_success_at"])
    created = strings.text(createdAt.local)
    used = usedAt.map { strings.text($0.local) }
    let (endedAt, because): (Timestamp?, String?) = (try row["given_up_at"], try row["given_up_because"])
    let date = endedAt.map { strings.text($0.local) } ?? ""
    end = because.flatMap { End(rawValue: $0) }.map { end in
      switch end {
      case .gone: strings.pushGone(date: date)
      case .refused: strings.pushRefused(date: date)
      case .unreachable: strings.pushUnreachable(date: date)
      }
    }
  }
}

/// Where the messages of a browser are posted to.
struct PushEndpoint {
  let url: String
  let host: String
  /// Scheme, host and perhaps port: for whom a VAPID token is.
  let origin: String

  static let maximumLength = 2000

  /// Nil unless it is an https or http URL without a user, in ASCII.
  init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard text.utf8.count <= Self.maximumLength, parts.count == 4, parts[1].isEmpty,
      text.utf8.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "\\") }),
      let place = Configuration.PublicURL("\(parts[0])//\(parts[2])")
    else { return nil }
    (url, host, origin) = (text, place.host, "\(place.scheme)://\(place.authority)")
  }

  /// Whether messages may go there, as far as its text tells: the address behind a name is looked at when it is connected to.
  /// Plain http is for networks that the operator allows alone.
  func isAllowed(_ configuration: Configuration) -> Bool {
    let address = IPAddress(host.hasPrefix("[") ? host.dropFirst().dropLast() : host[...])
    let networks = configuration.allowedNetworks
    guard origin.hasPrefix("https:") else {
      return address.map { address in networks.contains { $0.contains(address.bytes) } } ?? false
    }
    return address.map { Fetcher.mayReach($0.bytes, besides: networks) } ?? true
  }
}

/// The form of a browser that wants messages.
struct PushForm {
  let endpoint: String
  private let p256dh: String
  private let auth: String

  init(_ form: Form) {
    endpoint = form["endpoint"] ?? ""
    p256dh = form["p256dh"] ?? ""
    auth = form["auth"] ?? ""
  }

  /// Nil if messages cannot be encrypted for it, or may not go there.
  func subscription(_ configuration: Configuration) -> Subscription? {
    guard PushEndpoint(endpoint)?.isAllowed(configuration) == true else { return nil }
    return Subscription(p256dh: p256dh, auth: auth)
  }
}

/// Push messages on the page of settings.
struct PushPanel {
  /// VAPID's, for the browser; in base64url.
  let key: String
  let devices: [PushDevice]
  /// The problem of the last form.
  var problem: String?

  var current: PushDevice? { devices.first { $0.isCurrent } }
}

extension Configuration {
  /// Networks that fetches may reach besides public addresses.
  var allowedNetworks: [Network] { fetchAllow.map { Network(address: $0.address.bytes, prefix: $0.prefix) } }
}
