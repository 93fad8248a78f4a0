import EventLoop
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// The list reads no more rows than a page has, and sorts none: what comes out is what sorting all of them gives.
  @Suite struct ItemOrders {
    private static let key: [ItemFilter.Sort: SQL] = [
      .position: "i.position", .due: "i.due_order", .newest: "i.age_order", .title: "i.title_order",
      .priority: "i.priority",
    ]
    private static let state: [ItemFilter.Status: SQL] = [.all: "true", .open: "NOT i.is_done", .done: "i.is_done"]

    /// 12 categories (two of them deleted, two folded), 9 tags (two deleted), and items in all of them.
    private func household(items: Int) async throws -> (member: Member, session: Session) {
      let member = try await TestApp.shared().member()
      let household = member.household
      let superuser = try Session(Target(url: member.app.superuserURL), deadline: .now() + .seconds(120))
      // The same numbers in each run.
      try superuser.run("SELECT setseed(0.5)")
      for statement in [
        """
        INSERT INTO categories (household_id, id, name, color, deleted_at)
        SELECT \(household), gen_random_uuid(), chr(96 + 1 + (n * 7) % 12) || ' ' || n, '#b4532a', CASE WHEN n % 6 = 0 THEN now() END
        FROM generate_series(1, 12) AS n
        """,
        """
        INSERT INTO tags (household_id, id, name, color, deleted_at)
        SELECT \(household), gen_random_uuid(), chr(96 + 1 + (n * 5) % 9) || ' ' || n, '#b4532a', CASE WHEN n % 4 = 0 THEN now() END
        FROM generate_series(1, 9) AS n
        """,
        """
        INSERT INTO items (household_id, id, title, category_id, due_at, done_at, deleted_at, position, age_order)
        SELECT \(household), gen_random_uuid(), md5((n % 40)::text),
          (SELECT id FROM categories WHERE household_id = \(household) AND deleted_at IS NULL AND n > 0 AND random() < 0.9 ORDER BY random() LIMIT 1),
          CASE WHEN random() < 0.5 THEN now() + (n % 5) * interval '1 day' END, CASE WHEN random() < 0.4 THEN now() END,
          CASE WHEN random() < 0.1 THEN now() END, floor(random() * 20), -n
        FROM generate_series(1, \(items)::int) AS n
        """,
        "UPDATE items SET priority = 1 + floor(random() * 4) WHERE household_id = \(household)",
        """
        INSERT INTO item_tags (household_id, item_id, tag_id)
        SELECT \(household), i.id, t.id FROM items i, tags t
        WHERE i.household_id = \(household) AND t.household_id = \(household) AND random() < 0.2
        """,
        """
        INSERT INTO folded_sections (household_id, person_id, section)
        SELECT \(household), a.person_id, c.id FROM accounts a, categories c
        WHERE a.household_id = \(household) AND c.household_id = \(household) ORDER BY c.folded_name LIMIT 2
        """,
      ] as [SQL] { try superuser.run(statement) }
      let session = try Session(Target(url: member.app.databaseURL), deadline: .now() + .seconds(120))
      try session.run(
        """
        SELECT set_config('foyer.household', \("\(household)"), false), set_config('role', 'foyer_app', false),
          set_config('foyer.person', (SELECT person_id::text FROM accounts WHERE household_id = \(household)), false)
        """)
      return (member, session)
    }

    /// Every row of the list, as text: a section's id if it is folded, else an item's with the names of its tags.
    private func reference(_ filter: ItemFilter, _ household: UUID, _ session: Session) throws -> [String] {
      try session.run(
        """
        SELECT CASE WHEN f.section IS NULL THEN i.id || coalesce((
            SELECT string_agg(t.name, '|' ORDER BY t.folded_name) FROM item_tags x JOIN tags t ON t.id = x.tag_id
            WHERE x.item_id = i.id AND t.deleted_at IS NULL), '') ELSE i.section::text END AS line
        FROM items i LEFT JOIN categories c ON c.id = i.category_id LEFT JOIN folded_sections f ON f.section = i.section
        WHERE i.household_id = \(household) AND i.deleted_at IS NULL
          AND (\(fragment: Self.state[filter.state]!) OR \(filter.foldsDone) AND f.section IS NOT NULL)
        ORDER BY c.id IS NOT NULL, left(c.folded_name, 100) COLLATE "C", i.section, i.is_done, \(fragment: Self.key[filter.sort]!), i.id
        """
      ).map { try $0["line"] as String }.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    /// One page by the page's own statements, and where the next begins.
    private func page(_ filter: ItemFilter, _ session: Session) throws -> (lines: [String], last: UUID?) {
      let rows = Array(try session.run(ItemQueries.list(filter)))
      let places = try rows.filter { try $0["section"] as UUID? != nil }
      var lines: [String] = []
      var last: UUID?
      for row in places.prefix(ItemQueries.pageSize) {
        let (section, id): (UUID, UUID?) = (try row["section"], try row["id"])
        var names: [String] = []
        if id != nil {
          let ids: [UUID] = try row["tag_ids"]
          for tag in rows where try tag["section"] as UUID? == nil && ids.contains(try tag["id"]) {
            names.append(try tag["title"])
          }
        }
        lines.append("\(id ?? section)\(names.joined(separator: "|"))")
        last = id ?? section
      }
      return (lines, places.count > ItemQueries.pageSize ? last : nil)
    }

    @Test(arguments: [30, 400], ["custom", "generic"])
    func `Every order and state gives the rows and tags of a plain query, page by page`(items: Int, plan: String)
      async throws
    {
      let (member, session) = try await household(items: items)
      try session.run("SELECT set_config('plan_cache_mode', \("force_\(plan)_plan"), false)")
      for sort in ItemFilter.Sort.allCases {
        for state in [ItemFilter.Status.all, .open, .done] {
          var filter = ItemFilter()
          (filter.sort, filter.chosenState) = (sort, state)
          let expected = try reference(filter, member.household, session)
          var found: [String] = []
          repeat {
            let (lines, last) = try page(filter, session)
            found += lines
            filter.after = last
          } while filter.after != nil && found.count <= expected.count
          #expect(found == expected, "\(sort) \(state)")
          #expect(!expected.isEmpty)
          if state == .all { #expect(expected.contains { $0.contains("|") }, "no item has several tags") }
        }
      }
    }
  }
}
