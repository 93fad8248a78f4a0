import Postgres

/// Queries of the tables that identify people across households; run without a session.
enum AccountQueries {
  static func find(email: String) -> SQL {
    "SELECT household_id, person_id, password FROM accounts WHERE lower(email) = lower(\(email))"
  }

  /// A household of one (further people join by invitation), the person, and the account. The returned statement has its row.
  static func insert(_ account: SignUp, _ household: UUID, _ householdName: String, in batch: inout Batch) -> Batch.Key
  {
    let (person, timeZone) = (account.person, account.timeZone ?? "UTC")
    let householdName = String(householdName.unicodeScalars.prefix(10_000))
    batch.add([
      "INSERT INTO households (id, name, time_zone) VALUES (\(household), \(householdName), \(timeZone))",
      """
      INSERT INTO people (household_id, id, name, time_zone, seen_language)
      VALUES (\(household), \(person), \(account.name), \(timeZone), \(optional: account.language?.rawValue))
      """,
    ])
    return batch.add(
      """
      INSERT INTO accounts (household_id, person_id, email, password)
      VALUES (\(household), \(person), \(account.email), \(account.password)) RETURNING household_id
      """)
  }

  /// The hash of a person's password.
  static func password(of person: UUID) -> SQL {
    "SELECT password FROM accounts WHERE person_id = \(person)"
  }

  static func update(person: UUID, email: String) -> SQL {
    "UPDATE accounts SET email = \(email), verified_at = NULL WHERE person_id = \(person)"
  }

  static func list() -> SQL {
    """
    SELECT a.email, p.name, to_char(a.created_at, 'YYYY-MM-DD') AS created_on, a.household_id, a.is_admin
    FROM accounts a JOIN people p ON p.household_id = a.household_id AND p.id = a.person_id
    ORDER BY a.created_at, a.email
    """
  }

  /// Replaces the hash that was checked; changes no row if the hash has changed since.
  static func update(person: UUID, password: String, checked hash: String) -> SQL {
    "UPDATE accounts SET password = \(password) WHERE person_id = \(person) AND password = \(hash)"
  }

  /// Stores another hash.
  static func update(person: UUID, password: String) -> SQL {
    "UPDATE accounts SET password = \(password) WHERE person_id = \(person)"
  }

  /// Makes an account an operator's, or no longer so.
  static func update(email: String, isAdmin: Bool) -> SQL {
    "UPDATE accounts SET is_admin = \(isAdmin) WHERE lower(email) = lower(\(email))"
  }
}
