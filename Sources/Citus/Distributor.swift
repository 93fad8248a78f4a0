import EventLoop
import Postgres

/// Distributes a database over the workers of Citus, in one transaction.
public struct Distributor: Sendable {
  private let url: String

  /// - Parameter url: of the coordinator, for its superuser.
  public init(url: String) { self.url = url }

  /// Why it was not done: a sentence.
  public struct Refused: Error, CustomStringConvertible {
    public let description: String
  }

  /// The numbers of distributed tables and of their shards.
  public struct Summary: Sendable {
    public let tables: Int
    public let shards: Int
    public let workers: Int
  }

  private static let patience = Duration.seconds(12 * 3600)

  /// - Parameter scripts: the folder of `placement.sql`, which runs first, and `distribute.sql`.
  public func distribute(scripts: String) async throws -> Summary {
    let statements = try ["placement", "distribute"].flatMap { name in
      guard let bytes = bytes("\(scripts)/\(name).sql") else {
        throw Refused(description: "\(scripts)/\(name).sql cannot be read.")
      }
      return Self.statements(String(decoding: bytes, as: UTF8.self))
    }
    return try await blocking { () throws(Refused) in
      do throws(PostgresError) {
        let session = try Session(Target(url: url, name: "foyer distribute"), deadline: .now() + Self.patience)
        if let reason = try reason(against: session) { throw PostgresError.unavailable(reason) }
        // One by one: Citus passes the whole text of what it is sent on to the workers.
        for statement in ["BEGIN", "SET LOCAL client_min_messages = error"] + statements + ["COMMIT"] {
          try session.run(script: Array(statement.utf8CString))
        }
        return try Summary(session)
      } catch {
        throw Refused(description: Self.describe(error))
      }
    }
  }

  /// The statements of a script, each of which ends with a semicolon at the end of a line, outside of `$$`.
  static func statements(_ script: String) -> [String] {
    var statements: [String] = []
    var (statement, isQuoted) = ("", false)
    for line in script.split(separator: "\n") where !line.hasPrefix("--") {
      statement += line + "\n"
      if line.matches(of: #/\$\$/#).count % 2 == 1 { isQuoted.toggle() }
      if !isQuoted, line.hasSuffix(";") {
        statements.append(statement)
        statement = ""
      }
    }
    return statements
  }

  /// Why this database cannot be distributed; nil if it can.
  private func reason(against session: Session) throws(PostgresError) -> String? {
    let facts = try session.run(
      """
      SELECT rolsuper AS is_superuser, to_regclass('public.distributed_tables') IS NOT NULL AS is_distributed,
        to_regclass('public.households') IS NOT NULL AS is_migrated,
        (SELECT extversion FROM pg_extension WHERE extname = 'citus') AS citus,
        (SELECT count(*) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name IN ('foyer', 'foyer events')) AS programs
      FROM pg_roles WHERE rolname = current_user
      """)[0]
    if try facts["is_distributed"] { return "The database is distributed already." }
    guard let citus: String = try facts["citus"] else {
      return "The database has no extension citus: docs/scaling.md says how to add it, and workers."
    }
    if !citus.hasPrefix("13.") { return "The database has Citus \(citus): this program knows Citus 13." }
    if try !facts["is_superuser"] {
      return "This takes the superuser: run `foyer distribute` once with the superuser's DATABASE_URL."
    }
    if try !facts["is_migrated"] { return "The database has no tables yet: run `foyer migrate` before." }
    if try facts["programs"] as Int > 0 { return "A program uses the database: stop it before." }
    let nodes = try session.run(
      """
      SELECT citus_is_coordinator() AS is_coordinator,
        (SELECT count(*) FROM pg_dist_node WHERE groupid <> 0 AND isactive AND shouldhaveshards) AS workers
      """)[0]
    if try nodes["workers"] as Int == 0 {
      return "The coordinator has no worker: SELECT citus_add_node('worker', 5432) adds one."
    }
    if try !nodes["is_coordinator"] { return "This server is a worker: DATABASE_URL must lead to the coordinator." }
    // PostgreSQL replicates into no table with row level security, and Citus loses what is written while it moves a
    // shard so.
    let logical = try session.run(
      """
      SELECT nodeport FROM run_command_on_all_nodes('SHOW wal_level') AS answer JOIN pg_dist_node USING (nodeid)
      WHERE answer.result = 'logical' LIMIT 1
      """)
    if !logical.isEmpty {
      return "A server of the cluster has wal_level = logical: set it to replica (docs/scaling.md)."
    }
    return nil
  }

  private static func describe(_ error: PostgresError) -> String {
    guard case .server(let refusal) = error else {
      if case .unavailable(let reason) = error { return reason }
      return "\(error)"
    }
    let details = [refusal.hint, refusal.context].compactMap { $0 }.map { "\n  \($0)" }.joined()
    return "Nothing was changed. \(refusal)\(details)"
  }
}

extension Distributor.Summary {
  fileprivate init(_ session: Session) throws(PostgresError) {
    let row = try session.run(
      """
      SELECT (SELECT count(*) FROM distributed_tables) AS tables, (SELECT count(DISTINCT lowest) FROM starters) AS shards,
        (SELECT count(*) FROM pg_dist_node WHERE groupid <> 0 AND isactive AND shouldhaveshards) AS workers
      """)[0]
    (tables, shards, workers) = (try row["tables"], try row["shards"], try row["workers"])
  }
}
