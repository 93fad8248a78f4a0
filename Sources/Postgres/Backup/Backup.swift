import EventLoop
import Glibc
import Processes

/// Backs up a database of the app into one file, while it is in use, and restores it into an empty one.
///
/// The file is a tar archive of `foyer.dump`, which pg_dump has written in its custom format, and `manifest`
/// (`BackupManifest`). Both are of one snapshot.
///
/// Row level security is forced on the owner of the tables, whose pg_dump would be refused. So each table has a policy
/// `backup` that lets its owner read it whole while the setting `foyer.backup` is on. Tables that lack it get it before
/// the first backup after they were made. It gives the owner nothing new, who may lift row level security at any time,
/// and no other role anything.
public struct Backup: Sendable {
  let url: String
  let program: String
  let programs: String?

  /// How long a backup or a restoration may take.
  static let patience = Duration.seconds(12 * 3600)
  /// How long a statement waits for a lock on a table, in milliseconds: later statements on it queue behind it.
  private static let lockTimeout = "2000"
  /// Attempts at a table that other sessions have locked.
  private static let attempts = 10

  /// - Parameters:
  ///   - url: a libpq URL with the rights of the tables' owner.
  ///   - program: this program's version.
  ///   - programs: where PostgreSQL's programs are looked for first; nil for nowhere in particular.
  public init(url: String, program: String, programs: String? = nil) {
    self.url = url
    self.programs = programs
    self.program = program
  }

  /// Makes a backup. The file must not exist; if there is an error, there is none afterwards either.
  public func make(_ path: String) async throws(BackupError) -> BackupManifest {
    try await cancellable { interruption throws(BackupError) in
      // A partial file would be left if these signals ended the program.
      signal(SIGPIPE, SIG_IGN)
      signal(SIGXFSZ, SIG_IGN)
      return try make(path, interruption)
    }
  }

  private func make(_ path: String, _ interruption: Interruption) throws(BackupError) -> BackupManifest {
    let writer = try BackupWriter(path)
    let session = try talk { () throws(PostgresError) in
      try Session(Target(url: url), deadline: .now() + Self.patience, interruption: interruption)
    }
    let facts = try talk { () throws(PostgresError) in
      try session.run("SELECT to_regclass('public.distributed_tables') IS NOT NULL AS is_distributed")[0]
    }
    if try talk({ () throws(PostgresError) in try facts["is_distributed"] }) {
      throw .init(
        "The database is distributed: one file cannot hold its servers at one moment. docs/scaling.md says how they are backed up."
      )
    }
    try makeReadable(session)
    var manifest = try beginSnapshot(session)
    let programs = try BackupPrograms(
      url: url, version: manifest.postgres, settings: BackupScript.setting, in: self.programs)
    manifest.derived = try talk { () throws(PostgresError) in
      try session.run(BackupScript.derived).map { row throws(PostgresError) in try row["name"] }
    }
    try dump(try snapshot(session), without: manifest.derived, programs, to: writer, interruption)
    manifest.tables = try talk { () throws(PostgresError) in
      try session.run(BackupScript.tables).map { row throws(PostgresError) in
        BackupManifest.Table(name: try row["name"], rows: try row["rows"], checksum: try row["checksum"])
      }
    }
    return try writer.finish { bytes, sha256 in
      (manifest.bytes, manifest.sha256) = (bytes, sha256)
      return manifest
    }
  }

  /// Gives each table the policy that lets its owner read it.
  private func makeReadable(_ session: Session) throws(BackupError) {
    let foreign = try talk { () throws(PostgresError) in try session.run(BackupScript.foreign) }
    if !foreign.isEmpty {
      throw .init("This takes the owner of the tables: run `foyer backup` with the owner's DATABASE_URL.")
    }
    let tables = try talk { () throws(PostgresError) in
      try session.run("SELECT set_config('lock_timeout', \(Self.lockTimeout), false)")
      return try session.run(BackupScript.unreadable)
    }
    for table in tables {
      let statement = try talk { () throws(PostgresError) in
        BackupScript.policy(on: try table["name"], replacing: try table["is_outdated"])
      }
      for attempt in 1... {
        do throws(PostgresError) {
          try session.run(script: Array(statement.utf8CString))
          break
        } catch {
          // 55P03 lock_not_available, 40P01 deadlock_detected.
          guard case .server(let refusal) = error, ["55P03", "40P01"].contains(refusal.sqlState),
            attempt < Self.attempts
          else { return try talk { () throws(PostgresError) in throw error } }
          try talk { () throws(PostgresError) in try session.pause(.seconds(1)) }
        }
      }
    }
  }

  /// Begins the transaction whose snapshot is backed up, and says what it holds but for the tables and the dump.
  private func beginSnapshot(_ session: Session) throws(BackupError) -> BackupManifest {
    try talk { () throws(PostgresError) in
      _ = try session.run(
        script: Array(
          """
          BEGIN ISOLATION LEVEL REPEATABLE READ;
          SET LOCAL statement_timeout = 0;
          SET LOCAL idle_in_transaction_session_timeout = 0;
          \(BackupScript.checksum)
          """.utf8CString))
    }
    guard
      try talk({ () throws(PostgresError) in
        try session.run("SELECT \(fragment: AdvisoryLock.Database.backup.isTaken) AS got")[0]["got"]
      })
    else { throw .init("Another backup of this database is being made.", isBusy: true) }
    guard
      try talk({ () throws(PostgresError) in
        try session.run("SELECT to_regclass('public.schema_migrations') IS NOT NULL AS is_there")[0]["is_there"]
      })
    else { throw .init("There is nothing to back up: the database has no tables of Foyer.") }
    if let table = try talk({ () throws(PostgresError) in try session.run(BackupScript.hidden) }).first {
      let name: String = try talk { () throws(PostgresError) in try table["name"] }
      throw .init("Row level security hides rows of the table \(name) from its owner: a backup would lack them.")
    }
    return try talk { () throws(PostgresError) in
      let facts = try session.run(
        """
        SELECT (SELECT max(version) FROM public.schema_migrations) AS schema,
          current_setting('server_version_num')::int AS postgres,
          to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS made
        """)[0]
      return BackupManifest(
        program: program, schema: try facts["schema"], postgres: try facts["postgres"], made: try facts["made"],
        bytes: 0, sha256: "", tables: [])
    }
  }

  private func snapshot(_ session: Session) throws(BackupError) -> String {
    try talk { () throws(PostgresError) in try session.run("SELECT pg_export_snapshot() AS name")[0]["name"] }
  }

  /// Writes what pg_dump says of the snapshot, without the rows of some tables. Into a pipe, so that nothing it writes depends on its place in the file.
  private func dump(
    _ snapshot: String, without derived: [String], _ programs: BackupPrograms, to writer: BackupWriter,
    _ interruption: Interruption
  ) throws(BackupError) {
    let (pipe, errors) = (try ProgramPipe(), try ErrorFile())
    let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(input) }
    let child = try programs.connect(
      "pg_dump",
      [
        "--format=custom", "--enable-row-security", "--no-password", "--lock-wait-timeout=60s",
        "--snapshot=\(snapshot)",
      ] + (derived + BackupScript.passing).map { "--exclude-table-data=public.\($0)" },
      input: input, output: pipe.writing, errors: errors)
    pipe.closeWriting()
    try pipe.read(interruption) { bytes throws(BackupError) in try writer.append(bytes) }
    let status = child.wait()
    guard status == 0 else {
      throw .init(errors.sentence(otherwise: "pg_dump ended with status \(status)."))
    }
  }

  func talk<Value>(_ body: () throws(PostgresError) -> Value) throws(BackupError) -> Value {
    do throws(PostgresError) {
      return try body()
    } catch {
      if case .closed = error { throw .init("It was interrupted.") }
      throw .init("\(error)")
    }
  }
}
