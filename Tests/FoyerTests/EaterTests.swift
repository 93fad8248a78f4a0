import EventLoop
import Testing

@testable import Foyer
@testable import Postgres

extension Member {
  /// Adds somebody without an account through the form; returns their id.
  @discardableResult
  func feed(
    _ name: String, allergies: [String] = [], diets: [String] = [], dislikes: String = "", byDefault: Bool = true
  ) async throws -> UUID {
    let id = UUID.v7()
    let answer = try await postEater(
      "/household/eaters", id: id, name, allergies: allergies, diets: diets, dislikes: dislikes, byDefault: byDefault)
    guard answer.status == 303 else { throw Unexpected("adding answered \(answer.status): \(answer.text)") }
    return id
  }

  func postEater(
    _ path: String, id: UUID? = nil, version: Int? = nil, _ name: String = "", allergies: [String] = [],
    diets: [String] = [], dislikes: String = "", byDefault: Bool = true
  ) async throws -> Answer {
    var fields = [("name", name), ("dislikes", dislikes), ("eats_here", "false")]
    if let id { fields.append(("id", "\(id)")) }
    if let version { fields.append(("version", "\(version)")) }
    fields += allergies.map { ("allergy", $0) } + diets.map { ("diet", $0) }
    if byDefault { fields.append(("eats_here", "true")) }
    return try await browser.send(
      "POST", path, [:], Array(fields.map { "\($0.0)=\(percentEncoded($0.1))" }.joined(separator: "&").utf8))
  }
}

extension Answer {
  /// The ids of those who are chosen to eat.
  var chosenEaters: [String] {
    text.components("name=\"for\" value=\"").dropFirst().filter { $0.components(">")[0].contains(" checked") }
      .map { String($0.prefix(36)) }
  }

  /// The ids of the listed people.
  var eaterIDs: [String] { text.components("<li id=\"eater-").dropFirst().map { String($0.prefix(36)) } }

  /// The warnings of a recipe's page, in words.
  var warnings: [String] {
    text.components("<p class=\"warning ").dropFirst().map { part in
      let inside = part.components("</p>")[0]
      let words = inside.components("<").dropFirst().map { $0.components(">").dropFirst().joined(separator: ">") }
      return unescaped(words.joined())
    }
  }
}

extension FoyerTests {
  /// Who eats, and what suits them.
  @Suite struct EaterTests {
    /// The EU's fourteen: R34's ten, and below them celery, mustard, lupin and molluscs.
    @Test func `All fourteen allergens of the EU are an eater's, and a recipe's page warns of each`() async throws {
      let app = try await TestApp.shared()
      let ada = try await app.member()
      let page = try await ada.get("/recipes/parameters")
      var rest = page.text[...]
      for name in ["Wheat", "Celery", "Mustard", "Lupin", "Molluscs"] {
        let at = try #require(rest.range(of: ">\(name)<") ?? rest.range(of: " \(name)"), "\(name)")
        rest = rest[at.upperBound...]
      }
      for (allergy, line) in [
        ("celery", "2 celery stalks"), ("mustard", "1 tbsp Dijon mustard"), ("lupin", "100 g lupin flour"),
        ("Molluscs", "500 g mussels"),
      ] {
        try await ada.feed("Max \(allergy)", allergies: [allergy])
        let recipe = try await ada.cook("Dish \(allergy)", [line])
        let warnings = try await ada.get("/recipes/\(recipe)").warnings
        #expect(warnings.contains { $0.hasPrefix("Max \(allergy): \(allergy.lowercased()).") }, "\(warnings)")
      }
      let stock = try await ada.cook("Stock", ["1 vegetable stock cube"])
      #expect(
        try await ada.get("/recipes/\(stock)").warnings.contains(
          "Max celery: read the packet of vegetable stock cube (celery)."))
    }

    // MARK: The household's page

    @Test func `Members are there by themselves; others are added, changed, deleted, and come back`() async throws {
      let app = try await TestApp.shared()
      let ada = try await app.member()
      let ben = try await app.housemate(of: ada)
      let page = try await ada.get("/household/eaters")
      #expect(page.between("<h1 tabindex=\"-1\">", "</h1>") == "Who eats here")
      let members = ["\(try ada.person)", "\(try ben.person)"]
      #expect(page.eaterIDs == members)
      #expect(page.count(of: "name=\"allergy\"") == 14 && page.count(of: "name=\"diet\"") == 8)
      for path in ["/household", "/recipes/parameters"] {
        #expect(try await ada.get(path).contains("href=\"/household/eaters\""))
      }
      let id = try await ada.feed("Léa 🍓", allergies: ["peanut"], diets: ["vegan"], dislikes: "coriander, liver,")
      let shown = try await ben.get("/household/eaters")
      #expect(shown.eaterIDs.last == "\(id)")
      #expect(shown.shows("Léa 🍓") && shown.shows("Peanut, Vegan · dislikes coriander, liver"))
      let edit = try await ben.get("/household/eaters/\(id)")
      #expect(edit.field("name") == "Léa 🍓" && edit.field("dislikes") == "coriander, liver")
      #expect(edit.contains("value=\"peanut\" checked") && edit.contains("value=\"vegan\" checked"))
      let saved = try await ben.postEater(
        "/household/eaters/\(id)", version: 1, "Léa", allergies: ["egg", "Sesame"], byDefault: false)
      #expect(saved.status == 303 && saved["location"] == "/household/eaters")
      #expect(try await ada.get("/household/eaters").shows("Egg, Sesame · not every day"))
      let deleted = try await ada.post("/household/eaters/\(id)/delete")
      #expect(deleted["location"] == "/household/eaters")
      let without = try await ada.get("/household/eaters")
      #expect(!without.eaterIDs.contains("\(id)"))
      #expect(without.contains("action=\"/household/eaters/\(id)/restore\""))
      #expect(try await ada.get("/household/eaters/\(id)").status == 404)
      #expect(try await ada.get("/trash").contains("action=\"/household/eaters/\(id)/restore\""))
      #expect(try await ada.post("/household/eaters/\(id)/restore").status == 303)
      #expect(try await ada.get("/household/eaters").eaterIDs.contains("\(id)"))
    }

    @Test func `A member's needs are those of the search, whoever writes them down`() async throws {
      let app = try await TestApp.shared()
      let ada = try await app.member()
      let ben = try await app.housemate(of: ada)
      let path = "/household/eaters/\(try ben.person)"
      #expect(try await ada.get(path).field("version") == "0")
      // The name is the account's.
      #expect(
        try await ada.postEater(path, version: 0, "Stolen", allergies: ["peanut"], dislikes: "olives").status == 303)
      let own = try await ben.get("/recipes/parameters")
      #expect(own.contains("value=\"peanut\" checked"))
      #expect(!(try await ada.get("/household/eaters").shows("Stolen")))
      _ = try await ben.post("/recipes/parameters", ["allergy": "egg", "cuisine": "thai"])
      let stored = try await ada.get(path)
      #expect(stored.contains("value=\"egg\" checked") && !stored.contains("value=\"peanut\" checked"))
      #expect(stored.field("dislikes") == "olives" && stored.field("version") == "2")
      // Nobody who lives here can be deleted.
      #expect(try await ada.post("\(path)/delete").status == 404)
      #expect(try await ada.post("\(path)/restore").status == 404)
      #expect(try await ada.get(path).status == 200)
    }

    @Test func `Of two changes the later is asked to choose`() async throws {
      let app = try await TestApp.shared()
      let ada = try await app.member()
      let ben = try await app.housemate(of: ada)
      let lea = try await ada.feed("Léa")
      let member = try ben.person
      for (id, version) in [(lea, 1), (member, 0)] {
        let path = "/household/eaters/\(id)"
        #expect(try await ada.postEater(path, version: version, "Léa", allergies: ["peanut"]).status == 303)
        // The same again is no conflict.
        #expect(try await ada.postEater(path, version: version, "Léa", allergies: ["peanut"]).status == 303)
        let page = try await ben.postEater(path, version: version, "Léa", diets: ["vegan"], byDefault: false)
        #expect(page.status == 409)
        #expect(page.contains("name=\"allergy\" value=\"peanut\"") || page.contains("theirs:allergy"))
        var fields = page.hiddenFields
        fields.append(("choice-0", "allergy"))
        let saved = try await ben.browser.send(
          "POST", path, [:],
          Array(fields.map { "\(percentEncoded($0.0))=\(percentEncoded($0.1))" }.joined(separator: "&").utf8))
        #expect(saved.status == 303)
        let now = try await ada.get(path)
        #expect(now.contains("value=\"peanut\" checked") && now.contains("value=\"vegan\" checked"))
        #expect(!now.contains("id=\"about-eats-here\" checked") && now.field("version") == "\(version + 2)")
      }
    }

    @Test func `A form that is sent twice, also at once, adds one, and no hundred-and-first comes in`() async throws {
      let app = try await TestApp.shared()
      let ada = try await app.member()
      let id = UUID.v7()
      let answers = try await ada.atOnce(6) { browser, _ in
        try await browser.post("/household/eaters", ["id": "\(id)", "name": "Once"])
      }
      #expect(answers.allSatisfy { $0.status == 303 })
      #expect(try app.number("SELECT count(*) AS n FROM eaters WHERE household_id = \(ada.household)") == 1)
      try app.rows(
        """
        INSERT INTO eaters (household_id, id, name)
        SELECT \(ada.household), gen_random_uuid(), 'Eater ' || n FROM generate_series(1, 97) AS n
        """)
      let crowd = try await ada.atOnce(6) { browser, number in
        try await browser.post("/household/eaters", ["id": "\(UUID.v7())", "name": "Late \(number)"])
      }
      #expect(crowd.filter { $0.status == 303 }.count == 2)
      #expect(
        crowd.filter { $0.status == 422 }.allSatisfy { $0.shows("There can be 100 people") && $0.contains("Late") })
      // One of the hundred goes, another comes, and the first cannot come back.
      _ = try await ada.post("/household/eaters/\(id)/delete")
      try await ada.feed("Instead")
      #expect(try await ada.post("/household/eaters/\(id)/restore").status == 303)
      #expect(try await ada.get("/household/eaters").shows("There can be 100 people"))
      #expect(
        try app.number(
          "SELECT count(*) AS n FROM eaters WHERE household_id = \(ada.household) AND deleted_at IS NULL") == 100)
      // A page with all of them, and a search for all of them.
      let page = try await ada.get("/recipes/results")
      #expect(page.status == 200 && page.chosenEaters.count == 101)
      let ids = page.chosenEaters.map { "for=\($0)" }.joined(separator: "&")
      #expect(try await ada.get("/recipes/results?\(ids)").chosenEaters.count == 101)
    }

    @Test(arguments: [
      ("name", ""), ("name", " \u{200B} "), ("name", String(repeating: "x", count: 201)), ("dislikes", "?!"),
      ("dislikes", String(repeating: "x", count: 201)), ("dislikes", String(repeating: "liver,", count: 51)),
    ])
    func `What is no name or food is refused, and stays typed`(field: String, text: String) async throws {
      let ada = try await TestApp.shared().member()
      let lea = try await ada.feed("Léa")
      for path in ["/household/eaters", "/household/eaters/\(lea)"] {
        var fields = ["name": "Léa", "version": "1", "allergy": "soy"]
        fields[field] = text
        let answer = try await ada.browser.send(
          "POST", path, [:], Array(fields.map { "\($0)=\(percentEncoded($1))" }.joined(separator: "&").utf8))
        #expect(answer.status == 422)
        #expect(answer.field(field) == text && answer.contains("id=\"error-\(field)\""))
        #expect(answer.contains("value=\"soy\" checked"))
      }
    }

    @Test func `Another household's people are nobody's: 404, no name, no row`() async throws {
      let app = try await TestApp.shared()
      let (ada, stranger) = (try await app.member(), try await app.member())
      let lea = try await ada.feed("Secret Léa", allergies: ["peanut"])
      let member = try ada.person
      for id in [lea, member] {
        let path = "/household/eaters/\(id)"
        #expect(try await stranger.get(path).status == 404)
        #expect(try await stranger.postEater(path, version: 1, "Stolen").status == 404)
        #expect(try await stranger.postEater(path, version: 0, "Stolen").status == 404)
        for verb in ["delete", "restore"] { #expect(try await stranger.post("\(path)/\(verb)").status == 404) }
      }
      let satay = try await stranger.cook("Satay", ["2 tbsp peanut butter"])
      let answer = try await stranger.get("/recipes/results?for=\(lea)&for=\(member)")
      #expect(answer.status == 200 && answer.recipeIDs.contains("\(satay)") && !answer.shows("Secret"))
      #expect(!(try await stranger.get("/recipes/\(satay)?for=\(lea)").shows("Secret")))
      // The same id in another household is somebody else, and nobody who lives here is there twice.
      #expect(try await stranger.postEater("/household/eaters", id: lea, "Own").status == 303)
      let own = try stranger.person
      #expect(try await stranger.postEater("/household/eaters", id: own, "Twin").status == 303)
      #expect(try await stranger.get("/household/eaters").eaterIDs.count == 2)
      #expect(try await ada.get("/household/eaters/\(lea)").field("name") == "Secret Léa")
      // Whatever the program does.
      let session = try Session(Target(url: app.databaseURL), deadline: .now() + .seconds(120))
      try session.run("SET ROLE foyer_app")
      try session.run("SELECT set_config('foyer.household', \(stranger.household), false)")
      #expect(try session.run("SELECT FROM eaters").count == 1)
      #expect(try session.run("UPDATE eaters SET name = 'x' WHERE household_id = \(ada.household)").affected == 0)
    }

    @Test func `Who moves takes along what they eat; who lives alone takes all of it with the account`() async throws {
      let app = try await TestApp()
      let ada = try await app.member()
      let ben = try await app.housemate(of: ada)
      let lea = try await ada.feed("Léa")
      let (first, mover) = ("\(try ada.person)", "\(try ben.person)")
      let path = "/household/eaters/\(mover)"
      _ = try await ada.postEater(path, version: 0, allergies: ["soy"], dislikes: "olives")
      #expect(try await ben.post("/household/leave", ["confirm": "true"]).status == 303)
      #expect(try await ben.get(path).field("dislikes") == "olives")
      #expect(try await ben.get("/household/eaters").eaterIDs == [mover])
      #expect(try await ada.get("/household/eaters").eaterIDs == [first, "\(lea)"])
      #expect(try await ada.post("/account/delete", ["password": ada.password])["location"] == "/login")
      #expect(try app.number("SELECT count(*) AS n FROM eaters") == 0)
      await app.app.stop()
    }

    // MARK: The search and the recipe

    @Test func `A search answers for those who live here, or for whoever is chosen`() async throws {
      let app = try await TestApp.shared()
      let ada = try await app.member()
      let ben = try await app.housemate(of: ada)
      let satay = "\(try await ada.cook("Satay", ["2 tbsp peanut butter"]))"
      let cake = "\(try await ada.cook("Cake", ["200 g flour", "3 eggs"]))"
      let rice = "\(try await ada.cook("Rice", ["200 g rice"]))"
      let odd = "\(try await ada.cook("Odd", ["1 unheardofium"]))"
      let (me, other) = ("\(try ada.person)", "\(try ben.person)")
      _ = try await ben.post("/recipes/parameters", ["allergy": "peanut", "cuisine": "thai"])
      let lea = "\(try await ada.feed("Léa", allergies: ["egg"]))"
      let max = "\(try await ada.feed("Max", allergies: ["gluten"], byDefault: false))"
      for hand in ["", "rice, flour, peanut butter, unheardofium"] {
        if !hand.isEmpty { try await ada.have(hand) }
        let page = try await ada.get("/recipes/results")
        #expect(page.chosenEaters == [me, other, lea])
        #expect(page.recipeIDs == [rice])
        #expect(page.shows("1 recipe is hidden"))
        let all = try await ada.get("/recipes/results?unknown=show")
        #expect(Set(all.recipeIDs) == [rice, odd] && all.shows("Unknown: Egg (Léa), Peanut (Guest)"))
        #expect(try await Set(ada.get("/recipes/results?for=\(me)").recipeIDs) == [satay, cake, rice, odd])
        #expect(try await Set(ada.get("/recipes/results?for=\(lea)&for=\(max)").recipeIDs) == [rice, satay])
        let guest = try await ada.get("/recipes/results?for=\(max)&q=sat")
        #expect(guest.recipeIDs == [satay] && guest.chosenEaters == [max])
        #expect(guest.contains("href=\"/recipes/\(satay)?for=\(max)\""))
        for nobody in ["none", "x", "\(UUID.v7())"] {
          let answer = try await ada.get("/recipes/results?for=\(nobody)")
          #expect(answer.recipeIDs.count == 4 && answer.chosenEaters == [], "\(nobody)")
        }
      }
      #expect(
        try await ada.get("/recipes/results?for=\(max)", fragment("results")).text.hasPrefix("<div id=\"results\""))
      // Cuisines stay one's own: Ben's search looks for Thai dishes.
      #expect(try await ben.get("/recipes/results").recipeIDs == [])
    }

    @Test func `Further pages and what is unknown keep the choice`() async throws {
      let ada = try await TestApp.shared().member()
      let lea = try await ada.feed("Léa", allergies: ["egg"])
      for number in 1...60 { try await ada.cook("Rice \(number + 100)", ["200 g rice"]) }
      let page = try await ada.get("/recipes/results?for=\(lea)")
      #expect(page.next == "/recipes/results?for=\(lea)&page=2")
      try await ada.cook("Odd", ["1 unheardofium"])
      #expect(
        try await ada.get("/recipes/results?for=\(lea)").contains(
          escaped("/recipes/results?unknown=show&for=\(lea)")))
    }

    @Test func `A warning travels with the dish, and has a swap beside it`() async throws {
      let ada = try await TestApp.shared().member()
      let lea = try await ada.feed("Léa", allergies: ["dairy"])
      let soup = try await ada.cook("Soup", ["200 ml cream", "500 ml vegetable stock", "2 carrots"])
      let page = try await ada.get("/recipes/\(soup)")
      #expect(page.warnings.first == "Léa: dairy. 200 ml cream" && page.shows("coconut cream instead of cream"))
      for path in ["/cook", "/cook?step=1", "/print"] {
        let answer = try await ada.get("/recipes/\(soup)\(path)")
        #expect(answer.warnings == page.warnings && answer.shows("coconut cream instead of cream"), "\(path)")
      }
      let max = try await ada.feed("Max", byDefault: false)
      #expect(try await ada.get("/recipes/\(soup)/cook?for=\(max)").warnings == [])
      #expect(try await ada.get("/recipes/\(soup)/cook?for=\(lea)").warnings == page.warnings)
    }

    @Test func `A recipe names who cannot eat it and the line, whose packet decides, and who dislikes what`()
      async throws
    {
      let app = try await TestApp.shared()
      let ada = try await app.member()
      let ben = try await app.housemate(of: ada)
      try app.rows("UPDATE people SET name = 'Ben' WHERE id = \(try ben.person)")
      _ = try await ben.post("/recipes/parameters", ["allergy": "peanut", "allergy": "gluten"])
      let lea = try await ada.feed("Léa", diets: ["vegan"], dislikes: "coriander, olives")
      let max = try await ada.feed("Max", allergies: ["wheat", "gluten"], byDefault: false)
      let satay = try await ada.cook(
        "Satay", ["2 tbsp peanut butter", "200 g chicken", "1 bunch coriander", "1 tsp unheardofium"])
      let me = try ada.person
      let page = try await ada.get("/recipes/\(satay)")
      #expect(
        page.warnings == [
          "Ben: peanut. 2 tbsp peanut butter", "Léa: vegan. 200 g chicken",
          "Ben: read the packet of unheardofium (gluten).",
        ])
      #expect(page.shows("Léa dislikes: coriander") && !page.shows("olives"))
      let guest = try await ada.get("/recipes/\(satay)?for=\(max)&for=\(me)")
      #expect(guest.warnings == ["Max: read the packet of unheardofium (gluten, wheat)."])
      #expect(!guest.shows("dislikes"))
      #expect(guest.chosenEaters == ["\(me)", "\(max)"])
      // Other servings keep the choice.
      let salad = try await ada.cook("Salad", ["1 cucumber"], servings: "4")
      let all = try await ada.get("/recipes/\(salad)?for=\(lea)&servings=8")
      #expect(all.warnings == ["Suits everybody who eats"])
      #expect(all.contains("name=\"for\" value=\"\(lea)\">"))
      #expect(all.contains("<input type=\"hidden\" name=\"servings\" value=\"8\">"))
      // Nobody asks for anything: nothing is said.
      #expect(try await ada.get("/recipes/\(satay)?for=\(me)").warnings == [])
      // In results a dislike is said, and hides nothing.
      let results = try await ada.get("/recipes/results?for=\(lea)&for=\(me)&unknown=show")
      #expect(!results.recipeIDs.contains("\(satay)"))
      let soup = try await ada.cook("Soup", ["1 bunch coriander", "1 leek"])
      let found = try await ada.get("/recipes/results")
      #expect(found.recipeIDs.contains("\(soup)") && found.shows("Léa dislikes: coriander"))
      // Where another food will do, nobody minds.
      let choice = try await ada.cook("Choice", ["1 bunch coriander or parsley"])
      #expect(!(try await ada.get("/recipes/\(choice)").shows("dislikes")))
    }

    @Test func `Who lives alone chooses nobody, and is warned like anybody`() async throws {
      let ada = try await TestApp.shared().member()
      let satay = try await ada.cook("Satay", ["2 tbsp peanut butter"])
      _ = try await ada.post("/recipes/parameters", ["allergy": "peanut"])
      let page = try await ada.get("/recipes/\(satay)")
      #expect(page.warnings.count == 1 && page.warnings[0].hasSuffix(": peanut. 2 tbsp peanut butter"))
      #expect(!page.contains("name=\"for\""))
      #expect(!(try await ada.get("/recipes/results").contains("name=\"for\"")))
    }

    @Test func `Today proposes what suits those who eat here`() async throws {
      let ada = try await TestApp.shared().member()
      let satay = try await ada.cook("Satay", ["2 tbsp peanut butter", "200 g rice"])
      let rice = try await ada.cook("Rice", ["200 g rice", "1 leek"])
      try await ada.have("peanut butter, rice, leek")
      #expect(try await ada.get("/").contains("/recipes/\(satay)\""))
      let lea = try await ada.feed("Léa", allergies: ["peanut"], byDefault: false)
      #expect(try await ada.get("/").contains("/recipes/\(satay)\""))
      _ = try await ada.postEater("/household/eaters/\(lea)", version: 1, "Léa", allergies: ["peanut"])
      let page = try await ada.get("/")
      #expect(!page.contains("/recipes/\(satay)\"") && page.contains("/recipes/\(rice)\""))
    }
  }
}
