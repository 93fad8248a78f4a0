import EventLoop
import HTTP
import StrictJSON
import Testing

@testable import Foyer
@testable import Postgres

/// A person's program: a token, and no cookie.
struct ProgramClient: Sendable {
  let browser: Browser
  let token: String

  init(_ member: Member, scopes: [String] = AccessScope.all.map(\.text)) async throws {
    browser = member.app.browser()
    token = try await member.makeToken(scopes: scopes)
  }

  func send(
    _ method: String, _ path: String, _ body: String? = nil, _ headers: [String: String?] = [:]
  ) async throws -> Answer {
    var fields: [String: String?] = ["authorization": "Bearer \(token)", "origin": nil]
    if body != nil { fields["content-type"] = "application/json" }
    return try await browser.send(
      method, API.root + path, fields.merging(headers) { $1 }, body.map { Array($0.utf8) })
  }

  func get(_ path: String, _ headers: [String: String?] = [:]) async throws -> Answer {
    try await send("GET", path, nil, headers)
  }

  /// The object of an answer that succeeds.
  func object(
    _ method: String, _ path: String, _ body: String? = nil, _ headers: [String: String?] = [:]
  ) async throws -> JSONObject {
    let answer = try await send(method, path, body, headers)
    guard answer.status < 300, let object = answer.object else {
      throw Unexpected("\(method) \(path) answered \(answer.status): \(answer.text)")
    }
    return object
  }
}

extension Answer {
  var object: JSONObject? { try? JSON(body, maximumValues: .max).object }
  /// The fields that a refusal names.
  var refused: [String] { (object?["errors"]?.elements ?? []).compactMap { $0.object?["field"]?.string } }
}

extension JSONObject {
  fileprivate func ids(_ name: String) -> Set<String> {
    Set((self[name]?.elements ?? []).compactMap { $0.object?["id"]?.string })
  }
}

extension FoyerTests {
  @Suite struct APITests {
    /// For each part, a body that adds a row, one that changes it, and a field by which the change is seen.
    private static let parts: [(name: String, new: String, change: String, field: String, value: JSON)] = [
      (
        "items", #"{"title":"Milk","tags":["a","b"],"priority":"high","due_date":"2030-01-02","due_time":"18:30"}"#,
        #"{"description":"Two"}"#, "description", "Two"
      ),
      ("categories", #"{"name":"Garden"}"#, #"{"icon":"🌱"}"#, "icon", "🌱"),
      ("tags", #"{"name":"urgent"}"#, ##"{"color":"#112233"}"##, "color", "#112233"),
      ("shopping-lists", #"{"name":"Market"}"#, #"{"name":"Fair"}"#, "name", "Fair"),
      ("shopping-lines", #"{"text":"2 l milk"}"#, #"{"checked":true}"#, "checked", .bool(true)),
      ("meals", #"{"day":"2030-01-02","meal":"dinner","text":"Soup"}"#, #"{"servings":3}"#, "servings", .number("3")),
      (
        "recipes", #"{"name":"Soup","ingredients":["2 onions","1 l water"],"steps":["Boil."],"servings":4}"#,
        #"{"notes":"Good"}"#, "notes", "Good"
      ),
      ("hand", #"{"name":"rice","amount":"1 kg"}"#, #"{"place":"Cellar"}"#, "place", "Cellar"),
      (
        "eaters", #"{"name":"Emil","diet":["vegan"],"dislikes":["celery"]}"#, #"{"eats_here":false}"#, "eats_here",
        .bool(false)
      ),
    ]

    @Test func `Rows of each part are added, read, listed, changed, deleted and restored`() async throws {
      let app = try await TestApp.shared()
      let program = try await ProgramClient(try await app.member())
      for part in Self.parts {
        let added = try await program.send("POST", "/\(part.name)", part.new)
        #expect(added.status == 201, "\(part.name): \(added.text)")
        let row = try #require(added.object, "\(part.name)")
        let id = try #require(row["id"]?.string)
        let version = try #require(row["version"]?.integer)
        #expect(added["location"] == "/api/v1/\(part.name)/\(id)")
        let read = try await program.get("/\(part.name)/\(id)")
        #expect(read.status == 200 && read.object == row)
        #expect(read["etag"] == "\"\(version)\"")
        // Names of an item's tags change without its version.
        let status = part.name == "items" ? 200 : 304
        #expect(try await program.get("/\(part.name)/\(id)", ["if-none-match": "\"\(version)\""]).status == status)
        #expect(try await program.object("GET", "/\(part.name)").ids(part.name).contains(id))
        // A change needs the version that it is of.
        #expect(try await program.send("PATCH", "/\(part.name)/\(id)", part.change).status == 428)
        let stale = try await program.send("PATCH", "/\(part.name)/\(id)", part.change, ["if-match": "\"987654321\""])
        #expect(stale.status == 412 && stale.object?["current"]?.object == row, "\(part.name)")
        let changed = try await program.send(
          "PATCH", "/\(part.name)/\(id)", part.change, ["if-match": "\"\(version)\""])
        #expect(changed.status == 200, "\(part.name): \(changed.text)")
        #expect(changed.object?[part.field] == part.value, "\(part.name)")
        // Fields that are not named are as they were.
        for member in row.members where ![part.field, "version", "checked_at"].contains(member.name) {
          #expect(changed.object?[member.name] == member.value, "\(part.name): \(member.name)")
        }
        let again = try await program.send("PATCH", "/\(part.name)/\(id)", part.change, ["if-match": "\"\(version)\""])
        #expect(again.status == 412, "\(part.name)")
        #expect(try await program.send("DELETE", "/\(part.name)/\(id)").status == 204)
        #expect(try await program.get("/\(part.name)/\(id)").status == 404)
        #expect(try await program.object("POST", "/\(part.name)/\(id)/restore", "{}")["id"]?.string == id)
        #expect(try await program.object("GET", "/\(part.name)").ids(part.name).contains(id))
      }
    }

    @Test func `A change to the present values makes no new version`() async throws {
      let app = try await TestApp.shared()
      let program = try await ProgramClient(try await app.member())
      for part in Self.parts {
        let added = try await program.object("POST", "/\(part.name)", part.new)
        let id = try #require(added["id"]?.string)
        let row = try await program.object("PATCH", "/\(part.name)/\(id)", part.change, ["if-match": "*"])
        let (old, version) = (try #require(added["version"]?.integer), try #require(row["version"]?.integer))
        func noted() throws -> [String] {
          try app.rows("SELECT moment::text AS moment FROM changes WHERE id = \(id)::uuid").map { try $0["moment"] }
        }
        let before = try noted()
        for body in ["{}", part.change] {
          for match in ["*", "\"\(version)\""] {
            let same = try await program.send("PATCH", "/\(part.name)/\(id)", body, ["if-match": match])
            #expect(same.status == 200 && same.object == row, "\(part.name) \(body): \(same.text)")
          }
          let stale = try await program.send("PATCH", "/\(part.name)/\(id)", body, ["if-match": "\"\(old)\""])
          #expect(stale.status == 412 && stale.object?["current"]?.object == row, "\(part.name) \(body)")
        }
        #expect(try noted() == before, "\(part.name)")
      }
    }

    @Test func `Sending twice adds one row, with an id and with a key`() async throws {
      let app = try await TestApp.shared()
      let program = try await ProgramClient(try await app.member())
      for part in Self.parts where part.name != "hand" {
        let id = UUID.v7()
        let body = "{\"id\":\"\(id)\"," + part.new.dropFirst()
        #expect(try await program.send("POST", "/\(part.name)", body).status == 201, "\(part.name)")
        #expect(try await program.send("POST", "/\(part.name)", body).status == 200, "\(part.name)")
        #expect(try await program.object("GET", "/\(part.name)").ids(part.name).contains("\(id)"))
        #expect(try await program.send("DELETE", "/\(part.name)/\(id)").status == 204)
        // A row that was deleted does not come back by itself.
        #expect(try await program.send("POST", "/\(part.name)", body).status == 409, "\(part.name)")
      }
      let first = try await program.send("POST", "/items", #"{"title":"Once"}"#, ["idempotency-key": "k 1"])
      let second = try await program.send("POST", "/items", #"{"title":"Once"}"#, ["idempotency-key": "k 1"])
      #expect(first.status == 201 && second.status == 201 && first.text == second.text)
      #expect(second["idempotent-replayed"] == "true" && second["location"] == first["location"])
      let other = try await program.send("POST", "/items", #"{"title":"Other"}"#, ["idempotency-key": "k 1"])
      #expect(other.status == 422)
      #expect(try await program.object("GET", "/items").ids("items").count == 1)
      // What was refused can be corrected under the same key.
      #expect(try await program.send("POST", "/items", "{}", ["idempotency-key": "k 2"]).status == 422)
      #expect(try await program.send("POST", "/items", "{}", ["idempotency-key": "k 2"]).status == 422)
    }

    @Test func `A row has the fields that its part says, in their order, and texts as they are`() async throws {
      let app = try await TestApp.shared()
      for resource in API.resources {
        #expect(try app.rows(resource.find(.v7())).columns == resource.row.map(\.name), "\(resource.name)")
      }
      let program = try await ProgramClient(try await app.member())
      let text = "Quotes \" and \\, lines\nand\ttabs, \u{1} and \u{1f}, {braces}, é 🦉"
      let body = JSON.object(["title": "T", "description": .string(text), "tags": ["a \"b\", {c}", "d\\e"]])
      let item = try await program.object("POST", "/items", body.text)
      #expect(item["description"]?.string == text)
      #expect(item["tags"] == ["a \"b\", {c}", "d\\e"])
      #expect(item["category"] == .null && item["people"] == [] && item["due_time"] == .null)
      let changes = try await program.object("GET", "/changes?include=rows")
      let rows = (changes["created"]?.elements ?? []).compactMap { $0.object?["row"]?.object }
      #expect(rows.contains(item))
    }

    @Test func `A row that is sent again is left as it is`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let program = try await ProgramClient(member)
      let (id, line) = (UUID.v7(), UUID.v7())
      let new = "{\"id\":\"\(id)\",\"title\":\"Milk\",\"category\":\"Food\",\"tags\":[\"a\"]}"
      let added = try await program.object("POST", "/items", new)
      let version = try #require(added["version"]?.integer)
      let changed = try await program.send(
        "PATCH", "/items/\(id)", #"{"tags":[],"category":null}"#, ["if-match": "\"\(version)\""])
      let category = try #require(
        try await program.object("GET", "/categories")["categories"]?.elements?.first?.object?["id"]?.string)
      #expect(try await program.send("DELETE", "/categories/\(category)").status == 204)
      let again = try await program.send("POST", "/items", new)
      #expect(again.status == 200 && again.object == changed.object)
      #expect(try await program.object("GET", "/categories")["categories"] == [])

      let ticked = "{\"id\":\"\(line)\",\"text\":\"rice\",\"checked\":true}"
      #expect(try await program.object("POST", "/shopping-lines", ticked)["checked"] == .bool(true))
      _ = try await program.object("POST", "/shopping-lines/\(line)/uncheck")
      #expect(try await program.object("POST", "/shopping-lines", ticked)["checked"] == .bool(false))

      // Also where the household wants since what the request lacks.
      _ = try app.rows("UPDATE households SET description_required = true WHERE id = \(member.household)")
      #expect(try await program.send("POST", "/items", new).status == 200)
      let refused = try await program.send("POST", "/items", #"{"title":"Bread"}"#)
      #expect(refused.status == 422 && refused.refused == ["description"])
      #expect(try await program.object("GET", "/items").ids("items").count == 1)
    }

    @Test func `An item is ticked, reopened, hidden and skipped, and its lines are changed`() async throws {
      let app = try await TestApp.shared()
      let program = try await ProgramClient(try await app.member())
      func add(_ body: String) async throws -> String {
        try #require(try await program.object("POST", "/items", body)["id"]?.string)
      }
      let id = try await add(#"{"title":"Plain"}"#)
      #expect(try await program.object("POST", "/items/\(id)/complete")["done"] == .bool(true))
      #expect(try await program.object("POST", "/items/\(id)/complete")["done"] == .bool(true))
      #expect(try await program.object("POST", "/items/\(id)/reopen")["done"] == .bool(false))
      #expect(
        try await program.object("POST", "/items/\(id)/snooze", #"{"until":"2031-01-01"}"#)["not_before"]
          == "2031-01-01")
      #expect(try await program.send("POST", "/items/\(id)/snooze", "{}").refused == ["until"])
      #expect(try await program.send("POST", "/items/\(id)/skip").status == 409)
      let line = UUID.v7()
      for _ in 1...2 {
        let row = try await program.object("POST", "/items/\(id)/checklist", "{\"id\":\"\(line)\",\"text\":\"Eggs\"}")
        #expect(row.ids("checklist") == ["\(line)"])
      }
      let ticked = try await program.object(
        "PATCH", "/items/\(id)/checklist/\(line)", #"{"done":true,"text":"6 eggs"}"#)
      #expect(ticked["checklist"]?.elements?.first?.object?["done"] == .bool(true))
      #expect(ticked["checklist"]?.elements?.first?.object?["text"] == "6 eggs")
      #expect(try await program.object("DELETE", "/items/\(id)/checklist/\(line)")["checklist"] == .array([]))
      #expect(try await program.send("PATCH", "/items/\(id)/checklist/\(line)", #"{"done":true}"#).status == 404)
      // One that repeats: the next one is there, once.
      let daily = try await add(#"{"title":"Daily","due_date":"2030-01-01","repeat":"FREQ=DAILY"}"#)
      #expect(try await program.object("GET", "/items/\(daily)")["repeat"] == "FREQ=DAILY")
      #expect(try await program.object("POST", "/items/\(daily)/skip")["due_date"] == "2030-01-02")
      for _ in 1...3 { _ = try await program.object("POST", "/items/\(daily)/complete") }
      let open = try await program.object("GET", "/items?done=false&due_from=2030-01-01")
      #expect(open["items"]?.elements?.compactMap { $0.object?["due_date"]?.string } == ["2030-01-03"])
      // Without a word about it an item goes on repeating.
      let next = try #require(open.ids("items").first)
      let version = try #require(try await program.object("GET", "/items/\(next)")["version"]?.integer)
      let renamed = try await program.object(
        "PATCH", "/items/\(next)", #"{"title":"Each day"}"#, ["if-match": "\"\(version)\""])
      #expect(renamed["repeat"] == "FREQ=DAILY" && renamed["due_date"] == "2030-01-03")
      let ended = try await program.object("PATCH", "/items/\(next)", #"{"repeat":null}"#, ["if-match": "*"])
      #expect(ended["repeat"] == .null && ended["title"] == "Each day")
    }

    @Test func `Lists have pages and filters`() async throws {
      let app = try await TestApp.shared()
      let program = try await ProgramClient(try await app.member())
      var ids: [String] = []
      for number in 1...7 {
        let body =
          "{\"title\":\"\(number)\",\"category\":\"\(number % 2 == 0 ? "Even" : "Odd")\",\"tags\":[\"t\(number)\"]}"
        ids.append(try #require(try await program.object("POST", "/items", body)["id"]?.string))
      }
      var (found, path): ([String], String?) = ([], "/items?limit=3")
      while let next = path {
        let page = try await program.object("GET", next)
        let rows = page["items"]?.elements ?? []
        #expect(rows.count <= 3)
        found += rows.compactMap { $0.object?["id"]?.string }
        path = page["next"]?.string.map { String($0.dropFirst(API.root.utf8.count)) }
      }
      #expect(found == ids.sorted())
      #expect(try await program.object("GET", "/items?category=even").ids("items").count == 3)
      #expect(try await program.object("GET", "/items?tag=T5").ids("items") == [ids[4]])
      #expect(try await program.object("GET", "/categories").ids("categories").count == 2)
    }

    @Test func `Bodies and queries that are not as described are refused, and their fields are named`() async throws {
      let app = try await TestApp.shared()
      let program = try await ProgramClient(try await app.member())
      let bodies: [(body: String, fields: [String])] = [
        (#"{"titel":"A"}"#, ["titel"]), (#"{"title":1}"#, ["title"]), (#"{"title":null}"#, ["title"]),
        (#"{"title":"A","tags":"b"}"#, ["tags"]), (#"{"title":"A","tags":[1]}"#, ["tags"]),
        (#"{"title":"A","done":"true"}"#, ["done"]), (#"{"title":"A","due_date":"2030-02-30"}"#, ["due_date"]),
        (#"{"title":"A","due_time":"10:00"}"#, ["due_date"]), (#"{"title":"A","people":["x"]}"#, ["people"]),
        (#"{"title":"A","priority":"urgent"}"#, ["priority"]), (#"{"title":"A","repeat":"FREQ=NEVER"}"#, ["repeat"]),
        (#"{"title":"a\u0000b"}"#, ["title"]), (#"{"title":" "}"#, ["title"]), (#"{"id":"7"}"#, ["id"]),
      ]
      for (body, fields) in bodies {
        let answer = try await program.send("POST", "/items", body)
        #expect(answer.status == 422 && answer.refused == fields, "\(body): \(answer.status) \(answer.text)")
        #expect(answer["content-type"] == "application/problem+json")
      }
      let broken = [
        "", "[]", "{", #"{"title":"A","title":"B"}"#, #"{"a":"# + String(repeating: "[", count: 10_000),
        #"{"title":"\ud800"}"#, "{\"title\":\"\u{1}\"}", #"{"title":"A"} x"#,
      ]
      for body in broken {
        let status = try await program.send("POST", "/items", body).status
        #expect(body.isEmpty ? status == 422 : status == 400, "\(body.prefix(40)) answered \(status)")
      }
      let digits =
        "{\"day\":\"2030-01-01\",\"meal\":\"dinner\",\"text\":\"A\",\"servings\":\(String(repeating: "9", count: 400))}"
      #expect(try await program.send("POST", "/meals", digits).refused == ["servings"])
      #expect(
        try await program.send("POST", "/items", "{\"title\":\"\(String(repeating: "a", count: 2 << 20))\"}").status
          == 413)
      #expect(
        try await program.send("POST", "/items", "title=A", ["content-type": "application/x-www-form-urlencoded"])
          .status == 415)
      #expect(try await program.get("/items?limit=0").refused == ["limit"])
      #expect(try await program.get("/items?colour=red").refused == ["colour"])
      #expect(try await program.get("/changes?since=nonsense").refused == ["since"])
      #expect(try await program.get("/items/7").status == 404)
      #expect(try await program.get("/nothing").status == 404)
      #expect(try await program.send("PUT", "/items").status == 405)
      // In the language that is asked for.
      let french = try await program.send("POST", "/items", #"{"title":" "}"#, ["accept-language": "fr"])
      #expect(french["content-language"] == "fr" && french.text.contains("description"))
      #expect(try await program.object("GET", "/items").ids("items") == [])
    }

    @Test func `A token opens the API alone, with its rights and as long as it lives, and a cookie does not`()
      async throws
    {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let reader = try await ProgramClient(member, scopes: ["items:read"])
      #expect(try await reader.get("/items").status == 200)
      #expect(try await reader.send("POST", "/items", #"{"title":"A"}"#).status == 403)
      #expect(try await reader.get("/recipes").status == 403)
      for path in ["/items", "/settings", "/events"] {
        let page = try await reader.browser.get(path, ["authorization": "Bearer \(reader.token)"])
        #expect(page.status == 303, "\(path)")
      }
      let cookie = try await member.get("/api/v1/items")
      #expect(cookie.status == 401 && cookie["www-authenticate"] == "Bearer realm=\"Foyer\"")
      #expect(try await member.post("/api/v1/items", ["title": "A"]).status == 401)
      #expect(
        try await reader.get("/items", ["authorization": "Bearer foyer_\(String(repeating: "A", count: 43))"]).status
          == 401)
      #expect(try await reader.get("/items", ["authorization": nil]).status == 401)
      // Its last use is noted.
      let used = try app.number(
        "SELECT count(last_used_at) AS n FROM access_tokens WHERE household_id = \(member.household)")
      #expect(used == 1)
      let limits = try await reader.get("/items")
      #expect(
        limits["ratelimit"]?.hasPrefix("\"token\";r=") == true && limits["ratelimit-policy"]?.contains("w=60") == true)
      try app.rows("UPDATE access_tokens SET expires_at = now() WHERE household_id = \(member.household)")
      #expect(try await reader.get("/items").status == 401)
      let other = try await ProgramClient(member)
      #expect(try await other.get("/items").status == 200)
      try app.rows("DELETE FROM access_tokens WHERE household_id = \(member.household)")
      #expect(try await other.send("POST", "/items", #"{"title":"A"}"#).status == 401)
    }

    /// Without row level security, what the statements name keeps households apart.
    @Test(arguments: [true, false])
    func `Another household's rows answer as unknown ones on every operation`(isGuarded: Bool) async throws {
      let app = try await TestApp()
      if !isGuarded { try app.takeRowSecurityAway() }
      let (alice, charlie) = (try await app.member(), try await app.member())
      let (owner, stranger) = (try await ProgramClient(alice), try await ProgramClient(charlie))
      var ids: [String: String] = [:]
      for part in Self.parts {
        ids[part.name] = try #require(try await owner.object("POST", "/\(part.name)", part.new)["id"]?.string)
      }
      let listing = try await alice.list()
      ids["hosting-requests"] = "\(try await charlie.ask(listing))"
      let guest = try await app.member()
      ids["requests"] = "\(try await guest.ask(listing))"
      ids["people"] = try #require(
        try await owner.object("GET", "/people")["people"]?.elements?.first?.object?["id"]?.string)
      // The guest's own request is charlie's for its host's path, and the host's for the guest's.
      // The last use of a token is noted once an hour.
      _ = try await stranger.get("/items")
      let before = try app.digest()
      for endpoint in API.endpoints where endpoint.path.contains("{id}") {
        let part = try #require(endpoint.path.split(separator: "/").first.map(String.init))
        var answers: [String] = []
        for id in [try #require(ids[part]), "\(UUID.v7())"] {
          let path = ["{id}", "{line}", "{file}"].reduce(endpoint.path) { $0.components($1).joined(separator: id) }
          var body = endpoint.body == nil ? nil : "{}"
          if path.hasSuffix("/snooze") { body = #"{"until":null}"# }
          if path.hasSuffix("/checklist") { body = #"{"text":"Stolen"}"# }
          let answer = try await stranger.send(endpoint.method.name, path, body, ["if-match": "*"])
          let asksAlone = part == "hosting-requests" || part == "requests"
          #expect(answer.status == 404, "\(endpoint.method.name) \(path) \(asksAlone)")
          answers.append(answer.text.components("\"instance\"")[0])
        }
        #expect(Set(answers).count == 1, "\(endpoint.path)")
      }
      // Rows of others are in no list and in no change.
      for resource in API.resources where !["people", "requests"].contains(resource.name) {
        #expect(try await stranger.object("GET", "/\(resource.name)").ids(resource.name) == [], "\(resource.name)")
      }
      let everything = try await stranger.object("GET", "/changes?include=rows")
      #expect(everything.ids("created").intersection(Set(ids.values).subtracting([ids["hosting-requests"]!])).isEmpty)
      #expect(try app.digest() == before)
      await app.app.stop()
    }

    @Test func `A stay is read by both sides, accepted by the host and withdrawn by the guest`() async throws {
      let app = try await TestApp.shared()
      let (alice, charlie) = (try await app.member(), try await app.member())
      let (host, guest) = (try await ProgramClient(alice), try await ProgramClient(charlie))
      let request = try await charlie.ask(try await alice.list())
      let row = try await host.object("GET", "/hosting-requests/\(request)")
      #expect(row["state"] == "pending" && row["guest_name"]?.string?.isEmpty == false)
      let version = try #require(row["version"]?.integer)
      let path = "/hosting-requests/\(request)/accept"
      #expect(try await host.send("POST", path, "{}").status == 428)
      #expect(try await host.send("POST", path, "{}", ["if-match": "\"\(version + 1)\""]).status == 412)
      let accepted = try await host.object("POST", path, #"{"reply":"Come!"}"#, ["if-match": "\"\(version)\""])
      #expect(accepted["state"] == "accepted" && accepted["reply"] == "Come!")
      // It is accepted already: another look at its version would not help.
      for fields in ["*", "\"\(accepted["version"]?.integer ?? 0)\""] {
        #expect(try await host.send("POST", path, "{}", ["if-match": fields]).status == 409)
      }
      #expect(try await guest.object("GET", "/requests/\(request)")["state"] == "accepted")
      #expect(try await guest.get("/hosting-requests/\(request)").status == 404)
      #expect(try await guest.send("DELETE", "/requests/\(request)").status == 405)
    }

    @Test func `The changes since a state, with those of the pages, and what was deleted`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let program = try await ProgramClient(member)
      let kept = try await member.add("Kept")
      let start = try await program.object("GET", "/changes")
      #expect(start.ids("created").contains("\(kept)") && start["more"] == .bool(false))
      var state = try #require(start["state"]?.string)
      func next() async throws -> JSONObject {
        let page = try await program.object("GET", "/changes?since=\(state)&include=rows")
        state = try #require(page["state"]?.string)
        return page
      }
      // What was read may be named again as long as an older transaction runs: that of another test.
      let added = try await member.add("Added by a page")
      _ = try await member.post("/items/\(kept)/done", ["done": "true"])
      var page = try await next()
      #expect(page.ids("created").contains("\(added)") && page.ids("deleted") == [])
      #expect(page.ids("changed").union(page.ids("created")).contains("\(kept)"))
      let entries = (page["created"]?.elements ?? []).compactMap { $0.object }
      #expect(entries.first { $0["id"]?.string == "\(added)" }?["row"]?.object?["title"] == "Added by a page")
      _ = try await member.post("/items/\(added)/delete")
      page = try await next()
      #expect(page.ids("deleted").contains("\(added)"))
      _ = try await member.post("/items/\(added)/restore")
      page = try await next()
      #expect(page.ids("changed").union(page.ids("created")).contains("\(added)"))
      for part in Self.parts where part.name != "items" {
        let id = try #require(try await program.object("POST", "/\(part.name)", part.new)["id"]?.string)
        #expect(try await next().ids("created").contains(id), "\(part.name)")
        _ = try await program.send("DELETE", "/\(part.name)/\(id)")
        #expect(try await next().ids("deleted").contains(id), "\(part.name)")
      }
      // A token sees its parts alone.
      let cook = try await ProgramClient(member, scopes: ["recipes:read"])
      #expect(!(try await cook.object("GET", "/changes").ids("created").contains("\(kept)")))
      // Too old, and of another database.
      let parts = state.split(separator: ".")
      #expect(try await program.get("/changes?since=\(parts[0]).\(parts[1]).1000").status == 410)
      #expect(try await program.get("/changes?since=0123456789abcdef.\(parts[1]).\(parts[2])").status == 410)
    }

    @Test func `A change that commits after later ones is read all the same`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let program = try await ProgramClient(member)
      let (slow, fast) = (try await member.add("Slow"), try await member.add("Fast"))
      var state = try #require(try await program.object("GET", "/changes")["state"]?.string)
      let session = try Session(Target(url: app.superuserURL), deadline: .now() + .seconds(120))
      try session.run("BEGIN")
      try session.run(
        "UPDATE items SET version = version + 1 WHERE household_id = \(member.household) AND id = \(slow)")
      _ = try await member.post("/items/\(fast)/done", ["done": "true"])
      var page = try await program.object("GET", "/changes?since=\(state)")
      #expect(page.ids("changed").union(page.ids("created")).contains("\(fast)"))
      state = try #require(page["state"]?.string)
      try session.run("COMMIT")
      page = try await program.object("GET", "/changes?since=\(state)")
      #expect(page.ids("changed").union(page.ids("created")).contains("\(slow)"))
    }

    @Test func `Everything is read in pages, beside changes`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let program = try await ProgramClient(member)
      try member.fill(1_203)
      var (found, page) = (Set<String>(), try await program.object("GET", "/changes"))
      var pages = 1
      found.formUnion(page.ids("created"))
      let late = try await member.add("Meanwhile")
      while page["more"] == .bool(true) {
        pages += 1
        page = try await program.object("GET", "/changes?since=\(try #require(page["state"]?.string))")
        found.formUnion(page.ids("created"))
      }
      #expect(pages >= 3 && found.count >= 1_203)
      // Those of one moment may be named again, as long as an older transaction of another test runs.
      repeat {
        page = try await program.object("GET", "/changes?since=\(try #require(page["state"]?.string))")
        found.formUnion(page.ids("created"))
      } while page["more"] == .bool(true)
      #expect(found.contains("\(late)"))
      // Many changes at once.
      let state = try #require(page["state"]?.string)
      try app.rows("UPDATE items SET version = version + 1 WHERE household_id = \(member.household)")
      var changed: Set<String> = []
      page = try await program.object("GET", "/changes?since=\(state)")
      changed.formUnion(page.ids("changed").union(page.ids("created")))
      while page["more"] == .bool(true) {
        page = try await program.object("GET", "/changes?since=\(try #require(page["state"]?.string))")
        changed.formUnion(page.ids("changed").union(page.ids("created")))
      }
      #expect(changed.count >= 1_203)
    }

    /// As texts their numbers have another order.
    @Test func `Many changes are read in the order of their transactions`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let program = try await ProgramClient(member)
      try member.fill(510)
      let early = try await member.add("Early")
      try app.rows(
        """
        UPDATE changes SET moment = (CASE WHEN id = \(early) THEN '9' ELSE '10' END)::xid8
        WHERE household_id = \(member.household) AND kind = 'items'
        """)
      let state = try #require(try await program.object("GET", "/changes")["state"]?.string).split(separator: ".")
      var page = try await program.object("GET", "/changes?since=\(state[0]).9.\(state[2])")
      var found = page.ids("created").union(page.ids("changed"))
      while page["more"] == .bool(true) {
        page = try await program.object("GET", "/changes?since=\(try #require(page["state"]?.string))")
        found.formUnion(page.ids("created").union(page.ids("changed")))
      }
      #expect(found.contains("\(early)") && found.count >= 511)
    }

    @Test func `A request that waits is answered by a change, or when its time is over`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let program = try await ProgramClient(member)
      // Until the older transactions of other tests have ended, the rows that were read are named again.
      var path = ""
      try await eventually {
        let page = try await program.object("GET", path.isEmpty ? "/changes" : path)
        path = "/changes?since=\(try #require(page["state"]?.string))"
        return try await program.object("GET", path + "&wait=1")["created"] == .array([])
      }
      async let waiting = program.object("GET", path + "&wait=55")
      let added = try await member.add("Meanwhile")
      #expect(try await waiting.ids("created").contains("\(added)"))
    }

    @Test func `The description names every operation, and its page shows each`() async throws {
      let app = try await TestApp.shared()
      let description = try await app.browser().get("/api/v1/openapi.json")
      let paths = try #require(description.object?["paths"]?.object)
      for endpoint in API.endpoints {
        let operation = paths[endpoint.path]?.object?[endpoint.method.name.lowercased()]?.object
        #expect(operation != nil, "\(endpoint.path)")
        // What is no request of HTTP is answered in plain text.
        for code in ["400", "414", "431"] {
          let content = operation?["responses"]?.object?[code]?.object?["content"]?.object
          #expect(content?["text/plain"] != nil, "\(endpoint.path): \(code)")
        }
      }
      let member = try await app.member()
      let program = try await ProgramClient(member)
      for (path, status) in [("/items/%01", 400), ("/items?category=" + String(repeating: "0", count: 20_000), 414)] {
        let answer = try await program.get(path)
        #expect(answer.status == status && answer["content-type"] == "text/plain; charset=utf-8", "\(answer.status)")
      }
      let page = try await app.browser().get("/api")
      #expect(page.status == 200)
      for endpoint in API.endpoints { #expect(page.contains("\(endpoint.method.name) /api/v1\(endpoint.path)")) }
    }

    @Test func `A batch does each by itself, or all or none`() async throws {
      let app = try await TestApp.shared()
      let program = try await ProgramClient(try await app.member(), scopes: ["items:write", "shopping:write"])
      let operations = #"""
        [{"method":"POST","path":"/items","body":{"title":"One"}},
         {"method":"POST","path":"/shopping-lines","body":{"text":"2 l milk"}},
         {"method":"POST","path":"/items","body":{"title":" "}},
         {"method":"POST","path":"/recipes","body":{"name":"Soup"}},
         {"method":"GET","path":"/items?done=false"}]
        """#
      let each = try await program.object("POST", "/batch", "{\"operations\":\(operations)}")
      let statuses = each["results"]?.elements?.compactMap { $0.object?["status"]?.integer }
      #expect(statuses == [201, 201, 422, 403, 200])
      #expect(try await program.object("GET", "/items").ids("items").count == 1)
      // One refusal takes everything back.
      let all = try await program.send("POST", "/batch", "{\"atomic\":true,\"operations\":\(operations)}")
      #expect(all.status == 422 && all.object?["operation"]?.integer == 2 && all.refused == ["title"])
      #expect(try await program.object("GET", "/items").ids("items").count == 1)
      #expect(try await program.object("GET", "/shopping-lines").ids("shopping-lines").count == 1)
      let id = UUID.v7()
      let good = """
        {"atomic":true,"operations":[{"method":"POST","path":"/items","body":{"id":"\(id)","title":"Two","tags":["new"]}},
        {"method":"PATCH","path":"/items/\(id)","version":1,"body":{"priority":"low"}},
        {"method":"POST","path":"/items/\(id)/complete"}]}
        """
      let done = try await program.object("POST", "/batch", good)
      #expect(done["results"]?.elements?.last?.object?["body"]?.object?["done"] == .bool(true))
      #expect(try await program.object("GET", "/items/\(id)")["priority"] == "low")
      let stale = try await program.send(
        "POST", "/batch",
        "{\"atomic\":true,\"operations\":[{\"method\":\"PATCH\",\"path\":\"/items/\(id)\",\"version\":1,\"body\":{\"title\":\"Three\"}}]}"
      )
      #expect(stale.status == 412)
      let many = String(repeating: #"{"method":"GET","path":"/items"},"#, count: 100)
      #expect(
        try await program.send("POST", "/batch", "{\"operations\":[\(many)\(many.dropLast())]}").refused == [
          "operations"
        ])
      for path in ["/batch", "/changes", "/nothing", "/items/7"] {
        let answer = try await program.send(
          "POST", "/batch", "{\"operations\":[{\"method\":\"GET\",\"path\":\"\(path)\"}]}")
        #expect(answer.status == 422, "\(path)")
      }
    }

    @Test func `A change that waits for another one of the same version is refused`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      let program = try await ProgramClient(member)
      let parts: [(name: String, new: String, change: String, other: SQL)] = [
        (
          "hand", #"{"name":"rice","amount":"1 kg"}"#, #"{"place":"Cellar"}"#, "ingredients_at_hand SET amount = '2 kg'"
        ),
        ("shopping-lists", #"{"name":"Market"}"#, #"{"name":"Fair"}"#, "named_lists SET name = 'Other'"),
        ("shopping-lines", #"{"text":"2 l milk"}"#, #"{"checked":true}"#, "shopping_entries SET version = version + 1"),
        (
          "shopping-lines", #"{"text":"2 l milk"}"#, #"{"text":"3 l milk","checked":true}"#,
          "shopping_entries SET version = version + 1"
        ),
        // Each side changes another field: nothing is merged for a program that has named a version.
        (
          "items", #"{"title":"Milk"}"#, #"{"priority":"high"}"#, "items SET description = 'Two', version = version + 1"
        ),
        ("recipes", #"{"name":"Soup"}"#, #"{"notes":"Good"}"#, "recipes SET cuisine = 'x', version = version + 1"),
      ]
      for part in parts {
        let row = try await program.object("POST", "/\(part.name)", part.new)
        let (id, version) = (try #require(row["id"]?.string), try #require(row["version"]?.integer))
        let path = "/\(part.name)/\(id)"
        let session = try Session(Target(url: app.superuserURL), deadline: .now() + .seconds(120))
        try session.run("BEGIN")
        try session.run(
          "UPDATE \(fragment: part.other) WHERE household_id = \(member.household) AND id = \(UUID(id.utf8)!)")
        // It reads the version of before, and waits.
        async let waiting = program.send("PATCH", path, part.change, ["if-match": "\"\(version)\""])
        try await eventually {
          try app.number(
            """
            SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
            """) > 0
        }
        try session.run("COMMIT")
        let refused = try await waiting
        #expect(refused.status == 412, "\(part.name): \(refused.text)")
        for name in ["place", "text", "title", "checked"] where row[name] != nil {
          #expect(refused.object?["current"]?.object?[name] == row[name], "\(part.name)")
        }
        #expect(try await program.send("DELETE", path, nil, ["if-match": "\"\(version)\""]).status == 412)
        #expect(try await program.send("DELETE", path).status == 204)
      }
      await app.app.stop()
    }

    @Test
    func `A batch that another one stood in the way of is done again, and one that never gets through is refused`()
      async throws
    {
      let app = try await TestApp()
      let program = try await ProgramClient(try await app.member())
      // As PostgreSQL ends one of two transactions that wait for each other. The numbers stay when it is taken back.
      try app.rows("CREATE SEQUENCE attempts")
      try app.rows("GRANT USAGE ON SEQUENCE attempts TO foyer_app")
      try app.rows(
        """
        CREATE FUNCTION stand_in_the_way() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          IF nextval('attempts') % 2 = 1 OR NEW.title = 'Never' THEN RAISE 'deadlock detected' USING ERRCODE = '40P01'; END IF;
          RETURN NEW;
        END $$
        """)
      try app.rows(
        "CREATE TRIGGER stand_in_the_way BEFORE INSERT ON items FOR EACH ROW EXECUTE FUNCTION stand_in_the_way()")
      func send(_ title: String) async throws -> Answer {
        try await program.send(
          "POST", "/batch",
          #"{"atomic":true,"operations":[{"method":"POST","path":"/categories","body":{"name":"C \#(title)"}},"#
            + #"{"method":"POST","path":"/items","body":{"title":"\#(title)"}}]}"#)
      }
      let done = try await send("Once")
      #expect(done.status == 200, "\(done.text)")
      #expect(try await program.object("GET", "/items").ids("items").count == 1)
      #expect(try await program.object("GET", "/categories").ids("categories").count == 1)
      let refused = try await send("Never")
      #expect(refused.status == 503 && refused["content-type"] == "application/problem+json", "\(refused.text)")
      #expect(try await program.object("GET", "/categories").ids("categories").count == 1)
      await app.app.stop()
    }

    @Test func `An assistant needs its scope, and its messages are those of the protocol`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let assistant = try await ProgramClient(member, scopes: ["mcp"])
      let script = try await ProgramClient(member, scopes: ["items:write"])
      func send(_ body: String, _ headers: [String: String?] = [:], by client: ProgramClient? = nil) async throws
        -> Answer
      {
        let client = client ?? assistant
        let fields: [String: String?] = [
          "authorization": "Bearer \(client.token)", "origin": nil, "content-type": "application/json",
        ]
        return try await client.browser.send("POST", MCP.path, fields.merging(headers) { $1 }, Array(body.utf8))
      }
      let list = #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#
      let tools = try await send(list).object?["result"]?.object?["tools"]?.elements ?? []
      #expect((8...25).contains(tools.count))
      #expect(try await send(list, by: script).status == 403)
      #expect(try await send(list, ["authorization": nil]).status == 401)
      #expect(try await assistant.get("/items").status == 403)
      #expect(try await send(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).status == 202)
      #expect(try await send("{").object?["error"]?.object?["code"]?.integer == -32700)
      #expect(try await send("[]").object?["error"]?.object?["code"]?.integer == -32600)
      #expect(
        try await send(#"{"jsonrpc":"2.0","id":"a","method":"nothing"}"#).object?["error"]?.object?["code"]?.integer
          == -32601)
      let hello = try await send(
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#)
      #expect(hello.object?["result"]?.object?["protocolVersion"] == "2025-06-18")
      // The revision without a handshake says its version in each request, in the body and in the fields.
      func modern(_ version: String) -> String {
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"server/discover\",\"params\":{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"\(version)\"}}}"
      }
      let fields = ["mcp-protocol-version": "2026-07-28", "mcp-method": "server/discover"]
      #expect(try await send(modern("2026-07-28"), fields).object?["result"]?.object?["resultType"] == "complete")
      #expect(try await send(modern("2026-07-28")).object?["error"]?.object?["code"]?.integer == -32020)
      let unknown = try await send(modern("2099-01-01"), fields.merging(["mcp-protocol-version": "2099-01-01"]) { $1 })
      #expect(unknown.status == 400 && unknown.object?["error"]?.object?["code"]?.integer == -32022)
      func call(_ name: String, _ arguments: String) async throws -> JSONObject {
        let answer = try await send(
          "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"\(name)\",\"arguments\":\(arguments)}}"
        )
        return try #require(answer.object?["result"]?.object)
      }
      // Each tool is there, and those that only read change nothing.
      let id = try #require(
        try await call("add_item", #"{"title":"Plants"}"#)["structuredContent"]?.object?["id"]?.string)
      for tool in MCPTool.all where tool.isReading {
        let needsID = tool.name == "read_item"
        let arguments = needsID ? "{\"id\":\"\(id)\"}" : tool.name == "due_items" ? #"{"until":"2030-01-01"}"# : "{}"
        let result = try await call(tool.name, arguments)
        #expect(result["isError"] == .bool(false), "\(tool.name): \(JSON.object(result).text)")
      }
      #expect(
        try await call("complete_item", "{\"id\":\"\(id)\"}")["structuredContent"]?.object?["done"] == .bool(true))
      #expect(try await call("complete_item", "{\"id\":\"\(UUID.v7())\"}")["isError"] == .bool(true))
      #expect(try await call("plan_meal", #"{"day":"2030-01-01"}"#)["isError"] == .bool(true))
    }
  }
}
