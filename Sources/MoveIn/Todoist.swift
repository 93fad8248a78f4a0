import CivilTime
import RecipeImport

/// Todoist's template CSV, one file a project, and what its sync interface answers.
enum Todoist {
  static func isHeader(_ names: [String]) -> Bool {
    names.contains("type") && names.contains("content") && names.contains("indent")
  }

  // MARK: CSV

  /// - Parameter project: the file's name, which is the project's.
  static func read(_ table: Table, project: String?, now: CivilTime) -> MovedFile {
    var file = MovedFile()
    file.program = "Todoist"
    if table.isCut { file.leave(MovedFile.end, .endsInRow) }
    let dates = TodoistDates(now: now, year: year(table, now))
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
      case nil where row["CONTENT"] != nil, "task":
        var draft = task(row, dates, &file)
        draft.item.category = project
        draft.tag(section)
        let id = "\(number + 1)"
        draft.id = id
        draft.item.sourceID = (project.map { "\($0)/" } ?? "") + id
        let indent = row["INDENT"].flatMap { Int($0) } ?? 1
        while let last = path.last, last.indent >= indent { path.removeLast() }
        draft.parent = path.last?.id
        path.append((indent, id))
        drafts.append(draft)
      case "meta": continue
      default: file.leave(row["CONTENT"] ?? MovedFile.unnamedRow, .unknownRow, row["TYPE"] ?? "?")
      }
    }
    Draft.finish(drafts, into: &file)
    return file
  }

  /// Of dates without one. Todoist leaves the running year out: where the file names this one, it was written in an earlier year.
  private static func year(_ table: Table, _ now: CivilTime) -> Int {
    var named: Set<Int> = []
    let dates = TodoistDates(now: now, year: now.year)
    for row in table.rows {
      // A rule stands there as it was typed.
      guard let text = row["DATE"], Moment(text) == nil, dates.read(text, language: row["DATE_LANG"])?.repeats == nil
      else {
        continue
      }
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
    switch row["PRIORITY"] {
    case "1": draft.item.priority = .high
    case "2": draft.item.priority = .medium
    case "3": draft.item.priority = .low
    case "4", nil: break
    default: draft.keep("Priority", row["PRIORITY"])
    }
    if let person = row["RESPONSIBLE"] { draft.item.people = [withoutNumber(person)] }
    let zone = row["TIMEZONE"].flatMap { TimeZoneRules.named($0) }
    if let text = row["DATE"] {
      set(dates.read(text, language: row["DATE_LANG"]), text, zone, &draft, &file)
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
  private static func content(_ text: String, _ draft: inout Draft) {
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

  // MARK: Sync JSON

  static func isSync(_ object: JSONObject) -> Bool {
    guard object.has("items"), object.has("projects") || object.has("sync_token") || object.has("full_sync") else {
      return false
    }
    let items = object["items"]?.list ?? []
    return items.isEmpty || items.contains { $0.object?.has("content") == true }
  }

  /// A page of tasks, as the REST interface answers.
  static func tasks(in value: JSON) -> [JSON]? {
    let list = value.list ?? value.object?["results"]?.list ?? []
    let isOne = list.contains { row in
      guard let row = row.object else { return false }
      return row.has("content") && row.has("project_id") && row.has("priority")
    }
    return isOne ? list : nil
  }

  /// - Parameters:
  ///   - object: what a sync answers; nil for tasks alone.
  ///   - items: its tasks.
  static func read(sync object: JSONObject?, items: [JSON], now: CivilTime) -> MovedFile {
    var file = MovedFile()
    file.program = "Todoist"
    func names(_ list: String, _ key: String = "name") -> [String: String] {
      var names: [String: String] = [:]
      for entry in object?[list]?.list ?? [] {
        if let id = entry.object?["id"]?.text, let name = entry.object?[key]?.text { names[id] = name }
      }
      return names
    }
    let (projects, sections) = (names("projects"), names("sections"))
    let labels = names("labels")
    let people = names("collaborators", "email").merging(names("collaborators", "full_name")) { _, name in name }
    var (above, archived): ([String: String], Set<String>) = ([:], [])
    for project in (object?["projects"]?.list ?? []).compactMap(\.object) {
      guard let id = project["id"]?.text else { continue }
      above[id] = project["parent_id"]?.text.flatMap { projects[$0] }
      if project["is_archived"]?.isTrue == true { archived.insert(id) }
    }
    let dates = TodoistDates(now: now, year: now.year)
    var notes: [String: [(text: String, file: JSONObject?)]] = [:]
    for note in object?["notes"]?.list ?? [] {
      guard let note = note.object, let id = note["item_id"]?.text, note["is_deleted"]?.isTrue != true else { continue }
      notes[id, default: []].append((note["content"]?.text ?? "", note["file_attachment"]?.object))
    }
    var offsets: [String: [JSONObject]] = [:]
    for reminder in object?["reminders"]?.list ?? [] {
      guard let reminder = reminder.object, let id = reminder["item_id"]?.text, reminder["is_deleted"]?.isTrue != true
      else { continue }
      offsets[id, default: []].append(reminder)
    }
    var drafts: [(order: Int, draft: Draft)] = []
    for entry in items {
      guard let row = entry.object else {
        file.leave(MovedFile.unnamedRow, .unknownRow)
        continue
      }
      var draft = Draft()
      draft.id = row["id"]?.text
      draft.item.sourceID = draft.id
      content(row["content"]?.text ?? "", &draft)
      if row["is_deleted"]?.isTrue == true {
        file.leave(draft.item.title, .deletedThere)
        continue
      }
      draft.parent = row["parent_id"]?.text
      let project = row["project_id"]?.text
      draft.item.category = project.flatMap { projects[$0] }
      draft.keep("Parent project", project.flatMap { above[$0] })
      if let project, draft.item.category == nil { draft.keep("Project", project) }
      if let project, archived.contains(project) { draft.keep("Project", "archived") }
      draft.tag(row["section_id"]?.text.flatMap { sections[$0] })
      for label in row["labels"]?.list ?? [] { draft.tag(label.text.map { labels[$0] ?? $0 }) }
      draft.describe(row["description"]?.text)
      switch row["priority"]?.text {
      case "4": draft.item.priority = .high
      case "3": draft.item.priority = .medium
      case "2": draft.item.priority = .low
      default: break
      }
      if let id = row["responsible_uid", "assignee_id"]?.text { draft.item.people = [people[id] ?? id] }
      draft.item.isDone =
        row["checked"]?.isTrue == true || row["is_completed"]?.isTrue == true || row["completed_at"]?.text != nil
      draft.item.createdAt = row["added_at", "date_added", "created_at"]?.text.flatMap { Moment($0)?.stamp }
      draft.item.doneAt = (row["completed_at"] ?? row["date_completed"])?.text.flatMap { Moment($0)?.stamp }
      if let due = row["due"]?.object { set(due, dates, &draft, &file) }
      if let deadline = row["deadline"]?.object?["date"]?.text {
        if draft.item.dueDate == nil, let moment = Moment(deadline) {
          draft.item.setDue(moment, zone: nil)
        } else {
          draft.keep("Deadline", deadline)
        }
      }
      if let duration = row["duration"]?.object {
        draft.keep(
          "Duration", [duration["amount"]?.text, duration["unit"]?.text].compactMap { $0 }.joined(separator: " "))
      }
      for note in draft.id.flatMap({ notes[$0] }) ?? [] {
        draft.describe(note.text)
        if let file = note.file {
          draft.keep(
            "Attachment", [file["file_name"]?.text, file["file_url"]?.text].compactMap { $0 }.joined(separator: " "))
        }
      }
      for reminder in draft.id.flatMap({ offsets[$0] }) ?? [] {
        remind(reminder, &draft)
      }
      drafts.append((row["child_order", "item_order", "order"]?.number ?? 0, draft))
    }
    let sorted = drafts.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
    Draft.finish(sorted.map(\.element.draft), into: &file)
    for note in (object?["project_notes"]?.list ?? []).compactMap(\.object) where note["is_deleted"]?.isTrue != true {
      file.leave(note["project_id"]?.text.flatMap { projects[$0] } ?? "a project", .ownText, note["content"]?.text)
    }
    for filter in (object?["filters"]?.list ?? []).compactMap(\.object) where filter["is_deleted"]?.isTrue != true {
      file.leave(filter["name"]?.text ?? MovedFile.unnamedRow, .savedSearch, filter["query"]?.text)
    }
    return file
  }

  /// A reminder so long before the date, at a moment, or at a place.
  private static func remind(_ reminder: JSONObject, _ draft: inout Draft) {
    if let minutes = reminder["minute_offset", "mm_offset"]?.number {
      draft.remind(secondsBefore: minutes * 60, "\(minutes) minutes before")
      return
    }
    let due = reminder["due"]?.object
    guard let text = due?["date", "datetime"]?.text else {
      draft.keep("Reminder", [reminder["type"]?.text, reminder["name"]?.text].compactMap { $0 }.joined(separator: " "))
      return
    }
    let zone = (due?["timezone"]?.text ?? draft.item.timeZone).flatMap { TimeZoneRules.named($0) }
    switch (Moment(text), draft.item.dueSeconds) {
    case (.utc(let seconds), let end?) where draft.item.timeZone != nil:
      draft.remind(secondsBefore: end - seconds, text)
    case (.local(let time), let end?):
      draft.remind(secondsBefore: end - (zone?.moment(of: time.seconds) ?? time.seconds), text)
    default: draft.keep("Reminder", text)
    }
  }

  private static func set(_ due: JSONObject, _ dates: TodoistDates, _ draft: inout Draft, _ file: inout MovedFile) {
    let zone = due["timezone"]?.text.flatMap { TimeZoneRules.named($0) }
    let text = due["string"]?.text
    if let date = due["datetime", "date"]?.text {
      if let moment = Moment(date) {
        draft.item.setDue(moment, zone: zone)
      } else {
        draft.keep("Date", date)
        file.leave(draft.item.title, .noDate, date)
      }
    }
    guard due["is_recurring"]?.isTrue == true, let text else { return }
    guard let read = dates.read(text, language: due["lang"]?.text), let rule = read.repeats else {
      draft.keep("Repeat", text)
      file.leave(draft.item.title, .unknownRepeat, text)
      return
    }
    draft.setRepeat(rule, fromDone: read.isFromDone, &file)
  }
}

extension String {
  /// Where a text stands first.
  func range(ofText text: String) -> Range<String.Index>? {
    let (whole, part) = (utf8, Array(text.utf8))
    var index = whole.startIndex
    while let found = whole[index...].firstIndex(of: part[0]) {
      var (at, matched) = (found, 0)
      while at < whole.endIndex, matched < part.count, whole[at] == part[matched] {
        at = whole.index(after: at)
        matched += 1
      }
      if matched == part.count { return found..<at }
      index = whole.index(after: found)
    }
    return nil
  }
}

extension JSON {
  /// A text or a number.
  var text: String? {
    switch self {
    case .string(let text): text
    case .number(let text): text
    case .bool, .null, .array, .object: nil
    }
  }

  /// A whole number of a size that sums of seconds do not overflow by.
  var number: Int? {
    text.flatMap { Int($0) }.flatMap { (-1_000_000_000_000_000...1_000_000_000_000_000).contains($0) ? $0 : nil }
  }

  var list: [JSON]? { if case .array(let elements) = self { elements } else { nil } }

  var isTrue: Bool {
    switch self {
    case .bool(let value): value
    case .number(let text), .string(let text): text == "1" || text.lowercased() == "true"
    case .null, .array, .object: false
    }
  }
}
