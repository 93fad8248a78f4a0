import Processes
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// Recurrence rules (RFC 5545 §3.3.10), beside python-dateutil and Python's zoneinfo.
  @Suite struct RecurrenceTests {
    private static let zones = [
      "Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Seoul", "Africa/Casablanca", "Pacific/Apia",
    ]

    /// A rule of Tests/Recurrence/expected.py, its dates, and their moments in each zone.
    private struct Expected {
      let rule: RecurrenceRule
      let start: CivilTime
      let dates: [String]
      let moments: [[Int]]
    }

    private static let expected = Task { await blocking { Self.read() } }

    private static func read() -> [Expected] {
      let command = ["\(packageRoot)/.venv/bin/python", "\(packageRoot)/Tests/Recurrence/expected.py", "10000", "2026"]
      guard let run = try? ChildProcess.run(command + zones, room: 64 << 20), run.status == 0 else { return [] }
      return String(decoding: run.output, as: UTF8.self).components("\n").compactMap { line in
        let columns = line.components("\t").map { String($0) }
        guard columns.count == 3 + zones.count, let rule = RecurrenceRule(columns[0]),
          let start = Timestamp("\(columns[1])+00".utf8)
        else { return nil }
        return Expected(
          rule: rule, start: start.local, dates: columns[2].split(separator: " ").map { String($0) },
          moments: columns[3...].map { $0.split(separator: " ").compactMap { Int($0) } })
      }
    }

    private static func text(_ date: CivilTime) -> String { "\(date.date)T\(date.time):\(padded(date.second, 2))" }

    @Test func `10,000 random rules have the dates that python-dateutil finds`() async {
      let expected = await Self.expected.value
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

    @Test(arguments: zones.indices)
    func `their moments are those of Python's zoneinfo, where clocks change too`(zone: Int) async throws {
      let (app, expected) = (try await TestApp.shared(), await Self.expected.value)
      let dates = expected.flatMap(\.dates)
      #expect(dates.count > 80_000)
      let moments: [Int] = try await blocking {
        let rows = try app.rows(
          """
          SELECT extract(epoch FROM moment_of(local::timestamp, \(Self.zones[zone])))::bigint AS moment
          FROM unnest(\(dates)::text[]) WITH ORDINALITY AS every (local, place) ORDER BY place
          """)
        return try rows.map { try $0["moment"] }
      }
      #expect(moments == expected.flatMap { $0.moments[zone] })
    }

    @Test func `a rule goes on from any date as from its first`() async {
      for one in await Self.expected.value.prefix(1000) {
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
  }
}
