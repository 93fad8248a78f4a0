import CivilTime
import EventLoop
import Testing

@testable import Foyer
@testable import Postgres

extension Answer {
  /// What the plan says of clashes, in words.
  var planClashes: [String] {
    text.components("<p class=\"plan-clash").dropFirst().map { part in
      let inside = part.components("</p>")[0]
      return unescaped(inside.components("<").dropFirst().map { $0.components(">").dropFirst().joined() }.joined())
    }
  }
}

extension FoyerTests {
  /// Who eats on the days of the plan, and what does not suit them.
  @Suite struct MealEaterTests {
    @Test func `A clash names person, day and line, and what suits everybody says nothing`() async throws {
      let member = try await TestApp.shared().member()
      try await member.feed("Léa", allergies: ["peanut"], dislikes: "leek")
      try await member.feed("Sometimes", allergies: ["egg"], byDefault: false)
      _ = try await member.cook("Satay", ["500 g chicken", "100 g peanuts", "2 eggs"])
      _ = try await member.cook("Leeks", ["3 leeks", "20 ml olive oil"])
      try await member.plan("2026-11-24", "dinner", "Satay")
      try await member.plan("2026-11-25", "dinner", "Leeks")
      try await member.plan("2026-11-26", "dinner", "peanuts")
      let page = try await member.get("/plan?week=2026-W48")
      #expect(page.planClashes == ["Léa: peanut. 100 g peanuts"])
      #expect(page.count(of: "Léa dislikes: leek") == 1)
      // Who lives here and eats by default.
      #expect(page.count(of: "2 servings") == 2)
      try await member.plan("2026-11-27", "dinner", "Leeks", servings: "7")
      #expect(try await member.get("/plan?week=2026-W48").count(of: "7 servings") == 1)
    }

    @Test func `Guests eat on the nights of their stay, and breakfast on the day on which they leave`() async throws {
      let app = try await TestApp.shared()
      let (host, guest) = (try await app.member(), try await app.member())
      let listing = try await host.list()
      let id = UUID.v7()
      _ = try await guest.post(
        "/hosts/\(listing)/requests",
        ["id": "\(id)", "arrival": day(10), "departure": day(12), "guests": "2", "allergy": "egg"])
      try await host.answer(id, "accept")
      _ = try await host.cook("Omelette", ["3 eggs"], servings: "1")
      let days = (9...13).map { day($0) }
      for day in days { try await host.plan(day, "breakfast", "Omelette") }
      try await host.plan(day(12), "lunch", "Omelette")
      let weeks = Set(days.compactMap { CalendarDate($0) }.map { Week($0).text })
      var (clashes, servings): ([String], [String]) = ([], [])
      for week in weeks.sorted() {
        let page = try await host.get("/plan?week=\(week)")
        clashes += page.planClashes
        servings += page.text.components("<span class=\"hint\">").dropFirst().map { $0.components("<")[0] }
      }
      #expect(servings == ["1 serving", "3 servings", "3 servings", "3 servings", "1 serving", "1 serving"])
      #expect(clashes.count == 3 && clashes.allSatisfy { $0.contains("egg. 3 eggs") })
      // What is bought for it is for as many, and what is suggested for it suits them.
      try await host.shop(day(12), day(12))
      #expect(try await host.shopping() == ["12 eggs"])
      _ = try await host.post("/recipes/starters", ["hide": "true"])
      _ = try await host.cook("Frittata", ["3 eggs", "500 g potatoes", "2 onions"])
      for (meal, isThere) in [("breakfast", false), ("dinner", true)] {
        let page = try await host.get("/plan/suggest?day=\(day(12))&meal=\(meal)")
        #expect(page.contains(">Frittata</a>") == isThere, "\(meal)")
      }
      // Without the guests it is for less.
      _ = try await guest.post("/requests/\(id)/withdraw")
      let departure = try await host.get(Week(try #require(CalendarDate(day(12)))).path)
      #expect(departure.shows("1 dish is on the shopping list for another number of people."))
      _ = try await host.post("/plan/shopping", ["from": day(12), "to": day(12), "listed": "true"])
      #expect(try await host.shopping() == ["6 eggs"])
    }

    /// Beyond what is read for one page the bits decide: the clash is there, without its line.
    @Test func `Dishes with very long ingredients clash all the same`() async throws {
      let member = try await TestApp.shared().member()
      try await member.feed("Léa", allergies: ["peanut"])
      let long = (1...400).map { "\($0) g flour of the mill number \($0), sifted and sifted again by hand" }
      for name in ["First", "Second", "Third"] {
        _ = try await member.cook(name, ["100 g peanuts"] + long)
        try await member.plan("2026-11-24", "dinner", name)
      }
      let page = try await member.get("/plan?week=2026-W48")
      #expect(page.planClashes.count { $0.contains("Léa") && $0.contains("peanut") } == 3)
    }
  }
}
