public import CivilTime
public import ICalendar
import Recurrence

extension CalendarData {
  /// Dates of a series that one answer has at most.
  public static let maximumInstances = 500

  /// An object as it is asked for: expanded into the dates of a range, or with the parts that are named.
  /// - Parameter clock: for days, and for times without a zone.
  public func selected(_ object: TodoObject, on clock: ZoneTable) -> CalendarObject {
    selected(object.calendar, on: clock)
  }

  /// The same of any object with to-dos or events of one UID.
  public func selected(_ whole: CalendarObject, on clock: ZoneTable) -> CalendarObject {
    var calendar = whole
    if let expand { calendar = Self.expanded(whole, expand, on: clock) }
    guard let component, component.name == "VCALENDAR" else { return calendar }
    if let names = component.properties { calendar.properties.removeAll { !names.contains($0.name) } }
    if let parts = component.components { calendar.components = Self.selected(calendar.components, parts) }
    return calendar
  }

  private static func selected(
    _ components: [CalendarObject.Component], _ parts: [Component]
  ) -> [CalendarObject.Component] {
    components.compactMap { component in
      guard let part = parts.first(where: { $0.name == component.name }) else { return nil }
      var it = component
      if let names = part.properties { it.properties.removeAll { !names.contains($0.name) } }
      if let inner = part.components { it.children = selected(it.children, inner) }
      return it
    }
  }

  /// Each date of a series as a component of its own, in UTC and without a zone (RFC 4791 §9.6.5).
  private static func expanded(_ calendar: CalendarObject, _ range: TimeRange, on clock: ZoneTable) -> CalendarObject {
    let all = calendar.components.filter { $0.name != "VTIMEZONE" }
    guard let master = all.first(where: { $0["RECURRENCE-ID"] == nil }) else { return calendar }
    let overrides = all.filter { $0["RECURRENCE-ID"] != nil }
    let ending = master.name == "VEVENT" ? "DTEND" : "DUE"
    func utc(_ name: String, _ time: TodoTime) -> CalendarObject.Property {
      switch time {
      case .day(let day): .init(name, [.init("VALUE", "DATE")], day.civil.basicDate)
      case .moment(let seconds): .init(name, [], ICalendar.utc(seconds))
      }
    }
    func time(_ name: String, _ component: CalendarObject.Component) -> TodoTime? {
      component[name].flatMap { calendar.time($0, in: clock) }
    }
    func inUTC(_ component: CalendarObject.Component) -> CalendarObject.Component {
      var it = component
      for name in ["DTSTART", ending, "RECURRENCE-ID"] {
        if let time = time(name, component) { it.set(name, [utc(name, time)]) }
      }
      for name in ["RRULE", "RDATE", "EXDATE", "EXRULE"] { it.set(name, []) }
      return it
    }
    var expanded = CalendarObject(properties: calendar.properties, components: [])
    guard let rule = master["RRULE"].flatMap({ RecurrenceRule($0.value) }),
      let first = time("DTSTART", master) ?? time(ending, master), let start = range.start, let end = range.end
    else {
      expanded.components = [inUTC(master)]
      return expanded
    }
    let begin = first.local(on: clock)
    let length =
      time(ending, master).map { $0.local(on: clock).seconds - begin.seconds }
      ?? (master.name == "VEVENT" && first.isDay ? 86_400 : 0)
    let skipped = master.properties.filter { $0.name == "EXDATE" }.compactMap { calendar.time($0, in: clock) }
    let changed = overrides.compactMap { time("RECURRENCE-ID", $0) }
    func shifted(_ date: CivilTime, by seconds: Int) -> TodoTime {
      let local = CivilTime(seconds: date.seconds + seconds)
      return first.isDay ? .day(CalendarDate(local)) : .moment(clock.moment(of: local.seconds))
    }
    let earliest = CivilTime(seconds: start - min(abs(length), 36_600 * 86400) - 2 * 86400)
    for date in RecurrenceDates(rule, from: begin, notBefore: earliest) {
      let (own, due) = (shifted(date, by: 0), shifted(date, by: length))
      if own.seconds(on: clock) >= end || expanded.components.count >= maximumInstances { break }
      if max(own.seconds(on: clock), due.seconds(on: clock)) < start { continue }
      if skipped.contains(own) || changed.contains(own) { continue }
      var it = inUTC(master)
      if master["DTSTART"] != nil { it.set("DTSTART", [utc("DTSTART", own)]) }
      if master[ending] != nil { it.set(ending, [utc(ending, due)]) }
      it.set("RECURRENCE-ID", [utc("RECURRENCE-ID", own)])
      expanded.components.append(it)
    }
    expanded.components += overrides.filter { override in
      guard let date = (time("DTSTART", override) ?? time(ending, override))?.seconds(on: clock) else { return false }
      return date >= start && date < end
    }.map(inUTC)
    return expanded
  }
}
