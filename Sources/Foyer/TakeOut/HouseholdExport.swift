import EventLoop
import Glibc
import Postgres
import ZipFile

/// Why there is no archive, or why nothing of it was read: a sentence.
public struct ArchiveProblem: Error, CustomStringConvertible {
  public let description: String
  init(_ description: String) { self.description = description }
}

/// Writes what a household has, or what is one person's of it, into an archive (docs/archive.md), as it is at one moment.
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

  /// Makes a file that must not exist. After an error there is none.
  func make(_ household: UUID, _ path: String) throws -> Summary {
    guard access(path, F_OK) != 0 else { throw ArchiveProblem("\(path) exists already: an archive replaces no file.") }
    let file = try NamelessFile(path)
    defer { file.close() }
    let summary = try write(household) { try Self.write($0, to: file.descriptor) }
    try file.name()
    return summary
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw ArchiveProblem("The archive cannot be written: \(String(cString: strerror(errno))).")
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Makes the archive, and gives its bytes to `output`, in order.
  /// - Parameters:
  ///   - person: for that person's archive.
  ///   - progress: called after each file and each few rows, with the count of files that are written, and of all.
  func write(
    _ household: UUID, of person: UUID? = nil, progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in },
    to output: @escaping ZipWriter.Output
  ) throws -> Summary {
    let session = try Session(Target(url: url), deadline: .now() + Self.patience)
    try session.run(
      script: Array(
        ("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0; "
          + "SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD'; "
          + "SET LOCAL IntervalStyle = 'iso_8601'; SET LOCAL extra_float_digits = 1").utf8CString))
    if let person {
      try session.run(SessionQueries.openWithoutSession())
      try session.run(ReminderJobQueries.open(household: household, person: person))
      try session.run("SELECT set_config('TimeZone', 'UTC', true)")
    } else {
      try session.run(SessionQueries.open(household: household))
    }
    let facts = try session.run(person == nil ? Self.facts(of: household) : Self.factsOfPerson)
    guard let row = facts.first else { throw ArchiveProblem("There is no household with this id.") }
    let language: String? = try row["language"]
    let strings = Strings(language.flatMap { Language(rawValue: $0) } ?? .en)
    let zip = try ZipWriter(time: try row["seconds"], to: output)
    let wanted = person == nil ? ArchiveTable.all : ArchiveTable.ofPerson
    // Besides them README.txt, items.csv, two calendars, index.html, style.css and foyer.json.
    let total = try row["many"] as Int + wanted.count + (person == nil ? 7 : 4)
    func step() throws { try progress(zip.files.count, total) }
    let (name, today): (String, String) = (try row["name"], try row["today"])
    let pages = ArchivePages(
      session: session, household: household, name: name, made: try row["made"], today: today,
      timeZone: try row["time_zone"], strings: strings)
    let personPages = PersonPages(session: session, name: name, today: today, strings: strings)
    try zip.add("README.txt", text: person == nil ? pages.readme : personPages.readme)
    let catalogue = try Self.catalogue(session)
    var tables: [ArchiveIndex.Table] = []
    for table in wanted {
      tables.append(try add(table, catalogue[table.name] ?? [], of: household, to: zip, session, step))
      try step()
    }
    for table in wanted where ["images", "listing_pictures", "files"].contains(table.name) {
      try addPictures(table, of: household, to: zip, session, step)
      if table.name == "files" { try addFiles(table, of: household, to: zip, session, step) }
    }
    if person == nil {
      try pages.add(to: zip, step)
    } else {
      // The page tells times by the person's clock.
      try session.run("SELECT set_config('TimeZone', \(row["time_zone"] as String), true)")
      try personPages.add(to: zip)
    }
    try ArchiveStyle.add(to: zip)
    try zip.add(
      ArchiveIndex.path,
      text: ArchiveIndex.text(
        household: household, person: person, made: try row["made"], version: version, tables: tables, files: zip.files)
    )
    try zip.close()
    try session.run(script: Array("COMMIT".utf8CString))
    return Summary(rows: tables.reduce(0) { $0 + $1.rows }, files: zip.files.count)
  }

  private static func facts(of household: UUID) -> SQL {
    """
    SELECT h.name, h.time_zone, extract(epoch FROM now())::bigint AS seconds,
      to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS made,
      to_char(now() AT TIME ZONE h.time_zone, 'YYYY-MM-DD') AS today,
      (SELECT coalesce(language, seen_language) FROM people WHERE household_id = h.id
        ORDER BY (coalesce(language, seen_language) IS NULL), created_at, id LIMIT 1) AS language,
      2 * (SELECT count(*) FROM images WHERE household_id = h.id)
        + 2 * (SELECT count(*) FROM listing_pictures WHERE household_id = h.id)
        + (SELECT count(*) + count(thumbnail) FROM files WHERE household_id = h.id)
        + (SELECT count(*) FROM recipes WHERE household_id = h.id AND deleted_at IS NULL) AS many
    FROM households h WHERE h.id = \(household) AND h.id <> ALL (starter_households())
    """
  }

  private static let factsOfPerson: SQL = """
    SELECT p.name, p.time_zone, extract(epoch FROM now())::bigint AS seconds,
      to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS made,
      to_char(now() AT TIME ZONE p.time_zone, 'YYYY-MM-DD') AS today, coalesce(p.language, p.seen_language) AS language,
      2 * (SELECT count(*) FROM images WHERE household_id = current_household())
        + (SELECT count(*) + count(thumbnail) FROM files WHERE household_id = current_household()) AS many
    FROM people p WHERE p.household_id = current_household() AND p.id = current_person()
    """

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
    _ table: ArchiveTable, _ catalogue: [Column], of household: UUID, to zip: ZipWriter, _ session: Session,
    _ step: () throws -> Void
  ) throws -> ArchiveIndex.Table {
    let columns = catalogue.filter { table.has($0.name, type: $0.type) }
    let order =
      table.order ?? catalogue.filter { $0.isKey && $0.name != table.key }.map(\.quoted).joined(separator: ", ")
    let condition = table.condition(of: household)
    let names = columns.map(\.quoted) + (table.isOfTwo ? [table.key] : [])
    var count = 0
    try zip.add("data/\(table.name).jsonl") {
      try session.eachLine(
        "SELECT row_to_json(r)::text AS line FROM (SELECT \(names.joined(separator: ", ")) FROM public.\(table.name) t "
          + "WHERE \(condition)\(order.isEmpty ? "" : " ORDER BY \(order)")) AS r"
      ) { line in
        count += 1
        if count.isMultiple(of: 200) { try step() }
        try zip.write(line + [UInt8(ascii: "\n")])
      }
    }
    return ArchiveIndex.Table(name: table.name, rows: count, columns: columns.map(\.name))
  }

  /// The pictures of a table, each as it is stored.
  private func addPictures(
    _ table: ArchiveTable, of household: UUID, to zip: ZipWriter, _ session: Session, _ step: () throws -> Void
  ) throws {
    for row in try rows(table, "t.id", of: household, table.name == "files" ? "t.is_picture" : "true", session) {
      let id: UUID = try row["id"]
      let picture: SQL =
        switch table.name {
        case "images": "SELECT picture, thumbnail FROM images WHERE household_id = \(household) AND id = \(id)"
        case "files": "SELECT bytes AS picture, thumbnail FROM files WHERE household_id = \(household) AND id = \(id)"
        default: "SELECT picture, thumbnail FROM listing_pictures WHERE household_id = \(household) AND id = \(id)"
        }
      guard let picture = try session.run(picture).first else { continue }
      try zip.add("pictures/\(id).webp", picture: try picture["picture"])
      try zip.add("pictures/small/\(id).webp", picture: try picture["thumbnail"])
      try step()
    }
  }

  /// The files of items, each as it is stored, a part of it in memory at once.
  private func addFiles(
    _ table: ArchiveTable, of household: UUID, to zip: ZipWriter, _ session: Session, _ step: () throws -> Void
  ) throws {
    for row in try rows(table, "t.id, t.name, t.size, t.is_picture", of: household, "NOT t.is_picture", session) {
      let file = try ItemFile(row)
      try zip.add(file.archivePath) {
        for start in stride(from: 0, to: file.size, by: 1 << 20) {
          let part = try session.run(
            """
            SELECT substr(bytes, \(start + 1)::int, \(1 << 20)::int) AS bytes FROM files
            WHERE household_id = \(household) AND id = \(file.id)
            """)
          try zip.write(try part[0]["bytes"])
        }
      }
      try step()
    }
  }

  private func rows(
    _ table: ArchiveTable, _ columns: String, of household: UUID, _ further: String, _ session: Session
  ) throws -> Rows {
    let condition = table.condition(of: household)
    let script = "SELECT \(columns) FROM public.\(table.name) t WHERE \(condition) AND \(further) ORDER BY t.id"
    guard let found = try session.run(script: Array(script.utf8CString)).last else {
      throw ArchiveProblem("The database did not answer.")
    }
    return found
  }
}

/// A file that gets its name when it is whole. Until then it has none, so that nothing stays of a program that is killed; or, on a
/// file system without such files, the name with `.partial` behind it.
private struct NamelessFile {
  let descriptor: Int32
  private let path: String
  private let partial: String?

  init(_ path: String) throws {
    self.path = path
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    // O_TMPFILE (open(2)), which Swift does not import.
    var descriptor = open(folder, 0o20000000 | O_DIRECTORY | O_WRONLY | O_CLOEXEC, 0o600)
    var partial: String?
    if descriptor < 0, [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) {
      partial = path + ".partial"
      descriptor = open(path + ".partial", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    guard descriptor >= 0 else { throw ArchiveProblem("Cannot write \(path): \(String(cString: strerror(errno))).") }
    (self.descriptor, self.partial) = (descriptor, partial)
  }

  /// Fails where another file has got the name meanwhile.
  func name() throws {
    let from = partial ?? "/proc/self/fd/\(descriptor)"
    guard fsync(descriptor) == 0, linkat(AT_FDCWD, from, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 else {
      throw ArchiveProblem("Cannot write \(path): \(String(cString: strerror(errno))).")
    }
  }

  func close() {
    Glibc.close(descriptor)
    if let partial { unlink(partial) }
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
