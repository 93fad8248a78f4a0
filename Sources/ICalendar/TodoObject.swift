public import CivilTime
import Recurrence

/// A calendar object with one VTODO, and the components for single dates of it. Lines that nothing changes stay as they
/// are.
public struct TodoObject: Equatable, Sendable {
  /// Why an object that a program sends is not kept, by the precondition of RFC 4791 §5.3.2.1.
  public enum Problem: String, Error {
    /// It is no iCalendar object, or not a whole one.
    case data = "valid-calendar-data"
    /// It has something else than VTODOs.
    case component = "supported-calendar-component"
    /// It has several to-dos, none of its own, or no UID.
    case resource = "valid-calendar-object-resource"
    /// Its UID or the whole of it is too long.
    case size = "max-resource-size"
  }

  /// More bytes are in no object: a description has 100,000 characters.
  public static let maximumBytes = 1 << 19
  /// More bytes are in no UID that is kept.
  public static let maximumUID = 1_000

  public private(set) var calendar: CalendarObject
  /// The index of the to-do among the components.
  private var index: Int

  /// An object that a program sends.
  public init(_ bytes: [UInt8]) throws(Problem) {
    guard bytes.count <= Self.maximumBytes else { throw .size }
    var calendar = CalendarObject(bytes)
    guard calendar.isSound else { throw .data }
    let others = calendar.components.filter { $0.name != "VTODO" && $0.name != "VTIMEZONE" }
    let known = ["VEVENT", "VJOURNAL", "VFREEBUSY", "VAVAILABILITY", "VPOLL"]
    if others.contains(where: { known.contains($0.name) }) { throw .component }
    let todos = calendar.components.indices.filter { calendar.components[$0].name == "VTODO" }
    let masters = todos.filter { calendar.components[$0]["RECURRENCE-ID"] == nil }
    guard masters.count == 1, let uid = calendar.components[masters[0]]["UID"]?.value.trimmed, !uid.isEmpty else {
      throw todos.isEmpty ? .component : .resource
    }
    guard uid.utf8.count <= Self.maximumUID else { throw .size }
    // DAVx5 4.5.12 sent dates of a series without a UID.
    guard todos.allSatisfy({ [uid, nil].contains(calendar.components[$0]["UID"]?.value.trimmed) }) else {
      throw .resource
    }
    // It belongs to messages (RFC 4791 §4.1).
    calendar.properties.removeAll { $0.name == "METHOD" }
    (self.calendar, index) = (calendar, masters[0])
  }

  /// A new one.
  /// - Parameters:
  ///   - producer: the value of PRODID.
  ///   - clock: on which it tells times.
  ///   - created: seconds since 1970; `changed`: likewise.
  public init(_ todo: Todo, producer: String, on clock: ZoneTable, created: Int, changed: Int) {
    var component = CalendarObject.Component(name: "VTODO")
    component.properties = [
      .init("UID", todo.uid.oneLine), .init("DTSTAMP", ICalendar.utc(changed)),
      .init("CREATED", ICalendar.utc(created)), .init("STATUS", "NEEDS-ACTION"),
    ]
    calendar = CalendarObject(
      properties: [.init("VERSION", "2.0"), .init("PRODID", producer)], components: [component])
    index = 0
    apply(todo, on: clock, changed: changed)
  }

  public var bytes: [UInt8] { calendar.bytes }

  public var uid: String { component["UID"]?.value.trimmed ?? "" }

  /// The VTODO of the whole series, or of what does not repeat.
  public var component: CalendarObject.Component { calendar.components[index] }

  /// The components for single dates of the series.
  public var overrides: [CalendarObject.Component] {
    calendar.components.filter { $0.name == "VTODO" && $0["RECURRENCE-ID"] != nil }
  }

  /// The fields, as they are read.
  /// - Parameter clock: for times without a zone.
  public func todo(on clock: ZoneTable) -> Todo { Todo(component, in: calendar, on: clock) }

  /// Leaves out what is said of single dates: of those that are done there are objects of their own, and DAVx5 ends at others
  /// of whole days.
  public mutating func removeOverrides(where isOver: (CalendarObject.Component) -> Bool = { _ in true }) {
    calendar.components.removeAll { $0.name == "VTODO" && $0["RECURRENCE-ID"] != nil && isOver($0) }
    index = calendar.components.firstIndex { $0.name == "VTODO" && $0["RECURRENCE-ID"] == nil } ?? 0
  }

  /// Says of the to-do what a value says. Each property whose reading is the value's already stays as it is.
  /// - Parameters:
  ///   - todo: its UID replaces the object's.
  ///   - clock: on which new times are told.
  ///   - changed: seconds since 1970.
  ///   - fixed: alarms that stay at their moments when the deadline moves, by their seconds from the one before.
  public mutating func apply(_ todo: Todo, on clock: ZoneTable, changed: Int, fixed: Set<Int> = []) {
    let (old, new) = (self.todo(on: clock), todo.normalised(on: clock))
    guard old != new else { return }
    var it = component
    if old.uid != new.uid { it.set("UID", [.init("UID", new.uid.oneLine)]) }
    if old.title != new.title { it.set("SUMMARY", new.title.isEmpty ? [] : [.init(text: new.title, "SUMMARY")]) }
    if old.description != new.description {
      it.set("DESCRIPTION", new.description.isEmpty ? [] : [.init(text: new.description, "DESCRIPTION")])
    }
    if old.tags != new.tags {
      let value = new.tags.map { ICalendar.escaped($0) }.joined(separator: ",")
      it.set("CATEGORIES", new.tags.isEmpty ? [] : [.init("CATEGORIES", value)])
    }
    setDates(&it, from: old, to: new, on: clock)
    if old.priority != new.priority {
      let value =
        switch new.priority {
        case .none: ""
        case .low: "9"
        case .medium: "5"
        case .high: "1"
        }
      it.set("PRIORITY", value.isEmpty ? [] : [.init("PRIORITY", value)])
    }
    setDone(&it, from: old, to: new)
    if old.parent != new.parent {
      let place = it.properties.firstIndex(where: Todo.namesParent) ?? it.properties.count
      it.properties.removeAll(where: Todo.namesParent)
      if let parent = new.parent {
        it.properties.insert(.init(text: parent, "RELATED-TO"), at: min(place, it.properties.count))
      }
    }
    if old.color != new.color { it.set("COLOR", new.color.map { [.init(text: $0, "COLOR")] } ?? []) }
    if old.order != new.order {
      it.set("X-APPLE-SORT-ORDER", new.order.map { [.init("X-APPLE-SORT-ORDER", "\($0)")] } ?? [])
    }
    if old.attachments != new.attachments {
      it.properties.removeAll { line in
        line.name == "ATTACH" && old.attachments.contains(line.value.trimmed)
          && !new.attachments.contains(line.value.trimmed)
      }
      for address in new.attachments where !old.attachments.contains(address) {
        it.properties.append(.init("ATTACH", address))
      }
    }
    setReminders(&it, from: old, to: new, fixed: fixed, on: clock)
    it.set("DTSTAMP", [.init("DTSTAMP", ICalendar.utc(changed))])
    it.set("LAST-MODIFIED", [.init("LAST-MODIFIED", ICalendar.utc(changed))])
    calendar.components[index] = it
    defineZone(clock)
  }

  private func setDates(_ it: inout CalendarObject.Component, from old: Todo, to new: Todo, on clock: ZoneTable) {
    // One that cannot be counted stays until another is set.
    if old.rule != new.rule { it.set("RRULE", new.rule.map { [.init("RRULE", $0)] } ?? []) }
    guard old.due != new.due || old.start != new.start || (old.rule == nil) != (new.rule == nil) else { return }
    if old.due != new.due || it["DUE"] == nil {
      it.set("DURATION", [])
      it.set("DUE", new.due.map { [$0.property("DUE", on: clock)] } ?? [])
    }
    // A rule is counted from it.
    let start = new.start ?? (new.rule == nil ? nil : new.due)
    let written = it["DTSTART"].flatMap { calendar.time($0, in: clock) }
    if written != start { it.set("DTSTART", start.map { [$0.property("DTSTART", on: clock)] } ?? []) }
  }

  private func setDone(_ it: inout CalendarObject.Component, from old: Todo, to new: Todo) {
    if old.isDone != new.isDone {
      it.set("STATUS", [.init("STATUS", new.isDone ? "COMPLETED" : "NEEDS-ACTION")])
      if new.isDone {
        it.set("PERCENT-COMPLETE", [.init("PERCENT-COMPLETE", "100")])
      } else {
        it.set("COMPLETED", [])
        if it["PERCENT-COMPLETE"]?.value.trimmed == "100" { it.set("PERCENT-COMPLETE", []) }
      }
    }
    if old.doneAt != new.doneAt {
      it.set("COMPLETED", new.doneAt.map { [.init("COMPLETED", ICalendar.utc($0))] } ?? [])
    }
  }

  /// The alarms that are wanted stay, with the dates as they are now; others are removed, and new ones follow. One that was counted from
  /// the start, or is at a moment, moves with the deadline, and has everything else that a program has said of it.
  private func setReminders(
    _ it: inout CalendarObject.Component, from old: Todo, to new: Todo, fixed: Set<Int>, on clock: ZoneTable
  ) {
    guard let due = new.due else { return }
    let start = it["DTSTART"].flatMap { calendar.time($0, in: clock) }
    let oldStart = component["DTSTART"].flatMap { calendar.time($0, in: clock) }
    var missing = new.reminders
    it.children = it.children.compactMap { alarm in
      guard let offset = Todo.offset(of: alarm, due: due, start: start, in: calendar, on: clock) else { return alarm }
      let before = old.due.flatMap { Todo.offset(of: alarm, due: $0, start: oldStart, in: calendar, on: clock) }
      if let before, fixed.contains(before) {
        missing.removeAll { $0 == before }
        return alarm
      }
      if new.reminders.contains(offset) {
        missing.removeAll { $0 == offset }
        return alarm
      }
      guard let before, new.reminders.contains(before) else { return nil }
      missing.removeAll { $0 == before }
      var moved = alarm
      moved.set("TRIGGER", [.init("TRIGGER", [.init("RELATED", "END")], CalendarObject.duration(before))])
      return moved
    }
    for offset in missing {
      var alarm = CalendarObject.Component(name: "VALARM")
      alarm.properties = [
        .init("ACTION", "DISPLAY"), .init(text: new.title.isEmpty ? "-" : new.title, "DESCRIPTION"),
        .init("TRIGGER", [.init("RELATED", "END")], CalendarObject.duration(offset)),
      ]
      it.children.append(alarm)
    }
  }

  mutating func replace(_ component: CalendarObject.Component) { calendar.components[index] = component }

  /// Of each date of the series what the stored object says, where this one has left it as it is in the other.
  mutating func keepDates(of stored: TodoObject, since base: TodoObject?, isCopy: Bool) {
    func dates(_ object: TodoObject) -> [String: CalendarObject.Component] {
      Dictionary(object.overrides.map { ($0["RECURRENCE-ID"]?.value.trimmed ?? "", $0) }) { first, _ in first }
    }
    let (old, here, there) = (base.map(dates) ?? [:], dates(stored), dates(self))
    for date in Set(old.keys).union(here.keys).sorted()
    where (there[date] == old[date] || isCopy && there[date] == nil) && here[date] != there[date] {
      removeOverrides { $0["RECURRENCE-ID"]?.value.trimmed == date }
      if let kept = here[date] { calendar.components.append(kept) }
    }
    // Zones that their times name.
    func zones(_ object: TodoObject) -> [CalendarObject.Component] {
      object.calendar.components.filter { $0.name == "VTIMEZONE" }
    }
    let names = Set(zones(self).compactMap { $0["TZID"]?.value.trimmed })
    let used = Set(overrides.flatMap { $0.properties.compactMap { $0["TZID"] } })
    let missing = zones(stored).filter {
      $0["TZID"].map { used.subtracting(names).contains($0.value.trimmed) } ?? false
    }
    calendar.components.insert(contentsOf: missing, at: 0)
    index += missing.count
  }

  private mutating func defineZone(_ clock: ZoneTable) {
    let isUsed = component.properties.contains { $0["TZID"] == clock.name }
    let isDefined = calendar.components.contains { $0.name == "VTIMEZONE" && $0["TZID"]?.value.trimmed == clock.name }
    guard isUsed, !isDefined else { return }
    var zone = ICalendar()
    zone.zone(clock)
    let definition = CalendarObject(zone.bytes).components
    calendar.components.insert(contentsOf: definition, at: 0)
    index += definition.count
  }
}
