/// The remaining time until a deadline, by the first rule that fits.
public enum RemainingTime: Equatable, Sendable {
  case overdue
  case years(Int)
  case months(Int, days: Int)
  case days(Int)
  case dayAfterTomorrow
  case tomorrow
  case hours(Int, minutes: Int, seconds: Int)
  case minutes(Int, seconds: Int)
  case seconds(Int)

  /// The first rule that fits. Months and days are those of the reader's calendar; below a day, elapsed seconds count,
  /// so that a change of daylight saving time does not add or remove an hour.
  public init(from now: Timestamp, to due: Timestamp) {
    guard due >= now else {
      self = .overdue
      return
    }
    // When the clocks are put back, a later moment can have an earlier local time.
    let (months, days, _) = due.local < now.local ? (0, 0, 0) : now.local.difference(to: due.local)
    let seconds = due.seconds - now.seconds
    self =
      switch (months, days) {
      case (12..., _): .years(months / 12)
      case (1..., _): .months(months, days: days)
      case (_, 3...): .days(days)
      case (_, 2): .dayAfterTomorrow
      case (_, 1): .tomorrow
      default:
        switch seconds {
        case 3600...: .hours(seconds / 3600, minutes: seconds / 60 % 60, seconds: seconds % 60)
        case 60...: .minutes(seconds / 60, seconds: seconds % 60)
        default: .seconds(seconds)
        }
      }
  }
}
