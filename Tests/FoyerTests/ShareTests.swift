import Dispatch
import EventLoop
import Synchronization
import Testing

@testable import Foyer
@testable import Postgres

private final class Counter: Sendable {
  private let value = Atomic(0)
  func add() { value.wrappingAdd(1, ordering: .relaxed) }
  var count: Int { value.load(ordering: .relaxed) }
}

extension FoyerTests {
  @Suite struct Sharing {
    @Test func `A household whose requests hang leaves the pages of others alone`() async throws {
      let app = try await TestApp()
      let (busy, other) = (try await app.member(), try await app.member())
      let id = try await busy.add("A")
      let holder = try Session(Target(url: app.superuserURL), deadline: .now() + .seconds(120))
      try holder.run("BEGIN")
      try holder.run("SELECT FROM items WHERE id = \(id) FOR UPDATE")
      async let flood = busy.atOnce(12) { window, _ in
        try await window.post("/items/\(id)/done", ["done": "true"]).status
      }
      try await eventually { try app.number("SELECT count(*) AS n FROM pg_locks WHERE NOT granted") > 0 }
      for _ in 1...10 { #expect(try await other.get("/items").status == 200) }
      try holder.run("ROLLBACK")
      #expect(try await flood.allSatisfy { $0 == 303 || $0 == 503 })
      await app.app.stop()
    }

    /// Two recipes that take long wait for the two threads that read texts. Another's is read in between.
    @Test func `Recipes as long as there may be leave the pages of others alone`() async throws {
      let app = try await TestApp()
      func member(_ lines: Int, _ line: String) async throws -> (Member, String) {
        let (member, id) = (try await app.member(), UUID.v7())
        let lines = (1...lines).map { "\($0) \(line)" }.joined(separator: "\n")
        let fields: KeyValuePairs = ["id": "\(id)", "name": "R", "servings": "4", "ingredients": lines, "steps": lines]
        #expect(try await member.post("/recipes", fields).status == 303)
        return (member, "/recipes/\(id)?servings=6")
      }
      let long = String(repeating: "cups of flour and butter, ", count: 20)
      let busy = [try await member(60, long), try await member(60, long)]
      let (other, path) = try await member(30, "g of flour and 2 eggs, or milk and some sugar besides")
      let (read, computing) = (Counter(), app.app.application.computing)
      // Both threads are held until all three wait for them.
      let mayGoOn = DispatchSemaphore(value: 0)
      let holders = (1...2).map { _ in Task { try await computing.run { mayGoOn.wait() } } }
      try await eventually { computing.load.busy == 2 }
      let flood = busy.map { member, path in
        Task {
          let status = try await member.get(path).status
          read.add()
          return status
        }
      }
      try await eventually { computing.load.waiting == 2 }
      let page = Task { try await other.get(path).status }
      try await eventually { computing.load.waiting == 3 }
      for _ in holders { mayGoOn.signal() }
      #expect(try await page.value == 200)
      #expect(read.count == 0)
      for holder in holders { try await holder.value }
      for task in flood { #expect(try await task.value == 200) }
      await app.app.stop()
    }

    @Test func `A household that asks for 36 slow pages leaves the imports of others alone`() async throws {
      let app = try await TestApp(["FOYER_FETCH_ALLOW": "127.0.0.0/8"])
      let (busy, other) = (try await app.member(), try await app.member())
      let slow = try FakeEndpoint(.silent)
      let good = try FakeEndpoint(
        .answer(
          type: "text/html",
          body: """
            <script type="application/ld+json">{"@type":"Recipe","name":"Soup","recipeIngredient":["1 leek"],
            "recipeInstructions":"Cook."}</script>
            """))
      async let flood = busy.atOnce(36) { window, _ in
        try await window.post("/recipes/import", ["url": slow.url]).status
      }
      try await eventually { slow.requests > 0 }
      #expect(try await other.post("/recipes/import", ["url": good.url]).status == 200)
      // It did not wait until the others were given up: two are fetched at once, ten seconds each.
      #expect(slow.requests <= 8)
      slow.behave(.hangUp)
      #expect(try await flood.allSatisfy { $0 == 422 })
      await app.app.stop()
    }
  }

  @Suite struct ItemSearch {
    @Test func `Each word of a search is found, in any order, in title or description`() async throws {
      let member = try await TestApp.shared().member()
      let both = try await member.add("Paint the fence", description: "Green, from the shed")
      let title = try await member.add("Green fence posts")
      try await member.add("Paint the shed")
      #expect(try await member.get("/items?q=fence%20green").itemIDs == ["\(title)", "\(both)"])
      #expect(try await member.get("/items?q=ENCE%20ree").itemIDs == ["\(title)", "\(both)"])
      #expect(try await member.get("/items?q=paint%20fence").itemIDs == ["\(both)"])
      #expect(try await member.get("/items?q=fence%20red").itemIDs == [])
    }

    @Test func `Far down in a long description words are found by their beginnings`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add(
        "Plan", description: String(repeating: "lorem ipsum ", count: 200) + "(wallpaper), обои; 벽지를")
      for query in ["wallpaper", "wallp", "(wall", "обо", "벽지", "plan wallpaper обои", "벼"] {
        #expect(try await member.get("/items?q=\(percentEncoded(query))").itemIDs == ["\(id)"], "\(query)")
      }
      for query in ["paper", "lorem paper"] {
        #expect(try await member.get("/items?q=\(percentEncoded(query))").itemIDs == [], "\(query)")
      }
    }

    @Test func `A search follows every change`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.add("Apples", description: "red")
      _ = try await member.post("/items/\(id)", ["version": "1", "title": "Pears", "description": "green"])
      #expect(try await member.get("/items?q=apples").itemIDs == [])
      #expect(try await member.get("/items?q=pears%20green").itemIDs == ["\(id)"])
      _ = try await member.post("/items/\(id)/delete")
      #expect(try await member.get("/items?q=pears").itemIDs == [])
      _ = try await member.post("/items/\(id)/restore")
      #expect(try await member.get("/items?q=pears").itemIDs == ["\(id)"])
      #expect(try await TestApp.shared().member().get("/items?q=pears").itemIDs == [])
      try member.app.rows("DELETE FROM items WHERE id = \(id)")
      #expect(try member.app.number("SELECT count(*) AS n FROM item_texts WHERE item_id = \(id)") == 0)
    }

    /// What is in so many items that an index is no help is found in the order of the list; and so is what is in few of them.
    @Test func `Every page of a search is in the list's order, whether many items have the word or few`() async throws {
      let member = try await TestApp.shared().member()
      let category = UUID.v7()
      _ = try await member.post("/categories", ["id": "\(category)", "name": "Z"])
      try member.fill(1_100)
      try member.app.rows(
        """
        UPDATE items SET category_id = CASE WHEN position::int % 3 = 0 THEN \(category)::uuid END,
          title = CASE WHEN position::int % 10 = 0 THEN 'Rare ' || title ELSE title END
        WHERE household_id = \(member.household)
        """)
      for (query, condition) in [
        ("item", "true"), ("rare", "title LIKE 'Rare%'"), ("item%20rare", "title LIKE 'Rare%'"),
      ] {
        for sort in ["position", "title"] {
          var ids: [String] = []
          var path: String? = "/items?q=\(query)&sort=\(sort)"
          while let next = path {
            let page = try await member.get(next)
            ids += page.itemIDs
            path = page.next
          }
          let rows = try member.app.rows(
            """
            SELECT id FROM items WHERE household_id = \(member.household) AND CASE WHEN \(condition == "true") THEN true ELSE title LIKE 'Rare%' END
            ORDER BY category_id IS NOT NULL, CASE WHEN \(sort == "title") THEN title_order END, position
            """)
          #expect(try ids == rows.map { "\(try $0["id"] as UUID)" }, "\(query) \(sort)")
        }
      }
    }
  }
}
