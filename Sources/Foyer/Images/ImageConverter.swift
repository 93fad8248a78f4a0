import EventLoop

/// Makes safe pictures of what was uploaded, on threads of its own: two at once, a few may wait, whoever comes then is
/// told to come back.
///
/// Decoders have bugs, so none of them works in this process: libvips' own programs do it, each in a process with limits.
public struct ImageConverter: Sendable {
  /// More pixels than that are refused before anything is decoded.
  static let megapixels = 40

  private let pool: WorkerPool
  private let limits: LimitedProcess.Limits
  private let time: Duration
  private let scratch: String
  private let program: String

  /// WebP, both: upright, sRGB, one frame, no metadata.
  struct Pictures: Sendable {
    /// At most 2048 × 2048.
    let picture: [UInt8]
    /// At most 256 × 256.
    let thumbnail: [UInt8]
  }

  /// - Parameters:
  ///   - waiting: how many may wait.
  ///   - time: how long one conversion may take.
  ///   - scratch: where a folder for each conversion is made.
  ///   - program: vipsthumbnail(1), or what a test puts in its place.
  init(
    waiting: Int = 8, time: Duration = .seconds(10), limits: LimitedProcess.Limits = LimitedProcess.Limits(),
    scratch: String = ScratchFolder.usualParent, program: String = "vipsthumbnail"
  ) {
    pool = WorkerPool(threads: 2, queue: waiting)
    self.limits = limits
    self.time = time
    self.scratch = scratch
    self.program = program
  }

  /// The programs that are needed and that PATH does not find.
  public static var missingPrograms: [String] {
    ["vipsthumbnail", "vipsheader", "prlimit"].filter { LimitedProcess.find($0) == nil }
  }

  /// - Throws: `ImageProblem`, or `WorkerPool.Full`.
  func convert(_ bytes: [UInt8]) async throws -> Pictures {
    guard !bytes.isEmpty else { throw ImageProblem.empty }
    guard let type = ImageType(bytes) else { throw ImageProblem.unsupported }
    let converter = self
    return try await pool.run { () throws(ImageProblem) in try converter.convertBlocking(bytes, type) }
  }

  private func convertBlocking(_ bytes: [UInt8], _ type: ImageType) throws(ImageProblem) -> Pictures {
    guard let folder = ScratchFolder(in: scratch) else { throw .unavailable }
    defer { folder.remove() }
    guard folder.write(bytes, to: "upload") else { throw .unavailable }
    let deadline = ContinuousClock.now + time
    try check(try run(["vipsheader", "upload"], folder, deadline), type)
    return Pictures(
      picture: try shrink("upload", to: 2048, "picture.webp", quality: 82, 8 << 20, folder, deadline),
      thumbnail: try shrink("picture.webp", to: 256, "thumbnail.webp", quality: 80, 256 << 10, folder, deadline))
  }

  /// Reads `upload: 4000x3000 uchar, 3 bands, srgb, jpegload`, after which nothing but a file that is as large as it says
  /// and of the kind it seems to be goes on.
  private func check(_ header: String, _ type: ImageType) throws(ImageProblem) {
    guard let line = header.split(separator: "\n").last(where: { $0.hasPrefix("upload: ") }),
      line.hasSuffix(", \(type.loader)"),
      let size = line.dropFirst(8).split(separator: " ").first?.split(separator: "x"), size.count == 2,
      let width = Int(size[0]), let height = Int(size[1]), width > 0, height > 0
    else { throw .broken }
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, pixels <= Self.megapixels * 1_000_000 else { throw .tooManyPixels }
  }

  private func shrink(
    _ name: String, to size: Int, _ result: String, quality: Int, _ bytes: Int, _ folder: ScratchFolder,
    _ deadline: ContinuousClock.Instant
  ) throws(ImageProblem) -> [UInt8] {
    let output = try run(
      [
        program, "\(name)[fail_on=truncated]", "--size", "\(size)x\(size)>", "--export-profile", "srgb",
        "--output", "\(result)[strip,Q=\(quality)]",
      ], folder, deadline)
    // The end of the file is missing: libvips only warns of it.
    guard !["Premature end of JPEG", "not enough data"].contains(where: { output.contains($0) }),
      let file = folder.read(result, limit: bytes), let picture = WebP.bare(file)
    else { throw .broken }
    return picture
  }

  /// What a program said, if all went well.
  private func run(
    _ command: [String], _ folder: ScratchFolder, _ deadline: ContinuousClock.Instant
  ) throws(ImageProblem) -> String {
    // Untrusted: the decoders that libvips itself would not show to strangers. Everything stays in memory, which is limited.
    let environment = [
      "VIPS_BLOCK_UNTRUSTED=1", "VIPS_CONCURRENCY=1", "VIPS_DISC_THRESHOLD=2g", "TMPDIR=\(folder.path)",
      "HOME=\(folder.path)",
    ]
    do {
      let process = try LimitedProcess.run(
        command, in: folder.path, environment: environment, limits: limits, deadline: deadline)
      switch process.status {
      case 0: return process.output
      case 126, 127: throw ImageProblem.unavailable
      // The limit of processor time: SIGXCPU, and SIGKILL for who ignores it.
      case 128 + 24, 128 + 9: throw ImageProblem.tooSlow
      default: throw ImageProblem.broken
      }
    } catch LimitedProcess.Failure.missing {
      throw .unavailable
    } catch LimitedProcess.Failure.late {
      throw .tooSlow
    } catch {
      throw error as? ImageProblem ?? .broken
    }
  }
}
