import Crypto
import Foundation
import Testing

@testable import Citus
@testable import Foyer
@testable import Postgres

extension CitusTests {
  /// What statements become where the tables of households are on the workers of Citus. That Citus takes them, and asks one
  /// worker for each, is tested by Tests/Scale/citus.py.
  @Suite struct DistributionTests {
    private let distribution = Distribution(
      tables: ["items", "images", "recipes", "recipe_keys", "mirrored_people", "mirrored_households"])

    @Test(
      arguments: [
        // Tables on the coordinator alone.
        ("SELECT FROM households WHERE id = current_household() FOR KEY SHARE", nil),
        ("SELECT p.name FROM people p JOIN accounts a ON a.household_id = p.household_id", nil),
        // A name that contains that of a table.
        ("SELECT my_items FROM people WHERE household_id = current_household()", nil),
        (
          "SELECT id FROM items WHERE household_id = current_household()",
          "SELECT id FROM items WHERE household_id = planned_household()"
        ),
        (
          "SELECT id FROM recipes WHERE household_id IN ((SELECT current_household()), starter_household())",
          "SELECT id FROM recipes WHERE household_id IN (planned_household(), planned_starter())"
        ),
        (
          "SELECT FROM recipe_keys k WHERE (k.household_id = (SELECT current_household()) OR k.place IN (1))",
          "SELECT FROM recipe_keys k WHERE k.household_id IN (planned_household(), planned_starter()) AND ((k.household_id = planned_household()) IS TRUE OR k.place IN (1))"
        ),
        (
          "SELECT FROM items JOIN images ON images.household_id = items.household_id",
          "SELECT FROM items JOIN images ON (images.household_id = items.household_id AND images.household_id IN (planned_household(), planned_starter()))"
        ),
        (
          "SELECT FROM images WHERE NOT EXISTS (SELECT FROM people WHERE photo_id = images.id)",
          "SELECT FROM images WHERE NOT EXISTS (SELECT FROM mirrored_people AS people WHERE photo_id = images.id)"
        ),
        (
          "SELECT p.name FROM items LEFT JOIN people p ON true",
          "SELECT p.name FROM items LEFT JOIN mirrored_people p ON true"
        ),
        (
          "UPDATE items SET changed_at = now(), changed_by = current_person() WHERE household_id = current_household()",
          "UPDATE items SET changed_at = planned_now(), changed_by = planned_person() WHERE household_id = planned_household()"
        ),
        (
          "SELECT item_id FROM items_with(ARRAY(SELECT word FROM term), 301) AS item_id UNION SELECT id FROM items",
          "SELECT item_id FROM item_texts t WHERE t.household_id = planned_household() AND EXISTS (SELECT FROM term) AND NOT EXISTS (SELECT FROM term WHERE strpos(t.shown, term.word) = 0 AND strpos(t.further, ' ' || term.word) = 0) LIMIT 301 UNION SELECT id FROM items"
        ),
        // No copy is on the workers.
        ("SELECT FROM items JOIN accounts a ON true", nil),
        (
          "SELECT FROM items WHERE NOT (SELECT had_items FROM households)",
          "SELECT FROM items WHERE NOT (SELECT had_items FROM mirrored_households AS households)"
        ),
      ] as [(String, String?)])
    func `A statement with a table of the workers names its shard`(statement: String, translated: String?) {
      #expect(distribution.translated(statement) == translated ?? statement)
    }

    @Test func `What the workers have a copy of is named after FROM or JOIN`() throws {
      for (file, text) in try sources() {
        for line in text.split(separator: "\n") {
          let hasComma = line.contains(#/\bFROM [\w ]+, (households|people|reminder_settings|stay_requests)\b/#)
          #expect(!hasComma, "\(file): \(line)")
        }
      }
    }

    /// The files of Sources/Foyer by their names.
    private func sources() throws -> [(String, String)] {
      let sources = URL(filePath: #filePath).appending(path: "../../../Sources/Foyer").standardized
      let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      #expect(files.count > 100)
      return try files.map { ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8)) }
    }

    /// The program's own statements that are others there.
    private static let own: [SQL] = [
      SessionQueries.open([1], .fr), SessionQueries.open(household: .v7()), StorageQueries.limit(to: 1),
      EventQueries.changes(), DemoQueries.become(household: .v7(), person: .v7()),
      ReminderJobQueries.open(household: .v7(), person: .v7()), ReminderJobQueries.fire(byMail: true, byPush: true),
      WebhookQueries.wake(), AdminQueries.counts(backup: nil), AdminQueries.storage(), AdminQueries.households(),
    ]

    private func text(_ statement: SQL) -> String {
      String(decoding: statement.text.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    @Test func `A statement may have a text of its own there`() {
      let texts = Self.own.prefix(7).map { distribution.text(text($0)) }
      #expect(
        texts.prefix(5) == [
          "SELECT * FROM open_session($1, 'fr')", "SELECT open_household($1)", "SELECT tell_quota($1)",
          "SELECT noted_changes() AS changes", "SELECT open_household($1, $2, 'Europe/Paris')",
        ])
      #expect(
        texts[5]
          == "SELECT open_household($1, $2, coalesce((SELECT time_zone FROM people WHERE household_id = $3 AND id = $4), 'UTC'))"
      )
      let begin = "WITH fired AS MATERIALIZED (SELECT * FROM take_reminders($1)) , told AS ( SELECT f.household_id"
      #expect(texts[6].hasPrefix(begin))
    }

    /// Another text there has the same parameters, and stands for what the program asks elsewhere.
    @Test func `A statement that has another text there is the one that the text was written for`() throws {
      for statement in Self.own {
        let words = OwnStatement.words(text(statement))
        let known = try #require(OwnStatement.all.first { words.hasPrefix($0.begins) }, "OwnStatement lacks: \(words)")
        let sum = sha256(words.utf8).prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(
          known.sums.contains(sum),
          "\(known.begins)… has changed: once its other text in OwnStatement.swift is right again, sum: \"\(sum)\"")
        func parameters(_ text: String) -> Set<Substring> { Set(text.matches(of: #/\$\d+/#).map(\.0)) }
        #expect(parameters(distribution.text(text(statement))).isSubset(of: parameters(words)))
      }
      // Nothing is left of a statement that is gone.
      let begun = Self.own.map { statement in
        OwnStatement.all.firstIndex { OwnStatement.words(text(statement)).hasPrefix($0.begins) }
      }
      #expect(Set(begun).count == OwnStatement.all.count)
    }

    @Test(arguments: [
      (#"duplicate key value violates unique constraint "categories_name_102055""#, "categories_name"),
      (#"the images of a household violate constraint "household_storage_quota""#, "household_storage_quota"),
    ])
    func `A worker's message names the constraint`(message: String, constraint: String) {
      #expect(Distribution.constraint(nil, message) == constraint)
      #expect(Distribution.constraint("tags_name_102059", message) == "tags_name")
    }

    /// Word for word, as Citus 13.2.2 reported them while a worker was killed.
    @Test(arguments: [
      (
        "XX000", "server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally",
        true
      ),
      ("XX000", "SSL SYSCALL error: EOF detected\ninvalid socket", true),
      ("XX000", "failure on connection marked as essential: 127.0.0.1:5731", true),
      ("XX000", "could not commit transaction for shard 102060 on at least one active node", true),
      ("XX000", "", true),
      ("08006", "failed to COPY to shard 102060 on 127.0.0.1:5731", true),
      ("57P01", "terminating connection due to unexpected postmaster exit", true),
      ("XX000", "cache lookup failed for relation 16420", false),
      ("0A000", "server closed the connection", false),
    ])
    func `A worker that is away is no error of the statement`(sqlState: String, message: String, passes: Bool) {
      let error = ServerError(statement: 0, sqlState: sqlState, severity: "ERROR", message: message)
      #expect(Distribution.read(error).isTransient == passes)
    }

    @Test func `What is inserted or changed asks nothing meanwhile`() throws {
      // Citus refuses a subquery there: "functions used in the WHERE clause of the ON CONFLICT clause".
      for (file, text) in try sources() {
        for change in text.matches(of: #/\bDO UPDATE\b(?s:.*?)(?=RETURNING|\n *\)|"\n|""")/#) {
          #expect(!change.0.contains("SELECT"), "\(file): \(change.0)")
        }
      }
    }

    @Test func `A script's statements are sent one by one`() {
      let script = """
        -- A comment; not a statement;
        SET LOCAL a = 'b';
        DO $$
        BEGIN
          PERFORM 1;
        END $$;
        SELECT
          2;
        """
      #expect(Distributor.statements(script).map { $0.split(separator: "\n").count } == [1, 4, 2])
    }

    @Test func `A database without Citus is not distributed`() async throws {
      let url = try await TestDatabase.url()
      let scripts = URL(filePath: #filePath).appending(path: "../../../migrations/citus").path
      await #expect(throws: Distributor.Refused.self) { try await Distributor(url: url).distribute(scripts: scripts) }
    }
  }
}
