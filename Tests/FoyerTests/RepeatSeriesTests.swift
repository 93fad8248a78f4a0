import CivilTime
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  @Suite struct RepeatSeriesTests {
    @Test func `A change is of this one, or of all following`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add(
        "Bins", repeating: ["repeat": "FREQ=WEEKLY", "due_date": "2035-01-01", "category": "Home"], tags: ["yard"])
      #expect(try await member.get("/items/\(id)/edit").shows("This and all following"))
      #expect(
        try await member.save(id, ["title": "Bins, late", "due_date": "2035-01-03", "scope": "one"]).status == 303)
      _ = try await member.post("/items/\(id)/done", ["done": "true"])
      #expect(try member.dates() == ["2035-01-03 23:59:00 true", "2035-01-08 23:59:00 false"])
      let second = try member.open()
      #expect(try await member.get("/items/\(second)/edit").field("title") == "Bins")

      try await member.save(
        second,
        [
          "title": "All bins", "description": "Yellow", "category": "Yard", "due_date": "2035-01-10",
          "scope": "following",
        ])
      _ = try await member.post("/items/\(second)/done", ["done": "true"])
      #expect(try member.dates().last == "2035-01-17 23:59:00 false")
      let third = try await member.get("/items/\(try member.open())/edit")
      #expect(third.field("title") == "All bins")
      #expect(third.area("description") == "Yellow")
      #expect(third.field("category") == "Yard")
      #expect(third.shows("yard"))

      // Another rule is the series', and begins with this date.
      try await member.save(try member.open(), ["repeat": "FREQ=DAILY", "title": "Daily bins"])
      _ = try await member.post("/items/\(try member.open())/done", ["done": "true"])
      #expect(try member.dates().last == "2035-01-18 23:59:00 false")
      #expect(try await member.get("/items/\(try member.open())/edit").field("title") == "All bins")
    }

    @Test func `What did not repeat begins to, and ends`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("Paint", date: "2035-05-01")
      try await member.save(id, ["repeat": "FREQ=YEARLY"])
      #expect(try member.rule() == "FREQ=YEARLY")
      try await member.save(id, ["repeat": ""])
      #expect(!(try await member.get("/items").contains("item-repeat")))
      _ = try await member.post("/items/\(id)/done", ["done": "true"])
      #expect(try member.dates() == ["2035-05-01 23:59:00 true"])
      // A form that does not say leaves it as it is.
      let other = try await member.add("Oil", repeating: ["repeat": "FREQ=DAILY", "due_date": "2035-05-02"])
      _ = try await member.post("/items/\(other)", ["version": "1", "title": "Oil it", "due_date": "2035-05-02"])
      #expect(try member.number("title = 'Oil it' AND series_id IS NOT NULL") == 1)
    }

    @Test func `The box of the form makes the next one, too`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("Form", repeating: ["repeat": "FREQ=DAILY", "due_date": "2035-01-01"])
      try await member.save(id, ["done": "true", "title": "Form, done"])
      #expect(try member.dates() == ["2035-01-01 23:59:00 true", "2035-01-02 23:59:00 false"])
      try await member.save(id, ["title": "Form, open", "done": nil])
      #expect(try member.dates() == ["2035-01-01 23:59:00 false"])
      #expect(try member.number("title = 'Form, open'") == 1)
    }

    @Test func `Two versions of a rule are told apart`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("Both", repeating: ["repeat": "FREQ=DAILY", "due_date": "2035-01-01"])
      try await member.save(id, ["title": "Both!", "repeat": "FREQ=WEEKLY"])
      let stale: [String: String] = [
        "version": "1", "title": "Both!", "due_date": "2035-01-01", "repeat": "FREQ=YEARLY",
      ]
      let conflict = try await member.send("/items/\(id)", stale)
      #expect(conflict.status == 409)
      #expect(conflict.contains("<mark>year</mark>"))
      #expect(conflict.contains("<mark>week</mark>"))
      #expect(try member.rule() == "FREQ=WEEKLY")
    }

    @Test func `One is skipped, and Undo puts it back`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add(
        "Run", repeating: ["repeat": "FREQ=DAILY", "due_date": "2035-01-01", "due_time": "07:00"])
      try await member.save(id, ["due_time": "08:15", "scope": "one"])
      #expect(try await member.post("/items/\(id)/skip").status == 303)
      let list = try await member.get("/items")
      #expect(list.notice == "Skipped: Run. Next: 2 January 2035")
      #expect(try member.dates() == ["2035-01-02 07:00:00 false"])
      let undo = try #require(list.between("<form method=\"post\" action=\"/items/\(id)/unskip", "\""))
      #expect(try await member.post("/items/\(id)/unskip\(undo)").status == 303)
      #expect(try member.dates() == ["2035-01-01 08:15:00 false"])
      #expect(
        try member.app.number("SELECT cardinality(skipped) AS n FROM series WHERE household_id = \(member.household)")
          == 0)
      // There is nothing more to take back.
      _ = try await member.post("/items/\(id)/unskip?at=99999999999999999")
      #expect(try member.dates() == ["2035-01-01 08:15:00 false"])
      for _ in 1...2 { _ = try await member.post("/items/\(id)/skip") }
      _ = try await member.post("/items/\(id)/done", ["done": "true"])
      #expect(try member.dates() == ["2035-01-03 07:00:00 true", "2035-01-04 07:00:00 false"])
    }

    @Test func `The last one cannot be skipped`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("Last", repeating: ["repeat": "FREQ=DAILY;COUNT=1", "due_date": "2035-01-01"])
      _ = try await member.post("/items/\(id)/skip")
      #expect(try await member.get("/items").notice == "This is the last one: there is no further date.")
      #expect(try member.dates() == ["2035-01-01 23:59:00 false"])
      let plain = try await member.add("Plain")
      for path in ["skip", "unskip", "end", "resume"] {
        #expect(try await member.post("/items/\(plain)/\(path)").status == 303)
        #expect(try await member.get("/items").notice == "This item does not repeat.")
      }
    }

    @Test func `A series ends with its item, and goes on after Undo`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("End", repeating: ["repeat": "FREQ=DAILY", "due_date": "2035-01-01"])
      #expect(try await member.post("/items/\(id)/end").status == 303)
      let list = try await member.get("/items")
      #expect(list.notice == "Repeats no more: End")
      #expect(!list.contains("item-repeat"))
      #expect(list.contains("action=\"/items/\(id)/resume\""))
      _ = try await member.post("/items/\(id)/resume")
      #expect(try await member.get("/items").contains("aria-label=\"Every day\""))
      _ = try await member.post("/items/\(id)/end")
      _ = try await member.post("/items/\(id)/done", ["done": "true"])
      #expect(try member.dates() == ["2035-01-01 23:59:00 true"])
      _ = try await member.post("/items/\(id)/done", ["done": "false"])
      #expect(try member.dates() == ["2035-01-01 23:59:00 false"])
    }

    @Test func `Several are ticked at once`() async throws {
      let member = try await TestApp.shared().member()
      let ids = [
        try await member.add("A", repeating: ["repeat": "FREQ=DAILY", "due_date": "2035-01-01"]),
        try await member.add("B", repeating: ["repeat": "FREQ=DAILY;COUNT=1", "due_date": "2035-02-01"]),
        try await member.add("C", date: "2035-03-01"),
      ]
      let body = ids.map { "item=\($0)" }.joined(separator: "&")
      _ = try await member.browser.send("POST", "/items/several", [:], Array("action=done&\(body)".utf8))
      #expect(try await member.get("/items").notice == "3 items changed.")
      #expect(
        try member.dates() == [
          "2035-01-01 23:59:00 true", "2035-01-02 23:59:00 false", "2035-02-01 23:59:00 true",
          "2035-03-01 23:59:00 true",
        ])
      _ = try await member.browser.send("POST", "/items/several", [:], Array("action=open&\(body)".utf8))
      #expect(
        try member.dates() == ["2035-01-01 23:59:00 false", "2035-02-01 23:59:00 false", "2035-03-01 23:59:00 false"])
    }

    @Test func `Nothing makes two open items of a series`() async throws {
      let member = try await TestApp.shared().member()
      let first = try await member.add("Trash", repeating: ["repeat": "FREQ=DAILY", "due_date": "2035-01-01"])
      _ = try await member.post("/items/\(first)/done", ["done": "true"])
      let second = try member.open()
      _ = try await member.post("/items/\(second)/delete")
      _ = try await member.post("/items/\(second)/restore")
      #expect(try member.open() == second)
      _ = try await member.post("/items/\(second)/delete")
      _ = try await member.post("/items/\(first)/done", ["done": "false"])
      #expect(try member.open() == first)
      #expect(try await member.post("/items/\(second)/restore").status == 303)
      #expect(try member.dates() == ["2035-01-01 23:59:00 false", "2035-01-02 23:59:00 false"])
      #expect(try member.open() == first)
      #expect(try member.number("NOT is_done AND series_id IS NOT NULL") == 1)
    }

    @Test func `The items of a series share a picture, which goes with the last of them`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("Picture", repeating: ["repeat": "FREQ=DAILY", "due_date": "2035-01-01"])
      try member.app.rows(
        """
        WITH image AS (
          INSERT INTO images (household_id, id, picture, thumbnail) VALUES (\(member.household), gen_random_uuid(), 'RIFF', 'RIFF') RETURNING id
        )
        UPDATE items SET image_id = image.id FROM image WHERE household_id = \(member.household) AND items.id = \(id)
        """)
      func images() throws -> Int {
        try member.app.number("SELECT count(*) AS n FROM images WHERE household_id = \(member.household)")
      }
      _ = try await member.post("/items/\(id)/done", ["done": "true"])
      #expect(try await member.get("/items/\(try member.open())/image").status == 200)
      _ = try await member.post("/items/\(id)/done", ["done": "false"])
      #expect(try await member.get("/items/\(id)/image").status == 200)
      _ = try await member.post("/items/\(id)/done", ["done": "true"])
      try await member.save(id, ["remove_image": "true"])
      #expect(try await member.get("/items/\(id)/image").status == 404)
      #expect(try images() == 1)
      try await member.save(try member.open(), ["remove_image": "true"])
      #expect(try images() == 0)
    }

    @Test func `A deleted category and a deleted tag are not made again`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add(
        "Label", repeating: ["repeat": "FREQ=DAILY", "due_date": "2035-01-01", "category": "Gone"],
        tags: ["lost", "kept"])
      try member.app.rows("UPDATE categories SET deleted_at = now() WHERE household_id = \(member.household)")
      try member.app.rows(
        "UPDATE tags SET deleted_at = now() WHERE household_id = \(member.household) AND name = 'lost'")
      _ = try await member.post("/items/\(id)/done", ["done": "true"])
      let form = try await member.get("/items/\(try member.open())/edit")
      #expect(form.field("category") == "")
      #expect(form.shows("kept"))
      #expect(!form.shows("lost"))
    }

    @Test func `Repeats follow the household's clock, whatever the reader's is`() async throws {
      let member = try await TestApp.shared().member(timeZone: "Europe/Paris")
      let page = try await member.get("/household")
      #expect(page.choice("time_zone") == "Europe/Paris")
      #expect(try await member.post("/household", ["name": "H", "time_zone": "Nowhere/Land"]).status == 422)
      #expect(try await member.post("/household", ["name": "H", "time_zone": "America/New_York"]).status == 303)
      #expect(try await member.get("/household").choice("time_zone") == "America/New_York")
      // 18:00 in Paris is 12:00 in New York, and 13:00 in the weeks when only one has changed its clock.
      let id = try await member.add(
        "Call", repeating: ["repeat": "FREQ=WEEKLY", "due_date": "2035-03-07", "due_time": "18:00"])
      _ = try await member.post("/items/\(id)/done", ["done": "true"])
      let next = try await member.get("/items/\(try member.open())/edit")
      #expect(next.field("due_date") == "2035-03-14")
      #expect(next.field("due_time") == "17:00")
    }

    @Test func `The turn passes to the next one who is there, each time or each week`() async throws {
      let app = try await TestApp.shared()
      let ada = try await app.member()
      let (ben, cy) = (try await app.housemate(of: ada), try await app.housemate(of: ada))
      let turn = [ada, ben, cy]
      let day = CivilTime(year: 2035, month: 1, day: 3)!
      try app.rows(
        """
        UPDATE people SET away_from = \(day.date)::date, away_until = \(day.date)::date
        WHERE household_id = \(ada.household) AND id = \(try cy.person)
        """)
      func ticks(_ count: Int, every rule: String) async throws -> [UUID?] {
        let id = UUID.v7()
        let fields = [
          ("id", "\(id)"), ("title", "Dishes"), ("due_date", "2035-01-01"), ("repeat", "FREQ=DAILY"),
          ("turn_every", rule),
        ]
        let answer = try await ada.send("/items", fields + (try turn.map { ("turn", "\(try $0.person)") }))
        guard answer.status == 303 else { throw Unexpected("\(answer.status)") }
        var people = [try ada.concerned(id).person]
        for _ in 1...count {
          _ = try await ada.post("/items/\(try ada.open())/done", ["done": "true"])
          people.append(try ada.concerned(try ada.open()).person)
        }
        try app.rows("DELETE FROM items WHERE household_id = \(ada.household)")
        return people
      }
      let (a, b, c) = (try ada.person, try ben.person, try cy.person)
      // On the third day Cy is away, and has the turn of the fourth.
      #expect(try await ticks(5, every: "") == [a, b, a, c, b, a])
      #expect(try await ticks(8, every: "FREQ=WEEKLY") == [a, a, a, a, a, a, a, b, b])
    }

    @Test func `A list's own change of a repeating row asks for the list again`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("Row", repeating: ["repeat": "FREQ=DAILY", "due_date": "2035-01-01"])
      let answer = try await member.post("/items/\(id)/done", ["done": "true"], fragment("item-\(id)"))
      #expect(answer.status == 200)
      #expect(answer["hx-trigger"] == "foyer:items")
      #expect(answer.shows("Next: 2 January 2035"))
      let plain = try await member.add("Plain")
      #expect(
        try await member.post("/items/\(plain)/done", ["done": "true"], fragment("item-\(plain)"))["hx-trigger"] == nil)
    }
  }
}
