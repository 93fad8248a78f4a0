import Crypto
import Postgres

/// A challenge that an authenticator signs: random bytes, the second when it ends, and a signature, which binds it to what it
/// is for and to the browser that asked for it. So none is stored before it is answered, and nobody can fill the table of
/// answered ones with challenges of their own.
struct PasskeyChallenge {
  enum Purpose: String {
    case registration, signIn = "sign-in"
  }

  let bytes: [UInt8]
  let hash: [UInt8]
  /// Seconds since 1970, of the database's clock.
  let end: Int

  /// How long it may be answered, in seconds.
  static let lifetime = 300
  private static let randomLength = 16
  private static let length = randomLength + 8 + 16

  /// - Parameters:
  ///   - browser: the secret of the browser's forms (`Context.browserSecret`).
  ///   - clock: the row of `PasskeyQueries.clock`.
  init(_ purpose: Purpose, browser: [UInt8], _ clock: Row) throws {
    let now: Int = try clock["now"]
    let end = now + Self.lifetime
    let message = randomBytes(Self.randomLength) + (0..<8).reversed().map { UInt8(truncatingIfNeeded: end >> ($0 * 8)) }
    self.end = end
    bytes = message + Self.signature(message, purpose, browser, try clock["key"])
    hash = sha256(bytes)
  }

  /// The challenge that a browser has answered; nil unless it was made for this browser and purpose. Whether it has ended, and
  /// was answered before, `PasskeyQueries.answer` tells.
  init?(_ bytes: [UInt8], _ purpose: Purpose, browser: [UInt8], _ clock: Row) throws {
    guard bytes.count == Self.length else { return nil }
    let message = Array(bytes.prefix(Self.randomLength + 8))
    let expected = Self.signature(message, purpose, browser, try clock["key"])
    guard isEqualInConstantTime(Array(bytes.suffix(16)), expected) else { return nil }
    self.bytes = bytes
    hash = sha256(bytes)
    end = message.suffix(8).reduce(0) { $0 << 8 | Int($1) }
  }

  /// 128 bits of an HMAC, by a key of its own that is derived from that of device cookies.
  private static func signature(
    _ message: [UInt8], _ purpose: Purpose, _ browser: [UInt8], _ deviceKey: [UInt8]
  ) -> [UInt8] {
    let key = hmacSHA256("passkey challenges".utf8, key: deviceKey)
    return Array(hmacSHA256(Array("\(purpose.rawValue) ".utf8) + browser + message, key: key).prefix(16))
  }
}
