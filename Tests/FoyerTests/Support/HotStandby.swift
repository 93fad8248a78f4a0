import EventLoop
import Glibc
import Processes
import Synchronization

@testable import Foyer
@testable import Postgres

/// A cluster to copy, small as nothing else is in it: its one database is migrated.
enum Primary {
  static let cluster = EmbeddedCluster(directory: "\(scratch)/primary")

  private static let ready = Task {
    // Its exit handler, which removes the folder of all clusters, is to run after this one's.
    _ = try await TestCluster.database()
    try await cluster.start()
    atexit { try? Primary.cluster.stopBlocking() }
    _ = try await Migrator(url: cluster.ownerURL).migrate(directory: "\(packageRoot)/migrations")
  }

  /// The database's URL, for the program's login.
  static func url() async throws -> String {
    try await ready.value
    return cluster.url
  }
}

/// A hot standby of a cluster, whose log has every statement with its values.
final class HotStandby: Sendable {
  private static let count = Atomic(0)
  private let folder = "\(scratch)/standby-\(HotStandby.count.add(1, ordering: .relaxed).newValue)"
  private let user: ClusterUser
  private let programs: ClusterPrograms

  /// Copies the cluster with pg_basebackup, and starts.
  init(of cluster: EmbeddedCluster = Primary.cluster) async throws {
    user = try ClusterUser.current()
    // Those that may be run by another user.
    programs = try ClusterPrograms.find(version: nil, data: "").resolved
    mkdir(folder, 0o755)
    try user.own(folder)
    try user.run([
      programs.path("pg_basebackup"), "-D", data, "-R", "-c", "fast",
      "-d", cluster.url(database: "postgres", as: .superuser),
    ])
    try start()
  }

  func start() throws {
    let options = "-c unix_socket_directories='\(folder)' -c unix_socket_permissions=0777 -c log_statement=all"
    try user.run([
      programs.path("pg_ctl"), "start", "-D", data, "-l", logPath, "-w", "-s", "-t", "60", "-o", options,
    ])
  }

  /// Ends it at once; what was not stopped runs no longer than the tests' cluster.
  func stop() throws { try user.run([programs.path("pg_ctl"), "stop", "-D", data, "-m", "immediate", "-s"]) }

  /// Freezes it, or lets it go on: all of its processes.
  func freeze(_ isFrozen: Bool) {
    let main = contents(ofFile: "\(data)/postmaster.pid")?.components("\n").first.flatMap { pid_t($0) } ?? 0
    let children = contents(ofFile: "/proc/\(main)/task/\(main)/children") ?? ""
    for process in [main] + children.components(" ").compactMap({ pid_t($0) }) where process > 1 {
      kill(process, isFrozen ? SIGSTOP : SIGCONT)
    }
  }

  private var data: String { "\(folder)/data" }
  private var logPath: String { "\(folder)/log" }

  /// The same database on the standby.
  func url(_ url: String) -> String {
    let parts = url.components("host=")
    return parts[0] + "host=" + percentEncoded(folder) + "&"
      + parts[1].components("&").dropFirst().joined(separator: "&")
  }

  /// Runs a statement as a superuser.
  @discardableResult
  func run(_ sql: SQL) throws -> Rows {
    let superuser = url(Primary.cluster.url(database: "postgres", as: .superuser))
    return try Session(Target(url: superuser), deadline: .now() + .seconds(120)).run(sql)
  }

  /// Whether a statement had this value.
  func wasAsked(_ value: String) -> Bool { contents(ofFile: logPath)?.contains(value) == true }

  /// Waits until it has replayed what the primary has.
  func follow(_ app: TestApp) async throws {
    let position: String = try app.rows("SELECT pg_current_wal_lsn()::text AS n")[0]["n"]
    try await eventually { try self.run("SELECT pg_last_wal_replay_lsn() >= \(position)::pg_lsn AS n")[0]["n"] }
  }
}
