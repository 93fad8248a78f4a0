import Crypto
public import StrictJSON

/// A browser's answer, in the JSON of `PublicKeyCredential.toJSON()` (Web Authentication Level 3 §5.1.8): binary members are
/// base64url.
private struct PublicKeyCredential {
  let id: [UInt8]
  let response: JSONObject
  let clientData: ClientData

  init(_ json: JSONObject) throws(Refusal) {
    guard json["type"]?.string?.isExactly("public-key") == true else { throw Refusal("not a public key") }
    id = try json.bytes("rawId")
    guard json["id"]?.string.flatMap({ Base64URL.decode($0) }) == id else { throw Refusal("id and rawId differ") }
    guard let response = json["response"]?.object else { throw Refusal("no response") }
    self.response = response
    clientData = try ClientData(try response.bytes("clientDataJSON"))
  }
}

extension JSONObject {
  fileprivate func bytes(_ name: String) throws(Refusal) -> [UInt8] {
    guard let bytes = self[name]?.string.flatMap({ Base64URL.decode($0) }) else { throw Refusal("no \(name)") }
    return bytes
  }
}

/// A new credential that a browser has made (Web Authentication Level 2 §7.1).
public struct Registration: Sendable {
  /// 16 to 1023 bytes.
  public let id: [UInt8]
  /// The challenge that it claims to answer.
  public let challenge: [UInt8]
  /// A COSE_Key, for `CredentialKey`.
  public let publicKey: [UInt8]
  public let signCount: UInt32
  /// Whether the authenticator may copy it to other devices, and whether it has.
  public let isBackupEligible: Bool
  public let isBackedUp: Bool
  private let clientData: ClientData
  private let data: AuthenticatorData

  /// The statement of an attestation is not verified and says nothing: none is asked for.
  public init(_ json: JSONObject) throws(Refusal) {
    let credential = try PublicKeyCredential(json)
    guard case .map(let attestation) = try CBOR(try credential.response.bytes("attestationObject")),
      case .text(let format) = attestation["fmt"], case .map(let statement) = attestation["attStmt"],
      case .bytes(let bytes) = attestation["authData"], attestation.count == 3,
      !format.isExactly("none") || statement.count == 0
    else { throw Refusal("the attestation is malformed") }
    data = try AuthenticatorData(bytes)
    guard let attested = data.credential, attested.id == credential.id else { throw Refusal("another credential") }
    _ = try CredentialKey(attested.publicKey)
    clientData = credential.clientData
    id = attested.id
    challenge = clientData.challenge
    publicKey = attested.publicKey
    signCount = data.signCount
    isBackupEligible = data.flags.contains(.backupEligible)
    isBackedUp = data.flags.contains(.backedUp)
  }

  public func check(challenge: [UInt8], for party: RelyingParty) throws(Refusal) {
    try clientData.check(.create, challenge: challenge, for: party)
    try data.check(for: party)
  }
}

/// A signature by which a browser proves that it has a credential (Web Authentication Level 2 §7.2).
public struct Assertion: Sendable {
  /// The credential's.
  public let id: [UInt8]
  /// The challenge that it claims to answer.
  public let challenge: [UInt8]
  /// The owner of the credential, as the authenticator says it.
  public let userHandle: [UInt8]
  public let signCount: UInt32
  public let isBackupEligible: Bool
  public let isBackedUp: Bool
  private let clientData: ClientData
  private let data: AuthenticatorData
  private let signed: [UInt8]
  private let signature: [UInt8]

  public init(_ json: JSONObject) throws(Refusal) {
    let credential = try PublicKeyCredential(json)
    let bytes = try credential.response.bytes("authenticatorData")
    data = try AuthenticatorData(bytes)
    clientData = credential.clientData
    id = credential.id
    challenge = clientData.challenge
    userHandle = try credential.response.bytes("userHandle")
    signature = try credential.response.bytes("signature")
    signed = bytes + clientData.hash
    signCount = data.signCount
    isBackupEligible = data.flags.contains(.backupEligible)
    isBackedUp = data.flags.contains(.backedUp)
  }

  /// - Parameter key: the credential's, with this `id`.
  public func check(challenge: [UInt8], for party: RelyingParty, by key: CredentialKey) throws(Refusal) {
    try clientData.check(.get, challenge: challenge, for: party)
    try data.check(for: party)
    guard key.verifies(signature, of: signed) else { throw Refusal("the signature is wrong") }
  }

  /// Whether the counter of signatures has grown since; authenticators without one say 0 each time (§6.1.1).
  public func follows(signCount stored: UInt32) -> Bool { signCount > stored || (signCount == 0 && stored == 0) }
}
