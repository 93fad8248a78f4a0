import CivilTime
import ICalendar
import Testing

@Suite struct CalendarFilterTests {
  private static let paris = Clocks.paris

  private static func query(_ change: (inout ComponentFilter) -> Void = { _ in }) -> ComponentFilter {
    var calendar = ComponentFilter("VCALENDAR")
    var inner = ComponentFilter("VTODO")
    change(&inner)
    calendar.components = [inner]
    return calendar
  }

  private static func isIn(_ lines: String, _ start: String?, _ end: String?) throws -> Bool {
    let range = try #require(TimeRange(start: start, end: end))
    return try query { $0.timeRange = range }.matches(todo(lines).calendar, on: paris)
  }

  /// The rows of the table in RFC 4791 §9.9, each within, before and behind.
  @Test(arguments: [
    ("DTSTART:20261130T100000Z\nDUE:20261130T120000Z", true, true, true, false, false),
    ("DTSTART:20261130T100000Z\nDURATION:PT2H", true, true, true, false, false),
    ("DTSTART:20261130T100000Z", true, true, false, false, false),
    ("DUE:20261130T120000Z", false, true, true, false, false),
    ("COMPLETED:20261130T120000Z\nCREATED:20261130T100000Z", true, true, true, false, false),
    ("COMPLETED:20261130T120000Z", false, true, true, false, false),
    ("CREATED:20261130T100000Z", true, true, true, false, true), ("SUMMARY:a", true, true, true, true, true),
  ])
  func `A range is compared with start, deadline, completion and creation`(
    lines: String, atBegin: Bool, whole: Bool, atEnd: Bool, before: Bool, after: Bool
  ) throws {
    #expect(try Self.isIn(lines, "20261130T093000Z", "20261130T103000Z") == atBegin)
    #expect(try Self.isIn(lines, "20261130T090000Z", "20261130T130000Z") == whole)
    #expect(try Self.isIn(lines, "20261130T113000Z", "20261130T123000Z") == atEnd)
    #expect(try Self.isIn(lines, "20261129T000000Z", "20261130T000000Z") == before)
    #expect(try Self.isIn(lines, "20261201T000000Z", "20261202T000000Z") == after)
    #expect(try Self.isIn(lines, nil, "20261130T130000Z"))
    #expect(try Self.isIn(lines, "20261130T090000Z", nil))
  }

  /// The rows of the table for events there.
  @Test(arguments: [
    ("DTSTART:20261130T100000Z\nDTEND:20261130T120000Z", true, true, true),
    ("DTSTART:20261130T100000Z\nDURATION:PT2H", true, true, true), ("DTSTART:20261130T100000Z", true, false, false),
    ("DTSTART;VALUE=DATE:20261130", true, true, true),
    ("DTSTART;VALUE=DATE:20251130\nRRULE:FREQ=YEARLY", true, true, true),
    ("DTSTART;VALUE=DATE:20261128\nDTEND;VALUE=DATE:20261130", false, false, false),
  ])
  func `A range is compared with an event's begin and end`(lines: String, atBegin: Bool, inside: Bool, atEnd: Bool)
    throws
  {
    let text = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\n\(lines)\nEND:VEVENT\nEND:VCALENDAR\n"
    func isIn(_ start: String, _ end: String) throws -> Bool {
      var event = ComponentFilter("VEVENT")
      let range = try #require(TimeRange(start: start, end: end))
      event.timeRange = range
      var calendar = ComponentFilter("VCALENDAR")
      calendar.components = [event]
      return calendar.matches(CalendarObject(Array(text.utf8)), on: Self.paris)
    }
    #expect(try isIn("20261130T093000Z", "20261130T103000Z") == atBegin)
    #expect(try isIn("20261130T103000Z", "20261130T110000Z") == inside)
    #expect(try isIn("20261130T113000Z", "20261130T123000Z") == atEnd)
    #expect(try !isIn("20261201T000000Z", "20261202T000000Z"))
    #expect(try !isIn("20261126T000000Z", "20261127T000000Z"))
  }

  @Test func `A day is a day of the household's clock`() throws {
    let day = "DTSTART;VALUE=DATE:20261130\nDUE;VALUE=DATE:20261201"
    #expect(try Self.isIn(day, "20261129T220000Z", "20261129T230001Z"))
    #expect(try !Self.isIn(day, "20261129T220000Z", "20261129T230000Z"))
    #expect(try !Self.isIn(day, "20261130T230000Z", "20261201T230000Z"))
    #expect(try Self.isIn(day, "20261130T225959Z", "20261201T230000Z"))
  }

  @Test func `Each date of a series counts, but for those that are left out, on the clock of summer too`() throws {
    let weekly = "DTSTART;TZID=Europe/Paris:20261130T190000\nDUE;TZID=Europe/Paris:20261130T190000\nRRULE:FREQ=WEEKLY"
    #expect(try Self.isIn(weekly, "20261207T170000Z", "20261207T190000Z"))
    #expect(try !Self.isIn(weekly, "20261208T170000Z", "20261208T190000Z"))
    #expect(try !Self.isIn(weekly, "20261123T170000Z", "20261123T190000Z"))
    #expect(try Self.isIn(weekly, "20270614T165959Z", "20270614T170001Z"))
    #expect(try !Self.isIn(weekly, "20270614T175959Z", "20270614T180001Z"))
    #expect(try Self.isIn(weekly, "20300101T000000Z", nil) && Self.isIn(weekly, nil, "20261201T000000Z"))
    let skipped = weekly + "\nEXDATE;TZID=Europe/Paris:20261207T190000,20261214T190000"
    #expect(try !Self.isIn(skipped, "20261207T170000Z", "20261214T190000Z"))
    let ended = weekly + ";COUNT=2"
    #expect(try !Self.isIn(ended, "20261208T000000Z", nil) && Self.isIn(ended, "20261207T000000Z", nil))
    // One that cannot be counted is its first date alone.
    #expect(try !Self.isIn(weekly.replacing("WEEKLY", with: "SECONDLY"), "20261207T170000Z", "20261207T190000Z"))
  }

  @Test func `A range of any length ends soon`() throws {
    let daily = "DTSTART:00020101T000000Z\nDUE:99991231T000000Z\nRRULE:FREQ=DAILY"
    _ = try Self.isIn(daily, "00010101T000000Z", "99991231T235959Z")
    _ = try Self.isIn(daily, "99990101T000000Z", nil)
    _ = try Self.isIn(daily.replacing("DUE:99991231", with: "DUE:00010101"), "99990101T000000Z", nil)
    _ = try Self.isIn("DTSTART:20261130T100000Z\nDURATION:P999999999W\nRRULE:FREQ=DAILY", "20261130T093000Z", nil)
    _ = try Self.isIn("DTSTART:20261130T100000Z\nDURATION:-P999999999W\nRRULE:FREQ=DAILY", nil, "20261130T093000Z")
  }

  @Test func `An alarm is in a range by its moment`() throws {
    let lines = "DUE:20261130T180000Z\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT1H\nEND:VALARM"
    func isIn(_ start: String, _ end: String) throws -> Bool {
      var alarm = ComponentFilter("VALARM")
      let range: TimeRange = try #require(TimeRange(start: start, end: end))
      alarm.timeRange = range
      return try Self.query { $0.components = [alarm] }.matches(todo(lines).calendar, on: Self.paris)
    }
    #expect(try isIn("20261130T165900Z", "20261130T170100Z"))
    #expect(try !isIn("20261130T175900Z", "20261130T180100Z"))
  }

  @Test func `Texts are compared by their collation, within, and without escapes`() throws {
    func matches(_ change: (inout TextMatch) -> Void, _ text: String, _ lines: String = "SUMMARY:Küche\\, GRÜN") throws
      -> Bool
    {
      var filter = PropertyFilter("SUMMARY")
      var match = TextMatch(text)
      change(&match)
      filter.text = match
      return try Self.query { $0.properties = [filter] }.matches(todo(lines).calendar, on: Self.paris)
    }
    #expect(try matches({ _ in }, "che, gr"))
    #expect(try !matches({ _ in }, "grün"))
    #expect(try matches({ $0.collation = .unicodeCasemap }, "grün"))
    // Composed or not.
    #expect(try matches({ $0.collation = .unicodeCasemap }, "gru\u{308}n"))
    #expect(try !matches({ $0.collation = .octet }, "küche"))
    #expect(try matches({ $0.collation = .octet }, "Küche"))
    #expect(try !matches({ $0.isNegated = true }, "che"))
    #expect(try matches({ $0.isNegated = true }, "bath"))
    #expect(try matches({ $0.kind = .equals }, "KüCHE, GRÜN") && !matches({ $0.kind = .equals }, "Küche"))
    #expect(try matches({ $0.kind = .startsWith }, "k") && !matches({ $0.kind = .endsWith }, "k"))
    #expect(try !matches({ _ in }, "a", "DESCRIPTION:a"))
    // RFC 4791 §9.7.2: the property has to be there.
    #expect(try !matches({ $0.isNegated = true }, "a", "DESCRIPTION:a"))
  }

  @Test func `Properties and parameters may have to be missing, and components too`() throws {
    let lines =
      "SUMMARY:a\nATTENDEE;PARTSTAT=NEEDS-ACTION;CN=Ann:mailto:ann@example.org\nATTENDEE;PARTSTAT=ACCEPTED:mailto:b@x"
    func matches(_ change: (inout ComponentFilter) -> Void) throws -> Bool {
      try Self.query(change).matches(todo(lines).calendar, on: Self.paris)
    }
    var missing = PropertyFilter("COMPLETED")
    missing.isNotDefined = true
    #expect(try matches { $0.properties = [missing] })
    missing.name = "SUMMARY"
    #expect(try !matches { $0.properties = [missing] })
    var attendee = PropertyFilter("ATTENDEE")
    var status = ParameterFilter("PARTSTAT")
    status.text = TextMatch("needs-action")
    var name = ParameterFilter("CN")
    name.isNotDefined = true
    attendee.parameters = [status]
    #expect(try matches { $0.properties = [attendee] })
    // Of one and the same property.
    attendee.parameters = [status, name]
    #expect(try !matches { $0.properties = [attendee] })
    var alarm = ComponentFilter("VALARM")
    #expect(try !matches { $0.components = [alarm] })
    alarm.isNotDefined = true
    #expect(try matches { $0.components = [alarm] })
    var events = ComponentFilter("VCALENDAR")
    events.components = [ComponentFilter("VEVENT")]
    #expect(try !events.matches(todo(lines).calendar, on: Self.paris))
    #expect(try ComponentFilter("VCALENDAR").matches(todo(lines).calendar, on: Self.paris))
  }
}
