import EventLoop
import Glibc
import Processes
import Testing

@testable import Postgres

extension PostgresTests {
  @Suite struct MigratorTests {
    @Test func migratesForwardOnceAndInOrder() async throws {
      try await withMigrations([
        "0001_first.sql": "CREATE TABLE a (n int); INSERT INTO a VALUES (1);\n-- é\n",
        "0002_second.sql": "INSERT INTO a VALUES (2)",
        "README.md": "not a migration",
      ]) { migrator, folder, url in
        #expect(try await migrator.pending(directory: folder) == ["0001_first.sql", "0002_second.sql"])
        #expect(try await migrator.migrate(directory: folder) == ["0001_first.sql", "0002_second.sql"])
        #expect(try await migrator.migrate(directory: folder) == [])
        try write("INSERT INTO a VALUES (3)", to: folder + "/0010_third.sql")
        #expect(try await migrator.pending(directory: folder) == ["0010_third.sql"])
        #expect(try await migrator.migrate(directory: folder) == ["0010_third.sql"])
        try await withPool(url: url) { _, pool in
          let rows = try await pool.execute([
            "SELECT n FROM a", "SELECT version, length(sha256) AS n FROM schema_migrations",
          ])
          #expect(try rows[0].map { try $0["n"] as Int } == [1, 2, 3])
          #expect(try rows[1].map { try $0["version"] as Int } == [1, 2, 10])
          #expect(try rows[1][0]["n"] == 64)
        }
      }
    }

    @Test func severalAtOnceApplyEachFileOnce() async throws {
      try await withMigrations([
        "0001_a.sql": "CREATE TABLE a (n int); SELECT pg_sleep(0.1)", "0002_b.sql": "INSERT INTO a VALUES (1)",
      ]) { migrator, folder, _ in
        async let first = migrator.migrate(directory: folder)
        async let second = migrator.migrate(directory: folder)
        async let third = migrator.migrate(directory: folder)
        let names = try await first + second + third
        #expect(names.sorted() == ["0001_a.sql", "0002_b.sql"])
      }
    }

    @Test func aFailingFileLeavesNothingAndSaysWhere() async throws {
      try await withMigrations([
        "0001_a.sql": "CREATE TABLE a (n int)",
        "0002_b.sql": "INSERT INTO a VALUES (1);\n\n-- é\nSELECT missing FROM a;\n",
      ]) { migrator, folder, url in
        let error = await #expect(throws: MigrationError.self) { _ = try await migrator.migrate(directory: folder) }
        #expect(error?.description.hasPrefix("0002_b.sql:4: ERROR 42703: column \"missing\" does not exist") == true)
        #expect(try await migrator.pending(directory: folder) == ["0002_b.sql"])
        try write("INSERT INTO a VALUES (1)", to: folder + "/0002_b.sql")
        #expect(try await migrator.migrate(directory: folder) == ["0002_b.sql"])
        try await withPool(url: url) { _, pool in
          let rows = try await pool.execute(["SELECT n FROM a"])[0]
          #expect(rows.count == 1)
        }
      }
    }

    @Test func anEditedAMissingANewerAndALateFileAreRefused() async throws {
      try await withMigrations(["0001_a.sql": "SELECT 1", "0003_c.sql": "SELECT 3"]) { migrator, folder, _ in
        _ = try await migrator.migrate(directory: folder)
        func refusal() async -> String? {
          do { _ = try await migrator.migrate(directory: folder) } catch { return "\(error)" }
          return nil
        }
        try write("SELECT 2", to: folder + "/0002_b.sql")
        #expect(await refusal()?.contains("0002_b.sql comes before 0003_c.sql") == true)
        unlink(folder + "/0002_b.sql")
        try write("SELECT 1 ", to: folder + "/0001_a.sql")
        #expect(await refusal()?.contains("0001_a.sql was changed") == true)
        unlink(folder + "/0001_a.sql")
        #expect(await refusal()?.contains("0001_a.sql was applied, but its file is missing") == true)
        try write("SELECT 1", to: folder + "/0001_a.sql")
        unlink(folder + "/0003_c.sql")
        #expect(await refusal()?.contains("newer than the program") == true)
        try write("SELECT 3", to: folder + "/0003_c.sql")
        try write("SELECT 3", to: folder + "/0003_d.sql")
        #expect(await refusal()?.contains("same number") == true)
        unlink(folder + "/0003_d.sql")
        try write("SELECT 3", to: folder + "/4_d.sql")
        #expect(await refusal()?.contains("4_d.sql is not named NNNN_name.sql") == true)
        unlink(folder + "/4_d.sql")
        try write("COMMIT; SELECT 4", to: folder + "/0004_d.sql")
        #expect(await refusal()?.contains("0004_d.sql: a migration is one transaction") == true)
        unlink(folder + "/0004_d.sql")
        #expect(await refusal() == nil)
      }
    }

    @Test func anOlderProgramRunsOnAnyNewerSchemaThatIsCompatibleWithIt() async throws {
      let files = [
        "0001_a.sql": "CREATE TABLE a (n int)",
        "0002_b.sql": "-- compatible with programs from 0001 on\nALTER TABLE a ADD COLUMN m int",
        // Programs that know 0002 do not read it any more.
        "0003_c.sql":
          "-- compatible with programs from 0002 on\n-- outside a transaction\nALTER TABLE a DROP COLUMN n;\n",
        "0004_d.sql": "-- outside a transaction\n-- compatible with programs from 0002 on\nCREATE INDEX ON a (m);\n",
      ]
      try await withMigrations(files) { migrator, folder, url in
        /// What the program says that knows the files up to this number.
        func start(knowing last: String) async throws -> String? {
          for (name, text) in files {
            unlink(folder + "/" + name)
            if name.prefix(4) <= last { try write(text, to: folder + "/" + name) }
          }
          do {
            #expect(try await migrator.pending(directory: folder) == [])
            #expect(try await migrator.migrate(directory: folder) == [])
            return nil
          } catch { return "\(error)" }
        }
        #expect(try await migrator.migrate(directory: folder).count == 4)
        #expect(try await start(knowing: "0004") == nil)
        #expect(try await start(knowing: "0003") == nil)
        #expect(try await start(knowing: "0002") == nil)
        #expect(
          try await start(knowing: "0001")
            == "the database has 0003_c.sql, which this program does not know: it is newer than the program")
        _ = try await start(knowing: "0004")
        try write("SELECT 5", to: folder + "/0005_e.sql")
        #expect(try await migrator.migrate(directory: folder) == ["0005_e.sql"])
        unlink(folder + "/0005_e.sql")
        #expect(try await start(knowing: "0004")?.contains("the database has 0005_e.sql") == true)
      }
    }

    @Test(arguments: [
      "-- compatible with the program before", "-- compatible with programs from 1 on",
      "-- compatible with programs from 0002 on", "-- compatible with programs from +001 on",
      "-- outside a transaction\n-- compatible with programs from 0001",
    ])
    func whatADeclarationMeansMustBeClear(_ text: String) async throws {
      let files = ["0001_a.sql": "SELECT 1", "0002_b.sql": text + "\nSELECT 2;\n"]
      try await withMigrations(files) { migrator, folder, _ in
        let error = await expectError(MigrationError.self) { _ = try await migrator.migrate(directory: folder) }
        #expect(error?.description.hasPrefix("0002_b.sql: “-- compatible") == true)
      }
    }

    @Test func nothingIsWrittenWhenNothingIsPending() async throws {
      try await withMigrations(["0001_a.sql": "CREATE TABLE a (n int)"]) { migrator, folder, url in
        let session = try Session(Target(url: url), deadline: .now() + .seconds(120))
        func hasColumn() async throws -> Bool {
          try await count(url, "information_schema.columns WHERE column_name = 'compatible_from'") == 1
        }
        _ = try await migrator.migrate(directory: folder)
        // As earlier versions have made it, and on what is only read, as a standby.
        try session.run("ALTER TABLE schema_migrations DROP COLUMN compatible_from")
        try session.run("ALTER DATABASE migrations SET default_transaction_read_only = on")
        #expect(try await migrator.migrate(directory: folder) == [])
        #expect(try await !hasColumn())
        try write("CREATE TABLE b (n int)", to: folder + "/0002_b.sql")
        #expect(try await migrator.pending(directory: folder) == ["0002_b.sql"])
        let error = await expectError(MigrationError.self) { _ = try await migrator.migrate(directory: folder) }
        #expect(error?.description.contains("its primary has to be migrated first") == true)
        try session.run("ALTER DATABASE migrations RESET default_transaction_read_only")
        #expect(try await migrator.migrate(directory: folder) == ["0002_b.sql"])
        #expect(try await hasColumn())
      }
    }

    @Test func aMigrationHasADeadlineAfterWhichTheServerGivesUpToo() async throws {
      try await withMigrations(["0001_a.sql": "CREATE TABLE a (n int); SELECT pg_sleep(600)"]) { _, folder, url in
        let migrator = Migrator(url: url, timeout: .seconds(3))
        let error = await #expect(throws: MigrationError.self) { _ = try await migrator.migrate(directory: folder) }
        #expect(error?.description == "0001_a.sql: the database did not answer in time")
        try await isQuiet(url)
      }
    }

    @Test func aCancelledMigrationLeavesNothing() async throws {
      try await withMigrations(["0001_a.sql": "CREATE TABLE a (n int); SELECT pg_sleep(600)"]) {
        migrator, folder, url in
        let task = Task { try await migrator.migrate(directory: folder) }
        try await eventually { try await count(url, "pg_stat_activity WHERE query LIKE 'CREATE TABLE a%'") == 1 }
        task.cancel()
        await expectError(MigrationError.self) { _ = try await task.value }
        try await isQuiet(url)
        #expect(try await migrator.pending(directory: folder) == ["0001_a.sql"])
      }
    }

    /// Row level security that is forced holds an owner who is no superuser: an UPDATE would change nothing, silently.
    @Test func anOrdinaryOwnerSeesEveryRowWhileItMigrates() async throws {
      try await withMigrations([
        "0001_a.sql": """
        CREATE TABLE a (id int PRIMARY KEY, n int);
        CREATE TABLE b (a int REFERENCES a DEFERRABLE INITIALLY DEFERRED);
        INSERT INTO a SELECT i, 0 FROM generate_series(1, 1000) i;
        ALTER TABLE a ENABLE ROW LEVEL SECURITY; ALTER TABLE a FORCE ROW LEVEL SECURITY;
        ALTER TABLE b ENABLE ROW LEVEL SECURITY; ALTER TABLE b FORCE ROW LEVEL SECURITY;
        """,
        "0002_b.sql": "UPDATE a SET n = n + 1; INSERT INTO b SELECT id FROM a",
        "0003_c.sql": """
        DROP TABLE b; CREATE TABLE c (n int); ALTER TABLE c ENABLE ROW LEVEL SECURITY;
        ALTER TABLE c FORCE ROW LEVEL SECURITY;
        INSERT INTO c SELECT n FROM a;
        """,
      ]) { migrator, folder, url in
        #expect(
          try await count(url, "pg_roles WHERE rolname = current_user AND NOT rolsuper AND NOT rolbypassrls") == 1)
        _ = try await migrator.migrate(directory: folder)
        #expect(try await count(url, "pg_class WHERE relname = 'a' AND relrowsecurity AND relforcerowsecurity") == 1)
        #expect(try await count(url, "a") == 0)
        // So it writes to a table of the same file, which is guarded afterwards.
        #expect(try await count(url, "pg_class WHERE relname = 'c' AND relrowsecurity AND relforcerowsecurity") == 1)
        #expect(try await count(url, "c") == 0)
        try await withPool(url: url) { _, pool in
          _ = try await pool.execute(["ALTER TABLE a NO FORCE ROW LEVEL SECURITY"])
          _ = try await pool.execute(["ALTER TABLE c NO FORCE ROW LEVEL SECURITY"])
        }
        #expect(try await count(url, "a WHERE n = 1") == 1000)
        #expect(try await count(url, "c WHERE n = 1") == 1000)
      }
    }

    @Test func aFileThatTouchesNoRowsLocksOnlyWhatItNames() async throws {
      func force(_ name: String) -> String {
        "CREATE TABLE \(name) (n int); ALTER TABLE \(name) ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;"
      }
      try await withMigrations(["0001_a.sql": force("a") + force("b")]) { migrator, folder, url in
        _ = try await migrator.migrate(directory: folder)
        let reader = try Session(Target(url: url), deadline: .now() + .seconds(120))
        try reader.run("BEGIN")
        try reader.run("SELECT FROM b")
        try write("ALTER TABLE a ADD m int; GRANT SELECT, UPDATE ON a TO CURRENT_USER", to: folder + "/0002_b.sql")
        #expect(try await migrator.migrate(directory: folder) == ["0002_b.sql"])
        try reader.run("COMMIT")
        // What a policy would hide from a function is not passed over.
        try write("DO $$ BEGIN INSERT INTO a VALUES (1); END $$; UPDATE a SET m = 2", to: folder + "/0003_c.sql")
        #expect(try await migrator.migrate(directory: folder) == ["0003_c.sql"])
        try await withPool(url: url) { _, pool in
          _ = try await pool.execute(["ALTER TABLE a NO FORCE ROW LEVEL SECURITY"])
        }
        #expect(try await count(url, "a WHERE m = 2") == 1)
      }
    }

    @Test func aTableInUseIsWaitedForInShortTurns() async throws {
      try await withMigrations(["0001_a.sql": "CREATE TABLE a (n int)"]) { migrator, folder, url in
        _ = try await migrator.migrate(directory: folder)
        try write("ALTER TABLE a ADD m int", to: folder + "/0002_b.sql")
        let impatient = Migrator(url: url, lockTimeout: .milliseconds(50))
        let reader = try Session(Target(url: url), deadline: .now() + .seconds(120))
        try reader.run("BEGIN")
        try reader.run("SELECT FROM a")
        let migration = Task { try await impatient.migrate(directory: folder) }
        // Whoever comes later is not held up for longer than a turn.
        try await eventually {
          try await count(url, "pg_stat_activity WHERE state = 'idle' AND query LIKE 'ROLLBACK%'") == 1
        }
        #expect(try await count(url, "a") == 0)
        try reader.run("COMMIT")
        #expect(try await migration.value == ["0002_b.sql"])
      }
    }

    @Test func aFileMayRunOutsideATransaction() async throws {
      try await withMigrations([
        "0001_a.sql": "CREATE TABLE a (n int)",
        "0002_b.sql": """
        -- outside a transaction
        -- An earlier try may have left it, invalid.
        DROP INDEX CONCURRENTLY IF EXISTS
          a_n;
        CREATE INDEX CONCURRENTLY a_n ON a (n);

        """,
      ]) { migrator, folder, url in
        async let first = migrator.migrate(directory: folder)
        async let second = migrator.migrate(directory: folder)
        let names = try await first + second
        #expect(names.sorted() == ["0001_a.sql", "0002_b.sql"])
        #expect(try await count(url, "pg_index WHERE indexrelid = 'a_n'::regclass AND indisvalid") == 1)
        try write("-- outside a transaction\nINSERT INTO a VALUES (1);\nSELECT 1 / 0;\n", to: folder + "/0003_c.sql")
        await expectError(MigrationError.self) { _ = try await migrator.migrate(directory: folder) }
        #expect(try await migrator.pending(directory: folder) == ["0003_c.sql"])
        #expect(try await count(url, "a") == 1)
      }
    }
  }
}

private func count(_ url: String, _ rows: String) async throws -> Int {
  let session = try Session(Target(url: url), deadline: .now() + .seconds(120))
  return try session.run(script: Array("SELECT count(*)::int AS n FROM \(rows)".utf8CString))[0][0]["n"]
}

/// Nothing of an abandoned migration goes on: not its statement, not its locks.
private func isQuiet(_ url: String) async throws {
  try await eventually { try await count(url, "pg_stat_activity WHERE query LIKE 'CREATE TABLE a%'") == 0 }
  #expect(try await count(url, "pg_locks WHERE locktype = 'advisory'") == 0)
}

/// Gives a fresh database and a folder with these files to the body.
private func withMigrations(
  _ files: [String: String], _ body: (Migrator, String, String) async throws -> Void
) async throws {
  let cluster = try await TestDatabase.shared()
  try await cluster.createDatabase("migrations")
  let url = cluster.url(database: "migrations", as: .owner)
  let folder = "/tmp/foyer-migrations-\(getpid())"
  _ = try? ChildProcess.run(["rm", "-rf", folder])
  mkdir(folder, 0o755)
  for (name, text) in files { try write(text, to: folder + "/" + name) }
  try await body(Migrator(url: url), folder, url)
  _ = try? ChildProcess.run(["rm", "-rf", folder])
  try await cluster.dropDatabase("migrations")
}

private func write(_ text: String, to path: String) throws {
  unlink(path)
  try append(text, to: path)
}
