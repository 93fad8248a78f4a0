import CivilTime
import RecipeImport

/// Todoist's template CSV, one file a project.
enum Todoist {
  static func isHeader(_ names: [String]) -> Bool {
    names.contains("type") && names.contains("content") && names.contains("indent")
  }

  /// - Parameter project: the file's name, which is the project's.
  static func read(_ table: Table, project: String?, now: CivilTime) -> MovedFile {
    var file = MovedFile()
    file.program = "Todoist"
    if table.isCut { file.leave(MovedFile.end, .endsInRow) }
    let dates = TodoistDates(now: now, year: year(table, now))
    let others = table.others(than: known)
    var drafts: [Draft] = []
    var section: String?
    // By indent: the row that the next one of a deeper indent belongs to.
    var path: [(indent: Int, id: String)] = []
    for (number, row) in table.rows.enumerated() where !row.isEmpty {
      switch row["TYPE"]?.lowercased() {
      case "section":
        section = row["CONTENT"]
        path = []
        if let text = row["DESCRIPTION"] {
          file.leave(section ?? "a section", .ownText, text)
        }
      case "note":
        guard !drafts.isEmpty, let text = row.raw("CONTENT") else {
          file.leave(row["CONTENT"] ?? "a note", .ownText)
          continue
        }
        let (note, attachments) = attachments(text)
        drafts[drafts.count - 1].describe(note)
        for attachment in attachments { drafts[drafts.count - 1].keep("Attachment", attachment) }
        for name in others { drafts[drafts.count - 1].keep(name, row.raw(name)?.normalLines) }
      case nil where row["CONTENT"] != nil, "task":
        var draft = task(row, dates, &file)
        draft.item.category = row["PROJECT"] ?? project
        draft.tag(section)
        for name in others { draft.keep(name, row.raw(name)?.normalLines) }
        let id = "\(number + 1)"
        draft.id = id
        draft.item.sourceID = (project.map { "\($0)/" } ?? "") + id
        let indent = row["INDENT"].flatMap { Int($0) } ?? 1
        while let last = path.last, last.indent >= indent { path.removeLast() }
        draft.parent = path.last?.id
        path.append((indent, id))
        // The parts of a task stand right behind it.
        if draft.parent == nil, table.count > Draft.many { Draft.finish(thousandOf: &drafts, into: &file) }
        drafts.append(draft)
      case "meta": continue
      default: file.leave(row["CONTENT"] ?? MovedFile.unnamedRow, .unknownRow, row["TYPE"] ?? "?")
      }
    }
    Draft.finish(consume drafts, into: &file)
    return file
  }

  /// Columns that have a place; AUTHOR is who added a row. Templates name the date DUE_DATE, other programs write labels and notes
  /// into columns of their own.
  private static let known: Set<String> = [
    "type", "content", "description", "priority", "indent", "author", "responsible", "date", "datelang", "duedate",
    "duedatelang", "timezone", "duration", "durationunit", "meta", "deadline", "deadlinelang", "iscollapsed", "labels",
    "note", "project",
  ]

  /// The date as it was typed, and its language.
  private static func date(_ row: Table.Row) -> (text: String?, language: String?) {
    (row["DATE"] ?? row["DUE_DATE"], row["DATE_LANG"] ?? row["DUE_DATE_LANG"])
  }

  /// Of dates without one. Todoist leaves the running year out: where the file names this one, it was written in an earlier year.
  private static func year(_ table: Table, _ now: CivilTime) -> Int {
    var named: Set<Int> = []
    let dates = TodoistDates(now: now, year: now.year)
    for row in table.rows {
      // A rule stands there as it was typed.
      let (text, language) = date(row)
      guard let text, Moment(text) == nil, dates.read(text, language: language)?.repeats == nil else { continue }
      for word in text.split(whereSeparator: { !$0.isNumber }) where word.count == 4 {
        if let year = Int(word), (2000...2100).contains(year) { named.insert(year) }
      }
    }
    guard named.contains(now.year), let first = named.min() else { return now.year }
    return first - 1
  }

  private static func task(_ row: Table.Row, _ dates: TodoistDates, _ file: inout MovedFile) -> Draft {
    var draft = Draft()
    content(row["CONTENT"] ?? "", &draft)
    let (text, attachments) = attachments(row.raw("DESCRIPTION") ?? "")
    draft.describe(text)
    for attachment in attachments { draft.keep("Attachment", attachment) }
    draft.describe(row.raw("NOTE")?.normalLines)
    for label in PlainTable.list(row["LABELS"]) { draft.tag(label.hasPrefix("@") ? String(label.dropFirst()) : label) }
    switch row["PRIORITY"] {
    case "1": draft.item.priority = .high
    case "2": draft.item.priority = .medium
    case "3": draft.item.priority = .low
    case "4", nil: break
    default: draft.keep("Priority", row["PRIORITY"])
    }
    if let person = row["RESPONSIBLE"] { draft.item.people = [withoutNumber(person)] }
    let zone = row["TIMEZONE"].flatMap { TimeZoneRules.named($0) }
    if case (let text?, let language) = date(row) {
      set(dates.read(text, language: language), text, zone, &draft, &file)
    }
    if let text = row["DEADLINE"] {
      // The date is when one means to do it; a deadline without one is the item's.
      if draft.item.dueDate == nil, draft.item.repeats == nil,
        let due = dates.read(text, language: row["DEADLINE_LANG"]), due.repeats == nil, due.moment != nil
      {
        set(due, text, zone, &draft, &file)
      } else {
        draft.keep("Deadline", text)
      }
    }
    if let duration = row["DURATION"], duration != "None" {
      draft.keep("Duration", [duration, row["DURATION_UNIT"]].compactMap { $0 }.joined(separator: " "))
    }
    draft.keep("Meta", row["meta"])
    return draft
  }

  private static func set(
    _ due: TodoistDates.Due?, _ text: String, _ zone: TimeZoneRules?, _ draft: inout Draft, _ file: inout MovedFile
  ) {
    guard let due else {
      draft.keep("Date", text)
      file.leave(draft.item.title, .unknownDate, text)
      return
    }
    if let moment = due.moment { draft.item.setDue(moment, zone: zone) }
    if let rule = due.repeats { draft.setRepeat(rule, fromDone: due.isFromDone, &file) }
  }

  /// "Ben (200)"
  private static func withoutNumber(_ name: String) -> String {
    guard name.hasSuffix(")"), let open = name.lastIndex(of: "(") else { return name }
    let number = name[name.index(after: open)...].dropLast()
    guard !number.isEmpty, number.allSatisfy(\.isNumber) else { return name }
    return name[..<open].trimmed.nonEmpty ?? name
  }

  /// The title, without the labels in it; a leading "* " says that it cannot be ticked.
  static func content(_ text: String, _ draft: inout Draft) {
    var text = text.normalLines
    if text.hasPrefix("* ") {
      text = String(text.dropFirst(2))
      draft.keep("Todoist", "cannot be ticked")
    }
    var words: [Substring] = []
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let isLabel = word.hasPrefix("@") && word.count > 1 && !word.dropFirst().contains("@")
      if isLabel {
        draft.tag(String(word.dropFirst()))
      } else {
        words.append(word)
      }
    }
    let title = words.joined(separator: " ").trimmed
    draft.item.title = title.isEmpty ? text : title
  }

  /// A note's text, and its files: `[[file {"file_name":…,"file_url":…}]]`.
  private static func attachments(_ text: String) -> (text: String, files: [String]) {
    var rest = text.normalLines
    var files: [String] = []
    while let start = rest.range(ofText: "[[file {"), files.count < 100 {
      guard let end = String(rest[start.upperBound...]).range(ofText: "}]]") else { break }
      let tail = rest[start.upperBound...]
      let length = String(rest[start.upperBound...]).distance(from: "".startIndex, to: end.lowerBound)
      let json = "{" + tail.prefix(length) + "}"
      let object = JSONReader.values(Array(json.utf8)).first?.object
      let parts = [object?["file_name"], object?["file_url"] ?? object?["image"]].compactMap { $0?.text }
      files.append(parts.isEmpty ? json : parts.joined(separator: " "))
      rest = String(rest[..<start.lowerBound]) + String(tail.dropFirst(length + 3))
    }
    return (rest.trimmed, files)
  }
}
