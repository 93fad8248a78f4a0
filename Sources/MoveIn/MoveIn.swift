public import CivilTime
import Glibc
public import RecipeImport

/// Reads the files of other programs. The content tells the program; a file's name is only asked for what it alone says: the
/// project of a Todoist CSV, the title of a text.
public enum MoveIn {
  /// Bytes of a file before anything is unpacked.
  public static let maximumBytes = 512 << 20
  /// Bytes of a text that is parsed.
  static let maximumText = 64 << 20
  /// JSON values of a file.
  static let maximumValues = 2_000_000
  /// Files of an archive.
  static let maximumEntries = 100_000
  /// Bytes of all pictures and other files that come over with what is read at once.
  static let maximumFileBytes = 384 << 20
  /// Bytes of archives that are unpacked from others.
  static let maximumArchiveBytes = 256 << 20
  /// Bytes that the `Spool` of a file should have room for.
  public static let maximumSpoolBytes = maximumFileBytes + maximumArchiveBytes

  /// Why nothing of a file is read, in English.
  public static let unknownFile = "This is no file of a program that Foyer knows."

  /// The program of a file that is Foyer's own archive.
  public static let ownProgram = "Foyer"

  /// - Parameters:
  ///   - name: the file's, with or without folders.
  ///   - now: the reader's clock, which "tomorrow" counts from.
  ///   - spool: for pictures and files, which are in memory otherwise.
  public static func read(_ file: InputFile, name: String, now: CivilTime, spool: Spool? = nil) -> MovedFile {
    var file = Reading(now: now, started: processorTime(), spool: spool).file(file, name: name)
    if file.program == nil, file.error == nil { file.error = MoveIn.unknownFile }
    return file
  }

  public static func read(_ bytes: [UInt8], name: String, now: CivilTime) -> MovedFile {
    read(InputFile(bytes), name: name, now: now)
  }

  static func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

/// One file, and what it is packed in.
struct Reading {
  let now: CivilTime
  let started: Duration
  let spool: Spool?
  static let maximumTime = Duration.seconds(60)

  /// The archives that this one is in.
  var depth = 0
  /// The paths of the archive's files.
  var packed: Set<String> = []
  let room = Room()

  /// The bytes and archives that may still be unpacked, of all archives together.
  final class Room {
    var texts = MoveIn.maximumText
    var archives = MoveIn.maximumArchiveBytes
    var count = 5_000
  }

  /// An archive in an archive in an archive.
  private static let maximumDepth = 2

  var isOutOfTime: Bool { MoveIn.processorTime() - started > Self.maximumTime }

  func file(_ file: InputFile, name: String) -> MovedFile {
    guard file.count <= MoveIn.maximumBytes else { return failure("This file is too large.") }
    if let format = Archive.format(of: file) {
      return format == .gzip ? packed(file, name: name) : archive(file, format, name: name)
    }
    if file.count == 0 { return failure("This file is empty.") }
    guard file.count <= MoveIn.maximumText else { return failure("This file is too large.") }
    return text(file.bytes, name: name) ?? recipes(file, name: name)
  }

  func failure(_ sentence: String) -> MovedFile {
    var file = MovedFile()
    file.error = sentence
    return file
  }

  // MARK: Archives

  /// A single file that gzip has packed.
  private func packed(_ file: InputFile, name: String) -> MovedFile {
    guard let inner = try? Archive.gunzip(file, limit: MoveIn.maximumText) else {
      return failure("This file is damaged, or too large.")
    }
    return text(inner, name: name) ?? recipes(file, name: name)
  }

  private func archive(_ bytes: InputFile, _ format: Archive.Format, name: String) -> MovedFile {
    if format == .zip, OwnArchive.isOne(bytes) { return OwnRows.read(bytes, spool) }
    var (passed, archives): ([String], [String]) = ([], [])
    let content: Archive.Content
    do {
      content = try Archive.unpack(bytes, format, limit: room.texts, entries: MoveIn.maximumEntries) { path in
        if Self.isText(path) { return true }
        if Self.isArchive(path) { archives.append(path) } else { passed.append(path) }
        return false
      }
    } catch {
      return failure(error == .tooLarge ? "This archive has too many files." : ArchiveFault.damaged.rawValue)
    }
    room.texts -= content.entries.reduce(0) { $0 + $1.bytes.count }
    var result = MovedFile()
    var unknown: [(path: String, bytes: [UInt8])] = []
    var inside = self
    inside.packed = Set(passed)
    for entry in Self.joined(content.entries) {
      if isOutOfTime {
        result.leave(entry.path, .tooSlow)
      } else if let file = inside.text(entry.bytes, name: entry.path), file.error == nil {
        result.take(file)
      } else {
        unknown.append(entry)
      }
    }
    let cookbook = result.program == nil ? recipes(bytes, name: name) : nil
    if let cookbook {
      // Tandoor's export is an archive of archives, too.
      let isOfRecipes = cookbook.leftOut.isEmpty || 2 * cookbook.recipes.count > archives.count
      if archives.isEmpty || cookbook.error == nil && isOfRecipes { return cookbook }
    }
    passed.removeAll(where: takeFiles(of: bytes, format, into: &result).contains)
    passed.removeAll(where: takePictures(of: bytes, format, into: &result).contains)
    read(archives, in: bytes, format, into: &result)
    if let cookbook, result.program == nil { return cookbook }
    for (path, fault) in content.faults {
      result.leave(
        path,
        fault == .encrypted ? .encrypted : fault == .tooLarge ? .tooLarge : .damaged)
    }
    // Keep writes each note as a page, too.
    let stems = Set(content.entries.filter { $0.path.hasSuffix(".json") }.map { Self.stem(of: $0.path) })
    for entry in unknown where !Self.isAboutTheRest(entry) {
      if entry.path.lowercased().hasSuffix(".html"), stems.contains(Self.stem(of: entry.path)) { continue }
      let found = recipes(InputFile(entry.bytes), name: entry.path)
      if found.error == nil { result.take(found) } else { result.leave(entry.path, .unknownFile) }
    }
    for path in passed where !Self.isAboutTheRest(path) { result.leave(path, .neither) }
    return result
  }

  /// Servers and vdirs keep each to-do of a list in a file of its own, the parts of a to-do as well: those of a folder and a
  /// program are read as one.
  private static func joined(_ entries: [Archive.Entry]) -> [(path: String, bytes: [UInt8])] {
    var places: [String: Int] = [:]
    var result: [(path: String, bytes: [UInt8])] = []
    for entry in entries {
      guard entry.path.lowercased().hasSuffix(".ics") else {
        result.append((entry.path, entry.bytes))
        continue
      }
      let text = Charset.utf8(entry.bytes, contentType: "charset=utf-8")
      let lines = String(decoding: text, as: UTF8.self).normalLines.split(separator: "\n")
      let isWhole = lines.last?.trimmed.uppercased() == "END:VCALENDAR"
      let maker = lines.first { $0.uppercased().hasPrefix("PRODID") } ?? ""
      let key = folder(of: entry.path) + "\n" + maker
      if !isWhole || lines.contains(where: { $0.uppercased().hasPrefix("X-WR-CALNAME") }) {
        result.append((entry.path, text))
      } else if let place = places[key] {
        result[place].bytes += [10] + text
      } else {
        places[key] = result.count
        result.append((entry.path, text))
      }
    }
    return result
  }

  /// Gives items the files that they name; the paths of these.
  private func takeFiles(of bytes: InputFile, _ format: Archive.Format, into result: inout MovedFile) -> Set<String> {
    let wanted = Set(result.items.flatMap { $0.packed.map(\.path) })
    result.take(files: files(wanted, of: bytes, format))
    return wanted
  }

  /// Gives recipes the pictures that they name; the paths of these.
  private func takePictures(of bytes: InputFile, _ format: Archive.Format, into result: inout MovedFile) -> Set<String>
  {
    let wanted = Set(result.recipes.compactMap(\.packedPicture))
    result.take(pictures: files(wanted, of: bytes, format))
    return wanted
  }

  /// The files of these paths, as far as there is room for them.
  private func files(_ paths: Set<String>, of bytes: InputFile, _ format: Archive.Format) -> [String: KeptBytes] {
    var files: [String: KeptBytes] = [:]
    if paths.isEmpty { return files }
    try? Archive.read(
      bytes, format, limit: MoveIn.maximumFileBytes, entries: MoveIn.maximumEntries, wants: paths.contains
    ) { path, content in
      if case .success(let content) = content { files[path] = spool.keep(content) }
    }
    return files
  }

  /// Reads the archives that are in one, one after the other.
  private func read(
    _ archives: [String], in bytes: InputFile, _ format: Archive.Format, into result: inout MovedFile
  ) {
    guard !archives.isEmpty else { return }
    guard depth < Self.maximumDepth else {
      for path in archives { result.leave(path, .tooDeep) }
      return
    }
    let wanted = Set(archives.prefix(max(0, room.count)))
    room.count -= wanted.count
    for path in archives where !wanted.contains(path) { result.leave(path, .tooManyArchives) }
    var inside = self
    inside.depth += 1
    try? Archive.read(
      bytes, format, limit: room.archives, entries: MoveIn.maximumEntries, into: spool, wants: wanted.contains
    ) { path, content in
      guard case .success(let content) = content else { return result.leave(path, .unreadable) }
      room.archives -= content.count
      guard !isOutOfTime else { return result.leave(path, .tooSlow) }
      let file = inside.file(content, name: path)
      if let error = file.error { result.leave(path, text: error) } else { result.take(file) }
    }
  }

  private static func isArchive(_ path: String) -> Bool {
    let lower = path.lowercased()
    guard !lower.hasPrefix("__macosx/"), !lower.contains("/._"), !lower.hasPrefix("._") else { return false }
    return [".zip", ".tgz", ".tar", ".gz", ".paprikarecipes"].contains(where: lower.hasSuffix)
  }

  private static func folder(of path: String) -> String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "" }

  private static func stem(of path: String) -> Substring { path.lastIndex(of: ".").map { path[..<$0] } ?? path[...] }

  /// Vikunja's saved filters where there are none, and the files that `isAboutTheRest` names by their paths.
  private static func isAboutTheRest(_ entry: (path: String, bytes: [UInt8])) -> Bool {
    if entry.path == "filters.json", entry.bytes.count < 100 {
      return ["null", "[]"].contains(String(decoding: entry.bytes, as: UTF8.self).trimmed)
    }
    return isAboutTheRest(entry.path)
  }

  /// Vikunja's version, the names of Keep's labels, which its notes have, and Mealie's smaller copies of pictures.
  private static func isAboutTheRest(_ path: String) -> Bool {
    path == "VERSION" || path.hasSuffix("/Labels.txt") || Archive.isOfSystem(path)
      || ["/images/min-original.", "/images/tiny-original."].contains { path.range(ofText: $0) != nil }
  }

  private static func isText(_ path: String) -> Bool {
    let lower = path.lowercased()
    if lower.hasPrefix("__macosx/") || lower.contains("/._") || lower.hasPrefix("._") { return false }
    return [".json", ".csv", ".ics", ".txt", ".tsv", ".html", ".htm", ".cook", ".mxp", ".mx2", ".mmf", ".mm"].contains {
      lower.hasSuffix($0)
    } || lower.hasPrefix("#")
      || lower == "version"
  }

  // MARK: Texts

  /// Nil for what no reader of to-dos knows.
  func text(_ bytes: consuming [UInt8], name: String) -> MovedFile? {
    var file = read(consume bytes, name: name)
    if let spool { file?.spoolFiles(spool) }
    return file
  }

  private func read(_ bytes: consuming [UInt8], name: String) -> MovedFile? {
    guard bytes.count <= MoveIn.maximumText else { return failure("This file is too large.") }
    let text = OldRecipeTexts.dosText(bytes) ?? Charset.utf8(bytes, contentType: "charset=utf-8")
    _ = consume bytes
    guard let first = text.first(where: { $0 > 32 }) else { return nil }
    if RecipeFile.isJSON(text[...]) { return json(consume text, name: name) }
    let start = text.prefix(4096)
    let head = String(decoding: start, as: UTF8.self).uppercased()
    // A component may stand without the calendar around it.
    if head.range(ofText: "BEGIN:VCALENDAR") != nil || head.trimmed.hasPrefix("BEGIN:VTODO") {
      return CalendarTasks.read(consume text)
    }
    if first == UInt8(ascii: "<") {
      return MasterCookXML.read(text) ?? RecipePages.read(text, folder: Self.folder(of: name), packed: packed)
    }
    return table(text, name: name) ?? plain(text, name: name)
  }

  private func table(_ text: [UInt8], name: String) -> MovedFile? {
    if let table = Table(text, isHeader: Todoist.isHeader) {
      return Todoist.read(table, project: Self.stem(name), now: now)
    }
    if let table = Table(text, isHeader: TickTick.isHeader) { return TickTick.read(table) }
    if let table = Table(text, isHeader: MicrosoftToDo.isHeader) { return MicrosoftToDo.read(table) }
    if let table = Table(text, isHeader: Toodledo.isHeader) { return Toodledo.read(table, now: now) }
    if let table = Table(text, isHeader: RecipeTable.isHeader) { return RecipeTable.read(table) }
    if let table = Table(text, isHeader: WeKanTable.isHeader), let file = WeKanTable.read(table) { return file }
    if let table = Table(text, isHeader: PlainTable.isHeader) { return PlainTable.read(table, now: now) }
    return nil
  }

  private func plain(_ text: [UInt8], name: String) -> MovedFile? {
    func lines(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self).normalLines }
    // Of a todo.txt each line is a string of its own.
    let head = lines(text.prefix(1 << 20))
    if MealMaster.isFile(head) { return MealMaster.read(lines(text[...])) }
    if MasterCook.isFile(head) { return MasterCook.read(lines(text[...])) }
    if LabelledTexts.isFile(head) { return LabelledTexts.read(lines(text[...])) }
    if TodoTxt.isFile(text, name: name) { return TodoTxt.read(text) }
    let string = lines(text[...])
    if !Self.isBinary(text), Cooklang.isRecipe(string, name: name) {
      return Cooklang.read(string, name: Self.stem(name))
    }
    return nil
  }

  /// Pictures and other files that are no text have control characters.
  private static func isBinary(_ text: [UInt8]) -> Bool {
    text.prefix(1 << 16).contains { $0 < 9 || (14..<20).contains($0) || (28..<32).contains($0) }
  }

  private func json(_ text: consuming [UInt8], name: String) -> MovedFile? {
    var room = MoveIn.maximumValues
    let last = text.last { $0 > 32 }
    // Of what follows the first value nothing is read.
    guard let value = JSONReader.values(consume text, room: &room).first else { return nil }
    var file = json(value, name: name)
    if room == 0 { file?.leave(MovedFile.end, .tooManyValues, "\(MoveIn.maximumValues)") }
    if last != UInt8(ascii: "}"), last != UInt8(ascii: "]") {
      file?.leave(MovedFile.end, .endsInRow)
    }
    return file
  }

  private func json(_ value: JSON, name: String) -> MovedFile? {
    if let object = value.object {
      if Mealie.isBackup(object) { return Mealie.read(object, packed: packed) }
      if KitchenOwl.isExport(object) { return KitchenOwl.read(object) }
      if GoogleTakeout.isTasks(object) { return GoogleTakeout.read(tasks: object) }
      if GoogleTakeout.isNote(object) { return GoogleTakeout.read(note: object, name: name, packed: packed) }
      if TasksOrg.isBackup(object) { return TasksOrg.read(object) }
      if SuperProductivity.isBackup(object) { return SuperProductivity.read(object) }
      if WeKan.isBoard(object) { return WeKan.read(object) }
      if Trello.isBoard(object) { return Trello.read(object) }
      if TodoistSync.isSync(object) { return TodoistSync.read(object, items: object["items"]?.list ?? [], now: now) }
    }
    if let tasks = TodoistSync.tasks(in: value) { return TodoistSync.read(nil, items: tasks, now: now) }
    if let tasks = MicrosoftToDo.tasks(in: value) { return MicrosoftToDo.read(tasks) }
    if let chores = Donetick.chores(in: value) { return Donetick.read(chores) }
    if Vikunja.isFilters(value) { return Vikunja.read(filters: value) }
    if Vikunja.isExport(value) { return Vikunja.read(value, folder: Self.folder(of: name), packed: packed) }
    return nil
  }

  /// "Takeout/Privates.csv" → "Privates"; Todoist puts a number behind: "Privates [2203306141].csv".
  static func stem(_ name: String) -> String? {
    var file = name.split(separator: "/").last.map(String.init) ?? name
    if let dot = file.lastIndex(of: "."), dot > file.startIndex { file = String(file[..<dot]) }
    if file.hasSuffix("]"), let open = file.lastIndex(of: "["),
      file[file.index(after: open)...].dropLast().allSatisfy(\.isNumber)
    {
      file = String(file[..<open])
    }
    return file.trimmed.nonEmpty
  }
}
