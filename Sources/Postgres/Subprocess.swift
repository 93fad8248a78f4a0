import CPostgres
import Glibc

/// A program that is run to its end.
struct Subprocess {
  /// The exit status, or 128 + the signal that ended it.
  let status: Int32
  /// What it wrote to its standard output and error streams.
  let output: String

  /// Runs a program in `/` with an environment of its own: PGDATA or PGPORT of ours would mislead it. Blocks. Uses
  /// posix_spawn(3), since a process with threads must not fork. Nil if it cannot be started; errno says why.
  static func run(_ arguments: [String]) -> Subprocess? {
    var ends: [Int32] = [0, 0]
    guard let program = arguments.first, pipe2(&ends, O_CLOEXEC) == 0 else { return nil }
    defer { close(ends[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    posix_spawn_file_actions_addchdir_np(&actions, "/")

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
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    var process = pid_t()
    let arguments = arguments.map { strdup($0) } + [nil]
    let settings: [String] = ["PATH=\(path)", "LC_ALL=C.UTF-8", "TZ=UTC"]
    let environment = settings.map { strdup($0) } + [nil]
    defer { for text in arguments + environment { free(text) } }
    let error = posix_spawnp(&process, program, &actions, &attributes, arguments, environment)
    close(ends[1])
    guard error == 0 else {
      errno = error
      return nil
    }
    let output = readAll(ends[0])
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    let signal = status & 0x7f
    return Subprocess(status: signal == 0 ? status >> 8 & 0xff : 128 + signal, output: output)
  }

  private static func readAll(_ descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { break }
      bytes.append(contentsOf: chunk.prefix(count))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
