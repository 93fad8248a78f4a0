import COpenSSL
import Crypto
import StrictJSON
import WebAuthn

/// An authenticator in software with one Ed25519 key, and the part of a browser that talks to it.
struct Authenticator: Sendable {
  private let secret = randomBytes(32)
  let credential = randomBytes(32)
  var origin: String
  var relyingParty = "127.0.0.1"
  var flags: UInt8 = 0x05
  var signCount: UInt32 = 0
  /// Learnt when the credential was made.
  var userHandle: [UInt8] = []

  init(_ origin: String) { self.origin = origin }

  /// What `navigator.credentials.create` makes of the options, as JSON.
  mutating func create(_ options: JSONObject) throws -> JSONObject {
    userHandle = try Self.bytes(options["user"]?.object?["id"])
    let data =
      sha256(relyingParty.utf8) + [flags | 0x40] + counter + [UInt8](repeating: 0, count: 16)
      + [0, UInt8(credential.count)] + credential + [0xa4, 0x01, 0x01, 0x03, 0x27, 0x20, 0x06, 0x21, 0x58, 0x20]
      + publicKey
    let attestation =
      Array("\u{63}fmt\u{64}none\u{67}attStmt".utf8) + [0xa0] + Array("\u{68}authData".utf8) + [
        0x58, UInt8(data.count),
      ]
      + data
    return message([
      "clientDataJSON": Self.text(try clientData("webauthn.create", options)),
      "attestationObject": Self.text([0xa3] + attestation),
    ])
  }

  /// What `navigator.credentials.get` makes of the options, as JSON.
  func get(_ options: JSONObject) throws -> JSONObject {
    let client = try clientData("webauthn.get", options)
    let data = sha256(relyingParty.utf8) + [flags] + counter
    return message([
      "clientDataJSON": Self.text(client), "authenticatorData": Self.text(data),
      "signature": Self.text(sign(data + sha256(client))), "userHandle": Self.text(userHandle),
    ])
  }

  private func message(_ response: JSONObject) -> JSONObject {
    let id = Self.text(credential)
    return ["id": id, "rawId": id, "type": .string("public-key"), "response": .object(response)]
  }

  private func clientData(_ type: String, _ options: JSONObject) throws -> [UInt8] {
    let challenge = try Self.bytes(options["challenge"])
    let members: JSONObject = [
      "type": .string(type), "challenge": Self.text(challenge), "origin": .string(origin), "crossOrigin": .bool(false),
    ]
    return Array(JSON.object(members).text.utf8)
  }

  private var counter: [UInt8] { (0..<4).reversed().map { UInt8(truncatingIfNeeded: signCount >> ($0 * 8)) } }

  private static func text(_ bytes: [UInt8]) -> JSON { .string(Base64URL.encode(bytes)) }

  private static func bytes(_ json: JSON?) throws -> [UInt8] {
    guard let bytes = json?.string.flatMap({ Base64URL.decode($0) }) else { throw Unexpected("no bytes") }
    return bytes
  }

  private var publicKey: [UInt8] {
    withKey { key in
      var count = 32
      var bytes = [UInt8](repeating: 0, count: 32)
      EVP_PKEY_get_raw_public_key(key, &bytes, &count)
      return bytes
    }
  }

  private func sign(_ message: [UInt8]) -> [UInt8] {
    withKey { key in
      let context = EVP_MD_CTX_new()
      defer { EVP_MD_CTX_free(context) }
      var count = 64
      var signature = [UInt8](repeating: 0, count: 64)
      EVP_DigestSignInit(context, nil, nil, nil, key)
      EVP_DigestSign(context, &signature, &count, message, message.count)
      return signature
    }
  }

  private func withKey(_ body: (OpaquePointer?) -> [UInt8]) -> [UInt8] {
    let key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, secret, secret.count)
    defer { EVP_PKEY_free(key) }
    return body(key)
  }
}

extension Browser {
  /// Sends JSON as a script does.
  func send(_ path: String, json: JSONObject, _ headers: [String: String?] = [:]) throws -> Answer {
    try send(
      "POST", path, ["content-type": "application/json"].merging(headers) { $1 },
      Array(JSON.object(json).text.utf8))
  }

  /// The options for a sign-in.
  func passkeyOptions() throws -> JSONObject { try send("/login/passkey/begin", json: [:]).json() }

  /// Signs in with a passkey; the status.
  func signIn(_ key: Authenticator) throws -> Int {
    try send("/login/passkey", json: try key.get(try passkeyOptions())).status
  }
}

extension Answer {
  func json() throws -> JSONObject {
    guard status == 200, self["content-type"] == "application/json", let object = try JSON(body).object else {
      throw Unexpected("answered \(status): \(text)")
    }
    return object
  }
}

extension Member {
  /// The options for a new passkey.
  func passkeyOptions() async throws -> JSONObject {
    try await browser.send("/settings/passkeys/begin", json: [:]).json()
  }

  /// Adds a passkey with a key of its own.
  func addPasskey(_ name: String = "Phone", signCount: UInt32 = 0) async throws -> Authenticator {
    var key = Authenticator(browser.origin)
    key.signCount = signCount
    let answer = try await add(try key.create(try await passkeyOptions()), name)
    guard answer.status == 200 else { throw Unexpected("adding a passkey answered \(answer.status): \(answer.text)") }
    return key
  }

  func add(_ credential: JSONObject, _ name: String = "Phone") async throws -> Answer {
    let text = JSON.object(credential).text.dropLast() + ",\"name\":\(JSON.string(name).text)}"
    return try await browser.send(
      "POST", "/settings/passkeys", ["content-type": "application/json"], Array(text.utf8))
  }

  /// The ids of the passkeys on the page, in order.
  func passkeyIDs() async throws -> [String] {
    try await get("/settings/security").text.components("<li id=\"passkey-").dropFirst().map { String($0.prefix(36)) }
  }
}
