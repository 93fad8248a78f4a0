import EventLoop
import Glibc
import Processes
import RecipeImport

/// Reads pages and archives that strangers made, in a child process without network and files: this program itself.
public struct RecipeReader: Sendable {
  /// Set in the environment of a child that is to read one request and end.
  public static let variable = "FOYER_IMPORT_CHILD"

  /// The most that a child may answer: words, and as many pictures as an import takes.
  private static let room = 64 << 20

  private let program: String
  private let limits: ChildProcess.Limits
  private let time: Duration
  private let pool = WorkerPool(threads: 2, queue: 16, threadsOfShare: 1, queueOfShare: 4)

  /// - Parameter program: `foyer`.
  init(
    program: String = "/proc/self/exe", limits: ChildProcess.Limits = ChildProcess.Limits(),
    time: Duration = .seconds(30)
  ) {
    self.program = program
    self.limits = limits
    self.time = time
  }

  /// Reads, and makes something of what was found, away from the event loops.
  /// - Parameter share: who reads it; nil for the program itself.
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
        limits: limits, confinement: .best, deadline: .now + time, room: Self.room)
    } catch {
      switch error {
      case .missing(let number): throw .unreadable("\(program): \(String(cString: strerror(number)))")
      case .late: throw .tooSlow
      case .tooMuch: throw .tooLarge
      }
    }
    switch child.status {
    case 0: return try ImportRequest.result(child.output)
    // The limit of processor time, and SIGKILL should it be ignored.
    case 128 + SIGXCPU, 128 + SIGKILL: throw .tooSlow
    default: throw .unreadable("the child ended with \(child.status): \(child.text.prefix(200))")
    }
  }
}
