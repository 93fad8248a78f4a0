import EventLoop
import Glibc
import Synchronization

@testable import Postgres

/// The folder of the package.
let packageRoot = #filePath.components("/").dropLast(4).joined(separator: "/")

/// A folder for everything that this run of the tests leaves on the disk; gone when it ends.
let scratch: String = {
  let path = "/tmp/foyer-app-tests-\(getpid())"
  mkdir(path, 0o755)
  return path
}()

/// One PostgreSQL cluster for the whole run, made by the first test that needs it and stopped when the process ends.
enum TestCluster {
  static let cluster = EmbeddedCluster(directory: scratch)
  private static let count = Atomic(0)
  private static let template = "migrated"

  /// Makes the migrated database that each of `database()`'s is a copy of.
  private static let ready = Task {
    try await cluster.start()
    atexit {
      try? TestCluster.cluster.stopBlocking()
      _ = Subprocess.run(["rm", "-rf", scratch])
    }
    // Dozens of apps at once, and nothing that has to outlive a crash of the machine.
    let session = try Session(Target(url: cluster.url), deadline: .now() + .seconds(60))
    try session.run("ALTER SYSTEM SET max_connections = 300")
    try session.run("ALTER SYSTEM SET fsync = off")
    try await cluster.stop()
    try await cluster.start()
    try await cluster.createDatabase(template)
    _ = try await Migrator(url: cluster.url(database: template)).migrate(directory: "\(packageRoot)/migrations")
  }

  /// A new migrated database: its URL.
  static func database() async throws -> String {
    try await ready.value
    let name = "test_\(count.add(1, ordering: .relaxed).newValue)"
    try await cluster.createDatabase(name, template: template)
    return cluster.url(database: name)
  }
}
