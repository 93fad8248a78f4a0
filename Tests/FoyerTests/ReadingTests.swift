import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// What is read in a text is stored with it: pages show that, and nothing of another edition.
  @Suite struct Readings {
    /// The starter cookbook is read when it is loaded.
    private static let own: SQL = "household_id <> ALL (starter_households())"
    /// Whether everything of a household is read by this edition, and as it is now.
    private static let unread: SQL = """
      SELECT (SELECT count(*) FROM ingredients_at_hand
          WHERE edition <> \(Understanding.edition) OR read_line IS DISTINCT FROM amount || ' ' || name)
        + (SELECT count(*) FROM recipes
          WHERE (edition <> \(Understanding.edition) OR reading IS NULL) AND \(fragment: own))
        + (SELECT count(*) FROM shopping_entries WHERE edition <> \(Understanding.edition)) AS n
      """

    /// `older`: as a program of that edition would have left the recipes, with other verdicts than this one's.
    @Test(
      arguments: [
        "UPDATE recipes SET edition = 11, reading = NULL, traits = -1, maybe = -1",
        "UPDATE recipes SET edition = 11, traits = -1, maybe = -1, reading = replace(reading, ',', ',0,')",
        "UPDATE recipes SET edition = 99, traits = 0, maybe = 0, reading = 'of a newer program'",
        "UPDATE recipes SET reading = NULL",
        "UPDATE recipes SET reading = left(reading, -1)",
      ] as [SQL])
    func `No page shows what another edition has read`(older: SQL) async throws {
      let app = try await TestApp()
      let member = try await app.member()
      try await member.feed("Léa", allergies: ["peanut"])
      try await member.feed("Tom", diets: ["vegan"])
      let id = try await member.cook(
        "Satay", ["500 g chicken", "100 g peanuts", "2 eggs", "1 unheardofium"], servings: "2")
      try await member.plan("2026-11-24", "dinner", "Satay", servings: "4")
      func shown() async throws -> [String] {
        let recipe = try await member.get("/recipes/\(id)").text.components("<strong>Peanut</strong>")[0]
        return try await member.get("/plan?week=2026-W48").planClashes
          + [recipe.components("\"verdict is-").last?.components("\"")[0] ?? ""]
          + ["\(try await member.get("/recipes/\(id)?servings=4").shows("1 kg chicken"))"]
      }
      let before = try await shown()
      #expect(before.contains("Léa: peanut. 100 g peanuts") && before.contains("bad"))
      let stored: SQL = "SELECT md5(concat(reading, traits, maybe, need_keys)) AS digest FROM recipes WHERE id = \(id)"
      let digest: String = try app.rows(stored)[0]["digest"]
      try app.rows(older)
      #expect(try await shown() == before)
      try await member.shop("2026-11-24", "2026-11-24")
      #expect(try await member.shopping() == ["1 kg chicken", "2 unheardofium", "200 g peanuts", "4 eggs"])
      // Beside serving all of it is read again.
      try app.rows("UPDATE recipes SET edition = 0")
      _ = try await StarterCookbook.load("\(packageRoot)/Cookbook", app.database)
      try app.rows("UPDATE cookbooks SET understood = 0")
      #expect(try await RecipeRevision.run(app.database) >= 1)
      #expect(try await shown() == before)
      let again: String = try app.rows(stored)[0]["digest"]
      #expect(again == digest)
      await app.app.stop()
    }

    /// `come`: what makes the household's rows such as an older program, or one that knows no readings, would have written.
    @Test(
      arguments: [
        (
          "/plan?week=2026-W48",
          "UPDATE recipes SET edition = 11, reading = NULL, traits = -1, maybe = -1 WHERE \(fragment: own)"
        ),
        ("/recipes/…", "UPDATE recipes SET reading = NULL WHERE \(fragment: own)"),
        ("/shopping", "UPDATE ingredients_at_hand SET edition = 0, read_line = NULL, read_key = NULL, read_sum = NULL"),
        ("/shopping", "UPDATE shopping_entries SET edition = 0, food = NULL, key = NULL, amount = NULL, aisle = NULL"),
      ] as [(String, SQL)])
    func `What comes unread after the revision is read once a page meets it`(path: String, come: SQL) async throws {
      let app = try await TestApp()
      let member = try await app.member()
      _ = try await StarterCookbook.load("\(packageRoot)/Cookbook", app.database)
      let id = try await member.cook("Satay", ["500 g chicken", "2 eggs"], servings: "2")
      try await member.plan("2026-11-24", "dinner", "Satay", servings: "4")
      try await member.have("2 kg potatoes")
      try await member.buy("soap")
      #expect(try await RecipeRevision.run(app.database) == 0)
      #expect(try app.number(Self.unread) == 0)
      let revision = Task { [app] in
        await RecipeRevision.follow(app.app.application.unread, app.database, app.app.application.log)
      }
      // Each time, not only the first.
      for _ in 1...2 {
        try app.rows(come)
        #expect(try app.number(Self.unread) > 0)
        _ = try await member.get(path.replacing("…", with: "\(id)"))
        try await eventually { try app.number(Self.unread) == 0 }
      }
      revision.cancel()
      await revision.value
      await app.app.stop()
    }

    @Test func `A household is reported once until it has been read`() async throws {
      let unread = UnreadHouseholds()
      let (one, other) = (UUID.v7(), UUID.v7())
      for household in [one, one, other, one] { unread.report(household) }
      var calls = unread.calls.makeAsyncIterator()
      #expect(await calls.next() == one)
      #expect(await calls.next() == other)
      // Pages met the first again: what they met may have come after its rows were looked for.
      unread.finish(one, hasRead: true)
      #expect(await calls.next() == one)
      // Nothing else had come, and what comes now is read.
      unread.finish(one, hasRead: false)
      unread.report(one)
      #expect(await calls.next() == one)
      // Nothing to read was found in the other one, which rests.
      unread.finish(other, hasRead: false)
      unread.report(other)
      unread.finish(one, hasRead: true)
      unread.report(one)
      #expect(await calls.next() == one)
    }

    @Test func `Amounts at hand and typed lines are read when they are written, and again by a newer program`()
      async throws
    {
      let app = try await TestApp()
      let member = try await app.member()
      _ = try await StarterCookbook.load("\(packageRoot)/Cookbook", app.database)
      _ = try await member.cook("Mash", ["1 kg potatoes"], servings: "2")
      try await member.have("2 kg potatoes, eggs, a lot of butter")
      // There already under another name, and in words.
      _ = try await member.post("/recipes/ingredients", ["name": "egg", "amount": "6"])
      _ = try await member.post("/recipes/ingredients", ["name": "cream", "amount": "a lot"])
      #expect(try app.number(Self.unread) == 0)
      for text in ["3 kg potatoes", "10 eggs", "soap"] { try await member.buy(text) }
      #expect(try await member.shopping() == ["10 eggs", "3 kg potatoes", "soap"])
      // Bought, put away, and taken back.
      let flour = try await member.buy("1 kg flour")
      _ = try await member.post("/recipes/ingredients", ["name": "flour", "amount": "500 g"])
      _ = try await member.post("/shopping/\(flour)/check", ["checked": "true"])
      _ = try await member.post("/shopping/to-hand")
      #expect(try app.number(Self.unread) == 0)
      _ = try await member.post("/shopping/\(flour)/restore")
      #expect(try app.number(Self.unread) == 0)
      // Removed, and restored.
      let ids = try app.rows("SELECT id FROM ingredients_at_hand WHERE name = 'potatoes'")
      let potatoes: UUID = try ids[0]["id"]
      _ = try await member.post("/recipes/ingredients/\(potatoes)/delete")
      _ = try await member.post("/recipes/ingredients/\(potatoes)/restore")
      #expect(try app.number(Self.unread) == 0)
      let list = try await member.shopping()
      // As an older program reads.
      try app.rows("UPDATE ingredients_at_hand SET edition = 11, read_key = 'soap', read_sum = '7'")
      #expect(try await member.shopping() == list)
      try app.rows("UPDATE shopping_entries SET edition = 11, key = 'x' || key, food = 'x' || food, aisle = 'other'")
      #expect(try await RecipeRevision.run(app.database) > 6)
      #expect(try await member.shopping() == list)
      #expect(try app.number(Self.unread) == 0)
      #expect(try await RecipeRevision.run(app.database) == 0)
      await app.app.stop()
    }
  }
}
