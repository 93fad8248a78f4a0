import CivilTime
import ICalendar
import Recurrence

/// The VTODOs of an iCalendar file (RFC 5545 §3.6.2): Apple Reminders, Nextcloud Tasks, Thunderbird, eM Client, Synology, Tasks.org.
struct CalendarTasks {
  private let calendar: CalendarObject
  private let isPart: Bool
  private var file = MovedFile()
  /// The dates that are not of a series, by its id.
  private var left: [String: Set<String>] = [:]
  private var zones: [String: TimeZoneRules?] = [:]
  private var clocks: [String: SeriesClock] = [:]

  /// - Parameter isPart: whether it is one object of a program that names its parent itself.
  static func read(_ bytes: [UInt8], isPart: Bool = false) -> MovedFile {
    let calendars = calendars(bytes)
    if calendars.count > 1 {
      var file = MovedFile()
      for calendar in calendars { file.take(read(calendar)) }
      return file
    }
    var reader = CalendarTasks(calendar: CalendarObject(bytes), isPart: isPart)
    reader.read()
    return reader.file
  }

  /// The calendars of a file, each for itself where they have names of their own.
  private static func calendars(_ bytes: [UInt8]) -> [[UInt8]] {
    var (calendars, names): ([[UInt8]], Set<String>) = ([], [])
    for line in bytes.split(separator: 10, omittingEmptySubsequences: false) {
      let start = String(decoding: line.prefix(200), as: UTF8.self).uppercased()
      if calendars.isEmpty || start.hasPrefix("BEGIN:VCALENDAR") { calendars.append([]) }
      if start.hasPrefix("X-WR-CALNAME") { names.insert(String(decoding: line, as: UTF8.self).trimmed) }
      calendars[calendars.count - 1] += line
      calendars[calendars.count - 1].append(10)
    }
    return names.count > 1 ? calendars.filter { $0.contains { $0 > 32 } } : []
  }

  private init(calendar: CalendarObject, isPart: Bool) { (self.calendar, self.isPart) = (calendar, isPart) }

  private mutating func read() {
    file.program = program
    if calendar.isCut { file.leave(MovedFile.end, .endsInRow) }
    let name = calendar.properties.first { ["X-WR-CALNAME", "NAME"].contains($0.name) }?.text.oneLine.nonEmpty
    var drafts: [Draft] = []
    var children: [(child: String, parent: String)] = []
    var series: [String: Int] = [:]
    var overrides: [CalendarObject.Component] = []
    for component in calendar.components {
      switch component.name {
      case "VTODO" where component["RECURRENCE-ID"] != nil: overrides.append(component)
      case "VTODO":
        var draft = draft(component)
        draft.item.category = name
        for related in component.properties where related.name == "RELATED-TO" {
          let uid = related.text.trimmed
          switch related["RELTYPE"]?.uppercased() ?? "PARENT" {
          case "PARENT" where isPart, "CHILD" where isPart: break
          case "PARENT" where draft.parent == nil: draft.parent = uid
          case "CHILD": if let own = draft.id { children.append((uid, own)) }
          default: draft.keep("Related to", uid)
          }
        }
        if let id = draft.id { series[id] = drafts.count }
        drafts.append(draft)
      case "VTIMEZONE": continue
      case "VEVENT": file.leave(title(component), .event)
      case "VJOURNAL": file.leave(title(component), .journal)
      default: file.leave(title(component), .component, component.name)
      }
    }
    for (child, parent) in children {
      if let index = series[child], drafts[index].parent == nil { drafts[index].parent = parent }
    }
    take(overrides, &drafts, series)
    Draft.finish(drafts, into: &file)
    if drafts.isEmpty, file.leftOut.isEmpty { file.error = "There is no to-do in this file." }
  }

  private func title(_ component: CalendarObject.Component) -> String {
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
    "X-OC-HIDESUBTASKS", "X-OC-HIDECOMPLETEDSUBTASKS", "UID", "X-MOZ-SNOOZE-TIME", "X-APPLE-TRAVEL-ADVISORY-BEHAVIOR",
  ]

  private mutating func draft(_ component: CalendarObject.Component) -> Draft {
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
      if !dates.isEmpty {
        advance(&draft, past: dates)
        if let id = draft.id { left[id] = dates }
      }
      let due = [draft.item.dueDate, draft.item.dueTime].compactMap { $0 }.joined(separator: " ")
      for date in dates.sorted() where draft.item.repeats == nil || date >= due {
        file.leave(draft.item.title, .otherDates, "EXDATE \(date)")
      }
    }
    for alarm in component.children {
      if alarm.name == "VALARM" { take(alarm, component, &draft) } else { draft.keep(alarm.name, title(alarm)) }
    }
    return draft
  }

  private mutating func take(
    _ property: CalendarObject.Property, _ component: CalendarObject.Component, _ draft: inout Draft
  ) {
    switch property.name {
    case "SUMMARY", "DUE", "DTSTART", "DURATION", "RRULE", "RELATED-TO", "RECURRENCE-ID": break
    case "DESCRIPTION": draft.describe(property.text.normalLines)
    case "CATEGORIES": for name in property.texts { draft.tag(name) }
    case "STATUS":
      switch property.value.trimmed.uppercased() {
      case "COMPLETED": draft.item.isDone = true
      case "CANCELLED":
        draft.item.isDone = true
        draft.keep("Status", "cancelled")
      case "IN-PROCESS": draft.keep("Status", "in process")
      case "NEEDS-ACTION", "": break
      default: draft.keep("Status", property.text)
      }
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
    case "ATTACH":
      // The bytes of a file stand in the text.
      if property["VALUE"]?.uppercased() == "BINARY" || property["ENCODING"] != nil {
        let name = ["FILENAME", "X-FILENAME", "X-LABEL", "X-ORACLE-FILENAME"].lazy.compactMap { property[$0] }.first
        draft.attach(name, base64: property.value, &file)
      } else {
        draft.keep("Attachment", property.text)
      }
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

  /// The seconds of a duration; nil for more than a thousand years, and for a text that is none.
  private static func span(_ text: String) -> Int? {
    guard text.utf8.count < 100, let seconds = CalendarObject.seconds(ofDuration: text) else { return nil }
    return (-31_622_400_000...31_622_400_000).contains(seconds) ? seconds : nil
  }

  private mutating func dates(_ component: CalendarObject.Component, _ draft: inout Draft) {
    let start = component["DTSTART"].flatMap { moment($0, &draft) }
    var due = component["DUE"].flatMap { moment($0, &draft) }
    let duration = component["DURATION"].flatMap { Self.span($0.value) }
    if due == nil, let start, let duration { due = start.adding(seconds: duration) }
    if duration == nil { draft.keep("Duration", component["DURATION"]?.value) }
    let repeats = component["RRULE"] != nil
    if let due {
      draft.item.setDue(due.moment, zone: due.zone)
    } else if let start, repeats {
      draft.item.setDue(start.moment, zone: start.zone)
      return
    }
    guard let start else { return }
    let (day, time) = start.clock
    if draft.item.dueDate == nil || day.iso < draft.item.dueDate ?? "" {
      draft.item.notBefore = day.iso
      if let time, time != TimeOfDay(hour: 0, minute: 0) {
        draft.keep("Start", "\(day.iso) \(time.text)" + (start.zone.map { " (\($0.name))" } ?? ""))
      }
    } else if let time, day.iso == draft.item.dueDate, draft.item.dueTime != nil, time.text != draft.item.dueTime {
      draft.keep("Start", "\(day.iso) \(time.text)")
    }
  }

  // MARK: Dates

  private struct ZonedMoment {
    var moment: Moment
    var zone: TimeZoneRules?

    /// As its own clock shows it.
    var clock: (CalendarDate, TimeOfDay?) {
      switch moment {
      case .day(let day): return (day, nil)
      case .local(let time): return (CalendarDate(time), TimeOfDay(hour: time.hour, minute: time.minute))
      case .utc(let seconds):
        let time = CivilTime(seconds: seconds + (zone?.offset(at: seconds) ?? 0))
        return (CalendarDate(time), TimeOfDay(hour: time.hour, minute: time.minute))
      }
    }

    func adding(seconds: Int) -> ZonedMoment {
      var later = self
      switch moment {
      case .day(let day): later.moment = .day(CalendarDate(days: day.days + seconds / 86400))
      case .local(let time): later.moment = .local(CivilTime(seconds: time.seconds + seconds))
      case .utc(let moment): later.moment = .utc(moment + seconds)
      }
      return later
    }

    /// Seconds since 1970; of a floating time as if it were in UTC.
    var seconds: Int {
      if case .local(let time) = moment, let zone { return zone.moment(of: time.seconds) }
      return moment.stamp
    }
  }

  /// A DATE or DATE-TIME; what does not exist is noted.
  private mutating func moment(_ property: CalendarObject.Property, _ draft: inout Draft) -> ZonedMoment? {
    let value = property.value.trimmed
    if value.isEmpty { return nil }
    guard let moment = Moment(value) else {
      draft.keep(property.name == "DUE" ? "Due" : property.name == "DTSTART" ? "Start" : property.name, value)
      file.leave(draft.item.title, .noDate, "\(property.name) \(value)")
      return nil
    }
    // eM Client's days are floating midnights.
    let isDay = file.program == "eM Client" && property["TZID"] == nil && moment.stamp % 86400 == 0
    if property["VALUE"]?.uppercased() == "DATE" || isDay, case .local(let time) = moment {
      return ZonedMoment(moment: .day(CalendarDate(time)))
    }
    guard case .local(let time) = moment, let name = property["TZID"]?.nonEmpty else {
      return ZonedMoment(moment: moment)
    }
    if let zone = zone(name) { return ZonedMoment(moment: moment, zone: zone) }
    if let offset = calendar.offset(of: name, at: time) { return ZonedMoment(moment: .utc(time.seconds - offset)) }
    draft.keep("Time zone", name)
    file.leave(draft.item.title, .unknownZone, name)
    return ZonedMoment(moment: moment)
  }

  private mutating func zone(_ name: String) -> TimeZoneRules? {
    if let known = zones[name] { return known }
    let zone = calendar.zone(name)
    if zones.count < 1000 { zones[name] = zone }
    return zone
  }

  private func stamp(_ property: CalendarObject.Property) -> Int? {
    guard let moment = Moment(property.value) else { return nil }
    if case .local(let time) = moment, let zone = property["TZID"].flatMap({ TimeZoneRules.named($0) }) {
      return zone.moment(of: time.seconds)
    }
    return moment.stamp
  }

  // MARK: Alarms

  private mutating func take(
    _ alarm: CalendarObject.Component, _ component: CalendarObject.Component, _ draft: inout Draft
  ) {
    guard let trigger = alarm["TRIGGER"], alarm["ACTION"]?.value.trimmed.uppercased() != "NONE" else {
      if let place = alarm["X-APPLE-STRUCTURED-LOCATION"] {
        draft.keep("Reminder at", place["X-TITLE"] ?? place.text)
      }
      return
    }
    if let place = alarm["X-APPLE-STRUCTURED-LOCATION"] {
      draft.keep("Reminder at", place["X-TITLE"] ?? place.text)
      return
    }
    let value = trigger.value.trimmed
    if let moment = Moment(value) {
      // Apple's mark of an item without an alarm.
      if value.hasPrefix("19760401T") { return }
      guard let due = draft.item.dueSeconds else {
        draft.keep("Reminder", Moment.text(moment.stamp))
        return
      }
      draft.remind(secondsBefore: due - moment.stamp, Moment.text(moment.stamp))
      return
    }
    guard let duration = Self.span(value) else {
      draft.keep("Reminder", value)
      return
    }
    // From the start, unless it says otherwise (RFC 5545 §3.8.6.3): of an item without a start from its deadline.
    var shift = 0
    var scratch = Draft()
    let start = component["DTSTART"].flatMap { moment($0, &scratch) }
    let isFromEnd = trigger["RELATED"]?.uppercased() == "END"
    if !isFromEnd, let start {
      shift = draft.item.dueSeconds.map { $0 - start.seconds } ?? 0
    }
    draft.remind(secondsBefore: shift - duration, value)
  }

  // MARK: Dates of a series that are rows of their own

  private mutating func take(_ overrides: [CalendarObject.Component], _ drafts: inout [Draft], _ series: [String: Int])
  {
    var done: [Int: Set<String>] = [:]
    /// The last done one of a series.
    var last: [Int: (key: String, place: Int)] = [:]
    var open: [Int: [(date: String, draft: Draft)]] = [:]
    // RANGE=THISANDFUTURE
    var rest: Set<String> = []
    for component in overrides {
      var draft = draft(component)
      let date = component["RECURRENCE-ID"].flatMap { moment($0, &draft) }
      let key = date.map { (draft.id.flatMap { clocks[$0] } ?? SeriesClock()).key($0) } ?? ""
      let index = draft.id.flatMap { series[$0] }
      if let id = draft.id { draft.item.sourceID = "\(id)/\(component["RECURRENCE-ID"]?.value.trimmed ?? "")" }
      draft.id = nil
      draft.item.repeats = nil
      if let index {
        if draft.item.title.isEmpty { draft.item.title = drafts[index].item.title }
        draft.item.category = drafts[index].item.category
      }
      if draft.item.dueDate == nil, let date { draft.item.setDue(date.moment, zone: date.zone) }
      if draft.item.isDone {
        if let index {
          done[index, default: []].insert(key)
          if key >= last[index]?.key ?? "" { last[index] = (key, drafts.count) }
        }
        drafts.append(draft)
      } else if let index {
        if component["RECURRENCE-ID"]?["RANGE"] != nil { rest.insert("\(index) \(key)") }
        open[index, default: []].append((key, draft))
      } else {
        drafts.append(draft)
      }
    }
    var over: Set<Int> = []
    for (index, dates) in done {
      if advance(&drafts[index], past: dates.union(drafts[index].id.flatMap { left[$0] } ?? [])) { continue }
      // All dates are done: the series is the last one of them.
      guard let place = last[index]?.place else { continue }
      over.insert(place)
      drafts[index].item.repeats = nil
      (drafts[index].item.isDone, drafts[index].item.doneAt) = (true, drafts[place].item.doneAt)
      (drafts[index].item.dueDate, drafts[index].item.dueTime) = (
        drafts[place].item.dueDate, drafts[place].item.dueTime
      )
    }
    for (index, dates) in open.sorted(by: { $0.key < $1.key }) {
      for (date, draft) in dates {
        let own = [drafts[index].item.dueDate, drafts[index].item.dueTime].compactMap { $0 }.joined(separator: " ")
        // The next one moved, or the rest of the series.
        if own == date || rest.contains("\(index) \(date)") {
          (drafts[index].item.dueDate, drafts[index].item.dueTime) = (draft.item.dueDate, draft.item.dueTime)
          drafts[index].item.timeZone = draft.item.timeZone
        } else {
          file.leave(draft.item.title, .changedDate, date)
        }
      }
    }
    drafts = drafts.indices.filter { !over.contains($0) }.map { drafts[$0] }
  }

  /// How the dates of a rule, which are those of the start, are written as deadlines.
  private struct SeriesClock {
    /// Of the start.
    var zone: TimeZoneRules?
    /// Seconds from the start to the deadline, on their clocks.
    var shift = 0
    /// Whether the deadline has a time.
    var isTimed: Bool?

    func key(_ date: ZonedMoment) -> String {
      var date = date
      if case .utc = date.moment { date.zone = date.zone ?? zone }
      let (_, time) = date.clock
      let moment = CivilTime(seconds: CalendarTasks.seconds(date) + shift)
      return isTimed ?? (time != nil) ? "\(moment.date) \(moment.time)" : moment.date
    }
  }

  private static func seconds(_ date: ZonedMoment) -> Int {
    let (day, time) = date.clock
    return day.days * 86400 + (time.map { $0.hour * 3600 + $0.minute * 60 } ?? 0)
  }

  private mutating func clock(_ component: CalendarObject.Component) -> SeriesClock {
    var scratch = Draft()
    let said = file.leftOut.count
    defer { file.leftOut.removeLast(file.leftOut.count - said) }
    let start = component["DTSTART"].flatMap { moment($0, &scratch) }
    var due = component["DUE"].flatMap { moment($0, &scratch) }
    if due == nil, let start, let span = component["DURATION"].flatMap({ Self.span($0.value) }) {
      due = start.adding(seconds: span)
    }
    guard let due = due ?? start else { return SeriesClock() }
    let shift = start.map { Self.seconds(due) - Self.seconds($0) } ?? 0
    return SeriesClock(zone: (start ?? due).zone, shift: shift, isTimed: due.clock.1 != nil)
  }

  /// A rule names days of the start: where the deadline is on another day, it names those of the deadline instead.
  private static func move(_ draft: inout Draft, by shift: Int) {
    guard shift != 0, var rule = draft.item.repeats.flatMap({ RecurrenceRule($0) }),
      let due = draft.item.dueDate.flatMap({ CalendarDate($0) })
    else { return }
    let start = CalendarDate(CivilTime(seconds: draft.dueClock - shift))
    let days = due.days - start.days
    switch rule.frequency {
    case .weekly
    where rule.weekdays.contains { $0.day == start.weekday } && !rule.weekdays.contains { $0.day == due.weekday }:
      rule.weekdays = RecurrenceRule.Weekday.sorted(rule.weekdays.map { .init(day: (($0.day + days) % 7 + 7) % 7) })
    case .monthly where rule.monthDays == [start.civil.day] && (1...28).contains(start.civil.day + days):
      rule.monthDays = [start.civil.day + days]
    default: return
    }
    draft.item.repeats = rule.text
  }

  /// The dates that EXDATE takes out of a series (RFC 5545 §3.8.5.1), on the clock of its deadline.
  private func excluded(_ component: CalendarObject.Component, _ clock: SeriesClock) -> Set<String> {
    var dates: Set<String> = []
    for property in component.properties where property.name == "EXDATE" {
      for value in property.value.split(separator: ",") where dates.count < 2_000 {
        guard let parsed = Moment(value.trimmed) else { continue }
        dates.insert(clock.key(ZonedMoment(moment: parsed)))
      }
    }
    return dates
  }

  /// The open item of a series is its first date that is not done; false if there is none.
  @discardableResult private func advance(_ draft: inout Draft, past done: Set<String>) -> Bool {
    guard let rule = draft.item.repeats.flatMap({ RecurrenceRule($0) }), let day = draft.item.dueDate,
      var start = CivilTime(date: day), !draft.item.isDone
    else { return true }
    let clock = draft.item.dueTime.flatMap { TimeOfDay($0) }
    if let clock { (start.hour, start.minute) = (clock.hour, clock.minute) }
    var left = rule
    var count = 0
    for (index, date) in rule.dates(from: start).prefix(2_000).enumerated() {
      count += 1
      let key = date.date + (clock == nil ? "" : " \(date.time)")
      if !done.contains(key) {
        if let first = draft.item.notBefore.flatMap({ CalendarDate($0) }) {
          draft.item.notBefore = CalendarDate(days: first.days + CalendarDate(date).days - CalendarDate(start).days).iso
        }
        draft.item.dueDate = date.date
        left.count = rule.count.map { $0 - index }
        draft.item.repeats = left.text
        return true
      }
    }
    return count == 2_000
  }
}
