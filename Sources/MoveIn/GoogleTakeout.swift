import CivilTime
import RecipeImport

/// Google Takeout: Tasks.json, and Keep's notes, a file each.
enum GoogleTakeout {
  // MARK: Tasks

  static func isTasks(_ object: JSONObject) -> Bool {
    object["kind"]?.text == "tasks#taskLists" || object["kind"]?.text == "tasks#tasks"
  }

  static func read(tasks object: JSONObject) -> MovedFile {
    var file = MovedFile()
    file.program = "Google Tasks"
    let lists = object["kind"]?.text == "tasks#tasks" ? [JSON.object(object)] : object["items"]?.list ?? []
    var drafts: [Draft] = []
    for list in lists.compactMap(\.object) {
      let rows = list.rows("items")
      // The file has them in any order; `position` is a text.
      let sorted = rows.enumerated().sorted {
        ($0.element["position"]?.text ?? "", $0.offset) < ($1.element["position"]?.text ?? "", $1.offset)
      }
      for row in sorted.map(\.element) {
        if row["deleted"]?.isTrue == true {
          file.leave(row["title"]?.text ?? row["id"]?.text ?? MovedFile.unnamedRow, .deletedThere)
          continue
        }
        drafts.append(task(row, list["title"]?.text, &file))
      }
    }
    Draft.finish(consume drafts, into: &file)
    return file
  }

  private static func task(_ row: JSONObject, _ list: String?, _ file: inout MovedFile) -> Draft {
    var draft = Draft()
    draft.item.title = row["title"]?.text ?? ""
    draft.id = row["id"]?.text
    draft.item.sourceID = draft.id
    draft.parent = row["parent"]?.text
    draft.item.category = list
    draft.describe(row["notes"]?.text)
    draft.item.isDone = row["status"]?.text == "completed"
    draft.item.doneAt = row["completed"]?.stamp
    draft.item.createdAt = (row["created"] ?? row["created_date"])?.stamp
    // Of the times that a task was scheduled for, one is the present one.
    let times = row.rows("scheduled_time")
    let scheduled = times.first { $0["current"]?.isTrue == true } ?? times.last
    // `due` is the day alone, whatever time the task has.
    let start = scheduled?["start"]?.text
    let isTimed = start.flatMap { Moment($0) }.map { $0.stamp % 86400 != 0 } ?? false
    if let due = isTimed ? start : (row["due"] ?? row["scheduled_time"])?.text ?? start {
      // A day, written as its midnight in UTC; a scheduled one may have a time.
      if let moment = Moment(due) {
        draft.item.setDue(isTimed ? moment : .day(CalendarDate(CivilTime(seconds: moment.stamp))), zone: nil)
      } else {
        draft.keep("Due", due)
        file.leave(draft.item.title, .noDate, due)
      }
    }
    for link in row["links"]?.list ?? [] {
      draft.keep(
        "Link",
        link.object?.words("description", "link"))
    }
    draft.keepRest(
      row,
      [
        "title", "id", "parent", "notes", "status", "completed", "created", "created_date", "due", "scheduled_time",
        "links",
        "kind", "etag", "updated", "selfLink", "position", "hidden", "deleted", "task_type", "webViewLink",
        "task_list_id",
      ])
    return draft
  }

  // MARK: Keep

  static func isNote(_ object: JSONObject) -> Bool {
    object.has("isTrashed")
      && (object.has("textContent") || object.has("listContent") || object.has("userEditedTimestampUsec"))
  }

  /// - Parameter packed: the paths of the archive's files.
  static func read(note: JSONObject, name: String, packed: Set<String>) -> MovedFile {
    var file = MovedFile()
    file.program = "Google Keep"
    var draft = Draft()
    let own = name.split(separator: "/").last.map(String.init) ?? name
    draft.item.title = note["title"]?.text ?? ""
    draft.id = own
    draft.item.sourceID = own
    if note["isTrashed"]?.isTrue == true {
      let text = note["textContent"]?.text?.split(separator: "\n").first.map(String.init)
      file.leave(draft.item.title.oneLine.nonEmpty ?? text ?? own, .deletedThere)
      return file
    }
    draft.describe(note["textContent"]?.text)
    for line in note.rows("listContent") {
      draft.item.checklist.append(.init(text: line["text"]?.text ?? "", isDone: line["isChecked"]?.isTrue == true))
    }
    for label in note["labels"]?.list ?? [] { draft.tag(label.object?["name"]?.text) }
    let folder = name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
    for attachment in note["attachments"]?.list ?? [] {
      guard let path = attachment.object?["filePath"]?.text else { continue }
      // Keep says `.jpeg` of a file that it calls `.jpg`.
      let other = path.hasSuffix(".jpeg") ? "\(path.dropLast(5)).jpg" : path
      draft.attach(path, at: ["\(folder)\(path)", "\(folder)\(other)"], of: packed)
    }
    for link in note.rows("annotations") {
      draft.keep("Link", link.words("title", "url"))
    }
    for person in note["sharees"]?.list ?? [] { draft.keep("Shared with", person.object?["email"]?.text) }
    if note["isPinned"]?.isTrue == true { draft.keep("Google Keep", "pinned") }
    if note["isArchived"]?.isTrue == true { draft.keep("Google Keep", "archived") }
    if let color = note["color"]?.text, color != "DEFAULT" { draft.keep("Color", color.lowercased()) }
    draft.item.createdAt = note["createdTimestampUsec"]?.text.flatMap { Moment.milliseconds($0, per: 1e6) }
    draft.keepRest(
      note,
      [
        "title", "textContent", "textContentHtml", "listContent", "labels", "attachments", "annotations", "sharees",
        "isPinned",
        "isArchived", "isTrashed", "color", "createdTimestampUsec", "userEditedTimestampUsec",
      ])
    Draft.finish([draft], into: &file)
    return file
  }
}
