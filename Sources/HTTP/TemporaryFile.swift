public import EventLoop
import Glibc

/// A file without a name, which is gone with the last reference to it: what memory has no room for, as an upload's content.
///
/// It is in TMPDIR, or else in /var/tmp (file-hierarchy(7)): /tmp is often in memory.
public final class TemporaryFile: Sendable {
  /// A file that could not be made or written, for the log.
  public struct Failure: Error, Equatable, CustomStringConvertible {
    /// errno: ENOSPC on a full disk.
    public let number: Int32
    public var description: String { "temporary file: \(String(cString: strerror(number)))" }
  }

  /// Bytes of the disk that are left to others: the database may be on it.
  private static let spared: UInt = 512 << 20

  private let room: DiskRoom
  private let share: Share
  private let state = Lock<(descriptor: Int32, count: Int)>((-1, 0))

  /// - Parameters:
  ///   - share: in whose name it fills the disk.
  ///   - room: what all files together may fill.
  init(for share: Share, in room: DiskRoom) { (self.room, self.share) = (room, share) }

  /// A file beside those of uploads.
  /// - Parameter share: in whose name it fills the disk.
  public convenience init(for share: Share) { self.init(for: share, in: .uploads) }

  deinit {
    let (descriptor, count) = state.withLock { $0 }
    if descriptor >= 0 { close(descriptor) }
    room.give(count, back: share)
  }

  /// Its bytes.
  public var count: Int { state.withLock { $0.count } }

  /// Open for reading, and closed by this object alone; whoever reads it sets its offset first. Nil of an empty file.
  public var descriptor: Int32? { state.withLock { $0.descriptor < 0 ? nil : $0.descriptor } }

  /// Adds bytes at the end. Blocks.
  /// - Throws: `Failure`, also where little of the disk is left, or `BodyError.overloaded` when other uploads fill the room.
  public func append(_ bytes: [UInt8]) throws {
    let descriptor = try open()
    try take(bytes.count, descriptor)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Failure(number: count < 0 ? errno : EIO) }
      rest = rest.dropFirst(count)
    }
  }

  /// Its descriptor, open for writing too, for another process that may fill it with so many bytes. Nothing is added to it then.
  /// - Throws: as `append` does.
  public func reserve(_ count: Int) throws -> Int32 {
    let descriptor = try open()
    try take(count, descriptor)
    return descriptor
  }

  private func take(_ count: Int, _ descriptor: Int32) throws {
    var disk = statvfs()
    guard fstatvfs(descriptor, &disk) == 0, disk.f_bavail * disk.f_frsize > Self.spared else {
      throw Failure(number: ENOSPC)
    }
    guard room.take(count, for: share) else { throw BodyError.overloaded }
    state.withLock { $0.count += count }
  }

  /// As many bytes from a place on as there are, at most `limit`. Blocks.
  public func bytes(from place: Int, limit: Int) throws(Failure) -> [UInt8] {
    guard let descriptor else { return [] }
    var bytes = [UInt8](repeating: 0, count: max(0, min(limit, count - place)))
    var filled = 0
    while filled < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress.map { $0 + filled }, $0.count - filled, off_t(place + filled))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Failure(number: count < 0 ? errno : EIO) }
      filled += count
    }
    return bytes
  }

  private func open() throws(Failure) -> Int32 {
    if let descriptor { return descriptor }
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
    let path = "\(folder)/foyer-\(UInt64.random(in: 0...UInt64.max))"
    let opened = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw Failure(number: errno) }
    unlink(path)
    state.withLock { $0.descriptor = opened }
    return opened
  }
}

/// The disk that temporary files may fill together, of which one share may have half.
final class DiskRoom: Sendable {
  /// 4 GiB: eight uploads of 512 MiB.
  static let uploads = DiskRoom(limit: 4 << 30)

  private let limit: Int
  private let held = Lock<(total: Int, byShare: [Share: Int])>((0, [:]))

  init(limit: Int) { self.limit = limit }

  /// Counts bytes, if there is room for them.
  func take(_ count: Int, for share: Share) -> Bool {
    held.withLock { held in
      guard held.total + count <= limit, held.byShare[share, default: 0] + count <= limit / 2 else { return false }
      held.total += count
      held.byShare[share, default: 0] += count
      return true
    }
  }

  func give(_ count: Int, back share: Share) {
    held.withLock { held in
      held.total -= count
      let rest = (held.byShare[share] ?? 0) - count
      held.byShare[share] = rest > 0 ? rest : nil
    }
  }
}
