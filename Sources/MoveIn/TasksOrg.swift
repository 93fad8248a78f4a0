import CivilTime
import RecipeImport

/// The backup of Tasks.org.
enum TasksOrg {
  static func isBackup(_ object: JSONObject) -> Bool {
    object["data"]?.object?["tasks"]?.list?.contains { $0.object?["task"]?.object != nil } == true
      || object["data"]?.object?.has("caldavCalendars") == true
  }

  static func read(_ object: JSONObject) -> MovedFile {
    var file = MovedFile()
    file.program = "Tasks.org"
    let data = object["data"]?.object
    var lists: [String: String] = [:]
    for list in (data?["caldavCalendars"]?.list ?? []).compactMap(\.object)
      + (data?["googleTaskLists"]?.list ?? []).compactMap(\.object)
    {
      if let id = list["uuid", "remoteId"]?.text, let name = list["name", "title"]?.text { lists[id] = name }
    }
    func byID(_ key: String, _ id: String) -> [String: JSONObject] {
      Dictionary(
        (data?[key]?.list ?? []).compactMap { row in row.object.flatMap { row in row[id]?.text.map { ($0, row) } } },
        uniquingKeysWith: { first, _ in first })
    }
    let (places, attachments) = (byID("places", "uid"), byID("taskAttachments", "remoteId"))
    // Until 12.4 the reminders of a deadline and a start were flags.
    let hasFlags = object["version"]?.number.map { $0 < 120_400 } ?? false
    var drafts: [Draft] = []
    for entry in (data?["tasks"]?.list ?? []).compactMap(\.object) {
      guard let task = entry["task"]?.object else {
        file.leave(MovedFile.unnamedRow, .unknownRow)
        continue
      }
      if let deleted = task["deletionDate"]?.text, deleted != "0" {
        file.leave(task["title"]?.text ?? MovedFile.unnamedRow, .deletedThere)
        continue
      }
      var draft = draft(entry, task, lists, &file)
      for attachment in (entry["attachments"]?.list ?? []).compactMap(\.object) {
        let row = attachment["attachmentUid"]?.text.flatMap { attachments[$0] } ?? attachment
        draft.keep("Attachment", (row["name"] ?? row["uri"] ?? row["attachmentUid"])?.text)
      }
      for fence in (entry["geofences"]?.list ?? []).compactMap(\.object) {
        let id = fence["place"]?.text
        draft.keep("Reminder at", id.flatMap { places[$0] }.map(name) ?? id)
      }
      for place in (entry["locations"]?.list ?? []).compactMap(\.object) { draft.keep("Reminder at", name(place)) }
      if hasFlags { remind(task, &draft) }
      drafts.append(draft)
    }
    for (list, what) in [("filters", .savedSearch), ("places", .place)] as [(String, MovedReason)] {
      for entry in (data?[list]?.list ?? []).compactMap(\.object) {
        file.leave(entry["title", "name"]?.text ?? list, what)
      }
    }
    Draft.finish(drafts, into: &file)
    return file
  }

  private static func draft(
    _ entry: JSONObject, _ task: JSONObject, _ lists: [String: String], _ file: inout MovedFile
  ) -> Draft {
    var draft = Draft()
    // The object on the server says more than the row, where there is one.
    if let calendar = entry["vtodo"]?.text, calendar.utf8.count < 1 << 20 {
      let server = CalendarTasks.read(Array(calendar.utf8), isPart: true)
      if let item = server.items.first { draft.item = item }
    }
    if let title = task["title"]?.text { draft.item.title = title }
    if draft.item.description == nil { draft.describe(task["notes"]?.text) }
    draft.item.sourceID = task["remoteId", "uuid"]?.text ?? draft.item.sourceID
    draft.id = draft.item.sourceID
    // A task that was moved has rows of its earlier lists, too.
    for remote in (entry["caldavTasks"]?.list ?? []).compactMap(\.object) where (remote["deleted"]?.text ?? "0") == "0"
    {
      draft.item.category = remote["calendar"]?.text.flatMap { lists[$0] }
      draft.id = remote["remoteId"]?.text ?? draft.id
      draft.parent = remote["remoteParent"]?.text
    }
    for remote in (entry["googleTasks"]?.list ?? entry["google"]?.list ?? []).compactMap(\.object) {
      draft.item.category = remote["listId"]?.text.flatMap { lists[$0] }
      draft.id = remote["remoteId"]?.text ?? draft.id
      draft.parent = remote["remoteParent"]?.text
    }
    switch task["priority"]?.text {
    case "0": draft.item.priority = .high
    case "1": draft.item.priority = .medium
    case "2": draft.item.priority = .low
    default: break
    }
    if let due = moment(task["dueDate"]?.text) {
      // The server's object names the zone of the same moment.
      let isSame = draft.item.timeZone != nil && draft.item.dueSeconds.map { .utc($0 - $0 % 60) == due } ?? false
      if !isSame { draft.item.setDue(due, zone: nil) }
    }
    if let hidden = moment(task["hideUntil"]?.text) {
      var other = MovedItem()
      other.setDue(hidden, zone: nil)
      draft.item.notBefore = other.dueDate
      if let time = other.dueTime { draft.keep("Start", "\(other.dueDate ?? "") \(time) UTC") }
    }
    draft.item.createdAt = Moment.milliseconds(task["creationDate"]?.text) ?? draft.item.createdAt
    if let done = task["completionDate"]?.text, done != "0" {
      draft.item.isDone = true
      draft.item.doneAt = Moment.milliseconds(done)
    }
    if let rule = task["recurrence"]?.text {
      let fromDone = rule.uppercased().contains("FROM=COMPLETION") || task["repeatFrom"]?.text == "1"
      draft.setRepeat(rule, fromDone: fromDone, &file)
    }
    for tag in entry["tags"]?.list ?? [] { draft.tag(tag.object?["name"]?.text) }
    for comment in (entry["comments"]?.list ?? []).compactMap(\.object) {
      draft.keep("Comment", comment["message"]?.text ?? comment["text"]?.text)
      draft.keep("Picture of a comment", comment["picture"]?.text)
    }
    let start = moment(task["hideUntil"]?.text)?.stamp
    for alarm in (entry["alarms"]?.list ?? []).compactMap(\.object) { take(alarm, start, &draft) }
    for (key, name) in [("estimatedSeconds", "Estimated seconds"), ("elapsedSeconds", "Spent seconds")] {
      if let text = task[key]?.text, text != "0" { draft.keep(name, text) }
    }
    draft.keepRest(
      task,
      [
        "title", "notes", "remoteId", "uuid", "priority", "dueDate", "hideUntil", "creationDate", "modificationDate",
        "completionDate", "deletionDate", "recurrence", "repeatFrom", "estimatedSeconds", "elapsedSeconds", "order",
        "isCollapsed",
        "sortField", "timezone", "calendarURI", "timerStart", "reminderLast", "reminderFlags", "reminderPeriod",
        "ringFlags", "id",
        "parent", "readOnly", "lastSync", "creatorUID",
      ])
    return draft
  }

  /// A day is noon where the person was; a time has a second behind its minute.
  private static func moment(_ text: String?) -> Moment? {
    guard let text, let value = Int(text), value > 0, let seconds = Moment.milliseconds(text) else { return nil }
    return value % 60_000 > 0 ? .utc(seconds - seconds % 60) : .day(CalendarDate(CivilTime(seconds: seconds)))
  }

  private static func name(_ place: JSONObject) -> String {
    [place["name"]?.text, place["address"]?.text].compactMap { $0?.trimmed.nonEmpty }.joined(separator: ", ").nonEmpty
      ?? ["latitude", "longitude"].compactMap { place[$0]?.text }.joined(separator: ", ")
  }

  /// The flags NOTIFY_AT_DEADLINE, NOTIFY_AFTER_DEADLINE and NOTIFY_AT_START.
  private static func remind(_ task: JSONObject, _ draft: inout Draft) {
    let flags = (task["reminderFlags"] ?? task["ringFlags"])?.number ?? 0
    if flags & 2 != 0, draft.item.dueDate != nil { draft.remind(secondsBefore: 0, "when it is due") }
    if flags & 4 != 0, draft.item.dueDate != nil { draft.keep("Reminder", "while it is overdue") }
    if flags & 32 != 0, draft.item.notBefore != nil { draft.keep("Reminder", "when it starts") }
  }

  /// - Parameter start: the moment that an alarm of the start counts from.
  private static func take(_ alarm: JSONObject, _ start: Int?, _ draft: inout Draft) {
    guard let time = alarm["time"]?.number ?? (alarm.has("type") ? 0 : nil) else { return }
    switch alarm["type"]?.text ?? "0" {
    case "1", "2":
      let isOfStart = alarm["type"]?.text == "1"
      let shift = isOfStart ? draft.item.dueSeconds.flatMap { due in start.map { due - $0 } } ?? 0 : 0
      draft.remind(
        secondsBefore: shift - time / 1000,
        "\(abs(time) / 60_000) minutes \(time < 0 ? "before" : "after") the \(isOfStart ? "start" : "deadline")")
      if let count = alarm["repeat"]?.text, count != "0", let interval = alarm["interval"]?.number {
        draft.keep("Reminder", "\(count) times more, every \(interval / 60_000) minutes")
      }
    case "0":
      guard let moment = Moment.milliseconds("\(time)"), time > 0 else { return }
      let due = draft.item.dueSeconds
      draft.remind(secondsBefore: due.map { $0 - moment } ?? -1, Moment.text(moment))
    case "3": draft.keep("Reminder", "at random times")
    default: break
    }
  }
}
