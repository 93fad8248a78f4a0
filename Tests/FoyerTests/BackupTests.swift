import EventLoop
import Glibc
import Processes
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// Backups and what becomes of them: the drills, the disasters, and files that are none.
  @Suite struct Backups {
    // MARK: Drills

    @Test func `A backup goes from a server to an embedded cluster, to another one, and back, without a difference`()
      async throws
    {
      let start = try await Household.database()
      let before = try Household.checksums(TestCluster.superuserURL(start))
      #expect(before.count > 30)
      #expect(try await Household.backUp("drill-1", ["DATABASE_URL": start]).status == 0)

      let first = ["FOYER_DATA": "\(scratch)/drill-first"]
      #expect(try await Household.restore("drill-1", first).output.hasPrefix("restored \(before.count) tables, "))
      #expect(try await embeddedChecksums("drill-first") == before)
      let (server, port) = try await Program.serve(first)
      #expect(try await signIn(port) == 303)
      // While it serves.
      #expect(try await Household.backUp("drill-2", first).status == 0)
      #expect(try await Browser(port: port).get("/readyz").status == 200)
      server.signal(SIGTERM)
      #expect(await server.exit() == 0)

      let second = ["FOYER_DATA": "\(scratch)/drill-second"]
      #expect(try await Household.restore("drill-2", second).status == 0)
      let middle = try await embeddedChecksums("drill-second")
      #expect(try await Household.backUp("drill-3", second).status == 0)
      let manifests = try ["drill-2", "drill-3"].map { try BackupReader("\(scratch)/\($0).tar").manifest }
      #expect(manifests[0].tables == manifests[1].tables)
      let end = try await Household.emptyDatabase()
      #expect(try await Household.restore("drill-3", ["DATABASE_URL": end]).status == 0)
      #expect(try Household.checksums(TestCluster.superuserURL(end)) == middle)
      #expect(middle["items"] == before["items"])
    }

    @Test func `On a fresh server the roles are made, where the owner may make them`() async throws {
      let source = try await Household.database()
      #expect(try await Household.backUp("fresh", ["DATABASE_URL": source]).status == 0)
      let cluster = EmbeddedCluster(directory: "\(scratch)/fresh")
      try await cluster.start()
      defer { try? cluster.stopBlocking() }
      let superuser = try Household.session(cluster.url(database: "postgres", as: .superuser))
      for statement: SQL in [
        "DROP DATABASE foyer", "DROP ROLE foyer_owner, foyer_program, foyer_app, foyer_identity",
        "CREATE ROLE foyer_owner LOGIN", "CREATE DATABASE house OWNER foyer_owner",
      ] {
        try superuser.run(statement)
      }
      let url = cluster.url(database: "house", as: .owner)
      let refused = try await Household.restore("fresh", ["DATABASE_URL": url])
      #expect(refused.status == 1)
      #expect(refused.errors.hasPrefix("Nothing was restored: permission denied to create role"))
      #expect(refused.errors.contains("“Your own PostgreSQL” in docs/operating.md"))
      try superuser.run("ALTER ROLE foyer_owner CREATEROLE")
      #expect(try await Household.restore("fresh", ["DATABASE_URL": url]).status == 0)
      let there = try Household.checksums(cluster.url(database: "house", as: .superuser))
      #expect(there == (try Household.checksums(TestCluster.superuserURL(source))))
      let (server, port) = try await Program.serve(["DATABASE_URL": url])
      #expect(try await signIn(port) == 303)
      server.signal(SIGTERM)
      #expect(await server.exit() == 0)
    }

    /// As pg_restore leaves the tables where it does not find the roles of the pages.
    @Test func `Tables that pg_restore has made without the roles stop the start with what to do`() async throws {
      let url = try await Household.database()
      let superuser = try Household.session(TestCluster.superuserURL(url))
      try superuser.run(
        """
        DO $$
        DECLARE
          entry record;
        BEGIN
          FOR entry IN SELECT polname, polrelid::regclass AS id FROM pg_policy LOOP
            EXECUTE format('DROP POLICY %I ON %s', entry.polname, entry.id);
          END LOOP;
          REVOKE ALL ON ALL TABLES IN SCHEMA public FROM foyer_app, foyer_identity;
        END $$
        """)
      for command in ["serve", "doctor", "migrate"] {
        let result = try await Program.run([command], ["DATABASE_URL": url])
        #expect(result.status == 1)
        #expect(result.errors.contains("a pg_restore that did not find these roles"))
        #expect(result.errors.contains("“Your own PostgreSQL” in docs/operating.md"))
      }
    }

    /// The statements of docs/operating.md.
    @Test func `A dump is restored without Foyer as documented`() async throws {
      let source = try await Household.database()
      #expect(try await Household.backUp("raw", ["DATABASE_URL": source]).status == 0)
      let target = try await Household.emptyDatabase()
      let url = TestCluster.superuserURL(target)
      let script = """
        set -e
        cd \(scratch)
        tar -xf raw.tar
        pg_restore --list foyer.dump | grep -v ' POLICY public .* backup ' >contents
        pg_restore --no-owner --exit-on-error --single-transaction --use-list=contents --dbname='\(url)' foyer.dump
        """
      let documented = contents(ofFile: "\(packageRoot)/docs/operating.md") ?? ""
      #expect(documented.contains("pg_restore --list foyer.dump | grep -v ' POLICY public .* backup ' >contents"))
      #expect(documented.contains("--exit-on-error --single-transaction --use-list=contents --dbname=house foyer.dump"))
      #expect(documented.contains("foyer doctor --repair"))
      let result = try ChildProcess.run(["sh", "-c", script])
      #expect(result.status == 0, "\(result.text)")
      let repaired = try await Program.run(["doctor", "--repair"], ["DATABASE_URL": url])
      #expect(repaired.status == 0, "\(repaired.errors)")
      #expect(try Household.checksums(url) == (try Household.checksums(TestCluster.superuserURL(source))))
      let (server, port) = try await Program.serve(["DATABASE_URL": url])
      #expect(try await signIn(port) == 303)
      server.signal(SIGTERM)
      #expect(await server.exit() == 0)
    }

    /// Where a second version is installed, as by bin/setup --test.
    @Test(.enabled(if: Set(ClusterPrograms.installed().map(\.version)).count > 1))
    func `A backup goes from the oldest PostgreSQL on this machine to the newest, and not back`() async throws {
      let installed = ClusterPrograms.installed().sorted { $0.number < $1.number }
      let (old, new) = (try #require(installed.first).resolved, try #require(installed.last).resolved)
      func on(_ programs: ClusterPrograms, _ name: String) -> [String: String] {
        ["FOYER_DATA": "\(scratch)/\(name)", "FOYER_POSTGRES_BIN": programs.folder]
      }
      // The backup of the other tests is of the version that they run on.
      #expect(try await Program.run(["demo", "--password", "a quiet harbour"], on(old, "engine-old")).status == 0)
      #expect(contents(ofFile: "\(scratch)/engine-old/postgres/PG_VERSION") == "\(old.version)\n")
      #expect(try await Household.backUp("engine-old", on(old, "engine-old")).status == 0)
      #expect(try await Household.restore("engine-old", on(new, "engine-new")).status == 0)
      #expect(contents(ofFile: "\(scratch)/engine-new/postgres/PG_VERSION") == "\(new.version)\n")
      #expect(try await Household.backUp("engine-new", on(new, "engine-new")).status == 0)
      let manifests = try ["engine-old", "engine-new"].map { try BackupReader("\(scratch)/\($0).tar").manifest }
      // What a restore leaves out: an invitation that nobody has used.
      let tables = manifests.map { $0.tables.filter { $0.name != "invitations" } }
      #expect(tables[0] == tables[1] && manifests[0].rows > 1000)
      let (server, port) = try await Program.serve(on(new, "engine-new"))
      #expect(try await Browser(port: port).get("/readyz").status == 200)
      server.signal(SIGTERM)
      #expect(await server.exit() == 0)
      let back = try await Household.restore("engine-new", on(old, "engine-back"))
      #expect(back.status == 1 && back.errors.contains("but the server is \(old.version)"))
      // The cluster itself, in its place.
      let doctor = try await Program.run(["doctor"], on(new, "engine-old"))
      #expect(doctor.output.contains("PostgreSQL \(old.version), and \(new.version) is installed"))
      let before = try await embeddedChecksums("engine-old")
      #expect(try await Program.run(["upgrade-cluster"], on(new, "engine-old")).status == 0)
      #expect(try await embeddedChecksums("engine-old") == before)
      #expect(try await Program.run(["doctor"], on(new, "engine-old")).status == 0)
    }

    @Test func `A backup of an older schema is brought up to date, and used`() async throws {
      let url = try await Household.emptyDatabase()
      let folder = "\(scratch)/older-migrations"
      #expect(try ChildProcess.run(["mkdir", folder]).status == 0)
      for number in 1...7 {
        let found = try ChildProcess.run(["sh", "-c", "cp \(packageRoot)/migrations/000\(number)_*.sql \(folder)"])
        #expect(found.status == 0)
      }
      #expect(try await Migrator(url: url).migrate(directory: folder).count == 7)
      let (household, person, item, tag) = (UUID.v7(), UUID.v7(), UUID.v7(), UUID.v7())
      let superuser = try Household.session(TestCluster.superuserURL(url))
      for statement: SQL in [
        "INSERT INTO households (id, name) VALUES (\(household), 'Old house')",
        "INSERT INTO people (household_id, id, name) VALUES (\(household), \(person), 'Ada')",
        """
        INSERT INTO accounts (household_id, person_id, email, password) VALUES (\(household), \(person), 'ada@example.org', '')
        """,
        "INSERT INTO items (household_id, id, title) VALUES (\(household), \(item), 'Wind the clock')",
        "INSERT INTO tags (household_id, id, name, color) VALUES (\(household), \(tag), 'slow', '#123456')",
        "INSERT INTO item_tags (household_id, item_id, tag_id) VALUES (\(household), \(item), \(tag))",
      ] {
        try superuser.run(statement)
      }
      let file = "\(scratch)/older.tar"
      #expect(try await Backup(url: url, program: "0.0.9").make(file).schema == 7)
      let new = try await Household.emptyDatabase()
      let restored = try await Household.restore("older", ["DATABASE_URL": new])
      #expect(restored.output.contains("\napplied 0008_"))
      let environment = ["DATABASE_URL": new]
      #expect(try await Program.run(["doctor"], environment).output.contains("migrations: up to date"))
      let password = "a quiet harbour"
      #expect(
        try await Program.run(["user", "password", "ada@example.org"], environment, input: "\(password)\n").status == 0)
      let (server, port) = try await Program.serve(environment)
      let browser = Browser(port: port)
      #expect(try await browser.post("/login", ["email": "ada@example.org", "password": password]).status == 303)
      #expect(try await browser.get("/items?q=clo").shows("Wind the clock"))
      #expect(try await browser.get("/items?tag=\(tag)").shows("Wind the clock"))
      server.signal(SIGTERM)
      #expect(await server.exit() == 0)
    }

    // MARK: What is in it

    @Test func `A table that was made after the last backup is in the next one`() async throws {
      let url = try await Household.database()
      let first = try await Backup(url: url, program: "0.1.0").make("\(scratch)/tables-1.tar")
      let superuser = try Household.session(TestCluster.superuserURL(url))
      for statement: SQL in [
        "CREATE TABLE later (household_id uuid NOT NULL, id int)", "ALTER TABLE later OWNER TO foyer_owner",
        "INSERT INTO later SELECT gen_random_uuid(), n FROM generate_series(1, 7) AS n",
        "ALTER TABLE later ENABLE ROW LEVEL SECURITY", "ALTER TABLE later FORCE ROW LEVEL SECURITY",
      ] {
        try superuser.run(statement)
      }
      let second = try await Backup(url: url, program: "0.1.0").make("\(scratch)/tables-2.tar")
      #expect(second.tables.count == first.tables.count + 1)
      #expect(second.tables.first { $0.name == "later" }?.rows == 7)
      #expect(first.derived == ["item_texts"])
      for table in try Household.checksums(TestCluster.superuserURL(url)) where !first.derived.contains(table.key) {
        #expect(second.tables.first { $0.name == table.key }?.rows == table.value.rows, "\(table.key)")
      }
    }

    @Test func `Letters that waited and links that were open do not come back`() async throws {
      let source = try await Household.database()
      let superuser = try Household.session(TestCluster.superuserURL(source))
      for statement: SQL in [
        "INSERT INTO jobs (id, kind, payload) VALUES (gen_random_uuid(), 'sign_up', '{}'), (gen_random_uuid(), 'new_device', '{}')",
        "INSERT INTO jobs (id, kind, payload, state, ended_at) VALUES (gen_random_uuid(), 'sign_up', '{}', 'dead', now())",
        """
        INSERT INTO mail_links (token_hash, purpose, person_id, email)
        SELECT sha256(person_id::text::bytea), 'password', person_id, email FROM accounts
        """,
        """
        INSERT INTO half_sign_ins (token_hash, person_id) SELECT sha256(person_id::text::bytea), person_id FROM accounts
        """,
        """
        INSERT INTO second_factors (household_id, person_id, secret, confirmed_at)
        SELECT household_id, person_id, decode(repeat('5a', 20), 'hex'), now() FROM accounts
        """,
        """
        INSERT INTO recovery_codes (household_id, person_id, code_hash)
        SELECT household_id, person_id, sha256(person_id::text::bytea) FROM accounts
        """,
        """
        INSERT INTO sign_ups (id, token_hash, name, email, password, time_zone)
        VALUES (gen_random_uuid(), sha256('a'), 'Eve', 'eve@example.org', '', 'UTC')
        """,
        """
        INSERT INTO invitations (token_hash, household_id, id, used_at)
        SELECT sha256(n::text::bytea), (SELECT id FROM households LIMIT 1), gen_random_uuid(), CASE n WHEN 3 THEN now() END
        FROM generate_series(1, 3) AS n
        """,
      ] {
        try superuser.run(statement)
      }
      let before = try Household.checksums(TestCluster.superuserURL(source))
      #expect(try await Household.backUp("pending", ["DATABASE_URL": source]).status == 0)
      let target = try await Household.emptyDatabase()
      let restored = try await Household.restore("pending", ["DATABASE_URL": target])
      #expect(restored.status == 0, "\(restored.errors)")
      let after = try Household.checksums(TestCluster.superuserURL(target))
      let cleared = [
        "jobs": (3, 1), "mail_links": (before["accounts"]?.rows ?? 0, 0), "sign_ups": (1, 0), "invitations": (4, 2),
        "half_sign_ins": (before["accounts"]?.rows ?? 0, 0),
      ]
      for (table, rows) in cleared {
        #expect(before[table]?.rows == rows.0, "\(table)")
        #expect(after[table]?.rows == rows.1, "\(table)")
      }
      #expect(after.filter { cleared[$0.key] == nil } == before.filter { cleared[$0.key] == nil })
      let unforced = try Household.session(TestCluster.superuserURL(target)).run(
        """
        SELECT relname FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relrowsecurity AND NOT relforcerowsecurity
        """)
      #expect(unforced.isEmpty)
    }

    @Test func `A table whose rows would be missing stops the backup`() async throws {
      let url = try await Household.database()
      let superuser = try Household.session(TestCluster.superuserURL(url))
      try superuser.run("CREATE POLICY few ON tags AS RESTRICTIVE FOR SELECT TO foyer_app USING (name < 'm')")
      let refused = try await Household.backUp("hidden", ["DATABASE_URL": url])
      #expect(refused.status == 1)
      #expect(
        refused.errors == "Row level security hides rows of the table tags from its owner: a backup would lack them.\n")
      #expect(access("\(scratch)/hidden.tar", F_OK) != 0)
    }

    @Test func `What lets the owner back up lets nobody else read`() async throws {
      let url = try await Household.database()
      _ = try await Backup(url: url, program: "0.1.0").make("\(scratch)/nobody.tar")
      let owner = try Household.session(url)
      #expect(try owner.run("SELECT FROM items").isEmpty)
      for role: SQL in ["SET ROLE foyer_app", "SET ROLE foyer_identity"] {
        let login = try Household.session(TestCluster.cluster.url(database: Household.name(url), as: .program))
        try login.run(role)
        try login.run("SELECT set_config('foyer.backup', 'on', false)")
        #expect(try login.run("SELECT FROM items").isEmpty)
      }
      // The owner reads, and changes nothing.
      try owner.run("SELECT set_config('foyer.backup', 'on', false)")
      #expect(try !owner.run("SELECT FROM items").isEmpty)
      #expect(try owner.run("UPDATE items SET title = 'x' RETURNING id").isEmpty)
      #expect(try owner.run("DELETE FROM items RETURNING id").isEmpty)
    }

    @Test func `The file is for its owner alone, tar opens it, and it replaces nothing`() async throws {
      let environment = ["DATABASE_URL": try await Household.database()]
      #expect(try await Household.backUp("file", environment).status == 0)
      let file = "\(scratch)/file.tar"
      var status = stat()
      #expect(stat(file, &status) == 0 && status.st_mode == S_IFREG | 0o600)
      #expect(access("\(file).partial", F_OK) != 0)
      let folder = "\(scratch)/file-contents"
      mkdir(folder, 0o755)
      #expect(try ChildProcess.run(["tar", "-xf", file, "-C", folder]).status == 0)
      let list = try ChildProcess.run(["pg_restore", "--list", "\(folder)/foyer.dump"])
      #expect(list.text.contains(" TABLE DATA public items "))
      let sum = try ChildProcess.run(["sha256sum", "\(folder)/foyer.dump"]).text.prefix(64)
      let manifest: String = contents("\(folder)/manifest")
      #expect(manifest.contains(" \(sum)\n"))
      let before = bytes(file)
      let again = try await Household.backUp("file", environment)
      #expect(again.status == 1)
      #expect(again.errors == "\(file) exists already: a backup replaces no file.\n")
      #expect(bytes(file) == before)
    }

    /// From 8 GiB on the size does not fit into the octal digits of the header.
    @Test(arguments: [0, 1, (1 << 33) - 1, 1 << 33, 1 << 36])
    func `tar reads the header of a dump of any size`(bytes: Int) throws {
      let header = TapeHeader(name: BackupWriter.dumpName, bytes: bytes, time: 1_800_000_000)
      #expect(TapeHeader(header.block) == header)
      let path = "\(scratch)/header-\(bytes).tar"
      let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      #expect(Glibc.write(file, header.block, header.block.count) == header.block.count)
      // A hole takes no room on the disk.
      #expect(ftruncate(file, off_t(3 * TapeHeader.size + bytes + TapeHeader.padding(after: bytes))) == 0)
      close(file)
      let list = try ChildProcess.run(["tar", "-tvf", path])
      #expect(list.status == 0)
      #expect(list.text.split(separator: " ").dropFirst(2).first == "\(bytes)")
      unlink(path)
    }

    @Test func `Of two programs that write one file the second waits for another time`() throws {
      let path = "\(scratch)/shared.tar"
      let first = try BackupWriter(path)
      withExtendedLifetime(first) {
        let refused = #expect(throws: BackupError.self) { _ = try BackupWriter(path) }
        #expect(refused?.isBusy == true)
      }
    }

    @Test func `Only one is made at a time, and only by the owner`() async throws {
      let url = try await Household.database()
      let other = try Household.session(url)
      try other.run("SELECT \(fragment: AdvisoryLock.Database.backup.isTakenBySession)")
      let busy = try await Household.backUp("one", ["DATABASE_URL": url])
      #expect(busy.status == 1)
      #expect(busy.errors == "Another backup of this database is being made.\n")
      #expect(access("\(scratch)/one.tar.partial", F_OK) != 0)
      let login = TestCluster.cluster.url(database: Household.name(url), as: .program)
      let refused = try await Household.backUp("one", ["DATABASE_URL": login])
      #expect(refused.status == 1)
      #expect(refused.errors.contains("This takes the owner of the tables"))
      let empty = try await Household.backUp("one", ["DATABASE_URL": try await Household.emptyDatabase()])
      #expect(empty.status == 1)
      #expect(empty.errors.contains("nothing to back up"))
    }

    // MARK: Support

    private func signIn(_ port: UInt16) async throws -> Int {
      try await Browser(port: port).post(
        "/login", ["email": Foyer.Demo.email, "password": Household.password]
      ).status
    }

    /// Those of an embedded cluster that does not run.
    private func embeddedChecksums(_ name: String) async throws -> [String: Household.Sum] {
      let cluster = EmbeddedCluster(directory: "\(scratch)/\(name)")
      try await cluster.start()
      defer { try? cluster.stopBlocking() }
      return try Household.checksums(cluster.url(database: "foyer", as: .superuser))
    }

  }
}
