import CivilTime

/// Toodledo's CSV.
enum Toodledo {
  static func isHeader(_ names: [String]) -> Bool {
    Set(["task", "folder", "context", "goal"]).isSubset(of: Set(names))
  }

  static func read(_ table: Table, now: CivilTime) -> MovedFile {
    var file = MovedFile()
    file.program = "Toodledo"
    if table.isCut { file.leave(MovedFile.end, .endsInRow) }
    let dates = TodoistDates(now: now, year: now.year)
    let others = table.others(than: known)
    var drafts: [Draft] = []
    let areAlone = table.count > Draft.many && !table.rows.contains { $0["PARENT"] != nil }
    for (number, row) in table.rows.enumerated() where !row.isEmpty {
      var draft = Draft()
      draft.item.title = row["TASK"] ?? ""
      draft.number = number + 1
      draft.item.category = row["FOLDER"]
      draft.tag(row["CONTEXT"])
      for tag in (row["TAG"] ?? "").commaList { draft.tag(tag) }
      draft.describe(row.raw("NOTE")?.normalLines)
      for (column, name) in [
        ("GOAL", "Goal"), ("LOCATION", "Location"), ("LENGTH", "Length"), ("TIMER", "Timer"), ("STATUS", "Status"),
      ] {
        draft.keep(name, row[column])
      }
      if let star = row["STAR"], !["no", "0"].contains(star.lowercased()) { draft.keep("Star", "yes") }
      switch row["PRIORITY"]?.lowercased() {
      case "3", "2", "top", "high": draft.item.priority = .high
      case "1", "medium": draft.item.priority = .medium
      case "0", "low": draft.item.priority = .low
      case "-1", "negative":
        draft.item.priority = .low
        draft.keep("Priority", "negative")
      case nil: break
      default: draft.keep("Priority", row["PRIORITY"])
      }
      PlainTable.due(date(row["DUEDATE"]), row["DUETIME"], .monthFirst, dates, &draft, &file)
      PlainTable.start(date(row["STARTDATE"]), row["STARTTIME"], .monthFirst, dates, &draft)
      if let text = row["REPEAT"], text.lowercased() != "none" { PlainTable.repeats(text, dates, &draft, &file) }
      if let done = date(row["COMPLETED"] ?? row["COMPLETEDDATE"]) {
        draft.item.isDone = true
        draft.item.doneAt = Moment(done)?.stamp
      }
      draft.parent = row["PARENT"]
      for name in others { draft.keep(name, row.raw(name)?.normalLines) }
      drafts.append(draft)
      if areAlone { Draft.finish(thousandOf: &drafts, into: &file) }
    }
    // Subtasks name the title of their parent.
    let titles = Set(drafts.compactMap { $0.parent })
    for index in drafts.indices where titles.contains(drafts[index].item.title) {
      drafts[index].id = drafts[index].item.title
    }
    Draft.finish(consume drafts, into: &file)
    return file
  }

  private static let known: Set<String> = [
    "task", "folder", "context", "goal", "location", "startdate", "starttime", "duedate", "duetime", "repeat", "length",
    "timer", "priority", "tag", "status", "star", "note", "completed", "completeddate", "parent",
  ]

  private static func date(_ text: String?) -> String? { text == "0000-00-00" ? nil : text }
}
