import CPostgres
import EventLoop
import Glibc
import Processes

/// A private PostgreSQL cluster that is started with the program and stopped with it.
///
/// It is in `directory`/postgres and listens on a unix socket in a directory that only its owner may enter. As root,
/// its files belong to, and its processes run as, the user `postgres` (or `nobody`): PostgreSQL refuses to run as root.
/// If the program is killed, PostgreSQL keeps running, and the next start adopts it.
public final class EmbeddedCluster: Sendable {
  let directory: String
  let data: String
  let sockets: String
  private let connections: Int
  /// Where PostgreSQL's programs are looked for first; nil for nowhere in particular.
  let programsFolder: String?
  let postmaster: Postmaster
  /// The descriptor of the lock on the directory.
  private let lock = Lock<Int32?>(nil)

  static let database = "foyer"
  /// The deadline of a start, crash recovery included, and of a stop. Seconds.
  static let patience = 120
  /// Connections besides the app's own: three reserved for superusers, one for a command, and a few for psql.
  private static let spareConnections = 8

  /// A cluster whose files are in `directory`/postgres. Nothing happens before `start`.
  /// - Parameters:
  ///   - connections: the number of the app's connections.
  ///   - programs: the folder of PostgreSQL's programs, for a new cluster or the one to upgrade to; nil for the newest on this
  /// machine.
  public init(directory: String, connections: Int = 42, programs: String? = nil) {
    programsFolder = programs.map { absolute($0) }
    self.directory = absolute(directory)
    data = self.directory + "/postgres"
    sockets = SocketDirectory.path(for: self.directory)
    postmaster = Postmaster(data: data)
    self.connections = connections
  }

  /// The app's URL: a login that owns nothing and is subject to row level security.
  public var url: String { url(database: Self.database, as: .program) }

  /// The URL for migrations: the owner of the database, who is no superuser either.
  public var ownerURL: String { url(database: Self.database, as: .owner) }

  /// The URL of any database of the cluster.
  func url(database: String, as role: ClusterRole) -> String {
    "postgresql:///\(database)?host=\(percentEncoded(sockets))&port=5432&user=\(role.rawValue)"
  }

  /// Initialises the cluster if there is none, starts or adopts it, and creates the database. Returns once it accepts
  /// connections. If its task is cancelled, nothing is left running.
  public func start() async throws(EmbeddedClusterError) {
    try await cancellable { [self] interruption throws(EmbeddedClusterError) in
      try startBlocking(interruption)
    } onCancel: { [postmaster] in
      // Crash recovery can take long, but a recovering server can be stopped.
      if let process = postmaster.process { kill(process, SIGINT) }
    }
  }

  private func startBlocking(_ interruption: Interruption) throws(EmbeddedClusterError) {
    // pg_ctl passes the path to a shell in double quotes.
    if directory.contains(where: { "\"$`\\".contains($0) || $0.isNewline }) {
      throw .init("the path \(directory) must not contain a double quote, $, `, a backslash or a line break")
    }
    func step(_ body: () throws(EmbeddedClusterError) -> Void) throws(EmbeddedClusterError) {
      if interruption.isInterrupted { throw .init("PostgreSQL was not started: the start was interrupted") }
      try body()
    }
    do throws(EmbeddedClusterError) {
      try makeDirectory(directory, mode: 0o755)
      try takeLock()
      try endUpgrade()
      try finishUpgrade()
      let programs = try programs()
      let user = try ClusterUser.current()
      try step { () throws(EmbeddedClusterError) in
        if exists(data + "/PG_VERSION") { try mend(user) } else { try initialize(programs, user) }
        try SocketDirectory.make(sockets, in: directory, for: user)
      }
      try step { () throws(EmbeddedClusterError) in
        let isAsBefore = try configure(user)
        if postmaster.state != .gone, postmaster.state != .running || !isAsBefore {
          postmaster.end(patience: .seconds(30))
        }
        try launch(programs, user)
      }
      try step { () throws(EmbeddedClusterError) in try prepareDatabase() }
      try step { () throws(EmbeddedClusterError) in }
    } catch {
      if interruption.isInterrupted, lock.withLock({ $0 != nil }) { try? stopBlocking() }
      releaseLock()
      throw error
    }
  }

  /// Why a server was restarted.
  public enum Revival: String, Sendable { case died, stopped, upgraded }

  /// Restarts the server if it has died, is stopping, or if a package upgrade has replaced its program. While it runs
  /// well, this reads one file and checks one process, and the result is nil.
  public func revive() async throws(EmbeddedClusterError) -> Revival? {
    let state = postmaster.state
    guard state != .running else { return nil }
    try await blocking { [self] () throws(EmbeddedClusterError) in
      let (programs, user) = (try programs(), try ClusterUser.current())
      postmaster.end(patience: .seconds(state == .outdated ? 30 : 2))
      try launch(programs, user)
    }
    switch state {
    case .outdated: return .upgraded
    case .stopping: return .stopped
    default: return .died
    }
  }

  /// Stops it and ends its clients' sessions; returns when it has stopped.
  public func stop() async throws(EmbeddedClusterError) {
    try await blocking { [self] () throws(EmbeddedClusterError) in try stopBlocking() }
  }

  /// Like `stop`, where nothing can be awaited, as in a handler of atexit(3): blocks the thread.
  public func stopBlocking() throws(EmbeddedClusterError) {
    defer { releaseLock() }
    guard postmaster.process != nil else { return }
    postmaster.end(patience: .seconds(Self.patience))
    rmdir(sockets)
  }

  /// Creates a database, if `template` is given as a copy of that one (to which there may be no connection); replaces
  /// one of the same name. A copy of a migrated template takes milliseconds.
  public func createDatabase(_ name: String, template: String? = nil) async throws(PostgresError) {
    let copy = template.map { " TEMPLATE " + quoted($0) } ?? ""
    try await dropDatabase(name)
    try await maintain("CREATE DATABASE \(quoted(name)) OWNER \(ClusterRole.owner.rawValue)\(copy)")
  }

  /// Drops a database, ending its connections.
  public func dropDatabase(_ name: String) async throws(PostgresError) {
    try await maintain("DROP DATABASE IF EXISTS \(quoted(name)) WITH (FORCE)")
  }

  private func maintain(_ statement: String) async throws(PostgresError) {
    try await blocking { [self] () throws(PostgresError) in
      let session = try session(database: "postgres")
      try session.run(script: Array(statement.utf8CString))
    }
  }

  /// As the superuser.
  private func session(database: String) throws(PostgresError) -> Session {
    try Session(
      Target(url: url(database: database, as: .superuser)), deadline: .now() + .seconds(Self.patience))
  }

  private func quoted(_ identifier: String) -> String {
    "\"" + identifier.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  // MARK: Programs

  private func programs() throws(EmbeddedClusterError) -> ClusterPrograms {
    let version = contents(data + "/PG_VERSION").map { String($0.prefix { !$0.isWhitespace }) }
    return try ClusterPrograms.find(version: version, data: data, in: programsFolder)
  }

  // MARK: Two programs on one directory

  func takeLock() throws(EmbeddedClusterError) {
    let path = directory + "/foyer.lock"
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .init("cannot open \(path): \(systemError())") }
    // A child that another thread forks holds a copy of the descriptor until its execve(2), and with it the lock
    // (flock(2)): one that was released a moment ago may still be held.
    let deadline = Instant.now() + .seconds(2)
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard Instant.now() < deadline else {
        let holder = contents(path).map { " (process \($0.prefix { $0.isNumber }))" } ?? ""
        close(descriptor)
        throw .init("\(directory) is in use by another running program\(holder)")
      }
      usleep(10_000)
    }
    let line = "\(getpid())\n"
    ftruncate(descriptor, 0)
    write(descriptor, line, line.utf8.count)
    lock.withLock { $0 = descriptor }
  }

  /// Whether another program has the directory, whose server then accepts connections: waits for it while it starts.
  public func isServedByAnother() async -> Bool { await blocking { [self] in isServedByAnotherBlocking() } }

  private func isServedByAnotherBlocking() -> Bool {
    let deadline = Instant.now() + .seconds(Self.patience)
    while Instant.now() < deadline {
      let descriptor = open(directory + "/foyer.lock", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return false }
      let isHeld = flock(descriptor, LOCK_SH | LOCK_NB) != 0
      close(descriptor)
      if !isHeld { return false }
      if PQping(url(database: Self.database, as: .owner)) == PQPING_OK { return true }
      usleep(20_000)
    }
    return false
  }

  /// Behaves as if this process had been killed: the server keeps running, the directory's lock is released.
  func abandon() { releaseLock() }

  func releaseLock() {
    lock.withLock { descriptor in
      if let held = descriptor { close(held) }
      descriptor = nil
    }
  }

  // MARK: Initialising

  /// Works under a temporary name until it is complete: an interrupted initdb leaves nothing that looks like a cluster.
  private func initialize(_ programs: ClusterPrograms, _ user: ClusterUser) throws(EmbeddedClusterError) {
    let new = data + ".new"
    try initialize(new, programs, user)
    guard rename(new, data) == 0 else { throw .init("cannot rename \(new): \(systemError())") }
  }

  func initialize(_ new: String, _ programs: ClusterPrograms, _ user: ClusterUser) throws(EmbeddedClusterError) {
    // An initdb that was left by a program that was killed writes on.
    try ClusterRemains.remove(new)
    try makeDirectory(new, mode: 0o700)
    try user.own(new)
    let options = [
      "--username=\(ClusterRole.superuser.rawValue)", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8",
    ]
    try user.run([programs.path("initdb"), "-D", new] + options + ["--data-checksums", "--no-instructions"])
    try append("\ninclude_if_exists = 'foyer.conf'\n", to: new + "/postgresql.conf")
  }

  /// Written at every start, so that a newer program's settings reach an older cluster. False if they have changed.
  @discardableResult
  func configure(_ user: ClusterUser) throws(EmbeddedClusterError) -> Bool {
    let settings = ClusterScript.settings(sockets: sockets, connections: connections + Self.spareConnections)
    let path = data + "/foyer.conf"
    if contents(path) == settings { return true }
    unlink(path)
    try append(settings, to: path)
    try user.own(path)
    return false
  }

  /// Lets the server's user, who may not own this directory, reach its data in it.
  private func letThrough() {
    var status = stat()
    guard geteuid() == 0, stat(directory, &status) == 0, status.st_mode & 0o011 != 0o011 else { return }
    chmod(directory, status.st_mode & 0o7777 | 0o011)
  }

  /// Makes the user the owner of copied files: PostgreSQL refuses a directory of another owner, or one that others may
  /// read.
  func mend(_ user: ClusterUser) throws(EmbeddedClusterError) {
    letThrough()
    for path in [data, data + "/PG_VERSION", data + "/global/pg_control"] {
      var status = stat()
      guard stat(path, &status) == 0, status.st_uid != user.id || status.st_mode & 0o077 != 0 else { continue }
      let commands = [
        ["chown", "-R", "\(user.id):\(user.group)", "--", data], ["chmod", "-R", "u+rwX,go=", "--", data],
      ]
      for command in commands.dropFirst(status.st_uid == user.id ? 1 : 0) {
        guard let result = try? ChildProcess.run(command), result.status == 0 else {
          throw .init(
            "\(data) has to belong to the user \(user.name) alone: mend that with \(command.joined(separator: " "))")
        }
      }
      return
    }
  }

  // MARK: Starting

  private var log: String { data + "/server.log" }
  /// A log beyond this size is rotated at a start; one old log is kept. Bytes.
  private static let maximumLog: off_t = 10_000_000

  func launch(_ programs: ClusterPrograms, _ user: ClusterUser) throws(EmbeddedClusterError) {
    let deadline = Instant.now() + .seconds(Self.patience)
    if postmaster.process == nil {
      postmaster.clear()
      SocketDirectory.clear(sockets)
      if size(log) > Self.maximumLog { rename(log, log + ".1") }
      let start = ["start", "-D", data, "-l", log, "-w", "-t", String(Self.patience), "-s"]
      let result = try user.status([programs.path("pg_ctl")] + start)
      guard result.status == 0 else {
        throw .init("PostgreSQL did not start: \(result.text)\nThe end of \(log):\n\(logEnd)")
      }
    }
    while PQping(url(database: "postgres", as: .superuser)) != PQPING_OK {
      guard Instant.now() < deadline else {
        throw .init("PostgreSQL accepts no connections in \(data)\nThe end of \(log):\n\(logEnd)")
      }
      usleep(20_000)
    }
  }

  private var logEnd: String {
    (contents(log) ?? "").split(separator: "\n").suffix(10).joined(separator: "\n")
  }

  func prepareDatabase() throws(EmbeddedClusterError) {
    do throws(PostgresError) {
      let cluster = try session(database: "postgres")
      try cluster.run(script: Array(ClusterScript.roles.utf8CString))
      if try cluster.run("SELECT FROM pg_database WHERE datname = \(Self.database)").isEmpty {
        try cluster.run("CREATE DATABASE foyer OWNER foyer_owner")
      }
      try session(database: Self.database).run(script: Array(ClusterScript.ownership.utf8CString))
    } catch {
      throw .init("cannot prepare the database \(Self.database): \(error)")
    }
  }
}

/// Why the cluster cannot run: a sentence for the operator.
public struct EmbeddedClusterError: Error, Sendable, CustomStringConvertible {
  public let description: String
  init(_ description: String) { self.description = description }
}
