import CivilTime
import RecipeImport

/// Donetick's chores, as its interface answers.
enum Donetick {
  static func chores(in value: JSON) -> [JSONObject]? {
    let list = value.list ?? value.object?["res"]?.list ?? value.object?["chores"]?.list ?? [value]
    let chores = list.compactMap(\.object).filter { $0.has("frequencyType") && $0.has("name") }
    return chores.isEmpty ? nil : chores
  }

  static func read(_ chores: [JSONObject]) -> MovedFile {
    var file = MovedFile()
    file.program = "Donetick"
    Draft.finish(chores.map { draft($0, &file) }, into: &file)
    return file
  }

  private static func draft(_ row: JSONObject, _ file: inout MovedFile) -> Draft {
    var draft = Draft()
    draft.item.title = row["name"]?.text ?? ""
    draft.item.sourceID = row["id"]?.text
    draft.id = draft.item.sourceID
    draft.describe(row["description"]?.text.flatMap { Text.block($0) })
    draft.item.category = row["project"]?.object?["name"]?.text
    if draft.item.category == nil { draft.keep("Project", row["projectId"]?.text) }
    for label in row["labelsV2"]?.list ?? [] { draft.tag(label.object?["name"]?.text) }
    for label in row["labels"]?.text?.commaList ?? [] { draft.tag(label) }
    switch row["priority"]?.text {
    case "1": draft.item.priority = .high
    case "2": draft.item.priority = .medium
    case "3", "4": draft.item.priority = .low
    default: break
    }
    draft.item.createdAt = row["createdAt"]?.stamp
    let metadata =
      row["frequencyMetadata"]?.object
      ?? row["frequencyMetadata"]?.text.flatMap { JSONReader.values(Array($0.utf8)).first?.object }
    let zone = metadata?["timezone"]?.text.flatMap { TimeZoneRules.named($0) }
    if let due = row["nextDueDate"]?.text, !due.hasPrefix("0001-") {
      if let moment = Moment(due) {
        draft.item.setDue(moment, zone: zone)
      } else {
        draft.keep("Due", due)
        file.leave(draft.item.title, .noDate, due)
      }
    }
    repeats(row, metadata, &draft, &file)
    takePeople(row, &draft)
    draft.item.checklist = lines(row)
    if row["notification"]?.isTrue == true { remind(row["notificationMetadata"]?.object, &draft) }
    if row["isActive"]?.isTrue == false {
      if ["once", "no_repeat"].contains(row["frequencyType"]?.text ?? "") {
        draft.item.isDone = true
      } else {
        draft.keep("Donetick", "not active")
      }
    }
    switch row["status"]?.text {
    case "1": draft.keep("Status", "in progress")
    case "2": draft.keep("Status", "paused")
    case "3": draft.keep("Status", "waits for approval")
    default: break
    }
    if let offset = row["deadlineOffset"]?.number, offset != 0 {
      draft.keep("Deadline", "\(offset / 60) minutes after it is due")
    }
    if let thing = row["thingChore"]?.object { draft.keep("Thing", JSONText.text(.object(thing))) }
    if let points = row["points"]?.text, points != "0" { draft.keep("Points", points) }
    if row["requireApproval"]?.isTrue == true { draft.keep("Donetick", "needs approval") }
    if row["isPrivate"]?.isTrue == true { draft.keep("Donetick", "private") }
    if let window = row["completionWindow"]?.text, window != "0" { draft.keep("Completion window", "\(window) hours") }
    return draft
  }

  private static func takePeople(_ row: JSONObject, _ draft: inout Draft) {
    // The file has numbers; whoever moves in says whom they mean.
    draft.item.people = row.rows("assignees").compactMap { $0["displayName", "username", "userId"]?.text }
    if draft.item.people.isEmpty, let one = row["assignedTo"]?.text, one != "0" { draft.item.people = [one] }
    if let strategy = row["assignStrategy"]?.text, strategy != "no_assignee",
      draft.item.people.count > 1 || strategy != "random"
    {
      draft.keep(
        "Turns",
        strategy.split(separator: "_").joined(separator: " ") + (row["assignedTo"]?.text.map { ", now \($0)" } ?? ""))
    }
  }

  private static func remind(_ notes: JSONObject?, _ draft: inout Draft) {
    if notes?["dueDate"]?.isTrue == true { draft.remind(secondsBefore: 0, "when it is due") }
    for template in notes?.rows("templates") ?? [] {
      guard let value = template["value"]?.number, abs(value) < 100_000 else { continue }
      let unit = ["m": 60, "h": 3600, "d": 86400][template["unit"]?.text ?? "m"] ?? 60
      draft.remind(secondsBefore: -value * unit, "\(value) \(template["unit"]?.text ?? "")")
    }
    for (key, text) in [
      ("predue", "before it is due"), ("nagging", "again and again"), ("completion", "when it is done"),
      ("circleGroup", "to the group"),
    ] where notes?[key]?.isTrue == true {
      draft.keep("Reminder", text)
    }
  }

  /// The lines by their places; those of a line stand behind it.
  private static func lines(_ row: JSONObject) -> [MovedItem.Line] {
    let rows = row.rows("subTasks")
    let ids = Set(rows.compactMap { $0["id"]?.text })
    let sorted = rows.enumerated().sorted {
      (Int($0.element["orderId"]?.text ?? "") ?? 0, $0.offset) < (
        Int($1.element["orderId"]?.text ?? "") ?? 0, $1.offset
      )
    }.map(\.element)
    let inner = Dictionary(grouping: sorted.indices) { index in
      sorted[index]["parentId"]?.text.flatMap { ids.contains($0) ? $0 : nil }
    }
    var (lines, taken): ([MovedItem.Line], Set<Int>) = ([], [])
    func take(_ places: [Int], _ depth: Int) {
      for place in places where taken.insert(place).inserted {
        let line = sorted[place]
        lines.append(.init(text: line["name"]?.text ?? "", isDone: line["completedAt"]?.text != nil))
        if depth < 50, let id = line["id"]?.text { take(inner[id] ?? [], depth + 1) }
      }
    }
    take(inner[nil] ?? [], 0)
    // Those of a circle, and those deeper than that.
    take(Array(sorted.indices), 50)
    return lines
  }

  private static func repeats(
    _ row: JSONObject, _ metadata: JSONObject?, _ draft: inout Draft, _ file: inout MovedFile
  ) {
    let (type, count) = (row["frequencyType"]?.text ?? "", row["frequency"]?.text ?? "1")
    let fromDone = row["isRolling"]?.isTrue == true
    let days = (metadata?["days"]?.list ?? []).compactMap { $0.text.map { String($0.uppercased().prefix(2)) } }
    let months = (metadata?["months"]?.list ?? []).compactMap { $0.text.flatMap { month($0) } }
    let byMonth =
      months.isEmpty || months.count == 12 ? "" : ";BYMONTH=\(months.map { String($0) }.joined(separator: ","))"
    let rule: String?
    switch type {
    case "once", "no_repeat", "": return
    case "daily": rule = "FREQ=DAILY"
    case "weekly": rule = "FREQ=WEEKLY"
    case "monthly": rule = "FREQ=MONTHLY"
    case "yearly": rule = "FREQ=YEARLY"
    case "interval":
      let unit = ["days": "DAILY", "weeks": "WEEKLY", "months": "MONTHLY", "years": "YEARLY"][
        metadata?["unit"]?.text?.nonEmpty ?? "days"]
      rule = unit.map { "FREQ=\($0);INTERVAL=\(count)" }
    case "days_of_the_week" where !days.isEmpty:
      let pattern = metadata?["weekPattern"]?.text?.nonEmpty ?? "every_week"
      // Older versions call them numbers of weeks.
      let places =
        [metadata?["occurrences"]?.list, metadata?["weekNumbers"]?.list].compactMap { list in
          list?.compactMap { $0.text == "last" ? "-1" : $0.text }
        }.first { !$0.isEmpty } ?? []
      if pattern == "every_week" {
        rule = "FREQ=WEEKLY;BYDAY=\(days.joined(separator: ","))\(byMonth)"
      } else if pattern == "week_of_month", !places.isEmpty {
        rule =
          "FREQ=MONTHLY;BYDAY=\(places.flatMap { place in days.map { place + $0 } }.joined(separator: ","))\(byMonth)"
      } else {
        rule = nil
      }
    // The last day of a month that is too short.
    case "day_of_the_month": rule = Int(count).map { "FREQ=MONTHLY;\(Draft.monthDay($0))\(byMonth)" }
    default: rule = nil
    }
    if let rule {
      draft.setRepeat(rule, fromDone: fromDone, &file)
    } else {
      let parts = [type, type == "interval" ? count : nil, metadata.map { JSONText.text(.object($0)) }]
      draft.keep("Repeat", parts.compactMap { $0 }.joined(separator: " "))
      file.leave(draft.item.title, .unknownRule, type)
    }
  }

  private static func month(_ name: String) -> Int? {
    let names = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    return names.firstIndex { name.lowercased().hasPrefix($0) }.map { $0 + 1 }
  }
}
