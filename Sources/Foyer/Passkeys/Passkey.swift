import CivilTime
import Postgres

/// One of the visitor's passkeys.
struct Passkey {
  let id: UUID
  let name: String
  let created: String
  /// Nil if it was never used.
  let used: String?

  /// Of a person.
  static let maximum = 20

  init(_ row: Row, _ strings: Strings) throws {
    id = try row["id"]
    name = try row["name"]
    let (createdAt, usedAt): (Timestamp, Timestamp?) = (try row["created_at"], try row["last_used_at"])
    created = strings.text(createdAt.local)
    used = usedAt.map { strings.text($0.local) }
  }
}

/// The form that renames a passkey: the input as typed, and its problems.
struct PasskeyForm {
  let id: UUID
  let name: String
  var errors = FormErrors()

  init(_ id: UUID, name: String, _ strings: Strings) {
    self.id = id
    self.name = name
    errors.check("passkey-\(id)", hasWords: name, atMost: Self.maximumLength, strings)
  }

  static let maximumLength = 100
}

/// The passkeys on the page of security.
struct PasskeyList {
  let passkeys: [Passkey]
  /// Whether adding one asks for the password.
  let asksPassword: Bool
  /// The form that was refused.
  var form: PasskeyForm?

  /// The refused form of a passkey.
  func refused(_ passkey: Passkey) -> PasskeyForm? { form?.id == passkey.id ? form : nil }
}
