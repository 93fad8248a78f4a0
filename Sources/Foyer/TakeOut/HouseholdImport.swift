import Crypto
import EventLoop
import Glibc
import Postgres
import ZipFile

/// Reads an archive (docs/archive.md) into a household, all of it or nothing.
struct HouseholdImport: Sendable {
  /// Of the login of the pages, past any pooler.
  let url: String

  private static let patience = Duration.seconds(3600)
  /// Bytes of all rows. A household of 10,000 items has some ten million.
  private static let maximumData = 2 << 30
  /// Bytes of a row: a recipe has 1,000 steps at most.
  private static let maximumLine = 32 << 20
  /// Bytes of rows that are sent at once.
  private static let step = 1 << 20
  /// Bytes of a picture, as the table `images` takes it.
  private static let maximumPicture = 8 << 20
  /// Bytes of a file of an item, as the table `files` takes it.
  private static let maximumFile = ItemFile.maximumSize
  /// Bytes of a file that is for reading alone.
  private static let maximumPage = 256 << 20

  struct Summary: Sendable {
    let household: UUID
    let isNew: Bool
    let rows: Int
  }

  /// - Parameter target: a household that is there, or nil for a new one.
  func run(_ path: String, into target: UUID?) throws -> Summary {
    do {
      return try readAll(path, into: target)
    } catch let problem as ZipProblem {
      throw ArchiveProblem(problem.description)
    }
  }

  private func readAll(_ path: String, into target: UUID?) throws -> Summary {
    let zip = ZipReader(path: path)
    let index = try verified(zip)
    let session = try Session(Target(url: url), deadline: .now() + Self.patience)
    try session.run(
      script: Array(
        """
        BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
        SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD'
        """.utf8CString))
    do {
      let summary = try read(zip, index, into: target, session)
      try session.run(script: Array("COMMIT".utf8CString))
      return summary
    } catch PostgresError.server(let refusal) {
      throw ArchiveProblem("Nothing was read: \(refusal.message)")
    }
  }

  // MARK: Checking

  /// Reads the whole file once and compares it with what it says of itself.
  func verified(_ zip: ZipReader) throws -> ArchiveIndex {
    var found: ArchiveIndex?
    try zip.files { entry in
      guard entry.path == ArchiveIndex.path else { return true }
      guard found == nil else { throw ArchiveProblem("The archive is damaged: it has foyer.json twice.") }
      found = try ArchiveIndex(try entry.bytes(limit: ArchiveIndex.maximum))
      return true
    }
    guard let index = found else {
      throw ArchiveProblem("\(zip.path) is no archive of a household: it has no foyer.json.")
    }
    guard index.person == nil else {
      throw ArchiveProblem("This is the archive of one person: it is for reading. A household's can be read in.")
    }
    var data = 0
    for (path, file) in index.files {
      if path.hasPrefix("data/") { data += min(file.bytes, Self.maximumData + 1) }
      guard file.bytes <= limit(of: path), data <= Self.maximumData else {
        throw ArchiveProblem("The archive is damaged: \(path) says that it is too large.")
      }
    }
    var seen: Set<String> = []
    try zip.files { entry in
      if entry.path == ArchiveIndex.path { return true }
      guard let expected = index.files[entry.path], seen.insert(entry.path).inserted else {
        throw ArchiveProblem(
          "The archive is damaged: foyer.json does not name \(Commands.plain(entry.path)), or it is there twice.")
      }
      let digest = SHA256Digest()
      var bytes = 0
      try entry.read(limit: expected.bytes) {
        digest.update($0)
        bytes += $0.count
      }
      guard bytes == expected.bytes, hexadecimal(digest.finish()) == expected.sha256 else {
        throw ArchiveProblem("The archive is damaged: \(Commands.plain(entry.path)) is not as it was written.")
      }
      return true
    }
    guard seen.count == index.files.count else {
      throw ArchiveProblem("The archive is damaged: files that foyer.json names are missing.")
    }
    return index
  }

  private func limit(of path: String) -> Int {
    if path.hasPrefix("pictures/") { return Self.maximumPicture }
    if path.hasPrefix("files/") { return Self.maximumFile }
    return path.hasPrefix("data/") ? Self.maximumData : Self.maximumPage
  }

  // MARK: Reading

  private func read(_ zip: ZipReader, _ index: ArchiveIndex, into target: UUID?, _ session: Session) throws -> Summary {
    try session.run(script: Array(Self.functions.utf8CString))
    try session.run(SessionQueries.openWithoutSession())
    let isThere = try has(index.household, session)
    if let target, try !has(target, session) { throw ArchiveProblem("There is no household with the id \(target).") }
    let home = target ?? (isThere ? .v7() : index.household)
    let catalogue = try HouseholdExport.catalogue(session)
    let tables = ArchiveTable.all.compactMap { table in
      index.tables.first { $0.name == table.name }.map { (table, $0.columns) }
    }.filter { $0.0.isRead }
    try rename(zip, index, tables.map(\.0), in: home, session)
    var rows = 0
    for (table, known) in tables {
      if table.name == "households" && target != nil { continue }
      // An archive brings back nobody who has left its household.
      if ["people", "accounts"].contains(table.name) && target == index.household { continue }
      let columns = (catalogue[table.name] ?? [])
        .filter { table.has($0.name, type: $0.type) && known.contains($0.name) && !table.madeAnew.contains($0.name) }
        .map(\.name)
      let isOfIdentity = ["households", "people", "accounts"].contains(table.name)
      try session.run(isOfIdentity ? SessionQueries.openWithoutSession() : SessionQueries.open(household: home))
      if ["images", "listing_pictures", "files"].contains(table.name) {
        rows += try pictures(table.name, columns, zip, index, in: home, session)
        if table.name == "files" { rows += try files(columns, zip, in: home, session) }
        continue
      }
      try batches(of: table.name, zip, index) { lines in
        let taken = try session.run(
          """
          SELECT pg_temp.take_in(\(home), \(table.name), \(lines)::json, \(columns)::text[], \(table.key),
            \(table.person ?? ""), \(table.parent?.table ?? ""), \(table.parent?.column ?? "")) AS n
          """)
        rows += try taken[0]["n"] as Int
      }
      if table.name == "people" {
        // Members who come with an archive have not joined now.
        try session.run(SessionQueries.open(household: home))
        try session.run("DELETE FROM activity WHERE household_id = \(home) AND kind = 'joined' AND at = now()")
      }
    }
    return Summary(household: home, isNew: target == nil, rows: rows)
  }

  func has(_ household: UUID, _ session: Session) throws -> Bool {
    try !session.run("SELECT FROM households WHERE id = \(household) AND id <> ALL (starter_households())").isEmpty
  }

  /// Calls `body` with arrays of a table's rows, as JSON.
  func batches(
    of table: String, _ zip: ZipReader, _ index: ArchiveIndex, _ body: (String) throws -> Void
  ) throws {
    let path = "data/\(table).jsonl"
    guard let file = index.files[path] else { return }
    try zip.files { entry in
      guard entry.path == path else { return true }
      var lines: [UInt8] = []
      func send() throws {
        if lines.isEmpty { return }
        try body("[" + String(decoding: lines, as: UTF8.self) + "]")
        lines.removeAll(keepingCapacity: true)
      }
      try entry.lines(limit: file.bytes, longest: Self.maximumLine) { line in
        if !lines.isEmpty { lines.append(UInt8(ascii: ",")) }
        lines += line
        if lines.count > Self.step { try send() }
      }
      try send()
      return false
    }
  }

  /// Reads the rows of a table of pictures, each with its files.
  private func pictures(
    _ table: String, _ columns: [String], _ zip: ZipReader, _ index: ArchiveIndex, in home: UUID, _ session: Session
  ) throws -> Int {
    try session.run(script: Array("TRUNCATE pg_temp.pictures".utf8CString))
    try batches(of: table, zip, index) { lines in
      try session.run(
        "INSERT INTO pg_temp.pictures SELECT (r->>'id')::uuid, r FROM json_array_elements(\(lines)::json) AS r")
    }
    // Those that are there already stay.
    let missing: SQL =
      switch table {
      case "images":
        "SELECT id::text AS id FROM pg_temp.pictures p WHERE NOT EXISTS (SELECT FROM images i WHERE i.household_id = \(home) AND i.id = pg_temp.renamed(p.id))"
      case "files":
        "SELECT id::text AS id FROM pg_temp.pictures p WHERE (line->>'is_picture')::boolean AND NOT EXISTS (SELECT FROM files i WHERE i.household_id = \(home) AND i.id = pg_temp.renamed(p.id))"
      default:
        "SELECT id::text AS id FROM pg_temp.pictures p WHERE NOT EXISTS (SELECT FROM listing_pictures i WHERE i.household_id = \(home) AND i.id = pg_temp.renamed(p.id))"
      }
    let wanted = Set(try session.run(missing).map { try $0["id"] as String })
    var (rows, halves): (Int, [String: [UInt8]]) = (0, [:])
    if wanted.isEmpty { return 0 }
    try zip.files { entry in
      guard entry.path.hasPrefix("pictures/"), entry.path.hasSuffix(".webp"),
        let id = entry.path.dropLast(5).split(separator: "/").last.map(String.init), wanted.contains(id)
      else { return true }
      let bytes = try entry.bytes(limit: Self.maximumPicture)
      // The two files of a picture follow one another.
      guard let other = halves.removeValue(forKey: id) else {
        halves[id] = bytes
        guard halves.count == 1 else { throw ArchiveProblem("The archive is damaged: pictures are out of order.") }
        return true
      }
      let isSmall = entry.path.hasPrefix("pictures/small/")
      let (picture, thumbnail) = isSmall ? (other, bytes) : (bytes, other)
      guard WebP.bare(picture) != nil, WebP.bare(thumbnail) != nil else {
        throw ArchiveProblem("The archive is damaged: picture \(id) is none.")
      }
      rows +=
        try session.run(
          """
          SELECT pg_temp.take_in_picture(\(home), \(table), p.line, \(columns)::text[], \(picture), \(thumbnail)) AS n
          FROM pg_temp.pictures p WHERE p.id = \(id)::uuid
          """)[0]["n"] as Int
      return true
    }
    guard rows == wanted.count else { throw ArchiveProblem("The archive is damaged: pictures are missing.") }
    return rows
  }

  /// Reads the files of items, whose rows `pictures` has read.
  private func files(_ columns: [String], _ zip: ZipReader, in home: UUID, _ session: Session) throws -> Int {
    let missing: SQL =
      "SELECT id::text AS id FROM pg_temp.pictures p WHERE NOT (line->>'is_picture')::boolean AND NOT EXISTS (SELECT FROM files i WHERE i.household_id = \(home) AND i.id = pg_temp.renamed(p.id))"
    let wanted = Set(try session.run(missing).map { try $0["id"] as String })
    var rows = 0
    if wanted.isEmpty { return 0 }
    try zip.files { entry in
      let parts = entry.path.split(separator: "/")
      guard parts.count == 3, parts[0] == "files", wanted.contains(String(parts[1])) else { return true }
      let (id, bytes, none) = (String(parts[1]), try entry.bytes(limit: Self.maximumFile), [UInt8]?.none)
      rows +=
        try session.run(
          """
          SELECT pg_temp.take_in_picture(\(home), 'files', p.line, \(columns)::text[], \(bytes), \(optional: none)) AS n
          FROM pg_temp.pictures p WHERE p.id = \(id)::uuid
          """)[0]["n"] as Int
      return true
    }
    guard rows == wanted.count else { throw ArchiveProblem("The archive is damaged: files are missing.") }
    return rows
  }

  /// Functions that insert rows whose columns are known from the archive and the catalogue alone: in the session's own schema,
  /// with the rights of the role that calls them.
  private static let functions = """
    CREATE TEMPORARY TABLE renamed (old uuid PRIMARY KEY, new uuid NOT NULL) ON COMMIT DROP;
    CREATE TEMPORARY TABLE pictures (id uuid PRIMARY KEY, line json NOT NULL) ON COMMIT DROP;
    GRANT ALL ON pg_temp.renamed, pg_temp.pictures TO foyer_app, foyer_identity;
    CREATE FUNCTION pg_temp.renamed(id uuid) RETURNS uuid LANGUAGE sql STABLE AS
      'SELECT coalesce((SELECT new FROM pg_temp.renamed WHERE old = $1), $1)';
    CREATE FUNCTION pg_temp.renamed(ids uuid[]) RETURNS uuid[] LANGUAGE sql STABLE AS
      'SELECT CASE WHEN $1 IS NOT NULL THEN ARRAY(
        SELECT pg_temp.renamed(id) FROM unnest($1) WITH ORDINALITY AS ids (id, place) ORDER BY place) END';
    CREATE FUNCTION pg_temp.columns(
      entry text, names text[], key text, OUT columns text, OUT expressions text) LANGUAGE sql STABLE AS $f$
      SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum), string_agg(
        format(CASE WHEN atttypid IN ('uuid'::regtype, 'uuid[]'::regtype) THEN 'pg_temp.renamed(r.%I)' ELSE 'r.%I' END, attname),
        ', ' ORDER BY attnum)
      FROM pg_attribute
      WHERE attrelid = format('public.%I', entry)::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
        AND attidentity = '' AND attname = ANY (names) AND attname <> key
    $f$;
    CREATE FUNCTION pg_temp.take_in(
      home uuid, entry text, lines json, names text[], key text, person text, parent text, parent_column text
    ) RETURNS bigint LANGUAGE plpgsql AS $f$
    DECLARE
      taken bigint;
      parts record := pg_temp.columns(entry, names, key);
      condition text := 'true';
      more text := '';
      value text := '';
    BEGIN
      IF person <> '' THEN
        condition := format(
          'EXISTS (SELECT FROM public.people p WHERE p.household_id = $1 AND p.id = pg_temp.renamed(r.%I))', person);
      END IF;
      IF parent <> '' THEN
        -- The parts of what was there before are what it has now.
        condition := condition || format(
          ' AND EXISTS (SELECT FROM public.%I p WHERE p.household_id = $1 AND p.id = pg_temp.renamed(r.%I)
            AND p.xmin::text = (pg_current_xact_id()::text::bigint & 4294967295)::text)', parent, parent_column);
      END IF;
      IF entry = 'accounts' THEN
        -- Whoever holds the address sets a password by a letter, or the operator does.
        more := ', password';
        value := ', ''!''';
        condition := 'EXISTS (SELECT FROM public.people p WHERE p.household_id = $1 AND p.id = pg_temp.renamed(r.person_id))';
      END IF;
      EXECUTE format(
        'INSERT INTO public.%I (%I, %s%s) SELECT $1, %s%s FROM ROWS FROM (json_populate_recordset(NULL::public.%I, $2)) WITH ORDINALITY AS r WHERE %s
          ORDER BY r.ordinality ON CONFLICT DO NOTHING',
        entry, key, parts.columns, more, parts.expressions, value, entry, condition) USING home, lines;
      GET DIAGNOSTICS taken = ROW_COUNT;
      RETURN taken;
    END $f$;
    CREATE FUNCTION pg_temp.take_in_picture(
      home uuid, entry text, line json, names text[], picture bytea, thumbnail bytea
    ) RETURNS bigint LANGUAGE plpgsql AS $f$
    DECLARE
      taken bigint;
      parts record := pg_temp.columns(entry, names, 'household_id');
    BEGIN
      EXECUTE format(
        'INSERT INTO public.%I (household_id, %I, thumbnail, %s)
          SELECT $1, $3, $4, %s FROM json_populate_record(NULL::public.%I, $2) AS r ON CONFLICT DO NOTHING',
        entry, CASE entry WHEN 'files' THEN 'bytes' ELSE 'picture' END, parts.columns, parts.expressions, entry) USING home, line, picture, thumbnail;
      GET DIAGNOSTICS taken = ROW_COUNT;
      RETURN taken;
    END $f$;
    """
}
