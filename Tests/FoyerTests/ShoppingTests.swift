import Cookery
import Crypto
import EventLoop
import Testing

@testable import Foyer
@testable import Postgres

extension Member {
  /// The accessible names of the list's boxes, sorted: what is open, or what is ticked.
  func shopping(checked: Bool = false, _ query: String = "") async throws -> [String] {
    try await get("/shopping\(query)").shoppingLines.filter { $0.isChecked == checked }.map(\.label).sorted()
  }

  /// Puts a line on the list by hand.
  @discardableResult
  func buy(_ text: String) async throws -> UUID {
    let id = UUID.v7()
    #expect(try await post("/shopping", ["id": "\(id)", "text": text]).status == 303)
    return id
  }
}

extension Answer {
  struct ShoppingLine {
    let id: String
    let label: String
    let entries: String
    let isChecked: Bool
    let source: String
  }

  /// In the order of the page.
  var shoppingLines: [ShoppingLine] {
    text.components("<li id=\"line-").dropFirst().map { part in
      let box = part.components("<input id=\"tick-").last ?? ""
      func words(_ text: String) -> String {
        text.components("<").map { $0.components(">").last ?? "" }.joined().split(whereSeparator: \.isWhitespace)
          .joined(separator: " ")
      }
      let label = box.components("</label>")[0].components("<span").dropFirst().map { "<span\($0)" }.joined()
      let entries = part.components(" data-entries=\"").dropFirst().first?.components("\"")[0] ?? ""
      return ShoppingLine(
        id: String(part.prefix(36)), label: words("<>" + label), entries: String(entries),
        isChecked: part.hasPrefix("\(part.prefix(36))\" class=\"shop-line is-checked"),
        source: part.contains("shop-source") ? words(part.components("shop-source\">")[1].components("</p>")[0]) : "")
    }
  }
}

extension FoyerTests {
  /// From a recipe: what is missing goes on the shopping list.
  @Suite struct Shopping {
    @Test func `What is missing is offered, and goes on the list for the recipe`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.cook("Soup", ["2 leeks, chopped", "500 g potatoes", "1 pinch salt"])
      try await member.have("leek")
      let page = try await member.get("/recipes/\(id)")
      #expect(page.shows("Add missing to shopping"))
      #expect(page.contains("name=\"ingredient\" value=\"500 g potatoes\""))
      // A tick is what is there.
      #expect(page.contains("name=\"have\" value=\"2 leeks, chopped\" checked"))
      #expect(page.contains("name=\"have\" value=\"500 g potatoes\" autocomplete"))
      #expect(page.shows("What is ticked is at hand; the rest goes on the shopping list."))
      let answer = try await member.post(
        "/recipes/\(id)/shopping", ["ingredient": "500 g potatoes", "ingredient": "2 leeks, chopped"])
      #expect(answer.status == 303)
      let list = try await member.get("/shopping")
      #expect(list.shoppingLines.map(\.label).sorted() == ["2 leeks", "500 g potatoes"])
      #expect(list.shoppingLines.allSatisfy { $0.source == "for Soup" })
    }

    @Test func `Of a line that needs two foods, what is missing goes on the list`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.cook(
        "Bake", ["100 g each butter and sugar", "leek and cabbage", "50 g lard or margarine", "salt and pepper"])
      try await member.have("sugar, margarine, cabbage")
      let page = try await member.get("/recipes/\(id)")
      for text in [page, try await member.get("/recipes/results")] { #expect(text.shows("have 3 of 5")) }
      // Butter and leek: the button says how many lines go on the list.
      #expect(page.shows("Add missing to shopping · 2"))
      let soup = try await member.get(
        "/recipes/\(try await member.cook("Soup", ["carrots, celery and onion", "2 eggs"]))")
      #expect(soup.shows("have 0 of 4") && soup.shows("Add missing to shopping · 4"))
      // A box buys what is missing of its line, and of what is there nothing.
      for value in ["100 g butter\" autocomplete", "leek\" autocomplete", "50 g lard or margarine\" checked"] {
        #expect(page.contains("name=\"have\" value=\"\(value)"), "\(value)")
      }
      #expect(page.shows("missing 100 g butter") && page.contains("name=\"only\" value=\"salt\npepper\""))
      _ = try await member.post("/recipes/\(id)/shopping", ["ingredient": "100 g butter", "ingredient": "leek"])
      var list = try await member.shopping()
      #expect(list == ["100 g butter", "leek"])
      // What is missing is on the list: the button has no number.
      #expect(try await member.get("/recipes/\(id)").contains("<span>Add missing to shopping</span>"))
      // A program sends the line as it is written; salt and pepper are sent together, a line each.
      _ = try await member.post("/recipes/\(id)/shopping", ["ingredient": "100 g each butter and sugar"])
      _ = try await member.post("/recipes/\(id)/shopping", ["only": "salt\r\npepper"])
      list = try await member.shopping()
      #expect(list == ["100 g butter", "100 g sugar", "leek", "pepper", "salt"])
    }

    @Test func `The plan buys each food of a line, and adds it to what other recipes need`() async throws {
      let member = try await TestApp.shared().member()
      try await member.cook("Bake", ["100 g each butter and sugar"], servings: "2")
      try await member.cook("Syrup", ["300 g sugar"], servings: "2")
      for dish in ["Bake", "Syrup"] { try await member.plan("2026-11-24", "dinner", dish, servings: "4") }
      try await member.shop("2026-11-24", "2026-11-24")
      let list = try await member.shopping()
      #expect(list == ["200 g butter", "800 g sugar"])
    }

    @Test func `Amounts are added where the units agree, and Undo takes back exactly that`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.cook("Soup", ["500 g potatoes"])
      let add = { (lines: KeyValuePairs<String, String>) in try await member.post("/recipes/\(id)/shopping", lines) }
      _ = try await add(["ingredient": "500 g potatoes", "ingredient": "butter"])
      let second = try await add(
        [
          "ingredient": "¾ kg potatoes", "ingredient": "20 g butter", "ingredient": "2 potatoes",
          "ingredient": "3 eggs",
        ])
      #expect(second.status == 303)
      let page = try await member.get("/recipes/\(id)")
      #expect(
        try await member.shopping() == ["1 ¼ kg + 2 potatoes", "20 g + some butter", "3 eggs"])
      let undo = try #require(page.between("action=\"/recipes/shopping/", "/restore"))
      #expect(try await member.post("/recipes/shopping/\(undo)/restore").status == 303)
      #expect(try await member.shopping() == ["500 g potatoes", "butter"])
      // Once more changes nothing.
      #expect(try await member.post("/recipes/shopping/\(undo)/restore").status == 303)
      #expect(try await member.shopping() == ["500 g potatoes", "butter"])
    }

    @Test func `A form that is sent twice adds once, whether one waits for the other or not`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.cook("Soup", ["500 g potatoes", "2 leeks"])
      _ = try await member.post("/recipes/\(id)/shopping", ["ingredient": "250 g potatoes"])
      let form = try #require(
        try await member.get("/recipes/\(id)").between("/recipes/\(id)/shopping\">", "</form>")?.components(
          "name=\"id\" value=\""
        )
        .last?.prefix(36))
      let both: KeyValuePairs = ["id": String(form), "ingredient": "500 g potatoes", "ingredient": "2 leeks"]
      let answers = try await member.atOnce(6) { browser, _ in try await browser.post("/recipes/\(id)/shopping", both) }
      #expect(answers.map(\.status) == Array(repeating: 303, count: 6))
      #expect(try await member.post("/recipes/\(id)/shopping", both).status == 303)
      // What was there of another number of servings has given way.
      #expect(try await member.shopping() == ["2 leeks", "500 g potatoes"])
      // Back in the browser, and something else chosen.
      _ = try await member.post("/recipes/\(id)/shopping", ["id": String(form), "ingredient": "parsley"])
      #expect(try await member.shopping() == ["2 leeks", "500 g potatoes", "parsley"])
      #expect(
        try await member.post("/recipes/\(id)/shopping", ["id": "x", "ingredient": "2 leeks"]).status == 400)
    }

    @Test(arguments: [false, true])
    func `Two members who add one recipe in the same moment add it once`(isPlanned: Bool) async throws {
      // An instance each: of a household that is slow, one lets a single write pass at a time.
      let here = try await TestApp()
      let there = try await TestApp(database: here.databaseURL)
      let ada = try await here.member()
      let ben = try await there.housemate(of: ada)
      let id = try await ada.cook("Tian", ["500 g tomatoes", "6 leeks"], servings: "1")
      let day = "2031-03-04"
      if isPlanned { try await ada.plan(day, "dinner", "Tian", servings: "1") }
      let lines: KeyValuePairs = ["ingredient": "500 g tomatoes", "ingredient": "6 leeks"]
      // The household's row holds up what either writes, after they have read the list.
      let superuser = try Session(Target(url: ada.app.superuserURL), deadline: .now() + .seconds(120))
      try superuser.run("BEGIN")
      _ = try superuser.run("SELECT FROM households WHERE id = \(ada.household) FOR UPDATE")
      async let first = ada.post("/recipes/\(id)/shopping", lines).status
      async let second =
        isPlanned
        ? ben.post("/plan/shopping", ["from": day, "to": day]).status
        : ben.post("/recipes/\(id)/shopping", lines).status
      let waiting: SQL = """
        SELECT count(*) AS n FROM pg_stat_activity
        WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0
        """
      try await eventually { try here.number(waiting) >= 2 }
      try superuser.run("COMMIT")
      let statuses = try await [first, second]
      #expect(statuses == [303, 303])
      #expect(try await ada.shopping() == ["500 g tomatoes", "6 leeks"])
      await there.app.stop()
      await here.app.stop()
    }

    @Test func `A recipe that is added twice is on the list once, and its page says so`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.cook("Tian", ["500 g tomatoes", "6 leeks"], servings: "4")
      #expect(!(try await member.get("/recipes/\(id)").shows("on the list")))
      let lines: KeyValuePairs = ["ingredient": "500 g tomatoes", "ingredient": "6 leeks"]
      for _ in 1...2 { #expect(try await member.post("/recipes/\(id)/shopping", lines).status == 303) }
      let page = try await member.get("/recipes/\(id)")
      #expect(try await member.shopping() == ["500 g tomatoes", "6 leeks"])
      #expect(page.shows("2 on the list") && page.shows("All of it is on the list already."))
      #expect(page.count(of: "Add missing to shopping ·") == 1 && page.contains("<span>Add missing to shopping</span>"))
      // For eight instead of four it is on the list for eight; Undo brings the four back.
      let eight = try await member.get("/recipes/\(id)?servings=8").text
        .components("name=\"ingredient\" value=\"").dropFirst().map { $0.components("\"")[0] }
      let twice: KeyValuePairs = ["servings": "8", "ingredient": eight[0], "ingredient": eight[1]]
      _ = try await member.post("/recipes/\(id)/shopping", twice)
      let undo = try #require(try await member.get("/recipes/\(id)").between("action=\"/recipes/shopping/", "/restore"))
      #expect(try await member.shopping() == ["1 kg tomatoes", "12 leeks"])
      _ = try await member.post("/recipes/shopping/\(undo)/restore")
      #expect(try await member.shopping() == ["500 g tomatoes", "6 leeks"])
      // Another dish's are added.
      let other = try await member.cook("Sauce", ["500 g tomatoes"])
      _ = try await member.post("/recipes/\(other)/shopping", ["ingredient": "500 g tomatoes"])
      #expect(try await member.shopping() == ["1 kg tomatoes", "6 leeks"])
    }

    @Test func `A recipe and its plan are on the list once, whichever comes first`() async throws {
      for isPlanFirst in [true, false] {
        let member = try await TestApp.shared().member()
        let id = try await member.cook("Tian", ["2 onions", "500 g tomatoes"], servings: "4")
        let day = try #require(try await member.get("/plan").between("id=\"day-", "\""))
        _ = try await member.post(
          "/plan", ["id": "\(UUID.v7())", "day": day, "meal": "dinner", "recipe": "\(id)", "text": "", "servings": "4"])
        func recipe() async throws {
          let lines: KeyValuePairs = ["ingredient": "2 onions", "ingredient": "500 g tomatoes"]
          _ = try await member.post("/recipes/\(id)/shopping", lines)
        }
        if !isPlanFirst { try await recipe() }
        let answer = try await member.post("/plan/shopping", ["from": day, "to": day])
        #expect(answer.status == 303)
        if isPlanFirst { try await recipe() }
        #expect(try await member.shopping() == ["2 onions", "500 g tomatoes"])
        #expect(try await member.get("/recipes/\(id)").shows("2 on the list"))
        if isPlanFirst { continue }
        // Undo leaves what the recipe's page had added.
        let path = try #require(
          try member.app.rows(
            "SELECT addition_id FROM shopping_entries WHERE household_id = \(member.household) AND source = 'meal' LIMIT 1"
          ).first)
        let addition: UUID = try path["addition_id"]
        _ = try await member.post("/plan/shopping?undo=\(addition)")
        #expect(try await member.shopping() == ["2 onions", "500 g tomatoes"])
      }
    }

    @Test func `Nothing chosen changes nothing`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.cook("Soup", ["500 g potatoes"])
      #expect(try await member.post("/recipes/\(id)/shopping").status == 303)
      #expect(try await member.shopping() == [])
    }
  }

  @Suite struct Starters {
    @Test func `The starter cookbook is loaded once, and again only when it has changed`() async throws {
      let url = try await TestCluster.database()
      let database = PoolConfiguration(url: url)
      #expect(try await !StarterCookbook.isLoaded("\(packageRoot)/Cookbook", database))
      let count = try #require(try await StarterCookbook.load("\(packageRoot)/Cookbook", database))
      #expect(count >= 120)
      #expect(try await StarterCookbook.isLoaded("\(packageRoot)/Cookbook", database))
      #expect(try await StarterCookbook.load("\(packageRoot)/Cookbook", database) == nil)
      #expect(try await StarterCookbook.load("\(scratch)/none", database) == 0)
      #expect(try await StarterCookbook.load("\(packageRoot)/Cookbook", database) == count)
      // A program beside this one, of another version, has loaded its own.
      let session = try Session(Target(url: TestCluster.superuserURL(url)), deadline: .now() + .seconds(120))
      try session.run("UPDATE cookbooks SET digest = '', edition = edition + 1")
      #expect(try await StarterCookbook.load("\(packageRoot)/Cookbook", database) == nil)
      try session.run("UPDATE cookbooks SET edition = edition - 2")
      #expect(try await StarterCookbook.load("\(packageRoot)/Cookbook", database) == count)
    }

    /// Two versions side by side would take turns otherwise.
    @Test func `A cookbook that was changed has a new edition`() throws {
      let folders = ["Cookbook"] + Language.allCases.map { "Cookbook/\($0.rawValue)" }
      let text = try folders.flatMap { try StarterCookbook.files("\(packageRoot)/\($0)") }.map {
        "\($0.name)\n\($0.text)"
      }
      .joined()
      let digest = sha256(text.utf8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
      #expect(
        [6: "7f06bbbb48e2ed42a8ebd912ad0aa5aaf5b232a4ec68d99f4ad4767a50f3779d"][StarterCookbook.edition] == digest,
        "raise StarterCookbook.edition, and note it here with its digest")
    }

    @Test func `Recipes that older words have understood are read again, in steps, and only once`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      let id = try await member.cook("Soup", ["2 leeks", "500 g potatoes"], cuisine: "French")
      let number: SQL = "SELECT md5(concat(need_keys, traits, maybe)) AS digest FROM recipes WHERE id = \(id)"
      let before: String = try app.rows(number)[0]["digest"]
      try app.rows(
        "UPDATE recipes SET need_names = '{}', need_keys = '{}', traits = 0, maybe = 0, edition = 0 WHERE id = \(id)")
      try app.rows("DELETE FROM recipe_keys WHERE recipe_id = \(id)")
      // More than a step, and recipes that were deleted.
      try app.rows(
        """
        INSERT INTO recipes (household_id, id, name, ingredients, deleted_at)
        SELECT \(member.household), gen_random_uuid(), 'Stew ' || n, ARRAY['1 carrot'], CASE WHEN n = 1 THEN now() END
        FROM generate_series(1, 50) AS n
        """)
      // The cookbook is loaded before the listener is there, and must not wait for all that.
      _ = try await StarterCookbook.load("\(packageRoot)/Cookbook", app.database)
      let outdated: SQL = "SELECT count(*) AS n FROM recipes WHERE edition <> \(Understanding.edition)"
      #expect(try app.number(outdated) == 51)
      #expect(try await RecipeRevision.run(app.database) == 51)
      #expect(try app.number(outdated) == 0)
      // Written meanwhile by an instance that is not upgraded yet.
      try app.rows("UPDATE recipes SET edition = 0 WHERE id = \(id)")
      #expect(try await RecipeRevision.run(app.database) == 1)
      #expect(try await RecipeRevision.run(app.database) == 0)
      try app.rows("UPDATE recipes SET edition = 0 WHERE id = \(id)")
      #expect(try await RecipeRevision.run(app.database) == 0)
      let after: String = try app.rows(number)[0]["digest"]
      #expect(after == before)
      try await member.have("leek")
      #expect(try await member.get("/recipes/results?q=soup").recipeIDs.contains("\(id)"))
      await app.app.stop()
    }

    @Test func `Each dish has a name of its own, ingredients, steps and a cuisine`() throws {
      var ids: Set<UUID> = []
      var cuisines: Set<String> = []
      for (name, text) in try StarterCookbook.files("\(packageRoot)/Cookbook") {
        for recipe in StarterCookbook.parse(text, file: name) {
          #expect(ids.insert(recipe.id).inserted, "\(recipe.name)")
          #expect(recipe.ingredients.count >= 3 && recipe.steps.count >= 2, "\(recipe.name)")
          #expect(recipe.servings != nil || !recipe.makes.isEmpty, "\(recipe.name)")
          #expect(recipe.prepMinutes != nil && recipe.cookMinutes != nil, "\(recipe.name)")
          cuisines.insert(recipe.cuisine)
        }
      }
      #expect(ids.count >= 120)
      #expect(cuisines == Set(Cuisine.allCases.map(\.rawValue)).union(["Eastern European"]))
    }
  }
}
