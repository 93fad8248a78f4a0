import CivilTime
import EventLoop
import Glibc
import HTTP
import MoveIn
import Processes

/// Reads the files of other programs in a child process without network and files: this program itself.
public struct MoveReader: Sendable {
  /// The value of `RecipeReader.variable` that marks the child, which reads one file from its standard input.
  static let task = "move-in"
  /// The child's environment: the time on the reader's clock in seconds, a space, and the file's name.
  public static let about = "FOYER_MOVE_IN"
  /// Bytes of a child's output.
  private static let room = 192 << 20

  /// Why a file was not read.
  enum Failure: Error { case tooSlow, tooLarge, broken(String) }

  private let program: String
  private let limits: ChildProcess.Limits
  private let time: Duration
  private let pool = WorkerPool(threads: 1, queue: 8, threadsOfShare: 1, queueOfShare: 2)

  /// - Parameter program: the path of `foyer`.
  init(
    program: String = "/proc/self/exe",
    limits: ChildProcess.Limits = ChildProcess.Limits(
      memory: ChildProcess.isSanitized ? 0 : 3 << 30, processorTime: 90),
    time: Duration = .seconds(120)
  ) {
    (self.program, self.limits, self.time) = (program, limits, time)
  }

  /// Reads files one after the other, off the event loops; a file that cannot be read has an error.
  /// - Parameters:
  ///   - now: on the reader's clock.
  ///   - share: on whose behalf; nil for the program itself.
  func read(_ files: [Upload], now: CivilTime, for share: Share? = nil) async throws -> [MovedRows] {
    let reader = self
    var found: [MovedRows] = []
    for file in files {
      found.append(
        try await pool.run(for: share) { () throws(Never) in
          do throws(Failure) { return try reader.readBlocking(file, now) } catch { return .failed(error) }
        })
    }
    return found
  }

  private func readBlocking(_ file: Upload, _ now: CivilTime) throws(Failure) -> MovedRows {
    let child: ChildProcess
    do throws(ChildProcess.Failure) {
      child = try ChildProcess.run(
        [program], input: file.bytes, file: file.file?.descriptor,
        environment: [
          "\(RecipeReader.variable)=\(Self.task)", "\(Self.about)=\(now.seconds) \(file.filename.prefix(1_000))",
          "SWIFT_BACKTRACE=enable=no",
        ], limits: limits,
        confinement: ChildProcess.isSanitized ? nil : .best, deadline: .now + time, room: Self.room)
    } catch {
      switch error {
      case .missing(let number): throw .broken("\(program): \(String(cString: strerror(number)))")
      case .late: throw .tooSlow
      case .tooMuch: throw .tooLarge
      }
    }
    switch child.status {
    case 0: break
    case 128 + SIGXCPU, 128 + SIGKILL: throw .tooSlow
    default: throw .broken("the child ended with \(child.status)")
    }
    guard let rows = MovedRows(child.output) else { throw .broken("half an answer") }
    return rows
  }

  /// The child's work: the file, its input, to its output; nil for another task.
  /// - Parameter about: the value of the child's variable `about`.
  public static func answer(to input: [UInt8], about: String, asked task: String) -> [UInt8]? {
    guard task == self.task else { return nil }
    let parts = about.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let seconds = Int(parts[0]) else { return nil }
    return MovedRows(MoveIn.read(input, name: String(parts[1]), now: CivilTime(seconds: seconds))).bytes
  }
}

extension MovedRows {
  fileprivate static func failed(_ failure: MoveReader.Failure) -> MovedRows {
    var file = MovedFile()
    file.error =
      switch failure {
      case .tooSlow: "Reading this file takes too long."
      case .tooLarge: "This file is too large."
      case .broken: "This file cannot be read."
      }
    return MovedRows(file)
  }
}
