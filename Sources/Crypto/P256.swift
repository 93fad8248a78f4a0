import COpenSSL

/// A private key on the curve P-256 (FIPS 186-5, SEC 2 §2.4.2).
public final class P256PrivateKey {
  private let key: OpaquePointer
  /// The public key: an uncompressed point, 65 bytes (SEC 1 §2.3.3).
  public let publicKey: [UInt8]

  /// - Parameter scalar: 32 bytes, big-endian. Nil unless it is from 1 to the curve's order, exclusive.
  public init?(scalar: [UInt8]) {
    guard scalar.count == 32, scalar.lexicographicallyPrecedes(Self.order), scalar.contains(where: { $0 != 0 }) else {
      return nil
    }
    // RFC 5958 around RFC 5915. OpenSSL computes the public key, which is left out.
    let inner = DER.sequence(DER.natural([1]) + DER.octets(scalar))
    let information = DER.sequence(
      DER.natural([0]) + DER.sequence(DER.ecPublicKey + DER.prime256v1) + DER.octets(inner))
    let key = information.withUnsafeBufferPointer { bytes in
      var start = bytes.baseAddress
      return d2i_AutoPrivateKey(nil, &start, bytes.count)
    }
    guard let key else {
      ERR_clear_error()
      return nil
    }
    self.key = key
    // A SubjectPublicKeyInfo ends with the point.
    let half = [UInt8](unsafeUninitializedCapacity: 128) { bytes, count in
      var end = bytes.baseAddress
      count = max(0, Int(i2d_PUBKEY(key, &end)))
    }
    publicKey = Array(half.suffix(65))
  }

  /// A new key.
  public static func random() -> P256PrivateKey {
    while true {
      if let key = P256PrivateKey(scalar: randomBytes(32)) { return key }
    }
  }

  deinit { EVP_PKEY_free(key) }

  /// The shared secret (ECDH, SP 800-56A §5.7.1.2): 32 bytes.
  /// - Parameter point: the other side's public key, 65 bytes. Nil if it is not on the curve.
  public func sharedSecret(with point: [UInt8]) -> [UInt8]? {
    defer { ERR_clear_error() }
    guard let peer = PublicKey(p256: point), let context = EVP_PKEY_CTX_new(key, nil) else { return nil }
    defer { EVP_PKEY_CTX_free(context) }
    guard EVP_PKEY_derive_init(context) == 1, EVP_PKEY_derive_set_peer(context, peer.key) == 1 else { return nil }
    var length = 32
    let secret = [UInt8](unsafeUninitializedCapacity: length) { bytes, count in
      count = EVP_PKEY_derive(context, bytes.baseAddress, &length) == 1 ? length : 0
    }
    return secret.count == 32 ? secret : nil
  }

  /// ECDSA with SHA-256: two numbers of 32 bytes, one behind the other, as JOSE has them (ES256, RFC 7518 §3.4).
  public func signature(of message: [UInt8]) -> [UInt8] {
    guard let context = EVP_MD_CTX_new() else { preconditionFailure("ECDSA failed: out of memory") }
    defer { EVP_MD_CTX_free(context) }
    var length = 80
    let signature = [UInt8](unsafeUninitializedCapacity: length) { bytes, count in
      let isSigned =
        EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1
        && EVP_DigestSign(context, bytes.baseAddress, &length, message, message.count) == 1
      precondition(isSigned, "ECDSA failed")
      count = length
    }
    return DER.numbers(ofSignature: signature).flatMap { number in
      [UInt8](repeating: 0, count: max(0, 32 - number.count)) + number.suffix(32)
    }
  }

  private static let order: [UInt8] = [
    0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
    0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17, 0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51,
  ]
}

extension PublicKey {
  /// An uncompressed point of the curve P-256, 65 bytes; nil if it is not on the curve.
  public convenience init?(p256 point: [UInt8]) {
    guard point.count == 65, point[0] == 4 else { return nil }
    self.init(p256: Array(point[1..<33]), Array(point[33...]))
  }
}
