import CivilTime
import ICalendar
import RecipeImport

/// TickTick's backup: CSV behind a few lines about the file.
enum TickTick {
  static func isHeader(_ names: [String]) -> Bool {
    // Older versions give rows no ids.
    names.contains("listname") && names.contains("title") && (names.contains("taskid") || names.contains("ischecklist"))
  }

  static func read(_ table: Table) -> MovedFile {
    var file = MovedFile()
    file.program = "TickTick"
    if table.isCut { file.leave(MovedFile.end, .endsInRow) }
    let common = zone(of: table)
    var drafts: [Draft] = []
    let areAlone = table.count > Draft.many && !table.rows.contains { $0["parentId"] != nil }
    let others = table.others(than: known)
    for row in table.rows where !row.isEmpty {
      if var draft = draft(row, common, &file) {
        for name in others { draft.keep(name, row.raw(name)?.normalLines) }
        drafts.append(draft)
      }
      if areAlone { Draft.finish(thousandOf: &drafts, into: &file) }
    }
    Draft.finish(consume drafts, into: &file)
    return file
  }

  /// Columns that have a place, and those of the order and the view in the program.
  private static let known: Set<String> = [
    "foldername", "listname", "title", "kind", "tags", "content", "ischecklist", "startdate", "duedate", "reminder",
    "repeat", "repeatfrom", "priority", "status", "createdtime", "completedtime", "order", "timezone", "isallday",
    "isfloating", "columnname", "columnorder", "viewmode", "taskid", "parentid",
  ]

  /// The zone of rows that name none: that of all others, if they have the same one.
  private static func zone(of table: Table) -> TimeZoneRules? {
    let names = Set(table.rows.compactMap { $0["Timezone"] })
    return names.count == 1 ? names.first.flatMap { TimeZoneRules.named($0) } : nil
  }

  private static func draft(_ row: Table.Row, _ common: TimeZoneRules?, _ file: inout MovedFile) -> Draft? {
    var draft = Draft()
    draft.item.title = row["Title"] ?? ""
    let name = draft.item.title.oneLine.nonEmpty ?? row["taskId"] ?? MovedFile.unnamedRow
    draft.id = row["taskId"]
    draft.item.sourceID = draft.id
    draft.parent = row["parentId"]
    let list = row["List Name"]
    draft.item.category = list
    if let folder = row["Folder Name"], folder != list { draft.keep("Folder", folder) }
    if let column = row["Column Name"] { draft.keep("Column", column) }
    for tag in (row["Tags"] ?? "").commaList { draft.tag(tag.hasPrefix("#") ? String(tag.dropFirst()) : tag) }
    let content = row.raw("Content")?.normalLines
    if row["Is Check list"]?.uppercased() == "Y" || row["Kind"]?.uppercased() == "CHECKLIST" {
      checklist(content, &draft)
    } else {
      draft.describe(content)
    }
    if row["Kind"]?.uppercased() == "NOTE" { draft.keep("Kind", "note") }
    switch row["Priority"] {
    case "1": draft.item.priority = .low
    case "3": draft.item.priority = .medium
    case "5": draft.item.priority = .high
    case nil, "0": break
    default: draft.keep("Priority", row["Priority"])
    }
    switch row["Status"] {
    case "1", "2": draft.item.isDone = true
    case "-1":
      draft.item.isDone = true
      draft.keep("Status", "won't do")
    case nil, "0": break
    default: draft.keep("Status", row["Status"])
    }
    let zone = row["Timezone"].flatMap { TimeZoneRules.named($0) } ?? common
    if let name = row["Timezone"], TimeZoneRules.named(name) == nil { draft.keep("Time zone", name) }
    draft.item.createdAt = stamp(row, "Created Time", name, &file)
    if let done = stamp(row, "Completed Time", name, &file) {
      if draft.item.isDone { draft.item.doneAt = done } else { draft.keep("Completed", Moment.text(done)) }
    }
    dates(row, zone, name, &draft, &file)
    if let rule = row["Repeat"] { repeats(rule, row, &draft, &file) }
    for reminder in (row["Reminder"] ?? "").split(whereSeparator: { $0 == "," || $0 == "\n" }).map(\.trimmed) {
      var text = reminder
      if text.uppercased().hasPrefix("TRIGGER:") { text = String(text.dropFirst(8)) }
      guard text.utf8.count < 100, let seconds = CalendarObject.seconds(ofDuration: text) else {
        draft.keep("Reminder", reminder)
        continue
      }
      draft.remind(secondsBefore: -seconds, reminder)
    }
    return draft
  }

  /// TickTick's own parts of a rule: TT_FROM=2 counts from the day of completion, TT_WORKDAY is the first or last workday of a
  /// month, TT_SKIP leaves days out.
  private static func repeats(_ text: String, _ row: Table.Row, _ draft: inout Draft, _ file: inout MovedFile) {
    var fromDone = row["Repeat From"] == "1"
    var (parts, skipped): ([Substring], [Substring]) = ([], [])
    for part in text.split(separator: ";") {
      switch part.uppercased() {
      case "TT_FROM=2": fromDone = true
      case "TT_WORKDAY=1": parts.append("BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1")
      case "TT_WORKDAY=-1": parts.append("BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1")
      case let part where part.hasPrefix("TT_SKIP="): skipped += part.dropFirst(8).split(separator: ",")
      case let part where part.hasPrefix("TT_"): draft.keep("Repeat", part)
      default: parts.append(part)
      }
    }
    let plain = (text.uppercased().hasPrefix("RRULE:") ? text.dropFirst(6) : text[...]).uppercased()
    let isDaily = plain.hasPrefix("FREQ=DAILY") && !parts.contains { $0.hasPrefix("INTERVAL=") && $0 != "INTERVAL=1" }
    if isDaily, !fromDone, let place = skipped.firstIndex(of: "WEEKEND") {
      skipped.remove(at: place)
      parts = ["FREQ=WEEKLY", "BYDAY=MO,TU,WE,TH,FR"] + parts.dropFirst().filter { $0 != "INTERVAL=1" }
    }
    draft.setRepeat(parts.joined(separator: ";"), fromDone: fromDone, &file)
    for day in skipped {
      draft.keep("Not on", day.lowercased())
      file.leave(draft.item.title, .otherDates, "TT_SKIP=\(day)")
    }
  }

  private static func stamp(_ row: Table.Row, _ column: String, _ name: String, _ file: inout MovedFile) -> Int? {
    guard let text = row[column] else { return nil }
    guard let moment = Moment(text) else {
      file.leave(name, .noDate, "\(column) \(text)")
      return nil
    }
    return moment.stamp
  }

  private static func dates(
    _ row: Table.Row, _ zone: TimeZoneRules?, _ name: String, _ draft: inout Draft, _ file: inout MovedFile
  ) {
    let isAllDay = row["Is All Day"]?.lowercased() == "true"
    let isFloating = row["Is Floating"]?.lowercased() == "true"
    func moment(_ column: String) -> Moment? {
      guard let text = row[column] else { return nil }
      guard let moment = Moment(text) else {
        draft.keep(column, text)
        file.leave(name, .noDate, "\(column) \(text)")
        return nil
      }
      guard isAllDay else {
        // Times without an offset are in UTC, as the file's first line says of its own. A floating one was written as if the
        // clock's time were the zone's.
        if case .day = moment { return moment }
        guard isFloating else { return .utc(moment.stamp) }
        return .local(CivilTime(seconds: moment.stamp + (zone?.offset(at: moment.stamp) ?? 0)))
      }
      switch moment {
      case .day: return moment
      case .local(let time): return .day(day(time.seconds, zone))
      case .utc(let seconds): return .day(day(seconds, zone))
      }
    }
    let due = moment("Due Date")
    let start = moment("Start Date")
    if let due { draft.item.setDue(due, zone: isFloating ? nil : zone) }
    guard let start else { return }
    if due == nil, draft.item.dueDate == nil {
      draft.item.setDue(start, zone: isFloating ? nil : zone)
      return
    }
    var other = MovedItem()
    other.setDue(start, zone: isFloating ? nil : zone)
    if let day = other.dueDate, day < draft.item.dueDate ?? "" { draft.item.notBefore = day }
    if other.dueTime != draft.item.dueTime || other.dueDate != draft.item.dueDate, let time = other.dueTime {
      draft.keep("Start", "\(other.dueDate ?? "") \(time)")
    }
  }

  /// A day is written as its midnight in the row's zone; without one, the closest midnight is meant.
  private static func day(_ seconds: Int, _ zone: TimeZoneRules?) -> CalendarDate {
    if let zone { return zone.day(at: seconds) }
    return CalendarDate(CivilTime(seconds: seconds + 12 * 3600 - 1))
  }

  /// `▫Milk▪Bread` of newer files; lines of older ones.
  private static func checklist(_ content: String?, _ draft: inout Draft) {
    guard let content else { return }
    guard content.unicodeScalars.contains(where: { $0 == "\u{25AB}" || $0 == "\u{25AA}" }) else {
      let lines = content.split(separator: "\n").map(\.trimmed).filter { !$0.isEmpty }
      if lines.count < 2 {
        draft.describe(content)
      } else {
        draft.item.checklist += lines.map { .init(text: $0, isDone: false) }
      }
      return
    }
    var (text, isDone, isLine) = ("", false, false)
    func end() {
      if isLine { draft.item.checklist.append(.init(text: text, isDone: isDone)) } else { draft.describe(text) }
      text = ""
    }
    for scalar in content.unicodeScalars {
      if scalar == "\u{25AB}" || scalar == "\u{25AA}" {
        end()
        (isDone, isLine) = (scalar == "\u{25AA}", true)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    end()
  }
}
