import COpenSSL

/// HKDF with SHA-256 (RFC 5869), for up to 32 bytes.
public func hkdfSHA256(_ secret: [UInt8], salt: [UInt8], info: [UInt8], count: Int) -> [UInt8] {
  precondition((1...32).contains(count))
  let key = hmacSHA256(secret, key: salt)
  return Array(hmacSHA256(info + [1], key: key).prefix(count))
}

/// AES-128-GCM (SP 800-38D): the encrypted bytes, and the tag of 16 bytes behind them.
/// - Parameters:
///   - key: 16 bytes.
///   - nonce: 12 bytes, never used with this key before.
public func sealAES128GCM(_ bytes: [UInt8], key: [UInt8], nonce: [UInt8]) -> [UInt8] {
  precondition(key.count == 16 && nonce.count == 12)
  guard let context = EVP_CIPHER_CTX_new() else { preconditionFailure("AES failed: out of memory") }
  defer { EVP_CIPHER_CTX_free(context) }
  let tag = 16
  return [UInt8](unsafeUninitializedCapacity: bytes.count + tag) { sealed, count in
    var (length, rest) = (Int32(0), Int32(0))
    let start = sealed.baseAddress!
    let isSealed =
      EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), nil, key, nonce) == 1
      && EVP_EncryptUpdate(context, start, &length, bytes, Int32(bytes.count)) == 1
      && EVP_EncryptFinal_ex(context, start + Int(length), &rest) == 1
      && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tag), start + bytes.count) == 1
    precondition(isSealed && Int(length + rest) == bytes.count, "AES failed")
    count = bytes.count + tag
  }
}

/// The plaintext that `sealAES128GCM` has sealed; nil if it was not sealed with this key and nonce.
public func openAES128GCM(_ sealed: [UInt8], key: [UInt8], nonce: [UInt8]) -> [UInt8]? {
  precondition(key.count == 16 && nonce.count == 12)
  let tagLength = 16
  guard sealed.count >= tagLength, let context = EVP_CIPHER_CTX_new() else { return nil }
  defer { EVP_CIPHER_CTX_free(context) }
  let size = sealed.count - tagLength
  var tag = Array(sealed[size...])
  var isGenuine = false
  let bytes = [UInt8](unsafeUninitializedCapacity: size + tagLength) { opened, count in
    var (length, rest) = (Int32(0), Int32(0))
    let start = opened.baseAddress!
    isGenuine =
      EVP_DecryptInit_ex(context, EVP_aes_128_gcm(), nil, key, nonce) == 1
      && EVP_DecryptUpdate(context, start, &length, sealed, Int32(size)) == 1
      && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tagLength), &tag) == 1
      && EVP_DecryptFinal_ex(context, start + Int(length), &rest) == 1
    count = isGenuine ? size : 0
  }
  return isGenuine ? bytes : nil
}
