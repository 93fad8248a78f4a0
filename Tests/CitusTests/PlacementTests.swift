import EventLoop
import Foundation
import Testing

@testable import Citus
@testable import Postgres

extension CitusTests {
  /// Where `foyer distribute` puts each table of the migrations, and what it refuses: `migrations/citus/placement.sql`, which
  /// needs no Citus. A migration that distribute.sql does not know fails here.
  @Suite struct PlacementTests {
    private static let migrations = URL(filePath: #filePath).appending(path: "../../../migrations").standardized.path

    private static let url = Task { () throws -> String in
      let cluster = try await TestDatabase.shared()
      try await cluster.createDatabase("placed")
      let url = cluster.url(database: "placed", as: .owner)
      _ = try await Migrator(url: url).migrate(directory: migrations)
      return url
    }

    /// The tables on the workers, after some statements that are rolled back.
    private func placed(after statements: String = "") async throws -> [String] {
      let url = try await Self.url.value
      let script = try String(contentsOfFile: "\(Self.migrations)/citus/placement.sql", encoding: .utf8)
      return try await blocking { () throws(PostgresError) in
        let session = try Session(Target(url: url), deadline: .now() + .seconds(120))
        try session.run(script: Array("BEGIN; \(statements)".utf8CString))
        for statement in Distributor.statements(script) { try session.run(script: Array(statement.utf8CString)) }
        let rows = try session.run("SELECT name FROM distributed_tables ORDER BY position")
        var names: [String] = []
        for row in rows { names.append(try row["name"]) }
        return names
      }
    }

    @Test func `Every table of a household has its place`() async throws {
      let tables = try await placed()
      #expect(
        Set(["items", "series", "reminders", "activity", "shopping_entries", "eaters", "recipes"]).isSubset(of: tables))
      // What households share, and what is found before the household is known.
      #expect(
        Set(["people", "sessions", "stay_requests", "listings", "feeds", "push_devices"]).isDisjoint(with: tables))
      // What refers to something is before it.
      let (tag, item, category) = (
        tables.firstIndex(of: "item_tags"), tables.firstIndex(of: "items"), tables.firstIndex(of: "categories")
      )
      #expect(try #require(tag) < #require(item) && #require(item) < #require(category))
      #expect(tables.suffix(3) == ["mirrored_reminder_settings", "mirrored_people", "mirrored_households"])
    }

    @Test(arguments: [
      ("PRIMARY KEY (household_id, id)", true),
      ("PRIMARY KEY (household_id, id), UNIQUE (id)", false),
      ("PRIMARY KEY (id, household_id)", false),
    ])
    func `A new table is placed by its keys`(keys: String, isOnWorkers: Bool) async throws {
      let tables = try await placed(after: "CREATE TABLE novel (household_id uuid, id uuid, \(keys));")
      #expect(tables.contains("novel") == isOnWorkers)
    }

    @Test(arguments: [
      ("INSERT INTO jobs (id) VALUES (NEW.id);", "tables of the coordinator: novel (jobs)"),
      (
        "INSERT INTO tags SELECT * FROM categories;",
        "insert what they select of a table, change rows in a WITH, or have now() in DO UPDATE: novel"
      ),
      ("WITH gone AS (DELETE FROM tags RETURNING id) SELECT 1;", "have now() in DO UPDATE: novel"),
    ])
    func `What a trigger on the workers cannot do is refused`(body: String, reason: String) async throws {
      await refuses(
        reason, "\(function(body)) CREATE TRIGGER novel AFTER INSERT ON items FOR EACH ROW EXECUTE FUNCTION novel();")
    }

    @Test func `What a trigger on the coordinator does to the workers has to be known`() async throws {
      await refuses(
        "name tables of the workers: novel: say in distribute.sql what it does there, and here ('novel', '",
        "\(function("DELETE FROM items;")) CREATE TRIGGER novel AFTER INSERT ON people FOR EACH ROW EXECUTE FUNCTION novel();"
      )
    }

    @Test(arguments: [
      (
        "CREATE OR REPLACE FUNCTION remind_person(household uuid, person uuid) RETURNS void LANGUAGE plpgsql AS 'BEGIN END';",
        "other functions than these: remind_person, now ('remind_person', '"
      ),
      ("CREATE POLICY novel ON items USING (EXISTS (SELECT FROM stay_requests));", "items (novel)"),
      (
        "CREATE TRIGGER novel AFTER INSERT ON items REFERENCING NEW TABLE AS n FOR EACH STATEMENT EXECUTE FUNCTION count_item();",
        "items (novel)"
      ),
    ])
    func `What Citus does not take, or what is no longer known, is refused`(statement: String, reason: String)
      async throws
    {
      await refuses(reason, statement)
    }

    private func function(_ body: String) -> String {
      "CREATE FUNCTION novel() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \(body) RETURN NULL; END $$;"
    }

    private func refuses(_ reason: String, _ statements: String) async {
      do {
        _ = try await placed(after: statements)
        Issue.record("nothing was refused")
      } catch {
        #expect("\(error)".contains(reason))
      }
    }
  }
}
