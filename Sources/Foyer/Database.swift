import Glibc
import Postgres

/// The database that the program works with: the one it is told of, or a cluster of its own.
public struct Database: Sendable {
  /// A libpq URL.
  public let url: String
  private let cluster: EmbeddedCluster?

  /// Starts the embedded cluster, unless the configuration names a database.
  public static func open(_ configuration: Configuration) async throws -> Database {
    if let url = configuration.databaseURL { return Database(url: url, cluster: nil) }
    let cluster = EmbeddedCluster(directory: configuration.data)
    try await cluster.start()
    return Database(url: cluster.url, cluster: cluster)
  }

  /// Brings the schema up to date; returns the names of the migrations that it applied.
  /// - Parameter home: the folder that holds migrations/.
  public func migrate(home: String) async throws -> [String] {
    try await Migrator(url: url).migrate(directory: "\(home)/migrations")
  }

  /// Loads the starter cookbook when it has changed; returns how many recipes it has, or nil.
  /// - Parameter home: the folder that holds Cookbook/.
  public func loadCookbook(home: String) async throws -> Int? {
    try await StarterCookbook.load("\(home)/Cookbook", url: url)
  }

  /// The migrations that `migrate` would apply.
  public func pendingMigrations(home: String) async throws -> [String] {
    try await Migrator(url: url).pending(directory: "\(home)/migrations")
  }

  /// Watches over the embedded cluster, and starts it again when it dies, until the task is cancelled. Returns at once for
  /// a database that somebody else looks after.
  public func watch(_ log: Log) async {
    guard let cluster else { return }
    while (try? await Task.sleep(for: .seconds(1))) != nil {
      do {
        if try await cluster.revive() { log.note("database_restarted") }
      } catch {
        // Processes of the dead server may still hold its memory for a moment: the next look tries again.
        log(.error, "database_not_restarted", ["error": "\(error)"])
      }
    }
  }

  /// Stops the embedded cluster, if it is one.
  public func close() async throws { try await cluster?.stop() }
}

/// Where the program's own files are: Public/ and migrations/.
public enum Installation {
  /// The working directory, or else `share/foyer` beside the program's `bin`; nil when neither has them.
  public static func find() -> String? {
    var program = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &program, program.count - 1)
    let path = String(decoding: program.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let bin = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    return [".", "\(bin)/../share/foyer"].first {
      access("\($0)/migrations", R_OK) == 0 && access("\($0)/Public", R_OK) == 0
    }
  }
}
