import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// What calendar programs ask every few minutes.
  @Suite struct CalDAVPollingTests {
    /// Of which one opens the transaction, as for each page.
    private static let statements = 2

    @Test func `Where nothing has changed a program asks one statement, besides that of its token`() async throws {
      let proxy = DatabaseProxy()
      let app = try await TestApp.counted(by: proxy)
      let member = try await app.member()
      let program = try await CalendarProgram(member)
      let (category, item) = (try await member.add(.category, "Home"), try await member.add("Sweep"))
      try member.put(item, in: category)
      let paths = ["none", "mine", "shopping", "deadlines", "\(category)"].map { "/dav/calendars/\($0)/" }
      /// What a request costs, again and again until it costs no more than one look.
      func settled(_ path: String, _ ask: () async throws -> String) async throws -> String {
        try await app.settle()
        var answer = ""
        try await eventually {
          let before = (proxy.statements, proxy.roundTrips)
          answer = try await ask()
          return (proxy.statements - before.0, proxy.roundTrips - before.1) == (Self.statements, 1)
        }
        return answer
      }
      for path in paths {
        let state = try await settled(path) { try await program.state(path) }
        var token = ""
        let last = try await settled(path) {
          let next = try await program.sync(token, path)
          token = next.token
          return next.answer.text
        }
        #expect(!last.contains("<D:response>"))
        #expect(try await program.state(path) == state)
        #expect(try await program.sync(token, path).token == token)
      }
      // The list of all, with the state of each.
      let all = try await settled("all") { try await program.find("/dav/calendars/", "<s:getctag/>", depth: "1").text }
      // What has changed is told at once, also of what no change is noted of.
      let path = paths[4]
      var (state, token) = (try await program.state(path), try await program.sync("", path).token)
      _ = try await member.post("/items/\(item)/done", ["done": "true"])
      #expect(try await program.state(path) != state)
      #expect(try await program.sync(token, path).answer.contains("\(item).ics"))
      #expect(try await program.find("/dav/calendars/", "<s:getctag/>", depth: "1").text != all)
      (state, token) = (try await program.state(path), try await program.sync("", path).token)
      try app.rows(
        """
        INSERT INTO item_reminders (household_id, item_id, person_id, codes)
        VALUES (\(member.household), \(item), \(try member.person), ARRAY['30'])
        """)
      #expect(try await program.state(path) != state)
      for name in ["Sea", "Sky"] {
        _ = try await settled(path) { try await program.state(path) }
        #expect(
          try await program.send(
            "PROPPATCH", path,
            """
            <d:propertyupdate xmlns:d="DAV:" xmlns:x="urn:x"><d:set><d:prop><d:displayname>\(name)</d:displayname><x:note>\(name)</x:note></d:prop></d:set></d:propertyupdate>
            """
          ).status == 207)
        #expect(try await program.find(path, "<d:displayname/><x:note xmlns:x=\"urn:x\"/>").count(of: name) == 2)
      }
      // A collection that is gone is not there, whatever token a program has.
      _ = try await member.post("/categories/\(category)/delete")
      for token in [token, ""] {
        #expect(
          try await program.send(
            "REPORT", path,
            """
            <d:sync-collection xmlns:d="DAV:"><d:sync-token>\(token)</d:sync-token><d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop></d:sync-collection>
            """
          ).status == 404)
      }
      #expect(try await program.find(path, "<s:getctag/>").status == 404)
      await app.app.stop()
    }
  }
}
