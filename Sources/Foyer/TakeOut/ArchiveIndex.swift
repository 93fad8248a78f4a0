import StrictJSON
import ZipFile

/// `foyer.json`, which says what an archive has.
struct ArchiveIndex: Sendable {
  static let path = "foyer.json"
  static let format = 1
  /// Bytes: each picture has a line.
  static let maximum = 128 << 20

  struct Table: Sendable {
    let name: String
    let rows: Int
    let columns: [String]
  }

  let household: UUID
  /// Of the archive of one person, that person.
  let person: UUID?
  let tables: [Table]
  let files: [String: (bytes: Int, sha256: String)]

  static func text(
    household: UUID, person: UUID?, made: String, version: String, tables: [Table], files: [ZipWriter.File]
  ) -> String {
    let tables = tables.map { table in
      "    {\"name\": \(Log.quoted(table.name)), \"rows\": \(table.rows), \"columns\": ["
        + table.columns.map { Log.quoted($0) }.joined(separator: ", ") + "]}"
    }
    let files = files.map {
      "    {\"path\": \(Log.quoted($0.path)), \"bytes\": \($0.bytes), \"sha256\": \"\($0.sha256)\"}"
    }
    return """
      {
        "format": \(format),
        "program": "foyer",
        "version": \(Log.quoted(version)),
        "household": "\(household)",\(person.map { "\n  \"person\": \"\($0)\"," } ?? "")
        "made": "\(made)",
        "tables": [
      \(tables.joined(separator: ",\n"))
        ],
        "files": [
      \(files.joined(separator: ",\n"))
        ]
      }

      """
  }

  init(_ bytes: [UInt8]) throws {
    let damaged = ArchiveProblem("The archive is damaged: foyer.json is not as it was written.")
    guard let root = try? JSON(bytes, maximumValues: 4_000_000).object else { throw damaged }
    guard case .number(let format)? = root["format"], root["program"]?.string == "foyer", let format = Int(format)
    else {
      throw damaged
    }
    guard format == Self.format else {
      throw ArchiveProblem("The archive is of format \(format), which is newer than this program: upgrade Foyer first.")
    }
    guard let household = root["household"]?.string.flatMap({ UUID($0.utf8) }),
      case .array(let tables)? = root["tables"], case .array(let files)? = root["files"]
    else { throw damaged }
    self.household = household
    person = root["person"]?.string.flatMap { UUID($0.utf8) }
    guard (root["person"] == nil) == (person == nil) else { throw damaged }
    self.tables = try tables.map { table in
      guard let table = table.object, let name = table["name"]?.string, case .number(let rows)? = table["rows"],
        let rows = Int(rows), rows >= 0, case .array(let columns)? = table["columns"]
      else { throw damaged }
      return Table(name: name, rows: rows, columns: columns.compactMap(\.string))
    }
    var known: [String: (bytes: Int, sha256: String)] = [:]
    for file in files {
      guard let file = file.object, let path = file["path"]?.string, case .number(let bytes)? = file["bytes"],
        let bytes = Int(bytes), bytes >= 0, let sha256 = file["sha256"]?.string,
        known.updateValue((bytes, sha256), forKey: path) == nil
      else { throw damaged }
      guard !path.hasPrefix("/"),
        !path.split(separator: "/", omittingEmptySubsequences: false).contains(where: { ["", ".", ".."].contains($0) }),
        !path.contains("\\")
      else { throw ArchiveProblem("The archive is damaged: it names a file outside of itself.") }
    }
    self.files = known
  }
}
