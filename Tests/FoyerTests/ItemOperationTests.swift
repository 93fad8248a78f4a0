import CivilTime
import Recurrence
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// What the operations of items refuse, whoever asks: typed, with the names of the fields.
  @Suite struct ItemOperations {
    private static func refused(_ adding: AddItem, needsDescription: Bool = false) -> [Problem] {
      adding.problems(needsDescription: needsDescription).all
    }

    private static func item(_ change: (inout AddItem) -> Void) -> AddItem {
      var adding = AddItem(item: ItemDraft(title: "Milk"), untitled: "New to-do")
      change(&adding)
      return adding
    }

    @Test func `Each rule is refused by the name of its field`() throws {
      let daily = RecurrenceRule(.daily)
      func problem(_ field: String, _ kind: Problem.Kind) -> [Problem] { [Problem(field: field, kind: kind)] }
      #expect(Self.refused(Self.item { _ in }) == [])
      #expect(Self.refused(Self.item { $0.item.title = " \t" }) == problem("title", .noWords))
      #expect(
        Self.refused(Self.item { _ in }, needsDescription: true)
          == problem("description", .noDescription))
      #expect(
        Self.refused(Self.item { $0.item.title = String(repeating: "й", count: 10_001) })
          == problem("title", .tooLong(10_000)))
      #expect(
        Self.refused(Self.item { $0.item.tags = [String(repeating: "x", count: 10_001)] })
          == problem("tags", .tooLong(10_000)))
      #expect(Self.refused(Self.item { $0.item.tags = (1...51).map(String.init) }) == problem("tags", .tooMany(50)))
      #expect(
        Self.refused(Self.item { $0.item.people = (1...51).map { _ in .v7() } }) == problem("people", .tooMany(50)))
      #expect(Self.refused(Self.item { $0.item.turn = (1...51).map { _ in .v7() } }) == problem("turn", .tooMany(50)))
      let early = try #require(CalendarDate("0001-01-01"))
      #expect(Self.refused(Self.item { $0.item.due = .day(early) }) == problem("due_date", .invalidDate))
      #expect(Self.refused(Self.item { $0.item.due = .moment(early.civil) }) == problem("due_date", .invalidDate))
      #expect(Self.refused(Self.item { $0.item.notBefore = early }) == problem("not_before", .invalidDate))
      #expect(
        Self.refused(Self.item { $0.reminders = (1...11).map { .minutes($0) } }) == problem("remind", .tooMany(10)))
      var twice = daily
      (twice.count, twice.until) = (2, RecurrenceRule.Until(day: early.civil))
      #expect(Self.refused(Self.item { $0.repeats = Repetition(rule: twice) }) == problem("repeat_until", .endsTwice))
      let onDays = try #require(RecurrenceRule("FREQ=WEEKLY;BYDAY=MO"))
      #expect(
        Self.refused(Self.item { $0.repeats = Repetition(rule: onDays, origin: .done) })
          == problem("repeat_from", .notPlain))
    }

    @Test func `All problems are said at once`() throws {
      let problems = Self.refused(
        Self.item {
          $0.item.title = ""
          $0.item.tags = (1...51).map(String.init)
          $0.item.notBefore = CalendarDate("9999-01-01")
        })
      #expect(problems.map(\.field) == ["title", "tags", "not_before"])
    }

    @Test func `A form shows every problem, of what cannot be read and of what is against a rule`() async throws {
      let member = try await TestApp.shared().member()
      let answer = try await member.post("/items", ["title": " ", "due_date": "2030-02-30", "repeat": "FREQ=HOURLY"])
      #expect(answer.status == 422)
      for text in ["Please write a title or a description.", "Please give a date that exists."] {
        #expect(answer.shows(text))
      }
    }

    @Test func `Operations run without a request, and what undoes one is an operation`() async throws {
      let member = try await TestApp.shared().member()
      let said = try await ProgramSession.run(as: member) { session -> [String] in
        var adding = AddItem(item: ItemDraft(title: "Bins"), untitled: "New to-do")
        adding.item.due = .day(try #require(CalendarDate("2035-01-01")))
        adding.repeats = Repetition(rule: RecurrenceRule(.weekly))
        let id = adding.item.id
        func due() async throws -> String {
          let stored = try #require(try StoredItem(try await session.query(ItemQueries.find(id))))
          return "\(stored.item.due?.day.iso ?? "") \(stored.item.notBefore?.iso ?? "")"
        }
        /// A path behind the item's.
        func rest(of path: String) -> String { String(path.dropFirst("/items/\(id)/".count)) }
        var batch = Batch()
        try await adding.ready(session).store(in: &batch)
        _ = try await session.query(batch)
        var said = [try await due()]
        guard case .skipped(_, _, let undo) = try await SkipDate(id: id).run(session) else { return said }
        said += [try await due(), rest(of: undo.path)]
        _ = try await undo.run(session)
        said.append(try await due())
        // Each result names what takes it back.
        var snoozing = SnoozeItem(id: id, until: CalendarDate("2034-01-01"))
        for _ in 1...2 {
          var batch = Batch()
          let query = snoozing.store(in: &batch)
          snoozing = try #require(
            try SnoozeItem.Result(try await session.query(batch), query, of: snoozing)
          ).undo
          said.append(try await due())
        }
        var deleting = Batch()
        let deleted = DeleteItems.several([id]).store(in: &deleting)
        let restoring = try #require(
          try DeleteItems.Result(try await session.query(deleting), deleted, of: .several([id]))
        ).undo
        said.append("\(try StoredItem(try await session.query(ItemQueries.find(id))) == nil)")
        var batchOfUndo = Batch()
        let restored = restoring.store(in: &batchOfUndo)
        said.append("\(try RestoreItems.Result(try await session.query(batchOfUndo), restored)?.count ?? 0)")
        guard case .changed(_, let ending) = try await EndSeries(id: id).run(session) else { return said }
        return said + [rest(of: ending.path)]
      }
      #expect(
        said == [
          "2035-01-01 ", "2035-01-08 ", "unskip?at=2035-01-01", "2035-01-01 ", "2035-01-01 2034-01-01", "2035-01-01 ",
          "true", "1", "resume",
        ])
    }

    @Test func `An item is moved to another day, and back, unless somebody else has changed it`() async throws {
      let member = try await TestApp.shared().member()
      let early = try #require(CalendarDate("0001-01-01"))
      #expect(
        MoveDeadline(id: .v7(), day: early, version: 1).problems.all == [Problem(field: "due_date", kind: .invalidDate)]
      )
      let said = try await ProgramSession.run(as: member) { session -> [String] in
        let day = try #require(CalendarDate("2035-01-01"))
        let item = ItemDraft(title: "Bins", due: .moment(day.at(TimeOfDay(hour: 18, minute: 0))))
        var batch = Batch()
        try await AddItem(item: item, untitled: "New to-do").ready(session).store(in: &batch)
        _ = try await session.query(batch)
        func move(_ moving: MoveDeadline) async throws -> MoveDeadline? {
          var batch = Batch()
          let query = moving.store(in: &batch)
          let result = try #require(try MoveDeadline.Result(try await session.query(batch), query, of: moving))
          return result.undo
        }
        func due() async throws -> String {
          let stored = try #require(try StoredItem(try await session.query(ItemQueries.find(item.id))))
          guard case .moment(let time) = stored.item.due else { return "a day" }
          return "\(CalendarDate(time).iso) \(time.time) \(stored.version)"
        }
        let moving = MoveDeadline(id: item.id, day: CalendarDate(days: day.days + 30), version: 1)
        let undo = try #require(try await move(moving))
        var said = [undo.path.components("?").last ?? "", try await due()]
        // Who has read the first version comes too late.
        said.append("\(try await move(moving) == nil)")
        _ = try await move(undo)
        said.append(try await due())
        var missing = Batch()
        let unknown = MoveDeadline(id: .v7(), day: day, version: 1)
        let query = unknown.store(in: &missing)
        said.append("\(try MoveDeadline.Result(try await session.query(missing), query, of: unknown)?.title ?? "none")")
        return said
      }
      #expect(
        said == [
          "due_date=2035-01-01&version=2", "2035-01-31 18:00 2", "true", "2035-01-01 18:00 3", "none",
        ])
    }

    @Test func `A program's edit keeps what others have changed meanwhile, field by field`() async throws {
      let member = try await TestApp.shared().member()
      let said = try await ProgramSession.run(as: member) { session -> [String] in
        var adding = AddItem(item: ItemDraft(title: "Paint", tags: ["home"]), untitled: "New to-do")
        adding.item.due = .day(try #require(CalendarDate("2035-01-01")))
        let id = adding.item.id
        var batch = Batch()
        try await adding.ready(session).store(in: &batch)
        _ = try await session.query(batch)
        func stored() async throws -> StoredItem {
          try #require(try StoredItem(try await session.query(ItemQueries.find(id))))
        }
        let read = try await stored()
        func edit(knowing: Bool = true, _ change: (inout EditItem) -> Void) async throws -> String {
          var editing = EditItem(
            item: read.item, version: read.version, base: knowing ? MergeBase(of: read.texts) : nil,
            untitled: "New to-do")
          change(&editing)
          switch try await editing.run(try await stored(), session) {
          case .gone: return "gone"
          case .conflict(let now): return "conflict with \(now.item.title)"
          case .saved:
            let now = try await stored()
            return
              "\(now.version) \(now.item.title) \(now.item.description) \(now.item.tags) \(now.repeats?.rule.text ?? "")"
          }
        }
        var said = [try await edit { $0.item.title = "Paint it" }, try await edit { $0.item.description = "Blue" }]
        said.append(
          try await edit { ($0.item.tags, $0.repeats) = ([], .to(Repetition(rule: RecurrenceRule(.weekly)))) })
        said.append(try await edit { $0.item.title = "Paint it" })
        said.append(try await edit { $0.item.title = "Paint nothing" })
        said.append(try await edit(knowing: false) { $0.item.notBefore = CalendarDate("2034-01-01") })
        return said
      }
      #expect(
        said == [
          "2 Paint it  [\"home\"] ", "3 Paint it Blue [\"home\"] ", "4 Paint it Blue [] FREQ=WEEKLY",
          // It wants what there is, but for what others have changed: that stays.
          "5 Paint it Blue [] FREQ=WEEKLY", "conflict with Paint it", "conflict with Paint it",
        ])
    }

    @Test func `A turn is swapped and swapped back`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let mate = try await app.housemate(of: member)
      let (ada, ben) = (try member.person, try mate.person)
      let said = try await ProgramSession.run(as: member) { session -> [String] in
        var item = ItemDraft(title: "Dishes")
        item.turn = [ada, ben]
        let plain = ItemDraft(title: "Bins")
        var batch = Batch()
        for item in [item, plain] {
          try await AddItem(item: item, untitled: "New to-do").ready(session).store(in: &batch)
        }
        _ = try await session.query(batch)
        func run(_ swapping: SwapTurn) async throws -> SwapTurn.Result { try await swapping.run(session) }
        func turn() async throws -> String {
          let stored = try #require(try StoredItem(try await session.query(ItemQueries.find(item.id))))
          return stored.item.turn == [ada, ben] ? "Ada" : stored.item.turn == [ben, ada] ? "Ben" : "?"
        }
        guard case .swapped(_, let undo) = try await run(SwapTurn(id: item.id, person: nil)) else { return ["stays"] }
        var said = [try await turn(), "\(undo.path == "/items/\(item.id)/swap?person=\(ada)")"]
        guard case .swapped = try await run(undo) else { return said }
        said.append(try await turn())
        if case .stays = try await run(SwapTurn(id: item.id, person: ada)) { said.append("own") }
        if case .stays = try await run(SwapTurn(id: plain.id, person: nil)) { said.append("no turns") }
        if case .gone = try await run(SwapTurn(id: item.id, person: .v7())) { said.append("no member") }
        if case .gone = try await run(SwapTurn(id: .v7(), person: nil)) { said.append("no item") }
        return said
      }
      #expect(said == ["Ben", "true", "Ada", "own", "no turns", "no member", "no item"])
    }
  }
}
