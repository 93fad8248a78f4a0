import EventLoop
import Glibc

/// The part of a server that lives on one event loop: its responder, its connections and what they share.
final class Worker {
  let configuration: ServerConfiguration
  let responder: any Responder
  let compression: Compression?
  /// `Limits.idleTime`: a Duration is divided by 10^18 each time it is added to an instant, which shows in every request.
  private let idleNanoseconds: Int64
  private let readingNanoseconds: Int64
  var tls: TLSContext?
  private var serial = RequestSerial()
  private let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 16)
  private var dateSecond = 0
  private var dateLine: [UInt8] = []
  /// Body bytes held by handlers.
  var bodyMemory: BodyMemory
  /// Answers held for clients that do not read them.
  private var unreadMemory: UnreadMemory
  unowned let poller: Poller
  private(set) var isStopping = false
  /// Whether each response ends its connection, so that clients leave before the server stops.
  private(set) var isDraining = false
  private var connections = 0
  private var isAborted = false
  private let stopped = Waiter()

  /// - Parameter pool: where large responses are compressed.
  init(configuration: ServerConfiguration, responder: any Responder, poller: Poller, pool: WorkerPool) {
    self.configuration = configuration
    compression = configuration.compresses ? Compression(pool: pool) : nil
    self.poller = poller
    bodyMemory = BodyMemory(limit: configuration.limits.bodyMemory)
    unreadMemory = UnreadMemory(configuration.limits)
    idleNanoseconds = configuration.limits.idleTime.nanoseconds
    readingNanoseconds = min(idleNanoseconds, configuration.limits.stallTime.nanoseconds)
    self.responder = responder
  }

  deinit { scratch.deallocate() }

  var limits: Limits { configuration.limits }

  /// When a connection that turns idle now is closed.
  func idleDeadline(_ now: Instant) -> Instant { Instant(nanoseconds: now.nanoseconds + idleNanoseconds) }

  /// When a client should have read its last response, or the end of the idle time if that is earlier.
  func readingDeadline(_ now: Instant) -> Instant { Instant(nanoseconds: now.nanoseconds + readingNanoseconds) }

  func nextSerial() -> RequestSerial { serial.next() }

  /// Lends the buffer that all connections of the loop read into.
  func withScratch<Result>(_ body: (UnsafeMutableRawBufferPointer) -> Result) -> Result { body(scratch) }

  /// The fields that every response has: `Date` (RFC 9110 §6.6.1), made once a second, and `Server`, without a version.
  func appendCommonFields(to output: inout [UInt8]) {
    let now = time(nil)
    if now != dateSecond {
      dateSecond = now
      dateLine = Array("Server: foyer\r\nDate: \(HTTPDate(seconds: Int64(now)).string)\r\n".utf8)
    }
    output.append(contentsOf: dateLine)
  }

  func connectionStarted() { connections += 1 }

  func connectionEnded() {
    connections -= 1
    if connections == 0 { stopped.resume() }
  }

  /// A client does not read: what is held for it counts, and whoever holds too much loses a connection, perhaps this one.
  func hold(_ count: Int, _ connection: Connection, _ now: Instant) {
    unreadMemory.hold(count, connection, now)
    while let slowest = unreadMemory.excess(after: connection, now) { slowest.close(reset: true) }
  }

  /// The client has read everything, or is gone.
  func release(_ connection: Connection) { unreadMemory.release(connection) }

  /// Ends each connection with its next response (RFC 9112 §9.6), until the server is stopped after `time`.
  func drain(_ poller: Poller, for time: Duration) {
    isDraining = true
    responder.draining(for: time)
    for case let connection as Connection in poller.channels { connection.drain() }
  }

  /// Stops accepting connections.
  func stopListening(_ poller: Poller) {
    for case let listener as Listener in poller.channels { listener.stop() }
  }

  /// Closes what is idle, lets the rest finish, and returns when no connection is left.
  func stop(_ poller: Poller) async {
    (isDraining, isStopping) = (true, true)
    responder.stopping()
    for case let connection as Connection in poller.channels { connection.stop() }
    await stopped.wait { connections > 0 && !isAborted }
  }

  /// Closes whatever is still there.
  func abort(_ poller: Poller) {
    for case let connection as Connection in poller.channels { connection.close() }
    isAborted = true
    stopped.resume()
  }

  /// Whether the request names a host that is ours, or needs none.
  func admits(_ request: Request) -> Bool {
    if configuration.allowedHosts.contains(request.host) { return true }
    return configuration.hostlessPaths.contains(request.path) && (request.method == .get || request.method == .head)
  }

  /// The client's address and scheme; forwarded fields count only from trusted proxies.
  func origin(of head: RequestHead, _ target: RequestTarget, peer: IPAddress, isTLS: Bool) -> (
    IPAddress, scheme: String
  ) {
    let forwarded = Forwarded(
      peer: peer, isSecure: isTLS, headers: head.headers, proxies: configuration.trustedProxies)
    // Proxies in between may speak http among themselves, and name another host.
    if let site = configuration.publicOrigin,
      site.host == target.host || forwarded.isByProxy && site.scheme == "https"
    {
      return (forwarded.address, site.scheme)
    }
    return (forwarded.address, forwarded.isSecure ? "https" : "http")
  }
}
