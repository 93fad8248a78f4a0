import Cookery
import EventLoop
import Testing

@testable import Foyer

extension FoyerTests {
  @Suite struct Cooking {
    private static let steps = """
      Fry 1 tbsp of the butter for 20 to 25 minutes at 200 °C.
      Beat the 2 eggs, add 200 ml of the milk and divide into 12 balls.
      Leave to rise for 1 hour.
      """
    private static let ingredients = ["2 eggs", "500 ml milk", "3 tbsp butter", "1 tsp salt"]

    private func member() async throws -> (Member, UUID) {
      let member = try await TestApp.shared().member()
      let id = try await member.cook("Buns & rolls", Self.ingredients, steps: Self.steps, servings: "4")
      return (member, id)
    }

    @Test func `R33: amounts are such as a kitchen measures, and the shopping list's stay exact`() async throws {
      let (member, id) = try await member()
      let page = try await member.get("/recipes/\(id)?servings=3")
      for text in ["1 ½ eggs (½ = 25 g, beaten)", "380 ml milk", "2 ½ tbsp butter", "¾ tsp salt", "150 ml"] {
        #expect(page.shows(text), "\(text)")
      }
      #expect(page.contains("name=\"ingredient\" value=\"375 ml milk\""))
      #expect(page.shows("divide into 12 balls"))
      #expect(page.contains("href=\"/recipes/\(id)/cook?servings=3\""))
      #expect(page.contains("href=\"/recipes/\(id)/print?servings=3\""))
      // One fewer, and the recipe's own, of which the address says nothing.
      #expect(page.contains("href=\"/recipes/\(id)?servings=2\""))
      #expect(page.contains("href=\"/recipes/\(id)\" hx-get=\"/recipes/\(id)\""))
      let part = try await member.browser.get("/recipes/\(id)?servings=8", fragment("recipe-columns"))
      #expect(part.shows("4 eggs") && !part.contains("<html") && part.contains("id=\"recipe-columns\""))
    }

    @Test func `The total counts rising, resting and chilling`() async throws {
      let (member, id) = try await member()
      #expect(try await member.get("/recipes/\(id)").between("<dt>Resting</dt><dd>", "</dd>") == "1 h")
      let changed = try await member.post(
        "/recipes/\(id)",
        [
          "version": "1", "name": "Bread", "ingredients": "500 g flour",
          "steps": "Leave to rise for 1 hour 30 minutes.", "prep_minutes": "20", "cook_minutes": "40",
        ])
      #expect(changed.status == 303)
      #expect(
        try await member.get("/recipes/\(id)").between("<dt>Total</dt><dd>", "</dd>") == "1 h, plus 1 h 30 min resting")
    }

    @Test func `A step has its ingredients and links to the next, without JavaScript`() async throws {
      let (member, id) = try await member()
      let first = try await member.get("/recipes/\(id)/cook?servings=8")
      #expect(first.between("<h1 tabindex=\"-1\" dir=\"auto\">", "</h1>") == "Buns & rolls")
      #expect(first.shows("Step 1 of 3") && first.contains("<strong>2 tbsp</strong>"))
      #expect(first.contains("data-seconds=\"1200\" data-up-to=\"1500\">20 to 25 minutes</span>"))
      #expect(first.shows("(400 °F)"))
      #expect(first.between("<ul class=\"cook-chips\" role=\"list\">", "</ul>")?.contains("6 tbsp butter") == true)
      #expect(first.between("<ul class=\"cook-chips\" role=\"list\">", "</ul>")?.contains("salt") == false)
      #expect(!first.contains("data-turn=\"previous\""))
      #expect(first.contains("href=\"/recipes/\(id)?servings=8\" data-exit"))
      let next = try #require(first.between("data-turn=\"next\" href=\"", "\""))
      #expect(next == "/recipes/\(id)/cook?step=2&servings=8")
      let second = try await member.get(next)
      #expect(second.shows("Step 2 of 3") && second.shows("4 eggs") && second.shows("400 ml"))
      #expect(second.shows("12 balls"))
      let last = try await member.get("/recipes/\(id)/cook?step=3")
      #expect(!last.contains("data-turn=\"next\"") && last.shows("Finish"))
      let part = try await member.browser.get("/recipes/\(id)/cook?step=2", fragment("cook"))
      #expect(part.shows("Step 2 of 3") && !part.contains("<html"))
    }

    @Test func `A step and servings that do not exist are the nearest that do`() async throws {
      let (member, id) = try await member()
      for (query, step) in [
        ("step=0", 1), ("step=-1", 1), ("step=99999", 3), ("step=999999999999999999999", 1), ("step=", 1),
        ("step=%C2%BD%C2%BD", 1), ("step=2&servings=0", 2), ("step=2&servings=-1", 2),
        ("step=2&servings=1000000000", 2), ("servings=%C2%BD%C2%BD", 1),
      ] {
        let page = try await member.get("/recipes/\(id)/cook?\(query)")
        #expect(page.status == 200, "\(query)")
        #expect(page.shows("Step \(step) of 3"), "\(query)")
        #expect(page.shows("2 eggs"), "\(query)")
      }
      for servings in ["0", "-1", "1000000000", "%C2%BD%C2%BD"] {
        let page = try await member.get("/recipes/\(id)/print?servings=\(servings)")
        #expect(page.status == 200 && page.shows("Serves 4"))
      }
    }

    @Test(arguments: [
      [], ["1e308 g flour", "1/0 cup milk", "½½ tsp salt", "999999999 eggs", "\u{0130}"],
      ["Mirror", "For Mirror:", "2 Mirror, beaten"],
    ])
    func `Amounts of any kind are cooked by`(ingredients: [String]) async throws {
      let member = try await TestApp.shared().member()
      let steps = (ingredients + ["Mix 1e308 g of Mirror for 1/0 minutes at ½½ °C."]).joined(separator: "\n")
      let id = try await member.cook("Mirror", ingredients, steps: steps, servings: "1")
      for path in ["", "/cook", "/cook?step=4&servings=1000", "/print?servings=1000", "?servings=1000"] {
        #expect(try await member.get("/recipes/\(id)\(path)").status == 200, "\(path)")
      }
      let bare = try await member.cook("Nothing", [], servings: "2")
      for path in ["/cook", "/cook?step=7", "/print"] {
        #expect(try await member.get("/recipes/\(bare)\(path)").status == 200, "\(path)")
      }
      #expect(try await member.get("/recipes/\(bare)/cook").shows("This recipe has no steps."))
    }

    /// As in LargestInputTests: the longest stretch on a loop is what others wait.
    @Test func `The longest recipe is read off the loops`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      let step = String(repeating: "Add 2 x 400 g tins, 20 to 1 ½ hours at 200 °C ", count: 14)
      let id = try await member.cook(
        "Long", (0..<500).map { "\($0) cups flour for the \($0) eggs" },
        steps: Array(repeating: step, count: 500).joined(separator: "\n"), servings: "4")
      let loops = app.app.loops
      for loop in loops { await loop.measureStretches() }
      for path in ["/cook?step=499&servings=7", "/cook?step=1&servings=1000"] {
        for loop in loops { _ = await loop.takeLongestStretch() }
        let reading = processorTime {
          _ = Serving(
            Serving.Text(
              id: id, servings: 4, wanted: 7,
              reading: RecipeReading([RecipeLine("2 eggs")], statements: [], hearsay: []),
              steps: Array(repeating: step, count: 500),
              eaters: EaterChoice(),
              prepMinutes: nil, isStarter: false, staples: HouseholdStaples(), language: .en))
        }
        let page = try await member.get("/recipes/\(id)\(path)")
        #expect(page.shows("Long"))
        var longest = Duration.zero
        for loop in loops { longest = max(longest, await loop.takeLongestStretch()) }
        #expect(longest < .nanoseconds(reading), "\(path)")
      }
    }

    @Test func `The address keeps who eats`() async throws {
      let (member, id) = try await member()
      let (anna, ben) = (UUID.v7(), UUID.v7())
      let page = try await member.get("/recipes/\(id)/cook?for=\(anna)&for=\(ben)&day=2026-11-24&servings=8")
      #expect(page.contains("step=2&amp;servings=8&amp;for=\(anna)&amp;for=\(ben)&amp;day=2026-11-24"))
      let recipe = try await member.get("/recipes/\(id)?for=\(anna)&for=b%22")
      #expect(recipe.contains("<input type=\"hidden\" name=\"for\" value=\"\(anna)\">"))
      #expect(!recipe.contains("value=\"b&quot;\""))
    }

    @Test(arguments: [
      ("fr", "Étape 1 sur 3", "Portions\u{a0}: 8"), ("ko", "3단계 중 1단계", "8인분"),
      ("ru", "Шаг 1 из 3", "Порций: 8"),
    ])
    func `Cooking and paper are in the reader's language`(language: String, step: String, servings: String) async throws
    {
      let (member, id) = try await member()
      let reads: [String: String?] = ["accept-language": language]
      #expect(try await member.get("/recipes/\(id)/cook", reads).shows(step))
      let sheet = try await member.get("/recipes/\(id)/print?servings=8", reads)
      #expect(sheet.language == language)
      #expect(sheet.shows(servings))
      // The reader's ovens have °C.
      #expect(!sheet.shows("°F"))
    }
  }
}
