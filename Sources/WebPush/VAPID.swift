import Crypto
import StrictJSON

/// By what push services know the sender: a key pair that stays the same (VAPID, RFC 8292).
public final class VAPIDKey {
  private let key: P256PrivateKey

  /// - Parameter scalar: the private key, 32 bytes.
  public init?(scalar: [UInt8]) {
    guard let key = P256PrivateKey(scalar: scalar) else { return nil }
    self.key = key
  }

  /// The public key in base64url: the browser's `applicationServerKey`.
  public var publicKey: String { Base64URL.encode(key.publicKey) }

  /// The header `Authorization` of a message (RFC 8292 §3).
  /// - Parameters:
  ///   - origin: of the endpoint: `https://push.example.net`.
  ///   - subject: how its operator reaches the sender's: a `mailto:` or `https:` URI.
  ///   - seconds: the time, in seconds since 1970-01-01 00:00:00 UTC.
  public func authorization(for origin: String, subject: String?, at seconds: Int) -> String {
    // Less than the 24 hours that are allowed, for the other side's clock (§2).
    var claims: JSONObject = ["aud": .string(origin), "exp": .number("\(seconds + 12 * 3600)")]
    if let subject {
      claims = ["aud": .string(origin), "exp": .number("\(seconds + 12 * 3600)"), "sub": .string(subject)]
    }
    let header: JSONObject = ["typ": .string("JWT"), "alg": .string("ES256")]
    let parts = [header, claims].map { Base64URL.encode(Array(JSON.object($0).text.utf8)) }
    let signed = parts.joined(separator: ".")
    let token = "\(signed).\(Base64URL.encode(key.signature(of: Array(signed.utf8))))"
    return "vapid t=\(token), k=\(publicKey)"
  }
}
