import CivilTime
import ICalendar

extension CalendarTasks {
  /// The seconds of a duration; nil for more than a thousand years, and for a text that is none.
  static func span(_ text: String) -> Int? {
    guard text.utf8.count < 100, let seconds = CalendarObject.seconds(ofDuration: text) else { return nil }
    return (-31_622_400_000...31_622_400_000).contains(seconds) ? seconds : nil
  }

  mutating func dates(_ component: CalendarObject.Component, _ draft: inout Draft) {
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

  struct ZonedMoment {
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
  mutating func moment(_ property: CalendarObject.Property, _ draft: inout Draft) -> ZonedMoment? {
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

  /// The same of a property that was read before: what does not exist was noted then.
  mutating func known(_ property: CalendarObject.Property) -> ZonedMoment? {
    var scratch = Draft()
    let said = file.leftOut.count
    defer { file.leftOut.removeLast(file.leftOut.count - said) }
    return moment(property, &scratch)
  }

  mutating func zone(_ name: String) -> TimeZoneRules? {
    if let known = zones[name] { return known }
    let zone = calendar.zone(name)
    if zones.count < 1000 { zones[name] = zone }
    return zone
  }

  func stamp(_ property: CalendarObject.Property) -> Int? {
    guard let moment = Moment(property.value) else { return nil }
    if case .local(let time) = moment, let zone = property["TZID"].flatMap({ TimeZoneRules.named($0) }) {
      return zone.moment(of: time.seconds)
    }
    return moment.stamp
  }

  // MARK: Alarms

  mutating func take(
    _ alarm: CalendarObject.Component, _ component: CalendarObject.Component, _ draft: inout Draft
  ) {
    if let place = alarm["X-APPLE-STRUCTURED-LOCATION"] {
      let isLeaving = alarm["X-APPLE-PROXIMITY"]?.value.trimmed.uppercased() == "DEPART"
      draft.keep(isLeaving ? "Reminder on leaving" : "Reminder at", place["X-TITLE"] ?? place.text)
      return
    }
    guard let trigger = alarm["TRIGGER"], alarm["ACTION"]?.value.trimmed.uppercased() != "NONE" else { return }
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
    let start = component["DTSTART"].flatMap { known($0) }
    let isFromEnd = trigger["RELATED"]?.uppercased() == "END"
    if !isFromEnd, let start {
      shift = draft.item.dueSeconds.map { $0 - start.seconds } ?? 0
    }
    draft.remind(secondsBefore: shift - duration, value)
  }
}
