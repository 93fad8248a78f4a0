import CivilTime
import ICalendar
import SeededRandom
import Testing

@Suite struct TodoTests {
  private static let paris = Clocks.paris

  private static func day(_ text: String) throws -> TodoTime { .day(try #require(CalendarDate(text))) }

  private static func text(_ object: TodoObject) -> String { String(decoding: object.bytes, as: UTF8.self) }

  @Test func `Each field is read`() throws {
    let read = try todo(
      """
      SUMMARY:Clean\\, then\\nrest
      DESCRIPTION:one\\ntwo
      CATEGORIES:Home,With\\, comma
      CATEGORIES:Home,Third
      DTSTART;TZID=Europe/Paris:20261129T080000
      DUE;TZID=Europe/Paris:20261130T190000
      PRIORITY:3
      STATUS:COMPLETED
      COMPLETED:20261130T171500Z
      PERCENT-COMPLETE:100
      RELATED-TO;RELTYPE=SIBLING:other
      RELATED-TO:parent-1
      COLOR:Tomato
      X-APPLE-SORT-ORDER:7
      ATTACH:https://example.org/a.jpg
      ATTACH;ENCODING=BASE64;VALUE=BINARY:AAAA
      BEGIN:VALARM
      ACTION:DISPLAY
      TRIGGER;RELATED=END:-PT1H
      END:VALARM
      BEGIN:VALARM
      ACTION:DISPLAY
      TRIGGER:PT0S
      END:VALARM
      BEGIN:VALARM
      ACTION:AUDIO
      TRIGGER;VALUE=DATE-TIME:20261130T170000Z
      END:VALARM
      BEGIN:VALARM
      ACTION:DISPLAY
      X-APPLE-PROXIMITY:ARRIVE
      TRIGGER;VALUE=DATE-TIME:19760401T005545Z
      END:VALARM
      """
    ).todo(on: Self.paris)
    #expect(read.title == "Clean, then rest" && read.description == "one\ntwo")
    #expect(read.tags == ["Home", "With, comma", "Third"])
    #expect(read.due == .moment(Clocks.moment("2026-11-30", 19)))
    #expect(read.start == .moment(Clocks.moment("2026-11-29", 8)))
    #expect(read.priority == .high && read.isDone && read.doneAt == Clocks.moment("2026-11-30", 18, 15))
    #expect(read.parent == "parent-1" && read.color == "tomato" && read.order == 7)
    #expect(read.attachments == ["https://example.org/a.jpg"])
    // An hour before the deadline, twice, and at the start.
    #expect(read.reminders == [-35 * 3600, -3600])
  }

  @Test(arguments: [
    ("STATUS:NEEDS-ACTION\nCOMPLETED:20261130T171500Z", false), ("STATUS:IN-PROCESS\nPERCENT-COMPLETE:100", false),
    ("STATUS:COMPLETED", true), ("STATUS:CANCELLED", true), ("COMPLETED:20261130T171500Z", true),
    ("PERCENT-COMPLETE:100", true), ("PERCENT-COMPLETE:99", false), ("", false), ("STATUS:X-ODD", false),
  ])
  func `STATUS says whether it is done, else what else says so`(lines: String, isDone: Bool) throws {
    #expect(try todo("SUMMARY:a\n\(lines)").todo(on: Self.paris).isDone == isDone)
  }

  @Test func `A deadline may be a start with a duration, and of a series the start`() throws {
    #expect(
      try todo("DTSTART:20261130T180000Z\nDURATION:PT1H").todo(on: Self.paris).due
        == .moment(Clocks.moment("2026-11-30", 20)))
    #expect(
      try todo("DTSTART;VALUE=DATE:20261130\nDURATION:P2D").todo(on: Self.paris).due == Self.day("2026-12-02"))
    let series = try todo("DTSTART;VALUE=DATE:20261130\nRRULE:FREQ=WEEKLY").todo(on: Self.paris)
    #expect(try series.due == Self.day("2026-11-30") && series.start == nil && series.rule == "FREQ=WEEKLY")
    // One that nobody can count, and one without a date, are kept but do not repeat.
    for rule in ["FREQ=SECONDLY", "FREQ=DAILY;COUNT=0", "FREQ=WEEKLY;BYDAY=XX", "hello"] {
      #expect(try todo("DUE:20261130T180000Z\nRRULE:\(rule)").todo(on: Self.paris).rule == nil)
    }
  }

  // MARK: Writing

  @Test func `A new object has what is known, its zone, and no more`() throws {
    var new = Todo(uid: "018f")
    (new.title, new.description, new.tags) = ("Bins; yellow", "a\nb", ["Home, sweet", "x"])
    new.due = .moment(Clocks.moment("2026-11-30", 19))
    (new.rule, new.priority, new.reminders, new.parent) = ("FREQ=WEEKLY", .medium, [-3600, 0], "p")
    (new.color, new.order, new.attachments) = ("tomato", -3, ["https://example.org/1.webp"])
    let written = TodoObject(
      new, producer: "-//Foyer//EN", on: Self.paris, created: 1_795_000_000, changed: 1_795_000_060)
    #expect(written.todo(on: Self.paris) == new)
    let lines = Self.text(written).split(separator: "\r\n").map { String($0) }
    let start = try #require(lines.firstIndex(of: "BEGIN:VTODO"))
    #expect(lines.contains("TZID:Europe/Paris") && lines.contains("PRODID:-//Foyer//EN"))
    #expect(
      lines[start...] == [
        "BEGIN:VTODO", "UID:018f", "DTSTAMP:20261118T110740Z", "CREATED:20261118T110640Z", "STATUS:NEEDS-ACTION",
        "SUMMARY:Bins\\; yellow", "DESCRIPTION:a\\nb", "CATEGORIES:Home\\, sweet,x", "RRULE:FREQ=WEEKLY",
        "DUE;TZID=Europe/Paris:20261130T190000", "DTSTART;TZID=Europe/Paris:20261130T190000", "PRIORITY:5",
        "RELATED-TO:p",
        "COLOR:tomato", "X-APPLE-SORT-ORDER:-3", "ATTACH:https://example.org/1.webp", "LAST-MODIFIED:20261118T110740Z",
        "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Bins\\; yellow", "TRIGGER;RELATED=END:-PT1H", "END:VALARM",
        "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Bins\\; yellow", "TRIGGER;RELATED=END:PT0S", "END:VALARM",
        "END:VTODO", "END:VCALENDAR",
      ])
  }

  @Test func `A change leaves each other line as it was`() throws {
    let source = """
      SUMMARY;LANGUAGE=de:Mü
       ll
      x-unknown;A="b:c":d\\;e
      PRIORITY:2
      GEO:48.85;2.35
      DUE;TZID=Europe/Berlin:20261130T190000
      BEGIN:VALARM
      ACTION:DISPLAY
      TRIGGER:-PT15M
      X-MOZ-LASTACK:20261120T083000Z
      END:VALARM
      """
    let old = try todo(source)
    var new = old.todo(on: Self.paris)
    var same = old
    same.apply(new, on: Self.paris, changed: 1_795_000_000)
    #expect(same.bytes == old.bytes)
    new.isDone = true
    new.doneAt = Clocks.moment("2026-11-30", 18)
    var done = old
    done.apply(new, on: Self.paris, changed: 1_795_000_000)
    let expected = Self.text(old)
      .replacing("DTSTAMP:20261125T202534Z", with: "DTSTAMP:20261118T110640Z")
      .replacing(
        "Berlin:20261130T190000\r\n",
        with: "Berlin:20261130T190000\r\nSTATUS:COMPLETED\r\nPERCENT-COMPLETE:100\r\nCOMPLETED:20261130T170000Z\r\n"
          + "LAST-MODIFIED:20261118T110640Z\r\n")
    #expect(Self.text(done) == expected)
    (new.isDone, new.doneAt) = (false, nil)
    done.apply(new, on: Self.paris, changed: 1_795_000_000)
    #expect(done.component["STATUS"]?.value == "NEEDS-ACTION" && done.component["COMPLETED"] == nil)
    #expect(done.component["PERCENT-COMPLETE"] == nil && done.component["GEO"]?.value == "48.85;2.35")
  }

  @Test func `A time that the clock shows twice is written as a moment, and another zone's name stays where it was`()
    throws
  {
    var new = Todo(uid: "1")
    // Both half past two of the night in which summer ends.
    for hour in [0, 1] {
      let moment = (CivilTime(date: "2026-10-25")?.seconds ?? 0) + hour * 3600 + 1800
      new.due = .moment(moment)
      let written = TodoObject(new, producer: "x", on: Self.paris, created: 0, changed: 0)
      #expect(written.todo(on: Self.paris).due == .moment(moment))
      #expect(written.component["DUE"]?["TZID"] == (hour == 0 ? "Europe/Paris" : nil))
    }
    var seoul = try todo("DUE;TZID=Asia/Seoul:20261201T030000\nSUMMARY:a")
    var changed = seoul.todo(on: Self.paris)
    changed.title = "b"
    seoul.apply(changed, on: Self.paris, changed: 0)
    #expect(seoul.component["DUE"]?.value == "20261201T030000" && seoul.component["SUMMARY"]?.value == "b")
    #expect(!seoul.calendar.components.contains { $0.name == "VTIMEZONE" })
  }

  private static func random(_ random: inout SeededRandom) -> Todo {
    let words = [
      "", "a", "Bins, yellow; \\n \\", "집 청소\nдва", "x\u{7}\r\ny\tz", " lead", String(repeating: "é", count: 90),
      "\"q\"",
    ]
    func word() -> String { words.randomElement(using: &random) ?? "" }
    func maybe<Value>(_ value: @autoclosure () -> Value) -> Value? { Bool.random(using: &random) ? value() : nil }
    func time() -> TodoTime {
      Bool.random(using: &random)
        ? .day(CalendarDate(days: Int.random(in: 20_000...25_000, using: &random)))
        : .moment(Int.random(in: 1_710_000_000...2_150_000_000, using: &random))
    }
    var todo = Todo(uid: "uid-\(Int.random(in: 0...9, using: &random))")
    (todo.title, todo.description) = (word(), word())
    todo.tags = (0..<Int.random(in: 0...3, using: &random)).map { _ in word() }
    (todo.due, todo.start) = (maybe(time()), maybe(time()))
    todo.rule = maybe(
      ["FREQ=WEEKLY;BYDAY=MO", "FREQ=DAILY;COUNT=3", "FREQ=SECONDLY"].randomElement(using: &random) ?? "")
    todo.priority = Todo.Priority.allCases.randomElement(using: &random) ?? .none
    todo.isDone = Bool.random(using: &random)
    todo.doneAt = maybe(Int.random(in: 1_700_000_000...1_900_000_000, using: &random))
    (todo.parent, todo.color, todo.order) = (maybe(word()), maybe("Red"), maybe(Int.random(in: -9...9, using: &random)))
    todo.reminders = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      Int.random(in: -200_000...100_000, using: &random)
    }
    todo.attachments = (0..<Int.random(in: 0...2, using: &random)).map { "https://example.org/\($0)?a=b,c;d" }
    return todo
  }

  @Test func `Any value that is written is read as it was, and any change of it too, with unknown lines as they were`()
    throws
  {
    var random = SeededRandom()
    for _ in 0..<300 {
      let first = Self.random(&random)
      var written = TodoObject(first, producer: "x", on: Self.paris, created: 0, changed: 0)
      #expect(written.todo(on: Self.paris) == first.normalised(on: Self.paris))
      let read = try TodoObject(written.bytes)
      #expect(read == written && read.todo(on: Self.paris) == first.normalised(on: Self.paris))
      // As a program would send it, with lines of its own.
      let text = Self.text(written).replacing("END:VTODO", with: "X-ODD;A=b:c\\,\r\n  d\r\nGEO:1;2\r\nEND:VTODO")
      written = try TodoObject(Array(text.utf8))
      for _ in 0..<3 {
        let next = Self.random(&random)
        written.apply(next, on: Self.paris, changed: 60)
        #expect(written.todo(on: Self.paris) == next.normalised(on: Self.paris))
        #expect(
          Self.text(written).contains("\r\nX-ODD;A=b:c\\,\r\n  d\r\n") && Self.text(written).contains("\r\nGEO:1;2\r\n")
        )
        let again = written
        written.apply(next, on: Self.paris, changed: 120)
        #expect(written == again)
      }
    }
  }

  // MARK: Merging

  @Test func `A field that one side has changed is taken, and one that both have is a conflict`() throws {
    var base = Todo(uid: "1")
    (base.title, base.description, base.tags) = ("Bins", "yellow", ["a", "b"])
    base.reminders = [-60]
    var (ours, theirs) = (base, base)
    (ours.title, ours.tags, ours.priority) = ("Bins out", ["a", "c"], .high)
    (theirs.description, theirs.tags, theirs.reminders) = ("yellow and blue", ["b", "a", "d"], [])
    let merge = TodoMerge(base: base, ours: ours, theirs: theirs)
    #expect(merge.conflicts.isEmpty)
    #expect(merge.todo.title == "Bins out" && merge.todo.description == "yellow and blue")
    #expect(merge.todo.tags == ["a", "c", "d"] && merge.todo.priority == .high && merge.todo.reminders == [])
    theirs.title = "Bins in"
    theirs.priority = .high
    let conflict = TodoMerge(base: base, ours: ours, theirs: theirs)
    #expect(
      conflict.conflicts == [.title] && conflict.todo.title == "Bins out"
        && conflict.todo.description == "yellow and blue")
    #expect(TodoMerge(base: nil, ours: ours, theirs: theirs).todo == theirs)
  }

  @Test func `Done on both sides is done once, at the first moment`() throws {
    let base = Todo(uid: "1")
    var (ours, theirs) = (base, base)
    (ours.isDone, ours.doneAt) = (true, 100)
    (theirs.isDone, theirs.doneAt) = (true, 200)
    #expect(TodoMerge(base: base, ours: ours, theirs: theirs).todo.doneAt == 100)
    #expect(TodoMerge(base: base, ours: base, theirs: theirs).todo.doneAt == 200)
    #expect(TodoMerge(base: ours, ours: ours, theirs: base).todo == base)
    #expect(TodoMerge(base: ours, ours: ours, theirs: theirs).todo.doneAt == 200)
  }

  @Test
  func
    `A merge with itself, or with nothing changed here, is what the program sends; with nothing changed there, what is here`()
  {
    var random = SeededRandom()
    for _ in 0..<500 {
      let base = Self.random(&random).normalised(on: Self.paris)
      var (ours, theirs) = (
        Self.random(&random).normalised(on: Self.paris), Self.random(&random).normalised(on: Self.paris)
      )
      (ours.uid, theirs.uid) = (base.uid, base.uid)
      #expect(TodoMerge(base: base, ours: base, theirs: theirs) == TodoMerge(base: nil, ours: base, theirs: theirs))
      #expect(TodoMerge(base: base, ours: ours, theirs: base).todo == ours)
      #expect(TodoMerge(base: base, ours: ours, theirs: ours).todo == ours)
      // Nothing is lost without a word: each field is one side's, or a conflict.
      let merge = TodoMerge(base: base, ours: ours, theirs: theirs)
      if ours.title != base.title, theirs.title != base.title, ours.title != theirs.title {
        #expect(merge.conflicts.contains(.title))
      }
      #expect(Set(merge.todo.tags).isSuperset(of: Set(ours.tags).subtracting(base.tags)))
      #expect(Set(merge.todo.tags).isSuperset(of: Set(theirs.tags).subtracting(base.tags)))
    }
  }

  @Test func `A program keeps what another has put into the object meanwhile`() throws {
    let base = try todo("SUMMARY:a\nX-ONE:1\nX-TWO:2\nX-THREE:3")
    let stored = try todo("SUMMARY:b\nX-ONE:1\nX-TWO:22\nX-FOUR:4\nBEGIN:VLOCATION\nNAME:x\nEND:VLOCATION")
    let sent = try todo("SUMMARY:c\nX-ONE:11\nX-TWO:2\nX-THREE:3")
    let kept = sent.keeping(stored, since: base)
    #expect(kept.component["SUMMARY"]?.value == "c" && kept.component["X-ONE"]?.value == "11")
    #expect(kept.component["X-TWO"]?.value == "22" && kept.component["X-THREE"] == nil)
    #expect(kept.component["X-FOUR"]?.value == "4" && kept.component.children.map(\.name) == ["VLOCATION"])
    // Without a base nothing goes: what the object has counts, and what it lacks stays.
    let whole = sent.keeping(stored, since: nil).component
    #expect(["X-ONE", "X-TWO", "X-THREE", "X-FOUR"].map { whole[$0]?.value } == ["11", "2", "3", "4"])
    #expect(sent.keeping(base, since: base) == sent)
    // A copy may be from before the base: only what it has says something.
    let copy = try todo("SUMMARY:c\nX-ONE:11\nX-TWO:2").keeping(stored, since: base, isCopy: true).component
    #expect(["X-ONE", "X-TWO", "X-THREE", "X-FOUR"].map { copy[$0]?.value } == ["11", "22", nil, "4"])
    let older = try todo("SUMMARY:c").keeping(base, since: base, isCopy: true).component
    #expect(["X-ONE", "X-TWO", "X-THREE"].map { older[$0]?.value } == ["1", "2", "3"])
  }

  @Test func `What another program has put in stays: relations, alarms at places, dates of a series`() throws {
    func object(_ lines: String, _ dates: String = "") throws -> TodoObject {
      let text = "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:a\n\(lines)\nEND:VTODO\n\(dates)END:VCALENDAR"
      return try TodoObject(Array(text.utf8))
    }
    func date(_ day: Int, _ title: String) -> String {
      "BEGIN:VTODO\nUID:a\nRECURRENCE-ID:203001\(day)T170000Z\nSUMMARY:\(title)\nEND:VTODO\n"
    }
    let zone = "BEGIN:VTIMEZONE\nTZID:Here\nEND:VTIMEZONE\n"
    func alarm(_ more: String) -> String { "BEGIN:VALARM\nTRIGGER:PT0S\n\(more)\nEND:VALARM" }
    let base = try object(
      "SUMMARY:a\nRELATED-TO:b\n\(alarm("X-APPLE-PROXIMITY:ARRIVE"))", date(14, "x") + date(21, "y"))
    let stored = try object(
      "SUMMARY:a\nRELATED-TO:b\nRELATED-TO;RELTYPE=CHILD:c\n\(alarm("X-APPLE-PROXIMITY:DEPART"))",
      zone + date(14, "z\nDTSTART;TZID=Here:20300114T180000") + date(28, "new"))
    let sent = try object(
      "SUMMARY:d\nRELATED-TO:e\n\(alarm("X-APPLE-PROXIMITY:ARRIVE"))", date(14, "x") + date(21, "mine"))
    let kept = sent.keeping(stored, since: base)
    #expect(kept.component["SUMMARY"]?.value == "d")
    #expect(kept.component.properties.filter { $0.name == "RELATED-TO" }.map(\.value) == ["e", "c"])
    #expect(kept.component.children.map { $0["X-APPLE-PROXIMITY"]?.value } == ["DEPART"])
    #expect(kept.overrides.compactMap { $0["SUMMARY"]?.value }.sorted() == ["mine", "new", "z"])
    #expect(kept.calendar.components.filter { $0.name == "VTIMEZONE" }.count == 1 && kept.uid == "a")
    #expect(sent.keeping(base, since: base) == sent)
  }
}
