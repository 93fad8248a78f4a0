import CivilTime

extension MovedItem {
  /// Sets the deadline.
  /// - Parameter zone: of a local time, and the one in which a moment is to be told; nil for the household's, or UTC.
  mutating func setDue(_ moment: Moment, zone: TimeZoneRules?) {
    switch moment {
    case .day(let day): (dueDate, dueTime, timeZone) = (day.iso, nil, nil)
    case .local(let time): (dueDate, dueTime, timeZone) = (time.date, time.time, zone?.name)
    case .utc(let seconds):
      let time = CivilTime(seconds: seconds + (zone?.offset(at: seconds) ?? 0))
      (dueDate, dueTime, timeZone) = (time.date, time.time, zone?.name ?? "UTC")
    }
  }

  /// The deadline in seconds since 1970, in the zone of the item, or in UTC where it has none.
  var dueSeconds: Int? {
    guard let dueDate, var time = CivilTime(date: dueDate) else { return nil }
    if let dueTime, let clock = TimeOfDay(dueTime) { (time.hour, time.minute) = (clock.hour, clock.minute) }
    guard dueTime != nil, let zone = timeZone.flatMap({ TimeZoneRules.named($0) }) else { return time.seconds }
    return zone.moment(of: time.seconds)
  }
}
