import Crypto
import HTTP
import Postgres

/// A browser in which people have signed in, as its cookie says: a random id, and a signature for each of these people.
/// Their sign-ins in it have a rate limit of their own (OWASP, Slow Down Online Guessing Attacks with Device Cookies).
/// The cookie signs nobody in and outlives sessions.
struct Device {
  /// 16 random bytes.
  let id: String
  /// The newest first. Only the key tells to whom a signature belongs.
  private var signatures: [Substring] = []

  /// The longest lifetime that browsers allow (RFC 6265bis §5.6.1).
  static let lifetime = Duration.seconds(400 * 24 * 60 * 60)
  /// Enough for a shared tablet; the oldest signature is dropped.
  private static let maximumPeople = 8

  init() { id = Base64URL.encode(randomBytes(16)) }

  /// Parses a cookie; nil if it has another form. `isKnown` verifies its signatures.
  init?(_ request: Request) {
    guard let text = request.cookies[CookieName.device.text(request)] else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 1 + Self.maximumPeople, parts.allSatisfy({ $0.utf8.count == 22 }) else { return nil }
    id = String(parts[0])
    signatures = Array(parts.dropFirst())
  }

  /// The cookie's value.
  var text: String { ([id[...]] + signatures).joined(separator: ".") }

  /// Whether the person has signed in here.
  func isKnown(to person: UUID, key: [UInt8]) -> Bool {
    let expected = Array(signature(of: person, key).utf8)
    return signatures.contains { isEqualInConstantTime(Array($0.utf8), expected) }
  }

  /// The device after the person has signed in.
  func adding(_ person: UUID, key: [UInt8]) -> Device {
    let new = signature(of: person, key)[...]
    var device = self
    device.signatures = [new] + signatures.filter { $0 != new }.prefix(Self.maximumPeople - 1)
    return device
  }

  /// 128 bits of an HMAC are enough, because guessing needs a request each time.
  private func signature(of person: UUID, _ key: [UInt8]) -> String {
    Base64URL.encode(Array(hmacSHA256("\(id) \(person)".utf8, key: key).prefix(16)))
  }

  /// The key of the signatures; the same for all instances.
  static func key() -> SQL { "SELECT key FROM signing_keys WHERE name = 'device'" }
}

extension Context {
  /// The device cookie of the request, if people have signed in there.
  var device: Device? { Device(request) }

  /// The same, if this person has.
  /// - Parameter key: see `Device.key`.
  func knownDevice(of person: UUID, key: [UInt8]) -> Device? {
    device.flatMap { $0.isKnown(to: person, key: key) ? $0 : nil }
  }
}
