import COpenSSL

/// A hashed password with the parameters and salt of its hash (scrypt, RFC 7914). Its text form is
/// `scrypt$N$r$p$salt$key`, the last two in URL-safe base 64.
public struct ScryptHash: Sendable, Equatable {
  /// scrypt's costs: `n` blocks of 128·`r` bytes, `p` times over. Memory is 128·n·r bytes.
  public struct Parameters: Sendable, Equatable {
    public let n: UInt64
    public let r: UInt64
    public let p: UInt64

    public init(n: UInt64, r: UInt64, p: UInt64) {
      self.n = n
      self.r = r
      self.p = p
    }

    /// 32 MiB and three passes: OWASP's password storage cheat sheet.
    public static let standard = Parameters(n: 1 << 15, r: 8, p: 3)
  }

  public let parameters: Parameters
  let salt: [UInt8]
  let key: [UInt8]

  /// Hashes a password, prepared (`PreparedPassword`), with a new salt of 16 bytes. Slow on purpose: never call it on an
  /// event loop.
  public init(password: String, parameters: Parameters = .standard) {
    self.init(exactly: PreparedPassword.text(password), parameters: parameters)
  }

  /// Hashes these bytes, as earlier versions hashed what was typed.
  init(exactly password: String, parameters: Parameters) {
    self.parameters = parameters
    salt = randomBytes(16)
    key = Self.derive(password, salt, parameters)
  }

  /// A hash that no known password matches; checking against it takes as long as against a real one.
  public init(decoyWith parameters: Parameters) {
    self.parameters = parameters
    salt = randomBytes(16)
    key = randomBytes(Self.keyLength)
  }

  /// Reads the text form; nil for anything else, and for costs beyond 1 GiB of memory.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[0] == "scrypt",
      let n = UInt64(parts[1]), let r = UInt64(parts[2]), let p = UInt64(parts[3]),
      n > 1, n <= 1 << 20, n & (n - 1) == 0, (1...8).contains(r), (1...16).contains(p),
      let salt = Base64URL.decode(String(parts[4])), let key = Base64URL.decode(String(parts[5])),
      key.count == Self.keyLength
    else { return nil }
    parameters = Parameters(n: n, r: r, p: p)
    self.salt = salt
    self.key = key
  }

  public var text: String {
    "scrypt$\(parameters.n)$\(parameters.r)$\(parameters.p)$\(Base64URL.encode(salt))$\(Base64URL.encode(key))"
  }

  /// Whether these bytes are what was hashed. As slow as hashing.
  /// - Parameter password: one of `PreparedPassword.spellings`.
  public func matches(exactly password: String) -> Bool {
    isEqualInConstantTime(Self.derive(password, salt, parameters), key)
  }

  private static let keyLength = 32

  private static func derive(_ password: String, _ salt: [UInt8], _ parameters: Parameters) -> [UInt8] {
    let password = Array(password.utf8)
    // OpenSSL's default limit is 32 MiB: EVP_PBE_scrypt(3).
    let memory = 128 * parameters.n * parameters.r + 128 * parameters.r * parameters.p + (1 << 20)
    return [UInt8](unsafeUninitializedCapacity: keyLength) { key, count in
      let result = password.withUnsafeBytes { password in
        EVP_PBE_scrypt(
          password.baseAddress?.assumingMemoryBound(to: CChar.self), password.count, salt, salt.count,
          parameters.n, parameters.r, parameters.p, memory, key.baseAddress, keyLength)
      }
      precondition(result == 1, "scrypt failed: out of memory")
      count = keyLength
    }
  }
}
