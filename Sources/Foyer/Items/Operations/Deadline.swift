/// When an item is due: on a day, or at a moment.
enum Deadline: Equatable {
  case day(CalendarDate)
  /// On the member's clock.
  case moment(CivilTime)

  init(_ time: CivilTime) { self = time.isWholeDay ? .day(CalendarDate(time)) : .moment(time) }

  var day: CalendarDate {
    switch self {
    case .day(let day): day
    case .moment(let time): CalendarDate(time)
    }
  }

  /// For a statement, which understands it on the member's clock: `2026-11-23 18:00`.
  var text: String {
    switch self {
    case .day(let day): "\(day.iso) 23:59"
    case .moment(let time): "\(time.date) \(time.time)"
    }
  }
}

/// A time of day.
struct TimeOfDay: Equatable {
  let hour: Int
  let minute: Int

  init(_ time: (hour: Int, minute: Int)) { (hour, minute) = time }
}

extension CalendarDate {
  /// Whether a field may have the day: not those of the calendar's first and last year, which could be outside its range in
  /// another time zone.
  var isAllowed: Bool { (2...9998).contains(civil.year) }

  func at(_ time: TimeOfDay) -> CivilTime { CivilTime(seconds: days * 86400 + time.hour * 3600 + time.minute * 60) }
}
