import CivilTime
import ICalendar
import Recurrence

/// The VTODOs of an iCalendar file (RFC 5545 §3.6.2): Apple Reminders, Nextcloud Tasks, Thunderbird, eM Client, Synology, Tasks.org.
struct CalendarTasks {
  let calendar: CalendarObject
  private let isPart: Bool
  var file = MovedFile()
  /// The dates that are not of a series, by its id.
  var left: [String: Set<String>] = [:]
  var zones: [String: TimeZoneRules?] = [:]
  var clocks: [String: SeriesClock] = [:]

  /// - Parameter isPart: whether it is one object of a program that names its parent itself.
  static func read(_ bytes: consuming [UInt8], isPart: Bool = false) -> MovedFile {
    let text = consume bytes
    let calendars = calendars(text)
    if calendars.count > 1 {
      var file = MovedFile()
      for calendar in calendars { file.take(read(Array(text[calendar]))) }
      return file
    }
    // Zones may stand behind the to-dos.
    var zones: [CalendarObject.Component] = []
    var calendar = CalendarObject(text, wants: { $0 == "VTIMEZONE" }, take: { zones.append($0) })
    calendar.components = zones
    var reader = CalendarTasks(calendar: calendar, isPart: isPart)
    reader.read(consume text)
    return reader.file
  }

  /// The places of the calendars of a file, each for itself where they have names of their own.
  private static func calendars(_ bytes: [UInt8]) -> [Range<Int>] {
    var (calendars, names): ([Range<Int>], Set<String>) = ([], [])
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 10) ?? bytes.count
      let line = bytes[start..<end]
      let head = String(decoding: line.prefix(200), as: UTF8.self).uppercased()
      if calendars.isEmpty || head.hasPrefix("BEGIN:VCALENDAR") { calendars.append(start..<start) }
      if head.hasPrefix("X-WR-CALNAME") { names.insert(String(decoding: line, as: UTF8.self).trimmed) }
      start = end + 1
      calendars[calendars.count - 1] = calendars[calendars.count - 1].lowerBound..<min(start, bytes.count)
    }
    return names.count > 1 ? calendars.filter { bytes[$0].contains { $0 > 32 } } : []
  }

  private init(calendar: CalendarObject, isPart: Bool) { (self.calendar, self.isPart) = (calendar, isPart) }

  /// Reads the components one after the other: besides the text, what is found is in memory.
  private mutating func read(_ text: consuming [UInt8]) {
    file.program = program
    if calendar.isCut { file.leave(MovedFile.end, .endsInRow) }
    let name = calendar.properties.first { ["X-WR-CALNAME", "NAME"].contains($0.name) }?.text.oneLine.nonEmpty
    let areAlone = Self.areAlone(text)
    var (drafts, rows): ([Draft], Int) = ([], 0)
    var children: [(child: String, parent: String)] = []
    var series: [String: Int] = [:]
    var overrides: [CalendarObject.Component] = []
    _ = CalendarObject(consume text, wants: { $0 != "VTIMEZONE" }) { component in
      switch component.name {
      case "VTODO" where component["RECURRENCE-ID"] != nil: overrides.append(component)
      case "VTODO":
        var draft = draft(component)
        draft.item.category = name
        relate(component, &draft, &children)
        rows += 1
        if let id = draft.id, !areAlone { series[id] = drafts.count }
        drafts.append(draft)
        if areAlone, drafts.count >= 1_000 {
          for index in drafts.indices { skip(&drafts[index]) }
          Draft.finish(thousandOf: &drafts, into: &file)
        }
      case "VEVENT": file.leave(title(component), .event)
      case "VJOURNAL": file.leave(title(component), .journal)
      default: file.leave(title(component), .component, component.name)
      }
    }
    for (child, parent) in children {
      if let index = series[child], drafts[index].parent == nil { drafts[index].parent = parent }
    }
    take(overrides, &drafts, series)
    for index in drafts.indices { skip(&drafts[index]) }
    let last = drafts
    drafts = []
    Draft.finish(consume last, into: &file)
    if rows == 0, overrides.isEmpty, file.leftOut.isEmpty { file.error = "There is no to-do in this file." }
  }

  /// Takes the parent of a to-do, or notes of which one it is the parent.
  private func relate(
    _ component: CalendarObject.Component, _ draft: inout Draft, _ children: inout [(child: String, parent: String)]
  ) {
    for related in component.properties where related.name == "RELATED-TO" {
      let uid = related.text.trimmed
      switch related["RELTYPE"]?.uppercased() ?? "PARENT" {
      case "PARENT" where isPart, "CHILD" where isPart: break
      case "PARENT" where draft.parent == nil: draft.parent = uid
      case "CHILD": if let own = draft.id { children.append((uid, own)) }
      default: draft.keep("Related to", uid)
      }
    }
  }

  /// Whether there are many to-dos, and none of them says what it is a part of, or of which series it is a date.
  private static func areAlone(_ text: [UInt8]) -> Bool {
    guard text.count > 100 * Draft.many else { return false }
    let (todo, parent, date) = (Array("BEGIN:VTODO".utf8), Array("RELATED-TO".utf8), Array("RECURRENCE-ID".utf8))
    var count = 0
    var start = 0
    while start < text.count {
      func begins(with word: [UInt8]) -> Bool {
        start + word.count <= text.count
          && word.indices.allSatisfy { text[start + $0] == word[$0] || text[start + $0] & 0xDF == word[$0] }
      }
      if begins(with: todo) { count += 1 }
      if begins(with: parent) || begins(with: date) { return false }
      start = (text[start...].firstIndex { $0 == 10 || $0 == 13 } ?? text.count) + 1
    }
    return count > Draft.many
  }

  func title(_ component: CalendarObject.Component) -> String {
    component["SUMMARY"]?.text.oneLine.nonEmpty ?? component["UID"]?.value.trimmed.nonEmpty ?? component.name
  }

  private var program: String {
    let maker = calendar.properties.filter { $0.name == "PRODID" }.map { $0.value.lowercased() }.joined(separator: " ")
    for (part, name) in [
      ("apple", "Apple Reminders"), ("nextcloud", "Nextcloud Tasks"), ("owncloud", "ownCloud Tasks"),
      ("mozilla", "Thunderbird"), ("emclient", "eM Client"), ("em client", "eM Client"),
      ("mailclient.vobject", "eM Client"),
      ("synology", "Synology Calendar"),
      ("tasks.org", "Tasks.org"), ("evolution", "Evolution"), ("kde", "KOrganizer"), ("korganizer", "KOrganizer"),
      ("jtx", "jtx Board"), ("opentasks", "OpenTasks"), ("dmfs", "OpenTasks"), ("todoman", "todoman"),
      ("vikunja", "Vikunja"), ("planify", "Planify"), ("errands", "Errands"), ("google", "Google Calendar"),
    ] where maker.contains(part) {
      return name
    }
    return "iCalendar"
  }

  // MARK: A row

  /// Properties that say something of the row in the program alone.
  private static let bookkeeping: Set<String> = [
    "DTSTAMP", "LAST-MODIFIED", "LAST-MOD", "SEQUENCE", "TRANSP", "X-MOZ-GENERATION", "X-MOZ-LASTACK",
    "X-APPLE-SORT-ORDER",
    "X-OC-HIDESUBTASKS", "X-OC-HIDECOMPLETEDSUBTASKS", "UID", "X-KDE-LIBKCAL-DTRECURRENCE", "X-MOZ-SNOOZE-TIME",
    "X-APPLE-TRAVEL-ADVISORY-BEHAVIOR",
  ]

  mutating func draft(_ component: CalendarObject.Component) -> Draft {
    var draft = Draft()
    draft.item.title = component["SUMMARY"]?.text.oneLine ?? ""
    draft.id = component["UID"]?.value.trimmed.nonEmpty
    draft.item.sourceID = draft.id
    dates(component, &draft)
    for property in component.properties { take(property, component, &draft) }
    if let rule = component["RRULE"]?.value {
      draft.setRepeat(rule.trimmed, &file)
      let clock = clock(component)
      if let id = draft.id { clocks[id] = clock }
      Self.move(&draft, by: clock.shift)
      let dates = excluded(component, clock)
      // KOrganizer names the next date of a series, whose DTSTART stays.
      let next = component["X-KDE-LIBKCAL-DTRECURRENCE"].flatMap { known($0) }.map(clock.key) ?? ""
      if !dates.isEmpty || !next.isEmpty { advance(&draft, past: dates, from: next) }
      if !dates.isEmpty {
        if let id = draft.id { left[id] = dates }
        draft.excluded = dates
      }
    }
    for alarm in component.children {
      if alarm.name == "VALARM" { take(alarm, component, &draft) } else { draft.keep(alarm.name, title(alarm)) }
    }
    return draft
  }

  mutating func take(
    _ property: CalendarObject.Property, _ component: CalendarObject.Component, _ draft: inout Draft
  ) {
    switch property.name {
    case "SUMMARY", "DUE", "DTSTART", "DURATION", "RRULE", "RELATED-TO", "RECURRENCE-ID": break
    case "DESCRIPTION": draft.describe(property.text.normalLines)
    case "CATEGORIES": for name in property.texts { draft.tag(name) }
    case "STATUS": setStatus(property, &draft)
    case "COMPLETED":
      if property.value.trimmed.isEmpty { break }
      draft.item.isDone = true
      draft.item.doneAt = stamp(property)
    case "CREATED": draft.item.createdAt = stamp(property)
    case "PRIORITY":
      switch Int(property.value.trimmed) ?? 0 {
      case 1...4: draft.item.priority = .high
      case 5: draft.item.priority = .medium
      case 6...9: draft.item.priority = .low
      default: break
      }
    case "PERCENT-COMPLETE", "PERCENT_COMPLETE":
      let percent = Int(property.value.trimmed) ?? 0
      if percent >= 100 {
        if component["STATUS"]?.value.trimmed.uppercased() != "NEEDS-ACTION" { draft.item.isDone = true }
      } else if percent > 0 {
        draft.keep("Percent done", "\(percent)")
      }
    case "ATTENDEE":
      if let name = property["CN"]?.nonEmpty ?? property.value.trimmed.split(separator: ":").last.map(String.init) {
        draft.item.people.append(name)
      }
    case "LOCATION": draft.keep("Location", property.text)
    case "X-APPLE-STRUCTURED-LOCATION": draft.keep("Location", property["X-TITLE"] ?? property.text)
    case "URL": draft.keep("Link", property.text)
    case "GEO": draft.keep("Geo", property.text)
    case "ATTACH": attach(property, &draft)
    case "CLASS": if property.value.trimmed.uppercased() != "PUBLIC" { draft.keep("Class", property.text.lowercased()) }
    case "COMMENT": draft.keep("Comment", property.text.normalLines)
    case "ORGANIZER": draft.keep("Organizer", property["CN"] ?? property.text)
    case "EXDATE", "RDATE":
      draft.keep(property.name == "EXDATE" ? "Not on" : "Also on", property.text)
      // The series begins behind those that come first.
      if property.name == "EXDATE", component["RRULE"] != nil { break }
      file.leave(draft.item.title, .otherDates, "\(property.name) \(property.value)")
    case let name where Self.bookkeeping.contains(name): break
    default:
      // A name in capitals is the file's own: it is kept as it is.
      draft.keep(property.name, property.text)
    }
  }

  private func setStatus(_ property: CalendarObject.Property, _ draft: inout Draft) {
    switch property.value.trimmed.uppercased() {
    case "COMPLETED": draft.item.isDone = true
    case "CANCELLED":
      draft.item.isDone = true
      draft.keep("Status", "cancelled")
    case "IN-PROCESS": draft.keep("Status", "in process")
    case "NEEDS-ACTION", "": break
    default: draft.keep("Status", property.text)
    }
  }

  private mutating func attach(_ property: CalendarObject.Property, _ draft: inout Draft) {
    // The bytes of a file stand in the text.
    if property["VALUE"]?.uppercased() == "BINARY" || property["ENCODING"] != nil {
      let name = ["FILENAME", "X-FILENAME", "X-LABEL", "X-ORACLE-FILENAME"].lazy.compactMap { property[$0] }.first
      draft.attach(name, base64: property.value, &file)
    } else {
      draft.keep("Attachment", property.text)
    }
  }
}
