import EventLoop
import Glibc
import Processes
import Synchronization

@testable import Postgres

/// The folder of the package.
let packageRoot = #filePath.components("/").dropLast(4).joined(separator: "/")

/// The folder for all files of this test run, in TEST_FOLDER, which bin/test sets, or else in /tmp; removed when it ends.
let scratch: String = {
  let path = "\(getenv("TEST_FOLDER").map { String(cString: $0) } ?? "/tmp")/foyer-app-tests-\(getpid())"
  mkdir(path, 0o755)
  return path
}()

/// One PostgreSQL cluster for the whole run, started by the first test that needs it and stopped when the process ends.
enum TestCluster {
  static let cluster = EmbeddedCluster(directory: scratch)
  private static let count = Atomic(0)
  private static let template = "migrated"

  /// Creates the migrated database that each `database()` copies.
  private static let ready = Task {
    try await cluster.start()
    atexit {
      try? TestCluster.cluster.stopBlocking()
      _ = try? ChildProcess.run(["rm", "-rf", scratch])
    }
    // Settings for dozens of apps at once, without durability. Hundreds of databases would each be visited by a worker of
    // autovacuum every minute.
    let superuser = cluster.url(database: "postgres", as: .superuser)
    let session = try Session(Target(url: superuser), deadline: .now() + .seconds(120))
    try session.run("ALTER SYSTEM SET max_connections = 400")
    try session.run("ALTER SYSTEM SET fsync = off")
    try session.run("ALTER SYSTEM SET full_page_writes = off")
    try session.run("ALTER SYSTEM SET max_wal_size = '2GB'")
    try session.run("ALTER SYSTEM SET autovacuum = off")
    try await cluster.stop()
    try await cluster.start()
    try await cluster.createDatabase(template)
    _ = try await Migrator(url: cluster.url(database: template, as: .owner)).migrate(
      directory: "\(packageRoot)/migrations")
  }

  /// A new migrated database: its URL, for the program's login.
  static func database() async throws -> String {
    try await ready.value
    let name = "test_\(count.add(1, ordering: .relaxed).newValue)"
    try await cluster.createDatabase(name, template: template)
    return cluster.url(database: name, as: .program)
  }

  /// The same database for a superuser, who sees every row.
  static func superuserURL(_ url: String) -> String {
    url.components("user=")[0] + "user=\(ClusterRole.superuser.rawValue)"
  }
}

extension Pool {
  /// The rows of each statement, in order: a test's statements are few and stand beside its expectations.
  func execute(_ statements: [SQL], for share: Share? = nil) async throws(PostgresError) -> [Rows] {
    var batch = Batch()
    let keys = statements.map { statement -> Batch.Key in batch.add(statement) }
    let results = try await execute(batch, for: share)
    return keys.map { results[$0] }
  }
}
