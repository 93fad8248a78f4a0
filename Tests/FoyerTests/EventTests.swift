import HTTP
import Testing

@testable import Foyer

extension TestApp {
  /// Says something that every stream of the household gets, so that a test knows what came before it.
  func mark(_ household: UUID, _ subject: String = "mark") throws {
    try rows("SELECT pg_notify('foyer_events', \("\(household) \(subject)")::text)::text")
  }
}

extension FoyerTests {
  @Suite struct EventsSuite {
    @Test func `A stream says how it is to be read`() async throws {
      let member = try await TestApp.shared().member()
      let head = try await member.browser.send("HEAD", "/events", [:], nil)
      #expect(head.status == 200)
      #expect(head["content-type"] == "text/event-stream")
      #expect(head["cache-control"] == "no-store")
      #expect(head["content-security-policy"]?.contains("default-src 'none'") == true)
    }

    @Test func `A change reaches every page of the household, and no other household`() async throws {
      let app = try await TestApp()
      let (alice, charlie) = (try await app.member(), try await app.member())
      let readers = [
        try await EventReader(alice.browser), try await EventReader(alice.browser),
        try await EventReader(charlie.browser),
      ]
      for (reader, member) in zip(readers, [alice, alice, charlie]) { try await reader.listens(member) }
      let id = try await alice.add("Buy milk")
      for reader in readers[..<2] { try await reader.wait(for: "event: items\ndata: own\n\n") }
      _ = try await alice.post("/items/\(id)/done", ["done": "true"])
      for reader in readers[..<2] { try await reader.wait(for: "event: items\ndata: own\n\n") }
      try app.mark(charlie.household)
      let stranger = readers[2]
      try await stranger.wait(for: "event: mark")
      #expect(await !stranger.heard.contains("items"))
      await app.app.stop()
    }

    @Test func `A stream begins with the household's last change, and a page says when it was made`() async throws {
      let app = try await TestApp()
      let (alice, charlie) = (try await app.member(), try await app.member())
      let reader = try await EventReader(alice.browser)
      try await reader.listens(alice)
      func made(_ member: Member) async throws -> Int64 {
        try #require(Int64(try await member.get("/items").text.components(" data-since=\"")[1].components("\"")[0]))
      }
      func last(_ member: Member) async throws -> Int64 {
        let stream = try await EventReader(member.browser)
        for part in ["event: last\ndata: ", "\n\n"] { try await stream.wait(for: part) }
        return try #require(Int64(await stream.heard.components("data: ").last!.components("\n")[0]))
      }
      let before = [try await made(alice), try await made(charlie)]
      #expect(try await last(charlie) <= before[1])
      _ = try await alice.add("Buy milk")
      try await reader.wait(for: "event: items\n")
      // Each loop has its own ear.
      try await eventually { try await last(alice) >= before[0] }
      #expect(try await last(alice) <= made(alice))
      #expect(try await last(charlie) <= before[1])
      await app.app.stop()
    }

    @Test func `Changes are known for half a minute at least, and nothing of the time before somebody listened`() throws
    {
      var heard = HeardChanges()
      let (house, other) = (UUID.v7(), UUID.v7())
      heard.note(house, at: 1)
      heard.forget(at: 100_000)
      heard.begin(at: 100_000)
      #expect(heard.last(of: house) == 100_000)
      heard.note(house, at: 100_001)
      #expect([heard.last(of: house), heard.last(of: other)] == [100_001, 100_000])
      for (now, last) in [(129_999, 100_001), (130_000, 100_001), (159_999, 100_001), (160_000, 130_000)]
        as [(Int64, Int64)]
      {
        heard.forget(at: now)
        #expect(heard.last(of: house) == last)
      }
      #expect(heard.last(of: other) == 130_000)
      #expect(HeardChanges().last(of: house) == nil)
    }

    @Test func `A page can tell its own change from those of the same person's other pages`() async throws {
      let app = try await TestApp()
      let alice = try await app.member()
      let reader = try await EventReader(alice.browser)
      try await reader.listens(alice)
      let id = try await alice.add("Buy milk")
      for (page, data) in [
        ("0123456789abcdef", "own 0123456789abcdef"), ("", "own"), ("0123456789ABCDEF", "own"),
        ("0123456789abcde;", "own"), (String(repeating: "a", count: 4_000), "own"),
      ] {
        _ = try await alice.post("/items/\(id)/done", ["done": "true"], ["foyer-page": page])
        try await reader.wait(for: "event: items\ndata: \(data)\n\n")
      }
      await app.app.stop()
    }

    @Test(arguments: [false, true])
    func `What could not be announced is announced later, at a graceful stop at the latest`(stops: Bool) async throws {
      let app = try await TestApp()
      let other = try await TestApp(database: app.databaseURL)
      let alice = try await app.member()
      let browser = other.browser()
      _ = try await browser.post("/login", ["email": alice.email, "password": alice.password])
      let reader = try await EventReader(browser)
      try await reader.listens(alice)
      try app.rows("REVOKE EXECUTE ON FUNCTION pg_notify(text, text) FROM PUBLIC")
      #expect(try await alice.post("/items", ["title": "Not announced yet"]).status == 303)
      try await eventually { app.log.contains("events_not_announced") }
      try app.rows("GRANT EXECUTE ON FUNCTION pg_notify(text, text) TO PUBLIC")
      if stops { await app.app.stop() }
      try await reader.wait(for: "event: items\n")
      if !stops { await app.app.stop() }
      await other.app.stop()
    }

    @Test func `Programs that wait hear of what no page listens to`() async throws {
      let app = try await TestApp()
      let alice = try await app.member()
      let reader = try await EventReader(alice.browser)
      try await reader.listens(alice)
      let program = try await ProgramClient(alice)
      for (path, body, subject) in [
        ("/recipes", #"{"name":"Soup","ingredients":["1 onion"],"steps":["Boil."]}"#, "recipes"),
        ("/eaters", #"{"name":"Emil"}"#, "eaters"), ("/categories", #"{"name":"Garden"}"#, "labels"),
      ] {
        _ = try await program.object("POST", path, body)
        try await reader.wait(for: "event: \(subject)\n")
      }
      _ = try await alice.post("/settings", ["name": "Alice", "email": alice.email, "time_zone": "UTC"])
      try await reader.wait(for: "event: people\n")
      await app.app.stop()
    }

    @Test func `Somebody else of the household is told apart from oneself`() async throws {
      let app = try await TestApp()
      let alice = try await app.member()
      let reader = try await EventReader(alice.browser)
      try await reader.listens(alice)
      try app.rows(
        "SELECT pg_notify('foyer_events', \("\(alice.household) items \(UUID.v7())")::text)::text")
      try await reader.wait(for: "event: items\ndata:\n\n")
      // Nothing but a word of ours is passed on.
      for payload in [
        "", "x", "\(alice.household)", "\(alice.household) a\ndata:b", "\(alice.household) ITEMS", " items",
      ] {
        try app.rows("SELECT pg_notify('foyer_events', \(payload)::text)::text")
      }
      try app.mark(alice.household)
      try await reader.wait(for: "event: mark\ndata:\n\n")
      let events = await reader.heard.components("\n").filter { $0.hasPrefix("event:") }
      #expect(Set(events).subtracting(["event: ready"]) == ["event: items", "event: mark"])
      await app.app.stop()
    }

    @Test(arguments: ["logout", "password", "sessions", "moved"])
    func `A stream ends with its session`(how: String) async throws {
      let app = try await TestApp()
      let alice = try await app.member()
      let other = app.browser()
      _ = try await other.post("/login", ["email": alice.email, "password": alice.password])
      let (reader, kept) = (try await EventReader(alice.browser), try await EventReader(other))
      try await reader.listens(alice)
      switch how {
      case "logout": _ = try await alice.post("/logout")
      case "password":
        _ = try await other.post(
          "/settings/password", ["current_password": alice.password, "new_password": "another quiet harbour"])
      case "sessions": _ = try await other.post("/settings/sessions/delete-others")
      default:
        // As joining another household does, with every session of the person's.
        let elsewhere = UUID.v7()
        try app.rows("INSERT INTO households (id, name) VALUES (\(elsewhere), 'Elsewhere')")
        try app.rows("UPDATE people SET household_id = \(elsewhere) WHERE household_id = \(alice.household)")
      }
      #expect(await reader.end())
      // A changed password begins a new session for the browser that changed it: its stream comes back by itself.
      if how == "password" { #expect(await kept.end()) }
      if how != "moved" {
        let stream = how == "password" ? try await EventReader(other) : kept
        if how == "password" { try await stream.listens(alice) }
        try app.mark(alice.household, "still")
        try await stream.wait(for: "event: still")
      }
      if how != "moved" {
        #expect(try await alice.get("/events").status == 303)
        // A stream does not come back: a page in its place would be an error to it.
        let stream = try await alice.browser.send("GET", "/events", ["Accept": "text/event-stream"], nil)
        #expect(stream.status == 204)
      }
      await app.app.stop()
    }

    @Test func `A stream ends when the program stops, at once`() async throws {
      let app = try await TestApp()
      let alice = try await app.member()
      let reader = try await EventReader(alice.browser)
      // Were the stream waited for, as requests are, the test would not end.
      async let stopped: Void = app.app.stop(grace: .seconds(3_600))
      #expect(await reader.end())
      await stopped
    }

    @Test func `After the database was away, every page is told to look again`() async throws {
      let proxy = DatabaseProxy()
      let app = try await TestApp(proxy: proxy)
      let (alice, charlie) = (try await app.member(), try await app.member())
      let readers = [try await EventReader(alice.browser), try await EventReader(charlie.browser)]
      for (reader, member) in zip(readers, [alice, charlie]) { try await reader.listens(member) }
      proxy.goAway()
      try app.mark(alice.household, "missed")
      try proxy.comeBack()
      for reader in readers { try await reader.wait(for: "event: refresh\ndata:\n\n") }
      #expect(await !readers[0].heard.contains("missed"))
      // Each event loop says how many it had.
      #expect(app.log.numbers(after: "events_interrupted streams=").reduce(0, +) == 2)
      try await alice.add("Afterwards")
      try await readers[0].wait(for: "event: items")
      await app.app.stop()
    }

    /// Announcements stay in their database: listening in another one succeeds, as it does behind a pooler, and hears nothing.
    @Test func `Where announcements do not arrive, /readyz says so`() async throws {
      let app = try await TestApp(directURL: try await TestCluster.database())
      let browser = app.browser()
      try await eventually { try await browser.get("/readyz").status == 503 }
      #expect(
        try await browser.get("/readyz").text
          == "changes are not heard: LISTEN needs a DATABASE_DIRECT_URL past the pooler\n")
      #expect(app.log.contains("events_not_heard"))
      #expect(try await app.member().get("/items").status == 200)
      await app.app.stop()
    }

    @Test func `All event loops hear through one connection`() async throws {
      let app = try await TestApp(loops: 3)
      let alice = try await app.member()
      let readers = [
        try await EventReader(alice.browser), try await EventReader(alice.browser),
        try await EventReader(alice.browser),
      ]
      for reader in readers { try await reader.listens(alice) }
      #expect(
        try app.number(
          "SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'foyer events'"
        )
          == 1)
      #expect(try await alice.get("/readyz").status == 200)
      await app.app.stop()
    }

    @Test func `A reader who does not read is dropped, and keeps nobody waiting`() async throws {
      let app = try await TestApp()
      let alice = try await app.member()
      let reader = try await EventReader(alice.browser)
      try await reader.listens(alice)
      let stuck = try await EventReader(alice.browser, reads: false)
      for round in 1... {
        let mark = "done" + String(repeating: "x", count: round)
        // It reads meanwhile: what the kernel takes for who does not read may be less than all of this.
        let heard = Task { try await reader.wait(for: "event: \(mark)\n") }
        try app.rows(
          """
          SELECT count(pg_notify('foyer_events', \("\(alice.household)")::text || ' flood' || translate(n::text, '0123456789', 'abcdefghij')))::int
          FROM generate_series(1, 5000) AS n
          """)
        try app.mark(alice.household, mark)
        try await heard.value
        // What the kernel has taken for it still arrives; then there is neither an event nor a proper end.
        if app.log.contains("event_reader_dropped") { break }
      }
      #expect(await !stuck.end())
      await app.app.stop()
    }

    @Test func `A stream waits on no connection to the database`() async throws {
      // Each event loop has room for twelve streams of a person.
      let app = try await TestApp(loops: 1)
      let alice = try await app.member()
      var readers: [EventReader] = []
      for _ in 1...12 { readers.append(try await EventReader(alice.browser)) }
      try await readers[0].listens(alice)
      #expect(try await alice.get("/items").status == 200)
      #expect(
        try app.number(
          "SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND usename IS NOT NULL") <= 8)
      // One more, and the oldest makes room.
      readers.append(try await EventReader(alice.browser))
      #expect(await readers[0].end())
      try app.mark(alice.household)
      for reader in readers[1...] { try await reader.wait(for: "event: mark") }
      await app.app.stop()
    }
  }
}
