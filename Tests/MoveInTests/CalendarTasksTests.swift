import CivilTime
import Testing

@testable import MoveIn

@Suite struct `VTODO files` {
  private func calendar(_ lines: String, maker: String = "-//Test//EN") -> MovedFile {
    moved("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:\(maker)\r\n\(lines)\r\nEND:VCALENDAR\r\n")
  }

  @Test func `the fields of a to-do`() {
    let file = calendar(
      """
      BEGIN:VTODO
      UID:a-1
      CREATED:20260105T101112Z
      SUMMARY:Call the chim
       ney sweep\\, soon
      DESCRIPTION:First line\\nsecond
      CATEGORIES:House,Phone\\, calls
      CATEGORIES:Winter
      DTSTART;VALUE=DATE:20260110
      DUE;TZID=Europe/Paris:20260112T083000
      PRIORITY:3
      PERCENT-COMPLETE:40
      LOCATION:Rue 1
      URL:https://example.org/a
      X-UNKNOWN-THING:kept
      BEGIN:VALARM
      ACTION:DISPLAY
      TRIGGER;RELATED=END:-PT15M
      END:VALARM
      BEGIN:VALARM
      ACTION:DISPLAY
      TRIGGER;VALUE=DATE-TIME:20260112T063000Z
      END:VALARM
      END:VTODO
      """, maker: "-//Apple Inc.//iOS 18//EN")
    #expect(file.program == "Apple Reminders")
    #expect(file.leftOut.isEmpty)
    #expect(
      printed(file.items.first) == [
        "Call the chimney sweep, soon", "due 2026-01-12 08:30 Europe/Paris", "tags House,Phone, calls,Winter",
        "priority high",
        "reminders 15,60", "not before 2026-01-10", "created 2026-01-05T10:11:12Z",
        "text First line\nsecond\n\nPercent done: 40\nLocation: Rue 1\nLink: https://example.org/a\nX-UNKNOWN-THING: kept",
      ])
    #expect(file.items.first?.sourceID == "a-1")
  }

  @Test func `a file in the text comes over, an address stays one`() {
    let file = calendar(
      """
      BEGIN:VTODO
      SUMMARY:A
      ATTACH;VALUE=BINARY;ENCODING=BASE64;FMTTYPE=text/plain;FILENAME=note.txt:aGVs
       bG8=
      ATTACH;ENCODING=BASE64;VALUE=BINARY:%%%
      ATTACH:https://example.org/b.pdf
      END:VTODO
      """)
    #expect(file.items.first?.files == [.init(name: "note.txt", bytes: Array("hello".utf8))])
    #expect(file.items.first?.description == "Attachment: file\nAttachment: https://example.org/b.pdf")
    #expect(file.leftOut.map(\.what) == ["A"])
  }

  @Test func `a date of EXDATE that is none is a line of the report`() {
    let file = calendar(
      "BEGIN:VTODO\nUID:a\nSUMMARY:A\nDUE:20260105T090000\nRRULE:FREQ=DAILY\nEXDATE:20260230T090000,soon\nEND:VTODO")
    #expect(
      file.leftOut.map { "\($0.what): \($0.why)" }
        == ["20260230T090000", "soon"].map {
          "A: its dates besides the rule: EXDATE \($0)"
        })
  }

  @Test func `dates that are taken out of a series are not the next one`() {
    let file = calendar(
      """
      BEGIN:VTODO
      UID:a
      SUMMARY:A
      DUE;TZID=Europe/Paris:20260105T090000
      RRULE:FREQ=DAILY;COUNT=5
      EXDATE;TZID=Europe/Paris:20260105T090000,20260106T090000
      EXDATE:20260108T080000Z
      RDATE;TZID=Europe/Paris:20260201T090000
      END:VTODO
      """)
    let item = file.items.first
    #expect([item?.dueDate, item?.dueTime, item?.repeats] == ["2026-01-07", "09:00", "FREQ=DAILY;COUNT=3"])
    #expect(
      item?.description
        == "Not on: 20260105T090000,20260106T090000\nNot on: 20260108T080000Z\nAlso on: 20260201T090000")
    // What the rule has not stands in the report, what it has is left out of the series.
    #expect(item?.skipped == ["2026-01-08"])
    #expect(file.leftOut.map { "\($0.what): \($0.why)" } == ["A: its dates besides the rule: RDATE 20260201T090000"])
  }

  @Test func `later dates that are taken out, or done already, are left out of a series`() {
    let file = calendar(
      """
      BEGIN:VTODO
      UID:a
      SUMMARY:Days
      DUE;VALUE=DATE:20261102
      RRULE:FREQ=WEEKLY
      EXDATE;VALUE=DATE:20261109,20261123,20261124
      END:VTODO
      BEGIN:VTODO
      UID:a
      RECURRENCE-ID;VALUE=DATE:20261116
      STATUS:COMPLETED
      END:VTODO
      BEGIN:VTODO
      UID:b
      SUMMARY:Times
      DTSTART;TZID=Europe/Berlin:20261102T080000
      DUE;TZID=Europe/Berlin:20261103T003000
      RRULE:FREQ=WEEKLY;BYDAY=MO
      EXDATE:20261109T070000Z
      EXDATE;VALUE=DATE:20261115
      END:VTODO
      """)
    let (days, times) = (
      file.items.first { $0.title == "Days" && !$0.isDone }, file.items.first { $0.title == "Times" }
    )
    #expect(days?.dueDate == "2026-11-02")
    #expect(days?.skipped == ["2026-11-09", "2026-11-16", "2026-11-23"])
    #expect(times?.skipped == ["2026-11-10"])
    #expect(file.leftOut.map(\.why).contains { $0.hasSuffix("EXDATE 2026-11-24") })
  }

  @Test(
    arguments: [("1", "high"), ("4", "high"), ("5", "medium"), ("6", "low"), ("9", "low"), ("0", nil)]
      as [(String, String?)])
  func `priorities`(number: String, priority: String?) {
    let file = calendar("BEGIN:VTODO\nSUMMARY:A\nPRIORITY:\(number)\nEND:VTODO")
    #expect(file.items.first?.priority?.rawValue == priority)
  }

  @Test func `stamps without Z, the percent with an underscore, and a zone after its use`() {
    let file = calendar(
      """
      BEGIN:VTODO
      UID:s
      CREATED:20190111T085521
      SUMMARY:Old
      DUE;TZID=Home:20190712T080000
      PERCENT-COMPLETE:0
      PERCENT_COMPLETE:100
      STATUS:COMPLETED
      END:VTODO
      BEGIN:VTIMEZONE
      TZID:Home
      BEGIN:STANDARD
      DTSTART:18500101T000000
      TZOFFSETFROM:+005744
      TZOFFSETTO:+0100
      END:STANDARD
      BEGIN:DAYLIGHT
      DTSTART:19810329T020000
      RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
      TZOFFSETFROM:+0100
      TZOFFSETTO:+0200
      END:DAYLIGHT
      BEGIN:STANDARD
      DTSTART:19961027T030000
      RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
      TZOFFSETFROM:+0200
      TZOFFSETTO:+0100
      END:STANDARD
      END:VTIMEZONE
      """, maker: "-//Synology//EN")
    #expect(printed(file.items.first) == ["Old", "due 2019-07-12 06:00 UTC", "done", "created 2019-01-11T08:55:21Z"])
  }

  @Test func `floating and dated times, and a zone that libical names`() {
    let file = calendar(
      """
      BEGIN:VTODO
      SUMMARY:Floating
      DUE:20260302T071500
      END:VTODO
      BEGIN:VTODO
      SUMMARY:Day
      DUE;VALUE=DATE:20260302
      END:VTODO
      BEGIN:VTODO
      SUMMARY:Evolution
      DUE;TZID=/freeassociation.sourceforge.net/Europe/Paris:20260302T071500
      END:VTODO
      BEGIN:VTODO
      SUMMARY:Lasting
      DTSTART:20260302T070000Z
      DURATION:PT90M
      END:VTODO
      """)
    #expect(
      file.items.map { printed($0).prefix(2).joined(separator: ": ") } == [
        "Floating: due 2026-03-02 07:15", "Day: due 2026-03-02", "Evolution: due 2026-03-02 07:15 Europe/Paris",
        "Lasting: due 2026-03-02 08:30 UTC",
      ])
  }

  @Test func `an alarm from a start alone`() {
    let file = calendar(
      """
      BEGIN:VTODO
      SUMMARY:A
      DTSTART;TZID=America/Chicago:20230201T230000
      BEGIN:VALARM
      TRIGGER;VALUE=DURATION:-P50D
      END:VALARM
      END:VTODO
      """)
    #expect(file.items.first?.reminders == [50 * 1440])
    #expect(file.items.first?.notBefore == "2023-02-01")
  }

  @Test func `subtasks become lines, in any order, and one with a date stays an item`() {
    let file = calendar(
      """
      BEGIN:VTODO
      UID:c2
      SUMMARY:Second
      RELATED-TO:p
      STATUS:COMPLETED
      END:VTODO
      BEGIN:VTODO
      UID:p
      SUMMARY:Parent
      RELATED-TO;RELTYPE=CHILD:c1
      END:VTODO
      BEGIN:VTODO
      UID:c1
      SUMMARY:First
      DESCRIPTION:with words
      END:VTODO
      BEGIN:VTODO
      UID:c3
      SUMMARY:Dated
      DUE;VALUE=DATE:20260401
      RELATED-TO;RELTYPE=PARENT:p
      END:VTODO
      """)
    #expect(
      file.items.map(printed) == [
        ["Parent", "[x] Second", "[ ] First", "text First: with words"],
        ["Dated", "due 2026-04-01", "text Part of: Parent"],
      ])
  }

  @Test func `done dates of a series are items, and the series goes on behind them`() {
    let file = calendar(
      """
      BEGIN:VTODO
      UID:s
      SUMMARY:Bins
      RRULE:FREQ=DAILY;COUNT=5
      DTSTART:20260301T170000Z
      DUE:20260301T170000Z
      END:VTODO
      BEGIN:VTODO
      UID:s
      SUMMARY:Bins
      RECURRENCE-ID:20260301T170000Z
      DUE:20260301T170000Z
      STATUS:COMPLETED
      COMPLETED:20260301T180000Z
      END:VTODO
      """)
    #expect(
      file.items.map(printed) == [
        ["Bins", "due 2026-03-02 17:00 UTC", "repeats FREQ=DAILY;COUNT=4"],
        ["Bins", "due 2026-03-01 17:00 UTC", "done 2026-03-01T18:00:00Z"],
      ])
    #expect(file.items.map(\.sourceID) == ["s", "s/20260301T170000Z"])
  }

  @Test func `the rest of a series that was moved`() {
    let file = calendar(
      """
      BEGIN:VTODO
      UID:s
      SUMMARY:Cat
      RRULE:FREQ=WEEKLY
      DUE:20261130T180000Z
      DTSTART:20261130T180000Z
      END:VTODO
      BEGIN:VTODO
      UID:s
      SUMMARY:Cat
      RECURRENCE-ID;RANGE=THISANDFUTURE:20261202T200000Z
      DUE:20261202T200000Z
      STATUS:NEEDS-ACTION
      END:VTODO
      """)
    #expect(file.items.map(printed) == [["Cat", "due 2026-12-02 20:00 UTC", "repeats FREQ=WEEKLY"]])
    #expect(file.leftOut.isEmpty)
  }

  @Test func `circles, endless rules and impossible dates are said, and the rest comes over`() {
    let file = calendar(
      """
      BEGIN:VTODO
      UID:a
      SUMMARY:A
      RELATED-TO:b
      END:VTODO
      BEGIN:VTODO
      UID:b
      SUMMARY:B
      RELATED-TO:a
      END:VTODO
      BEGIN:VTODO
      UID:c
      SUMMARY:Million
      DUE:20260101T000000Z
      RRULE:FREQ=DAILY;COUNT=1000000
      END:VTODO
      BEGIN:VTODO
      UID:d
      SUMMARY:Far
      DUE:999990101T000000Z
      END:VTODO
      BEGIN:VTODO
      UID:e
      SUMMARY:Second
      DUE:20260101T000000Z
      RRULE:FREQ=SECONDLY
      END:VTODO
      BEGIN:VTODO
      UID:f
      END:VTODO
      BEGIN:VEVENT
      SUMMARY:Dinner
      END:VEVENT
      BEGIN:VTODO
      UID:g
      SUMMARY:Last
      """)
    #expect(file.items.map(\.title) == ["A", "B", "Million", "Far", "Second", "Last"])
    #expect(file.items.allSatisfy { $0.repeats == nil })
    #expect(
      Set(file.leftOut.map(\.what)) == ["A", "B", "Million", "Far", "Second", "f", "Dinner", "the end of the file"])
    #expect(file.items[3].description == "Due: 999990101T000000Z")
  }

  @Test func `dates of a series are those of its start, the deadline is later`() {
    let file = moved(
      """
      BEGIN:VCALENDAR
      BEGIN:VTODO
      UID:a
      SUMMARY:Hours
      DTSTART;TZID=Europe/Berlin:20261102T080000
      DUE;TZID=Europe/Berlin:20261102T090000
      RRULE:FREQ=WEEKLY
      EXDATE:20261109T070000Z
      END:VTODO
      BEGIN:VTODO
      UID:a
      RECURRENCE-ID:20261102T070000Z
      DUE;TZID=Europe/Berlin:20261102T090000
      STATUS:COMPLETED
      END:VTODO
      BEGIN:VTODO
      UID:b
      SUMMARY:Days
      DTSTART;VALUE=DATE:20261102
      DUE;VALUE=DATE:20261104
      RRULE:FREQ=WEEKLY;BYDAY=MO,TH
      EXDATE;VALUE=DATE:20261102
      END:VTODO
      BEGIN:VTODO
      UID:c
      SUMMARY:Over
      DTSTART;VALUE=DATE:20261102
      RRULE:FREQ=WEEKLY;COUNT=2
      END:VTODO
      BEGIN:VTODO
      UID:c
      RECURRENCE-ID;VALUE=DATE:20261102
      STATUS:COMPLETED
      END:VTODO
      BEGIN:VTODO
      UID:c
      RECURRENCE-ID;VALUE=DATE:20261109
      STATUS:COMPLETED
      COMPLETED:20261110T080000Z
      END:VTODO
      END:VCALENDAR
      """)
    #expect(
      file.items.map { printed($0).filter { !$0.hasPrefix("text ") } } == [
        ["Hours", "due 2026-11-16 09:00 Europe/Berlin", "repeats FREQ=WEEKLY"],
        ["Days", "due 2026-11-07", "repeats FREQ=WEEKLY;BYDAY=WE,SA", "not before 2026-11-05"],
        ["Over", "due 2026-11-09", "done 2026-11-10T08:00:00Z"],
        ["Hours", "due 2026-11-02 09:00 Europe/Berlin", "done"], ["Over", "due 2026-11-02", "done"],
      ])
  }

  @Test func `durations that lead out of the calendar`() {
    for value in ["-P99999999W", "P99999999W", "-P400000D", "P" + String(repeating: "999999999W", count: 20_000)] {
      let file = calendar(
        "BEGIN:VTODO\r\nUID:a\r\nSUMMARY:A\r\nDTSTART:00100101T000000\r\nDURATION:\(value)\r\nEND:VTODO")
      #expect(file.items.map(\.dueDate) == [nil])
    }
  }

  @Test func `an empty moment of completion says nothing`() {
    let file = calendar("BEGIN:VTODO\r\nUID:a\r\nSUMMARY:A\r\nCOMPLETED:\r\nPERCENT-COMPLETE:\r\nEND:VTODO")
    #expect(file.items.map(printed) == [["A"]])
  }

  @Test func `Apple's mark of no alarm, and a row that only a date is wrong of`() {
    let file = moved(
      """
      BEGIN:VCALENDAR
      BEGIN:VTODO
      UID:a
      SUMMARY:Call
      DUE;VALUE=DATE:20261201
      BEGIN:VALARM
      TRIGGER;VALUE=DATE-TIME:19760401T005545Z
      END:VALARM
      END:VTODO
      BEGIN:VTODO
      DUE:20261301T100000
      END:VTODO
      END:VCALENDAR
      """)
    #expect(file.items.map(printed) == [["Call", "due 2026-12-01"]])
    #expect(file.leftOut.map(\.what) == ["a row", "a row"])
  }

  @Test func `eM Client's days are midnights`() {
    let file = calendar(
      """
      BEGIN:VTODO
      UID:a
      SUMMARY:Repeat
      RRULE:FREQ=DAILY
      DTSTART:20200910T000000
      DUE:20200910T000000
      END:VTODO
      BEGIN:VTODO
      UID:a
      RECURRENCE-ID:20200910T000000
      STATUS:COMPLETED
      END:VTODO
      """, maker: "-//MailClient.VObject/8.0.3385.0")
    #expect(file.program == "eM Client")
    #expect(
      file.items.map(printed) == [
        ["Repeat", "due 2020-09-11", "repeats FREQ=DAILY"], ["Repeat", "due 2020-09-10", "done"],
      ])
  }

  @Test func `calendars of one file have names of their own`() {
    let file = moved(
      """
      BEGIN:VCALENDAR
      X-WR-CALNAME:Home
      BEGIN:VTODO
      UID:a
      SUMMARY:Call
      END:VTODO
      END:VCALENDAR
      BEGIN:VCALENDAR
      X-WR-CALNAME:Work
      BEGIN:VTODO
      UID:b
      SUMMARY:Write
      END:VTODO
      END:VCALENDAR
      """)
    #expect(file.items.map(printed) == [["Call", "in Home"], ["Write", "in Work"]])
  }

  @Test(
    arguments: [
      ("FREQ=SECONDLY;INTERVAL=604800", "FREQ=WEEKLY"), ("FREQ=SECONDLY;INTERVAL=259200", "FREQ=DAILY;INTERVAL=3"),
      ("FREQ=HOURLY;INTERVAL=48", "FREQ=DAILY;INTERVAL=2"), ("FREQ=HOURLY;INTERVAL=6", nil),
      ("FREQ=DAILY;BYHOUR=9;BYMINUTE=30;BYSECOND=0", "FREQ=DAILY"), ("FREQ=DAILY;BYHOUR=9,17", nil),
      ("FREQ=WEEKLY;COUNT=-1;UNTIL=20270101T000000Z", "FREQ=WEEKLY;UNTIL=20270101T000000Z"),
    ]) func `rules of seconds that are days, and times of the deadline`(text: String, rule: String?)
  {
    let file = calendar("BEGIN:VTODO\r\nUID:a\r\nSUMMARY:A\r\nDUE:20261201T093000\r\nRRULE:\(text)\r\nEND:VTODO")
    #expect(file.items.map(\.repeats) == [rule])
    #expect(file.leftOut.count == (rule == nil ? 1 : 0))
  }
}
