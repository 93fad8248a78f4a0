import Crypto
import StrictJSON

/// This site, as browsers know it.
public struct RelyingParty: Sendable {
  /// The host, without a port.
  public let id: String
  /// `scheme://host`, and the port where it is not the scheme's.
  public let origin: String

  public init(id: String, origin: String) {
    self.id = id
    self.origin = origin
  }

  var hash: [UInt8] { sha256(id.utf8) }
}

/// The browser's statement about a ceremony (Web Authentication Level 2 §5.8.1).
struct ClientData {
  enum Ceremony: String {
    case create = "webauthn.create"
    case get = "webauthn.get"
  }

  let challenge: [UInt8]
  /// Of the bytes, which the authenticator has signed.
  let hash: [UInt8]
  private let members: JSONObject

  /// - Parameter bytes: the text as the browser sent it.
  init(_ bytes: [UInt8]) throws(Refusal) {
    guard case .object(let members) = try JSON(bytes) else { throw Refusal("client data is no object") }
    guard let challenge = members["challenge"]?.string.flatMap({ Base64URL.decode($0) }) else {
      throw Refusal("client data has no challenge")
    }
    self.members = members
    self.challenge = challenge
    hash = sha256(bytes)
  }

  /// The checks of both ceremonies (§7.1 and §7.2).
  func check(_ ceremony: Ceremony, challenge: [UInt8], for party: RelyingParty) throws(Refusal) {
    guard members["type"]?.string?.isExactly(ceremony.rawValue) == true else { throw Refusal("another ceremony") }
    guard isEqualInConstantTime(self.challenge, challenge) else { throw Refusal("another challenge") }
    guard members["origin"]?.string?.isExactly(party.origin) == true else { throw Refusal("another origin") }
    guard (members["crossOrigin"] ?? .bool(false)) == .bool(false) else { throw Refusal("in a page of another origin") }
    // Token Binding (RFC 8471) is not spoken here.
    if let binding = members["tokenBinding"] {
      guard binding.object?["status"]?.string?.isExactly("supported") == true else { throw Refusal("a token binding") }
    }
  }
}
