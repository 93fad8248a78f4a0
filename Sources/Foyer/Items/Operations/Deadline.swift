import CivilTime

/// When an item is due: on a day, which is the same for every member, or at a moment.
enum Deadline: Equatable {
  case day(CalendarDate)
  /// On the member's clock.
  case moment(CivilTime)

  var day: CalendarDate {
    switch self {
    case .day(let day): day
    case .moment(let time): CalendarDate(time)
    }
  }

  /// The column `due_day`.
  var dueDay: CalendarDate? { if case .day(let day) = self { day } else { nil } }
}

extension CalendarDate {
  /// Whether a field may have the day: not those of the calendar's first and last year, which could be outside its range in
  /// another time zone.
  var isAllowed: Bool { (2...9998).contains(civil.year) }

  /// Its last minute, by which the days of a series are counted.
  var end: CivilTime { CivilTime(seconds: days * 86400 + 86_340) }

  func at(_ time: TimeOfDay) -> CivilTime { CivilTime(seconds: days * 86400 + time.hour * 3600 + time.minute * 60) }
}
