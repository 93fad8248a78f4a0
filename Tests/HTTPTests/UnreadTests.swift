import EventLoop
import Testing

@testable import HTTP

/// Clients that ask for much and read nothing.
@Suite struct UnreadTests {
  private static let page = EchoResponder.large.count

  private struct Clients {
    let test: TestServer

    /// - Parameter pages: how many pages a loop holds for clients that do not read.
    init(pages: Double, connections: Int = 128) async throws {
      test = try await TestServer {
        $0.limits.unreadMemory = Int(pages * Double(UnreadTests.page))
        $0.limits.unreadConnections = connections
        $0.trustedProxies = [CIDR("127.0.0.0/8")!]
      }
    }

    /// Asks for a page, of which nothing is read.
    func ask(_ address: String, session: String = "", for path: String = "/unread") async throws -> TestConnection {
      let connection = try await test.client.connect()
      try await connection.send(
        "POST /a HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: \(address)\r\nContent-Length: 1\r\n\r\na")
      // Read before the page is asked for: a part of the page would be read with it, more or less of it.
      _ = try await connection.response()
      try await connection.send(
        "GET \(path) HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: \(address)\r\nX-Session: \(session)\r\n\r\n")
      while await waiting < all { try await Task.sleep(for: .milliseconds(2)) }
      return connection
    }

    private var all: Int { get async { await count { _ in true } } }
    var waiting: Int { get async { await count { $0.isBlocked } } }

    private func count(_ condition: @escaping @Sendable (Connection) -> Bool) async -> Int {
      await test.loop.run { loop in loop.poller.channels.count { ($0 as? Connection).map(condition) ?? false } }
    }
  }

  private func isComplete(_ connection: TestConnection) async -> Bool {
    (try? await connection.response())?.text.utf8.count == Self.page
  }

  @Test func anAddressAndASessionHoldNoMoreThanTheirShares() async throws {
    let clients = try await Clients(pages: 6.5)
    var asked: [TestConnection] = []
    for _ in 1...5 { asked.append(try await clients.ask("10.0.0.1")) }
    #expect(await clients.waiting == 3)
    // Those that have read nothing for longest are ended.
    var complete: [Bool] = []
    for connection in asked { complete.append(await isComplete(connection)) }
    #expect(complete == [false, false, true, true, true])
    asked = []
    for number in 1...3 {
      asked.append(
        try await clients.ask("10.0.1.\(number)", session: "a session, which is longer than an address"))
    }
    #expect(await clients.waiting == 1)
    #expect(await isComplete(asked[2]))
  }

  @Test func whoHoldsMostMakesRoomForAnother() async throws {
    let clients = try await Clients(pages: 5.5)
    var asked: [TestConnection] = []
    for address in [1, 1, 2, 2, 2] { asked.append(try await clients.ask("10.0.0.\(address)")) }
    #expect(await clients.waiting == 4)
    for address in [1, 3, 4] { asked.append(try await clients.ask("10.0.0.\(address)")) }
    #expect(await clients.waiting == 5)
    for connection in asked.suffix(2) { #expect(await isComplete(connection)) }
  }

  @Test func anAddressHasANumberOfConnections() async throws {
    let clients = try await Clients(pages: 1, connections: 3)
    var asked: [TestConnection] = []
    // What all clients are sent alike costs nothing more for each.
    for _ in 1...5 { asked.append(try await clients.ask("10.0.0.1", for: "/large")) }
    #expect(await clients.waiting == 3)
    asked.append(try await clients.ask("10.0.0.2", for: "/large"))
    #expect(await clients.waiting == 4)
    for connection in asked.suffix(4) { #expect(await isComplete(connection)) }
  }
}
