import CivilTime
import RecipeImport
import Recurrence

/// The backup of Super Productivity.
struct SuperProductivity {
  private static func root(_ object: JSONObject) -> JSONObject { object["data"]?.object ?? object }

  static func isBackup(_ object: JSONObject) -> Bool {
    let root = root(object)
    return root["task"]?.object?.has("entities") == true && (root.has("taskRepeatCfg") || root.has("globalConfig"))
  }

  static func read(_ object: JSONObject) -> MovedFile {
    var reader = SuperProductivity(root(object))
    reader.read()
    return reader.file
  }

  private let root: JSONObject
  /// Titles by ids.
  private let projects: [String: String]
  private let tags: [String: String]
  private let configurations: [(id: String, row: JSONObject)]
  private let rules: [String: JSONObject]
  /// Sections, planned days and reminders by the ids of the tasks that they name.
  private var sections: [String: [String]] = [:]
  private var planned: [String: String] = [:]
  private var reminders: [String: JSONObject] = [:]
  /// The rules that have an open task.
  private var running: Set<String> = []
  private var file = MovedFile()

  private init(_ root: JSONObject) {
    func names(_ key: String) -> [String: String] {
      Dictionary(
        Self.entities(root[key]?.object).map { ($0.id, $0.row["title"]?.text ?? "") },
        uniquingKeysWith: { first, _ in first })
    }
    self.root = root
    (projects, tags) = (names("project"), names("tag"))
    configurations = Self.entities(root["taskRepeatCfg"]?.object)
    rules = Dictionary(configurations.map { ($0.id, $0.row) }, uniquingKeysWith: { first, _ in first })
    for (_, section) in Self.entities(root["section"]?.object) {
      for id in section.texts("taskIds") { sections[id, default: []].append(section["title"]?.text ?? "") }
    }
    for day in root["planner"]?.object?["days"]?.object?.members ?? [] {
      for id in (day.value.list ?? []).compactMap(\.text) { planned[id] = day.key }
    }
    for reminder in root.rows("reminders") {
      if let id = reminder["relatedId"]?.text { reminders[id] = reminder }
    }
    file.program = "Super Productivity"
  }

  /// The rows of a part of the backup, in the order that it gives.
  private static func entities(_ object: JSONObject?) -> [(id: String, row: JSONObject)] {
    let members = object?["entities"]?.object?.members ?? []
    let rows = Dictionary(
      members.compactMap { member in member.value.object.map { (member.key, $0) } },
      uniquingKeysWith: { first, _ in first })
    let ids = object?.texts("ids") ?? []
    let known = Set(ids)
    return ids.compactMap { id in rows[id].map { (id, $0) } }
      + members.compactMap { member in
        known.contains(member.key) ? nil : member.value.object.map { (member.key, $0) }
      }
  }

  private mutating func read() {
    // Old versions have one archive.
    let archives =
      ["archiveYoung", "archiveOld"].compactMap { root[$0]?.object?["task"]?.object }
      + [root["taskArchive"]?.object].compactMap { $0 }
    var drafts: [Draft] = []
    var seen: Set<String> = []
    for (place, list) in ([root["task"]?.object].compactMap { $0 } + archives).enumerated() {
      for (id, row) in Self.entities(list) where seen.insert(id).inserted {
        drafts.append(draft(row, id, isArchived: place > 0))
      }
    }
    for (id, row) in configurations where !running.contains(id) { drafts.append(draft(rule: row, id)) }
    for (_, note) in Self.entities(root["note"]?.object) {
      file.leave(
        note["content"]?.text?.split(separator: "\n").first.map(String.init) ?? "a note",
        .ownText, note["content"]?.text ?? "")
    }
    Draft.finish(consume drafts, into: &file)
  }

  private mutating func draft(_ row: JSONObject, _ id: String, isArchived: Bool) -> Draft {
    var draft = task(row, id)
    if isArchived { draft.item.isDone = true }
    for section in sections[id] ?? [] { draft.tag(section) }
    if draft.item.dueDate == nil, let day = planned[id].flatMap({ CalendarDate($0) }) {
      draft.item.setDue(.day(day), zone: nil)
    }
    if let key = row["repeatCfgId"]?.text, let rule = rules[key], !draft.item.isDone, running.insert(key).inserted {
      if draft.item.dueDate == nil { Self.due(rule, &draft) }
      Self.repeats(rule, &draft, &file)
      Self.exceptions(rule, &draft, &file)
      if (row["subTaskIds"]?.list ?? []).isEmpty { Self.lines(rule, &draft) }
    }
    if let moment = Moment.milliseconds((reminders[id] ?? row)["remindAt"]?.text) {
      draft.remind(secondsBefore: draft.item.dueSeconds.map { $0 - moment } ?? -1, Moment.text(moment))
    }
    return draft
  }

  /// A rule without an open task.
  private mutating func draft(rule row: JSONObject, _ id: String) -> Draft {
    var draft = task(row, id)
    Self.due(row, &draft)
    Self.repeats(row, &draft, &file)
    Self.advance(row, &draft)
    Self.exceptions(row, &draft, &file)
    Self.lines(row, &draft)
    return draft
  }

  private mutating func task(_ row: JSONObject, _ id: String) -> Draft {
    var draft = Draft()
    draft.id = id
    draft.item.sourceID = id
    draft.item.title = row["title"]?.text ?? ""
    draft.parent = row["parentId"]?.text
    draft.item.category = row["projectId"]?.text.flatMap { projects[$0] }
    // "Today" is a view, not a label.
    for tag in row.texts("tagIds") where tag != "TODAY" { draft.tag(tags[tag] ?? tag) }
    draft.describe(row["notes"]?.text)
    draft.item.isDone = row["isDone"]?.isTrue == true
    draft.item.doneAt = Moment.milliseconds(row["doneOn"]?.text)
    draft.item.createdAt = Moment.milliseconds(row["created"]?.text)
    switch row["priority"]?.text {
    case "3", "high": draft.item.priority = .high
    case "2", "medium": draft.item.priority = .medium
    case "1", "low": draft.item.priority = .low
    default: draft.keep("Priority", row["priority"]?.text)
    }
    if let time = row["dueWithTime"] ?? row["plannedAt"], let seconds = Moment.milliseconds(time.text) {
      draft.item.setDue(.utc(seconds - seconds % 60), zone: nil)
    } else if let day = row["dueDay"]?.text {
      if let date = CalendarDate(day) {
        draft.item.setDue(.day(date), zone: nil)
      } else {
        draft.keep("Due", day)
        file.leave(draft.item.title, .noDate, day)
      }
    }
    if let deadline = row["deadlineDay"]?.text ?? Moment.milliseconds(row["deadlineWithTime"]?.text).map(Moment.text) {
      if draft.item.dueDate == nil, let moment = Moment(deadline) {
        draft.item.setDue(moment, zone: nil)
      } else {
        draft.keep("Deadline", deadline)
      }
    }
    draft.keep("Reminder of the deadline", Moment.milliseconds(row["deadlineRemindAt"]?.text).map(Moment.text))
    for (key, name) in [("timeEstimate", "Estimate"), ("timeSpent", "Time spent"), ("defaultEstimate", "Estimate")] {
      if let milliseconds = row[key]?.text.flatMap({ Double($0) }), milliseconds >= 60_000, milliseconds < 1e13 {
        draft.keep(name, "\(Int(milliseconds / 60_000)) min")
      }
    }
    for attachment in row.rows("attachments") { draft.keep("Attachment", attachment.words("title", "path")) }
    if let issue = row["issueId"]?.text {
      draft.keep("Issue", [row["issueType"]?.text, issue].compactMap { $0 }.joined(separator: " "))
    }
    return draft
  }

  /// The day that the last task of a rule was made for.
  private static func lastDay(_ row: JSONObject) -> CalendarDate? {
    row["lastTaskCreationDay"]?.text.flatMap { CalendarDate($0) }
      ?? Moment.milliseconds(row["lastTaskCreation"]?.text).map { CalendarDate(CivilTime(seconds: $0)) }
  }

  /// The first date of a rule; of one without, its last task's.
  private static func due(_ row: JSONObject, _ draft: inout Draft) {
    guard let day = row["startDate"]?.text.flatMap({ CivilTime(date: $0) }) ?? lastDay(row)?.civil else { return }
    guard let time = row["startTime"]?.text.flatMap({ TimeOfDay($0) }) else {
      draft.item.setDue(.day(CalendarDate(day)), zone: nil)
      return
    }
    var local = day
    (local.hour, local.minute) = (time.hour, time.minute)
    draft.item.setDue(.local(local), zone: nil)
    let minutes = ["AtStart": 0, "m5": 5, "m10": 10, "m15": 15, "m30": 30, "h1": 60][row["remindAt"]?.text ?? ""]
    if let minutes { draft.remind(secondsBefore: minutes * 60, "\(minutes) minutes before") }
  }

  /// A rule without an open task goes on behind the last day that one was made for.
  private static func advance(_ row: JSONObject, _ draft: inout Draft) {
    guard let rule = draft.item.repeats.flatMap({ RecurrenceRule($0) }), rule.count == nil, let last = lastDay(row),
      let due = draft.item.dueDate, due <= last.iso, let start = CivilTime(date: due)
    else { return }
    let deleted = Set(row.texts("deletedInstanceDates"))
    let dates = RecurrenceDates(rule, from: start, notBefore: CalendarDate(days: last.days + 1).civil)
    if let next = dates.prefix(2_000).first(where: { !deleted.contains($0.date) }) { draft.item.dueDate = next.date }
  }

  private static func exceptions(_ row: JSONObject, _ draft: inout Draft, _ file: inout MovedFile) {
    let days = row.texts("deletedInstanceDates")
    for day in days { draft.keep("Not on", day) }
    for day in draft.skip(Set(days.filter { $0 >= draft.item.dueDate ?? "" })).sorted() {
      file.leave(draft.item.title, .otherDates, day)
    }
  }

  private static func lines(_ row: JSONObject, _ draft: inout Draft) {
    for line in row.rows("subTaskTemplates") {
      let title = line["title"]?.text ?? ""
      draft.item.checklist.append(.init(text: title, isDone: false))
      if let notes = line["notes"]?.text?.nonEmpty { draft.describe("\(title): \(notes)") }
    }
  }

  private static func repeats(_ row: JSONObject, _ draft: inout Draft, _ file: inout MovedFile) {
    let rule = rule(row, due: draft.item.dueDate)
    if row["isPaused"]?.isTrue == true {
      draft.keep("Repeat", "paused: \(rule)")
      file.leave(draft.item.title, .pausedRepeat, rule)
      return
    }
    draft.setRepeat(rule, fromDone: row["repeatFromCompletionDate"]?.isTrue == true, &file)
  }

  /// The value of an RRULE.
  /// - Parameter due: the day of the open task, which may have been moved away from the rule's.
  private static func rule(_ row: JSONObject, due: String?) -> String {
    // Newer versions have the rule itself, and the fields for older ones.
    if let rule = row["rrule"]?.text?.nonEmpty { return rule }
    // Old versions repeat by weekdays alone.
    let cycle = row["repeatCycle"]?.text ?? "WEEKLY"
    var rule = "FREQ=\(cycle);INTERVAL=\(row["repeatEvery"]?.text ?? "1")"
    if let end = row["endDate"]?.text.flatMap({ CivilTime(date: $0) }) { rule += ";UNTIL=\(end.basicDate)" }
    let names = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
    let days = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]
    let start = row["startDate"]?.text.flatMap { CalendarDate($0)?.civil }
    let isMoved = row["repeatFromCompletionDate"]?.isTrue != true && start?.date != due
    switch cycle {
    case "WEEKLY":
      let chosen = names.indices.filter { row[names[$0]]?.isTrue == true }.map { days[$0] }
      if !chosen.isEmpty { rule += ";BYDAY=\(chosen.joined(separator: ","))" }
    case "MONTHLY":
      if let place = row["monthlyWeekOfMonth"]?.number, [-1, 1, 2, 3, 4].contains(place),
        let day = row["monthlyWeekday"]?.number, days.indices.contains(day)
      {
        rule += ";BYDAY=\(place)\(days[day])"
      } else if row["monthlyLastDay"]?.isTrue == true {
        rule += ";BYMONTHDAY=-1"
      } else if isMoved, let start {
        rule += ";\(Draft.monthDay(start.day))"
      }
    case "YEARLY": if isMoved, let start { rule += ";BYMONTH=\(start.month);BYMONTHDAY=\(start.day)" }
    default: break
    }
    return rule
  }
}
