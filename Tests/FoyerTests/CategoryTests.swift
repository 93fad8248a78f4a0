import Testing

@testable import Foyer

extension FoyerTests {
  @Suite struct CategoryTests {
    @Test func `R9: a category is made, renamed in place, and shown with its number of items`() async throws {
      let member = try await TestApp.shared().member()
      #expect(try await member.get("/categories").shows("No categories yet"))
      let form = try await member.get("/categories/new")
      #expect(form.shows("New category"))
      let id = try #require(form.field("id"))
      let answer = try await member.post(
        "/categories", ["id": id, "name": "Groceries", "color": "#2F8F5B", "icon": "🛒"])
      #expect(answer.status == 303)
      #expect(answer["location"] == "/categories#label-\(id)")
      let list = try await member.get("/categories")
      #expect(list.notice == "Added: Groceries")
      #expect(list.labelIDs == [id])
      #expect(list.contains("🛒"))
      #expect(list.contains("href=\"/items?category=\(id)\""))
      #expect(list.shows("0 items"))

      let category = try #require(UUID(id.utf8))
      for number in 1...2 { try member.put(try await member.add("Item \(number)"), in: category) }
      #expect(try await member.get("/categories").shows("2 items"))

      let edit = try await member.get("/categories/\(id)/edit")
      #expect(edit.shows("Edit category"))
      #expect([edit.field("name"), edit.field("color"), edit.field("icon")] == ["Groceries", "#2f8f5b", "🛒"])
      let version = try #require(edit.field("version"))
      let saved = try await member.post(
        "/categories/\(id)", ["version": version, "name": "groceries!", "color": "#123456", "icon": ""])
      #expect(saved.status == 303)
      let after = try await member.get("/categories")
      #expect(after.notice == "Saved.")
      #expect(after.shows("groceries!"))
      #expect(after.contains("fill=\"#123456\""))
      #expect(!after.contains("🛒"))
      #expect(after.shows("2 items"))
    }

    @Test func `R9: a form sent twice, also at the same moment, makes one category`() async throws {
      let member = try await TestApp.shared().member()
      let id = UUID.v7()
      let answers = try await member.atOnce(8) { browser, _ in
        try await browser.post("/categories", ["id": "\(id)", "name": "Once"])
      }
      #expect(answers.map(\.status) == Array(repeating: 303, count: 8))
      #expect(try await member.get("/categories").labelIDs == ["\(id)"])
    }

    @Test func `R9: without a colour, or with none that exists, a name gets its own`() async throws {
      let member = try await TestApp.shared().member()
      for (number, color) in ["", "red", "#12345", "#12345g", "#1234567", "url(x)", "#１２３４５６"].enumerated() {
        let id = UUID.v7()
        #expect(
          try await member.post("/categories", ["id": "\(id)", "name": "Name \(number)", "color": color]).status == 303)
        let row = try member.app.rows("SELECT color, color_for(name) AS expected FROM categories WHERE id = \(id)")[0]
        #expect(try row["color"] as String == row["expected"] as String)
        #expect(LabelColor.palette.contains(try row["color"]))
      }
      let colors = try member.app.rows("SELECT DISTINCT color_for(n::text) AS color FROM generate_series(1, 500) AS n")
      #expect(try Set(colors.map { try $0["color"] as String }) == Set(LabelColor.palette))
    }

    @Test(arguments: [
      ("", "", "Please fill this in."), (" \t\u{3000}", "", "Please fill this in."),
      (String(repeating: "й", count: 10_001), "", "At most 10,000 characters, please."),
      ("Fine", "ab", "One emoji or character, please."), ("Fine", "🛒🛒", "One emoji or character, please."),
      ("Fine", "a" + String(repeating: "\u{301}", count: 32), "One emoji or character, please."),
    ])
    func `R9: what cannot be saved is 422, and nothing typed is lost`(name: String, icon: String, message: String)
      async throws
    {
      let member = try await TestApp.shared().member()
      let id = "\(UUID.v7())"
      let answer = try await member.post(
        "/categories", ["id": id, "name": name, "color": "#abcdef", "icon": icon])
      #expect(answer.status == 422)
      #expect(answer.shows(message))
      #expect(answer.contains("aria-invalid=\"true\""))
      #expect([answer.field("id"), answer.field("name"), answer.field("color")] == [id, name, "#abcdef"])
      #expect(answer.field("icon") == icon)
      let known = try await member.add(.category, "Known")
      let edit = try await member.post("/categories/\(known)", ["version": "1", "name": name, "icon": icon])
      #expect(edit.status == 422)
      #expect(edit.field("name") == name)
      #expect(try await member.get("/categories").labelIDs == ["\(known)"])
    }

    @Test func `R9: any name comes back exactly, the longest, too`() async throws {
      let member = try await TestApp.shared().member()
      for name in naughtyNames + [String(repeating: "д", count: 10_000)] {
        let id = try await member.add(.category, name)
        let edit = try await member.get("/categories/\(id)/edit")
        #expect(edit.field("name") == name)
        #expect(edit.field("name")?.unicodeScalars.elementsEqual(name.unicodeScalars) == true)
        #expect(try await member.get("/categories").shows(name))
        #expect(try await member.get("/categories/\(id)/delete").shows(name))
      }
      #expect(try await member.get("/categories").labelIDs.count == naughtyNames.count + 1)
      for icon in ["👨‍👩‍👧‍👦", "🏳️‍🌈", "é", "한", "<"] {
        let id = UUID.v7()
        let answer = try await member.post("/categories", ["id": "\(id)", "name": "Icon \(icon)", "icon": icon])
        #expect(answer.status == 303)
        #expect(try await member.get("/categories/\(id)/edit").field("icon") == icon)
      }
    }

    @Test(arguments: [("Épicerie", "epicerie"), ("ЁЛКА", "елка"), ("Groceries", "  GROCERIES "), ("ﬁne", "Fine")])
    func `R9: a name is there once, ignoring case and accents`(name: String, same: String) async throws {
      let (member, other) = (try await TestApp.shared().member(), try await TestApp.shared().member())
      let id = try await member.add(.category, name)
      let answer = try await member.post("/categories", ["id": "\(UUID.v7())", "name": same, "icon": "x"])
      #expect(answer.status == 422)
      #expect(answer.shows("This name already exists."))
      #expect([answer.field("name"), answer.field("icon")] == [same, "x"])
      #expect(try await member.get("/categories").labelIDs == ["\(id)"])
      // It may be written differently, another household may have it, and so may a tag.
      #expect(try await member.post("/categories/\(id)", ["version": "1", "name": same]).status == 303)
      try await other.add(.category, name)
      try await member.add(.tag, name)
    }

    @Test func `R9: renaming to a name that exists asks whether to merge, and merging moves the items`() async throws {
      let member = try await TestApp.shared().member()
      let (one, other) = (try await member.add(.category, "Food"), try await member.add(.category, "Épicerie"))
      let (open, done, deleted) = (
        try await member.add("open"), try await member.add("done"), try await member.add("deleted")
      )
      for item in [open, done, deleted] { try member.put(item, in: one) }
      try member.put(try await member.add("there"), in: other)
      _ = try await member.post("/items/\(done)/done", ["done": "true"])
      _ = try await member.post("/items/\(deleted)/delete")

      let question = try await member.post("/categories/\(one)", ["version": "1", "name": "EPICERIE", "icon": "🛒"])
      #expect(question.status == 409)
      #expect(question.shows("Merge the two?"))
      #expect(question.shows("Épicerie"))
      #expect(question.field("merge") == "\(other)")
      #expect(question.field("name") == "EPICERIE")
      #expect(try await member.get("/categories").labelIDs.count == 2)

      let fields: KeyValuePairs = ["version": "1", "name": "EPICERIE", "merge": "\(other)"]
      for _ in 1...2 { #expect(try await member.post("/categories/\(one)", fields).status == 303) }
      let list = try await member.get("/categories")
      #expect(list.notice == "Merged with Épicerie")
      #expect(list.labelIDs == ["\(other)"])
      #expect(list.shows("3 items"))
      for item in [open, done, deleted] { #expect(try member.category(of: item) == other) }
      #expect(try member.categoryCounts(other) == ([2, 1], [2, 1]))
      #expect(try member.categoryCounts(one) == ([0, 0], [0, 0]))
      _ = try await member.post("/items/\(deleted)/restore")
      #expect(try member.categoryCounts(other) == ([3, 1], [3, 1]))
    }

    @Test func `R9: a merge that makes no sense changes nothing`() async throws {
      let (member, stranger) = (try await TestApp.shared().member(), try await TestApp.shared().member())
      let (one, other) = (try await member.add(.category, "One"), try await member.add(.category, "Other"))
      let (theirs, gone) = (try await stranger.add(.category, "Theirs"), try await member.add(.category, "Gone"))
      _ = try await member.post("/categories/\(gone)/delete")
      let item = try await member.add("Item")
      try member.put(item, in: one)
      for (merge, status) in [
        ("\(one)", 400), ("\(theirs)", 404), ("\(gone)", 404), ("\(UUID.v7())", 404), ("x", 400), ("", 400),
      ] {
        let answer = try await member.post("/categories/\(one)", ["version": "1", "name": "Other", "merge": merge])
        #expect(answer.status == status, "\(merge)")
      }
      let foreign = try await stranger.post("/categories/\(one)", ["version": "1", "name": "x", "merge": "\(theirs)"])
      #expect(foreign.status == 404)
      let stale = try await member.post("/categories/\(one)", ["version": "7", "name": "Other", "merge": "\(other)"])
      #expect(stale.status == 409)
      #expect(try member.category(of: item) == one)
      #expect(try await member.get("/categories").labelIDs == ["\(one)", "\(other)"])
    }

    @Test func `R9: merges in opposite directions at the same moment lose no item`() async throws {
      let member = try await TestApp.shared().member()
      let (one, other) = (try await member.add(.category, "One"), try await member.add(.category, "Other"))
      let (a, b) = (try await member.add("a"), try await member.add("b"))
      try member.put(a, in: one)
      try member.put(b, in: other)
      let statuses = try await member.atOnce(6) { browser, number in
        let (from, to) = number % 2 == 0 ? (one, other) : (other, one)
        return try await browser.post("/categories/\(from)", ["version": "1", "name": "x", "merge": "\(to)"]).status
      }
      #expect(statuses.filter { $0 == 303 }.count == 3)
      let left = try await member.get("/categories").labelIDs
      #expect(left.count == 1)
      for item in [a, b] { #expect(try member.category(of: item).map { "\($0)" } == left.first) }
    }

    @Test func `R9: a stale edit is 409 with both texts, and can then be saved`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add(.category, "Original")
      let first: KeyValuePairs = ["version": "1", "name": "Theirs <1>", "color": "#111111", "icon": "🐾"]
      #expect(try await member.post("/categories/\(id)", first).status == 303)
      // The same content once more is no conflict.
      #expect(try await member.post("/categories/\(id)", first).status == 303)
      let second = try await member.post(
        "/categories/\(id)", ["version": "1", "name": "Mine <2>", "color": "#222222", "icon": "🌱"])
      #expect(second.status == 409)
      for text in ["Theirs <1>", "#111111", "🐾", "Mine <2>", "#222222", "🌱"] { #expect(second.shows(text)) }
      #expect(try await member.get("/categories/\(id)/edit").field("name") == "Theirs <1>")
      let kept = try await member.post(
        "/categories/\(id)",
        [
          "version": try #require(second.field("version")), "name": try #require(second.field("name")),
          "color": try #require(second.field("color")), "icon": try #require(second.field("icon")),
        ])
      #expect(kept.status == 303)
      let edit = try await member.get("/categories/\(id)/edit")
      #expect([edit.field("name"), edit.field("color"), edit.field("icon")] == ["Mine <2>", "#222222", "🌱"])
    }

    @Test func `R9: pages of 50 show each of 120 categories once, by name`() async throws {
      let member = try await TestApp.shared().member()
      try member.app.rows(
        """
        INSERT INTO categories (household_id, id, name, color)
        SELECT \(member.household), gen_random_uuid(), 'Category ' || n, '#000000' FROM generate_series(1, 120) AS n
        """)
      var (seen, counts): ([String], [Int]) = ([], [])
      var path: String? = "/categories"
      while let next = path {
        let page = try await member.get(next, counts.isEmpty ? [:] : fragment("more"))
        counts.append(page.labelIDs.count)
        seen += page.labelIDs
        path = page.next
      }
      #expect(counts == [50, 50, 20])
      #expect(Set(seen).count == 120)
      let expected = try member.app.rows(
        "SELECT id FROM categories WHERE household_id = \(member.household) ORDER BY folded_name COLLATE \"C\"")
      #expect(try seen == expected.map { try "\($0["id"] as UUID)" })
    }

    @Test func `R10: deleting a category says what becomes of its items, and loses none`() async throws {
      let member = try await TestApp.shared().member()
      let (id, empty) = (try await member.add(.category, "Garden"), try await member.add(.category, "Empty"))
      let (open, done, deleted) = (
        try await member.add("open"), try await member.add("done"), try await member.add("deleted")
      )
      for item in [open, done, deleted] { try member.put(item, in: id) }
      _ = try await member.post("/items/\(done)/done", ["done": "true"])
      _ = try await member.post("/items/\(deleted)/delete")
      // Only what has no item is deleted by the list itself.
      let list = try await member.get("/categories")
      #expect(list.contains("href=\"/categories/\(id)/delete\""))
      #expect(!list.contains("action=\"/categories/\(id)/delete\""))
      #expect(list.contains("action=\"/categories/\(empty)/delete\""))
      let question = try await member.get("/categories/\(id)/delete")
      #expect(question.shows("2 items become Uncategorised."))
      #expect(question.contains("action=\"/categories/\(id)/delete\""))

      for _ in 1...2 { #expect(try await member.post("/categories/\(id)/delete").status == 303) }
      let after = try await member.get("/categories")
      #expect(after.notice == "Deleted: Garden")
      #expect(after.contains("action=\"/categories/\(id)/restore\""))
      #expect(after.labelIDs == ["\(empty)"])
      for item in [open, done, deleted] { #expect(try member.category(of: item) == nil) }
      #expect(Set(try await member.get("/items?status=all").itemIDs) == ["\(open)", "\(done)"])
      #expect(try member.categoryCounts(id) == ([0, 0], [0, 0]))
      for path in ["edit", "delete"] { #expect(try await member.get("/categories/\(id)/\(path)").status == 404) }
      #expect(try await member.post("/categories/\(id)", ["version": "1", "name": "Back"]).status == 404)
    }

    @Test func `R10: Undo brings a category back with the items that are in no other since`() async throws {
      let member = try await TestApp.shared().member()
      let (id, other) = (try await member.add(.category, "Garden"), try await member.add(.category, "House"))
      let (stays, moves, deleted) = (
        try await member.add("stays"), try await member.add("moves"), try await member.add("deleted")
      )
      for item in [stays, moves, deleted] { try member.put(item, in: id) }
      _ = try await member.post("/items/\(deleted)/delete")
      _ = try await member.post("/categories/\(id)/delete")
      try member.put(moves, in: other)
      for _ in 1...2 { #expect(try await member.post("/categories/\(id)/restore").status == 303) }
      let list = try await member.get("/categories")
      #expect(list.notice == "Restored: Garden")
      #expect(list.labelIDs == ["\(id)", "\(other)"])
      #expect(try member.category(of: stays) == id)
      #expect(try member.category(of: deleted) == id)
      #expect(try member.category(of: moves) == other)
      #expect(try member.categoryCounts(id) == ([1, 0], [1, 0]))
      #expect(try member.categoryCounts(other) == ([1, 0], [1, 0]))
    }

    @Test func `R10: deleting and restoring while items change neither fails nor confuses the numbers`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add(.category, "Busy")
      var items: [UUID] = []
      for number in 1...4 {
        items.append(try await member.add("Item \(number)"))
        try member.put(items[number - 1], in: id)
      }
      let known = items
      let answers = try await member.atOnce(6) { browser, number in
        var statuses: Set<Int> = []
        for turn in 0..<15 {
          let item = known[(number + turn) % known.count]
          let (path, fields): (String, KeyValuePairs<String, String>) =
            switch (number + turn) % 6 {
            case 0: ("/categories/\(id)/delete", [:])
            case 1: ("/items/\(item)/done", ["done": "true"])
            case 2: ("/items/\(item)/delete", [:])
            case 3: ("/categories/\(id)/restore", [:])
            case 4: ("/items/\(item)/restore", [:])
            default: ("/items/\(item)/done", ["done": "false"])
            }
          statuses.insert(try await browser.post(path, fields).status)
        }
        return statuses
      }
      // 404: ticked while deleted.
      #expect(answers.allSatisfy { $0.isSubset(of: [303, 404]) })
      _ = try await member.post("/categories/\(id)/restore")
      for item in items {
        _ = try await member.post("/items/\(item)/restore")
        #expect(try member.category(of: item) == id)
      }
      let (counts, all) = (try member.categoryCounts(id), try member.counts())
      #expect(counts.kept == counts.counted)
      #expect(counts.kept.reduce(0, +) == 4)
      #expect(all.kept == all.counted)
    }

    @Test func `R10: a category whose name was given away meanwhile is not restored, which the notice says`()
      async throws
    {
      let member = try await TestApp.shared().member()
      let id = try await member.add(.category, "Garden")
      let item = try await member.add("Item")
      try member.put(item, in: id)
      _ = try await member.post("/categories/\(id)/delete")
      let new = try await member.add(.category, "gárden")
      #expect(try await member.post("/categories/\(id)/restore").status == 303)
      let list = try await member.get("/categories")
      #expect(list.notice == "Not restored, because the name is in use again: Garden. Nothing is lost.")
      #expect(list.labelIDs == ["\(new)"])
      #expect(try member.category(of: item) == nil)
      // Once the name is free again, everything comes back.
      _ = try await member.post("/categories/\(new)", ["version": "1", "name": "Park"])
      _ = try await member.post("/categories/\(id)/restore")
      #expect(try member.category(of: item) == id)
    }

    @Test func `R10: a category can be restored for 30 days and is gone afterwards`() async throws {
      let member = try await TestApp.shared().member()
      let (young, old) = (try await member.add(.category, "29 days"), try await member.add(.category, "30 days"))
      for id in [young, old] { _ = try await member.post("/categories/\(id)/delete") }
      try member.app.rows("UPDATE categories SET deleted_at = now() - interval '29 days 23 hours' WHERE id = \(young)")
      try member.app.rows("UPDATE categories SET deleted_at = now() - interval '30 days' WHERE id = \(old)")
      #expect(try await member.post("/categories/\(old)/restore").status == 404)
      #expect(try await member.post("/categories/\(young)/restore").status == 303)
      #expect(try await member.get("/categories").labelIDs == ["\(young)"])
    }

    @Test func `R9: names are suggested as one types, 20 at most, those that begin so first`() async throws {
      let (member, stranger) = (try await TestApp.shared().member(), try await TestApp.shared().member())
      try await stranger.add(.category, "Épicerie of somebody else")
      for name in ["L’épicerie", "Épicerie \"fine\"", "Garden", "Zepi"] { try await member.add(.category, name) }
      let gone = try await member.add(.category, "Epi")
      _ = try await member.post("/categories/\(gone)/delete")
      let answer = try await member.get("/categories/suggest?q=EPI")
      #expect(answer.suggestions == ["Épicerie \"fine\"", "L’épicerie", "Zepi"])
      #expect(!answer.contains("<html"))
      #expect(try await member.get("/categories/suggest?q=%25").suggestions == [])
      #expect(try await member.get("/categories/suggest").suggestions.count == 4)
      for number in 1...21 { try await member.add(.category, "Many \(number)") }
      #expect(try await member.get("/categories/suggest?q=many").suggestions.count == 20)
      #expect(try await TestApp.shared().browser().get("/categories/suggest?q=a").status == 303)
    }
  }
}
