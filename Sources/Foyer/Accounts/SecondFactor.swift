import Crypto
import Postgres
import QRCode

/// The owner of a second factor.
struct AccountID {
  let household: UUID
  let person: UUID

  init(household: UUID, person: UUID) { (self.household, self.person) = (household, person) }

  init(_ visitor: Visitor) { self.init(household: visitor.householdID, person: visitor.personID) }

  /// From the columns `household_id` and `person_id`.
  init(_ row: Row) throws(PostgresError) {
    self.init(household: try row["household_id"], person: try row["person_id"])
  }
}

/// The second factor on the page of the account's security.
struct SecondFactorState {
  let isOn: Bool
  let recoveryCodesLeft: Int

  init(_ row: Row) throws(PostgresError) {
    isOn = try row["has_second_factor"]
    recoveryCodesLeft = try row["recovery_codes"]
  }
}

/// The secret that an authenticator app and the server share: 160 bits.
struct TOTPSecret {
  let bytes: [UInt8]

  init() { bytes = randomBytes(20) }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var password: OneTimePassword { OneTimePassword(secret: bytes) }

  private var text: String { Base32.encode(bytes) }

  /// For typing: eight groups of four.
  var groups: String {
    let text = Array(text)
    return stride(from: 0, to: text.count, by: 4).map { String(text[$0..<min($0 + 4, text.count)]) }
      .joined(separator: " ")
  }

  /// The text of the QR code (github.com/google/google-authenticator/wiki/Key-Uri-Format). The parameters that apps assume
  /// are written out.
  func uri(email: String) -> String {
    "otpauth://totp/Foyer:\(Self.escaped(email))?secret=\(text)&issuer=Foyer&algorithm=SHA1"
      + "&digits=\(OneTimePassword.digits)&period=\(OneTimePassword.step)"
  }

  /// Every byte but the unreserved ones (RFC 3986 §2.3) as %XX.
  private static func escaped(_ text: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        String(UnicodeScalar(byte))
      default: "%" + hexadecimal([byte]).uppercased()
      }
    }.joined()
  }
}

/// A code that signs in once without the app: 80 random bits.
struct RecoveryCode {
  /// How many there are at a time.
  static let count = 10

  /// `xxxx-xxxx-xxxx-xxxx` in Crockford's base 32.
  let text: String

  static func set() -> [Self] { (0..<count).map { _ in Self() } }

  init() {
    let characters = Array(Base32.encode(randomBytes(10), .crockford))
    text = stride(from: 0, to: 16, by: 4).map { String(characters[$0..<$0 + 4]) }.joined(separator: "-")
  }

  /// Its row in the database.
  var hash: [UInt8] { Self.hash(Array(text.utf8.filter { $0 != UInt8(ascii: "-") })) }

  /// - Parameter characters: the 16, in lower case, without hyphens.
  static func hash(_ characters: [UInt8]) -> [UInt8] { sha256(characters) }
}

/// The text typed where a code is asked for.
enum SecondFactorCode {
  /// Six digits.
  case app(String)
  /// By its hash.
  case recovery([UInt8])

  /// Nil for what can be neither. Blanks and dashes of any kind do not count, nor does case. Digits of any script are those
  /// of ASCII, and a recovery code's letters that look like a digit are read as that digit (Crockford's rule).
  init?(_ text: String) {
    guard text.utf8.count <= 400 else { return nil }
    let characters = text.normalized(.nfkc).unicodeScalars.flatMap { scalar -> [UInt8] in
      let properties = scalar.properties
      if Self.isNothing(scalar) { return [] }
      if properties.generalCategory == .decimalNumber, let digit = properties.numericValue {
        return [UInt8(ascii: "0") + UInt8(digit)]
      }
      let bytes = Array(String(scalar).utf8)
      return bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }
    if characters.count == OneTimePassword.digits,
      characters.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    {
      self = .app(String(decoding: characters, as: UTF8.self))
    } else if characters.count == 16 {
      self = .recovery(
        RecoveryCode.hash(
          characters.map {
            switch $0 {
            case UInt8(ascii: "o"): UInt8(ascii: "0")
            case UInt8(ascii: "i"), UInt8(ascii: "l"): UInt8(ascii: "1")
            default: $0
            }
          }))
    } else {
      return nil
    }
  }

  /// Blanks, what nobody sees, and dashes; also the blank of Braille, and the long sound that a Japanese keyboard has for a
  /// dash.
  private static func isNothing(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return properties.isWhitespace || properties.isDefaultIgnorableCodePoint || properties.isDash
      || properties.generalCategory == .format || scalar == "\u{2800}" || scalar == "\u{30fc}"
  }
}
