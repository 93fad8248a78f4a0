import Crypto
import HTTP
import Postgres

/// A browser that people have signed in from, as its cookie says: a random id, and a signature for each of these people.
/// With it their sign-ins have an allowance of their own (OWASP, Slow Down Online Guessing Attacks with Device Cookies).
/// It opens no account and outlives sessions.
struct Device {
  /// 16 random bytes.
  let id: String
  /// The youngest first. Whose each is, only the key can tell.
  private var signatures: [Substring] = []

  /// The most that browsers keep a cookie (RFC 6265bis §5.6.1).
  static let lifetime = Duration.seconds(400 * 24 * 60 * 60)
  /// A household's tablet: more people than this sign in from other devices, too.
  private static let maximumPeople = 8

  init() { id = Base64URL.encode(randomBytes(16)) }

  /// Reads a cookie; nil when it is none of ours. Whether its signatures are good, `isKnown` tells.
  init?(_ request: Request) {
    guard let text = request.cookies[CookieName.device.text(request)] else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 1 + Self.maximumPeople, parts.allSatisfy({ $0.utf8.count == 22 }) else { return nil }
    id = String(parts[0])
    signatures = Array(parts.dropFirst())
  }

  /// The cookie's value.
  var text: String { ([id[...]] + signatures).joined(separator: ".") }

  /// Whether the person has signed in from here.
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

  /// 128 bits of an HMAC: it can only be guessed online.
  private func signature(of person: UUID, _ key: [UInt8]) -> String {
    Base64URL.encode(Array(hmacSHA256("\(id) \(person)".utf8, key: key).prefix(16)))
  }

  /// The key of the signatures; the same for all instances.
  static func key() -> SQL { "SELECT key FROM signing_keys WHERE name = 'device'" }
}
