import CivilTime
import EventLoop
import Recurrence

/// The dates of a series behind its open item: each becomes an item once the one before it is done.
struct LaterDates: Sendable {
  let rule: String
  /// Civil times in seconds, as `CivilTime.seconds`.
  let start: Int
  /// The occurrence of the open item.
  let occurrence: Int
  let skipped: [Int]

  /// The dates within a range, in order. It takes a millisecond for a few hundred series, and longer for rules that
  /// rarely match: to be called off the event loop.
  func dates(in range: ClosedRange<CivilTime>, until deadline: Instant) -> [CivilTime] {
    guard let rule = RecurrenceRule(rule), occurrence < range.upperBound.seconds else { return [] }
    let start = CivilTime(seconds: start)
    let first = max(range.lowerBound, CivilTime(seconds: occurrence + 1))
    guard rule.count != nil else {
      return rule.dates(from: start, in: first...range.upperBound).filter { !skipped.contains($0.seconds) }
    }
    // A rule with a count is counted from its beginning, which may be long ago.
    var dates: [CivilTime] = []
    for (number, date) in rule.dates(from: start).enumerated() {
      if date > range.upperBound || number % 1024 == 1023 && Instant.now() > deadline { break }
      if date >= first && !skipped.contains(date.seconds) { dates.append(date) }
    }
    return dates
  }

  /// A date of one of several series.
  struct Found: Sendable {
    /// The place of its series.
    let series: Int
    let date: CivilTime
  }

  /// The longest time that a search may take up a worker: rules without an end in sight are left out then.
  private static let patience = Duration.milliseconds(100)

  /// The dates of several series by their days, the earliest first, at most `limit` a day.
  static func byDay(
    _ series: [LaterDates], in days: ClosedRange<CalendarDate>, limit: Int
  ) -> [CalendarDate: [Found]] {
    let deadline = Instant.now() + patience
    let range = days.lowerBound.civil...CivilTime(seconds: days.upperBound.civil.seconds + 86399)
    var found: [CalendarDate: [Found]] = [:]
    for (place, one) in series.enumerated() {
      if Instant.now() > deadline { break }
      for date in one.dates(in: range, until: deadline) {
        found[CalendarDate(date), default: []].append(Found(series: place, date: date))
      }
    }
    return found.mapValues { Array($0.sorted { $0.date < $1.date }.prefix(limit)) }
  }
}
