import EventLoop
import Glibc
import Processes
import RecipeImport

/// Parses untrusted pages and archives in a child process without network and files: this program itself.
public struct RecipeReader: Sendable {
  /// The environment variable that marks the child, which reads one request and exits.
  public static let variable = "FOYER_IMPORT_CHILD"

  /// The largest answer of a child: text, and the pictures that an import takes.
  private static let room = 64 << 20

  /// The path of `foyer`.
  let program: String
  private let limits: ChildProcess.Limits
  private let time: Duration
  private let pool = WorkerPool(threads: 2, queue: 16, threadsOfShare: 1, queueOfShare: 4)

  /// - Parameter program: the path of `foyer`.
  init(
    program: String = "/proc/self/exe", limits: ChildProcess.Limits = ChildProcess.Limits(),
    time: Duration = .seconds(30)
  ) {
    self.program = program
    self.limits = limits
    self.time = time
  }

  /// Parses, and converts the result, off the event loops.
  /// - Parameter share: on whose behalf; nil for the program itself.
  /// - Throws: `ImportError`, or `WorkerPool.Full`.
  func read<Result: Sendable>(
    _ request: ImportRequest, for share: Share? = nil, _ make: @escaping @Sendable (ImportedFile) -> Result
  ) async throws -> Result {
    let reader = self
    return try await pool.run(for: share) { () throws(ImportError) in make(try reader.readBlocking(request)) }
  }

  private func readBlocking(_ request: ImportRequest) throws(ImportError) -> ImportedFile {
    let child: ChildProcess
    do throws(ChildProcess.Failure) {
      child = try ChildProcess.run(
        [program], input: request.bytes, environment: ["\(Self.variable)=1", "SWIFT_BACKTRACE=enable=no"],
        limits: limits, confinement: ChildProcess.isSanitized ? nil : .best, deadline: .now + time, room: Self.room)
    } catch {
      switch error {
      case .missing(let number): throw .unreadable("\(program): \(String(cString: strerror(number)))")
      case .late: throw .tooSlow
      case .tooMuch: throw .tooLarge
      }
    }
    switch child.status {
    case 0: return try ImportRequest.result(child.output)
    // The limit of processor time (SIGXCPU), or SIGKILL a second later.
    case 128 + SIGXCPU, 128 + SIGKILL: throw .tooSlow
    default: throw .unreadable("the child ended with \(child.status): \(child.text.prefix(200))")
    }
  }
}
