import Crypto
import Postgres

/// The token of a link in a letter: 256 random bits. The database stores only its SHA-256.
struct MailToken {
  let text: String
  let hash: [UInt8]

  init() { self.init(Base64URL.encode(randomBytes(32))) }

  init(_ text: String) {
    self.text = text
    hash = sha256(text.utf8)
  }
}

/// The purpose of a link in a letter.
enum MailLinkPurpose: String {
  /// Sets a new password.
  case password
  /// Confirms an e-mail address, which becomes the account's.
  case address
}

/// Queries of the links that letters carry: without a session. Each is valid for 30 minutes.
enum MailLinkQueries {
  /// Makes a link while the account is as the job expects; it changes a row if so. The account is locked: a change of its
  /// password or address either has happened then, or finds this link and voids it.
  /// - Parameter condition: on the account's row.
  static func insert(
    _ token: MailToken, for purpose: MailLinkPurpose, person: UUID, email: String, if condition: SQL
  ) -> SQL {
    """
    INSERT INTO mail_links (token_hash, purpose, person_id, email)
    SELECT \(token.hash), \(purpose.rawValue), a.person_id, \(email) FROM accounts a
    WHERE a.person_id = \(person) AND \(fragment: condition) FOR SHARE
    """
  }

  /// Further effects of a change of the account's password or address. A hash of the password has a salt of its own.
  static let accountState: SQL = "encode(sha256(convert_to(a.email || ' ' || a.password, 'UTF8')), 'hex')"

  /// The person of a valid link, and its address.
  static func find(_ token: MailToken, for purpose: MailLinkPurpose) -> SQL {
    """
    SELECT person_id, email FROM mail_links
    WHERE token_hash = \(token.hash) AND purpose = \(purpose.rawValue) AND created_at > now() - interval '30 minutes'
    """
  }

  /// The condition that a link is valid still.
  static func isValid(_ token: MailToken, for purpose: MailLinkPurpose, person: UUID) -> SQL {
    """
    EXISTS (SELECT FROM mail_links WHERE token_hash = \(token.hash) AND purpose = \(purpose.rawValue)
      AND person_id = \(person) AND created_at > now() - interval '30 minutes')
    """
  }

  static func deleteExpired() -> SQL { "DELETE FROM mail_links WHERE created_at < now() - interval '30 minutes'" }
}
