import CivilTime
import Cookery
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// Questions of packets: asked once, and remembered for the household.
  @Suite struct PacketTests {
    private func stored(_ member: Member) throws -> [String] {
      try member.app.rows(
        """
        SELECT name || ' ' || subject || CASE WHEN is_against THEN ' has' ELSE ' none' END AS answer FROM packet_answers
        WHERE household_id = \(member.household) ORDER BY name, subject
        """
      ).map { try $0["answer"] }
    }

    private func answer(_ member: Member, _ id: UUID, _ line: String, _ subject: String, _ answer: String) async throws
    {
      let form: KeyValuePairs = ["line": line, "subject": subject, "answer": answer]
      #expect(try await member.post("/recipes/\(id)/packets", form)["location"] == "/recipes/\(id)#allergens-title")
    }

    private static let (bad, unknown, good) = (
      "class=\"warning is-bad\"", "class=\"warning is-unknown\"", "class=\"warning is-good\""
    )

    @Test func `A recipe asks what the packet says, and remembers who said it`() async throws {
      let ada = try await TestApp.shared().member()
      let soup = try await ada.cook("Soup", ["500 g carrots", "1 stock cube"])
      try await ada.feed("Léa", allergies: ["celery"])
      let before = try await ada.get("/recipes/\(soup)")
      #expect(before.contains(Self.unknown) && before.contains("id=\"packet-1-celery-none\""))
      #expect(!before.contains("id=\"packet-0-"))
      try await answer(ada, soup, "1 stock cube", "celery", "none")
      #expect(try stored(ada) == ["stock cube celery none"])
      let none = try await ada.get("/recipes/\(soup)")
      #expect(none.contains(Self.good) && !none.contains(Self.unknown))
      #expect(none.contains("<li class=\"verdict is-good\"><strong>Celery</strong>"))
      #expect(none.shows("stock cube: ours has none ("))
      #expect(
        none.contains(
          "id=\"packet-1-celery-none\" class=\"button quiet\" name=\"answer\" value=\"\" aria-pressed=\"true\""))
      // Of the others it still says to read it.
      #expect(none.shows("Stock cube: read the packet (dairy, egg, gluten, soy, wheat)."))
      try await answer(ada, soup, "1 stock cube", "celery", "has")
      #expect(try stored(ada) == ["stock cube celery has"])
      let has = try await ada.get("/recipes/\(soup)")
      #expect(has.contains(Self.bad) && has.contains("<li class=\"verdict is-bad\"><strong>Celery</strong>"))
      // A pressed button takes it back.
      try await answer(ada, soup, "1 stock cube", "celery", "")
      #expect(try stored(ada) == [])
      #expect(try await ada.get("/recipes/\(soup)").contains(Self.unknown))
    }

    @Test func `Where one cooks it is asked at each step, and answered without leaving it`() async throws {
      let ada = try await TestApp.shared().member()
      let soup = try await ada.cook("Soup", ["500 g carrots", "1 stock cube", "2 loaves of bread"])
      let (cook, question) = ("/recipes/\(soup)/cook?step=1", "id=\"packet-1-celery-none\"")
      #expect(try await !ada.get(cook).contains("cook-warnings"))
      try await ada.feed("Léa", allergies: ["celery"])
      let before = try await ada.get(cook)
      #expect(before.contains(Self.unknown) && before.contains(question))
      // Of bread nobody who eats has to know, nor of what else a cube may have.
      #expect(!before.contains("id=\"packet-2-") && !before.contains("id=\"packet-1-gluten-"))
      let form: KeyValuePairs = ["line": "1 stock cube", "subject": "celery", "answer": "none"]
      #expect(try await ada.post("/recipes/\(soup)/packets?step=1", form)["location"] == cook)
      let after = try await ada.get(cook)
      #expect(!after.contains(Self.unknown) && !after.contains(question))
      // A page that stays shows what was answered, so that it can be taken back.
      let part = try await ada.post("/recipes/\(soup)/packets?step=1", form, ["hx-request": "true"])
      #expect(part.contains("id=\"cook-warnings\"") && part.contains(question) && !part.contains(Self.unknown))
      let other = try await TestApp.shared().member()
      #expect(try await other.post("/recipes/\(soup)/packets?step=1", form).status == 404)
    }

    @Test func `An answer counts on every page at once, and for its food alone`() async throws {
      let ada = try await TestApp.shared().member()
      let ben = try await ada.app.housemate(of: ada)
      try ada.app.rows("UPDATE households SET hides_starter_recipes = true WHERE id = \(ada.household)")
      let soup = try await ada.cook("Soup", ["500 g carrots", "1 stock cube"])
      let stew = try await ada.cook("Stew", ["500 g carrots", "2 stock cubes"])
      let other = try await ada.cook("Other", ["500 g carrots", "500 ml vegetable stock"])
      try await ada.feed("Léa", allergies: ["celery"])
      let today = day(0)
      for dish in ["Stew", "Other"] { try await ada.plan(today, "dinner", dish) }
      let week = "/plan?week=\(Week(try #require(CalendarDate(today))).text)"
      #expect(try await ben.get(week).planClashes.count == 2)
      #expect(try await ben.get("/").count(of: "class=\"today-clash\"") == 0)
      try await answer(ada, soup, "1 stock cube", "celery", "has")
      #expect(try await ben.get("/recipes/\(stew)").contains(Self.bad))
      for page in ["cook", "print"] {
        #expect(try await ben.get("/recipes/\(stew)/\(page)").contains(Self.bad), "\(page)")
        #expect(try await !ben.get("/recipes/\(other)/\(page)").contains(Self.bad), "\(page)")
      }
      #expect(try await ben.get(week).planClashes.contains("Léa: celery. 2 stock cubes"))
      #expect(try await ben.get("/").count(of: "class=\"today-clash\"") == 1)
      try await answer(ben, soup, "1 stock cube", "celery", "none")
      #expect(try await ada.get("/recipes/\(stew)").contains(Self.good))
      #expect(try await ada.get("/recipes/\(other)").contains(Self.unknown))
      let plan = try await ada.get(week)
      #expect(plan.planClashes.count == 1 && !plan.planClashes[0].contains("cube"))
      #expect(try await ada.get("/").count(of: "class=\"today-clash\"") == 0)
      // Who said it last.
      let name: String = try ada.app.rows("SELECT name FROM people WHERE id = \(ben.person)")[0]["name"]
      #expect(try await ada.get("/recipes/packets").shows(name))
    }

    @Test func `Searches and suggestions count with it, also for a recipe that is written or changed afterwards`()
      async throws
    {
      let ada = try await TestApp.shared().member()
      try ada.app.rows("UPDATE households SET hides_starter_recipes = true WHERE id = \(ada.household)")
      let soup = try await ada.cook("Soup", ["500 g carrots", "1 stock cube, optional"])
      let plain = try await ada.cook("Salad", ["2 tomatoes", "1 cucumber"])
      _ = try await ada.post("/recipes/parameters", ["allergy": "celery"])
      func found(_ query: String = "") async throws -> Set<String> {
        Set(try await ada.get("/recipes/results\(query)").recipeIDs)
      }
      func suggested(_ id: UUID) async throws -> Bool {
        try await ada.get("/plan/suggest?day=\(day(0))&meal=dinner").contains("/recipes/\(id)")
      }
      #expect(try await found() == ["\(plain)"])
      #expect(try await found("?unknown=show") == ["\(soup)", "\(plain)"])
      #expect(try await !suggested(soup))
      try await answer(ada, soup, "1 stock cube, optional", "celery", "none")
      #expect(try await found() == ["\(soup)", "\(plain)"])
      #expect(try await suggested(soup))
      let stew = try await ada.cook("Stew", ["500 g carrots", "2 stock cubes"])
      #expect(try await found() == ["\(soup)", "\(plain)", "\(stew)"])
      let edited: KeyValuePairs = [
        "version": "1", "name": "Stew", "ingredients": "500 g carrots\n2 stock cubes\n1 cup zibbles",
      ]
      #expect(try await ada.post("/recipes/\(stew)", edited).status == 303)
      #expect(try await found() == ["\(soup)", "\(plain)"])
      // With what is at hand, too.
      _ = try await ada.post("/recipes/ingredients", ["name": "carrots"])
      #expect(try await found() == ["\(soup)"])
      _ = try await ada.post("/recipes/ingredients/clear")
      try await answer(ada, soup, "1 stock cube, optional", "celery", "has")
      #expect(try await found("?unknown=show") == ["\(plain)"])
      #expect(try await !suggested(soup))
      try await answer(ada, soup, "1 stock cube, optional", "celery", "")
      #expect(try await found() == ["\(plain)"])
      #expect(try await found("?unknown=show") == ["\(soup)", "\(plain)", "\(stew)"])
      #expect(try ada.app.number("SELECT count(*) AS n FROM packet_recipes WHERE household_id = \(ada.household)") == 0)
    }

    @Test func `The starter cookbook is the household's as well, and nobody else's verdict changes`() async throws {
      let app = try await TestApp()
      _ = try await StarterCookbook.load("\(packageRoot)/Cookbook", app.database)
      let (ada, other) = (try await app.member(), try await app.member())
      _ = try await ada.post("/recipes/parameters", ["allergy": "celery"])
      _ = try await other.post("/recipes/parameters", ["allergy": "celery"])
      // A starter dish that one packet alone leaves open.
      let rows = try app.rows(
        """
        SELECT id, ingredients FROM recipes WHERE household_id = starter_household() AND deleted_at IS NULL
          AND traits & \(Trait.bit(Allergen.celery)) = 0 AND maybe & \(Trait.bit(Allergen.celery)) <> 0 ORDER BY id
        """)
      let found = try rows.compactMap { row -> (UUID, String)? in
        let texts: [String] = try row["ingredients"]
        let open = texts.filter { IngredientLine($0).isOpen(.allergen(.celery)) }
        return open.count == 1 && texts.allSatisfy { IngredientLine($0).isUnderstood } ? (try row["id"], open[0]) : nil
      }
      let (id, line) = try #require(found.first)
      let search =
        "/recipes/results?sort=name&q="
        + (try app.rows("SELECT name FROM recipes WHERE id = \(id)")[0]["name"] as String)
        .replacing(" ", with: "+")
      #expect(try await !ada.get(search).recipeIDs.contains("\(id)"))
      try await answer(ada, id, line, "celery", "none")
      #expect(try await ada.get(search).recipeIDs.contains("\(id)"))
      #expect(try await !other.get(search).recipeIDs.contains("\(id)"))
    }

    @Test func `A label does not save a dish whose packet is against it, in the plan neither`() async throws {
      let ada = try await TestApp.shared().member()
      let soup = try await ada.cook("Soup", ["500 g carrots", "1 stock cube"], statements: "vegan")
      _ = try await ada.post("/recipes/parameters", ["diet": "vegan"])
      try await ada.plan("2026-11-24", "dinner", "Soup")
      #expect(try await ada.get("/plan?week=2026-W48").planClashes == [])
      try await answer(ada, soup, "1 stock cube", "vegan", "has")
      #expect(try await ada.get("/plan?week=2026-W48").planClashes.count == 1)
    }

    @Test func `Another household's answers never count, and its recipes are not there`() async throws {
      let (ada, stranger) = (try await TestApp.shared().member(), try await TestApp.shared().member())
      let soup = try await ada.cook("Soup", ["500 g carrots", "1 stock cube"])
      let own = try await stranger.cook("Soup", ["500 g carrots", "1 stock cube"])
      try await answer(ada, soup, "1 stock cube", "celery", "none")
      #expect(
        try await stranger.get("/recipes/\(own)").contains("<li class=\"verdict is-unknown\"><strong>Celery</strong>"))
      #expect(try await !stranger.get("/recipes/packets").shows("stock cube"))
      let form: KeyValuePairs = ["line": "1 stock cube", "subject": "celery", "answer": "has"]
      #expect(try await stranger.post("/recipes/\(soup)/packets", form).status == 404)
      let key: String = try ada.app.rows("SELECT key FROM packet_answers WHERE household_id = \(ada.household)")[0][
        "key"]
      for answer in ["has", ""] {
        let change: KeyValuePairs = ["key": key, "subject": "celery", "answer": answer]
        #expect(try await stranger.post("/recipes/packets", change).status == 404)
      }
      #expect(try stored(ada) == ["stock cube celery none"] && stored(stranger) == [])
    }

    @Test func `The page of answers changes and forgets them`() async throws {
      let ada = try await TestApp.shared().member()
      let soup = try await ada.cook("Soup", ["1 stock cube"])
      #expect(try await ada.get("/recipes/packets").shows("Nothing yet."))
      try await answer(ada, soup, "1 stock cube", "celery", "none")
      let key: String = try ada.app.rows("SELECT key FROM packet_answers WHERE household_id = \(ada.household)")[0][
        "key"]
      let page = try await ada.get("/recipes/packets")
      #expect(page.contains("<strong>stock cube</strong>, celery") && page.contains("value=\"\(key)\""))
      for (sent, kept) in [("has", ["stock cube celery has"]), ("none", ["stock cube celery none"]), ("", [])] {
        let form: KeyValuePairs = ["key": key, "subject": "celery", "answer": sent]
        #expect(try await ada.post("/recipes/packets", form)["location"] == "/recipes/packets")
        #expect(try stored(ada) == kept)
      }
      let gone: KeyValuePairs = ["key": key, "subject": "celery", "answer": "has"]
      #expect(try await ada.post("/recipes/packets", gone).status == 404)
    }

    @Test func `What is no question of the packet is refused, and so are more answers than there is room for`()
      async throws
    {
      let ada = try await TestApp.shared().member()
      let soup = try await ada.cook("Soup", ["500 g carrots", "1 stock cube", "100 g butter"])
      for (line, subject) in [
        ("1 stock cube", "ketogenic"), ("1 stock cube", "peanut"), ("100 g butter", "dairy"),
        ("500 g carrots", "celery"),
        ("2 stock cubes", "celery"), ("", ""), ("1 stock cube", "nothing"),
      ] {
        let form: KeyValuePairs = ["line": line, "subject": subject, "answer": "none"]
        #expect(try await ada.post("/recipes/\(soup)/packets", form).status == 400, "\(line) \(subject)")
      }
      _ = try ada.app.rows(
        """
        INSERT INTO packet_answers (household_id, key, subject, is_against, name, line, edition)
        SELECT \(ada.household), 'food ' || n, 'celery', false, 'food', 'food', 1000
        FROM generate_series(1, \(RecipeQueries.maximumPackets)) n
        """)
      try await answer(ada, soup, "1 stock cube", "celery", "none")
      #expect(try !stored(ada).contains("stock cube celery none"))
      _ = try ada.app.rows("DELETE FROM packet_answers WHERE household_id = \(ada.household) AND key = 'food 1'")
      try await answer(ada, soup, "1 stock cube", "celery", "none")
      // One that is there is changed even so.
      try await answer(ada, soup, "1 stock cube", "celery", "has")
      #expect(try stored(ada).contains("stock cube celery has"))
    }

    @Test func `With JavaScript the part of the page is sent, unfolded where one has answered`() async throws {
      let ada = try await TestApp.shared().member()
      let soup = try await ada.cook("Soup", ["1 stock cube"])
      try await ada.feed("Léa", allergies: ["celery"])
      let form: KeyValuePairs = ["line": "1 stock cube", "subject": "celery", "answer": "none"]
      let part = try await ada.post("/recipes/\(soup)/packets", form, fragment("verdicts"))
      #expect(part.status == 200 && !part.contains("<html"))
      #expect(
        part.contains("<details class=\"packet\" open>") && part.contains("id=\"recipe-eaters\" hx-swap-oob=\"true\""))
      #expect(part.contains(Self.good) && part.shows("Noted: stock cube, celery"))
    }

    @Test func `A newer program finds the foods by the keys that it has`() async throws {
      let app = try await TestApp()
      let ada = try await app.member()
      let soup = try await ada.cook("Soup", ["1 stock cube", "1 tbsp pesto"])
      try await answer(ada, soup, "1 stock cube", "celery", "none")
      _ = try app.rows(
        "UPDATE packet_answers SET key = 'old|cube', edition = 0 WHERE household_id = \(ada.household)")
      _ = try app.rows(
        """
        INSERT INTO packet_answers (household_id, key, subject, is_against, name, line, edition)
        VALUES (\(ada.household), 'gone', 'celery', false, 'carrot', '500 g carrots', 0)
        """)
      try await RecipeRevision.read(ada.household, app.database)
      #expect(try stored(ada) == ["stock cube celery none"])
      #expect(
        try await ada.get("/recipes/\(soup)").contains("<strong>Celery</strong> <span class=\"state\">Free"))
    }
  }
}
