import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// After a change the list shows its row, however long it is and whatever it was narrowed to.
  @Suite struct ItemListTests {
    /// Those of a plain list are written without the fields of a form.
    @Test func `The address of a section is that of the filter that it says`() {
      for section in [UUID.v7(), Section.uncategorised] {
        let filter = ItemFilter()
        for url in [filter.url(section: section), filter.url(doneIn: section)] {
          #expect(ItemFilter(back: url).url == url)
        }
      }
    }

    @Test(arguments: [ItemFilter.Sort.position, .due])
    func `A section has the same address however it is put together`(sort: ItemFilter.Sort) throws {
      var filter = ItemFilter()
      filter.sort = sort
      let rest = sort == .position ? "" : "&sort=due"
      let id = UUID.v7()
      #expect(filter.url(section: id) == "/items?category=\(id)\(rest)")
      #expect(filter.url(section: Section.uncategorised) == "/items?category=none\(rest)")
      #expect(filter.url(doneIn: id) == "/items?category=\(id)&status=done\(rest)")
    }

    /// A household with 120 items without a category, and two categories behind them.
    private func long() async throws -> Member {
      let member = try await TestApp.shared().member()
      try member.fill(120)
      for (category, title) in [("Yard", "Feed the hens"), ("Zoo", "Visit the owls")] {
        _ = try await member.post("/items", ["title": title, "category": category])
      }
      _ = try await member.get("/items")
      return member
    }

    @Test func `A page names the sections behind it that have items, and the last one names none`() async throws {
      let member = try await long()
      _ = try await member.add(.category, "Empty")
      for path in ["/items", "/items?status=open", "/items?sort=title"] {
        var page = try await member.get(path)
        for _ in 1...2 {
          let heads = try #require(page.between("<nav class=\"heads\"", "</nav>"))
          #expect(
            heads.components("class=\"section-name\" dir=\"auto\">").dropFirst().map { $0.prefix(4) } == [
              "Yard", "Zoo<",
            ])
          let next = try #require(page.between("class=\"more\"><a class=\"button\" href=\"", "\""))
          page = try await member.get(next.replacing("&amp;", with: "&"))
        }
        #expect(page.itemIDs.count == 22 && !page.contains("class=\"heads\""))
      }
      #expect(try await !member.get("/items?status=done").contains("class=\"heads\""))
    }

    @Test func `A quick-added item is shown and marked however long the list is, without a script, too`() async throws {
      let member = try await long()
      let answer = try await member.post("/items/quick", ["text": "Buy seed #Yard"])
      #expect(answer.status == 303)
      let id = try #require(answer["location"]?.components("#item-").last)
      #expect(answer["location"] == "/items#item-\(id)")
      let list = try await member.get("/items")
      #expect(list.itemIDs.first == id && list.itemIDs.count == 3)
      #expect(list.contains("<li id=\"item-\(id)\" class=\"item new\""))
      #expect(list.contains("<span class=\"section-name\" dir=\"auto\">Yard</span>"))
      #expect(list.shows("Show the list from the start"))
      // It is marked once.
      let again = try await member.get("/items")
      #expect(again.itemIDs.count == 50 && !again.contains("item new"))

      let part = try await member.post("/items/quick", ["text": "Mend the fence #Yard"], fragment("quick"))
      // Where one types, the list stays: the notice leads to what is further down.
      #expect(part.status == 200 && part.itemIDs.count == 50 && !part.contains("Mend the fence</span></a>"))
      let path = try #require(part.between("class=\"button quiet\" href=\"/items?at=", "#item-"))
      let there = try await member.get("/items?at=\(path)")
      #expect(there.count(of: "class=\"item new\"") == 1)
      #expect(there.between("class=\"item new\"", "</li>")?.contains("Mend the fence") == true)
    }

    @Test func `A quick-added item is shown where its section is folded, and where a filter leaves it out`()
      async throws
    {
      let member = try await long()
      let yard: UUID = try member.app.rows(
        "SELECT id FROM categories WHERE household_id = \(member.household) AND name = 'Yard'")[0]["id"]
      _ = try await member.post("/sections/\(yard)/fold", ["folded": "true"])
      _ = try await member.post("/items/quick", ["text": "Buy seed #Yard", "status": "open"])
      #expect(try await member.get("/items?status=open").contains("item new"))
      let left = try await member.post("/items/quick", ["text": "Left out", "status": "done", "sort": "due"])
      #expect(left["location"]?.hasPrefix("/items?sort=due#item-") == true)
      #expect(try await member.get("/items?sort=due").contains("item new"))
      let part = try await member.post("/items/quick", ["text": "Left out", "q": "owls"], fragment("quick"))
      #expect(part.status == 200 && part["hx-redirect"] == nil && part.contains("href=\"/items?at="))
    }

    @Test func `R16: every section's head is drawn, also of those whose rows are on later pages`() async throws {
      let member = try await long()
      let first = try await member.get("/items")
      let heads = try #require(first.between("<nav class=\"heads\"", "</nav>"))
      #expect(heads.contains("Yard") && heads.contains("Zoo") && !heads.contains("Uncategorised"))
      // Paging draws each head once more where its rows begin, and no page loses one.
      var (path, names): (String?, Set<String>) = (first.next, [])
      while let next = path {
        let page = try await member.get(next, fragment("more"))
        for name in ["Yard", "Zoo"] where page.contains("dir=\"auto\">\(name)</span>") { names.insert(name) }
        #expect(names.count == 2, "\(next)")
        path = page.next
      }
      // None for a household that fits on one page, none in a search.
      #expect(!(try await member.get("/items?q=item").contains("class=\"heads\"")))
      let done = try await member.get("/items?status=done")
      #expect(!done.contains("class=\"heads\""))
    }

    @Test(arguments: ["/items?q=owls", "/items?category=zoo&status=open", "/items?tag=far&sort=title"])
    func `R13: saving leads back to the list that the form was opened from, at the row, which is marked`(path: String)
      async throws
    {
      let member = try await long()
      let id = UUID.v7()
      _ = try await member.post("/items", ["id": "\(id)", "title": "See the owls", "category": "Zoo", "tags": "far"])
      let edit = try await member.get("/items/\(id)/edit", ["referer": "\(member.browser.origin)\(path)"])
      #expect(edit.field("back") == path)
      #expect(edit.contains("href=\"\(escaped(path))\">Cancel"))
      let fields: KeyValuePairs = [
        "version": "1", "title": "See all owls", "category": "Zoo", "tags": "far", "back": path,
      ]
      let saved = try await member.post("/items/\(id)", fields)
      #expect(saved["location"] == "\(path)#item-\(id)")
      #expect(try await member.get(path).contains("<li id=\"item-\(id)\" class=\"item new\""))
      // With a mistake in it, the form keeps the way back.
      let wrong = try await member.post(
        "/items/\(id)", ["version": "2", "title": "x", "due_time": "10:00", "back": path])
      #expect(wrong.status == 422 && wrong.field("back") == path)
      #expect(try await member.post("/items/\(id)/delete", ["back": path])["location"] == path)
    }

    @Test(arguments: [
      "https://elsewhere.example/", "//elsewhere.example", "/settings", "/items/quick", "/items?after=x", "",
    ])
    func `R13: no other page and no other site is a list to go back to`(back: String) async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("Item")
      let saved = try await member.post("/items/\(id)", ["version": "1", "title": "Changed", "back": back])
      #expect(saved["location"] == "/items#item-\(id)")
    }

    @Test func `R25: with a script, saving the form puts the list in its place`() async throws {
      let member = try await long()
      let id = UUID.v7()
      let form = try await member.get("/items/new")
      #expect(form.contains("hx-post=\"/items\"") && form.contains("hx-target=\"#main\""))
      let fields: KeyValuePairs = [
        "id": "\(id)", "title": "Paint the coop", "category": "Yard", "back": "/items?status=open",
      ]
      let part = try await member.post("/items", fields, fragment("main"))
      #expect(part.status == 200 && part["hx-push-url"] == "/items?status=open" && part["hx-retarget"] == nil)
      #expect(!part.contains("<html") && part.contains("<title>Items · Foyer</title>"))
      #expect(part.contains("<li id=\"item-\(id)\" class=\"item new\"") && part.notice == "Added: Paint the coop")
      // A mistake brings the form again.
      let wrong = try await member.post("/items", ["title": "", "description": ""], fragment("main"))
      #expect(wrong.status == 422 && wrong["hx-retarget"] == "#item-form" && wrong["hx-reswap"] == "outerHTML")
      #expect(!wrong.contains("<html"))
    }

    @Test func `R13: Uncategorised is offered as a filter, under its name in each language`() async throws {
      let member = try await TestApp.shared().member()
      let plain = try await member.add("Plain")
      _ = try await member.post("/items", ["title": "Other", "category": "Garden"])
      let list = try await member.get("/items")
      #expect(list.contains("href=\"/items?category=none\">Uncategorised</a>"))
      #expect(list.contains("<option value=\"Uncategorised\">"))
      #expect(try await member.get("/categories/suggest?none=1&q=unc").suggestions == ["Uncategorised"])
      #expect(try await member.get("/categories/suggest?q=unc").suggestions == [])
      for name in ["none"] + Section.uncategorisedNames + ["UNCATEGORISED"] {
        #expect(try await member.get("/items?category=\(percentEncoded(name))").itemIDs == ["\(plain)"], "\(name)")
      }
      let categories = try await member.get("/categories")
      let row = try #require(categories.between("href=\"/items?category=none\"", "</li>"))
      #expect(row.contains("Uncategorised") && row.contains("1 item<"))
    }

    @Test func `R9: no category is called as the items without one are, in any language`() async throws {
      let member = try await TestApp.shared().member()
      let other = try await member.add(.category, "Other")
      for name in Section.uncategorisedNames + [" uncatégorised "] {
        let made = try await member.post("/categories", ["name": name])
        #expect(made.status == 422 && made.shows("This name already exists."), "\(name)")
        #expect(made.field("name") == name)
        #expect(try await member.post("/categories/\(other)", ["version": "1", "name": name]).status == 422)
        let id = UUID.v7()
        _ = try await member.post("/items", ["id": "\(id)", "title": "Item", "category": name])
        #expect(try member.category(of: id) == nil)
      }
      #expect(try await member.get("/categories").labelIDs == ["\(other)"])
      // A tag may be called anything.
      try await member.add(.tag, "Uncategorised")
    }

    @Test func `R24: sample to-dos say what they are, go with one click, and come back with Undo`() async throws {
      let endpoint = try FakeEndpoint(
        .answer(body: #"{"todos":[{"todo":"One"},{"todo":"Two"},{"todo":"Three","completed":true}]}"#))
      let app = try await TestApp(["FOYER_SAMPLE_TODOS_URL": endpoint.url, "FOYER_FETCH_ALLOW": "127.0.0.0/8"])
      let (member, stranger) = (try await app.member(), try await app.member())
      let list = try await member.get("/items?status=all")
      #expect(list.itemIDs.count == 3 && list.shows("These are samples.") && list.shows("Remove them"))
      // What was edited is nobody's sample any more.
      let id = try #require(list.itemIDs.first)
      _ = try await member.post("/items/\(id)", ["version": "1", "title": "Mine now"])
      #expect(try await member.post("/items/samples/delete").status == 303)
      let rest = try await member.get("/items?status=all")
      #expect(rest.itemIDs == [id] && !rest.shows("These are samples."))
      let undo = try #require(rest.between("<form method=\"post\" action=\"/items/restore?at=", "\""))
      #expect(try await member.post("/items/restore?at=\(undo)").status == 303)
      #expect(try await member.get("/items?status=all").itemIDs.count == 3)
      #expect(try await stranger.get("/items?status=all").itemIDs.count == 3)
      await app.app.stop()
    }
  }
}
