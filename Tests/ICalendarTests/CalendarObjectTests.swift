import CivilTime
import ICalendar
import SeededRandom
import Testing

@Suite struct CalendarObjectTests {
  private static let thunderbird = object(
    """
    BEGIN:VCALENDAR
    PRODID:-//Mozilla.org/NONSGML Mozilla Calendar V1.1//EN
    VERSION:2.0
    X-WR-CALNAME;X-A="b;c:d":Küche
    BEGIN:VTIMEZONE
    TZID:Europe/Berlin
    BEGIN:STANDARD
    TZOFFSETFROM:+010000
    TZOFFSETTO:+0100
    TZNAME:CET
    DTSTART:19701025T030000
    RDATE:19701025T030000
    END:STANDARD
    END:VTIMEZONE
    BEGIN:VTODO
    CREATED:20261120T083000Z
    LAST-MODIFIED:20261120T083000Z
    DTSTAMP:20261120T083000Z
    UID:6f65
    item1.SUMMARY;LANGUAGE=de:Müll raus\\, gelb\\; und
      \tschwarz in einer Zeile\\, die län
     ger ist
    X-MOZ-GENERATION:4
    x-lower;P1=a,b;P2="c,d":v\\nw
    GEO:48.85;2.35
    ATTENDEE;CN="Ann; the, first:";PARTSTAT=NEEDS-ACTION:mailto:ann@example.org
    BEGIN:VALARM
    ACTION:DISPLAY
    TRIGGER;VALUE=DURATION:-PT15M
    DESCRIPTION:Default Mozilla Description
    X-MOZ-LASTACK:20261120T083000Z
    END:VALARM
    END:VTODO
    END:VCALENDAR
    """)

  @Test func `An object that nothing changes has the bytes that were read`() throws {
    #expect(CalendarObject(Self.thunderbird).bytes == Self.thunderbird)
    #expect(CalendarObject(Self.thunderbird).isSound)
    #expect(try TodoObject(Self.thunderbird).bytes == Self.thunderbird)
  }

  @Test func `Line feeds alone, and carriage returns alone, become both`() {
    let text = String(decoding: Self.thunderbird, as: UTF8.self)
    for end in ["\n", "\r"] {
      let other = Array(text.split(separator: "\r\n", omittingEmptySubsequences: false).joined(separator: end).utf8)
      #expect(CalendarObject(other).bytes == Self.thunderbird)
    }
  }

  @Test func `Any object without errors comes back byte by byte`() {
    var random = SeededRandom()
    let pieces: [[UInt8]] = [
      Array("X-A:".utf8), Array("SUMMARY;X=\"a:b\":".utf8), Array("é집д".utf8), Array("\\,\\;\\n".utf8),
      Array(" \t".utf8),
      Array(String(repeating: "ab", count: 60).utf8), Array(";x=y".utf8), Array("\"".utf8),
    ]
    for _ in 0..<200 {
      var bytes = Array("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTODO\r\nUID:1\r\n".utf8)
      for line in 0..<Int.random(in: 0...6, using: &random) {
        bytes += Array("X-\(line):".utf8)
        for _ in 0..<Int.random(in: 0...5, using: &random) {
          bytes += pieces.randomElement(using: &random) ?? []
          if Int.random(in: 0..<4, using: &random) == 0 { bytes += [13, 10, Bool.random(using: &random) ? 32 : 9] }
        }
        bytes += [13, 10]
      }
      bytes += Array("END:VTODO\r\nEND:VCALENDAR\r\n".utf8)
      #expect(CalendarObject(bytes).bytes == bytes)
    }
  }

  @Test func `What is not UTF-8 is taken as Latin-1, and a fold within a character is mended`() throws {
    var latin = Array("BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:1\r\nSUMMARY:K".utf8)
    latin += [0xFC] + Array("che\r\nX-A:é\r\nEND:VTODO\r\nEND:VCALENDAR\r\n".utf8)
    let mended = CalendarObject(latin)
    #expect(mended.components[0]["SUMMARY"]?.text == "Küche" && mended.components[0]["X-A"]?.text == "é")
    #expect(String(validating: mended.bytes, as: UTF8.self) != nil)
    var folded = Array("BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:1\r\nSUMMARY:K".utf8)
    folded += [0xC3, 13, 10, 32, 0xBC] + Array("che\r\nEND:VTODO\r\nEND:VCALENDAR\r\n".utf8)
    #expect(CalendarObject(folded).components[0]["SUMMARY"]?.text == "Küche")
    #expect(String(validating: CalendarObject(folded).bytes, as: UTF8.self)?.contains("SUMMARY:Küche\r\n") == true)
  }

  @Test(arguments: [
    ("hello", TodoObject.Problem.data), ("", .data),
    ("BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nEND:VTODO", .data),
    ("BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nEND:VALARM\nEND:VCALENDAR", .data),
    ("BEGIN:VCALENDAR\nEND:VCALENDAR\nBEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nEND:VTODO\nEND:VCALENDAR", .data),
    ("BEGIN:VTODO\nUID:1\nEND:VTODO", .data),
    ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nEND:VEVENT\nEND:VCALENDAR", .component),
    ("BEGIN:VCALENDAR\nVERSION:2.0\nEND:VCALENDAR", .component),
    ("BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:a\nEND:VTODO\nEND:VCALENDAR", .resource),
    ("BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nEND:VTODO\nBEGIN:VTODO\nUID:2\nEND:VTODO\nEND:VCALENDAR", .resource),
    ("BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nRECURRENCE-ID:20261130\nEND:VTODO\nEND:VCALENDAR", .resource),
  ])
  func `An object that cannot be kept is refused by its precondition`(text: String, problem: TodoObject.Problem) {
    #expect(throws: problem) { try TodoObject(object(text)) }
  }

  @Test func `A UID of 10,000 bytes and an object of 10 MB are refused`() {
    let long = String(repeating: "x", count: 10_000)
    #expect(throws: TodoObject.Problem.size) {
      try TodoObject(object("BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:\(long)\nEND:VTODO\nEND:VCALENDAR"))
    }
    #expect(throws: TodoObject.Problem.size) { try TodoObject([UInt8](repeating: 65, count: 10_000_000)) }
  }

  @Test func `A date of a series without a UID belongs to the series`() throws {
    let bytes = object(
      "BEGIN:VCALENDAR\nMETHOD:PUBLISH\nBEGIN:VTODO\nRECURRENCE-ID:20261130\nSTATUS:COMPLETED\nEND:VTODO\n"
        + "BEGIN:VTODO\nUID:1\nDTSTART;VALUE=DATE:20261130\nRRULE:FREQ=WEEKLY\nEND:VTODO\nEND:VCALENDAR")
    var series = try TodoObject(bytes)
    #expect(series.uid == "1" && series.overrides.count == 1)
    series.removeOverrides()
    #expect(series.overrides.isEmpty && series.component["RRULE"] != nil)
    #expect(!String(decoding: series.bytes, as: UTF8.self).contains("METHOD"))
  }

  @Test(arguments: [
    ("DUE:20261130T180000Z", "2026-11-30T18:00:00Z"), ("DUE;TZID=Europe/Paris:20261130T190000", "2026-11-30T18:00:00Z"),
    ("DUE:20261130T190000", "2026-11-30T18:00:00Z"), ("DUE;TZID=Asia/Seoul:20261201T030000", "2026-11-30T18:00:00Z"),
    ("DUE;TZID=/freeassociation.sourceforge.net/Europe/Paris:20261130T190000", "2026-11-30T18:00:00Z"),
    ("DUE;TZID=W. Europe Standard Time:20261130T190000", "2026-11-30T18:00:00Z"),
    ("DUE;TZID=Own:20261130T190000", "2026-11-30T21:00:00Z"),
    ("DUE;TZID=Nowhere:20261130T190000", "2026-11-30T18:00:00Z"),
    ("DUE;VALUE=DATE:20261130", "2026-11-30"), ("DUE:20261130", "2026-11-30"),
    ("DUE;VALUE=DATE:20261130T000000", "2026-11-30"), ("DUE:20261332", nil), ("DUE:soon", nil),
  ])
  func `A time is read in the zone that it names, else on the household's clock`(line: String, expected: String?) throws
  {
    let bytes = object(
      "BEGIN:VCALENDAR\nBEGIN:VTIMEZONE\nTZID:Own\nBEGIN:STANDARD\nDTSTART:20000101T000000\nTZOFFSETFROM:-0200\n"
        + "TZOFFSETTO:-0200\nEND:STANDARD\nEND:VTIMEZONE\nBEGIN:VTODO\nUID:1\n\(line)\nEND:VTODO\nEND:VCALENDAR")
    let due = try TodoObject(bytes).todo(on: Clocks.paris).due
    switch due {
    case .day(let day): #expect(day.iso == expected)
    case .moment(let seconds): #expect(Timestamp(seconds: seconds).iso8601 == expected)
    case nil: #expect(expected == nil)
    }
  }
}
