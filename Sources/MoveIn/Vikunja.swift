import CivilTime
import RecipeImport

/// Vikunja's export: data.json with projects, or until 0.20 with namespaces of them.
struct Vikunja {
  static func isExport(_ value: JSON) -> Bool {
    let roots = (value.list ?? [value]).compactMap(\.object)
    func isProject(_ object: JSONObject, _ depth: Int) -> Bool {
      if depth > 4 { return false }
      if object.has("is_archived"), object.has("tasks") || object.has("identifier") { return true }
      return ["namespaces", "lists", "projects", "child_projects"].contains { key in
        object.rows(key).contains { isProject($0, depth + 1) }
      }
    }
    return roots.contains { isProject($0, 0) }
  }

  /// filters.json of an export; `null` where there is none.
  static func isFilters(_ value: JSON) -> Bool {
    let rows = value.rows
    return !rows.isEmpty && rows.allSatisfy { $0.has("filters") && $0.has("title") }
  }

  static func read(filters value: JSON) -> MovedFile {
    var file = MovedFile()
    file.program = "Vikunja"
    for row in value.rows {
      file.leave(row["title"]?.text?.nonEmpty ?? MovedFile.unnamedRow, .savedSearch)
    }
    return file
  }

  /// - Parameters:
  ///   - folder: of the archive, with its slash.
  ///   - packed: the paths of the archive's files.
  static func read(_ value: JSON, folder: String, packed: Set<String>) -> MovedFile {
    var reader = Vikunja(value, folder: folder, packed: packed)
    for root in (value.list ?? [value]).compactMap(\.object) { reader.readProject(root, in: nil, 0) }
    reader.nameParents()
    Draft.finish(reader.drafts, into: &reader.file)
    return reader.file
  }

  private let folder: String
  private let packed: Set<String>
  /// Of projects by their ids: since 0.20 a project names the one that it is in.
  private let titles: [String: String]
  private var drafts: [Draft] = []
  private var file = MovedFile()

  private init(_ value: JSON, folder: String, packed: Set<String>) {
    (self.folder, self.packed) = (folder, packed)
    var titles: [String: String] = [:]
    for project in value.rows {
      if let id = project["id"]?.text { titles[id] = project["title"]?.text }
    }
    self.titles = titles
    file.program = "Vikunja"
  }

  private mutating func readProject(_ object: JSONObject, in parent: String?, _ depth: Int) {
    guard depth < 50 else {
      file.leave(object["title"]?.text ?? "a project", .deepProjects)
      return
    }
    let buckets = object.rows("buckets", by: "id").mapValues { $0["title"]?.text ?? "" }
    // Newer exports have the buckets of tasks by themselves, a row for each view.
    let places = object.rows("task_buckets").reduce(into: [String: String]()) { places, row in
      if let task = row["task_id"]?.text, let bucket = row["bucket_id"]?.text { places[task] = places[task] ?? bucket }
    }
    let above = parent ?? object["parent_project_id"]?.text.flatMap { titles[$0] }
    for task in object.rows("tasks") {
      var draft = Self.draft(task, &file)
      // `files/ID`
      for attachment in task.rows("attachments").compactMap({ $0["file"]?.object }) {
        draft.attach(
          attachment["name"]?.text, at: attachment["id"]?.text.map { ["\(folder)files/\($0)"] } ?? [], of: packed)
      }
      draft.item.category = object["title"]?.text
      draft.keep("Parent project", above)
      let bucket =
        task["bucket_id"]?.text.flatMap { buckets[$0] } ?? draft.id.flatMap { places[$0] }.flatMap { buckets[$0] }
      if buckets.count > 1 { draft.keep("Bucket", bucket) }
      if object["is_archived"]?.isTrue == true { draft.keep("Project", "archived") }
      drafts.append(draft)
    }
    if let text = object["description"]?.text.flatMap({ Text.block($0) }) {
      file.leave(object["title"]?.text ?? "a project", .ownText, text)
    }
    for key in ["namespaces", "lists", "projects", "child_projects"] {
      for child in object.rows(key) { readProject(child, in: object["title"]?.text, depth + 1) }
    }
  }

  /// A relation stands at one of its ends, or at both.
  private mutating func nameParents() {
    var parents: [String: String] = [:]
    for draft in drafts {
      for child in draft.children { if let id = draft.id { parents[child] = parents[child] ?? id } }
    }
    for index in drafts.indices where drafts[index].parent == nil {
      drafts[index].parent = drafts[index].id.flatMap { parents[$0] }
    }
  }

  private static func draft(_ task: JSONObject, _ file: inout MovedFile) -> Draft {
    var draft = Draft()
    draft.item.title = task["title"]?.text ?? task["text"]?.text ?? ""
    draft.id = task["id"]?.text
    draft.item.sourceID = draft.id
    draft.describe(task["description"]?.text.flatMap { Text.block($0) })
    draft.item.isDone = task["done"]?.isTrue == true
    draft.item.doneAt = moment(task["done_at"])
    draft.item.createdAt = moment(task["created"])
    setDates(task, &draft, &file)
    switch task["priority"]?.text {
    case "1": draft.item.priority = .low
    case "2": draft.item.priority = .medium
    case "3": draft.item.priority = .high
    case "4":
      draft.item.priority = .high
      draft.keep("Priority", "urgent")
    case "5":
      draft.item.priority = .high
      draft.keep("Priority", "do now")
    default: break
    }
    for label in task["labels"]?.list ?? [] { draft.tag(label.object?["title"]?.text) }
    for person in task.rows("assignees") {
      if let name = person["name"]?.text?.nonEmpty ?? person["username"]?.text { draft.item.people.append(name) }
    }
    repeats(task, &draft, &file)
    remind(task, &draft)
    if let part = task["percent_done"]?.text.flatMap({ Double($0) }), part > 0, part < 1 {
      draft.keep("Percent done", "\(Int((part * 100).rounded()))")
    }
    for (kind, list) in (task["related_tasks"]?.object?.members ?? []).map({ ($0.key, $0.value.list ?? []) }) {
      for other in list.compactMap(\.object) {
        guard let id = other["id"]?.text else { continue }
        switch kind {
        case "parenttask": draft.parent = draft.parent ?? id
        case "subtask": draft.children.append(id)
        default: draft.keep(kind, other["title"]?.text ?? id)
        }
      }
    }
    for comment in task.rows("comments") {
      let author = comment["author"]?.object.flatMap { $0["name"]?.text?.nonEmpty ?? $0["username"]?.text }
      draft.keep(author.map { "Comment of \($0)" } ?? "Comment", comment["comment"]?.text.flatMap { Text.block($0) })
    }
    if let color = task["hex_color"]?.text?.nonEmpty { draft.keep("Color", color.hasPrefix("#") ? color : "#\(color)") }
    if task["is_favorite"]?.isTrue == true { draft.keep("Vikunja", "favorite") }
    return draft
  }

  private static func setDates(_ task: JSONObject, _ draft: inout Draft, _ file: inout MovedFile) {
    for (key, name) in [("due_date", "Due"), ("start_date", "Start"), ("end_date", "End")] {
      guard let text = task[key]?.text, !isNone(text) else { continue }
      guard let moment = Moment(text) else {
        draft.keep(name, text)
        file.leave(draft.item.title, .noDate, text)
        continue
      }
      switch key {
      case "due_date": draft.item.setDue(moment, zone: nil)
      case "start_date":
        let start = CivilTime(seconds: moment.stamp)
        draft.item.notBefore = start.date
        if start.seconds % 86400 != 0 { draft.keep("Start", text) }
      default: draft.keep(name, text)
      }
    }
  }

  private static func remind(_ task: JSONObject, _ draft: inout Draft) {
    for reminder in task["reminders"]?.list ?? task["reminder_dates"]?.list ?? [] {
      let object = reminder.object
      if let period = object?["relative_period"]?.number, period != 0,
        object?["relative_to"]?.text == "due_date"
      {
        draft.remind(secondsBefore: -period, "\(period) s")
      } else if let text = object?["reminder"]?.text ?? reminder.text, !isNone(text) {
        let moment = Moment(text)?.stamp
        draft.remind(secondsBefore: draft.item.dueSeconds.flatMap { due in moment.map { due - $0 } } ?? -1, text)
      }
    }
  }

  private static func isNone(_ text: String) -> Bool { text.hasPrefix("0001-01-01") || text.isEmpty }

  private static func moment(_ value: JSON?) -> Int? {
    guard let text = value?.text, !isNone(text) else { return nil }
    return Moment(text)?.stamp
  }

  private static func repeats(_ task: JSONObject, _ draft: inout Draft, _ file: inout MovedFile) {
    let (after, mode) = (task["repeat_after"]?.number ?? 0, task["repeat_mode"]?.text ?? "0")
    if mode == "1" {
      draft.setRepeat("FREQ=MONTHLY", &file)
    } else if after > 0 {
      let (days, rest) = (after / 86400, after % 86400)
      if rest != 0 {
        draft.keep("Repeat", "every \(after) seconds")
        file.leave(draft.item.title, .unknownRule, "\(after) s")
      } else {
        draft.setRepeat(
          days % 7 == 0 ? "FREQ=WEEKLY;INTERVAL=\(days / 7)" : "FREQ=DAILY;INTERVAL=\(days)", fromDone: mode == "2",
          &file)
      }
    }
  }
}
