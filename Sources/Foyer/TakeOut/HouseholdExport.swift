import EventLoop
import Glibc
import Postgres
import ZipFile

/// Why there is no archive, or why nothing of it was read: a sentence.
public struct ArchiveProblem: Error, CustomStringConvertible {
  public let description: String
  init(_ description: String) { self.description = description }
}

/// Writes what a household has into an archive (docs/archive.md), as it is at one moment.
///
/// It reads as a member of the household does: row level security holds it, and each statement names the household.
struct HouseholdExport: Sendable {
  /// Of the login of the pages, past any pooler.
  let url: String
  let version: String

  /// How long it may take.
  private static let patience = Duration.seconds(3600)
  struct Summary: Sendable {
    let rows: Int
    let files: Int
  }

  /// Makes a file that must not exist; after an error there is none.
  func make(_ household: UUID, _ path: String) throws -> Summary {
    guard access(path, F_OK) != 0 else { throw ArchiveProblem("\(path) exists already: an archive replaces no file.") }
    let partial = path + ".partial"
    let descriptor = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw ArchiveProblem("Cannot write \(partial): \(String(cString: strerror(errno))).") }
    defer { close(descriptor) }
    do {
      let summary = try write(household, to: descriptor)
      // A link fails where another file has got the name meanwhile.
      guard fsync(descriptor) == 0, link(partial, path) == 0 else {
        throw ArchiveProblem("Cannot write \(path): \(String(cString: strerror(errno))).")
      }
      unlink(partial)
      return summary
    } catch {
      unlink(partial)
      throw error
    }
  }

  /// Writes the archive into an open file.
  func write(_ household: UUID, to descriptor: Int32) throws -> Summary {
    let session = try Session(Target(url: url), deadline: .now() + Self.patience)
    try session.run(
      script: Array(
        ("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0; "
          + "SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD'; "
          + "SET LOCAL IntervalStyle = 'iso_8601'; SET LOCAL extra_float_digits = 1").utf8CString))
    try session.run(SessionQueries.open(household: household))
    let facts = try session.run(
      """
      SELECT h.name, h.time_zone, h.icon, extract(epoch FROM now())::bigint AS seconds,
        to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS made,
        to_char(now() AT TIME ZONE h.time_zone, 'YYYY-MM-DD') AS today,
        (SELECT coalesce(language, seen_language) FROM people WHERE household_id = h.id
          ORDER BY (coalesce(language, seen_language) IS NULL), created_at, id LIMIT 1) AS language
      FROM households h WHERE h.id = \(household) AND h.id <> ALL (starter_households())
      """)
    guard let row = facts.first else { throw ArchiveProblem("There is no household with this id.") }
    let language: String? = try row["language"]
    let strings = Strings(language.flatMap { Language(rawValue: $0) } ?? .en)
    let zip = try ZipWriter(descriptor, time: try row["seconds"])
    let pages = ArchivePages(
      session: session, household: household, name: try row["name"], made: try row["made"], today: try row["today"],
      timeZone: try row["time_zone"], strings: strings)
    try zip.add("README.txt", text: pages.readme)
    let catalogue = try Self.catalogue(session)
    var tables: [ArchiveIndex.Table] = []
    for table in ArchiveTable.all {
      tables.append(try add(table, catalogue[table.name] ?? [], of: household, to: zip, session))
    }
    try addPictures("images", of: household, to: zip, session)
    try addPictures("listing_pictures", of: household, to: zip, session)
    try pages.add(to: zip)
    try zip.add(
      ArchiveIndex.path,
      text: ArchiveIndex.text(
        household: household, made: try row["made"], version: version, tables: tables, files: zip.files))
    try zip.close()
    try session.run(script: Array("COMMIT".utf8CString))
    return Summary(rows: tables.reduce(0) { $0 + $1.rows }, files: zip.files.count)
  }

  struct Column {
    let name: String
    /// Quoted where it has to be.
    let quoted: String
    let type: String
    /// In the primary key.
    let isKey: Bool
  }

  /// The columns of each table that are written, but for those that PostgreSQL makes.
  static func catalogue(_ session: Session) throws -> [String: [Column]] {
    let rows = try session.run(
      """
      SELECT c.relname::text AS entry, a.attname::text AS name, quote_ident(a.attname) AS quoted,
        format_type(a.atttypid, NULL) AS type,
        coalesce(a.attnum = ANY (i.indkey[0:i.indnkeyatts - 1]), false) AS is_key
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attgenerated = '' AND a.attidentity = ''
      ORDER BY c.relname, a.attnum
      """)
    var tables: [String: [Column]] = [:]
    for row in rows {
      tables[try row["entry"], default: []].append(
        Column(name: try row["name"], quoted: try row["quoted"], type: try row["type"], isKey: try row["is_key"]))
    }
    return tables
  }

  private func add(
    _ table: ArchiveTable, _ catalogue: [Column], of household: UUID, to zip: ZipWriter, _ session: Session
  ) throws -> ArchiveIndex.Table {
    let columns = catalogue.filter { table.has($0.name, type: $0.type) }
    let order =
      table.order ?? catalogue.filter { $0.isKey && $0.name != table.key }.map(\.quoted).joined(separator: ", ")
    // A request to stay is of two households: the guest's is a part of what it says.
    let isShared = table.condition != nil
    let condition = table.condition ?? "t.\(table.key) = '\(household)'"
    let names = columns.map(\.quoted) + (isShared ? [table.key] : [])
    var count = 0
    try zip.add("data/\(table.name).jsonl") {
      try session.eachLine(
        "SELECT row_to_json(r)::text AS line FROM (SELECT \(names.joined(separator: ", ")) FROM public.\(table.name) t "
          + "WHERE \(condition)\(order.isEmpty ? "" : " ORDER BY \(order)")) AS r"
      ) { line in
        count += 1
        try zip.write(line + [UInt8(ascii: "\n")])
      }
    }
    return ArchiveIndex.Table(name: table.name, rows: count, columns: columns.map(\.name))
  }

  /// The pictures of a table, each as it is stored.
  private func addPictures(_ table: StaticString, of household: UUID, to zip: ZipWriter, _ session: Session) throws {
    let found: SQL =
      table.description == "images"
      ? "SELECT id FROM images WHERE household_id = \(household) ORDER BY id"
      : "SELECT id FROM listing_pictures WHERE household_id = \(household) ORDER BY id"
    for row in try session.run(found) {
      let id: UUID = try row["id"]
      let picture: SQL =
        table.description == "images"
        ? "SELECT picture, thumbnail FROM images WHERE household_id = \(household) AND id = \(id)"
        : "SELECT picture, thumbnail FROM listing_pictures WHERE household_id = \(household) AND id = \(id)"
      guard let picture = try session.run(picture).first else { continue }
      try zip.add("pictures/\(id).webp", picture: try picture["picture"])
      try zip.add("pictures/small/\(id).webp", picture: try picture["thumbnail"])
    }
  }
}

extension Session {
  /// Rows that are in memory at once.
  private static let step = 200

  /// Calls `body` with the column `line` of each row, in a transaction.
  func eachLine(_ statement: String, _ body: ([UInt8]) throws -> Void) throws {
    try run(script: Array("DECLARE foyer_rows NO SCROLL CURSOR FOR \(statement)".utf8CString))
    while true {
      let rows = try run(script: Array("FETCH \(Self.step) FROM foyer_rows".utf8CString)).last
      guard let rows, !rows.isEmpty else { break }
      for row in rows {
        try body(try row.withField("line") { line throws(PostgresError) in Array(try line.utf8()) })
      }
    }
    try run(script: Array("CLOSE foyer_rows".utf8CString))
  }
}
