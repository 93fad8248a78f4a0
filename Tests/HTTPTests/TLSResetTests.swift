import COpenSSL
import Dispatch
@testable import EventLoop
import Glibc
import Testing

@testable import HTTP

/// A TLS connection that ends at any byte is closed, and no event is reported again and again for it.
@Suite struct TLSResetTests {
  /// Deadlines far away: what is closed in these tests is closed because its client left.
  static func server(_ certificate: TLSTests.Certificate) async throws -> TestServer {
    let (file, key) = (certificate.certificate, certificate.key)
    return try await TestServer {
      $0.tls = (file, key)
      $0.limits.lingerTime = .seconds(600)
    }
  }

  /// Whether the poller has nothing to report: a level-triggered event that nobody deals with is reported by each look.
  /// (The first looks may report that this very call woke the loop.)
  static func isQuiet(_ test: TestServer) async -> Bool {
    await test.loop.run { loop in (0..<20).contains { _ in loop.poller.poll(milliseconds: 0) == 0 } }
  }

  @Test(arguments: [TLS1_2_VERSION, TLS1_3_VERSION], TLSClient.Ending.allCases)
  func aConnectionMayEndAtAnyByte(version: Int32, ending: TLSClient.Ending) async throws {
    let certificate = try TLSTests.Certificate(name: "localhost")
    let test = try await Self.server(certificate)
    var cut = 0
    while true {
      let sent = try await TLSClient.run(test.address, version, path: "/a", cut: cut, ending: ending)
      try #require(await test.isEmptied(), "after \(cut) bytes")
      try #require(await Self.isQuiet(test), "after \(cut) bytes")
      if sent < cut { break }
      cut += 1
    }
    // The server has come to all of them when it answers the last.
    _ = try await TLSClient.run(test.address, version, path: "/a", ending: .halfClose)
    #expect(test.log.all.contains("GET /a"))
    #expect(await test.isEmptied())
    #expect(await Self.isQuiet(test))
    // A ClientHello alone has more than 150 bytes.
    #expect(cut > 200)
  }

  /// While a handler works the connection waits for no event of its socket, and a reset is noticed nevertheless.
  @Test(arguments: TLSClient.Ending.allCases)
  func aConnectionMayEndWhileAHandlerWorks(ending: TLSClient.Ending) async throws {
    let certificate = try TLSTests.Certificate(name: "localhost")
    let test = try await Self.server(certificate)
    let mayEnd = DispatchSemaphore(value: 0)
    async let sent = TLSClient.run(test.address, TLS1_3_VERSION, path: "/late", ending: ending, mayEnd: mayEnd) {
      test.log.add("ended")
    }
    #expect(await test.logged("GET /late"))
    #expect(await Self.isQuiet(test))
    mayEnd.signal()
    #expect(await test.logged("ended"))
    if ending == .reset { #expect(await test.isEmptied()) }
    #expect(await Self.isQuiet(test))
    test.log.add("go on")
    _ = try await sent
    #expect(await test.isEmptied())
    #expect(await Self.isQuiet(test))
  }

  /// The same while the connection waits for a client that does not read.
  @Test func aConnectionMayBeResetWhileItsAnswerWaits() async throws {
    let certificate = try TLSTests.Certificate(name: "localhost")
    let test = try await Self.server(certificate)
    let mayEnd = DispatchSemaphore(value: 0)
    async let sent = TLSClient.run(test.address, TLS1_3_VERSION, path: "/endless", ending: .reset, mayEnd: mayEnd)
    #expect(await test.logged("GET /endless"))
    while await test.loop.run({ loop in
      loop.poller.channels.compactMap { ($0 as? Connection)?.unread }.reduce(0, +) < EchoResponder.page.count
    }) { try await Task.sleep(for: .milliseconds(5)) }
    #expect(await Self.isQuiet(test))
    mayEnd.signal()
    _ = try await sent
    #expect(await test.logged("endless ended"))
    #expect(await test.isEmptied())
    #expect(await Self.isQuiet(test))
  }
}
