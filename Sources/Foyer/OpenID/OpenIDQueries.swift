import Postgres

/// Queries of identities at the provider. Only `own` is for the visitor's role; the others run without a session.
enum OpenIDQueries {
  /// Whether the visitor has one.
  static func own(_ issuer: String) -> SQL {
    """
    SELECT EXISTS (
      SELECT FROM openid_identities
      WHERE household_id = current_household() AND person_id = current_person() AND issuer = \(issuer)
    ) AS is_linked
    """
  }

  static func find(_ issuer: String, _ subject: String) -> SQL {
    "SELECT person_id FROM openid_identities WHERE issuer = \(issuer) AND subject = \(subject)"
  }

  /// The condition on a row of `accounts` that the identity is its.
  static func isLinked(_ issuer: String, _ subject: String) -> SQL {
    """
    EXISTS (SELECT FROM openid_identities o
      WHERE o.person_id = accounts.person_id AND o.issuer = \(issuer) AND o.subject = \(subject))
    """
  }

  /// Links an identity with an account whose owner has given the password lately. It changes no row if the identity is
  /// another's, or the account has one.
  static func insert(_ issuer: String, _ subject: String, of account: AccountID, session tokenHash: [UInt8]) -> SQL {
    """
    INSERT INTO openid_identities (household_id, person_id, issuer, subject)
    SELECT \(account.household), \(account.person), \(issuer), \(subject)
    WHERE \(fragment: SessionQueries.isConfirmed(tokenHash))
    ON CONFLICT DO NOTHING
    """
  }

  static func exists(_ issuer: String, of account: AccountID) -> SQL {
    """
    EXISTS (SELECT FROM openid_identities
      WHERE household_id = \(account.household) AND person_id = \(account.person) AND issuer = \(issuer))
    """
  }

  /// Whether the account got it in this transaction, whose time now() is.
  static func isNew(_ issuer: String, of account: AccountID) -> SQL {
    """
    EXISTS (SELECT FROM openid_identities
      WHERE household_id = \(account.household) AND person_id = \(account.person) AND issuer = \(issuer)
        AND created_at = now())
    """
  }

  static func delete(_ issuer: String, of account: AccountID) -> SQL {
    """
    DELETE FROM openid_identities
    WHERE household_id = \(account.household) AND person_id = \(account.person) AND issuer = \(issuer)
    """
  }
}
