import EventLoop
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// `foyer doctor --repair`: each kind of derived data is broken on purpose.
  @Suite struct Repairs {
    /// A kind, and statements that break it, as a superuser and without the triggers.
    struct Damage: Sendable, CustomTestStringConvertible {
      let name: String
      let statements: [SQL]
      var testDescription: String { name }
    }

    /// The starter cookbook is written whole from the program's own files.
    private static let ownRecipes: SQL = "household_id <> ALL (starter_households())"

    static let damages = [
      Damage(name: "counts of to-dos", statements: ["UPDATE item_counts SET open_items = open_items + 1"]),
      Damage(name: "counts of to-dos", statements: ["DELETE FROM item_counts"]),
      Damage(
        name: "counts of to-dos",
        statements: [
          """
          INSERT INTO item_counts (household_id, section, open_items, done_items)
          SELECT id, gen_random_uuid(), 0, 2 FROM households
          """
        ]),
      Damage(name: "counts of tags", statements: ["UPDATE tag_counts SET items = items - 1"]),
      Damage(name: "counts of tags", statements: ["DELETE FROM tag_counts"]),
      Damage(name: "to-dos' words for the search", statements: ["DELETE FROM item_texts WHERE strpos(shown, 'b') > 0"]),
      Damage(
        name: "to-dos' words for the search",
        statements: ["UPDATE item_texts SET shown = 'xyzzy' || shown"]),
      Damage(name: "to-dos' tags in lists", statements: ["UPDATE items SET tag_ids = '{}'"]),
      Damage(name: "to-dos' tags in lists", statements: ["UPDATE items SET tag_ids = tag_ids || gen_random_uuid()"]),
      Damage(
        name: "ends of to-dos' days",
        statements: [
          "UPDATE items SET due_at = due_at - interval '1 hour', due_day = (due_at AT TIME ZONE 'UTC')::date"
        ]),
      Damage(name: "households that had to-dos", statements: ["UPDATE households SET had_items = false"]),
      Damage(name: "hosts' words for the search", statements: ["DELETE FROM listing_words WHERE left(word, 1) = 'a'"]),
      Damage(
        name: "hosts' words for the search",
        statements: [
          "INSERT INTO listing_words (household_id, word, listing_id) SELECT household_id, 'xyzzy', id FROM listings"
        ]),
      Damage(name: "nights taken", statements: ["UPDATE stay_nights SET guests = 0"]),
      Damage(
        name: "nights taken",
        statements: ["UPDATE stay_nights SET guests = guests + 1 WHERE guests < capacity AND blocks = 0"]),
      Damage(name: "nights taken", statements: ["DELETE FROM stay_nights"]),
      Damage(name: "counts of to-dos' files", statements: ["UPDATE items SET files = files + 1"]),
      Damage(name: "bytes of images", statements: ["UPDATE household_storage SET image_bytes = image_bytes - 1"]),
      Damage(name: "bytes of images", statements: ["UPDATE household_storage SET images = 0, image_bytes = 0"]),
      Damage(name: "bytes of images", statements: ["DELETE FROM household_storage"]),
      Damage(
        name: DerivedData.readings, statements: ["UPDATE recipes SET reading = NULL WHERE \(fragment: ownRecipes)"]),
      Damage(
        name: DerivedData.readings,
        statements: ["UPDATE recipes SET reading = replace(reading, '0', '1') WHERE \(fragment: ownRecipes)"]),
      Damage(
        name: DerivedData.readings,
        statements: ["UPDATE recipes SET need_names = need_names || need_names WHERE \(fragment: ownRecipes)"]),
      Damage(name: "recipes' search index", statements: ["DELETE FROM recipe_keys WHERE ingredient > 0"]),
      Damage(name: "recipes' search index", statements: ["UPDATE recipe_keys SET traits = ~traits"]),
      Damage(name: "recipes' search index", statements: ["UPDATE recipe_keys SET name_bits = 0"]),
      Damage(name: "recipes' search index", statements: ["DELETE FROM ingredient_names"]),
      Damage(
        name: "recipes' search index",
        statements: [
          """
          UPDATE favorites f SET name_order = 'xyzzy' FROM recipes r WHERE r.household_id = f.household_id AND r.id = f.recipe_id
          """
        ]),
    ]

    @Test func `What is whole is left alone`() async throws {
      let url = try await Household.database()
      let before = try Household.checksums(TestCluster.superuserURL(url))
      for arguments in [["doctor"], ["doctor", "--repair"]] {
        let doctor = try await Program.run(arguments, ["DATABASE_URL": url])
        #expect(doctor.status == 0, "\(doctor.output)\(doctor.errors)")
        #expect(doctor.output.hasSuffix("\ncounters and searches: as they should be\n"))
      }
      #expect(try Household.checksums(TestCluster.superuserURL(url)) == before)
    }

    /// Some damages at once, of different kinds: neighbours are of the same.
    @Test(arguments: 0..<7)
    func `What differs is found, and made anew`(first: Int) async throws {
      let damages = stride(from: first, to: Self.damages.count, by: 7).map { Self.damages[$0] }
      let url = try await Household.database()
      let superuser = try Household.session(TestCluster.superuserURL(url))
      try superuser.run("SET session_replication_role = replica")
      for statement in damages.flatMap(\.statements) { try superuser.run(statement) }
      let login = TestCluster.cluster.url(database: Household.name(url), as: .program)
      let broken = try Household.checksums(TestCluster.superuserURL(url))

      let found = try await Program.run(["doctor"], ["DATABASE_URL": login])
      #expect(found.status == 1)
      for damage in damages { #expect(found.output.contains("\n\(damage.name): "), "\(found.output)") }
      #expect(found.errors == "Counters or searches are wrong: foyer doctor --repair makes them anew.\n")
      #expect(try Household.checksums(TestCluster.superuserURL(url)) == broken)

      let mended = try await Program.run(["doctor", "--repair"], ["DATABASE_URL": login])
      #expect(mended.status == 0, "\(mended.output)\(mended.errors)")
      #expect(mended.output.contains(" households, made anew\n"))
      let after = try await Program.run(["doctor"], ["DATABASE_URL": login])
      #expect(after.status == 0)
      #expect(after.output.hasSuffix("\ncounters and searches: as they should be\n"))
    }
  }
}
