import Crypto
import EventLoop
import HTTP
import StrictJSON
import Testing

@testable import Foyer
@testable import Postgres

extension APIField.Kind {
  /// A value of it.
  fileprivate var sample: JSON {
    switch self {
    case .text: "A"
    case .day: "2030-01-02"
    case .time: "18:30"
    case .moment: "2030-01-02T18:30:00Z"
    case .flag: .bool(true)
    case .id: .string("\(UUID.v7())")
    case .number(let range): .number("\(range.lowerBound)")
    case .choice(let values): .string(values[0])
    case .list: .array([])
    case .object(let fields): .object(fields.sample)
    case .anyObject: .object(JSONObject())
    }
  }
}

extension [APIField] {
  /// An object with the fields that are needed.
  fileprivate var sample: JSONObject {
    var object = JSONObject()
    for field in self where !field.isOptional { object.append(field.name, field.kind.sample) }
    return object
  }
}

extension Endpoint {
  /// Its path, with one row in each place.
  fileprivate func path(of id: UUID) -> String {
    ["{id}", "{line}", "{file}"].reduce(path) { $0.components($1).joined(separator: "\(id)") }
  }

  /// A body that it takes.
  fileprivate var sample: String? { body.map { JSON.object($0.sample).text } }
}

extension ProgramClient {
  /// The answer to an operation, with a body that it takes.
  fileprivate func send(_ endpoint: Endpoint, of id: UUID) async throws -> Answer {
    try await send(endpoint.method.name, endpoint.path(of: id), endpoint.sample, ["if-match": "*"])
  }
}

extension FoyerTests {
  /// What a token with less rights, one that has ended, and one of another household can do: nothing, on every operation.
  @Suite struct APIRightsTests {
    @Test func `Every operation needs its scope, by itself and in a batch`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      let item = try await member.add("Kept")
      let all = AccessScope.all.map(\.text)
      let reader = try await ProgramClient(member, scopes: all.filter { $0.hasSuffix(":read") })
      var others: [AccessScope.Part: ProgramClient] = [:]
      for part in AccessScope.Part.allCases {
        others[part] = try await ProgramClient(member, scopes: all.filter { !$0.hasPrefix("\(part.rawValue):") })
      }
      // The last use of a token is noted once an hour.
      for program in others.values + [reader] { _ = try await program.get("/changes") }
      let before = try app.digest()
      for endpoint in API.endpoints {
        guard let scope = endpoint.scope else { continue }
        let programs = [try #require(others[scope.part])] + (scope.changes ? [reader] : [])
        for program in programs {
          let path = endpoint.path(of: item)
          let answer = try await program.send(endpoint, of: item)
          #expect(answer.status == 403, "\(endpoint.method.name) \(path): \(answer.text)")
          if !endpoint.isInBatches { continue }
          let operation =
            "{\"method\":\"\(endpoint.method.name)\",\"path\":\"\(path)\",\"version\":1,\"body\":\(endpoint.sample ?? "null")}"
          for isAtomic in [true, false] {
            let body = "{\"atomic\":\(isAtomic),\"operations\":[\(operation)]}"
            let batch = try await program.send("POST", "/batch", body)
            let result = batch.object?["results"]?.elements?.first?.object?["status"]?.integer
            #expect((isAtomic ? batch.status : result) == 403, "\(operation): \(batch.text)")
          }
        }
      }
      #expect(try app.digest() == before)
      await app.app.stop()
    }

    @Test func `A token that has ended, or whose time is over, opens no operation`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      let item = try await member.add("Kept")
      let (ended, expired) = (try await ProgramClient(member), try await ProgramClient(member))
      let hash = sha256(ended.token.utf8)
      try app.rows("DELETE FROM access_tokens WHERE household_id = \(member.household) AND token_hash = \(hash)")
      try app.rows("UPDATE access_tokens SET expires_at = now() WHERE household_id = \(member.household)")
      let before = try app.digest()
      for endpoint in API.endpoints {
        for program in [ended, expired] {
          let answer = try await program.send(endpoint, of: item)
          #expect(answer.status == 401, "\(endpoint.method.name) \(endpoint.path): \(answer.text)")
        }
      }
      #expect(try app.digest() == before)
      await app.app.stop()
    }

    @Test func `Ids of another household's rows in a body are those of rows that nobody has`() async throws {
      let app = try await TestApp.shared()
      let (alice, charlie) = (try await app.member(), try await app.member())
      let (owner, stranger) = (try await ProgramClient(alice), try await ProgramClient(charlie))
      let person = try #require(
        try await owner.object("GET", "/people")["people"]?.elements?.first?.object?["id"]?.string)
      let list = try #require(try await owner.object("POST", "/shopping-lists", #"{"name":"Secret"}"#)["id"]?.string)
      let recipe = try #require(try await owner.object("POST", "/recipes", #"{"name":"Secret"}"#)["id"]?.string)
      let item = try #require(try await owner.object("POST", "/items", #"{"title":"Secret"}"#)["id"]?.string)
      let bodies = [
        ("/items", "{\"title\":\"A\",\"people\":[\"*\"]}", person),
        ("/items", "{\"title\":\"A\",\"turn\":[\"*\"]}", person),
        ("/items", "{\"id\":\"*\",\"title\":\"A\"}", item),
        ("/shopping-lines", "{\"text\":\"rice\",\"list\":\"*\"}", list),
        ("/meals", "{\"day\":\"2030-01-02\",\"meal\":\"dinner\",\"text\":\"A\",\"recipe\":\"*\"}", recipe),
      ]
      for (path, body, id) in bodies {
        var answers: [String] = []
        for id in [id, "\(UUID.v7())"] {
          let answer = try await stranger.send("POST", path, body.components("*").joined(separator: id))
          #expect(!answer.text.contains("Secret"))
          // What tells two rows of the stranger's own apart.
          var told = JSONObject()
          for field in answer.object?.members ?? [] where !["id", "created_at", "instance"].contains(field.name) {
            told.append(field.name, field.value)
          }
          answers.append("\(answer.status) \(JSON.object(told).text.components(id).joined(separator: "*"))")
        }
        #expect(answers[0] == answers[1], "\(path) \(body)")
      }
      #expect(try await owner.object("GET", "/items/\(item)")["title"] == "Secret")
      #expect(try await owner.object("GET", "/shopping-lines")["shopping-lines"] == .array([]))
    }

    @Test func `A body of 10 MB is refused, and numbers of 400 digits are none`() async throws {
      let app = try await TestApp.shared()
      let program = try await ProgramClient(try await app.member())
      let large = try await program.send("POST", "/items", "{\"title\":\"\(String(repeating: "a", count: 10 << 20))\"}")
      #expect(large.status == 413 && large["content-type"] == "application/problem+json")
      let item = try #require(try await program.object("POST", "/items", #"{"title":"A"}"#)["id"]?.string)
      let digits = String(repeating: "9", count: 400)
      #expect(try await program.get("/items?limit=\(digits)").refused == ["limit"])
      #expect(try await program.get("/changes?wait=\(digits)").refused == ["wait"])
      let change = #"{"priority":"high"}"#
      #expect(try await program.send("PATCH", "/items/\(item)", change, ["if-match": "\"\(digits)\""]).status == 412)
      let operation = "{\"method\":\"PATCH\",\"path\":\"/items/\(item)\",\"version\":\(digits),\"body\":\(change)}"
      #expect(
        try await program.send("POST", "/batch", "{\"operations\":[\(operation)]}").refused == ["operations[0].version"]
      )
      #expect(try await program.object("GET", "/items/\(item)")["priority"] == "none")
    }

    @Test func `A token and a household have so many requests a minute, whatever others send`() throws {
      let limits = ProgramLimits()
      let (one, two, other) = (Share(UUID.v7()), Share(UUID.v7()), [UInt8](repeating: 9, count: 32))
      func take(_ token: UInt8, _ share: Share, _ count: Int, at second: Int) -> ProgramLimits.Left {
        var left = limits.take([UInt8](repeating: token, count: 32), share, at: second)
        for _ in 1..<count { left = limits.take([UInt8](repeating: token, count: 32), share, at: second) }
        return left
      }
      #expect(take(1, one, ProgramLimits.perToken, at: 60).count == 0)
      let refused = take(1, one, 1, at: 75)
      #expect(!refused.isLeft && refused.seconds == 45)
      // A second token of the household has what is left of the household's.
      #expect(take(2, one, ProgramLimits.perHousehold - ProgramLimits.perToken - 1, at: 76).count == 0)
      #expect(!take(3, one, 1, at: 77).isLeft)
      // Tokens that are made up count by their address, and set nobody's count back.
      for number in 0..<12_000 {
        let madeUp = (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } + [1]
        #expect(limits.take(madeUp, Share(7, 7), isKnown: false, at: 77).isLeft)
      }
      #expect(!limits.take([8], Share(7, 7), isKnown: false, at: 77).isLeft)
      #expect(!take(1, one, 1, at: 77).isLeft)
      #expect(limits.take(other, two, at: 78).count == ProgramLimits.perToken - 1)
      #expect(take(1, one, 1, at: 120).count == ProgramLimits.perToken - 1)
    }
  }
}

extension FoyerTests {
  /// What a PATCH changes in one statement keeps the rules of the item's form.
  @Suite struct PatchItemTests {
    @Test func `Words, the priority and the tick of an item change alone, and keep the rules of its form`() async throws
    {
      let app = try await TestApp()
      let member = try await app.member()
      let program = try await ProgramClient(member)
      func patch(_ item: JSONObject, _ body: String) async throws -> Answer {
        let (id, version) = (try #require(item["id"]?.string), try #require(item["version"]?.integer))
        return try await program.send("PATCH", "/items/\(id)", body, ["if-match": "\"\(version)\""])
      }
      func add(_ body: String) async throws -> JSONObject { try await program.object("POST", "/items", body) }
      let whole = try await add(
        #"{"title":"Milk","description":"Two","category":"Shop","tags":["b","a"],"due_date":"2030-01-02","priority":"low"}"#
      )
      var changed = try #require(try await patch(whole, #"{"title":"Oat milk","done":true}"#).object)
      #expect(changed["title"] == "Oat milk" && changed["done"] == .bool(true) && changed["version"] == .number("2"))
      for name in ["description", "category", "tags", "due_date", "due_at", "priority", "people", "created_at"] {
        #expect(changed[name] == whole[name], "\(name)")
      }
      #expect(changed["tags"] == .array(["a", "b"]))
      // The moment of done stays, whoever says so again.
      let again = try #require(try await patch(changed, #"{"done":true,"priority":"high"}"#).object)
      #expect(again["done_at"] == changed["done_at"] && again["priority"] == "high")
      // Somebody has changed it since.
      let refused = try await patch(changed, #"{"description":"Three"}"#)
      #expect(refused.status == 412 && refused.object?["current"]?.object == again)
      changed = try #require(try await patch(again, #"{"done":false}"#).object)
      #expect(changed["done_at"] == .null)

      // Words that are missing, and those that are too long.
      #expect(try await patch(changed, #"{"title":" "}"#).object?["title"]?.string?.isEmpty == false)
      let plain = try await add(#"{"title":"Plain"}"#)
      #expect(try await patch(plain, #"{"title":" "}"#).refused == ["title"])
      #expect(try await patch(plain, "{\"title\":\"\(String(repeating: "a", count: 10_001))\"}").refused == ["title"])
      try app.rows("UPDATE households SET description_required = true WHERE id = \(member.household)")
      #expect(try await patch(plain, #"{"priority":"high"}"#).refused == ["description"])
      #expect(try await patch(plain, #"{"description":"Now"}"#).status == 200)
      let described = try await add(#"{"title":"A","description":"B"}"#)
      #expect(try await patch(described, #"{"priority":"high"}"#).status == 200)

      // Ticking one that repeats makes the next one.
      let repeating = try await add(#"{"title":"R","description":"D","due_date":"2030-01-02","repeat":"FREQ=DAILY"}"#)
      #expect(try await patch(repeating, #"{"done":true}"#).object?["done"] == .bool(true))
      let open = try app.number(
        "SELECT count(*) AS n FROM items WHERE household_id = \(member.household) AND series_id IS NOT NULL AND NOT is_done"
      )
      #expect(open == 1)

      // Dates and categories, of one that stands alone and of one that repeats.
      for start in [
        #"{"title":"S","description":"D"}"#,
        #"{"title":"S","description":"D","due_date":"2031-01-01","repeat":"FREQ=DAILY"}"#,
      ] {
        var item = try await add(start)
        for (body, values) in [
          (#"{"due_date":"2031-03-04"}"#, ["due_date": "2031-03-04", "due_time": .null]),
          (
            #"{"due_date":"2031-03-05","due_time":"18:30","priority":"low"}"#,
            ["due_date": "2031-03-05", "due_time": "18:30", "priority": "low"]
          ),
          // The time stays where a day alone is named, and the day where a time alone is.
          (#"{"due_date":"2031-03-06"}"#, ["due_date": "2031-03-06", "due_time": "18:30"]),
          (#"{"due_time":"07:15"}"#, ["due_date": "2031-03-06", "due_time": "07:15"]),
          (#"{"category":"Garden"}"#, ["category": "Garden"]),
          (#"{"category":" garden ","not_before":"2031-03-01"}"#, ["category": "Garden", "not_before": "2031-03-01"]),
          (#"{"category":null,"not_before":null}"#, ["category": .null, "not_before": .null, "due_time": "07:15"]),
          (#"{"tags":["b","a","","A "],"category":"Attic"}"#, ["tags": .array(["a", "b"]), "category": "Attic"]),
          (#"{"priority":"high"}"#, ["tags": .array(["a", "b"])]),
          (#"{"tags":["c","b"]}"#, ["tags": .array(["b", "c"])]),
          (#"{"tags":[]}"#, ["tags": .array([])]), (#"{"category":"  "}"#, ["category": .null]),
          (#"{"category":"Uncategorised"}"#, ["category": .null]),
        ] as [(String, [String: JSON])] {
          let answer = try await patch(item, body)
          item = try #require(answer.object, "\(body) \(answer.status)")
          for (name, value) in values { #expect(item[name] == value, "\(start) \(body) \(name)") }
        }
        if start.contains("repeat") { continue }
        item = try #require(try await patch(item, #"{"due_date":null}"#).object)
        #expect(item["due_date"] == .null && item["due_at"] == .null)
        #expect(try await patch(item, #"{"due_date":"0001-01-01"}"#).refused == ["due_date"])
        #expect(try await patch(item, #"{"due_date":null,"due_time":"07:15"}"#).refused == ["due_date"])
        #expect(
          try await patch(item, "{\"category\":\"\(String(repeating: "a", count: 10_001))\"}").refused == ["category"])
      }

      _ = try await program.send("DELETE", "/items/\(try #require(described["id"]?.string))")
      #expect(try await patch(described, #"{"priority":"low"}"#).status == 404)
      await app.app.stop()
    }

    @Test func `A program reads, and changes what an item is, in one round trip`() async throws {
      let proxy = DatabaseProxy()
      let app = try await TestApp.counted(by: proxy)
      let member = try await app.member()
      let program = try await ProgramClient(member)
      try member.fill(60)
      let id: UUID = try app.rows("SELECT id FROM items WHERE household_id = \(member.household) ORDER BY id LIMIT 1")[
        0]["id"]
      try await app.settle()
      // The last use of a token is noted once an hour.
      let state = try #require(try await program.object("GET", "/changes")["state"]?.string)
      let version = try #require(try await program.object("GET", "/items/\(id)")["version"]?.integer)
      for path in [
        "/items", "/items/\(id)", "/items?category=a&limit=10", "/changes?since=\(state)",
        "/changes?since=\(state)&include=rows",
      ] {
        let before = proxy.roundTrips
        #expect(try await program.get(path).status == 200)
        #expect(proxy.roundTrips - before == 1, "\(path)")
      }
      for (place, body) in [
        #"{"priority":"high"}"#, #"{"due_date":"2031-03-04","not_before":"2031-03-01"}"#,
        #"{"due_date":"2031-03-04","due_time":"18:30"}"#, #"{"category":"Garden","tags":["soon"],"done":true}"#,
      ].enumerated() {
        let before = proxy.roundTrips
        let answer = try await program.send("PATCH", "/items/\(id)", body, ["if-match": "\"\(version + place)\""])
        #expect(answer.status == 200, "\(body)")
        // One is the answer's; the other tells the readers of pages, whenever it goes.
        try await eventually { proxy.roundTrips - before >= 2 }
        #expect(proxy.roundTrips - before == 2, "\(body)")
      }
      await app.app.stop()
    }
  }
}
