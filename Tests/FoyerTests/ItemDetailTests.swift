import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// Categories, tags, filters, order and several at once, as the list and the form of items show them.
  @Suite struct ItemDetailTests {
    @Test func `R3, R5: a new category is made with its item; an existing one is reused; none is Uncategorised`()
      async throws
    {
      let member = try await TestApp.shared().member()
      let (first, second, third) = (UUID.v7(), UUID.v7(), UUID.v7())
      #expect(
        try await member.post("/items", ["id": "\(first)", "title": "Eggs", "category": "Épicerie"]).status == 303)
      #expect(
        try await member.post("/items", ["id": "\(second)", "title": "Milk", "category": " EPICERIE "]).status == 303)
      #expect(try await member.post("/items", ["id": "\(third)", "title": "Rest", "category": " "]).status == 303)
      let category = try #require(try member.category(of: first))
      #expect(try member.category(of: second) == category)
      #expect(try member.category(of: third) == nil)
      #expect(try await member.get("/categories").labelIDs == ["\(category)"])
      #expect(try member.categoryCounts(category).kept == [2, 0])
      #expect(try await member.get("/items/\(second)/edit").field("category") == "Épicerie")
      let list = try await member.get("/items")
      #expect(list.shows("Uncategorised") && list.shows("Épicerie"))
      #expect(list.itemIDs.first == "\(third)")
      // Where the item cannot be made, its category is not made either.
      let tooLong = String(repeating: "x", count: 10_001)
      #expect(try await member.post("/items", ["title": tooLong, "category": "New", "tags": "new"]).status == 422)
      let name = try await member.post("/items", ["title": "Kept", "category": tooLong, "tags": "new"])
      #expect(name.status == 422)
      #expect([name.field("title"), name.field("category")] == ["Kept", tooLong])
      #expect(try await member.get("/categories").labelIDs.count == 1)
      #expect(try await member.get("/tags").labelIDs.isEmpty)
    }

    @Test func `R6: several tags, new ones made; one deselected on edit is the only one that goes`() async throws {
      let member = try await TestApp.shared().member()
      try await member.add(.tag, "Café")
      let (id, other) = (UUID.v7(), UUID.v7())
      let answer = try await member.post(
        "/items", ["id": "\(id)", "title": "Item", "tags": "cafe", "tags": "new", "tags": "third", "tags": " "])
      #expect(answer.status == 303)
      #expect(try await member.post("/items", ["id": "\(other)", "title": "Other", "tags": "new"]).status == 303)
      #expect(Set(try member.tags(of: id)) == ["Café", "new", "third"])
      #expect(try await member.get("/tags").labelIDs.count == 3)
      let edit = try await member.get("/items/\(id)/edit")
      #expect(Set(edit.chosenTags) == ["Café", "new", "third"])
      let version = try #require(edit.field("version"))
      let saved = try await member.post(
        "/items/\(id)", ["version": version, "title": "Item", "tags": "Café", "tags": "third"])
      #expect(saved.status == 303)
      #expect(Set(try member.tags(of: id)) == ["Café", "third"])
      #expect(try member.tags(of: other) == ["new"])
      #expect(Set(try await member.get("/items/\(id)/edit").chosenTags) == ["Café", "third"])
      #expect(try await member.get("/tags").labelIDs.count == 3)
    }

    @Test func `R4: a household may ask for descriptions; what was typed is kept`() async throws {
      let member = try await TestApp.shared().member()
      let household = try await member.post("/household", ["name": "Nest", "description_required": "true"])
      #expect(household.status == 303)
      let id = "\(UUID.v7())"
      let answer = try await member.post(
        "/items",
        [
          "id": id, "title": "Title", "description": " ", "category": "Home", "tags": "one", "tags": "two",
          "due_date": "2031-02-03", "due_time": "04:05",
        ])
      #expect(answer.status == 422)
      #expect(answer.contains("id=\"error-description\""))
      #expect(answer.field("id") == id)
      #expect(answer.field("title") == "Title")
      #expect(answer.area("description") == " ")
      #expect(answer.field("category") == "Home")
      #expect(answer.chosenTags == ["one", "two"])
      #expect([answer.field("due_date"), answer.field("due_time")] == ["2031-02-03", "04:05"])
      #expect(try await member.get("/categories").labelIDs.isEmpty)
      // The line has no place for one, and leads to the form with what it has understood.
      let line = try await member.post("/items/quick", ["text": "Only a title #Home 3 february 2031"], fragment())
      let path = try #require(line.between("<a class=\"button\" href=\"", "\""))
      let form = try await member.get(path)
      #expect(line.status == 422 && form.field("title") == "Only a title")
      #expect(form.field("category") == "Home" && form.field("due_date") == "2031-02-03")
      let quick = try await member.post("/items/quick", ["text": "Only a title"])
      #expect(quick.status == 422)
      #expect(quick.shows("Only a title"))
      #expect(try await member.post("/items", ["id": id, "title": "", "description": "words"]).status == 303)
      #expect(try await member.post("/household", ["name": "Nest"]).status == 303)
      #expect(try await member.post("/items/quick", ["text": "Only a title"]).status == 303)
    }

    @Test func `R13: category, tag, state and search are combined, by name and by id, in the URL`() async throws {
      let member = try await TestApp.shared().member()
      let wanted = try await member.item("Buy apples", "Shop", "red", "sweet")
      let done = try await member.item("Buy plums", "Shop", "red")
      try await member.item("Buy paint", "Home", "red")
      let plain = try await member.item("Buy pears", "", "sweet")
      _ = try await member.post("/items/\(done)/done", ["done": "true"])
      let shop = try #require(try member.category(of: wanted))
      let red: UUID = try member.app.rows(
        "SELECT id FROM tags WHERE household_id = \(member.household) AND name = 'red'")[0]["id"]
      for query in ["category=SHOP&tag=Red", "category=\(shop)&tag=\(red)", "category=shop&tag=\(red)&q=buy"] {
        #expect(try await member.get("/items?\(query)").itemIDs == ["\(wanted)", "\(done)"])
        #expect(try await member.get("/items?\(query)&status=open").itemIDs == ["\(wanted)"])
        #expect(try await member.get("/items?\(query)&status=done").itemIDs == ["\(done)"])
      }
      #expect(
        try await member.get("/items?category=\(shop)&tag=red&tag=sweet&q=APPL&status=open").itemIDs == ["\(wanted)"])
      #expect(try await member.get("/items?category=shop&tag=red&q=pears").itemIDs == [])
      #expect(try await member.get("/items?category=none").itemIDs == ["\(plain)"])
      #expect(try await member.get("/items?category=none&tag=red").itemIDs == [])
      #expect(try await member.get("/items?category=unheard-of").itemIDs == [])
      #expect(try await member.get("/items?tag=unheard-of").itemIDs == [])
      let page = try await member.get("/items?q=buy&category=\(shop)&tag=\(red)&status=open&sort=due")
      #expect(page.contains("class=\"chip\" href=\"/items?q=buy&amp;tag=\(red)&amp;status=open&amp;sort=due\""))
      #expect(page.contains("href=\"/items?q=buy&amp;category=\(shop)&amp;tag=\(red)&amp;status=done&amp;sort=due\""))
      #expect(page.field("q") == "buy")
    }

    @Test(arguments: ["position", "due", "newest", "title"])
    func `R13: 120 items in three categories are each shown once, in order, page by page`(sort: String) async throws {
      let member = try await TestApp.shared().member()
      try member.fill(120)
      for (number, name) in ["Attic", "Barn", "Cellar"].enumerated() {
        let category = try await member.add(.category, name)
        try member.app.rows(
          """
          UPDATE items SET category_id = \(category), title = lpad((-position * 7 % 120)::text, 4, '0'),
            due_at = CASE WHEN position % 2 = 0 THEN '2030-01-01'::timestamptz + (-position::int % 10) * interval '1 day' END,
            done_at = CASE WHEN position % 5 = 0 THEN now() END
          WHERE household_id = \(member.household) AND -position % 3 = \(number)::int
          """)
      }
      let order: SQL =
        switch sort {
        case "due": "i.due_at NULLS LAST"
        case "newest": "i.created_at DESC"
        case "title": "i.title"
        default: "i.position"
        }
      let expected = try member.app.rows(
        """
        SELECT i.id FROM items i JOIN categories c ON c.household_id = i.household_id AND c.id = category_id
        WHERE i.household_id = \(member.household) ORDER BY c.name, done_at IS NOT NULL, \(fragment: order), i.id
        """
      ).map { row -> String in "\(try row["id"] as UUID)" }
      #expect(expected.count == 120)
      var (seen, counts): ([String], [Int]) = ([], [])
      var path: String? = "/items?status=all&sort=\(sort)"
      while let next = path, counts.count < 5 {
        let page = try await member.get(next)
        (seen, counts, path) = (seen + page.itemIDs, counts + [page.itemIDs.count], page.next)
      }
      #expect(counts == [50, 50, 20])
      #expect(seen == expected)
      // The same piece by piece, as htmx asks for it: the section that goes on has no second header.
      var page = try await member.get("/items?status=all&sort=\(sort)")
      seen = page.itemIDs
      for _ in 1...2 {
        let from = try #require(page.between("hx-vals='{\"from\":\"", "\""))
        page = try await member.get("\(try #require(page.next))&from=\(from)", fragment("more"))
        #expect(!page.contains("<html") && !page.contains("id=\"section-\(from)\""))
        seen += page.itemIDs
      }
      #expect(page.next == nil)
      #expect(seen == expected)
    }

    @Test func `R16: folding is one person's, stays, and unfolding brings the rows`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let id = try await member.item("Inside", "Shop")
      let plain = try await member.add("Outside")
      let shop = try #require(try member.category(of: id))
      let mate = try await app.housemate(of: member)
      #expect(try await member.post("/sections/\(shop)/fold", ["folded": "true"]).status == 303)
      for _ in 1...2 {
        let list = try await member.get("/items")
        #expect(list.itemIDs == ["\(plain)"])
        #expect(list.contains("id=\"section-\(shop)\"") && list.shows("Shop"))
        #expect(list.contains("data-section=\"\(shop)\" data-folded>"))
      }
      #expect(try await mate.get("/items").itemIDs == ["\(plain)", "\(id)"])
      // What narrows the list finds items in folded sections, too.
      #expect(try await member.get("/items?q=inside").itemIDs == ["\(id)"])
      #expect(try await member.get("/items?category=\(shop)").itemIDs == ["\(id)"])
      let rows = try await member.post("/sections/\(shop)/fold", ["folded": "false"], fragment())
      #expect(rows.status == 200)
      #expect(rows.itemIDs == ["\(id)"])
      #expect(!rows.contains("<html") && !rows.contains("<details"))
      #expect(try await member.get("/items").itemIDs == ["\(plain)", "\(id)"])
      let none = Section.uncategorised
      #expect(try await member.post("/sections/\(none)/fold", ["folded": "true"]).status == 303)
      #expect(try await member.get("/items").itemIDs == ["\(id)"])
      let stranger = try await app.member()
      #expect(try await stranger.post("/sections/\(shop)/fold", ["folded": "true"]).status == 404)
    }

    @Test func `Order: an item goes up, down, before another and to the end, and stays there`() async throws {
      let member = try await TestApp.shared().member()
      try await member.add("c")
      try await member.add("b")
      try await member.add("a")
      let start = try await member.get("/items").itemIDs
      let (x, y, z) = (start[0], start[1], start[2])
      for (id, fields, order) in [
        (z, ["to": "up"], [x, z, y]), (x, ["to": "up"], [x, z, y]), (x, ["to": "down"], [z, x, y]),
        (y, ["to": "down"], [z, x, y]), (y, ["before": z], [y, z, x]), (y, ["to": "end"], [z, x, y]),
      ] as [(String, KeyValuePairs<String, String>, [String])] {
        #expect(try await member.post("/items/\(id)/move", fields).status == 303)
        #expect(try await member.get("/items").itemIDs == order)
      }
      let stranger = try await TestApp.shared().member()
      #expect(try await stranger.post("/items/\(x)/move", ["to": "up"]).status == 404)
      #expect(try await member.get("/items").itemIDs == [z, x, y])
    }

    @Test func `Several at once are done, tagged, put into a category, deleted and brought back`() async throws {
      let app = try await TestApp.shared()
      let (member, stranger) = (try await app.member(), try await app.member())
      let (a, b, c, before) = (
        try await member.add("a"), try await member.add("b"), try await member.add("c"), try await member.add("before")
      )
      let theirs = try await stranger.add("theirs")
      _ = try await member.post("/items/\(before)/delete")
      func change(_ action: String, _ name: String = "") async throws {
        let answer = try await member.post(
          "/items/several",
          ["action": action, "name": name, "item": "\(a)", "item": "\(b)", "item": "\(theirs)", "status": "all"])
        #expect(answer.status == 303)
      }
      try await change("done")
      #expect(try member.counts() == ([1, 2], [1, 2]))
      try await change("category", "Shop")
      let shop = try #require(try member.category(of: a))
      #expect(try member.category(of: b) == shop)
      #expect(try member.category(of: c) == nil)
      try await change("tag", "red")
      #expect(try member.tags(of: a) == ["red"] && member.tags(of: b) == ["red"] && member.tags(of: c) == [])
      try await change("delete")
      let list = try await member.get("/items")
      #expect(list.itemIDs == ["\(c)"])
      let undo = try #require(list.between("<form method=\"post\" action=\"/items/restore?", "\""))
      // Nobody else's, and nothing that was deleted at another time.
      _ = try await stranger.post("/items/restore?\(undo)")
      #expect(try await member.get("/items").itemIDs == ["\(c)"])
      #expect(try await member.post("/items/restore?\(undo)").status == 303)
      #expect(Set(try await member.get("/items?status=all").itemIDs) == ["\(a)", "\(b)", "\(c)"])
      #expect(try member.counts() == ([1, 2], [1, 2]))
      #expect(try member.categoryCounts(shop) == ([0, 2], [0, 2]))
      #expect(try await stranger.get("/items").itemIDs == ["\(theirs)"])
      #expect(try stranger.counts() == ([1, 0], [1, 0]))
      #expect(try stranger.category(of: theirs) == nil)
      #expect(try stranger.tags(of: theirs) == [])
    }

    @Test func `Several at once get a date and are given to a member, and Undo knows what each had`() async throws {
      let app = try await TestApp.shared()
      let (member, stranger) = (try await app.member(), try await app.member())
      let (a, b) = (try await member.add("a"), try await member.add("b"))
      let (theirs, person) = (try await stranger.add("theirs"), try member.person)
      _ = try await member.post("/items/\(a)/date", ["due_date": "2030-01-05", "version": "any"])
      try app.rows("UPDATE items SET due_at = '2030-01-06 17:00 UTC', due_day = NULL WHERE id = \(b)")
      func stored() throws -> [String?] {
        try app.rows(
          "SELECT concat_ws(' ', title, due_at AT TIME ZONE 'UTC', due_day, people = ARRAY[\(person)::uuid]) AS text FROM items WHERE id IN (\(a), \(b), \(theirs)) ORDER BY title"
        ).map { try $0["text"] }
      }
      let before = try stored()
      func change(_ fields: (String, String)...) async throws -> Answer {
        let all = fields + [("item", "\(a)"), ("item", "\(b)"), ("item", "\(theirs)"), ("select", "1")]
        let body = all.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
        return try await member.browser.send("POST", "/items/several", [:], Array(body.utf8))
      }
      for fields in [
        [("action", "date"), ("due_date", "2031-02-03")], [("action", "person"), ("person", "\(person)")],
      ] {
        #expect(try await change(fields[0], fields[1])["location"] == "/items?select=1")
        let changed = try stored()
        #expect(changed[0] != before[0] && changed[1] != before[1] && changed[2] == before[2])
        let page = try await member.get("/items")
        #expect(page.notice == "2 items changed.")
        let undo = try #require(page.between("action=\"/items/several/undo", "\""))
        #expect(try await member.post("/items/several/undo\(undo)").status == 303)
        #expect(try stored() == before)
      }
      // A day that is moved stays a day, and a time a time.
      _ = try await change(("action", "date"), ("due_date", "2031-02-03"))
      #expect(try stored().prefix(2) == ["a 2031-02-03 23:59:00 2031-02-03 f", "b 2031-02-03 17:00:00 f"])
      // What is missing is said, and what was selected stays so.
      for fields in [[("action", "date"), ("due_date", "")], [("action", "tag"), ("name", "")]] {
        let location = try #require(try await change(fields[0], fields[1])["location"])
        let page = try await member.get(location)
        #expect(page.shows(fields[0].1 == "date" ? "Enter a date." : "Enter a name."))
        #expect(page.count(of: " checked>") == 2)
      }
      #expect(try await change(("action", "date"), ("due_date", "9999-12-31")).status == 400)
      #expect(try await change(("action", "person"), ("person", "x")).status == 400)
    }

    @Test(arguments: ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
    func `Quick adding understands category, tag and the reader's tomorrow`(zone: String) async throws {
      let member = try await TestApp.shared().member(timeZone: zone)
      let text = "Buy milk #Errands @urgent tomorrow 18:00"
      let preview = try await member.get("/items/quick?text=\(percentEncoded(text))", fragment())
      #expect(preview.status == 200)
      #expect(preview.shows("Errands") && preview.shows("urgent") && preview.contains("#clock"))
      #expect(try await member.get("/items").itemIDs == [])
      #expect(try await member.post("/items/quick", ["text": text]).status == 303)
      let id = try #require(try await member.get("/items").itemIDs.first)
      let edit = try await member.get("/items/\(id)/edit")
      let tomorrow: String = try member.app.rows(
        "SELECT to_char((now() AT TIME ZONE \(zone)) + interval '1 day', 'YYYY-MM-DD') AS day")[0]["day"]
      #expect([edit.field("title"), edit.field("category")] == ["Buy milk", "Errands"])
      #expect(edit.chosenTags == ["urgent"])
      #expect([edit.field("due_date"), edit.field("due_time")] == [tomorrow, "18:00"])
    }

    @Test func `A conflict shows both categories and all tags, and makes nothing`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.item("Item", "Old", "old")
      let version = try #require(try await member.get("/items/\(id)/edit").field("version"))
      let first = try await member.post(
        "/items/\(id)", ["version": version, "title": "Item", "category": "Theirs", "tags": "their tag"])
      #expect(first.status == 303)
      let second = try await member.post(
        "/items/\(id)",
        ["version": version, "title": "Item", "category": "Mine", "tags": "my tag", "tags": "my <other>"])
      #expect(second.status == 409)
      for name in ["Theirs", "their tag", "Mine", "my tag", "my <other>"] { #expect(second.shows(name)) }
      #expect(second.field("category") == "Mine")
      #expect(try await member.get("/items/\(id)/edit").field("category") == "Theirs")
      #expect(try member.tags(of: id) == ["their tag"])
      #expect(!(try await member.get("/categories").shows("Mine")))
      let kept = try await member.post(
        "/items/\(id)",
        [
          "version": try #require(second.field("version")), "title": "Item", "category": "Mine", "tags": "my tag",
          "tags": "my <other>",
        ])
      #expect(kept.status == 303)
      #expect(Set(try member.tags(of: id)) == ["my tag", "my <other>"])
    }

    @Test func `Any text comes back exactly as title, description, category and tag`() async throws {
      let member = try await TestApp.shared().member()
      for name in naughtyNames {
        let id = UUID.v7()
        let answer = try await member.post(
          "/items", ["id": "\(id)", "title": name, "description": name, "category": name, "tags": name])
        #expect(answer.status == 303)
        let edit = try await member.get("/items/\(id)/edit")
        for text in [edit.field("title"), edit.area("description"), edit.field("category"), edit.chosenTags.first] {
          #expect(text?.unicodeScalars.elementsEqual(name.unicodeScalars) == true, "\(name)")
        }
      }
      #expect(try await member.get("/categories").labelIDs.count == naughtyNames.count)
    }
  }
}

extension Member {
  /// Makes an item with a category and tags through its form; returns its id.
  @discardableResult
  func item(_ title: String, _ category: String, _ tags: String...) async throws -> UUID {
    let id = UUID.v7()
    let answer = try await post(
      "/items",
      [
        "id": "\(id)", "title": title, "category": category, "tags": tags.first ?? "",
        "tags": tags.dropFirst().first ?? "",
      ])
    guard answer.status == 303 else { throw Unexpected("adding answered \(answer.status)") }
    return id
  }
}

extension Answer {
  /// The names of the tags that the form has chosen.
  var chosenTags: [String] {
    text.components("type=\"checkbox\" name=\"tags\" value=\"").dropFirst().compactMap {
      let parts = $0.components("\"")
      return parts[1].hasPrefix(" checked") ? unescaped(parts[0]) : nil
    }
  }
}
