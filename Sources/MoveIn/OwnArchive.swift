import Crypto
import RecipeImport
import StrictJSON

/// Why nothing of an archive is read, as the command says it; pages say it in the reader's language.
public enum ArchiveFault: String, CaseIterable, Error {
  /// Of any archive.
  case damaged = "This archive is damaged."
  case person = "This is the archive of one person: it is for reading. The archive of a household can be moved in."
  case newer = "This archive is of a newer version of Foyer."
  case tooLarge = "This archive of Foyer is too large: foyer household import reads it."
}

/// An archive that Foyer has made of a household (docs/archive.md), as a stranger's file: each file is counted and compared with what
/// the archive says of it before a row is read.
struct OwnArchive {
  /// `data/NAME.jsonl` by the name.
  private(set) var tables: [String: [UInt8]] = [:]
  /// The size of each picture of `pictures/`, by its id.
  private(set) var pictures: [String: Int] = [:]
  /// The path of each file of `files/`, by its id.
  private(set) var files: [String: String] = [:]

  static let index = "foyer.json"
  static let format = "1"
  private static let maximumEntries = MoveIn.maximumEntries
  private static let maximumIndex = 32 << 20
  /// Bytes of all files together.
  private static let maximumBytes = 512 << 20

  private struct File {
    let bytes: Int
    let sha256: String
    var isSeen = false
  }

  /// Whether a zip archive is one of Foyer's: it has a `foyer.json` and a table.
  static func isOne(_ bytes: InputFile) -> Bool {
    var (hasIndex, hasTable) = (false, false)
    try? Archive.read(
      bytes, .zip, limit: 0, entries: maximumEntries,
      wants: { path in
        hasIndex = hasIndex || path == index
        hasTable = hasTable || path == "data/people.jsonl"
        return false
      }, { _, _ in })
    return hasIndex && hasTable
  }

  init(_ bytes: InputFile) throws(ArchiveFault) {
    var files = try Self.files(of: bytes)
    var fault: ArchiveFault?
    var tables: [String: [UInt8]] = [:]
    var pictures: [String: Int] = [:]
    var paths: [String: String] = [:]
    var room = MoveIn.maximumText
    try Self.read(bytes, limit: Self.maximumBytes, wants: { $0 != Self.index && fault == nil }) { path, content in
      guard let content, var file = files[path], !file.isSeen, content.count == file.bytes,
        hexadecimal(sha256(content)) == file.sha256
      else { return fault = .damaged }
      file.isSeen = true
      files[path] = file
      if let name = path.within("data/", ".jsonl") {
        room -= content.count
        if room < 0 { fault = .tooLarge } else { tables[name] = content }
      } else if let id = path.within("pictures/", ".webp"), !id.utf8.contains(UInt8(ascii: "/")) {
        pictures[id.lowercased()] = content.count
      } else if let rest = path.within("files/", ""), let slash = rest.firstIndex(of: "/") {
        paths[rest[..<slash].lowercased()] = path
      }
    }
    if let fault { throw fault }
    guard files.values.allSatisfy(\.isSeen) else { throw .damaged }
    (self.tables, self.pictures, self.files) = (tables, pictures, paths)
  }

  /// The pictures of these ids.
  static func pictures(_ ids: Set<String>, of bytes: InputFile, _ spool: Spool?) -> [String: KeptBytes] {
    var pictures: [String: KeptBytes] = [:]
    func id(_ path: String) -> String? { path.within("pictures/", ".webp")?.lowercased() }
    try? read(bytes, limit: maximumBytes, wants: { id($0).map(ids.contains) ?? false }) { path, content in
      if let id = id(path) { pictures[id] = content.flatMap(spool.keep) }
    }
    return pictures
  }

  /// The files of these paths, as far as there is room for them.
  static func files(_ paths: Set<String>, of bytes: InputFile, _ spool: Spool?) -> [String: KeptBytes] {
    var files: [String: KeptBytes] = [:]
    try? read(bytes, limit: MoveIn.maximumFileBytes, wants: paths.contains) { path, content in
      files[path] = content.flatMap(spool.keep)
    }
    return files
  }

  /// Gives each entry; nil for the bytes of one that cannot be unpacked.
  private static func read(
    _ bytes: InputFile, limit: Int, wants: (String) -> Bool, _ take: (String, [UInt8]?) -> Void
  ) throws(ArchiveFault) {
    var isTooLarge = false
    do throws(ImportError) {
      try Archive.read(bytes, .zip, limit: limit, entries: maximumEntries, wants: wants) { path, result in
        switch result {
        case .success(let content): take(path, content)
        case .failure(.tooLarge): isTooLarge = true
        case .failure: take(path, nil)
        }
      }
    } catch {
      throw error == .tooLarge ? .tooLarge : .damaged
    }
    if isTooLarge { throw .tooLarge }
  }

  // MARK: The index

  /// The files that `foyer.json` names.
  private static func files(of bytes: InputFile) throws(ArchiveFault) -> [String: File] {
    var indices: [[UInt8]?] = []
    try read(bytes, limit: maximumIndex, wants: { $0 == index }) { _, content in indices.append(content) }
    guard indices.count == 1, let text = indices[0],
      let root = (try? StrictJSON.JSON(text, maximumValues: 10 * maximumEntries))?.object,
      root["program"]?.string == "foyer", case .number(let format)? = root["format"]
    else { throw .damaged }
    guard format == Self.format else { throw Int(format) == nil ? .damaged : .newer }
    guard root["person"] == nil else { throw .person }
    guard case .array(let files)? = root["files"] else { throw .damaged }
    var known: [String: File] = [:]
    for file in files {
      guard let file = file.object, let path = file["path"]?.string, case .number(let size)? = file["bytes"],
        let size = Int(size), size >= 0, let digest = file["sha256"]?.string, path != index,
        known.updateValue(File(bytes: size, sha256: digest), forKey: path) == nil
      else { throw .damaged }
    }
    return known
  }
}

extension String {
  /// The text between a beginning and an end.
  fileprivate func within(_ start: String, _ end: String) -> String? {
    guard hasPrefix(start), hasSuffix(end), utf8.count > start.utf8.count + end.utf8.count else { return nil }
    return String(dropFirst(start.count).dropLast(end.count))
  }
}
