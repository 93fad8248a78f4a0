import CPostgres
import EventLoop
import Glibc
import Synchronization

/// A private PostgreSQL cluster that is started with the program and stopped with it.
///
/// It lives in `directory`/postgres and listens on a unix socket in a directory that only its owner may enter. As root
/// its files belong to, and its processes run as, the user `postgres` (or `nobody`): PostgreSQL refuses to run as root.
/// Should the program be killed, PostgreSQL goes on, and the next start adopts it.
public final class EmbeddedCluster: Sendable {
  private let directory: String
  private let data: String
  private let sockets: String
  /// The descriptor that holds the lock on the directory.
  private let lock = Mutex<Int32?>(nil)

  private static let owner = "foyer"
  private static let database = "foyer"
  /// For a start, crash recovery included, and for a stop. Seconds.
  private static let patience = 120

  /// A cluster whose files are in `directory`/postgres. Nothing happens before `start`.
  public init(directory: String) {
    self.directory = absolute(directory)
    data = self.directory + "/postgres"
    sockets = SocketDirectory.path(for: self.directory)
  }

  /// Where to connect, as the owner of the database `foyer`.
  public var url: String { url(database: Self.database) }

  /// Where to connect to another database of the cluster.
  public func url(database: String) -> String {
    "postgresql:///\(database)?host=\(percentEncoded(sockets))&port=5432&user=\(Self.owner)"
  }

  /// Makes the cluster if there is none, starts it (or adopts it, if it runs already) and creates the database.
  /// Returns once it accepts connections.
  public func start() async throws(EmbeddedClusterError) {
    try await blocking { [self] () throws(EmbeddedClusterError) in
      // pg_ctl starts the server through a shell, with the path in double quotes.
      if directory.contains(where: { "\"$`\\".contains($0) || $0.isNewline }) {
        throw .init("the path \(directory) must not contain a double quote, $, `, a backslash or a line break")
      }
      do throws(EmbeddedClusterError) {
        try makeDirectory(directory, mode: 0o755)
        try takeLock()
        let programs = try programs()
        let user = try ClusterUser.current()
        if !exists(data + "/PG_VERSION") { try initialize(programs, user) }
        try SocketDirectory.make(sockets, for: user)
        try configure(user)
        try launch(programs, user)
        try createDatabase()
      } catch {
        releaseLock()
        throw error
      }
    }
  }

  /// Starts the server again if it has died, and tells whether it had. While it lives that is a look at one file and one
  /// process.
  public func revive() async throws(EmbeddedClusterError) -> Bool {
    if isAlive { return false }
    try await blocking { [self] () throws(EmbeddedClusterError) in
      try launch(try programs(), try ClusterUser.current())
    }
    return true
  }

  /// Stops it, ending what its clients do; returns when it has stopped.
  public func stop() async throws(EmbeddedClusterError) {
    try await blocking { [self] () throws(EmbeddedClusterError) in try stopBlocking() }
  }

  /// As `stop`, where nothing can be awaited, as in a handler of atexit(3): blocks the thread meanwhile.
  public func stopBlocking() throws(EmbeddedClusterError) {
    defer { releaseLock() }
    let programs = try programs()
    let user = try ClusterUser.current()
    guard try isRunning(programs, user) else { return }
    let stop = ["stop", "-D", data, "-m", "fast", "-w", "-t", String(Self.patience), "-s"]
    try user.run([programs.path("pg_ctl")] + stop)
    rmdir(sockets)
  }

  /// Makes a database, as a copy of another one (which nobody may be connected to) if `template` is given; replaces
  /// one of the same name. A migrated template makes a test's database in milliseconds.
  public func createDatabase(_ name: String, template: String? = nil) async throws(PostgresError) {
    try await blocking { [self] () throws(PostgresError) in
      let session = try maintenanceSession()
      let copy = template.map { " TEMPLATE " + quoted($0) } ?? ""
      try session.run(script: Array("DROP DATABASE IF EXISTS \(quoted(name)) WITH (FORCE)".utf8CString))
      try session.run(script: Array("CREATE DATABASE \(quoted(name))\(copy)".utf8CString))
    }
  }

  /// Drops a database, ending its connections.
  public func dropDatabase(_ name: String) async throws(PostgresError) {
    try await blocking { [self] () throws(PostgresError) in
      let session = try maintenanceSession()
      try session.run(script: Array("DROP DATABASE IF EXISTS \(quoted(name)) WITH (FORCE)".utf8CString))
    }
  }

  private func maintenanceSession() throws(PostgresError) -> Session {
    try Session(Target(url: url(database: "postgres")), deadline: .now() + .seconds(Self.patience))
  }

  private func quoted(_ identifier: String) -> String {
    "\"" + identifier.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  // MARK: Programs

  private func programs() throws(EmbeddedClusterError) -> ClusterPrograms {
    let version = contents(data + "/PG_VERSION").map { String($0.prefix { !$0.isWhitespace }) }
    return try ClusterPrograms.find(version: version, data: data)
  }

  // MARK: Two programs on one directory

  private func takeLock() throws(EmbeddedClusterError) {
    let path = directory + "/foyer.lock"
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .init("cannot open \(path): \(systemError())") }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let holder = contents(path).map { " (process \($0.prefix { $0.isNumber }))" } ?? ""
      close(descriptor)
      throw .init("\(directory) is in use by another running program\(holder)")
    }
    let line = "\(getpid())\n"
    ftruncate(descriptor, 0)
    write(descriptor, line, line.utf8.count)
    lock.withLock { $0 = descriptor }
  }

  /// As if this process had been killed: the server goes on, the directory is free.
  func abandon() { releaseLock() }

  private func releaseLock() {
    lock.withLock { descriptor in
      if let held = descriptor { close(held) }
      descriptor = nil
    }
  }

  // MARK: Making

  /// Works under another name until all is done: an initdb that was cut short leaves nothing that looks like a cluster.
  private func initialize(_ programs: ClusterPrograms, _ user: ClusterUser) throws(EmbeddedClusterError) {
    let new = data + ".new"
    if exists(new) { _ = Subprocess.run(["rm", "-rf", "--", new]) }
    try makeDirectory(new, mode: 0o700)
    try user.own(new)
    let options = ["--username=\(Self.owner)", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"]
    try user.run([programs.path("initdb"), "-D", new] + options + ["--data-checksums", "--no-instructions"])
    try append("\ninclude_if_exists = 'foyer.conf'\n", to: new + "/postgresql.conf")
    guard rename(new, data) == 0 else { throw .init("cannot rename \(new): \(systemError())") }
  }

  /// Written at every start, so that a newer program's settings reach an older cluster.
  private func configure(_ user: ClusterUser) throws(EmbeddedClusterError) {
    let settings = """
      # Written by foyer at every start. Change postgresql.auto.conf (ALTER SYSTEM) instead.
      listen_addresses = ''
      port = 5432
      unix_socket_directories = '"\(sockets.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))"'
      unix_socket_permissions = 0700
      max_connections = 50
      shared_buffers = 128MB
      fsync = on
      full_page_writes = on
      synchronous_commit = on
      jit = off
      timezone = 'UTC'
      log_timezone = 'UTC'
      lc_messages = 'C'
      logging_collector = off
      log_destination = 'stderr'
      log_line_prefix = '%m [%p] '
      log_checkpoints = off
      log_min_error_statement = panic

      """
    let path = data + "/foyer.conf"
    unlink(path)
    try append(settings, to: path)
    try user.own(path)
  }

  // MARK: Starting

  private var log: String { data + "/server.log" }
  /// A log beyond this size begins anew at a start; the old one is kept beside it. Bytes.
  private static let maximumLog: off_t = 10_000_000

  /// Whether the process that the server's own file names is there.
  private var isAlive: Bool {
    guard let process = contents(data + "/postmaster.pid").flatMap({ pid_t($0.prefix { $0.isNumber }) }) else {
      return false
    }
    return kill(process, 0) == 0 || errno == EPERM
  }

  private func isRunning(_ programs: ClusterPrograms, _ user: ClusterUser) throws(EmbeddedClusterError) -> Bool {
    try user.status([programs.path("pg_ctl"), "status", "-D", data]).status == 0
  }

  private func launch(_ programs: ClusterPrograms, _ user: ClusterUser) throws(EmbeddedClusterError) {
    let deadline = Instant.now() + .seconds(Self.patience)
    if try !isRunning(programs, user) {
      if size(log) > Self.maximumLog { rename(log, log + ".1") }
      let start = ["start", "-D", data, "-l", log, "-w", "-t", String(Self.patience), "-s"]
      let result = try user.status([programs.path("pg_ctl")] + start)
      guard result.status == 0 else {
        throw .init("PostgreSQL did not start: \(result.output)\nThe end of \(log):\n\(logEnd)")
      }
    }
    while PQping(url(database: "postgres")) != PQPING_OK {
      guard Instant.now() < deadline else {
        throw .init("PostgreSQL accepts no connections in \(data)\nThe end of \(log):\n\(logEnd)")
      }
      usleep(20_000)
    }
  }

  private var logEnd: String {
    (contents(log) ?? "").split(separator: "\n").suffix(10).joined(separator: "\n")
  }

  private func createDatabase() throws(EmbeddedClusterError) {
    do throws(PostgresError) {
      let session = try maintenanceSession()
      if try session.run("SELECT FROM pg_database WHERE datname = \(Self.database)").isEmpty {
        try session.run("CREATE DATABASE foyer")
      }
    } catch {
      throw .init("cannot create the database \(Self.database): \(error)")
    }
  }
}

/// Why the cluster is not there: a sentence for the operator.
public struct EmbeddedClusterError: Error, Sendable, CustomStringConvertible {
  public let description: String
  init(_ description: String) { self.description = description }
}

/// Where a server's socket lies.
private enum SocketDirectory {
  /// A socket's path has at most 107 bytes (unix(7)), and PostgreSQL appends `/.s.PGSQL.5432`. Beyond that a directory
  /// in /tmp serves, named by a hash of the path.
  static func path(for directory: String) -> String {
    let path = directory + "/socket"
    if path.utf8.count + 14 <= 107 { return path }
    let hash = directory.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return "/tmp/foyer-" + String(hash, radix: 36)
  }

  /// Anybody may have made one in /tmp: it has to be a directory of ours that nobody else can enter.
  static func make(_ path: String, for user: ClusterUser) throws(EmbeddedClusterError) {
    if mkdir(path, 0o700) == 0 { return try user.own(path) }
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == user.id,
      status.st_mode & 0o077 == 0
    else { throw .init("\(path) is not a directory that belongs to the user \(user.name) alone") }
  }
}
