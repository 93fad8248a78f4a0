import EventLoop
import Glibc
import Processes

extension Backup {
  /// Restores a backup into the database, which must be empty: all of it in one transaction, which ends well only if
  /// every table is as the manifest says. Then applies the migrations that the backup has not had.
  /// - Parameter migrations: the folder with the program's migrations.
  /// - Returns: the backup's manifest, and the migrations applied.
  public func restore(
    _ path: String, migrations: String
  ) async throws -> (manifest: BackupManifest, applied: [String]) {
    let manifest = try await cancellable { interruption throws(BackupError) in
      signal(SIGPIPE, SIG_IGN)
      return try restore(path, migrations, interruption)
    }
    return (manifest, try await Migrator(url: url).migrate(directory: migrations))
  }

  private func restore(
    _ path: String, _ migrations: String, _ interruption: Interruption
  ) throws(BackupError) -> BackupManifest {
    let reader = try BackupReader(path)
    try check(reader.manifest, path, migrations)
    try reader.verify()
    let version = try checkTarget(reader.manifest, interruption)
    let programs = try BackupPrograms(url: url, version: version, settings: "-c row_security=on", in: self.programs)
    let list = try contents(of: reader, programs, interruption)
    let (script, errors) = (try ProgramPipe(), try ErrorFile())
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(nowhere) }
    let database = try programs.connect(
      "psql", ["--no-psqlrc", "--quiet", "--no-password", "--set=ON_ERROR_STOP=1", "--file=-"],
      input: script.reading, output: nowhere, errors: errors)
    script.closeReading()
    var failure: BackupError?
    do throws(BackupError) {
      try send(BackupScript.before, to: script)
      try replay(["pre-data", "data"], reader, list, programs, to: script, interruption)
      try send(BackupScript.remake(reader.manifest.derived), to: script)
      try replay(["post-data"], reader, list, programs, to: script, interruption)
      try send(BackupScript.after(reader.manifest), to: script)
    } catch {
      // Without its end the transaction is rolled back. What psql says of it is the reason, if it says something.
      failure = error
    }
    script.closeWriting()
    let status = database.wait()
    if status != 0 || failure != nil {
      throw Self.explained(errors.sentence(otherwise: failure?.description ?? "psql ended with status \(status)."))
    }
    return reader.manifest
  }

  /// Refuses what a newer program has made.
  private func check(_ manifest: BackupManifest, _ path: String, _ migrations: String) throws(BackupError) {
    let newest: Int
    do throws(MigrationError) {
      newest = try MigrationFile.read(migrations).last?.version ?? 0
    } catch {
      throw .init("\(error)")
    }
    guard manifest.schema <= newest, !BackupManifest.isLater(manifest.program, than: program) else {
      throw .init(
        "\(path) was made by Foyer \(manifest.program) with schema \(manifest.schema), which is newer than this "
          + "program (\(program), schema \(newest)): install that version or a later one.")
    }
  }

  /// The version of the server, once it is clear that the backup may go there.
  private func checkTarget(_ manifest: BackupManifest, _ interruption: Interruption) throws(BackupError) -> Int {
    let (version, isEmpty) = try talk { () throws(PostgresError) -> (Int, Bool) in
      let session = try Session(Target(url: url), deadline: .now() + .seconds(60), interruption: interruption)
      let emptiness = try session.run(script: Array(BackupScript.emptiness.utf8CString))
      let version = try session.run("SELECT current_setting('server_version_num')::int AS version")
      return (try version[0]["version"], try emptiness[0][0]["is_empty"])
    }
    guard isEmpty else { throw Self.notEmpty }
    guard version / 10_000 >= manifest.postgres / 10_000 else {
      throw .init(
        "The backup was made with PostgreSQL \(manifest.postgres / 10_000), but the server is \(version / 10_000): "
          + "restore it into the same version or a later one.")
    }
    return version
  }

  private static let notEmpty = BackupError(
    "The database is not empty: a backup is restored into an empty one. Nothing was changed.")

  /// A message of psql as a sentence for the operator: `psql:<stdin>:17: ERROR:  …` without its beginning.
  private static func explained(_ message: String) -> BackupError {
    if message.contains("the database is not empty") { return notEmpty }
    let parts = message.split(separator: "ERROR:", maxSplits: 1)
    let reason = parts.count == 2 ? String(parts[1].drop { $0 == " " }) : message
    let hint =
      reason.contains("permission denied to create role")
      ? " “Your own PostgreSQL” in docs/operating.md has the statements that make the roles." : ""
    return .init("Nothing was restored: \(reason)\(hint)")
  }

  /// The path of a list of what is restored: everything but the policies of backups, which name the owner of the tables
  /// where the backup was made.
  private func contents(
    of reader: BackupReader, _ programs: BackupPrograms, _ interruption: Interruption
  ) throws(BackupError) -> ErrorFile {
    var text: [UInt8] = []
    try run(["--list"], reader, programs, interruption) { bytes throws(BackupError) in text += bytes }
    let list = try ErrorFile()
    let kept = text.split(separator: UInt8(ascii: "\n")).filter { line in
      // `3929; 3256 17150 POLICY public items backup foyer_owner`
      let words = line.split(separator: UInt8(ascii: " "))
      return words.count < 7 || !words[3].elementsEqual("POLICY".utf8) || !words[6].elementsEqual("backup".utf8)
    }
    let bytes = Array(kept.joined(separator: [UInt8(ascii: "\n")])) + [UInt8(ascii: "\n")]
    guard write(list.descriptor, bytes, bytes.count) == bytes.count else {
      throw .init("Cannot write a list of the backup's contents: \(systemError()).")
    }
    return list
  }

  /// Passes sections of the dump on as a script: tables and functions, rows, and what guards and finds rows.
  private func replay(
    _ sections: [String], _ reader: BackupReader, _ list: ErrorFile, _ programs: BackupPrograms, to script: ProgramPipe,
    _ interruption: Interruption
  ) throws(BackupError) {
    let arguments =
      [
        "--file=-", "--no-owner", "--no-comments", "--use-list=/proc/\(getpid())/fd/\(list.descriptor)",
      ] + sections.map { "--section=\($0)" }
    try run(arguments, reader, programs, interruption) { bytes throws(BackupError) in
      guard script.write(bytes) else { throw .init("psql ended before the end of the dump.") }
    }
  }

  /// Runs pg_restore on the dump, without a connection.
  private func run(
    _ arguments: [String], _ reader: BackupReader, _ programs: BackupPrograms, _ interruption: Interruption,
    _ body: (UnsafeRawBufferPointer) throws(BackupError) -> Void
  ) throws(BackupError) {
    let (pipe, errors) = (try ProgramPipe(), try ErrorFile())
    let dump = try reader.dump()
    defer { close(dump) }
    let child = try programs.start("pg_restore", arguments, input: dump, output: pipe.writing, errors: errors)
    pipe.closeWriting()
    try pipe.read(interruption, body)
    let status = child.wait()
    guard status == 0 else {
      throw .init(errors.sentence(otherwise: "pg_restore ended with status \(status)."))
    }
  }

  private func send(_ text: String, to script: ProgramPipe) throws(BackupError) {
    var text = text
    guard text.withUTF8({ script.write(UnsafeRawBufferPointer($0)) }) else {
      throw .init("psql ended before the end of the dump.")
    }
  }
}
