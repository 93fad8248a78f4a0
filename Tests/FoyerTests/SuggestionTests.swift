import CivilTime
import Cookery
import EventLoop
import Testing

@testable import Foyer
@testable import Postgres

extension Answer {
  /// What a page of suggestions says: the dish, and why.
  fileprivate var suggested: [(name: String, why: String)] {
    text.components("<li class=\"dish\"").dropFirst().map { part in
      let name = part.components("class=\"dish-name\"")[1].components("</a>")[0].components(">").last ?? ""
      let why = part.components("<p class=\"hint\">")[1].components("</p>")[0]
      return (unescaped(name), unescaped(why))
    }
  }

  fileprivate var names: [String] { suggested.map(\.name) }
}

extension FoyerTests {
  /// What could we eat?
  @Suite struct SuggestionSuite {
    /// A household that sees its own recipes alone.
    private func household(_ recipes: KeyValuePairs<String, [String]> = [:]) async throws -> (Member, [String: UUID]) {
      let member = try await TestApp.shared().member()
      try member.app.rows("UPDATE households SET hides_starter_recipes = true WHERE id = \(member.household)")
      var ids: [String: UUID] = [:]
      for (name, lines) in recipes { ids[name] = try await member.cook(name, lines) }
      return (member, ids)
    }

    private func suggest(_ member: Member, _ day: String, _ meal: String = "dinner") async throws -> Answer {
      let answer = try await member.get("/plan/suggest?day=\(day)&meal=\(meal)")
      #expect(answer.status == 200)
      return answer
    }

    @Test func `What is at hand comes first, and each suggestion says why`() async throws {
      let (member, ids) = try await household([
        "Leek soup": ["2 leeks", "500 g potatoes", "1 l milk"], "Beef stew": ["1 kg beef", "2 carrots", "500 ml wine"],
      ])
      try await member.have("leeks, potatoes")
      let page = try await suggest(member, day(3))
      #expect(page.shows("What could we eat?") && page.shows("Dinner"))
      #expect(page.names == ["Leek soup", "Beef stew"])
      #expect(page.suggested[0].why == "have 2 of 3" && page.suggested[1].why == "not planned yet")
      // One tap puts it into the plan, once.
      let id = try #require(page.between("name=\"id\" value=\"", "\""))
      let recipe = try #require(ids["Leek soup"])
      let fields: KeyValuePairs = ["id": String(id), "day": day(3), "meal": "dinner", "recipe": "\(recipe)"]
      for _ in 1...2 { #expect(try await member.post("/plan", fields).status == 303) }
      let week = Week(try #require(CalendarDate(day(3)))).text
      #expect(try await member.planned(week) == ["\(day(3)) dinner Leek soup"])
      // Then it is suggested neither that week nor the next days.
      for days in [-7, 3, 4, 13] { #expect(try await suggest(member, day(days)).names == ["Beef stew"], "\(days)") }
      let later = try await suggest(member, day(14)).suggested
      #expect(later.first?.name == "Leek soup")
      let last = try #require(CalendarDate(day(3)))
      #expect(later.first?.why.contains("last on \(Strings(.en).dayAndMonth(last))") == true)
    }

    @Test func `What expires soon after the day is used, and what is past its date is no reason`() async throws {
      let (member, _) = try await household([
        "Spinach pie": ["500 g spinach", "200 g feta", "1 onion"], "Rice bowl": ["200 g rice", "2 carrots", "1 onion"],
      ])
      for (name, date) in [("spinach", day(6)), ("feta", day(1)), ("rice", day(30)), ("carrots", "")] {
        _ = try await member.post("/recipes/ingredients", ["name": name, "best_before": date])
      }
      let weekday = Strings(.en).weekdays[try #require(CalendarDate(day(6))).weekday].name
      for days in [2, 4, 6] {
        let page = try await suggest(member, day(days))
        #expect(page.names == ["Spinach pie", "Rice bowl"], "\(days)")
        #expect(page.suggested[0].why == "have 2 of 3 · uses the spinach before \(weekday)")
        #expect(page.suggested[1].why == "have 2 of 3")
      }
      for days in [0, 7] {
        let page = try await suggest(member, day(days))
        #expect(!page.suggested.contains { $0.why.contains("spinach") }, "\(days)")
      }
    }

    @Test func `It suits everybody who eats that day, guests too, and nobody dislikes it`() async throws {
      let (host, _) = try await household([
        "Omelette": ["4 eggs", "20 g butter"], "Lentils": ["500 g lentils", "2 carrots"],
        "Coriander rice": ["1 bunch coriander", "200 g rice"],
      ])
      #expect(try await suggest(host, day(11)).names.sorted() == ["Coriander rice", "Lentils", "Omelette"])
      _ = try await host.post(
        "/household/eaters", ["id": "\(UUID.v7())", "name": "Léa", "dislikes": "coriander", "eats_here": "true"])
      #expect(try await suggest(host, day(11)).names.sorted() == ["Lentils", "Omelette"])
      let guest = try await host.app.member()
      let listing = try await host.list("Joe Hamilton")
      let request = try await guest.ask(listing, from: 10, to: 13)
      try host.app.rows(
        "UPDATE stay_requests SET required = \(Trait.bit(Allergen.egg)) WHERE id = \(request)")
      try await host.answer(request, "accept")
      for (days, names) in [
        (9, ["Lentils", "Omelette"]), (10, ["Lentils"]), (12, ["Lentils"]), (13, ["Lentils", "Omelette"]),
      ] {
        let page = try await suggest(host, day(days))
        #expect(page.names.sorted() == names, "\(days)")
        #expect(page.suggested.allSatisfy { $0.why.contains("suits everybody") == (names.count == 1) })
      }
    }

    @Test func `An empty kitchen gets favourites and what was not eaten for long; nothing at all is said kindly`()
      async throws
    {
      let (member, ids) = try await household([
        "Dal": ["500 g lentils", "1 onion"], "Pie": ["500 g flour", "3 apples"],
      ])
      let dal = try #require(ids["Dal"])
      _ = try await member.post("/recipes/\(dal)/favorite", ["favorite": "true"])
      _ = try await member.plan("2020-05-01", "dinner", "Pie")
      let page = try await suggest(member, day(2))
      let why = Dictionary(uniqueKeysWithValues: page.suggested.map { ($0.name, $0.why) })
      #expect(why == ["Dal": "a favourite", "Pie": "last on 1 May 2020"])
      let (nobody, _) = try await household()
      let nothing = try await suggest(nobody, day(2))
      #expect(nothing.names == [] && nothing.shows("No suggestion") && nothing.contains("href=\"/recipes/results\""))
    }

    @Test func `The same question has the same answer, and the days of a week differ`() async throws {
      let (member, _) = try await household()
      for number in 1...24 { _ = try await member.cook("Dish \(number)", ["500 g potatoes", "2 leeks"]) }
      try await member.have("potatoes, leeks")
      var answers: [[String]] = []
      for days in 20..<27 {
        let names = try await suggest(member, day(days)).names
        #expect(names.count == 12)
        #expect(try await suggest(member, day(days)).names == names)
        answers.append(names)
      }
      #expect(Set(answers).count == 7)
      #expect(Set(answers.joined()).count > 12)
      #expect(try await suggest(member, day(20), "lunch").names != answers[0])
      // Taking the first each day, nobody eats a dish twice.
      for days in 20..<27 {
        let name = try #require(try await suggest(member, day(days)).names.first)
        try await member.plan(day(days), "dinner", name)
      }
      let planned = try member.app.rows("SELECT recipe_id FROM meals WHERE household_id = \(member.household)")
      #expect(try Set(planned.map { try $0["recipe_id"] as UUID }).count == 7)
    }

    @Test func `A cake is no dinner, even with all of it at hand, unless it was eaten then before`() async throws {
      let (member, _) = try await household([
        "Apple cake": ["3 apples", "200 g flour", "3 eggs"], "Tomato sauce": ["500 g tomatoes", "1 onion"],
        "Lemonade": ["3 lemons", "100 g sugar"], "Bread soup": ["200 g bread", "1 onion", "2 leeks"],
      ])
      try await member.have("apples, flour, eggs, tomatoes, onion, lemons, sugar")
      for meal in ["dinner", "lunch", "Dinner", "%D0%A3%D0%B6%D0%B8%D0%BD"] {
        #expect(try await suggest(member, day(3), meal).names == ["Bread soup"], "\(meal)")
      }
      #expect(try await suggest(member, day(3), "Afternoon+tea").names.count == 4)
      // Neither is a breakfast.
      #expect(try await suggest(member, day(3), "breakfast").names == [])
      // Long enough ago to be suggested again.
      _ = try await member.plan(day(-40), "dinner", "Apple cake")
      #expect(try await suggest(member, day(3)).names == ["Apple cake", "Bread soup"])
      #expect(try await suggest(member, day(3), "lunch").names == ["Bread soup"])
      _ = try await member.plan(day(-12), "lunch", "Lemonade")
      #expect(try await suggest(member, day(3), "lunch").names == ["Lemonade", "Bread soup"])
      _ = try await member.plan(day(-30), "breakfast", "Bread soup")
      #expect(try await suggest(member, day(3), "breakfast").names == ["Bread soup"])
    }

    @Test func `What a page calls a dessert is none of a dinner's dishes`() async throws {
      let (member, _) = try await household(["Chicken": ["1 chicken", "2 leeks"]])
      for (name, statement) in [("Blancmange", "Desserts"), ("Galantine", "Plat principal")] {
        _ = try await member.cook(name, ["500 ml milk", "2 leeks"], statements: statement)
      }
      try await member.have("milk, leeks")
      #expect(try await suggest(member, day(3)).names == ["Galantine", "Chicken"])
      #expect(try await suggest(member, day(3), "x").names.sorted() == ["Blancmange", "Chicken", "Galantine"])
    }

    @Test func `Many cakes take no dish's place, and favourite ones are no dinner either`() async throws {
      let (member, ids) = try await household(["Beef stew": ["1 kg beef", "2 carrots", "500 ml wine"]])
      for number in 1...130 {
        let id = try await member.cook("Cake \(number)", ["3 apples", "200 g flour"])
        if number <= 25 { _ = try await member.post("/recipes/\(id)/favorite", ["favorite": "true"]) }
      }
      try await member.have("apples, flour, carrots")
      let stew = try #require(ids["Beef stew"])
      #expect(try await suggest(member, day(3)).names == ["Beef stew"])
      _ = try await member.post("/recipes/\(stew)/favorite", ["favorite": "true"])
      #expect(try await suggest(member, day(3)).names == ["Beef stew"])
    }

    @Test func `What is eaten in the morning comes first at breakfast`() async throws {
      let (member, _) = try await household()
      let breakfast: Set = ["Porridge", "Pancakes", "Scrambled eggs"]
      for name in breakfast { _ = try await member.cook(name, ["100 g oats", "1 l milk"]) }
      for number in 1...30 { _ = try await member.cook("Stew \(number)", ["500 g potatoes", "2 leeks"]) }
      var others = 0
      for days in 3..<7 {
        #expect(Set(try await suggest(member, day(days), "breakfast").names.prefix(3)) == breakfast)
        if Set(try await suggest(member, day(days), "dinner").names.prefix(3)) != breakfast { others += 1 }
      }
      #expect(others > 0)
      // With half of it at hand, before a stew with all of it.
      try await member.have("potatoes, leeks, milk")
      #expect(Set(try await suggest(member, day(7), "breakfast").names.prefix(3)) == breakfast)
    }

    @Test func `Any day and any meal is answered, and another household's plan and kitchen count for nothing`()
      async throws
    {
      let (alice, _) = try await household(["Dal": ["500 g lentils", "1 onion"]])
      let (bob, _) = try await household(["Soup": ["2 leeks", "1 onion"]])
      try await alice.have("lentils, leeks")
      try await alice.plan(day(0), "dinner", "Dal")
      #expect(try await bob.get("/plan/suggest").suggested.map(\.name) == ["Soup"])
      #expect(try await bob.get("/plan/suggest").suggested.map(\.why) == ["not planned yet"])
      for query in [
        "day=", "day=x", "day=0001-01-01", "day=9999-12-31", "day=2026-02-30", "meal=", "meal=%00",
        "meal=\(String(repeating: "a", count: 5_000))", "day=2200-12-31&meal=%F0%9F%8D%95", "day=1900-01-01&day=x",
      ] {
        let status = try await bob.get("/plan/suggest?\(query)").status
        #expect(status == 200 || query == "meal=%00" && status == 400, "\(query)")
      }
      let tea = try await bob.get("/plan/suggest?day=2030-01-07&meal=%22Tea%22%20%26%20cake")
      #expect(tea.shows("\"Tea\" & cake") && tea.contains("href=\"/plan?week=2030-W02\""))
    }

    /// Of many recipes, indexes are asked for those with something at hand.
    @Test func `The statement asks indexes of recipes and of meals`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      try app.fillKeys(member)
      let session = try await transaction(
        member, ["SET LOCAL enable_seqscan = off", "SET LOCAL enable_bitmapscan = off"])
      let plan: [String] = try session.run(
        "EXPLAIN \(fragment: SuggestionQueries.candidates(CalendarDate(day(2)), .dinner))"
      ).map { try $0["QUERY PLAN"] }
      let conditions = plan.filter { $0.contains("Index Cond:") }
      #expect(plan.contains { $0.contains("using recipe_keys_pkey on recipe_keys k") }, "\(plan)")
      #expect(conditions.contains { $0.contains("recipe_id =") })
      #expect(!plan.contains { $0.contains("Seq Scan on recipe_keys") || $0.contains("Seq Scan on meals") })
      try session.run("ROLLBACK")
    }
  }
}
