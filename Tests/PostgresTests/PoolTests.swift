import EventLoop
import Testing

@testable import Postgres

extension PostgresTests {
  @Suite struct PoolTests {
    @Test func aBatchIsOneTransactionAndOneRoundTrip() async throws {
      try await withPool { _, pool in
        _ = try await pool.execute(["DROP TABLE IF EXISTS once", "CREATE TABLE once (n int PRIMARY KEY)"])
        let before = pool.roundTrips
        let error = await expectError(PostgresError.self) {
          _ = try await pool.execute([
            "INSERT INTO once VALUES (1)", "INSERT INTO once VALUES (2)", "INSERT INTO once VALUES (1)",
            "INSERT INTO once VALUES (3)",
          ])
        }
        #expect(pool.roundTrips == before + 1)
        guard case .server(let refusal) = error else { throw error ?? .closed }
        #expect(refusal.statement == 2)
        #expect(refusal.sqlState == "23505")
        #expect(refusal.severity == "ERROR")
        #expect(refusal.constraint == "once_pkey")
        #expect(refusal.table == "once")
        #expect(refusal.schema == "public")
        #expect(refusal.detail?.contains("(n)=(1)") == true)
        #expect(try await pool.execute(["SELECT n FROM once"])[0].isEmpty)

        let rows = try await pool.execute(["INSERT INTO once SELECT generate_series(1, 5)", "SELECT n FROM once"])
        #expect(rows[0].affected == 5)
        #expect(rows[1].count == 5)
      }
    }

    @Test func anAttemptKeepsWhatCameBeforeTheError() async throws {
      try await withPool { _, pool in
        var batch = Batch()
        let (one, fails, never) = (batch.add("SELECT 1 AS n"), batch.add("SELECT 1/0"), batch.add("SELECT 3"))
        let outcome = try await pool.attempt(batch)
        #expect(try outcome[one]?.first?["n"] == 1)
        #expect(outcome[fails] == nil)
        #expect(outcome[never] == nil)
        #expect(outcome.error?.sqlState == "22012")
        #expect(outcome.error?.statement == 1)
        let error = await expectError(PostgresError.self) { _ = try outcome.results }
        #expect(error?.sqlState == "22012")
        var second = Batch()
        let last = (second.add("SELECT 1 AS n"), second.add("SELECT 2 AS n")).1
        let fine = try await pool.attempt(second)
        #expect(try fine[last]?.first?["n"] == 2)
        #expect(fine.error == nil)
      }
    }

    @Test func aBatchInABatchKeepsItsKeys() async throws {
      try await withPool { _, pool in
        var inner: Batch = ["SELECT 1 AS n"]
        let two = inner.add("SELECT 2 AS n")
        var batch: Batch = ["SELECT 3", "SELECT 4"]
        let part = batch.add(inner)
        batch.add(["SELECT 5", "SELECT 6"])
        let seven = batch.add("SELECT 7 AS n")
        let results = try await pool.execute(batch)
        #expect(try results[part][two][0]["n"] == 2)
        #expect(try results[seven][0]["n"] == 7)
      }
    }

    /// Such an error comes in answer to the Sync, not to a statement; what is pipelined behind it must not slip.
    @Test func aConstraintDeferredToTheCommitFailsTheBatch() async throws {
      try await withPool(connections: 1, depth: 8) { loop, pool in
        _ = try await pool.execute([
          "DROP TABLE IF EXISTS late", "CREATE TABLE late (n int UNIQUE DEFERRABLE INITIALLY DEFERRED)",
        ])
        let results = await concurrently(24, on: loop) { index in
          do {
            if index % 3 == 0 {
              let values = try await pool.execute(["INSERT INTO late VALUES (1), (1)", "SELECT 1"])
              return "committed \(values.count)"
            }
            return "\(try await pool.execute(["SELECT \(index)::int AS n"])[0][0]["n"] as Int)"
          } catch {
            return (error as? PostgresError)?.sqlState ?? "\(error)"
          }
        }
        #expect(results == (0..<24).map { $0 % 3 == 0 ? "23505" : "\($0)" })
        #expect(try await pool.execute(["SELECT n FROM late"])[0].isEmpty)
        let error = try await pool.attempt(["INSERT INTO late VALUES (2), (2)"]).error
        #expect(error?.statement == 1)
      }
    }

    @Test func aThousandBatchesGetTheirOwnResults() async throws {
      try await withPool(depth: 4, timeout: .seconds(30), patience: .seconds(30), maximumWaiting: 2000) { loop, pool in
        let results = await concurrently(1000, on: loop) { index in
          do {
            let results = try await pool.execute([
              "SELECT \(index)::int AS n", "SELECT \(index)::int AS n, repeat('x', \(index % 7 * 3000)) AS x",
              index % 10 == 3 ? "SELECT 1/(\(index)::int - \(index)::int)" : "SELECT 1",
            ])
            let (first, second) = (try results[0][0]["n"] as Int, try results[1][0]["n"] as Int)
            return first == second ? "\(first)" : "mixed"
          } catch {
            return (error as? PostgresError)?.sqlState ?? "\(error)"
          }
        }
        for (index, result) in results.enumerated() { #expect(result == (index % 10 == 3 ? "22012" : "\(index)")) }
        #expect(pool.roundTrips == 1000)
      }
    }

    @Test func batchesOfOneConnectionRunInOrder() async throws {
      try await withPool(
        connections: 1, depth: 16, timeout: .seconds(30), patience: .seconds(30), maximumWaiting: 2000
      ) { loop, pool in
        _ = try await pool.execute(["DROP SEQUENCE IF EXISTS steps", "CREATE SEQUENCE steps"])
        let results = await concurrently(500, on: loop) { _ in
          (try? await pool.execute(["SELECT nextval('steps') AS n"])[0][0]["n"] as Int) ?? -1
        }
        #expect(results == Array(1...500))
      }
    }

    /// Row level security rests on this: a setting that is local to a page's transaction ends with it.
    @Test func aLocalSettingNeverLeaks() async throws {
      try await withPool(connections: 1, depth: 1) { _, pool in
        for round in 0..<1000 {
          var batch = Batch()
          let before = batch.add("SELECT coalesce(current_setting('foyer.household', true), '') AS before")
          batch.add("SELECT set_config('foyer.household', \("h\(round)"), true)")
          let during = batch.add("SELECT current_setting('foyer.household') AS during")
          if round % 3 == 1 { batch.add("SELECT 1/0") }
          let outcome = try await pool.attempt(batch)
          #expect(try outcome[before]?.first?["before"] == "")
          #expect(try outcome[during]?.first?["during"] == "h\(round)")
        }
      }
    }

    @Test func statementsWork() async throws {
      for prepares in [true, false] {
        try await withPool(connections: 1, preparesStatements: prepares) { _, pool in
          for round in 0..<3 {
            #expect(try await pool.execute(["SELECT \(round)::int AS n"])[0][0]["n"] == round)
          }
          let rows = try await pool.execute(["SELECT count(*)::int AS n FROM pg_prepared_statements"])
          // The connection's settings are one.
          #expect(try rows[0][0]["n"] == (prepares ? 3 : 0))
        }
      }
    }

    @Test func aStatementThatFailsToPrepareHarmsNoOther() async throws {
      try await withPool(connections: 1, depth: 8) { loop, pool in
        _ = try await pool.execute(["DROP TABLE IF EXISTS nowhere"])
        func read() async -> String {
          do { return "\(try await pool.execute(["SELECT 1", "SELECT n FROM nowhere"])[1].count)" } catch {
            return error.sqlState ?? "\(error)"
          }
        }
        // Of those behind the first one, prepared by it as they believe, none may report a lost statement.
        let refusals = await concurrently(8, on: loop) { _ in await read() }
        #expect(refusals == Array(repeating: "42P01", count: 8))
        _ = try await pool.execute(["CREATE TABLE nowhere (n int)"])
        #expect(await read() == "0")
        // Aborted by an earlier statement, and so never prepared, either.
        let results = await concurrently(8, on: loop) { index in
          let first: SQL = index == 0 ? "SELECT 1/0" : "SELECT 1"
          do {
            let results = try await pool.execute([first, "SELECT count(*) FROM nowhere"])
            return "\(results[1].count)"
          } catch {
            return (error as? PostgresError)?.sqlState ?? "\(error)"
          }
        }
        #expect(results == ["22012"] + Array(repeating: "1", count: 7))
      }
    }

    @Test func statementsArePreparedAgainAfterASchemaChangeOrDeallocation() async throws {
      try await withPool(connections: 1) { _, pool in
        _ = try await pool.execute(["DROP TABLE IF EXISTS shape", "CREATE TABLE shape (a int)"])
        func read() async throws -> [String] { try await pool.execute(["SELECT * FROM shape"])[0].columns }
        #expect(try await read() == ["a"])
        _ = try await pool.execute(["ALTER TABLE shape ADD COLUMN b text"])
        #expect(try await read() == ["a", "b"])
        _ = try await pool.execute(["DEALLOCATE ALL"])
        #expect(try await read() == ["a", "b"])
        _ = try await pool.execute(["ALTER TABLE shape DROP COLUMN a"])
        #expect(try await read() == ["b"])
      }
    }

    /// As behind a pooler: what this connection has prepared is not there.
    @Test func aStatementThatAnotherSessionDoesNotKnowTurnsPreparingOff() async throws {
      try await withPool(connections: 1) { _, pool in
        let prepared: SQL = "SELECT count(*) AS n FROM pg_prepared_statements"
        for _ in 1...2 { #expect(try await pool.execute(["SELECT 7 AS n"])[0][0]["n"] == 7) }
        #expect(try await pool.execute([prepared])[0][0]["n"] as Int > 0)
        let reported = Lock([String]())
        pool.preparation.onGivingUp { error in reported.withLock { $0.append(error.sqlState) } }
        _ = try await pool.execute(["DEALLOCATE ALL"])
        // The one that meets it has its answer.
        for _ in 1...2 { #expect(try await pool.execute(["SELECT 7 AS n"])[0][0]["n"] == 7) }
        #expect(try await pool.execute([prepared])[0][0]["n"] == 0)
        #expect(!pool.preparation.isOn && reported.withLock { $0 } == ["26000"])
      }
    }

    /// The same where another connection's statement has the name.
    @Test func aNameThatAnotherSessionHasTakenTurnsPreparingOff() async throws {
      try await withPool(connections: 1) { _, pool in
        _ = try await pool.execute(["DROP TABLE IF EXISTS taken", "CREATE TABLE taken (n int)"])
        let insert: SQL = "INSERT INTO taken VALUES (1)"
        let name = fnv1a("INSERT INTO taken VALUES (1)\0".utf8)
        _ = try await pool.execute([
          "SELECT set_config('foyer.name', \(name), false)",
          """
          DO $$ BEGIN
            FOR n IN 1..40 LOOP EXECUTE format('PREPARE f%s_%s AS SELECT 1', current_setting('foyer.name'), n); END LOOP;
          END $$
          """,
        ])
        _ = try await pool.execute(["SELECT 1", insert])
        _ = try await pool.execute([insert])
        #expect(try await pool.execute(["SELECT count(*) AS n FROM taken"])[0][0]["n"] == 2)
        #expect(!pool.preparation.isOn)
      }
    }

    /// Of statements sent behind one that could not be prepared none is there, and nobody else has answered.
    @Test func aStatementThatFailsToPrepareLeavesPreparingOn() async throws {
      try await withPool(connections: 1, depth: 8) { loop, pool in
        _ = await concurrently(8, on: loop) { _ in
          (try? await pool.execute(["SELECT 1", "SELECT n FROM never_there"]))?.count ?? 0
        }
        #expect(pool.preparation.isOn)
      }
    }

    /// Each has changed one row and waits for the other's, until PostgreSQL ends one of them.
    @Test func aDeadlockIsTriedAgain() async throws {
      try await withPool(connections: 3, depth: 1) { loop, pool in
        _ = try await pool.execute([
          "DROP TABLE IF EXISTS duel", "CREATE TABLE duel (id int PRIMARY KEY, n int)",
          "INSERT INTO duel VALUES (0, 0), (1, 0)", "DROP SEQUENCE IF EXISTS duelists", "CREATE SEQUENCE duelists",
          """
          CREATE OR REPLACE FUNCTION both_are_here() RETURNS void LANGUAGE plpgsql AS $$ BEGIN
            PERFORM nextval('duelists');
            WHILE (SELECT last_value FROM duelists) < 2 LOOP PERFORM pg_sleep(0.01); END LOOP;
          END $$
          """,
        ])
        let results = await concurrently(2, on: loop) { index in
          do {
            _ = try await pool.execute([
              "UPDATE duel SET n = n + 1 WHERE id = \(index)", "SELECT both_are_here()",
              "UPDATE duel SET n = n + 1 WHERE id = \(1 - index)",
            ])
            return "done"
          } catch {
            return (error as? PostgresError)?.sqlState ?? "\(error)"
          }
        }
        #expect(results == ["done", "done"])
        let row = try await pool.execute(["SELECT min(n) AS least, max(n) AS most FROM duel"])[0][0]
        #expect((try row["least"], try row["most"]) as (Int, Int) == (2, 2))
      }
    }

    @Test func aConflictIsTriedAgainThreeTimesAndNoMore() async throws {
      try await withPool { _, pool in
        _ = try await pool.execute([
          "DROP SEQUENCE IF EXISTS tries", "CREATE SEQUENCE tries", "DROP TABLE IF EXISTS tried",
          "CREATE TABLE tried (n int)",
          """
          CREATE OR REPLACE FUNCTION fail_before(attempt int, code text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
            IF nextval('tries') < attempt THEN RAISE 'not yet' USING ERRCODE = code; END IF;
          END $$
          """,
        ])
        func outcome(_ attempt: Int, _ code: String) async throws -> String {
          _ = try await pool.execute(["TRUNCATE tried", "ALTER SEQUENCE tries RESTART"])
          let error = try await pool.attempt([
            "INSERT INTO tried VALUES (1)", "SELECT fail_before(\(attempt)::int, \(code)::text)",
            "INSERT INTO tried VALUES (2)",
          ]).error
          let row = try await pool.execute(["SELECT (SELECT count(*) FROM tried) AS rows, last_value AS n FROM tries"])[
            0][0]
          return "\(error?.sqlState ?? "done"): \(try row["n"] as Int) tries, \(try row["rows"] as Int) rows"
        }
        #expect(try await outcome(4, "40001") == "done: 4 tries, 2 rows")
        #expect(try await outcome(4, "40P01") == "done: 4 tries, 2 rows")
        #expect(try await outcome(5, "40001") == "40001: 4 tries, 0 rows")
        #expect(try await outcome(2, "55P03") == "55P03: 1 tries, 0 rows")
      }
    }

    /// Text that begins a transaction behind the pool's back must not hand it to the next page.
    @Test func aStrayBeginIsNotPassedOn() async throws {
      try await withPool(connections: 1) { _, pool in
        _ = try await pool.execute(["DROP TABLE IF EXISTS stray", "CREATE TABLE stray (n int)"])
        for statement in ["BEGIN", "START TRANSACTION"] as [SQL] {
          await expectError(PostgresError.self) {
            _ = try await pool.execute([
              statement, "INSERT INTO stray VALUES (1)", "SELECT set_config('foyer.household', 'x', true)",
            ])
          }
          let rows = try await pool.execute([
            "SELECT coalesce(current_setting('foyer.household', true), '') AS setting, now() = statement_timestamp() AS own"
          ])[0]
          #expect(try rows[0]["setting"] == "")
        }
        #expect(try await pool.execute(["SELECT n FROM stray"])[0].isEmpty)
        await expectError(PostgresError.self) { _ = try await pool.execute(["COMMIT", "BEGIN", "SELECT 1/0"]) }
        #expect(try await pool.execute(["SELECT 1 AS n"])[0][0]["n"] == 1)
      }
    }

    @Test func theServerEndsAStatementThatNobodyWaitsFor() async throws {
      for keepsSession in [true, false] {
        try await withPool(connections: 1, timeout: .seconds(3), keepsSession: keepsSession) { _, pool in
          for _ in 1...2 {
            let row = try await pool.execute(["SELECT current_setting('statement_timeout') AS time"])[0][0]
            #expect(try row["time"] == "3500ms")
          }
          // Behind a pooler the next client of the connection must not have it.
          let after = try await pool.execute(["COMMIT", "SELECT current_setting('statement_timeout') AS time"])[1][0]
          #expect(try after["time"] == (keepsSession ? "3500ms" : "0"))
        }
      }
    }

    @Test func betweenBeginAndCommitABatchIsStillWholeAndItsKeysHold() async throws {
      for keepsSession in [true, false] {
        try await withPool(connections: 1, keepsSession: keepsSession, beginsTransactions: true) { loop, pool in
          _ = try await pool.execute([
            "DROP TABLE IF EXISTS framed", "CREATE TABLE framed (n int PRIMARY KEY DEFERRABLE INITIALLY DEFERRED)",
          ])
          for n in [1, 2] { _ = try await pool.execute(["INSERT INTO framed VALUES (\(n)::int)"]) }
          var batch = Batch()
          let inserted = batch.add("INSERT INTO framed VALUES (3)")
          let counted = batch.add("SELECT count(*)::int AS n FROM framed")
          batch.add("SELECT 1/0")
          let outcome = try await pool.attempt(batch)
          #expect(outcome[inserted]?.affected == 1)
          #expect(try outcome[counted]?[0]["n"] == 3)
          #expect(outcome.error?.sqlState == "22012")
          #expect(outcome.error?.statement == 2)
          // The failed transaction was ended, also for those that waited behind it; and so is one that COMMIT refuses.
          let counts = await concurrently(4, on: loop) { _ in
            try? await pool.execute(["SELECT count(*)::int AS n FROM framed"])[0][0]["n"] as Int
          }
          #expect(counts == [2, 2, 2, 2])
          let refused = await expectError(PostgresError.self) {
            _ = try await pool.execute(["INSERT INTO framed VALUES (1)"])
          }
          #expect(refused?.sqlState == "23505")
          #expect(try await pool.execute(["SELECT count(*)::int AS n FROM framed"])[0][0]["n"] == 2)
        }
      }
    }

    @Test func theQueueIsBounded() async throws {
      try await withPool(connections: 1, depth: 1, maximumWaiting: 3) { loop, pool in
        _ = try await pool.execute(["SELECT 1"])
        let results = await concurrently(6, on: loop) { _ in
          do { return "\(try await pool.execute(["SELECT pg_sleep(0.05)"]).count)" } catch PostgresError.unavailable(
            let reason)
          {
            return reason
          } catch { return "\(error)" }
        }
        let refusal = "too many requests wait for a connection"
        #expect(results == ["1", "1", "1", "1", refusal, refusal])
      }
    }

    /// Batches of many shares at one place fill the queue. One of another place is sent, and the newest of the others fails.
    @Test func oneAddressLeavesTheOthersThePlacesInTheQueue() async throws {
      try await withPool(connections: 1, depth: 1, timeout: .seconds(30), patience: .seconds(30), maximumWaiting: 4) {
        loop, pool in
        try await allConnected(pool, 1)
        let holder = try Session(Target(url: try await TestDatabase.url()), deadline: .now() + .seconds(120))
        _ = try holder.run("SELECT pg_advisory_lock(81)")
        let flood = startConcurrently(5, on: loop) { number in
          let share = Share(1, UInt64(number)).from(Share(0, 1))
          return (try? await pool.execute(["SELECT pg_advisory_xact_lock(81)"], for: share, reads: true).count) ?? 0
        }
        try await eventually { pool.load.waiting == 4 }
        let other = startConcurrently(1, on: loop) { _ in
          (try? await pool.execute(["SELECT 1"], for: Share(0, 2), reads: true).count) ?? 0
        }
        // The newest of the flood is refused while the lock is held.
        for task in flood.suffix(1) { #expect(await task.value == 0) }
        _ = try holder.run("SELECT pg_advisory_unlock(81)")
        for task in other { #expect(await task.value == 1) }
        var results: [Int] = []
        for task in flood { results.append(await task.value) }
        #expect(results.reduce(0, +) == 4)
      }
    }

    /// Twelve batches of one share wait for a lock. Those of another pass them by, and what is too much is refused to the
    /// first alone.
    @Test func oneShareLeavesTheOthersAConnection() async throws {
      let url = try await TestDatabase.url()
      try await withPool(timeout: .seconds(30), patience: .seconds(30), maximumWaitingOfShare: 8) { loop, pool in
        try await allConnected(pool, 3)
        let holder = try Session(Target(url: url), deadline: .now() + .seconds(120))
        _ = try holder.run("SELECT pg_advisory_lock(77)")
        let flood = startConcurrently(12, on: loop) { _ in
          do {
            return "\(try await pool.execute(["SELECT pg_advisory_xact_lock(77)"], for: Share(0, 1)).count)"
          } catch { return "refused" }
        }
        for number in 1...20 {
          let rows = try await pool.execute(["SELECT \(number)::int AS n"], for: Share(0, 2), reads: number % 2 == 0)
          #expect(try rows[0][0]["n"] == number)
        }
        _ = try holder.run("SELECT pg_advisory_unlock(77)")
        var results: [String] = []
        for task in flood { results.append(await task.value) }
        #expect(results.count { $0 == "1" } == 10)
        #expect(results.count { $0 == "refused" } == 2)
      }
    }

    /// Once a share is known to be slow, nobody's batch is sent behind one of its own.
    @Test func nobodyWaitsBehindASlowShare() async throws {
      let url = try await TestDatabase.url()
      try await withPool(timeout: .seconds(30), patience: .seconds(30)) { loop, pool in
        let slow = Share(0, 1)
        _ = try await pool.execute(["SELECT pg_sleep(0.1)"], for: slow)
        let holder = try Session(Target(url: url), deadline: .now() + .seconds(120))
        _ = try holder.run("SELECT pg_advisory_lock(78)")
        let stuck = startConcurrently(2, on: loop) { _ in
          (try? await pool.execute(["SELECT pg_advisory_xact_lock(78)"], for: slow).count) ?? 0
        }
        // More than one connection has room for: some would go to the other one, if they might.
        let quick = await concurrently(20, on: loop) { number in
          (try? await pool.execute(["SELECT 1"], for: Share(1, UInt64(number))).count) ?? 0
        }
        #expect(quick.allSatisfy { $0 == 1 })
        _ = try holder.run("SELECT pg_advisory_unlock(78)")
        for task in stuck { #expect(await task.value == 1) }
      }
    }

    /// As many writes as there may be wait for a lock, those of the readers' own shares among them. Each read is answered,
    /// none behind a write.
    @Test func readsDoNotWaitBehindWrites() async throws {
      let url = try await TestDatabase.url()
      for connections in 2...4 {
        try await withPool(connections: connections, timeout: .seconds(30), patience: .seconds(30)) { loop, pool in
          try await allConnected(pool, connections)
          let holder = try Session(Target(url: url), deadline: .now() + .seconds(120))
          try holder.run("SELECT pg_advisory_lock(79)")
          let writes = startConcurrently(12, on: loop) { number in
            (try? await pool.execute(["SELECT pg_advisory_xact_lock(79)"], for: Share(0, UInt64(number))).count) ?? 0
          }
          let reads = await concurrently(24, on: loop) { number in
            (try? await pool.execute(["SELECT 1"], for: Share(0, UInt64(number)), reads: true).count) ?? 0
          }
          #expect(reads == Array(repeating: 1, count: 24))
          // They still wait.
          #expect(pool.load.batches + pool.load.waiting == 12)
          try holder.run("SELECT pg_advisory_unlock(79)")
          for task in writes { #expect(await task.value == 1) }
        }
      }
    }

    /// Commits wait for a standby that is not there, on every connection that may carry writes; what was slow says nothing
    /// about the reads of the same shares.
    @Test func readsDoNotWaitForAStandby() async throws {
      let url = try await TestDatabase.shared().url(database: "postgres", as: .superuser)
      try await withPool(timeout: .seconds(30), patience: .seconds(30)) { loop, pool in
        let superuser = try Session(Target(url: url), deadline: .now() + .seconds(120))
        func wait(for standby: String) throws {
          try superuser.run(script: Array("ALTER SYSTEM SET synchronous_standby_names = '\(standby)'".utf8CString))
          try superuser.run("SELECT pg_reload_conf()")
        }
        func isWaiting() throws -> Bool {
          try superuser.run("SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'").count >= 2
        }
        try await allConnected(pool, 3)
        try await pool.execute(["DROP TABLE IF EXISTS kept", "CREATE TABLE kept (n int)"])
        try wait(for: "nobody")
        // The setting reaches the server's processes one after the other: the first writes may not wait.
        let writing = startConcurrently(6, on: loop) { number in
          let share = Share(0, UInt64(number))
          while (try? await pool.execute(["INSERT INTO kept VALUES (1)"], for: share)) != nil, !Task.isCancelled {}
        }
        try await eventually { try isWaiting() }
        for number in 0..<24 {
          let share = Share(0, UInt64(number % 6))
          #expect(try await pool.execute(["SELECT 1 AS n"], for: share, reads: true)[0].count == 1)
        }
        #expect(try isWaiting())
        for task in writing { task.cancel() }
        try wait(for: "")
        for task in writing { await task.value }
      }
    }

    @Test func closingLetsWhatIsUnderWayFinish() async throws {
      try await withPool(connections: 1, depth: 1) { loop, pool in
        _ = try await pool.execute(["SELECT 1"])
        let tasks = startConcurrently(3, on: loop) { _ in
          do { return "\(try await pool.execute(["SELECT pg_sleep(0.05)"]).count)" } catch { return "\(error)" }
        }
        while pool.roundTrips < 2 { await Task.yield() }
        await pool.close()
        var results: [String] = []
        for task in tasks { results.append(await task.value) }
        #expect(results == ["1", "1", "1"])
        let error = await expectError(PostgresError.self) { _ = try await pool.execute(["SELECT 1"]) }
        guard case .closed = error else { throw error ?? .closed }
        #expect(loop.poller.count == 0)
      }
    }
  }
}

/// Until every connection is open, all batches go to those that are.
private func allConnected(_ pool: Pool, _ count: Int) async throws {
  // A new connection has its settings to send, and counts as busy until they are answered.
  try await eventually { pool.load.connections == count && pool.load.batches == 0 }
}
