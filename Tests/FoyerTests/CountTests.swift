import Crypto
import EventLoop
import Synchronization
import Testing

@testable import Foyer
@testable import Postgres

/// A session of a member, as the program opens it in each of its transactions.
func sessionHash(_ member: Member) async throws -> [UInt8] {
  let text = try #require(await member.browser.cookies["foyer"])
  return sha256(try #require(Base64URL.decode(text)))
}

private final class Flag: Sendable {
  let value = Atomic(false)
}

/// A connection in the middle of a transaction of a member's.
func transaction(_ member: Member, _ statements: [SQL] = []) async throws -> Session {
  let session = try Session(Target(url: member.app.databaseURL), deadline: .now() + .seconds(120))
  try session.run("BEGIN")
  try session.run(SessionQueries.open(try await sessionHash(member), .en))
  for statement in statements { try session.run(statement) }
  return session
}

extension AddItem.Ready {
  /// Those that a transaction adds the item by.
  var statements: [SQL] {
    var batch = Batch()
    store(in: &batch)
    return batch.statements
  }
}

extension TestApp {
  /// Whether somebody waits for what a transaction has locked.
  func isWaitedFor(_ transaction: Session) throws -> Bool {
    let pid: Int = try transaction.run("SELECT pg_backend_pid() AS pid")[0]["pid"]
    return try number("SELECT count(*) AS n FROM pg_stat_activity WHERE \(pid) = ANY (pg_blocking_pids(pid))") > 0
  }

  /// Keys of recipes that are not there. In a table of a few rows, one index costs as much as another.
  func fillKeys(_ member: Member) throws {
    let superuser = try Session(Target(url: superuserURL), deadline: .now() + .seconds(120))
    try superuser.run("SET session_replication_role = replica")
    try superuser.run(
      """
      INSERT INTO recipe_keys (household_id, ingredient, place, traits, maybe, recipe_id)
      SELECT \(member.household), n % 500, n, -1, -1, gen_random_uuid() FROM generate_series(1, 5000) AS n
      """)
    try superuser.run("ANALYZE recipe_keys")
  }

  /// The sections and tags whose numbers are not the truth, and the items whose tags are not.
  fileprivate func wrongCounts() throws -> [String] {
    try rows(
      """
      SELECT coalesce(kept.section, counted.section)::text || ' ' || kept::text || ' ' || counted::text AS text
      FROM (
        SELECT household_id, section, sum(open_items) AS open, sum(done_items) AS done FROM item_counts GROUP BY 1, 2
      ) AS kept FULL JOIN (
        SELECT household_id, section, count(*) FILTER (WHERE done_at IS NULL) AS open, count(done_at) AS done
        FROM items WHERE deleted_at IS NULL GROUP BY 1, 2
      ) AS counted USING (household_id, section)
      WHERE (coalesce(kept.open, 0), coalesce(kept.done, 0)) <> (coalesce(counted.open, 0), coalesce(counted.done, 0))
      UNION ALL
      SELECT coalesce(kept.tag_id, counted.tag_id)::text || ' ' || kept::text || ' ' || counted::text
      FROM (SELECT household_id, tag_id, sum(items) AS items FROM tag_counts GROUP BY 1, 2) AS kept
      FULL JOIN (
        SELECT t.household_id, tag_id, count(*) AS items
        FROM item_tags t JOIN items i ON i.household_id = t.household_id AND i.id = t.item_id
        WHERE deleted_at IS NULL GROUP BY 1, 2
      ) AS counted USING (household_id, tag_id)
      WHERE coalesce(kept.items, 0) <> coalesce(counted.items, 0)
      UNION ALL
      SELECT i.id || ' ' || i.tag_ids::text FROM items i
      WHERE ARRAY(SELECT unnest(i.tag_ids) ORDER BY 1) <> ARRAY(
        SELECT tag_id FROM item_tags t WHERE t.household_id = i.household_id AND t.item_id = i.id ORDER BY 1)
      """
    ).map { row -> String? in try row["text"] }.map { $0 ?? "?" }
  }
}

extension FoyerTests {
  @Suite struct Counts {
    @Test func `After thousands of random changes by 50 clients at once, every number is the truth`() async throws {
      let app = try await TestApp()
      var households: [(session: [UInt8], items: [UUID])] = []
      for _ in 1...2 {
        let member = try await app.member()
        try member.fill(40)
        let items: [UUID] = try app.rows("SELECT id FROM items WHERE household_id = \(member.household)").map {
          try $0["id"]
        }
        households.append((try await sessionHash(member), items))
      }
      let known = households
      let url = app.databaseURL
      let loop = EventLoop(label: "counts")
      await loop.start()
      let failures = await loop.run { loop in
        // More at once than the program's own pools would let through.
        let pool = Pool(
          configuration: PoolConfiguration(
            url: url, connections: 25, depth: 1, timeout: .seconds(120), patience: .seconds(120)), poller: loop.poller)
        let clients = (0..<50).map { number in
          let (session, items) = known[number % known.count]
          return Task.immediate {
            _ = loop
            var client = RandomClient(number: number, session: session, items: items)
            return await client.run(rounds(400), pool)
          }
        }
        var failures: [String] = []
        for client in clients { failures += await client.value }
        await pool.close()
        return failures
      }
      await loop.stop()
      #expect(failures == [])
      // The pool tries again, a second later: nobody's click should wait for that. The server's log has what the two waited for.
      let deadlocks = try app.number("SELECT deadlocks AS n FROM pg_stat_database WHERE datname = current_database()")
      let log = contents(ofFile: "\(scratch)/postgres/server.log") ?? ""
      let details = log.components("deadlock detected").dropFirst().map { $0.prefix(2_000) }.joined(separator: "\n")
      #expect(deadlocks == 0, "\(details)")
      #expect(try app.wrongCounts() == [])
      // And there are not more rows to be summed than a page can read quickly.
      #expect(
        try app.number(
          "SELECT count(*) AS n FROM (SELECT FROM item_counts GROUP BY household_id HAVING count(*) > 300) AS many")
          == 0)
      await app.app.stop()
    }

    /// One in the trash may be restored before the statement that gives the tag, which would lock it after the others.
    @Test func `Items that get a tag are locked together, those in the trash as well`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      try member.fill(3)
      let items: [UUID] = try app.rows("SELECT id FROM items WHERE household_id = \(member.household) ORDER BY id").map
      {
        try $0["id"]
      }
      try app.rows("UPDATE items SET deleted_at = now() WHERE household_id = \(member.household) AND id = \(items[0])")
      var batch = Batch()
      _ = ItemQueries.add(tag: "urgent", to: items, by: .v7(), in: &batch)
      let adding = try await transaction(member, Array(batch.statements.dropLast()))
      let free: SQL = """
        SELECT count(*) AS n FROM (
          SELECT FROM items WHERE household_id = \(member.household) FOR NO KEY UPDATE SKIP LOCKED) AS free
        """
      #expect(try app.number(free) == 0)
      try adding.run("ROLLBACK")
      #expect(try app.number(free) == 3)
    }

    @Test(arguments: ["delete", "restore"])
    func `A tag given while its item is deleted or restored is counted once or not at all`(change: String) async throws
    {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let (item, tag) = (try await member.add("Torn"), try await member.add(.tag, "urgent"))
      if change == "restore" { _ = try await member.post("/items/\(item)/delete") }
      let statement = change == "delete" ? ItemQueries.delete(item) : ItemQueries.restore(item)
      let other = try await transaction(member, [statement])
      // The other way to give a tag, since what is deleted has no row to be chosen.
      let tagging: SQL = "INSERT INTO item_tags (item_id, tag_id) VALUES (\(item), \(tag))"
      let isDone = Flag()
      let hash = try await sessionHash(member)
      let tagger = Task {
        defer { isDone.value.store(true, ordering: .sequentiallyConsistent) }
        // On a thread of its own: as many waiting tests as there are processors would keep every other one from going on.
        try await blocking { () throws(PostgresError) in
          let session = try Session(Target(url: member.app.databaseURL), deadline: .now() + .seconds(120))
          for statement in ["BEGIN", SessionQueries.open(hash, .en), tagging, "COMMIT"] { try session.run(statement) }
        }
      }
      // It has to wait; where it need not, it is through.
      try await eventually {
        try isDone.value.load(ordering: .sequentiallyConsistent) || app.isWaitedFor(other)
      }
      try other.run("COMMIT")
      try await tagger.value
      #expect(try member.tagCounts(tag) == (change == "delete" ? [0, 0] : [1, 1]))
    }

    @Test func `Tagging several beside deleting them leaves no number behind`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      try member.fill(100)
      let items: [UUID] = try app.rows("SELECT id FROM items WHERE household_id = \(member.household)").map {
        try $0["id"]
      }
      _ = try await member.atOnce(8) { window, number in
        for item in items {
          let answer =
            number % 2 == 0
            ? try await window.post("/items/\(item)/delete")
            : try await window.post("/items/several", ["item": "\(item)", "action": "tag", "name": "urgent"])
          #expect(answer.status == 303)
        }
      }
      #expect(try app.wrongCounts() == [])
      let tag: UUID = try app.rows("SELECT id FROM tags WHERE household_id = \(member.household)")[0]["id"]
      #expect(try member.tagCounts(tag) == [0, 0])
      await app.app.stop()
    }

    @Test func `A migration under an ordinary owner counts what there is, whatever was kept`() async throws {
      let app = try await TestApp.shared()
      let names: [String] = try app.rows("SELECT name FROM schema_migrations ORDER BY version").map { try $0["name"] }
      try await TestCluster.cluster.createDatabase("filled")
      let url = TestCluster.cluster.url(database: "filled", as: .superuser)
      let session = try Session(Target(url: url), deadline: .now() + .seconds(120))
      // As the migrator makes it; a later migration grants it.
      try session.run("CREATE TABLE schema_migrations (version int)")
      try session.run("ALTER TABLE schema_migrations OWNER TO foyer_owner")
      let counts = try #require(names.firstIndex { $0.hasSuffix("_counts.sql") })
      func apply(_ names: some Sequence<String>) throws {
        try session.run("SET ROLE foyer_owner")
        for name in names {
          let script = try #require(contents(ofFile: "\(packageRoot)/migrations/\(name)"))
          try session.run(script: Array("BEGIN; \(script); COMMIT".utf8CString))
        }
        try session.run("RESET ROLE")
      }
      try apply(names[..<counts])
      try session.run(
        script: Array(
          """
          INSERT INTO households (id, name) SELECT gen_random_uuid(), 'Household ' || n FROM generate_series(1, 50) AS n;
          INSERT INTO categories (household_id, id, name, color) SELECT id, gen_random_uuid(), 'Kitchen', '#b4532a' FROM households;
          INSERT INTO tags (household_id, id, name, color) SELECT id, gen_random_uuid(), 'urgent', '#b4532a' FROM households;
          INSERT INTO items (household_id, id, title, category_id, done_at, deleted_at)
          SELECT c.household_id, gen_random_uuid(), 'Item ' || n, CASE WHEN n % 3 > 0 THEN c.id END,
            CASE WHEN n % 4 = 0 THEN now() END, CASE WHEN n % 5 = 0 THEN now() END
          FROM categories c, generate_series(1, 100) AS n;
          INSERT INTO item_tags (household_id, item_id, tag_id) SELECT i.household_id, i.id, t.id FROM items i JOIN tags t USING (household_id);
          UPDATE tags SET items = 275;
          UPDATE categories SET open_items = -3;
          UPDATE households SET done_items = 7;
          """.utf8CString))
      try apply(names[counts...])
      let row = try session.run(
        """
        SELECT (SELECT sum(open_items) FROM item_counts) AS open, (SELECT sum(done_items) FROM item_counts) AS done,
          (SELECT count(*) FROM item_counts) AS sections, (SELECT sum(items) FROM tag_counts) AS tagged,
          (SELECT count(*) FROM items i JOIN item_tags t ON t.item_id = i.id AND i.tag_ids = ARRAY[t.tag_id]) AS tag_ids,
          (SELECT count(*) FROM pg_class WHERE relname IN ('items', 'item_tags', 'tags', 'item_counts', 'tag_counts') AND relforcerowsecurity) AS forced
        """)[0]
      #expect(
        try [row["open"], row["done"], row["sections"], row["tagged"], row["tag_ids"], row["forced"]]
          == [3_000, 1_000, 100, 4_000, 5_000, 5])
    }
  }

  @Suite struct Locks {
    /// Whether another transaction could have the household's or the category's row for itself right now.
    private func isFree(_ table: SQL, _ id: UUID, _ app: TestApp) throws -> Bool {
      do {
        try app.rows("SELECT FROM \(fragment: table) WHERE id = \(id) FOR UPDATE NOWAIT")
        return true
      } catch PostgresError.server(let error) where error.sqlState == "55P03" {
        return false
      }
    }

    @Test func `Ticking, deleting and restoring lock nothing but the item`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let category = try await member.add(.category, "Kitchen")
      let items = [try await member.add("One"), try await member.add("Two")]
      for item in items { try member.put(item, in: category) }
      for statement in [
        ItemQueries.complete(items[0], true), ItemQueries.complete(items, false, by: .v7()),
        ItemQueries.delete(items[0]),
        ItemQueries.restore(items[0]),
      ] {
        let session = try await transaction(member, [ItemQueries.deleteForGood(), statement, ItemQueries.counts()])
        #expect(try isFree("households", member.household, app))
        #expect(try isFree("categories", category, app))
        try session.run("COMMIT")
      }
    }

    @Test func `Who adds to a category waits for nobody who adds to it, too`() async throws {
      let member = try await TestApp.shared().member()
      try await member.add(.category, "Kitchen")
      // The very first one is noted with the household.
      try await member.add("The first")
      let draft = ItemDraft(title: "Salt", category: "Kitchen", tags: [])
      let first = try await transaction(member, AddItem.Ready(item: draft).statements)
      let second = try await transaction(member, ["SET LOCAL lock_timeout = '20s'"])
      for statement in AddItem.Ready(item: ItemDraft(title: "Pepper", category: "Kitchen")).statements {
        try second.run(statement)
      }
      try first.run(ItemQueries.complete(draft.id, true))
      try second.run("COMMIT")
      try first.run("COMMIT")
    }

    @Test func `Adding locks the household before its category`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let category = try await member.add(.category, "Kitchen")
      let session = try await transaction(member)
      for statement in AddItem.Ready(item: ItemDraft(title: "Salt", category: "Kitchen", tags: ["urgent"])).statements {
        try session.run(statement)
        // Whoever has the category has the household, too.
        #expect(try isFree("categories", category, app) || !isFree("households", member.household, app))
      }
      #expect(try !isFree("categories", category, app))
      try session.run("COMMIT")
    }

    @Test func `Deleting a category locks it before its items, as adding does`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let category = try await member.add(.category, "Kitchen")
      let item = try await member.add("One")
      try member.put(item, in: category)
      let queries = LabelQueries(kind: .category)
      let session = try await transaction(member)
      for statement in queries.lock(category) + queries.release(category) + [queries.delete(category)] {
        try session.run(statement)
        #expect(try isFree("items", item, app) || !isFree("categories", category, app))
      }
      try session.run("COMMIT")
    }

    @Test func `An account can be deleted while others of its household are busy`() async throws {
      let app = try await TestApp()
      for _ in 1...10 {
        let member = try await app.member()
        try await member.add(.category, "Kitchen")
        try member.fill(20)
        let items: [UUID] = try app.rows("SELECT id FROM items WHERE household_id = \(member.household)").map {
          try $0["id"]
        }
        let statuses = try await member.atOnce(6) { window, number in
          if number == 1 { return [try await window.post("/account/delete", ["password": member.password]).status] }
          var statuses: [Int] = []
          for (step, item) in items.enumerated() {
            let answer =
              (step + number) % 2 == 0
              ? try await window.post("/items/\(item)/done", ["done": step % 3 == 0 ? "true" : "false"])
              : try await window.post("/items", ["title": "More", "category": "Kitchen"])
            statuses.append(answer.status)
            if answer["location"]?.hasPrefix("/login") == true { break }
          }
          return statuses
        }
        #expect(Set(statuses.joined()).subtracting([303, 404]) == [])
        #expect(try app.number("SELECT count(*) AS n FROM households WHERE id = \(member.household)") == 0)
        #expect(try app.number("SELECT count(*) AS n FROM item_counts WHERE household_id = \(member.household)") == 0)
        #expect(try app.number("SELECT count(*) AS n FROM tag_counts WHERE household_id = \(member.household)") == 0)
      }
      await app.app.stop()
    }
  }

  @Suite struct WhatIsPast {
    @Test func `Deleting what has expired reads an index, never a table`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      // In a table of a few rows, the primary key of stay_requests costs as much as the index of what is deleted.
      let superuser = try Session(Target(url: app.superuserURL), deadline: .now() + .seconds(120))
      try superuser.run("SET session_replication_role = replica")
      try superuser.run(
        """
        INSERT INTO stay_requests (household_id, id, host_household_id, listing_id, arrival, departure, guests, state)
        SELECT \(member.household), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), '2026-01-01', '2026-01-02', 1, 'past'
        FROM generate_series(1, 5000)
        """)
      try superuser.run("ANALYZE stay_requests")
      let session = try await transaction(member, ["SET LOCAL enable_seqscan = off"])
      func plan(_ statement: SQL) throws -> String {
        let lines: [String] = try session.run("EXPLAIN \(fragment: statement)").map { try $0["QUERY PLAN"] }
        return lines.joined(separator: "\n")
      }
      for statement in [
        ItemQueries.deleteForGood(), LabelQueries(kind: .category).deleteForGood(),
        LabelQueries(kind: .tag).deleteForGood(), RecipeQueries.deleteForGood(), StayRequestQueries.deleteForGood(),
        HostingQueries.deleteFreed(),
      ] {
        let plan = try plan(statement)
        #expect(!plan.contains("Seq Scan"), "\(plan)")
        // The time is looked up, not compared with row after row.
        let conditions = plan.components("\n").filter { $0.contains("Index Cond:") && $0.contains("deleted_at") }
        #expect(conditions.count == 1, "\(plan)")
      }
      try session.run("SET LOCAL ROLE foyer_identity")
      let sessions = try plan(SessionQueries.deleteExpired())
      #expect(!sessions.contains("Seq Scan"), "\(sessions)")
      try session.run("ROLLBACK")
      await app.app.stop()
    }
  }
}

/// Does this and that with a household's items, as 50 people would who cannot agree.
private struct RandomClient {
  let number: Int
  let session: [UInt8]
  var items: [UUID]
  private var state: UInt64

  init(number: Int, session: [UInt8], items: [UUID]) {
    self.number = number
    self.session = session
    self.items = items
    state = UInt64(number) &* 0x9E37_79B9_7F4A_7C15 | 1
  }

  /// The same numbers in each run (Knuth's MMIX generator).
  private mutating func random(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }

  private mutating func item() -> UUID { items[random(items.count)] }

  /// Returns what went wrong.
  mutating func run(_ steps: Int, _ pool: Pool) async -> [String] {
    var failures: [String] = []
    for step in 1...steps {
      do {
        var batch: Batch = [SessionQueries.open(session, .en)]
        try await change(pool, in: &batch)
        batch.add([SessionQueries.touch(session), EventQueries.changes()])
        try await pool.execute(batch)
      } catch PostgresError.server(let error) where error.constraint?.hasSuffix("_name") == true {
        // Another client has given the name to something else meanwhile.
      } catch {
        failures.append("client \(number), step \(step): \(error)")
      }
    }
    return failures
  }

  private mutating func change(_ pool: Pool, in batch: inout Batch) async throws {
    let category = "Category \(random(4))"
    let tag = "Tag \(random(6))"
    let isDone = random(2) == 0
    switch random(100) {
    case 0..<38: batch.add([ItemQueries.deleteForGood(), ItemQueries.complete(item(), isDone)])
    case 38..<46: batch.add(ItemQueries.complete([item(), item(), item()], isDone, by: .v7()))
    case 46..<54: batch.add(ItemQueries.delete(item()))
    case 54..<63: batch.add(ItemQueries.restore(item()))
    case 63..<66: batch.add(ItemQueries.delete([item(), item(), item()]))
    case 66..<72: _ = ItemQueries.move([item(), item()], toCategory: category, by: .v7(), in: &batch)
    case 72..<82: _ = ItemQueries.add(tag: tag, to: [item(), item(), item()], by: .v7(), in: &batch)
    case 82..<86:
      let draft = ItemDraft(title: "Made by \(number)", category: category, tags: [tag])
      items.append(draft.id)
      AddItem.Ready(item: draft).store(in: &batch)
    case 86..<93:
      let id = item()
      let stored = try await pool.execute([SessionQueries.open(session, .en), ItemQueries.find(id)])[1].first
      let draft = ItemDraft(id: id, title: "Changed", isDone: isDone, category: isDone ? category : nil, tags: [tag])
      _ = ItemQueries.update(draft, version: try stored?["version"] ?? 1, in: &batch)
    default: batch.add(try await labels(pool))
    }
  }

  private mutating func labels(_ pool: Pool) async throws -> [SQL] {
    let queries = LabelQueries(kind: random(2) == 0 ? .category : .tag)
    let table: SQL = queries.kind == .category ? "categories" : "tags"
    let verb = random(6)
    let found = try await pool.execute([
      SessionQueries.open(session, .en),
      """
      SELECT id, version FROM \(fragment: table) WHERE (deleted_at IS NOT NULL) = \(verb > 3)
      ORDER BY md5(id::text || \("\(random(1_000))")) LIMIT 2
      """,
    ])[1]
    guard let one = found.first else { return [] }
    let id: UUID = try one["id"]
    switch verb {
    case 0, 1: return queries.lock(id) + [queries.deleteForGood()] + queries.release(id) + [queries.delete(id)]
    case 2, 3:
      guard found.count == 2 else { return [] }
      let (other, version): (UUID, Int) = (try found[1]["id"], try one["version"])
      return queries.lock(id, other) + queries.move(id, version: version, to: other)
        + [queries.deleteMerged(id, version: version, into: other)]
    default: return queries.lock(id) + [queries.restore(id)] + queries.regain(id)
    }
  }
}
