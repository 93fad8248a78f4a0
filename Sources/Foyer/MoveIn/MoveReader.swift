import CivilTime
import EventLoop
import Glibc
import HTTP
public import MoveIn
import Processes
import RecipeImport

/// Reads the files of other programs in a child process without network and files: this program itself.
public struct MoveReader: Sendable {
  /// The value of `RecipeReader.variable` that marks the child, which reads one file from its standard input.
  static let task = "move-in"
  /// The child's environment: the time on the reader's clock in seconds, the bytes that its descriptor 3 may have, and the file's
  /// name, with spaces between.
  public static let about = "FOYER_MOVE_IN"
  /// Bytes of a child's output: the files in it are a third more as text.
  private static let room = 640 << 20

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
  /// - Throws: where the disk has no room for what is found.
  func read(_ files: [MoveFile], now: CivilTime, for share: Share? = nil) async throws -> [FoundRows] {
    let reader = self
    var found: [FoundRows] = []
    for file in files {
      found.append(
        try await pool.run(for: share) {
          do { return try reader.readBlocking(file, now, share) } catch let failure as Failure {
            return FoundRows(error: failure.sentence)
          }
        })
    }
    return found
  }

  private func readBlocking(_ file: MoveFile, _ now: CivilTime, _ share: Share?) throws -> FoundRows {
    let output = TemporaryFile(for: share ?? Share(0, 0))
    let spool = TemporaryFile(for: share ?? Share(0, 0))
    let spoolSize = MoveIn.maximumSpoolBytes
    let scratch = try spool.reserve(spoolSize)
    var failure: (any Error)?
    let child: ChildProcess
    do throws(ChildProcess.Failure) {
      child = try ChildProcess.run(
        [program], input: file.bytes, file: file.descriptor, scratch: (scratch, spoolSize),
        environment: [
          "\(RecipeReader.variable)=\(Self.task)",
          "\(Self.about)=\(now.seconds) \(spoolSize) \(file.name.prefix(1_000))",
          "SWIFT_BACKTRACE=enable=no",
        ], limits: limits,
        confinement: ChildProcess.isSanitized ? nil : .best, deadline: .now + time, room: Self.room
      ) { bytes in
        do { try output.append(bytes) } catch { failure = error }
        return failure == nil
      }
    } catch {
      if let failure { throw failure }
      switch error {
      case .missing(let number): throw Failure.broken("\(program): \(String(cString: strerror(number)))")
      case .late: throw Failure.tooSlow
      case .tooMuch: throw Failure.tooLarge
      }
    }
    switch child.status {
    case 0: break
    case 128 + SIGXCPU, 128 + SIGKILL: throw Failure.tooSlow
    default: throw Failure.broken("the child ended with \(child.status)")
    }
    guard let rows = try FoundRows(output) else { throw Failure.broken("half an answer") }
    return rows
  }

  /// The child's work: the file that is its standard input, to its output; false for another task.
  /// - Parameter about: the value of the child's variable `about`.
  public static func answer(about: String, asked task: String, _ write: @escaping ([UInt8]) -> Void) -> Bool {
    let parts = about.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard task == self.task, parts.count == 3, let seconds = Int(parts[0]), let size = Int(parts[1]),
      let file = InputFile(descriptor: STDIN_FILENO)
    else { return false }
    let spool = Spool(descriptor: 3, limit: size)
    MoveIn.read(file, name: String(parts[2]), now: CivilTime(seconds: seconds), spool: spool).write(spool, write)
    return true
  }

  /// The findings of a file, without its pictures and files.
  /// - Parameter descriptor: of a regular file.
  /// - Returns: nil for any other.
  public static func preview(_ descriptor: Int32, name: String) throws -> MovedFile? {
    guard let file = InputFile(descriptor: descriptor) else { return nil }
    let unpacked = TemporaryFile(for: Share(0, 0))
    let size = MoveIn.maximumSpoolBytes
    let spool = Spool(descriptor: try unpacked.reserve(size), limit: size, keepsFiles: false)
    return withExtendedLifetime(unpacked) {
      MoveIn.read(file, name: name, now: Timestamp.now().local, spool: spool)
    }
  }
}

extension MoveReader.Failure {
  fileprivate var sentence: String {
    switch self {
    case .tooSlow: "Reading this file takes too long."
    case .tooLarge: "This file is too large."
    case .broken: "This file cannot be read."
    }
  }
}

/// A file of another program that is to be read.
struct MoveFile: Sendable {
  let name: String
  /// Nil where there is a descriptor.
  private(set) var bytes: [UInt8]?
  /// Open for reading as long as the file is read.
  private(set) var descriptor: Int32?
  private var upload: TemporaryFile?

  init(name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }

  init(name: String, descriptor: Int32) { (self.name, self.descriptor) = (name, descriptor) }

  init(_ upload: Upload) {
    (name, self.upload, descriptor) = (upload.filename, upload.file, upload.file?.descriptor)
    if descriptor == nil { bytes = upload.bytes }
  }
}
