import Testing

@testable import Foyer

extension FoyerTests {
  /// What leads from one place to another.
  @Suite struct NavigationTests {
    @Test(arguments: [
      ("/", "Today"), ("/items", "Items"), ("/categories", "Categories"), ("/tags", "Tags"), ("/hosts", "Stays"),
      ("/recipes", "Recipes"), ("/settings", "Settings"),
    ])
    func `R1: every place is one tap away from every page, with name and icon, and the current one is marked`(
      path: String, name: String
    ) async throws {
      let member = try await TestApp.shared().member()
      for from in ["/", "/items", "/categories", "/tags", "/hosts", "/recipes", "/settings", "/trash"] {
        let page = try await member.get(from)
        let bar = try #require(page.text.slice(from: "<nav class=\"bar\"", to: "</nav>"))
        let link = try #require(bar.slice(from: "<a href=\"\(path)\"", to: "</a>"))
        #expect(link.contains("<svg class=\"icon\"") && link.contains(">\(name)<"))
        #expect(link.contains("aria-current=\"page\"") == (from == path), "\(path) from \(from)")
      }
    }

    @Test(arguments: [
      ("GET", "/nowhere", 404), ("GET", "/items/01890000-0000-7000-8000-000000000000/edit", 404),
      ("GET", "/items/x/edit", 404),
      ("GET", "/items?after=x", 400), ("POST", "/trash", 405), ("POST", "/items", 403),
    ])
    func
      `R1: a page of what went wrong keeps the navigation, the language and the theme of its reader, in one round trip`(
        method: String, path: String, status: Int
      ) async throws
    {
      let proxy = DatabaseProxy()
      let app = try await TestApp.counted(by: proxy)
      let member = try await app.member()
      try app.rows("UPDATE people SET language = 'fr', theme = 'dark' WHERE household_id = \(member.household)")
      let before = proxy.roundTrips
      let foreign = ["origin": "https://elsewhere.example"]
      let answer = try await member.browser.send(method, path, foreign, method == "POST" ? [] : nil)
      #expect(answer.status == (method == "POST" && status == 405 ? 405 : status))
      #expect(proxy.roundTrips - before == 1)
      #expect(
        answer.contains("<nav class=\"bar\"") && answer.language == "fr" && answer.contains("data-theme=\"dark\""))
      // Without a session, and without the database, there is the page alone.
      let stranger = try await app.browser().get("/nowhere")
      #expect(stranger.status == 404 && !stranger.contains("<nav class=\"bar\""))
      #expect(proxy.roundTrips - before == 1)
      proxy.goAway()
      let plain = try await member.get("/nowhere")
      #expect(plain.status == 404 && !plain.contains("<nav class=\"bar\""))
      await app.app.stop()
    }

    @Test func `Each row's buttons name what they change`() async throws {
      let member = try await TestApp.shared().member()
      try await member.add("Buy milk")
      let list = try await member.get("/items")
      #expect(list.contains("aria-label=\"Edit Buy milk\"") && list.contains("aria-label=\"Delete Buy milk\""))
      for kind in [LabelKind.category, .tag] {
        try await member.add(kind, "Garden")
        let labels = try await member.get(kind.path)
        #expect(labels.contains("aria-label=\"Edit Garden\"") && labels.contains("aria-label=\"Delete Garden\""))
      }
    }

    @Test func `R1: a phone's bar has five places, and the last of them is marked for what it opens`() async throws {
      let member = try await TestApp.shared().member()
      for (path, isBelow) in [("/items", false), ("/", false), ("/tags", true), ("/settings", true), ("/trash", true)] {
        let bar = try #require(try await member.get(path).text.slice(from: "<nav class=\"bar\"", to: "</nav>"))
        let first = try #require(bar.slice(from: "<nav", to: "popover>"))
        #expect(first.components("<a href=").count - 1 == 4 && first.components("<button").count - 1 == 1)
        #expect(first.contains("aria-current=\"true\"") == isBelow, "\(path)")
      }
    }

    @Test func `R31: iOS finds a start screen of exactly its screen's size`() async throws {
      let member = try await TestApp.shared().member()
      let page = try await member.get("/")
      let links = page.text.components("<link rel=\"apple-touch-startup-image\"").dropFirst()
      #expect(links.count == StartScreen.all.count)
      for (link, screen) in zip(links, StartScreen.all) {
        let path = try #require(link.slice(from: "href=\"", to: "\">")).dropFirst(6).dropLast(2)
        let picture = try await member.get(String(path))
        #expect(picture["content-type"] == "image/png")
        // The size is in the first chunk of a PNG (section 11.2.2).
        let size = picture.body.dropFirst(16).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        #expect(size == UInt64(screen.width * screen.scale) << 32 | UInt64(screen.height * screen.scale), "\(path)")
      }
    }

    @Test func `R2: the list has a title, a button to add and every item of the household`() async throws {
      let member = try await TestApp.shared().member()
      var ids: Set<String> = []
      for index in 1...7 { ids.insert("\(try await member.add("Item \(index)"))") }
      let mate = try await member.app.housemate(of: member)
      ids.insert("\(try await mate.add("The mate's"))")
      for reader in [member, mate] {
        let page = try await reader.get("/items")
        #expect(page.count(of: "<h1") == 1 && page.contains(">Items</h1>"))
        #expect(page.contains("href=\"/items/new\""))
        #expect(Set(page.itemIDs) == ids)
      }
    }
  }
}

extension StringProtocol {
  /// From where one text begins to where the next other one ends.
  fileprivate func slice(from start: String, to end: String) -> String? {
    guard let first = firstRange(of: start), let last = self[first.upperBound...].firstRange(of: end) else {
      return nil
    }
    return String(self[first.lowerBound..<last.upperBound])
  }
}
