import EventLoop
import Glibc
import Testing

@testable import Foyer
@testable import Postgres

extension FoyerTests {
  /// R41, on the program itself with its embedded cluster.
  @Suite struct Crashes {
    /// What was promised to be kept.
    private final class Writes: Sendable {
      private let state = Lock<(acknowledged: [String], isOver: Bool)>(([], false))
      var acknowledged: [String] { state.withLock { $0.acknowledged } }
      var isOver: Bool { state.withLock { $0.isOver } }
      func acknowledge(_ id: String) { state.withLock { $0.acknowledged.append(id) } }
      func end() { state.withLock { $0.isOver = true } }
    }

    /// Writes from several browsers until told to stop; what fails is tried no more than the next one.
    private func write(_ port: UInt16, _ cookies: [String: String], _ writes: Writes) async {
      await withTaskGroup(of: Void.self) { group in
        for _ in 1...3 {
          group.addTask {
            let browser = Browser(port: port)
            for (name, value) in cookies { await browser.setCookie(name, value) }
            while !writes.isOver {
              let id = "\(UUID.v7())"
              let answer = try? await browser.post(
                "/items", ["id": id, "title": "Title of \(id)", "description": "Words of \(id)"])
              if answer?.status == 303 { writes.acknowledge(id) } else { try? await Task.sleep(for: .milliseconds(5)) }
            }
          }
        }
      }
    }

    /// Writes, and in the middle of it lets the disaster happen.
    private func during(
      _ port: UInt16, _ cookies: [String: String], _ disaster: @Sendable (Writes) async throws -> Void
    ) async throws
      -> Set<String>
    {
      let writes = Writes()
      async let writing: Void = write(port, cookies, writes)
      do {
        try await eventually { writes.acknowledged.count >= 20 }
        try await disaster(writes)
      } catch {
        writes.end()
        throw error
      }
      writes.end()
      await writing
      return Set(writes.acknowledged)
    }

    private func check(_ url: String, _ acknowledged: Set<String>, _ what: String) throws {
      let session = try Session(Target(url: url), deadline: .now() + .seconds(120))
      let stored = try session.run("SELECT id, title, description FROM items")
      let ids = try stored.map { row -> String in
        let (id, title, description): (UUID, String, String) = (try row["id"], try row["title"], try row["description"])
        #expect(title == "Title of \(id)")
        #expect(description == "Words of \(id)")
        return "\(id)"
      }
      #expect(acknowledged.subtracting(ids) == [], "\(what): acknowledged, but not there")
      // The numbers are written with the items or not at all.
      let row = try session.run(
        "SELECT coalesce(sum(open_items), 0) AS open, coalesce(sum(done_items), 0) AS done FROM item_counts")[0]
      let (open, done): (Int, Int) = (try row["open"], try row["done"])
      #expect((open, done) == (ids.count, 0), "\(what)")
    }

    /// Nil while PostgreSQL is starting: its file is not there, or not written.
    private func postmaster(_ data: String) -> pid_t? {
      pid_t(contents("\(data)/postgres/postmaster.pid").prefix { $0.isNumber })
    }

    @Test func `R41: kill -9 of the program and of PostgreSQL loses nothing that was acknowledged`() async throws {
      let data = "\(scratch)/crash"
      let url = EmbeddedCluster(directory: data).url(database: "foyer", as: .superuser)
      let environment = ["FOYER_DATA": data]
      var (program, port) = try await Program.serve(environment)
      // Whatever becomes of the test, nothing of it stays.
      defer {
        program.signal(SIGKILL)
        try? EmbeddedCluster(directory: data).stopBlocking()
      }
      let visitor = Browser(port: port)
      let credentials: KeyValuePairs = ["name": "Ada", "email": "ada@example.org", "password": "a quiet harbour"]
      #expect(try await visitor.post("/signup", credentials).status == 303)
      let cookies = await visitor.cookies
      var acknowledged: Set<String> = []

      // The program.
      let first = program
      acknowledged.formUnion(
        try await during(port, cookies) { _ in
          first.signal(SIGKILL)
          #expect(await first.exit() == 128 + SIGKILL)
        })
      (program, port) = try await Program.serve(environment)
      try check(url, acknowledged, "the program")

      // A backend: PostgreSQL starts anew by itself, and the program finds it again.
      let second = program
      acknowledged.formUnion(
        try await during(port, cookies) { writes in
          let session = try Session(Target(url: url), deadline: .now() + .seconds(120))
          let pid: Int = try session.run(
            """
            SELECT pid FROM pg_stat_activity
            WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid() LIMIT 1
            """)[0]["pid"]
          kill(pid_t(pid), SIGKILL)
          let before = writes.acknowledged.count
          try await eventually { writes.acknowledged.count > before + 20 }
        })
      #expect(!second.hasEnded)
      try check(url, acknowledged, "a backend")

      // PostgreSQL as a whole: the program starts it again, and serves meanwhile.
      let server = try #require(postmaster(data))
      let observer = Browser(port: port)
      acknowledged.formUnion(
        try await during(port, cookies) { writes in
          kill(server, SIGKILL)
          #expect(try await observer.get("/healthz").status == 200)
          try await eventually { postmaster(data).map { $0 != server } ?? false }
          let before = writes.acknowledged.count
          try await eventually { writes.acknowledged.count > before + 20 }
        })
      #expect(!program.hasEnded)
      try check(url, acknowledged, "PostgreSQL")

      // And the session lives.
      let again = Browser(port: port)
      for (name, value) in cookies { await again.setCookie(name, value) }
      let page = try await again.get("/items")
      #expect(page.status == 200)
      #expect(page.itemIDs.count == 50)

      program.signal(SIGTERM)
      #expect(await program.exit() == 0)
      #expect(access("\(data)/postgres/postmaster.pid", F_OK) != 0)
    }

    @Test func `SIGTERM lets what runs finish, and the exit status is 0`() async throws {
      let endpoint = try FakeEndpoint(.hangUp)
      let database = try await TestCluster.database()
      let (program, port) = try await Program.serve([
        "DATABASE_URL": database, "FOYER_SAMPLE_TODOS_URL": endpoint.url, "FOYER_FETCH_ALLOW": "127.0.0.0/8",
      ])
      defer { program.signal(SIGKILL) }
      let (busy, idle) = (Browser(port: port), Browser(port: port))
      #expect(
        try await busy.post("/signup", ["name": "Ada", "email": "ada@example.org", "password": "a quiet harbour"])
          .status == 303)
      #expect(try await idle.get("/login").status == 200)
      endpoint.behave(.late(body: "{\"todos\":[{\"todo\":\"Late, but there\"}]}"))
      let requests = endpoint.requests
      async let answer = busy.post("/items/load")
      try await eventually { endpoint.requests > requests }
      program.signal(SIGTERM)
      #expect(try await answer.status == 303)
      #expect(await program.exit() == 0)
      #expect(throws: SystemError.self) { try Socket.connect(port: port) }
      let stored = try Session(Target(url: TestCluster.superuserURL(database)), deadline: .now() + .seconds(120))
        .run("SELECT title FROM items")
      #expect(try stored.map { row -> String in try row["title"] } == ["Late, but there"])
      #expect(program.output.contains(" stopping"))
      #expect(!program.output.contains("a quiet harbour"))
    }
  }
}
