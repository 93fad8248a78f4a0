import EventLoop
import Glibc

/// A client's connection: requests in, responses out, one after the other (RFC 9112 §9).
///
/// It is a state machine that never blocks. What has to wait (a handler) runs as a task of the loop; everything else
/// happens between `ready` and the return from it. Reading, bodies and writing are in files of their own.
final class Connection: Channel {
  enum Phase {
    /// Between requests.
    case idle
    /// A part of a head has arrived.
    case head
    /// A handler works, or its response is being sent.
    case answering
    /// The last response is written; input is thrown away, as closing with unread input would reset the connection and
    /// lose the response (RFC 9112 §9.6).
    case lingering
    case closed
  }

  /// Reading stops at so many unparsed bytes, and writing at so many unsent ones.
  static let highWater = 64 << 10

  let worker: Worker
  let transport: any Transport
  let peer: IPAddress
  let isTLS: Bool

  var phase = Phase.idle
  var reader: RequestReader
  var peerHasEnded = false

  var output = OutputQueue()
  /// Bytes of the output that are kept anyway, for other clients.
  var sharedOutput = 0
  /// The output held for the client while it does not read.
  var unreadShare = UnreadMemory.Share()
  /// The socket takes no more bytes.
  var isBlocked = false
  /// Input waits because there was too much output.
  var isHeldBack = false
  /// How long the client may still take to read what it was sent.
  var reading: Patience
  /// A response that is sent when its delay is over.
  var delayed: Response?
  var idleUntil = Instant(nanoseconds: 0)
  let writeWaiter = Waiter()

  var request: Request?
  var body: IncomingBody
  /// A response that takes time to write, until its task begins.
  var waitingStream: Response?
  /// Of the response that is being streamed.
  var writer: ResponseWriter?
  var isHTTP11 = true
  var keepsAlive = true
  /// The sending direction is shut: the client has been told that this was the last response.
  var hasShutDown = false

  init(descriptor: Int32, peer: IPAddress, worker: Worker, now: Instant) {
    self.worker = worker
    self.peer = peer
    if let tls = worker.tls {
      transport = TLSTransport(descriptor: descriptor, context: tls)
      isTLS = true
    } else {
      transport = PlainTransport(descriptor: descriptor)
      isTLS = false
    }
    reader = RequestReader(limits: worker.limits)
    reading = Patience(worker.limits.stallTime, worker.limits)
    body = IncomingBody(limits: worker.limits)
    super.init(descriptor: descriptor)
    interest = .readable
    // A TLS handshake counts as the header of what follows it.
    deadline = now + (isTLS ? worker.limits.headerTime : worker.limits.idleTime)
    worker.connectionStarted()
  }

  var now: Instant { poller?.now ?? .now() }

  /// Whether the next request may begin, and none has.
  var isIdle: Bool { phase == .idle }

  /// Bytes that were read and not parsed or taken, that handlers hold of the body, and that the client has not read.
  var waitingInput: Int { reader.count + body.bytes.count }
  var held: Int { body.share.count }
  var unread: Int { output.count + transport.unacknowledged }

  // MARK: - Called by the loop

  override func ready(_ events: Events) {
    if events.contains(.failed) { return close() }
    flush()
    if phase != .closed { receive() }
    settle()
  }

  override func expired() {
    switch phase {
    case .closed: return
    case .answering where delayed != nil && !isBlocked: sendDelayed()
    case .answering where body.hasWaiter && !isBlocked: failBody(.timedOut)
    case .head where !isBlocked: refuse(.requestTimeout, nil)
    case .idle where now < idleUntil && !hasUnread: deadline = idleUntil
    default: return expireReading()
    }
    settle()
  }

  /// An idle or lingering connection ends once the client has read everything or has stopped reading.
  private func expireReading() {
    guard hasUnread else { return close() }
    guard reading.goesOn(now, transport.acknowledged) else { return close(reset: true) }
    deadline = now + reading.left
  }

  override func run() async {
    guard phase == .answering, let request else { return }
    var response: Response
    if let waitingStream {
      response = waitingStream
      self.waitingStream = nil
    } else {
      response = await worker.responder.respond(to: request)
      if case .later(let wait) = response.body { return wait { [weak self] in self?.schedule() } }
      await worker.compression?.apply(to: &response, for: request)
      guard phase == .answering else { return }
      if case .stream = response.body, request.method != .head {
        // In a task of its own: a task keeps the memory of its deepest call, and a stream may go on for hours.
        waitingStream = response
        return schedule()
      }
    }
    if case .stream(let write) = response.body, request.method != .head {
      await stream(response, write)
    } else if response.delay > .zero, !worker.isStopping {
      return delay(response)
    } else {
      send(response)
    }
    process()
    settle()
  }

  private func delay(_ response: Response) {
    delayed = response
    releaseBody()
    if !isBlocked { deadline = now + response.delay }
    settle()
  }

  private func sendDelayed() {
    guard let response = delayed else { return }
    delayed = nil
    deadline = nil
    send(response)
    process()
  }

  /// Makes the response under way the last one, which says so unless its head is sent.
  func drain() {
    if phase == .answering { keepsAlive = false }
  }

  /// Finishes what is under way, and takes no other request.
  func stop() {
    keepsAlive = false
    sendDelayed()
    // A request that has arrived is still answered.
    if phase == .idle { receive() }
    if phase == .idle || phase == .head { beginLingering() }
    settle()
  }

  // MARK: - Between requests

  /// The one end of every request.
  func finish() {
    request = nil
    body.end()
    releaseBody()
    if keepsAlive, !peerHasEnded || !reader.isEmpty {
      phase = .idle
      rest()
    } else {
      beginLingering()
    }
  }

  private func beginLingering() {
    phase = .lingering
    hasShutDown = false
    rest()
  }

  /// Sets the deadline of an idle or lingering connection, unless the client still has to read.
  func rest() {
    if isBlocked { return }
    let now = now
    reading.restart(now)
    if phase == .lingering {
      deadline = now + worker.limits.lingerTime
    } else {
      idleUntil = worker.idleDeadline(now)
      // By then the client has read its response, or has stopped reading.
      deadline = worker.readingDeadline(now)
    }
  }

  /// Flushes, goes on with held back requests, and sets what the poller watches for.
  func settle() {
    if phase == .closed { return }
    flush()
    // No event will come for requests that have arrived already.
    while isHeldBack, phase == .idle || phase == .head, output.count < Self.highWater, !isBlocked {
      process()
      flush()
    }
    // The peer may half-close: finish sending first.
    if peerHasEnded, !isHeldBack, phase == .idle || phase == .head {
      beginLingering()
      flush()
    }
    if phase == .closed { return }
    var wanted: Events = []
    if wantsInput { wanted.insert(transport.readWants) }
    if isBlocked { wanted.insert(transport.writeWants) }
    interest = wanted
  }

  /// Whether this connection or the kernel still has bytes for the client.
  private var hasUnread: Bool { !output.isEmpty || transport.unacknowledged > 0 }

  /// The one end of every connection.
  /// - Parameter reset: the kernel throws away what the client has not read, instead of keeping it for minutes.
  func close(reset: Bool = false) {
    if phase == .closed { return }
    phase = .closed
    deadline = nil
    poller?.remove(self)
    transport.close(reset: reset)
    output = OutputQueue()
    worker.release(self)
    reader.removeAll()
    request = nil
    delayed = nil
    releaseBody()
    body.failure = .disconnected
    resumeBodyWaiter()
    writeWaiter.resume()
    writer?.leave()
    worker.connectionEnded()
  }
}
