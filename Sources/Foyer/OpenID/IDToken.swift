import Crypto
import StrictJSON

/// An ID token in the compact form of JWS (RFC 7515 §3.1), not verified yet.
struct IDToken {
  private let signed: [UInt8]
  private let signature: [UInt8]
  private let claims: JSONObject
  let algorithm: String
  let keyID: String?

  /// Of what a provider says. Some name hundreds of groups in a token, and hundreds of algorithms among their endpoints; the
  /// length of an answer is bounded when it is fetched.
  static let maximumValues = 20_000

  init(_ text: String) throws {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let header = Base64URL.decode(parts[0]), let claims = Base64URL.decode(parts[1]),
      let signature = Base64URL.decode(parts[2]), let head = try JSON(header).object,
      let object = try JSON(claims, maximumValues: Self.maximumValues).object
    else { throw Refusal("the ID token has another form") }
    guard let algorithm = head["alg"]?.string, head["crit"] == nil else { throw Refusal("the ID token's header") }
    (self.algorithm, keyID) = (algorithm, head["kid"]?.string)
    signed = Array("\(parts[0]).\(parts[1])".utf8)
    self.signature = signature
    self.claims = object
  }

  /// Whether the key has signed it, by the algorithm that the token names.
  func isSigned(by key: ProviderKey) -> Bool {
    guard key.algorithm == algorithm else { return false }
    return key.verifies(signature, of: signed)
  }

  /// The subject, after the checks of OpenID Connect Core 1.0 §3.1.3.7. The signature was verified before.
  /// - Parameter now: seconds since 1970.
  func subject(for configuration: Configuration.OpenID, nonce: String, now: Int) throws -> String {
    guard claims["iss"]?.string?.isExactly(configuration.issuer) == true else { throw Refusal("iss") }
    let audience: [String]
    switch claims["aud"] {
    case .string(let one): audience = [one]
    case .array(let several): audience = several.compactMap(\.string)
    default: audience = []
    }
    guard audience.contains(where: { $0.isExactly(configuration.clientID) }) else { throw Refusal("aud") }
    let party = claims["azp"]?.string
    guard audience.count == 1 || party != nil, party?.isExactly(configuration.clientID) ?? true else {
      throw Refusal("azp")
    }
    // Clocks may differ by a minute.
    guard let end = seconds("exp"), end > Double(now - 60) else { throw Refusal("exp") }
    guard let start = seconds("iat"), start < Double(now + 60) else { throw Refusal("iat") }
    guard let given = claims["nonce"]?.string, isEqualInConstantTime(Array(given.utf8), Array(nonce.utf8)) else {
      throw Refusal("nonce")
    }
    guard let subject = claims["sub"]?.string, (1...255).contains(subject.utf8.count),
      subject.utf8.allSatisfy({ (0x20...0x7e).contains($0) })
    else { throw Refusal("sub") }
    return subject
  }

  /// A NumericDate (RFC 7519 §2).
  private func seconds(_ name: String) -> Double? {
    guard case .number(let text) = claims[name], let value = Double(text), value.isFinite else { return nil }
    return value
  }
}

/// A key of the provider (RFC 7517) that verifies signatures: RS256, or ES256 with the curve P-256 (RFC 7518 §3).
struct ProviderKey {
  let id: String?
  let algorithm: String
  private let key: PublicKey

  /// Nil for a key of another kind or use.
  init?(_ json: JSONObject) {
    guard json["use"] == nil || json["use"]?.string == "sig" else { return nil }
    func bytes(_ name: String) -> [UInt8]? { json[name]?.string.flatMap { Base64URL.decode($0) } }
    switch json["kty"]?.string {
    case "RSA":
      guard let modulus = bytes("n"), let exponent = bytes("e"),
        let key = PublicKey(rsa: Array(modulus.drop { $0 == 0 }), exponent: exponent)
      else { return nil }
      (self.key, algorithm) = (key, "RS256")
    case "EC" where json["crv"]?.string == "P-256":
      // Some providers leave leading zeros out, against RFC 7518 §6.2.1.2.
      func coordinate(_ name: String) -> [UInt8] {
        let digits = bytes(name) ?? []
        return [UInt8](repeating: 0, count: max(0, 32 - digits.count)) + digits
      }
      guard let key = PublicKey(p256: coordinate("x"), coordinate("y")) else { return nil }
      (self.key, algorithm) = (key, "ES256")
    default: return nil
    }
    if let named = json["alg"]?.string, named != algorithm { return nil }
    id = json["kid"]?.string
  }

  func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    if algorithm == "RS256" { return key.verifies(signature, of: message) }
    return PublicKey.ecdsaSignature(signature).map { key.verifies($0, of: message) } ?? false
  }
}
