import CPostgres
import Dispatch
import Glibc
import EventLoop
import Synchronization

/// The built program `foyer`, as a process.
final class Program: Sendable {
  let process: pid_t
  private let files: String
  private let ended = Lock<(status: Int32?, waiters: [CheckedContinuation<Int32, Never>])>((nil, []))

  private static let count = Atomic(0)

  /// Beside the bundle of the tests.
  static let path: String = {
    var path = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &path, path.count)
    let own = String(decoding: path.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return own.components("/").dropLast().joined(separator: "/") + "/foyer"
  }()

  /// Starts it with an environment of its own, in the folder of the package.
  /// - Parameter through: a command that runs it, such as `unshare`.
  init(
    _ arguments: [String], _ environment: [String: String] = [:], input: String = "", through: [String] = []
  ) throws {
    files = "\(scratch)/program-\(Self.count.add(1, ordering: .relaxed).newValue)"
    try write(input, to: "\(files).in")
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "\(files).in", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "\(files).out", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, "\(files).err", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    posix_spawn_file_actions_addchdir_np(&actions, packageRoot)
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    let command = through + [Self.path] + arguments
    let words = command.map { strdup($0) } + [nil]
    let settings = ["PATH": path, "FOYER_DRAIN": "0"].merging(environment) { $1 }.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + settings { free(text) } }
    var process = pid_t()
    let error = posix_spawnp(&process, command[0], &actions, nil, words, settings)
    guard error == 0 else {
      errno = error
      throw SystemError("cannot run \(Self.path)")
    }
    let child = process
    self.process = child
    DispatchQueue(label: "program").async { [self] in
      var status: Int32 = 0
      while waitpid(child, &status, 0) < 0 && errno == EINTR {}
      let signal = status & 0x7f
      let result = signal == 0 ? status >> 8 & 0xff : 128 + signal
      let waiters = ended.withLock { ended in
        ended.status = result
        return ended.waiters
      }
      for waiter in waiters { waiter.resume(returning: result) }
    }
  }

  /// Waits until it has exited; the exit status, or 128 + the signal that killed it.
  func exit() async -> Int32 {
    await withCheckedContinuation { waiter in
      let status = ended.withLock { ended -> Int32? in
        if ended.status == nil { ended.waiters.append(waiter) }
        return ended.status
      }
      if let status { waiter.resume(returning: status) }
    }
  }

  var hasEnded: Bool { ended.withLock { $0.status != nil } }
  var output: String { contents("\(files).out") }
  var errors: String { contents("\(files).err") }

  func signal(_ number: Int32) {
    if !hasEnded { kill(process, number) }
  }

  /// Runs a command to its end.
  static func run(
    _ arguments: [String], _ environment: [String: String] = [:], input: String = "", through: [String] = []
  ) async throws -> (status: Int32, output: String, errors: String) {
    let program = try Program(arguments, environment, input: input, through: through)
    let status = await program.exit()
    return (status, program.output, program.errors)
  }

  /// Starts `foyer serve` on a free port, and waits until it serves.
  static func serve(
    _ environment: [String: String], through: [String] = []
  ) async throws -> (program: Program, port: UInt16) {
    let standard = ["FOYER_LISTEN": "127.0.0.1:0", "FOYER_SAMPLE_TODOS_URL": "http://127.0.0.1:9/"]
    let program = try Program(["serve"], standard.merging(environment) { $1 }, through: through)
    var port: UInt16?
    try await eventually {
      if program.hasEnded { throw Unexpected("foyer serve ended: \(program.errors)") }
      let parts = program.output.components(" serving url=http://127.0.0.1:")
      port = parts.count == 2 && parts[1].contains("\n") ? UInt16(parts[1].prefix { $0.isNumber }) : nil
      return port != nil
    }
    return (program, port!)
  }
}

func write(_ text: String, to path: String) throws {
  guard let file = fopen(path, "wb") else { throw SystemError(path) }
  defer { fclose(file) }
  guard fputs(text, file) >= 0 else { throw SystemError(path) }
}

/// A file's text; empty when there is none.
func contents(_ path: String) -> String {
  guard let file = fopen(path, "rb") else { return "" }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 16384)
  while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
  return String(decoding: bytes, as: UTF8.self)
}
