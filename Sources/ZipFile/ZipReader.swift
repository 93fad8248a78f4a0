import CArchive
import Glibc

/// Reads a zip archive whose directory decides what is in it. Sizes are counted, and no size that the file says is relied on.
package struct ZipReader {
  package let path: String

  package init(path: String) { self.path = path }

  /// More entries are no household's.
  static let maximumEntries = 500_000

  /// An entry that is being read.
  package struct Entry {
    package let path: String
    fileprivate let archive: OpaquePointer

    /// Calls `body` with one part after the other.
    /// - Parameter limit: with more bytes it is refused.
    package func read(limit: Int, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
      defer { buffer.deallocate() }
      var room = limit
      while true {
        let count = archive_read_data(archive, buffer.baseAddress, buffer.count)
        if count == 0 { return }
        guard count > 0 else { throw ZipProblem("The archive is damaged: \(path) cannot be unpacked.") }
        guard count <= room else { throw ZipProblem("The archive is damaged: \(path) is larger than it says.") }
        room -= count
        try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    }

    package func bytes(limit: Int) throws -> [UInt8] {
      var bytes: [UInt8] = []
      try read(limit: limit) { bytes += $0 }
      return bytes
    }

    /// Calls `body` with each line, without its end.
    package func lines(limit: Int, longest: Int, _ body: ([UInt8]) throws -> Void) throws {
      var line: [UInt8] = []
      try read(limit: limit) { part in
        var rest = part[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          line += rest[..<end]
          rest = rest[(end + 1)...]
          if !line.isEmpty { try body(line) }
          line.removeAll(keepingCapacity: true)
        }
        line += rest
        guard line.count <= longest else { throw ZipProblem("The archive is damaged: a line of \(path) is too long.") }
      }
      if !line.isEmpty { try body(line) }
    }
  }

  /// Calls `body` with each file, in order, until it returns false.
  package func files(_ body: (Entry) throws -> Bool) throws {
    guard let archive = archive_read_new() else { throw ZipProblem("There is no memory left.") }
    defer { archive_read_free(archive) }
    // A streaming reader could find other entries than the directory has.
    archive_read_support_format_zip_seekable(archive)
    let utf8 = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)
    let before = uselocale(utf8)
    defer {
      uselocale(before)
      if utf8 != nil { freelocale(utf8) }
    }
    guard archive_read_open_filename(archive, path, 1 << 16) == ARCHIVE_OK else {
      throw ZipProblem(
        "\(path) cannot be read as an archive: \(archive_error_string(archive).map { String(cString: $0) } ?? "damaged")."
      )
    }
    var header: OpaquePointer?
    var count = 0
    while true {
      let status = archive_read_next_header(archive, &header)
      if status == ARCHIVE_EOF { return }
      guard status == ARCHIVE_OK, let header else {
        throw ZipProblem("The archive is damaged: its directory cannot be read.")
      }
      count += 1
      guard count <= Self.maximumEntries else { throw ZipProblem("The archive is damaged: it has too many files.") }
      guard archive_entry_filetype(header) == 0o100000, archive_entry_is_encrypted(header) == 0,
        let name = archive_entry_pathname_utf8(header).map({ String(cString: $0) })
      else { throw ZipProblem("The archive is damaged: entry \(count) is no plain file.") }
      guard try body(Entry(path: name, archive: archive)) else { return }
    }
  }
}
