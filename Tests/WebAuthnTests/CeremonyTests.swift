import Crypto
import Testing

@testable import StrictJSON
@testable import WebAuthn

@Suite struct CeremonyTests {
  static let party = RelyingParty(id: "foyer.example.org", origin: "https://foyer.example.org:8443")

  private static func object(_ text: String) throws -> JSONObject { try #require(try JSON(Array(text.utf8)).object) }

  /// The message with other bytes in one member of its response.
  private static func replacing(_ name: String, in text: String, by bytes: [UInt8]) throws -> JSONObject {
    let message = try object(text)
    var response = JSONObject()
    for member in message["response"]?.object?.members ?? [] {
      response.append(member.name, member.name == name ? .string(Base64URL.encode(bytes)) : member.value)
    }
    var result = JSONObject()
    for member in message.members {
      result.append(member.name, member.name == "response" ? .object(response) : member.value)
    }
    return result
  }

  private static func bytes(_ name: String, in text: String) throws -> [UInt8] {
    try #require(try object(text)["response"]?.object?[name]?.string.flatMap { Base64URL.decode($0) })
  }

  private static func check(_ message: JSONObject, _ vector: Vector, _ party: RelyingParty = party) throws {
    let key = try CredentialKey(try Registration(try object(vector.registration)).publicKey)
    let assertion = try Assertion(message)
    try assertion.check(challenge: Vector.getChallenge, for: party, by: key)
  }

  /// The assertion with other words in its client data, whose hash the authenticator would sign.
  private func client(_ old: String, _ new: String) throws -> ClientData {
    let data = try Self.bytes("clientDataJSON", in: Vector.all[0].assertion)
    let text = String(decoding: data, as: UTF8.self)
    let parts = text.split(separator: old, omittingEmptySubsequences: false)
    #expect(parts.count == 2)
    return try ClientData(Array((parts[0] + new + parts[1]).utf8))
  }

  @Test(arguments: Vector.all) func `A registration and its assertion are taken`(_ vector: Vector) throws {
    let registration = try Registration(try Self.object(vector.registration))
    #expect(registration.challenge == Vector.createChallenge)
    try registration.check(challenge: Vector.createChallenge, for: Self.party)
    #expect(registration.signCount == 7)
    #expect(registration.isBackupEligible && registration.isBackedUp)
    #expect(registration.id == sha256("credential \(vector.algorithm)".utf8))
    let key = try CredentialKey(registration.publicKey)
    #expect(key.algorithm.rawValue == vector.algorithm)
    let assertion = try Assertion(try Self.object(vector.assertion))
    #expect(assertion.id == registration.id)
    #expect(assertion.userHandle.count == 64)
    try assertion.check(challenge: Vector.getChallenge, for: Self.party, by: key)
    #expect(assertion.follows(signCount: 7))
    #expect(!assertion.follows(signCount: 8))
    #expect(!assertion.follows(signCount: 9))
  }

  @Test(arguments: Vector.all) func `Each changed bit of what is signed is noticed`(_ vector: Vector) throws {
    for name in ["clientDataJSON", "authenticatorData", "signature"] {
      let bytes = try Self.bytes(name, in: vector.assertion)
      for position in bytes.indices {
        for bit in 0..<8 {
          var changed = bytes
          changed[position] ^= 1 << UInt8(bit)
          let message = try Self.replacing(name, in: vector.assertion, by: changed)
          #expect(throws: Refusal.self, "\(name), byte \(position), bit \(bit)") { try Self.check(message, vector) }
        }
      }
      for changed in [[], Array(bytes.dropLast()), bytes + [0], [0] + bytes] {
        let message = try Self.replacing(name, in: vector.assertion, by: changed)
        #expect(throws: Refusal.self, "\(name), \(changed.count) bytes") { try Self.check(message, vector) }
      }
    }
  }

  @Test(arguments: Vector.all) func `Another's key verifies nothing`(_ vector: Vector) throws {
    let assertion = try Assertion(try Self.object(vector.assertion))
    for other in Vector.all where other.algorithm != vector.algorithm {
      let key = try CredentialKey(try Registration(try Self.object(other.registration)).publicKey)
      #expect(throws: Refusal("the signature is wrong")) {
        try assertion.check(challenge: Vector.getChallenge, for: Self.party, by: key)
      }
    }
  }

  @Test func `Another challenge, origin, relying party or ceremony is refused`() throws {
    let vector = Vector.all[0]
    let registration = try Registration(try Self.object(vector.registration))
    let assertion = try Assertion(try Self.object(vector.assertion))
    let key = try CredentialKey(registration.publicKey)
    #expect(throws: Refusal("another challenge")) {
      try registration.check(challenge: Vector.getChallenge, for: Self.party)
    }
    #expect(throws: Refusal("another challenge")) { try assertion.check(challenge: [], for: Self.party, by: key) }
    for origin in [
      "https://foyer.example.org", "http://foyer.example.org:8443", "https://foyer.example.org:84430",
      "https://evil.example:8443", "HTTPS://foyer.example.org:8443", "",
    ] {
      let party = RelyingParty(id: Self.party.id, origin: origin)
      #expect(throws: Refusal("another origin")) {
        try registration.check(challenge: Vector.createChallenge, for: party)
      }
      #expect(throws: Refusal("another origin")) { try Self.check(try Self.object(vector.assertion), vector, party) }
    }
    for id in ["example.org", "foyer.example.org:8443", "Foyer.example.org", ""] {
      let party = RelyingParty(id: id, origin: Self.party.origin)
      #expect(throws: Refusal("for another relying party")) {
        try registration.check(challenge: Vector.createChallenge, for: party)
      }
      #expect(throws: Refusal("for another relying party")) {
        try Self.check(try Self.object(vector.assertion), vector, party)
      }
    }
    #expect(throws: Refusal.self) { try Assertion(try Self.object(vector.registration)) }
    #expect(throws: Refusal.self) { try Registration(try Self.object(vector.assertion)) }
  }

  @Test func `What the browser says is held to the letter`() throws {
    func check(_ data: ClientData) throws { try data.check(.get, challenge: Vector.getChallenge, for: Self.party) }
    try check(try client("\"crossOrigin\":false", "\"crossOrigin\":false,\"other\":{\"keys\":[1]}"))
    try check(try client(",\"crossOrigin\":false", ""))
    try check(try client("\"crossOrigin\":false", "\"tokenBinding\":{\"status\":\"supported\"}"))
    for (old, new) in [
      ("webauthn.get", "webauthn.create"), ("webauthn.get", "webauthn.ge\\u0074 "),
      ("\"crossOrigin\":false", "\"crossOrigin\":true"),
      ("\"crossOrigin\":false", "\"crossOrigin\":null"), ("\"crossOrigin\":false", "\"crossOrigin\":\"false\""),
      ("\"crossOrigin\":false", "\"tokenBinding\":{\"status\":\"present\",\"id\":\"AA\"}"),
      ("\"crossOrigin\":false", "\"tokenBinding\":1"), ("\"origin\":", "\"Origin\":"), (":8443", ":8443/"),
      ("\"type\":\"webauthn.get\",", ""),
    ] { #expect(throws: Refusal.self, "\(new)") { try check(try client(old, new)) } }
    #expect(throws: Refusal.self) { try client("\"challenge\":", "\"Challenge\":") }
    #expect(throws: Refusal.self) {
      try client("\"crossOrigin\":false", "\"origin\":\"https://foyer.example.org:8443\"")
    }
  }

  @Test func `Presence and verification of the user are required, and a backup must be possible`() throws {
    var bytes = try Self.bytes("authenticatorData", in: Vector.all[0].assertion)
    for (flags, problem) in [
      (0x04, "the user was not present"), (0x01, "the user was not verified"), (0x15, "backed up, but cannot be"),
    ] as [(UInt8, String)] {
      bytes[32] = flags
      #expect(throws: Refusal(problem)) { try AuthenticatorData(bytes).check(for: Self.party) }
    }
    for flags in [0x05, 0x0d, 0x1d] as [UInt8] {
      bytes[32] = flags
      try AuthenticatorData(bytes).check(for: Self.party)
    }
  }

  @Test func `Authenticator data has exactly what its flags say`() throws {
    let plain = try Self.bytes("authenticatorData", in: Vector.all[0].assertion)
    func refused(_ flags: UInt8, _ rest: [UInt8]) -> Bool {
      var bytes = plain
      bytes[32] = flags
      return (try? AuthenticatorData(bytes + rest)) == nil
    }
    #expect(!refused(0x85, [0xa1, 0x61, 0x61, 0x01]))
    #expect(refused(0x85, []))
    #expect(refused(0x85, [0x01]))
    #expect(refused(0x85, [0xa0, 0xa0]))
    #expect(refused(0x05, [0xa0]))
    let id = [UInt8](repeating: 1, count: 1023)
    let head = [UInt8](repeating: 0, count: 16)
    #expect(!refused(0x45, head + [0x03, 0xff] + id + [0xa0]))
    #expect(!refused(0xc5, head + [0x03, 0xff] + id + [0xa0, 0xa0]))
    #expect(refused(0x45, head + [0x04, 0x00] + id + [1, 0xa0]))
    #expect(refused(0x45, head + [0x00, 0x0f] + id.prefix(15) + [0xa0]))
    #expect(refused(0x45, head + [0xff, 0xff]))
    #expect(refused(0x45, Array(head.dropLast())))
    for count in 0..<37 { #expect((try? AuthenticatorData(Array(plain.prefix(count)))) == nil) }
  }

  /// Of one key: each changed bit, and each member more or less.
  @Test func `Keys are of the curve, and have no other members`() throws {
    let registration = try Registration(try Self.object(Vector.all[0].registration))
    let bytes = registration.publicKey
    #expect(bytes.count == 77)
    let assertion = try Assertion(try Self.object(Vector.all[0].assertion))
    for position in bytes.indices {
      var changed = bytes
      changed[position] ^= 1
      guard let key = try? CredentialKey(changed) else { continue }
      #expect(throws: Refusal.self) { try assertion.check(challenge: Vector.getChallenge, for: Self.party, by: key) }
    }
    #expect(throws: Refusal.self) { try CredentialKey([0xa6] + bytes.dropFirst() + [0x04, 0x80]) }
    #expect(throws: Refusal.self) { try CredentialKey([0xa4] + bytes.dropFirst().dropLast(35)) }
    #expect(throws: Refusal.self) { try CredentialKey(bytes + [0]) }
    let zeros = [UInt8](repeating: 0, count: 32)
    #expect(PublicKey(p256: zeros, zeros) == nil)
    #expect(PublicKey(p256: [1], zeros) == nil)
    #expect(PublicKey(ed25519: zeros + [0]) == nil)
    let modulus = [UInt8](repeating: 0xff, count: 256)
    #expect(PublicKey(rsa: modulus, exponent: [1, 0, 1]) != nil)
    #expect(PublicKey(rsa: Array(modulus.dropLast()), exponent: [1, 0, 1]) == nil)
    #expect(PublicKey(rsa: modulus, exponent: [3]) == nil)
    #expect(PublicKey(rsa: [0] + modulus, exponent: [1, 0, 1]) == nil)
  }

  @Test func `An attestation that was not asked for says nothing, and must be well-formed`() throws {
    let text = Vector.all[0].registration
    let object = try Self.bytes("attestationObject", in: text)
    let none = Array("\u{63}fmt\u{64}none".utf8)
    let start = try #require(object.indices.first { object[$0...].starts(with: none) })
    func with(_ format: [UInt8]) throws -> Registration {
      let changed = Array(object[..<start]) + format + object[(start + none.count)...]
      return try Registration(try Self.replacing("attestationObject", in: text, by: changed))
    }
    _ = try with(Array("\u{63}fmt\u{66}packed".utf8))
    _ = try with(Array("\u{63}fmt\u{60}".utf8))
    #expect(throws: Refusal.self) { try with(Array("\u{63}fmt".utf8) + [0]) }
    #expect(throws: Refusal.self) { try with(Array("\u{63}fm_\u{64}none".utf8)) }
    #expect(throws: Refusal.self) {
      try Registration(try Self.replacing("attestationObject", in: text, by: Array(object.dropLast())))
    }
  }

  @Test func `A message without one of its parts is refused`() throws {
    for (text, parts) in [
      (Vector.all[0].registration, ["clientDataJSON", "attestationObject"]),
      (Vector.all[0].assertion, ["clientDataJSON", "authenticatorData", "signature", "userHandle"]),
    ] {
      for part in parts + ["rawId", "id", "type", "response"] {
        let without = text.split(separator: "\"\(part)\"", omittingEmptySubsequences: false).joined(
          separator: "\"other\"")
        let object = try? Self.object(without)
        #expect(
          object.flatMap { try? Registration($0) } == nil && object.flatMap { try? Assertion($0) } == nil, "\(part)")
      }
      let other = text.split(separator: "\"public-key\"").joined(separator: "\"password\"")
      #expect(throws: Refusal.self) { try Assertion(try Self.object(other)) }
      #expect(throws: Refusal.self) { try Registration(try Self.object(other)) }
    }
  }
}
