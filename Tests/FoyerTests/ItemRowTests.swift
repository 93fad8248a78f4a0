import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// The list shows what is open; what is done is folded; a row opens in its place.
  @Suite struct ItemRowTests {
    private func titled(_ answer: Answer) -> [String] {
      answer.text.components("class=\"section-name\" dir=\"auto\">").dropFirst().map { String($0.prefix { $0 != "<" }) }
    }

    @Test func `R16: what is done is a line at the end of its section, which leads to its rows`() async throws {
      let member = try await TestApp.shared().member()
      let open = try await member.item("Open", "Attic")
      let done = try await member.item("Done", "Attic")
      let gone = try await member.item("Gone", "Barn")
      let plain = try await member.item("Plain", "")
      for id in [done, gone, plain] { _ = try await member.post("/items/\(id)/done", ["done": "true"]) }
      let list = try await member.get("/items")
      #expect(list.itemIDs == ["\(open)"] && list.count(of: "class=\"done-fold\"") == 3)
      #expect(titled(list) == ["Uncategorised", "Attic", "Barn"])
      #expect(list.count(of: ">1 done</a>") == 3 && list.contains("data-status=\"open\""))
      let attic = try #require(try member.category(of: open))
      let path = "/items?category=\(attic)&status=done"
      #expect(list.contains("href=\"\(escaped(path))\""))
      #expect(try await member.get(path).itemIDs == ["\(done)"])
      let rows = try await member.get(path, fragment("more-done-\(attic)"))
      #expect(rows.itemIDs == ["\(done)"] && !rows.contains("<details"))
      #expect(try await member.get("/items?category=none").contains("category=none&amp;status=done"))
      // Whoever asks for all of it, searches or selects has no lines.
      for query in ["status=all", "status=done", "q=o", "select=1", "for=me"] {
        #expect(try await !member.get("/items?\(query)").contains("done-fold"), "\(query)")
      }
      #expect(try await member.get("/items?status=all").itemIDs.count == 4)
      #expect(try await member.get("/items?q=done").itemIDs == ["\(done)"])
      // R16: also of a section of which everything is done.
      let barn = try #require(try member.category(of: gone))
      _ = try await member.post("/sections/\(barn)/fold", ["folded": "true"])
      #expect(try await member.get("/items").contains("data-section=\"\(barn)\" data-folded"))
    }

    @Test func `R16: however many sections are done, each page goes on where the one before ended`() async throws {
      let member = try await TestApp.shared().member()
      try member.app.rows(
        """
        INSERT INTO categories (household_id, id, name, color)
        SELECT \(member.household), gen_random_uuid(), 'Category ' || lpad(i::text, 3, '0'), '#b4532a' FROM generate_series(1, 130) AS i
        """)
      // Every tenth has an open item; in the others, everything is done.
      try member.app.rows(
        """
        INSERT INTO items (household_id, id, title, done_at, position, category_id)
        SELECT household_id, gen_random_uuid(), name, CASE WHEN right(name, 1) <> '0' THEN now() END, 1, id
        FROM categories WHERE household_id = \(member.household)
        """)
      for target in [nil, "more"] {
        var (names, items): ([String], [String]) = ([], [])
        var path: String? = "/items"
        for _ in 1...10 {
          guard let next = path else { break }
          let page = try await member.get(next, next == "/items" ? [:] : target.map { fragment($0) } ?? [:])
          let sections = page.text.components("<nav class=\"heads\"")[0]
          names += sections.components("class=\"section-name\" dir=\"auto\">").dropFirst().map {
            String($0.prefix { $0 != "<" })
          }
          (items, path) = (items + page.itemIDs, page.next)
        }
        #expect(path == nil && Set(items).count == 13 && items.count == 13)
        #expect(Set(names).count == 130 && names == names.sorted())
        #expect(names.count <= 133)
      }
    }

    @Test func `R7: a row opens in its place, and is saved, refused or compared there`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.item("Row", "Attic")
      let place = fragment("item-\(id)")
      let opened = try await member.get("/items/\(id)/edit", place)
      #expect(opened.status == 200 && !opened.contains("<html") && opened["hx-retarget"] == nil)
      #expect(opened.contains("<li id=\"item-\(id)\" class=\"item is-open\""))
      #expect(opened.contains("hx-target=\"closest .item\"") && opened.field("title") == "Row")
      #expect(try await member.get("/items/\(id)/edit").contains("hx-target=\"#main\""))

      let wrong = try await member.post("/items/\(id)", ["version": "1", "title": "Row", "due_time": "10:00"], place)
      #expect(wrong.status == 422 && wrong["hx-retarget"] == "#item-form")
      #expect(wrong.contains("hx-target=\"closest .item\""))

      let saved = try await member.post("/items/\(id)", ["version": "1", "title": "Saved", "category": "Attic"], place)
      #expect(saved.status == 200 && saved.itemIDs == ["\(id)"] && saved["hx-retarget"] == nil)
      #expect(saved.contains("class=\"item new\"") && saved.notice != nil && !saved.contains("id=\"list\""))
      // What is done by its form is green where it is, too.
      let done = try await member.post(
        "/items/\(id)", ["version": "2", "title": "Saved", "category": "Attic", "done": "true"], place)
      #expect(done.itemIDs == ["\(id)"] && done.contains(" checked"))
      let moved = try await member.post("/items/\(id)", ["version": "3", "title": "Saved", "category": "Barn"], place)
      #expect(moved["hx-retarget"] == "#list" && moved.contains("id=\"list\"") && moved.contains("class=\"item new\""))

      let other = try await member.post("/items/\(id)", ["version": "1", "title": "Mine"], place)
      #expect(other.status == 409 && other["hx-retarget"] == "#item-\(id)" && !other.contains("<h1"))
      #expect(try await TestApp.shared().member().get("/items/\(id)/edit", place).status == 404)
    }

    @Test(arguments: [("title", false), ("title", true), ("due", false), ("due", true)])
    func `R7: where the order has put a row elsewhere, the list comes`(sort: String, changes: Bool) async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("Row")
      let title = changes && sort == "title" ? "Another" : "Row"
      let date = changes && sort == "due" ? "2031-01-02" : ""
      let answer = try await member.post(
        "/items/\(id)", ["version": "1", "title": title, "due_date": date, "back": "/items?sort=\(sort)"],
        fragment("item-\(id)"))
      #expect((answer["hx-retarget"] == "#list") == changes && answer.contains("class=\"item new\""))
    }

    @Test func `A row is put behind another one, too, and not among another household's`() async throws {
      let app = try await TestApp.shared()
      let (member, stranger) = (try await app.member(), try await app.member())
      // The newest comes first.
      let (c, b, a) = (try await member.add("C"), try await member.add("B"), try await member.add("A"))
      for (item, other, order) in [(a, c, [b, c, a]), (b, c, [c, b, a]), (a, a, [c, b, a])] {
        _ = try await member.post("/items/\(item)/move", ["after": "\(other)"])
        #expect(try await member.get("/items").itemIDs == order.map { "\($0)" })
      }
      let theirs = try await stranger.add("Theirs")
      #expect(try await member.post("/items/\(theirs)/move", ["after": "\(a)"]).status == 404)
      _ = try await member.post("/items/\(c)/move", ["after": "\(theirs)"])
      #expect(try await member.get("/items").itemIDs == [c, b, a].map { "\($0)" })
      #expect(try await member.post("/items/\(a)/move", ["after": "x"]).status == 400)
    }
  }
}
