import Testing

@testable import Foyer

extension FoyerTests {
  @Suite struct ItemTests {
    @Test func `R3, R8: an item is made and edited with one form`() async throws {
      let member = try await TestApp.shared().member()
      let form = try await member.get("/items/new")
      #expect(form.shows("New item"))
      let id = try #require(form.field("id"))
      let answer = try await member.post(
        "/items",
        [
          "id": id, "title": "Water the plants", "description": "The fern, too", "due_date": "2030-05-04",
          "due_time": "18:30",
        ])
      #expect(answer.status == 303)
      #expect(answer["location"] == "/items#item-\(id)")
      let list = try await member.get("/items")
      #expect(list.notice == "Added: Water the plants")
      #expect(list.itemIDs == [id])
      #expect(list.shows("The fern, too"))
      #expect(try await member.get("/items").notice == nil)

      let edit = try await member.get("/items/\(id)/edit")
      #expect(edit.shows("Edit item"))
      #expect(edit.field("title") == "Water the plants")
      #expect(edit.area("description") == "The fern, too")
      #expect(edit.field("due_date") == "2030-05-04")
      #expect(edit.field("due_time") == "18:30")
      let version = try #require(edit.field("version"))
      let saved = try await member.post(
        "/items/\(id)", ["version": version, "title": "Water all plants", "description": "", "due_date": ""])
      #expect(saved.status == 303)
      let after = try await member.get("/items/\(id)/edit")
      #expect(after.field("title") == "Water all plants")
      #expect(after.area("description") == "")
      #expect(after.field("due_date") == "")
    }

    /// In the order of the plan of an INSERT, which is that of nothing, an archive could come back with another one.
    @Test func `An item has its tags in the order in which they were given to it`() async throws {
      let member = try await TestApp.shared().member()
      let names = (0..<12).map { "tag \($0)" }
      func stored(_ id: UUID) throws -> [String] {
        try member.app.rows(
          """
          SELECT t.name FROM items i, unnest(i.tag_ids) WITH ORDINALITY AS n (id, place)
          JOIN tags t ON t.household_id = \(member.household) AND t.id = n.id
          WHERE i.household_id = \(member.household) AND i.id = \(id) ORDER BY place
          """
        ).map { try $0["name"] }
      }
      func send(_ path: String, _ fields: [(String, String)], _ tags: [String]) async throws {
        #expect(try await member.send(path, fields + tags.map { ("tags", $0) }).status == 303)
      }
      for tags in [names.reversed(), names, names.shuffled()] {
        let id = UUID.v7()
        try await send("/items", [("id", "\(id)"), ("title", "A")], Array(tags.prefix(6)))
        #expect(try stored(id) == Array(tags.prefix(6)))
        try await send("/items/\(id)", [("version", "1"), ("title", "A")], Array(tags))
        #expect(try stored(id) == Array(tags))
      }
    }

    @Test func `A form sent twice makes one item`() async throws {
      let member = try await TestApp.shared().member()
      let fields: KeyValuePairs = ["id": "\(UUID.v7())", "title": "Once"]
      #expect(try await member.post("/items", fields).status == 303)
      #expect(try await member.post("/items", fields).status == 303)
      #expect(try await member.get("/items").itemIDs.count == 1)
      #expect(try member.counts().kept == [1, 0])
    }

    @Test func `Forms sent twice at the same time make one item`() async throws {
      let member = try await TestApp.shared().member()
      let id = UUID.v7()
      let answers = try await member.atOnce(8) { browser, _ in
        try await browser.post("/items", ["id": "\(id)", "title": "Once"])
      }
      #expect(answers.allSatisfy { $0.status == 303 })
      #expect(try member.counts() == ([1, 0], [1, 0]))
    }

    @Test(arguments: [("en", "New to-do"), ("fr", nil), ("ko", nil), ("ru", nil)] as [(String, String?)])
    func `R4: a blank title becomes a new to-do in the reader's language`(language: String, title: String?) async throws
    {
      let member = try await TestApp.shared().member(headers: ["accept-language": language])
      for blank in ["", "   ", "\u{3000}\t"] { try await member.add(blank, description: "words") }
      let expected = Strings(try #require(Language(rawValue: language))).itemsDefaultTitle
      if let title { #expect(expected == title) } else { #expect(expected != "New to-do") }
      #expect(
        try member.app.number(
          "SELECT count(*) AS n FROM items WHERE household_id = \(member.household) AND title = \(expected)") == 3)
    }

    @Test func `R4: neither title nor description is 422, and nothing typed is lost`() async throws {
      let member = try await TestApp.shared().member()
      let id = "\(UUID.v7())"
      let answer = try await member.post(
        "/items", ["id": id, "title": " \t", "description": "\r\n ", "due_date": "2030-01-02", "due_time": "07:08"])
      #expect(answer.status == 422)
      #expect(answer.shows("Please write a title or a description."))
      #expect(answer.field("id") == id)
      #expect(answer.field("title") == " \t")
      #expect(answer.area("description") == "\r\n ")
      #expect(answer.field("due_date") == "2030-01-02")
      #expect(answer.field("due_time") == "07:08")
      #expect(answer.contains("aria-invalid=\"true\""))
      #expect(try await member.get("/items").itemIDs == [])
    }

    @Test(arguments: [
      ("2030-02-30", "", "Please give a date that exists."), ("tomorrow", "", "Please give a date that exists."),
      ("+2030-01-01", "", "Please give a date that exists."), ("0000-01-01", "", "Please give a date that exists."),
      ("10000-01-01", "", "Please give a date that exists."), ("２０３０-01-01", "", "Please give a date that exists."),
      ("2030-01-01", "24:00", "Please give a time between 00:00 and 23:59."),
      ("2030-01-01", "noon", "Please give a time between 00:00 and 23:59."),
      ("", "12:00", "Please give the date, too."),
    ])
    func `A deadline that makes no sense is 422 beside its field`(date: String, time: String, message: String)
      async throws
    {
      let member = try await TestApp.shared().member()
      let answer = try await member.post("/items", ["title": "Kept", "due_date": date, "due_time": time])
      #expect(answer.status == 422)
      #expect(answer.shows(message))
      #expect(answer.field("title") == "Kept")
      #expect(answer.field("due_date") == date)
      #expect(answer.field("due_time") == time)
    }

    @Test func `A text beyond the limit is 422 and kept; one at the limit is stored`() async throws {
      let member = try await TestApp.shared().member()
      let longest = String(repeating: "й", count: 10_000)
      let answer = try await member.post("/items", ["title": longest + "й"])
      #expect(answer.status == 422)
      #expect(answer.shows("At most 10,000 characters, please."))
      #expect(answer.field("title") == longest + "й")
      let id = try await member.add(longest, description: String(repeating: "д", count: 100_000))
      let edit = try await member.get("/items/\(id)/edit")
      #expect(edit.field("title") == longest)
      #expect(edit.area("description")?.unicodeScalars.count == 100_000)
      let long = try await member.post("/items", ["title": "t", "description": String(repeating: "x", count: 100_001)])
      #expect(long.status == 422)
      #expect(long.area("description")?.count == 100_001)
      let quick = try await member.post("/items/quick", ["text": longest + "й"])
      #expect(quick.status == 422)
      #expect(quick.field("title") == longest + "й")
    }

    @Test func `A stale edit is 409 with both texts, and can then be saved`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("Original")
      let version = try #require(try await member.get("/items/\(id)/edit").field("version"))
      let first = try await member.post(
        "/items/\(id)", ["version": version, "title": "Theirs <1>", "description": "their words"])
      #expect(first.status == 303)
      let second = try await member.post(
        "/items/\(id)",
        ["version": version, "title": "Mine <2>", "description": "my words", "due_date": "2031-01-01", "done": "true"])
      #expect(second.status == 409)
      for text in ["Theirs <1>", "their words", "Mine <2>", "my words", "2031-01-01"] { #expect(second.shows(text)) }
      #expect(try await member.get("/items/\(id)/edit").field("title") == "Theirs <1>")
      // “Keep mine” sends what was typed with the version that was shown.
      let newer = try #require(second.field("version"))
      #expect(newer != version)
      let kept = try await member.post(
        "/items/\(id)",
        [
          "version": newer, "title": try #require(second.field("title")),
          "description": try #require(second.field("description")), "due_date": try #require(second.field("due_date")),
          "done": try #require(second.field("done")),
        ])
      #expect(kept.status == 303)
      let edit = try await member.get("/items/\(id)/edit")
      #expect(edit.field("title") == "Mine <2>")
      #expect(edit.area("description") == "my words")
      #expect(try member.counts() == ([0, 1], [0, 1]))
    }

    @Test func `Of edits at the same moment, one is saved and the others are told`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("Original")
      let version = try #require(try await member.get("/items/\(id)/edit").field("version"))
      let answers = try await member.atOnce(6) { browser, number in
        try await browser.post("/items/\(id)", ["version": version, "title": "By \(number)"])
      }
      #expect(answers.map(\.status).sorted() == [303, 409, 409, 409, 409, 409])
    }

    @Test func `Many changes at the same moment neither fail nor confuse the numbers`() async throws {
      let member = try await TestApp.shared().member()
      var ids: [UUID] = []
      for number in 1...4 { ids.append(try await member.add("Item \(number)")) }
      let known = ids
      let answers = try await member.atOnce(6) { browser, number in
        var statuses: Set<Int> = []
        for turn in 0..<20 {
          let id = known[(number + turn) % known.count]
          let (path, fields): (String, KeyValuePairs<String, String>) =
            switch (number + turn) % 5 {
            case 0: ("/items/quick", ["text": "New"])
            case 1: ("/items/\(id)/done", ["done": "true"])
            case 2: ("/items/\(id)/done", ["done": "false"])
            case 3: ("/items/\(id)/delete", [:])
            default: ("/items/\(id)/restore", [:])
            }
          statuses.insert(try await browser.post(path, fields).status)
        }
        return statuses
      }
      // 404: ticked while deleted.
      #expect(answers.allSatisfy { $0.isSubset(of: [303, 404]) })
      let counts = try member.counts()
      #expect(counts.kept == counts.counted)
    }

    @Test func `A change leads back to the list it came from, and nowhere else`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("Tick")
      let origin = member.browser.origin
      for (referer, location) in [
        ("\(origin)/items?status=open&q=a", "/items?status=open&q=a"), ("\(origin)/trash", "/trash"),
        ("\(origin)/login", "/items"), ("\(origin)//evil.example", "/items"), ("https://evil.example/items", "/items"),
        ("\(origin).evil.example/items", "/items"), ("\(origin)@evil.example/items", "/items"), ("", "/items"),
        ("/trash", "/items"),
      ] {
        let answer = try await member.post("/items/\(id)/done", ["done": "true"], ["referer": referer])
        #expect(answer["location"] == location, "\(referer)")
      }
    }

    @Test func `The same content sent twice is no conflict`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("Original")
      let version = try #require(try await member.get("/items/\(id)/edit").field("version"))
      let fields: KeyValuePairs = [
        "version": version, "title": "Changed", "due_date": "2031-01-01", "due_time": "10:00",
      ]
      #expect(try await member.post("/items/\(id)", fields).status == 303)
      #expect(try await member.post("/items/\(id)", fields).status == 303)
    }

    @Test func `R15: done is idempotent, and keeps the time of the first`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("Tick")
      #expect(try await member.post("/items/\(id)/done", ["done": "true"]).status == 303)
      try member.app.rows("UPDATE items SET done_at = now() - interval '1 hour' WHERE id = \(id)")
      let before = try member.app.number("SELECT version AS n FROM items WHERE id = \(id)")
      #expect(try await member.post("/items/\(id)/done", ["done": "true"]).status == 303)
      #expect(try member.app.number("SELECT version AS n FROM items WHERE id = \(id)") == before)
      #expect(
        try member.app.number(
          "SELECT count(*) AS n FROM items WHERE id = \(id) AND done_at < now() - interval '59 minutes'") == 1)
      #expect(try member.counts() == ([0, 1], [0, 1]))
      #expect(try await member.get("/items?status=all").contains(" checked></div>"))
      #expect(try await member.post("/items/\(id)/done", ["done": "false"]).status == 303)
      #expect(try await member.post("/items/\(id)/done", ["done": "false"]).status == 303)
      #expect(try member.counts() == ([1, 0], [1, 0]))
    }

    @Test func `R7: delete, undo, trash, restore`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("Rubbish")
      #expect(try await member.post("/items/\(id)/delete").status == 303)
      let list = try await member.get("/items")
      #expect(list.itemIDs == [])
      #expect(list.notice == "Deleted: Rubbish")
      #expect(list.contains("action=\"/items/\(id)/restore\""))
      #expect(try await member.get("/items/\(id)/edit").status == 404)
      #expect(try await member.get("/trash").itemIDs == ["\(id)"])
      #expect(try await member.post("/items/\(id)/delete").status == 303)
      #expect(try await member.post("/items/\(id)/restore").status == 303)
      #expect(try await member.get("/trash").itemIDs == [])
      #expect(try await member.get("/items").itemIDs == ["\(id)"])
      #expect(try member.counts() == ([1, 0], [1, 0]))
    }

    @Test func `A deleted item can be neither changed nor ticked`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("Gone")
      _ = try await member.post("/items/\(id)/delete")
      #expect(try await member.post("/items/\(id)", ["version": "1", "title": "Back"]).status == 404)
      #expect(try await member.post("/items/\(id)/done", ["done": "true"]).status == 404)
      let trash = try await member.get("/trash")
      #expect(trash.shows("Gone") && trash.shows("Deleted today"))
    }

    @Test func `A deleted item can be restored for 30 days and is gone afterwards`() async throws {
      let member = try await TestApp.shared().member()
      let (young, old) = (try await member.add("29 days"), try await member.add("30 days"))
      for id in [young, old] { _ = try await member.post("/items/\(id)/delete") }
      try member.app.rows("UPDATE items SET deleted_at = now() - interval '29 days 23 hours' WHERE id = \(young)")
      try member.app.rows("UPDATE items SET deleted_at = now() - interval '30 days' WHERE id = \(old)")
      let trash = try await member.get("/trash")
      #expect(trash.itemIDs == ["\(young)"])
      #expect(trash.shows("Deleted 30 days ago") || trash.shows("Deleted 29 days ago"))
      #expect(try await member.post("/items/\(old)/restore").status == 404)
      #expect(try await member.post("/items/\(young)/restore").status == 303)
      #expect(try await member.get("/items").itemIDs == ["\(young)"])
      #expect(try member.app.number("SELECT count(*) AS n FROM items WHERE id = \(old)") == 0)
      #expect(try member.counts() == ([1, 0], [1, 0]))
    }

    @Test func `Pages of 50 show each of 120 items exactly once`() async throws {
      let member = try await TestApp.shared().member()
      try member.fill(120)
      var (seen, counts): ([String], [Int]) = ([], [])
      var path: String? = "/items"
      while let next = path {
        let page = try await member.get(next)
        #expect(page.status == 200)
        seen += page.itemIDs
        counts.append(page.itemIDs.count)
        path = page.next
      }
      #expect(counts == [50, 50, 20])
      let expected = try member.app.rows(
        "SELECT id FROM items WHERE household_id = \(member.household) ORDER BY created_at DESC, id DESC"
      ).map { row -> UUID in try row["id"] }
      #expect(seen == expected.map { "\($0)" })
    }

    @Test func `Items of one moment, too, and while others are added and deleted`() async throws {
      let member = try await TestApp.shared().member()
      try member.fill(60)
      try member.app.rows("UPDATE items SET created_at = now() WHERE household_id = \(member.household)")
      let first = try await member.get("/items")
      try await member.add("Newcomer")
      let last = try #require(first.itemIDs.last)
      #expect(try await member.post("/items/\(last)/delete").status == 303)
      let second = try await member.get(try #require(first.next), fragment("more"))
      #expect(Set(first.itemIDs).union(second.itemIDs).count == 60)
      #expect(second.next == nil)
      #expect(!second.contains("<html"))
    }

    @Test func `The trash is paged, too`() async throws {
      let member = try await TestApp.shared().member()
      try member.fill(70, deleted: true)
      let first = try await member.get("/trash")
      let second = try await member.get(try #require(first.next))
      #expect(first.itemIDs.count == 50)
      #expect(second.itemIDs.count == 20)
      #expect(Set(first.itemIDs + second.itemIDs).count == 70)
    }

    @Test func `Open, done, all`() async throws {
      let member = try await TestApp.shared().member()
      let (open, done) = (try await member.add("Open one"), try await member.add("Done one"))
      _ = try await member.post("/items/\(done)/done", ["done": "true"])
      #expect(try await member.get("/items?status=open").itemIDs == ["\(open)"])
      #expect(try await member.get("/items?status=done").itemIDs == ["\(done)"])
      #expect(try await member.get("/items?status=all").itemIDs == ["\(open)", "\(done)"])
      #expect(try await member.get("/items?status=nonsense").itemIDs == ["\(open)"])
      #expect(try await member.get("/items?status=done&q=open").itemIDs == [])
    }

    @Test(arguments: [
      ("Crème brûlée", "creme BRULEE"), ("creme brulee", "Crème Brûlée"), ("Купить МОЛОКО", "молоко"),
      ("Ёлка", "елка"), ("우유 사기", "우유"), ("우유 사기", "\u{110B}\u{116E}\u{110B}\u{1172}"),
      ("100% sure", "0%"), ("snake_case", "e_c"), ("back\\slash", "k\\s"), ("ＦＵＬＬ width", "full"),
      ("O'Reilly", "o'r"), ("{{ title }}", "{{"), ("a  b", "a  b"),
    ])
    func `Search ignores case, accents and compatibility forms`(title: String, query: String) async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add(title)
      let other = try await member.add("Something else", description: "unrelated: \(title)")
      try await member.add("Nothing of the kind")
      let page = try await member.get("/items?q=\(percentEncoded(query))")
      #expect(page.itemIDs == ["\(other)", "\(id)"])
      #expect(page.field("q") == query)
    }

    @Test func `Per cent and underscore are no wildcards`() async throws {
      let member = try await TestApp.shared().member()
      try await member.add("plain words")
      for query in ["%", "_", "p%s", "p_ain", "\\", "*", ".*", "'", "\"", "<"] {
        let page = try await member.get("/items?q=\(percentEncoded(query))")
        #expect(page.status == 200)
        #expect(page.itemIDs == [], "\(query)")
        #expect(page.shows("No item here contains “\(query)”."))
      }
    }

    @Test func `A search is kept while paging`() async throws {
      let member = try await TestApp.shared().member()
      try member.fill(60)
      let first = try await member.get("/items?q=item&status=open")
      let next = try #require(first.next)
      #expect(next.contains("q=item") && next.contains("status=open"))
      #expect(try await member.get(next).itemIDs.count == 10)
    }

    @Test func `R20, R21: the numbers are right after every kind of change`() async throws {
      let member = try await TestApp.shared().member()
      func agree(_ open: Int, _ done: Int) throws {
        #expect(try member.counts() == ([open, done], [open, done]))
      }
      let (a, b) = (try await member.add("A"), try await member.add("B"))
      try agree(2, 0)
      _ = try await member.post("/items/quick", ["text": "C"])
      try agree(3, 0)
      _ = try await member.post("/items/\(a)/done", ["done": "true"])
      try agree(2, 1)
      #expect(try await member.get("/").shows("33% of all items done"))
      #expect(try await member.get("/items").shows("1 of 3 done"))
      _ = try await member.post("/items/\(a)/delete")
      try agree(2, 0)
      _ = try await member.post("/items/\(b)/delete")
      try agree(1, 0)
      _ = try await member.post("/items/\(a)/restore")
      try agree(1, 1)
      let version = try #require(try await member.get("/items/\(a)/edit").field("version"))
      _ = try await member.post("/items/\(a)", ["version": version, "title": "A"])
      try agree(2, 0)
      try member.app.rows("UPDATE items SET deleted_at = now() - interval '31 days' WHERE id = \(b)")
      _ = try await member.post("/items/\(a)/done", ["done": "true"])
      try agree(1, 1)
      // Many rows in one statement.
      try member.app.rows("UPDATE items SET done_at = now() WHERE household_id = \(member.household)")
      try agree(0, 2)
      #expect(try await member.get("/").shows("100% of all items done"))
      try member.app.rows("DELETE FROM items WHERE household_id = \(member.household)")
      try agree(0, 0)
      #expect(try await member.get("/").status == 200)
    }

    @Test(arguments: [
      "\u{202E}reversed\u{202C}", "a\u{200D}b", "👨‍👩‍👧‍👦 🏳️‍🌈 👍🏽", "e\u{301}\u{301}\u{301} Z̸̢̛", "é", "e\u{301}",
      "Ω\u{2126}K\u{212A}",
      "\"quotes\" 'n' `ticks`", "{{ item.title }} {% if %} {# #}", "'; DROP TABLE items; --",
      "<script>alert(1)</script>",
      "&amp; &lt;b&gt; &#39;", "line\r\nline\nline\rline", "\r\n\r\nblank lines first", "  spaces around  ", "tab\tin",
      "\u{FEFF}bom", "\u{FFFD}\u{FFFE}\u{10FFFF}", "\u{1}\u{8}\u{7F}\u{85}", "$1 $2 \\x00 \\u0000 %00 %s", "NULL",
      "a=b&c=d;e+f%20",
      "../../etc/passwd", "１２３", "ﷺ", "]]>--><!--",
    ])
    func `Any text comes back exactly, in every field`(text: String) async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add(text, description: text)
      let edit = try await member.get("/items/\(id)/edit")
      #expect(edit.field("title").map { Array($0.utf8) } == Array(text.utf8))
      #expect(edit.area("description").map { Array($0.utf8) } == Array(text.utf8))
      let list = try await member.get("/items?q=\(percentEncoded(text))")
      #expect(list.status == 200)
      #expect(list.itemIDs == ["\(id)"])
      #expect(list.contains("<span>\(escaped(text))</span>"))
      #expect(list.field("q").map { Array($0.utf8) } == Array(text.utf8))
      #expect(try await member.post("/items/\(id)/delete").status == 303)
      #expect(try await member.get("/trash").contains("<span>\(escaped(text))</span>"))
      let stored: String = try member.app.rows("SELECT title FROM items WHERE id = \(id)")[0]["title"]
      #expect(Array(stored.utf8) == Array(text.utf8))
    }

    @Test(arguments: ["👨‍👩‍👧‍👦 \"<b>' \u{202E}", "{{ name }} '; DROP"])
    func `A person's name and a refused e-mail come back exactly`(text: String) async throws {
      let app = try await TestApp.shared()
      let browser = app.browser()
      let refused = try await browser.post("/signup", ["name": text, "email": text, "password": "short"])
      #expect(refused.field("name").map { Array($0.utf8) } == Array(text.utf8))
      let answer = try await browser.post(
        "/signup", ["name": text, "email": "name-\(text.utf8.count)@example.org", "password": "a quiet harbour"])
      #expect(answer.status == 303)
      #expect(try await browser.get("/").contains("<strong>\(escaped(text))</strong>"))
    }

    @Test func `U+0000 is refused with a message, everywhere`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("There")
      let answers = [
        try await member.post("/items", ["title": "a\u{0}b"]),
        try await member.post("/items", ["title": "ab", "description": "\u{0}"]),
        try await member.post("/items/quick", ["text": "a\u{0}b"]),
        try await member.post("/items/\(id)", ["version": "1", "title": "a\u{0}b"]),
        try await member.browser.post("/login", ["email": "a\u{0}b", "password": "12345678"]),
      ]
      for answer in answers {
        #expect(answer.status == 400)
        #expect(answer.shows("This text contains a character that cannot be stored (U+0000)."))
      }
      #expect(try await member.get("/items?q=a%00b").status == 400)
      #expect(try await member.get("/items").itemIDs.count == 1)
    }

    @Test func `Invalid UTF-8 and broken escapes are 400`() async throws {
      let member = try await TestApp.shared().member()
      for body in ["title=%FF", "title=%C3", "title=%ED%A0%80", "title=%zz", "title=%4", "%FF=1"] {
        let headers: [String: String?] = [
          "content-type": "application/x-www-form-urlencoded", "origin": member.browser.origin,
        ]
        var fields = headers
        fields["content-length"] = "\(body.utf8.count)"
        #expect(try await member.browser.send("POST", "/items", fields, Array(body.utf8)).status == 400, "\(body)")
      }
      #expect(try await member.get("/items?q=%FF").status == 400)
      #expect(try await member.get("/items").itemIDs == [])
    }

    @Test(arguments: ["x", "", "00000000-0000-0000-0000-00000000000g", "0", "%F0%9F%91%8D"])
    func `Ids that are none are refused quietly`(id: String) async throws {
      let member = try await TestApp.shared().member()
      #expect(try await member.get("/items/\(id)/edit").status == 404)
      #expect(try await member.post("/items/\(id)/done", ["done": "true"]).status == 404)
      #expect(try await member.post("/items", ["id": id, "title": "t"]).status == 400)
      #expect(try await member.get("/items?after=\(id)").status == 400)
      #expect(try await member.get("/trash?after=\(id)").status == 400)
    }

    @Test func `An edit without a version is refused`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("There")
      for version in ["", "-1", "+1", "99999999999999999999", "one", "9999999999"] {
        let answer = try await member.post("/items/\(id)", ["version": version, "title": "Changed"])
        #expect([400, 409].contains(answer.status), "\(version): \(answer.status)")
      }
      #expect(try await member.get("/items/\(id)/edit").field("title") == "There")
    }
  }

  /// R25: what htmx gets.
  @Suite struct Fragments {
    @Test func `R25: quick adding answers with the form, the list, the numbers and the notice`() async throws {
      let member = try await TestApp.shared().member()
      let answer = try await member.post("/items/quick", ["text": "Milk <1 l>"], fragment())
      #expect(answer.status == 200)
      #expect(!answer.contains("<html"))
      #expect(answer.shows("Milk <1 l>"))
      for id in ["quick", "list", "counts", "notice"] { #expect(answer.count(of: "id=\"\(id)\"") == 1) }
      #expect(answer.contains("hx-swap-oob"))
      #expect(answer.field("text") == "")
      #expect(answer["vary"]?.contains("HX-Request") == true)
      let plain = try await member.post("/items/quick", ["text": "Bread"])
      #expect(plain.status == 303)
      #expect(try await member.get("/items").notice == "Added: Bread")
    }

    @Test func `R25: blank quick adding is 422 with a message in place`() async throws {
      let member = try await TestApp.shared().member()
      let answer = try await member.post("/items/quick", ["text": "  "], fragment())
      #expect(answer.status == 422)
      #expect(!answer.contains("<html"))
      #expect(answer.contains("aria-invalid=\"true\""))
      #expect(answer.shows("Please write a title or a description."))
    }

    @Test func `R15, R25: done and delete answer with numbers and a notice, restore with a notice`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("Tick")
      try await member.add("Other")
      let done = try await member.post("/items/\(id)/done", ["done": "true"], fragment())
      #expect(done.status == 200)
      #expect(done.shows("1 of 2 done"))
      #expect(done.shows("Done: Tick"))
      let deleted = try await member.post("/items/\(id)/delete", [:], fragment("item-\(id)"))
      #expect(deleted.shows("0 of 1 done"))
      #expect(deleted.contains("action=\"/items/\(id)/restore\""))
      let restored = try await member.post("/items/\(id)/restore", [:], fragment())
      #expect(restored.shows("Restored: Tick"))
      for answer in [done, deleted, restored] { #expect(!answer.contains("<html")) }
    }

    @Test(arguments: [
      "/items", "/items/new", "/trash", "/categories", "/tags", "/hosts", "/requests", "/hosting/requests", "/recipes",
      "/recipes/results", "/favorites",
    ])
    func `HX-Request alone asks for the fragment, and Vary names what decides`(path: String) async throws {
      let member = try await TestApp.shared().member()
      let part = try await member.get(path, fragment())
      #expect(part.status == 200 && !part.contains("<html"))
      let whole = try await member.get(path, ["hx-request": "true", "hx-history-restore-request": "true"])
      #expect(whole.contains("<html"))
      let signedOut = try await member.app.browser().get(path, fragment())
      #expect(signedOut.status == 401)
      for answer in [part, whole, signedOut, try await member.get(path)] {
        let names = Set((answer["vary"] ?? "").components(", "))
        #expect(names.isSuperset(of: ["HX-Request", "HX-Target", "HX-History-Restore-Request"]), "\(answer)")
      }
    }

    @Test func `A page from the browser's history is whole`() async throws {
      let member = try await TestApp.shared().member()
      var headers = fragment("list")
      #expect(try await !member.get("/items", headers).contains("<html"))
      headers["hx-history-restore-request"] = "true"
      #expect(try await member.get("/items", headers).contains("<html"))
    }

    @Test func `R25: what is saved with the form shows in the list at once`() async throws {
      let member = try await TestApp.shared().member()
      let answer = try await member.post("/items", ["title": "Saved"], fragment())
      #expect(answer.status == 200)
      #expect(answer["hx-push-url"] == "/items")
      #expect(answer.shows("Saved"))
    }
  }
}
