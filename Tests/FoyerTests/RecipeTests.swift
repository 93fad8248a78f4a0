import EventLoop
import Testing

@testable import Foyer
@testable import Postgres

extension Answer {
  /// The ids of the recipes that are listed, in their order.
  var recipeIDs: [String] {
    text.utf8.split(separator: "<li id=\"recipe-".utf8, omittingEmptySubsequences: false).dropFirst().map {
      String($0.prefix(36)) ?? ""
    }
  }

  /// The names of the recipes that are listed, in their order.
  var recipeNames: [String] {
    text.components("<a class=\"dish-name\"").dropFirst().map { part in
      let inside = part.components("</a>")[0].components(">")
      return unescaped(inside.last ?? "")
    }
  }
}

extension Member {
  /// Makes a recipe through the form; returns its id.
  @discardableResult
  func cook(
    _ name: String, _ ingredients: [String], steps: String = "", cuisine: String = "", servings: String = "",
    statements: String = ""
  ) async throws -> UUID {
    let id = UUID.v7()
    let answer = try await post(
      "/recipes",
      [
        "id": "\(id)", "name": name, "ingredients": ingredients.joined(separator: "\n"), "steps": steps,
        "cuisine": cuisine, "servings": servings, "labels": statements,
      ])
    guard answer.status == 303 else { throw Unexpected("saving answered \(answer.status): \(answer.text)") }
    return id
  }

  func have(_ ingredients: String) async throws {
    guard try await post("/recipes/ingredients", ["name": ingredients]).status == 303 else {
      throw Unexpected("the ingredients were not taken")
    }
  }

  /// The names of what is at hand.
  func hand() async throws -> [String] {
    try await get("/recipes").text.components("<li class=\"chip at-hand\"><span dir=\"auto\">").dropFirst().map {
      unescaped($0.components("</span>")[0])
    }
  }
}

extension FoyerTests {
  @Suite struct Recipes {
    // MARK: R32

    @Test func `R32: ingredients are added, several at once, deleted one by one and cleared, and they persist`()
      async throws
    {
      let member = try await TestApp.shared().member()
      let page = try await member.get("/recipes")
      #expect(page.between("<h1 tabindex=\"-1\">", "</h1>") == "Recipes")
      #expect(page.shows("Search recipes"))
      try await member.have("Eggs, fresh tomatoes,, rice ")
      #expect(try await member.hand() == ["Eggs", "fresh tomatoes", "rice"])
      let id = try #require(try await member.get("/recipes").between("formaction=\"/recipes/ingredients/", "/delete"))
      #expect(try await member.post("/recipes/ingredients/\(id)/delete").status == 303)
      #expect(try await member.hand() == ["fresh tomatoes", "rice"])
      // The same again is not there twice.
      try await member.have("RICE")
      #expect(try await member.hand() == ["fresh tomatoes", "rice"])
      #expect(try await member.post("/recipes/ingredients/clear").status == 303)
      #expect(try await member.hand() == [])
    }

    @Test func `R32: htmx gets the box with what is at hand`() async throws {
      let member = try await TestApp.shared().member()
      let part = try await member.post("/recipes/ingredients", ["name": "leek"], fragment("hand"))
      #expect(part.status == 200)
      #expect(part.text.hasPrefix("<section id=\"hand\""))
      #expect(part.shows("leek"))
    }

    @Test(arguments: ["", "  ", ",,", "?!", String(repeating: "x", count: 201)])
    func `R32: what is no ingredient is refused, and stays typed`(text: String) async throws {
      let member = try await TestApp.shared().member()
      let answer = try await member.post("/recipes/ingredients", ["name": text])
      #expect(answer.status == 422)
      #expect(answer.contains("role=\"alert\""))
      #expect(answer.field("name") == text)
      #expect(try await member.hand() == [])
    }

    @Test func `R32: names that recipes use are suggested, also for the last of several`() async throws {
      let member = try await TestApp.shared().member()
      try await member.cook("Soup", ["2 leeks", "100 g lentils"])
      #expect(try await member.get("/recipes/ingredients/suggest?q=lent").contains("lentils"))
      #expect(try await member.get("/recipes/ingredients/suggest?q=eggs,%20lent").contains("value=\"eggs, lentils\""))
      #expect(try await member.get("/recipes/ingredients/suggest?q=").suggestions == [])
      let stranger = try await TestApp.shared().member()
      #expect(try await stranger.get("/recipes/ingredients/suggest?q=lent").suggestions == [])
    }

    // MARK: R33

    @Test func `R33: what least is missing for comes first, then what most is at hand for, then by name`() async throws
    {
      let member = try await TestApp.shared().member()
      let plain = try await member.cook("Plain rice", ["200 g rice"])
      let paella = try await member.cook("Paella", ["300 g rice", "2 tomatoes", "500 g mussels", "1 lemon"])
      let salad = try await member.cook("Zebra salad", ["2 tomatoes", "200 g rice", "1 leek"])
      let other = try await member.cook("Anchor salad", ["2 tomatoes", "200 g rice", "1 cucumber"])
      try await member.cook("Cake", ["200 g flour"])
      try await member.have("tomatoes, rice")
      let answer = try await member.get("/recipes/results")
      #expect(answer.recipeIDs == [plain, other, salad, paella].map { "\($0)" })
      #expect(answer.shows("have 2 of 4"))
      #expect(answer.shows("have 1 of 1"))
      #expect(answer.contains("<span class=\"missing\" dir=\"auto\">mussels</span>"))
      // The recipe's name narrows the list.
      #expect(try await member.get("/recipes/results?q=SALAD").recipeIDs == [other, salad].map { "\($0)" })
    }

    @Test func `R33: with nothing at hand every recipe is listed by name`() async throws {
      let member = try await TestApp.shared().member()
      for name in ["Éclair", "Dumplings", "eggs in a cup", "Frittata"] { try await member.cook(name, ["1 egg"]) }
      #expect(
        try await member.get("/recipes/results").recipeNames == ["Dumplings", "Éclair", "eggs in a cup", "Frittata"])
      #expect(try await member.get("/recipes/results?q=ecl").recipeNames == ["Éclair"])
    }

    @Test func `R33: results are paged, each recipe once`() async throws {
      let member = try await TestApp.shared().member()
      for number in 1...120 { try await member.cook("Rice \(1000 - number)", ["200 g rice", "1 leek"]) }
      for hand in ["", "rice"] {
        if !hand.isEmpty { try await member.have(hand) }
        var ids: [String] = []
        var path: String? = "/recipes/results"
        while let next = path {
          let answer = try await member.get(next)
          ids += answer.recipeIDs
          path = answer.next
          if ids.count > 200 { break }
        }
        #expect(ids.count == 120)
        #expect(Set(ids).count == 120)
      }
    }

    @Test func `More of a list changes its address to that of all that is loaded`() async throws {
      let member = try await TestApp.shared().member()
      for number in 1...120 { try await member.cook("Rice \(1000 - number)", ["200 g rice", "1 leek"]) }
      for hand in ["", "rice"] {
        if !hand.isEmpty { try await member.have(hand) }
        let more = try await member.get("/recipes/results?page=2", fragment("more"))
        #expect(more.recipeIDs.count == 50 && more["hx-replace-url"] == "/recipes/results?page=2&from=1")
        let back = try await member.get("/recipes/results?page=2&from=1")
        #expect(
          back.recipeIDs.count == 100 && Set(back.recipeIDs).count == 100 && back.next == "/recipes/results?page=3")
      }
      let id = try #require(try await member.get("/recipes/results").recipeIDs.first)
      let page = try await member.get(
        "/recipes/\(id)", ["referer": "\(member.browser.origin)/recipes/results?page=2&from=1"])
      #expect(page.contains("<a class=\"back\" href=\"/recipes/results?page=2&amp;from=1\">"))
    }

    @Test func `R33: a recipe shows its ingredients, steps, times and source`() async throws {
      let member = try await TestApp.shared().member()
      let id = UUID.v7()
      let answer = try await member.post(
        "/recipes",
        [
          "id": "\(id)", "name": "Leek <soup>", "description": "For & against the cold",
          "ingredients": "2 leeks\r\n\r\n1 l stock", "steps": "Chop.\nBoil for 20 minutes.", "cuisine": "French",
          "servings": "4", "prep_minutes": "10", "cook_minutes": "80", "source_url": "https://example.org/soup",
        ])
      #expect(answer.status == 303)
      #expect(answer["location"] == "/recipes/\(id)")
      let page = try await member.get("/recipes/\(id)")
      for text in [
        "Leek <soup>", "For & against the cold", "2 leeks", "1 l stock", "Chop.", "Boil for 20 minutes.", "French",
        "10 min", "1 h 20 min", "1 h 30 min", "https://example.org/soup",
      ] { #expect(page.shows(text), "\(text)") }
      #expect(page.contains("<li dir=\"auto\">Chop.</li>"))
    }

    /// Contract: servings are people; "4–6" is read as 4 and kept in what the recipe makes.
    @Test(arguments: [
      ("4–6", "", "4", "4–6"), ("4 to 6", "12 dumplings", "4", "12 dumplings"), ("serves 4", "", "4", ""),
      ("", "20 buns", "", "20 buns"), (" 4 ", "", "4", ""), ("4인분", "", "4", ""),
    ])
    func `What a recipe makes, and for how many`(_ servings: String, _ makes: String, _ people: String, _ words: String)
      async throws
    {
      let member = try await TestApp.shared().member()
      let id = UUID.v7()
      _ = try await member.post("/recipes", ["id": "\(id)", "name": "A", "servings": servings, "yield": makes])
      let form = try await member.get("/recipes/\(id)/edit")
      #expect(form.field("servings") == people && form.field("yield") == words)
      // The same again is no conflict.
      _ = try await member.post("/recipes/\(id)", ["version": "1", "name": "A", "servings": servings, "yield": makes])
      let again = try await member.post(
        "/recipes/\(id)", ["version": "1", "name": "A", "servings": servings, "yield": makes])
      #expect(again.status == 303)
    }

    @Test(arguments: ["20 buns", "many", "500 ml", "0", "1001", "-1", "−1", "1.5"])
    func `Servings that are no people are asked for again`(_ typed: String) async throws {
      let member = try await TestApp.shared().member()
      let answer = try await member.post("/recipes", ["name": "A", "servings": typed, "yield": "x"])
      #expect(answer.status == 422 && answer.contains("id=\"error-servings\""))
      #expect(answer.field("servings") == typed && answer.field("yield") == "x")
    }

    @Test func `What a recipe makes is told for its own servings`() async throws {
      let member = try await TestApp.shared().member()
      let id = UUID.v7()
      _ = try await member.post(
        "/recipes", ["id": "\(id)", "name": "A", "ingredients": "1 kg flour", "servings": "4", "yield": "20 dumplings"])
      #expect(try await member.get("/recipes/\(id)").contains("<dd dir=\"auto\">20 dumplings</dd>"))
      for path in ["", "/print", "/cook"] {
        let page = try await member.get("/recipes/\(id)\(path)?servings=8")
        #expect(page.shows("2 kg flour") && page.shows("20 dumplings (Serves 4)"), "\(path)")
      }
      let long = try await member.post("/recipes", ["name": "A", "yield": String(repeating: "x", count: 1_001)])
      #expect(long.status == 422 && long.contains("id=\"error-yield\""))
      // Another's change meanwhile, and a stranger.
      #expect(
        try await member.post("/recipes/\(id)", ["version": "1", "name": "A", "yield": "2 loaves"]).status == 303)
      let conflict = try await member.post("/recipes/\(id)", ["version": "1", "name": "A", "yield": "9 rolls"])
      #expect(conflict.status == 409 && conflict.shows("2 loaves") && conflict.shows("9 rolls"))
      #expect(try await TestApp.shared().member().get("/recipes/\(id)").status == 404)
    }

    @Test func `Notes and a source in words stand on the page and on paper`() async throws {
      let member = try await TestApp.shared().member()
      let id = UUID.v7()
      let answer = try await member.post(
        "/recipes",
        [
          "id": "\(id)", "name": "Stew", "steps": "1. Boil.\n2\n2 eggs are added.",
          "notes": "Better & longer.\r\n\r\nFreezes.",
          "source_name": "Aunt <May>", "source_url": "https://example.org/stew",
        ])
      #expect(answer.status == 303)
      for path in ["", "/print"] {
        let page = try await member.get("/recipes/\(id)\(path)")
        for text in ["Notes", "Better & longer.", "Freezes.", "Aunt <May>", "2 eggs are added."] {
          #expect(page.shows(text), "\(path) \(text)")
        }
        #expect(!page.contains("1. Boil"))
      }
      #expect(try await member.get("/recipes/\(id)").contains("<a href=\"https://example.org/stew\""))
      let form = try await member.get("/recipes/\(id)/edit")
      #expect(form.field("source_name") == "Aunt <May>")
      #expect(
        form.area("notes") == "Better & longer.\r\n\r\nFreezes." && form.area("steps") == "Boil.\n2 eggs are added.")
      let change: KeyValuePairs = [
        "version": "1", "name": "Stew", "steps": "1) Boil.", "notes": "Mine", "source_name": "Me",
      ]
      #expect(try await member.post("/recipes/\(id)", change).status == 303)
      // Sent again it is the same; another's is not.
      #expect(try await member.post("/recipes/\(id)", change).status == 303)
      let conflict = try await member.post(
        "/recipes/\(id)", ["version": "1", "name": "Stew", "notes": "His", "source_name": "Him"])
      #expect(conflict.status == 409 && conflict.shows("Mine") && conflict.shows("His") && conflict.shows("Him"))
      let long = try await member.post(
        "/recipes",
        ["name": "A", "notes": String(repeating: "x", count: 100_001), "source_name": "x"])
      #expect(long.status == 422 && long.contains("id=\"error-notes\""))
    }

    @Test func `Labels and nutrition are kept, shown and told apart from another's`() async throws {
      let member = try await TestApp.shared().member()
      let id = UUID.v7()
      let answer = try await member.post(
        "/recipes",
        [
          "id": "\(id)", "name": "Stew", "labels": "Winter, quick\r\nquick, , soup",
          "nutrition": "500 kcal\r\n20 g protein",
        ])
      #expect(answer.status == 303)
      let page = try await member.get("/recipes/\(id)")
      for text in ["Winter", "quick", "soup", "Nutrition", "20 g protein"] { #expect(page.shows(text), "\(text)") }
      let form = try await member.get("/recipes/\(id)/edit")
      #expect(form.area("labels") == "Winter\nquick\nsoup" && form.area("nutrition") == "500 kcal\r\n20 g protein")
      let change: KeyValuePairs = ["version": "1", "name": "Stew", "labels": "soup", "nutrition": "Mine"]
      #expect(try await member.post("/recipes/\(id)", change).status == 303)
      #expect(try await member.post("/recipes/\(id)", change).status == 303)
      let conflict = try await member.post(
        "/recipes/\(id)", ["version": "1", "name": "Stew", "labels": "pie", "nutrition": "His"])
      #expect(conflict.status == 409 && conflict.shows("Mine") && conflict.shows("His") && conflict.shows("pie"))
      let many = (1...10_000).map { "label \($0)" }.joined(separator: ",")
      let refused = try await member.post(
        "/recipes", ["name": "A", "labels": many, "nutrition": String(repeating: "x", count: 10_001)])
      #expect(
        refused.status == 422 && refused.contains("id=\"error-labels\"") && refused.contains("id=\"error-nutrition\""))
    }

    @Test(arguments: [
      ("3 h 15", "195"), ("195", "195"), ("1:30", "90"), ("1 час 20 минут", "80"), ("1시간 30분", "90"), ("45 min", "45"),
      ("", ""),
    ])
    func `Times can be typed in hours`(_ typed: String, _ minutes: String) async throws {
      let member = try await TestApp.shared().member()
      let id = UUID.v7()
      let answer = try await member.post(
        "/recipes", ["id": "\(id)", "name": "A", "prep_minutes": typed, "cook_minutes": typed])
      #expect(answer.status == 303)
      let form = try await member.get("/recipes/\(id)/edit")
      #expect(form.field("prep_minutes") == minutes && form.field("cook_minutes") == minutes)
    }

    @Test(arguments: ["long", "-3 h", "1.5", "-1", "h"])
    func `Times that say no number of minutes are asked for again`(_ typed: String) async throws {
      let answer = try await TestApp.shared().member().post("/recipes", ["name": "A", "cook_minutes": typed])
      #expect(answer.status == 422 && answer.field("cook_minutes") == typed)
    }

    @Test func `Stars are each member's own, whole, and go with the person`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let other = try await app.housemate(of: member)
      let id = try await member.cook("Stew", ["1 leek"])
      #expect(try await member.post("/recipes/\(id)/stars", ["stars": "4"]).status == 303)
      #expect(try await other.post("/recipes/\(id)/stars", ["stars": "2"]).status == 303)
      func pressed(_ member: Member) async throws -> [Int] {
        let page = try await member.get("/recipes/\(id)").text
        return (1...5).filter {
          page.contains("id=\"star-\($0)\"")
            && page.components("id=\"star-\($0)\"")[1].components(">")[0].contains("aria-pressed=\"true\"")
        }
      }
      #expect(try await pressed(member) == [4])
      #expect(try await pressed(other) == [2])
      for half in ["3.5", "½", "6", "-1", "many"] {
        #expect(try await member.post("/recipes/\(id)/stars", ["stars": half]).status / 100 == 4, "\(half)")
      }
      #expect(try await pressed(member) == [4])
      #expect(try await member.post("/recipes/\(id)/stars", ["stars": "0"]).status == 303)
      #expect(try await pressed(member) == [])
      #expect(try await pressed(other) == [2])
      #expect(try await TestApp.shared().member().post("/recipes/\(id)/stars", ["stars": "4"]).status == 404)
    }

    @Test(arguments: [("2 eggs", ""), ("", "Boil."), ("", "")])
    func `A recipe may have only ingredients, only directions, or nothing but a name`(_ lines: String, _ steps: String)
      async throws
    {
      let member = try await TestApp.shared().member()
      let id = UUID.v7()
      _ = try await member.post("/recipes", ["id": "\(id)", "name": "Half", "ingredients": lines, "steps": steps])
      for path in ["", "/cook", "/print", "/edit"] {
        #expect(try await member.get("/recipes/\(id)\(path)").status == 200, "\(path)")
      }
    }

    @Test func `R33: ingredients scale with the servings, without JavaScript`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.cook("Soup", ["2 leeks", "a pinch of salt"], servings: "4")
      #expect(try await member.get("/recipes/\(id)").contains("name=\"servings\" type=\"number\""))
      #expect(try await member.get("/recipes/\(id)?servings=6").shows("3 leeks"))
      for odd in ["0", "-1", "x", "99999999999999999999", ""] {
        let page = try await member.get("/recipes/\(id)?servings=\(odd)")
        #expect(page.status == 200)
        #expect(page.shows("2 leeks"))
      }
    }

    // MARK: R34

    @Test func `R34: parameters fold, persist for the one who chose them, and are cleared`() async throws {
      let member = try await TestApp.shared().member()
      let page = try await member.get("/recipes/parameters")
      #expect(page.count(of: "<details") == 3)
      #expect(!page.contains("<details open") && !page.contains(" open>"))
      #expect(page.count(of: "name=\"cuisine\"") == 25)
      #expect(page.count(of: "name=\"diet\"") == 8)
      #expect(page.count(of: "name=\"allergy\"") == 14)
      #expect(page.count(of: "aria-describedby=\"about-") == 8)
      #expect(page.shows("Nothing from animals: no meat, fish, eggs, milk or honey."))
      let saved = try await member.post(
        "/recipes/parameters",
        ["cuisine": "french", "cuisine": "thai", "diet": "vegan", "allergy": "gluten", "allergy": "tree-nut"])
      #expect(saved.status == 303)
      let again = try await member.get("/recipes/parameters")
      #expect(again.count(of: " checked>") == 5)
      #expect(again.contains("name=\"allergy\" value=\"tree-nut\" checked"))
      #expect(try await member.post("/recipes/parameters/clear").status == 303)
      #expect(try await member.get("/recipes/parameters").count(of: " checked>") == 0)
    }

    @Test func `R34: any of the cuisines, all of the diets and allergies, and unknown is not free`() async throws {
      let member = try await TestApp.shared().member()
      let stated = try await member.cook(
        "Stated", ["1 unheardofium"], cuisine: "French", statements: "vegan\ngluten-free")
      let unknown = try await member.cook("Unheard", ["1 unheardofium"], cuisine: "French")
      let thai = try await member.cook("Thai", ["1 unheardofium"], cuisine: "Thai", statements: "vegan\ngluten-free")
      for hand in ["", "unheardofium"] {
        if !hand.isEmpty { try await member.have(hand) }
        _ = try await member.post("/recipes/parameters", ["cuisine": "french", "cuisine": "german"])
        #expect(
          try await Set(member.get("/recipes/results").recipeIDs) == ["\(stated)", "\(unknown)"], "hand: \(hand)")
        _ = try await member.post("/recipes/parameters", ["cuisine": "french", "diet": "vegan"])
        let answer = try await member.get("/recipes/results")
        #expect(answer.recipeIDs == ["\(stated)"])
        #expect(answer.shows("1 recipe is hidden"))
        let all = try await member.get("/recipes/results?unknown=show")
        #expect(Set(all.recipeIDs) == ["\(stated)", "\(unknown)"])
        #expect(all.shows("Unknown: Vegan"))
        #expect(all.contains("<q dir=\"auto\">1 unheardofium</q>"))
        _ = try await member.post("/recipes/parameters", ["diet": "vegan"])
        #expect(try await Set(member.get("/recipes/results").recipeIDs) == ["\(stated)", "\(thai)"])
        // No label speaks for an allergen.
        _ = try await member.post("/recipes/parameters", ["diet": "vegan", "allergy": "gluten"])
        #expect(try await member.get("/recipes/results").recipeIDs == [])
        _ = try await member.post("/recipes/parameters/clear")
      }
      let page = try await member.get("/recipes/\(unknown)")
      #expect(page.contains("<li class=\"verdict is-unknown\"><strong>Gluten</strong>"))
      #expect(!page.contains("<li class=\"verdict is-good\"><strong>Gluten</strong>"))
    }

    @Test func `R34: a sentence says what a recipe contains, mine first, and whose packets decide`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.cook(
        "Pie",
        [
          "200 ml milk", "1 egg, beaten, to glaze", "500 ml beef stock", "2 tbsp pesto", "50 g desiccated coconut",
          "1 unheardofium",
        ])
      _ = try await member.post("/recipes/parameters", ["allergy": "egg", "allergy": "gluten"])
      let page = try await member.get("/recipes/\(id)")
      #expect(page.contains("Contains <strong class=\"is-mine\">egg</strong>, dairy, tree nut."))
      #expect(
        page.contains(
          "<li class=\"is-mine\" dir=\"auto\">Beef stock: read the packet (gluten, soy, wheat, celery)."))
      #expect(page.contains("<li dir=\"auto\">Desiccated coconut: read the packet (sulfite)."))
      #expect(page.shows("“1 unheardofium” is not understood: check it yourself."))
      let free = try await member.cook("Salad", ["2 tomatoes", "1 cucumber"])
      #expect(try await member.get("/recipes/\(free)").shows("None of the fourteen allergens is in the ingredients."))
    }

    // MARK: R35, R36

    @Test func `R35: favourites are toggled in the list and on the page, and are one's own`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.cook("Soup", ["1 leek"])
      for path in ["/recipes/results", "/recipes/\(id)"] {
        #expect(try await member.get(path).contains("action=\"/recipes/\(id)/favorite\""))
      }
      for _ in 1...2 { #expect(try await member.post("/recipes/\(id)/favorite", ["favorite": "true"]).status == 303) }
      #expect(try await member.get("/favorites").recipeIDs == ["\(id)"])
      #expect(try await member.get("/recipes/results").contains("aria-pressed=\"true\""))
      let part = try await member.post("/recipes/\(id)/favorite", ["favorite": "false"], fragment("heart-\(id)"))
      #expect(part.contains("aria-pressed=\"false\""))
      #expect(try await member.get("/favorites").recipeIDs == [])
      // A deleted recipe is nobody's favourite, and comes back as one.
      _ = try await member.post("/recipes/\(id)/favorite", ["favorite": "true"])
      _ = try await member.post("/recipes/\(id)/delete")
      #expect(try await member.get("/favorites").recipeIDs == [])
      _ = try await member.post("/recipes/\(id)/restore")
      #expect(try await member.get("/favorites").recipeIDs == ["\(id)"])
    }

    @Test func `R36: favourites are found as one types, ignoring case and accents, sorted by name`() async throws {
      let member = try await TestApp.shared().member()
      for name in ["Crème brûlée", "apple pie", "Banana split", "CREAM soup"] {
        let id = try await member.cook(name, ["1 leek"])
        _ = try await member.post("/recipes/\(id)/favorite", ["favorite": "true"])
      }
      #expect(
        try await member.get("/favorites").recipeNames == ["apple pie", "Banana split", "CREAM soup", "Crème brûlée"])
      #expect(try await member.get("/favorites?q=cre").recipeNames == ["CREAM soup", "Crème brûlée"])
      #expect(try await member.get("/favorites?q=BRULEE").recipeNames == ["Crème brûlée"])
      #expect(try await member.get("/favorites?q=").recipeNames.count == 4)
      let part = try await member.get("/favorites?q=pie", fragment("favorites"))
      #expect(part.text.hasPrefix("<div id=\"favorites\""))
      #expect(part.recipeNames == ["apple pie"])
      #expect(try await member.get("/favorites?q=%25").recipeNames == [])
    }

    // MARK: R37, by hand

    @Test func `R37: a recipe is made once, edited, deleted and restored`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.cook("Soup", ["1 leek"])
      _ = try await member.post("/recipes", ["id": "\(id)", "name": "Soup again"])
      #expect(try await member.get("/recipes/results").recipeNames == ["Soup"])
      let form = try await member.get("/recipes/\(id)/edit")
      #expect(form.field("name") == "Soup")
      #expect(form.area("ingredients") == "1 leek")
      let version = try #require(form.field("version"))
      let saved = try await member.post(
        "/recipes/\(id)", ["version": version, "name": "Stew", "ingredients": "2 carrots\n1 leek"])
      #expect(saved.status == 303)
      #expect(try await member.get("/recipes/\(id)").shows("Stew"))
      try await member.have("carrot")
      #expect(try await member.get("/recipes/results").shows("have 1 of 2"))
      let deleted = try await member.post("/recipes/\(id)/delete")
      #expect(deleted.status == 303)
      let list = try await member.get("/recipes/results")
      #expect(list.recipeIDs == [])
      #expect(list.contains("action=\"/recipes/\(id)/restore\""))
      #expect(try await member.get("/recipes/\(id)").status == 404)
      #expect(try await member.get("/trash").contains("action=\"/recipes/\(id)/restore\""))
      #expect(try await member.post("/recipes/\(id)/restore").status == 303)
      #expect(try await member.get("/recipes/results").recipeIDs == ["\(id)"])
      let counts = try member.app.number(
        "SELECT count(*) AS n FROM recipe_keys WHERE household_id = \(member.household)")
      #expect(counts == 2)
    }

    @Test func `R37: a recipe needs a name, and numbers are numbers`() async throws {
      let member = try await TestApp.shared().member()
      let answer = try await member.post(
        "/recipes",
        [
          "name": " ", "ingredients": "1 leek\n2 eggs", "servings": "many", "prep_minutes": "-5",
          "source_url": "javascript:x",
        ])
      #expect(answer.status == 422)
      for field in ["name", "servings", "prep_minutes", "source_url"] {
        #expect(answer.contains("id=\"error-\(field)\""), "\(field)")
      }
      #expect(answer.area("ingredients") == "1 leek\n2 eggs")
      #expect(answer.field("servings") == "many")
      let long = try await member.post("/recipes", ["name": String(repeating: "x", count: 10_001)])
      #expect(long.status == 422)
      #expect(try await member.get("/recipes/results").recipeIDs == [])
    }

    @Test func `R37: two who change a recipe at once are both heard`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.cook("Soup", ["1 leek"])
      #expect(try await member.post("/recipes/\(id)", ["version": "1", "name": "Hers"]).status == 303)
      let answer = try await member.post("/recipes/\(id)", ["version": "1", "name": "His", "ingredients": "1 egg"])
      #expect(answer.status == 409)
      #expect(answer.shows("Hers") && answer.shows("His"))
      #expect(try await member.get("/recipes/\(id)").shows("Hers"))
      #expect(answer.field("version") == "2")
    }

    @Test(arguments: naughtyTexts)
    func `Any text comes back as it was typed`(text: String) async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.cook("x\(text)x", ["x\(text)x"], steps: "x\(text)x", cuisine: "x\(text)x")
      let form = try await member.get("/recipes/\(id)/edit")
      #expect(form.status == 200)
      #expect(form.field("name") == "x\(text)x")
      #expect(form.area("ingredients") == "x\(text)x")
      for path in ["/recipes/\(id)", "/recipes/results", "/recipes/results?q=\(percentEncoded(text))"] {
        #expect(try await member.get(path).status == 200)
      }
      _ = try await member.post("/recipes/ingredients", ["name": text])
      #expect(try await member.get("/recipes/results").status == 200)
    }

    @Test func `The longest name fits into every index`() async throws {
      let member = try await TestApp.shared().member()
      var name = ""
      for number in 0..<10_000 { name.unicodeScalars.append(Unicode.Scalar(0x1F300 + number % 500)!) }
      let id = try await member.cook(name, [String(repeating: "é", count: 5_000)])
      #expect(try await member.post("/recipes/\(id)/favorite", ["favorite": "true"]).status == 303)
      for path in ["/favorites", "/recipes/results"] { #expect(try await member.get(path).recipeIDs == ["\(id)"]) }
      #expect(try await member.get("/recipes/\(id)").status == 200)
      #expect(try await member.post("/recipes/\(id)/delete").status == 303)
    }

    @Test func `Recipes, and all that belongs to them, go with their household`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      let id = try await member.cook("Soup", ["2 leeks", "1 l stock"])
      let image = UUID.v7()
      try app.rows(
        "INSERT INTO images (household_id, id, picture, thumbnail) VALUES (\(member.household), \(image), '', '')")
      try app.rows("UPDATE recipes SET image_id = \(image) WHERE id = \(id)")
      try await member.have("leek")
      _ = try await member.post("/recipes/\(id)/favorite", ["favorite": "true"])
      _ = try await member.post("/recipes/parameters", ["diet": "vegan"])
      _ = try await member.post("/recipes/\(id)/shopping", ["ingredient": "1 l stock"])
      #expect(try await member.post("/account/delete", ["password": member.password])["location"] == "/login")
      let left = try app.number(
        """
        SELECT (SELECT count(*) FROM recipes) + (SELECT count(*) FROM recipe_keys) + (SELECT count(*) FROM ingredient_names)
          + (SELECT count(*) FROM ingredients_at_hand) + (SELECT count(*) FROM favorites)
          + (SELECT count(*) FROM cooking_parameters) + (SELECT count(*) FROM shopping_entries) + (SELECT count(*) FROM shopping_lists)
          + (SELECT count(*) FROM images) AS n
        """)
      #expect(left == 0)
      await app.app.stop()
    }

    static let naughtyTexts = [
      "<script>&amp;\"'", "{1,2},\\", "NULL", "e\u{301}\u{202E}", "🍲👩‍🍳", "|~`", "가나다 ёж", "%s%n",
    ]

    @Test func `A recipe has a picture, which can be removed, and goes with it`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.cook("Soup", ["1 leek"])
      let pixel: [UInt8] = [
        0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x21, 0xf9, 4, 1, 0, 0, 0,
        0,
        0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b,
      ]
      let boundary = "boundary7f3a"
      var body = ""
      for (name, value) in ["version": "1", "name": "Soup", "ingredients": "1 leek"] as KeyValuePairs {
        body += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
      }
      body += "--\(boundary)\r\nContent-Disposition: form-data; name=\"image\"; filename=\"a.gif\"\r\n\r\n"
      let bytes = Array(body.utf8) + pixel + Array("\r\n--\(boundary)--\r\n".utf8)
      let saved = try await member.browser.send(
        "POST", "/recipes/\(id)",
        [
          "origin": member.browser.origin, "content-type": "multipart/form-data; boundary=\(boundary)",
          "content-length": "\(bytes.count)",
        ], bytes)
      #expect(saved.status == 303)
      let picture = try await member.get("/recipes/\(id)/image")
      #expect(picture.status == 200)
      #expect(picture["content-type"] == "image/webp")
      #expect(try await member.get("/recipes/\(id)").contains("/recipes/\(id)/image?v="))
      #expect(try await member.get("/recipes/results").contains("/recipes/\(id)/thumbnail?v="))
      let stranger = try await TestApp.shared().member()
      #expect(try await stranger.get("/recipes/\(id)/thumbnail").status == 404)
      _ = try await member.post(
        "/recipes/\(id)", ["version": "2", "name": "Soup", "ingredients": "1 leek", "remove_image": "true"])
      #expect(try await member.get("/recipes/\(id)/image").status == 404)
      #expect(try member.app.number("SELECT count(*) AS n FROM images WHERE household_id = \(member.household)") == 0)
    }

    // MARK: Starter recipes

    @Test func `Starter recipes are everybody's to read and nobody's to change; an edited one is a copy`() async throws
    {
      let app = try await TestApp()
      let (one, other) = (try await app.member(), try await app.member())
      // As those of the cookbook, of version 8.
      let id = try #require(UUID("01940000-0000-8000-8000-000000000001".utf8))
      try app.rows("INSERT INTO households (id, name) VALUES (starter_household(), 'Starters')")
      try app.rows(
        """
        INSERT INTO recipes (household_id, id, name, ingredients, need_names, need_keys)
        VALUES (starter_household(), \(id), 'Starter stew', '{2 carrots}', '{carrots}', '{carrot}')
        """)
      try app.rows(
        """
        INSERT INTO recipe_keys (household_id, ingredient, place, traits, maybe, recipe_id)
        SELECT household_id, ingredient_number('carrot'), place, 0, 0, id FROM recipes WHERE id = \(id)
        """)
      for hand in ["", "carrot"] {
        if !hand.isEmpty { try await one.have(hand) }
        #expect(try await one.get("/recipes/results").recipeIDs == ["\(id)"])
        _ = try await one.post("/recipes/starters", ["hide": "true"])
        #expect(try await one.get("/recipes/results").recipeIDs == [])
        _ = try await one.post("/recipes/starters", ["hide": "false"])
        #expect(try await one.get("/recipes/results").recipeIDs == ["\(id)"])
      }
      _ = try await one.post("/recipes/\(id)/favorite", ["favorite": "true"])
      #expect(try await one.get("/favorites").recipeNames == ["Starter stew"])
      let saved = try await one.post(
        "/recipes/\(id)", ["version": "1", "name": "Our stew", "ingredients": "2 carrots\n1 leek"])
      #expect(saved.status == 303)
      #expect(try await one.get("/recipes/results").recipeNames == ["Our stew"])
      #expect(try await one.get("/favorites").recipeNames == ["Our stew"])
      #expect(try await other.get("/recipes/results").recipeNames == ["Starter stew"])
      // Deleting one hides it, and Undo brings it back.
      #expect(try await other.post("/recipes/\(id)/delete").status == 303)
      #expect(try await other.get("/recipes/results").recipeNames == [])
      #expect(try await other.post("/recipes/\(id)/restore").status == 303)
      #expect(try await other.get("/recipes/results").recipeNames == ["Starter stew"])
      #expect(
        try app.number("SELECT count(*) AS n FROM recipes WHERE household_id = starter_household() AND version = 1")
          == 1)
      await app.app.stop()
    }

    /// Of a page with many dishes, the starter cookbook is asked for those alone that the household has no copy of.
    @Test func `A household's own recipe is found without a look at the starter cookbook`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      let (own, starter) = (UUID.v7(), UUID.v7())
      try app.rows("INSERT INTO households (id, name) VALUES (starter_household(), 'Starters')")
      try app.rows(
        """
        INSERT INTO recipes (household_id, id, name) VALUES
          (starter_household(), \(own), 'Starter stew'), (starter_household(), \(starter), 'Starter soup'),
          (\(member.household), \(own), 'Our stew')
        """)
      let session = try await transaction(
        member, ["SET LOCAL enable_seqscan = off", "SET LOCAL enable_bitmapscan = off"])
      for (id, name, scans) in [(own, "Our stew", 1), (starter, "Starter soup", 2)] {
        let visible = RecipeQueries.visible("\(id)")
        #expect(try session.run("SELECT name FROM (\(fragment: visible)) AS r").map { try $0["name"] } == [name])
        let plan: [String] = try session.run("EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) \(fragment: visible)")
          .map { try $0["QUERY PLAN"] }
          .filter { $0.contains(" on recipes") }
        #expect(plan.count == 2 && plan.count { !$0.contains("never executed") } == scans, "\(plan)")
      }
      try session.run("ROLLBACK")
      await app.app.stop()
    }

    @Test func `The app's role may not write what is the starter cookbook's, and sees nothing without a household`()
      async throws
    {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let session = try Session(Target(url: app.databaseURL), deadline: .now() + .seconds(120))
      try session.run("SET ROLE foyer_app")
      #expect(try session.run("SELECT FROM recipes").count == 0)
      try session.run("SELECT set_config('foyer.household', \(member.household), false)")
      for statement in [
        "INSERT INTO recipes (household_id, id, name) VALUES (starter_household(), gen_random_uuid(), 'planted')",
        "INSERT INTO ingredient_names (household_id, ingredient, name) VALUES (starter_household(), 1, 'planted')",
      ] as [SQL] {
        #expect(throws: PostgresError.self) { try session.run(statement) }
      }
      #expect(try session.run("UPDATE recipes SET name = 'x' WHERE household_id = starter_household()").affected == 0)
      #expect(try session.run("DELETE FROM recipes WHERE household_id = starter_household()").affected == 0)
    }
  }
}
