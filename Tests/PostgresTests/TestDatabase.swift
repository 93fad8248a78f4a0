import EventLoop
import Glibc
import Processes
import Testing

@testable import Postgres

/// Everything in this module, one test after the other: some of them stop servers.
@Suite(.serialized, .timeLimit(.minutes(20))) struct PostgresTests {}

/// One cluster for the whole run, made by the first test that needs it and stopped when the process ends.
enum TestDatabase {
  private static let directory = "/tmp/foyer-postgres-tests-\(getpid())"
  private static let cluster = EmbeddedCluster(directory: directory)

  private static let started = Task { () throws -> EmbeddedCluster in
    try await cluster.start()
    atexit { TestDatabase.stop() }
    return cluster
  }

  private static func stop() {
    try? cluster.stopBlocking()
    _ = try? ChildProcess.run(["rm", "-rf", directory])
  }

  static func url() async throws -> String { try await started.value.ownerURL }
  static func shared() async throws -> EmbeddedCluster { try await started.value }
}

/// Gives a loop to the body, and stops it afterwards.
func onLoop<Value: Sendable>(
  _ body: @Sendable (isolated EventLoop) async throws -> Value
) async throws -> Value {
  let loop = EventLoop(label: "test")
  await loop.start()
  do {
    let value = try await loop.run(body)
    await loop.stop()
    return value
  } catch {
    await loop.stop()
    throw error
  }
}

/// Gives a pool on a loop of its own to the body, and closes it afterwards.
func withPool<Value: Sendable>(
  url: String? = nil, connections: Int = 3, depth: Int = 2, timeout: Duration = .seconds(10),
  patience: Duration = .seconds(10), preparesStatements: Bool = true, keepsSession: Bool = true,
  beginsTransactions: Bool = false, maximumWaiting: Int = 1024, maximumWaitingOfShare: Int = 128,
  _ body: @Sendable (isolated EventLoop, Pool) async throws -> Value
) async throws -> Value {
  let address: String
  if let url { address = url } else { address = try await TestDatabase.url() }
  let configuration = PoolConfiguration(
    url: address, connections: connections, depth: depth, timeout: timeout, patience: patience,
    preparesStatements: preparesStatements, keepsSession: keepsSession, beginsTransactions: beginsTransactions,
    maximumWaiting: maximumWaiting,
    maximumWaitingOfShare: maximumWaitingOfShare)
  return try await onLoop { loop in
    let pool = Pool(configuration: configuration, poller: loop.poller)
    do {
      let value = try await body(loop, pool)
      await pool.close()
      return value
    } catch {
      await pool.close()
      throw error
    }
  }
}

/// Expects the body to throw an error of this type. Not `#expect(throws:)`, which runs its closure beside the loop.
@discardableResult
func expectError<Failure: Error>(_ type: Failure.Type, _ body: () async throws -> Void) async -> Failure? {
  do {
    try await body()
    Issue.record("nothing was thrown")
  } catch let error as Failure {
    return error
  } catch {
    Issue.record("\(error)")
  }
  return nil
}

/// Tries until the condition holds, for a minute at most.
func eventually(_ condition: () async throws -> Bool) async throws {
  let end = Instant.now() + .seconds(60)
  while true {
    if try await condition() { return }
    try await Task.sleep(for: .milliseconds(20))
    // Also brings this function back to its caller's executor: without a synchronous call between the two, the compiler
    // (6.3) leaves the hop out, and the closure would run beside the loop.
    guard Instant.now() < end else { throw Overdue() }
  }
}

private struct Overdue: Error {}

extension Pool {
  /// The rows of each statement, in order: a test's statements are few and stand beside its expectations.
  @discardableResult
  func execute(
    _ statements: [SQL], for share: Share? = nil, reads: Bool = false
  ) async throws(PostgresError) -> [Rows] {
    var batch = Batch()
    let keys = statements.map { statement -> Batch.Key in batch.add(statement) }
    let results = try await execute(batch, for: share, reads: reads)
    return keys.map { results[$0] }
  }
}

extension PostgresError {
  var sqlState: String? {
    if case .server(let error) = self { error.sqlState } else { nil }
  }
}

/// Starts the operation many times on the loop, so that they are under way at once; in order up to their first wait.
func startConcurrently<Value: Sendable>(
  _ count: Int, on loop: isolated EventLoop, _ operation: @escaping (Int) async -> Value
) -> [Task<Value, Never>] {
  (0..<count).map { index in
    Task.immediate {
      _ = loop
      return await operation(index)
    }
  }
}

func concurrently<Value: Sendable>(
  _ count: Int, on loop: isolated EventLoop, _ operation: @escaping (Int) async -> Value
) async -> [Value] {
  var values: [Value] = []
  for task in startConcurrently(count, on: loop, operation) { values.append(await task.value) }
  return values
}
