import EventLoop
import Processes
import SeededRandom
import Testing

@testable import Foyer
@testable import Postgres

/// The search for recipes by a part of the name, compared with strpos over all names.
extension FoyerTests {
  @Suite struct RecipeNames {
    @Test func `R33: a part of the name finds the recipes that contain it, in every script`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      var random = SeededRandom(seed: 20_261_122)
      try app.addStarters((1...12).map { _ in Self.name(&random) })
      var cooked: [UUID] = []
      for number in 0..<90 {
        let needs = ["200 g rice"] + ["1 leek", "2 eggs", "1 lemon"].prefix(number % 4)
        cooked.append(try await member.cook(Self.name(&random), needs))
      }
      // Longer than what is compared.
      let long = try await member.cook("Long \(String(repeating: "x", count: 500)) tail", ["200 g rice"])
      for id in cooked[..<12] { try await member.rename(id, Self.name(&random)) }
      for id in cooked[8..<20] { #expect(try await member.post("/recipes/\(id)/delete").status == 303) }
      for id in cooked[14..<20] { #expect(try await member.post("/recipes/\(id)/restore").status == 303) }
      let starters: [UUID] = try app.rows(
        "SELECT id FROM recipes WHERE household_id = starter_household() ORDER BY id"
      ).map { try $0["id"] }
      for id in starters[..<3] { try await member.rename(id, Self.name(&random)) }
      for id in starters[3..<6] { #expect(try await member.post("/recipes/\(id)/delete").status == 303) }

      let texts = try Self.texts(in: member.visible().map(\.name), &random)
      for hand in ["", "rice"] {
        if !hand.isEmpty { try await member.have(hand) }
        for text in texts {
          let found = try await member.search(text)
          #expect(try found.sorted() == member.visible(containing: text).map(\.id), "\(text), hand: \(hand)")
        }
        #expect(try await member.search("long xxx") == ["\(long)"])
        #expect(try await member.search("tail").contains("\(long)") == false)
      }
      await app.app.stop()
    }

    @Test func `R33: letters and pairs of a name in another order do not find it`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.cook("Stew of the West", ["200 g rice"])
      for hand in ["", "rice"] {
        if !hand.isEmpty { try await member.have(hand) }
        #expect(try await member.search("stew") == ["\(id)"])
        #expect(try await member.search("w of t") == ["\(id)"])
        #expect(try await member.search("stest") == [])
        #expect(try await member.search("west stew") == [])
      }
    }

    @Test func `R34: what is left out because it is unknown is counted among the recipes of that name`() async throws {
      let member = try await TestApp.shared().member()
      for name in ["Unheard stew", "Unheard stew of the West", "Unheard cake"] {
        try await member.cook(name, ["1 unheardofium"])
      }
      try await member.cook("Stated stew", ["1 unheardofium"], statements: "vegan")
      _ = try await member.post("/recipes/parameters", ["diet": "vegan"])
      for hand in ["", "unheardofium"] {
        if !hand.isEmpty { try await member.have(hand) }
        #expect(try await member.get("/recipes/results").shows("3 or more recipes are hidden"))
        #expect(try await member.get("/recipes/results?q=STEW").shows("2 or more recipes are hidden"))
        #expect(try await member.get("/recipes/results?q=cake").shows("1 recipe is hidden"))
        for text in ["stated", "stest", "zzz"] {
          #expect(try await !member.get("/recipes/results?q=\(text)").shows("hidden: we"), "\(text)")
        }
      }
    }

    @Test func `R34: a recipe that is searched by its name and does not suit is named`() async throws {
      let (member, stranger) = (try await TestApp.shared().member(), try await TestApp.shared().member())
      let noodles = try await member.cook("Zanzibar noodles", ["200 g peanuts", "200 g noodles"])
      try await member.cook("Zanzibar riddle", ["1 unheardofium"])
      try await stranger.cook("Zanzibar secret", ["200 g peanuts"])
      _ = try await member.post("/recipes/starters", ["hide": "true"])
      _ = try await member.post("/recipes/parameters", ["allergy": "peanut"])
      for hand in ["", "noodles"] {
        if !hand.isEmpty { try await member.have(hand) }
        let none = try await member.get("/recipes/results?q=zanzibar")
        #expect(none.recipeIDs == [] && !none.shows("Zanzibar noodles"))
        let link = try #require(none.between("<a class=\"button\" href=\"", "\">Look among those that do not suit"))
        let page = try await member.get(unescaped(link))
        #expect(page.recipeIDs == [] && page.shows("There are recipes of this name"))
        #expect(page.contains("<a href=\"/recipes/\(noodles)\" dir=\"auto\">Zanzibar noodles</a>"))
        // What nobody knows is offered above, and another household's is not known.
        #expect(!page.shows("Zanzibar riddle") && !page.shows("Zanzibar secret"))
        #expect(
          try await !member.get("/recipes/results?q=nowhere&unsuitable=show").shows("There are recipes of this name"))
      }
      try await member.cook("Zanzibar rice", ["200 g rice"])
      let found = try await member.get("/recipes/results?q=zanzibar&unsuitable=show")
      #expect(found.shows("Zanzibar rice") && !found.shows("There are recipes of this name"))
      #expect(try await !stranger.get("/recipes/results?q=nowhere").shows("Look among those"))
    }

    @Test func `A migration under an ordinary owner keeps the keys of recipes and adds the bits of their names`()
      async throws
    {
      let names: [String] = try await TestApp.shared().rows("SELECT name FROM schema_migrations ORDER BY version")
        .map { try $0["name"] }
      let (cluster, name, folder) = (TestCluster.cluster, "named", "\(scratch)/migrations-before-name-bits")
      try await cluster.createDatabase(name)
      #expect(try ChildProcess.run(["mkdir", folder]).status == 0)
      for file in names.prefix(while: { !$0.hasSuffix("_name_bits.sql") }) {
        #expect(try ChildProcess.run(["cp", "\(packageRoot)/migrations/\(file)", folder]).status == 0)
      }
      let migrator = Migrator(url: cluster.url(database: name, as: .owner))
      _ = try await migrator.migrate(directory: folder)
      let session = try Session(
        Target(url: cluster.url(database: name, as: .superuser)), deadline: .now() + .seconds(120))
      try session.run("INSERT INTO households (id, name) SELECT gen_random_uuid(), 'House' FROM generate_series(1, 3)")
      try session.run(
        """
        INSERT INTO recipes (household_id, id, name, need_keys, traits, maybe, deleted_at)
        SELECT id, gen_random_uuid(), 'Crème 김치 ' || n, ARRAY['egg', 'leek|onion', 'onion'], n, n + 1,
          CASE WHEN n % 3 = 0 THEN now() END
        FROM households, generate_series(1, 30) AS n
        """)
      try session.run(
        """
        INSERT INTO recipe_keys (household_id, ingredient, place, traits, maybe, recipe_id)
        SELECT household_id, ingredient_number(key), place, traits, maybe, id
        FROM recipes, unnest('{egg, leek, onion}'::text[]) AS key WHERE deleted_at IS NULL
        """)
      func keys() throws -> [String] {
        try session.run(
          "SELECT concat_ws(' ', household_id, ingredient, place, traits, maybe, recipe_id) AS key FROM recipe_keys ORDER BY 1"
        ).map { try $0["key"] }
      }
      let before = try keys()
      #expect(before.count == 180)
      _ = try await migrator.migrate(directory: "\(packageRoot)/migrations")
      #expect(try keys() == before)
      let named: Int = try session.run(
        """
        SELECT count(*) AS n FROM recipe_keys k JOIN recipes r ON r.household_id = k.household_id AND r.id = k.recipe_id
        WHERE k.name_bits = name_bits(r.name_order)
        """)[0]["n"]
      #expect(named == 180)
      try await cluster.dropDatabase(name)
    }

    // MARK: Names

    private static let words = [
      "Soup", "roasted", "CRÈME", "brûlée", "l'été", "Straße", "ﬁsh", "No. 5", "100%", "a_b", "½", "Борщ", "пирог",
      "ЁЛОЧКА",
      "йогурт", "김치", "찌개", "비빔밥", "된장국", "カレー", "味噌汁", "ごはん",
    ]

    private static func name(_ random: inout SeededRandom) -> String {
      (0..<Int.random(in: 1...4, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
        .joined(separator: " ")
    }

    /// What is typed: parts of names as they are, in capitals, without accents, backwards and with more behind; single
    /// letters of each script, and what means something to LIKE.
    private static func texts(in names: [String], _ random: inout SeededRandom) -> [String] {
      var texts = [
        "", "  ", "a", "q", "о", "щ", "김", "ㄱ", "味", "5", "%", "_", "\\", "'", "eme br", "strasse", "елоч", "soup ",
      ]
      for _ in 0..<20 {
        let name = Array(names.randomElement(using: &random) ?? "")
        let start = Int.random(in: 0..<name.count, using: &random)
        let part = String(name[start...].prefix(Int.random(in: 1...9, using: &random)))
        texts += [part, part.uppercased(), String(part.reversed()), part + "r"]
      }
      return texts
    }
  }
}

extension TestApp {
  /// Starter recipes of rice; the keys of every other one were written by a program that knows no bits of names.
  fileprivate func addStarters(_ names: [String]) throws {
    try rows("INSERT INTO households (id, name) VALUES (starter_household(), 'Starters')")
    try rows(
      """
      INSERT INTO recipes (household_id, id, name, ingredients, need_names, need_keys)
      SELECT starter_household(), overlay(gen_random_uuid()::text PLACING '8' FROM 15)::uuid, name, '{200 g rice}', '{rice}', '{rice}' FROM unnest(\(names)::text[]) AS name
      """)
    try rows(
      """
      INSERT INTO recipe_keys (household_id, ingredient, place, traits, maybe, name_bits, recipe_id)
      SELECT household_id, ingredient_number('rice'), place, 0, 0, CASE WHEN number % 2 = 0 THEN name_bits(name_order) ELSE -1 END, id
      FROM recipes
      """)
  }
}

extension Member {
  fileprivate func rename(_ id: UUID, _ name: String) async throws {
    let answer = try await post("/recipes/\(id)", ["version": "1", "name": name, "ingredients": "200 g rice"])
    guard answer.status == 303 else { throw Unexpected("renaming answered \(answer.status)") }
  }

  /// The ids that all pages of a search show.
  fileprivate func search(_ text: String) async throws -> [String] {
    var (ids, path) = ([String](), String?.some("/recipes/results?q=\(percentEncoded(text))"))
    while let next = path {
      let answer = try await get(next)
      guard answer.status == 200, ids.count < 1000 else { throw Unexpected("\(next) answered \(answer.status)") }
      ids += answer.recipeIDs
      path = answer.next.map(unescaped)
    }
    return ids
  }

  /// The recipes that the member may read and whose names contain a text, by their ids.
  fileprivate func visible(containing text: String = "") throws -> [(id: String, name: String)] {
    let rows = try app.rows(
      """
      SELECT r.id::text AS id, r.name FROM recipes r
      WHERE r.deleted_at IS NULL AND strpos(r.name_order, folded(\(text.isBlank ? "" : text))) > 0
        AND (r.household_id = \(household) OR r.household_id = starter_household()
          AND NOT EXISTS (SELECT FROM recipes own WHERE own.household_id = \(household) AND own.id = r.id))
      """)
    return try rows.map { (try $0["id"], try $0["name"]) }.sorted { $0.id < $1.id }
  }
}
