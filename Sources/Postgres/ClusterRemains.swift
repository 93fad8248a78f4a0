import EventLoop
import Glibc
import Processes

/// Remains of a cluster of a program that was killed: files, and the processes that still write them.
enum ClusterRemains {
  private static let programs: Set = ["initdb", "pg_ctl", "pg_upgrade", "postgres", "setpriv"]

  /// Ends what writes in a folder, then removes it.
  /// - Returns: whether anything did.
  @discardableResult
  static func remove(_ folder: String) throws(EmbeddedClusterError) -> Bool {
    let end = Instant.now() + .seconds(10)
    var hasEnded = false
    while true {
      let writers = writers(folder)
      for process in writers { kill(process, SIGKILL) }
      hasEnded = hasEnded || !writers.isEmpty
      if exists(folder) { _ = try? ChildProcess.run(["rm", "-rf", "--", folder]) }
      if writers.isEmpty, !exists(folder) { return hasEnded }
      guard Instant.now() < end else {
        throw .init(
          "cannot remove \(folder), which an interrupted start has left: remove it, and end what writes there")
      }
      usleep(20_000)
    }
  }

  /// PostgreSQL's programs that work in a folder, or were told to.
  private static func writers(_ folder: String) -> [pid_t] {
    ProcessTable.all().filter { process in
      guard let name = contents("/proc/\(process)/comm")?.dropLast(), programs.contains(String(name)) else {
        return false
      }
      var (own, other) = (stat(), stat())
      if stat(folder, &own) == 0, stat("/proc/\(process)/cwd", &other) == 0, own.st_dev == other.st_dev,
        own.st_ino == other.st_ino
      {
        return true
      }
      // initdb and pg_upgrade have it in their arguments, and a server that initdb has just begun in its environment.
      return strings("/proc/\(process)/cmdline").contains(folder)
        || strings("/proc/\(process)/environ").contains("PGDATA=\(folder)")
    }
  }

  /// Texts that end in NUL (proc(5)).
  private static func strings(_ path: String) -> [String] {
    (bytes(path) ?? []).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }
}

enum ProcessTable {
  /// The processes of this machine that can be seen.
  static func all() -> [pid_t] {
    guard let stream = opendir("/proc") else { return [] }
    defer { closedir(stream) }
    var found: [pid_t] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if let process = pid_t(name) { found.append(process) }
    }
    return found
  }
}
