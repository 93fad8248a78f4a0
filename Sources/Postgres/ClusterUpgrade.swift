import EventLoop
import Glibc
import Processes

/// Moving the embedded cluster to a newer major version of PostgreSQL, with pg_upgrade (PostgreSQL manual, "pg_upgrade").
extension EmbeddedCluster {
  /// Major versions: what made the cluster, and the newest on this machine.
  public struct Versions: Sendable {
    public let cluster: String
    public let newest: String

    /// Whether `upgrade` has something to do.
    public var isUpgradable: Bool { Int(newest) ?? 0 > Int(cluster) ?? 0 }
  }

  /// Nil if there is no cluster yet, or no PostgreSQL.
  public var versions: Versions? {
    guard let cluster = version(of: data), let newest = newestPrograms else { return nil }
    return Versions(cluster: cluster, newest: newest.version)
  }

  private var newestPrograms: ClusterPrograms? {
    ClusterPrograms.newest(of: ClusterPrograms.installed(programsFolder), in: programsFolder)
  }

  private func version(of data: String) -> String? {
    contents(data + "/PG_VERSION").map { String($0.prefix { !$0.isWhitespace }) }
  }

  /// Moves the cluster to the newest version on this machine, starts and stops it. The old one is kept beside it.
  /// - Returns: the version that it has now, and where the old one is.
  public func upgrade() async throws(EmbeddedClusterError) -> (version: String, kept: String) {
    try await blocking { [self] () throws(EmbeddedClusterError) in
      guard let versions else { throw .init("there is no cluster in \(directory) yet: foyer serve makes one") }
      guard versions.isUpgradable, let new = newestPrograms?.resolved else {
        throw .init(
          "the cluster in \(directory) is of PostgreSQL \(versions.cluster), and the newest on this machine is \(versions.newest)"
        )
      }
      return try upgrade(to: new)
    }
  }

  /// The same for programs of any version that pg_upgrade takes.
  func upgrade(to new: ClusterPrograms) throws(EmbeddedClusterError) -> (version: String, kept: String) {
    try takeLock()
    defer {
      rmdir(sockets)
      releaseLock()
    }
    try endUpgrade()
    try finishUpgrade()
    let old = try ClusterPrograms.find(version: version(of: data), data: data, in: programsFolder).resolved
    for program in ["pg_upgrade", "vacuumdb"] where access(new.path(program), X_OK) != 0 {
      throw .init("\(new.path(program)) is missing: install all of PostgreSQL \(new.version), server and client")
    }
    let kept = "\(data).\(old.version)"
    if exists(kept) { throw .init("\(kept) is there already, from an earlier upgrade: move it away") }
    let user = try ClusterUser.current()
    try mend(user)
    try SocketDirectory.make(sockets, in: directory, for: user)
    // pg_upgrade wants a cluster that was shut down cleanly: a server that was left running, or killed, is ended so.
    try configure(user)
    try launch(old, user)
    postmaster.end(patience: .seconds(Self.patience))
    let made = begun
    do throws(EmbeddedClusterError) {
      try initialize(made, new, user)
      try run(old, new, made, user)
    } catch {
      _ = try? ChildProcess.run(["rm", "-rf", "--", made])
      throw .init("\(error.description)\nNothing has changed: \(data) is still of PostgreSQL \(old.version).")
    }
    try move(made, to: upgraded)
    try move(data, to: kept)
    try finishUpgrade()
    try start(new, user)
    return (new.version, kept)
  }

  /// The new cluster, while it is made.
  private var begun: String { "\(data).upgrade" }

  /// Ends an upgrade whose program was killed: pg_upgrade goes on without it, and works with both clusters.
  func endUpgrade() throws(EmbeddedClusterError) {
    guard exists(begun) else { return }
    if try ClusterRemains.remove(begun) { postmaster.end(patience: .seconds(30)) }
  }

  /// The new cluster, once it is complete.
  private var upgraded: String { "\(data).upgraded" }

  /// Puts the new cluster in the place of the old one, which was moved away: also after a crash in between, when a start
  /// would otherwise make an empty one.
  func finishUpgrade() throws(EmbeddedClusterError) {
    if !exists(data), exists(upgraded + "/PG_VERSION") { try move(upgraded, to: data) }
  }

  private func move(_ path: String, to other: String) throws(EmbeddedClusterError) {
    // Remains of an interrupted upgrade.
    if other == upgraded { _ = try? ChildProcess.run(["rm", "-rf", "--", other]) }
    guard rename(path, other) == 0 else { throw .init("cannot rename \(path) to \(other): \(systemError())") }
  }

  /// Copies the data into the new cluster; the old one's files are only read.
  private func run(
    _ old: ClusterPrograms, _ new: ClusterPrograms, _ made: String, _ user: ClusterUser
  ) throws(EmbeddedClusterError) {
    let command = [
      new.path("pg_upgrade"), "--old-bindir", old.folder, "--new-bindir", new.folder, "--old-datadir", data,
      "--new-datadir", made, "--username", ClusterRole.superuser.rawValue, "--socketdir", sockets,
    ]
    // It writes a script into the folder that it runs in, which deletes what is at the old path: the new cluster, soon.
    let result = try user.status(command, in: made)
    unlink(made + "/delete_old_cluster.sh")
    guard result.status == 0 else { throw .init("pg_upgrade failed:\n\(result.text)") }
  }

  /// The first start, with the statistics that pg_upgrade leaves out.
  private func start(_ programs: ClusterPrograms, _ user: ClusterUser) throws(EmbeddedClusterError) {
    try configure(user)
    try launch(programs, user)
    defer { postmaster.end(patience: .seconds(Self.patience)) }
    try prepareDatabase()
    try user.run([
      programs.path("vacuumdb"), "--all", "--analyze-only", "--quiet", "--host", sockets, "--port", "5432",
      "--username",
      ClusterRole.superuser.rawValue,
    ])
  }
}
