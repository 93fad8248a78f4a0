import CPostgres
import Crypto
import Glibc

/// Writes a backup: a tar archive of two files, `foyer.dump` and `manifest`.
///
/// It grows as `FILE.partial`, which is renamed once it is on the disk; an unfinished one is removed, and one that a
/// killed program has left is written over.
final class BackupWriter {
  static let dumpName = "foyer.dump"
  static let manifestName = "manifest"

  private let path: String
  private let partial: String
  private let descriptor: Int32
  private let digest = SHA256Digest()
  private var bytes = 0
  /// Whether the unfinished file is this one's, to be removed.
  private var isOurs = false

  init(_ path: String) throws(BackupError) {
    self.path = path
    partial = path + ".partial"
    if exists(path) { throw .init("\(path) exists already: a backup replaces no file.") }
    descriptor = open(partial, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .init("Cannot write \(partial): \(systemError()).") }
    // Another program may have finished and renamed it since it was opened: it is a backup then.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, isStillNamed else {
      throw .init("\(partial) is being written by another program.", isBusy: true)
    }
    isOurs = true
    guard fchmod(descriptor, 0o600) == 0, ftruncate(descriptor, 0) == 0 else { throw refusal() }
    // In place of the header, which needs the size.
    try write([UInt8](repeating: 0, count: TapeHeader.size))
  }

  deinit {
    if isOurs { unlink(partial) }
    close(descriptor)
  }

  /// Appends bytes of the dump.
  func append(_ part: UnsafeRawBufferPointer) throws(BackupError) {
    digest.update(part)
    bytes += part.count
    try write(part)
  }

  /// Completes the file.
  /// - Parameter manifest: the manifest, given the size and the SHA-256 of the dump.
  func finish(_ manifest: (_ bytes: Int, _ sha256: String) -> BackupManifest) throws(BackupError) -> BackupManifest {
    let manifest = manifest(bytes, hexadecimal(digest.finish()))
    let now = Glibc.time(nil)
    let text = Array(manifest.text.utf8)
    try write([UInt8](repeating: 0, count: TapeHeader.padding(after: bytes)))
    try write(TapeHeader(name: Self.manifestName, bytes: text.count, time: now).block)
    try write(text + [UInt8](repeating: 0, count: TapeHeader.padding(after: text.count)))
    // The archive's end: two empty blocks.
    try write([UInt8](repeating: 0, count: 2 * TapeHeader.size))
    let header = TapeHeader(name: Self.dumpName, bytes: bytes, time: now).block
    guard pwrite(descriptor, header, header.count, 0) == header.count, fsync(descriptor) == 0 else { throw refusal() }
    try publish()
    return manifest
  }

  /// Whether the open file still has the name of the unfinished one.
  private var isStillNamed: Bool {
    var (opened, named) = (stat(), stat())
    return fstat(descriptor, &opened) == 0 && lstat(partial, &named) == 0 && opened.st_dev == named.st_dev
      && opened.st_ino == named.st_ino
  }

  private func publish() throws(BackupError) {
    let noReplace: UInt32 = 1
    if renameat2(AT_FDCWD, partial, AT_FDCWD, path, noReplace) != 0 {
      // Some file systems do not know the flag (renameat2(2)).
      if errno == EEXIST || exists(path) { throw .init("\(path) exists already: a backup replaces no file.") }
      guard rename(partial, path) == 0 else { throw refusal() }
    }
    isOurs = false
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return }
    fsync(directory)
    close(directory)
  }

  private func write(_ bytes: [UInt8]) throws(BackupError) {
    var failure: BackupError?
    bytes.withUnsafeBytes { bytes in
      do throws(BackupError) { try write(bytes) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(BackupError) {
    var rest = bytes
    while let start = rest.baseAddress, !rest.isEmpty {
      let count = Glibc.write(descriptor, start, rest.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw refusal() }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    }
  }

  private func refusal() -> BackupError { .init("Cannot write \(partial): \(systemError()).") }
}
