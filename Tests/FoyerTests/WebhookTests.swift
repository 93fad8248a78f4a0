import Crypto
import EventLoop
import HTTP
import Testing

@testable import Foyer
@testable import Postgres

extension Member {
  fileprivate func sendWebhook(_ url: String, _ parts: [String] = ["items", "shopping"], id: UUID = .v7()) async throws
    -> Answer
  {
    var form = Form()
    for (name, value) in [("id", "\(id)"), ("url", url)] + parts.map({ ("parts", $0) }) { form.append(name, value) }
    return try await browser.send("POST", "/settings/webhooks", [:], Array(form.urlencoded.utf8))
  }

  /// Makes a webhook, and returns its id and its key.
  fileprivate func makeWebhook(_ url: String, _ parts: [String] = ["items", "shopping"]) async throws
    -> (id: UUID, key: String)
  {
    let id = UUID.v7()
    let answer = try await sendWebhook(url, parts, id: id)
    guard answer.status == 200, let key = answer.between("<code translate=\"no\">", "</code>") else {
      throw Unexpected("making a webhook answered \(answer.status)")
    }
    return (id, key)
  }

  /// Has the next attempt come at once.
  fileprivate func passTime(_ hook: UUID) throws {
    try app.rows("UPDATE webhooks SET due_at = now() WHERE household_id = \(household) AND id = \(hook)")
  }

  /// A value of the row, as text.
  fileprivate func webhook(_ hook: UUID, _ column: SQL) throws -> String? {
    try app.rows(
      "SELECT (\(fragment: column))::text AS text FROM webhooks WHERE household_id = \(household) AND id = \(hook)"
    )[0]["text"]
  }

  /// How often it has failed in a row. One that waits is tried again meanwhile.
  fileprivate func attempts(_ hook: UUID) throws -> Int { Int(try webhook(hook, "attempts") ?? "") ?? 0 }

  /// The deliveries as the table has them, the oldest first: `state status`.
  fileprivate func deliveries(_ hook: UUID) throws -> [String] {
    try app.rows(
      """
      SELECT state || ' ' || coalesce(status::text, problem, '-') AS text FROM webhook_deliveries
      WHERE household_id = \(household) AND webhook_id = \(hook) ORDER BY id
      """
    ).map { try $0["text"] }
  }
}

extension FoyerTests {
  @Suite struct WebhookTests {
    private static let reaching = Task { try await TestApp(["FOYER_FETCH_ALLOW": "127.0.0.0/8"]) }

    private func member() async throws -> Member { try await Self.reaching.value.member() }

    /// The vector of the specification's reference implementations, and HMAC (RFC 2104 §2) put together from SHA-256 alone.
    @Test func `Deliveries are signed as Standard Webhooks say`() async throws {
      let known = try #require(Base64URL.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
      let body = #"{"test": 2432232314}"#
      #expect(
        WebhookKey(bytes: known).signature(id: "msg_p5jXN8AQM9LWM0D4loKWxJek", time: 1_614_265_330, body: body)
          == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
      let (member, receiver) = (try await member(), try WebhookReceiver())
      let (id, key) = try await member.makeWebhook(receiver.url)
      #expect(key.hasPrefix("whsec_") && key.utf8.count == 50)
      let item = try await member.add("A title that nobody reads")
      try await eventually { !receiver.taken.isEmpty }
      let message = receiver.taken[0]
      #expect(message.ids("created") == ["\(item)"] && message.ids("changed") == [] && message.ids("deleted") == [])
      #expect(message.body.contains(#"{"part":"items","id":"\#(item)"}"#) && !message.body.contains("title"))
      #expect(message.headers["content-type"] == "application/json" && message.id.hasPrefix("msg_"))
      let secret = try #require(
        Base64URL.decode(
          String(key.dropFirst(6).prefix { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })))
      func pad(_ byte: UInt8) -> [UInt8] {
        (secret + [UInt8](repeating: 0, count: 64 - secret.count)).map { $0 ^ byte }
      }
      let signed = "\(message.id).\(message.headers["webhook-timestamp"] ?? "").\(message.body)"
      let expected = sha256(pad(0x5c) + sha256(pad(0x36) + Array(signed.utf8)))
      let signature = try #require(message.headers["webhook-signature"])
      #expect(signature.hasPrefix("v1,"))
      #expect(
        Base64URL.decode(
          String(signature.dropFirst(3).prefix { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }))
          == expected)
      // No page has the key again, and the log has neither it nor the address.
      let page = try await member.get("/settings/webhooks")
      #expect(page.contains(receiver.url) && !page.contains("whsec_") && page.contains("Items, Shopping"))
      try await eventually { try await member.get("/settings/webhooks").shows("Answer: 204") }
      #expect(!member.app.log.contains(key) && !member.app.log.contains(receiver.url))
      #expect(try await member.get("/settings/security").contains("Webhook added:"))
      // Nothing is left of the job.
      try await eventually {
        try member.app.number(
          "SELECT count(*) AS n FROM jobs WHERE kind = 'webhook' AND share = \(member.household)") == 0
      }
      #expect(try await member.post("/settings/webhooks/\(id)/delete").status == 303)
      #expect(try await member.post("/settings/webhooks/\(id)/delete").status == 404)
    }

    @Test func `What fails is tried again under its id, and what changes meanwhile comes after it, together`()
      async throws
    {
      let (member, receiver) = (try await member(), try WebhookReceiver())
      receiver.answer(status: 503)
      let (hook, _) = try await member.makeWebhook(receiver.url)
      let first = try await member.add("First")
      for attempt in 1...3 {
        try await eventually { try member.attempts(hook) >= attempt }
        if attempt == 1 {
          #expect(try await member.get("/settings/webhooks").shows("No message has arrived since"))
        }
        if attempt < 3 { try member.passTime(hook) }
      }
      let pause = try member.webhook(hook, "round(extract(epoch FROM due_at - now()) / 60)")
      #expect(pause == "5")
      var more: [UUID] = []
      for number in 1...5 { more.append(try await member.add("More \(number)")) }
      for _ in 1...2 { _ = try await member.post("/items/\(first)/done", ["done": "true"]) }
      _ = try await member.post("/items/\(more[4])/delete")
      receiver.answer(status: 200)
      try member.passTime(hook)
      try await eventually { receiver.taken.count >= 1 }
      let tries = receiver.messages
      #expect(Set(tries.map(\.id)).count == 1 && Set(tries.map(\.body)).count == 1 && tries[0].all == ["\(first)"])
      try await eventually { try member.webhook(hook, "attempts || ' ' || (failing_since IS NULL)") == "0 true" }
      try member.passTime(hook)
      try await eventually { receiver.taken.count >= 2 }
      let next = receiver.taken[1]
      #expect(Set(next.ids("created")) == Set(more.dropLast().map { "\($0)" }))
      #expect(next.ids("changed") == ["\(first)"] && next.ids("deleted") == ["\(more[4])"])
      #expect(next.id != tries[0].id)
      // One that is sent again keeps its id and its words, too; the last one if none is named.
      #expect(try await member.post("/settings/webhooks/\(hook)/again").status == 303)
      try await eventually { receiver.taken.count >= 3 }
      #expect(receiver.taken[2].id == next.id && receiver.taken[2].body == next.body)
      let oldest = tries[0].id.dropFirst(4)
      try await eventually { try member.deliveries(hook) == ["sent 200", "sent 200"] }
      #expect(try await member.post("/settings/webhooks/\(hook)/again", ["delivery": String(oldest)]).status == 303)
      try await eventually { receiver.taken.count >= 4 }
      #expect(receiver.taken[3].id == tries[0].id)
      #expect(try await member.post("/settings/webhooks/\(hook)/again", ["delivery": "\(UUID.v7())"]).status == 404)
    }

    @Test func `A change that commits after later ones is sent, and none is sent twice`() async throws {
      let (member, receiver) = (try await member(), try WebhookReceiver())
      let (slow, fast) = (try await member.add("Slow"), try await member.add("Fast"))
      let (hook, _) = try await member.makeWebhook(receiver.url)
      let session = try Session(Target(url: member.app.superuserURL), deadline: .now() + .seconds(120))
      try session.run("BEGIN")
      try session.run(
        "UPDATE items SET version = version + 1 WHERE household_id = \(member.household) AND id = \(slow)")
      _ = try await member.post("/items/\(fast)/done", ["done": "true"])
      try await eventually { receiver.taken.count == 1 }
      #expect(receiver.taken[0].all == ["\(fast)"])
      // While the older transaction runs, what was sent is not new.
      try await eventually { try member.deliveries(hook) == ["sent 204"] }
      try member.passTime(hook)
      let further = try await member.add("Further")
      try await eventually { receiver.taken.count == 2 }
      #expect(receiver.taken[1].all == ["\(further)"])
      try session.run("COMMIT")
      try await eventually { try member.deliveries(hook).count == 2 && member.deliveries(hook)[1] == "sent 204" }
      try member.passTime(hook)
      try await eventually { receiver.taken.count == 3 }
      #expect(receiver.taken[2].all == ["\(slow)"])
    }

    @Test func `Many changes come in several deliveries, each once`() async throws {
      let (member, receiver) = (try await member(), try WebhookReceiver())
      _ = try await member.makeWebhook(receiver.url)
      try member.fill(1_203)
      try await eventually { receiver.taken.joined.count >= 1_203 }
      let sent = receiver.taken
      #expect(Set(sent.joined).count == 1_203 && sent.joined.count == 1_203)
      #expect(sent.map(\.hasMore) == [true, true, false] && sent.allSatisfy { $0.all.count <= 500 })
    }

    @Test func `Only the chosen parts are sent, of this household`() async throws {
      let (member, stranger, receiver) = (try await member(), try await self.member(), try WebhookReceiver())
      let (hook, _) = try await member.makeWebhook(receiver.url, ["shopping"])
      _ = try await member.add("Item")
      _ = try await stranger.post("/shopping", ["id": "\(UUID.v7())", "text": "Milk"])
      let program = try await ProgramClient(member, scopes: ["shopping:write"])
      let line = try #require(try await program.object("POST", "/shopping-lines", #"{"text":"Flour"}"#)["id"]?.string)
      try await eventually { !receiver.taken.isEmpty }
      #expect(receiver.taken[0].all == [line])
      #expect(try member.webhook(hook, "kinds") == "{shopping-lists,shopping-lines}")
    }

    @Test func `After a week it is switched off, the settings say so, and nothing is lost`() async throws {
      let (member, receiver) = (try await member(), try WebhookReceiver())
      receiver.answer(status: 500)
      let (hook, _) = try await member.makeWebhook(receiver.url)
      let first = try await member.add("First")
      try await eventually { try member.attempts(hook) >= 1 }
      try member.app.rows(
        "UPDATE webhooks SET failing_since = now() - interval '167 hours', attempts = 12 WHERE household_id = \(member.household)"
      )
      try member.passTime(hook)
      try await eventually { try member.attempts(hook) >= 13 }
      #expect(try member.webhook(hook, "ended_at") == nil)
      #expect(try member.webhook(hook, "round(extract(epoch FROM due_at - now()) / 3600)") == "24")
      #expect(try await !member.get("/settings").contains("id=\"webhook-failed\""))
      try member.app.rows(
        "UPDATE webhooks SET failing_since = now() - interval '169 hours' WHERE household_id = \(member.household)")
      try member.passTime(hook)
      try await eventually { try member.webhook(hook, "ended_because") == "failing" }
      #expect(try member.deliveries(hook) == ["held 500"])
      #expect(try await member.get("/settings").contains("id=\"webhook-failed\""))
      #expect(try await member.get("/settings/webhooks").shows("for a week no message arrived"))
      // Sent again by hand, it stays off; switched on, it goes on where it was.
      let second = try await member.add("Second")
      let count = receiver.messages.count
      #expect(try await member.post("/settings/webhooks/\(hook)/again").status == 303)
      try await eventually { receiver.messages.count == count + 1 }
      try await eventually { try member.deliveries(hook) == ["held 500"] }
      receiver.answer(status: 200)
      #expect(try await member.post("/settings/webhooks/\(hook)/on", ["on": "true"]).status == 303)
      try await eventually { receiver.taken.count == 1 }
      try await eventually { try member.deliveries(hook) == ["sent 200"] || member.deliveries(hook).count == 2 }
      try member.passTime(hook)
      try await eventually { receiver.taken.count == 2 }
      #expect(receiver.taken[0].all == ["\(first)"] && receiver.taken[0].id == receiver.messages[0].id)
      #expect(receiver.taken[1].all == ["\(second)"])
      #expect(try await !member.get("/settings").contains("id=\"webhook-failed\""))
    }

    @Test func `One that is switched off by hand sends nothing, and one that is gone is switched off at once`()
      async throws
    {
      let (member, receiver) = (try await member(), try WebhookReceiver())
      receiver.answer(status: 410)
      let (hook, _) = try await member.makeWebhook(receiver.url)
      _ = try await member.add("First")
      try await eventually { try member.webhook(hook, "ended_because") == "gone" }
      #expect(try await member.get("/settings/webhooks").shows("the address wants no more messages"))
      receiver.answer(status: 200)
      _ = try await member.post("/settings/webhooks/\(hook)/on", ["on": "true"])
      try await eventually { try member.deliveries(hook) == ["sent 200"] }
      #expect(try await member.post("/settings/webhooks/\(hook)/on", ["on": "false"]).status == 303)
      #expect(try member.webhook(hook, "ended_because") == "person")
      try member.passTime(hook)
      let meanwhile = try await member.add("Meanwhile")
      // A second one of the same household is told: the clock has looked.
      let other = try WebhookReceiver()
      let (second, _) = try await member.makeWebhook(other.url)
      _ = try await member.add("Later")
      try await eventually { try member.deliveries(second) == ["sent 204"] }
      #expect(receiver.taken.count == 1)
      _ = try await member.post("/settings/webhooks/\(hook)/on", ["on": "true"])
      try await eventually { receiver.taken.count == 2 }
      #expect(receiver.taken[1].all.contains("\(meanwhile)"))
    }

    @Test func `Addresses that are not public are refused, with the reason`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      for url in [
        "http://127.0.0.1/x", "https://127.0.0.1/x", "https://10.1.2.3", "https://[::1]:443/",
        "https://192.168.1.1/a?b=c",
        "https://169.254.169.254/latest", "https://localhost/x",
      ] {
        let answer = try await member.sendWebhook(url)
        #expect(answer.status == 422 && answer.contains("id=\"error-url\""), "\(url)")
        #expect(answer.shows("Foyer sends nothing there"), "\(url)")
        #expect(answer.contains("value=\"\(url)\"") && !answer.contains("whsec_"), "\(url)")
      }
      for url in [
        "", "ftp://example.org/", "https://[::ffff:7f00:1]/", "example.org", "https://", "https://a b.org/",
        "https://u:p@example.org/",
        "http://example.org/",
      ] {
        let answer = try await member.sendWebhook(url)
        #expect(answer.status == 422 && answer.contains("id=\"error-url\""), "\(url)")
      }
      for parts in [[], ["admin"], ["items", "everything"]] {
        let answer = try await member.sendWebhook("https://example.invalid/hook", parts)
        #expect(answer.status == 422 && answer.contains("id=\"error-parts\""))
      }
      // One whose name leads to such an address is refused when it is connected to.
      let receiver = try WebhookReceiver()
      let (hook, _) = try await member.makeWebhook("https://example.invalid/hook")
      try app.rows("UPDATE webhooks SET url = \(receiver.url) WHERE household_id = \(member.household)")
      _ = try await member.add("Item")
      try await eventually { try member.deliveries(hook) == ["waiting refused"] }
      #expect(receiver.messages.isEmpty)
      #expect(try await member.get("/settings/webhooks").shows("Foyer sends nothing there"))
    }

    @Test(arguments: [StubbornEndpoint.Manner.drops, .endless, .bomb])
    func `An answer that does not end is ended`(manner: StubbornEndpoint.Manner) async throws {
      let member = try await member()
      let endpoint = try StubbornEndpoint(manner)
      let (hook, _) = try await member.makeWebhook(endpoint.url)
      _ = try await member.add("Item")
      try await eventually { try member.attempts(hook) >= 1 }
      let problem = if case .drops = manner { "late" } else { "large" }
      #expect(try member.deliveries(hook) == ["waiting \(problem)"])
    }

    @Test func `A redirect is not followed`() async throws {
      let member = try await member()
      let elsewhere = try WebhookReceiver()
      let endpoint = try FakeEndpoint(.answer(status: 307, body: "", headers: "Location: \(elsewhere.url)\r\n"))
      let (hook, _) = try await member.makeWebhook(endpoint.url)
      _ = try await member.add("Item")
      try await eventually { try member.deliveries(hook) == ["waiting 307"] }
      #expect(elsewhere.messages.isEmpty)
    }

    @Test func `The last deliveries are kept, and no more`() async throws {
      let (member, receiver) = (try await member(), try WebhookReceiver())
      let (hook, _) = try await member.makeWebhook(receiver.url)
      try member.app.rows(
        """
        INSERT INTO webhook_deliveries (household_id, webhook_id, id, body, changes, state)
        SELECT \(member.household)::uuid, \(hook)::uuid, ('01000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, '{}', 1, 'sent'
        FROM generate_series(1, 40) AS n
        """)
      _ = try await member.add("Item")
      try await eventually { receiver.taken.count == 1 }
      try await eventually { try member.deliveries(hook).count == WebhookDelivery.kept }
      #expect(try await member.get("/settings/webhooks").count(of: "id=\"delivery-0") == WebhookDelivery.kept)
    }

    @Test func `In a restored database it begins anew`() async throws {
      let (member, receiver) = (try await member(), try WebhookReceiver())
      let (hook, _) = try await member.makeWebhook(receiver.url)
      try member.app.rows(
        "UPDATE webhooks SET database = 'another', sent = '900000000:900000000:' WHERE household_id = \(member.household)"
      )
      try await eventually { try member.webhook(hook, "database") != "another" }
      let item = try await member.add("Item")
      try await eventually { receiver.taken.count == 1 }
      #expect(receiver.taken[0].all == ["\(item)"])
    }

    @Test func `A form that is sent twice makes one webhook, and a person has ten at most`() async throws {
      let member = try await member()
      let id = UUID.v7()
      let keys = [
        try await member.sendWebhook("https://example.invalid/", id: id),
        try await member.sendWebhook("https://example.invalid/", id: id),
      ].map { $0.between("<code translate=\"no\">", "</code>") }
      #expect(keys[0] != nil && keys[1] != nil && keys[0] != keys[1])
      let housemate = try await member.app.housemate(of: member)
      #expect(try await housemate.sendWebhook("https://example.invalid/", id: id).status == 422)
      for number in 2...WebhookEntry.maximum { _ = try await member.makeWebhook("https://example.invalid/\(number)") }
      #expect(try await member.sendWebhook("https://example.invalid/").status == 422)
      #expect(
        try member.app.number("SELECT count(*) AS n FROM webhooks WHERE household_id = \(member.household)")
          == WebhookEntry.maximum)
    }

    @Test func `Strangers and housemates find nothing, and leaving ends it`() async throws {
      let (member, stranger, receiver) = (try await member(), try await self.member(), try WebhookReceiver())
      let housemate = try await member.app.housemate(of: member)
      let (hook, _) = try await member.makeWebhook(receiver.url)
      _ = try await member.add("Item")
      try await eventually { try member.deliveries(hook) == ["sent 204"] }
      let delivery = String(receiver.taken[0].id.dropFirst(4))
      for other in [stranger, housemate] {
        #expect(try await !other.get("/settings/webhooks").contains(receiver.url))
        for (path, fields): (String, KeyValuePairs<String, String>) in [
          ("delete", [:]), ("again", ["delivery": delivery]), ("on", ["on": "false"]),
        ] {
          #expect(try await other.post("/settings/webhooks/\(hook)/\(path)", fields).status == 404, "\(path)")
        }
      }
      #expect(try member.webhook(hook, "ended_at") == nil)
      #expect(try member.deliveries(hook) == ["sent 204"])
      try member.app.rows(
        """
        DELETE FROM people WHERE household_id = \(member.household)
          AND id = (SELECT person_id FROM webhooks WHERE household_id = \(member.household))
        """)
      #expect(
        try member.app.number("SELECT count(*) AS n FROM webhook_deliveries WHERE household_id = \(member.household)")
          == 0)
    }
  }
}

extension [WebhookReceiver.Message] {
  fileprivate var joined: [String] { flatMap(\.all) }
}
