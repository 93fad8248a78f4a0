import EventLoop
import Glibc
import Processes
import Testing

@testable import Postgres

extension PostgresTests {
  /// Servers that stall, crash, restart and are found again. On clusters of their own.
  @Suite struct ClusterTests {
    @Test func startsStopsAndKeepsItsData() async throws {
      try await withCluster { cluster, directory in
        try await withPool(url: cluster.ownerURL) { _, pool in
          _ = try await pool.execute(["CREATE TABLE kept (n int)", "INSERT INTO kept VALUES (7)"])
        }
        let process = try postmaster(directory)
        #expect(owner("/proc/\(process)") != 0)
        try await cluster.stop()
        try await eventually { kill(process, 0) != 0 }
        try await cluster.stop()
        try await cluster.start()
        try await withPool(url: cluster.ownerURL) { _, pool in
          let rows = try await pool.execute(["SELECT n FROM kept"])[0]
          #expect(try rows[0]["n"] == 7)
        }
      }
    }

    @Test func asksForTheDirectoryForItself() async throws {
      try await withCluster { cluster, directory in
        let error = await #expect(throws: EmbeddedClusterError.self) {
          try await EmbeddedCluster(directory: directory).start()
        }
        #expect(error?.description.contains("in use by another running program (process \(getpid()))") == true)
        try await withPool(url: cluster.ownerURL) { _, pool in _ = try await pool.execute(["SELECT 1"]) }
      }
    }

    @Test func adoptsAServerThatWasLeftRunning() async throws {
      try await withCluster { cluster, directory in
        let process = try postmaster(directory)
        cluster.abandon()
        let next = EmbeddedCluster(directory: directory)
        try await next.start()
        #expect(try postmaster(directory) == process)
        try await next.stop()
        try await cluster.start()
      }
    }

    /// As by a child that was forked while the lock was held, and has not reached its program yet.
    @Test func waitsForALockThatIsAboutToBeReleased() async throws {
      try await withCluster { cluster, directory in
        let other = open(directory + "/foyer.lock", O_RDWR | O_CLOEXEC)
        cluster.abandon()
        try #require(flock(other, LOCK_EX) == 0)
        let next = EmbeddedCluster(directory: directory)
        async let started: Void = next.start()
        try await Task.sleep(for: .milliseconds(100))
        close(other)
        try await started
        try await next.stop()
        try await cluster.start()
      }
    }

    @Test func recoversFromAKilledServer() async throws {
      try await withCluster { cluster, directory in
        try await withPool(url: cluster.ownerURL) { _, pool in
          _ = try await pool.execute(["CREATE TABLE kept (n int)", "INSERT INTO kept VALUES (7)"])
        }
        let process = try postmaster(directory)
        kill(process, SIGKILL)
        try await eventually { kill(process, 0) != 0 }
        cluster.abandon()
        let next = EmbeddedCluster(directory: directory)
        try await next.start()
        try await withPool(url: next.ownerURL) { _, pool in
          let rows = try await pool.execute(["SELECT n FROM kept"])[0]
          #expect(try rows[0]["n"] == 7)
        }
        try await next.stop()
        try await cluster.start()
      }
    }

    @Test func whatASuperuserMadeInAnEarlierVersionGoesToTheOwner() async throws {
      try await withCluster { cluster, _ in
        let superuser = cluster.url(database: "foyer", as: .superuser)
        try await withPool(url: superuser) { _, pool in
          _ = try await pool.execute([
            "CREATE TABLE old (id serial PRIMARY KEY, n int GENERATED ALWAYS AS IDENTITY)", "CREATE SEQUENCE numbers",
            "CREATE VIEW seen AS SELECT * FROM old", "CREATE FUNCTION one() RETURNS int LANGUAGE sql RETURN 1",
            "CREATE EXTENSION unaccent", "GRANT SELECT ON old TO foyer_app", "ALTER DATABASE foyer OWNER TO foyer",
            "DROP OWNED BY foyer_program", "DROP ROLE foyer_program",
          ])
        }
        try await cluster.stop()
        try await cluster.start()
        try await withPool(url: cluster.ownerURL) { _, pool in
          _ = try await pool.execute(["ALTER TABLE old ADD m int", "INSERT INTO old (m) VALUES (nextval('numbers'))"])
          _ = try await pool.execute(["DROP VIEW seen", "DROP FUNCTION one()"])
        }
        try await withPool(url: cluster.url) { _, pool in
          let rows = try await pool.execute(["SELECT n FROM old"])[0]
          #expect(rows.count == 1)
          await expectError(PostgresError.self) { _ = try await pool.execute(["DROP TABLE old"]) }
        }
      }
    }

    @Test(arguments: [false, true])
    func anotherProcessThatHasTheNumberIsNotTheServer(isZombie: Bool) async throws {
      try await withCluster { cluster, directory in
        let dead = try postmaster(directory)
        kill(dead, SIGKILL)
        try await eventually { kill(dead, 0) != 0 }
        let process = try sleeper()
        defer {
          kill(process, SIGKILL)
          waitpid(process, nil, 0)
        }
        if isZombie { kill(process, SIGKILL) }
        let path = directory + "/postgres/postmaster.pid"
        let lines = try #require(contents(path)).split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
        unlink(path)
        try append((["\(process)"] + lines).joined(separator: "\n"), to: path)
        chown(path, owner(directory + "/postgres") ?? 0, gid_t.max)
        let (first, second) = (try await cluster.revive(), try await cluster.revive())
        #expect(first == .died)
        #expect(second == nil)
        #expect(try postmaster(directory) != process)
        if !isZombie { #expect(kill(process, 0) == 0) }
      }
    }

    @Test func aDeadServersBusyChildrenAreNoHindrance() async throws {
      try await withCluster { cluster, directory in
        let process = try postmaster(directory)
        try await withPool(url: cluster.ownerURL, timeout: .seconds(60)) { loop, pool in
          // A connection of its own: the pool's may all wait for the loop's end.
          let session = try Session(Target(url: cluster.ownerURL), deadline: .now() + .seconds(120))
          let tasks = startConcurrently(1, on: loop) { _ in
            await outcome { _ = try await pool.execute(["DO $$ BEGIN LOOP END LOOP; END $$"]) }
          }
          try await eventually {
            try !session.run("SELECT FROM pg_stat_activity WHERE query LIKE 'DO %LOOP%' AND state = 'active'").isEmpty
          }
          kill(process, SIGKILL)
          try await eventually { kill(process, 0) != 0 }
          let (revival, cut) = (try await cluster.revive(), await tasks[0].value)
          #expect(revival == .died)
          #expect(cut == "unavailable")
          try await eventually { await outcome { _ = try await pool.execute(["SELECT 1"]) } == "done" }
        }
      }
    }

    @Test func aServerThatWaitsForItsClientsToStopIsReplaced() async throws {
      try await withCluster { cluster, directory in
        try await withPool(url: cluster.ownerURL) { _, pool in
          _ = try await pool.execute(["SELECT 1"])
          let process = try postmaster(directory)
          kill(process, SIGTERM)
          var revival: EmbeddedCluster.Revival?
          try await eventually {
            revival = try await cluster.revive()
            return revival != nil
          }
          #expect(revival == .stopped)
          #expect(try postmaster(directory) != process)
          try await eventually { await outcome { _ = try await pool.execute(["SELECT 4"]) } == "done" }
        }
      }
    }

    @Test func aCopyOfTheDirectoryStarts() async throws {
      try await withCluster { cluster, directory in
        try await withPool(url: cluster.ownerURL) { _, pool in
          _ = try await pool.execute(["CREATE TABLE kept (n int)", "INSERT INTO kept VALUES (7)"])
        }
        // By plain cp -r: all belongs to who copied, may be read by all, and the server's own files say that it runs.
        let copy = directory + "/copy"
        _ = try? ChildProcess.run(["mkdir", copy])
        for name in ["postgres", "socket"] { _ = try? ChildProcess.run(["cp", "-r", "\(directory)/\(name)", copy]) }
        _ = try? ChildProcess.run(["chmod", "-R", "u+rwX,go+rX", copy])
        chmod(copy, 0o700)
        let second = EmbeddedCluster(directory: copy)
        try await second.start()
        try await withPool(url: second.ownerURL) { _, pool in
          let rows = try await pool.execute(["SELECT n FROM kept"])[0]
          #expect(rows.count == 1)
        }
        #expect(try postmaster(copy) != postmaster(directory))
        try await second.stop()
        try await withPool(url: cluster.ownerURL) { _, pool in _ = try await pool.execute(["SELECT 1"]) }
      }
    }

    @Test func thereIsAConnectionForEachOfTheApps() async throws {
      try await withCluster { cluster, directory in
        // Left running by a program that needed fewer.
        cluster.abandon()
        let next = EmbeddedCluster(directory: directory, connections: 120)
        try await next.start()
        let sessions = try (0..<120).map { _ in try Session(Target(url: next.url), deadline: .now() + .seconds(120)) }
        let row = try sessions[0].run(
          "SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS n"
        )[0]
        #expect(try row["n"] == 125)
        try await next.stop()
        try await cluster.start()
      }
    }

    @Test func aCancelledStartLeavesNothingRunning() async throws {
      let directory = "/tmp/foyer-cluster-\(getpid())"
      for pause in [0, 1, 20, 200, 500, 1000] {
        let cluster = EmbeddedCluster(directory: directory)
        let start = Task { try await cluster.start() }
        try await Task.sleep(for: .milliseconds(pause))
        start.cancel()
        let isStarted = (try? await start.value) != nil
        if isStarted { try await cluster.stop() }
        #expect(!exists(directory + "/postgres/postmaster.pid"))
        // And it is free for the next.
        if pause == 20 {
          try await cluster.start()
          try await cluster.stop()
        }
      }
      _ = try? ChildProcess.run(["rm", "-rf", directory])
    }

    @Test func aServerIsLookedAtFirst() async throws {
      let url = try await TestDatabase.url()
      let facts = try await ServerFacts.ask(url: url)
      #expect(facts.problem == nil)
      #expect(!facts.isAboveRowSecurity)
      let session = try Session(Target(url: url), deadline: .now() + .seconds(120))
      func problem(_ sql: SQL) throws -> String? { try ServerFacts(try session.run(sql)[0]).problem }
      let old = try problem(
        "SELECT 140011 AS version, 'UTF8' AS encoding, '' AS role, false AS is_above, true AS may_serve, false AS is_distributed, false AS lacks_rights"
      )
      #expect(old?.contains("PostgreSQL 14: Foyer needs 15 or newer") == true)
      let latin = try problem(
        "SELECT 150000 AS version, 'LATIN1' AS encoding, '' AS role, false AS is_above, true AS may_serve, false AS is_distributed, false AS lacks_rights"
      )
      #expect(latin?.contains("encoding is LATIN1") == true)
      // As pg_restore leaves the tables where there are no roles of the pages.
      try session.run("BEGIN")
      try session.run("CREATE TABLE public.households (id uuid)")
      #expect(try problem(ServerFacts.query)?.contains("a pg_restore that did not find these roles") == true)
      try session.run("CREATE POLICY household ON public.households TO foyer_app USING (true)")
      #expect(try problem(ServerFacts.query) == nil)
      try session.run("ROLLBACK")
    }

    @Test func worksWhereTheSocketsPathIsTooLong() async throws {
      let long = "/" + Array(repeating: "a-rather-long-name-of-a-folder", count: 4).joined(separator: "/") + "/d'épôt %"
      try await withCluster(suffix: long) { cluster, _ in
        try await withPool(url: cluster.ownerURL) { _, pool in _ = try await pool.execute(["SELECT 1"]) }
      }
    }

    @Test func aPathThatTheShellWouldReadIsRefused() async throws {
      for name in ["a\"b", "$HOME", "`id`", "a\\b", "a\nb"] {
        let directory = "/tmp/foyer-cluster-\(getpid())/\(name)"
        let error = await #expect(throws: EmbeddedClusterError.self) {
          try await EmbeddedCluster(directory: directory).start()
        }
        #expect(error?.description.contains("must not contain") == true)
        #expect(!exists(directory))
      }
    }

    /// As after kill -9 of a program whose initdb, or what that has started, goes on.
    @Test(arguments: ["$PWD", "elsewhere"])
    func whatAKilledStartHasLeftIsRemovedAndItsWriterEnded(place: String) async throws {
      let root = "/tmp/foyer-remains-\(getpid())"
      let new = "\(root)/data/postgres.new"
      defer { _ = try? ChildProcess.run(["rm", "-rf", root]) }
      try makeDirectory(new, mode: 0o777)
      chmod(new, 0o777)
      // It writes as fast as it can, in its folder or, told which one, from another.
      try append(
        """
        #!/bin/sh
        [ "$1" = '$PWD' ] && cd "$2"
        n=0
        while :; do n=$((n + 1)); mkdir -p "$2/base" && echo "$n" >"$2/base/$n"; done
        """, to: "\(root)/initdb")
      chmod("\(root)/initdb", 0o755)
      let command: [String] = ["\(root)/initdb", place, new]
      let words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
      defer { for word in words { free(word) } }
      var writer = pid_t()
      try #require(posix_spawn(&writer, words[0]!, nil, nil, words, nil) == 0)
      try await eventually { exists("\(new)/base/100") }
      let cluster = EmbeddedCluster(directory: "\(root)/data")
      try await cluster.start()
      var status: Int32 = 0
      #expect(waitpid(writer, &status, WNOHANG) == writer)
      #expect(!exists(new) && exists("\(root)/data/postgres/PG_VERSION"))
      try await cluster.stop()
    }

    @Test func anotherVersionsDataIsNamed() async throws {
      try await withCluster { cluster, directory in
        try await cluster.stop()
        let path = directory + "/postgres/PG_VERSION"
        unlink(path)
        try append("9\n", to: path)
        let error = await #expect(throws: EmbeddedClusterError.self) { try await cluster.start() }
        #expect(error?.description.contains("was made by PostgreSQL 9, but the installed version is: ") == true)
      }
    }

    /// pg_upgrade takes the same major version as well: a rehearsal with what is on this machine.
    @Test func anUpgradeMovesTheDataAndKeepsTheOldCluster() async throws {
      try await withCluster { cluster, directory in
        try await withPool(url: cluster.ownerURL) { _, pool in
          _ = try await pool.execute(["CREATE TABLE kept (n int)", "INSERT INTO kept SELECT generate_series(1, 1000)"])
        }
        let programs = try newest().resolved
        // Not while a program has the directory.
        let busy = await #expect(throws: EmbeddedClusterError.self) {
          try await upgrade(EmbeddedCluster(directory: directory), to: programs)
        }
        #expect(busy?.description.contains("in use by another running program") == true)
        // As after kill -9 of the program: the server still runs.
        cluster.abandon()
        let next = EmbeddedCluster(directory: directory)
        let (version, kept) = try await upgrade(next, to: programs)
        #expect(version == programs.version && kept == "\(directory)/postgres.\(version)")
        #expect(exists(kept + "/PG_VERSION") && !exists(kept + "/postmaster.pid"))
        #expect(
          !exists(directory + "/postgres/postmaster.pid") && !exists(directory + "/postgres/delete_old_cluster.sh"))
        try await next.start()
        try await withPool(url: next.url) { _, pool in
          // The statistics are there, and the login still owns nothing.
          let row = try await pool.execute([
            "SELECT reltuples::int AS rows, has_table_privilege('kept', 'SELECT') AS may FROM pg_class WHERE relname = 'kept'"
          ])[0][0]
          #expect(try row["rows"] == 1000 && row["may"] == false)
        }
        try await withPool(url: next.ownerURL) { _, pool in
          let rows = try await pool.execute(["SELECT sum(n) AS n FROM kept"])[0]
          #expect(try rows[0]["n"] == 500_500)
        }
        try await next.stop()
        // A second time the old one is in the way, which nobody else may delete.
        let again = await #expect(throws: EmbeddedClusterError.self) { try await upgrade(next, to: programs) }
        #expect(again?.description.contains("is there already, from an earlier upgrade") == true)
        // The newest version is not newer.
        let none = await #expect(throws: EmbeddedClusterError.self) { try await next.upgrade() }
        #expect(none?.description.contains("and the newest on this machine is \(version)") == true)
        // A crash after the old cluster was moved away: the start finishes what was begun.
        try #require(rename(directory + "/postgres", directory + "/postgres.upgraded") == 0)
        try await next.start()
        try await withPool(url: next.ownerURL) { _, pool in
          let rows = try await pool.execute(["SELECT count(*) AS n FROM kept"])[0]
          #expect(try rows[0]["n"] == 1000)
        }
        try await next.stop()
        try await cluster.start()
      }
    }

    /// Where a second version is installed, as by bin/setup --test: from the oldest to the newest.
    @Test(.enabled(if: Set(ClusterPrograms.installed().map(\.version)).count > 1))
    func anUpgradeToANewerVersionMovesTheData() async throws {
      let installed = ClusterPrograms.installed().sorted { $0.number < $1.number }
      let (old, new) = (try #require(installed.first).resolved, try #require(installed.last).resolved)
      let root = "/tmp/foyer-newer-\(getpid())"
      defer { _ = try? ChildProcess.run(["rm", "-rf", root]) }
      let cluster = EmbeddedCluster(directory: root, programs: old.folder)
      try await cluster.start()
      try await withPool(url: cluster.ownerURL) { _, pool in
        _ = try await pool.execute(["CREATE TABLE kept (n int)", "INSERT INTO kept SELECT generate_series(1, 1000)"])
      }
      try await cluster.stop()
      #expect(contents("\(root)/postgres/PG_VERSION") == "\(old.version)\n")
      // Started by whoever has the newer one, it is of the older one still.
      let next = EmbeddedCluster(directory: root, programs: new.folder)
      try await next.start()
      try await next.stop()
      #expect(next.versions?.cluster == old.version && next.versions?.isUpgradable == true)
      let (version, kept) = try await next.upgrade()
      #expect(version == new.version && kept == "\(root)/postgres.\(old.version)")
      try await next.start()
      try await withPool(url: next.ownerURL) { _, pool in
        let row = try await pool.execute([
          "SELECT sum(n) AS n, current_setting('server_version_num')::int / 10000 AS version FROM kept"
        ])[0][0]
        #expect(try row["n"] == 500_500)
        #expect(try row["version"] == new.number)
      }
      try await next.stop()
    }

    @Test func anUpgradeThatFailsChangesNothing() async throws {
      try await withCluster { cluster, directory in
        try await withPool(url: cluster.ownerURL) { _, pool in _ = try await pool.execute(["CREATE TABLE kept ()"]) }
        try await cluster.stop()
        let real = try newest().resolved
        // Programs of a version that is not there: an initdb that fails, and a pg_upgrade that does.
        let folder = directory + "/programs"
        try makeDirectory(folder, mode: 0o755)
        for program in ["initdb", "vacuumdb", "pg_ctl", "postgres"] {
          try #require(symlink(real.path(program), "\(folder)/\(program)") == 0)
        }
        let fake = ClusterPrograms(folder: folder, version: "99")
        let missing = await #expect(throws: EmbeddedClusterError.self) { try await upgrade(cluster, to: fake) }
        #expect(missing?.description.contains("\(folder)/pg_upgrade is missing: install all of PostgreSQL 99") == true)
        try append("#!/bin/sh\necho not today\nexit 3\n", to: folder + "/pg_upgrade")
        chmod(folder + "/pg_upgrade", 0o755)
        let failed = await #expect(throws: EmbeddedClusterError.self) { try await upgrade(cluster, to: fake) }
        #expect(failed?.description.contains("pg_upgrade failed:\nnot today\n") == true)
        #expect(failed?.description.hasSuffix("/postgres is still of PostgreSQL \(real.version).") == true)
        let names = try ChildProcess.run(["ls", directory]).text
        #expect(names == "foyer.lock\npostgres\nprograms\n")
        try await cluster.start()
        try await withPool(url: cluster.ownerURL) { _, pool in _ = try await pool.execute(["SELECT FROM kept"]) }
      }
    }

    @Test func aServerThatCannotStartSaysWhy() async throws {
      try await withCluster { cluster, directory in
        try await cluster.stop()
        try append("no_such_setting = 1\n", to: directory + "/postgres/postgresql.conf")
        let error = await #expect(throws: EmbeddedClusterError.self) { try await cluster.start() }
        #expect(error?.description.contains("no_such_setting") == true)
      }
    }

    @Test func aSlowStatementTimesOutAndThePoolRecovers() async throws {
      try await withPool(connections: 1, depth: 1, timeout: .seconds(2), patience: .seconds(60)) { loop, pool in
        let results = await concurrently(2, on: loop) { index in
          await outcome { _ = try await pool.execute([index == 0 ? "SELECT pg_sleep(600)" : "SELECT 1"]) }
        }
        #expect(results == ["timed out", "done"])
        // The server gives up as well, a little later.
        try await eventually {
          let rows = try await pool.execute(["SELECT FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(600)%'"])
          return rows[0].isEmpty
        }
      }
    }

    @Test func aStalledServerTimesOutAndIsBackAtOnce() async throws {
      try await withCluster { cluster, directory in
        try await withPool(
          url: cluster.ownerURL, connections: 1, timeout: .seconds(2), patience: .seconds(2)
        ) { loop, pool in
          _ = try await pool.execute(["SELECT 1"])
          let group = try await processes(of: pool) + [try postmaster(directory)]
          for process in group { kill(process, SIGSTOP) }
          let stalled = await concurrently(2, on: loop) { _ in
            await outcome { _ = try await pool.execute(["SELECT 2"]) }
          }
          let away = await outcome { _ = try await pool.execute(["SELECT 3"]) }
          for process in group { kill(process, SIGCONT) }
          #expect(stalled == ["timed out", "timed out"])
          #expect(away == "unavailable")
          try await eventually { await outcome { _ = try await pool.execute(["SELECT 4"]) } == "done" }
        }
      }
    }

    @Test func killedBackendsAreReplaced() async throws {
      try await withCluster { cluster, directory in
        try await withPool(url: cluster.ownerURL, depth: 1, timeout: .seconds(60), patience: .seconds(60)) {
          loop, pool in
          _ = try await pool.execute(["CREATE TABLE half (n int)"])
          // One that is at work, in its transaction: its batch is neither done nor done again.
          let tasks = startConcurrently(1, on: loop) { _ in
            await outcome { _ = try await pool.execute(["INSERT INTO half VALUES (1)", "SELECT pg_sleep(600)"]) }
          }
          try await eventually {
            let rows = try await pool.execute([
              "SELECT pid FROM pg_stat_activity WHERE query LIKE '%pg_sleep(600)%' AND pid <> pg_backend_pid()"
            ])[0]
            guard let row = rows.first else { return false }
            kill(pid_t(try row["pid"] as Int), SIGKILL)
            return true
          }
          #expect(await tasks[0].value == "unavailable")
          // Each connection of the pool notices the server's restart for itself, and the first to be asked may be late.
          var halves: Int?
          try await eventually {
            halves = try? await pool.execute(["SELECT n FROM half"])[0].count
            return halves != nil
          }
          #expect(halves == 0)
        }
      }
    }

    @Test func aRestartIsSurvived() async throws {
      try await withCluster { cluster, _ in
        try await withPool(url: cluster.ownerURL, patience: .seconds(2)) { _, pool in
          _ = try await pool.execute(["SELECT 1"])
          try await cluster.stop()
          await expect("unavailable") { _ = try await pool.execute(["SELECT 1"]) }
          #expect(!pool.isConnected)
          try await cluster.start()
          try await eventually { await outcome { _ = try await pool.execute(["SELECT 1"]) } == "done" }
        }
      }
    }

    @Test func aServerThatIsNotThereIsUnavailable() async throws {
      try await withPool(url: "postgresql:///foyer?host=/nowhere", patience: .milliseconds(100)) { _, pool in
        await expect("unavailable") { _ = try await pool.execute(["SELECT 1"]) }
      }
    }

    @Test func notificationsComeAlsoAfterTheConnectionBroke() async throws {
      let url = try await TestDatabase.url()
      try await withPool { loop, pool in
        var heard: [Notification] = []
        var connections = 0
        let listener = NotificationListener(
          url: url, channels: ["plain", "Odd \"name'"], poller: loop.poller, connected: { connections += 1 },
          received: { heard.append($0) })
        while connections < 1 { await Task.yield() }
        _ = try await pool.execute([
          "SELECT pg_notify('plain', 'é'), pg_notify(\("Odd \"name'"), ''), pg_notify('elsewhere', 'x')"
        ])
        while heard.count < 2 { await Task.yield() }
        #expect(
          heard == [Notification(channel: "plain", payload: "é"), Notification(channel: "Odd \"name'", payload: "")])
        _ = try await pool.execute([
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'foyer events'"
        ])
        while connections < 2 { await Task.yield() }
        _ = try await pool.execute(["NOTIFY plain, 'again'"])
        while heard.count < 3 { await Task.yield() }
        #expect(heard.last?.payload == "again")
        listener.close()
      }
    }

    @Test func aTemplateIsCloned() async throws {
      let cluster = try await TestDatabase.shared()
      try await cluster.createDatabase("tem\"plate")
      try await withPool(url: cluster.url(database: "tem%22plate", as: .owner)) { _, pool in
        _ = try await pool.execute(["CREATE TABLE a (n int)", "INSERT INTO a VALUES (1)"])
      }
      try await cluster.createDatabase("clone", template: "tem\"plate")
      try await withPool(url: cluster.url(database: "clone", as: .owner)) { _, pool in
        let rows = try await pool.execute(["SELECT n FROM a"])[0]
        #expect(rows.count == 1)
      }
      try await cluster.dropDatabase("clone")
      try await cluster.dropDatabase("tem\"plate")
    }
  }
}

private func expect(_ expected: String, _ body: () async throws -> Void) async {
  let found = await outcome(body)
  #expect(found == expected)
}

private func outcome(_ body: () async throws -> Void) async -> String {
  do {
    try await body()
    return "done"
  } catch PostgresError.timedOut {
    return "timed out"
  } catch PostgresError.unavailable {
    return "unavailable"
  } catch {
    return "\(error)"
  }
}

private func withCluster(suffix: String = "", _ body: (EmbeddedCluster, String) async throws -> Void) async throws {
  let root = "/tmp/foyer-cluster-\(getpid())"
  let cluster = EmbeddedCluster(directory: root + suffix)
  do {
    try await cluster.start()
    try await body(cluster, root + suffix)
  } catch {
    Issue.record(error)
  }
  try? await cluster.stop()
  _ = try? ChildProcess.run(["rm", "-rf", root])
}

private func newest() throws -> ClusterPrograms { try ClusterPrograms.find(version: nil, data: "") }

private func upgrade(_ cluster: EmbeddedCluster, to programs: ClusterPrograms) async throws -> (String, String) {
  try await blocking { () throws(EmbeddedClusterError) in try cluster.upgrade(to: programs) }
}

/// The server's process, from the first line of its lock file.
private func postmaster(_ directory: String) throws -> pid_t {
  let line = try #require(contents(directory + "/postgres/postmaster.pid")).prefix { $0.isNumber }
  return try #require(pid_t(line))
}

/// A process of the user that servers run as, which only sleeps. Nobody takes leave of it before the test does.
private func sleeper() throws -> pid_t {
  let user = try ClusterUser.current()
  let drop = geteuid() == 0 ? ["setpriv", "--reuid=\(user.id)", "--regid=\(user.group)", "--clear-groups", "--"] : []
  let arguments = (drop + ["sleep", "600"]).map { strdup($0) } + [nil]
  defer { for text in arguments { free(text) } }
  var process = pid_t()
  #expect(posix_spawnp(&process, arguments[0]!, nil, nil, arguments, nil) == 0)
  return process
}

private func owner(_ path: String) -> uid_t? {
  var status = stat()
  return stat(path, &status) == 0 ? status.st_uid : nil
}

/// The servers of all of the pool's connections.
private func processes(of pool: Pool) async throws -> [pid_t] {
  try await pool.execute([
    "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND application_name = 'foyer'"
  ])[0].map { pid_t(try $0["pid"] as Int) }
}
