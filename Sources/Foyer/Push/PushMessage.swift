import Crypto
import StrictJSON
import WebPush

/// The parts of a push message that a browser shows. `Public/service-worker.js` reads it.
struct PushMessage: Sendable, Equatable {
  /// How soon a device that saves its battery is to be woken (RFC 8030 §5.3).
  enum Urgency: String { case low, normal, high }

  let title: String
  private(set) var body: String
  /// Where a click leads: a path of this app, with its query.
  let path: String
  /// A message replaces an earlier one with the same tag, on its way to the device and there; empty for none.
  let tag: String
  var urgency = Urgency.normal
  /// For how many seconds the push service keeps it for a device that is off (RFC 8030 §5.2).
  var lifetime = 24 * 60 * 60

  /// - Parameters:
  ///   - title: shortened to one line of 200 bytes.
  ///   - body: shortened to 1500 bytes, or to what fits into a message.
  ///   - path: `/` if it is another site's.
  ///   - tag: shortened to 100 bytes.
  init(
    title: String, body: String, path: String, tag: String, urgency: Urgency = .normal, lifetime: Int = 24 * 60 * 60
  ) {
    self.title = title.cut(toBytes: 200)
    self.body = body.cut(toBytes: 1500)
    let isOwn = path.hasPrefix("/") && !path.hasPrefix("//") && path.utf8.count <= 500
    self.path = isOwn && path.utf8.allSatisfy { (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "\\") } ? path : "/"
    self.tag = tag.cut(toBytes: 100)
    (self.urgency, self.lifetime) = (urgency, max(0, lifetime))
    // In JSON, some characters take six times their bytes.
    while bytes.count > Subscription.maximumLength { self.body = self.body.cut(toBytes: self.body.utf8.count / 2) }
  }

  /// The message of a job that has the texts in its payload.
  init?(_ payload: [String: String]) {
    guard let title = payload["title"] else { return nil }
    self.init(
      title: title, body: payload["body"] ?? "", path: payload["path"] ?? "/", tag: payload["tag"] ?? "",
      urgency: payload["urgency"].flatMap { Urgency(rawValue: $0) } ?? .normal)
  }

  /// As JSON, which fits into a message.
  var bytes: [UInt8] {
    let object: JSONObject = [
      "title": .string(title), "body": .string(body), "path": .string(path), "tag": .string(tag),
    ]
    return Array(JSON.object(object).text.utf8)
  }

  /// The header fields besides those of the encryption (RFC 8030 §5). A topic is of the alphabet of base64url, of 32
  /// characters at most (§5.4).
  var headers: [(name: String, value: String)] {
    var headers = [(name: "TTL", value: "\(lifetime)"), (name: "Urgency", value: urgency.rawValue)]
    if !tag.isEmpty { headers.append(("Topic", String(Base64URL.encode(sha256(tag.utf8)).prefix(32)))) }
    return headers
  }
}

extension String {
  /// Without control characters but line breaks, and with an ellipsis where it is cut: between two characters, so that the
  /// text has at most so many bytes of UTF-8.
  func cut(toBytes limit: Int) -> String {
    let text = String(
      String.UnicodeScalarView(
        unicodeScalars.map { $0 != "\n" && $0.properties.generalCategory == .control ? " " : $0 })
    )
    if text.utf8.count <= limit { return text }
    var (kept, count) = ("", 0)
    for character in text {
      count += character.utf8.count
      if count > limit - 3 { break }
      kept.append(character)
    }
    return kept + "…"
  }
}
