import CivilTime
import Cookery
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// Operations of the plan, whoever asks: what they refuse, and what takes them back.
  @Suite struct PlanOperations {
    private static let (monday, tuesday) = (CalendarDate("2026-11-23"), CalendarDate("2026-11-24"))

    private func meal(_ text: String, _ change: (inout MealDraft) -> Void = { _ in }) throws -> MealDraft {
      var meal = MealDraft(day: try #require(Self.monday), name: .dinner, text: text)
      change(&meal)
      return meal
    }

    @Test func `Each rule is refused by the name of its field`() throws {
      func problems(_ text: String, _ change: (inout MealDraft) -> Void = { _ in }) throws -> [Problem] {
        try meal(text, change).problems.all
      }
      #expect(try problems("Soup") == [])
      #expect(try problems("") { $0.recipe = .v7() } == [])
      #expect(try problems(" ") == [Problem(field: "text", kind: .blank)])
      #expect(try problems(String(repeating: "й", count: 1_001)) == [Problem(field: "text", kind: .tooLong(1_000))])
      #expect(try problems("Soup") { $0.name = MealName(value: " ") } == [Problem(field: "meal", kind: .blank)])
      #expect(try problems("Soup") { $0.servings = 0 } == [Problem(field: "servings", kind: .invalidCount)])
      #expect(
        try problems("") {
          $0.day = .unreadable
          $0.servings = 1_001
        }.map(\.field) == ["day", "text", "servings"])

      let (monday, tuesday) = (try #require(Self.monday), try #require(Self.tuesday))
      func shop(_ from: CalendarDate, _ to: CalendarDate) -> [Problem] {
        ShopForPlan(from: from, to: to, language: .en).problems.all
      }
      #expect(shop(monday, CalendarDate(days: monday.days + 27)) == [])
      #expect(shop(monday, CalendarDate(days: monday.days + 28)) == [Problem(field: "to", kind: .tooManyDays(28))])
      #expect(shop(tuesday, monday) == [Problem(field: "to", kind: .notAfter)])
      #expect(CopyWeek(from: Week(monday), to: Week(tuesday)).problems.all == [Problem(field: "to", kind: .already)])
    }

    @Test func `A form shows every problem, of what cannot be read and of what is against a rule`() async throws {
      let member = try await TestApp.shared().member()
      let answer = try await member.post("/plan", ["day": "2026-02-30", "meal": " ", "text": "", "servings": "many"])
      #expect(answer.status == 422)
      for text in ["Enter a day, such as 2026-11-23.", "Enter a number from 1 to 1000, or nothing."] {
        #expect(answer.shows(text))
      }
      #expect(answer.text.components(separatedBy: "Please fill this in.").count == 5)
    }

    @Test func `A program plans, moves and takes back without a request`() async throws {
      let member = try await TestApp.shared().member()
      let (first, tuesday) = (try meal("Soup"), try #require(Self.tuesday))
      let said = try await ProgramSession.run(as: member) { session -> [String] in
        func now() async throws -> Meal? {
          try await session.query(PlanQueries.find(first.id)).first.map { try Meal($0) }
        }
        func place() async throws -> String { try await now().map { "\($0.day.iso) \($0.title)" } ?? "none" }
        // Twice is once.
        _ = try await PlanMeal(meal: first).run(session)
        let planned = try await PlanMeal(meal: first).run(session)
        #expect(planned.title == "Soup" && planned.undo.path == "/plan/\(first.id)/delete")
        var said = [try await place()]

        let before = try #require(try await now())
        var moved = first
        moved.day = tuesday
        let moving = ChangeMeal(meal: moved, before: before, version: before.version, language: .en)
        guard case .saved(_, let undo?) = try await moving.run(session) else { return said }
        said.append(try await place())
        // Who has read an older version changes nothing; who wants what is there is content.
        if case .saved(_, let undo) = try await moving.run(session) { #expect(undo == nil) } else { said.append("?") }
        moved.text = "Stew"
        let late = ChangeMeal(meal: moved, before: before, version: before.version, language: .en)
        if case .conflict(let stored) = try await late.run(session) { said.append("conflict \(stored.title)") }
        guard case .moved(let back) = try await undo.find(.en, session),
          case .saved(_, nil) = try await back.run(session)
        else { return said }
        said.append(try await place())
        if case .isBack = try await undo.find(.en, session) { said.append("is back") }

        var batch = Batch()
        let query = planned.undo.store(in: &batch)
        let deleted = try #require(
          try DeleteMeal.Result(try await session.query(batch), query, of: planned.undo))
        said.append(try await place())
        #expect(try await deleted.undo.run(session)?.isRestored == true)
        said.append(try await place())

        let copy = CopyWeek(from: Week(tuesday), to: Week(CalendarDate(days: tuesday.days + 7)))
        let copied = try await copy.run(session)
        let again = try await copy.run(session)
        said.append("\(copied.count) \(again.count) \(again.undo == nil) \(try await copied.undo?.run(session) ?? 0)")
        return said
      }
      #expect(
        said == [
          "2026-11-23 Soup", "2026-11-24 Soup", "conflict Soup", "2026-11-23 Soup", "is back", "none",
          "2026-11-23 Soup", "1 0 true 1",
        ])
    }

    @Test func `A recipe that is gone and a full day are refused`() async throws {
      let member = try await TestApp.shared().member()
      let (soup, gone) = (try meal("Soup"), try meal("") { $0.recipe = .v7() })
      let stew = try meal("Stew") { $0.day = CalendarDate(days: $0.day.days + 1) }
      try await ProgramSession.run(as: member) { session in
        let missing = try await refused { _ = try await PlanMeal(meal: gone).run(session) }
        #expect(missing == [Problem(field: "text", kind: .gone)])
        try await session.query(
          """
          INSERT INTO meals (id, day, meal, text)
          SELECT gen_random_uuid(), \(soup.day)::date, 'lunch', 'Bread' FROM generate_series(1, \(PlanQueries.perDay))
          """)
        let full = try await refused { _ = try await PlanMeal(meal: soup).run(session) }
        #expect(full == Problems.noRoomForMeal.all)
        _ = try await PlanMeal(meal: stew).run(session)
        let before = try Meal(try await session.query(PlanQueries.find(stew.id))[0])
        var moved = stew
        moved.day = soup.day
        let move = ChangeMeal(meal: moved, before: before, version: before.version, language: .en)
        #expect(try await refused { _ = try await move.run(session) } == Problems.noRoomForMeal.all)
      }
    }

    @Test func `A program puts the plan's needs on the list, and takes them off again`() async throws {
      let member = try await TestApp.shared().member()
      let recipe = try await member.cook("Omelette of operations", ["3 eggs", "20 g butter"])
      let meal = try meal("") { $0.recipe = recipe }
      let said = try await ProgramSession.run(as: member) { session -> [String] in
        let shopping = ShopForPlan(from: meal.day, to: meal.day, language: .en)
        func list() async throws -> Int { try await session.query(ShoppingQueries.list()).count }
        let nothing = try await shopping.run(session)
        var said = ["\(nothing.count) \(nothing.isWhole) \(nothing.undo == nil)"]
        _ = try await PlanMeal(meal: meal).run(session)
        let first = try await shopping.run(session)
        let second = try await shopping.run(session)
        said.append("\(first.count) \(second.count) \(second.undo == nil) \(try await list())")
        let undo = try #require(first.undo)
        #expect(undo.path == "/plan/shopping?undo=\(undo.addition)")
        var batch = Batch()
        let query = undo.store(in: &batch)
        let count = try TakeBackShopping.count(try await session.query(batch), query)
        return said + ["\(count) \(try await list())"]
      }
      #expect(said == ["0 true true", "2 2 true 2", "2 0"])
    }
  }
}
