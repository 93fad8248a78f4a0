import Glibc
import Testing

@testable import Foyer

extension FoyerTests {
  /// The last seconds of a program, in which load balancers and clients leave.
  @Suite struct Drains {
    private func serve(seconds: Int) async throws -> (program: Program, browser: Browser) {
      let (program, port) = try await Program.serve([
        "DATABASE_URL": try await TestCluster.database(), "FOYER_DRAIN": "\(seconds)",
      ])
      let browser = Browser(port: port)
      let signUp = try await browser.post(
        "/signup", ["name": "Ada", "email": "ada@example.org", "password": "a quiet harbour"])
      #expect(signUp.status == 303)
      return (program, browser)
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `After SIGTERM /readyz is 503 and everything is served, until another signal`(second: Int32) async throws {
      let (program, browser) = try await serve(seconds: 300)
      defer { program.signal(SIGKILL) }
      let idle = try Socket.connect(port: browser.port)
      defer { close(idle) }
      let stream = try await EventReader(browser)
      Socket.send(idle, Array("GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".utf8))
      #expect(Socket.receive(idle) != nil)

      program.signal(SIGTERM)
      try await browser.wait(for: "/readyz", status: 503)
      let ready = try await browser.get("/readyz")
      #expect(ready.status == 503)
      #expect(ready.text == "draining\n")
      #expect(ready["content-type"]?.hasPrefix("text/plain") == true)
      #expect(ready["connection"] == "close")
      #expect(try await browser.send("HEAD", "/readyz", [:], nil).status == 503)
      #expect(try await browser.get("/healthz").status == 200)
      let change = try await browser.post("/items", ["title": "At the last moment"])
      #expect(change.status == 303)
      #expect(change["connection"] == "close")
      let page = try await browser.get("/items")
      #expect(page.status == 200)
      #expect(page.shows("At the last moment"))
      #expect(page["connection"] == "close")
      #expect(!program.output.contains(" stopping"))

      program.signal(second)
      // Ended, and not reset.
      var byte: UInt8 = 0
      #expect(recv(idle, &byte, 1, 0) == 0)
      #expect(await stream.end())
      #expect(await program.exit() == 0)
      #expect(program.output.contains("event_streams_ended streams=1"))
    }

    @Test func `SIGINT ends it without that`() async throws {
      let (program, _) = try await serve(seconds: 300)
      defer { program.signal(SIGKILL) }
      program.signal(SIGINT)
      #expect(await program.exit() == 0)
      #expect(!program.output.contains("draining"))
    }

    @Test func `Event streams end before it stops`() async throws {
      let (program, browser) = try await serve(seconds: 14)
      defer { program.signal(SIGKILL) }
      var streams: [EventReader] = []
      for _ in 1...12 { streams.append(try await EventReader(browser)) }
      program.signal(SIGTERM)
      for stream in streams { #expect(await stream.end()) }
      #expect(await program.exit() == 0)
      // Those of the last second; of the last seconds on a busy machine.
      #expect(program.output.numbers(after: "event_streams_ended streams=").reduce(0, +) < 12)
    }
  }
}
