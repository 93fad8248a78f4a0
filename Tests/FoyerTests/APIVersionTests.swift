import HTTP
import StrictJSON
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// Whether a version tells what a program reads, and who is told of a change.
  @Suite struct APIVersionTests {
    @Test func `An item is read again after the person's time zone has changed`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member(timeZone: "Europe/Berlin")
      let program = try await ProgramClient(member)
      let item = try await program.object(
        "POST", "/items", #"{"title":"A","due_date":"2030-01-01","due_time":"00:30"}"#)
      let path = "/items/\(item["id"]?.string ?? "")"
      let same = ["if-none-match": "\"1\""]
      #expect(try await program.get(path, same).status == 304)
      func setZone(_ zone: String) throws {
        try app.rows("UPDATE people SET time_zone = \(zone) WHERE household_id = \(member.household)")
      }
      // A form that is saved with the zone that it had changes nothing.
      try setZone("Europe/Berlin")
      #expect(try await program.get(path, same).status == 304)
      try setZone("America/New_York")
      for tags in ["\"1\"", "W/\"1\"", "*"] {
        let now = try await program.get(path, ["if-none-match": tags])
        #expect(now.status == 200 && now["etag"] == "\"1\"" && now.object?["due_date"] == "2029-12-31", "\(tags)")
      }
      // A version from after that has been read in one zone alone.
      try app.rows(
        "UPDATE people SET zone_changed_at = now() - interval '1 hour' WHERE household_id = \(member.household)")
      #expect(try await program.get(path, same).status == 304)
    }

    @Test func `A line tells the aisle in which the household finds its food`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let program = try await ProgramClient(member)
      var ids: [String] = []
      for text in ["rice", "2 kg rice", "milk"] {
        ids.append(
          try #require(try await program.object("POST", "/shopping-lines", "{\"text\":\"\(text)\"}")["id"]?.string))
      }
      func aisles() async throws -> [String?] {
        var aisles: [String?] = []
        for id in ids { aisles.append(try await program.object("GET", "/shopping-lines/\(id)")["aisle"]?.string) }
        return aisles
      }
      #expect(try await aisles() == ["dry", "dry", "dairy"])
      let same = ["if-none-match": "\"1\""]
      for id in ids { #expect(try await program.get("/shopping-lines/\(id)", same).status == 304) }
      try await app.settle()
      let state = try #require(try await program.object("GET", "/changes")["state"]?.string)
      #expect(try await member.post("/shopping/\(ids[0])/aisle", ["aisle": "drinks"]).status == 303)
      #expect(try await aisles() == ["drinks", "drinks", "dairy"])
      #expect(try await program.get("/shopping-lines/\(ids[1])", same).status == 200)
      #expect(try await program.get("/shopping-lines/\(ids[2])", same).status == 304)
      let page = try await program.object("GET", "/changes?since=\(state)&include=rows")
      let changed = (page["changed"]?.elements ?? page["created"]?.elements ?? []).compactMap(\.object)
      #expect(Set(changed.compactMap { $0["id"]?.string }) == Set(ids.prefix(2)))
      #expect(changed.allSatisfy { $0["row"]?.object?["aisle"] == "drinks" })
      // Where it says so again, nothing is told.
      try await app.settle()
      let known = try #require(page["state"]?.string)
      let next = try #require(try await program.object("GET", "/changes?since=\(known)")["state"]?.string)
      #expect(try await member.post("/shopping/\(ids[0])/aisle", ["aisle": "drinks"]).status == 303)
      #expect(try await program.object("GET", "/changes?since=\(next)")["changed"] == [])
      // The household's choice is forgotten: that is another version.
      try app.rows("DELETE FROM food_aisles WHERE household_id = \(member.household)")
      #expect(try await aisles() == ["dry", "dry", "dairy"])
      #expect(try await program.get("/shopping-lines/\(ids[0])", same).status == 200)
    }

    @Test func `A line's present text makes no new version, and ticks it all the same`() async throws {
      let app = try await TestApp.shared()
      let program = try await ProgramClient(try await app.member())
      let id = try #require(try await program.object("POST", "/shopping-lines", #"{"text":"rice"}"#)["id"]?.string)
      let path = "/shopping-lines/\(id)"
      for (body, version, status) in [
        (#"{"text":"rice"}"#, 1, 200), (#"{"text":" rice "}"#, 1, 200), (#"{"text":"rice","checked":false}"#, 1, 200),
        (#"{"text":"rice","checked":true}"#, 2, 200), (#"{"text":"rice","checked":true}"#, 2, 200),
        (#"{"text":"corn","checked":true}"#, 3, 200), (#"{"text":"oats","checked":false}"#, 5, 200),
      ] {
        let before = try #require(try await program.object("GET", path)["version"]?.integer)
        let answer = try await program.send("PATCH", path, body, ["if-match": "\"\(before)\""])
        #expect(answer.status == status && answer.object?["version"]?.integer == version, "\(body): \(answer.text)")
        let stale = try await program.send("PATCH", path, body, ["if-match": "\"\(before + 7)\""])
        #expect(stale.status == 412, "\(body)")
      }
    }

    @Test func `A change to the present values tells no page`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      let program = try await ProgramClient(member)
      let item = try await program.object(
        "POST", "/items",
        #"{"title":"Milk","category":"Home","tags":["wet"],"priority":"high","due_date":"2030-01-02"}"#)
      let rows: [(part: String, id: String, bodies: [String])] = [
        (
          "items", item["id"]?.string ?? "",
          [
            "{}", #"{"title":"Milk"}"#, #"{"priority":"high"}"#, #"{"category":"Home"}"#, #"{"tags":["wet"]}"#,
            #"{"done":false}"#, #"{"due_date":"2030-01-02"}"#, #"{"people":[]}"#,
          ]
        ),
        (
          "shopping-lists",
          try await program.object("POST", "/shopping-lists", #"{"name":"Fair"}"#)["id"]?.string ?? "",
          [#"{"name":"Fair"}"#]
        ),
        (
          "shopping-lines",
          try await program.object("POST", "/shopping-lines", #"{"text":"rice"}"#)["id"]?.string ?? "",
          [#"{"text":"rice"}"#, #"{"checked":false}"#]
        ),
        (
          "hand", try await program.object("POST", "/hand", #"{"name":"rice","amount":"1 kg"}"#)["id"]?.string ?? "",
          [#"{"amount":"1 kg"}"#]
        ),
        (
          "categories", try await program.object("POST", "/categories", #"{"name":"Garden"}"#)["id"]?.string ?? "",
          [#"{"name":"Garden"}"#]
        ),
        (
          "tags", try await program.object("POST", "/tags", #"{"name":"urgent"}"#)["id"]?.string ?? "",
          [#"{"name":"urgent"}"#]
        ),
        (
          "meals",
          try await program.object("POST", "/meals", #"{"day":"2030-01-02","meal":"dinner","text":"Soup"}"#)["id"]?
            .string
            ?? "", [#"{"text":"Soup"}"#]
        ),
      ]
      let reader = try await EventReader(member.browser)
      try await reader.listens(member)
      for (part, id, bodies) in rows {
        for body in bodies {
          for match in ["*", "\"77\""] {
            let answer = try await program.send("PATCH", "/\(part)/\(id)", body, ["if-match": match])
            #expect(answer.status == (match == "*" ? 200 : 412), "\(part) \(body): \(answer.text)")
          }
        }
      }
      try app.mark(member.household)
      try await reader.wait(for: "event: mark")
      let heard = await reader.heard
      for subject in ["items", "labels", "shopping", "meals"] {
        #expect(!heard.contains("event: \(subject)\n"), "\(subject)")
      }
      // Each of them is told once something has changed.
      for (part, id, body, subject) in [
        ("items", rows[0].id, #"{"title":"Oat milk"}"#, "items"), ("items", rows[0].id, #"{"tags":["a"]}"#, "items"),
        ("shopping-lines", rows[2].id, #"{"checked":true}"#, "shopping"),
        ("shopping-lists", rows[1].id, #"{"name":"Market"}"#, "shopping"),
        ("hand", rows[3].id, #"{"amount":"2 kg"}"#, "shopping"),
        ("categories", rows[4].id, #"{"name":"Yard"}"#, "items"),
      ] {
        let answer = try await program.send("PATCH", "/\(part)/\(id)", body, ["if-match": "*"])
        #expect(answer.status == 200, "\(part) \(body): \(answer.text)")
        try await reader.wait(for: "event: \(subject)\n")
      }
      await app.app.stop()
    }
  }
}
