import CArchive

/// Reads zip archives and gzip through libarchive, in memory and within limits.
enum Archive {
  static let maximumEntries = 5_000
  /// Pictures compress little, and an upload has at most 10 MiB.
  static let maximumBytes = 32 << 20

  struct Entry {
    let path: String
    let bytes: [UInt8]
  }

  /// The entries that `wants` selects by path. Everything that is unpacked counts against the limit.
  static func zip(
    _ bytes: [UInt8], limit: Int = maximumBytes, wants: (String) -> Bool
  ) throws(ImportError) -> [Entry] {
    try read(bytes, limit: limit, wants: wants) { archive in
      // A streaming reader could find other entries than the central directory has: the directory decides.
      archive_read_support_format_zip_seekable(archive)
    }
  }

  static func gunzip(_ bytes: [UInt8], limit: Int = maximumBytes) throws(ImportError) -> [UInt8] {
    let entries = try read(bytes, limit: limit, wants: { _ in true }) { archive in
      archive_read_support_filter_gzip(archive)
      archive_read_support_format_raw(archive)
    }
    guard let entry = entries.first else { throw .unreadable("empty gzip") }
    return entry.bytes
  }

  private static func read(
    _ bytes: [UInt8], limit: Int, wants: (String) -> Bool, support: (OpaquePointer) -> Void
  ) throws(ImportError) -> [Entry] {
    guard let archive = archive_read_new() else { throw .unreadable("no memory") }
    defer { archive_read_free(archive) }
    support(archive)
    var result: Result<[Entry], ImportError> = .success([])
    bytes.withUnsafeBytes { buffer in
      guard archive_read_open_memory(archive, buffer.baseAddress, buffer.count) == ARCHIVE_OK else {
        result = .failure(.unreadable(message(archive)))
        return
      }
      do throws(ImportError) {
        result = .success(try entries(archive, limit: limit, wants: wants))
      } catch {
        result = .failure(error)
      }
    }
    return try result.get()
  }

  private static func entries(_ archive: OpaquePointer, limit: Int, wants: (String) -> Bool) throws(ImportError)
    -> [Entry]
  {
    var entries: [Entry] = []
    var count = 0
    var room = limit
    var header: OpaquePointer?
    while true {
      let status = archive_read_next_header(archive, &header)
      if status == ARCHIVE_EOF { return entries }
      guard status == ARCHIVE_OK || status == ARCHIVE_WARN else { throw .unreadable(message(archive)) }
      count += 1
      guard count <= maximumEntries else { throw .tooLarge }
      guard let header else { continue }
      let path =
        archive_entry_pathname_utf8(header).map { String(cString: $0) } ?? archive_entry_pathname(header).map {
          String(cString: $0)
        } ?? ""
      guard wants(path) else { continue }
      let content = try content(archive, room: room)
      room -= content.count
      entries.append(Entry(path: path, bytes: content))
    }
  }

  private static func content(_ archive: OpaquePointer, room: Int) throws(ImportError) -> [UInt8] {
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { archive_read_data(archive, $0.baseAddress, $0.count) }
      if count == 0 { return content }
      guard count > 0 else { throw .unreadable(message(archive)) }
      guard content.count + count <= room else { throw .tooLarge }
      content += buffer[..<count]
    }
  }

  private static func message(_ archive: OpaquePointer) -> String {
    archive_error_string(archive).map { String(cString: $0) } ?? "damaged"
  }
}
