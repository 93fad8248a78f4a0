import Crypto
import EventLoop
import Glibc
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// What a phone without a network did arrives late, perhaps twice, and between what others did.
  @Suite struct ShoppingSyncs {
    private struct Change {
      let id = UUID.v7()
      let kind: String
      let entry: UUID
      let at: Int
      var text = ""
      var shop = ""
      var isTyped = false

      var json: String {
        "{\"id\":\"\(id)\",\"kind\":\"\(kind)\",\"entry\":\"\(entry)\",\"at\":\(at),\"text\":\"\(text)\",\"shop\":\"\(shop)\"\(isTyped ? ",\"typed\":true" : "")}"
      }
    }

    private func sync(_ member: Member, _ changes: [Change]) async throws -> Answer {
      try await send(member, "{\"changes\":[\(changes.map(\.json).joined(separator: ","))]}")
    }

    private func send(_ member: Member, _ body: String, fragment: Bool = false) async throws -> Answer {
      let headers: [String: String?] = ["content-type": "application/json", "origin": member.browser.origin]
      return try await member.browser.send(
        "POST", "/shopping/sync", fragment ? headers.merging(["hx-request": "true"]) { $1 } : headers,
        Array(body.utf8))
    }

    @Test func `Several foods that were typed without a network are added once each`() async throws {
      let member = try await TestApp.shared().member()
      let body =
        "{\"changes\":[{\"id\":\"\(UUID.v7())\",\"kind\":\"add\",\"entry\":\"\(UUID.v7())\",\"at\":\(now()),\"text\":\"milk, 2 lemons\"}]}"
      for _ in 1...2 { #expect(try await send(member, body).status == 200) }
      #expect(try await member.shopping() == ["2 lemons", "milk"])
    }

    @Test func `A list's changes are its own, and of one that is gone the first one's`() async throws {
      let (member, stranger) = (try await TestApp.shared().member(), try await TestApp.shared().member())
      let list = UUID.v7()
      _ = try await member.post("/shopping/lists", ["id": "\(list)", "name": "Hardware"])
      func add(_ text: String, _ member: Member, fragment: Bool = false) async throws -> Answer {
        let change = Change(kind: "add", entry: UUID.v7(), at: ago(90), text: text)
        return try await send(member, "{\"list\":\"\(list)\",\"changes\":[\(change.json)]}", fragment: fragment)
      }
      _ = try await sync(member, [Change(kind: "add", entry: UUID.v7(), at: ago(90), text: "milk")])
      #expect(try await add("nails", member).contains("\"food\":\"nails\""))
      #expect(try await add("screws, glue", member, fragment: true).contains("data-list=\\\"\(list)\\\""))
      #expect(try await member.shopping() == ["milk"])
      let lines = try await member.get("/shopping?list=\(list)")
      for food in ["nails", "screws", "glue"] { #expect(lines.shows(food)) }
      #expect(!lines.shows("milk"))
      // A stranger's is no list; a deleted one has no page.
      for (text, fragment) in [("rope", false), ("cord", true)] {
        #expect(try await add(text, stranger, fragment: fragment).text == "{\"refused\":[]}")
      }
      #expect(try await stranger.shopping() == ["cord", "rope"])
      _ = try await member.post("/shopping/lists/\(list)/delete")
      #expect(try await add("wire", member).text == "{\"refused\":[]}")
      #expect(try await member.shopping() == ["milk", "wire"])
    }

    @Test func `What is done with a typed line before the server has divided it is done with each of its foods`()
      async throws
    {
      let member = try await TestApp.shared().member()
      let (line, other) = (UUID.v7(), UUID.v7())
      let add = Change(kind: "add", entry: line, at: ago(90), text: "milk, 2 lemons; 6 eggs")
      let tick = Change(kind: "check", entry: line, at: ago(80), isTyped: true)
      // Also where the addition has arrived before.
      _ = try await sync(member, [add])
      for _ in 1...2 { #expect(try await sync(member, [add, tick]).contains("\"refused\":[]")) }
      #expect(try await member.shopping(checked: true) == ["2 lemons", "6 eggs", "milk"])
      // The line as the server shows it is one food's.
      _ = try await sync(member, [Change(kind: "uncheck", entry: line, at: ago(70))])
      #expect(try await member.shopping() == ["milk"])
      let gone = Change(kind: "delete", entry: line, at: ago(60), isTyped: true)
      _ = try await sync(member, [gone])
      #expect(try await member.shopping() + member.shopping(checked: true) == [])
      // Told of once, by what was sent.
      let late = Change(kind: "check", entry: line, at: ago(50), isTyped: true)
      #expect(try await sync(member, [late]).contains("\"refused\":[\"\(late.id)\"]"))
      // A browser sends no more than fifty at once.
      let many = (0...50).map { _ in Change(kind: "check", entry: other, at: ago(40), isTyped: true) }
      #expect(try await sync(member, Array(many.dropLast())).status == 200)
      #expect(try await sync(member, many).status == 422)
    }

    /// As many as a list has room for, and a few more: in one transaction a thousand lines of twenty foods would take longer than
    /// the database may.
    @Test func `Many lines of many foods land in several transactions`() async throws {
      let member = try await TestApp.shared().member()
      let foods = (1...20).map { "\($0) eggs" }.joined(separator: ", ")
      let lines = (1...152).map { _ in Change(kind: "add", entry: UUID.v7(), at: ago(90), text: foods) }
      let ticks = (1...60).map { Change(kind: "check", entry: lines[$0].entry, at: ago(80)) }
      let gone = Change(kind: "check", entry: UUID.v7(), at: ago(70))
      var answer = try await sync(member, lines + ticks + [gone])
      for _ in 1...2 {
        #expect(answer.status == 200)
        let refused = try #require(answer.between("\"refused\":[", "]"))
        #expect(
          Set(refused.components("\"").filter { $0.utf8.count == 36 })
            == Set((lines.suffix(2) + [gone]).map { "\($0.id)" }))
        // Once more, as from a browser that has not heard of it.
        answer = try await sync(member, lines + ticks + [gone])
      }
      let rows = try member.app.rows(
        """
        SELECT (SELECT count(*) FROM shopping_entries WHERE household_id = \(member.household)) AS entries,
          (SELECT count(*) FROM shopping_entries WHERE household_id = \(member.household) AND checked_at IS NOT NULL) AS checked,
          (SELECT max(n) FROM (
            SELECT count(*) AS n FROM shopping_changes WHERE household_id = \(member.household) GROUP BY arrived_at) AS one) AS most
        """)
      let (entries, checked, most): (Int, Int, Int) = (
        try rows[0]["entries"], try rows[0]["checked"], try rows[0]["most"]
      )
      #expect(entries == 3_000 && checked == 60 && most <= 2_000)
    }

    private func now() -> Int {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }

    /// Milliseconds since 1970, some time ago.
    private func ago(_ seconds: Int) -> Int {
      now() - seconds * 1000
    }

    @Test func `Changes count once, in order, however often they arrive`() async throws {
      let member = try await TestApp.shared().member()
      let (leek, egg) = (UUID.v7(), UUID.v7())
      let changes = [
        Change(kind: "add", entry: leek, at: ago(90), text: "2 leeks"),
        Change(kind: "add", entry: egg, at: ago(80), text: "3 eggs"),
        Change(kind: "check", entry: leek, at: ago(70)), Change(kind: "uncheck", entry: leek, at: ago(60)),
        Change(kind: "check", entry: egg, at: ago(50)), Change(kind: "check", entry: UUID.v7(), at: ago(40)),
      ]
      let answer = try await sync(member, changes)
      #expect(answer.status == 200)
      #expect(answer.contains("\"food\":\"leeks\"") && answer.contains("\"checked\":true"))
      #expect(try await member.shopping() == ["2 leeks"])
      #expect(try await member.shopping(checked: true) == ["3 eggs"])
      // Somebody takes the eggs off; the same changes arrive again, also in another cut.
      _ = try await member.post("/shopping/clear")
      _ = try await sync(member, changes)
      _ = try await sync(member, Array(changes.suffix(2)))
      #expect(try await member.shopping() == ["2 leeks"])
      #expect(try await member.shopping(checked: true) == [])
    }

    @Test func `The last tick counts, whenever it arrives, and deleting counts more`() async throws {
      let member = try await TestApp.shared().member()
      let id = UUID.v7()
      _ = try await sync(member, [Change(kind: "add", entry: id, at: ago(100), text: "2 leeks")])
      _ = try await sync(member, [Change(kind: "check", entry: id, at: ago(10))])
      // Made before, and arrives later.
      _ = try await sync(member, [Change(kind: "uncheck", entry: id, at: ago(50))])
      #expect(try await member.shopping(checked: true) == ["2 leeks"])
      // A clock that is ahead wins no longer than until the next tick.
      _ = try await sync(member, [Change(kind: "uncheck", entry: id, at: 3_999_999_999_999)])
      #expect(try await member.shopping() == ["2 leeks"])
      _ = try await member.post("/shopping/\(id)/check", ["checked": "true"])
      #expect(try await member.shopping(checked: true) == ["2 leeks"])
      _ = try await sync(
        member, [Change(kind: "delete", entry: id, at: ago(90)), Change(kind: "check", entry: id, at: ago(1))])
      _ = try await sync(member, [Change(kind: "add", entry: id, at: ago(1), text: "2 leeks")])
      #expect(try await member.shopping() == [])
      #expect(try await member.shopping(checked: true) == [])
    }

    @Test func `Changes of one reader are applied to nobody else's list`() async throws {
      let app = try await TestApp.shared()
      let (member, stranger) = (try await app.member(), try await app.member())
      let reader = try #require(try await member.get("/shopping").between("data-reader=\"", "\""))
      let change = Change(kind: "add", entry: UUID.v7(), at: ago(1), text: "2 leeks")
      let body = "{\"reader\":\"\(reader)\",\"changes\":[\(change.json)]}"
      let refused = try await send(stranger, body)
      #expect(refused.status == 409)
      #expect(!refused.contains(reader))
      #expect(try await stranger.shopping() == [])
      #expect(try await send(member, "{\"reader\":1,\"changes\":[\(change.json)]}").status == 409)
      #expect(try await member.shopping() == [])
      #expect(try await send(member, body).status == 200)
      #expect(try await member.shopping() == ["2 leeks"])
      // The pages say who reads them, and the page to sign in that nobody does.
      #expect(try await member.get("/items")["foyer-reader"] == reader)
      #expect(try await stranger.get("/items")["foyer-reader"] != reader)
      #expect(try await app.browser().get("/login")["foyer-reader"] == "nobody")
      #expect(try await app.browser().get("/offline")["foyer-reader"] == nil)
    }

    @Test func `A clock that is behind or ahead is set right by what it says when it sends`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.buy("2 leeks")
      for (wrong, kind) in [(3_600_000, "uncheck"), (-3_600_000, "uncheck"), (-86_400_000, "uncheck")] {
        _ = try await member.post("/shopping/\(id)/check", ["checked": "true"])
        #expect(try await member.shopping(checked: true) == ["2 leeks"])
        let change = Change(kind: kind, entry: id, at: now() + wrong)
        #expect(try await send(member, "{\"now\":\(now() + wrong),\"changes\":[\(change.json)]}").status == 200)
        #expect(try await member.shopping() == ["2 leeks"], "\(wrong)")
      }
      // Before the latest tick, by a clock that is an hour behind.
      let early = Change(kind: "check", entry: id, at: now() - 3_600_000 - 600_000)
      _ = try await send(member, "{\"now\":\(now() - 3_600_000),\"changes\":[\(early.json)]}")
      #expect(try await member.shopping() == ["2 leeks"])
      #expect(try await send(member, "{\"now\":\"x\",\"changes\":[]}").status == 200)
      #expect(try await send(member, "{\"now\":99999999999999999999,\"changes\":[]}").status == 200)
    }

    @Test func `What has no effect is named`() async throws {
      let member = try await TestApp.shared().member()
      let id = try await member.buy("2 leeks")
      let late = Change(kind: "check", entry: id, at: ago(1))
      let own = [Change(kind: "check", entry: id, at: ago(5)), Change(kind: "delete", entry: id, at: ago(4))]
      #expect(try await sync(member, own).contains("\"refused\":[]"))
      #expect(try await sync(member, [late]).contains("\"refused\":[\"\(late.id)\"]"))
      try member.app.rows(
        """
        INSERT INTO shopping_entries (household_id, id, text)
        SELECT \(member.household), gen_random_uuid(), '1 egg' FROM generate_series(1, 3000)
        """)
      let full = Change(kind: "add", entry: UUID.v7(), at: ago(1), text: "1 lemon")
      #expect(try await sync(member, [full]).contains("\"refused\":[\"\(full.id)\"]"))
      // Of two, one has room.
      try member.app.rows(
        """
        DELETE FROM shopping_entries WHERE household_id = \(member.household) AND id = (
          SELECT id FROM shopping_entries WHERE household_id = \(member.household) AND text = '1 egg' LIMIT 1)
        """)
      let two = ["1 lime", "1 orange"].map { Change(kind: "add", entry: UUID.v7(), at: ago(1), text: $0) }
      #expect(try await sync(member, two).contains("\"refused\":[\"\(two[1].id)\"]"))
    }

    @Test func `The page's script gets the list as markup`() async throws {
      let member = try await TestApp.shared().member()
      try await member.buy("2 leeks")
      let answer = try await send(member, "{\"changes\":[]}", fragment: true)
      #expect(answer["content-type"] == "application/json")
      #expect(answer.contains("{\"html\":\"") && answer.contains("<li id=\\\"line-") && answer.contains("\"at\":1"))
      #expect(
        try await TestApp.shared().browser().send(
          "POST", "/shopping/sync", ["origin": member.browser.origin, "hx-request": "true"], []
        ).status == 401)
    }

    @Test func `Ticks of a trip without a network teach the shop once`() async throws {
      let member = try await TestApp.shared().member()
      let shop = UUID.v7()
      _ = try await member.post("/shopping/shops", ["id": "\(shop)", "name": "Corner"])
      let (apples, peas) = (try await member.buy("3 apples"), try await member.buy("frozen peas"))
      let changes = [
        Change(kind: "check", entry: peas, at: ago(20), shop: "\(shop)"),
        Change(kind: "check", entry: apples, at: ago(10), shop: "\(shop)"),
      ]
      let learned = { try member.app.rows("SELECT first, second, lead FROM shop_steps WHERE shop_id = \(shop)").count }
      let lead = {
        let row = try member.app.rows(
          "SELECT first || second || abs(lead) AS step FROM shop_steps WHERE shop_id = \(shop)")
        return try row[0]["step"] as String
      }
      _ = try await sync(member, changes)
      #expect(try learned() == 1)
      #expect(try lead() == "frozenproduce1")
      // Sent again on another day.
      try member.app.rows("UPDATE shops SET trip_at = now() - interval '4 hours' WHERE id = \(shop)")
      _ = try await sync(member, changes)
      #expect(try lead() == "frozenproduce1")
    }

    @Test func `Two phones that send the same at once add it once`() async throws {
      let member = try await TestApp.shared().member()
      let changes = (1...20).map { Change(kind: "add", entry: UUID.v7(), at: ago($0), text: "1 g flour") }
      let body = "{\"changes\":[\(changes.map(\.json).joined(separator: ","))]}"
      let answers = try await member.atOnce(4) { browser, _ in
        try await browser.send(
          "POST", "/shopping/sync", ["content-type": "application/json", "origin": browser.origin], Array(body.utf8))
      }
      #expect(answers.map(\.status) == [200, 200, 200, 200])
      #expect(try await member.shopping() == ["20 g flour"])
    }

    @Test func `What is no list of changes is refused, and another household's entries are left alone`() async throws {
      let app = try await TestApp.shared()
      let (member, stranger) = (try await app.member(), try await app.member())
      let id = try await member.buy("2 leeks")
      for kind in ["check", "delete"] {
        #expect(try await sync(stranger, [Change(kind: kind, entry: id, at: 1)]).status == 200)
      }
      #expect(try await sync(stranger, [Change(kind: "add", entry: id, at: 1, text: "1 egg")]).status == 200)
      #expect(try await member.shopping() == ["2 leeks"])
      #expect(try await stranger.shopping() == ["1 egg"])
      let many = (0..<1_001).map { _ in Change(kind: "check", entry: id, at: 1) }
      #expect(try await sync(member, many).status == 422)
      let far = try await sync(member, (1...10).flatMap { _ in many })
      #expect([413, 422].contains(far.status))
      for change in [
        "1", "{}", "null", "{\"id\":\"x\"}", "{\"id\":\"\(id)\",\"kind\":\"add\",\"entry\":\"\(id)\",\"at\":1}",
      ] {
        #expect(try await send(member, "{\"changes\":[\(change)]}").status == 422, "\(change)")
      }
      #expect(try await send(member, "{\"changes\":1}").status == 422)
      let broken = try await send(member, "{")
      #expect((400..<500).contains(broken.status))
      #expect(try await send(member, "").status == 200)
      #expect(
        try await app.browser().send("POST", "/shopping/sync", ["origin": member.browser.origin], []).status >= 300)
    }
  }
}
