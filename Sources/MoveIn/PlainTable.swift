import CivilTime

/// Any table whose columns have names in English, German, French, Russian or Korean.
struct PlainTable {
  enum Order: Equatable { case dayFirst, monthFirst, unknown }

  enum Field: CaseIterable {
    case title, description, category, tags, due, dueTime, start, startTime, repeats, priority, done, doneAt, created,
      people, id,
      parent, checklist, reminder, reminderDate, reminderTime, reminds, archived, zone

    /// Names as `Table.key` writes them.
    var names: [String] {
      switch self {
      case .title:
        [
          "title", "task", "taskname", "name", "cardname", "subject", "summary", "todo", "item", "tasktitle", "content",
          "what", "titel", "aufgabe", "betreff", "titre", "objet", "tâche", "название", "задача", "тема", "제목", "할일",
        ]
      case .description:
        [
          "description", "notes", "note", "details", "body", "taskdescription", "carddescription", "taskcontent",
          "comment", "comments", "text", "beschreibung", "notizen", "notiz", "описание", "заметки", "설명", "메모",
        ]
      case .category:
        [
          "category", "list", "listname", "project", "projectname", "projects", "folder", "board", "area", "section",
          "group", "stage", "kategorie", "liste", "projekt", "ordner", "catégorie", "projet", "dossier", "категория",
          "список", "проект", "папка", "카테고리", "목록", "프로젝트", "폴더",
        ]
      case .tags:
        [
          "tags", "labels", "tag", "label", "categories", "keywords", "context", "contexts", "schlagwörter",
          "etiketten", "kategorien", "étiquettes", "catégories", "теги", "метки", "категории", "태그", "라벨",
        ]
      case .due:
        [
          "duedate", "due", "deadline", "date", "dueon", "dueat", "duedatetime", "when", "enddate", "fällig",
          "fälligam",
          "fälligkeit", "fälligkeitsdatum", "frist", "datum", "échéance", "datedéchéance", "dateéchéance", "срок",
          "срокисполнения", "крайнийсрок", "дедлайн", "дата", "마감일", "마감기한", "기한", "날짜",
        ]
      case .dueTime: ["duetime", "time", "uhrzeit", "heure", "время", "시간"]
      case .start:
        [
          "startdate", "start", "starton", "startsat", "startat", "notbefore", "deferdate", "scheduled",
          "scheduleddate", "startdatum", "beginn", "beginntam", "début", "datededébut", "начало", "датаначала", "시작일",
        ]
      case .startTime: ["starttime"]
      case .repeats:
        [
          "repeat", "repeats", "recurrence", "recurring", "rrule", "frequency", "repeatrule", "wiederholung",
          "récurrence", "répétition", "повтор", "повторение", "반복",
        ]
      case .priority: ["priority", "importance", "priorität", "priorité", "приоритет", "важность", "우선순위"]
      case .done:
        [
          "done", "completed", "status", "complete", "checked", "iscompleted", "isdone", "finished", "state", "ticked",
          "duecomplete", "erledigt", "fait", "terminé", "statut", "état", "выполнено", "готово", "статус", "состояние",
          "완료", "상태",
        ]
      case .doneAt:
        [
          "completedat", "completeddate", "completiondate", "doneat", "datecompleted", "completedon", "finishedat",
          "donedate", "endat", "finishdate", "erledigtam", "abgeschlossenam", "terminéle", "datedachèvement",
          "датазавершения", "완료일",
        ]
      case .created:
        [
          "createdat", "created", "creationdate", "createddate", "datecreated", "createdon", "added", "dateadded",
          "addedat", "erstellt", "erstelltam", "crééle", "datedecréation", "создано", "датасоздания", "생성일",
        ]
      case .people:
        [
          "assignee", "assignedto", "assignees", "assign", "person", "people", "owner", "responsible", "for", "who",
          "member", "members", "zuständig", "zugewiesen", "zugewiesenan", "verantwortlich", "mitglieder",
          "responsable", "assignéà", "membres", "ответственный", "исполнитель", "участники", "담당자", "멤버",
        ]
      case .id: ["id", "uid", "uuid", "taskid", "cardid", "key", "number"]
      case .parent: ["parent", "parentid", "parenttask", "subtaskof", "parenttaskid"]
      case .checklist:
        [
          "checklist", "subtasks", "checklistitems", "steps", "checkliste", "unteraufgaben", "teilaufgaben",
          "soustâches", "подзадачи", "чеклист", "체크리스트", "하위작업",
        ]
      case .reminder: ["reminder", "reminders", "remindat", "reminderminutes", "alert", "erinnerung", "rappel", "알림"]
      case .reminderDate: ["reminderdate", "erinnerungam", "datedurappel", "датаоповещения"]
      case .reminderTime: ["remindertime", "erinnerungum", "heuredurappel", "времяоповещения"]
      case .reminds: ["reminderonoff", "erinnerungeinaus", "rappelactifinactif", "оповещениевклвыкл"]
      case .archived: ["archived", "isarchived", "archiviert", "archivé", "архив", "보관됨"]
      case .zone: ["timezone", "tz", "zeitzone", "fuseauhoraire"]
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
    var reader = PlainTable(table, now: now)
    reader.read(table)
    return reader.file
  }

  private let columns: [Field: String]
  /// The columns that are no field.
  private let others: [String]
  let order: Order
  let dates: TodoistDates
  var file = MovedFile()

  private init(_ table: Table, now: CivilTime) {
    // A field's first name in its own order counts; the others are columns of their own.
    var columns: [Field: String] = [:]
    let keys = table.header.map(Table.key)
    for field in Field.allCases { columns[field] = field.names.first { keys.contains($0) } }
    // Beside a status, "Completed" is when.
    if let name = columns[.done], ["done", "completed"].contains(name), columns[.doneAt] == nil,
      let status = ["status", "state", "statut", "état", "статус", "상태"].first(where: keys.contains)
    {
      (columns[.done], columns[.doneAt]) = (status, name)
    }
    others = table.header.filter { !columns.values.contains(Table.key($0)) && !$0.isEmpty }
    let dated = [Field.due, .start, .doneAt, .created, .reminderDate].compactMap { columns[$0] }
    self.columns = columns
    order = Self.order(of: table.rows.lazy.flatMap { row in dated.lazy.compactMap { row[$0] } })
    dates = TodoistDates(now: now, year: now.year)
    file.program = "CSV"
  }

  mutating func read(_ table: Table) {
    if table.isCut { file.leave(MovedFile.end, .endsInRow) }
    var drafts: [Draft] = []
    let areAlone = table.count > Draft.many && columns[.parent] == nil
    for (number, row) in table.rows.enumerated() where !row.isEmpty {
      var draft = draft(row)
      draft.number = number + 1
      drafts.append(draft)
      if areAlone { Draft.finish(thousandOf: &drafts, into: &file) }
    }
    Self.nameParents(&drafts)
    Draft.finish(consume drafts, into: &file)
  }

  mutating func draft(_ row: Table.Row) -> Draft {
    func cell(_ field: Field) -> String? {
      // As programs write that there is none.
      columns[field].flatMap { row[$0] }.flatMap { ["null", "[]", "{}"].contains($0) ? nil : $0 }
    }
    func lines(_ field: Field) -> String? { columns[field].flatMap { row.raw($0) } }
    var draft = Draft()
    draft.item.title = cell(.title) ?? ""
    draft.id = cell(.id)
    draft.item.sourceID = draft.id
    draft.parent = cell(.parent)
    draft.describe(lines(.description)?.normalLines)
    draft.item.category = cell(.category)
    for tag in Self.list(cell(.tags)) {
      draft.tag(tag.hasPrefix("#") || tag.hasPrefix("@") ? String(tag.dropFirst()) : tag)
    }
    draft.item.people = Self.list(cell(.people))
    for line in (lines(.checklist) ?? "").split(whereSeparator: { $0 == "\n" || $0 == ";" || $0 == "|" }) {
      draft.item.checklist.append(Self.checkLine(line.trimmed))
    }
    Self.priority(cell(.priority), &draft)
    let zone = cell(.zone).flatMap { TimeZoneRules.named($0) }
    if let name = cell(.zone), zone == nil { draft.keep("Time zone", name) }
    let (from, due) = Self.span(cell(.due))
    Self.due(due, cell(.dueTime), order, dates, zone: zone, &draft, &file)
    Self.start(cell(.start) ?? from, cell(.startTime), order, dates, &draft)
    if let text = cell(.repeats) { Self.repeats(text, dates, &draft, &file) }
    Self.done(cell(.done), order, dates, &draft)
    if let text = cell(.doneAt) { setDoneAt(text, &draft) }
    if let text = cell(.created) {
      draft.item.createdAt = Self.moment(text, order, dates)?.stamp
      if draft.item.createdAt == nil { draft.keep("Created", text) }
    }
    for text in Self.list(cell(.reminder)) { remind(text, &draft) }
    if let day = cell(.reminderDate), !(cell(.reminds).map(Self.isNo) ?? false) {
      remind([day, cell(.reminderTime)].compactMap { $0 }.joined(separator: " "), &draft)
    }
    if let text = cell(.archived), Self.isYes(text) {
      draft.item.isDone = true
      draft.keep("Archived", "yes")
    }
    for name in others { draft.keep(name, row.raw(name)?.normalLines) }
    return draft
  }

  /// Where no other column says whether a row is done, the moment says it.
  private func setDoneAt(_ text: String, _ draft: inout Draft) {
    if Self.isNo(text) { return }
    draft.item.doneAt = Self.moment(text, order, dates)?.stamp
    if draft.item.doneAt == nil {
      if Self.isYes(text) { draft.item.isDone = true } else { draft.keep("Completed", text) }
    } else if columns[.done] == nil {
      draft.item.isDone = true
    }
    if !draft.item.isDone, let stamp = draft.item.doneAt {
      draft.item.doneAt = nil
      draft.keep("Completed", Moment.text(stamp))
    }
  }

  /// Minutes before the deadline, or a moment.
  private func remind(_ text: String, _ draft: inout Draft) {
    if let minutes = Int(text), (0...100_000).contains(minutes) {
      draft.remind(secondsBefore: minutes * 60, "\(minutes) minutes before")
    } else if let ring = Self.moment(text, order, dates)?.stamp, let due = draft.item.dueSeconds {
      draft.remind(secondsBefore: due - ring, text)
    } else {
      draft.keep("Reminder", text)
    }
  }

  /// Rows may name their parents by titles.
  private static func nameParents(_ drafts: inout [Draft]) {
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
  }
}
