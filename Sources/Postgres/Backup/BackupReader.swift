import Crypto
import Glibc

/// Reads a backup that `BackupWriter` has written.
final class BackupReader {
  let manifest: BackupManifest
  private let path: String
  private let descriptor: Int32

  /// A manifest has a line for each table. Bytes.
  private static let maximumManifest = 1 << 20

  /// Opens it and checks everything but the dump, which `verify` does.
  init(_ path: String) throws(BackupError) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .init("Cannot read \(path): \(systemError()).") }
    do throws(BackupError) {
      manifest = try Self.manifest(descriptor, path)
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  private static func manifest(_ descriptor: Int32, _ path: String) throws(BackupError) -> BackupManifest {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .init("\(path) is not a file.")
    }
    let size = Int(status.st_size)
    guard let first = TapeHeader(read(descriptor, at: 0, TapeHeader.size)), first.name == BackupWriter.dumpName else {
      throw .init("\(path) is not a backup that foyer has made, or its beginning is damaged.")
    }
    let damaged = BackupError("\(path) is damaged: it does not end as it should. It may have been cut short.")
    // A size of a foreign header could overflow.
    guard first.bytes <= size else { throw damaged }
    let end = TapeHeader.size + first.bytes
    let second = end + TapeHeader.padding(after: first.bytes)
    guard isEmpty(read(descriptor, at: end, second - end), second - end),
      let header = TapeHeader(read(descriptor, at: second, TapeHeader.size)), header.name == BackupWriter.manifestName,
      header.bytes <= maximumManifest
    else { throw damaged }
    let start = second + TapeHeader.size
    let rest = TapeHeader.padding(after: header.bytes) + 2 * TapeHeader.size
    let text = read(descriptor, at: start, header.bytes)
    guard size == start + header.bytes + rest, isEmpty(read(descriptor, at: start + header.bytes, rest), rest),
      let manifest = BackupManifest(String(decoding: text, as: UTF8.self)), manifest.bytes == first.bytes
    else { throw damaged }
    return manifest
  }

  /// Reads the whole dump, and compares it with the manifest.
  func verify() throws(BackupError) {
    let digest = SHA256Digest()
    var (offset, left) = (TapeHeader.size, manifest.bytes)
    while left > 0 {
      let part = Self.read(descriptor, at: offset, min(left, 1 << 20))
      guard !part.isEmpty else { throw .init("Cannot read \(path): \(systemError()).") }
      part.withUnsafeBytes { digest.update($0) }
      (offset, left) = (offset + part.count, left - part.count)
    }
    guard hexadecimal(digest.finish()) == manifest.sha256 else {
      throw .init("\(path) is damaged: its dump is not the one that its manifest describes.")
    }
  }

  /// A descriptor of its own that stands at the beginning of the dump. The caller closes it.
  func dump() throws(BackupError) -> Int32 {
    let dump = open("/proc/self/fd/\(descriptor)", O_RDONLY | O_CLOEXEC)
    guard dump >= 0, lseek(dump, off_t(TapeHeader.size), SEEK_SET) == TapeHeader.size else {
      throw .init("Cannot read \(path): \(systemError()).")
    }
    return dump
  }

  private static func isEmpty(_ bytes: [UInt8], _ count: Int) -> Bool {
    bytes.count == count && bytes.allSatisfy { $0 == 0 }
  }

  /// At most `count` bytes; fewer at the file's end, or when it cannot be read.
  private static func read(_ descriptor: Int32, at offset: Int, _ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let more = pread(descriptor, buffer.baseAddress! + filled, count - filled, off_t(offset + filled))
        if more < 0 && errno == EINTR { continue }
        if more <= 0 { return }
        filled += more
      }
    }
  }
}
