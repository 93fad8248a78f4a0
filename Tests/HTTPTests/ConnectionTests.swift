import Dispatch
import EventLoop
import Glibc
import Testing

@testable import HTTP

@Suite struct ConnectionTests {
  static let host = "Host: localhost\r\n"
  static func get(_ path: String, _ fields: String = "") -> String { "GET \(path) HTTP/1.1\r\n\(host)\(fields)\r\n" }

  // MARK: - One after the other

  @Test func pipelinedRequestsAreAnsweredInOrder() async throws {
    let test = try await TestServer()
    let connection = try await test.client.connect()
    let post = "POST /b HTTP/1.1\r\n\(Self.host)Content-Length: 3\r\n\r\nabc"
    let chunked = "POST /c HTTP/1.1\r\n\(Self.host)Transfer-Encoding: chunked\r\n\r\n2\r\nxy\r\n0\r\n\r\n"
    try await connection.send(Self.get("/a") + Self.get("/now") + post + chunked + Self.get("/stream") + Self.get("/z"))
    var texts: [String] = []
    for _ in 0..<6 { texts.append(try await connection.response().text) }
    #expect(texts == ["GET /a ", "now\n", "POST /b abc", "POST /c xy", "part 0\npart 1\npart 2\n", "GET /z "])
  }

  @Test func bytesMayComeOneByOne() async throws {
    let test = try await TestServer()
    let connection = try await test.client.connect()
    for byte in Array(
      "POST /a HTTP/1.1\r\n\(Self.host)Transfer-Encoding: chunked\r\n\r\n3;x\r\nabc\r\n0\r\nT: u\r\n\r\n".utf8)
    {
      try await connection.send([byte])
    }
    #expect(try await connection.response().text == "POST /a abc")
    try await connection.send(Self.get("/now"))
    #expect(try await connection.response().text == "now\n")
  }

  /// Answers larger than the socket's buffer hold back the requests after them, and those are not forgotten.
  @Test func largeAnswersToPipelinedRequests() async throws {
    let test = try await TestServer()
    let connection = try await test.client.connect()
    try await connection.send(String(repeating: Self.get("/page"), count: 40) + Self.get("/now"))
    for _ in 0..<40 { #expect(try await connection.response().body.count == EchoResponder.page.count) }
    #expect(try await connection.response().text == "now\n")
  }

  @Test func aHalfClosedClientGetsAllOfItsAnswer() async throws {
    let test = try await TestServer()
    for path in ["/page", "/now", "/a", "/stream"] {
      let connection = try await test.client.connect()
      try await connection.send(String(repeating: Self.get("/page"), count: 20) + Self.get(path))
      connection.finishSending()
      for _ in 0..<20 { #expect(try await connection.response().body.count == EchoResponder.page.count) }
      #expect(try await connection.response().status == 200)
      #expect(try await connection.readToEnd().isEmpty)
    }
    #expect(await test.isEmptied())
  }

  // MARK: - Answers

  @Test func headHasTheFieldsOfGetAndNoContent() async throws {
    let test = try await TestServer()
    for path in ["/now", "/page", "/stream", "/stream-now", "/nothing"] {
      let connection = try await test.client.connect()
      try await connection.send(Self.get(path) + "HEAD \(path) HTTP/1.1\r\n\(Self.host)\r\n" + Self.get("/now"))
      let get = try await connection.response()
      let head = try await connection.response(to: .head)
      let names: (TestResponse) -> [String] = {
        $0.headers.filter { $0.name != "Date" }.map { "\($0.name): \($0.value)" }
      }
      #expect(names(get) == names(head))
      #expect(try await connection.response().text == "now\n")
    }
  }

  @Test func everyAnswerIsDatedAndNamesNoVersion() async throws {
    let test = try await TestServer()
    let answer = try await test.client.send(.get, "/now")
    #expect(answer["server"] == "foyer")
    let date = try #require(answer["date"])
    #expect(HTTPDate(Array(date.utf8)[...], now: HTTPDate(seconds: 0)) != nil)
  }

  @Test func streamsAreChunkedForHTTP11AndEndWithTheConnectionForHTTP10() async throws {
    let test = try await TestServer()
    for path in ["/stream", "/stream-now"] {
      #expect(try await test.client.send(.get, path).text == "part 0\npart 1\npart 2\n")
      let old = try await test.client.raw("GET \(path) HTTP/1.0\r\n\(Self.host)Connection: keep-alive\r\n\r\n")
      #expect(!old.contains("Transfer-Encoding") && old.contains("Connection: close"))
      #expect(old.hasSuffix("\r\n\r\npart 0\npart 1\npart 2\n"))
    }
  }

  @Test func aStreamThatFailsIsVisiblyIncomplete() async throws {
    let test = try await TestServer()
    let answer = try await test.client.raw(Self.get("/broken"))
    #expect(answer.contains("Transfer-Encoding: chunked") && !answer.contains("0\r\n\r\n"))
  }

  @Test func http10KeepsTheConnectionOnlyWhenAsked() async throws {
    let test = try await TestServer()
    let old = "GET /now HTTP/1.0\r\n\(Self.host)"
    let answer = try await test.client.raw("\(old)Connection: Keep-Alive\r\n\r\n\(old)\r\n")
    #expect(answer.components("HTTP/1.1 200 OK") == 2)
    #expect(answer.components("Connection: keep-alive") == 1 && answer.components("Connection: close") == 1)
  }

  @Test func aValueCannotBeginAField() async throws {
    let test = try await TestServer()
    let answer = try await test.client.send(.get, "/cookie")
    #expect(answer["set-cookie"] == nil && answer["x-injected"] == "a  Set-Cookie: evil=1")
  }

  @Test func theSameClientWithoutANetwork() async throws {
    let test = try await TestServer(listens: false)
    let client = TestClient(test.server)
    #expect(try await client.send(.post, "/a", body: Array("xyz".utf8)).text == "POST /a xyz")
    #expect(try await client.send(.get, "/page").body == EchoResponder.page)
    #expect(try await client.raw("nonsense\r\n\r\n").hasPrefix("HTTP/1.1 400 "))
  }

  // MARK: - Bodies

  @Test func continueIsSentWhenTheBodyIsWanted() async throws {
    let test = try await TestServer()
    let head = "HTTP/1.1\r\n\(Self.host)Expect: 100-Continue\r\nContent-Length: 3\r\n\r\n"
    let wanted = try await test.client.connect()
    try await wanted.send("POST /a \(head)")
    #expect(try await wanted.response().status == 100)
    try await wanted.send("abc")
    #expect(try await wanted.response().text == "POST /a abc")

    // Whoever was not told to go on may still send it, or not: the connection ends.
    let unwanted = try await test.client.raw("POST /ignore \(head)")
    #expect(unwanted.hasPrefix("HTTP/1.1 200 OK\r\n") && unwanted.contains("Connection: close\r\n"))

    // Who sent it anyway is not asked.
    let eager = try await test.client.raw("POST /a \(head)abc" + Self.get("/now", "Connection: close\r\n"))
    #expect(!eager.contains("100 Continue") && eager.hasSuffix("now\n"))
  }

  @Test func anUnreadBodyIsNeverARequest() async throws {
    let test = try await TestServer()
    let smuggled = Self.get("/smuggled")
    let post = "POST /ignore HTTP/1.1\r\n\(Self.host)Content-Length: \(smuggled.utf8.count)\r\n\r\n"
    let whole = try await test.client.connect()
    try await whole.send(post + smuggled + Self.get("/now"))
    #expect(try await whole.response().text == "ignored")
    #expect(try await whole.response().text == "now\n")

    let late = try await test.client.connect()
    try await late.send(post)
    let answer = try await late.response()
    #expect(answer["connection"] == "close")
    try? await late.send(smuggled + Self.get("/now"))
    #expect(try await late.readToEnd().isEmpty)
    #expect(!test.log.all.contains("GET /smuggled"))
  }

  @Test func aRequestThatWaitsIsAskedAgain() async throws {
    let test = try await TestServer()
    let waiting = try await test.client.connect()
    // The next request of the connection comes after it.
    try await waiting.send(Self.get("/later") + Self.get("/now"))
    #expect(await test.logged("GET /later"))
    let other = try await test.client.connect()
    try await other.send(Self.get("/wake"))
    #expect(try await other.response().text == "woken")
    #expect(try await waiting.response().text == "awake")
    #expect(try await waiting.response().text == "now\n")
    #expect(test.log.all == ["GET /later", "GET /wake", "GET /later"])
  }

  @Test func aRefusalArrivesThroughAnUpload() async throws {
    let test = try await TestServer()
    let upload = [UInt8](repeating: 0x61, count: 3 << 20)
    let answer = try await test.client.send(.post, "/a", body: upload)
    #expect(answer.status == 413)
  }

  @Test func uploadsTogetherAreBounded() async throws {
    let test = try await TestServer { $0.limits.bodyMemory = 200 << 10 }
    #expect(try await test.client.send(.post, "/a", body: [UInt8](repeating: 0x61, count: 90 << 10)).status == 200)
    #expect(try await test.client.send(.post, "/a", body: [UInt8](repeating: 0x61, count: 200 << 10)).status == 503)
    // What was held is given back.
    #expect(try await test.client.send(.post, "/a", body: [UInt8](repeating: 0x61, count: 90 << 10)).status == 200)
  }

  @Test func aClientThatLeavesLeavesNothing() async throws {
    let test = try await TestServer()
    for path in ["/a", "/endless", "/stream"] {
      var connection: TestConnection? = try await test.client.connect()
      try await connection?.send("POST \(path) HTTP/1.1\r\n\(Self.host)Content-Length: 10\r\n\r\nabc")
      #expect(await test.logged("POST \(path)"))
      connection = nil
    }
    #expect(await test.logged("body disconnected"))
    #expect(await test.logged("endless ended"))
    #expect(await test.isEmptied())
    #expect(try await test.client.send(.get, "/now").text == "now\n")
  }

  // MARK: - Time

  @Test func aSlowHeaderIsRefusedAndAnIdleConnectionClosed() async throws {
    let test = try await TestServer {
      $0.limits.headerTime = .milliseconds(300)
      // Longer than a busy machine takes to send the first bytes.
      $0.limits.idleTime = .seconds(3)
    }
    #expect(try await test.client.raw("GET / HTTP/1.1\r\nHost: loc").hasPrefix("HTTP/1.1 408 "))
    let idle = try await test.client.raw(Self.get("/now"))
    #expect(idle.hasPrefix("HTTP/1.1 200 ") && idle.hasSuffix("\r\n\r\nnow\n"))
  }

  @Test func aSlowBodyIsRefused() async throws {
    let test = try await TestServer { $0.limits.graceTime = .milliseconds(300) }
    let answer = try await test.client.raw("POST /a HTTP/1.1\r\n\(Self.host)Content-Length: 10\r\n\r\nabc")
    #expect(answer.hasPrefix("HTTP/1.1 408 "))
    #expect(test.log.all.contains("body timedOut"))
  }

  @Test func aReaderThatDoesNotReadIsDropped() async throws {
    let test = try await TestServer { $0.limits.stallTime = .milliseconds(300) }
    let connection = try await test.client.connect()
    try await connection.send(Self.get("/endless"))
    #expect(await test.logged("endless ended"))
    #expect(await test.isEmptied())
    withExtendedLifetime(connection) {}
  }

  /// However much it has sent, a client that stops sending its body is noticed.
  @Test func aBodyThatBeginsFastAndStallsIsRefused() async throws {
    let test = try await TestServer {
      $0.limits.graceTime = .seconds(1)
      $0.limits.stallTime = .seconds(1)
      // Of the half megabyte alone, the client would earn more than eight minutes.
      $0.limits.minimumRate = 1024
    }
    let body = String(repeating: "a", count: 512 << 10)
    let answer = try await test.client.raw("POST /a HTTP/1.1\r\n\(Self.host)Content-Length: 1000000\r\n\r\n\(body)")
    #expect(answer.hasPrefix("HTTP/1.1 408 "))
    #expect(await test.logged("body timedOut"))
  }

  /// Half of the memory for bodies is an address's, and who holds most makes room for who holds less.
  @Test func bodiesOfOneAddressLeaveRoomForOthers() async throws {
    let test = try await TestServer {
      $0.limits.bodyMemory = 1 << 20
      $0.trustedProxies = [CIDR("127.0.0.0/8")!]
    }
    func begin(_ address: String, _ count: Int) async throws -> TestConnection {
      let connection = try await test.client.connect()
      try await connection.send(
        "POST /a HTTP/1.1\r\n\(Self.host)X-Forwarded-For: \(address)\r\nContent-Length: \(count + 1)\r\n\r\n")
      try await connection.send([UInt8](repeating: 0x61, count: count))
      return connection
    }
    func post(_ address: String, _ count: Int) async throws -> Int {
      try await test.client.send(
        .post, "/a", headers: [("X-Forwarded-For", address)], body: [UInt8](repeating: 0x61, count: count)
      ).status
    }
    func holds(_ count: Int) async throws {
      while await test.loop.run({ loop in
        loop.poller.channels.compactMap { ($0 as? Connection)?.held }.reduce(0, +) != count
      }) { try await Task.sleep(for: .milliseconds(5)) }
    }
    let first = try await begin("10.0.0.1", 400 << 10)
    try await holds(400 << 10)
    #expect(try await post("10.0.0.1", 200 << 10) == 503)
    #expect(try await post("2001:db8::1", 200 << 10) == 200)
    let second = try await begin("2001:db8::1", 400 << 10)
    try await holds(800 << 10)
    // The same subscriber with another of its addresses, and then anybody.
    #expect(try await post("2001:db8::2", 200 << 10) == 503)
    // Another gets what it needs: of who holds most, the body ends that has not gone on for longest.
    #expect(try await post("10.0.0.3", 200 << 10) == 200)
    #expect(try await first.response().status == 503)
    try await holds(400 << 10)
    // Also if nobody holds much.
    var small: [TestConnection] = []
    for number in 1...14 {
      small.append(try await begin("10.0.1.\(number)", 48 << 10))
      try await holds(((number > 10 ? 0 : 400) + 48 * number) << 10)
    }
    #expect(try await second.response().status == 503)
    withExtendedLifetime(small) {}
  }

  /// Handlers may hold all of it, with nobody who could make room: small bodies have a reserve, of which an address has an eighth.
  @Test func smallBodiesFindRoomWhenTheRestIsFull() {
    var memory = BodyMemory(limit: 1 << 20)
    var shares = [BodyMemory.Share](repeating: BodyMemory.Share(), count: 4)
    for index in shares.indices { shares[index].address = [10, 0, 0, UInt8(index)] }
    #expect(memory.take(512 << 10, for: &shares[0]) == .taken && memory.take(1, for: &shares[0]) == .refused)
    #expect(memory.take(384 << 10, for: &shares[1]) == .taken && memory.take(64 << 10, for: &shares[1]) == .full)
    #expect(memory.take(16 << 10, for: &shares[2]) == .taken && memory.take(1, for: &shares[2]) == .full)
    #expect(memory.take(12 << 10, for: &shares[3]) == .taken)
    for index in shares.indices { memory.release(&shares[index]) }
    #expect(memory.take(512 << 10, for: &shares[2]) == .taken)
  }

  /// An upload that goes to a file, of which memory holds a part at a time, leaves the rest to others.
  @Test func whatIsGivenBackIsThereForOthers() {
    var memory = BodyMemory(limit: 1 << 20)
    var shares = [BodyMemory.Share](repeating: BodyMemory.Share(), count: 2)
    for index in shares.indices {
      (shares[index].address, shares[index].session) = ([10, 0, 0, UInt8(index)], [UInt8](repeating: 7, count: 32))
    }
    for _ in 0..<100 {
      #expect(memory.take(200 << 10, for: &shares[0]) == .taken)
      memory.give(200 << 10, back: &shares[0])
    }
    #expect(memory.held(by: shares[0].address) == 0)
    // The session's quarter is there again, for it and for no more.
    #expect(memory.take(256 << 10, for: &shares[1]) == .taken && memory.take(65 << 10, for: &shares[0]) == .refused)
    // Of the reserve, too, which small bodies use.
    #expect(memory.take(16 << 10, for: &shares[0]) == .taken && memory.take(1, for: &shares[0]) == .refused)
    memory.give(16 << 10, back: &shares[0])
    #expect(memory.take(16 << 10, for: &shares[0]) == .taken)
    memory.give(1 << 30, back: &shares[0])
    #expect(shares[0].count == 0)
  }

  /// A handler that has not asked for the body has none of it in memory but what came with the head.
  @Test func aBodyIsNotReadBeforeItIsWanted() async throws {
    let test = try await TestServer()
    let connection = try await test.client.connect()
    try await connection.send("POST /late HTTP/1.1\r\n\(Self.host)Content-Length: 40000\r\n\r\n")
    #expect(await test.logged("POST /late"))
    try await connection.send([UInt8](repeating: 0x61, count: 40_000))
    for _ in 0..<20 {
      let waiting = await test.loop.run { loop in
        loop.poller.channels.compactMap { ($0 as? Connection)?.waitingInput }.reduce(0, +)
      }
      #expect(waiting == 0)
    }
    test.log.add("go on")
    #expect(try await connection.response().text == "POST /late 40000")
  }

  /// A client that sends requests and reads nothing costs what the buffers hold, and is cut off.
  @Test func aPipelinedClientThatDoesNotReadIsDropped() async throws {
    let test = try await TestServer { $0.limits.stallTime = .seconds(1) }
    let connection = try await test.client.connect()
    try await connection.send(String(repeating: Self.get("/counted"), count: 200))
    #expect(await test.logged("GET /counted"))
    // Then nothing is answered any more.
    var answered = 0
    while answered != test.log.all.count {
      answered = test.log.all.count
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(answered < 100)
    let kept = await test.loop.run { loop in
      loop.poller.channels.compactMap { ($0 as? Connection)?.unread }.reduce(0, +)
    }
    #expect(kept < 1 << 20)
    #expect(await test.isEmptied())
    withExtendedLifetime(connection) {}
  }

  /// What the client's system acknowledges is progress, however long the whole takes.
  @Test func aSlowReaderIsNotDropped() async throws {
    let test = try await TestServer { $0.limits.stallTime = .seconds(4) }
    // More than the kernel keeps for a client (tcp(7), tcp_rmem), for longer than a client may stall.
    let answer = try await test.client.exchange(Self.get("/large", "Connection: close\r\n"), pause: .milliseconds(40))
    #expect(answer.count > EchoResponder.large.count)
  }

  /// A refusal that is held back costs its client the time, and nobody else.
  @Test func aDelayedAnswerIsSentLater() async throws {
    let test = try await TestServer()
    let connection = try await test.client.connect()
    let start = ContinuousClock.now
    try await connection.send(Self.get("/delayed") + Self.get("/now"))
    #expect(try await connection.response().status == 503)
    #expect(start.duration(to: .now) >= .milliseconds(300))
    #expect(try await connection.response().text == "now\n")
  }

  @Test func stuckClientsDelayNobody() async throws {
    let test = try await TestServer()
    var stuck: [TestConnection] = []
    for index in 0..<300 {
      let connection = try await test.client.connect()
      try await connection.send(
        index % 2 == 0 ? "GET / HTTP/1.1\r\nHo" : "POST /a HTTP/1.1\r\n\(Self.host)Content-Length: 9\r\n\r\nabc")
      stuck.append(connection)
    }
    for _ in 0..<20 { #expect(try await test.client.send(.get, "/a").status == 200) }
    withExtendedLifetime(stuck) {}
  }

  // MARK: - Proxies

  @Test(arguments: [
    ("X-Forwarded-For: 9.9.9.9", "http 9.9.9.9"),
    ("X-Forwarded-For: 6.6.6.6, 9.9.9.9, 10.1.2.3\r\nX-Forwarded-Proto: https", "https 9.9.9.9"),
    ("X-Forwarded-For: 6.6.6.6\r\nX-Forwarded-For: 9.9.9.9:1234", "http 9.9.9.9"),
    ("X-Forwarded-For: 9.9.9.9, unknown, 10.1.2.3", "http 10.1.2.3"),
    ("Forwarded: for=6.6.6.6, for=\"[2001:db8::1]:80\";proto=https", "https 2001:db8::1"),
    // What a client claims in the other notation counts for nothing.
    ("Forwarded: for=6.6.6.6\r\nX-Forwarded-For: 9.9.9.9", "http 9.9.9.9"),
    ("Forwarded: for=127.0.0.1;proto=https\r\nX-Forwarded-For: 6.6.6.6, 9.9.9.9", "http 9.9.9.9"),
    ("Forwarded: proto=http\r\nX-Forwarded-For: 9.9.9.9\r\nX-Forwarded-Proto: https", "https 9.9.9.9"),
    ("X-Forwarded-Proto: gopher", "http 127.0.0.1"),
  ]) func trustedProxiesAreBelieved(fields: String, expected: String) async throws {
    let request = Self.get("/where", "\(fields)\r\nConnection: close\r\n")
    let trusting = try await TestServer { $0.trustedProxies = [CIDR("127.0.0.0/8")!, CIDR("10.0.0.0/8")!] }
    #expect(try await trusting.client.raw(request).hasSuffix("\r\n\r\n\(expected) localhost localhost"))
    let other = try await TestServer { $0.trustedProxies = [CIDR("10.0.0.0/8")!] }
    #expect(try await other.client.raw(request).hasSuffix("\r\n\r\nhttp 127.0.0.1 localhost localhost"))
  }

  // MARK: - The end

  @Test func aGracefulStopFinishesWhatRuns() async throws {
    let test = try await TestServer()
    let idle = try await test.client.connect()
    try await idle.send(Self.get("/now"))
    _ = try await idle.response()
    let busy = try await test.client.connect()
    try await busy.send("POST /a HTTP/1.1\r\n\(Self.host)Content-Length: 3\r\n\r\n")
    #expect(await test.logged("POST /a"))
    let server = test.server
    async let stopped: Void = server.stop(grace: .seconds(120))
    #expect(try await idle.readToEnd().isEmpty)
    await #expect(throws: TestError.self) { _ = try await test.client.connect() }
    try await busy.send("abc")
    let answer = try await busy.response()
    #expect(answer.text == "POST /a abc" && answer["connection"] == "close")
    #expect(try await busy.readToEnd().isEmpty)
    busy.finishSending()
    idle.finishSending()
    await stopped
  }

  /// RFC 9112 §9.6.
  @Test func whileItDrainsEachResponseEndsItsConnection() async throws {
    let test = try await TestServer()
    let (kept, idle) = (try await test.client.connect(), try await test.client.connect())
    for connection in [kept, idle] {
      try await connection.send(Self.get("/now"))
      #expect(try await connection.response()["connection"] == nil)
    }
    let busy = try await test.client.connect()
    try await busy.send("POST /a HTTP/1.1\r\n\(Self.host)Content-Length: 3\r\n\r\n")
    #expect(await test.logged("POST /a"))
    let server = test.server
    let drain = Task { await server.drain(for: .seconds(600)) }
    while true {
      // New clients are still served.
      let new = try await test.client.connect()
      try await new.send(Self.get("/now"))
      let answer = try await new.response()
      #expect(answer.status == 200)
      guard answer["connection"] == "close" else { continue }
      #expect(try await new.readToEnd().isEmpty)
      break
    }
    try await kept.send(Self.get("/now"))
    #expect(try await kept.response()["connection"] == "close")
    #expect(try await kept.readToEnd().isEmpty)
    try await busy.send("abc")
    let answer = try await busy.response()
    #expect(answer.text == "POST /a abc" && answer["connection"] == "close")
    drain.cancel()
    await drain.value
    for connection in [kept, busy] { connection.finishSending() }
    async let stopped: Void = server.stop(grace: .seconds(120))
    // An orderly end, no reset.
    #expect(try await idle.readToEnd().isEmpty)
    idle.finishSending()
    await stopped
  }

  /// No connection is closed before nothing listens any more, on any loop: its client would be taken in again.
  @Test func aGracefulStopListensNoMoreBeforeItClosesAnything() async throws {
    let other = EventLoop(label: "other")
    await other.start()
    let test = try await TestServer(others: [other])
    var idle: [TestConnection] = []
    for _ in 0..<16 {
      idle.append(try await test.client.connect())
      try await idle[idle.count - 1].send(Self.get("/now"))
      _ = try await idle[idle.count - 1].response()
    }
    // A child process that has not called exec yet shares the descriptors (fork(2)).
    let shared = await test.loop.run { loop in
      loop.poller.channels.compactMap { $0 as? Listener }.map { dup($0.descriptor) }
    }
    defer { for descriptor in shared { close(descriptor) } }
    let isReleased = DispatchSemaphore(value: 0)
    let isHeld = EchoResponder.Log()
    Task {
      await other.run { _ in
        isHeld.add("held")
        isReleased.wait()
      }
    }
    while isHeld.all.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    let server = test.server
    async let stopped: Void = server.stop(grace: .seconds(120))
    while await test.loop.run({ loop in loop.poller.channels.contains { $0 is Listener } }) { await Task.yield() }
    let open = await test.loop.run { loop in loop.poller.channels.filter { $0 is Connection }.count }
    let idleOnLoop = await test.loop.run { loop in
      loop.poller.channels.filter { ($0 as? Connection)?.isIdle == true }.count
    }
    #expect(open == idleOnLoop)
    isReleased.signal()
    for connection in idle { #expect(try await connection.readToEnd().isEmpty) }
    await #expect(throws: TestError.self) { _ = try await test.client.connect() }
    for connection in idle { connection.finishSending() }
    await stopped
  }

  @Test func theGracePeriodEnds() async throws {
    let test = try await TestServer()
    let busy = try await test.client.connect()
    try await busy.send("POST /a HTTP/1.1\r\n\(Self.host)Content-Length: 3\r\n\r\n")
    #expect(await test.logged("POST /a"))
    await test.server.stop(grace: .milliseconds(100))
    #expect(try await busy.readToEnd().isEmpty)
  }

  @Test func anAddressIsNotShared() async throws {
    let test = try await TestServer()
    let second = Server(configuration: ServerConfiguration(listen: [test.address]), loops: [test.loop]) { _ in
      EchoResponder(log: EchoResponder.Log())
    }
    await #expect(throws: ListenError.self) { try await second.start() }
    #expect(try await test.client.send(.get, "/now").status == 200)
  }
}
