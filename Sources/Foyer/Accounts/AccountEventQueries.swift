import Postgres

/// Queries of the accounts' log. Refused sign-ins are not in it: a row for addresses that have an account, and none for
/// others, would tell them apart by the time that the answer takes.
enum AccountEventQueries {
  /// How many entries the page shows.
  static let shown = 100

  /// The visitor's, newest first, by the database's clock: ids have that of the instance that made them.
  static func list() -> SQL {
    """
    SELECT id, kind, detail, address, user_agent, created_at FROM account_events
    WHERE household_id = current_household() AND person_id = current_person()
    ORDER BY created_at DESC, id DESC LIMIT \(shown)
    """
  }

  /// Adds an entry to a person's log: without a session.
  /// - Parameters:
  ///   - detail: what it was done to; shortened to 400 characters.
  ///   - condition: what must hold after the statements before it.
  static func insert(
    _ kind: AccountEvent.Kind, of person: UUID, detail: String = "", by client: Client, if condition: SQL = "true"
  ) -> SQL {
    insert(kind, of: "\(person)", detail, client, condition)
  }

  /// Adds an entry to the visitor's log.
  static func insert(
    _ kind: AccountEvent.Kind, detail: String = "", by client: Client, if condition: SQL = "true"
  ) -> SQL {
    insert(kind, of: "current_person()", detail, client, condition)
  }

  private static func insert(
    _ kind: AccountEvent.Kind, of person: SQL, _ detail: String, _ client: Client, _ condition: SQL
  ) -> SQL {
    """
    INSERT INTO account_events (household_id, person_id, id, kind, detail, address, user_agent)
    SELECT household_id, person_id, \(UUID.v7()), \(kind.rawValue), left(\(detail), 400), \(client.address),
      \(client.userAgent)
    FROM accounts WHERE person_id = \(fragment: person) AND \(fragment: condition)
    """
  }

  /// Entries are kept for 180 days. What another sign-in is deleting is left to it.
  static func deleteOld() -> SQL {
    """
    DELETE FROM account_events WHERE (household_id, person_id, id) IN (
      SELECT household_id, person_id, id FROM account_events
      WHERE created_at < now() - interval '180 days' LIMIT 1000 FOR UPDATE SKIP LOCKED)
    """
  }
}
