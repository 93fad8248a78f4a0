public import CivilTime
import RecipeImport

/// Toodledo's CSV.
enum Toodledo {
  static func isHeader(_ names: [String]) -> Bool {
    Set(["task", "folder", "context", "goal"]).isSubset(of: Set(names))
  }

  static func read(_ table: Table, now: CivilTime) -> MovedFile {
    var file = MovedFile()
    file.program = "Toodledo"
    if table.isCut { file.leave(MovedFile.end, .endsInRow) }
    let dates = TodoistDates(now: now, year: now.year)
    var drafts: [Draft] = []
    for (number, row) in table.rows.enumerated() where !row.isEmpty {
      var draft = Draft()
      draft.item.title = row["TASK"] ?? ""
      draft.number = number + 1
      draft.item.category = row["FOLDER"]
      draft.tag(row["CONTEXT"])
      for tag in (row["TAG"] ?? "").commaList { draft.tag(tag) }
      draft.describe(row.raw("NOTE")?.normalLines)
      for (column, name) in [
        ("GOAL", "Goal"), ("LOCATION", "Location"), ("LENGTH", "Length"), ("TIMER", "Timer"), ("STATUS", "Status"),
      ] {
        draft.keep(name, row[column])
      }
      if let star = row["STAR"], !["no", "0"].contains(star.lowercased()) { draft.keep("Star", "yes") }
      switch row["PRIORITY"]?.lowercased() {
      case "3", "2", "top", "high": draft.item.priority = .high
      case "1", "medium": draft.item.priority = .medium
      case "0", "low": draft.item.priority = .low
      case "-1", "negative":
        draft.item.priority = .low
        draft.keep("Priority", "negative")
      case nil: break
      default: draft.keep("Priority", row["PRIORITY"])
      }
      PlainTable.due(date(row["DUEDATE"]), row["DUETIME"], .monthFirst, dates, &draft, &file)
      PlainTable.start(date(row["STARTDATE"]), row["STARTTIME"], .monthFirst, dates, &draft)
      if let text = row["REPEAT"], text.lowercased() != "none" { PlainTable.repeats(text, dates, &draft, &file) }
      if let done = date(row["COMPLETED"] ?? row["COMPLETEDDATE"]) {
        draft.item.isDone = true
        draft.item.doneAt = Moment(done)?.stamp
      }
      draft.parent = row["PARENT"]
      drafts.append(draft)
    }
    // Subtasks name the title of their parent.
    let titles = Set(drafts.compactMap { $0.parent })
    for index in drafts.indices where titles.contains(drafts[index].item.title) {
      drafts[index].id = drafts[index].item.title
    }
    Draft.finish(drafts, into: &file)
    return file
  }

  private static func date(_ text: String?) -> String? { text == "0000-00-00" ? nil : text }
}

/// Any table whose columns have names in English, German, French, Russian or Korean.
enum PlainTable {
  enum Order: Equatable { case dayFirst, monthFirst, unknown }

  enum Field: CaseIterable {
    case title, description, category, tags, due, dueTime, start, startTime, repeats, priority, done, doneAt, created,
      people, id,
      parent, checklist, reminder, zone

    /// Names as `Table.key` writes them.
    var names: [String] {
      switch self {
      case .title:
        [
          "title", "task", "taskname", "name", "cardname", "subject", "summary", "todo", "item", "tasktitle", "content",
          "what", "titel", "aufgabe", "betreff", "titre", "tâche", "название", "задача", "제목", "할일",
        ]
      case .description:
        [
          "description", "notes", "note", "details", "body", "taskdescription", "carddescription", "taskcontent",
          "comment", "comments", "text", "beschreibung", "notizen", "notiz", "описание", "заметки", "설명", "메모",
        ]
      case .category:
        [
          "category", "list", "listname", "project", "projectname", "projects", "folder", "board", "area", "section",
          "group", "kategorie", "liste", "projekt", "catégorie", "projet", "категория", "список", "проект", "카테고리",
          "목록", "프로젝트",
        ]
      case .tags:
        [
          "tags", "labels", "tag", "label", "categories", "keywords", "context", "contexts", "schlagwörter",
          "étiquettes", "теги", "метки", "태그",
        ]
      case .due:
        [
          "duedate", "due", "deadline", "date", "dueon", "dueat", "duedatetime", "when", "enddate", "fällig",
          "fälligam",
          "fälligkeit", "fälligkeitsdatum", "frist", "datum", "échéance", "datedéchéance", "срок", "дата", "마감일", "기한",
          "날짜",
        ]
      case .dueTime: ["duetime", "time"]
      case .start:
        [
          "startdate", "start", "starton", "startsat", "startat", "notbefore", "deferdate", "scheduled",
          "scheduleddate",
        ]
      case .startTime: ["starttime"]
      case .repeats: ["repeat", "repeats", "recurrence", "recurring", "rrule", "frequency", "repeatrule"]
      case .priority: ["priority", "importance", "priorität", "priorité", "приоритет", "우선순위"]
      case .done:
        [
          "done", "completed", "status", "complete", "checked", "iscompleted", "isdone", "finished", "state", "ticked",
          "duecomplete", "erledigt", "fait", "terminé", "statut", "état", "выполнено", "готово", "статус", "완료", "상태",
        ]
      case .doneAt:
        [
          "completedat", "completeddate", "completiondate", "doneat", "datecompleted", "completedon", "finishedat",
          "donedate", "endat",
        ]
      case .created:
        [
          "createdat", "created", "creationdate", "createddate", "datecreated", "createdon", "added", "dateadded",
          "addedat",
        ]
      case .people:
        [
          "assignee", "assignedto", "assignees", "assign", "person", "people", "owner", "responsible", "for", "who",
          "member", "members", "zuständig", "verantwortlich", "responsable", "ответственный", "исполнитель", "담당자",
        ]
      case .id: ["id", "uid", "uuid", "taskid", "key", "number"]
      case .parent: ["parent", "parentid", "parenttask", "subtaskof", "parenttaskid"]
      case .checklist: ["checklist", "subtasks", "checklistitems", "steps"]
      case .reminder: ["reminder", "reminders", "remindat", "reminderminutes", "alert"]
      case .zone: ["timezone", "tz"]
      }
    }
  }

  static func isHeader(_ names: [String]) -> Bool {
    let known = Field.allCases.filter { field in names.contains { field.names.contains($0) } }
    let isFood = names.contains {
      $0.hasPrefix("ingredient") || $0.hasPrefix("ingrédient") || $0.hasPrefix("directions")
        || ["recipe", "servings", "zutaten", "ингредиенты", "재료"].contains($0)
    }
    return known.contains(.title) && known.count >= 2 && !isFood
  }

  static func read(_ table: Table, now: CivilTime) -> MovedFile {
    var file = MovedFile()
    file.program = "CSV"
    if table.isCut { file.leave(MovedFile.end, .endsInRow) }
    // A field's first name in its own order counts; the others are columns of their own.
    var columns: [Field: String] = [:]
    let keys = table.header.map(Table.key)
    for field in Field.allCases { columns[field] = field.names.first { keys.contains($0) } }
    // "Completed" with dates in it is when, and that it is done.
    let others = table.header.filter { !columns.values.contains(Table.key($0)) && !$0.isEmpty }
    let texts = table.rows.flatMap { row in
      [Field.due, .start, .doneAt, .created].compactMap { columns[$0].flatMap { row[$0] } }
    }
    let order = order(of: texts)
    let dates = TodoistDates(now: now, year: now.year)
    var drafts: [Draft] = []
    for (number, row) in table.rows.enumerated() where !row.isEmpty {
      func cell(_ field: Field) -> String? { columns[field].flatMap { row[$0] } }
      var draft = Draft()
      draft.item.title = cell(.title) ?? ""
      draft.id = cell(.id)
      draft.item.sourceID = draft.id
      draft.number = number + 1
      draft.parent = cell(.parent)
      draft.describe(columns[.description].flatMap { row.raw($0) }?.normalLines)
      draft.item.category = cell(.category)
      for tag in list(cell(.tags)) {
        draft.tag(tag.hasPrefix("#") || tag.hasPrefix("@") ? String(tag.dropFirst()) : tag)
      }
      draft.item.people = list(cell(.people))
      for line in (columns[.checklist].flatMap { row.raw($0) } ?? "").split(whereSeparator: {
        $0 == "\n" || $0 == ";" || $0 == "|"
      }) {
        draft.item.checklist.append(checkLine(line.trimmed))
      }
      priority(cell(.priority), &draft)
      let zone = cell(.zone).flatMap { TimeZoneRules.named($0) }
      if let name = cell(.zone), zone == nil { draft.keep("Time zone", name) }
      due(cell(.due), cell(.dueTime), order, dates, zone: zone, &draft, &file)
      start(cell(.start), cell(.startTime), order, dates, &draft)
      if let text = cell(.repeats) { repeats(text, dates, &draft, &file) }
      done(cell(.done), order, dates, &draft)
      if let text = cell(.doneAt) {
        draft.item.doneAt = moment(text, order, dates)?.stamp
        if draft.item.doneAt == nil {
          draft.keep("Completed", text)
        } else if columns[.done] == nil {
          draft.item.isDone = true
        }
        if !draft.item.isDone, let stamp = draft.item.doneAt {
          draft.item.doneAt = nil
          draft.keep("Completed", Moment.text(stamp))
        }
      }
      if let text = cell(.created) {
        draft.item.createdAt = moment(text, order, dates)?.stamp
        if draft.item.createdAt == nil { draft.keep("Created", text) }
      }
      for text in list(cell(.reminder)) {
        if let minutes = Int(text), (0...100_000).contains(minutes) {
          draft.remind(secondsBefore: minutes * 60, "\(minutes) minutes before")
        } else if let ring = moment(text, order, dates)?.stamp, let due = draft.item.dueSeconds {
          draft.remind(secondsBefore: due - ring, text)
        } else {
          draft.keep("Reminder", text)
        }
      }
      for name in others { draft.keep(name, row.raw(name)?.normalLines) }
      drafts.append(draft)
    }
    // Parents by their titles.
    let ids = Set(drafts.compactMap(\.id))
    let titles = Set(drafts.compactMap(\.parent)).subtracting(ids)
    var named: [String: String] = [:]
    for index in drafts.indices where titles.contains(drafts[index].item.title) {
      let title = drafts[index].item.title
      drafts[index].id = drafts[index].id ?? title
      if named[title] == nil { named[title] = drafts[index].id }
    }
    for index in drafts.indices {
      if let parent = drafts[index].parent { drafts[index].parent = named[parent] ?? parent }
    }
    Draft.finish(drafts, into: &file)
    return file
  }

  // MARK: Cells

  private static func list(_ text: String?) -> [String] {
    (text ?? "").split(whereSeparator: { $0 == "," || $0 == ";" || $0 == "|" || $0 == "\n" }).map(\.trimmed).filter {
      !$0.isEmpty
    }
  }

  private static func checkLine(_ text: String) -> MovedItem.Line {
    for (mark, isDone) in [("[x]", true), ("[X]", true), ("[ ]", false), ("☑", true), ("☐", false)]
    where text.hasPrefix(mark) {
      return .init(text: text.dropFirst(mark.count).trimmed, isDone: isDone)
    }
    return .init(text: text.hasPrefix("- ") ? text.dropFirst(2).trimmed : text, isDone: false)
  }

  private static func priority(_ text: String?, _ draft: inout Draft) {
    switch text?.lowercased() {
    case "high", "highest", "urgent", "critical", "important", "p1", "h", "!!!", "very high", "top", "hoch", "haute",
      "высокий",
      "높음":
      draft.item.priority = .high
    case "medium", "normal", "m", "p2", "!!", "mid", "moderate", "mittel", "moyenne", "средний", "보통":
      draft.item.priority = .medium
    case "low", "lowest", "l", "p3", "!", "very low", "minor", "niedrig", "basse", "низкий", "낮음":
      draft.item.priority = .low
    case nil, "none", "0", "no", "-", "p4": break
    default: draft.keep("Priority", text)
    }
  }

  private static func done(_ text: String?, _ order: Order, _ dates: TodoistDates, _ draft: inout Draft) {
    guard let text else { return }
    switch text.lowercased() {
    case "done", "completed", "complete", "x", "yes", "y", "true", "1", "closed", "finished", "checked", "✓", "✔", "☑",
      "[x]", "100%", "resolved", "ja", "erledigt", "fertig", "abgeschlossen", "oui", "fait", "terminé", "да",
      "выполнено",
      "готово", "완료", "예":
      draft.item.isDone = true
    case "no", "n", "false", "0", "open", "todo", "to do", "to-do", "not started", "notstarted", "pending",
      "incomplete", "needs-action",
      "needsaction", "unchecked", "[ ]", "☐", "new", "active", "not done", "0%", "nein", "offen", "non", "à faire",
      "нет",
      "아니요":
      break
    default:
      if text.contains(where: \.isNumber), let stamp = moment(text, order, dates)?.stamp {
        draft.item.isDone = true
        draft.item.doneAt = stamp
      } else {
        draft.keep("Status", text)
      }
    }
  }

  static func repeats(_ text: String, _ dates: TodoistDates, _ draft: inout Draft, _ file: inout MovedFile) {
    if ["no", "none", "never", "false", "0"].contains(text.lowercased()) { return }
    if text.uppercased().contains("FREQ=") {
      draft.setRepeat(text, &file)
      return
    }
    for words in [text, "every \(text)"] {
      guard let due = dates.read(words, language: "en"), let rule = due.repeats else { continue }
      draft.setRepeat(rule, fromDone: due.isFromDone, &file)
      return
    }
    draft.keep("Repeat", text)
    file.leave(draft.item.title, .unknownRepeat, text)
  }

  // MARK: Dates

  /// Three numbers of "03/04/2026" or "3.4.26".
  private static func numbers(_ text: String) -> (Int, Int, Int, rest: String)? {
    let date = text.trimmed.split(separator: " ", maxSplits: 1)
    guard let first = date.first else { return nil }
    let parts = first.split(whereSeparator: { $0 == "/" || $0 == "." || $0 == "-" })
    let values = parts.compactMap { Int($0) }
    guard parts.count == 3, values.count == 3, parts[0].count <= 2, parts[1].count <= 2 else { return nil }
    return (values[0], values[1], values[2] < 100 ? 2000 + values[2] : values[2], date.count > 1 ? date[1].trimmed : "")
  }

  /// Whether days come first, by the dates of all rows: with points always.
  static func order(of texts: [String]) -> Order {
    for text in texts {
      guard let (first, second, _, _) = numbers(text) else { continue }
      if text.contains(".") || first > 12 { return .dayFirst }
      if second > 12 { return .monthFirst }
    }
    return .unknown
  }

  static func moment(_ text: String, _ order: Order, _ dates: TodoistDates) -> Moment? {
    if text.utf8.count == 13, Int(text) != nil, let seconds = Moment.milliseconds(text) { return .utc(seconds) }
    if let moment = Moment(text) { return moment }
    guard let (first, second, year, rest) = numbers(text) else {
      let due = dates.read(text, language: "en")
      return due?.repeats == nil ? due?.moment : nil
    }
    if order == .unknown, first != second { return nil }
    let (day, month) = order == .monthFirst ? (second, first) : (first, second)
    guard let date = CivilTime(year: year, month: month, day: day) else { return nil }
    if rest.isEmpty { return .day(CalendarDate(date)) }
    guard case .local(let time)? = dates.read(rest, language: "en")?.moment else { return nil }
    var local = date
    (local.hour, local.minute) = (time.hour, time.minute)
    return .local(local)
  }

  static func due(
    _ text: String?, _ time: String?, _ order: Order, _ dates: TodoistDates, zone: TimeZoneRules? = nil,
    _ draft: inout Draft,
    _ file: inout MovedFile
  ) {
    guard let text else {
      draft.keep("Due time", time)
      return
    }
    guard let moment = moment(text, order, dates) else {
      draft.keep("Due", [text, time].compactMap { $0 }.joined(separator: " "))
      let isOpen = order == .unknown && numbers(text) != nil
      if isOpen { draft.item.openDue = [text, time].compactMap { $0 }.joined(separator: " ") }
      file.leave(draft.item.title, isOpen ? .openDate : .unknownDate, text)
      return
    }
    draft.item.setDue(moment, zone: zone)
    guard let time, case .day(let day) = moment else { return }
    if case .local(let clock)? = dates.read(time, language: "en")?.moment {
      var local = day.civil
      (local.hour, local.minute) = (clock.hour, clock.minute)
      draft.item.setDue(.local(local), zone: zone)
    } else {
      draft.keep("Due time", time)
    }
  }

  static func start(_ text: String?, _ time: String?, _ order: Order, _ dates: TodoistDates, _ draft: inout Draft) {
    guard let text, let moment = moment(text, order, dates) else {
      draft.keep("Start", [text, time].compactMap { $0 }.joined(separator: " "))
      return
    }
    var other = MovedItem()
    other.setDue(moment, zone: nil)
    draft.item.notBefore = other.dueDate
    if let clock = time ?? other.dueTime { draft.keep("Start", "\(other.dueDate ?? "") \(clock)") }
  }
}

extension MovedItem {
  /// Sets the deadline that the file leaves open.
  /// - Parameter now: the reader's clock.
  public mutating func setOpenDue(dayFirst: Bool, now: CivilTime) {
    guard let text = openDue else { return }
    let dates = TodoistDates(now: now, year: now.year)
    guard let moment = PlainTable.moment(text, dayFirst ? .dayFirst : .monthFirst, dates) else { return }
    setDue(moment, zone: nil)
    openDue = nil
    let line = "Due: \(text)"
    let lines = (description ?? "").split(separator: "\n", omittingEmptySubsequences: false).filter { $0 != line }
    description = lines.joined(separator: "\n").trimmed.nonEmpty
  }
}
