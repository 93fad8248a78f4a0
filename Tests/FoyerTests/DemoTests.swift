import Testing

@testable import Foyer

extension FoyerTests {
  @Suite struct DemoTests {
    @Test func `R30: the command makes a household with everything, and the seven hosts, once`() async throws {
      let app = try await TestApp()
      let first = try Program(["demo"], ["DATABASE_URL": app.databaseURL])
      #expect(await first.exit() == 0)
      let password = try #require(first.output.components("with the password\n  ").last?.components("\n").first)
      let before = try app.digest()
      let second = try Program(["demo", "--password", "another quiet harbour"], ["DATABASE_URL": app.databaseURL])
      #expect(await second.exit() == 0)
      #expect(second.output.contains("nothing was made"))
      #expect(try app.digest() == before)

      let names: [String] = try app.rows("SELECT name FROM listings WHERE place <> 'Nancy' ORDER BY id").map {
        try $0["name"]
      }
      #expect(
        names == [
          "Joe Hamilton", "Stevie Bagley", "Zoe Sug", "Sam Aderson", "Alex Abbe", "Emiley Jackson", "Jack Tomshon",
        ])
      let pictures = try app.number("SELECT count(DISTINCT md5(picture)) AS n FROM listing_pictures")
      #expect(pictures == 16)
      let states: [String] = try app.rows("SELECT DISTINCT state FROM stay_requests ORDER BY state").map {
        try $0["state"]
      }
      #expect(states == ["accepted", "declined", "pending"])

      // Making the demo is no news: both have changed what its data say, and nothing else.
      let activity: [String] = try app.rows(
        "SELECT kind || ': ' || title AS change FROM activity a JOIN people p ON p.id = a.person_id WHERE p.name = 'Anna Lind' OR p.name = 'Ben Okoro' ORDER BY at"
      ).map { try $0["change"] }
      let expected = DemoData.activity.sorted { $0.hours > $1.hours }.map { "\($0.kind): \($0.title)" }
      #expect(activity == expected)

      let anna = app.browser()
      #expect(try await anna.post("/login", ["email": "anna@example.org", "password": password]).status == 303)
      let list = try await anna.get("/items")
      for words in ["Groceries", "Birthday cake for Léa", "urgent", "🥕"] { #expect(list.shows(words), "\(words)") }
      #expect(try await anna.get("/trash").shows("Sell the second sofa"))
      #expect(try await anna.get("/household").shows("Ben Okoro"))
      let move = try #require(try await anna.get("/move-in").between("href=\"/move-in/", "\""))
      let moved = try await anna.get("/move-in/\(move)")
      for words in ["Todoist", "2 to-dos", "Order tulip bulbs", "1 thing does not come over"] {
        #expect(moved.shows(words), "\(words)")
      }
      #expect(try await anna.get("/recipes").shows("chickpeas"))
      let favorites = try await anna.get("/favorites")
      for name in DemoData.favorites + ["Grandma’s apple crumble"] { #expect(favorites.shows(name), "\(name)") }
      let picture = try #require(list.between("<img src=\"", "\""))
      #expect(try await anna.get(picture)["content-type"] == "image/webp")
      let link = try #require(first.output.components("/invitations/").last?.components("\n").first)
      #expect(try await app.browser().get("/invitations/\(link)").shows("Anna & Ben"))

      let host = app.browser()
      #expect(try await host.post("/login", ["email": "joe.hamilton@example.org", "password": password]).status == 303)
      await app.app.stop()
    }

    @Test func `Nobody's account is touched, and a weak password is refused`() async throws {
      let app = try await TestApp()
      let own = app.browser()
      _ = try await own.post("/signup", ["name": "Zoe", "email": "Zoe.Sug@example.org", "password": "a quiet harbour"])
      let taken = try Program(["demo"], ["DATABASE_URL": app.databaseURL])
      #expect(await taken.exit() == 1)
      #expect(taken.errors.contains("Zoe.Sug@example.org"))
      let weak = try Program(["demo", "--password", "short"], ["DATABASE_URL": app.databaseURL])
      #expect(await weak.exit() == 1)
      let wrong = try Program(["demo", "now"], ["DATABASE_URL": app.databaseURL])
      #expect(await wrong.exit() == 2)
      #expect(try app.number("SELECT (SELECT count(*) FROM accounts) + (SELECT count(*) FROM listings) AS n") == 1)
      await app.app.stop()
    }

    @Test(arguments: [("fr", "Courses"), ("ko", "장보기"), ("ru", "Продукты")])
    func `R40: it speaks the language that is asked for, or that of the environment`(
      language: String, groceries: String
    ) async throws {
      let app = try await TestApp()
      let program = try Program(
        ["demo", "--language", language], ["DATABASE_URL": app.databaseURL, "LANG": "de_DE.UTF-8"])
      #expect(await program.exit() == 0)
      let names: [String] = try app.rows("SELECT name FROM categories").map { try $0["name"] }
      #expect(names.contains(groceries) && !names.contains("Groceries"))
      await app.app.stop()
    }

    @Test func `R40: nothing of it is left in English`() {
      var all = [DemoData.own.place, DemoData.own.offer] + DemoData.ingredients + DemoData.staples + [DemoData.packet]
      for host in DemoData.hosts { all += [host.home, host.place, host.offer] }
      for label in DemoData.categories + DemoData.tags { all.append(label.name) }
      for item in DemoData.items { all += [item.title, item.description] }
      for request in DemoData.requests { all += [request.message, request.reply] }
      all += DemoData.eaters.flatMap(\.dislikes)
      all += [DemoData.filed.picture, DemoData.filed.file, DemoData.filed.words]
      all += DemoData.plan.map(\.text)
      let recipe = DemoData.recipe(.demo("recipe"), image: .demo("image"))
      all += [recipe.name, recipe.description, recipe.cuisine]
      all += recipe.ingredients
      all += recipe.steps
      for language in [Language.fr, .ko, .ru] {
        let translated = DemoTexts(language)
        for text in all where !text.isEmpty { #expect(translated.has(text), "\(language): \(text)") }
      }
    }
  }
}
