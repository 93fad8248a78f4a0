import StrictJSON
import Testing

@testable import Foyer

extension FoyerTests {
  @Suite struct RoundTrips {
    @Test func `A page is one round trip, however many items there are`() async throws {
      let proxy = DatabaseProxy()
      let app = try await TestApp.counted(by: proxy)
      let member = try await app.member()
      let id = try await member.add("One")
      let listing = try await member.list()
      let request = try await app.member().ask(listing)
      _ = try await member.post("/recipes", ["id": "\(id)", "name": "Omelette", "ingredients": "3 eggs\n20 g butter"])
      // Whether it fits nobody knows.
      try await member.cook("Unheard stew", ["1 unheardofium"])
      _ = try await member.post("/recipes/parameters", ["allergy": "gluten"])
      _ = try await member.post(
        "/plan", ["id": "\(id)", "day": "2026-11-24", "meal": "lunch", "recipe": "\(id)"])
      // The readers of pages are told of what was written, whenever that goes.
      try await eventually {
        let before = proxy.roundTrips
        _ = try await member.get("/")
        return proxy.roundTrips - before == 1
      }
      for filled in [0, 1_000] {
        try member.fill(filled)
        try member.fill(filled, deleted: true)
        for path in [
          "/", "/items", "/items?status=later", "/items/done", "/items/pasted", "/items/\(id)/year",
          "/items?q=item&status=open", "/items/new", "/items/\(id)/edit",
          "/trash",
          "/readyz",
          "/categories", "/categories/new", "/categories/suggest?q=a", "/tags", "/tags/new", "/tags/suggest?q=a",
          "/settings", "/settings/sessions", "/settings/security", "/settings/how-to", "/settings/whats-new",
          "/household", "/account/delete", "/welcome", "/welcome/people", "/welcome/routines",
          "/settings/photo", "/hosts", "/hosts?q=a%20b", "/hosts/\(listing)", "/hosts/\(listing)/photo", "/requests",
          "/requests/delete-all", "/hosting", "/hosting/requests", "/hosting/requests/\(request)",
          "/settings/photo", "/recipes", "/recipes?q=soup", "/recipes?page=1", "/recipes/hand", "/recipes/packets",
          "/recipes/\(id)/cook",
          "/recipes/new", "/recipes/\(id)", "/recipes/\(id)/edit", "/recipes/results",
          "/recipes/results?q=soup", "/recipes/results?unknown=show", "/recipes/results?sort=name&q=stew&unknown=show",
          "/shopping", "/shopping/lists", "/shopping/suggest", "/shopping/suggest?q=mi", "/recipes/parameters",
          "/recipes/import", "/favorites", "/favorites?q=soup",
          "/recipes/ingredients/suggest?q=egg", "/search", "/search?q=item%201", "/calendar", "/calendar?view=agenda",
          "/settings/feeds", "/settings/tokens", "/settings/webhooks", "/add", "/add?text=milk", "/add?text=call%20Ben",
          "/plan",
          "/plan?week=2026-W48", "/plan/\(id)", "/plan/recipes?q=om", "/items/\(id)/lines",
        ] {
          let before = proxy.roundTrips
          #expect(
            try await member.get(path).status == (path.hasSuffix("/photo") && path.hasPrefix("/hosts") ? 404 : 200))
          #expect(proxy.roundTrips - before == 1, "\(path)")
        }
      }
      for (day, headers) in [("2099-01-01", [:]), ("2099-01-02", fragment())] {
        let changes: [(String, KeyValuePairs<String, String>)] = [
          ("done", ["done": "true"]), ("done", ["done": "false"]), ("snooze", ["until": day]), ("delete", [:]),
          ("restore", [:]),
        ]
        for (action, fields) in changes {
          let before = proxy.roundTrips
          #expect([200, 303].contains(try await member.post("/items/\(id)/\(action)", fields, headers).status))
          // One is the answer's; the other tells the readers of other pages, whenever it goes.
          try await eventually { proxy.roundTrips - before >= 2 }
          #expect(proxy.roundTrips - before == 2, "\(action)")
        }
      }
      let before = proxy.roundTrips
      for path in ["/login", "/healthz", "/nowhere", "/favicon.ico", "/offline"] {
        _ = try await app.browser().get(path)
      }
      #expect(proxy.roundTrips == before)
      await app.app.stop()
    }

    @Test func `A program adds a row, changes it and acts on it in one round trip`() async throws {
      let proxy = DatabaseProxy()
      let app = try await TestApp.counted(by: proxy)
      let program = try await ProgramClient(try await app.member())
      // The last use of a token is noted once an hour.
      _ = try await program.get("/items")
      let first = try #require(try await program.object("GET", "/changes")["state"]?.string)
      let start = proxy.roundTrips
      var sent = 0
      func send(_ method: String, _ path: String, _ body: String, _ version: Int? = nil) async throws -> JSONObject {
        let before = proxy.roundTrips
        let answer = try await program.send(method, path, body, ["if-match": version.map { "\"\($0)\"" }])
        #expect(answer.status < 300, "\(method) \(path): \(answer.text)")
        // One is the answer's; the other tells the readers of pages, whenever it goes.
        try await eventually { proxy.roundTrips - before >= 2 }
        #expect(proxy.roundTrips - before == 2, "\(method) \(path)")
        sent += 1
        return try #require(answer.object)
      }
      for (part, new, change) in [
        ("items", #"{"title":"Milk","category":"Food","tags":["urgent"]}"#, #"{"priority":"high"}"#),
        ("categories", #"{"name":"Garden"}"#, #"{"icon":"🌱"}"#), ("tags", #"{"name":"soon"}"#, #"{"name":"late"}"#),
        ("shopping-lists", #"{"name":"Market"}"#, #"{"name":"Fair"}"#),
        ("shopping-lines", #"{"text":"2 l milk"}"#, #"{"text":"3 l milk"}"#),
        ("shopping-lines", #"{"text":"rice"}"#, #"{"checked":true}"#),
        ("meals", #"{"day":"2030-01-02","meal":"dinner","text":"Soup"}"#, nil),
        ("recipes", #"{"name":"Soup","ingredients":["2 onions"],"steps":["Boil."]}"#, nil),
        ("eaters", #"{"name":"Emil"}"#, nil),
      ] {
        let row = try await send("POST", "/\(part)", new)
        let (id, version) = (try #require(row["id"]?.string), try #require(row["version"]?.integer))
        if let change { _ = try await send("PATCH", "/\(part)/\(id)", change, version) }
        if part == "items" {
          for action in ["complete", "reopen"] { _ = try await send("POST", "/items/\(id)/\(action)", "{}") }
          _ = try await send("POST", "/items/\(id)/snooze", #"{"until":"2099-01-01"}"#)
        }
        // What is ticked already would change nothing, of which nobody is told.
        if part == "shopping-lines" {
          let action = change?.contains("checked") == true ? "uncheck" : "check"
          _ = try await send("POST", "/shopping-lines/\(id)/\(action)", "{}")
        }
      }
      #expect(proxy.roundTrips - start == 2 * sent)
      try await app.settle()
      let state = try #require(try await program.object("GET", "/changes?since=\(first)")["state"]?.string)
      _ = try await send("POST", "/items", #"{"title":"Bread"}"#)
      let before = proxy.roundTrips
      let changes = try await program.object("GET", "/changes?since=\(state)&include=rows")
      #expect(proxy.roundTrips - before == 1)
      let rows = try #require(changes["created"]?.elements)
      #expect(rows.contains { $0.object?["row"]?.object?["title"] == "Bread" })
      await app.app.stop()
    }
  }
}
