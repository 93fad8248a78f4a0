import EventLoop
import Processes
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// Migration 0035 on a database of schema 34 with items in categories named "Shopping".
  @Suite struct ShoppingMigration {
    @Test func `What recipes put among the items moves to the list, and nothing else does`() async throws {
      let names: [String] = try await TestApp.shared().rows("SELECT name FROM schema_migrations ORDER BY version")
        .map { try $0["name"] }
      let (cluster, name, folder) = (TestCluster.cluster, "shopped", "\(scratch)/migrations-before-shopping")
      try await cluster.createDatabase(name)
      #expect(try ChildProcess.run(["mkdir", folder]).status == 0)
      for file in names.prefix(while: { !$0.hasSuffix("_shopping.sql") }) {
        #expect(try ChildProcess.run(["cp", "\(packageRoot)/migrations/\(file)", folder]).status == 0)
      }
      let migrator = Migrator(url: cluster.url(database: name, as: .owner))
      #expect(try await migrator.migrate(directory: folder).last?.hasPrefix("0034_") == true)
      let session = try Session(
        Target(url: cluster.url(database: name, as: .superuser)), deadline: .now() + .seconds(120))
      try Self.fill(session)
      func rows(_ statement: SQL) throws -> [String] {
        try session.run(statement).map { try $0["row"] as String }.sorted()
      }
      let others: SQL = "SELECT h.name || ': ' || title AS row FROM items i JOIN households h ON h.id = household_id"
      #expect(try rows(others).count == 16)

      _ = try await migrator.migrate(directory: "\(packageRoot)/migrations")
      // Open, of a category that a recipe has put something in, and nothing but a title.
      let list = try rows(
        """
        SELECT concat_ws(' ', h.name || ':', text, source, food, key, checked_at, deleted_at, e.person_id) AS row
        FROM shopping_entries e JOIN households h ON h.id = household_id
        """)
      #expect(
        list == [
          "From recipes: 500 g flour hand", "From recipes: Soap hand", "Из рецептов: 2 лука hand",
          "Из рецептов: Мыло hand",
        ])
      #expect(
        try rows(others) == [
          "By hand: 500 g flour", "By hand: Soap", "From recipes: Bins", "From recipes: Cake, for Léa",
          "From recipes: Described", "From recipes: Done", "From recipes: In the bin", "From recipes: Milk, tomorrow",
          "From recipes: Tagged", "From recipes: Weekly", "Другие: Мыло", "Из рецептов: Мусор",
        ])
      // The moment at which they were written down orders the list.
      let order = try session.run(
        "SELECT text FROM shopping_entries WHERE household_id = (SELECT id FROM households WHERE name = 'From recipes') ORDER BY created_at"
      )
      #expect(try order.map { try $0["text"] as String } == ["Soap", "500 g flour"])
      try await cluster.dropDatabase(name)
    }

    /// Four households: two whose recipes have put items into the category, in English and in Russian, and two whose items
    /// are all written by hand.
    private static func fill(_ session: Session) throws {
      try session.run(
        """
        INSERT INTO households (id, name)
        SELECT gen_random_uuid(), name FROM unnest('{From recipes,By hand,Из рецептов,Другие}'::text[]) AS name
        """)
      try session.run(
        """
        INSERT INTO people (household_id, id, name, time_zone) SELECT id, gen_random_uuid(), 'Léa', 'UTC' FROM households
        """)
      try session.run(
        """
        INSERT INTO categories (household_id, id, name, color)
        SELECT id, gen_random_uuid(), category, '#336699' FROM households,
          unnest(CASE WHEN name IN ('From recipes', 'By hand') THEN '{Shopping,House}' ELSE '{Покупки,House}' END::text[]) AS category
        """)
      try session.run(
        """
        INSERT INTO items (household_id, id, title, category_id, position, created_at, done_at, deleted_at, due_at, description, people)
        SELECT h.id, gen_random_uuid(), title, c.id, place, now() - (100 - place) * interval '1 hour',
          CASE WHEN title = 'Done' THEN now() END, CASE WHEN title = 'In the bin' THEN now() END,
          CASE WHEN title = 'Milk, tomorrow' THEN now() END, CASE WHEN title = 'Described' THEN 'Two of them' ELSE '' END,
          CASE WHEN title = 'Cake, for Léa' THEN ARRAY(SELECT p.id FROM people p WHERE p.household_id = h.id) ELSE '{}' END
        FROM (VALUES ('From recipes', 'House', '{Bins}'::text[]), ('By hand', 'Shopping', '{Soap,500 g flour}'),
            ('From recipes', 'Shopping', '{Soap,500 g flour,Done,In the bin,"Milk, tomorrow",Described,"Cake, for Léa",Tagged,Weekly}'),
            ('Из рецептов', 'House', '{Мусор}'), ('Из рецептов', 'Покупки', '{Мыло,2 лука}'), ('Другие', 'Покупки', '{Мыло}'))
            AS listed (household, category, titles),
          unnest(titles) WITH ORDINALITY AS title (title, place), households h, categories c
        WHERE h.name = household AND c.household_id = h.id AND c.name = category
        """)
      try session.run(
        """
        WITH tag AS (
          INSERT INTO tags (household_id, id, name, color)
          SELECT household_id, gen_random_uuid(), 'urgent', '#336699' FROM items WHERE title = 'Tagged'
          RETURNING household_id, id)
        INSERT INTO item_tags (household_id, item_id, tag_id)
        SELECT i.household_id, i.id, tag.id FROM items i JOIN tag ON tag.household_id = i.household_id WHERE title = 'Tagged'
        """)
      try session.run(
        """
        UPDATE items SET turn_person = (SELECT id FROM people WHERE people.household_id = items.household_id)
        WHERE title = 'Weekly'
        """)
      // What recipes have put there, one of which is done by now.
      try session.run(
        """
        INSERT INTO shopping_lists (household_id, id, lines) SELECT id, gen_random_uuid(), '{flour}' FROM households
        WHERE name IN ('From recipes', 'Из рецептов')
        """)
      try session.run(
        """
        INSERT INTO shopping_additions (household_id, id, item_id, title)
        SELECT l.household_id, l.id, i.id, i.title FROM shopping_lists l JOIN items i ON i.household_id = l.household_id
        WHERE i.title IN ('500 g flour', 'Done', '2 лука')
        """)
    }
  }
}
