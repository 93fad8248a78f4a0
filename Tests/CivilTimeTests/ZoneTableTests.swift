import CivilTime
import Testing

@Suite struct ZoneTableTests {
  /// Paris in 2026.
  private static func paris() throws -> ZoneTable {
    func moment(_ month: Int, _ day: Int) throws -> Int {
      try #require(CivilTime(year: 2026, month: month, day: day, hour: 1)).seconds
    }
    return ZoneTable(
      "Europe/Paris", try #require(CalendarDate("2026-01-01"))..<(try #require(CalendarDate("2027-01-01"))),
      offset: 3600,
      changes: [
        .init(moment: try moment(3, 29), from: 3600, to: 7200), .init(moment: try moment(10, 25), from: 7200, to: 3600),
      ])
  }

  @Test(arguments: [
    ("2026-01-15 12:00:00", "2026-01-15 11:00:00"), ("2026-07-15 12:00:00", "2026-07-15 10:00:00"),
    // 2:30 is missing: it has the offset before.
    ("2026-03-29 02:30:00", "2026-03-29 01:30:00"), ("2026-03-29 03:30:00", "2026-03-29 01:30:00"),
    // 2:30 comes twice: the first is meant.
    ("2026-10-25 02:30:00", "2026-10-25 00:30:00"), ("2026-10-25 03:30:00", "2026-10-25 02:30:00"),
  ])
  func `A time on the zone's clock is one moment`(local: String, utc: String) throws {
    let local = try #require(CivilTime(timestamp: local.utf8)).seconds
    let utc = try #require(CivilTime(timestamp: utc.utf8)).seconds
    #expect(try Self.paris().moment(of: local) == utc)
  }

  @Test func `The table has the offsets before, between and after the changes`() throws {
    let zone = try Self.paris()
    #expect(zone.offset(at: zone.changes[0].moment - 1) == 3600 && zone.offset(at: zone.changes[0].moment) == 7200)
    #expect(zone.offset(at: zone.changes[1].moment) == 3600)
    #expect(zone.changes.map { "\($0.onset.date) \($0.onset.time)" } == ["2026-03-29 02:00", "2026-10-25 03:00"])
    #expect(!zone.isUTC)
  }
}
