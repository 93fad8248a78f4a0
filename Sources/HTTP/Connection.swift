import EventLoop
import Glibc

/// A client's connection: requests in, responses out, one after the other (RFC 9112 §9).
///
/// It is a state machine that never blocks. What has to wait (a handler) runs as a task of the loop; everything else
/// happens between `ready` and the return from it.
final class Connection: Channel, BodySource {
  private enum Phase {
    /// Between requests.
    case idle
    /// A part of a head has come.
    case head
    /// A handler is at work, or its response is being sent.
    case answering
    /// The last response is out; what still comes is thrown away, so that closing does not take the response with it.
    case lingering
    case closed
  }

  /// Reading stops when so many bytes wait to be understood, and writing when so many wait to be taken.
  private static let highWater = 64 << 10

  private let worker: Worker
  private let transport: any Transport
  private let peer: IPAddress
  private let isTLS: Bool

  private var phase = Phase.idle
  private var input: [UInt8] = []
  private var consumed = 0
  private var parser: HeadParser
  private var peerHasEnded = false

  private var output = OutputQueue()
  private var isBlocked = false
  /// Input waits because there was too much output.
  private var isHeldBack = false
  /// How long the client may still take to read what it was sent.
  private var reading: Patience
  /// An answer that is sent when its delay is over.
  private var delayed: Response?
  private var idleUntil = Instant(nanoseconds: 0)
  private var writeWaiter: UnsafeContinuation<Void, Never>?

  private var request: Request?
  /// An answer that takes time to write, until its task begins.
  private var waitingStream: Response?
  /// Of the response that is being made while it is sent.
  private var writer: ResponseWriter?
  private var isHTTP11 = true
  private var keepsAlive = true
  private var hasStarted = false

  private var decoder: BodyDecoder?
  private var bodyBytes: [UInt8] = []
  private var bodyFailure: BodyError?
  private var bodyWaiter: UnsafeContinuation<Void, Never>?
  /// How long the client may still let the handler wait for bytes, and since when the handler waits.
  private var sending: Patience
  private var bodySince: Instant?
  /// The handler reads the body. Until then no more of it is read than came with the head.
  private var bodyIsWanted = false
  private var bodyHasBegun = false
  private var share = BodyMemory.Share()
  private var owesContinue = false

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
    parser = HeadParser(limits: worker.limits)
    reading = Patience(worker.limits.stallTime, worker.limits)
    sending = Patience(worker.limits.graceTime, worker.limits)
    super.init(descriptor: descriptor)
    interest = .readable
    // A TLS handshake counts as the header of what follows it.
    deadline = now + (isTLS ? worker.limits.headerTime : worker.limits.idleTime)
    worker.connectionStarted()
  }

  /// Whether the next request may begin, and none has.
  var isIdle: Bool { phase == .idle }

  /// Bytes that were read and not yet understood, that handlers hold of the body, and that the client has not read.
  var waitingInput: Int { input.count - consumed + bodyBytes.count }
  var held: Int { share.count }
  var unread: Int { output.count + transport.unacknowledged }

  // MARK: - What the loop says

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
    case .answering where bodyWaiter != nil && !isBlocked: failBody(.timedOut)
    case .head where !isBlocked: refuse(.requestTimeout, nil)
    case .idle where now < idleUntil && !hasUnread: deadline = idleUntil
    default:
      // A connection that is idle or lingers ends as well, once the client has read everything or has stopped to.
      guard hasUnread else { return close() }
      guard reading.goesOn(now, transport.acknowledged) else { return close(reset: true) }
      deadline = now + reading.left
      return
    }
    settle()
  }

  override func run() async {
    guard phase == .answering, let request else { return }
    let response: Response
    if let waitingStream {
      response = waitingStream
      self.waitingStream = nil
    } else {
      response = await worker.responder.respond(to: request)
      guard phase == .answering else { return }
      if case .stream = response.body, request.method != .head {
        // In a task of its own: a task keeps the memory that its deepest call took, and a stream may go on for hours.
        waitingStream = response
        return schedule()
      }
    }
    if case .stream(let write) = response.body, request.method != .head {
      await stream(response, write)
    } else if response.delay > .zero, !worker.isStopping {
      delayed = response
      releaseBody()
      if !isBlocked { deadline = now + response.delay }
      return settle()
    } else {
      send(response)
    }
    process()
    settle()
  }

  private func sendDelayed() {
    guard let response = delayed else { return }
    delayed = nil
    deadline = nil
    send(response)
    process()
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

  // MARK: - In

  private func receive() {
    // A loop gives each connection a few buffers a turn.
    for _ in 0..<4 where wantsInput {
      let result = worker.withScratch { scratch in
        let result = transport.read(into: scratch)
        if case .count(let count) = result, phase != .lingering {
          input.append(contentsOf: UnsafeRawBufferPointer(rebasing: scratch[..<count]))
        }
        return result
      }
      switch result {
      case .count(let count):
        if count < 16 << 10 && !transport.hasBufferedInput { return process() }
        // A body is not read before its head was understood.
        if phase != .answering { process() }
      case .wouldBlock: return process()
      case .ended:
        peerHasEnded = true
        process()
        if phase == .lingering, output.isEmpty { return close() }
        if decoder?.isDone == false { failBody(.disconnected) }
        writer?.leave()
        return
      case .failed: return close()
      }
    }
    process()
  }

  private var wantsInput: Bool {
    if peerHasEnded { return false }
    switch phase {
    case .idle, .head: return output.count < Self.highWater && !isBlocked
    case .lingering: return true
    case .answering:
      if decoder?.isDone == false, !bodyIsWanted { return false }
      return input.count - consumed < Self.highWater && bodyBytes.count < Self.highWater
    case .closed: return false
    }
  }

  /// Understands as much of the input as it can.
  private func process() {
    isHeldBack = false
    while phase == .idle || phase == .head, consumed < input.count, output.count < Self.highWater, !isBlocked {
      do {
        guard let head = try parser.parse(input, consumed: &consumed) else {
          if phase == .idle {
            phase = .head
            deadline = now + worker.limits.headerTime
          }
          break
        }
        begin(head)
      } catch {
        refuse(error.status, nil)
      }
    }
    isHeldBack = output.count >= Self.highWater || isBlocked
    if phase == .answering, bodyIsWanted { decodeBody() }
    if phase == .lingering || consumed == input.count {
      input = []
      consumed = 0
    } else if consumed > Self.highWater {
      input.removeFirst(consumed)
      consumed = 0
    }
  }

  /// A head is complete: makes the request, and has it answered.
  private func begin(_ head: RequestHead) {
    do {
      let target = try RequestTarget(head)
      let query = target.query.isEmpty ? Form() : try? Form(urlencoded: target.query)
      let (address, scheme) = worker.origin(of: head, target, peer: peer, isTLS: isTLS)
      let announced: Int? =
        switch head.framing {
        case .none: 0
        case .length(let length): length
        case .chunked: nil
        }
      let request = Request(
        method: head.method, path: target.path, query: query ?? Form(),
        target: head.headers.bytes[head.target], headers: head.headers, scheme: scheme, host: target.host,
        authority: target.authority, remoteAddress: address,
        source: self, announcedLength: announced, serial: worker.nextSerial())
      guard worker.configuration.allowedHosts.contains(target.host) else { return refuse(.misdirectedRequest, request) }
      if query == nil { return refuse(.badRequest, request) }
      isHTTP11 = head.isHTTP11
      keepsAlive = !worker.isStopping && (head.isHTTP11 ? !head.wantsClose : head.wantsKeepAlive && !head.wantsClose)
      decoder = BodyDecoder(head.framing, limits: worker.limits)
      owesContinue = head.expectsContinue && head.framing != .none
      sending = Patience(worker.limits.graceTime, worker.limits)
      bodySince = nil
      bodyIsWanted = false
      bodyHasBegun = false
      bodyFailure = nil
      phase = .answering
      deadline = nil
      self.request = request
      guard let response = worker.responder.immediate(request) else { return schedule() }
      if case .stream = response.body, request.method != .head {
        waitingStream = response
        schedule()
      } else {
        send(response)
      }
    } catch {
      refuse(error.status, nil)
    }
  }

  /// Answers what is not let through to the responder, and ends the connection.
  private func refuse(_ status: Status, _ request: Request?) {
    self.request = request
    decoder = nil
    keepsAlive = false
    phase = .answering
    send(worker.responder.refusal(status, request))
  }

  // MARK: - The body

  var bodyHasArrived: Bool {
    decodeBody()
    return decoder?.isDone ?? true
  }

  func countBody(for session: [UInt8]) { share.session = session }

  func nextBytes() async throws(BodyError) -> [UInt8]? {
    guard worker.poller.isOnLoop else { throw .outsideLoop }
    bodyIsWanted = true
    while true {
      decodeBody()
      if !bodyBytes.isEmpty { return try takeBody() }
      if let bodyFailure { throw bodyFailure }
      guard phase == .answering, let decoder, !decoder.isDone else { return nil }
      if owesContinue {
        owesContinue = false
        output.append(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        flush()
      }
      waitForBody()
      await withUnsafeContinuation { bodyWaiter = $0 }
    }
  }

  private func takeBody() throws(BodyError) -> [UInt8] {
    let bytes = bodyBytes
    bodyBytes = []
    if share.address.isEmpty, let request { share.address = request.remoteAddress.network }
    guard worker.bodyMemory.take(bytes.count, for: &share) else {
      bodyFailure = .overloaded
      throw .overloaded
    }
    settle()
    return bytes
  }

  private func waitForBody() {
    // Only the time in which the handler waits counts against the client.
    bodySince = now
    if !isBlocked { deadline = now + sending.left }
    settle()
  }

  /// Moves what has come of the body to where the handler takes it from.
  private func decodeBody() {
    guard var decoder, !decoder.isDone, bodyBytes.count < Self.highWater else { return }
    self.decoder = nil
    let before = bodyBytes.count
    do {
      try decoder.decode(input, consumed: &consumed, into: &bodyBytes)
    } catch {
      bodyFailure = .malformed
      keepsAlive = false
      decoder = BodyDecoder(.none, limits: worker.limits)
      consumed = input.count
    }
    sending.earn(bodyBytes.count - before)
    bodyHasBegun = bodyHasBegun || bodyBytes.count > before
    // A client that has begun to send does not wait for 100 (RFC 9110 §10.1.1).
    owesContinue = owesContinue && !bodyHasBegun
    self.decoder = decoder
    if bodyBytes.count > before || decoder.isDone || bodyFailure != nil { resumeBodyWaiter() }
  }

  private func failBody(_ failure: BodyError) {
    bodyFailure = bodyFailure ?? failure
    keepsAlive = false
    resumeBodyWaiter()
  }

  private func resumeBodyWaiter() {
    let waiter = bodyWaiter
    bodyWaiter = nil
    if let since = bodySince {
      sending.spend(now - since)
      bodySince = nil
    }
    if waiter != nil, !isBlocked { deadline = nil }
    waiter?.resume()
  }

  // MARK: - Out

  /// Sends a response that is complete, and ends the request.
  private func send(_ response: Response) {
    discardBody()
    if peerHasEnded, consumed == input.count { keepsAlive = false }
    var bytes: [UInt8] = []
    if case .bytes(let content) = response.body { bytes = content }
    // A little is copied behind the head, more is sent from where it is.
    var head = startOfHead(response, bytes.count <= 4096 ? bytes.count : 0)
    if response.status.hasNoContent {
      // RFC 9110 §8.6: no length where there never is content.
    } else if case .stream = response.body {
      // Of a HEAD request: what GET would say (RFC 9110 §9.3.2).
      if isHTTP11 { head.append(literal: "Transfer-Encoding: chunked\r\n") }
    } else {
      head.append(literal: "Content-Length: ")
      head.append(decimal: bytes.count)
      head.append(literal: "\r\n")
    }
    endHead(&head)
    if request?.method == .head || response.status.hasNoContent { bytes = [] }
    if bytes.count <= 4096 {
      head.append(contentsOf: bytes)
      output.append(head)
    } else {
      output.append(head)
      output.append(bytes)
    }
    finish()
  }

  /// Sends a response while it is made.
  private func stream(_ response: Response, _ write: (ResponseWriter) async throws -> Void) async {
    discardBody()
    if !isHTTP11 || peerHasEnded && consumed == input.count { keepsAlive = false }
    var head = startOfHead(response, 0)
    if isHTTP11 { head.append(literal: "Transfer-Encoding: chunked\r\n") }
    endHead(&head)
    output.append(head)
    let isChunked = isHTTP11
    let writer = ResponseWriter { (bytes) throws(ResponseWriter.Disconnected) in
      try await self.write(isChunked ? Self.chunk(bytes) : bytes)
    } post: { bytes, backlog in
      self.post(isChunked ? Self.chunk(bytes) : bytes, backlog)
    }
    self.writer = writer
    // The writer holds on to the connection.
    defer { self.writer = nil }
    do {
      try await write(writer)
      guard phase == .answering else { return }
      if isChunked { output.append(Array("0\r\n\r\n".utf8)) }
      finish()
    } catch {
      // Without its last chunk the response is visibly incomplete (RFC 9112 §8).
      close()
    }
  }

  private func write(_ bytes: [UInt8]) async throws(ResponseWriter.Disconnected) {
    guard worker.poller.isOnLoop, phase == .answering else { throw ResponseWriter.Disconnected() }
    output.append(bytes)
    flush()
    settle()
    while phase == .answering, output.count > Self.highWater { await withUnsafeContinuation { writeWaiter = $0 } }
    guard phase == .answering else { throw ResponseWriter.Disconnected() }
  }

  private func post(_ bytes: [UInt8], _ backlog: Int) -> Bool {
    guard worker.poller.isOnLoop, phase == .answering, output.count <= backlog else { return false }
    output.append(bytes)
    settle()
    return phase == .answering
  }

  private static func chunk(_ bytes: [UInt8]) -> [UInt8] {
    Array(String(bytes.count, radix: 16).utf8) + [13, 10] + bytes + [13, 10]
  }

  private func startOfHead(_ response: Response, _ content: Int) -> [UInt8] {
    var head: [UInt8] = []
    // Status line, Date, Server and framing take less than 200 bytes.
    head.reserveCapacity(response.headers.bytes.count + 200 + content)
    if response.status == .ok {
      head.append(literal: "HTTP/1.1 200 OK\r\n")
    } else {
      head.append(literal: "HTTP/1.1 ")
      head.append(decimal: response.status.code)
      head.append(ASCII.space)
      head.append(contentsOf: response.status.reason.utf8)
      head.append(literal: "\r\n")
    }
    response.headers.write(to: &head)
    worker.appendCommonFields(to: &head)
    return head
  }

  private func endHead(_ head: inout [UInt8]) {
    if !keepsAlive {
      head.append(literal: "Connection: close\r\n")
    } else if !isHTTP11 {
      head.append(literal: "Connection: keep-alive\r\n")
    }
    head.append(literal: "\r\n")
  }

  /// A body that nobody has read is thrown away as far as it is here; if there is more, the connection cannot be used
  /// again, since the rest would be taken for a request.
  private func discardBody() {
    guard decoder != nil else { return }
    bodyBytes = []
    decodeBody()
    // A small form that came behind its head is most likely here by now.
    if decoder?.isDone == false, !peerHasEnded {
      worker.withScratch { scratch in
        guard case .count(let count) = transport.read(into: scratch) else { return }
        input.append(contentsOf: UnsafeRawBufferPointer(rebasing: scratch[..<count]))
      }
      decodeBody()
    }
    if decoder?.isDone != true { keepsAlive = false }
  }

  /// The one end of every request.
  private func finish() {
    request = nil
    decoder = nil
    bodyBytes = []
    owesContinue = false
    releaseBody()
    if keepsAlive, !peerHasEnded || consumed < input.count {
      phase = .idle
      rest()
    } else {
      beginLingering()
    }
  }

  private func releaseBody() { worker.bodyMemory.release(&share) }

  private func beginLingering() {
    phase = .lingering
    hasStarted = false
    rest()
  }

  /// Sets the deadline of a connection that has nothing to do, unless the client still has to read.
  private func rest() {
    if isBlocked { return }
    let now = now
    reading.restart(now)
    if phase == .lingering {
      deadline = now + worker.limits.lingerTime
    } else {
      idleUntil = worker.idleDeadline(now)
      // By then an answer has been read, or is not going to be.
      deadline = worker.readingDeadline(now)
    }
  }

  private func flush() {
    while !output.isEmpty {
      switch transport.write(&output) {
      case .count: break
      case .wouldBlock, .ended:
        if !isBlocked {
          isBlocked = true
          reading.restart(now, transport.acknowledged)
          deadline = now + reading.left
        }
        resumeWriteWaiter()
        return
      case .failed: return close()
      }
    }
    if isBlocked {
      isBlocked = false
      // The wait for whatever comes next begins.
      deadline = nil
      if bodySince != nil { deadline = now + sending.left }
      if let delayed { deadline = now + delayed.delay }
      if phase == .head { deadline = now + worker.limits.headerTime }
      if phase == .idle || phase == .lingering { rest() }
    }
    resumeWriteWaiter()
    if phase == .lingering, !hasStarted {
      hasStarted = true
      transport.shutdown()
      if peerHasEnded { close() }
    }
  }

  private func resumeWriteWaiter() {
    guard output.count <= Self.highWater / 2 else { return }
    let waiter = writeWaiter
    writeWaiter = nil
    waiter?.resume()
  }

  // MARK: - The end

  /// Brings what the poller watches for in line with the state.
  private func settle() {
    if phase == .closed { return }
    flush()
    // No event will come for requests that are here already.
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

  /// Whether the kernel or this connection still has bytes for the client.
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
    input = []
    request = nil
    delayed = nil
    releaseBody()
    bodyFailure = .disconnected
    resumeBodyWaiter()
    let waiter = writeWaiter
    writeWaiter = nil
    waiter?.resume()
    writer?.leave()
    worker.connectionEnded()
  }

  private var now: Instant { poller?.now ?? .now() }
}
