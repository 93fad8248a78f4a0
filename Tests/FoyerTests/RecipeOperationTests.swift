import Cookery
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// Operations of recipes and of what is at hand, whoever asks: what they refuse, and what takes them back.
  @Suite struct RecipeOperations {
    private func recipe(_ change: (inout RecipeDraft) -> Void = { _ in }) -> RecipeDraft {
      var recipe = RecipeDraft()
      (recipe.name, recipe.ingredients, recipe.steps) = ("Omelette", ["3 eggs", "20 g butter"], ["Fry it."])
      change(&recipe)
      return recipe
    }

    @Test func `Each rule is refused by the name of its field`() {
      func problems(_ change: (inout RecipeDraft) -> Void) -> [Problem] { recipe(change).problems.all }
      func problem(_ field: String, _ kind: Problem.Kind) -> [Problem] { [Problem(field: field, kind: kind)] }
      func long(_ count: Int) -> String { String(repeating: "й", count: count) }
      #expect(problems { _ in } == [])
      #expect(problems { $0.name = " \t" } == problem("name", .noName))
      #expect(problems { $0.name = long(10_001) } == problem("name", .tooLong(10_000)))
      #expect(problems { $0.description = long(100_001) } == problem("description", .tooLong(100_000)))
      #expect(problems { $0.cuisine = long(1_001) } == problem("cuisine", .tooLong(1_000)))
      #expect(problems { $0.makes = long(1_001) } == problem("yield", .tooLong(1_000)))
      #expect(problems { $0.sourceName = long(1_001) } == problem("source_name", .tooLong(1_000)))
      #expect(problems { $0.notes = long(100_001) } == problem("notes", .tooLong(100_000)))
      let lines = (1...501).map(String.init)
      #expect(problems { $0.ingredients = lines } == problem("ingredients", .tooMany(500)))
      #expect(problems { $0.steps = lines } == problem("steps", .tooMany(500)))
      #expect(problems { $0.statements = lines } == problem("labels", .tooMany(500)))
      #expect(problems { $0.servings = 0 } == problem("servings", .outOfRange(1...1_000)))
      #expect(problems { $0.prepMinutes = -1 } == problem("prep_minutes", .outOfRange(0...100_000)))
      #expect(problems { $0.cookMinutes = 100_001 } == problem("cook_minutes", .outOfRange(0...100_000)))
      #expect(problems { $0.sourceURL = "ftp://example.org" } == problem("source_url", .notWebAddress))
    }

    @Test func `A form shows every problem, of what cannot be read and of what is against a rule`() async throws {
      let member = try await TestApp.shared().member()
      let answer = try await member.post(
        "/recipes",
        [
          "name": " ", "servings": "1.5", "prep_minutes": "long", "source_url": "a book",
          "cuisine": String(repeating: "c", count: 1_001),
        ])
      #expect(answer.status == 422)
      for field in ["name", "servings", "prep_minutes", "source_url", "cuisine"] {
        #expect(answer.contains("id=\"error-\(field)\""), "\(field)")
      }
    }

    @Test func `A program adds, changes, favours and deletes without a request, and brings back`() async throws {
      let member = try await TestApp.shared().member()
      let omelette = recipe()
      let said = try await ProgramSession.run(as: member) { session -> [String] in
        func name() async throws -> String {
          try await session.query(RecipeQueries.find(omelette.id)).first?["name"] ?? "none"
        }
        // Twice is once.
        for _ in 1...2 {
          var batch = Batch()
          try await AddRecipes(recipes: [omelette]).ready(session).store(in: &batch)
          try await session.query(batch)
        }
        var said = [try await name()]
        func edit(_ recipe: RecipeDraft, version: Int) async throws -> EditRecipe.Result? {
          var batch = Batch()
          let query = try await EditRecipe(recipe: recipe, version: version).ready(session).store(in: &batch)
          return try EditRecipe.Result(try await session.query(batch), query)
        }
        var changed = omelette
        changed.name = "Large omelette"
        let first = try #require(try await edit(changed, version: 1))
        #expect(first.isSaved && first.version == 2)
        // Who has read an older version changes nothing; who wants what is there is content.
        let late = try #require(try await edit(changed, version: 1))
        #expect(!late.isSaved && changed.isSame(as: late.stored) && !omelette.isSame(as: late.stored))
        said.append(try await name())
        let unknown = try await edit(recipe { $0.id = .v7() }, version: 1)
        #expect(unknown == nil)
        let blank = try await refused { _ = try await edit(recipe { $0.name = "" }, version: 2) }
        #expect(blank == [Problem(field: "name", kind: .noName)])

        #expect(try await FavorRecipe(id: omelette.id, isFavorite: true).run(session) == "Large omelette")
        #expect(try await FavorRecipe(id: .v7(), isFavorite: true).run(session) == nil)
        let row = try #require(try await session.query(RecipeQueries.find(omelette.id)).first)
        #expect(try row["is_favorite"])

        let deleting = DeleteRecipe(id: omelette.id)
        var batch = Batch()
        let query = deleting.store(in: &batch)
        let deleted = try #require(try DeleteRecipe.Result(try await session.query(batch), query, of: deleting))
        said += [deleted.name, try await name()]
        #expect(deleted.undo.path == "/recipes/\(omelette.id)/restore")
        said.append(try await deleted.undo.run(session) ?? "none")
        return said + [try await name()]
      }
      #expect(said == ["Omelette", "Large omelette", "Large omelette", "none", "Large omelette", "Large omelette"])
    }

    @Test func `Ingredients are at hand, or refused, and come back`() async throws {
      let member = try await TestApp.shared().member()
      let said = try await ProgramSession.run(as: member) { session -> [String] in
        func hand() async throws -> String {
          try await session.query(RecipeQueries.hand()).map { try IngredientAtHand($0).name }.sorted()
            .joined(separator: ", ")
        }
        func add(_ line: String, _ details: HandDetails = HandDetails()) async throws {
          let adding = AddIngredients(line: line, details: details, amounts: AmountText(language: "en"))
          var batch = Batch()
          let query = try await adding.ready(session).store(in: &batch)
          try await AddIngredients.finish(try await session.query(batch), query, session)
        }
        func problems(_ line: String, _ details: HandDetails = HandDetails()) async throws -> [Problem] {
          try await refused { try await add(line, details) }
        }
        let long = String(repeating: "x", count: 201)
        #expect(try await problems(" , ") == [Problem(field: "name", kind: .blank)])
        #expect(try await problems("eggs, !") == [Problem(field: "name", kind: .noFood("!"))])
        #expect(try await problems(long) == [Problem(field: "name", kind: .tooLong(200))])
        #expect(
          try await problems("eggs", HandDetails(amount: long, bestBefore: .unreadable, place: long)).map(\.field)
            == ["amount", "best_before", "place"])
        try await add("2 kg potatoes, eggs")
        var said = [try await hand()]
        func remove(_ removing: RemoveIngredients) async throws -> RemoveIngredients.Result? {
          var batch = Batch()
          let query = removing.store(in: &batch)
          return try RemoveIngredients.Result(try await session.query(batch), query)
        }
        let nothing = try await remove(.one(.v7()))
        #expect(nothing == nil)
        let all = try #require(try await remove(.all))
        said.append("\(all.count) \(try await hand())")
        var batch = Batch()
        let query = all.undo.store(in: &batch)
        #expect(RestoreIngredients.isKnown(try await session.query(batch), query))
        return said + [try await hand()]
      }
      #expect(said == ["eggs, potatoes", "2 ", "eggs, potatoes"])
    }
  }
}
