import CivilTime
import RecipeImport
import Recurrence

/// A row on its way to an item: with its parent, and the fields that have no place of their own.
struct Draft {
  var item = MovedItem()
  /// Its place in the file, which names it in the report where nothing else does.
  var number: Int?
  /// By which others name it as their parent.
  var id: String?
  var parent: String?
  /// The ids of rows that are a part of this one, where it is the parent that names them.
  var children: [String] = []
  /// Dates that are not of its series, as days or with their times.
  var excluded: Set<String> = []
  /// Dates of its series that are rows of their own.
  var done: Set<String> = []
  /// Of reminders on the day of a deadline without a time.
  private var timesOfDay: [String] = []
  /// Behind the description, under these names.
  private(set) var extras: [(name: String, text: String)] = []

  /// Keeps a field that has no place of its own; an empty one says nothing.
  mutating func keep(_ name: String, _ text: String?) {
    guard let text = text?.trimmed, !text.isEmpty else { return }
    extras.append((name, text))
  }

  /// Keeps a file whose bytes are Base64 (RFC 4648) in the text; the name alone where they are not.
  mutating func attach(_ name: String?, base64 text: String?, _ file: inout MovedFile) {
    let name = name?.oneLine.nonEmpty ?? "file"
    guard let text, let bytes = ExportedRecipe.base64(text), !bytes.isEmpty, item.files.count < MovedItem.maximumFiles
    else {
      keep("Attachment", name)
      file.leave(item.title, .attachment, name)
      return
    }
    item.files.append(.init(name: name, bytes: bytes))
  }

  /// Keeps a file of the same archive; its name alone where there is none at any of the paths.
  mutating func attach(_ name: String?, at paths: [String], of packed: Set<String>) {
    if let path = paths.first(where: packed.contains) {
      let last = path.split(separator: "/").last.map(String.init)
      item.packed.append(.init(path: path, name: name?.oneLine.nonEmpty ?? last ?? "file"))
    } else {
      keep("Attachment", name)
    }
  }

  mutating func describe(_ text: String?) {
    guard let text = text?.trimmed, !text.isEmpty else { return }
    // In place: of many lines each may add to the same description.
    if item.description?.append("\n\n\(text)") == nil { item.description = text }
  }

  mutating func tag(_ name: String?) {
    guard let name = name?.trimmed, !name.isEmpty, !item.tags.contains(name) else { return }
    item.tags.append(name)
  }

  /// Leaves dates of its series out.
  /// - Returns: those that its rule has not behind the deadline.
  mutating func skip(_ dates: Set<String>) -> Set<String> {
    guard !dates.isEmpty, !item.isDone, !item.repeatsFromDone, item.skipped.isEmpty,
      let rule = item.repeats.flatMap({ RecurrenceRule($0) }), let day = item.dueDate, var start = CivilTime(date: day)
    else { return dates }
    if let clock = item.dueTime.flatMap({ TimeOfDay($0) }) { (start.hour, start.minute) = (clock.hour, clock.minute) }
    let last = dates.max() ?? ""
    var rest = dates
    for date in rule.dates(from: start).prefix(5_000) {
      if date.date > last || item.skipped.count == Self.maximumSkipped { break }
      guard date.date > day else { continue }
      let keys = [date.date, "\(date.date) \(date.time)"].filter(rest.contains)
      if keys.isEmpty { continue }
      rest.subtract(keys)
      item.skipped.append(date.date)
    }
    return rest
  }

  /// Dates that a series leaves out.
  private static let maximumSkipped = 1_000

  /// Takes a rule that Foyer can repeat by; any other one is kept as text, and said.
  mutating func setRepeat(_ text: String, fromDone: Bool = false, _ file: inout MovedFile) {
    let value = text.uppercased().hasPrefix("RRULE:") ? String(text.dropFirst(6)) : text
    guard let rule = RecurrenceRule(Draft.known(value, at: item.dueTime)) else {
      keep("Repeat", value)
      file.leave(item.title, .unknownRule, value)
      return
    }
    if let count = rule.count, count > 9_999 {
      keep("Repeat", value)
      file.leave(item.title, .longRule, "\(count)")
      return
    }
    item.repeats = rule.text
    item.repeatsFromDone = fromDone && rule.isPlain
    if fromDone, !rule.isPlain {
      keep("Repeat", "counted from the day of completion")
      file.leave(item.title, .ruleFromDone, rule.text)
    }
  }

  /// The part of a monthly rule for a day of the month that is the last one where a month is too short.
  static func monthDay(_ day: Int) -> String {
    switch day {
    case ...28: "BYMONTHDAY=\(day)"
    case 29...30: "BYMONTHDAY=\((28...day).map { String($0) }.joined(separator: ","));BYSETPOS=-1"
    default: "BYMONTHDAY=-1"
    }
  }

  /// The rule without parts that say nothing: `COUNT=0`, `INTERVAL=0`, an empty `BYDAY=`, the time of the deadline, and other
  /// programs' own parts. Seconds, minutes and hours that are whole days count days, as Vikunja's did.
  private static func known(_ value: String, at time: String?) -> String {
    let clock = time.flatMap { TimeOfDay($0) }
    let own = ["BYSECOND=0", "BYMINUTE=\(clock?.minute ?? 0)", "BYHOUR=\(clock?.hour ?? 0)"]
    var parts = value.split(separator: ";").map { $0.uppercased() }.filter { part in
      !part.hasPrefix("X-") && !part.hasSuffix("=") && !["COUNT=0", "COUNT=-1", "INTERVAL=0"].contains(part)
        && part.contains("=") && !part.hasPrefix("FROM=") && !own.contains(part)
    }
    let units = ["FREQ=SECONDLY": 1, "FREQ=MINUTELY": 60, "FREQ=HOURLY": 3600]
    if let place = parts.firstIndex(where: { units[$0] != nil }), let unit = units[parts[place]],
      let every = parts.firstIndex(where: { $0.hasPrefix("INTERVAL=") }), let count = Int(parts[every].dropFirst(9)),
      !parts.contains(where: { $0.hasPrefix("BY") }), count > 0, count < 1_000_000_000, count * unit % 86400 == 0
    {
      let days = count * unit / 86400
      parts[place] = days % 7 == 0 ? "FREQ=WEEKLY" : "FREQ=DAILY"
      parts[every] = "INTERVAL=\(days % 7 == 0 ? days / 7 : days)"
    }
    return parts.joined(separator: ";")
  }

  /// Adds a reminder that rings so many seconds before the deadline, or before the start of what has none; one that rings later
  /// stays text, and on a day without a time is one of this day.
  mutating func remind(secondsBefore seconds: Int, _ text: String) {
    if (-86399 ... -1).contains(seconds), item.dueDate != nil, item.dueTime == nil {
      timesOfDay.append(TimeOfDay(hour: -seconds / 3600, minute: -seconds / 60 % 60).text)
    }
    guard item.dueDate ?? item.notBefore != nil, seconds >= 0, seconds <= 10 * 366 * 86400 else {
      keep("Reminder", text)
      return
    }
    let minutes = seconds / 60
    if !item.reminders.contains(minutes) { item.reminders.append(minutes) }
  }

  /// Whether there is nothing in it that a line of a checklist would lose as a date.
  var isPlain: Bool {
    item.dueDate == nil && item.repeats == nil && item.reminders.isEmpty && item.notBefore == nil
  }

  /// The deadline on its clock, in seconds.
  var dueClock: Int {
    let time = item.dueTime.flatMap { TimeOfDay($0) }
    return (item.dueDate.flatMap { CalendarDate($0) }?.days ?? 0) * 86400
      + (time.map { $0.hour * 3600 + $0.minute * 60 } ?? 0)
  }

  /// The fields of a line, for the description of the item that it is on.
  fileprivate func fields(on parent: Draft) -> String? {
    var parts: [String] = []
    if let description = item.description { parts.append(description) }
    let tags = item.tags.filter { !parent.item.tags.contains($0) }
    if !tags.isEmpty { parts.append(tags.map { "@\($0)" }.joined(separator: " ")) }
    if let priority = item.priority { parts.append("Priority: \(priority.rawValue)") }
    if !item.people.isEmpty { parts.append("For: \(item.people.joined(separator: ", "))") }
    let own = extras.filter { extra in !parent.extras.contains { $0 == extra } }
    parts += own.map { "\($0.name): \($0.text)" }
    return parts.isEmpty ? nil : "\(item.title): \(parts.joined(separator: "\n"))"
  }

  /// The item with its fields.
  fileprivate var finished: MovedItem {
    var draft = self
    if !timesOfDay.isEmpty, item.dueDate != nil, item.dueTime == nil, !item.isDone {
      draft.item.reminderCodes =
        item.reminders.map { minutes in
          switch minutes {
          case 0: "00:00"
          case 1...1440: "-" + TimeOfDay(hour: (1440 - minutes) / 60, minute: (1440 - minutes) % 60).text
          default: "\(minutes) minutes before"
          }
        } + timesOfDay
    }
    if !extras.isEmpty {
      draft.describe(extras.map { "\($0.name): \($0.text)" }.joined(separator: "\n"))
      // A text that was added to has twice the room that it needs.
      draft.item.description = draft.item.description.map { String(decoding: $0.utf8, as: UTF8.self) }
    }
    return draft.item
  }

  static let maximumLines = 200

  /// Rows of a file from which on those that are no parts of others become items before the last one is read.
  static let many = 5_000

  /// The same for a thousand rows of a long file, of which none is a part of another.
  static func finish(thousandOf rows: inout [Draft], into file: inout MovedFile) {
    guard rows.count >= 1_000 else { return }
    finish(rows, into: &file)
    rows.removeAll(keepingCapacity: true)
  }

  /// The items of rows: what is plain and has a parent becomes a line of it, in the order of the file.
  static func finish(_ rows: consuming [Draft], into file: inout MovedFile) {
    var drafts = rows
    named(&drafts, &file)
    var places: [String: Int] = [:]
    for (index, draft) in drafts.enumerated() {
      if let id = draft.id, places[id] == nil { places[id] = index }
    }
    var parents: [Int?] = drafts.indices.map { index in
      guard let parent = drafts[index].parent, !parent.isEmpty else { return nil }
      guard let place = places[parent] else {
        drafts[index].keep("Parent", "a row that is not in the file (\(parent))")
        return nil
      }
      return place
    }
    breakCircles(drafts, &parents, &file)
    // An item of its own: without a parent, or with a date.
    let isItem = drafts.indices.map { parents[$0] == nil || !drafts[$0].isPlain }
    for index in drafts.indices {
      guard var above = parents[index] else { continue }
      var way = [index]
      while !isItem[above], let next = parents[above] {
        way.append(above)
        above = next
      }
      // Rows below one another are many at most once.
      for member in way where !isItem[member] { parents[member] = above }
      if isItem[index] {
        drafts[index].keep("Part of", drafts[above].item.title)
        continue
      }
      drafts[above].take(drafts[index], &file)
    }
    for index in drafts.indices where isItem[index] {
      guard file.items.count < MovedFile.maximumItems else {
        file.leave(drafts[index].item.title, .tooManyItems)
        continue
      }
      file.items.append(drafts[index].finished)
      drafts[index] = Draft()
    }
  }

  /// Takes a row as a line of the checklist.
  private mutating func take(_ line: Draft, _ file: inout MovedFile) {
    if item.checklist.count < Self.maximumLines {
      item.checklist.append(.init(text: line.item.title, isDone: line.item.isDone))
    } else {
      keep("Checklist", "\(line.item.isDone ? "[x]" : "[ ]") \(line.item.title)")
    }
    // A line's own lines stand behind it, on the same item.
    for inner in line.item.checklist where item.checklist.count < Self.maximumLines { item.checklist.append(inner) }
    for one in line.item.files {
      if item.files.count < MovedItem.maximumFiles {
        item.files.append(one)
      } else {
        keep("Attachment", one.name)
        file.leave(line.item.title, .attachment, one.name)
      }
    }
    item.packed += line.item.packed
    if let fields = line.fields(on: self) { describe(fields) }
  }

  /// Fields that say what a row is about; the others say where it is, or how.
  private static let telling: Set<String> = ["Link", "Attachment", "Comment", "Location", "Issue"]

  /// Gives rows without a title the first line of what they have, and leaves out what has nothing.
  private static func named(_ drafts: inout [Draft], _ file: inout MovedFile) {
    for index in drafts.indices {
      drafts[index].item.title = drafts[index].item.title.oneLine
      drafts[index].trimLines()
      if !drafts[index].item.title.isEmpty { continue }
      let lines = drafts[index].item.description?.split(separator: "\n", maxSplits: 1) ?? []
      if let first = lines.first?.trimmed, !first.isEmpty {
        drafts[index].item.title = first
        drafts[index].item.description = lines.count > 1 ? String(lines[1]).trimmed.nonEmpty : nil
      } else if let line = drafts[index].item.checklist.first {
        drafts[index].item.title = line.text
      } else if let extra = drafts[index].extras.first(where: { Self.telling.contains($0.name) }) {
        drafts[index].item.title = extra.text.oneLine
      } else if let name = drafts[index].item.files.first?.name ?? drafts[index].item.packed.first?.name {
        drafts[index].item.title = name.oneLine
      }
    }
    drafts.removeAll { draft in
      guard draft.item.title.isEmpty else { return false }
      file.leave(draft.id ?? draft.item.sourceID ?? draft.number.map(MovedFile.row) ?? MovedFile.unnamedRow, .noTitle)
      return true
    }
  }

  private mutating func trimLines() {
    item.checklist = item.checklist.compactMap { line in
      let text = line.text.oneLine
      return text.isEmpty ? nil : .init(text: text, isDone: line.isDone)
    }
    if item.checklist.count > Self.maximumLines {
      for line in item.checklist[Self.maximumLines...] {
        keep("Checklist", "\(line.isDone ? "[x]" : "[ ]") \(line.text)")
      }
      item.checklist.removeLast(item.checklist.count - Self.maximumLines)
    }
  }

  /// Rows of which each is a part of the next, and the last of the first, become items of their own.
  private static func breakCircles(_ drafts: [Draft], _ parents: inout [Int?], _ file: inout MovedFile) {
    // 0 not seen, 1 on the way, 2 known to end.
    var states = [UInt8](repeating: 0, count: drafts.count)
    for start in drafts.indices where states[start] == 0 {
      var way: [Int] = []
      var index: Int? = start
      while let current = index, states[current] == 0 {
        states[current] = 1
        way.append(current)
        index = parents[current]
      }
      if let current = index, states[current] == 1, let first = way.firstIndex(of: current) {
        for member in way[first...] {
          file.leave(drafts[member].item.title, .partOfItself)
          parents[member] = nil
        }
      }
      for member in way { states[member] = 2 }
    }
  }
}
