import CivilTime
import RecipeImport

/// The backup of Tasks.org.
struct TasksOrg {
  static func isBackup(_ object: JSONObject) -> Bool {
    object["data"]?.object?["tasks"]?.list?.contains { $0.object?["task"]?.object != nil } == true
      || object["data"]?.object?.has("caldavCalendars") == true
  }

  static func read(_ object: JSONObject) -> MovedFile {
    var reader = TasksOrg(object)
    reader.read()
    return reader.file
  }

  private let data: JSONObject
  /// Until 12.4 the reminders of a deadline and a start were flags.
  private let hasFlags: Bool
  /// Names by ids.
  private var lists: [String: String] = [:]
  private let places: [String: JSONObject]
  private let attachments: [String: JSONObject]
  private var file = MovedFile()

  private init(_ object: JSONObject) {
    data = object["data"]?.object ?? object
    hasFlags = object["version"]?.number.map { $0 < 120_400 } ?? false
    (places, attachments) = (data.rows("places", by: "uid"), data.rows("taskAttachments", by: "remoteId"))
    for list in data.rows("caldavCalendars") + data.rows("googleTaskLists") {
      if let id = list["uuid", "remoteId"]?.text, let name = list["name", "title"]?.text { lists[id] = name }
    }
    file.program = "Tasks.org"
  }

  private mutating func read() {
    var drafts: [Draft] = []
    for entry in data.rows("tasks") {
      guard let task = entry["task"]?.object else {
        file.leave(MovedFile.unnamedRow, .unknownRow)
        continue
      }
      if let deleted = task["deletionDate"]?.text, deleted != "0" {
        file.leave(task["title"]?.text ?? MovedFile.unnamedRow, .deletedThere)
        continue
      }
      drafts.append(draft(entry, task))
    }
    for (list, what) in [("filters", .savedSearch), ("places", .place)] as [(String, MovedReason)] {
      for entry in data.rows(list) { file.leave(entry["title", "name"]?.text ?? list, what) }
    }
    Draft.finish(consume drafts, into: &file)
  }

  private mutating func draft(_ entry: JSONObject, _ task: JSONObject) -> Draft {
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
    takeRemote(entry, &draft)
    switch task["priority"]?.text {
    case "0": draft.item.priority = .high
    case "1": draft.item.priority = .medium
    case "2": draft.item.priority = .low
    default: break
    }
    Self.setDates(task, &draft)
    if let rule = task["recurrence"]?.text {
      let fromDone = rule.uppercased().contains("FROM=COMPLETION") || task["repeatFrom"]?.text == "1"
      draft.setRepeat(rule, fromDone: fromDone, &file)
    }
    for tag in entry["tags"]?.list ?? [] { draft.tag(tag.object?["name"]?.text) }
    for comment in entry.rows("comments") {
      draft.keep("Comment", comment["message"]?.text ?? comment["text"]?.text)
      draft.keep("Picture of a comment", comment["picture"]?.text)
    }
    let start = Self.moment(task["hideUntil"]?.text)?.stamp
    for alarm in entry.rows("alarms") { Self.take(alarm, start, &draft) }
    for (key, name) in [("estimatedSeconds", "Estimated seconds"), ("elapsedSeconds", "Spent seconds")] {
      if let text = task[key]?.text, text != "0" { draft.keep(name, text) }
    }
    draft.keepRest(task, Self.known)
    for attachment in entry.rows("attachments") {
      let row = attachment["attachmentUid"]?.text.flatMap { attachments[$0] } ?? attachment
      draft.keep("Attachment", (row["name"] ?? row["uri"] ?? row["attachmentUid"])?.text)
    }
    for fence in entry.rows("geofences") {
      let id = fence["place"]?.text
      let isLeaving = fence["isDeparture"]?.isTrue == true && fence["isArrival"]?.isTrue != true
      draft.keep(
        isLeaving ? "Reminder on leaving" : "Reminder at", id.flatMap { places[$0] }.map(Self.name) ?? id)
    }
    for place in entry.rows("locations") { draft.keep("Reminder at", Self.name(place)) }
    if hasFlags { Self.remind(task, &draft) }
    return draft
  }

  /// Fields of a task that have a place, and those about the row in its program.
  private static let known: Set<String> = [
    "title", "notes", "remoteId", "uuid", "priority", "dueDate", "hideUntil", "creationDate", "modificationDate",
    "completionDate", "deletionDate", "recurrence", "repeatFrom", "estimatedSeconds", "elapsedSeconds", "order",
    "isCollapsed", "sortField", "timezone", "calendarURI", "timerStart", "reminderLast", "reminderFlags",
    "reminderPeriod", "ringFlags", "id", "parent", "readOnly", "lastSync", "creatorUID",
  ]

  /// The list and the parent. A task that was moved has rows of its earlier lists, too.
  private func takeRemote(_ entry: JSONObject, _ draft: inout Draft) {
    let caldav = entry.rows("caldavTasks").filter { ($0["deleted"]?.text ?? "0") == "0" }
    let google = (entry["googleTasks"]?.list ?? entry["google"]?.list ?? []).compactMap(\.object)
    for (remote, list) in caldav.map({ ($0, "calendar") }) + google.map({ ($0, "listId") }) {
      draft.item.category = remote[list]?.text.flatMap { lists[$0] }
      draft.id = remote["remoteId"]?.text ?? draft.id
      draft.parent = remote["remoteParent"]?.text
    }
  }

  private static func setDates(_ task: JSONObject, _ draft: inout Draft) {
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
  }

  /// A day is noon where the person was; a time has a second behind its minute. East of UTC+12 that noon is on the day before in
  /// UTC: at 23:00 New Zealand is meant rather than the islands of UTC-11.
  private static func moment(_ text: String?) -> Moment? {
    guard let text, let value = Int(text), value > 0, let seconds = Moment.milliseconds(text) else { return nil }
    return value % 60_000 > 0 ? .utc(seconds - seconds % 60) : .day(CalendarDate(CivilTime(seconds: seconds + 3600)))
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
