import Crypto
import HTTP
import StrictJSON
import WebAuthn

/// The options of both ceremonies, in the JSON that `PublicKeyCredential.parseCreationOptionsFromJSON` and
/// `parseRequestOptionsFromJSON` take (Web Authentication Level 3 §5.1.9, §5.1.10).
enum PasskeyOptions {
  /// - Parameters:
  ///   - account: its e-mail address, the person's name and the account's user handle.
  ///   - excluding: the ids of credentials that the account has: their authenticators make no second one.
  static func creation(
    _ challenge: PasskeyChallenge, account: (email: String, name: String, handle: [UInt8]), excluding: [[UInt8]],
    _ request: Request
  ) -> JSONObject {
    [
      "rp": .object(["id": .string(RelyingParty(request).id), "name": .string("Foyer")]),
      "user": .object([
        "id": .base64URL(account.handle), "name": .string(account.email), "displayName": .string(account.name),
      ]),
      "challenge": .base64URL(challenge.bytes),
      "pubKeyCredParams": .array(
        CredentialKey.Algorithm.allCases.map {
          .object(["type": .string("public-key"), "alg": .number("\($0.rawValue)")])
        }),
      "timeout": timeout,
      "excludeCredentials": .array(
        excluding.map { .object(["type": .string("public-key"), "id": .base64URL($0)]) }),
      "authenticatorSelection": .object([
        "residentKey": .string("required"), "requireResidentKey": .bool(true), "userVerification": .string("required"),
      ]),
      "attestation": .string("none"),
    ]
  }

  static func request(_ challenge: PasskeyChallenge, _ request: Request) -> JSONObject {
    [
      "challenge": .base64URL(challenge.bytes), "timeout": timeout, "rpId": .string(RelyingParty(request).id),
      "allowCredentials": .array([]), "userVerification": .string("required"),
    ]
  }

  /// In milliseconds.
  private static let timeout = JSON.number("\(PasskeyChallenge.lifetime * 1000)")
}

extension JSON {
  fileprivate static func base64URL(_ bytes: [UInt8]) -> JSON { .string(Base64URL.encode(bytes)) }
}

extension RelyingParty {
  /// The site as the browser knows it: a script's request has its page's origin, which is the public one, or the one that the
  /// request names, whose host is on the list of allowed ones.
  init(_ request: Request) {
    if let site = request.site, request.headers["origin"] != request.namedOrigin {
      self.init(id: site.host, origin: site.text)
    } else {
      self.init(id: request.host, origin: request.namedOrigin)
    }
  }
}

extension Context {
  /// Reads the object in the request's body; an empty one if there is no body. More than 16 KiB are read off the event loop.
  func json<Value: Sendable>(
    maximumValues: Int = 500, _ read: @escaping @Sendable (JSONObject) throws(Refusal) -> Value
  ) async throws -> Value {
    let bytes = try await request.body.collect(limit: formLimits.bytes)
    let parse: @Sendable () -> Result<Value, Refusal> = {
      Result { () throws(Refusal) in
        if bytes.isEmpty { return try read(JSONObject()) }
        guard let object = try JSON(bytes, maximumValues: maximumValues).object else {
          throw Refusal("the body is no object")
        }
        return try read(object)
      }
    }
    return try await (bytes.count <= 16 << 10 ? parse() : offLoop(parse)).get()
  }
}

extension Response {
  static func json(_ object: JSONObject, status: Status = .ok) -> Response {
    var response = Response(status: status, body: .bytes(Array(JSON.object(object).text.utf8)))
    response.headers.append("Content-Type", "application/json")
    return response
  }
}
