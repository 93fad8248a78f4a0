import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  @Suite struct CookbookSuite {
    private func names(_ member: Member, _ query: String) async throws -> [String] {
      try await member.get("/recipes?\(query)").recipeNames
    }

    /// A household with a few recipes.
    private func cook() async throws -> Member {
      let member = try await TestApp.shared().member()
      for (name, lines, labels, minutes, notes) in [
        ("Tarka Dal", "200 g red lentils\n1 onion", "curry, Quick", "25", ""),
        ("Spaghetti Carbonara", "400 g spaghetti\n4 egg yolks", "", "20", "Grandma’s way"),
        ("Lemon Cheesecake", "500 g cream cheese\n2 lemons", "dessert", "60", ""),
        ("Beef Stew", "1 kg beef\n3 carrots", "winter", "180", ""),
        ("Kimchi jjigae 김치찌개", "300 g kimchi\n200 g pork", "", "30", ""),
        ("Борщ", "500 г свёклы\n300 г капусты", "суп", "90", ""),
      ] {
        let answer = try await member.post(
          "/recipes",
          [
            "id": "\(UUID.v7())", "name": name, "ingredients": lines, "labels": labels, "cook_minutes": minutes,
            "notes": notes,
            "cuisine": name == "Spaghetti Carbonara" ? "Italian" : "",
          ])
        #expect(answer.status == 303)
      }
      return member
    }

    @Test func `The cookbook opens on pictures, a search and what is at hand`() async throws {
      let member = try await cook()
      try await member.have("6 eggs")
      let page = try await member.get("/recipes")
      #expect(page.contains("<h1 tabindex=\"-1\">Recipes</h1>") && page.shows("Search recipes") && page.shows("New"))
      #expect(page.contains("href=\"/recipes/hand\"") && page.contains("class=\"chip at-hand\""))
      let names = page.recipeNames
      #expect(names.count == 6 && Set(names).count == 6)
      #expect(page.shows("Under 30 minutes"))
      let meal = try await member.post("/plan", ["day": "2030-01-01", "meal": "dinner", "text": "Beef Stew"])
      #expect(meal.status == 303)
      #expect(try await member.get("/recipes").recipeNames.count == 6)
      #expect(try await TestApp.shared().member().get("/recipes").recipeNames.isEmpty)
    }

    @Test(arguments: [
      ("q=dahl", ["Tarka Dal"]), ("q=tarka", ["Tarka Dal"]), ("q=spagetti", ["Spaghetti Carbonara"]),
      ("q=lentils", ["Tarka Dal"]),
      ("q=lentil", ["Tarka Dal"]), ("q=lentilles", ["Tarka Dal"]), ("q=carots", ["Beef Stew"]),
      ("q=dessert", ["Lemon Cheesecake"]),
      ("q=curry", ["Tarka Dal"]), ("q=grandma", ["Spaghetti Carbonara"]), ("q=lasagne", []),
      ("q=beef+carrot", ["Beef Stew"]),
      ("q=beef+lentil", []), ("q=%EC%B0%8C%EA%B0%9C", ["Kimchi jjigae 김치찌개"]),
      ("q=%D1%81%D0%B2%D1%91%D0%BA%D0%BB%D0%B0", ["Борщ"]),
      ("q=25+min", ["Spaghetti Carbonara", "Tarka Dal"]), ("q=under+20+minutes", ["Spaghetti Carbonara"]),
      ("time=25", ["Spaghetti Carbonara", "Tarka Dal"]),
      ("label=quick", ["Tarka Dal"]), ("label=Quick", ["Tarka Dal"]), ("cuisine=italian", ["Spaghetti Carbonara"]),
      ("course=dessert", ["Lemon Cheesecake"]), ("course=Desserts", ["Lemon Cheesecake"]),
      ("course=curry", ["Tarka Dal"]), ("course=main&time=25", ["Spaghetti Carbonara", "Tarka Dal"]),
      ("label=quick&q=stew", []),
      ("q=%25", []), ("q=%27%22", []),
    ])
    func `The search forgives typing and word forms, and filters narrow it`(_ query: String, _ expected: [String])
      async throws
    {
      let member = try await Self.household.value
      #expect(try await names(member, query) == expected, "\(query)")
    }

    private static let household = Task { try await CookbookSuite().cook() }

    @Test func `Vegetarian finds what is, and what is labelled so`() async throws {
      let member = try await Self.household.value
      let found = try await names(member, "q=vegetarian")
      #expect(found.contains("Tarka Dal") && !found.contains("Beef Stew") && !found.contains("Kimchi jjigae 김치찌개"))
    }

    @Test func `All by name, page by page, and all that was loaded when one comes back`() async throws {
      let member = try await TestApp.shared().member()
      for number in 100..<155 { try await member.cook("Soup \(number)", ["1 leek"]) }
      let first = try await member.get("/recipes?page=1")
      #expect(first.recipeNames.count == 50 && first.recipeNames.first == "Soup 100")
      let more = try await member.get("/recipes?page=2", fragment("more"))
      #expect(more.recipeNames == (150..<155).map { "Soup \($0)" })
      let back = try #require(more["hx-replace-url"])
      #expect(back == "/recipes?page=2&from=1")
      #expect(try await member.get(back).recipeNames.count == 55)
      #expect(try await member.get("/recipes?page=2").recipeNames.count == 5)
    }

    @Test func `A recipe that changes or goes is found as it is now`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.cook("Soup", ["1 leek"])
      #expect(try await names(member, "q=leek") == ["Soup"])
      _ = try await member.post("/recipes/\(id)", ["version": "1", "name": "Stew", "ingredients": "1 carrot"])
      #expect(try await names(member, "q=leek") == [])
      #expect(try await names(member, "q=carrot") == ["Stew"])
      _ = try await member.post("/recipes/\(id)/delete")
      #expect(try await names(member, "q=carrot") == [])
      _ = try await member.post("/recipes/\(id)/restore")
      #expect(try await names(member, "q=carrot") == ["Stew"])
      let other = try await TestApp.shared().member()
      #expect(try await names(other, "q=carrot") == [])
    }
  }
}
