import EventLoop
import Glibc
import Testing

@testable import Foyer

extension FoyerTests {
  /// Nothing of a body is kept before the session, the request's origin and the route's own limit were looked at.
  @Suite struct BodyTests {
    /// The answer to a request whose body never comes.
    private func answer(
      _ app: TestApp, _ path: String, length: Int, _ headers: [String: String] = [:], begins body: String = ""
    ) throws -> Answer {
      try #require(try send(app, path, length: length, headers, begins: body).answer(isHead: false))
    }

    private func send(
      _ app: TestApp, _ path: String, length: Int, _ headers: [String: String] = [:], begins body: String = ""
    ) throws -> Connection {
      let browser = app.browser()
      var fields = [
        "host": "127.0.0.1:\(app.port)", "content-type": "application/x-www-form-urlencoded", "origin": browser.origin,
        "x-forwarded-for": browser.address,
      ]
      fields.merge(headers) { $1 }
      if length >= 0 { fields["content-length"] = "\(length)" } else { fields["transfer-encoding"] = "chunked" }
      let head = fields.filter { !$0.value.isEmpty }.map { "\($0.key): \($0.value)\r\n" }.joined()
      let connection = Connection(try Socket.connect(port: app.port))
      Socket.send(connection.descriptor, Array("POST \(path) HTTP/1.1\r\n\(head)\r\n\(body)".utf8))
      return connection
    }

    /// A form's words are kept in the page to sign in, so that their time is waited for.
    @Test func `Without a session, or with a dead one, a body that never comes leads to the page to sign in`()
      async throws
    {
      let app = try await TestApp.shared()
      let member = try await app.member()
      let token = try #require(await member.browser.cookies["foyer"])
      _ = try await member.post("/logout")
      // Sent at once, as each is answered when the time for its body is over.
      var sent: [(path: String, connection: Connection)] = []
      for cookie in ["", "foyer=\(token)"] {
        for path in ["/items", "/items/quick", "/recipes/import", "/recipes/ingredients", "/settings/photo"] {
          for length in [100_000, -1] {
            sent.append((path, try send(app, path, length: length, ["cookie": cookie])))
          }
        }
      }
      for (path, connection) in sent {
        let answer = try #require(try connection.answer(isHead: false))
        #expect(answer.status == 303 && answer["location"] == "/login", "\(path): \(answer)")
      }
    }

    @Test func `Anybody may send 64 KiB at most`() async throws {
      let app = try await TestApp.shared()
      for path in ["/login", "/signup", "/logout", "/invitations/x"] {
        #expect(try answer(app, path, length: 70_000).status == 413, "\(path)")
      }
      let body = "11170\r\n\(String(repeating: "a", count: 0x11170))\r\n"
      for path in ["/login", "/signup"] {
        #expect(try answer(app, path, length: -1, begins: body).status == 413, "\(path)")
      }
    }

    @Test func `A route without uploads refuses what is longer than a form`() async throws {
      let member = try await TestApp.shared().member()
      let cookie = "foyer=\(try #require(await member.browser.cookies["foyer"]))"
      for path in ["/items/quick", "/household", "/recipes/ingredients"] {
        #expect(try answer(member.app, path, length: 2 << 20, ["cookie": cookie]).status == 413)
      }
    }

    @Test func `Another site's body is not waited for, nor one whose beginning has no token`() async throws {
      let member = try await TestApp.shared().member()
      let cookie = "foyer=\(try #require(await member.browser.cookies["foyer"]))"
      let other = ["cookie": cookie, "origin": "https://evil.example"]
      #expect(try answer(member.app, "/items", length: 500_000, other).status == 403)
      let silent = ["cookie": cookie, "origin": ""]
      let beginning = "title=\(String(repeating: "a", count: 80_000))&b=c&"
      #expect(try answer(member.app, "/items", length: 500_000, silent, begins: beginning).status == 403)
      let csrf = try #require(try await member.get("/items/new").field("csrf"))
      let whole = "csrf=\(csrf)&title=Found&description=\(String(repeating: "a", count: 80_000))"
      let answer = try answer(member.app, "/items", length: whole.utf8.count, silent, begins: whole)
      #expect([303, 422].contains(answer.status), "\(answer)")
    }
  }

  @Suite struct RepeatedLines {
    @Test func `A line that repeats is counted, and its number written once in an interval`() throws {
      let file = "\(scratch)/repeats"
      let descriptor = open(file, O_WRONLY | O_CREAT | O_APPEND, 0o600)
      try #require(descriptor >= 0)
      defer { close(descriptor) }
      let log = Log(format: .text, descriptor: descriptor)
      let start = Instant.now()
      log.writeRepeats(at: start)
      func count(_ text: String) -> Int {
        let lines: String = contents(file)
        return lines.components(text).count - 1
      }
      for _ in 0..<50 { log.warn("refused", ["path": "/items"]) }
      #expect(count(" warning refused path=/items\n") == 20)
      // Another event loop's clock, in the same interval.
      log.writeRepeats(at: start + .seconds(9))
      #expect(count("repeated") == 0)
      log.writeRepeats(at: start + .seconds(10))
      #expect(count(" warning repeated of=refused lines=30\n") == 1)
      log.warn("refused")
      log.writeRepeats(at: start + .seconds(20))
      #expect(count("repeated") == 1)
    }
  }
}
