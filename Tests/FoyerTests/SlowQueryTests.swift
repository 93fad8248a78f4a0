import EventLoop
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  @Suite struct SlowQueryTests {
    /// A member whose next change of the item waits for a lock, and what ends the wait.
    private func held(_ app: TestApp) async throws -> (member: Member, item: UUID, release: Session) {
      let member = try await app.member()
      let id = try await member.add("Slow secret")
      let holder = try Session(Target(url: app.superuserURL), deadline: .now() + .seconds(120))
      try holder.run("BEGIN")
      try holder.run("SELECT FROM items WHERE id = \(id) FOR UPDATE")
      return (member, id, holder)
    }

    private func wait(_ app: TestApp) async throws {
      try await eventually {
        try app.number(
          """
          SELECT count(*) AS n FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND now() - query_start > interval '50 ms'
          """) > 0
      }
    }

    @Test(arguments: ["40", "0"])
    func `A slow query is logged with its route and without values`(limit: String) async throws {
      let app = try await TestApp(["FOYER_SLOW_QUERY_MS": limit])
      let (member, id, holder) = try await held(app)
      async let answer = member.post("/items/\(id)", ["title": "Slow secret two", "version": "1"])
      try await wait(app)
      try holder.run("ROLLBACK")
      #expect(try await answer.status == 303)
      let lines = app.log.components("\n").filter { $0.contains(" slow_query ") && $0.contains("/items/{id}") }
      #expect(lines.isEmpty == (limit == "0"))
      // On a busy machine others of the request may be slow as well.
      let statements = try lines.map { line in
        #expect(line.contains(" warning slow_query ms=") && line.contains(" route=\"POST /items/{id}\" statements="))
        #expect(line.contains(" request="))
        return try #require(line.components(" statement=\"").last?.components("\" request=").first)
      }
      #expect(statements.allSatisfy { $0.count <= 200 })
      #expect(limit == "0" || statements.contains { $0.contains("$1") })
      #expect(!app.log.contains("Slow secret") && !app.log.contains("\(id)"))
      await app.app.stop()
    }
  }
}
