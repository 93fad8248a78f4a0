import EventLoop

/// Brings a database's schema up to date from a folder of files `NNNN_name.sql`, forward only.
///
/// Each file is one transaction and may hold any number of statements except COMMIT; it is recorded in
/// `schema_migrations` with the SHA-256 of its bytes. An advisory lock excludes other migrators. The owner of the
/// tables sees every row while a file runs, even where row level security is forced, also by the file itself; to this end a file
/// that reads or writes rows locks all these tables. One that does not locks only what it names, for instances go on to serve beside it.
///
/// The first two lines of a file may declare something about it:
///
/// - `-- outside a transaction`: it is run statement by statement, as CREATE INDEX CONCURRENTLY needs. Each statement
///   ends with a semicolon at the end of a line. If one fails, those before it stay applied, so the file must be safe to
///   run again.
/// - `-- compatible with programs from NNNN on`: programs that know the migration NNNN, but not this one, go on to run,
///   so that instances can be upgraded one after the other. Every other program refuses a migration that it does not
///   know.
public struct Migrator: Sendable {
  private let target: Target
  private let timeout: Duration
  private let lockTimeout: Duration
  private let gate: String

  /// Attempts at a file whose tables other sessions have locked.
  private static let attempts = 20

  /// - Parameters:
  ///   - timeout: for each file, waiting for another migrator included.
  ///   - lockTimeout: how long a statement waits for a lock on a table; then the file is rolled back and retried. Later
  /// statements on the table queue behind it, so it is less than the 4 seconds of a page. It is also less than
  /// deadlock_timeout (1 s): the migration, and no request, gives up when each has what the other waits for.
  ///   - gate: the table that most transactions read first. When all tables are locked it comes first: those that come
  /// later wait there, and have locked nothing.
  public init(
    url: String, timeout: Duration = .seconds(600), lockTimeout: Duration = .milliseconds(500), gate: String = ""
  ) {
    target = Target(url: url)
    self.timeout = timeout
    self.lockTimeout = lockTimeout
    self.gate = gate
  }

  /// Applies pending files and returns their names in order. A cancelled task ends it within a second.
  public func migrate(directory: String) async throws(MigrationError) -> [String] {
    try await cancellable { interruption throws(MigrationError) in
      let (session, files) = try open(directory, interruption)
      var pending = try pending(files, in: session)
      // Without the rights to migrate, it can still find that nothing is pending.
      if pending.isEmpty { return [] }
      try refuseIfDistributed(session)
      try lock(session)
      var names: [String] = []
      // Checked again: another migrator may have applied files meanwhile.
      pending = try self.pending(files, in: session)
      if !pending.isEmpty { try prepareRecords(session) }
      for file in pending {
        session.deadline = .now() + timeout
        try apply(file, in: session)
        names.append(file.name)
      }
      return names
    }
  }

  /// The names of the files that `migrate` would apply. Changes nothing; throws as `migrate` does.
  public func pending(directory: String) async throws(MigrationError) -> [String] {
    try await cancellable { interruption throws(MigrationError) in
      let (session, files) = try open(directory, interruption)
      return try pending(files, in: session).map(\.name)
    }
  }

  private func open(
    _ directory: String, _ interruption: Interruption
  ) throws(MigrationError) -> (Session, [MigrationFile]) {
    let files = try MigrationFile.read(directory)
    let session = try talk(nil) { () throws(PostgresError) in
      let session = try Session(target, deadline: .now() + timeout, interruption: interruption)
      // If this process stops waiting, the server cancels as well instead of keeping its locks.
      try session.run("SELECT set_config('client_connection_check_interval', '500ms', false)")
      return session
    }
    return (session, files)
  }

  /// A migration changes tables that are whole.
  private func refuseIfDistributed(_ session: Session) throws(MigrationError) {
    let row = try talk(nil) { () throws(PostgresError) in
      try session.run("SELECT to_regclass('public.distributed_tables') IS NOT NULL AS is_distributed")
    }
    if try talk(nil, { () throws(PostgresError) in try row[0]["is_distributed"] }) {
      throw .init(
        "The database is distributed, and this program's migrations are for one that is not: run the version that distributed it."
      )
    }
  }

  /// Waits for the advisory lock, which is held until the session ends. Polls: a session that waits inside a statement
  /// has a snapshot, whose end CREATE INDEX CONCURRENTLY would wait for.
  private func lock(_ session: Session) throws(MigrationError) {
    try talk(nil) { () throws(PostgresError) in
      let lock: SQL = "SELECT \(fragment: AdvisoryLock.Database.migration.isTakenBySession) AS got"
      while try !session.run(lock)[0]["got"] {
        try session.pause(.milliseconds(100))
      }
    }
  }

  private func prepareRecords(_ session: Session) throws(MigrationError) {
    try talk(nil) { () throws(PostgresError) in
      if try session.run("SELECT FROM pg_tables WHERE (schemaname, tablename) = ('public', 'schema_migrations')")
        .isEmpty
      {
        try session.run(
          """
          CREATE TABLE public.schema_migrations (
            version int PRIMARY KEY, name text NOT NULL, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now()
          )
          """)
      }
      // Earlier versions have made the table without it.
      if try session.run(
        """
        SELECT FROM pg_attribute
        WHERE attrelid = 'public.schema_migrations'::regclass AND attname = 'compatible_from' AND NOT attisdropped
        """
      ).isEmpty {
        try session.run("ALTER TABLE public.schema_migrations ADD COLUMN compatible_from int")
      }
    }
  }

  private func apply(_ file: MigrationFile, in session: Session) throws(MigrationError) {
    var liftsRowSecurity = false
    for attempt in 1... {
      var isWhole = true
      do throws(PostgresError) {
        if let statements = file.statementsOutsideTransaction {
          // A cancelled CREATE INDEX CONCURRENTLY leaves an invalid index: only the file's own deadline applies.
          try session.run("SELECT set_config('lock_timeout', '0', false)")
          for statement in statements { try session.run(script: statement) }
          try record(file, in: session)
        } else {
          isWhole = try applyInTransaction(file, liftsRowSecurity, in: session)
        }
      } catch {
        // Row level security would hide rows from it (42501 insufficient_privilege): it needs them all.
        if session.isInTransaction, !liftsRowSecurity, case .server(let refusal) = error, refusal.sqlState == "42501" {
          liftsRowSecurity = true
          _ = try talk(file) { () throws(PostgresError) in try session.run("ROLLBACK") }
          continue
        }
        // Locked tables (55P03 lock_not_available, 40P01 deadlock_detected) are retried.
        guard case .server(let refusal) = error, ["55P03", "40P01"].contains(refusal.sqlState), attempt < Self.attempts
        else { return try talk(file) { () throws(PostgresError) in throw error } }
        try talk(file) { () throws(PostgresError) in
          if session.isInTransaction { try session.run("ROLLBACK") }
          try session.pause(.seconds(1))
        }
        continue
      }
      if isWhole { return }
      throw .init("\(file.name): a migration is one transaction and must not end it itself (COMMIT, ROLLBACK)")
    }
  }

  /// False if the file has ended its transaction: what it did before stays applied.
  private func applyInTransaction(
    _ file: MigrationFile, _ liftsRowSecurity: Bool, in session: Session
  ) throws(PostgresError) -> Bool {
    try session.run("BEGIN")
    try session.run("SELECT set_config('lock_timeout', \("\(lockTimeout.nanoseconds / 1_000_000)ms"), true)")
    var lifted: [String] = []
    if liftsRowSecurity {
      lifted = try liftRowSecurity(in: session)
    } else {
      // A statement from which a policy would hide rows is an error.
      try session.run("SELECT set_config('row_security', 'off', true)")
    }
    // Of the tables that the file makes, too, the owner writes rows before they are guarded from the owner.
    let (script, forced) = liftsRowSecurity ? file.unforced : (file.script, [])
    let results = try session.run(script: script)
    guard session.isInTransaction, !results.contains(where: { $0.endsTransaction }) else { return false }
    if !lifted.isEmpty || !forced.isEmpty { try forceRowSecurity(on: lifted, in: session) }
    for statement in forced { try session.run(script: Array(statement.utf8CString)) }
    try record(file, in: session)
    try session.run("COMMIT")
    return true
  }

  private func record(_ file: MigrationFile, in session: Session) throws(PostgresError) {
    try session.run(
      """
      INSERT INTO public.schema_migrations (version, name, sha256, compatible_from)
      VALUES (\(file.version), \(file.name), \(file.sha256), \(optional: file.compatibleFrom))
      """)
  }

  /// Lets the owner see every row of its tables until the transaction ends: with FORCE, an UPDATE by an owner who is no
  /// superuser silently changes nothing. Returns the ids of the tables, for `forceRowSecurity`.
  private func liftRowSecurity(in session: Session) throws(PostgresError) -> [String] {
    let tables = try session.run(
      """
      SELECT oid::text AS id, oid::regclass::text AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relforcerowsecurity
        AND pg_has_role(relowner, 'USAGE')
        AND NOT (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user)
      ORDER BY relname <> \(gate), relname
      """)
    for table in tables {
      let name: String = try table["name"]
      try session.run(script: Array("ALTER TABLE \(name) NO FORCE ROW LEVEL SECURITY".utf8CString))
    }
    return try tables.map { row throws(PostgresError) in try row["id"] }
  }

  private func forceRowSecurity(on tables: [String], in session: Session) throws(PostgresError) {
    // A table with a deferred check that has not run yet cannot be altered.
    try session.run("SET CONSTRAINTS ALL IMMEDIATE")
    let names = try session.run(
      """
      SELECT oid::regclass::text AS name FROM pg_class
      WHERE oid::text = ANY (string_to_array(\(tables.joined(separator: ",")), ',')) ORDER BY relname
      """)
    for row in names {
      let name: String = try row["name"]
      try session.run(script: Array("ALTER TABLE \(name) FORCE ROW LEVEL SECURITY".utf8CString))
    }
  }

  private func pending(_ files: [MigrationFile], in session: Session) throws(MigrationError) -> [MigrationFile] {
    let applied = try talk(nil) { () throws(PostgresError) in
      let table = try session.run(
        "SELECT FROM pg_tables WHERE (schemaname, tablename) = ('public', 'schema_migrations')")
      return table.isEmpty ? [] : try readApplied(session)
    }
    return try pending(files, applied)
  }

  private func readApplied(_ session: Session) throws(PostgresError) -> [AppliedMigration] {
    var applied: [AppliedMigration] = []
    // The column may be missing: an earlier version has made the table, and nothing may be changed yet.
    for row in try session.run(
      """
      SELECT version, name, sha256, (to_jsonb(m) ->> 'compatible_from')::int AS compatible_from
      FROM public.schema_migrations AS m ORDER BY version
      """)
    {
      applied.append(
        AppliedMigration(
          version: try row["version"], name: try row["name"], sha256: try row["sha256"],
          compatibleFrom: try row["compatible_from"]))
    }
    return applied
  }

  /// The pending files, after a check that the applied ones are unchanged, and that those which the program does not know
  /// are compatible with it.
  private func pending(
    _ files: [MigrationFile], _ applied: [AppliedMigration]
  ) throws(MigrationError) -> [MigrationFile] {
    for (index, migration) in applied.enumerated() {
      guard index < files.count else {
        guard let from = migration.compatibleFrom, from <= files.last?.version ?? 0 else {
          throw .init(
            "the database has \(migration.name), which this program does not know: it is newer than the program")
        }
        continue
      }
      let file = files[index]
      guard file.version == migration.version else {
        let first = min(file.version, migration.version)
        throw first == file.version
          ? .init("\(file.name) comes before \(migration.name), which was applied already: give it the next number")
          : .init("\(migration.name) was applied, but its file is missing")
      }
      guard file.sha256 == migration.sha256 else {
        throw .init("\(file.name) was changed after it was applied: undo that, and put the change into a new file")
      }
    }
    return Array(files.dropFirst(applied.count))
  }

  private func talk<Value>(
    _ file: MigrationFile?, _ body: () throws(PostgresError) -> Value
  ) throws(MigrationError) -> Value {
    do throws(PostgresError) {
      return try body()
    } catch {
      var hint = ""
      if case .server(let refusal) = error, refusal.sqlState == "42501" {
        hint = "\n  This takes the owner of the tables: run `foyer migrate` once with the owner's DATABASE_URL."
      } else if case .server(let refusal) = error, refusal.sqlState == "25006" {
        hint = "\n  The database can only be read, as a standby: its primary has to be migrated first."
      }
      throw .init((file.map { $0.describe(error) } ?? "cannot migrate the database: \(error)") + hint)
    }
  }
}

/// Why the migration failed: a sentence for the operator that names the file.
public struct MigrationError: Error, Sendable, CustomStringConvertible {
  public let description: String
  init(_ description: String) { self.description = description }
}

private struct AppliedMigration {
  let version: Int
  let name: String
  let sha256: String
  let compatibleFrom: Int?
}
