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

  /// Wednesday, 18 November 2026, 10:30; a Sunday evening; the last evening of a month.
  @Test(arguments: [
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", "2026-11-18 10:30", "", "2026-11-30 23:59"),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", "2026-11-18 10:30", "", "2026-11-20 23:59"),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=WE", "2026-11-18 10:30", "09:00", "2026-12-02 09:00"),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", "2026-11-22 10:00", "18:00", "2026-12-04 18:00"),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", "2026-11-22 20:00", "18:00", "2026-12-04 18:00"),
    ("FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=5", "2026-11-30 10:00", "18:00", "2027-01-05 18:00"),
    ("FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=5", "2026-11-30 20:00", "18:00", "2027-01-05 18:00"),
    ("FREQ=DAILY;INTERVAL=2", "2026-11-18 10:30", "09:00", "2026-11-19 09:00"),
    ("FREQ=WEEKLY", "2026-11-18 10:30", "09:00", "2026-11-19 09:00"),
    ("FREQ=WEEKLY;BYDAY=WE", "2026-11-18 10:30", "09:00", "2026-11-25 09:00"),
  ])
  func `A rule without a date is counted from the week or month that is running`(
    rule: String, now: String, time: String, first: String
  ) throws {
    let rule = try #require(RecurrenceRule(rule))
    let time = CivilTime.timeOfDay(time).map { (hour: $0.0, minute: $0.1) }
    #expect(rule.first(at: time, try Self.time(now)) == (try Self.time(first)))
  }

  @Test(arguments: [
    ("FREQ=MONTHLY", "2026-10-31 09:00", true), ("FREQ=MONTHLY", "2026-10-29 09:00", true),
    ("FREQ=MONTHLY", "2026-10-28 09:00", false), ("FREQ=MONTHLY;BYMONTHDAY=-1", "2026-10-31 09:00", false),
    ("FREQ=MONTHLY;BYMONTHDAY=15,31", "2026-10-15 09:00", true),
    ("FREQ=MONTHLY;BYMONTHDAY=30", "2026-10-30 09:00", true),
    ("FREQ=MONTHLY;BYMONTHDAY=-30", "2026-10-02 09:00", true), ("FREQ=MONTHLY;BYDAY=5MO", "2026-11-30 09:00", true),
    ("FREQ=MONTHLY;BYDAY=-1MO", "2026-11-30 09:00", false), ("FREQ=MONTHLY;BYDAY=4MO", "2026-11-23 09:00", false),
    // January, March, May and so on: July and December, but for 31 days June.
    ("FREQ=MONTHLY;INTERVAL=12", "2026-10-31 09:00", false), ("FREQ=MONTHLY;INTERVAL=3", "2026-11-30 09:00", true),
    ("FREQ=MONTHLY;BYMONTH=1,3;BYMONTHDAY=31", "2026-01-31 09:00", false),
    ("FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1", "2026-10-31 09:00", false),
    ("FREQ=YEARLY", "2028-02-29 09:00", true), ("FREQ=YEARLY", "2028-02-28 09:00", false),
    ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "2028-02-29 09:00", true),
    ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1", "2028-02-29 09:00", false),
    ("FREQ=YEARLY;BYMONTH=11;BYDAY=5MO", "2026-11-30 09:00", true),
    ("FREQ=YEARLY;BYYEARDAY=366", "2028-12-31 09:00", true),
    ("FREQ=YEARLY;BYDAY=20MO", "2028-05-15 09:00", false), ("FREQ=DAILY", "2026-10-31 09:00", false),
    ("FREQ=WEEKLY;BYDAY=MO", "2026-10-31 09:00", false),
  ])
  func `It is known which rules leave out months or years`(rule: String, start: String, leavesOut: Bool) throws {
    #expect(try #require(RecurrenceRule(rule)).leavesOut(from: try Self.time(start)) == leavesOut)
  }
}
