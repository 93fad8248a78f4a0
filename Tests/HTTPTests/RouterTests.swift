import Testing

@testable import HTTP

/// A parameter that takes two letters.
private struct Code: PathParameter {
  let text: String
  init?(pathComponent: String) {
    guard pathComponent.utf8.count == 2 else { return nil }
    text = pathComponent
  }
}

/// Where the handlers say which of them was called.
private final class Log {
  var lines: [String] = []
}

private func table() -> Router<Log> {
  var router = Router<Log>()
  func says(_ text: String) -> Router<Log>.Handler {
    { _, log in
      log.lines.append(text)
      return Response()
    }
  }
  router.get("/", says("home"))
  router.get("/items", says("index"))
  router.post("/items", says("create"))
  router.get("/items/new", says("new"))
  router.get("/items/{id}/edit") { (_, log: Log, id: Code) in
    log.lines.append("edit \(id.text)")
    return Response()
  }
  router.post("/items/{id}") { (_, log: Log, id: Code) in
    log.lines.append("update \(id.text)")
    return Response()
  }
  router.post("/requests/delete-all", says("delete all"))
  router.post("/requests/{id}/delete") { (_, log: Log, id: String) in
    log.lines.append("delete \(id)")
    return Response()
  }
  router.get("/hosts/{id}/rooms/{room}") { (_, log: Log, id: Code, room: Int) in
    log.lines.append("room \(id.text) \(room)")
    return Response()
  }
  router.on(.put, "/items/{id}") { (_, log: Log, id: Int) in
    log.lines.append("put \(id)")
    return Response()
  }
  return router
}

@Suite struct RouterTests {
  /// What the table does with a request, in a line.
  private func outcome(_ method: HTTP.Method, _ path: String) async throws -> String {
    switch table().match(method, path) {
    case .found(let handler, _, _):
      let log = Log()
      _ = try await handler(TestRequest.make(), log)
      return log.lines.joined()
    case .notFound: return "404"
    case .methodNotAllowed(let allow): return "405 " + allow.map(\.name).sorted().joined(separator: " ")
    case .options(let allow): return "204 " + allow.map(\.name).sorted().joined(separator: " ")
    }
  }

  @Test(
    arguments: [
      (.get, "/", "home"), (.head, "/", "home"), (.get, "/items", "index"), (.post, "/items", "create"),
      (.get, "/items/new", "new"), (.get, "/items/ab/edit", "edit ab"), (.post, "/items/ab", "update ab"),
      (.head, "/items/ab/edit", "edit ab"), (.put, "/items/7", "put 7"), (.put, "/items/77", "put 77"),
      (.get, "/hosts/ab/rooms/12", "room ab 12"), (.post, "/requests/delete-all", "delete all"),
      // A literal that leads nowhere gives way to the parameter.
      (.post, "/requests/delete-all/delete", "delete delete-all"), (.post, "/requests/é🍋/delete", "delete é🍋"),
      // Two letters: both the item's code and, were it a number, its PUT.
      (.get, "/items/ab", "405 OPTIONS POST"), (.get, "/items/12", "405 OPTIONS POST PUT"),
      (.post, "/", "405 GET HEAD OPTIONS"), (.put, "/items", "405 GET HEAD OPTIONS POST"),
      (.post, "/items/new", "405 GET HEAD OPTIONS"), (.head, "/requests/delete-all", "405 OPTIONS POST"),
      (.options, "/items", "204 GET HEAD OPTIONS POST"), (.options, "/", "204 GET HEAD OPTIONS"),
      (.options, "/items/12", "204 OPTIONS POST PUT"), (.options, "/nothing", "404"),
      (.get, "", "404"), (.get, "items", "404"), (.get, "//", "404"), (.get, "/items/", "404"),
      (.get, "//items", "404"),
      (.get, "/items/abc/edit", "404"), (.get, "/items//edit", "404"), (.post, "/items/abc", "404"),
      (.post, "/items/", "404"),
      (.post, "/requests//delete", "404"), (.get, "/Items", "404"), (.get, "/item", "404"), (.get, "/itemss", "404"),
      (.get, "/items/new/", "404"), (.get, "/hosts/ab/rooms/+1", "404"), (.get, "/hosts/ab/rooms/-1", "404"),
      (.get, "/hosts/ab/rooms/１", "404"), (.get, "/hosts/ab/rooms/9999999999999999999", "404"),
      (.get, "/hosts/ab/rooms/", "404"),
      (.get, "/items/{id}/edit", "404"), (.get, "*", "404"),
    ] as [(HTTP.Method, String, String)])
  func matches(_ method: HTTP.Method, _ path: String, _ expected: String) async throws {
    #expect(try await outcome(method, path) == expected)
  }

  @Test func aPathIsComparedByteByByte() async throws {
    var router = Router<Log>()
    router.get("/K") { _, _ in Response() }
    router.get("/;") { _, _ in Response() }
    for path in ["/\u{212A}", "/\u{37E}"] {  // canonically K and ;
      guard case .notFound = router.match(.get, path) else {
        Issue.record("\(path) was found")
        continue
      }
    }
  }

  @Test func routesAreListedAsTheyWereAdded() {
    #expect(
      table().routes.map { "\($0.method.name) \($0.pattern)" } == [
        "GET /", "GET /items", "POST /items", "GET /items/new", "GET /items/{id}/edit", "POST /items/{id}",
        "POST /requests/delete-all", "POST /requests/{id}/delete", "GET /hosts/{id}/rooms/{room}", "PUT /items/{id}",
      ])
  }

  @Test func aDeepPathIsAnsweredAtOnce() async throws {
    #expect(try await outcome(.get, String(repeating: "/items", count: 100_000)) == "404")
  }

  @Test func mistakesOfTheProgramEndIt() async {
    await #expect(processExitsWith: .failure) {
      var router = Router<Int>()
      router.get("/a/{id}") { (_, _, _: Int) in Response() }
      router.get("/a/{other}") { (_, _, _: String) in Response() }
    }
    await #expect(processExitsWith: .failure) {
      var router = Router<Int>()
      router.get("/a/{id}") { _, _ in Response() }
    }
    await #expect(processExitsWith: .failure) {
      var router = Router<Int>()
      router.get("/a/{id}/{id}") { (_, _, _: Int, _: Int) in Response() }
    }
    await #expect(processExitsWith: .failure) {
      var router = Router<Int>()
      router.get("/a//b") { _, _ in Response() }
    }
    await #expect(processExitsWith: .failure) {
      var router = Router<Int>()
      router.get("a") { _, _ in Response() }
    }
    await #expect(processExitsWith: .failure) {
      var router = Router<Int>()
      router.get("/a/x{id}") { (_, _, _: Int) in Response() }
    }
  }
}
