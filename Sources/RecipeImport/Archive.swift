import CArchive
import Glibc

/// Reads zip and tar archives and gzip through libarchive, one entry at a time and within limits.
package enum Archive {
  package static let maximumEntries = 5_000
  /// Bytes that may be unpacked: pictures compress little, texts to a third.
  package static let maximumBytes = 32 << 20
  /// Stands for all files behind the place where an archive is damaged.
  package static let rest = "…"

  /// Whether an entry is one that a file manager adds: of macOS and Windows.
  package static func isOfSystem(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return path.hasPrefix("__MACOSX/") || name.hasPrefix("._")
      || [".DS_Store", "Thumbs.db", "desktop.ini"].contains(name)
  }

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

  package enum Format { case zip, tar, gzip, tarGzip }

  package static func format(of bytes: [UInt8]) -> Format? { format(of: InputFile(bytes)) }

  package static func format(of file: InputFile) -> Format? {
    let start = file.start(512)
    if start.starts(with: [0x50, 0x4B, 0x03, 0x04]) || start.starts(with: [0x50, 0x4B, 0x05, 0x06]) { return .zip }
    if start.starts(with: [0x1F, 0x8B]) { return isTar(gunzippedStart(of: file)) ? .tarGzip : .gzip }
    return isTar(start) ? .tar : nil
  }

  /// The magic of POSIX.1 and of GNU tar.
  private static func isTar(_ start: [UInt8]) -> Bool { start.dropFirst(257).starts(with: "ustar".utf8) }

  /// The first bytes of what gzip has packed.
  private static func gunzippedStart(of file: InputFile) -> [UInt8] {
    var start = [UInt8](repeating: 0, count: 512)
    try? open(file, .gzip) { archive throws(ImportError) in
      var header: OpaquePointer?
      guard archive_read_next_header(archive, &header) == ARCHIVE_OK else { return }
      _ = start.withUnsafeMutableBytes { archive_read_data(archive, $0.baseAddress, $0.count) }
    }
    return start
  }

  /// The entries that `wants` selects by path; folders are none. Everything that is unpacked counts against the limit.
  package static func unpack(
    _ file: InputFile, _ format: Format, limit: Int, entries: Int = maximumEntries, wants: (String) -> Bool
  ) throws(ImportError) -> Content {
    var content = Content()
    try read(file, format, limit: limit, entries: entries, wants: wants) { path, result in
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
  ///   - passed: bytes of the entries of a packed tar archive that are not wanted: they are unpacked all the same.
  package static func read(
    _ file: InputFile, _ format: Format, limit: Int, largest: Int = .max, entries: Int = maximumEntries,
    passed: Int = maximumPassed, wants: (String) -> Bool, _ take: (String, Result<[UInt8], Fault>) -> Void
  ) throws(ImportError) {
    let bounds = Bounds(limit: limit, largest: largest, entries: entries, passed: format == .tarGzip ? passed : .max)
    try read(file, format, bounds, into: nil, wants: wants) { path, content in take(path, content.map(\.bytes)) }
  }

  /// The same of large entries, which `spool` has room for.
  package static func read(
    _ file: InputFile, _ format: Format, limit: Int, entries: Int = maximumEntries, into spool: Spool?,
    wants: (String) -> Bool, _ take: (String, Result<InputFile, Fault>) -> Void
  ) throws(ImportError) {
    let passed = format == .tarGzip ? maximumPassed : .max
    try read(
      file, format, Bounds(limit: limit, largest: .max, entries: entries, passed: passed), into: spool, wants: wants,
      take)
  }

  /// Bytes of entries of a packed tar archive that are not wanted: with the others four times what a file may have.
  private static let maximumPassed = 2 << 30

  private struct Bounds {
    var limit: Int
    var largest: Int
    var entries: Int
    var passed: Int
  }

  private static func read(
    _ file: InputFile, _ format: Format, _ bounds: Bounds, into spool: Spool?, wants: (String) -> Bool,
    _ take: (String, Result<InputFile, Fault>) -> Void
  ) throws(ImportError) {
    try open(file, format) { archive throws(ImportError) in
      try read(archive, bounds, into: spool, wants: wants, take)
    }
  }

  /// Calls `body` with an archive that is open.
  private static func open(
    _ file: InputFile, _ format: Format, _ body: (OpaquePointer) throws(ImportError) -> Void
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
    case .tarGzip:
      archive_read_support_filter_gzip(archive)
      archive_read_support_format_tar(archive)
    }
    // In the C locale libarchive gives no name that has more than ASCII.
    let utf8 = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)
    let before = uselocale(utf8)
    defer {
      uselocale(before)
      if utf8 != nil { freelocale(utf8) }
    }
    let input = ArchiveInput(file)
    // Closed before what it reads from is gone.
    defer { withExtendedLifetime(input) { _ = archive_read_close(archive) } }
    guard input.open(archive) == ARCHIVE_OK else { throw .unreadable(message(archive)) }
    try body(archive)
  }

  package static func gunzip(_ bytes: [UInt8], limit: Int = maximumBytes) throws(ImportError) -> [UInt8] {
    try gunzip(InputFile(bytes), limit: limit)
  }

  package static func gunzip(_ file: InputFile, limit: Int) throws(ImportError) -> [UInt8] {
    let content = try unpack(file, .gzip, limit: limit, wants: { _ in true })
    if let entry = content.entries.first { return entry.bytes }
    throw content.faults.contains { $0.fault == .tooLarge } ? .tooLarge : .unreadable("damaged gzip")
  }

  private static func read(
    _ archive: OpaquePointer, _ bounds: Bounds, into spool: Spool?, wants: (String) -> Bool,
    _ take: (String, Result<InputFile, Fault>) -> Void
  ) throws(ImportError) {
    var count = 0
    var (room, passing) = (bounds.limit, bounds.passed)
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
      guard count <= bounds.entries else { throw .tooLarge }
      // S_IFDIR
      guard let header, archive_entry_filetype(header) != 0o040000 else { continue }
      let path = path(of: header, number: count)
      guard wants(path) else {
        passing -= Int(max(0, min(archive_entry_size(header), 1 << 62)))
        guard passing >= 0 else { throw .tooLarge }
        continue
      }
      do throws(Fault) {
        var left = min(room, bounds.largest)
        defer { room -= min(room, bounds.largest) - left }
        take(path, .success(try content(archive, header, room: &left, into: spool)))
      } catch {
        take(path, .failure(error))
      }
    }
  }

  private static func content(
    _ archive: OpaquePointer, _ header: OpaquePointer, room: inout Int, into spool: Spool?
  ) throws(Fault) -> InputFile {
    if archive_entry_is_encrypted(header) != 0 { throw .encrypted }
    if archive_entry_size_is_set(header) != 0, archive_entry_size(header) > room { throw .tooLarge }
    var content = Spool.Filling(spool)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { archive_read_data(archive, $0.baseAddress, $0.count) }
      if count == 0 { return content.file }
      guard count > 0 else { throw .damaged }
      // Larger than its header says: what has been unpacked counts, so that no number of such entries costs more.
      guard count <= room else {
        room = 0
        throw .tooLarge
      }
      room -= count
      guard buffer.withUnsafeBytes({ content.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }) else {
        throw .tooLarge
      }
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

/// The input of libarchive: a part of the file at a time.
private final class ArchiveInput {
  private let file: InputFile
  private var place = 0
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

  init(_ file: InputFile) { self.file = file }

  deinit { buffer.deallocate() }

  /// The archive uses this object until it is closed.
  func open(_ archive: OpaquePointer) -> Int32 {
    archive_read_set_callback_data(archive, Unmanaged.passUnretained(self).toOpaque())
    archive_read_set_read_callback(archive) { _, data, part in
      guard let data else { return -1 }
      let input = Unmanaged<ArchiveInput>.fromOpaque(data).takeUnretainedValue()
      let count = input.file.read(into: input.buffer, from: input.place)
      input.place += count
      part?.pointee = UnsafeRawPointer(input.buffer.baseAddress)
      return count
    }
    archive_read_set_skip_callback(archive) { _, data, request in
      guard let data, request > 0 else { return 0 }
      let input = Unmanaged<ArchiveInput>.fromOpaque(data).takeUnretainedValue()
      let count = min(Int(request), max(0, input.file.count - input.place))
      input.place += count
      return Int64(count)
    }
    archive_read_set_seek_callback(archive) { _, data, offset, whence in
      guard let data else { return Int64(ARCHIVE_FATAL) }
      let input = Unmanaged<ArchiveInput>.fromOpaque(data).takeUnretainedValue()
      let base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? input.place : input.file.count
      let (place, isOver) = base.addingReportingOverflow(Int(offset))
      guard !isOver, place >= 0, place <= input.file.count else { return Int64(ARCHIVE_FATAL) }
      input.place = place
      return Int64(place)
    }
    return archive_read_open1(archive)
  }
}
