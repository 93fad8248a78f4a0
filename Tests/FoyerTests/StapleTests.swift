import Cookery
import Postgres
import Testing

@testable import Foyer

@Suite struct StapleTests {
  private static let flour = IngredientLine("500 g flour")
  private static let oil = IngredientLine("2 tbsp oil")
  private static func has(_ line: IngredientLine, _ isStaple: Bool = true) -> HouseholdStaples {
    HouseholdStaples([.init(key: line.key, name: line.name, isStaple: isStaple)])
  }

  @Test func aHouseholdWithoutChoicesHasTheTablesStaples() {
    let ours = HouseholdStaples()
    #expect(ours.isAtHandAnyway(Self.oil))
    #expect(!ours.isAtHandAnyway(Self.flour))
    #expect(!ours.isAtHandAnyway(IngredientLine("2 l oil")))
  }

  @Test func anAddedFoodIsNotMissing() {
    let own = Self.has(Self.flour)
    #expect(own.isAtHandAnyway(Self.flour))
    #expect(own.need(Self.flour) == nil)
    #expect(own.need(IngredientLine("3 eggs")) != nil)
  }

  @Test(arguments: ["3 kg flour", "3 kg de farine", "밀가루 3kg", "3 кг муки"])
  func moreOfItThanAKitchenHasIsBought(_ line: String) {
    #expect(Self.has(Self.flour).need(IngredientLine(line)) != nil, "\(line)")
  }

  @Test func aFoodTakenOffIsBought() {
    let own = Self.has(Self.oil, false)
    #expect(!own.isAtHandAnyway(Self.oil))
    #expect(own.need(Self.oil)?.keys.contains(Self.oil.key) == true)
    #expect(own.isAtHandAnyway(IngredientLine("1 tsp salt")))
  }

  @Test(arguments: ["500 g flour", "500 g de farine", "밀가루 500g", "500 г муки"])
  func oneChoiceCountsInFourLanguages(_ line: String) {
    #expect(Self.has(Self.flour).isAtHandAnyway(IngredientLine(line)), "\(line)")
  }

  @Test func theAmountIsThatOfTheServings() {
    let oil = IngredientLine("200 ml oil")
    #expect(HouseholdStaples().isAtHandAnyway(oil))
    #expect(HouseholdStaples().need(oil, factor: 2) != nil)
    // For one, as much is needed to fry in.
    #expect(HouseholdStaples().need(IngredientLine("1 l oil"), factor: 0.25) != nil)
    #expect(Self.has(Self.flour).need(Self.flour, factor: 3) != nil)
  }

  @Test func anOptionalLineOrAHeadingIsNoNeed() {
    #expect(HouseholdStaples().need(IngredientLine("For the sauce:")) == nil)
    #expect(HouseholdStaples().need(IngredientLine("parsley, optional")) == nil)
    #expect(!HouseholdStaples().isAtHandAnyway(IngredientLine("For the sauce:")))
  }

  @Test(arguments: Language.allCases)
  func thePageNamesTheTablesStaplesInEachLanguage(_ language: Language) {
    let list = StapleList(HouseholdStaples(), Strings(language))
    #expect(list.others.isEmpty)
    #expect(list.staples.map { IngredientKey.key(for: $0.name) } == ["salt", "pepper", "oil", "water"])
    for entry in list.staples { #expect(IngredientLine(entry.name).isStaple, "\(entry.name)") }
  }
}

extension FoyerTests {
  /// The page of staples, and what it does to recipes.
  @Suite struct StaplePage {
    private func stored(_ member: Member) throws -> [String] {
      try member.app.rows(
        """
        SELECT key || CASE WHEN is_staple THEN '' ELSE ' bought' END AS food FROM staple_foods
        WHERE household_id = \(member.household) ORDER BY key
        """
      ).map { try $0["food"] }
    }

    private func entries(_ member: Member) throws -> [String] {
      try member.app.rows(
        "SELECT text FROM shopping_entries WHERE household_id = \(member.household) AND deleted_at IS NULL ORDER BY created_at, id"
      ).map { try $0["text"] }
    }

    @Test func `What is always there is missing nowhere, and what is not is bought`() async throws {
      let member = try await TestApp.shared().member()
      _ = try await member.post("/recipes/starters", ["hide": "true"])
      let pancakes = try await member.cook("Pancakes", ["200 g flour", "2 eggs", "1 tbsp oil"], servings: "2")
      try await member.have("eggs")
      #expect(try await member.get("/recipes/results").shows("flour"))
      let page = try await member.get("/recipes/staples")
      for food in ["salt", "pepper", "oil", "water"] {
        #expect(page.contains("value=\"\(food)\" aria-label=\"Buy \(food) for each dish\""))
      }
      #expect(try await member.post("/recipes/staples", ["name": "Flour, sugar"]).status == 303)
      #expect(try await member.get("/recipes/staples").shows("Always there: Flour, sugar"))
      #expect(try await member.post("/recipes/staples", ["name": "oil", "staple": "false"]).status == 303)
      #expect(try stored(member) == ["flour", "oil bought", "sugar"])
      let after = try await member.get("/recipes/staples")
      #expect(after.contains("aria-label=\"Buy Flour for each dish\""))
      #expect(after.contains("aria-label=\"oil is always there\""))
      let recipe = try await member.get("/recipes/\(pancakes)")
      #expect(recipe.count(of: "at hand anyway") == 1)
      _ = try await member.plan("2026-11-24", "dinner", "Pancakes", servings: "2")
      try await member.shop("2026-11-24", "2026-11-24")
      #expect(try await member.shopping().contains { $0.hasSuffix("oil") })
      #expect(try await !member.shopping().contains { $0.contains("flour") })
      #expect(try await !member.get("/recipes/results").shows("flour"))
      // What is as in the table of foods again leaves nothing behind.
      for (food, staple) in [("flour", "false"), ("SUGAR", "false"), ("sunflower oil", "true"), ("salt", "true")] {
        #expect(try await member.post("/recipes/staples", ["name": food, "staple": staple]).status == 303)
      }
      #expect(try stored(member) == [])
      #expect(try await member.get("/recipes/results").shows("flour"))
    }

    @Test func `A staple that a household buys is missing in each list of recipes`() async throws {
      let member = try await TestApp.shared().member()
      _ = try await member.post("/recipes/starters", ["hide": "true"])
      _ = try await member.cook(
        "Pancakes", ["200 g flour", "2 eggs", "1 tbsp oil", "1 l oil", "1 pinch of salt"], servings: "2")
      _ = try await member.cook("Stew", ["2 eggs", "3 leeks", "2 tbsp oil", "1 tsp salt"], servings: "2")
      try await member.have("eggs")
      try await member.have("leeks")
      let lists = ["/recipes/results", "/", "/plan/suggest?day=2026-11-24&meal=dinner"]
      for list in lists { #expect(try await member.get(list).shows("have 2 of 2"), "\(list)") }
      _ = try await member.post("/recipes/staples", ["name": "oil, salt", "staple": "false"])
      for list in lists { #expect(try await member.get(list).shows("have 2 of 4"), "\(list)") }
      #expect(try await member.get("/recipes/results").shows("salt"))
      try await member.have("salt")
      for list in lists { #expect(try await member.get(list).shows("have 3 of 4"), "\(list)") }
      _ = try await member.post("/recipes/staples", ["name": "oil, salt", "staple": "true"])
      for list in lists { #expect(try await member.get(list).shows("have 2 of 2"), "\(list)") }
    }

    @Test func `A household has its own staples`() async throws {
      let (member, stranger) = (try await TestApp.shared().member(), try await TestApp.shared().member())
      _ = try await member.post("/recipes/staples", ["name": "sugar"])
      #expect(try await member.get("/recipes/staples").shows("sugar"))
      #expect(try await !stranger.get("/recipes/staples").shows("sugar"))
      _ = try await stranger.post("/recipes/staples", ["name": "sugar", "staple": "false"])
      #expect(try stored(member) == ["sugar"])
    }

    @Test func `One tap puts a staple on the list, once`() async throws {
      let member = try await TestApp.shared().member()
      let soup = try await member.cook("Soup", ["2 leeks", "1 tsp salt", "2 tbsp oil"], servings: "2")
      let page = try await member.get("/recipes/\(soup)?servings=4")
      #expect(page.contains("name=\"only\" value=\"4 tbsp oil\" aria-label=\"Put on the list: 4 tbsp oil\""))
      let form: KeyValuePairs = [
        "id": "\(UUID.v7())", "servings": "4", "ingredient": "4 leeks", "only": "4 tbsp oil",
      ]
      let answer = try await member.post("/recipes/\(soup)/shopping", form)
      #expect(answer["location"] == "/recipes/\(soup)?servings=4#ingredients-title")
      #expect(try entries(member) == ["4 tbsp oil"])
      let after = try await member.get("/recipes/\(soup)?servings=4")
      #expect(!after.contains("value=\"4 tbsp oil\" aria-label") && after.contains("value=\"2 tsp salt\" aria-label"))
      _ = try await member.post("/recipes/\(soup)/shopping", ["servings": "4", "only": "4 tbsp oil"])
      #expect(try entries(member) == ["4 tbsp oil"])
    }

    @Test func `The plan says what of it is at hand anyway, and one tap puts that on the list`() async throws {
      let member = try await TestApp.shared().member()
      _ = try await member.cook("Soup", ["2 leeks", "1 tsp salt", "2 tbsp oil", "1 l water"], servings: "2")
      _ = try await member.cook("Chips", ["1 kg potatoes", "2 l oil", "salt"], servings: "2")
      _ = try await member.cook("Salad", ["1 lettuce", "1 tbsp oil"], servings: "2")
      for (day, dish) in [("2026-11-24", "Soup"), ("2026-11-25", "Chips"), ("2026-11-26", "Salad")] {
        _ = try await member.plan(day, "dinner", dish, servings: "4")
      }
      let path = "/plan/staples?from=2026-11-24&to=2026-11-29"
      let page = try await member.get(path)
      #expect(page.count(of: "name=\"text\"") == 2)
      #expect(page.shows("6\u{A0}tbsp oil") && page.shows("for Soup, Salad") && page.shows("for Soup, Chips"))
      #expect(!page.shows("leeks") && !page.shows("water"))
      let form: KeyValuePairs = ["from": "2026-11-24", "to": "2026-11-29", "text": "oil"]
      #expect(try await member.post("/plan/staples", form)["location"] == path)
      #expect(try await member.shopping() == ["oil"])
      let after = try await member.get(path)
      #expect(after.count(of: "name=\"text\"") == 1 && after.shows("on the list"))
      // The plan's own lines leave it alone.
      try await member.shop("2026-11-24", "2026-11-29")
      #expect(try entries(member).contains("oil"))
      // Malformed days are the next ones.
      for wrong in ["", "?from=2026-11-24", "?from=2026-11-24&to=2026-11-23", "?from=2026-11-24&to=2027-11-24"] {
        #expect(try await member.get("/plan/staples\(wrong)").shows("At hand anyway"), "\(wrong)")
      }
      #expect(try await member.post("/plan/staples", ["text": " "]).status == 400)
    }

    @Test func `A newer program finds the foods by the keys that it has`() async throws {
      let member = try await TestApp.shared().member()
      _ = try await member.post("/recipes/staples", ["name": "flour, sugar, rice"])
      _ = try await member.post("/recipes/staples", ["name": "oil", "staple": "false"])
      // As an older one might have written them: by other keys, one of which is another's by now.
      for (old, new) in [("sugar", "sweet"), ("flour", "sugar"), ("oil", "fat")] {
        _ = try member.app.rows(
          "UPDATE staple_foods SET key = \(new), edition = 0 WHERE household_id = \(member.household) AND key = \(old)")
      }
      _ = try member.app.rows(
        """
        INSERT INTO staple_foods (household_id, key, name, is_staple, edition)
        VALUES (\(member.household), 'white flour', 'Flour', true, 0), (\(member.household), 'no food', '–', true, 0)
        """)
      try await RecipeRevision.read(member.household, member.app.database)
      #expect(try stored(member) == ["flour", "oil bought", "rice", "sugar"])
    }

    @Test func `A household decides on two hundred foods at most`() async throws {
      let member = try await TestApp.shared().member()
      for part in ["w", "z"] {
        let letters = "bcdfghjklmnpqrs"
        let names = letters.flatMap { first in letters.prefix(10).map { "\(part)u\(first)a\($0)ok" } }
        #expect(try await member.post("/recipes/staples", ["name": names.joined(separator: ", ")]).status == 303)
      }
      #expect(try await member.get("/recipes/staples").shows("full: 200"))
      #expect(try stored(member).count == 200)
      #expect(try await member.get("/recipes/staples").count(of: "class=\"chip at-hand\"") == 204)
    }

    @Test(arguments: ["", "   ", "the", String(repeating: "x", count: 201)])
    func `What names no food is refused, and stays typed`(name: String) async throws {
      let member = try await TestApp.shared().member()
      let page = try await member.post("/recipes/staples", ["name": name])
      #expect(page.status == 422)
      #expect(page.contains("id=\"error-staple\""))
      #expect(try stored(member) == [])
    }
  }
}
