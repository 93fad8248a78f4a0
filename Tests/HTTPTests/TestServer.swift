import EventLoop

@testable import HTTP

/// Answers by path; what a handler saw is kept for the test.
final class EchoResponder: Responder {
  let log: Log

  final class Log: Sendable {
    let lines = Lock<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
  }

  init(log: Log) { self.log = log }

  /// Requests that wait until another one wakes them.
  private var waiting: [() -> Void] = []
  private var isAwake = false

  static let page = [UInt8](repeating: 0x61, count: 300_000)
  static let large = [UInt8](repeating: 0x61, count: 16 << 20)

  func immediate(_ request: Request) -> Response? {
    switch request.path {
    case "/now": .text("now\n")
    case "/page": .html(Self.page)
    case "/large": .html(Self.large)
    case "/where": .text("\(request.scheme) \(request.remoteAddress) \(request.host) \(request.authority)")
    case "/stream-now": Self.stream(3)
    default: nil
    }
  }

  private static func stream(_ count: Int) -> Response {
    Response(
      body: .stream { writer in for number in 0..<count { try await writer.write(Array("part \(number)\n".utf8)) } })
  }

  func respond(to request: Request) async -> Response {
    log.add("\(request.method) \(request.path)")
    switch request.path {
    case "/stream": return Self.stream(3)
    case "/endless":
      return Response(
        body: .stream { [log] writer in
          do {
            while true { try await writer.write(Self.page) }
          } catch {
            log.add("endless ended")
            throw error
          }
        })
    case "/broken":
      return Response(
        body: .stream { writer in
          try await writer.write([0x61])
          throw BodyError.malformed
        })
    case "/later":
      return isAwake ? .text("awake") : Response(body: .later { [self] again in waiting.append(again) })
    case "/wake":
      isAwake = true
      for again in waiting { again() }
      return .text("woken")
    case "/ignore": return .text("ignored")
    case "/counted": return .html(Self.page)
    case "/unread":
      var response = Response.html(Self.large)
      response.session = Array((request.headers["x-session"] ?? "").utf8)
      return response
    case "/delayed":
      var response = Response.text("busy", status: .serviceUnavailable)
      response.delay = .milliseconds(300)
      return response
    case "/late":
      while !log.all.contains("go on") { try? await Task.sleep(for: .milliseconds(5)) }
      let body = try? await request.body.collect(limit: 1 << 20)
      return .text("POST /late \(body?.count ?? -1)")
    case "/nothing": return Response(status: .noContent)
    case "/cookie":
      var response = Response()
      response.headers.append("X-Injected", "a\r\nSet-Cookie: evil=1")
      return response
    default:
      do {
        let body = try await request.body.collect(limit: 1 << 20)
        return .text("\(request.method) \(request.path) \(String(decoding: body, as: UTF8.self))")
      } catch {
        log.add("body \(error)")
        return .text("\(error)", status: error.status)
      }
    }
  }

  func refusal(_ status: Status, _ request: Request?) -> Response { .text("refused", status: status) }
  func stop() async {}
}

extension Limits {
  /// However slow the machine is, no connection ends for its time: a test of one of these times sets it.
  fileprivate mutating func waitForADay() {
    (headerTime, idleTime, graceTime, stallTime) = (
      .seconds(86_400), .seconds(86_400), .seconds(86_400), .seconds(86_400)
    )
  }
}

/// A server on a loop of its own that listens on a free port of 127.0.0.1.
struct TestServer {
  let server: Server
  let log = EchoResponder.Log()
  let loop: EventLoop

  /// - Parameter others: further loops that serve the same address.
  init(listens: Bool = true, others: [EventLoop] = [], _ change: (inout ServerConfiguration) -> Void = { _ in })
    async throws
  {
    var configuration = ServerConfiguration(listen: listens ? [SocketAddress("127.0.0.1:0")!] : [])
    configuration.limits.waitForADay()
    change(&configuration)
    loop = EventLoop(label: "test")
    await loop.start()
    server = Server(configuration: configuration, loops: [loop] + others) { [log] _ in EchoResponder(log: log) }
    try await server.start()
  }

  var address: SocketAddress { server.addresses[0] }
  var client: TestClient { TestClient(address) }

  /// Waits until the log has the line.
  func logged(_ line: String) async -> Bool {
    for _ in 0..<2000 {
      if log.all.contains(line) { return true }
      try? await Task.sleep(for: .milliseconds(5))
    }
    return false
  }

  /// Waits until no connection is left.
  func isEmptied() async -> Bool {
    for _ in 0..<2000 {
      let count = await loop.run { loop in loop.poller.channels.filter { $0 is Connection }.count }
      if count == 0 { return true }
      try? await Task.sleep(for: .milliseconds(5))
    }
    return false
  }
}
