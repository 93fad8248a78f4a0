import Testing

@testable import Fetch
@testable import Foyer

extension FoyerTests {
  @Suite struct FirstLoad {
    private static let good = """
      {"todos":[{"id":1,"todo":"Water the plants","completed":false,"userId":1},
      {"id":2,"todo":"Call “Ann” & <Bob> 👍","completed":true,"userId":2},
      {"id":3,"todo":"Third","completed":false,"userId":3}],"total":3,"skip":0,"limit":30}
      """

    /// An app whose sample to-dos come from the endpoint.
    private func app(_ endpoint: FakeEndpoint) async throws -> TestApp {
      try await TestApp(["FOYER_SAMPLE_TODOS_URL": endpoint.url, "FOYER_FETCH_ALLOW": "127.0.0.0/8"])
    }

    @Test func `R24: a new household finds the first to-dos`() async throws {
      let endpoint = try FakeEndpoint(.answer(body: Self.good))
      let app = try await app(endpoint)
      let member = try await app.member()
      let page = try await member.get("/items?status=all")
      #expect(page.itemIDs.count == 3)
      #expect(page.shows("Call “Ann” & <Bob> 👍"))
      #expect(page.shows("1 of 3 done"))
      let titles: [String] = try app.rows("SELECT title FROM items ORDER BY age_order, id DESC").map {
        try $0["title"]
      }
      #expect(titles == ["Water the plants", "Call “Ann” & <Bob> 👍", "Third"])
      #expect(try member.counts() == ([2, 1], [2, 1]))

      // A list emptied on purpose is never refilled by itself…
      for id in page.itemIDs { _ = try await member.post("/items/\(id)/delete") }
      let requests = endpoint.requests
      #expect(
        try await app.browser().post("/login", ["email": member.email, "password": member.password]).status == 303)
      let empty = try await member.get("/items")
      #expect(empty.itemIDs == [])
      #expect(endpoint.requests == requests)
      // … but on demand.
      #expect(empty.shows("Load sample to-dos"))
      #expect(try await member.post("/items/load").status == 303)
      let refilled = try await member.get("/items?status=all")
      #expect(refilled.itemIDs.count == 3)
      #expect(refilled.notice == "3 items loaded.")
      // While there are items, the button is not there, and pressing it anyway does nothing.
      #expect(!refilled.shows("Load sample to-dos"))
      #expect(try await member.post("/items/load").status == 303)
      #expect(try await member.get("/items?status=all").itemIDs.count == 3)
      await app.app.stop()
    }

    static let bad: [(name: String, manner: FakeEndpoint.Manner, message: String)] = [
      ("hung up", .hangUp, "could not be reached"),
      ("an error", .answer(status: 500, body: good), "could not be reached"),
      ("not found", .answer(status: 404, body: "{}"), "could not be reached"),
      ("no content", .answer(status: 204, body: ""), "could not be reached"),
      ("HTML", .answer(type: "text/html", body: "<!doctype html><h1>Hello</h1>"), "was not a list of items"),
      ("broken JSON", .answer(body: "{\"todos\":[{\"todo\":\"Half"), "was not a list of items"),
      ("nothing", .answer(body: ""), "was not a list of items"),
      ("an array", .answer(body: "[1,2,3]"), "was not a list of items"),
      ("null", .answer(body: "null"), "was not a list of items"),
      ("todos is no array", .answer(body: "{\"todos\":{\"todo\":\"x\"}}"), "was not a list of items"),
      ("todos is empty", .answer(body: "{\"todos\":[]}"), "was not a list of items"),
      ("numbers", .answer(body: "{\"todos\":[1,2]}"), "was not a list of items"),
      (
        "one without a text", .answer(body: "{\"todos\":[{\"todo\":\"x\"},{\"completed\":true}]}"),
        "was not a list of items"
      ),
      ("one blank", .answer(body: "{\"todos\":[{\"todo\":\"x\"},{\"todo\":\"  \"}]}"), "was not a list of items"),
      (
        "completed is no truth", .answer(body: "{\"todos\":[{\"todo\":\"x\",\"completed\":\"banana\"}]}"),
        "was not a list of items"
      ),
      ("U+0000", .answer(body: "{\"todos\":[{\"todo\":\"a\\u0000b\"}]}"), "was not a list of items"),
      ("half a surrogate pair", .answer(body: "{\"todos\":[{\"todo\":\"\\ud800\"}]}"), "was not a list of items"),
      ("nested", .answer(body: String(repeating: "[", count: 400_000)), "was not a list of items"),
      (
        "a text beyond the limit",
        .answer(body: "{\"todos\":[{\"todo\":\"x\"},{\"todo\":\"\(String(repeating: "x", count: 10_001))\"}]}"),
        "was not a list of items"
      ),
      (
        "10 MB", .answer(body: "{\"todos\":[{\"todo\":\"\(String(repeating: "x", count: 10_000_000))\"}]}"),
        "was too large"
      ),
      (
        "100,000 to-dos",
        .answer(body: "{\"todos\":[\(String(repeating: "{\"todo\":\"x\"},", count: 99_999)){\"todo\":\"x\"}]}"),
        "was too large"
      ),
      (
        "5,000 to-dos",
        .answer(body: "{\"todos\":[\(String(repeating: "{\"todo\":\"x\"},", count: 4_999)){\"todo\":\"x\"}]}"),
        "held too many items"
      ),
      (
        "a redirect to a private address",
        .answer(status: 302, body: "", headers: "Location: http://10.0.0.1/todos\r\n"), "could not be reached"
      ),
      (
        "a redirect to the cloud's metadata",
        .answer(status: 302, body: "", headers: "Location: http://169.254.169.254/latest/meta-data/\r\n"),
        "could not be reached"
      ),
      (
        "a redirect to a file", .answer(status: 302, body: "", headers: "Location: file:///etc/passwd\r\n"),
        "could not be reached"
      ),
      ("a redirect for ever", .answer(status: 302, body: "", headers: "Location: /todos\r\n"), "could not be reached"),
    ]

    @Test func `R24: whatever is wrong with the endpoint, the page says so, works, and lets one try again`()
      async throws
    {
      let endpoint = try FakeEndpoint(.hangUp)
      let app = try await app(endpoint)
      for (name, manner, message) in Self.bad {
        endpoint.behave(manner)
        let member = try await app.member()
        let page = try await member.get("/items")
        #expect(page.status == 200, "\(name)")
        #expect(page.contains(message), "\(name)")
        #expect(page.contains("role=\"alert\""), "\(name)")
        #expect(page.shows("Try again"), "\(name)")
        #expect(page.itemIDs == [], "\(name)")
        #expect(try member.counts() == ([0, 0], [0, 0]), "\(name)")
        // The button says it again.
        let again = try await member.post("/items/load", [:], fragment("list"))
        #expect(again.status == 200)
        #expect(again.contains(message), "\(name)")
        // “Try again” works once the endpoint does.
        endpoint.behave(.answer(body: Self.good))
        #expect(try await member.post("/items/load").status == 303)
        let loaded = try await member.get("/items?status=all")
        #expect(loaded.itemIDs.count == 3, "\(name)")
        #expect(!loaded.contains("role=\"alert\""), "\(name)")
      }
      await app.app.stop()
    }

    @Test func `R24: who writes an item after a failed load is not told of it any more`() async throws {
      let member = try await TestApp.shared().member()
      #expect(try await member.get("/items").contains("could not be reached"))
      let quick = try await member.post("/items/quick", ["text": "My own"], fragment())
      #expect(!quick.contains("could not be reached"))
      #expect(try await !member.get("/items").contains("could not be reached"))
    }

    @Test func `R24: an endpoint that says nothing holds up signing up for less than 5 seconds`() async throws {
      let endpoint = try FakeEndpoint(.silent)
      let app = try await app(endpoint)
      let browser = app.browser()
      let answer = try await browser.post(
        "/signup", ["name": "Ada", "email": "ada@example.org", "password": "a quiet harbour"])
      #expect(answer.status == 303)
      let page = try await browser.get("/items")
      // It was the deadline that ended the wait: the endpoint itself waits for two minutes.
      #expect(page.contains("took too long to arrive"))
      #expect(Accounts.firstLoadTime < .seconds(5))
      #expect(page.shows("Try again"))
      #expect(page.itemIDs == [])
      await app.app.stop(grace: .zero)
    }

    @Test func `R24: two loads at the same moment make one set`() async throws {
      let endpoint = try FakeEndpoint(.hangUp)
      let app = try await app(endpoint)
      let member = try await app.member()
      endpoint.behave(.answer(body: Self.good))
      let answers = try await member.atOnce(4) { browser, _ in try await browser.post("/items/load") }
      #expect(answers.allSatisfy { $0.status == 303 })
      #expect(try await member.get("/items?status=all").itemIDs.count == 3)
      #expect(try member.counts() == ([2, 1], [2, 1]))
      await app.app.stop()
    }

    @Test(arguments: [
      "http://127.0.0.1/", "http://2130706433/", "http://0177.0.0.1/", "http://0x7f.1/", "http://127.1/", "http://0/",
      "http://[::1]/", "http://[::]/", "http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/", "http://10.0.0.1/",
      "http://172.16.0.1/", "http://192.168.1.1/", "http://169.254.169.254/", "http://100.64.0.1/", "http://0.0.0.0/",
      "http://[fe80::1]/", "http://[fc00::1]/", "http://[64:ff9b::7f00:1]/", "http://[2002:7f00:1::]/",
      "http://localhost/",
      "http://127.0.0.1:5432/", "http://8.8.8.8:25/", "http://[::127.0.0.1]/", "http://224.0.0.1/",
      "http://255.255.255.255/",
    ])
    func `Addresses that are not public are not reached`(url: String) async throws {
      await #expect(throws: Fetcher.Failure.refusedAddress) {
        try await Fetcher(allowed: []).get(url, limits: Fetcher.Limits(time: .seconds(5), bytes: 1_000))
      }
    }

    @Test(arguments: [
      "file:///etc/passwd", "gopher://127.0.0.1/", "ftp://127.0.0.1/", "data:,x", "", "http://",
      "dict://127.0.0.1:11211/",
    ])
    func `Other schemes are not spoken`(url: String) async throws {
      await #expect(throws: Fetcher.Failure.invalidURL) { try await Fetcher(allowed: []).get(url) }
    }

    @Test func `Networks of public and other addresses`() {
      let notPublic: [[UInt8]] = [
        [0, 0, 0, 0], [10, 255, 255, 255], [127, 0, 0, 1], [169, 254, 169, 254], [172, 31, 0, 1], [192, 168, 0, 1],
        [100, 127, 255, 255], [198, 19, 0, 1], [224, 0, 0, 1], [255, 255, 255, 255], [192, 0, 2, 1], [],
        [UInt8](repeating: 0, count: 15) + [1], [0xfe, 0x80] + [UInt8](repeating: 0, count: 14),
        [0xfd] + [UInt8](repeating: 0, count: 15), [0xff, 0x02] + [UInt8](repeating: 0, count: 14),
        [0x20, 0x01, 0x0d, 0xb8] + [UInt8](repeating: 0, count: 12),
        [0x20, 0x02, 0x7f] + [UInt8](repeating: 0, count: 13),
      ]
      for address in notPublic { #expect(!Network.isPublic(address), "\(address)") }
      let isPublic: [[UInt8]] = [
        [1, 1, 1, 1], [172, 32, 0, 1], [172, 15, 0, 1], [100, 128, 0, 1], [192, 169, 0, 1], [11, 0, 0, 0],
        [223, 255, 255, 255],
        [0x26, 0x06, 0x47] + [UInt8](repeating: 0, count: 13),
      ]
      for address in isPublic { #expect(Network.isPublic(address), "\(address)") }
    }
  }
}
