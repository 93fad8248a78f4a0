import Cookery
import Crypto
import Foundation
import Testing

@testable import Foyer

extension FoyerTests {
  /// The starter cookbook in the reader's language, and its pictures.
  @Suite struct StarterLanguages {
    private static let english = """
      # Pea Soup
      cuisine: english
      servings: 4
      prep: 10
      cook: 20
      about: Green.

      - 500 g peas
      - 1 onion, chopped

      1. Boil everything.
      ---
      # Apple Pie
      cuisine: english
      servings: 8
      prep: 30
      cook: 40
      about: Golden.

      - 4 apples

      1. Bake it.
      """
    private static let french = """
      # Soupe de petits pois
      of: Pea Soup
      about: Verte.

      - 500 g de petits pois
      - 1 oignon, haché

      1. Tout faire bouillir.
      """

    @Test func `Each language has the household of the database`() async throws {
      let app = try await TestApp.shared()
      for language in Language.allCases {
        let households = try app.rows(
          """
          SELECT set_config('foyer.language', \(language.rawValue), false), starter_household() AS id
          """)
        #expect(try households[0]["id"] == StarterCookbook.household(of: language))
      }
    }

    @Test func `A reader has the dishes in the language of the page, and favourites in every language`() async throws {
      let app = try await TestApp()
      let folder = "\(scratch)/languages-\(UUID.v7())"
      try FileManager.default.createDirectory(atPath: "\(folder)/fr", withIntermediateDirectories: true)
      try Self.english.write(toFile: "\(folder)/english.txt", atomically: true, encoding: .utf8)
      try Self.french.write(toFile: "\(folder)/fr/english.txt", atomically: true, encoding: .utf8)
      #expect(try await StarterCookbook.load(folder, app.database) == 2)
      #expect(try await StarterCookbook.load(folder, app.database) == nil)
      // A file that cannot be read, as a link that leads nowhere, takes no dish away.
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/lost.txt", withDestinationPath: "\(folder)/nowhere.txt")
      await #expect(throws: StarterCookbook.Unreadable.self) {
        try await StarterCookbook.load(folder, app.database)
      }
      try FileManager.default.removeItem(atPath: "\(folder)/lost.txt")

      let member = try await app.member()
      let english: [String: String?] = ["accept-language": "en"]
      let french: [String: String?] = ["accept-language": "fr"]
      #expect(try await member.get("/recipes/results", english).recipeNames == ["Apple Pie", "Pea Soup"])
      // What nobody has translated is in English.
      #expect(try await member.get("/recipes/results", french).recipeNames == ["Apple Pie", "Soupe de petits pois"])
      #expect(try await member.get("/recipes/results?q=petits", french).recipeNames == ["Soupe de petits pois"])
      #expect(try await member.get("/recipes/results?q=petits", english).recipeNames == [])
      let id = try #require(try await member.get("/recipes/results?q=pea").recipeIDs.first)
      let page = try await member.get("/recipes/\(id)", french).text
      #expect(page.contains("Tout faire bouillir.") && page.contains("1 oignon, haché"))
      #expect(try await member.get("/recipes/\(id)", english).text.contains("Boil everything."))
      #expect(try await member.get("/search?q=petits", french).text.contains("<mark>petits</mark>"))

      // Of what is at hand, whatever the language.
      try await member.have("onion")
      #expect(try await member.get("/recipes/results", french).recipeNames == ["Soupe de petits pois"])
      #expect(try await member.get("/recipes/results", english).recipeNames == ["Pea Soup"])

      _ = try await member.post("/recipes/\(id)/favorite", ["favorite": "true"])
      #expect(try await member.get("/favorites", french).recipeNames == ["Soupe de petits pois"])
      #expect(try await member.get("/favorites", english).recipeNames == ["Pea Soup"])

      // The setting counts more than the browser.
      try app.rows("UPDATE people SET language = 'fr' WHERE household_id = \(member.household)")
      #expect(try await member.get("/favorites", english).recipeNames == ["Soupe de petits pois"])

      // Starter households are nobody's.
      #expect(try app.number("SELECT count(*) AS n FROM households WHERE id <> ALL (starter_households())") == 1)
      await app.app.stop()
    }

    @Test func `Languages have the households that the schema names`() async throws {
      let app = try await TestApp.shared()
      let all: [Foyer.UUID] = try app.rows("SELECT unnest(starter_households()) AS id").map { try $0["id"] }
      #expect(all == Language.allCases.map(StarterCookbook.household(of:)))
      for language in Language.allCases {
        let rows = try app.rows(
          "SELECT starter_household() AS id FROM (SELECT set_config('foyer.language', \(language.rawValue), true) OFFSET 0) AS s"
        )
        #expect(try rows[0]["id"] == StarterCookbook.household(of: language))
      }
    }

    @Test func `Each dish is there in each language, with as many ingredients and steps`() throws {
      let folder = "\(packageRoot)/Cookbook"
      let english = try StarterCookbook.dishes(folder, .en)
      let readme = try String(contentsOfFile: "\(packageRoot)/README.md", encoding: .utf8)
      #expect(readme.contains("starter cookbook of \(english.count) dishes"))
      #expect(Set(english.map(\.id)).count == english.count && Set(english.map(\.name)).count == english.count)
      for language in Language.allCases where language != .en {
        let dishes = try StarterCookbook.dishes(folder, language)
        #expect(dishes.map(\.id) == english.map(\.id))
        let wrong = zip(dishes, english).filter { dish, original in
          dish.ingredients == original.ingredients || dish.ingredients.count != original.ingredients.count
            || dish.steps.count != original.steps.count || dish.description.isEmpty
            || dish.makes.isEmpty != original.makes.isEmpty
        }
        #expect(wrong.map(\.1.name) == [], "in \(language.rawValue)")
      }
    }

    /// Allergens and diets as the search compares them. `StarterAgreementTests` compares each line.
    @Test func `Each dish suits the same people in each language`() throws {
      let folder = "\(packageRoot)/Cookbook"
      let english = try StarterCookbook.dishes(folder, .en).map { ($0.name, Understanding($0)) }
      for language in Language.allCases where language != .en {
        let dishes = try StarterCookbook.dishes(folder, language).map { Understanding($0) }
        let other = zip(english, dishes).filter { $0.1.traits != $1.traits || $0.1.maybe != $1.maybe }
        #expect(other.map(\.0.0) == [], "in \(language.rawValue)")
      }
    }

    /// Two, where the amounts of a serving decide.
    @Test func `Each cuisine has three dishes for each diet and allergy`() throws {
      let traits = try StarterCookbook.dishes("\(packageRoot)/Cookbook", .en).map { Understanding($0).traits }
      let wanted = Allergen.allCases.map { Trait.bit($0) } + Diet.allCases.map { Trait.bit($0) }
      for cuisine in Cuisine.allCases {
        for bit in wanted {
          let count = traits.count { $0 & Trait.bit(cuisine) != 0 && $0 & bit != 0 }
          let byAmounts = [Diet.ketogenic, .lowFODMAP].map { Trait.bit($0) }
          #expect(count >= (byAmounts.contains(bit) ? 2 : 3), "\(cuisine.rawValue), trait \(bit.trailingZeroBitCount)")
        }
      }
    }

    /// One outside of the parameters is shown as it is written, so that a translation says it in its own words.
    @Test func `Each cuisine is in the language of its dish`() throws {
      let folder = "\(packageRoot)/Cookbook"
      let others = try StarterCookbook.dishes(folder, .en).filter { Cuisine(rawValue: $0.cuisine) == nil }
      #expect(Set(others.map(\.cuisine)) == ["Eastern European"])
      for language in Language.allCases where language != .en {
        let dishes = try StarterCookbook.dishes(folder, language).filter { Cuisine(rawValue: $0.cuisine) == nil }
        #expect(dishes.map(\.id) == others.map(\.id))
        let names = Set(dishes.map(\.cuisine))
        #expect(names.count == 1 && !names.contains("Eastern European"), "in \(language.rawValue): \(names)")
      }
    }

    @Test func `Each cuisine has main dishes, and no side dish is one`() throws {
      let notMain = Trait.bits(.notMain)
      let dishes = try StarterCookbook.dishes("\(packageRoot)/Cookbook", .en).map { ($0, Understanding($0).traits) }
      let sides = dishes.filter { !$0.0.statements.isEmpty }
      #expect(sides.count >= 61)
      #expect(sides.filter { $0.1 & notMain == 0 }.map(\.0.name) == [])
      for cuisine in Cuisine.allCases {
        let mains = dishes.count { $0.1 & Trait.bit(cuisine) != 0 && $0.1 & notMain == 0 }
        #expect(mains >= 4, "\(cuisine.rawValue)")
      }
    }

    @Test func `Each dish has a small picture of its own`() throws {
      let folder = "\(packageRoot)/Public/dishes"
      var digests: Set<[UInt8]> = []
      let dishes = try StarterCookbook.dishes("\(packageRoot)/Cookbook", .en)
      for dish in dishes {
        let picture = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(dish.id).webp"))
        #expect(picture.count <= 12_000 && picture.dropFirst(8).starts(with: "WEBP".utf8), "\(dish.name)")
        digests.insert(sha256(picture))
      }
      #expect(digests.count == dishes.count)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == dishes.count)
    }
  }
}
