import CivilTime
import Crypto
import Fetch
import HTTP
import Postgres

/// The key by which a receiver checks that a delivery is Foyer's, and its signature (Standard Webhooks 1.0.0, "Signature scheme").
struct WebhookKey {
  let bytes: [UInt8]

  init() { bytes = randomBytes(32) }
  init(bytes: [UInt8]) { self.bytes = bytes }

  /// As the receiver is given it.
  var text: String { "whsec_" + Base64.encode(bytes) }

  /// The value of `webhook-signature`.
  /// - Parameter time: of the attempt, in seconds since 1970.
  func signature(id: String, time: Int, body: String) -> String {
    "v1," + Base64.encode(hmacSHA256(Array("\(id).\(time).\(body)".utf8), key: bytes))
  }
}

/// An address that deliveries may go to, as far as its text tells: the address behind a name is looked at when it is connected to.
struct WebhookAddress {
  enum Problem {
    case malformed
    /// Plain http, to where the operator has not allowed it.
    case open
    /// An address that is not public, or another port than 80 and 443.
    case refused
  }

  static let maximumLength = 2000

  /// The problem of a text; nil if there is none.
  static func problem(_ text: String, _ configuration: Configuration) -> Problem? {
    let parts = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard text.utf8.count <= maximumLength, parts.count >= 3, parts[1].isEmpty,
      text.utf8.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "\\") }),
      let place = Configuration.PublicURL("\(parts[0])//\(parts[2].prefix { $0 != "?" })")
    else { return .malformed }
    let networks = configuration.allowedNetworks
    let address = IPAddress(place.host.hasPrefix("[") ? place.host.dropFirst().dropLast() : place.host[...])
    if let address {
      if networks.contains(where: { $0.contains(address.bytes) }) { return nil }
      if !Fetcher.mayReach(address.bytes, besides: []) { return .refused }
    } else if networks.isEmpty, place.host == "localhost" || place.host.hasSuffix(".localhost") {
      return .refused
    }
    return place.scheme == "https" || address == nil && !networks.isEmpty ? nil : .open
  }
}

/// A webhook that is to be made; its fields are valid.
struct WebhookDraft {
  let id: UUID
  let url: String
  /// Names of the API's parts.
  let kinds: [String]
}

/// The form that makes a webhook.
struct WebhookForm {
  var id = UUID.v7()
  var url = ""
  var parts = AccessScope.Part.allCases.map(\.rawValue)
  var errors = FormErrors()

  init() {}

  init(_ form: Form) throws {
    id = try form["id"].map(UUID.init(field:)) ?? .v7()
    url = (form["url"] ?? "").trimmed
    parts = form.all("parts")
  }

  /// The draft; nil, with `errors` set, when a field is invalid.
  mutating func draft(_ strings: Strings, _ configuration: Configuration) -> WebhookDraft? {
    if url.isEmpty {
      errors.add("url", strings.formRequired)
    } else if let problem = WebhookAddress.problem(url, configuration) {
      errors.add("url", problem.text(strings))
    }
    let kinds = API.resources.filter { parts.contains($0.part.rawValue) || parts.contains($0.name) }.map(\.name)
    let known = AccessScope.Part.allCases.map(\.rawValue) + API.resources.map(\.name)
    if kinds.isEmpty || !parts.allSatisfy(known.contains) { errors.add("parts", strings.webhooksPartsNone) }
    return errors.isEmpty ? WebhookDraft(id: id, url: url, kinds: kinds) : nil
  }

  func choices(_ strings: Strings) -> [Choice] {
    AccessScope.Part.allCases.map {
      Choice(value: $0.rawValue, label: $0.title(strings), isSelected: parts.contains($0.rawValue))
    }
  }
}

extension WebhookAddress.Problem {
  fileprivate func text(_ strings: Strings) -> String {
    switch self {
    case .malformed: strings.webhooksUrlMalformed
    case .open: strings.webhooksUrlOpen
    case .refused: strings.webhooksRefused
    }
  }
}

/// A webhook as its person's page lists it.
struct WebhookEntry {
  /// A person has no more.
  static let maximum = 10

  let id: UUID
  let url: String
  /// Names of the parts that it tells of.
  let parts: String
  /// Whether it is on, and if not, or if it fails, since when and why.
  let state: String
  let isOn: Bool
  /// Whether something is wrong.
  let fails: Bool
  var deliveries: [WebhookDelivery] = []

  init(_ row: Row, _ strings: Strings) throws {
    id = try row["id"]
    url = try row["url"]
    let kinds: [String] = try row["kinds"]
    let parts = AccessScope.Part.allCases.filter { part in
      API.resources.contains { $0.part == part && kinds.contains($0.name) }
    }
    self.parts = parts.map { $0.title(strings) }.joined(separator: ", ")
    let (failing, ended): (Timestamp?, Timestamp?) = (try row["failing_since"], try row["ended_at"])
    let why: String? = try row["ended_because"]
    isOn = ended == nil
    fails = ended == nil ? failing != nil : why != "person"
    let time = strings.text((ended ?? failing ?? .now()).local)
    state =
      switch why {
      case "person": strings.webhooksOff(time: time)
      case "gone": strings.webhooksGone(time: time)
      case .some: strings.webhooksGivenUp(time: time)
      case nil: failing == nil ? strings.webhooksOn : strings.webhooksFailing(time: time)
      }
  }
}

/// One of its last deliveries.
struct WebhookDelivery {
  /// How many are kept of a webhook.
  static let kept = 20

  let id: UUID
  let time: String
  let changes: String
  let result: String

  init(_ row: Row, _ strings: Strings) throws {
    id = try row["id"]
    let created: Timestamp = try row["created_at"]
    time = strings.text(created.local)
    let count: Int = try row["changes"]
    changes = strings.webhooksChanges(count: count)
    let (state, status, problem): (String, Int?, String?) = (try row["state"], try row["status"], try row["problem"])
    let answer = status.map { strings.webhooksAnswered(status: "\($0)") } ?? problem.map { Self.text($0, strings) }
    result =
      switch state {
      case "sent": answer ?? ""
      case "held": [answer, strings.webhooksHeld].compactMap { $0 }.joined(separator: " · ")
      default: [answer, strings.webhooksWaiting].compactMap { $0 }.joined(separator: " · ")
      }
  }

  private static func text(_ problem: String, _ strings: Strings) -> String {
    switch WebhookOutcome.Problem(rawValue: problem) {
    case .refused: strings.webhooksRefused
    case .late: strings.webhooksLate
    case .large: strings.webhooksLarge
    case .malformed: strings.webhooksUrlMalformed
    case .unreachable, nil: strings.webhooksUnreachable
    }
  }
}
