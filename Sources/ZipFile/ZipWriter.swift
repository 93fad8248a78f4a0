import CArchive
import Crypto
import Glibc

/// Writes a zip archive, one entry after the other, with constant memory.
package final class ZipWriter {
  /// A file of the archive.
  package struct File: Sendable {
    package let path: String
    package let bytes: Int
    /// In hexadecimal digits.
    package let sha256: String
  }

  /// Takes the bytes of the archive, in order.
  package typealias Output = (UnsafeRawBufferPointer) throws -> Void

  private let archive: OpaquePointer
  private let target: Target
  private let time: Int
  package private(set) var files: [File] = []
  private var digest = SHA256Digest()
  private var count = 0

  /// The output, from C.
  private final class Target {
    let output: Output
    var failure: (any Error)?
    /// The archive was given up: its end goes nowhere.
    var isOver = false

    init(_ output: @escaping Output) { self.output = output }

    func write(_ bytes: UnsafeRawBufferPointer) -> Int {
      if isOver { return bytes.count }
      if failure != nil { return -1 }
      do {
        try output(bytes)
        return bytes.count
      } catch {
        failure = error
        return -1
      }
    }
  }

  /// - Parameters:
  ///   - time: of the entries, in seconds since 1970.
  ///   - output: an error of it ends the writing, and is thrown where the writer was called.
  package init(time: Int, to output: @escaping Output) throws {
    guard let archive = archive_write_new() else { throw ZipProblem("There is no memory left.") }
    self.archive = archive
    self.time = time
    target = Target(output)
    archive_write_set_format_zip(archive)
    archive_write_zip_set_compression_deflate(archive)
    // Otherwise the last block is filled up with zeros.
    archive_write_set_bytes_in_last_block(archive, 1)
    inUTF8 { _ = archive_write_set_options(archive, "hdrcharset=UTF-8") }
    let opened = archive_write_open(
      archive, Unmanaged.passUnretained(target).toOpaque(), nil,
      { _, target, bytes, count in
        Unmanaged<Target>.fromOpaque(target!).takeUnretainedValue()
          .write(UnsafeRawBufferPointer(start: bytes, count: count))
      }, nil)
    guard opened == ARCHIVE_OK else { throw refusal() }
  }

  deinit {
    target.isOver = true
    archive_write_free(archive)
  }

  /// Adds a file that `body` writes by calls of `write`.
  package func add(_ path: String, _ body: () throws -> Void) throws {
    try begin(path, bytes: nil)
    try body()
    try end(path)
  }

  package func add(_ path: String, text: String) throws {
    try add(path) { try write(Array(text.utf8)) }
  }

  /// Adds a picture, which is compressed already.
  package func add(_ path: String, picture: [UInt8]) throws {
    try begin(path, bytes: picture.count)
    try write(picture)
    try end(path)
  }

  /// Appends to the file that is being added.
  package func write(_ bytes: [UInt8]) throws {
    if bytes.isEmpty { return }
    let written = bytes.withUnsafeBytes { buffer in
      digest.update(buffer)
      return archive_write_data(archive, buffer.baseAddress, buffer.count)
    }
    guard written == bytes.count else { throw refusal() }
    count += bytes.count
  }

  /// Writes the directory.
  package func close() throws {
    guard archive_write_close(archive) == ARCHIVE_OK else { throw refusal() }
  }

  private func begin(_ path: String, bytes: Int?) throws {
    guard let entry = archive_entry_new() else { throw ZipProblem("There is no memory left.") }
    defer { archive_entry_free(entry) }
    inUTF8 { archive_entry_set_pathname_utf8(entry, path) }
    // A regular file (S_IFREG).
    archive_entry_set_filetype(entry, 0o100000)
    archive_entry_set_perm(entry, 0o644)
    archive_entry_set_mtime(entry, time, 0)
    if let bytes {
      archive_entry_set_size(entry, Int64(bytes))
      archive_write_zip_set_compression_store(archive)
    } else {
      archive_write_zip_set_compression_deflate(archive)
    }
    var status = ARCHIVE_FATAL
    inUTF8 { status = archive_write_header(archive, entry) }
    guard status == ARCHIVE_OK else { throw refusal() }
    (digest, count) = (SHA256Digest(), 0)
  }

  /// In the C locale libarchive writes no name that has more than ASCII.
  private func inUTF8(_ body: () -> Void) {
    let utf8 = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)
    let before = uselocale(utf8)
    body()
    uselocale(before)
    if utf8 != nil { freelocale(utf8) }
  }

  private func end(_ path: String) throws {
    guard archive_write_finish_entry(archive) == ARCHIVE_OK else { throw refusal() }
    files.append(File(path: path, bytes: count, sha256: hexadecimal(digest.finish())))
  }

  private func refusal() -> any Error {
    target.failure
      ?? ZipProblem(
        "The archive cannot be written: \(archive_error_string(archive).map { String(cString: $0) } ?? "unknown").")
  }
}

/// Why an archive cannot be written or read: a sentence.
package struct ZipProblem: Error, CustomStringConvertible {
  package let description: String
  init(_ description: String) { self.description = description }
}
