import CivilTime
import EventLoop
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// Items that are hidden until a day.
  @Suite struct SnoozeTests {
    @Test func `A hidden item is in no list and no number but that of Later`() async throws {
      let member = try await TestApp.shared().member()
      let mate = try await member.app.housemate(of: member)
      let (milk, bread) = (UUID.v7(), UUID.v7())
      for (id, title) in [(milk, "Milk"), (bread, "Bread")] {
        let fields = ["id": "\(id)", "title": title, "category": "Shop", "people": "\(try mate.person)"]
        #expect(try await member.send("/items", fields, tags: ["cold"]).status == 303)
      }
      let (section, tag) = (try member.label("categories", "Shop"), try member.label("tags", "cold"))
      #expect(try await member.get("/items?tag=\(tag)").itemIDs.count == 2)
      #expect(try await member.post("/items/\(milk)/snooze", ["until": try member.day(1)]).status == 303)
      for path in [
        "/items", "/items?category=\(section)", "/items?tag=\(tag)", "/items?for=\(try mate.person)",
        "/items?sort=title",
        "/items?status=open", "/items?q=r&status=open",
      ] {
        #expect(try await member.get(path).itemIDs == ["\(bread)"], "\(path)")
      }
      for path in ["/items?status=later", "/items?status=later&category=\(section)", "/items?status=later&tag=\(tag)"] {
        let page = try await member.get(path)
        #expect(page.itemIDs == ["\(milk)"], "\(path)")
        #expect(page.shows("Not before \(try member.words(1))"), "\(path)")
      }
      for path in ["/items?status=all", "/items?status=all&tag=\(tag)"] {
        #expect(Set(try await member.get(path).itemIDs) == ["\(milk)", "\(bread)"], "\(path)")
      }
      // The numbers of sections, categories, tags, members, and of all.
      for path in ["/items", "/items?status=later"] {
        #expect(try await member.get(path).contains("<span class=\"count\">1</span>"), "\(path)")
      }
      #expect(try await member.get("/items?status=all").contains("<span class=\"count\">2</span>"))
      #expect(try await member.post("/items/\(bread)/done", ["done": "true"]).status == 303)
      #expect(try await member.get("/items").shows("1 of 1 done"))
      #expect(try await member.get("/").shows("100% of all items done"))
      let queries = LabelQueries(kind: .category)
      for (label, id) in [(queries, section), (LabelQueries(kind: .tag), tag)] {
        #expect(try member.run(label.find(id))[0]["items"] == 1)
      }
      let concerned = try member.run(HouseholdQueries.countItems())[0]
      #expect(try concerned["open"] == 0 && concerned["done"] == 1)
      #expect(try member.run(ItemQueries.counts())[0]["later_items"] == 1)
      // What is folded, and nothing but hidden, is no section of what is open.
      #expect(try await member.post("/sections/\(section)/fold", ["folded": "true"]).status == 303)
      #expect(try await member.post("/items/\(bread)/delete").status == 303)
      #expect(try await !member.get("/items").contains("id=\"section-"))
      #expect(try await member.get("/items?status=later").contains("id=\"section-"))
    }

    @Test func `A household whose only item is hidden is not empty`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("Alone")
      _ = try await member.post("/items/\(id)/snooze", ["until": try member.day(3)])
      let page = try await member.get("/items")
      #expect(!page.contains("/items/load") && page.shows("All done"))
      #expect(try await member.get("/items?status=later&category=none").itemIDs == ["\(id)"])
    }

    @Test(arguments: [false, true])
    func `It is back at the household's midnight, whatever the reader's clock and the season say`(isSummer: Bool)
      async throws
    {
      for reader in ["Pacific/Niue", "Pacific/Kiritimati"] {
        let member = try await TestApp.shared().member(timeZone: reader)
        let id = try await member.add("Bins")
        let day = CalendarDate(days: try member.app.number("SELECT extract(epoch FROM now())::bigint / 86400 AS n"))
        _ = try await member.post("/items/\(id)/snooze", ["until": day.iso])
        // Twenty minutes before the day begins, and after it.
        try member.setClock(day.days * 86400 - 1200, isSummer: isSummer)
        #expect(try await member.get("/items").itemIDs == [], "\(reader)")
        #expect(try await member.get("/items?status=later").itemIDs == ["\(id)"])
        try member.setClock(day.days * 86400 + 1200, isSummer: isSummer)
        #expect(try await member.get("/items").itemIDs == ["\(id)"], "\(reader)")
        #expect(try await member.get("/items?status=later").itemIDs == [])
        #expect(try await !member.get("/items?status=all").contains("Not before"))
      }
    }

    @Test func `One moment is two days in two households, of which one hides`() async throws {
      let app = try await TestApp.shared()
      // Their clocks differ by 25 hours: never is it the same day in both.
      let (east, west) = (
        try await app.member(timeZone: "Pacific/Kiritimati"), try await app.member(timeZone: "Pacific/Niue")
      )
      let day = CalendarDate(try east.today())
      for (member, isHidden) in [(east, false), (west, true)] {
        let id = try await member.add("Bins")
        #expect(try await member.post("/items/\(id)/snooze", ["until": day.iso]).status == 303)
        #expect(try await member.get("/items").itemIDs.isEmpty == isHidden)
      }
    }

    @Test func `Today and the digest are silent until the day`() async throws {
      let member = try await TestApp.shared().member()
      let person = try member.person
      let due = try member.day(0)
      let items: [(String, String, [UUID])] = [
        ("Late", try member.day(-2), []), ("Now", due, []), ("Soon", try member.day(3), []), ("Mine", "", [person]),
      ]
      for (title, date, turn) in items {
        let id = try await member.make(title, turn: turn, date: date)
        #expect(try await member.get("/").shows(title))
        #expect(try member.run(TodayQueries.items()).contains { try $0["title"] == title })
        _ = try await member.post("/items/\(id)/snooze", ["until": try member.day(1)])
        #expect(try await !member.get("/").contains("dir=\"auto\"><span>\(title)"), "\(title)")
        #expect(try !member.run(TodayQueries.items()).contains { try $0["title"] == title }, "\(title)")
        _ = try await member.post("/items/\(id)/snooze", ["until": due])
        #expect(try member.run(TodayQueries.items()).contains { try $0["title"] == title }, "\(title)")
      }
    }

    @Test func `A reminder of a time at which the item is hidden is not sent`() async throws {
      let member = try await TestApp.shared().member(timeZone: "Asia/Seoul")
      #expect(try await member.post("/settings/reminders", ["default": "60", "push": "true"]).status == 303)
      let id = try await member.add("Bins", date: try member.day(2), time: "00:30")
      let moment: String = try member.app.rows("SELECT at::text AS at FROM reminders WHERE item_id = \(id)")[0]["at"]
      // It is due half an hour after midnight, and was to be told half an hour before.
      for (until, count) in [("", 1), (try member.day(1), 1), (try member.day(2), 0), (try member.day(3), 0), ("", 1)] {
        #expect(try await member.post("/items/\(id)/snooze", ["until": until]).status == 303)
        #expect(try member.run(ReminderJobQueries.items([id], at: [moment])).count == count, "\(until)")
      }
    }

    @Test func `Searches find it and say until when; calendar and feed keep its deadline`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("Passports", date: try member.day(5))
      let feed = try await member.makeFeed()
      _ = try await member.post("/items/\(id)/snooze", ["until": try member.day(4)])
      let words = "Not before \(try member.words(4))"
      for path in ["/search?q=passp", "/items?q=passp", "/items?q=passp&status=later", "/items?q=passp&status=all"] {
        let page = try await member.get(path)
        #expect(page.contains("\(id)") && page.shows(words), "\(path)")
      }
      #expect(try await member.get("/items?q=passp&status=open").itemIDs == [])
      #expect(try await member.get("/calendar?view=agenda&from=\(try member.day(0))").shows("Passports"))
      #expect(try await member.get(feed).contains("SUMMARY:Passports"))
    }

    @Test func `Ending, changing and undoing bring the day back that was there`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("Bins")
      let (one, two) = (try member.day(2), try member.day(9))
      func stored() async throws -> String? { try await member.get("/items/\(id)/edit").field("not_before") }
      func undo() async throws -> String {
        let page = try await member.get("/items")
        return try #require(page.between("<form method=\"post\" action=\"/items/\(id)/snooze?", "\""))
      }
      _ = try await member.post("/items/\(id)/snooze", ["until": one])
      let page = try await member.get("/items")
      #expect(page.notice == "Snoozed: Bins. Hidden until \(try member.words(2)).")
      let query = try #require(page.between("action=\"/items/\(id)/snooze?", "\""))
      #expect(query == "until=")
      #expect(try await member.post("/items/\(id)/snooze?\(query)").status == 303)
      #expect(try await stored() == "")
      _ = try await member.post("/items/\(id)/snooze", ["until": one])
      for until in [two, ""] {
        _ = try await member.post("/items/\(id)/snooze", ["until": until])
        let query = try await undo()
        #expect(query == "until=\(one)")
        _ = try await member.post("/items/\(id)/snooze?\(query)")
        #expect(try await stored() == one)
      }
      // The page of the item ends it, too.
      #expect(try await member.get("/items/\(id)/edit").shows("Not before \(try member.words(2))"))
      _ = try await member.post("/items/\(id)/snooze", ["until": "", "back": "/items?status=later"])
      #expect(try await member.get("/items").notice == "Back in the list: Bins")
      #expect(try await member.get("/items").itemIDs == ["\(id)"])
    }

    @Test func `htmx gets the numbers, the notice, and word to look at the list again`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("Bins")
      try await member.add("Milk")
      let answer = try await member.post("/items/\(id)/snooze", ["until": try member.day(1)], fragment("item-\(id)"))
      #expect(answer.status == 200 && answer["hx-trigger"] == "foyer:items")
      #expect(answer.shows("Snoozed: Bins.") && answer.shows("0 of 1 done"))
      #expect(answer.contains("/items/\(id)/snooze?until=\""))
    }

    @Test(arguments: ["tomorrow", "2026-02-30", "2026-13-01", "0001-05-05", "9999-12-31", "2026-1-1x", "+2026-01-01"])
    func `What is no day is 422, with the form and what was typed`(day: String) async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("Bins", date: "2030-01-01")
      let answers = [
        try await member.post("/items/\(id)/snooze", ["until": day]),
        try await member.post("/items/\(id)/snooze", ["until": day], fragment()),
        try await member.post("/items/\(id)", ["version": "1", "title": "Bins", "not_before": day]),
        try await member.post("/items", ["title": "New", "not_before": day]),
      ]
      for answer in answers {
        #expect(answer.status == 422)
        #expect(answer.field("not_before") == day)
        #expect(answer.contains("id=\"error-not_before\"") && answer.shows("Please give a date that exists."))
      }
      #expect(answers[0].field("due_date") == "2030-01-01")
      #expect(try await member.post("/items/\(id)/snooze").status == 422)
      #expect(try member.number("(not_before IS NOT NULL OR version > 1 OR title = 'New')") == 0)
    }

    @Test func `The form has the day; one without the field keeps it; a day after the deadline is fine`() async throws {
      let member = try await TestApp.shared().member()
      let id = UUID.v7()
      let fields: KeyValuePairs = [
        "id": "\(id)", "title": "Bins", "due_date": try member.day(1), "not_before": try member.day(7),
      ]
      #expect(try await member.post("/items", fields).status == 303)
      let page = try await member.get("/items")
      #expect(page.notice == "Added: Bins Hidden until \(try member.words(7)).")
      #expect(page.itemIDs == [])
      #expect(try await member.get("/items/\(id)/edit").field("not_before") == member.day(7))
      _ = try await member.post("/items/\(id)", ["version": "1", "title": "Bins again"])
      #expect(try await member.get("/items/\(id)/edit").field("not_before") == member.day(7))
      // In its row's place the list comes back, which has the row no more, or again.
      for (version, day, ids) in [("2", "", ["\(id)"]), ("3", try member.day(2), [])] {
        let answer = try await member.post(
          "/items/\(id)", ["version": version, "title": "Bins", "not_before": day, "back": "/items"],
          fragment("item-\(id)"))
        #expect(answer["hx-retarget"] == "#list")
        #expect(answer.itemIDs == ids)
      }
    }

    @Test func `Of two changes at once, the day is a field like others`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("Bins")
      let form = try await member.get("/items/\(id)/edit")
      let base = try #require(form.hiddenFields.first { $0.0 == "base" }?.1)
      _ = try await member.post("/items/\(id)/snooze", ["until": "2099-05-01"])
      // Only the other one has changed the day.
      let merged = try await member.post(
        "/items/\(id)", ["version": "1", "base": base, "title": "Green bins", "not_before": ""])
      #expect(merged.status == 303)
      #expect(try member.number("title = 'Green bins' AND not_before = '2099-05-01'") == 1)
      // Both have.
      let asked = try await member.post(
        "/items/\(id)", ["version": "1", "base": base, "title": "Bins", "not_before": "2099-06-01"])
      #expect(asked.status == 409 && asked.contains("2099-05-01") && asked.contains("2099-06-01"))
      #expect(asked.count(of: "<fieldset class=\"card difference\"") == 1)
    }

    @Test func `The next of a series is not hidden by an old day`() async throws {
      let member = try await TestApp.shared().member()
      let rule = ["repeat": "FREQ=DAILY", "due_date": try member.day(1), "not_before": try member.day(1)]
      let id = try await member.add("Water", repeating: rule)
      #expect(try await member.get("/items").itemIDs == [])
      _ = try await member.post("/items/\(id)/done", ["done": "true"])
      let next = try member.open()
      #expect(next != id)
      #expect(try await member.get("/items").itemIDs == ["\(next)"])
      _ = try await member.post("/items/\(id)/done", ["done": "false"])
      #expect(try member.number("id = \(id) AND not_before IS NOT NULL AND NOT is_done") == 1)
      // Skipping goes to another date, and back.
      _ = try await member.post("/items/\(id)/skip")
      let page = try await member.get("/items")
      #expect(page.itemIDs == ["\(id)"])
      let undo = unescaped(try #require(page.between("action=\"/items/\(id)/unskip?", "\"")))
      #expect(try await member.post("/items/\(id)/unskip?\(undo)").status == 303)
      #expect(try await member.get("/items/\(id)/edit").field("not_before") == member.day(1))
      #expect(try await member.get("/items").itemIDs == [])
    }

    @Test func `A hidden item is passed over where one moves up`() async throws {
      let member = try await TestApp.shared().member()
      let ids = try ["One", "Two", "Three"].map { title in
        let id = UUID.v7()
        try member.app.rows(
          """
          INSERT INTO items (household_id, id, title, position)
          VALUES (\(member.household), \(id), \(title), \(["One", "Two", "Three"].firstIndex(of: title)!))
          """)
        return "\(id)"
      }
      _ = try await member.post("/items/\(ids[1])/snooze", ["until": try member.day(1)])
      _ = try await member.post("/items/\(ids[2])/move", ["to": "up"])
      #expect(try await member.get("/items").itemIDs == [ids[2], ids[0]])
    }

    @Test func `Others hear of it, and strangers find nothing`() async throws {
      let app = try await TestApp()
      let (alice, charlie) = (try await app.member(), try await app.member())
      let id = try await alice.add("Bins")
      let reader = try await EventReader(alice.browser)
      try await reader.listens(alice)
      #expect(try await charlie.post("/items/\(id)/snooze", ["until": "2099-01-01"]).status == 404)
      #expect(try await charlie.post("/items/\(id)/snooze", ["until": "never"]).status == 404)
      #expect(try alice.number("not_before IS NULL AND version = 1") == 1)
      _ = try await alice.post("/items/\(id)/snooze", ["until": "2099-01-01"])
      try await reader.wait(for: "event: items\ndata: own\n\n")
      await app.app.stop()
    }
  }
}

extension Member {
  /// A day of the household's calendar, from today on.
  fileprivate func day(_ days: Int) throws -> String { CalendarDate(days: CalendarDate(try today()).days + days).iso }

  /// The same in English.
  fileprivate func words(_ days: Int) throws -> String {
    Strings(.en).date(CalendarDate(days: CalendarDate(try today()).days + days).civil)
  }

  fileprivate func label(_ table: SQL, _ name: String) throws -> UUID {
    try app.rows("SELECT id FROM \(fragment: table) WHERE household_id = \(household) AND name = \(name)")[0]["id"]
  }

  /// Sets the household's clock, in seconds since 1970 as it shows them, by a zone of its own.
  /// - Parameter isSummer: whether an hour of that is daylight saving time, which this zone has all year.
  fileprivate func setClock(_ shown: Int, isSummer: Bool) throws {
    func offset(_ east: Int) -> String {
      let size = abs(east)
      return "\(east > 0 ? "-" : "")\(size / 3600):\(padded(size / 60 % 60, 2)):\(padded(size % 60, 2))"
    }
    let east = try shown - app.number("SELECT extract(epoch FROM now())::bigint AS n")
    let zone = isSummer ? "<S>\(offset(east - 3600))<D>\(offset(east)),0/0,J365/25" : "<S>\(offset(east))"
    try app.rows("UPDATE households SET time_zone = \(zone) WHERE id = \(household)")
  }

  /// Asks as the app does for the member.
  fileprivate func run(_ statement: SQL) throws -> Rows {
    let session = try Session(Target(url: app.superuserURL), deadline: .now() + .seconds(120))
    _ = try session.run("SELECT set_config('foyer.household', \("\(household)"), false)")
    _ = try session.run("SELECT set_config('foyer.person', \("\(try person)"), false)")
    _ = try session.run("SET ROLE foyer_app")
    return try session.run(statement)
  }
}
