import Crypto
import HTTP

/// The sign-up form. The password is never sent back.
struct SignupForm {
  var name = ""
  var email = ""
  /// The browser's time zone, filled in by a script; nil if it is not known.
  var timeZone: String?
  var password = ""
  var errors = FormErrors()

  init() {}

  init(_ form: Form) {
    name = form["name"] ?? ""
    email = (form["email"] ?? "").trimmed
    timeZone = form["time_zone"].flatMap { Self.hasRegion($0) || $0 == "UTC" ? $0 : nil }
    password = form["password"] ?? ""
  }

  /// Whether the zone is of the form Area/Location, as browsers send it. PostgreSQL also takes POSIX specifications such
  /// as `Nowhere5`, which the settings do not offer.
  private static func hasRegion(_ zone: String) -> Bool {
    let area = zone.prefix { $0 != "/" }
    return !area.isEmpty && area.count < zone.count && area.allSatisfy { $0.isASCII && $0.isLetter }
  }

  /// The form's values.
  var account: NewAccount { NewAccount(name: name, email: email, password: password) }
}

/// The sign-in form.
struct LoginForm {
  var email = ""
  var next = ""
  var password = ""
  /// A form that is waiting for its writer (`UnsentForm`).
  var words = ""
  var errors = FormErrors()

  init(next: String = "", words: String = "") { (self.next, self.words) = (next, words) }

  init(_ form: Form) {
    email = (form["email"] ?? "").trimmed
    next = form["next"] ?? ""
    password = form["password"] ?? ""
    words = form["words"] ?? ""
  }

  /// Where to go after signing in: a path of this app only (no other host, no scheme).
  var destination: String { LocalPath.isLocal(next) ? next : "/" }
}

enum Email {
  /// One @ with something on both sides, no spaces or control characters; only an e-mail could tell more.
  static func isPlausible(_ text: String) -> Bool {
    guard !text.isLonger(than: 254) else { return false }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
      && text.unicodeScalars.allSatisfy { !$0.properties.isWhitespace && $0.properties.generalCategory != .control }
  }
}

/// 8 to 256 characters of any kind, not on the list of common passwords (NIST SP 800-63B §3.1.1.2). Counted are the code
/// points of the password as it is hashed: so however it is typed, it is as long.
enum PasswordRules {
  static func problem(_ typed: String) -> Problem.Kind? {
    // Preparing makes one character of four at most (UAX #15), so that one this long is not prepared in vain.
    if typed.isLonger(than: 4 * 256) { return .tooLong(256) }
    let password = PreparedPassword.text(typed)
    return switch password.unicodeScalars.count {
    case ..<8: .tooShort(8)
    case 257...: .tooLong(256)
    default: CommonPasswords.contain(password) ? .common : nil
    }
  }

  static func problem(_ typed: String, _ strings: Strings) -> String? {
    problem(typed).map { strings.text(Problem(field: "password", kind: $0)) }
  }
}
