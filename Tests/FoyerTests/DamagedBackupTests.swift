import EventLoop
import Glibc
import Processes
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// Files that are no backups, and what may happen in the middle of backing up and restoring.
  @Suite struct DamagedBackups {
    // MARK: Files that are none

    @Test func `A file that was cut short or changed is refused, and nothing is restored`() async throws {
      let whole = try await Household.file()
      let target = try await Household.emptyDatabase()
      let path = "\(scratch)/damaged.tar"
      func refuses(_ bytes: [UInt8], _ what: String) async throws {
        try write(bytes, to: path)
        let error = await #expect(throws: BackupError.self, "\(what)") {
          _ = try await Backup(url: target, program: "0.1.0").restore(path, migrations: "\(packageRoot)/migrations")
        }
        #expect(error?.description.contains(path) == true, "\(what)")
      }
      let end = whole.count
      for length in [0, 1, 511, 512, 513, 1024, end / 2, end - 2048, end - 1024, end - 512, end - 1] {
        try await refuses(Array(whole[..<length]), "cut to \(length)")
      }
      // In the headers, the dump, what is empty, the manifest and the end; and anywhere.
      let places = [0, 100, 130, 140, 150, 156, 260, 511, 512, 517, end - 2600, end - 1500, end - 1024, end - 1]
      for place in places + stride(from: 700, to: end, by: end / 40) {
        var changed = whole
        changed[place] ^= 1
        try await refuses(changed, "changed at \(place)")
      }
      try await refuses(whole + [0], "with one byte more")
      try await refuses(Array("SELECT 1;\n".utf8), "a script")
      try await refuses(Array(whole[512..<(end - 4096)]), "the dump alone")
      #expect(
        try Household.session(target).run("SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace").isEmpty)
    }

    @Test func `A backup of a newer program, or for a database that is in use, is refused`() async throws {
      let url = try await Household.database()
      let empty = try await Household.emptyDatabase()
      let newer = try await Backup(url: url, program: "0.10.0").make("\(scratch)/newer-program.tar")
      #expect(newer.program == "0.10.0")
      try Household.session(TestCluster.superuserURL(url)).run(
        "INSERT INTO schema_migrations (version, name, sha256) VALUES (9999, '9999_later.sql', '')")
      _ = try await Backup(url: url, program: "0.1.0").make("\(scratch)/newer-schema.tar")
      for name in ["newer-program", "newer-schema"] {
        let refused = try await Household.restore(name, ["DATABASE_URL": empty])
        #expect(refused.status == 1)
        #expect(refused.errors.contains("newer than this program"))
      }
      _ = try await Household.file()
      let used = try await Household.database()
      let before = try Household.checksums(TestCluster.superuserURL(used))
      let refused = try await Household.restore("household", ["DATABASE_URL": used])
      #expect(refused.status == 1)
      #expect(
        refused.errors == "The database is not empty: a backup is restored into an empty one. Nothing was changed.\n")
      #expect(try Household.checksums(TestCluster.superuserURL(used)) == before)
    }

    @Test func `What differs from the manifest once it is restored does not stay`() async throws {
      // As when PostgreSQL or its disk changes what it was given.
      let url = try await Household.database()
      let path = "\(scratch)/other-manifest.tar"
      _ = try await Backup(url: url, program: "0.1.0").make(path)
      let reader = try BackupReader(path)
      var manifest = reader.manifest
      let index = try #require(manifest.tables.firstIndex { $0.name == "items" })
      let items = manifest.tables[index]
      for (rows, checksum) in [(items.rows + 1, items.checksum), (items.rows, items.checksum + "1")] {
        manifest.tables[index] = .init(name: "items", rows: rows, checksum: checksum)
        let changed = "\(path)-\(rows)"
        try rewrite(path, manifest, to: changed)
        let target = try await Household.emptyDatabase()
        let error = await #expect(throws: BackupError.self) {
          _ = try await Backup(url: target, program: "0.1.0").restore(changed, migrations: "\(packageRoot)/migrations")
        }
        #expect(error?.description == "Nothing was restored: the table items has not come back as it was")
        #expect(
          try Household.session(target).run("SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace").isEmpty)
      }
    }

    // MARK: Disasters

    @Test func `kill -9 in the middle of a backup leaves no backup, and the next one is whole`() async throws {
      let url = try await Household.database()
      let environment = ["DATABASE_URL": url]
      #expect(try await Household.backUp("killed-0", environment).status == 0)
      // pg_dump waits for this table.
      let other = try Household.session(TestCluster.superuserURL(url))
      try other.run("BEGIN")
      try other.run("LOCK TABLE items IN ACCESS EXCLUSIVE MODE")
      let file = "\(scratch)/killed.tar"
      let program = try Program(["backup", file], environment)
      let watch = try Household.session(TestCluster.superuserURL(url))
      func dumps() throws -> Int {
        try watch.run(
          """
          SELECT count(*) AS n FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'pg_dump' AND wait_event_type = 'Lock'
          """)[0]["n"]
      }
      try await eventually { try dumps() == 1 }
      program.signal(SIGKILL)
      #expect(await program.exit() == 128 + SIGKILL)
      #expect(access(file, F_OK) != 0)
      try other.run("ROLLBACK")
      let again = try await Household.backUp("killed", environment)
      #expect(again.status == 0, "\(again.errors)")
      let target = try await Household.emptyDatabase()
      #expect(try await Household.restore("killed", ["DATABASE_URL": target]).status == 0)
      #expect(
        try Household.checksums(TestCluster.superuserURL(target)) == Household.checksums(TestCluster.superuserURL(url)))
    }

    @Test func `kill -9 in the middle of a restoration leaves an empty database, and the next one is whole`()
      async throws
    {
      _ = try await Household.file()
      let target = try await Household.emptyDatabase()
      // Whoever makes a table of the same name has to wait for the end of this transaction.
      let other = try Household.session(target)
      try other.run("BEGIN")
      try other.run("CREATE TABLE recipes (id int)")
      let program = try Program(["restore", "\(scratch)/household.tar"], ["DATABASE_URL": target])
      let watch = try Household.session(TestCluster.superuserURL(target))
      func sessions(_ condition: SQL) throws -> Int {
        try watch.run(
          """
          SELECT count(*) AS n FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'psql' AND \(fragment: condition)
          """)[0]["n"]
      }
      try await eventually { try sessions("wait_event_type = 'Lock'") == 1 }
      program.signal(SIGKILL)
      #expect(await program.exit() == 128 + SIGKILL)
      try await eventually { try sessions("true") == 0 }
      try other.run("ROLLBACK")
      #expect(try watch.run("SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace").isEmpty)
      let again = try await Household.restore("household", ["DATABASE_URL": target])
      #expect(again.status == 0, "\(again.errors)")
      let source = try await Household.database()
      #expect(
        try Household.checksums(TestCluster.superuserURL(target))
          == Household.checksums(TestCluster.superuserURL(source)))
    }

    /// Root may mount a small tmpfs; others are stopped by the limit on a file's size (setrlimit(2), RLIMIT_FSIZE).
    @Test func `A full disk leaves nothing behind`() async throws {
      let environment = ["DATABASE_URL": try await Household.database()]
      let folder = "\(scratch)/small"
      mkdir(folder, 0o755)
      // What is in the folder is printed while it is mounted.
      let script = "\"$@\"; status=$?; ls -A \(folder); exit $status"
      let mount = [
        "unshare", "--mount", "sh", "-c", "mount -t tmpfs -o size=256k none \(folder) || exit 9; \(script)", "sh",
      ]
      let limit = ["prlimit", "--fsize=262144", "sh", "-c", script, "sh"]
      let program = try Program(
        ["backup", "\(folder)/full.tar"], environment, through: geteuid() == 0 ? mount : limit)
      #expect(await program.exit() == 1)
      #expect(program.output == "")
      let reason = geteuid() == 0 ? "No space left on device" : "File too large"
      #expect(program.errors == "Cannot write \(folder)/full.tar.partial: \(reason).\n")
    }

    // MARK: Support

    private func write(_ bytes: [UInt8], to path: String) throws {
      guard let file = fopen(path, "wb") else { throw SystemError(path) }
      defer { fclose(file) }
      guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw SystemError(path) }
    }

    /// The same dump with another manifest.
    private func rewrite(_ path: String, _ manifest: BackupManifest, to other: String) throws {
      let writer = try BackupWriter(other)
      let dump = try #require(bytes(path))[TapeHeader.size..<(TapeHeader.size + manifest.bytes)]
      try dump.withUnsafeBytes { try writer.append($0) }
      _ = try writer.finish { _, _ in manifest }
    }
  }
}
