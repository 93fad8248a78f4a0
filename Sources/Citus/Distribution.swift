import EventLoop
public import Postgres

/// A database whose tenants' tables are shards on the workers of Citus (`foyer distribute`), and what the program's
/// statements are there.
///
/// Citus finds the shard of a statement while it plans, by a constant. `planned_household()` is one at that moment, because
/// it is declared IMMUTABLE; so nothing is prepared there. Workers evaluate `now()` themselves, so
/// the transaction's time is passed in as `planned_now()`.
public struct Distribution: Sendable {
  /// The tables on the workers.
  let tables: Set<String>
  /// The tables on the coordinator that have a copy there, `mirrored_` and their name.
  private let mirrored: Set<Substring>

  init(tables: Set<String>) {
    self.tables = tables
    mirrored = Set(tables.filter { $0.hasPrefix("mirrored_") }.map { $0.dropFirst(9) })
  }

  init(_ session: Session) throws(PostgresError) {
    var tables: Set<String> = []
    for row in try session.run("SELECT name FROM distributed_tables UNION ALL SELECT 'mirrored_stay_requests'") {
      tables.insert(try row["name"])
    }
    self.init(tables: tables)
  }

  /// The words of the distributed database of a URL, which is asked for its tables.
  public static func dialect(url: String) async throws(PostgresError) -> Dialect {
    let distribution = try await blocking { () throws(PostgresError) in
      try Distribution(try Session(Target(url: url), deadline: .now() + .seconds(10)))
    }
    return Dialect(translate: { distribution.text($0) }, read: { read($0) })
  }

  /// How the messages begin, or all that there is, with which Citus passes on that a worker has gone in the middle of a
  /// transaction: its own (`remote_transaction.c`, `placement_connection.c`), and those of libpq, which has no SQLSTATE.
  private static let gone = [
    "failure on connection marked as essential", "could not commit transaction for shard",
    "failed to prepare transaction", "server closed the connection", "no connection to the server",
    "connection not open", "could not receive data from server", "could not send data to server",
    "SSL connection has been closed", "SSL SYSCALL error", "SSL error",
  ]

  /// An error as one server would report it: with the constraint, and of class 08 when a worker has gone in the middle of a
  /// transaction, which Citus reports as an internal error (`ReportResultError` in its `remote_commands.c`).
  static func read(_ error: ServerError) -> ServerError {
    var error = error
    error.constraint = constraint(error.constraint, error.message)
    if error.sqlState == "XX000", error.message.isEmpty || gone.contains(where: { error.message.hasPrefix($0) }) {
      error.sqlState = "08006"
    }
    return error
  }

  /// The constraint that a worker's message names, without the number of the shard: Citus passes on no more than the message.
  static func constraint(_ name: String?, _ message: String) -> String? {
    let name = name ?? message.firstMatch(of: #/constraint "([^"]+)"/#).map { String($0.1) }
    return name?.replacing(#/_[0-9]+$/#, with: "")
  }

  /// A statement's text.
  func text(_ text: String) -> String { OwnStatement.text(for: text) ?? translated(text) }

  /// A statement of tables on the coordinator alone stays as it is.
  func translated(_ text: String) -> String {
    let words = text.matches(of: #/\w+/#).lazy.map { String($0.output) }
    guard words.contains(where: { tables.contains($0) }) else { return text }
    return
      text
      // No setting reaches the policy there: the texts of the household are read.
      .replacing(#/FROM items_with\(ARRAY\(SELECT word FROM term\), (\d+)\) AS item_id/#) {
        "FROM item_texts t WHERE t.household_id = current_household() AND EXISTS (SELECT FROM term) AND NOT EXISTS "
          + "(SELECT FROM term WHERE strpos(t.shown, term.word) = 0 AND strpos(t.further, ' ' || term.word) = 0) LIMIT \($0.1)"
      }
      .replacing("(SELECT current_household())", with: "planned_household()")
      .replacing("current_household()", with: "planned_household()")
      .replacing("starter_household()", with: "planned_starter()")
      .replacing("current_person()", with: "planned_person()")
      .replacing(#/\bnow\(\)/#, with: "planned_now()")
      // The shard is one, whichever side of the OR holds: IS TRUE has Citus look at IN alone.
      .replacing(#/\((\w+)\.household_id = planned_household\(\) OR /#) {
        "\($0.1).household_id IN (planned_household(), planned_starter()) AND ((\($0.1).household_id = planned_household()) IS TRUE OR "
      }
      // Each table has to be of that shard by itself, and not by a join.
      .replacing(#/((?:\w+\.)?household_id) = \w+\.household_id/#) {
        "(\($0.0) AND \($0.1) IN (planned_household(), planned_starter()))"
      }
      // The mirrors of what is on the coordinator.
      .replacing(#/\b(FROM|JOIN) (\w+)\b( [a-z])?/#) { match in
        guard mirrored.contains(match.2) else { return String(match.0) }
        return "\(match.1) mirrored_\(match.2)" + (match.3.map(String.init) ?? " AS \(match.2)")
      }
  }
}
