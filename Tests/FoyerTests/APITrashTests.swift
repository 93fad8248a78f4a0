import HTTP
import StrictJSON
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// Rows that are in the trash, or in something that is there.
  @Suite struct APITrashTests {
    /// The rows of a household, all of which are out of sight.
    private struct Rows {
      let program: ProgramClient
      private(set) var ids: [String: String] = [:]

      init(_ program: ProgramClient) async throws {
        self.program = program
        let list = try await add("list", "shopping-lists", #"{"name":"Market"}"#)
        for (name, text) in [("open", "rice"), ("ticked", "corn"), ("deleted", "milk")] {
          try await add(name, "shopping-lines", "{\"text\":\"\(text)\",\"list\":\"\(list)\"}")
        }
        _ = try await program.object("POST", "/shopping-lines/\(self["ticked"])/check", "{}")
        let item = try await add("item", "items", #"{"title":"Paint","category":"Home","tags":["wet"]}"#)
        ids["line"] = "\(UUID.v7())"
        _ = try await program.object(
          "POST", "/items/\(item)/checklist", "{\"id\":\"\(self["line"])\",\"text\":\"Brush\"}")
        ids["file"] = "\(UUID.v7())"
        let sent = try await program.send("POST", "/items/\(item)/files?id=\(self["file"])&name=a.txt", "Blue")
        #expect(sent.status == 200)
        try await add("series", "items", #"{"title":"Bins","due_date":"2030-01-01","repeat":"FREQ=DAILY"}"#)
        let recipe = try await add("recipe", "recipes", #"{"name":"Soup","ingredients":["2 onions"]}"#)
        try await add("meal", "meals", "{\"day\":\"2030-01-02\",\"meal\":\"dinner\",\"recipe\":\"\(recipe)\"}")
        try await add("eater", "eaters", #"{"name":"Emil"}"#)
        try await add("category", "categories", #"{"name":"Garden"}"#)
        try await add("tag", "tags", #"{"name":"urgent"}"#)
        let deleted = [
          ("shopping-lines", "deleted"), ("shopping-lists", "list"), ("items", "item"), ("items", "series"),
          ("meals", "meal"), ("recipes", "recipe"), ("eaters", "eater"), ("categories", "category"), ("tags", "tag"),
        ]
        for (part, name) in deleted {
          #expect(try await program.send("DELETE", "/\(part)/\(self[name])").status == 204, "\(name)")
        }
      }

      subscript(name: String) -> String { ids[name] ?? "" }

      @discardableResult
      private mutating func add(_ name: String, _ part: String, _ body: String) async throws -> String {
        let id = try #require(try await program.object("POST", "/\(part)", body)["id"]?.string)
        ids[name] = id
        return id
      }

      /// Operations that each of them refuses.
      var operations: [(method: String, path: String, body: String?)] {
        var all: [(method: String, path: String, body: String?)] = []
        for line in ["open", "ticked", "deleted"] {
          let path = "/shopping-lines/\(self[line])"
          for body in [
            #"{"text":"Oats"}"#, #"{"checked":true}"#, #"{"checked":false}"#, #"{"text":"Oats","checked":true}"#,
            #"{"text":"rice","checked":true}"#, "{}",
          ] { all.append(("PATCH", path, body)) }
          all += [
            ("POST", path + "/check", "{}"), ("POST", path + "/uncheck", "{}"), ("POST", path + "/restore", "{}"),
          ]
          for more in ["", #","checked":true"#] {
            all.append(("POST", "/shopping-lines", "{\"id\":\"\(self[line])\",\"text\":\"oats, eggs\"\(more)}"))
          }
        }
        all.append(("POST", "/shopping-lines", "{\"text\":\"oats\",\"list\":\"\(self["list"])\"}"))
        for name in ["item", "series"] {
          let path = "/items/\(self[name])"
          all += [
            ("PATCH", path, #"{"title":"Other","category":"New","tags":["new"]}"#), ("PATCH", path, #"{"done":true}"#),
            ("PATCH", path, #"{"people":[],"repeat":"FREQ=WEEKLY"}"#), ("POST", path + "/complete", "{}"),
            ("POST", path + "/reopen", "{}"), ("POST", path + "/skip", "{}"),
            ("POST", path + "/snooze", #"{"until":"2030-01-01"}"#),
            ("POST", path + "/checklist", #"{"text":"Roller"}"#),
            ("PATCH", path + "/checklist/\(self["line"])", #"{"text":"Roller","done":true}"#),
            ("DELETE", path + "/checklist/\(self["line"])", nil), ("POST", path + "/files?name=b.txt", "Red"),
            ("DELETE", path + "/files/\(self["file"])", nil), ("POST", path + "/files/\(self["file"])/restore", "{}"),
            ("DELETE", path + "/picture", nil),
            (
              "POST", "/items", "{\"id\":\"\(self[name])\",\"title\":\"Other\",\"category\":\"New\",\"tags\":[\"new\"]}"
            ),
          ]
        }
        all += [
          ("PATCH", "/shopping-lists/\(self["list"])", #"{"name":"Fair"}"#),
          ("PATCH", "/meals/\(self["meal"])", #"{"day":"2030-02-02","text":"Rice"}"#),
          ("PATCH", "/recipes/\(self["recipe"])", #"{"name":"Stew","ingredients":["1 leek"]}"#),
          ("DELETE", "/recipes/\(self["recipe"])/picture", nil),
          ("PATCH", "/eaters/\(self["eater"])", #"{"name":"Emma"}"#),
          ("PATCH", "/categories/\(self["category"])", #"{"name":"Yard"}"#),
          ("PATCH", "/tags/\(self["tag"])", #"{"name":"later"}"#),
          ("POST", "/shopping-lists", "{\"id\":\"\(self["list"])\",\"name\":\"Fair\"}"),
          (
            "POST", "/meals", "{\"id\":\"\(self["meal"])\",\"day\":\"2030-02-02\",\"meal\":\"lunch\",\"text\":\"Rice\"}"
          ),
          ("POST", "/recipes", "{\"id\":\"\(self["recipe"])\",\"name\":\"Stew\"}"),
          ("POST", "/eaters", "{\"id\":\"\(self["eater"])\",\"name\":\"Emma\"}"),
          ("POST", "/categories", "{\"id\":\"\(self["category"])\",\"name\":\"Yard\"}"),
          ("POST", "/tags", "{\"id\":\"\(self["tag"])\",\"name\":\"later\"}"),
        ]
        return all
      }
    }

    @Test func `A refusal stores nothing, of what is in the trash and of what is in something there`() async throws {
      let app = try await TestApp()
      let member = try await app.member()
      let program = try await ProgramClient(member)
      let rows = try await Rows(program)
      var before = try app.digest()
      func expectSame(_ what: String) throws {
        let now = try app.digest()
        #expect(now == before, "\(what)")
        before = now
      }
      for (method, path, body) in rows.operations {
        let answer = try await program.send(method, path, body, ["if-match": "*"])
        #expect([404, 409, 422].contains(answer.status), "\(method) \(path) \(body ?? ""): \(answer.status)")
        try expectSame("\(method) \(path) \(body ?? "")")
      }
      // The line is as it was when the list comes back.
      #expect(try await program.send("POST", "/shopping-lists/\(rows["list"])/restore", "{}").status == 200)
      let lines = try await program.object("GET", "/shopping-lines")["shopping-lines"]?.elements ?? []
      #expect(Set(lines.compactMap { $0.object?["text"]?.string }) == ["rice", "corn"])
      await app.app.stop()
    }

    @Test func `Pages, assistants and calendar programs store nothing of a line whose list is in the trash either`()
      async throws
    {
      let app = try await TestApp()
      let member = try await app.member()
      let program = try await ProgramClient(member, scopes: AccessScope.all.map(\.text) + ["mcp"])
      let rows = try await Rows(program)
      let calendar = try await CalendarProgram(member)
      #expect(try await calendar.send("PROPFIND", "/dav/calendars/", "", ["depth": "0"]).status == 207)
      let before = try app.digest()
      let line = rows["open"]
      for (path, fields) in [
        ("/shopping/\(line)", ["version": "1", "text": "Oats"] as KeyValuePairs),
        ("/shopping/\(line)/aisle", ["aisle": "frozen"]),
      ] {
        #expect(try await member.post(path, fields).status == 404, "\(path)")
        #expect(try app.digest() == before, "\(path)")
      }
      let call =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"tick_shopping\",\"arguments\":{\"id\":\"\(line)\"}}}"
      let answer = try await program.browser.send(
        "POST", "/mcp",
        [
          "authorization": "Bearer \(program.token)", "origin": nil, "content-type": "application/json",
          "accept": "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18",
        ], Array(call.utf8))
      #expect(answer.object?["result"]?.object?["isError"] == .bool(true), "\(answer.text)")
      let href = "/dav/calendars/list-\(rows["list"])/\(line).ics"
      let object = CalendarProgram.todo(line, "SUMMARY:Oats", "STATUS:COMPLETED")
      #expect(try await calendar.put(href, object).status == 404)
      #expect(try await calendar.send("DELETE", href).status == 404)
      #expect(
        try await calendar.send("MOVE", href, nil, ["destination": "/dav/calendars/shopping/a.ics"]).status == 404)
      #expect(try app.digest() == before)
      await app.app.stop()
    }

    @Test func `A meal takes no recipe that is not there, whatever words come along`() async throws {
      let app = try await TestApp.shared()
      let (member, stranger) = (try await app.member(), try await app.member())
      let program = try await ProgramClient(member)
      func recipe(_ program: ProgramClient) async throws -> String {
        try #require(try await program.object("POST", "/recipes", #"{"name":"Soup"}"#)["id"]?.string)
      }
      let (own, deleted) = (try await recipe(program), try await recipe(program))
      let foreign = try await recipe(try await ProgramClient(stranger))
      #expect(try await program.send("DELETE", "/recipes/\(deleted)").status == 204)
      let new = #""day":"2030-01-02","meal":"dinner""#
      let planned = try await program.object("POST", "/meals", "{\(new),\"recipe\":\"\(own)\",\"text\":\"Words\"}")
      #expect(planned["recipe"]?.string == own && planned["text"] == "Soup")
      for id in [deleted, foreign, "\(UUID.v7())"] {
        for text in ["", #","text":"Words""#] {
          let fields = "\"recipe\":\"\(id)\"\(text)"
          let refused = try await program.send("POST", "/meals", "{\(new),\(fields)}")
          #expect(refused.status == 422 && refused.refused == ["recipe"], "\(fields): \(refused.text)")
          let kept = try await program.send(
            "PATCH", "/meals/\(planned["id"]?.string ?? "")", "{\(fields)}", ["if-match": "*"])
          #expect(kept.status == 422 && kept.refused == ["recipe"], "\(fields): \(kept.text)")
        }
      }
      #expect(try await program.object("GET", "/meals")["meals"]?.elements?.count == 1)
      // A meal whose recipe is deleted later is sent back as it was read.
      #expect(try await program.send("DELETE", "/recipes/\(own)").status == 204)
      let read = try await program.object("GET", "/meals/\(planned["id"]?.string ?? "")")
      let back = "{\"day\":\"2030-01-03\",\"recipe\":\"\(own)\",\"text\":\"\(read["text"]?.string ?? "")\"}"
      let moved = try await program.send("PATCH", "/meals/\(read["id"]?.string ?? "")", back, ["if-match": "*"])
      #expect(moved.status == 200 && moved.object?["recipe"]?.string == own, "\(moved.text)")
    }
  }
}
