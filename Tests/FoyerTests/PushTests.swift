import Crypto
import Testing

@testable import Foyer
@testable import Postgres
@testable import StrictJSON
@testable import WebPush

extension FoyerTests {
  /// What a push service of the tests' own is sent decrypts in Tests/Browser.
  @Suite struct PushTests {
    private static let shared = Task {
      try await TestApp(["FOYER_PUBLIC_URL": "http://localhost", "FOYER_FETCH_ALLOW": "127.0.0.0/8"])
    }
    private static let sameOrigin = ["sec-fetch-site": "same-origin"]

    private func app() async throws -> TestApp { try await Self.shared.value }

    private func member(_ app: TestApp? = nil) async throws -> Member {
      let all = try await self.app()
      return try await (app ?? all).member(headers: Self.sameOrigin)
    }

    private let secret = Base64URL.encode(randomBytes(16))
    private let point = Base64URL.encode(P256PrivateKey.random().publicKey)

    private func turnOn(_ browser: Browser, _ endpoint: String) async throws -> Answer {
      try await browser.post("/settings/reminders/push", ["endpoint": endpoint, "p256dh": point, "auth": secret])
    }

    private func devices(_ member: Member) throws -> [UUID] {
      try member.app.rows(
        "SELECT id FROM push_devices WHERE household_id = \(member.household) ORDER BY created_at, id"
      )
      .map { try $0["id"] }
    }

    /// Sends a message to each of the member's devices; how many there are.
    private func test(_ member: Member) async throws {
      #expect(try await member.post("/settings/reminders/push/test").status == 303)
    }

    /// The only job of the household, as `state attempts`.
    private func job(_ member: Member) throws -> String {
      try member.app.rows("SELECT state || ' ' || attempts AS text FROM jobs WHERE share = \(member.household)")[0][
        "text"]
    }

    private func passTime(_ member: Member) throws {
      try member.app.rows("UPDATE jobs SET run_after = now() WHERE share = \(member.household) AND state = 'waiting'")
    }

    @Test func `A browser is turned on, gets a message, and is turned off`() async throws {
      let member = try await member()
      let service = try FakeEndpoint(.answer(status: 201, body: ""))
      let page = try await member.get("/settings/reminders")
      let key = try #require(page.between("data-key=\"", "\""))
      #expect(Base64URL.decode(key)?.count == 65)
      #expect(!page.contains("/settings/reminders/push/test"))
      #expect(try await turnOn(member.browser, service.url).status == 303)
      #expect(try await member.get("/settings/reminders").shows("no message yet"))
      try await test(member)
      try await eventually { try job(member) == "finished 1" }
      #expect(service.requests == 1)
      #expect(try await member.get("/settings/reminders").shows("last message"))
      // The endpoint is a secret, and no page and no log has it.
      #expect(try await !member.get("/settings/reminders").contains(service.url))
      #expect(!member.app.log.contains(service.url))
      let id = try #require(try devices(member).first)
      #expect(try await member.post("/settings/reminders/push/\(id)/delete").status == 303)
      #expect(try devices(member).isEmpty)
      #expect(try await member.post("/settings/reminders/push/\(id)/delete").status == 404)
      try await test(member)
      #expect(try job(member) == "finished 1")
    }

    @Test(arguments: [404, 410])
    func `A subscription that has ended is given up, and the settings say so`(status: Int) async throws {
      let member = try await member()
      let service = try FakeEndpoint(.answer(status: status, body: ""))
      _ = try await turnOn(member.browser, service.url)
      try await test(member)
      try await eventually { try await member.get("/settings/reminders").shows("takes no messages any more") }
      try await eventually { try job(member) == "finished 1" }
      try await test(member)
      #expect(try member.app.number("SELECT count(*) AS n FROM jobs WHERE share = \(member.household)") == 1)
      // Turned on again, it is as new.
      service.behave(.answer(status: 201, body: ""))
      _ = try await turnOn(member.browser, service.url)
      #expect(try await !member.get("/settings/reminders").shows("Given up"))
      #expect(try devices(member).count == 1)
      #expect(member.app.log.contains("push_given_up"))
    }

    @Test(arguments: [400, 401, 403, 413, 302])
    func `A message that is refused is not sent again`(status: Int) async throws {
      let member = try await member()
      let elsewhere = try FakeEndpoint(.answer(status: 201, body: ""))
      let service = try FakeEndpoint(
        .answer(status: status, body: "no such key", headers: "Location: \(elsewhere.url)\r\n"))
      _ = try await turnOn(member.browser, service.url)
      try await test(member)
      try await eventually { try job(member) == "dead 1" }
      #expect(try await member.get("/settings/reminders").shows("refused the messages"))
      let error: String = try member.app.rows("SELECT last_error AS text FROM jobs WHERE share = \(member.household)")[
        0][
          "text"]
      #expect(error == "127.0.0.1 answered \(status) no such key")
      // Nor is a redirect followed.
      #expect(elsewhere.requests == 0 && service.requests == 1)
    }

    @Test func `A service that is away is asked again, when it wants to be`() async throws {
      let member = try await member()
      let service = try FakeEndpoint(.answer(status: 503, body: ""))
      _ = try await turnOn(member.browser, service.url)
      try await test(member)
      let pause: SQL =
        "SELECT round(extract(epoch FROM run_after - now()) / 60)::int AS n FROM jobs WHERE share = \(member.household)"
      let isFree: SQL =
        "SELECT count(*) AS n FROM jobs WHERE share = \(member.household) AND lease IS NULL AND state = 'waiting'"
      for (attempt, manner, minutes) in [
        (1, FakeEndpoint.Manner.answer(status: 503, body: ""), 1),
        (2, .answer(status: 429, body: "", headers: "Retry-After: 7200\r\n"), 120),
        (3, .answer(status: 503, body: "", headers: "Retry-After: 9999999\r\n"), 24 * 60),
        (4, .hangUp, 120), (5, .answer(status: 500, body: String(repeating: "x", count: 9000)), 360),
      ] {
        service.behave(manner)
        if attempt > 1 { try passTime(member) }
        try await eventually { try job(member) == "waiting \(attempt)" && member.app.number(isFree) == 1 }
        #expect(try member.app.number(pause) == minutes, "\(attempt)")
      }
      #expect(try await !member.get("/settings/reminders").shows("Given up"))
      service.behave(.answer(status: 201, body: ""))
      try passTime(member)
      try await eventually { try job(member) == "finished 6" }
      #expect(
        try member.app.number(
          "SELECT count(*) AS n FROM push_devices WHERE failing_since IS NOT NULL AND household_id = \(member.household)"
        ) == 0)
    }

    @Test func `After two days without an answer a device is given up`() async throws {
      let member = try await member()
      let service = try FakeEndpoint(.answer(status: 503, body: ""))
      _ = try await turnOn(member.browser, service.url)
      try await test(member)
      try await eventually { try job(member) == "waiting 1" }
      try member.app.rows(
        "UPDATE push_devices SET failing_since = now() - interval '44 hours' WHERE household_id = \(member.household)")
      try member.app.rows("UPDATE jobs SET attempts = 7, run_after = now() WHERE share = \(member.household)")
      try await eventually { try job(member) == "dead 8" }
      #expect(try await member.get("/settings/reminders").shows("could not be reached for two days"))
    }

    @Test func `Neither bad keys nor a bad address are taken`() async throws {
      let member = try await member()
      var offCurve = try #require(Base64URL.decode(point))
      offCurve[64] ^= 1
      let long = "https://push.example.net/" + String(repeating: "a", count: 100_000)
      for endpoint in [
        "", "push.example.net", "http://push.example.net/a", "https://push.example.net", "https://10.0.0.1/a",
        "https://192.168.1.1/a", "https://[::1]/a", "https://[::ffff:10.0.0.1]/a", "https://169.254.169.254/latest",
        long,
        "https://user@push.example.net/a", "https://push.example.net/é", "https://push.example.net/a b", "ftp://a/b",
        "https://push.example.net/a#b", "https:///a", "https://push.example.net\\@10.0.0.1/",
        "javascript:alert(1)//x/y",
        "http://10.0.0.1/a", "https://0x7f.1/a", "https://127.1/a",
      ] {
        let answer = try await turnOn(member.browser, endpoint)
        #expect(answer.status == (endpoint == long ? 413 : 422), "\(endpoint.prefix(60))")
        #expect(endpoint == long || answer.shows("to which no message can be sent"))
      }
      for (p256dh, auth) in [
        ("", ""), (point, ""), ("", secret), (point, "AAAA"), (Base64URL.encode(offCurve), secret),
        (String(repeating: "A", count: 87), secret), (String(repeating: "A", count: 100_000), secret), ("é", "é"),
      ] {
        let answer = try await member.post(
          "/settings/reminders/push", ["endpoint": "https://push.example.net/a", "p256dh": p256dh, "auth": auth])
        #expect(answer.status == (p256dh.utf8.count > 50_000 ? 413 : 422))
      }
      #expect(try await member.post("/settings/reminders/push").status == 422)
      let null = try await member.browser.send(
        "POST", "/settings/reminders/push", [:],
        Array("endpoint=https://a.example/%00&p256dh=\(point)&auth=\(secret)".utf8))
      #expect(null.status == 400)
      #expect(try devices(member).isEmpty)
      #expect(try await turnOn(member.browser, "https://push.example.net/a").status == 303)
    }

    @Test func `A name that leads to this machine is refused when a message is sent`() async throws {
      let app = try await TestApp(["FOYER_PUBLIC_URL": "http://localhost"])
      let member = try await member(app)
      let service = try FakeEndpoint(.answer(status: 201, body: ""))
      #expect(try await turnOn(member.browser, service.url).status == 422)
      #expect(try await turnOn(member.browser, "https://localhost:\(service.port)/a").status == 303)
      try await test(member)
      try await eventually { try job(member) == "dead 1" }
      #expect(service.requests == 0)
      #expect(try await member.get("/settings/reminders").shows("refused the messages"))
      await app.app.stop()
    }

    @Test func `A browser takes messages for whoever has turned them on last, and one person has twenty`() async throws
    {
      let app = try await app()
      let (ada, ben) = (try await member(), try await member())
      let endpoint = "https://push.example.net/shared"
      #expect(try await turnOn(ada.browser, endpoint).status == 303)
      #expect(try await turnOn(ben.browser, endpoint).status == 303)
      #expect(try devices(ada).isEmpty)
      let id = try #require(try devices(ben).first)
      #expect(try await ada.post("/settings/reminders/push/\(id)/delete").status == 404)
      // Again in the same browser: its endpoint has changed.
      #expect(try await turnOn(ben.browser, "https://push.example.net/new").status == 303)
      #expect(try devices(ben).count == 1)
      try app.rows(
        """
        INSERT INTO push_devices (household_id, person_id, id, browser, endpoint, public_key, auth)
        SELECT household_id, person_id, gen_random_uuid(), sha256(n::text::bytea),
          'https://push.example.net/' || n || person_id, public_key, auth
        FROM push_devices, generate_series(1, 19) AS n WHERE household_id = \(ben.household)
        """)
      // The same browser still is one of the twenty.
      #expect(try await turnOn(ben.browser, "https://push.example.net/again").status == 303)
      let other = app.browser(headers: Self.sameOrigin)
      _ = try await other.post("/login", ["email": ben.email, "password": ben.password])
      let answer = try await turnOn(other, "https://push.example.net/other")
      #expect(answer.status == 422 && answer.shows("There can be 20 devices"))
      #expect(try devices(ben).count == 20)
    }

    @Test func `Another member of the household cannot turn a device off`() async throws {
      let (ada, charlie) = (try await member(), try await member())
      #expect(try await turnOn(ada.browser, "https://push.example.net/ada").status == 303)
      let id = try #require(try devices(ada).first)
      // Without row level security it would be the statement alone: `Another household's …` has that for all routes.
      try ada.app.rows(
        "UPDATE people SET household_id = \(ada.household) WHERE household_id = \(charlie.household)")
      #expect(try await charlie.post("/settings/reminders/push/\(id)/delete").status == 404)
      #expect(try await !charlie.get("/settings/reminders").contains("\(id)"))
      #expect(try devices(ada) == [id])
    }

    @Test func `Whoever moves to another household takes the devices along`() async throws {
      let (ada, host) = (try await member(), try await member())
      #expect(try await turnOn(ada.browser, "https://push.example.net/moving").status == 303)
      let id = try devices(ada)
      try ada.app.rows("UPDATE people SET household_id = \(host.household) WHERE household_id = \(ada.household)")
      #expect(try devices(ada).isEmpty)
      #expect(try devices(host) == id)
      #expect(try await ada.get("/settings/reminders").contains("push-\(id[0])"))
    }

    @Test func `Nothing is sent where the person has signed out, until the person signs in there again`() async throws {
      let (ada, ben) = (try await member(), try await member())
      let service = try FakeEndpoint(.answer(status: 201, body: ""))
      #expect(try await turnOn(ada.browser, service.url).status == 303)
      try await test(ada)
      try await eventually { try job(ada) == "finished 1" }
      // What was on its way when the session ended is not sent either.
      service.behave(.answer(status: 503, body: ""))
      try await test(ada)
      let waits: SQL =
        "SELECT count(*) AS n FROM jobs WHERE share = \(ada.household) AND state = 'waiting' AND lease IS NULL AND attempts = 1"
      try await eventually { try ada.app.number(waits) == 1 }
      service.behave(.answer(status: 201, body: ""))
      let requests = service.requests
      _ = try await ada.post("/logout")
      try passTime(ada)
      try await eventually {
        try ada.app.number("SELECT count(*) AS n FROM jobs WHERE share = \(ada.household) AND state = 'waiting'") == 0
      }
      #expect(service.requests == requests)
      // Another person on the same browser gets none of it.
      _ = try await ada.browser.post("/login", ["email": ben.email, "password": ben.password])
      #expect(try await !ada.get("/settings/reminders").contains("push-name-"))
      _ = try await ada.post("/logout")
      // Nor does the person elsewhere.
      let elsewhere = ada.app.browser(headers: Self.sameOrigin)
      _ = try await elsewhere.post("/login", ["email": ada.email, "password": ada.password])
      #expect(try await !elsewhere.get("/settings/reminders").contains("push-name-"))
      _ = try await ada.browser.post("/login", ["email": ada.email, "password": ada.password])
      #expect(try await ada.get("/settings/reminders").contains("push-name-"))
      try await test(ada)
      try await eventually { service.requests == requests + 1 }
      // A new password ends the other sessions, and keeps this one's device.
      let change: KeyValuePairs = ["current_password": ada.password, "new_password": "a louder harbour"]
      #expect(try await ada.post("/settings/password", change).status == 303)
      #expect(try await ada.get("/settings/reminders").contains("push-name-"))
      // An expired session gets none.
      try ada.app.rows("UPDATE sessions SET seen_at = now() - interval '15 days' WHERE household_id = \(ada.household)")
      try ada.app.rows(
        PushQueries.jobs(
          "SELECT household_id, id AS person_id, '{\"title\":\"A\"}'::jsonb AS payload FROM people WHERE household_id = \(ada.household)"
        ))
      #expect(
        try ada.app.number("SELECT count(*) AS n FROM jobs WHERE share = \(ada.household) AND payload->>'title' = 'A'")
          == 0)
    }

    @Test func `Where the operator has switched it off there is nothing`() async throws {
      let app = try await TestApp(["FOYER_PUBLIC_URL": "http://localhost", "FOYER_PUSH": "off"])
      let member = try await member(app)
      #expect(try await !member.get("/settings/reminders").contains("id=\"push\""))
      #expect(try await turnOn(member.browser, "https://push.example.net/a").status == 404)
      #expect(try await member.post("/settings/reminders/push/test").status == 404)
      await app.app.stop()
    }

    @Test func `Ten test messages can be sent in ten minutes`() async throws {
      let member = try await member()
      for _ in 1...10 { try await test(member) }
      #expect(try await member.post("/settings/reminders/push/test").status == 429)
    }

    @Test func `A message fits, whatever it says`() throws {
      for text in [
        "Plain", String(repeating: "비밀번호", count: 4000), String(repeating: "👨‍👩‍👧‍👦", count: 900),
        String(repeating: "\"\\", count: 5000),
        "a" + String(repeating: "\u{301}", count: 9000), String(repeating: "\n", count: 5000), "",
      ] {
        let message = PushMessage(title: text, body: text, path: "/items?q=1", tag: text)
        #expect(message.bytes.count <= Subscription.maximumLength)
        let object = try #require(JSON(message.bytes).object)
        let body = try #require(object["body"]?.string)
        // Cut between two characters.
        #expect(text.hasPrefix(body.hasSuffix("…") ? String(body.dropLast()) : "") && body.utf8.count <= 1500)
        #expect(message.headers.allSatisfy { $0.value.utf8.allSatisfy { (0x21...0x7e).contains($0) } })
        #expect(message.headers.allSatisfy { $0.name != "Topic" || $0.value.count == 32 })
      }
      for path in ["https://evil.example/", "//evil.example/", "items", "", "/\\evil.example", "/a b", "/é"] {
        #expect(PushMessage(title: "", body: "", path: path, tag: "").path == "/")
      }
      #expect(PushMessage(title: "", body: "", path: "/items?q=a#b", tag: "").path == "/items?q=a#b")
    }
  }
}
