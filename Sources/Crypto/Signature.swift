import COpenSSL

/// A public key that verifies signatures: ECDSA on P-256 with SHA-256, Ed25519, or RSA (PKCS #1 v1.5) with SHA-256.
public final class PublicKey {
  let key: OpaquePointer

  /// A point of the curve P-256, its coordinates 32 bytes each; nil if it is not on the curve.
  public convenience init?(p256 x: [UInt8], _ y: [UInt8]) {
    guard x.count == 32, y.count == 32 else { return nil }
    let algorithm = DER.sequence(DER.ecPublicKey + DER.prime256v1)
    self.init(information: DER.sequence(algorithm + DER.bits([4] + x + y)))
  }

  /// 32 bytes (RFC 8032 §5.1.5).
  public convenience init?(ed25519 bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.init(information: DER.sequence(DER.sequence(DER.ed25519) + DER.bits(bytes)))
  }

  /// - Parameters:
  ///   - modulus: big-endian, 2048 to 4096 bits.
  ///   - exponent: big-endian.
  public convenience init?(rsa modulus: [UInt8], exponent: [UInt8]) {
    guard (256...512).contains(modulus.count), (modulus.first ?? 0) >= 0x80, exponent == [1, 0, 1] else { return nil }
    let key = DER.sequence(DER.natural(modulus) + DER.natural(exponent))
    self.init(information: DER.sequence(DER.sequence(DER.rsaEncryption) + DER.bits(key)))
  }

  /// The DER form of an ECDSA signature on P-256 whose numbers are 32 bytes each, one behind the other, as JOSE has them
  /// (RFC 7518 §3.4); nil for another length.
  public static func ecdsaSignature(_ numbers: [UInt8]) -> [UInt8]? {
    guard numbers.count == 64 else { return nil }
    func natural(_ digits: ArraySlice<UInt8>) -> [UInt8] {
      let digits = Array(digits.drop { $0 == 0 })
      return DER.natural(digits.isEmpty ? [0] : digits)
    }
    return DER.sequence(natural(numbers[..<32]) + natural(numbers[32...]))
  }

  /// - Parameter information: a SubjectPublicKeyInfo (RFC 5280 §4.1.2.7) in DER.
  private init?(information: [UInt8]) {
    let key = information.withUnsafeBufferPointer { bytes in
      var start = bytes.baseAddress
      return d2i_PUBKEY(nil, &start, bytes.count)
    }
    guard let key else {
      ERR_clear_error()
      return nil
    }
    self.key = key
  }

  deinit { EVP_PKEY_free(key) }

  /// Whether the signature is the message's. ECDSA's is a DER sequence of two integers (RFC 3279 §2.2.3).
  public func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    guard let context = EVP_MD_CTX_new() else { return false }
    defer {
      EVP_MD_CTX_free(context)
      // TLS connections of this thread look at the same queue of errors (SSL_get_error(3)).
      ERR_clear_error()
    }
    let digest = EVP_PKEY_get_base_id(key) == EVP_PKEY_ED25519 ? nil : EVP_sha256()
    guard EVP_DigestVerifyInit(context, nil, digest, nil, key) == 1 else { return false }
    return EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }
}

/// As much of DER (X.690) as keys and signatures need.
enum DER {
  static let ecPublicKey: [UInt8] = [0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01]
  static let prime256v1: [UInt8] = [0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07]
  static let ed25519: [UInt8] = [0x06, 0x03, 0x2b, 0x65, 0x70]
  /// With its parameters, which are NULL.
  static let rsaEncryption: [UInt8] = [
    0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
  ]

  static func sequence(_ content: [UInt8]) -> [UInt8] { value(0x30, content) }
  static func octets(_ content: [UInt8]) -> [UInt8] { value(0x04, content) }
  static func bits(_ content: [UInt8]) -> [UInt8] { value(0x03, [0] + content) }
  /// A zero byte in front keeps a high first bit from meaning a negative number.
  static func natural(_ digits: [UInt8]) -> [UInt8] {
    value(0x02, (digits.first ?? 0) >= 0x80 ? [0] + digits : digits)
  }

  /// The two numbers of an ECDSA signature on P-256, which is a sequence of less than 128 bytes (RFC 3279 §2.2.3).
  static func numbers(ofSignature bytes: [UInt8]) -> [[UInt8]] {
    let first = 4..<4 + Int(bytes[3])
    return [Array(bytes[first]), Array(bytes[(first.upperBound + 2)...])].map { Array($0.drop { $0 == 0 }) }
  }

  private static func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    let length: [UInt8] =
      switch count {
      case ..<0x80: [UInt8(count)]
      case ..<0x100: [0x81, UInt8(count)]
      default: [0x82, UInt8(count >> 8 & 0xff), UInt8(count & 0xff)]
      }
    return [tag] + length + content
  }
}
