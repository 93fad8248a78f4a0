import CivilTime
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// Members and others who are away at a meal.
  @Suite struct AbsenceTests {
    @Test func `Whoever is away at a meal is neither counted nor cooked nor bought for`() async throws {
      let member = try await TestApp.shared().member()
      let (day, lea) = ("2027-05-06", UUID.v7())
      let soup = try await member.cook("Soup", ["8 leeks", "1 l milk"], servings: "4")
      _ = try await member.post("/household/eaters", ["id": "\(lea)", "name": "Léa", "allergy": "dairy"])
      for meal in ["lunch", "dinner"] { try await member.plan(day, meal, "Soup") }
      func counts() async throws -> [String] {
        let page = try await member.get(Week(try #require(CalendarDate(day))).path)
        return page.text.components("href=\"/recipes/\(soup)?day=\(day)&amp;servings=").dropFirst().map {
          String($0.prefix(1))
        }
      }
      func away(_ meal: String, _ away: String, person: UUID? = nil, day: String = "2027-05-06") async throws -> Int {
        try await member.post(
          "/plan/away", ["day": day, "meal": meal, "person": "\(person ?? lea)", "away": away]
        ).status
      }
      #expect(try await counts() == ["2", "2"])
      for _ in 1...2 { #expect(try await away("dinner", "true") == 303) }
      #expect(try await counts() == ["2", "1"])
      let plan = try await member.get("/plan?week=2027-W18")
      #expect(plan.shows("Léa away: Dinner") && plan.count(of: "class=\"plan-clash\"") == 1)
      try await member.shop(day, day)
      #expect(try await member.shopping().contains("6 leeks"))
      // The whole day; then at lunch after all.
      #expect(try await away("", "true") == 303)
      #expect(try await counts() == ["1", "1"])
      #expect(try await away("lunch", "false") == 303)
      #expect(try await counts() == ["2", "1"])
      #expect(try await away("", "false") == 303)
      #expect(try await counts() == ["2", "2"])
      #expect(try await away("", "true", person: .v7()) == 404)
      #expect(try await away("", "perhaps") == 422)
      #expect(try await away("", "true", day: "2027-13-40") == 422)
      #expect(try await away(String(repeating: "a", count: 101), "true") == 422)
      let stranger = try await member.app.member()
      let foreign = try await stranger.post(
        "/plan/away", ["day": day, "meal": "", "person": "\(lea)", "away": "true"])
      #expect(foreign.status == 404)
      #expect(try await counts() == ["2", "2"])
      #expect(try member.app.rows("SELECT 1 FROM meal_absences WHERE household_id = \(stranger.household)").isEmpty)
    }

    @Test func `Whoever is away at a meal neither clashes with it on Today nor decides what could be eaten`()
      async throws
    {
      let member = try await TestApp.shared().member()
      try member.app.rows("UPDATE households SET hides_starter_recipes = true WHERE id = \(member.household)")
      let (today, lea) = (day(0), UUID.v7())
      let soup = try await member.cook("Soup", ["8 leeks", "1 l milk"], servings: "4")
      _ = try await member.post(
        "/household/eaters", ["id": "\(lea)", "name": "Léa", "allergy": "dairy", "dislikes": "leeks"])
      func suggested(_ meal: String) async throws -> Bool {
        try await member.get("/plan/suggest?day=\(today)&meal=\(meal)").contains("/recipes/\(soup)")
      }
      func away(_ meal: String, _ away: String) async throws {
        let form: KeyValuePairs = ["day": today, "meal": meal, "person": "\(lea)", "away": away]
        #expect(try await member.post("/plan/away", form).status == 303)
      }
      for meal in ["lunch", "dinner"] { #expect(!(try await suggested(meal))) }
      try await away("dinner", "true")
      #expect(try await suggested("dinner"))
      #expect(!(try await suggested("lunch")))
      for meal in ["lunch", "dinner", "Tea"] { try await member.plan(today, meal, "Soup") }
      #expect(try await member.get("/").count(of: "class=\"today-clash\"") == 2)
      // Of a recipe that is opened for the day, those who are away all day; who is chosen eats.
      let clash = "class=\"warning is-bad\""
      #expect(try await member.get("/recipes/\(soup)?day=\(today)").contains(clash))
      try await away("", "true")
      #expect(try await member.get("/").count(of: "class=\"today-clash\"") == 0)
      #expect(!(try await member.get("/recipes/\(soup)?day=\(today)")).contains(clash))
      #expect(try await member.get("/recipes/\(soup)?day=\(today)&for=\(lea)").contains(clash))
      #expect(try await member.get("/recipes/\(soup)").contains(clash))
    }
  }
}
