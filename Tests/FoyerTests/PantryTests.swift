import EventLoop
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// What is at hand and expires: in Today, in the list of what is at hand, and in the search.
  @Suite struct Pantry {
    @Test func `What expires within days stands in Today, the oldest first, and leads to its recipes`() async throws {
      let member = try await TestApp.shared().member()
      let soup = try await member.cook("Spinach soup", ["500 g spinach", "1 onion"])
      try await member.cook("Onion soup", ["3 onions"])
      try await member.have("spinach, milk, onions, rice, leeks")
      #expect(try await !member.get("/").shows("Use soon"))
      for (food, days) in [("spinach", 2), ("milk", -1), ("rice", 4), ("leeks", 3)] {
        try member.keep(food, days: days)
      }
      let today = try await member.get("/")
      #expect(today.soon == ["milk", "spinach", "leeks"])
      let part = try #require(today.between("Use soon</h2>", "</section>"))
      #expect(part.contains("past</p>") && part.contains("best before"))
      let link = try #require(today.soonLinks.dropFirst().first)
      let found = try await member.get(link)
      #expect(found.recipeIDs == ["\(soup)"])
      #expect(found.shows("Only with spinach"))
      // No more than five.
      try await member.have("eggs, butter, cream")
      for food in ["eggs", "butter", "cream"] { try member.keep(food, days: 0) }
      let full = try await member.get("/")
      #expect(full.soon.count == 5 && full.soon.first == "milk" && full.shows("All that is at hand"))
      let stranger = try await TestApp.shared().member()
      #expect(try await !stranger.get("/").shows("Use soon"))
      try await stranger.cook("Spinach pie", ["500 g spinach"])
      try await stranger.have("spinach")
      // Another household's ingredient is none.
      #expect(try await stranger.get(link).recipeIDs == [])
    }

    /// At any hour it is another day in one of the two than in UTC.
    @Test(arguments: ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
    func `Days are those of the household's clock`(zone: String) async throws {
      let member = try await TestApp.shared().member()
      try member.app.rows("UPDATE households SET time_zone = \(zone) WHERE id = \(member.household)")
      _ = try await member.post("/recipes/starters", ["hide": "true"])
      let ids = [
        try await member.cook("Apple cake", ["2 apples", "200 g flour"]),
        try await member.cook("Spinach bread", ["200 g spinach", "200 g flour"]),
        try await member.cook("Leek bread", ["2 leeks", "200 g flour"]),
      ]
      try await member.have("apples, spinach, leeks, flour")
      try member.keep("spinach", days: 4)
      try member.keep("leeks", days: 3)
      #expect(try await member.get("/").soon == ["leeks"])
      #expect(try await member.get("/recipes/results").recipeIDs == [2, 0, 1].map { "\(ids[$0])" })
    }

    @Test func `Of equal recipes the one that uses what expires soon comes first, and says so`() async throws {
      let member = try await TestApp.shared().member()
      _ = try await member.post("/recipes/starters", ["hide": "true"])
      let ids = [
        try await member.cook("Apple cake", ["2 apples", "200 g flour"]),
        try await member.cook("Spinach bread", ["200 g spinach", "200 g flour"]),
        try await member.cook("Spinach soup", ["500 g spinach", "1 leek", "1 onion"]),
        try await member.cook("Omelette", ["3 eggs", "1 onion", "50 g butter"]),
      ]
      func order() async throws -> [Int] {
        try await member.get("/recipes/results").recipeIDs.compactMap { id in ids.firstIndex { "\($0)" == id } }
      }
      try await member.have("apples, spinach, eggs, flour")
      #expect(try await order() == [0, 1, 3, 2])
      try member.keep("spinach", days: 2)
      #expect(try await order() == [1, 0, 2, 3])
      let page = try await member.get("/recipes/results")
      #expect(page.count(of: "uses the spinach before ") == 2)
      try member.keep("spinach", days: 0)
      #expect(try await member.get("/recipes/results").count(of: "uses the spinach, best before today") == 2)
      try member.keep("spinach", days: -3)
      #expect(try await member.get("/recipes/results").count(of: "uses the spinach, past its date") == 2)
      #expect(try await member.get("/").shows("uses the spinach, past its date"))
      #expect(try await member.get("/recipes").shows(", past"))
      try member.keep("spinach", days: 4)
      #expect(try await order() == [0, 1, 3, 2])
      // A whole page of equals does not hide what expires.
      for number in 1...60 { try await member.cook("Bread \(number)", ["200 g flour", "1 leek"]) }
      let last = try await member.cook("Zwieback", ["200 g flour", "1 egg"])
      try await member.have("leek")
      try member.keep("eggs", days: 1)
      #expect(try await member.get("/recipes/results").recipeIDs.first == "\(last)")
    }

    @Test(arguments: [
      ("en", "best before 5 December 2099"), ("fr", "à consommer avant le 5 décembre 2099"),
      ("ko", "2099년 12월 5일까지"), ("ru", "годен до 5 декабря 2099"),
    ])
    func `Dates are written as the reader does`(language: String, text: String) async throws {
      let member = try await TestApp.shared().member(headers: ["accept-language": language])
      _ = try await member.post(
        "/recipes/ingredients", ["name": "flour", "amount": "1 kg", "best_before": "2099-12-05"])
      let page = try await member.get("/recipes")
      #expect(page.contains("1 kg · \(text)") && !page.contains("2099-12-05"))
    }

    @Test(arguments: [
      (
        "en", "2 kg potatoes, 1.5 kg flour; 6 eggs\nbread (white, sliced), rice",
        ["potatoes 2\u{A0}kg", "flour 1\u{A0}½\u{A0}kg", "eggs 6", "bread (white, sliced)", "rice"]
      ),
      (
        "fr", "2 kg de pommes de terre, 1,5 kg de farine, 2 c. à s. de miel, lait",
        ["pommes de terre 2\u{A0}kg", "farine 1\u{A0}½\u{A0}kg", "miel 2\u{A0}c. à s.", "lait"]
      ),
      ("ko", "감자 2kg, 달걀 3개, 우유", ["감자 2\u{A0}kg", "달걀 3개", "우유"]),
      ("ru", "2 кг картофеля, 1,5 л молока, рис", ["картофеля 2\u{A0}кг", "молока 1\u{A0}½\u{A0}л", "рис"]),
      // Numbers that are a part of the name, or no amount.
      ("en", "2% milk, 7-grain bread, 1/0 leeks", ["2% milk", "7-grain bread", "1/0 leeks"]),
      // Two names of one food.
      ("en", "eggs, 3 egg, 2 Eggs", ["eggs 3"]),
    ])
    func `An amount is taken from what is typed`(language: String, typed: String, hand: [String]) async throws {
      let member = try await TestApp.shared().member(headers: ["accept-language": language])
      try await member.have(typed)
      let rows = try member.app.rows(
        """
        SELECT trim(name || ' ' || amount) AS food FROM ingredients_at_hand WHERE household_id = \(member.household)
        ORDER BY created_at, id
        """)
      #expect(try rows.map { try $0["food"] } == hand)
      // The list shows what a person has written, whatever is at hand.
      if language == "fr" {
        try await member.buy("2 kg farine")
        #expect(try await member.shopping() == ["2 kg farine"])
      }
      // An amount in the field of its own is what counts.
      _ = try await member.post("/recipes/ingredients", ["name": "2 kg sugar", "amount": "3 kg"])
      #expect(try await member.get("/recipes").shows("3 kg"))
    }

    @Test func `An amount that somebody changes while what was bought is put away stays theirs`() async throws {
      let member = try await TestApp.shared().member()
      _ = try await member.post("/recipes/ingredients", ["name": "flour", "amount": "250 g"])
      let flour = try await member.buy("1 kg flour")
      _ = try await member.post("/shopping/\(flour)/check", ["checked": "true"])
      let other = try await transaction(
        member, ["UPDATE ingredients_at_hand SET amount = '3 kg' WHERE household_id = current_household()"])
      let putAway = Task { try await member.post("/shopping/to-hand").status }
      try await eventually { try member.app.isWaitedFor(other) }
      try other.run("COMMIT")
      #expect(try await putAway.value == 303)
      #expect(try await member.get("/recipes").shows("3 kg"))
      #expect(try await member.shopping(checked: true) == [])
      // Undo knows that nothing was put away.
      _ = try await member.post("/shopping/\(flour)/restore")
      #expect(try await member.get("/recipes").shows("3 kg"))
    }

    @Test(arguments: [false, true])
    func `What is taken off what is at hand comes back with Undo, as it was`(isFragment: Bool) async throws {
      let (member, stranger) = (try await TestApp.shared().member(), try await TestApp.shared().member())
      _ = try await member.post(
        "/recipes/ingredients", ["name": "flour", "amount": "1 kg", "best_before": "2099-12-05", "place": "cellar"])
      try await member.have("milk, rice")
      func kitchen() throws -> [String] {
        try member.app.rows(
          """
          SELECT concat_ws(' ', id, name, amount, best_before, place) AS row FROM ingredients_at_hand
          WHERE household_id = \(member.household) ORDER BY created_at, id
          """
        ).map { try $0["row"] }
      }
      let before = try kitchen()
      /// Removes something; the path by which the notice takes it back.
      func remove(_ path: String, saying text: String) async throws -> String {
        let answer = try await member.post(path, [:], isFragment ? ["hx-request": "true", "hx-target": "hand"] : [:])
        #expect(answer.status == (isFragment ? 200 : 303))
        let page = isFragment ? answer : try await member.get("/recipes")
        #expect(page.shows(text) && page.shows("Undo"))
        let paths = page.text.components("action=\"").dropFirst().map { $0.components("\"")[0] }
        return try #require(paths.first { $0.hasSuffix("/restore") })
      }
      let flour = try #require(before[0].split(separator: " ").first)
      let one = try await remove("/recipes/ingredients/\(flour)/delete", saying: "No longer at hand: flour")
      #expect(try kitchen() == Array(before.dropFirst()))
      #expect(try await stranger.post(one).status == 404)
      let two = try await remove("/recipes/ingredients/clear", saying: "No longer at hand: 2 ingredients.")
      #expect(try kitchen() == [])
      // Sent twice, it brings nothing back twice.
      for _ in 1...2 { #expect(try await member.post(two).status == 303) }
      #expect(try kitchen() == Array(before.dropFirst()))
      #expect(try await member.get("/recipes").shows("At hand again."))
      _ = try await member.post(one)
      #expect(try kitchen() == before)
      // What somebody says of it meanwhile stays.
      let all = try await remove("/recipes/ingredients/clear", saying: "3 ingredients")
      _ = try await member.post("/recipes/ingredients", ["name": "flour", "amount": "2 kg"])
      _ = try await member.post(all)
      let now = try kitchen()
      #expect(now.count == 3 && now.contains { $0.hasSuffix("flour 2 kg ") } && now[0] == before[1])
      let late = try await remove("/recipes/ingredients/clear", saying: "3 ingredients")
      try member.app.rows(
        "UPDATE removed_ingredients SET deleted_at = now() - interval '31 days' WHERE household_id = \(member.household)"
      )
      #expect(try await member.post(late).status == 404)
      #expect(try kitchen() == [])
    }

    // MARK: By name

    @Test func `A name finds every recipe, whatever is at hand; those that need some of it come first`() async throws {
      let member = try await TestApp.shared().member()
      _ = try await member.post("/recipes/starters", ["hide": "true"])
      let salad = try await member.cook("Zebra salad", ["2 tomatoes", "1 leek"])
      let other = try await member.cook("Anchor salad", ["1 cucumber"])
      let empty = try await member.cook("Bare salad", [])
      try await member.cook("Rice", ["200 g rice"])
      try await member.have("tomatoes, rice")
      #expect(try await member.get("/recipes/results?q=salad").recipeIDs == [salad, other, empty].map { "\($0)" })
      #expect(try await member.get("/recipes/results?q=anchor").recipeIDs == ["\(other)"])
      #expect(
        try await member.get("/recipes/results?sort=name").recipeNames
          == ["Anchor salad", "Bare salad", "Rice", "Zebra salad"])
      #expect(try await member.get("/recipes/results?sort=name&q=r&unknown=show").recipeNames.count == 4)
      _ = try await member.post("/recipes/parameters", ["diet": "vegan"])
      try await member.cook("Beef salad", ["200 g beef"])
      #expect(try await !member.get("/recipes/results?q=salad").recipeNames.contains("Beef salad"))
    }

    @Test func `More of a name than a page has room for are listed by name`() async throws {
      let member = try await TestApp.shared().member()
      _ = try await member.post("/recipes/starters", ["hide": "true"])
      var ids = [try await member.cook("Soup of rice", ["200 g rice"])]
      for number in 1...60 { ids.append(try await member.cook("Soup \(100 + number)", ["1 leek"])) }
      try await member.have("rice")
      let page = try await member.get("/recipes/results?q=soup")
      #expect(page.recipeIDs.count == 51 && page.recipeIDs.first == "\(ids[0])" && page.next == nil)
      #expect(page.contains("href=\"/recipes/results?q=soup&amp;sort=name\""))
      let first = try await member.get("/recipes/results?q=soup&sort=name")
      let second = try await member.get(unescaped(try #require(first.next)))
      #expect(Set(first.recipeIDs + second.recipeIDs) == Set(ids.map { "\($0)" }))
    }

    @Test(arguments: [
      "uses=x", "uses=", "sort=x", "uses=00000000-0000-7000-8000-000000000000", "uses=x&sort=name&q=%27",
    ])
    func `What no list has ever sent is answered`(query: String) async throws {
      let member = try await TestApp.shared().member()
      for hand in ["", "rice"] {
        if !hand.isEmpty { try await member.have(hand) }
        #expect(try await member.get("/recipes/results?\(query)").status == 200)
      }
    }

    // MARK: A recipe's boxes

    @Test func `What is ticked on a recipe is there, and the rest is bought`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.cook("Soup", ["2 leeks", "500 g potatoes", "1 egg", "1 egg"])
      try await member.have("leek")
      let page = try await member.get("/recipes/\(id)")
      #expect(page.contains("name=\"have\" value=\"2 leeks\" checked"))
      #expect(page.contains("name=\"have\" value=\"500 g potatoes\" autocomplete"))
      #expect(page.shows("Add missing to shopping · 3"))
      let sent: KeyValuePairs<String, String> = [
        "ingredient": "2 leeks", "have": "2 leeks", "ingredient": "500 g potatoes", "ingredient": "1 egg",
        "have": "1 egg",
        "ingredient": "1 egg",
      ]
      #expect(try await member.post("/recipes/\(id)/shopping", sent).status == 303)
      #expect(try await member.shopping() == ["1 egg", "500 g potatoes"])
      let answer = try await member.post("/recipes/\(id)/shopping", ["ingredient": "1 egg", "have": "1 egg"])
      #expect(answer.status == 303)
      #expect(try await member.shopping() == ["1 egg", "500 g potatoes"])
    }

    // MARK: Cost

    @Test func `What expires is asked of an index, and the search reads keys from theirs alone`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      try app.fillKeys(member)
      try member.app.rows(
        """
        INSERT INTO ingredients_at_hand (household_id, id, name, key, best_before)
        SELECT \(member.household), gen_random_uuid(), 'Food ' || n, 'food ' || n, current_date + n % 900 FROM generate_series(1, 2000) AS n
        """)
      let session = try await transaction(
        member, ["SET LOCAL enable_seqscan = off", "SET LOCAL enable_bitmapscan = off"])
      func plan(_ statement: SQL) throws -> [String] {
        try session.run("EXPLAIN \(fragment: statement)").map { try $0["QUERY PLAN"] }
      }
      #expect(
        try plan(RecipeQueries.expiring()).contains { $0.contains("Index Cond:") && $0.contains("best_before <=") })
      let ranked = try plan(RecipeQueries.ranked(RecipeSearch()))
      #expect(ranked.contains { $0.contains("using recipe_keys_pkey on recipe_keys k") }, "\(ranked)")
      #expect(!ranked.contains { $0.contains("Seq Scan on recipe") }, "\(ranked)")
      try session.run("ROLLBACK")
    }
  }
}

extension Member {
  /// Gives what is at hand a date, in days from the household's today.
  fileprivate func keep(_ food: String, days: Int) throws {
    try app.rows(
      """
      UPDATE ingredients_at_hand SET best_before = (
        SELECT (now() AT TIME ZONE time_zone)::date + \(days)::int FROM households WHERE id = \(household))
      WHERE household_id = \(household) AND name = \(food)
      """)
  }
}

extension Answer {
  private var soonRows: [String] {
    (text.components("id=\"today-soon\"").dropFirst().first?.components("</section>").first ?? "")
      .components("<li><a href=\"").dropFirst().map { String($0) }
  }

  fileprivate var soon: [String] {
    soonRows.compactMap { $0.components("dir=\"auto\">").dropFirst().first?.components("</a>").first }
  }

  fileprivate var soonLinks: [String] { soonRows.compactMap { $0.components("\"").first.map(unescaped) } }
}
