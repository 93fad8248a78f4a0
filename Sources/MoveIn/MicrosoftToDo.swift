import CivilTime
import RecipeImport

/// Microsoft To Do as Microsoft Graph answers (todoTask), and as the usual exporters write it.
enum MicrosoftToDo {
  private static let keys: Set<String> = ["value", "tasks", "lists", "todoLists", "data", "items"]

  /// A list of tasks, or lists with their tasks.
  static func tasks(in value: JSON) -> [(list: String?, task: JSONObject)]? {
    var found: [(String?, JSONObject)] = []
    var isOne = false
    func look(_ value: JSON, _ list: String?, _ depth: Int) {
      guard depth < 8 else { return }
      switch value {
      case .array(let elements): for element in elements { look(element, list, depth + 1) }
      case .object(let object):
        if isTask(object) {
          isOne = true
          found.append((list, object))
          return
        }
        if object.members.contains(where: { $0.key == "@odata.context" && ($0.value.text ?? "").contains("todoTask") })
        {
          isOne = true
        }
        if object.has("wellknownListName") { isOne = true }
        let name = object["displayName", "listName", "name"]?.text ?? list
        for member in object.members
        where keys.contains(member.key) {
          look(member.value, name, depth + 1)
        }
        // Lists by their names.
        for member in object.members
        where member.value.list?.first?.object.map(isTask) == true && !keys.contains(member.key) {
          look(member.value, member.key, depth + 1)
        }
      default: break
      }
    }
    look(value, nil, 0)
    return isOne ? found : nil
  }

  private static func isTask(_ object: JSONObject) -> Bool {
    object.has("title")
      && (object["@odata.type"]?.text == "#microsoft.graph.todoTask"
        || object.has("importance") && (object.has("status") || object.has("isReminderOn")))
  }

  static func read(_ tasks: [(list: String?, task: JSONObject)]) -> MovedFile {
    var file = MovedFile()
    file.program = "Microsoft To Do"
    var drafts: [Draft] = []
    for (list, task) in tasks {
      if task["@removed"] != nil {
        file.leave(task["title"]?.text ?? task["id"]?.text ?? MovedFile.unnamedRow, .deletedThere)
        continue
      }
      drafts.append(draft(task, list, &file))
    }
    Draft.finish(consume drafts, into: &file)
    return file
  }

  // MARK: CSV

  /// The table that Microsoft-To-Do-Export writes: rows of lists, of their tasks, and of the steps of these.
  static func isHeader(_ names: [String]) -> Bool { names == ["type", "id", "title", "status", "note", "duedate"] }

  static func read(_ table: Table) -> MovedFile {
    var file = MovedFile()
    file.program = "Microsoft To Do"
    if table.isCut { file.leave(MovedFile.end, .endsInRow) }
    var list: String?
    var drafts: [Draft] = []
    for (number, row) in table.rows.enumerated() where !row.isEmpty {
      let title = row["Title"] ?? ""
      switch row["Type"]?.lowercased() {
      case "list": list = row["Title"]
      case "task":
        var draft = Draft()
        draft.item.title = title
        draft.number = number + 1
        draft.item.sourceID = row["ID"]
        draft.id = draft.item.sourceID
        draft.item.category = list
        draft.describe(row.raw("Note")?.normalLines)
        status(row["Status"], &draft)
        if let text = row["Due Date"] {
          // "2026-12-01 23:00:00 +0000 UTC"
          let words = text.split(separator: " ")
          if let moment = Moment(words.prefix(3).joined(separator: " ")),
            let local = Moment(words.prefix(2).joined(separator: " "))
          {
            draft.item.setDue(
              .day(
                moment.stamp == local.stamp ? nearestDay(local.stamp) : CalendarDate(CivilTime(seconds: local.stamp))),
              zone: nil)
          } else {
            draft.keep("Due", text)
            file.leave(title, .noDate, text)
          }
        }
        drafts.append(draft)
      case "step" where !drafts.isEmpty:
        drafts[drafts.count - 1].item.checklist.append(
          .init(text: title, isDone: row["Status"]?.lowercased() == "true"))
      case let type: file.leave(title, .unknownRow, type ?? "?")
      }
    }
    Draft.finish(consume drafts, into: &file)
    return file
  }

  private static func status(_ status: String?, _ draft: inout Draft) {
    switch status {
    case "completed": draft.item.isDone = true
    case "notStarted", nil: break
    case "inProgress": draft.keep("Status", "in progress")
    case "waitingOnOthers": draft.keep("Status", "waiting on others")
    default: draft.keep("Status", status)
    }
  }

  // MARK: JSON

  private static func draft(_ task: JSONObject, _ list: String?, _ file: inout MovedFile) -> Draft {
    var draft = Draft()
    draft.item.title = task["title"]?.text ?? ""
    draft.item.category = list
    draft.item.sourceID = task["id"]?.text
    draft.id = draft.item.sourceID
    if let body = task["body"]?.object {
      let content = body["content"]?.text
      draft.describe(
        body["contentType"]?.text?.lowercased() == "html" ? content.flatMap { Text.block($0) } : content?.normalLines)
    }
    switch task["importance"]?.text?.lowercased() {
    case "high": draft.item.priority = .high
    case "low": draft.item.priority = .low
    default: break
    }
    status(task["status"]?.text, &draft)
    draft.item.createdAt = task["createdDateTime"]?.stamp
    if let done = task["completedDateTime"] {
      draft.item.doneAt = (done.object?["dateTime"]?.text ?? done.text).flatMap { Moment($0)?.stamp }
      if let stamp = draft.item.doneAt, let zone = done.object?["timeZone"]?.text.flatMap({ TimeZoneRules.named($0) }) {
        draft.item.doneAt = zone.name == "UTC" ? stamp : zone.moment(of: stamp)
      }
    }
    for category in task["categories"]?.list ?? [] { draft.tag(category.text) }
    for entry in task["checklistItems"]?.list ?? [] {
      guard let line = entry.object else { continue }
      draft.item.checklist.append(
        .init(text: line["displayName"]?.text ?? "", isDone: line["isChecked"]?.isTrue == true))
    }
    setDates(task, &draft, &file)
    setReminder(task, &draft)
    for link in task["linkedResources"]?.list ?? [] {
      draft.keep("Link", link.object?.words("displayName", "webUrl"))
    }
    for attachment in task["attachments"]?.list ?? [] {
      draft.attach(
        attachment.object?["name"]?.text, base64: attachment.object?["contentBytes"]?.text, &file)
    }
    if task["hasAttachments"]?.isTrue == true, task["attachments"] == nil {
      file.leave(draft.item.title, .attachments)
    }
    return draft
  }

  private static func setDates(_ task: JSONObject, _ draft: inout Draft, _ file: inout MovedFile) {
    let range = task["recurrence"]?.object?["range"]?.object
    let zone = range?["recurrenceTimeZone"]?.text.flatMap { TimeZoneRules.named($0) }
    if let day = day(task["dueDateTime"], zone, file: &file, draft.item.title) {
      draft.item.setDue(.day(day), zone: nil)
    }
    if let start = day(task["startDateTime"], zone, file: &file, draft.item.title) {
      if draft.item.dueDate == nil || start.iso < draft.item.dueDate ?? "" { draft.item.notBefore = start.iso }
    }
    guard let pattern = task["recurrence"]?.object?["pattern"]?.object else { return }
    // The first date of a rule is in the zone of the person: it tells which day the deadline is.
    if draft.item.dueDate == nil, let start = range?["startDate"]?.text, let day = CalendarDate(start) {
      draft.item.setDue(.day(day), zone: nil)
    }
    if let rule = rule(pattern, range) {
      draft.setRepeat(rule, &file)
    } else {
      let text = JSONText.text(.object(pattern))
      draft.keep("Repeat", text)
      file.leave(draft.item.title, .unknownRepeat, text)
    }
  }

  private static func setReminder(_ task: JSONObject, _ draft: inout Draft) {
    if task["isReminderOn"] == .bool(false), let reminder = task["reminderDateTime"]?.object?["dateTime"]?.text {
      draft.keep("Reminder", "\(reminder), turned off")
    } else if let reminder = task["reminderDateTime"]?.object, let text = reminder["dateTime"]?.text,
      let moment = Moment(text)
    {
      var seconds = moment.stamp
      if let zone = reminder["timeZone"]?.text.flatMap({ TimeZoneRules.named($0) }), zone.name != "UTC" {
        seconds = zone.moment(of: seconds)
      }
      remind(at: seconds, task["dueDateTime"], &draft)
    }
  }

  /// A deadline is a day, written as its midnight where the person was.
  private static func day(
    _ value: JSON?, _ zone: TimeZoneRules?, file: inout MovedFile, _ title: String
  ) -> CalendarDate? {
    guard let value, let text = value.object?["dateTime"]?.text ?? value.text else { return nil }
    guard let moment = Moment(text) else {
      file.leave(title, .noDate, text)
      return nil
    }
    let named = value.object?["timeZone"]?.text.flatMap { TimeZoneRules.named($0) }
    let local: Int
    switch moment {
    case .day(let day): return day
    case .local(let time):
      local = named.map { $0.name == "UTC" ? time.seconds : $0.moment(of: time.seconds) } ?? time.seconds
    // The zone that stands beside it is the one of the clock, whatever an exporter writes behind the time.
    case .utc(let seconds): local = named.map { $0.name == "UTC" ? seconds : $0.moment(of: seconds) } ?? seconds
    }
    if let named, named.name != "UTC" { return named.day(at: local) }
    if let zone, zone.name != "UTC" { return zone.day(at: local) }
    return nearestDay(local)
  }

  /// Of midnights in UTC: west of Greenwich they are in the same day's morning, east of it on the evening before.
  private static func nearestDay(_ seconds: Int) -> CalendarDate {
    CalendarDate(CivilTime(seconds: seconds + 12 * 3600 - 1))
  }

  private static func remind(at seconds: Int, _ due: JSON?, _ draft: inout Draft) {
    let text = Moment.text(seconds)
    if let midnight = due?.object?["dateTime"]?.text.flatMap({ Moment($0)?.stamp }) {
      draft.remind(secondsBefore: midnight - seconds, text)
      return
    }
    if draft.item.dueDate == nil {
      // Nothing but a moment at which it is to be remembered.
      draft.item.setDue(.utc(seconds), zone: nil)
      draft.remind(secondsBefore: 0, text)
    } else {
      draft.keep("Reminder", text)
    }
  }

  /// Graph's recurrencePattern and recurrenceRange as RFC 5545 has them.
  private static func rule(_ pattern: JSONObject, _ range: JSONObject?) -> String? {
    let interval = pattern["interval"]?.number ?? 1
    let days = (pattern["daysOfWeek"]?.list ?? []).compactMap { $0.text.flatMap { weekday($0) } }
    let place =
      ["first": "1", "second": "2", "third": "3", "fourth": "4", "last": "-1"][pattern["index"]?.text ?? "first"] ?? "1"
    let (day, month) = (pattern["dayOfMonth"]?.text ?? "0", pattern["month"]?.text ?? "0")
    var parts: [String]
    switch pattern["type"]?.text {
    case "daily": parts = ["FREQ=DAILY"]
    case "weekly": parts = ["FREQ=WEEKLY"] + (days.isEmpty ? [] : ["BYDAY=\(days.joined(separator: ","))"])
    case "absoluteMonthly": parts = ["FREQ=MONTHLY"] + (day == "0" ? [] : ["BYMONTHDAY=\(day)"])
    case "relativeMonthly" where !days.isEmpty: parts = ["FREQ=MONTHLY"] + relative(days, place)
    case "absoluteYearly":
      parts = ["FREQ=YEARLY"] + (month == "0" ? [] : ["BYMONTH=\(month)"]) + (day == "0" ? [] : ["BYMONTHDAY=\(day)"])
    case "relativeYearly" where !days.isEmpty:
      parts = ["FREQ=YEARLY"] + (month == "0" ? [] : ["BYMONTH=\(month)"]) + relative(days, place)
    default: return nil
    }
    if interval > 1 { parts.append("INTERVAL=\(interval)") }
    if pattern["type"]?.text == "weekly", interval > 1,
      let start = pattern["firstDayOfWeek"]?.text.flatMap({ weekday($0) }),
      start != "MO"
    {
      parts.append("WKST=\(start)")
    }
    switch range?["type"]?.text {
    case "endDate":
      if let end = range?["endDate"]?.text.flatMap({ CivilTime(date: $0) }) { parts.append("UNTIL=\(end.basicDate)") }
    case "numbered": if let count = range?["numberOfOccurrences"]?.text, count != "0" { parts.append("COUNT=\(count)") }
    default: break
    }
    return parts.joined(separator: ";")
  }

  /// One weekday by its place; of several, the first of all of them.
  private static func relative(_ days: [String], _ place: String) -> [String] {
    days.count == 1 ? ["BYDAY=\(place)\(days[0])"] : ["BYDAY=\(days.joined(separator: ","))", "BYSETPOS=\(place)"]
  }

  private static func weekday(_ name: String) -> String? {
    [
      "monday": "MO", "tuesday": "TU", "wednesday": "WE", "thursday": "TH", "friday": "FR", "saturday": "SA",
      "sunday": "SU",
    ][name.lowercased()]
  }
}
