import CProcess
import Glibc

/// The result of a program that has exited.
public struct ChildProcess: Sendable {
  /// The exit status, or 128 + the signal that killed it.
  public let status: Int32
  /// Its standard output.
  public let output: [UInt8]
  /// Its standard error.
  public let errors: [UInt8]

  /// Both outputs, standard error last.
  public var text: String { String(decoding: output + errors, as: UTF8.self) }

  public enum Failure: Error, Equatable, CustomStringConvertible {
    /// It cannot be started: an errno.
    case missing(Int32)
    /// It was killed at the deadline.
    case late
    /// It was killed because it exceeded the limit on its output, or because that was not taken.
    case tooMuch

    public var description: String {
      switch self {
      case .missing(let error): String(cString: strerror(error))
      case .late: "not done at the deadline"
      case .tooMuch: "too much output"
      }
    }
  }

  /// The limits of the program.
  public struct Limits: Sendable {
    /// Bytes of address space; 0 is no limit, as a sanitizer's shadow memory needs it.
    public var memory: Int
    /// Seconds of processor time.
    public var processorTime: Int

    public init(memory: Int = ChildProcess.isSanitized ? 0 : 1 << 30, processorTime: Int = 10) {
      self.memory = memory
      self.processorTime = processorTime
    }
  }

  /// Whether this program was built with a sanitizer, whose system calls a confined child of it may not make.
  public static let isSanitized = child_is_sanitized() != 0

  /// The program's path, searched in PATH; a path is returned as it is.
  public static func find(_ name: String) -> String? {
    if name.contains("/") { return name }
    return path.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  private static var path: String { getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin" }

  /// Runs a program and its children until it exits, or until the deadline. Blocks.
  /// - Parameters:
  ///   - input: its standard input; /dev/null if nil.
  ///   - file: a descriptor of the caller that is its standard input instead, from its beginning.
  ///   - scratch: an empty file of the caller, open for reading and writing, that is its descriptor 3, and the bytes it may have.
  ///   - environment: `NAME=value`, besides PATH, a UTF-8 locale and UTC; nothing is inherited.
  ///   - confinement: nil for programs with trusted input.
  ///   - room: the limit on its output, in bytes.
  ///   - take: takes its standard output as it comes, which is not kept then; false ends it.
  public static func run(
    _ command: [String], input: [UInt8]? = nil, file: Int32? = nil, scratch: (file: Int32, size: Int)? = nil,
    in folder: String = "/", environment: [String] = [],
    limits: Limits? = nil, confinement: Confinement? = nil, deadline: ContinuousClock.Instant? = nil,
    room: Int = 16 << 20, take: (([UInt8]) -> Bool)? = nil
  ) throws(Failure) -> ChildProcess {
    if let file { lseek(file, 0, SEEK_SET) }
    let own = try input.map(memoryFile) ?? open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(own) }
    let (output, errors) = (try Pipe(), try Pipe())
    let child = try start(
      command, input: file ?? own, output: output.writing, errors: errors.writing, scratch: scratch, in: folder,
      environment: environment, limits: limits, confinement: confinement)
    output.closeWriting()
    errors.closeWriting()
    do throws(Failure) {
      try read([output, errors], until: child.end, deadline, room, take)
    } catch {
      child.kill()
      throw error
    }
    return ChildProcess(status: child.wait(), output: output.bytes, errors: errors.bytes)
  }

  /// Starts a program whose standard streams are descriptors of the caller, who may close them then.
  /// - Parameter endsWithThread: whether it is killed when the calling thread ends, as when this program is killed. The
  /// caller must then wait for it on that thread.
  public static func start(
    _ command: [String], input: Int32, output: Int32, errors: Int32, scratch: (file: Int32, size: Int)? = nil,
    in folder: String = "/", environment: [String] = [], limits: Limits? = nil, confinement: Confinement? = nil,
    endsWithThread: Bool = false
  ) throws(Failure) -> RunningChild {
    guard let name = command.first, let program = find(name) else { throw .missing(ENOENT) }
    let words = command.map { strdup($0) } + [nil]
    let settings = (["PATH=\(path)", "LC_ALL=C.UTF-8", "TZ=UTC"] + environment).map { strdup($0) } + [nil]
    let names = [strdup(program), strdup(folder)]
    let readable = Confinement.libraries.map { strdup($0) } + [nil]
    defer { for text in words + settings + names + readable { free(text) } }
    var child = child()
    (child.program, child.folder) = (UnsafePointer(names[0]), UnsafePointer(names[1]))
    (child.input, child.output, child.errors) = (input, output, errors)
    (child.scratch, child.scratchSize) = (scratch?.file ?? -1, UInt64(scratch?.size ?? 0))
    child.memory = UInt64(limits?.memory ?? 0)
    child.processorTime = UInt64(limits?.processorTime ?? 0)
    child.confinement = confinement?.flags ?? 0
    child.endsWithParent = endsWithThread ? 1 : 0
    var end: Int32 = -1
    let process = words.withUnsafeBufferPointer { words in
      settings.withUnsafeBufferPointer { settings in
        readable.map { UnsafePointer($0) }.withUnsafeBufferPointer { readable in
          (child.arguments, child.environment) = (words.baseAddress, settings.baseAddress)
          child.readable = readable.baseAddress
          return child_start(&child, &end)
        }
      }
    }
    guard process > 0 else { throw .missing(errno) }
    return RunningChild(process, end: end)
  }

  /// The two ends of a new pipe, closed on exec (pipe2(2)).
  public static func pipe() throws(Failure) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    guard child_pipe(&ends) == 0 else { throw .missing(errno) }
    return (ends[0], ends[1])
  }

  /// A new file in memory (memfd_create(2)).
  public static func memoryFile() throws(Failure) -> Int32 {
    let file = child_file()
    guard file >= 0 else { throw .missing(errno) }
    return file
  }

  /// A file in memory with these bytes.
  private static func memoryFile(_ bytes: [UInt8]) throws(Failure) -> Int32 {
    let file = try memoryFile()
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        let error = errno
        close(file)
        throw .missing(error)
      }
      rest = rest.dropFirst(count)
    }
    lseek(file, 0, SEEK_SET)
    return file
  }

  /// Reads until the process has exited, and then what is left. Its own children may keep the pipes open.
  private static func read(
    _ pipes: [Pipe], until end: Int32, _ deadline: ContinuousClock.Instant?, _ room: Int,
    _ take: (([UInt8]) -> Bool)?
  ) throws(Failure) {
    var hasEnded = false
    var taken = 0
    while true {
      var waiting = pipes.map { pollfd(fd: $0.isOpen ? $0.reading : -1, events: Int16(POLLIN), revents: 0) }
      waiting.append(pollfd(fd: hasEnded ? -1 : end, events: Int16(POLLIN), revents: 0))
      var patience: Int32 = hasEnded ? 0 : -1
      if !hasEnded, let deadline {
        let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
        guard left > 0 else { throw .late }
        patience = Int32(min(left.rounded(.up), 60_000))
      }
      let ready = poll(&waiting, nfds_t(waiting.count), patience)
      if ready == 0 && hasEnded { return }
      guard ready > 0 else { continue }
      for (pipe, entry) in zip(pipes, waiting) where entry.revents != 0 { pipe.read() }
      if pipes.reduce(taken, { $0 + $1.bytes.count }) > room { throw .tooMuch }
      if let take {
        let bytes = pipes[0].takeBytes()
        taken += bytes.count
        if !bytes.isEmpty, !take(bytes) { throw .tooMuch }
      }
      if waiting[pipes.count].revents != 0 { hasEnded = true }
    }
  }
}

/// A program that runs. One that is given up is killed.
public final class RunningChild {
  private let process: pid_t
  /// Readable once the program has exited (pidfd_open(2)).
  fileprivate let end: Int32
  private var status: Int32?

  fileprivate init(_ process: pid_t, end: Int32) {
    self.process = process
    self.end = end
  }

  deinit {
    kill()
    close(end)
  }

  /// Kills it with its children: it leads a process group of its own.
  public func kill() {
    guard status == nil else { return }
    Glibc.kill(-process, SIGKILL)
    _ = wait()
  }

  /// Waits until it has exited: its status, or 128 + the signal that killed it.
  public func wait() -> Int32 {
    if let status { return status }
    var result: Int32 = 0
    while waitpid(process, &result, 0) < 0 {
      // Not EINTR: another part of the program has reaped it, and its status is lost.
      if errno != EINTR {
        status = 127
        return 127
      }
    }
    let signal = result & 0x7f
    let ended = signal == 0 ? result >> 8 & 0xff : 128 + signal
    status = ended
    return ended
  }
}

/// A pipe that a child writes to, and its output.
private final class Pipe {
  let reading: Int32
  private(set) var writing: Int32
  private(set) var bytes: [UInt8] = []
  private(set) var isOpen = true
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  init() throws(ChildProcess.Failure) {
    (reading, writing) = try ChildProcess.pipe()
  }

  deinit {
    close(reading)
    closeWriting()
  }

  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  /// The bytes so far, which are forgotten.
  func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// Reads what is available, once.
  func read() {
    let count = Glibc.read(reading, &buffer, buffer.count)
    if count < 0 && (errno == EINTR || errno == EAGAIN) { return }
    if count <= 0 {
      isOpen = false
    } else {
      bytes.append(contentsOf: buffer.prefix(count))
    }
  }
}
