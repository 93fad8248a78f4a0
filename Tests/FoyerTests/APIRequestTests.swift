import HTTP
import StrictJSON
import Testing

@testable import Foyer

extension FoyerTests {
  /// Requests at the edge of what is one, and the statuses of what is sent twice.
  @Suite struct APIRequestTests {
    @Test func `A body is JSON by its whole type`() async throws {
      let app = try await TestApp.shared()
      let program = try await ProgramClient(try await app.member())
      let types = [
        ("application/json", 201), ("Application/JSON ; charset=utf-8", 201), ("application/merge-patch+json", 201),
        ("application/jsonx", 415), ("application/json-seq", 415), ("text/plain", 415), ("", 415),
      ]
      for (type, status) in types {
        let answer = try await program.send("POST", "/items", #"{"title":"A"}"#, ["content-type": type])
        #expect(answer.status == status, "\(type)")
      }
      let item = try await program.object("GET", "/items")["items"]?.elements?.first?.object?["id"]?.string ?? ""
      let picture = try await program.send(
        "POST", "/items/\(item)/picture", "x", ["content-type": "application/octet-streams", "if-match": "*"])
      #expect(picture.status == 415)
    }

    @Test func `A field of a query is there once`() async throws {
      let app = try await TestApp.shared()
      let program = try await ProgramClient(try await app.member())
      for path in ["/items?limit=1&limit=2", "/items?done=true&limit=1&done=true"] {
        let answer = try await program.get(path)
        #expect(answer.status == 422 && answer.object?["detail"] == "must be given once", "\(path)")
      }
    }

    @Test func `A food that is at hand already is not created`() async throws {
      let app = try await TestApp.shared()
      let program = try await ProgramClient(try await app.member())
      let first = try await program.send("POST", "/hand", #"{"name":"rice","amount":"1 kg"}"#)
      let second = try await program.send("POST", "/hand", #"{"name":"rice","amount":"2 kg"}"#)
      #expect(first.status == 201 && first["location"] != nil)
      #expect(second.status == 200 && second["location"] == nil)
      #expect(second.object?["id"] == first.object?["id"] && second.object?["amount"] == "2 kg")
    }

    @Test func `A line of a checklist that was deleted does not come back by its id`() async throws {
      let app = try await TestApp.shared()
      let program = try await ProgramClient(try await app.member())
      let item = try await program.object("POST", "/items", #"{"title":"A"}"#)["id"]?.string ?? ""
      let (path, line) = ("/items/\(item)/checklist", UUID.v7())
      let body = "{\"id\":\"\(line)\",\"text\":\"one\"}"
      for _ in 1...2 {
        let added = try await program.send("POST", path, body)
        #expect(added.status == 200 && added.object?["checklist"]?.elements?.count == 1)
      }
      #expect(try await program.send("DELETE", "\(path)/\(line)").status == 200)
      let again = try await program.send("POST", path, body)
      #expect(again.status == 409 && again.object?["type"]?.string?.hasSuffix("#gone") == true)
      #expect(try await program.object("GET", "/items/\(item)")["checklist"] == [])
    }

    @Test func `Of two requests that add one row at once one creates it`() async throws {
      let app = try await TestApp.shared()
      let member = try await app.member()
      var programs: [ProgramClient] = []
      for _ in 1...6 { programs.append(try await ProgramClient(member)) }
      let clients = programs
      let bodies = [
        ("items", #""title":"A""#), ("items", "\"title\":\"A\",\"people\":[\"\(try member.person)\"]"),
        ("tags", #""name":"T""#),
        ("shopping-lists", #""name":"L""#), ("shopping-lines", #""text":"rice","checked":true"#),
        ("meals", #""day":"2030-01-02","meal":"dinner","text":"Soup""#), ("recipes", #""name":"R""#),
        ("eaters", #""name":"E""#),
      ]
      for (part, fields) in bodies {
        for round in 1...3 {
          let body = "{\"id\":\"\(UUID.v7())\",\(fields.replacing("\"T\"", with: "\"T\(round)\""))}"
          let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for client in clients { group.addTask { try await client.send("POST", "/\(part)", body).status } }
            return try await group.reduce(into: [Int]()) { $0.append($1) }
          }
          #expect(statuses.sorted() == [200, 200, 200, 200, 200, 201], "\(part)")
        }
      }
    }

    @Test func `A request of an assistant has an id, and parameters that are an object`() async throws {
      let app = try await TestApp.shared()
      let assistant = try await ProgramClient(try await app.member(), scopes: ["mcp"])
      func send(_ body: String) async throws -> Answer {
        let fields: [String: String?] = [
          "authorization": "Bearer \(assistant.token)", "origin": nil, "content-type": "application/json",
        ]
        return try await assistant.browser.send("POST", MCP.path, fields, Array(body.utf8))
      }
      for id in ["null", "{}", "[1]", "true"] {
        let answer = try await send("{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"tools/list\"}")
        #expect(answer.status == 400 && answer.object?["id"] == .null, "\(id)")
        #expect(answer.object?["error"]?.object?["code"]?.integer == -32600, "\(id)")
      }
      for id in ["1", "\"a\"", "0"] {
        let answer = try await send("{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"tools/list\"}")
        #expect(answer.status == 200 && answer.object?["result"] != nil, "\(id)")
      }
      let wrong = [
        #""method":"tools/list","params":[1]"#, #""method":"tools/call","params":{"name":"people","arguments":"a"}"#,
      ]
      for fields in wrong {
        let answer = try await send("{\"jsonrpc\":\"2.0\",\"id\":1,\(fields)}")
        #expect(answer.object?["error"]?.object?["code"]?.integer == -32602, "\(fields): \(answer.text)")
      }
    }

    @Test(arguments: [
      ("application/json", 201), ("Application/JSON ; charset=utf-8", 201), ("application/merge-patch+json", 201),
      ("application/jsonx", 415), ("application/json charset=utf-8", 415), ("application/json; charset", 415),
      ("application/json, text/plain", 415), ("json", 415), ("", 415),
    ])
    func `A body's type is read as every other one`(type: String, status: Int) async throws {
      let program = try await ProgramClient(try await TestApp.shared().member())
      let answer = try await program.send("POST", "/items", #"{"title":"A"}"#, ["content-type": type])
      #expect(answer.status == status, "\(answer.text)")
    }
  }
}
