import CivilTime
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// The pages of what was done.
  @Suite struct DoneTests {
    @Test func `What was done stands by the reader's days, the last first`() async throws {
      let member = try await TestApp.shared().member()
      let stranger = try await member.app.member()
      var items: [String: UUID] = [:]
      for (title, ago) in [("Now", "0"), ("Earlier", "1 minute"), ("Long ago", "40 days")] {
        items[title] = try await member.add(title)
        _ = try member.app.rows(
          "UPDATE items SET done_at = date_trunc('day', now()) + interval '12 hours' - \(ago)::interval WHERE household_id = \(member.household) AND id = \(items[title]!)"
        )
      }
      let open = try await member.add("Open")
      let gone = try await member.add("Gone")
      #expect(try await member.post("/items/\(gone)/done", ["done": "true"]).status == 303)
      #expect(try await member.post("/items/\(gone)/delete").status == 303)
      let page = try await member.get("/items/done")
      #expect(page.itemIDs == ["Now", "Earlier", "Long ago"].map { "\(items[$0]!)" })
      #expect(page.count(of: "<h2 id=\"day-") == 2)
      #expect(!page.contains("\(open)"))
      #expect(try await stranger.get("/items/done").itemIDs.isEmpty)
      // Taken back from there, one is there again.
      let answer = try await member.post(
        "/items/\(items["Now"]!)/done", ["done": "false"], ["referer": "\(member.browser.origin)/items/done"])
      #expect(answer["location"] == "/items/done")
      #expect(try await member.get("/items/done").itemIDs.count == 2)
    }

    @Test func `Pages go on where the one before ended, also within a day`() async throws {
      let member = try await TestApp.shared().member()
      try member.fill(120)
      _ = try member.app.rows("UPDATE items SET done_at = '2026-01-02 12:00Z' WHERE household_id = \(member.household)")
      var (path, found): (String?, [String]) = ("/items/done", [])
      var headings = 0
      while let next = path {
        let page = try await member.get(next, fragment())
        found += page.itemIDs
        headings += page.count(of: "<h2 id=\"day-")
        path = page.between("class=\"more\"><a class=\"button\" href=\"", "\"")
      }
      #expect(found.count == 120 && Set(found).count == 120 && headings == 1)
      for wrong in [
        "after=x&moment=1&day=2026-01-01", "after=\(UUID.v7())&moment=-1&day=2026-01-01", "after=\(UUID.v7())",
      ] {
        #expect(try await member.get("/items/done?\(wrong)").status == 400)
      }
    }

    @Test func `A year has the days of a series, and whose turn it was`() async throws {
      let member = try await TestApp.shared().member()
      let mate = try await member.app.housemate(of: member)
      let id = UUID.v7()
      #expect(
        try await member.send(
          "/items",
          [
            "id": "\(id)", "title": "Bins", "due_date": day(0), "repeat": "FREQ=DAILY",
            "turn": "\(try mate.person)",
          ]
        ).status == 303)
      for _ in 1...2 {
        let open = try #require(try await member.get("/items?status=open").itemIDs.first)
        #expect(try await member.post("/items/\(open)/done", ["done": "true"]).status == 303)
      }
      _ = try member.app.rows(
        "UPDATE items SET done_at = '2024-02-29 12:00Z' WHERE household_id = \(member.household) AND id = \(id)")
      let page = try await member.get("/items/\(id)/year?year=2024")
      #expect(
        page.shows("Done 1 time in 2024")
          && page.contains("href=\"/items/\(id)/edit\" aria-label=\"Thursday, 29 February\""))
      #expect(page.contains("year=2025\"") && !page.contains("year=2023\""))
      #expect(page.contains("</bdi> 1</span>"))
      #expect(try await member.get("/items/\(id)/year").shows("Done 1 time in"))
      #expect(try await member.get("/items/\(id)/year?year=1969").status == 400)
      #expect(try await member.get("/items/\(id)/year?year=9998").status == 200)
      #expect(try await member.app.member().get("/items/\(id)/year").status == 404)
    }
  }

  /// Several lines at once.
  @Suite struct PastedTests {
    @Test
    func `Each line becomes an item, read as a typed one; sent twice they are there once, and Undo takes them back`()
      async throws
    {
      let member = try await TestApp.shared().member()
      let id = UUID.v7()
      let fields: KeyValuePairs = [
        "id": "\(id)", "as": "items", "back": "/items?category=Garden",
        "text": "- [ ] Mow the lawn tomorrow\r\n\r\n• Roses #Yard !!\r\n- [x] Rake\r\nWater every day",
      ]
      #expect(try await member.post("/items/pasted", fields)["location"] == "/items?category=Garden")
      let first = try await member.get("/items").notice
      #expect(try await member.post("/items/pasted", fields).status == 303)
      let rows = try member.app.rows(
        "SELECT title, priority, done_at IS NOT NULL AS is_done, due_day::text AS day, series_id IS NOT NULL AS repeats FROM items WHERE household_id = \(member.household) ORDER BY title"
      )
      #expect(try rows.map { try $0["title"] as String } == ["Mow the lawn", "Rake", "Roses", "Water"])
      #expect(try rows.map { try $0["is_done"] as Bool } == [false, true, false, false])
      #expect(try rows.map { try $0["repeats"] as Bool } == [false, false, false, true])
      #expect(try rows[2]["priority"] == 2 && rows[0]["day"] == day(1))
      let page = try await member.get("/items")
      #expect(first == "4 items added." && page.notice == first)
      let undo = "/items/pasted/undo" + (try #require(page.between("action=\"/items/pasted/undo", "\"")))
      // What somebody has changed meanwhile stays.
      #expect(try await member.app.member().post(undo).status == 303)
      #expect(
        try member.app.rows("SELECT FROM items WHERE household_id = \(member.household) AND deleted_at IS NULL").count
          == 4)
      _ = try member.app.rows("UPDATE items SET version = 2 WHERE household_id = \(member.household) AND id = \(id)")
      #expect(try await member.post(undo).status == 303)
      #expect(
        try member.app.rows("SELECT FROM items WHERE household_id = \(member.household) AND deleted_at IS NULL").count
          == 1)
    }

    @Test func `The lines become the checklist of one item, titled by the first line or by a title`() async throws {
      let member = try await TestApp.shared().member()
      for (title, text, wanted) in [
        ("", "Party Friday\nCake\n[x] Candles", ("Party", ["Cake", "Candles"])),
        ("Trip", "Tent\nStove", ("Trip", ["Tent", "Stove"])),
      ] {
        let id = UUID.v7()
        #expect(
          try await member.post("/items/pasted", ["id": "\(id)", "as": "checklist", "title": title, "text": text])
            .status == 303)
        let row = try member.app.rows(
          "SELECT title, checklist::text AS checklist FROM items WHERE household_id = \(member.household) AND id = \(id)"
        )[0]
        #expect(try row["title"] == wanted.0)
        #expect(Checklist(json: try row["checklist"]).lines.map(\.text) == wanted.1)
      }
    }

    @Test func `Lines of another page stand in the form, and refused ones stay`() async throws {
      let member = try await TestApp.shared().member()
      let asked = try await member.post("/items/pasted", ["text": "One\nTwo", "back": "/items?tag=x"])
      #expect(asked.status == 200 && asked.contains("One\nTwo") && asked.contains("value=\"/items?tag=x\""))
      for (text, choice) in [
        (String(repeating: "a\n", count: 101), "items"), (String(repeating: "a\n", count: 202), "checklist"),
        (" \n", "items"),
        (String(repeating: "a", count: 10_001) + "\nb", "items"),
        (String(repeating: "a", count: 1_001) + "\n" + String(repeating: "b", count: 1_001), "checklist"),
        (String(repeating: "a", count: 250_001), "items"),
      ] {
        let answer = try await member.post("/items/pasted", ["text": text, "as": choice, "back": "//evil.example"])
        #expect(answer.status == 422 && answer.contains("value=\"/items\""))
      }
      #expect(try member.app.rows("SELECT FROM items WHERE household_id = \(member.household)").isEmpty)
      // The household's rule (R4) holds for lines, too.
      _ = try member.app.rows("UPDATE households SET description_required = true WHERE id = \(member.household)")
      #expect(try await member.post("/items/pasted", ["text": "One\nTwo", "as": "items"]).status == 422)
    }
  }
}
