import Glibc

/// The additional duty of process 1 in a container: reaping orphans (pid_namespaces(7)). PostgreSQL's processes become
/// its children when their parent exits, and as zombies would keep their process ids.
enum FirstProcess {
  /// As process 1, runs the program again as a child, forwards signals to it, and exits with its status. Any other
  /// process just continues.
  static func standInIfNeeded() {
    guard getpid() == 1 else { return }
    // Process 1 does not receive a signal that it neither handles nor waits for (pid_namespaces(7)).
    var signals = sigset_t()
    sigfillset(&signals)
    sigprocmask(SIG_BLOCK, &signals, nil)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let arguments = CommandLine.arguments.map { strdup($0) } + [nil]
    let environment = Program.environment().map { strdup("\($0)=\($1)") } + [nil]
    var program = pid_t()
    let error = posix_spawn(&program, "/proc/self/exe", nil, &attributes, arguments, environment)
    guard error == 0 else {
      Program.complain("foyer: cannot start: \(String(cString: strerror(error)))")
      exit(1)
    }
    while true {
      var signal: Int32 = 0
      guard sigwait(&signals, &signal) == 0 else { continue }
      if signal != SIGCHLD {
        kill(program, signal)
        continue
      }
      var status: Int32 = 0
      while case let ended = waitpid(-1, &status, WNOHANG), ended > 0 {
        if ended == program { exit(status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f) }
      }
    }
  }
}
