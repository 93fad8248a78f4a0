import CivilTime
import ICalendar
import Testing

@Suite struct ICalendarTests {
  private static func lines(_ fill: (inout ICalendar) -> Void) -> [String] {
    var calendar = ICalendar()
    fill(&calendar)
    return String(decoding: calendar.bytes, as: UTF8.self).split(separator: "\r\n").map { String($0) }
  }

  @Test func `A line is folded after 75 bytes, never within a character`() {
    let folded = Self.lines { $0.line("SUMMARY", String(repeating: "가", count: 50)) }
    #expect(folded.allSatisfy { $0.utf8.count <= 75 })
    #expect(folded.map(\.utf8.count) == [74, 73, 13])
    #expect(folded.dropFirst().allSatisfy { $0.hasPrefix(" 가") })
  }

  @Test func `Free text is escaped, and has no control characters`() {
    #expect(Self.lines { $0.text("SUMMARY", "a;b,c\\d\ne\u{7}\tf") } == ["SUMMARY:a\\;b\\,c\\\\d\\ne\tf"])
  }

  @Test func `The number of a change does not fall below 0`() {
    #expect(Self.lines { $0.changed(0) }.last == "SEQUENCE:0")
    #expect(
      Self.lines { $0.changed(1_577_836_801) }
        == ["DTSTAMP:20200101T000001Z", "LAST-MODIFIED:20200101T000001Z", "SEQUENCE:1"])
  }

  @Test func `A zone that changes each year on the same Sunday has a rule, and one change of its own a date`() throws {
    func moment(_ year: Int, _ month: Int, _ day: Int) throws -> Int {
      try #require(CivilTime(year: year, month: month, day: day, hour: 1)).seconds
    }
    // The last Sundays of March and October of Paris, but for an October in which the clocks stayed.
    let spring = [(2024, 31), (2025, 30), (2026, 29), (2027, 28)]
    let autumn = [(2025, 26), (2026, 25), (2027, 31)]
    let changes =
      try spring.map { ZoneTable.Change(moment: try moment($0.0, 3, $0.1), from: 3600, to: 7200) }
      + autumn.map { ZoneTable.Change(moment: try moment($0.0, 10, $0.1), from: 7200, to: 3600) }
      + [ZoneTable.Change(moment: try moment(2024, 11, 10), from: 7200, to: 3600)]
    let days = try #require(CalendarDate("2024-01-01"))..<(try #require(CalendarDate("2028-01-01")))
    let zone = ZoneTable(
      "Europe/Paris", days, offset: 3600, changes: changes.sorted { $0.moment < $1.moment })
    let lines = Self.lines { $0.zone(zone) }
    #expect(lines.first == "BEGIN:VTIMEZONE" && lines[1] == "TZID:Europe/Paris" && lines.last == "END:VTIMEZONE")
    #expect(lines.contains("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"))
    #expect(lines.contains("DTSTART:20241110T030000") && lines.contains("RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"))
    #expect(lines.contains("TZOFFSETFROM:+0200") && lines.contains("TZOFFSETTO:+0100"))
  }
}
