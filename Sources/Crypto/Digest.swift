import COpenSSL

/// The SHA-256 digest of the bytes: 32 bytes (FIPS 180-4).
public func sha256(_ bytes: some Collection<UInt8>) -> [UInt8] {
  let input = Array(bytes)
  return [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
    _ = SHA256(input, input.count, digest.baseAddress)
    count = 32
  }
}

/// The SHA-256 digest of bytes that come in parts.
public final class SHA256Digest {
  private let context: OpaquePointer

  public init() {
    guard let context = EVP_MD_CTX_new() else { preconditionFailure("SHA-256 failed: out of memory") }
    self.context = context
    EVP_DigestInit_ex(context, EVP_sha256(), nil)
  }

  deinit { EVP_MD_CTX_free(context) }

  public func update(_ bytes: UnsafeRawBufferPointer) { EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) }

  /// The digest of all the bytes: 32 bytes. Nothing may be added afterwards.
  public func finish() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
      EVP_DigestFinal_ex(context, digest.baseAddress, nil)
      count = 32
    }
  }
}

/// The HMAC of the bytes with SHA-256: 32 bytes (RFC 2104, FIPS 198-1).
public func hmacSHA256(_ bytes: some Collection<UInt8>, key: [UInt8]) -> [UInt8] {
  let input = Array(bytes)
  return [UInt8](unsafeUninitializedCapacity: 32) { code, count in
    let result = HMAC(EVP_sha256(), key, Int32(key.count), input, input.count, code.baseAddress, nil)
    precondition(result != nil, "HMAC failed: out of memory")
    count = 32
  }
}

/// The HMAC of the bytes with SHA-1: 20 bytes (RFC 2104). For one-time passwords alone, which are defined by it: collisions of
/// SHA-1 do not weaken its HMAC (RFC 6194 §3.3).
func hmacSHA1(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
  [UInt8](unsafeUninitializedCapacity: 20) { code, count in
    let result = HMAC(EVP_sha1(), key, Int32(key.count), bytes, bytes.count, code.baseAddress, nil)
    precondition(result != nil, "HMAC failed: out of memory")
    count = 20
  }
}

/// Two digits a byte, in lower case.
public func hexadecimal(_ bytes: [UInt8]) -> String {
  bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}

/// Whether two byte strings are equal, in a time that depends on their lengths alone.
public func isEqualInConstantTime(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
}
