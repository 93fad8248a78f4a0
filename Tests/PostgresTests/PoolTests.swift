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
        let outcome = try await pool.attempt(["SELECT 1 AS n", "SELECT 1/0", "SELECT 3"])
        #expect(outcome.results.count == 1)
        #expect(try outcome.results[0][0]["n"] == 1)
        #expect(outcome.error?.sqlState == "22012")
        #expect(outcome.error?.statement == 1)
        let fine = try await pool.attempt(["SELECT 1", "SELECT 2"])
        #expect(fine.results.count == 2)
        #expect(fine.error == nil)
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
      try await withPool(depth: 4, maximumWaiting: 2000) { loop, pool in
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
      try await withPool(connections: 1, depth: 16, maximumWaiting: 2000) { loop, pool in
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
          let statements: [SQL] = [
            "SELECT coalesce(current_setting('foyer.household', true), '') AS before",
            "SELECT set_config('foyer.household', \("h\(round)"), true)",
            "SELECT current_setting('foyer.household') AS during",
          ]
          let outcome = try await pool.attempt(round % 3 == 1 ? statements + ["SELECT 1/0"] : statements)
          #expect(try outcome.results[0][0]["before"] == "")
          #expect(try outcome.results[2][0]["during"] == "h\(round)")
          if round % 5 == 2 {
            await expectError(Stop.self) {
              try await pool.transaction { transaction in
                _ = try await transaction.execute(["SELECT set_config('foyer.household', 'inside', true)"])
                throw Stop()
              }
            }
          }
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
          #expect(try rows[0][0]["n"] == (prepares ? 2 : 0))
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
        await expectError(PostgresError.self) {
          try await pool.transaction { transaction in _ = try await transaction.execute(["SELECT * FROM shape"]) }
        }
        #expect(try await read() == ["b"])
      }
    }

    @Test func aTransactionCommitsOrRollsBack() async throws {
      try await withPool { _, pool in
        _ = try await pool.execute(["DROP TABLE IF EXISTS ledger", "CREATE TABLE ledger (n int PRIMARY KEY)"])
        func count() async throws -> Int { try await pool.execute(["SELECT n FROM ledger"])[0].count }
        let sum = try await pool.transaction { transaction in
          _ = try await transaction.execute(["INSERT INTO ledger VALUES (1)"])
          #expect(try await count() == 0)
          return try await transaction.execute(["INSERT INTO ledger VALUES (2)", "SELECT sum(n)::int AS n FROM ledger"]
          )[1][0][
            "n"] as Int
        }
        #expect(sum == 3)
        #expect(try await count() == 2)

        await expectError(Stop.self) {
          try await pool.transaction { transaction in
            _ = try await transaction.execute(["INSERT INTO ledger VALUES (3)"])
            throw Stop()
          }
        }
        #expect(try await count() == 2)

        // An error that the body swallows: PostgreSQL turns the COMMIT into a ROLLBACK without calling it an error.
        let error = await expectError(PostgresError.self) {
          try await pool.transaction { transaction in
            _ = try await transaction.execute(["INSERT INTO ledger VALUES (4)"])
            _ = try? await transaction.execute(["SELECT 5", "INSERT INTO ledger VALUES (1)"])
          }
        }
        #expect(error?.sqlState == "23505")
        #expect(try await count() == 2)

        let first = await expectError(PostgresError.self) {
          try await pool.transaction { transaction in
            _ = try await transaction.execute(["SELECT 1", "INSERT INTO ledger VALUES (1)"])
          }
        }
        guard case .server(let refusal) = first else { throw first ?? .closed }
        #expect(refusal.statement == 1)
      }
    }

    @Test func transactionsAndBatchesShareAPoolOfOne() async throws {
      try await withPool(connections: 1, timeout: .seconds(20), patience: .seconds(20)) { loop, pool in
        _ = try await pool.execute([
          "DROP TABLE IF EXISTS tally", "CREATE TABLE tally (n int)", "INSERT INTO tally VALUES (0)",
        ])
        let results = await concurrently(60, on: loop) { index in
          do {
            if index % 2 == 0 {
              try await pool.transaction { transaction in
                let n: Int = try await transaction.execute(["SELECT n FROM tally"])[0][0]["n"]
                _ = try await transaction.execute(["UPDATE tally SET n = \(n + 1)"])
                if index % 4 == 0 { throw Stop() }
              }
              return "committed"
            }
            _ = try await pool.execute(["SELECT n FROM tally"])
            return "read"
          } catch {
            return error is Stop ? "stopped" : "\(error)"
          }
        }
        #expect(results == (0..<60).map { $0 % 2 == 1 ? "read" : $0 % 4 == 0 ? "stopped" : "committed" })
        #expect(try await pool.execute(["SELECT n FROM tally"])[0][0]["n"] == 15)
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
        await expectError(PostgresError.self) {
          try await pool.transaction { transaction in
            _ = try await transaction.execute(["COMMIT", "BEGIN", "SELECT 1/0"])
          }
        }
        #expect(try await pool.execute(["SELECT 1 AS n"])[0][0]["n"] == 1)
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

private struct Stop: Error {}
