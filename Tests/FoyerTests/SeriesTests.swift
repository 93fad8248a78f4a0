import CivilTime
import Recurrence
import Testing

@testable import Foyer
@testable import Postgres

@Suite struct SeriesTests {
  private static func time(_ text: String) throws -> CivilTime { try #require(CivilTime(timestamp: "\(text):00".utf8)) }

  /// Rule, first date, the date that was ticked, what the clock shows, what it has shown already, the next date.
  private static let late: [(String, String, String, String, String, String)] = [
    ("FREQ=DAILY", "2027-03-01 09:00", "2027-03-01 09:00", "2027-03-05 22:30", "", "2027-03-06 09:00"),
    ("FREQ=DAILY", "2027-03-01 09:00", "2027-03-01 09:00", "2027-03-05 08:30", "", "2027-03-05 09:00"),
    ("FREQ=DAILY", "2027-03-01 09:00", "2027-03-06 09:00", "2027-03-05 22:30", "", "2027-03-07 09:00"),
    ("FREQ=DAILY", "2027-03-01 23:59", "2027-03-01 23:59", "2027-03-05 22:30", "", "2027-03-05 23:59"),
    ("FREQ=WEEKLY;BYDAY=FR", "2027-02-26 09:00", "2027-02-26 09:00", "2027-03-05 22:30", "", "2027-03-12 09:00"),
    ("FREQ=WEEKLY", "2027-02-26 09:00", "2027-02-26 09:00", "2027-03-05 09:00", "", "2027-03-12 09:00"),
    (
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", "2027-02-01 09:00", "2027-02-01 09:00", "2027-03-05 22:30", "",
      "2027-03-15 09:00"
    ),
    ("FREQ=MONTHLY;BYMONTHDAY=5", "2027-02-05 09:00", "2027-02-05 09:00", "2027-03-05 09:01", "", "2027-04-05 09:00"),
    ("FREQ=MONTHLY", "2026-10-31 09:00", "2026-10-31 09:00", "2026-10-31 08:00", "", "2026-12-31 09:00"),
    // In the hour that the clock shows for the second time.
    ("FREQ=DAILY", "2027-10-01 02:30", "2027-10-30 02:30", "2027-10-31 02:10", "2027-10-31 03:10", "2027-11-01 02:30"),
  ]

  @Test(arguments: late.indices)
  func `What is ticked or skipped late goes on after now`(number: Int) throws {
    let (rule, first, ticked, now, passed, next) = Self.late[number]
    let series = Series(
      id: .v7(), rule: try #require(RecurrenceRule(rule)), origin: .due, startsAt: try Self.time(first),
      now: try Self.time(now), passed: try Self.time(passed.isEmpty ? now : passed))
    #expect(series.next(after: try Self.time(ticked)) == (try Self.time(next)))
    #expect(series.next(skipping: try Self.time(ticked)) == (try Self.time(next)))
  }

  @Test(arguments: ["FREQ=DAILY", "FREQ=WEEKLY", "FREQ=MONTHLY", "FREQ=YEARLY"])
  func `What is counted from the day it is done is never over`(rule: String) throws {
    for now in ["2027-03-05 00:00", "2027-03-05 08:59", "2027-03-05 23:59"] {
      let series = Series(
        id: .v7(), rule: try #require(RecurrenceRule(rule)), origin: .done, startsAt: try Self.time("2027-01-31 09:00"),
        now: try Self.time(now), passed: try Self.time(now))
      #expect(try #require(series.next(after: series.startsAt)) > series.now)
    }
  }
}
