import CivilTime
import RecipeImport

/// The answers of Todoist's interfaces: a sync, or a page of tasks.
struct TodoistSync {
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
  ///   - object: a sync's answer; nil for tasks alone.
  ///   - items: its tasks.
  static func read(_ object: JSONObject?, items: [JSON], now: CivilTime) -> MovedFile {
    var reader = TodoistSync(object, now: now)
    reader.read(items)
    return reader.file
  }

  private let object: JSONObject?
  private let dates: TodoistDates
  /// Names by ids.
  private let projects: [String: String]
  private let sections: [String: String]
  private let labels: [String: String]
  private let people: [String: String]
  /// The names of the projects that projects are in.
  private var above: [String: String] = [:]
  private var archived: Set<String> = []
  /// Notes and reminders by the ids of their tasks.
  private let notes: [String: [JSONObject]]
  private let reminders: [String: [JSONObject]]
  private var file = MovedFile()

  private init(_ object: JSONObject?, now: CivilTime) {
    func names(_ list: String, _ key: String = "name") -> [String: String] {
      var names: [String: String] = [:]
      // With the tasks that are done, projects and sections stand by their ids.
      let rows = object?[list]?.object?.members.compactMap(\.value.object) ?? object?.rows(list) ?? []
      for row in rows {
        if let id = row["id"]?.text, let name = row[key]?.text { names[id] = name }
      }
      return names
    }
    func byTask(_ list: String) -> [String: [JSONObject]] {
      var rows: [String: [JSONObject]] = [:]
      for row in object?.rows(list) ?? [] where row["is_deleted"]?.isTrue != true {
        if let id = row["item_id"]?.text { rows[id, default: []].append(row) }
      }
      return rows
    }
    self.object = object
    dates = TodoistDates(now: now, year: now.year)
    (projects, sections, labels) = (names("projects"), names("sections"), names("labels"))
    people = names("collaborators", "email").merging(names("collaborators", "full_name")) { _, name in name }
    (notes, reminders) = (byTask("notes"), byTask("reminders"))
    for project in object?.rows("projects") ?? [] {
      guard let id = project["id"]?.text else { continue }
      above[id] = project["parent_id"]?.text.flatMap { projects[$0] }
      if project["is_archived"]?.isTrue == true { archived.insert(id) }
    }
    file.program = "Todoist"
  }

  private mutating func read(_ items: [JSON]) {
    var drafts: [(order: Int, draft: Draft)] = []
    for entry in items {
      guard let row = entry.object else {
        file.leave(MovedFile.unnamedRow, .unknownRow)
        continue
      }
      if let draft = draft(row) { drafts.append((row["child_order", "item_order", "order"]?.number ?? 0, draft)) }
    }
    let sorted = drafts.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
    Draft.finish(sorted.map(\.element.draft), into: &file)
    for note in object?.rows("project_notes") ?? [] where note["is_deleted"]?.isTrue != true {
      file.leave(note["project_id"]?.text.flatMap { projects[$0] } ?? "a project", .ownText, note["content"]?.text)
    }
    for filter in object?.rows("filters") ?? [] where filter["is_deleted"]?.isTrue != true {
      file.leave(filter["name"]?.text ?? MovedFile.unnamedRow, .savedSearch, filter["query"]?.text)
    }
  }

  // MARK: A task

  /// A task that was not deleted.
  private mutating func draft(_ row: JSONObject) -> Draft? {
    var draft = Draft()
    draft.id = row["id"]?.text
    draft.item.sourceID = draft.id
    Todoist.content(row["content"]?.text ?? "", &draft)
    if row["is_deleted"]?.isTrue == true {
      file.leave(draft.item.title, .deletedThere)
      return nil
    }
    draft.parent = row["parent_id"]?.text
    setProject(row["project_id"]?.text, &draft)
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
    draft.item.createdAt = row["added_at", "date_added", "created_at"]?.stamp
    draft.item.doneAt = (row["completed_at"] ?? row["date_completed"])?.stamp
    if let due = row["due"]?.object { set(due, &draft) }
    if let deadline = row["deadline"]?.object?["date"]?.text {
      if draft.item.dueDate == nil, let moment = Moment(deadline) {
        draft.item.setDue(moment, zone: nil)
      } else {
        draft.keep("Deadline", deadline)
      }
    }
    draft.keep("Duration", row["duration"]?.object?.words("amount", "unit"))
    for note in draft.id.flatMap({ notes[$0] }) ?? [] {
      draft.describe(note["content"]?.text)
      draft.keep("Attachment", note["file_attachment"]?.object?.words("file_name", "file_url"))
    }
    for reminder in draft.id.flatMap({ reminders[$0] }) ?? [] { Self.remind(reminder, &draft) }
    return draft
  }

  private func setProject(_ project: String?, _ draft: inout Draft) {
    guard let project else { return }
    draft.item.category = projects[project]
    draft.keep("Parent project", above[project])
    if draft.item.category == nil { draft.keep("Project", project) }
    if archived.contains(project) { draft.keep("Project", "archived") }
  }

  /// A reminder so long before the date, at a moment, or at a place.
  private static func remind(_ reminder: JSONObject, _ draft: inout Draft) {
    if let minutes = reminder["minute_offset", "mm_offset"]?.number {
      draft.remind(secondsBefore: minutes * 60, "\(minutes) minutes before")
      return
    }
    let due = reminder["due"]?.object
    guard let text = due?["date", "datetime"]?.text else {
      draft.keep("Reminder", reminder.words("type", "name"))
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

  private mutating func set(_ due: JSONObject, _ draft: inout Draft) {
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
