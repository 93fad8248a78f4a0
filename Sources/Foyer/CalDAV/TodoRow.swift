import CivilTime
import Crypto
import ICalendar
import Postgres
import Recurrence
import StrictJSON
import WebDAV

/// A row of `CalDAVQueries.objects`: an item with all that its object is made of.
struct TodoRow: Sendable {
  let item: UUID
  let series: UUID?
  /// The item's id, or that of the series whose object it has.
  let subject: UUID
  let uid: String
  let href: String
  let section: UUID
  let version: Int
  let title: String
  let description: String
  /// The checklist as text; nil for none.
  let boxes: String?
  /// Seconds since 1970.
  let dueAt: Int?
  let dueDay: CalendarDate?
  let isDone: Bool
  let doneAt: Int?
  let created: Int
  let changed: Int
  let priority: ItemPriority
  let tags: [String]
  /// Of an open one that repeats.
  let rule: RecurrenceRule?
  let origin: Series.Origin?
  /// The first date of the series, and the one that this item stands for, on the household's clock; of days their midnight.
  let startsAt: CivilTime?
  let occurrence: CivilTime?
  let isDayOfSeries: Bool
  /// The object as a program has sent it last.
  let source: String?
  let formerUIDs: Set<String>
  /// Whether it is for the visitor, or their turn.
  let isMine: Bool
  /// Whether it is a line of a shopping list.
  let isLine: Bool
  /// When the person whose program it is is reminded; nil as their settings say.
  let reminders: [ReminderTime]?
  /// The day until which it is hidden.
  let notBefore: CalendarDate?
  /// Another one whenever the object is.
  let tag: EntityTag
  /// The tag that it had when the program was given it last.
  let given: String?

  private let reader: TodoReader
  /// For whom it is, and whose turn it is, where that has to be said.
  private let marks: String
  private let hasPicture: Bool
  private let files: [UUID]

  init(_ text: String, given: String? = nil, for reader: TodoReader) throws(Refusal) {
    (self.given, self.reader) = (given, reader)
    let bytes = Array(text.utf8)
    guard let row = try JSON(bytes, maximumValues: 2_000).elements, row.count == 32,
      let item = row[0].uuid, let subject = row[2].uuid, let section = row[5].uuid, let version = row[6].integer,
      let title = row[7].string, let description = row[8].string, let isDone = row[12].bool,
      let created = row[14].integer,
      let changed = row[15].integer, let priority = row[16].integer.flatMap({ ItemPriority(rawValue: $0) })
    else { throw Refusal("a row of an item has another form") }
    (self.item, self.subject, self.section, self.version) = (item, subject, section, version)
    (self.title, self.description, self.isDone, self.created) = (title, description, isDone, created)
    (self.changed, self.priority) = (changed, priority)
    series = row[1].uuid
    uid = row[3].string ?? "\(subject)"
    href = row[4].string ?? "\(subject).ics"
    boxes = row[9].string
    (dueAt, dueDay, doneAt) = (row[10].integer, row[11].string.flatMap { CalendarDate($0) }, row[13].integer)
    tags = row[17].elements?.compactMap(\.string) ?? []
    rule = row[18].string.flatMap { RecurrenceRule($0) }
    origin = row[19].string.flatMap { Series.Origin(rawValue: $0) }
    let isDay = row[22].bool == true
    func date(_ value: JSON) -> CivilTime? {
      value.integer.map { CivilTime(seconds: $0) }.map { isDay ? CalendarDate($0).civil : $0 }
    }
    (startsAt, occurrence) = (date(row[20]), date(row[21]))
    isDayOfSeries = isDay
    source = row[23].string
    formerUIDs = Set(row[24].elements?.compactMap(\.string) ?? [])
    (isMine, isLine) = (row[25].bool == true, row[25].bool == nil)
    reminders = row[26].elements.map { $0.compactMap { code in code.string.flatMap { ReminderTime($0) } } }
    notBefore = row[27].string.flatMap { CalendarDate($0) }
    marks = reader.marks(people: row[28].elements?.compactMap(\.uuid) ?? [], turn: row[29].uuid)
    hasPicture = row[30].uuid != nil
    files = row[31].elements?.compactMap(\.uuid) ?? []
    tag = EntityTag(Base64URL.encode(Array(sha256(bytes + Array(marks.utf8)).prefix(15))))
  }

  /// The deadline as an object says it.
  var due: TodoTime? { dueDay.map { .day($0) } ?? dueAt.map { .moment($0) } }

  /// The collection of its category, or of its list.
  var kind: CalDAVCollection.Kind {
    if isLine { return .shopping(section == CalDAVCollection.shopping ? nil : section) }
    return section == CalDAVCollection.uncategorised ? .none : .category(section)
  }

  func isIn(_ kind: CalDAVCollection.Kind) -> Bool {
    kind == .mine ? isMine : section == CalDAVCollection.section(kind)
  }

  /// The object, with what is stored of it and the item's fields.
  func object(on clock: ZoneTable) -> TodoObject {
    if let source, var object = try? TodoObject(Array(source.utf8)) {
      let calendar = object.calendar
      // Of those that are done there are objects of their own, and DAVx5 4.5.12 ended at dates of a series of days.
      object.removeOverrides { override in
        let isCancelled = override["STATUS"]?.value.trimmed.uppercased() == "CANCELLED"
        guard rule != nil, !isDayOfSeries, let occurrence, isCancelled || !Todo.isDone(override),
          let date = override["RECURRENCE-ID"].flatMap({ calendar.time($0, in: clock) })
        else { return true }
        return date.local(on: clock) <= occurrence
      }
      let sent = object.todo(on: clock)
      let fixed = rule == nil ? due.map { others(sent, due: $0, on: clock) } ?? [] : []
      object.apply(todo(sent, on: clock), on: clock, changed: changed, fixed: Set(fixed))
      return object
    }
    return TodoObject(
      todo(Todo(uid: uid), on: clock), producer: "-//Foyer//Foyer \(App.version)//EN", on: clock, created: created,
      changed: changed)
  }

  /// The fields of the item put into what a program has sent.
  private func todo(_ sent: Todo, on clock: ZoneTable) -> Todo {
    var todo = sent
    todo.uid = uid
    todo.title = title
    if isLine {
      // A line has no more; what a program has sent besides stays.
      if sent.description.isEmpty { todo.description = description }
      (todo.isDone, todo.doneAt) = (isDone, isDone ? doneAt : nil)
      return todo
    }
    todo.description = TodoText.joined(TodoText.joined(marks, description), boxes)
    todo.tags = tags
    todo.attachments = sent.attachments.filter { !Self.isOwn($0) }
    let page = "\(reader.origin)/items/\(item)"
    if hasPicture { todo.attachments.append("\(page)/image") }
    todo.attachments += files.map { "\(page)/files/\($0)" }
    todo.due = due
    switch priority {
    case .none: todo.priority = .none
    case .low: todo.priority = .low
    case .medium: todo.priority = .medium
    case .high: todo.priority = .high
    }
    (todo.isDone, todo.doneAt) = (isDone, isDone ? doneAt : nil)
    if let due {
      let own = (reminders ?? []).map { TodoReminder.offset($0, due: due, on: clock) }
      todo.reminders = own + others(sent, due: due, on: clock)
    }
    todo.rule = ruleFromHere(clock)
    guard todo.rule == nil else { return moved(todo, from: sent, on: clock) }
    if notBefore == nil, sent.start != nil, sent.start == sent.due {
      // Apple's programs send the deadline as the start, too.
      todo.start = due
    } else if TodoStart.day(sent, on: clock) != notBefore {
      todo.start = notBefore.map { .day($0) }
    }
    return todo
  }

  /// The alarms that are no reminders of the person: none can be at their moments, or there are as many as a person has.
  private func others(_ sent: Todo, due: TodoTime, on clock: ZoneTable) -> [Int] {
    let isFull = reminders?.count == ReminderTime.maximum
    return sent.reminders.filter { isFull || TodoReminder.time($0, due: due, on: clock) == nil }
  }

  /// Whether an address is that of an item's picture, or of a file of it.
  private static func isOwn(_ address: String) -> Bool {
    var parts = address.split(separator: "/")[...]
    let isFile = parts.last.map { UUID($0.utf8) != nil } == true && parts.dropLast().last == "files"
    guard isFile || parts.last == "image" else { return false }
    parts.removeLast(isFile ? 2 : 1)
    return parts.popLast().map { UUID($0.utf8) != nil } == true && parts.last == "items"
  }

  /// A series moves on, and its start with it.
  private func moved(_ series: Todo, from sent: Todo, on clock: ZoneTable) -> Todo {
    var todo = series
    if let start = sent.start, let was = sent.due, let due, start.isDay == was.isDay,
      was.isDay == due.isDay
    {
      let shift = due.local(on: clock).seconds - was.local(on: clock).seconds
      let moved = CivilTime(seconds: start.local(on: clock).seconds + shift)
      todo.start = start.isDay ? .day(CalendarDate(moved)) : .moment(clock.moment(of: moved.seconds))
    }
    return todo
  }

  /// More dates of a rule are not counted.
  private static let maximumDates = 20_000

  /// The rule, counted from the open item. Nil if nothing follows that.
  private func ruleFromHere(_ clock: ZoneTable) -> String? {
    guard var rule, let startsAt, let occurrence else { return nil }
    if origin == .due, let count = rule.count {
      var before = 0
      for date in rule.dates(from: startsAt) {
        if date >= occurrence || before > Self.maximumDates { break }
        before += 1
      }
      guard count > before else { return nil }
      rule.count = count - before
    }
    if let until = rule.until {
      // A date for dates, and UTC for times (RFC 5545 §3.3.10). A day counts if its last minute had come.
      rule.until =
        isDayOfSeries
        ? RecurrenceRule.Until(day: CalendarDate(CivilTime(seconds: until.time.seconds - 86340)).civil)
        : RecurrenceRule.Until(time: CivilTime(seconds: clock.moment(of: until.time.seconds)), form: .utc)
    }
    return rule.text
  }
}

extension TodoSeries {
  /// A series of its rows: the open one, and those that were done lately. Nil for what does not repeat.
  init?(_ rows: [TodoRow], on clock: ZoneTable) {
    guard let open = rows.first(where: { !$0.isDone }), let rule = open.rule, let start = open.startsAt,
      let occurrence = open.occurrence
    else { return nil }
    var words = Todo(uid: open.uid)
    words.title = open.title
    self.init(
      uid: open.uid, title: words.normalised(on: clock).title, rule: rule, start: start, occurrence: occurrence,
      due: open.due,
      done: rows.filter(\.isDone).compactMap { row in
        row.occurrence.map {
          // The name of one that no program has named follows from its id.
          Done(occurrence: $0, due: row.due, uid: row.uid == "\(row.item)" ? nil : row.uid)
        }
      })
    formerUIDs = open.formerUIDs
  }
}

extension JSON {
  fileprivate var uuid: UUID? { string.flatMap { UUID($0.utf8) } }
}
