import CArchive
import Glibc

/// Reads zip and tar archives and gzip through libarchive, in memory and within limits.
package enum Archive {
  package static let maximumEntries = 5_000
  /// Bytes that may be unpacked: pictures compress little, texts to a third.
  package static let maximumBytes = 32 << 20
  /// Stands for all files behind the place where an archive is damaged.
  package static let rest = "…"

  package struct Entry {
    package let path: String
    package let bytes: [UInt8]
  }

  /// Why an entry could not be read.
  package enum Fault: Error { case damaged, encrypted, tooLarge }

  /// The files that were unpacked, and those that could not be.
  package struct Content {
    package var entries: [Entry] = []
    package var faults: [(path: String, fault: Fault)] = []
  }

  package enum Format { case zip, tar, gzip }

  package static func format(of bytes: [UInt8]) -> Format? {
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x50, 0x4B, 0x05, 0x06]) { return .zip }
    if bytes.starts(with: [0x1F, 0x8B]) { return .gzip }
    // The magic of POSIX.1 and of GNU tar.
    return bytes.dropFirst(257).starts(with: "ustar".utf8) ? .tar : nil
  }

  /// The entries that `wants` selects by path; folders are none. Everything that is unpacked counts against the limit.
  package static func unpack(
    _ bytes: [UInt8], _ format: Format, limit: Int, entries: Int = maximumEntries, wants: (String) -> Bool
  ) throws(ImportError) -> Content {
    var content = Content()
    try read(bytes, format, limit: limit, entries: entries, wants: wants) { path, result in
      switch result {
      case .success(let bytes): content.entries.append(Entry(path: path, bytes: bytes))
      case .failure(let fault): content.faults.append((path, fault))
      }
    }
    return content
  }

  /// The same, one entry after the other, of which none is kept.
  /// - Parameters:
  ///   - largest: bytes of one entry.
  ///   - entries: an archive with more is refused.
  package static func read(
    _ bytes: [UInt8], _ format: Format, limit: Int, largest: Int = .max, entries: Int = maximumEntries,
    wants: (String) -> Bool, _ take: (String, Result<[UInt8], Fault>) -> Void
  ) throws(ImportError) {
    guard let archive = archive_read_new() else { throw .unreadable("no memory") }
    defer { archive_read_free(archive) }
    switch format {
    // A streaming reader could find other entries than the central directory has: the directory decides.
    case .zip: archive_read_support_format_zip_seekable(archive)
    case .tar: archive_read_support_format_tar(archive)
    case .gzip:
      archive_read_support_filter_gzip(archive)
      archive_read_support_format_raw(archive)
    }
    // In the C locale libarchive gives no name that has more than ASCII.
    let utf8 = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)
    let before = uselocale(utf8)
    defer {
      uselocale(before)
      if utf8 != nil { freelocale(utf8) }
    }
    var result: Result<Void, ImportError> = .success(())
    bytes.withUnsafeBytes { buffer in
      guard archive_read_open_memory(archive, buffer.baseAddress, buffer.count) == ARCHIVE_OK else {
        result = .failure(.unreadable(message(archive)))
        return
      }
      do throws(ImportError) {
        try read(archive, limit: limit, largest: largest, entries: entries, wants: wants, take)
      } catch {
        result = .failure(error)
      }
    }
    try result.get()
  }

  package static func gunzip(_ bytes: [UInt8], limit: Int = maximumBytes) throws(ImportError) -> [UInt8] {
    let content = try unpack(bytes, .gzip, limit: limit, wants: { _ in true })
    if let entry = content.entries.first { return entry.bytes }
    throw content.faults.contains { $0.fault == .tooLarge } ? .tooLarge : .unreadable("damaged gzip")
  }

  private static func read(
    _ archive: OpaquePointer, limit: Int, largest: Int, entries: Int, wants: (String) -> Bool,
    _ take: (String, Result<[UInt8], Fault>) -> Void
  ) throws(ImportError) {
    var count = 0
    var room = limit
    var header: OpaquePointer?
    while true {
      let status = archive_read_next_header(archive, &header)
      if status == ARCHIVE_EOF { return }
      guard status == ARCHIVE_OK || status == ARCHIVE_WARN else {
        // The part before the damage is read all the same.
        if count == 0 { throw .unreadable(message(archive)) }
        return take(rest, .failure(.damaged))
      }
      count += 1
      guard count <= entries else { throw .tooLarge }
      // S_IFDIR
      guard let header, archive_entry_filetype(header) != 0o040000 else { continue }
      let path = path(of: header, number: count)
      guard wants(path) else { continue }
      do throws(Fault) {
        var left = min(room, largest)
        defer { room -= min(room, largest) - left }
        take(path, .success(try bytes(archive, header, room: &left)))
      } catch {
        take(path, .failure(error))
      }
    }
  }

  private static func bytes(
    _ archive: OpaquePointer, _ header: OpaquePointer, room: inout Int
  ) throws(Fault) -> [UInt8] {
    if archive_entry_is_encrypted(header) != 0 { throw .encrypted }
    if archive_entry_size_is_set(header) != 0, archive_entry_size(header) > room { throw .tooLarge }
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { archive_read_data(archive, $0.baseAddress, $0.count) }
      if count == 0 { return content }
      guard count > 0 else { throw .damaged }
      // Larger than its header says: what has been unpacked counts, so that no number of such entries costs more.
      guard count <= room else {
        room = 0
        throw .tooLarge
      }
      room -= count
      content += buffer[..<count]
    }
  }

  private static func message(_ archive: OpaquePointer) -> String {
    archive_error_string(archive).map { String(cString: $0) } ?? "damaged"
  }

  // MARK: Names

  private static func path(of header: OpaquePointer, number: Int) -> String {
    if let path = archive_entry_pathname_utf8(header).map({ String(cString: $0) }), !path.contains("\u{FFFD}") {
      return path
    }
    guard let bytes = archive_entry_pathname(header) else { return "#\(number)" }
    return name(Array(UnsafeBufferPointer(start: bytes, count: strlen(bytes))).map(UInt8.init(bitPattern:)))
  }

  /// A zip archive's names may be in the encoding of the machine that made it: that of MS-DOS, Windows' Japanese, Korean or
  /// Russian one. Files are told apart by any of them; the right one makes a name that its owner can read.
  static func name(_ bytes: [UInt8]) -> String {
    if let name = String(validating: bytes, as: UTF8.self) { return name }
    for (charset, script) in [
      ("CP949", 0xAC00...0xD7A3), ("CP932", 0x3040...0x9FFF), ("CP866", 0x0400...0x04FF),
    ] as [(String, ClosedRange<UInt32>)] {
      guard let converted = Charset.converted(bytes, from: charset) else { continue }
      let name = String(decoding: converted, as: UTF8.self)
      let file = name.split(separator: "/").last ?? ""
      let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file
      // "K\u{84}sesp\u{84}tzle" makes letters of these scripts, too, between those of Latin.
      let letters = stem.unicodeScalars.filter(\.properties.isAlphabetic)
      if !letters.isEmpty, letters.allSatisfy({ script.contains($0.value) }), !name.contains("\u{FFFD}") { return name }
    }
    return String(decoding: Charset.converted(bytes, from: "CP437") ?? bytes, as: UTF8.self)
  }
}
