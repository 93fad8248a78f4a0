public import CivilTime
import Recurrence

/// The fields of a VTODO that a household's list has a place for.
public struct Todo: Equatable, Sendable {
  /// Of PRIORITY (RFC 5545 §3.8.1.9): 1 to 4, 5, 6 to 9.
  public enum Priority: Sendable, CaseIterable { case none, low, medium, high }

  public var uid: String
  /// One line.
  public var title = ""
  /// Lines end with a line feed.
  public var description = ""
  /// Each once.
  public var tags: [String] = []
  public var due: TodoTime?
  /// Of a series nil where it is the deadline itself.
  public var start: TodoTime?
  /// A rule that can be counted, as it is written.
  public var rule: String?
  public var priority = Priority.none
  public var isDone = false
  /// Seconds since 1970; nil while it is open, and where nothing says when.
  public var doneAt: Int?
  /// The UID of the to-do that it is a part of.
  public var parent: String?
  /// Seconds from the deadline, of a day from its midnight; negative before it. In order, each once.
  public var reminders: [Int] = []
  /// A name of CSS (RFC 7986 §5.9).
  public var color: String?
  /// Addresses, in order, each once.
  public var attachments: [String] = []
  /// Where Apple's programs show it (`X-APPLE-SORT-ORDER`).
  public var order: Int?

  /// An open one without a word.
  public init(uid: String) { self.uid = uid }

  /// - Parameters:
  ///   - component: a VTODO.
  ///   - calendar: the object that it is in, which may define its zones.
  ///   - clock: for times without a zone.
  init(_ component: CalendarObject.Component, in calendar: CalendarObject, on clock: ZoneTable) {
    uid = component["UID"]?.value.trimmed ?? ""
    title = component["SUMMARY"]?.text.oneLine ?? ""
    description = component["DESCRIPTION"]?.text.withLineFeeds ?? ""
    for property in component.properties {
      switch property.name {
      case "CATEGORIES": tags += property.texts
      case "ATTACH":
        let isInline = property["VALUE"]?.uppercased() == "BINARY" || property["ENCODING"] != nil
        if !isInline { attachments.append(property.value.trimmed) }
      default: break
      }
    }
    due = component["DUE"].flatMap { calendar.time($0, in: clock) }
    start = component["DTSTART"].flatMap { calendar.time($0, in: clock) }
    if due == nil, let start,
      let seconds = component["DURATION"].flatMap({ CalendarObject.seconds(ofDuration: $0.value) })
    {
      due =
        switch start {
        case .day(let day): .day(CalendarDate(days: day.days + seconds / 86400))
        case .moment(let moment): .moment(moment + seconds)
        }
    }
    rule = component["RRULE"]?.value
    let from = start
    if rule.flatMap({ RecurrenceRule($0.trimmed) }) != nil { due = due ?? start }
    switch component["PRIORITY"].flatMap({ Int($0.value.trimmed) }) ?? 0 {
    case 1...4: priority = .high
    case 5: priority = .medium
    case 6...9: priority = .low
    default: break
    }
    isDone = Self.isDone(component)
    if isDone { doneAt = component["COMPLETED"].flatMap { calendar.time($0, in: clock) }?.seconds(on: clock) }
    parent = component.properties.first(where: Self.namesParent)?.text.trimmed
    color = component["COLOR"].map { $0.text.trimmed.lowercased() }
    order = component["X-APPLE-SORT-ORDER"].flatMap { Int($0.value.trimmed) }
    if let due {
      let alarms = component.children.compactMap {
        Self.offset(of: $0, due: due, start: from, in: calendar, on: clock)
      }
      reminders = alarms
    }
    self = normalised(on: clock)
  }

  /// Whether a VTODO is completed, or cancelled.
  public static func isDone(_ component: CalendarObject.Component) -> Bool {
    let percent = component["PERCENT-COMPLETE"].flatMap { Int($0.value.trimmed) } ?? 0
    return switch component["STATUS"]?.value.trimmed.uppercased() {
    case "COMPLETED", "CANCELLED": true
    case "NEEDS-ACTION", "IN-PROCESS": false
    default: component["COMPLETED"] != nil || percent >= 100
    }
  }

  static func namesParent(_ property: CalendarObject.Property) -> Bool {
    property.name == "RELATED-TO" && property["RELTYPE"]?.uppercased() ?? "PARENT" == "PARENT"
  }

  /// Whether it is an alarm at a time: not at a place, not put off, and not one of Apple's that says there is none.
  static func mayRemind(_ alarm: CalendarObject.Component) -> Bool {
    alarm.name == "VALARM" && alarm["TRIGGER"] != nil && alarm["ACTION"]?.value.trimmed.uppercased() != "NONE"
      && alarm["X-APPLE-STRUCTURED-LOCATION"] == nil && alarm["X-APPLE-PROXIMITY"] == nil && alarm["PROXIMITY"] == nil
      && alarm["RELATED-TO"]?["RELTYPE"]?.uppercased() != "SNOOZE"
  }

  /// When an alarm is, in seconds from the deadline; nil for one at a place, one that is only put off, and what is none.
  static func offset(
    of alarm: CalendarObject.Component, due: TodoTime, start: TodoTime?, in calendar: CalendarObject,
    on clock: ZoneTable
  ) -> Int? {
    guard mayRemind(alarm), let trigger = alarm["TRIGGER"] else { return nil }
    let base = due.seconds(on: clock)
    if let seconds = CalendarObject.seconds(ofDuration: trigger.value) {
      // From the start, unless it says otherwise (RFC 5545 §3.8.6.3): of an item without a start from its deadline.
      guard trigger["RELATED"]?.uppercased() != "END", let start else { return seconds }
      return start.seconds(on: clock) + seconds - base
    }
    return calendar.time(trigger, in: clock).map { $0.seconds(on: clock) - base }
  }

  /// As an object can say it: a start has the kind of the deadline and is not after it, reminders need a deadline, and only
  /// a to-do that is done has a moment of that.
  public func normalised(on clock: ZoneTable) -> Todo {
    var todo = self
    todo.uid = uid.oneLine
    todo.title = title.oneLine
    todo.description = description.withLineFeeds
    todo.parent = parent.flatMap { $0.oneLine.isEmpty ? nil : $0.oneLine }
    todo.attachments = Set(attachments.map(\.oneLine)).sorted()
    todo.rule = rule.flatMap { RecurrenceRule($0.trimmed) == nil ? nil : $0.trimmed }
    todo.tags = []
    for tag in tags.map(\.oneLine) where !tag.isEmpty && !todo.tags.contains(tag) { todo.tags.append(tag) }
    todo.reminders = due == nil ? [] : Set(reminders).sorted()
    if !isDone { todo.doneAt = nil }
    if let due, let start {
      switch (due, start) {
      case (.day, .moment): todo.start = .day(CalendarDate(start.local(on: clock)))
      case (.moment, .day): todo.start = .moment(start.seconds(on: clock))
      default: break
      }
      if let start = todo.start, start.seconds(on: clock) > due.seconds(on: clock) { todo.start = nil }
    }
    if todo.rule != nil {
      todo.due = due ?? todo.start
      if todo.start == todo.due { todo.start = nil }
    }
    todo.color = color.flatMap { $0.oneLine.isEmpty ? nil : $0.oneLine.lowercased() }
    return todo
  }
}

extension String {
  /// Without line breaks and other control characters, and with single spaces around them.
  var oneLine: String {
    func isBreak(_ scalar: Unicode.Scalar) -> Bool {
      scalar.value < 32 || scalar.value == 127 || scalar == "\u{2028}" || scalar == "\u{2029}"
    }
    guard unicodeScalars.contains(where: isBreak) else { return trimmed }
    return unicodeScalars.split(whereSeparator: isBreak).map { Substring($0).trimmed }.filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// With line feeds alone, and without other control characters but tabs.
  var withLineFeeds: String {
    guard utf8.contains(where: { $0 < 32 && $0 != 10 && $0 != 9 || $0 == 127 }) else { return self }
    var result: [UInt8] = []
    var last: UInt8 = 0
    for byte in utf8 {
      switch byte {
      case 13: result.append(10)
      case 10 where last == 13: break
      case 9, 10, 32..<127, 128...: result.append(byte)
      default: break
      }
      last = byte
    }
    return String(decoding: result, as: UTF8.self)
  }
}
