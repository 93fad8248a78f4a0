public import CivilTime
import Recurrence

/// Which components a `calendar-query` is about (RFC 4791 §9.7): the outermost filter is that of VCALENDAR.
public struct ComponentFilter: Equatable, Sendable {
  /// In capitals: `VCALENDAR`, `VTODO`.
  public var name: String
  /// Whether there may be no such component; nothing else is asked then.
  public var isNotDefined = false
  public var timeRange: TimeRange?
  public var properties: [PropertyFilter] = []
  public var components: [ComponentFilter] = []

  /// - Parameter name: in capitals.
  public init(_ name: String) { self.name = name }
}

/// Conditions on a property (RFC 4791 §9.7.2).
public struct PropertyFilter: Equatable, Sendable {
  /// In capitals: `SUMMARY`
  public var name: String
  public var isNotDefined = false
  public var timeRange: TimeRange?
  public var text: TextMatch?
  public var parameters: [ParameterFilter] = []

  /// - Parameter name: in capitals.
  public init(_ name: String) { self.name = name }
}

/// Conditions on a property's parameter (RFC 4791 §9.7.3).
public struct ParameterFilter: Equatable, Sendable {
  /// In capitals: `PARTSTAT`
  public var name: String
  public var isNotDefined = false
  public var text: TextMatch?

  /// - Parameter name: in capitals.
  public init(_ name: String) { self.name = name }
}

/// A text to be found within a value (RFC 4791 §9.7.5).
public struct TextMatch: Equatable, Sendable {
  /// How texts are compared (RFC 4790, RFC 5051).
  public enum Collation: String, CaseIterable, Sendable {
    case asciiCasemap = "i;ascii-casemap"
    case octet = "i;octet"
    case unicodeCasemap = "i;unicode-casemap"
  }

  /// Where the text has to be; `contains` unless a client uses the attribute of CardDAV (RFC 6352 §10.5.4).
  public enum Kind: String, Sendable {
    case contains, equals
    case startsWith = "starts-with"
    case endsWith = "ends-with"
  }

  public var text: String
  public var collation = Collation.asciiCasemap
  public var kind = Kind.contains
  /// Whether it must not be there.
  public var isNegated = false

  /// - Parameter text: as it is, not escaped.
  public init(_ text: String) { self.text = text }
}

/// From a moment on, and before another; either may be open, not both (RFC 4791 §9.9). Seconds since 1970 in UTC.
public struct TimeRange: Equatable, Sendable {
  public var start: Int?
  public var end: Int?

  /// - Parameters:
  ///   - start: seconds since 1970.
  ///   - end: seconds since 1970.
  public init(start: Int?, end: Int?) { (self.start, self.end) = (start, end) }

  /// Of two attributes as `20261120T160000Z`; nil where there is none, one is no such moment, or the end is not after the
  /// start.
  public init?(start: String?, end: String?) {
    guard start != nil || end != nil else { return nil }
    (self.start, self.end) = (start.flatMap { Self.moment($0) }, end.flatMap { Self.moment($0) })
    guard (self.start == nil) == (start == nil), (self.end == nil) == (end == nil) else { return nil }
    if let first = self.start, let last = self.end, first >= last { return nil }
  }

  private static func moment(_ text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard bytes.count == 16, bytes[8] == UInt8(ascii: "T"), bytes[15] == UInt8(ascii: "Z") else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      var value = 0
      for byte in bytes[range] {
        guard (0x30...0x39).contains(byte) else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      return value
    }
    guard let year = number(0..<4), let month = number(4..<6), let day = number(6..<8), let hour = number(9..<11),
      let minute = number(11..<13), let second = number(13..<15)
    else { return nil }
    return CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: min(second, 59))?.seconds
  }
}

extension ComponentFilter {
  /// Whether an object fits; this is the filter of VCALENDAR.
  /// - Parameter clock: for days, and for times without a zone.
  public func matches(_ calendar: CalendarObject, on clock: ZoneTable) -> Bool {
    guard !isNotDefined, properties.allSatisfy({ $0.matches(calendar.properties, in: calendar, on: clock) }) else {
      return false
    }
    return components.allSatisfy { $0.matches(calendar.components, inside: nil, of: calendar, on: clock) }
  }

  private func matches(
    _ all: [CalendarObject.Component], inside parent: CalendarObject.Component?, of calendar: CalendarObject,
    on clock: ZoneTable
  ) -> Bool {
    let own = all.filter { $0.name == name }
    if isNotDefined { return own.isEmpty }
    return own.contains { component in
      if let timeRange, !timeRange.overlaps(component, inside: parent, of: calendar, on: clock) { return false }
      return properties.allSatisfy { $0.matches(component.properties, in: calendar, on: clock) }
        && components.allSatisfy { $0.matches(component.children, inside: component, of: calendar, on: clock) }
    }
  }
}

extension PropertyFilter {
  fileprivate func matches(
    _ all: [CalendarObject.Property], in calendar: CalendarObject, on clock: ZoneTable
  ) -> Bool {
    let own = all.filter { $0.name == name }
    if isNotDefined { return own.isEmpty }
    // A text that must not be there is in none of several properties.
    if let text, text.isNegated, own.contains(where: { !text.matches($0.text) }) { return false }
    return own.contains { property in
      if let timeRange {
        guard let moment = calendar.time(property, in: clock)?.seconds(on: clock) else { return false }
        guard moment >= timeRange.start ?? .min, moment < timeRange.end ?? .max else { return false }
      }
      if let text, !text.matches(property.text) { return false }
      return parameters.allSatisfy { filter in
        let values = property.parameters.filter { $0.name == filter.name }
        if filter.isNotDefined { return values.isEmpty }
        return values.contains { filter.text?.matches($0.value) ?? true }
      }
    }
  }
}

extension TextMatch {
  /// Whether a value fits, escapes decoded.
  public func matches(_ value: String) -> Bool {
    let isFound =
      switch collation {
      case .octet: finds(Array(text.utf8), Array(value.utf8))
      case .asciiCasemap: finds(text.utf8.map(Self.small), value.utf8.map(Self.small))
      // Characters are compared by their canonical equivalence.
      case .unicodeCasemap: finds(Array(text.lowercased()), Array(value.lowercased()))
      }
    return isFound != isNegated
  }

  private static func small(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  private func finds<Element: Equatable>(_ part: [Element], _ whole: [Element]) -> Bool {
    switch kind {
    case .equals: whole == part
    case .startsWith: whole.starts(with: part)
    case .endsWith: whole.reversed().starts(with: part.reversed())
    case .contains: part.isEmpty || whole.contains(part)
    }
  }
}

extension TimeRange {
  /// Instances of a series that are looked at: some are done, and so one may not be enough.
  private static let maximumInstances = 2_000

  private func rings(
    _ alarm: CalendarObject.Component, of component: CalendarObject.Component, in calendar: CalendarObject,
    on clock: ZoneTable
  ) -> Bool {
    let first = component["DTSTART"].flatMap { calendar.time($0, in: clock) }
    guard let base = component["DUE"].flatMap({ calendar.time($0, in: clock) }) ?? first,
      let offset = Todo.offset(of: alarm, due: base, start: first, in: calendar, on: clock)
    else { return false }
    let moment = base.seconds(on: clock) + offset
    return start ?? Int.min <= moment && moment < end ?? Int.max
  }

  /// Whether a VTODO or a VEVENT, one of its dates, or an alarm is in the range, by the tables of RFC 4791 §9.9.
  fileprivate func overlaps(
    _ component: CalendarObject.Component, inside parent: CalendarObject.Component?, of calendar: CalendarObject,
    on clock: ZoneTable
  ) -> Bool {
    let (from, to) = (start ?? Int.min, end ?? Int.max)
    func time(_ name: String) -> TodoTime? { component[name].flatMap { calendar.time($0, in: clock) } }
    if component.name == "VALARM" {
      return parent.map { rings(component, of: $0, in: calendar, on: clock) } ?? false
    }
    let isEvent = component.name == "VEVENT"
    let (first, due) = (time("DTSTART"), time(isEvent ? "DTEND" : "DUE"))
    let length = component["DURATION"].flatMap { CalendarObject.seconds(ofDuration: $0.value) }
    func overlaps(start: Int?, due: Int?) -> Bool {
      switch (start, due) {
      case (let start?, let end?) where isEvent: end > start ? start < to && end > from : from <= start && start < to
      case (let start?, let due?): (from < due || from <= start) && (to > start || to >= due)
      case (let start?, nil): from <= start && to > start
      case (nil, let due?): from < due && to >= due
      case (nil, nil): true
      }
    }
    guard let anchor = first ?? due else {
      if isEvent { return false }
      let completed = time("COMPLETED")?.seconds(on: clock)
      let created = time("CREATED")?.seconds(on: clock)
      switch (completed, created) {
      case (let completed?, let created?):
        return (from <= created || from <= completed) && (to >= created || to >= completed)
      case (let completed?, nil): return from <= completed && to >= completed
      case (nil, let created?): return to > created
      case (nil, nil): return true
      }
    }
    let begin = anchor.local(on: clock)
    // By how much the clock shows more or less at the deadline than at the beginning.
    // Without an end an event has the whole day, or one moment.
    let usual: Int? = isEvent ? anchor.isDay ? 86_400 : 0 : nil
    let span: Int? =
      if first == nil { 0 } else { due.map { $0.local(on: clock).seconds - begin.seconds } ?? length ?? usual }
    func isIn(_ date: CivilTime) -> Bool {
      let moment = clock.moment(of: date.seconds)
      return overlaps(
        start: first == nil ? nil : moment, due: span.map { clock.moment(of: date.seconds + $0) })
    }
    guard let rule = component["RRULE"].flatMap({ RecurrenceRule($0.value.trimmed) }) else { return isIn(begin) }
    let skipped = component.properties.filter { $0.name == "EXDATE" }.flatMap { line in
      line.value.split(separator: ",").compactMap { calendar.time(String($0), line, in: clock)?.local(on: clock) }
    }
    // A clock is never changed by more than a day; no to-do lasts longer than a century.
    let reach = min(abs(span ?? 0), 36_600 * 86400) + 2 * 86400
    let earliest = start.map { CivilTime(seconds: $0 - reach) }
    var left = Self.maximumInstances
    for date in RecurrenceDates(rule, from: begin, notBefore: earliest) {
      left -= 1
      if left < 0 || date.seconds - reach > to { return false }
      if !skipped.contains(date), isIn(date) { return true }
    }
    return false
  }
}
