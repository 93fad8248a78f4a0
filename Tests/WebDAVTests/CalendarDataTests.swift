import CivilTime
import ICalendar
import Testing
import WebDAV

@Suite struct CalendarDataTests {
  private static func data(_ inside: String) throws -> CalendarData {
    let body =
      "<C:calendar-multiget xmlns:C='urn:ietf:params:xml:ns:caldav' xmlns:D='DAV:'><D:prop><C:calendar-data>\(inside)"
      + "</C:calendar-data></D:prop></C:calendar-multiget>"
    guard case .calendarMultiget(let multiget) = try Report(Array(body.utf8)), let data = multiget.data else {
      throw BodyError.malformed
    }
    return data
  }

  private static let utc = ZoneTable(
    "UTC", CalendarDate(days: 19_000)..<CalendarDate(days: 25_000), offset: 0, changes: [])

  private static func object(_ lines: String) throws -> TodoObject {
    let text =
      "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nBEGIN:VTODO\nUID:1\nSUMMARY:a\n\(lines)\nEND:VTODO\nEND:VCALENDAR\n"
    return try TodoObject(Array(text.utf8))
  }

  @Test func `Without a wish an object comes whole, and by names only what is named`() throws {
    let object = try Self.object("GEO:1;2\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:PT0S\nEND:VALARM")
    #expect(try Self.data("").selected(object, on: Self.utc) == object.calendar)
    let part = try Self.data(
      "<C:comp name='VCALENDAR'><C:prop name='VERSION'/><C:comp name='VTODO'><C:prop name='UID'/></C:comp></C:comp>")
    #expect(
      String(decoding: part.selected(object, on: Self.utc).bytes, as: UTF8.self)
        == "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTODO\r\nUID:1\r\nEND:VTODO\r\nEND:VCALENDAR\r\n")
  }

  @Test func `A series is expanded into the dates of a range, with its changed dates and without those left out`()
    throws
  {
    let expand = try Self.data("<C:expand start='20261201T000000Z' end='20261215T000000Z'/>")
    let weekly = "DTSTART:20261123T180000Z\nDUE:20261123T190000Z\nRRULE:FREQ=WEEKLY"
    func dates(_ lines: String) throws -> [[String?]] {
      try expand.selected(Self.object(lines), on: Self.utc).components.map {
        [$0["DTSTART"]?.value, $0["DUE"]?.value, $0["RECURRENCE-ID"]?.value, $0["RRULE"]?.value]
      }
    }
    #expect(
      try dates(weekly) == [
        ["20261207T180000Z", "20261207T190000Z", "20261207T180000Z", nil],
        ["20261214T180000Z", "20261214T190000Z", "20261214T180000Z", nil],
      ])
    #expect(
      try dates(weekly + "\nEXDATE:20261214T180000Z").map { $0[0] } == ["20261207T180000Z"])
    #expect(
      try dates("DTSTART;VALUE=DATE:20261201\nRRULE:FREQ=DAILY;COUNT=2").map { $0[0] } == ["20261201", "20261202"])
    let changed = weekly + "\nEND:VTODO\nBEGIN:VTODO\nUID:1\nRECURRENCE-ID:20261207T180000Z\nDTSTART:20261208T180000Z"
    #expect(try dates(changed).map { $0[0] } == ["20261214T180000Z", "20261208T180000Z"])
    #expect(try dates("DUE:20261130T180000Z") == [[nil, "20261130T180000Z", nil, nil]])
    let birthday = CalendarObject(
      Array(
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART;VALUE=DATE:19901203\nRRULE:FREQ=YEARLY\nEND:VEVENT\nEND:VCALENDAR\n"
          .utf8))
    #expect(
      expand.selected(birthday, on: Self.utc).components.map { [$0["DTSTART"]?.value, $0["RRULE"]?.value] }
        == [["20261203", nil]])
    let long = try Self.data("<C:expand start='20000101T000000Z' end='20990101T000000Z'/>")
    let many = try long.selected(Self.object("DTSTART:20261123T180000Z\nRRULE:FREQ=DAILY"), on: Self.utc)
    #expect(many.components.count == CalendarData.maximumInstances)
  }
}
