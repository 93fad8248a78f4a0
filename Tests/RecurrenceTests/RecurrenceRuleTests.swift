import CivilTime
import Foundation
import Processes
import Recurrence
import Testing

/// Recurrence rules (RFC 5545 §3.3.10), beside python-dateutil.
@Suite struct RecurrenceRuleTests {
  /// A rule of Tests/Recurrence/expected.py, and its dates.
  private struct Expected {
    let rule: RecurrenceRule
    let start: CivilTime
    let dates: [String]
  }

  private static let expected: [Expected] = {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized.path
    let command = ["\(root)/.venv/bin/python", "\(root)/Tests/Recurrence/expected.py", "10000", "2026"]
    guard let run = try? ChildProcess.run(command, room: 64 << 20), run.status == 0 else { return [] }
    return String(decoding: run.output, as: UTF8.self).split(separator: "\n").compactMap { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
      guard columns.count == 3, let rule = RecurrenceRule(columns[0]), let start = Timestamp("\(columns[1])+00".utf8)
      else { return nil }
      return Expected(
        rule: rule, start: start.local, dates: columns[2].split(separator: " ").map { String($0) })
    }
  }()

  private static func text(_ date: CivilTime) -> String { "\(date.date)T\(date.time):\(padded(date.second, 2))" }

  @Test func `10,000 random rules have the dates that python-dateutil finds`() {
    let expected = Self.expected
    #expect(expected.count == 10_000)
    #expect(expected.count { !$0.dates.isEmpty } > 9000)
    for (number, one) in expected.enumerated() {
      #expect(RecurrenceRule(one.rule.text) == one.rule)
      var rule = one.rule
      let end = CivilTime(seconds: one.start.seconds + 366 * 12 * 86400)
      if rule.until == nil { rule.until = .init(day: end) }
      let dates = rule.dates(from: one.start).prefix { $0 <= end }.prefix(12)
      #expect(dates.map(Self.text) == one.dates, "rule \(number): \(one.rule.text) from \(Self.text(one.start))")
    }
  }

  @Test func `a rule goes on from any date as from its first`() {
    for one in Self.expected.prefix(1000) {
      let dates = Array(one.rule.dates(from: one.start).prefix(6))
      for (place, date) in dates.enumerated().dropLast() {
        #expect(one.rule.first(after: date, from: one.start) == dates[place + 1])
        #expect(one.rule.dates(from: one.start, in: date...dates[dates.count - 1]) == Array(dates[place...]))
      }
    }
  }

  @Test(arguments: [
    "", "FREQ", "FREQ=", "FREQ=HOURLY", "FREQ=DAILY;FREQ=DAILY", "FREQ=DAILY;", "INTERVAL=2", "FREQ=DAILY;INTERVAL=0",
    "FREQ=DAILY;INTERVAL=-1", "FREQ=DAILY;INTERVAL=10000", "FREQ=DAILY;COUNT=0", "FREQ=DAILY;COUNT=1000000000",
    "FREQ=DAILY;COUNT=2;UNTIL=20270101", "FREQ=DAILY;UNTIL=20270230", "FREQ=DAILY;UNTIL=999990101",
    "FREQ=DAILY;UNTIL=20270101T2500", "FREQ=DAILY;UNTIL=20270101T250000Z", "FREQ=DAILY;UNTIL=20270101X100000",
    "FREQ=DAILY;UNTIL=20270101T100000+", "FREQ=DAILY;BYHOUR=3", "FREQ=DAILY;X-PART=1", "FREQ=WEEKLY;BYDAY=",
    "FREQ=WEEKLY;BYDAY=XX",
    "FREQ=WEEKLY;BYDAY=1MO", "FREQ=DAILY;BYDAY=-1MO", "FREQ=MONTHLY;BYDAY=0MO", "FREQ=MONTHLY;BYDAY=54MO",
    "FREQ=WEEKLY;BYMONTHDAY=3", "FREQ=MONTHLY;BYMONTHDAY=32", "FREQ=MONTHLY;BYMONTHDAY=0",
    "FREQ=MONTHLY;BYMONTHDAY=--1",
    "FREQ=MONTHLY;BYYEARDAY=3", "FREQ=MONTHLY;BYWEEKNO=3", "FREQ=YEARLY;BYWEEKNO=54",
    "FREQ=YEARLY;BYWEEKNO=3;BYDAY=1MO",
    "FREQ=YEARLY;BYMONTH=13", "FREQ=YEARLY;BYMONTH=-1", "FREQ=MONTHLY;BYSETPOS=1",
    "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=367",
    "RRULE:FREQ=DAILY", "FREQ=DAILY\u{0}", "FREQ=МЕСЯЦ", "FREQ=DAILY;WKST=1MO",
    "FREQ=YEARLY;BYYEARDAY=" + (1...200).map { "\($0)" }.joined(separator: ","),
  ])
  func `what is no rule of days, weeks, months or years is refused`(text: String) {
    #expect(RecurrenceRule(text) == nil)
  }

  @Test(arguments: [
    ("freq=weekly;byday=th,mo,th", "FREQ=WEEKLY;BYDAY=MO,TH"), ("INTERVAL=1;FREQ=DAILY;WKST=MO", "FREQ=DAILY"),
    ("BYDAY=-1FR,+2TU,SU;FREQ=MONTHLY", "FREQ=MONTHLY;BYDAY=SU,-1FR,2TU"),
    ("FREQ=YEARLY;BYMONTHDAY=-1,1,1;BYMONTH=12,2", "FREQ=YEARLY;BYMONTH=2,12;BYMONTHDAY=-1,1"),
    ("FREQ=DAILY;UNTIL=20270503", "FREQ=DAILY;UNTIL=20270503"),
    ("FREQ=DAILY;UNTIL=20270503T100000Z", "FREQ=DAILY;UNTIL=20270503T100000Z"),
    ("FREQ=DAILY;UNTIL=20270503T235960", "FREQ=DAILY;UNTIL=20270503T235959"),
  ])
  func `equal rules have one text`(text: String, canonical: String) throws {
    let rule = try #require(RecurrenceRule(text))
    #expect(rule.text == canonical)
    #expect(RecurrenceRule(canonical) == rule)
  }

  /// Where dateutil reads the standard otherwise, or has no words for it.
  @Test(
    arguments: [
      // A week's number alone means the first date's weekday.
      ("FREQ=YEARLY;BYWEEKNO=20", "2026-05-14", "2026-05-14 2027-05-20 2028-05-18"),
      // Of 53 weeks in 2004, 2009 and 2015 alone.
      ("FREQ=YEARLY;BYWEEKNO=53;BYDAY=SU", "2004-02-07", "2005-01-02 2010-01-03 2016-01-03"),
      // Each Sunday, and the first Monday.
      ("FREQ=MONTHLY;BYDAY=SU,1MO", "2026-11-01", "2026-11-01 2026-11-02 2026-11-08"),
      // The first of the whole week, though it began before the first date.
      ("FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=1", "2026-11-18", "2026-11-23 2026-11-30 2026-12-07"),
      // The 31st leaves short months out; the last day does not.
      ("FREQ=MONTHLY", "2026-12-31", "2026-12-31 2027-01-31 2027-03-31"),
      ("FREQ=MONTHLY;BYMONTHDAY=-1", "2027-01-31", "2027-01-31 2027-02-28 2027-03-31"),
      ("FREQ=YEARLY", "2024-02-29", "2024-02-29 2028-02-29 2032-02-29"),
      // A whole day is the end of it.
      ("FREQ=DAILY;UNTIL=20261119", "2026-11-18", "2026-11-18 2026-11-19"),
      // Never.
      ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "2026-11-18", ""),
      ("FREQ=DAILY;INTERVAL=2;BYYEARDAY=1", "2026-11-18", nil),
      ("FREQ=MONTHLY;INTERVAL=9999;BYMONTH=2;BYMONTHDAY=31", "2026-11-18", ""),
      ("FREQ=YEARLY;INTERVAL=9999", "2026-11-18", "2026-11-18"),
      ("FREQ=DAILY;COUNT=999999999", "9998-12-24", "9998-12-24"),
    ] as [(String, String, String?)])
  func `dates that the standard asks for`(rule: String, start: String, expected: String?) throws {
    guard let expected else {
      #expect(RecurrenceRule(rule) == nil)
      return
    }
    let first = try #require(CivilTime(date: start))
    let dates = try #require(RecurrenceRule(rule)).dates(from: first).prefix(3)
    #expect(dates.map(\.date).joined(separator: " ") == expected)
  }

  private static func time(_ text: String) throws -> CivilTime { try #require(CivilTime(timestamp: "\(text):00".utf8)) }

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
    #expect(rule.first(at: TimeOfDay(time), try Self.time(now)) == (try Self.time(first)))
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
