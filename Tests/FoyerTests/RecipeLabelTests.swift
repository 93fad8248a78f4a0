import Testing

@testable import Foyer

extension FoyerTests {
  /// R34: what a recipe's labels decide, and what they do not.
  @Suite struct RecipeLabelTests {
    private static func page(_ name: String, keywords: String, ingredients: [String] = ["1 unheardofium"]) -> String {
      let lines = ingredients.map { "\"\($0)\"" }.joined(separator: ",")
      return """
        <!doctype html><title>\(name)</title><script type="application/ld+json">{"@context":"https://schema.org","@type":"Recipe",
        "name":"\(name)","recipeIngredient":[\(lines)],"recipeInstructions":"Boil it.","keywords":"\(keywords)",
        "suitableForDiet":["https://schema.org/VeganDiet","GlutenFreeDiet"],"recipeCategory":"Vegetarian"}</script>
        """
    }

    /// Sends a form as a browser would, with other labels if they are given.
    private static func send(
      _ form: Answer, to path: String, labels: String? = nil, _ member: Member
    ) async throws -> UUID {
      func value(_ name: String) throws -> String { try #require(form.field(name) ?? form.area(name), "\(name)") }
      let answer = try await member.post(
        path,
        [
          "id": form.field("id") ?? "", "imported": form.field("imported") ?? "",
          "hearsay": form.field("hearsay") ?? "",
          "version": form.field("version") ?? "", "name": try value("name"), "ingredients": try value("ingredients"),
          "steps": try value("steps"), "source_url": try value("source_url"),
          "labels": try labels ?? value("labels"),
        ])
      let place = try #require(answer["location"], "\(answer.status)")
      return try #require(UUID(String(place.dropFirst("/recipes/".count).prefix(36)).utf8))
    }

    /// "good", "bad" or "unknown", as a recipe's page says of a diet or an allergen.
    private static func verdict(_ name: String, _ id: UUID, _ member: Member) async throws -> String? {
      let page = try await member.get("/recipes/\(id)").text.components("<strong>\(name)</strong>")
      return page.count < 2 ? nil : page[0].components("\"verdict is-").last?.components("\"")[0]
    }

    @Test func `Labels of a page decide nothing while they are as the page wrote them`() async throws {
      let member = try await TestApp.shared().member()
      let preview = try await member.post(
        "/recipes/import", ["page": Self.page("Stew", keywords: "vegan, dairy-free, soup")])
      #expect(preview.area("labels")?.contains("vegan") == true)
      let id = try await Self.send(preview, to: "/recipes", member)
      for name in ["Vegan", "Dairy", "Gluten"] {
        #expect(try await Self.verdict(name, id, member) == "unknown", "\(name)")
      }
      // Nor does an edit that leaves them alone, or writes them in another order, make them one's own.
      var form = try await member.get("/recipes/\(id)/edit")
      _ = try await Self.send(form, to: "/recipes/\(id)", member)
      form = try await member.get("/recipes/\(id)/edit")
      _ = try await Self.send(form, to: "/recipes/\(id)", labels: "Soup, Vegan\ndairy-free\nketo", member)
      #expect(try await Self.verdict("Vegan", id, member) == "unknown")
      #expect(try await Self.verdict("Ketogenic", id, member) == "good")
      _ = try await member.post("/recipes/parameters", ["diet": "vegan"])
      #expect(try await member.get("/recipes/results").recipeIDs == [])
      #expect(try await member.get("/recipes/results?unknown=show").recipeIDs == ["\(id)"])
      try await member.plan("2026-11-24", "dinner", "Stew")
      #expect(try await member.get("/plan?week=2026-W48").planClashes.count { $0.contains("vegan") } == 1)
      // Taken off and written again, they are.
      form = try await member.get("/recipes/\(id)/edit")
      _ = try await Self.send(form, to: "/recipes/\(id)", labels: "soup", member)
      form = try await member.get("/recipes/\(id)/edit")
      _ = try await Self.send(form, to: "/recipes/\(id)", labels: "soup\nvegan\ndairy-free", member)
      #expect(try await Self.verdict("Vegan", id, member) == "good")
      #expect(try await Self.verdict("Dairy", id, member) == "unknown")
      #expect(try await member.get("/recipes/results").recipeIDs == ["\(id)"])
      #expect(try await member.get("/plan?week=2026-W48").planClashes == [])
    }

    @Test func `Labels of a file with several recipes decide nothing`() async throws {
      let member = try await TestApp.shared().member()
      let recipes = ["Soup", "Stew"].map {
        #"{"name":"\#($0)","ingredients":"1 unheardofium","directions":"Boil.","categories":["vegan","dairy-free"]}"#
      }
      let preview = try await member.upload(
        "/recipes/import", name: "all.json", Array("[\(recipes.joined(separator: ","))]".utf8))
      let values = preview.text.components(" name=\"recipe\" value=\"").dropFirst().map {
        unescaped($0.components("\"")[0])
      }
      try #require(values.count == 2)
      #expect(
        try await member.post("/recipes/import", ["several": "true", "recipe": values[0], "recipe": values[1]]).status
          == 303)
      _ = try await member.post("/recipes/parameters", ["diet": "vegan"])
      #expect(try await member.get("/recipes/results").recipeIDs == [])
      #expect(try await member.get("/recipes/results?unknown=show").recipeNames == ["Soup", "Stew"])
    }

    @Test func `What a line contains beats every label, for everybody who eats`() async throws {
      let member = try await TestApp.shared().member()
      let lines = ["300 g sausages", "1 cup chicken stock", "500 g potatoes"]
      let page = Self.page("Sausages", keywords: "vegan alternatives, vegan", ingredients: lines)
      let imported = try await Self.send(
        try await member.post("/recipes/import", ["page": page]), to: "/recipes", member)
      let own = try await member.cook("Own sausages", lines, statements: "vegan alternatives\nvegan\ndairy-free")
      _ = try await member.post("/recipes/parameters", ["diet": "vegan", "allergy": "dairy"])
      for id in [imported, own] {
        #expect(try await Self.verdict("Vegan", id, member) == "bad")
        #expect(try await Self.verdict("Dairy", id, member) == "unknown")
        #expect(try await !member.get("/recipes/\(id)").shows("Suits everybody"))
      }
      #expect(try await member.get("/recipes/results?unknown=show").recipeIDs == [])
    }

    @Test func `A label of one's own that an ingredient contradicts is said with it`() async throws {
      let member = try await TestApp.shared().member()
      let own = try await member.cook("Pancakes", ["2 large eggs", "1 cup oats"], statements: "vegan, quick")
      let page = try await member.get("/recipes/\(own)")
      #expect(page.shows("You labelled it “vegan”, but “2 large eggs” says otherwise."))
      #expect(try await Self.verdict("Vegan", own, member) == "bad")
      #expect(try await Self.verdict("Egg", own, member) == "bad")
      // What a page says of itself is not one's own word.
      let imported = try await Self.send(
        try await member.post(
          "/recipes/import", ["page": Self.page("Pancakes", keywords: "vegan", ingredients: ["2 large eggs"])]),
        to: "/recipes", member)
      #expect(try await !member.get("/recipes/\(imported)").contains("label-differs"))
    }

    @Test func `Two diets are judged by the amounts of a serving`() async throws {
      let member = try await TestApp.shared().member()
      let lines = ["2 aubergines", "3 courgettes", "2 red peppers", "2 onions", "600 g tomatoes", "6 tbsp olive oil"]
      for (servings, ketogenic) in [("4", "bad"), ("60", "good")] {
        let id = UUID.v7()
        _ = try await member.post(
          "/recipes",
          [
            "id": "\(id)", "name": "Ratatouille", "servings": servings, "ingredients": lines.joined(separator: "\n"),
            "steps": "Stew.",
          ])
        #expect(try await Self.verdict("Ketogenic", id, member) == ketogenic, "\(servings)")
        #expect(try await Self.verdict("Low FODMAP", id, member) == (servings == "4" ? "bad" : "good"))
        #expect(try await member.get("/recipes/\(id)").shows("g of net carbohydrate a serving."))
      }
    }

    @Test func `Recipes that were written before are read as their source tells`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      let (imported, own) = (
        try await member.cook("Imported", ["1 unheardofium"], statements: "vegan\ndairy-free"),
        try await member.cook("Own", ["1 unheardofium"], statements: "vegan\ndairy-free")
      )
      // As the program before stored them.
      try app.rows(
        "UPDATE recipes SET hearsay = NULL, edition = 9, traits = -1, maybe = -1 WHERE household_id = \(member.household)"
      )
      try app.rows("UPDATE recipes SET source_url = 'https://example.org/stew' WHERE id = \(imported)")
      _ = try await StarterCookbook.load("\(packageRoot)/Cookbook", app.database)
      #expect(try await RecipeRevision.run(app.database) == 2)
      #expect(try await Self.verdict("Vegan", imported, member) == "unknown")
      #expect(try await Self.verdict("Vegan", own, member) == "good")
      _ = try await member.post("/recipes/starters", ["hide": "true"])
      _ = try await member.post("/recipes/parameters", ["diet": "vegan"])
      #expect(try await member.get("/recipes/results").recipeIDs == ["\(own)"])
      _ = try await member.post("/recipes/parameters", ["allergy": "dairy"])
      #expect(try await member.get("/recipes/results").recipeIDs == [])
      // Without its address the labels are the source's still.
      let form = try await member.get("/recipes/\(imported)/edit")
      _ = try await member.post(
        "/recipes/\(imported)",
        [
          "version": form.field("version") ?? "", "name": "Imported", "ingredients": "1 unheardofium",
          "labels": "vegan",
        ])
      #expect(try await Self.verdict("Vegan", imported, member) == "unknown")
      await app.app.stop()
    }
  }
}
