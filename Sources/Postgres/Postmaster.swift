import EventLoop
import Glibc

/// The server process of a data directory, as the server's own postmaster.pid names it (PostgreSQL manual, 73.1).
///
/// The process id alone, which is all that pg_ctl checks, is not enough: after a crash another process may have it, or
/// a zombie. So the process must be a PostgreSQL whose working directory is this one.
struct Postmaster {
  enum State {
    case running
    /// It was told to stop: it waits for its clients without a limit, and accepts no new ones.
    case stopping
    /// Its program was replaced on disk, as by a package upgrade.
    case outdated
    case gone
  }

  let data: String

  /// Its process id, if the process runs.
  var process: pid_t? {
    guard let process = lines?.first.flatMap({ pid_t($0) }), process > 0, works(process) else { return nil }
    return process
  }

  var state: State {
    guard let lines, let process else { return .gone }
    if lines.count > 7, lines[7].hasPrefix("stopping") { return .stopping }
    return link("/proc/\(process)/exe")?.hasSuffix(" (deleted)") == true ? .outdated : .running
  }

  private var lines: [Substring]? {
    contents(data + "/postmaster.pid")?.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Whether it is a running PostgreSQL whose working directory is this one, as for each process of a server; a zombie
  /// has none.
  private func works(_ process: pid_t) -> Bool {
    var (own, other) = (stat(), stat())
    guard contents("/proc/\(process)/comm") == "postgres\n", stat(data, &own) == 0 else { return false }
    if stat("/proc/\(process)/cwd", &other) == 0 { return own.st_dev == other.st_dev && own.st_ino == other.st_ino }
    // Root without CAP_SYS_PTRACE, as in a container, may not read it (ptrace(2)): name and state must be enough.
    guard errno == EACCES else { return false }
    let state = contents("/proc/\(process)/stat")?.split(separator: ")").last?.split(separator: " ").first
    return state != "Z" && state != "X"
  }

  /// Ends the server and its clients: a fast shutdown first, then an immediate one, after which a start recovers.
  func end(patience: Duration) {
    if let process {
      for (signal, time) in [(SIGINT, patience), (SIGQUIT, Duration.seconds(1))] {
        kill(process, signal)
        if wait(time, until: { !works(process) }) { break }
      }
    }
    clear()
  }

  /// Kills the processes that a dead server has left, and removes its postmaster.pid. They would exit once they notice
  /// its death, but until then no other server may start.
  func clear() {
    if process != nil { return }
    let end = Instant.now() + .seconds(2)
    while case let left = leftovers, !left.isEmpty, Instant.now() < end {
      for process in left { kill(process, SIGKILL) }
      usleep(20_000)
    }
    unlink(data + "/postmaster.pid")
  }

  private var leftovers: [pid_t] {
    ProcessTable.all().filter { link("/proc/\($0)/cwd") != nil && works($0) }
  }

  private func wait(_ time: Duration, until condition: () -> Bool) -> Bool {
    let end = Instant.now() + time
    while !condition() {
      if Instant.now() > end { return false }
      usleep(20_000)
    }
    return true
  }

  private func link(_ path: String) -> String? {
    var target = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &target, target.count)
    return count < 0 ? nil : String(decoding: target.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
