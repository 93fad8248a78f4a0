import CivilTime
import EventLoop
import SeededRandom
import Testing

@testable import Foyer
@testable import Postgres

extension Member {
  /// Puts what some days need on the list.
  func shop(_ from: String, _ to: String) async throws {
    #expect(try await post("/plan/shopping", ["from": from, "to": to]).status == 303)
  }

  /// The same; what takes it back, if anything is new.
  func addition(_ from: String, _ to: String) async throws -> String? {
    try await shop(from, to)
    let page = try await get(Week(try #require(CalendarDate(from))).path)
    return page.between("action=\"/plan/shopping?undo=", "\"").map { "/plan/shopping?undo=\($0)" }
  }

  func tick(_ food: String) async throws {
    let line = try #require(
      try await get("/shopping").shoppingLines.first { $0.label.hasSuffix(food) && !$0.isChecked })
    _ = try await post("/shopping/\(line.id)/check", ["checked": "true", "entries": line.entries])
  }
}

extension FoyerTests {
  /// What planned recipes put on the shopping list.
  @Suite struct MealShoppingTests {
    @Test func `Eggs at hand are yolks, fresh tomatoes are no tinned ones, and two litres of oil are bought`()
      async throws
    {
      let member = try await TestApp.shared().member()
      try await member.have("6 eggs, tomatoes")
      try await member.cook(
        "Dish", ["3 egg yolks", "2 tins tomatoes", "2 l oil, for frying", "1 tsp salt"], servings: "2")
      try await member.plan("2026-11-24", "dinner", "Dish", servings: "2")
      try await member.shop("2026-11-24", "2026-11-24")
      let list = try await member.shopping()
      #expect(list.count == 2, "\(list)")
      for food in ["tomato", "oil"] { #expect(list.contains { $0.contains(food) }, "\(food): \(list)") }
    }

    @Test func `A yield in pieces scales nothing: its lines are on the list as written, whoever eats`() async throws {
      let member = try await TestApp.shared().member()
      for name in ["Léa", "Ben"] { try await member.feed(name) }
      let id = UUID.v7()
      _ = try await member.post(
        "/recipes", ["id": "\(id)", "name": "Buns", "ingredients": "10 g yeast\n500 g flour", "yield": "20 buns"])
      let page = try await member.get("/recipes/\(id)?servings=3")
      #expect(page.shows("Makes") && page.shows("20 buns") && page.shows("10 g yeast"))
      #expect(!page.contains("name=\"servings\" type=\"number\""))
      #expect(try await member.get("/recipes/\(id)/cook").shows("Makes 20 buns"))
      #expect(try await member.get("/recipes/\(id)/print").shows("Makes 20 buns"))
      #expect(try await member.get("/recipes/\(id)/edit").field("yield") == "20 buns")
      try await member.plan("2026-11-24", "lunch", "Buns")
      try await member.plan("2026-11-25", "lunch", "Buns", servings: "3")
      try await member.shop("2026-11-24", "2026-11-24")
      #expect(try await member.shopping() == ["10 g yeast", "500 g flour"])
      try await member.shop("2026-11-23", "2026-11-29")
      #expect(try await member.shopping() == ["1 kg flour", "20 g yeast"])
    }

    @Test func `What the days need is on the list once, for as many as eat, and says for what`() async throws {
      let member = try await TestApp.shared().member()
      try await member.feed("Léa")
      _ = try await member.cook(
        "Soup", ["500 g potatoes", "200 g leeks", "1 pinch salt", "100 ml cream"], servings: "4")
      _ = try await member.cook("Mash", ["1 kg potatoes", "100 g butter"], servings: "2")
      try await member.plan("2026-11-24", "lunch", "Soup")
      try await member.plan("2026-11-26", "dinner", "Mash", servings: "3")
      try await member.plan("2026-11-25", "dinner", "chips from the shop")
      try await member.plan("2026-12-01", "dinner", "Mash")
      _ = try await member.post("/recipes/ingredients", ["name": "butter"])
      _ = try await member.post("/recipes/ingredients", ["name": "leeks", "amount": "100 g"])
      // In words it is no amount that could be subtracted: it is there, as without any.
      _ = try await member.post("/recipes/ingredients", ["name": "cream", "amount": "a lot"])
      for _ in 1...2 { try await member.shop("2026-11-23", "2026-11-29") }
      #expect(try await member.shopping() == ["1 ¾ kg potatoes", "100 g leeks"])
      let page = try await member.get("/shopping")
      let potatoes = try #require(page.shoppingLines.first { $0.label.hasSuffix("potatoes") })
      #expect(potatoes.source.contains("Soup") && potatoes.source.contains("Mash"))
      // As many leeks as are wanted are at hand.
      #expect(page.shows("At hand already: 1"))
      // Meals may be put on the list day by day.
      try await member.shop("2026-12-01", "2026-12-01")
      #expect(try await member.shopping() == ["100 g leeks", "2 ¾ kg potatoes"])
      try await member.shop("2026-11-29", "2026-11-23")
      #expect(try await member.get("/plan").shows("The last day is before the first one."))
      for (from, to) in [("", ""), ("2026-01-01", "2026-12-31"), ("x", "2026-11-23")] {
        try await member.shop(from, to)
        #expect(try await member.get("/plan").shows("at most 28 days"))
      }
      #expect(try await member.shopping() == ["100 g leeks", "2 ¾ kg potatoes"])
    }

    @Test func `A third of a recipe three times is the recipe`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.cook("Mash", ["1 kg potatoes", "1 l milk", "1 onion"], servings: "3")
      for day in 24...26 { try await member.plan("2026-11-\(day)", "lunch", "Mash", servings: "1") }
      try await member.shop("2026-11-24", "2026-11-26")
      #expect(try await member.shopping() == ["1 kg potatoes", "1 l milk", "1 onion"])
      // The recipe's own page stays at its servings. A recipe and its plan are one.
      let page = try await member.get("/recipes/\(id)?servings=1")
      #expect(page.contains("name=\"servings\" value=\"1\""))
      #expect(page.contains("name=\"ingredient\" value=\"0.33 kg potatoes\""))
      for _ in 1...3 {
        let answer = try await member.post(
          "/recipes/\(id)/shopping",
          ["servings": "1", "ingredient": "0.33 kg potatoes", "ingredient": "0.33 l milk", "ingredient": "⅓ onion"])
        #expect(answer["location"] == "/recipes/\(id)?servings=1")
      }
      #expect(try await member.shopping() == ["1 kg potatoes", "1 l milk", "1 onion"])
    }

    @Test func `A part of the page that shows another week has that week's address`() async throws {
      let member = try await TestApp.shared().member()
      try await member.plan("2031-01-06", "lunch", "Leftovers")
      let thisWeek = Week(try #require(CalendarDate(day(0)))).text
      func pushed(_ path: String, _ fields: KeyValuePairs<String, String>, from page: String) async throws -> String? {
        let answer = try await member.post(
          path, fields,
          ["hx-request": "true", "hx-target": "plan", "hx-current-url": "\(member.browser.origin)\(page)"])
        #expect(answer.status == 200)
        return answer["hx-push-url"]
      }
      let copy: KeyValuePairs = ["from": "2031-W02", "to": "2031-W03"]
      #expect(try await pushed("/plan/copy", copy, from: "/plan?week=2031-W02") == "/plan?week=2031-W03")
      #expect(try await pushed("/plan/copy", copy, from: "/plan?week=2031-W03#day-2031-01-13") == nil)
      #expect(try await pushed("/plan/copy", copy, from: "/plan") == "/plan?week=2031-W03")
      let here: KeyValuePairs = ["from": "2031-W02", "to": thisWeek]
      #expect(try await pushed("/plan/copy", here, from: "/plan") == nil)
      #expect(try await pushed("/plan/copy", here, from: "/plan?week=2031-W02") == "/plan?week=\(thisWeek)")
      let add: KeyValuePairs = ["day": "2031-01-20", "meal": "lunch", "text": "Soup"]
      #expect(try await pushed("/plan", add, from: "/plan?week=2031-W03") == "/plan?week=2031-W04")
    }

    @Test func `Out of the plan, off the list; Undo restores it exactly`() async throws {
      let member = try await TestApp.shared().member()
      _ = try await member.cook("Soup", ["500 g potatoes", "2 leeks", "3 onions"])
      let soup = try await member.plan("2026-11-24", "lunch", "Soup")
      try await member.buy("1 kg potatoes")
      try await member.shop("2026-11-23", "2026-11-29")
      try await member.tick("leeks")
      let onions = try #require(try await member.get("/shopping").shoppingLines.first { $0.label == "3 onions" })
      _ = try await member.post("/shopping/\(onions.id)/delete", ["entries": onions.entries])
      let before = try await member.get("/shopping").shoppingLines.map { [$0.label, $0.source, $0.entries] }
      for _ in 1...2 { _ = try await member.post("/plan/\(soup)/delete") }
      #expect(try await member.shopping() == ["1 kg potatoes"])
      #expect(try await member.shopping(checked: true) == ["2 leeks"])
      for _ in 1...2 { _ = try await member.post("/plan/\(soup)/restore") }
      #expect(try await member.get("/shopping").shoppingLines.map { [$0.label, $0.source, $0.entries] } == before)
      // What was taken off by hand does not come back.
      try await member.shop("2026-11-23", "2026-11-29")
      #expect(try await member.shopping() == ["1 ½ kg potatoes"])
    }

    @Test func `A meal that changes replaces its rows, and what was bought counts`() async throws {
      let member = try await TestApp.shared().member()
      let dal = try await member.cook("Dal", ["100 g lentils", "7 g rice"], servings: "1")
      let id = try await member.plan("2026-11-24", "lunch", "Soup")
      // Not on the list: a change puts nothing there.
      _ = try await member.post("/plan/\(id)", ["version": "1", "recipe": "\(dal)", "servings": "2"])
      #expect(try await member.shopping() == [])
      try await member.shop("2026-11-23", "2026-11-29")
      #expect(try await member.shopping() == ["14 g rice", "200 g lentils"])
      try await member.tick("lentils")
      _ = try await member.post("/plan/\(id)", ["version": "2", "servings": "5"])
      #expect(try await member.shopping() == ["300 g lentils", "35 g rice"])
      #expect(try await member.shopping(checked: true) == ["200 g lentils"])
      _ = try await member.post("/plan/\(id)", ["version": "3", "servings": "1", "day": "2026-11-25"])
      #expect(try await member.shopping() == ["7 g rice"])
      // A conflict changes nothing on the list either.
      #expect(try await member.post("/plan/\(id)", ["version": "3", "servings": "9"]).status == 409)
      #expect(try await member.shopping() == ["7 g rice"])
      _ = try await member.post("/shopping/clear")
      try await member.shop("2026-11-23", "2026-11-29")
      #expect(try await member.shopping() == ["7 g rice"])
      _ = try await member.post("/plan/\(id)", ["version": "4", "text": "out for dinner"])
      #expect(try await member.shopping() == [])
    }

    @Test func `A copy that comes back can be put on the list again`() async throws {
      let member = try await TestApp.shared().member()
      _ = try await member.cook("Soup", ["2 leeks"])
      try await member.plan("2026-11-24", "lunch", "Soup")
      _ = try await member.post("/plan/copy", ["from": "2026-W48", "to": "2026-W49"])
      let undo = try #require(try await member.get("/plan?week=2026-W49").between("action=\"/plan/copy?undo=", "\""))
      try await member.shop("2026-11-30", "2026-12-06")
      #expect(try await member.shopping() == ["2 leeks"])
      _ = try await member.post("/plan/copy?undo=\(undo)")
      #expect(try await member.shopping() == [])
      _ = try await member.post("/plan/copy", ["from": "2026-W48", "to": "2026-W49"])
      #expect(try await member.shopping() == [])
      try await member.shop("2026-11-30", "2026-12-06")
      #expect(try await member.shopping() == ["2 leeks"])
    }

    @Test func `Sent at once it is added once, whatever else changes meanwhile`() async throws {
      let member = try await TestApp.shared().member()
      _ = try await member.cook("Soup", ["2 leeks", "500 g potatoes"], servings: "1")
      let id = try await member.plan("2026-11-24", "lunch", "Soup", servings: "1")
      let answers = try await member.atOnce(8) { browser, number in
        number == 3
          ? try await browser.post("/plan/\(id)", ["version": "1", "servings": "3"])
          : try await browser.post("/plan/shopping", ["from": "2026-11-24", "to": "2026-11-24"])
      }
      #expect(answers.map(\.status) == Array(repeating: 303, count: 8))
      try await member.shop("2026-11-24", "2026-11-24")
      #expect(try await member.shopping() == ["1 ½ kg potatoes", "6 leeks"])
    }

    @Test func `Another household's meals are not reached`() async throws {
      let app = try await TestApp.shared()
      let (member, stranger) = (try await app.member(), try await app.member())
      _ = try await member.cook("Soup", ["2 leeks"])
      try await member.plan("2026-11-24", "lunch", "Soup")
      try await stranger.shop("2026-11-23", "2026-11-29")
      #expect(try await stranger.shopping() == [])
      #expect(try await member.shopping() == [])
      let undo = try #require(try await member.addition("2026-11-23", "2026-11-29"))
      #expect(try await stranger.post(undo).status == 303)
      #expect(try await member.shopping() == ["2 leeks"])
    }

    @Test func `The plan says where the list is for another number of people, and updates it`() async throws {
      let member = try await TestApp.shared().member()
      _ = try await member.cook("Soup", ["100 g leeks"], servings: "1")
      _ = try await member.cook("Dal", ["10 g lentils"], servings: "1")
      _ = try await member.cook("Bread", ["1 kg flour"])
      let tomorrow = day(1)
      let week = Week(try #require(CalendarDate(tomorrow))).path
      try await member.plan(day(-1), "lunch", "Dal")
      try await member.plan(tomorrow, "lunch", "Soup")
      try await member.plan(tomorrow, "dinner", "Soup", servings: "7")
      try await member.plan(tomorrow, "dinner", "Bread")
      try await member.shop(day(-1), tomorrow)
      try await member.plan(tomorrow, "lunch", "Dal")
      let before = ["1 kg flour", "10 g lentils", "800 g leeks"]
      #expect(try await member.shopping() == before)
      #expect(try await member.get(week).contains("name=\"listed\"") == false)
      // Past days, numbers said by hand, recipes for no number, and what is not on the list have nothing to follow.
      _ = try await member.feed("Léa")
      let page = try await member.get(week)
      #expect(page.shows("1 dish is on the shopping list for another number of people."))
      let form = try #require(page.between("class=\"plan-outdated\"", "</form>"))
      #expect(form.components("value=\"\(tomorrow)\"").count == 3)
      #expect(page.shows("on the list: 1"))
      let update: KeyValuePairs = ["from": tomorrow, "to": tomorrow, "listed": "true"]
      #expect(try await member.post("/plan/shopping", update).status == 303)
      let after = try await member.get(week)
      #expect(try await member.shopping() == ["1 kg flour", "10 g lentils", "900 g leeks"])
      #expect(after.contains("name=\"listed\"") == false)
      // What is taken back is not asked again, until the meal is put on the list again.
      let undo = try #require(after.between("action=\"/plan/shopping?undo=", "\""))
      _ = try await member.post("/plan/shopping?undo=\(undo)")
      #expect(try await member.shopping() == before)
      #expect(try await member.get(week).contains("name=\"listed\"") == false)
    }

    // MARK: Undo

    @Test func `Undo takes away what was added, and brings back what it replaced`() async throws {
      let member = try await TestApp.shared().member()
      _ = try await member.cook("Soup", ["100 g leeks", "1 g sugar"], servings: "1")
      _ = try await member.cook("Dal", ["10 g lentils"], servings: "1")
      try await member.plan("2026-11-24", "lunch", "Soup")
      let days = ("2026-11-24", "2026-11-25")
      try await member.buy("1 kg leeks")
      try await member.shop(days.0, days.1)
      try await member.tick("sugar")
      let before = try await member.shopping()
      #expect(before == ["1100 g leeks"])
      // One more eats, and another meal is planned.
      try await member.feed("Léa")
      try await member.plan("2026-11-25", "lunch", "Dal")
      for _ in 1...2 {
        let undo = try #require(try await member.addition(days.0, days.1))
        #expect(try await member.shopping() == ["1 g sugar", "1200 g leeks", "20 g lentils"])
        // Nothing new is nothing to take back.
        #expect(try await member.addition(days.0, days.1) == nil)
        for _ in 1...2 { #expect(try await member.post(undo).status == 303) }
        #expect(try await member.shopping() == before)
        #expect(try await member.shopping(checked: true) == ["1 g sugar"])
      }
      // What is in the basket stays there, and nothing is wanted twice.
      let undo = try #require(try await member.addition(days.0, days.1))
      try await member.tick("lentils")
      _ = try await member.post(undo)
      #expect(try await member.shopping() == before)
      #expect(try await member.shopping(checked: true) == ["1 g sugar", "20 g lentils"])
      for wrong in ["", "x", "1"] { #expect(try await member.post("/plan/shopping?undo=\(wrong)").status == 400) }
    }

    /// What somebody else changes of a meal before the Undo, one after the other.
    @Test(arguments: [
      [("servings", "5")], [("servings", "5"), ("servings", "1")], [("text", "Dal")], [("text", "out for dinner")],
      [("servings", "5"), ("day", "2026-11-26")],
    ])
    func `Undo takes a meal off the list that was changed since`(changes: [(String, String)]) async throws {
      let member = try await TestApp.shared().member()
      _ = try await member.cook("Soup", ["100 g leeks", "1 g sugar"], servings: "1")
      _ = try await member.cook("Dal", ["10 g lentils"], servings: "1")
      let id = try await member.plan("2026-11-24", "lunch", "Soup", servings: "1")
      var version = 0
      func change(_ field: String, _ value: String) async throws {
        version += 1
        #expect(try await member.post("/plan/\(id)", ["version": "\(version)", field: value]).status == 303)
      }
      for _ in 1...2 {
        let undo = try #require(try await member.addition("2026-11-23", "2026-11-29"))
        for (field, value) in changes { try await change(field, value) }
        for _ in 1...2 { #expect(try await member.post(undo).status == 303) }
        #expect(try await member.shopping() == [])
        // It is not on the list: a change puts nothing there.
        try await change("text", "Soup")
        try await change("servings", "1")
        #expect(try await member.shopping() == [])
      }
      try await member.shop("2026-11-23", "2026-11-29")
      #expect(try await member.shopping() == ["1 g sugar", "100 g leeks"])
    }

    @Test func `Undo leaves a changed meal on the list that was there before, as it is now`() async throws {
      let member = try await TestApp.shared().member()
      _ = try await member.cook("Soup", ["100 g leeks"], servings: "1")
      let dal = try await member.cook("Dal", ["10 g lentils"], servings: "1")
      let id = try await member.plan("2026-11-24", "lunch", "Soup")
      try await member.shop("2026-11-24", "2026-11-24")
      try await member.feed("Léa")
      let second = try #require(try await member.addition("2026-11-24", "2026-11-24"))
      #expect(try await member.shopping() == ["200 g leeks"])
      _ = try await member.post("/plan/\(id)", ["version": "1", "servings": "5"])
      _ = try await member.post(second)
      #expect(try await member.shopping() == ["500 g leeks"])
      _ = try await member.post("/plan/\(id)", ["version": "2", "servings": ""])
      try await member.feed("Max")
      let third = try #require(try await member.addition("2026-11-24", "2026-11-24"))
      _ = try await member.post("/plan/\(id)", ["version": "3", "recipe": "\(dal)", "text": "", "servings": "1"])
      for _ in 1...2 { _ = try await member.post(third) }
      #expect(try await member.shopping() == ["10 g lentils"])
    }

    @Test func `A meal that was moved since has again what it had on the list before`() async throws {
      let member = try await TestApp.shared().member()
      _ = try await member.cook("Soup", ["100 g leeks"], servings: "1")
      let id = try await member.plan("2026-11-24", "lunch", "Soup")
      try await member.shop("2026-11-24", "2026-11-24")
      try await member.feed("Léa")
      let undo = try #require(try await member.addition("2026-11-24", "2026-11-24"))
      _ = try await member.post("/plan/\(id)", ["version": "1", "day": "2026-11-25"])
      for _ in 1...2 { _ = try await member.post(undo) }
      #expect(try await member.shopping() == ["100 g leeks"])
    }

    @Test func `What a change had made before stays, also when the addition before it is forgotten`() async throws {
      let member = try await TestApp.shared().member()
      _ = try await member.cook("Soup", ["100 g leeks", "1 g sugar"], servings: "1")
      let id = try await member.plan("2026-11-24", "lunch", "Soup")
      _ = try await member.post("/recipes/ingredients", ["name": "sugar"])
      try await member.shop("2026-11-24", "2026-11-24")
      _ = try await member.post("/plan/\(id)", ["version": "1", "servings": "5"])
      // As what was deleted 30 days ago.
      try member.app.rows("DELETE FROM shopping_entries WHERE source_id = \(id) AND replaced_by IS NOT NULL")
      _ = try await member.post("/recipes/ingredients/clear")
      let undo = try #require(try await member.addition("2026-11-24", "2026-11-24"))
      #expect(try await member.shopping() == ["5 g sugar", "500 g leeks"])
      _ = try await member.post(undo)
      #expect(try await member.shopping() == ["500 g leeks"])
    }

    @Test func `What is in the basket of a changed meal stays there when Undo takes away the rest`() async throws {
      let member = try await TestApp.shared().member()
      _ = try await member.cook("Soup", ["100 g leeks"], servings: "1")
      let id = try await member.plan("2026-11-24", "lunch", "Soup", servings: "1")
      let undo = try #require(try await member.addition("2026-11-24", "2026-11-24"))
      try await member.tick("leeks")
      _ = try await member.post("/plan/\(id)", ["version": "1", "servings": "5"])
      #expect(try await member.shopping() == ["400 g leeks"])
      _ = try await member.post(undo)
      #expect(try await member.shopping() == [])
      #expect(try await member.shopping(checked: true) == ["100 g leeks"])
    }

    @Test func `A meal that went on the list twice stays until both are taken back, in any order`() async throws {
      for order in [[0, 1], [1, 0]] {
        let member = try await TestApp.shared().member()
        _ = try await member.cook("Soup", ["100 g leeks"], servings: "1")
        let id = try await member.plan("2026-11-24", "lunch", "Soup")
        var undos = [try #require(try await member.addition("2026-11-24", "2026-11-24"))]
        try await member.feed("Léa")
        undos.append(try #require(try await member.addition("2026-11-24", "2026-11-24")))
        _ = try await member.post("/plan/\(id)", ["version": "1", "servings": "5"])
        _ = try await member.post(undos[order[0]])
        #expect(try await member.shopping() == ["500 g leeks"])
        _ = try await member.post(undos[order[1]])
        #expect(try await member.shopping() == [])
      }
    }

    @Test func `A meal that was moved goes back to its place, with what it needs there`() async throws {
      let member = try await TestApp.shared().member()
      _ = try await member.cook("Soup", ["2 leeks"], servings: "1")
      let id = try await member.plan("2026-11-24", "lunch", "Soup")
      try await member.shop("2026-11-23", "2026-11-29")
      let moved = try await member.post("/plan/\(id)", ["version": "1", "day": "2026-12-02", "meal": "Midnight"])
      #expect(moved.status == 303)
      let page = try await member.get("/plan?week=2026-W49")
      #expect(page.shows("Moved: Soup"))
      #expect(page.contains("action=\"/plan/\(id)?undo=2\""))
      for _ in 1...2 { #expect(try await member.post("/plan/\(id)?undo=2").status == 303) }
      #expect(try await member.get("/plan?week=2026-W48").shows("Moved back: Soup"))
      #expect(try await member.planned("2026-W48") == ["2026-11-24 lunch Soup"])
      #expect(try await member.shopping() == ["2 leeks"])
      // Who changes it meanwhile is asked; what has other words than before was not only moved.
      _ = try await member.post("/plan/\(id)", ["version": "3", "day": "2026-11-25"])
      _ = try await member.post("/plan/\(id)", ["version": "4", "day": "2026-11-26"])
      #expect(try await member.post("/plan/\(id)?undo=4").status == 409)
      _ = try await member.post("/plan/\(id)", ["version": "5", "day": "2026-11-27", "text": "Pie"])
      #expect(try await member.get("/plan?week=2026-W48").shows("Saved: Pie"))
      #expect(try await member.post("/plan/\(id)?undo=x").status == 400)
    }

    // MARK: At the same moment

    /// Answers a request that waits for a transaction of somebody else, which is then committed.
    private func send(
      by member: Member, to path: String, _ fields: KeyValuePairs<String, String>, beside statements: [SQL]
    ) async throws -> Answer {
      let other = try await transaction(member, statements)
      async let answer = member.post(path, fields)
      try await eventually { try member.app.isWaitedFor(other) }
      try other.run("COMMIT")
      return try await answer
    }

    private func line(_ member: Member) async throws -> UUID {
      let first = try await member.get("/shopping").shoppingLines.first
      return try #require(try first.map { try UUID(field: $0.id) })
    }

    @Test(arguments: [true, false])
    func `A tick in the moment of a change counts: as much is wanted as is left`(isChange: Bool) async throws {
      let member = try await TestApp.shared().member()
      _ = try await member.cook("Soup", ["100 g leeks"], servings: "1")
      let id = try await member.plan("2026-11-24", "lunch", "Soup", servings: "2")
      let days: KeyValuePairs = ["from": "2026-11-24", "to": "2026-11-24"]
      _ = try await member.post("/plan/shopping", days)
      var version = 1
      func change(_ servings: Int, beside tick: Bool) async throws {
        let statement = ShoppingQueries.check(try await line(member), [], tick)
        let fields: KeyValuePairs = ["version": "\(version)", "servings": "\(servings)"]
        if !isChange {
          _ = try await member.post("/plan/\(id)", fields)
          version += 1
        }
        let answer = try await send(
          by: member, to: isChange ? "/plan/\(id)" : "/plan/shopping", isChange ? fields : days, beside: [statement])
        if isChange { version += 1 }
        #expect(answer.status == 303)
      }
      if isChange {
        try await change(3, beside: true)
        #expect(try await member.shopping() == ["100 g leeks"])
        #expect(try await member.shopping(checked: true) == ["200 g leeks"])
      } else {
        try await member.tick("leeks")
      }
      // A tick that is taken back leaves everything to be bought.
      _ = try await member.post("/plan/\(id)", ["version": "\(version)", "servings": "2"])
      version += 1
      #expect(try await member.shopping() == [])
      try await change(5, beside: false)
      #expect(try await member.shopping() == ["500 g leeks"])
      #expect(try await member.shopping(checked: true) == [])
    }

    @Test func `A meal that comes on the list in the moment of its change is there as it is now`() async throws {
      let member = try await TestApp.shared().member()
      _ = try await member.cook("Soup", ["100 g leeks"], servings: "1")
      let id = try await member.plan("2026-11-24", "lunch", "Soup", servings: "2")
      let answer = try await send(
        by: member, to: "/plan/\(id)", ["version": "1", "servings": "3"],
        beside: PlanShoppingQueries.lock([id]) + [
          """
          INSERT INTO shopping_entries (id, text, food, key, amount, aisle, source, source_id, source_name)
          VALUES (\(UUID.v7()), '200 g leeks', 'leeks', 'leek', '200 g', 'produce', 'meal', \(id), 'Soup')
          """
        ])
      #expect(answer.status == 303)
      #expect(try await member.shopping() == ["300 g leeks"])
    }

    @Test func `A change in the moment of an Undo leaves nothing either`() async throws {
      let member = try await TestApp.shared().member()
      _ = try await member.cook("Soup", ["100 g leeks"], servings: "1")
      let id = try await member.plan("2026-11-24", "lunch", "Soup", servings: "1")
      let undo = try #require(try await member.addition("2026-11-24", "2026-11-24"))
      let row = PlanShopping.Row(
        id: .v7(), meal: id, source: "Soup", text: "300 g leeks", food: "leeks", key: "leek", amount: "300 g",
        aisle: .produce)
      let answer = try await send(
        by: member, to: undo, [:],
        beside: PlanShoppingQueries.lock([id]) + [
          "UPDATE meals SET servings = 3, \(fragment: .nextVersion) WHERE household_id = current_household() AND id = \(id)",
          PlanShoppingQueries.replace(ofChanged: id, version: 2, count: 3, [row]),
        ])
      #expect(answer.status == 303)
      #expect(try await member.shopping() == [])
    }

    /// What is answered when one of two meals was changed in the moment of each attempt.
    @Test(arguments: [
      (["Soup"], "Nothing is added: the meals or the list were being changed. Please try again.", []),
      (
        ["Soup", "Mash"],
        "1 ingredient is on the shopping list, but not those of meals that were being changed. Please try again.",
        ["1 kg potatoes"]
      ),
    ])
    func `After the last lost race the answer says what was stored`(
      dishes: [String], answer: String, list: [String]
    ) async throws {
      // A connection prepares all statements of a batch before it runs them, and then waits before it reads the meals.
      let app = try await TestApp(["FOYER_PREPARE": "off"])
      let member = try await app.member()
      let ingredients = ["Soup": "100 g leeks", "Mash": "1 kg potatoes"]
      var meals: [UUID] = []
      for name in dishes {
        _ = try await member.cook(name, [try #require(ingredients[name])], servings: "1")
        meals.append(try await member.plan("2026-11-24", "lunch", name, servings: "1"))
      }
      // A transaction for each attempt keeps it between its reading of the meals and that of what is at hand.
      let gate = try Session(Target(url: app.superuserURL), deadline: .now() + .seconds(120))
      try gate.run("SELECT pg_advisory_lock(n) FROM generate_series(1, \(ShopForPlan.mostAttempts)) AS n")
      func hold(_ attempt: Int) -> Task<Void, any Error> {
        Task {
          try await blocking {
            let session = try Session(Target(url: app.superuserURL), deadline: .now() + .seconds(120))
            try session.run("BEGIN")
            try session.run("LOCK TABLE ingredients_at_hand")
            try session.run("SELECT pg_advisory_lock_shared(\(attempt))")
            try session.run("COMMIT")
          }
        }
      }
      func isLocked(_ mode: String, _ isGranted: Bool) throws -> Bool {
        try app.number(
          """
          SELECT count(*) AS n FROM pg_locks
          WHERE relation = 'ingredients_at_hand'::regclass AND mode = \(mode) AND granted = \(isGranted)
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
          """) == 1
      }
      var holders = [hold(1)]
      try await eventually { try isLocked("AccessExclusiveLock", true) }
      async let posted = member.post("/plan/shopping", ["from": "2026-11-24", "to": "2026-11-24"])
      for attempt in 1...ShopForPlan.mostAttempts {
        try await eventually { try isLocked("AccessShareLock", false) }
        if attempt < ShopForPlan.mostAttempts {
          holders.append(hold(attempt + 1))
          try await eventually { try isLocked("AccessExclusiveLock", false) }
        }
        try app.rows("UPDATE meals SET version = version + 1 WHERE id = \(meals[0])")
        try gate.run("SELECT pg_advisory_unlock(\(attempt))")
        // From here on no wait is that of this attempt.
        try await holders[attempt - 1].value
      }
      #expect(try await posted.status == 303)
      let page = try await member.get("/plan?week=2026-W48")
      #expect(page.shows(answer))
      #expect(page.contains("/plan/shopping?undo=") == !list.isEmpty)
      #expect(try await member.shopping() == list)
    }

    @Test func `Of a meal that was taken out in the moment nothing is said to be on the list`() async throws {
      let member = try await TestApp.shared().member()
      _ = try await member.cook("Soup", ["100 g leeks"], servings: "1")
      let id = try await member.plan("2026-11-24", "lunch", "Soup", servings: "1")
      let answer = try await send(
        by: member, to: "/plan/shopping", ["from": "2026-11-24", "to": "2026-11-24"],
        beside: [
          "UPDATE meals SET deleted_at = now(), \(fragment: .nextVersion) WHERE household_id = current_household() AND id = \(id)"
        ])
      #expect(answer.status == 303)
      #expect(try await member.get("/plan?week=2026-W48").shows("There is nothing to buy for these days."))
      #expect(try await member.shopping() == [])
    }

    // MARK: Against a model

    /// Planning, un-planning, adding to the list, ticking, editing meals and lines, in any order: the list is what a plain
    /// model is. Every recipe has a gram of each of its foods for a serving.
    @Test func `Random sequences leave the list equal to a plain model's`() async throws {
      let app = try await TestApp()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for seed in 1...4 {
          group.addTask {
            let member = try await app.member()
            var recipes: [[String]: UUID] = [:]
            for foods in Model.recipes {
              recipes[foods] = try await member.cook(
                foods.joined(separator: " and "), foods.map { "1 g \($0)" }, servings: "1")
            }
            var random = SeededRandom(seed: UInt64(seed))
            for sequence in 1...rounds(500) {
              // Weeks of their own: what was planned before is out of the way.
              let monday = CalendarDate(days: 20_000 + 7 * sequence)
              try await Self.play(member, recipes, monday, &random, "seed \(seed), sequence \(sequence)")
            }
          }
        }
        try await group.waitForAll()
      }
      await app.app.stop()
    }

    private struct Model {
      static let recipes = [["flour", "rice"], ["rice", "sugar"], ["flour"]]

      struct Entry {
        /// The meal and the grams that the row was made for; nil for one by hand.
        let meal: UUID?
        let made: Int
        let food: String
        var grams: Int
        var isChecked = false
        /// Off the list with its meal.
        var isAway = false
      }
      struct Meal {
        let id: UUID
        var foods: [String]
        var servings: Int
        var version = 1
        var isThere = true
      }
      var meals: [Meal] = []
      var entries: [Entry] = []

      func lines(checked: Bool) -> [String] {
        let those = entries.filter { $0.isChecked == checked && !$0.isAway }
        return Set(those.map(\.food)).map { food in
          "\(those.filter { $0.food == food }.reduce(0) { $0 + $1.grams }) g \(food)"
        }.sorted()
      }

      /// The open rows of a meal become what is not bought yet; a row that fits stays, also with an amount by hand.
      mutating func fill(_ meal: Meal) {
        for food in Set(["flour", "rice", "sugar"]) {
          let own = entries.filter { $0.meal == meal.id && $0.food == food }
          let bought = own.filter(\.isChecked).reduce(0) { $0 + $1.grams }
          let wanted = meal.foods.contains(food) ? max(0, meal.servings - bought) : 0
          entries.removeAll { $0.meal == meal.id && $0.food == food && !$0.isChecked && $0.made != wanted }
          let isThere = entries.contains {
            $0.meal == meal.id && $0.food == food && $0.made == wanted && !$0.isChecked
          }
          if wanted > 0, !isThere { entries.append(Entry(meal: meal.id, made: wanted, food: food, grams: wanted)) }
        }
      }
    }

    private static func play(
      _ member: Member, _ recipes: [[String]: UUID], _ monday: CalendarDate, _ random: inout SeededRandom,
      _ name: String
    ) async throws {
      var model = Model()
      let days = (monday.iso, CalendarDate(days: monday.days + 6).iso)
      for _ in 1...Int.random(in: 3...7, using: &random) {
        let day = CalendarDate(days: monday.days + Int.random(in: 0...6, using: &random)).iso
        let (foods, servings) = (Model.recipes.randomElement(using: &random)!, Int.random(in: 1...9, using: &random))
        let index = model.meals.indices.randomElement(using: &random)
        switch Int.random(in: 0...7, using: &random) {
        case 0, 1:
          let id = UUID.v7()
          _ = try await member.post(
            "/plan",
            ["id": "\(id)", "day": day, "meal": "lunch", "recipe": "\(recipes[foods]!)", "servings": "\(servings)"])
          model.meals.append(.init(id: id, foods: foods, servings: servings))
        case 2:
          guard let index, model.meals[index].isThere else { continue }
          _ = try await member.post("/plan/\(model.meals[index].id)/delete")
          model.meals[index].isThere = false
          for place in model.entries.indices
          where model.entries[place].meal == model.meals[index].id && !model.entries[place].isChecked {
            model.entries[place].isAway = true
          }
        case 3:
          guard let index, !model.meals[index].isThere else { continue }
          _ = try await member.post("/plan/\(model.meals[index].id)/restore")
          model.meals[index].isThere = true
          for place in model.entries.indices where model.entries[place].meal == model.meals[index].id {
            model.entries[place].isAway = false
          }
        case 4:
          let undo = try await member.addition(days.0, days.1)
          if Bool.random(using: &random) {
            // Taken back, the list is as before.
            if let undo { _ = try await member.post(undo) }
          } else {
            for meal in model.meals where meal.isThere { model.fill(meal) }
          }
        case 5:
          guard let index, model.meals[index].isThere else { continue }
          let meal = model.meals[index]
          let answer = try await member.post(
            "/plan/\(meal.id)",
            ["version": "\(meal.version)", "recipe": "\(recipes[foods]!)", "servings": "\(servings)", "day": day])
          #expect(answer.status == 303, "\(name)")
          model.meals[index] = .init(id: meal.id, foods: foods, servings: servings, version: meal.version + 1)
          if model.entries.contains(where: { $0.meal == meal.id }) { model.fill(model.meals[index]) }
        case 6:
          guard let line = try await member.get("/shopping").shoppingLines.randomElement(using: &random) else {
            continue
          }
          let food = line.label.components(" ").last
          _ = try await member.post(
            "/shopping/\(line.id)/check", ["checked": "\(!line.isChecked)", "entries": line.entries])
          for place in model.entries.indices
          where model.entries[place].food == food && model.entries[place].isChecked == line.isChecked
            && !model.entries[place].isAway
          {
            model.entries[place].isChecked.toggle()
          }
        default:
          try await Self.edit(member, &model, servings, &random, name)
        }
      }
      let page = try await member.get("/shopping").shoppingLines
      #expect(page.filter { !$0.isChecked }.map(\.label).sorted() == model.lines(checked: false), "\(name)")
      #expect(page.filter(\.isChecked).map(\.label).sorted() == model.lines(checked: true), "\(name)")
      for line in page { _ = try await member.post("/shopping/\(line.id)/delete", ["entries": line.entries]) }
    }

    /// Somebody writes another amount into a line that stands for one row alone, or a line by hand is added.
    private static func edit(
      _ member: Member, _ model: inout Model, _ grams: Int, _ random: inout SeededRandom, _ name: String
    ) async throws {
      let food = ["flour", "rice", "sugar"].randomElement(using: &random)!
      let lines = try await member.get("/shopping").shoppingLines
      let line = lines.first { $0.label.hasSuffix(" \(food)") && $0.entries.components(" ").count == 1 }
      guard let line else {
        try await member.buy("\(grams) g \(food)")
        model.entries.append(.init(meal: nil, made: grams, food: food, grams: grams))
        return
      }
      let version = try #require(try await member.get("/shopping/\(line.id)").field("version"))
      #expect(
        try await member.post("/shopping/\(line.id)", ["version": version, "text": "\(grams) g \(food)"]).status == 303)
      let place = try #require(
        model.entries.indices.first {
          model.entries[$0].food == food && model.entries[$0].isChecked == line.isChecked && !model.entries[$0].isAway
        }, "\(name)")
      model.entries[place].grams = grams
    }
  }
}
