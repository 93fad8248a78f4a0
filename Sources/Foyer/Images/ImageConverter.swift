import EventLoop
import Glibc
import Processes

/// Converts uploads to safe pictures on threads of its own: two at once, a bounded queue, beyond it 503.
///
/// Decoders have bugs, so none runs in this process: libvips' programs do it, each in a child process with limits,
/// without network and files. A picture goes through standard input and output.
public struct ImageConverter: Sendable {
  /// Larger pictures are refused before they are decoded.
  static let megapixels = 40

  let pool: WorkerPool
  /// For the metrics.
  var load: (busy: Int, waiting: Int) { pool.load }
  private let limits: ChildProcess.Limits
  let time: Duration
  private let program: String

  /// WebP, both: upright, sRGB, one frame, no metadata.
  struct Pictures: Sendable {
    /// At most 2048 × 2048.
    let picture: [UInt8]
    /// At most 256 × 256, or what was asked for.
    let thumbnail: [UInt8]
  }

  /// - Parameters:
  ///   - waiting: the length of the queue.
  ///   - threads: how many are converted at once.
  ///   - time: how long one conversion may take on a machine that is busy with other work; its own work is limited by
  /// the processor time.
  ///   - program: vipsthumbnail(1), or a test's replacement.
  init(
    waiting: Int = 24, threads: Int = 2, time: Duration = .seconds(30),
    limits: ChildProcess.Limits = ChildProcess.Limits(),
    program: String = "vipsthumbnail"
  ) {
    // One household's uploads leave a thread, and most of the queue, to the others.
    pool = WorkerPool(threads: threads, queue: waiting, threadsOfShare: 1, queueOfShare: max(1, waiting / 3))
    self.limits = limits
    self.time = time
    self.program = program
  }

  /// The required programs that are not on PATH.
  public static var missingPrograms: [String] {
    ["vipsthumbnail", "vipsheader"].filter { ChildProcess.find($0) == nil }
  }

  /// - Parameters:
  ///   - thumbnail: the longer side of the smaller one, in pixels.
  ///   - share: whose upload it is.
  /// - Throws: `ImageProblem`, or `WorkerPool.Full`.
  func convert(_ bytes: [UInt8], thumbnail: Int = 256, for share: Share? = nil) async throws -> Pictures {
    guard !bytes.isEmpty else { throw ImageProblem.empty }
    guard let type = ImageType(bytes) else { throw ImageProblem.unsupported }
    let converter = self
    return try await pool.run(for: share) { () throws(ImageProblem) in
      try converter.convertBlocking(bytes, type, thumbnail)
    }
  }

  private func convertBlocking(_ bytes: [UInt8], _ type: ImageType, _ size: Int) throws(ImageProblem) -> Pictures {
    let deadline = ContinuousClock.now + time
    try check(bytes, type, deadline)
    let picture = try shrink(bytes, to: 2048, quality: 82, room: 8 << 20, deadline)
    // A larger one may not fit, if the picture is all noise.
    if size > 256, let large = try? shrink(picture, to: size, quality: 80, room: 256 << 10, deadline) {
      return Pictures(picture: picture, thumbnail: large)
    }
    return Pictures(
      picture: picture, thumbnail: try shrink(picture, to: 256, quality: 80, room: 256 << 10, deadline))
  }

  /// Parses `4000x3000 uchar, 3 bands, srgb, jpegload_source`; refuses pictures with too many pixels, and a decoder
  /// that does not fit the first bytes of the file.
  func check(
    _ bytes: [UInt8], _ type: ImageType, _ deadline: ContinuousClock.Instant
  ) throws(ImageProblem) {
    let header = try run(["vipsheader", "stdin"], bytes, deadline, room: 1 << 16)
    guard let line = String(decoding: header.output, as: UTF8.self).split(separator: "\n").last,
      line.hasSuffix(", \(type.loader)_source"),
      let size = line.split(separator: " ").first?.split(separator: "x"), size.count == 2,
      let width = Int(size[0]), let height = Int(size[1]), width > 0, height > 0
    else { throw .broken }
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, pixels <= Self.megapixels * 1_000_000 else { throw .tooManyPixels }
  }

  private func shrink(
    _ bytes: [UInt8], to size: Int, quality: Int, room: Int, _ deadline: ContinuousClock.Instant
  ) throws(ImageProblem) -> [UInt8] {
    let sized = try resize(bytes, to: "\(size)x\(size)>", ".webp[strip,Q=\(quality)]", deadline, room: room)
    guard let picture = WebP.bare(sized) else { throw .broken }
    return picture
  }

  /// - Parameters:
  ///   - size: as vipsthumbnail(1) takes it.
  ///   - output: the ending of a file of the wanted kind, with its options.
  func resize(
    _ bytes: [UInt8], to size: String, _ output: String, _ deadline: ContinuousClock.Instant, room: Int
  ) throws(ImageProblem) -> [UInt8] {
    let process = try run(
      [program, "stdin[fail_on=truncated]", "--size", size, "--export-profile", "srgb", "--output", output],
      bytes, deadline, room: room)
    // The file is truncated: libvips only warns of it.
    let warnings = String(decoding: process.errors, as: UTF8.self)
    guard !["Premature end of JPEG", "not enough data"].contains(where: { warnings.contains($0) }) else {
      throw .broken
    }
    return process.output
  }

  /// A program's output, if it succeeded.
  func run(
    _ command: [String], _ bytes: [UInt8], _ deadline: ContinuousClock.Instant, room: Int
  ) throws(ImageProblem) -> ChildProcess {
    // Block the decoders that libvips marks untrusted. Everything stays in memory, which is limited.
    let environment = ["VIPS_BLOCK_UNTRUSTED=1", "VIPS_CONCURRENCY=1", "VIPS_DISC_THRESHOLD=2g"]
    let process: ChildProcess
    do {
      process = try ChildProcess.run(
        command, input: bytes, environment: environment, limits: limits, confinement: .best, deadline: deadline,
        room: room)
    } catch {
      switch error {
      case .missing: throw .unavailable
      case .late: throw .tooSlow
      case .tooMuch: throw .broken
      }
    }
    switch process.status {
    case 0: return process
    case 126, 127: throw .unavailable
    // The limit of processor time (SIGXCPU), or SIGKILL a second later.
    case 128 + SIGXCPU, 128 + SIGKILL: throw .tooSlow
    default: throw .broken
    }
  }
}
