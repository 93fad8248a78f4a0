import Foundation
import Testing

@testable import Foyer
@testable import Postgres

/// Each statement names the household of each table that it touches, and row level security is the second wall: these
/// tests read the literals of Sources/Foyer. A new row needs no test: its household is NOT NULL, with no other default.
extension FoyerTests {
  @Suite struct Statements {
    @Test func `Every statement names the household of each table`() async throws {
      var reader = StatementReader(tables: try await tables())
      let folder = "\(packageRoot)/Sources/Foyer"
      let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
      for file in files {
        let found = reader.read(try #require(contents(ofFile: "\(folder)/\(file)")))
        #expect(found == [], "\(file)")
      }
      // The reader has met each table of the catalogue. The view is for programs of before.
      #expect(reader.tables.subtracting(reader.met) == ["item_words"])
    }

    @Test(arguments: [
      #""SELECT id FROM items WHERE id = \(id)""#,
      #""SELECT household_id = current_household() AS own FROM items""#,
      #""DELETE FROM items WHERE household_id <> current_household()""#,
      #""UPDATE items SET done_at = now() WHERE household_id = current_household() OR id = \(id)""#,
      #""SELECT FROM items WHERE (household_id = current_household() OR is_done) AND id = \(id)""#,
      #""SELECT FROM items WHERE id IN (SELECT item_id FROM item_tags WHERE household_id = current_household())""#,
      #""SELECT FROM tags WHERE household_id = current_household() UNION ALL SELECT FROM items""#,
      #""SELECT FROM tags, items WHERE household_id = current_household()""#,
      #""SELECT FROM tags t JOIN items i ON i.household_id = t.household_id WHERE t.id = \(id)""#,
      #""SELECT FROM items i WHERE i.household_id = i.household_id""#,
      #""DELETE FROM \(fragment: table) WHERE id = \(id)""#,
      #""WITH new AS (update items SET title = '' RETURNING id) SELECT id FROM new""#,
      #""SELECT FROM people WHERE household_id = current_household() AND \(fragment: isOpen ? "true" : "EXISTS (SELECT FROM items)")""#,
    ])
    func `A statement that leaves one out is found`(source: String) async throws {
      var reader = StatementReader(tables: try await tables())
      #expect(reader.read("let list: SQL = \(source)  // FROM items") != [])
    }

    /// `bin/bench` compares the page of items with the same page in C.
    @Test func `The benchmark asks what the page of items asks`() throws {
      func words(_ text: some StringProtocol) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
      let script = try #require(contents(ofFile: "\(packageRoot)/Benchmarks/floor/items.sql"))
        .split(separator: "\n").filter { !$0.hasPrefix("--") }.joined(separator: "\n")
      let asked = script.split(separator: ";").map { words($0) }.filter { !$0.isEmpty }
      let page = SessionQueries.open([], .en)
      var list = Batch()
      _ = ItemList.Query(ItemFilter(), in: &list)
      #expect(asked == ([page] + list.statements).map { words($0.shortened(to: .max)) })
    }

    /// The tables of the catalogue that belong to households.
    private func tables() async throws -> Set<String> {
      let rows = try await TestApp.shared().rows(
        """
        SELECT relname::text AS name, pg_get_expr(adbin, adrelid) AS made FROM pg_class
        JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'household_id'
        LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm')
        """)
      for row in rows { #expect([nil, "current_household()"].contains(try row["made"] as String?)) }
      return Set(try rows.map { try $0["name"] })
    }
  }
}

/// Finds the tables in the string literals of a Swift file whose household is not named beside them.
private struct StatementReader {
  let tables: Set<String>
  private(set) var met: Set<String> = []

  /// What is found by a value of one person alone, or is published for every household: the columns that a statement names
  /// instead. Accounts and sessions are found before the household is known, invitations by the token of their link.
  private static let others = [
    "accounts": "email|person_id", "sessions": "token_hash|person_id", "passkeys": "credential_id|person_id",
    "openid_identities": "subject|person_id",
    "push_devices": "person_id",
    "invitations": "token_hash", "feeds": "token_hash", "access_tokens": "token_hash|person_id",
    "listings": "published", "listing_words": "word",
  ]
  /// Statements about every household: those of the operator, and what deletes expired sessions, invitations and
  /// old entries of logs.
  private static let everywhere = [
    "SELECT a.email, p.name, to_char(", "DELETE FROM sessions WHERE token_hash = ANY (",
    "DELETE FROM invitations WHERE token_hash = ANY (", "DELETE FROM access_tokens WHERE token_hash = ANY (",
    "DELETE FROM push_devices WHERE session_id IS NULL AND greatest(",
    "DELETE FROM account_events WHERE (household_id, person_id, id) IN (",
    "SELECT count(*) AS households, (SELECT count(*) FROM people)", "SELECT h.id, (SELECT count(*) FROM people p",
    "WITH shards AS MATERIALIZED (",
    "WITH stored AS MATERIALIZED (SELECT household_id, image_bytes, quota FROM household_storage)",
    "SELECT w.household_id, w.id FROM webhooks w WHERE w.due_at",
    "DELETE FROM takeouts WHERE (household_id, id) IN (", "SELECT household_id, id FROM takeouts WHERE created_at <",
    "DELETE FROM changes WHERE (household_id, kind, id) IN (",
    "SELECT household_id, kind, id FROM changes WHERE changed_at <",
    // Whether ids of an archive are taken here.
    "SELECT FROM people WHERE household_id <> $value AND id IN (",
    "SELECT FROM images WHERE household_id <> $value AND id IN (",
    "SELECT household_id, item_id, person_id, at FROM reminders WHERE (",
    "SELECT s.household_id, s.person_id, s.digest_next",
    "SELECT household_id, request_id FROM stay_reminders WHERE (",
    "SELECT household_id, request_id, from_household_id, event FROM stay_news WHERE (", "DELETE FROM stay_news WHERE (",
    "SELECT h.id, h.name, (SELECT count(*) FROM people p", "UPDATE accounts SET is_admin = $value WHERE lower(email)",
  ]

  mutating func read(_ swift: String) -> [String] {
    var (rest, literals) = (Array(swift)[...], [String]())
    Self.skipCode(&rest, &literals)
    return literals.filter { literal in !Self.everywhere.contains { literal.hasPrefix($0) } }
      .flatMap { literal in check(literal).map { "\($0) in \(literal)" } }
  }

  /// Up to the parenthesis that ends an interpolation, or to the end of the file.
  private static func skipCode(_ rest: inout ArraySlice<Character>, _ literals: inout [String]) {
    var depth = 0
    while let character = rest.first {
      if rest.starts(with: "//") {
        rest = rest.drop { $0 != "\n" }
      } else if character == "\"" {
        literals.append(literal(&rest, &literals))
      } else {
        rest.removeFirst()
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
        if depth < 0 { return }
      }
    }
  }

  /// A fragment becomes `$fragment`, a bound value `$value`. The literals in interpolations are read on their own.
  private static func literal(_ rest: inout ArraySlice<Character>, _ literals: inout [String]) -> String {
    let quote = rest.starts(with: "\"\"\"") ? "\"\"\"" : "\""
    rest.removeFirst(quote.count)
    var text = ""
    while !rest.starts(with: quote) {
      if rest.starts(with: "\\(") {
        rest.removeFirst(2)
        text += rest.starts(with: "fragment:") ? "$fragment" : "$value"
        skipCode(&rest, &literals)
      } else if rest.first == "\\" {
        rest.removeFirst(2)
        text += " "
      } else {
        text.append(rest.removeFirst())
      }
    }
    rest.removeFirst(quote.count)
    return text.split { $0.isWhitespace }.joined(separator: " ")
  }

  /// The tables whose household is not named in the same parentheses, read from the inside out. A recipe's `place` is unique.
  private mutating func check(_ literal: String) -> [String] {
    guard literal.contains(/\b(FROM|JOIN|USING|UPDATE)\b/.ignoresCase()) else { return [] }
    var text = literal.replacing(/'[^']*'/, with: "''")
      .replacing(/(current|starter|planned)_household\(\)/, with: "$household")
      .replacing(/\(SELECT \$household\)/, with: "$household")
      .replacing(/IN \(\$household, \$household\)/, with: "= $household")
      .replacing(/lower\((\w+)\)/) { "\($0.1)" }
      .replacing(/\(((\w+\.)?published) OR (\w+\.)?household_id = \$household\)/) { "\($0.1)" }
      .replacing(/\((\w+\.household_id = \$household) OR \w+\.place IN \(\$fragment\)\)/) { "\($0.1)" }
    let households = ["households"] + text.matches(of: /\bhouseholds (\w+)/).map { String($0.1) }
    let ids = households.map { "\($0)\\.id" }.joined(separator: "|")
    var missing: [String] = []
    while let group = text.firstMatch(of: /\(([^()]*)\)/) {
      missing += check(part: String(group.1), ids)
      text.replaceSubrange(group.range, with: group.1.hasPrefix("SELECT") ? "$query" : "$group")
    }
    return missing + check(part: text, ids)
  }

  private mutating func check(part: String, _ ids: String) -> [String] {
    part.split(separator: /\bUNION\b/.ignoresCase()).flatMap { query in
      let clauses = query.matches(
        of: /\b(FROM|USING|UPDATE)\b.*?(?=\b(WHERE|SET|GROUP|ORDER|LIMIT|FROM|USING|RETURNING)\b|$)/.ignoresCase())
      let found = clauses.flatMap { clause in
        clause.0.matches(of: /(?i:\b(?:FROM|JOIN|USING|UPDATE)|,) (\$fragment|\w+)(?: (?:AS )?([a-z]\w*))?/)
      }.filter { $0.1 == "$fragment" || tables.contains(String($0.1)) }
      met.formUnion(found.map { String($0.1) })
      return found.map { (String($0.1), String($0.2 ?? $0.1)) }.filter { table, alias in
        let others = Self.others[table].map { "|\($0)" } ?? ""
        let value = #"\$household|\$value|\$query|(?!\#(alias)\.)\w+\.(host_)?household_id|\#(ids)"#
        let column = "(\(alias)\\.)\(found.count == 1 ? "?" : "")"
        let named = try? Regex(#"\b(WHERE|AND|ON) \#(column)((host_)?household_id = (\#(value))\#(others))(?!\w)"#)
        return named.map { !query.contains($0) } ?? true || query.contains(/\bOR\b/)
      }.map(\.0)
    }
  }
}
