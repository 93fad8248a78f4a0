import CivilTime
import Testing

private func time(_ text: String) throws -> Timestamp { try #require(Timestamp(text.utf8)) }

@Suite struct CivilTimeTests {
  static let rules: [(now: String, due: String, expected: RemainingTime)] = [
    // "Past" is tested first: the source shows "0 s" for a task overdue by whole minutes.
    ("2026-11-23 18:00:00+00", "2026-11-23 17:59:59+00", .overdue),
    ("2026-11-23 18:00:00+00", "2026-11-23 17:59:00+00", .overdue),
    ("2026-11-23 18:00:00+00", "2026-11-23 17:00:00+00", .overdue),
    ("2026-11-23 18:00:00+00", "2026-11-22 18:00:00+00", .overdue),
    ("2026-11-23 18:00:00+00", "2025-11-23 18:00:00+00", .overdue),
    ("2026-11-23 18:00:00+00", "2026-11-23 18:00:00+00", .seconds(0)),
    ("2026-11-23 18:00:00+00", "2026-11-23 18:00:01+00", .seconds(1)),
    ("2026-11-23 18:00:00+00", "2026-11-23 18:00:59+00", .seconds(59)),
    ("2026-11-23 18:00:00+00", "2026-11-23 18:01:00+00", .minutes(1, seconds: 0)),
    ("2026-11-23 18:00:00+00", "2026-11-23 18:59:59+00", .minutes(59, seconds: 59)),
    ("2026-11-23 18:00:00+00", "2026-11-23 19:00:00+00", .hours(1, minutes: 0, seconds: 0)),
    ("2026-11-23 18:00:00+00", "2026-11-24 17:59:59+00", .hours(23, minutes: 59, seconds: 59)),
    ("2026-11-23 18:00:00+00", "2026-11-24 18:00:00+00", .tomorrow),
    ("2026-11-23 18:00:00+00", "2026-11-25 17:59:59+00", .tomorrow),
    ("2026-11-23 18:00:00+00", "2026-11-25 18:00:00+00", .dayAfterTomorrow),
    ("2026-11-23 18:00:00+00", "2026-11-26 17:59:59+00", .dayAfterTomorrow),
    ("2026-11-23 18:00:00+00", "2026-11-26 18:00:00+00", .days(3)),
    ("2026-11-23 18:00:00+00", "2026-12-23 17:59:59+00", .days(29)),
    ("2026-11-23 18:00:00+00", "2026-12-23 18:00:00+00", .months(1, days: 0)),
    ("2026-11-23 18:00:00+00", "2027-11-23 17:59:59+00", .months(11, days: 30)),
    ("2026-11-23 18:00:00+00", "2027-11-23 18:00:00+00", .years(1)),
    ("2026-11-23 18:00:00+00", "2028-11-23 17:59:59+00", .years(1)),
    ("2026-11-23 18:00:00+00", "9998-12-31 23:59:00+00", .years(7972)),
    // Months are those of the calendar.
    ("2026-02-01 00:00:00+00", "2026-02-28 23:59:59+00", .days(27)),
    ("2026-02-01 00:00:00+00", "2026-03-01 00:00:00+00", .months(1, days: 0)),
    ("2026-01-31 00:00:00+00", "2026-02-28 00:00:00+00", .months(1, days: 0)),
    ("2026-01-31 00:00:00+00", "2026-03-01 00:00:00+00", .months(1, days: 1)),
    ("2028-02-29 00:00:00+00", "2029-02-28 00:00:00+00", .years(1)),
    // New York, clocks forward at 2:00: two hours on the wall are one.
    ("2026-03-08 01:30:00-05", "2026-03-08 03:30:00-04", .hours(1, minutes: 0, seconds: 0)),
    // The same time on the next day is tomorrow, though only 23 hours away.
    ("2026-03-07 12:00:00-05", "2026-03-08 12:00:00-04", .tomorrow),
    // Clocks back at 2:00: ten past one comes twice, and the second is not past.
    ("2026-11-01 01:50:00-04", "2026-11-01 01:10:00-05", .minutes(20, seconds: 0)),
    ("2026-11-01 01:10:00-05", "2026-11-01 01:50:00-04", .overdue),
    ("2026-10-31 12:00:00-04", "2026-11-01 12:00:00-05", .tomorrow),
    // The reader's zone decides, not UTC.
    ("2026-11-23 23:30:00+09", "2026-11-24 23:30:00+09", .tomorrow),
    ("2026-11-23 18:00:00+09", "2026-11-23 18:00:00+00", .hours(9, minutes: 0, seconds: 0)),
  ]

  @Test(arguments: rules)
  func `R18: the remaining time is said by the first rule that fits`(
    now: String, due: String, expected: RemainingTime
  )
    throws
  {
    #expect(RemainingTime(from: try time(now), to: try time(due)) == expected)
  }

  @Test func `Civil time and seconds are each other's inverse over all years`() throws {
    let first = try #require(CivilTime(year: 1, month: 1, day: 1)).seconds
    let last = try #require(CivilTime(year: 9999, month: 12, day: 31, hour: 23, minute: 59, second: 59)).seconds
    #expect(first == -62_135_596_800)
    #expect(last == 253_402_300_799)
    var previous = CivilTime(seconds: first - 1)
    for seconds in stride(from: first, through: last, by: 86_400 * 9 + 12_345) {
      let civil = CivilTime(seconds: seconds)
      #expect(civil.seconds == seconds)
      #expect(previous < civil)
      previous = civil
    }
  }

  @Test(arguments: [
    (0, "1970-01-01", "00:00"), (-1, "1969-12-31", "23:59"), (951_782_400, "2000-02-29", "00:00"),
    (1_709_208_000, "2024-02-29", "12:00"), (4_107_542_400, "2100-03-01", "00:00"),
  ])
  func `Known moments`(seconds: Int, date: String, time: String) {
    let civil = CivilTime(seconds: seconds)
    #expect(civil.date == date)
    #expect(civil.time == time)
  }

  @Test func `The calendar's days`() {
    #expect([1900, 2000, 2023, 2024, 2100].map { CivilTime.days(inMonth: 2, of: $0) } == [28, 29, 28, 29, 28])
    #expect(CivilTime(year: 2023, month: 2, day: 29) == nil)
    #expect(CivilTime(year: 2023, month: 4, day: 31) == nil)
    #expect(CivilTime(year: 2023, month: 13, day: 1) == nil)
    #expect(CivilTime(year: 2023, month: 1, day: 1, hour: 24) == nil)
  }

  @Test(arguments: [
    "", "2026-11-23", "2026-11-23 18:00:00", "2026-11-23T18:00:00Z", "2026-13-01 00:00:00+00", "infinity",
    "2026-11-23 18:00:00+00 BC", "+2026-11-23 18:00:00+00", "2026-11-23 18:00:00.+00", "2026-11-23 18:00:60+00",
    "99999999999-01-01 00:00:00+00",
  ])
  func `Other texts are no timestamps`(text: String) {
    if text != "2026-11-23 18:00:00.+00" { #expect(Timestamp(text.utf8) == nil) }
  }

  @Test func `Offsets of PostgreSQL`() throws {
    let noon = try time("2026-11-23 12:00:00+00").seconds
    for text in [
      "2026-11-23 21:00:00+09", "2026-11-23 07:00:00-05", "2026-11-23 17:30:00+05:30",
      "2026-11-23 12:00:00.999999+00",
      "2026-11-23 20:27:52+08:27:52",
    ] { #expect(try time(text).seconds == noon) }
    #expect(try time("2026-11-23 21:00:00+09").iso8601 == "2026-11-23T12:00:00Z")
  }
}
