import CivilTime

extension MovedItem {
  /// Sets the deadline.
  /// - Parameter zone: of a local time, and the one in which a moment is to be told; nil for the household's, or UTC.
  mutating func setDue(_ moment: Moment, zone: TimeZoneRules?) {
    let time =
      switch moment {
      case .day(let day): day.civil
      case .local(let time): time
      case .utc(let seconds): CivilTime(seconds: seconds + (zone?.offset(at: seconds) ?? 0))
      }
    // A duration or a zone may lead to a year that dates are not written with.
    guard (1...9999).contains(time.year) else { return }
    switch moment {
    case .day(let day): (dueDate, dueTime, timeZone) = (day.iso, nil, nil)
    case .local: (dueDate, dueTime, timeZone) = (time.date, time.time, zone?.name)
    case .utc: (dueDate, dueTime, timeZone) = (time.date, time.time, zone?.name ?? "UTC")
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
