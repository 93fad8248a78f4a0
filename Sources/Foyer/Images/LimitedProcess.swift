import CLinux
import Glibc

/// A program that works on what strangers sent: with little memory and time, few files, and nothing of our environment.
struct LimitedProcess {
  /// The exit status, or 128 + the signal that ended it.
  let status: Int32
  /// The beginning of what it wrote to its standard output and error streams.
  let output: String

  enum Failure: Error {
    /// It cannot be started.
    case missing
    /// It was killed at the deadline.
    case late
  }

  /// What the program, and everything it starts, may use.
  struct Limits: Sendable {
    /// Bytes of address space.
    var memory = 1 << 30
    /// Seconds of processor time.
    var processorTime = 10
    /// Bytes of a file that it writes.
    var fileSize = 16 << 20
  }

  private static let outputLimit = 64 << 10

  /// Where a program is that PATH knows.
  static func find(_ name: String) -> String? {
    path.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  private static var path: String { getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin" }

  /// Runs a program in a folder, to its end or until the deadline. Blocks. Uses posix_spawn(3), since a process with
  /// threads must not fork; prlimit(1) sets the limits before the program begins.
  static func run(
    _ command: [String], in folder: String, environment: [String], limits: Limits, deadline: ContinuousClock.Instant
  ) throws(Failure) -> LimitedProcess {
    guard let prlimit = find("prlimit"), let name = command.first, let program = find(name) else { throw .missing }
    let arguments =
      [
        prlimit, "--as=\(limits.memory)", "--cpu=\(limits.processorTime)", "--fsize=\(limits.fileSize)", "--nofile=64",
        "--core=0", "--", program,
      ] + command.dropFirst()
    var ends: [Int32] = [0, 0]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw .missing }
    defer { close(ends[0]) }
    guard let process = start(arguments, in: folder, environment: environment, output: ends[1]) else {
      close(ends[1])
      throw .missing
    }
    close(ends[1])

    var output: [UInt8] = []
    let ended = read(ends[0], &output, until: deadline)
    var status: Int32 = 0
    var finished: pid_t = 0
    while ended {
      finished = waitpid(process, &status, WNOHANG)
      if finished == process || finished < 0 && errno != EINTR || ContinuousClock.now >= deadline { break }
      // It has closed its streams and is about to end.
      usleep(1000)
    }
    if finished == 0 {
      // With everything that it has started: it leads a group of its own.
      kill(-process, SIGKILL)
      while waitpid(process, &status, 0) < 0 && errno == EINTR {}
      throw .late
    }
    let signal = status & 0x7f
    return LimitedProcess(
      status: signal == 0 ? status >> 8 & 0xff : 128 + signal, output: String(decoding: output, as: UTF8.self))
  }

  private static func start(
    _ arguments: [String], in folder: String, environment: [String], output: Int32
  ) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, output, 2)
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    posix_spawn_file_actions_addchdir_np(&actions, folder)

    // A signal that we ignore or block would stay ignored or blocked there.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal: Int32 in [SIGHUP, SIGINT, SIGPIPE, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGCHLD] {
      sigaddset(&signals, signal)
    }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

    var process = pid_t()
    let program = arguments[0]
    let arguments = arguments.map { strdup($0) } + [nil]
    let environment = (["PATH=\(path)", "LC_ALL=C.UTF-8", "TZ=UTC"] + environment).map { strdup($0) } + [nil]
    defer { for text in arguments + environment { free(text) } }
    return posix_spawn(&process, program, &actions, &attributes, arguments, environment) == 0 ? process : nil
  }

  /// Reads to the end of the stream; false when the deadline came first. What is beyond the limit is read and dropped.
  private static func read(
    _ descriptor: Int32, _ output: inout [UInt8], until deadline: ContinuousClock.Instant
  ) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
      guard left > 0 else { return false }
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, Int32(min(left.rounded(.up), 60_000))) > 0 else { continue }
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return true }
      output.append(contentsOf: chunk.prefix(min(count, outputLimit - output.count)))
    }
  }
}
