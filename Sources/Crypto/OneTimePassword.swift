/// One-time passwords of six digits from a shared secret: by a counter (RFC 4226), which for TOTP counts steps of 30 seconds
/// since 1970 (RFC 6238). Authenticator apps support HMAC-SHA-1 with these values alone.
public struct OneTimePassword: Sendable {
  public static let digits = 6
  /// Seconds.
  public static let step = 30

  private let secret: [UInt8]

  /// - Parameter secret: 160 bits, the length that RFC 4226 §4 recommends.
  public init(secret: [UInt8]) { self.secret = secret }

  /// The code of a counter or step (RFC 4226 §5.3).
  public func code(at counter: Int) -> String {
    let message = (0..<8).map { UInt8(truncatingIfNeeded: counter >> (56 - 8 * $0)) }
    let code = hmacSHA1(message, key: secret)
    let offset = Int(code[19] & 0xf)
    let number = (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(code[offset + $1]) } & 0x7fff_ffff
    let text = String(number % 1_000_000)
    return String(repeating: "0", count: Self.digits - text.count) + text
  }

  /// The step around the present one whose code this is; nil if it is of none. One step before and after is allowed for
  /// clocks that differ and for the time that typing takes (RFC 6238 §5.2).
  public func step(of code: String, now: Int) -> Int? {
    let given = Array(code.utf8)
    return [now, now - 1, now + 1].first { isEqualInConstantTime(Array(self.code(at: $0).utf8), given) }
  }
}
