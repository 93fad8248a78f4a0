import Crypto

/// The recipient of encrypted messages: the keys of a browser's push subscription (RFC 8291 §2).
public struct Subscription: Sendable {
  /// An uncompressed point on P-256: 65 bytes.
  public let publicKey: [UInt8]
  /// 16 bytes.
  public let auth: [UInt8]

  /// Nil if the point is not on the curve, or the secret has another length.
  public init?(publicKey: [UInt8], auth: [UInt8]) {
    guard auth.count == 16, PublicKey(p256: publicKey) != nil else { return nil }
    (self.publicKey, self.auth) = (publicKey, auth)
  }

  /// As the browser gives them, in base64url: `getKey("p256dh")` and `getKey("auth")`.
  public init?(p256dh: String, auth: String) {
    // 88 characters, if there is padding.
    guard p256dh.utf8.count <= 88, auth.utf8.count <= 24, let publicKey = Base64URL.decode(p256dh),
      let auth = Base64URL.decode(auth)
    else { return nil }
    self.init(publicKey: publicKey, auth: auth)
  }

  /// How long a message may be: a push service need not take a body of more than 4096 bytes (RFC 8030 §7.2), of which the
  /// header takes 86, the delimiter of the padding 1 and the tag 16.
  public static let maximumLength = recordLength - headerLength - 17
  private static let recordLength = 4096
  private static let headerLength = 86
  /// Bodies are padded to a multiple, so that their length tells little of what they say.
  private static let step = 1024

  /// The body of a message: `aes128gcm` (RFC 8188) in one record, with keys as in RFC 8291 §3.4. It has 1024, 2048, 3072 or
  /// 4096 bytes.
  /// - Parameter message: at most `maximumLength` bytes.
  public func encrypt(_ message: [UInt8]) -> [UInt8] {
    let length = Self.headerLength + message.count + 17
    let padding = (Self.step - length % Self.step) % Self.step
    guard let body = encrypt(message, padding: padding, key: .random(), salt: randomBytes(16)) else {
      preconditionFailure("the point was on the curve before")
    }
    return body
  }

  /// The same with a key and a salt that are used for nothing else.
  func encrypt(_ message: [UInt8], padding: Int, key: P256PrivateKey, salt: [UInt8]) -> [UInt8]? {
    precondition(message.count + padding <= Self.maximumLength)
    guard let secret = key.sharedSecret(with: publicKey) else { return nil }
    let input = hkdfSHA256(
      secret, salt: auth, info: Array("WebPush: info\0".utf8) + publicKey + key.publicKey, count: 32)
    let contentKey = hkdfSHA256(input, salt: salt, info: Array("Content-Encoding: aes128gcm\0".utf8), count: 16)
    let nonce = hkdfSHA256(input, salt: salt, info: Array("Content-Encoding: nonce\0".utf8), count: 12)
    // 2 delimits the last record.
    let record = message + [2] + [UInt8](repeating: 0, count: padding)
    let recordLength = (0..<4).reversed().map { UInt8(truncatingIfNeeded: Self.recordLength >> ($0 * 8)) }
    let header = salt + recordLength + [UInt8(key.publicKey.count)] + key.publicKey
    return header + sealAES128GCM(record, key: contentKey, nonce: nonce)
  }
}
