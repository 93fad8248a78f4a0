import CivilTime
import ICalendar
import Recurrence
import SeededRandom
import Testing

@Suite struct TodoSeriesTests {
  private static let paris = Clocks.paris

  /// The bins of each Monday at 19:00 from 30 November 2026 on.
  private static func bins() throws -> TodoSeries {
    let start = try #require(CivilTime(year: 2026, month: 11, day: 30, hour: 19))
    return TodoSeries(
      uid: "series", title: "Bins", rule: try #require(RecurrenceRule("FREQ=WEEKLY")), start: start, occurrence: start,
      due: .moment(Clocks.moment("2026-11-30", 19)))
  }

  private static func sent(_ uid: String, _ lines: String, more: String = "") throws -> TodoObject {
    try TodoObject(
      object(
        "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VTODO\nUID:\(uid)\nDTSTAMP:20261125T202534Z\nSUMMARY:Bins\n\(lines)\nEND:VTODO\n"
          + more + "END:VCALENDAR"))
  }

  private static let open = "DTSTART:20261130T180000Z\nDUE:20261130T180000Z\nRRULE:FREQ=WEEKLY\nSTATUS:NEEDS-ACTION"

  // MARK: What each program sends

  @Test func `A: Home Assistant and Nextcloud complete the whole of it`() throws {
    let series = try Self.bins()
    let base = try Self.sent("series", Self.open).todo(on: Self.paris)
    let completed = try Self.sent(
      "series",
      "COMPLETED:20261125T202032Z\nDTSTART:20261130T180000Z\nDUE:20261130T180000Z\nRRULE:FREQ=WEEKLY\nSTATUS:COMPLETED")
    for given in [base, nil] {
      #expect(series.meaning(of: completed, since: given, on: Self.paris) == .done)
      #expect(Self.ticked(series).meaning(of: completed, since: given, on: Self.paris) == .alreadyDone)
    }
  }

  @Test func `B: Thunderbird, jtx and python-caldav complete a date of it`() throws {
    let date = """
      BEGIN:VTODO
      COMPLETED:20261125T202534Z
      RECURRENCE-ID:20261130T180000Z
      STATUS:COMPLETED
      SUMMARY:Bins
      UID:series
      END:VTODO

      """
    let later = """
      BEGIN:VTODO
      DTSTART:20261202T202534Z
      DUE:20261202T202534Z
      RECURRENCE-ID;RANGE=THISANDFUTURE:20261202T202534Z
      STATUS:NEEDS-ACTION
      SUMMARY:Bins
      UID:series
      END:VTODO

      """
    let series = try Self.bins()
    let base = try Self.sent("series", Self.open)
    for more in [date, date + later] {
      let completed = try Self.sent("series", Self.open, more: more)
      #expect(series.meaning(of: completed, since: base.todo(on: Self.paris), on: Self.paris) == .done)
      #expect(series.meaning(of: completed, since: nil, on: Self.paris) == .done)
      #expect(Self.ticked(series).meaning(of: completed, since: nil, on: Self.paris) == .alreadyDone)
      // The dates are as they were, and so no field is changed.
      #expect(Self.ticked(series).meaning(of: completed, since: base.todo(on: Self.paris), on: Self.paris) == .edited)
    }
    // A later date is no tick of the open one.
    let other = try Self.sent("series", Self.open, more: date.replacing("20261130T180000Z", with: "20261214T180000Z"))
    #expect(series.meaning(of: other, since: nil, on: Self.paris) == .edited)
    // Two at once.
    let both = try Self.sent(
      "series", Self.open, more: date + date.replacing("20261130T180000Z", with: "20261207T180000Z"))
    #expect(series.meaning(of: both, since: nil, on: Self.paris) == .done)
    #expect(Self.ticked(series).meaning(of: both, since: nil, on: Self.paris) == .done)
    #expect(Self.ticked(Self.ticked(series)).meaning(of: both, since: nil, on: Self.paris) == .alreadyDone)
  }

  @Test func `B: a date is named by its start, which is before the deadline`() throws {
    let lines = Self.open.replacing("DTSTART:20261130T180000Z", with: "DTSTART:20261130T170000Z")
    func date(_ start: String) -> String {
      "BEGIN:VTODO\nUID:series\nRECURRENCE-ID:\(start)\nSTATUS:COMPLETED\nEND:VTODO\n"
    }
    let series = try Self.bins()
    let completed = try Self.sent("series", lines, more: date("20261130T170000Z"))
    #expect(series.meaning(of: completed, since: nil, on: Self.paris) == .done)
    #expect(Self.ticked(series).meaning(of: completed, since: nil, on: Self.paris) == .alreadyDone)
    let other = try Self.sent("series", lines, more: date("20261130T180000Z"))
    #expect(series.meaning(of: other, since: nil, on: Self.paris) == .edited)
  }

  @Test func `C: Tasks.org moves the dates on; another date is one that a person has chosen`() throws {
    let series = try Self.bins()
    let base = try Self.sent("series", Self.open).todo(on: Self.paris)
    let moved = try Self.sent("series", Self.open.replacing("20261130T180000Z", with: "20261207T180000Z"))
    for given in [base, nil] { #expect(series.meaning(of: moved, since: given, on: Self.paris) == .done) }
    #expect(Self.ticked(series).meaning(of: moved, since: base, on: Self.paris) == .alreadyDone)
    #expect(Self.ticked(series).meaning(of: moved, since: nil, on: Self.paris) == .edited)
    #expect(Self.ticked(Self.ticked(series)).meaning(of: moved, since: nil, on: Self.paris) == .alreadyDone)
    let tuesday = try Self.sent("series", Self.open.replacing("20261130T180000Z", with: "20261201T180000Z"))
    #expect(series.meaning(of: tuesday, since: base, on: Self.paris) == .edited)
    let renamed = try Self.sent("series", Self.open + "\nDESCRIPTION:yellow")
    #expect(series.meaning(of: renamed, since: base, on: Self.paris) == .edited)
  }

  @Test func `D: todoman and Evolution complete it without its rule, which a new UID carries on`() throws {
    let series = try Self.bins()
    let base = try Self.sent("series", Self.open).todo(on: Self.paris)
    let original = try Self.sent(
      "series", "COMPLETED:20261125T202535Z\nDUE:20261130T180000Z\nPERCENT-COMPLETE:100\nSTATUS:COMPLETED")
    let next = try Self.sent("new", "DUE:20261207T180000Z\nRRULE:FREQ=WEEKLY\nSTATUS:NEEDS-ACTION")
    #expect(series.meaning(of: original, since: base, on: Self.paris) == .done)
    #expect(Self.ticked(series).twin(next, on: Self.paris) == .continuation(isAhead: false))
    // In the other order.
    #expect(series.twin(next, on: Self.paris) == .continuation(isAhead: true))
    #expect(Self.ticked(series).meaning(of: original, since: base, on: Self.paris) == .alreadyDone)
    // Others with the same name are their own.
    let other = try Self.sent("new", "DUE:20261208T180000Z\nRRULE:FREQ=WEEKLY")
    #expect(series.twin(other, on: Self.paris) == nil)
    let daily = try Self.sent("new", "DUE:20261207T180000Z\nRRULE:FREQ=DAILY")
    #expect(series.twin(daily, on: Self.paris) == nil)
    #expect(try series.twin(Self.sent("new", "DUE:20261207T180000Z"), on: Self.paris) == nil)
  }

  @Test func `E: python-caldav completes a new UID and moves the dates on, also to one that the rule has not`() throws {
    let series = try Self.bins()
    let base = try Self.sent("series", Self.open).todo(on: Self.paris)
    let copy = try Self.sent(
      "new", "COMPLETED:20261125T202534Z\nDTSTART:20261130T180000Z\nDUE:20261130T180000Z\nSTATUS:COMPLETED")
    let master = try Self.sent("series", Self.open.replacing("20261130T180000Z", with: "20261202T202534Z"))
    #expect(series.twin(copy, on: Self.paris) == .doneCopy)
    #expect(Self.ticked(series).meaning(of: master, since: base, on: Self.paris) == .alreadyDone)
    // In the other order the date is moved, and then the item is done.
    #expect(series.meaning(of: master, since: base, on: Self.paris) == .edited)
    var moved = series
    moved.due = master.todo(on: Self.paris).due
    #expect(moved.twin(copy, on: Self.paris) == .doneCopy)
    let done = Self.ticked(series)
    #expect(done.twin(copy, on: Self.paris) == .copy(of: done.done[0]))
  }

  private static func ticked(_ series: TodoSeries, uid: String? = nil) -> TodoSeries {
    var series = series
    guard let occurrence = series.occurrence else { return series }
    series.done.append(TodoSeries.Done(occurrence: occurrence, due: series.due, uid: uid))
    series.occurrence = series.rule.first(after: occurrence, from: series.start)
    series.due = series.occurrence.map { .moment(paris.moment(of: $0.seconds)) }
    return series
  }

  // MARK: Any order

  /// A server with one series, as the routes are to use the library.
  private struct Server {
    var series: TodoSeries
    /// UIDs that became to-dos of their own.
    var doubles: [String] = []

    mutating func tick(uid: String? = nil) { series = TodoSeriesTests.ticked(series, uid: uid) }

    func object() -> TodoObject? {
      guard series.occurrence != nil else { return nil }
      var todo = Todo(uid: series.uid)
      (todo.title, todo.due, todo.rule) = (series.title, series.due, series.rule.text)
      return TodoObject(todo, producer: "x", on: paris, created: 0, changed: 0)
    }

    mutating func put(_ object: TodoObject, since base: Todo?) {
      let uid = object.uid
      if series.isObject(object, since: base) {
        for _ in 0..<100 {
          switch series.meaning(of: object, since: base, on: paris) {
          case .done: tick()
          case .alreadyDone: return
          case .edited:
            guard let ours = self.object()?.todo(on: paris) else { return }
            let merge = TodoMerge(base: base, ours: ours, theirs: object.todo(on: paris))
            if let due = merge.todo.due { series.due = due }
            return
          }
        }
      }
      // A done one's object, or one whose place another has taken.
      if series.done.contains(where: { $0.uid == uid }) || dropped.contains(uid) { return }
      if series.formerUIDs.contains(uid) { return }
      switch series.twin(object, on: paris) {
      case .doneCopy: tick(uid: uid)
      case .copy(let done):
        guard let index = series.done.firstIndex(of: done) else { return }
        if done.uid == nil { series.done[index].uid = uid } else { dropped.insert(uid) }
      case .continuation(let isAhead):
        if isAhead { tick() }
        if let last = series.done.indices.last, series.done[last].uid == nil {
          series.done[last].uid = series.uid
        }
        series.formerUIDs.insert(series.uid)
        series.uid = uid
      case nil: doubles.append(uid)
      }
    }

    /// Of objects that the next synchronisation says are no more.
    var dropped: Set<String> = []
  }

  /// A program: what it was last given, and what it has not sent yet.
  private struct Program {
    var base: TodoObject?
    /// The date of the rule that it stands for.
    var occurrence: CivilTime?
    var outbox: [(object: TodoObject, base: Todo?)] = []
    var made = 0
    let name: String

    /// Ticks what it was last given, in one of five ways; the date that it means.
    mutating func tick(_ way: Int, knowsBase: Bool, reversed: Bool, offRule: Bool) -> TodoTime? {
      guard let base, outbox.isEmpty else { return nil }
      let seen = base.todo(on: paris)
      guard let due = seen.due, let rule = seen.rule.flatMap({ RecurrenceRule($0) }),
        let next = rule.first(after: due.local(on: paris), from: due.local(on: paris))
      else { return nil }
      made += 1
      let (new, given) = ("\(name)-\(made)", knowsBase ? seen : nil)
      func changed(_ change: (inout Todo) -> Void) -> TodoObject {
        var (todo, object) = (seen, base)
        change(&todo)
        object.apply(todo, on: paris, changed: made)
        return object
      }
      func moved(_ time: CivilTime) -> TodoObject { changed { $0.due = .moment(paris.moment(of: time.seconds)) } }
      var sent: [TodoObject]
      switch way {
      case 0: sent = [changed { $0.isDone = true }]
      case 1:
        let line = due.property("RECURRENCE-ID", on: paris)
        let text = String(decoding: base.bytes, as: UTF8.self).replacing(
          "END:VCALENDAR",
          with:
            "BEGIN:VTODO\r\nUID:\(base.uid)\r\nRECURRENCE-ID;TZID=Europe/Paris:\(line.value)\r\nSTATUS:COMPLETED\r\n"
            + "END:VTODO\r\nEND:VCALENDAR")
        sent = (try? TodoObject(Array(text.utf8))).map { [$0] } ?? []
      case 2: sent = [moved(next)]
      case 3:
        sent = [
          changed { ($0.isDone, $0.rule) = (true, nil) },
          changed { ($0.uid, $0.due) = (new, .moment(paris.moment(of: next.seconds))) },
        ]
      default:
        let later = offRule ? CivilTime(seconds: next.seconds + 7200) : next
        sent = [changed { ($0.uid, $0.isDone, $0.rule) = (new, true, nil) }, moved(later)]
      }
      if reversed { sent.reverse() }
      outbox = sent.map { ($0, given) }
      return due
    }
  }

  @Test func `Any order of ticks by two programs and the web leaves one open to-do, and each that is done once`() throws
  {
    var random = SeededRandom()
    for rule in ["FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=MO,TH", "FREQ=DAILY", "FREQ=MONTHLY;BYMONTHDAY=-1"] {
      for _ in 0..<150 {
        var first = try Self.bins()
        first.rule = try #require(RecurrenceRule(rule))
        var server = Server(series: first)
        var programs = [Program(name: "one"), Program(name: "two")]
        var meant: Set<Int> = []
        var history: [String] = []
        for _ in 0..<Int.random(in: 1...25, using: &random) {
          let who = Int.random(in: 0...1, using: &random)
          switch Int.random(in: 0...5, using: &random) {
          case 0:
            if let open = server.series.occurrence { meant.insert(open.seconds) }
            server.tick()
            history.append("web ticks")
          case 1:
            // Fetching follows sending.
            if programs[who].outbox.isEmpty {
              (programs[who].base, programs[who].occurrence) = (server.object(), server.series.occurrence)
            }
            history.append("\(who) fetches")
          case 2, 3:
            let way = Int.random(in: 0...4, using: &random)
            let (reversed, offRule) = (Bool.random(using: &random), Bool.random(using: &random))
            if programs[who].tick(way, knowsBase: true, reversed: reversed, offRule: offRule) != nil {
              if let date = programs[who].occurrence { meant.insert(date.seconds) }
              history.append("\(who) ticks by \(way) \(reversed) \(offRule)")
            }
          default:
            guard let next = programs[who].outbox.first else { continue }
            let before = server.series.done.count
            server.put(next.object, since: next.base)
            // An answer may be lost.
            if Bool.random(using: &random) { programs[who].outbox.removeFirst() }
            if programs[who].outbox.isEmpty {
              (programs[who].base, programs[who].occurrence) = (server.object(), server.series.occurrence)
            }
            history.append("\(who) sends \(next.object.uid)")
            #expect(server.series.done.count - before <= 1, "\(history)")
          }
        }
        for who in [0, 1] {
          while let next = programs[who].outbox.first {
            server.put(next.object, since: next.base)
            programs[who].outbox.removeFirst()
          }
        }
        #expect(server.doubles.isEmpty, "\(rule) \(history)")
        // The dates that are done are the first ones of the rule, each once, and the open one is the next.
        let dates = Array(first.rule.dates(from: first.start).prefix(server.series.done.count + 2))
        let isFirst = dates.first == first.start
        let expected = isFirst ? dates : [first.start] + dates
        #expect(server.series.done.map(\.occurrence) == Array(expected.prefix(server.series.done.count)), "\(history)")
        #expect(server.series.occurrence == expected[server.series.done.count], "\(history)")
        let uids = server.series.done.compactMap(\.uid) + [server.series.uid]
        #expect(Set(uids).count == uids.count, "\(history)")
        #expect(Set(server.series.done.map(\.occurrence.seconds)) == meant, "\(history)")
      }
    }
  }

  @Test func `Each tick counts once, whatever the web and another program do meanwhile`() throws {
    for way in 0...4 {
      for other in -1...4 {
        for (reversed, knowsBase) in [(false, true), (true, true), (false, false), (true, false)] {
          var server = Server(series: try Self.bins())
          var (one, two) = (Program(base: server.object(), name: "one"), Program(base: server.object(), name: "two"))
          _ = one.tick(way, knowsBase: knowsBase, reversed: reversed, offRule: false)
          if other >= 0 {
            _ = two.tick(other, knowsBase: knowsBase, reversed: reversed, offRule: false)
          } else {
            server.tick()
          }
          // Each part is sent twice, in turns.
          for index in 0..<2 {
            for part in [one.outbox, two.outbox] where index < part.count {
              server.put(part[index].object, since: part[index].base)
              server.put(part[index].object, since: part[index].base)
            }
          }
          #expect(server.series.done.count == 1, "\(way) \(other) \(reversed) \(knowsBase)")
          #expect(server.doubles.isEmpty, "\(way) \(other) \(reversed) \(knowsBase)")
          #expect(
            server.series.due == .moment(Clocks.moment("2026-12-07", 19)), "\(way) \(other) \(reversed) \(knowsBase)")
        }
      }
    }
  }
}

private let paris = Clocks.paris
