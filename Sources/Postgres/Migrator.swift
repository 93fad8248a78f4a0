import EventLoop
import Glibc

/// Brings a database's schema up to date from a folder of files `NNNN_name.sql`, forward only.
///
/// Each file is one transaction, in which an advisory lock keeps other migrators out; it is recorded in
/// `schema_migrations` with the SHA-256 of its bytes. A file may hold any number of statements, but none that PostgreSQL
/// refuses inside a transaction (CREATE INDEX CONCURRENTLY), nor COMMIT.
public struct Migrator: Sendable {
  private let target: Target
  private let timeout: Duration

  /// "foyer" in ASCII.
  private static let lockKey = 0x66_6f79_6572

  /// `timeout` is for each file, waiting for another migrator included.
  public init(url: String, timeout: Duration = .seconds(600)) {
    target = Target(url: url)
    self.timeout = timeout
  }

  /// Applies what is pending and returns the names of what it applied, in order.
  public func migrate(directory: String) async throws(MigrationError) -> [String] {
    try await blocking { () throws(MigrationError) in
      let (session, files) = try open(directory)
      var names: [String] = []
      while let name = try applyNext(of: files, in: session) { names.append(name) }
      return names
    }
  }

  /// The names of what `migrate` would apply. Changes nothing; throws as `migrate` does.
  public func pending(directory: String) async throws(MigrationError) -> [String] {
    try await blocking { () throws(MigrationError) in
      let (session, files) = try open(directory)
      let applied = try talk(nil) { () throws(PostgresError) in
        let table = try session.run(
          "SELECT FROM pg_tables WHERE (schemaname, tablename) = ('public', 'schema_migrations')")
        return table.isEmpty ? [] : try readApplied(session)
      }
      return try pending(files, applied).map(\.name)
    }
  }

  private func open(_ directory: String) throws(MigrationError) -> (Session, [MigrationFile]) {
    var files = try MigrationFile.read(directory)
    let session = try talk(nil) { () throws(PostgresError) in
      let session = try Session(target, deadline: .now() + timeout)
      for index in files.indices {
        let bytes = files[index].bytes
        files[index].sha256 = try session.run("SELECT encode(sha256(\(bytes)), 'hex') AS sha256")[0]["sha256"]
      }
      return session
    }
    return (session, files)
  }

  /// Applies one file and returns its name, or nil when none is pending.
  private func applyNext(of files: [MigrationFile], in session: Session) throws(MigrationError) -> String? {
    session.deadline = .now() + timeout
    let applied = try talk(nil) { () throws(PostgresError) in
      try session.run("BEGIN")
      try session.run("SELECT pg_advisory_xact_lock(\(Self.lockKey))")
      try session.run(
        """
        CREATE TABLE IF NOT EXISTS public.schema_migrations (
          version int PRIMARY KEY, name text NOT NULL, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now()
        )
        """)
      return try readApplied(session)
    }
    // A throw leaves the transaction to the session's end, which rolls it back.
    guard let file = try pending(files, applied).first else {
      _ = try talk(nil) { () throws(PostgresError) in try session.run("COMMIT") }
      return nil
    }
    let script = file.bytes.map { CChar(bitPattern: $0) } + [0]
    let results = try talk(file) { () throws(PostgresError) in try session.run(script: script) }
    guard session.isInTransaction, !results.contains(where: { $0.endsTransaction }) else {
      throw .init("\(file.name): a migration is one transaction and must not end it itself (COMMIT, ROLLBACK)")
    }
    try talk(file) { () throws(PostgresError) in
      try session.run(
        """
        INSERT INTO public.schema_migrations (version, name, sha256)
        VALUES (\(file.version), \(file.name), \(file.sha256))
        """)
      try session.run("COMMIT")
    }
    return file.name
  }

  private func readApplied(_ session: Session) throws(PostgresError) -> [AppliedMigration] {
    var applied: [AppliedMigration] = []
    for row in try session.run("SELECT version, name, sha256 FROM public.schema_migrations ORDER BY version") {
      applied.append(AppliedMigration(version: try row["version"], name: try row["name"], sha256: try row["sha256"]))
    }
    return applied
  }

  /// The files that are not applied yet, after a check that those before them are the ones that were.
  private func pending(
    _ files: [MigrationFile], _ applied: [AppliedMigration]
  ) throws(MigrationError) -> [MigrationFile] {
    for (index, migration) in applied.enumerated() {
      guard index < files.count else {
        throw .init(
          "the database has \(migration.name), which this program does not know: it is newer than the program")
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
      throw .init(file.map { $0.describe(error) } ?? "cannot migrate the database: \(error)")
    }
  }
}

/// Why a database could not be migrated: a sentence for the operator, naming the file.
public struct MigrationError: Error, Sendable, CustomStringConvertible {
  public let description: String
  init(_ description: String) { self.description = description }
}

private struct AppliedMigration {
  let version: Int
  let name: String
  let sha256: String
}

private struct MigrationFile {
  let version: Int
  /// The file's name.
  let name: String
  let bytes: [UInt8]
  var sha256 = ""

  /// The folder's files in order. One whose name is not `NNNN_name.sql` is an error, not a migration that never runs.
  static func read(_ directory: String) throws(MigrationError) -> [MigrationFile] {
    guard let stream = opendir(directory) else { throw .init("cannot read \(directory): \(systemError())") }
    defer { closedir(stream) }
    var files: [MigrationFile] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name.hasSuffix(".sql"), !name.hasPrefix(".") { files.append(try MigrationFile(directory, name)) }
    }
    files.sort { $0.version < $1.version }
    for (file, next) in zip(files, files.dropFirst()) where file.version == next.version {
      throw .init("\(min(file.name, next.name)) and \(max(file.name, next.name)) have the same number")
    }
    return files
  }

  private init(_ directory: String, _ name: String) throws(MigrationError) {
    let digits = name.utf8.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    guard digits.count == 4, name.utf8.dropFirst(4).first == UInt8(ascii: "_"), let version = Int(name.prefix(4)) else {
      throw .init("\(directory)/\(name) is not named NNNN_name.sql")
    }
    guard let bytes = Postgres.bytes("\(directory)/\(name)") else {
      throw .init("cannot read \(directory)/\(name): \(systemError())")
    }
    if bytes.contains(0) { throw .init("\(directory)/\(name) contains U+0000") }
    self.version = version
    self.name = name
    self.bytes = bytes
  }

  /// What PostgreSQL said, and on which line.
  func describe(_ error: PostgresError) -> String {
    guard case .server(let refusal) = error else { return "\(name): \(error)" }
    var line = ""
    if let position = refusal.position {
      let before = String(decoding: bytes, as: UTF8.self).unicodeScalars.prefix(max(0, position - 1))
      line = ":\(before.count { $0 == "\n" } + 1)"
    }
    let details = [refusal.detail, refusal.hint, refusal.context].compactMap { $0 }.map { "\n  \($0)" }.joined()
    return "\(name)\(line): \(refusal.severity) \(refusal.sqlState): \(refusal.message)\(details)"
  }
}
