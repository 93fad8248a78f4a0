import EventLoop

/// How handlers read the body of the request under way.
extension Connection: BodySource {
  var bodyHasArrived: Bool {
    decodeBody()
    return body.isDone ?? true
  }

  func countBody(for session: [UInt8]) { body.share.session = session }

  func giveBackBody(_ count: Int) { worker.bodyMemory.give(count, back: &body.share) }

  func nextBytes() async throws(BodyError) -> [UInt8]? {
    guard worker.poller.isOnLoop else { throw .outsideLoop }
    body.isWanted = true
    while true {
      decodeBody()
      if !body.bytes.isEmpty { return try takeBody() }
      if let failure = body.failure { throw failure }
      guard phase == .answering, body.isIncomplete else { return nil }
      if body.takeContinue() {
        output.append(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        flush()
      }
      body.startWaiting(now)
      if !isBlocked { deadline = body.timeLeft.map { now + $0 } }
      settle()
      await body.waiter.wait { mustWaitToRead }
    }
  }

  private var mustWaitToRead: Bool {
    phase == .answering && body.isIncomplete && body.bytes.isEmpty && body.failure == nil
  }

  private func takeBody() throws(BodyError) -> [UInt8] {
    let bytes = body.takeBytes()
    if body.share.address.isEmpty, let request { body.share.address = request.remoteAddress.network }
    while true {
      let answer = worker.bodyMemory.take(bytes.count, for: &body.share)
      if answer == .taken { break }
      guard answer == .full, endGreedierBody(than: bytes.count) else {
        body.failure = .overloaded
        throw .overloaded
      }
    }
    settle()
    return bytes
  }

  /// Ends a body that its client is still sending: the slowest of the address that holds most, if that is more than this one's would
  /// with so many bytes. False if there is none.
  private func endGreedierBody(than count: Int) -> Bool {
    let memory = worker.bodyMemory
    var greediest: Connection?
    var most = (held: memory.held(by: body.share.address) + count, timeLeft: Duration.zero)
    for case let other as Connection in worker.poller.channels where other.worker === worker && other.held > 0 {
      guard other.body.hasWaiter, let timeLeft = other.body.timeLeft(at: now) else { continue }
      let held = memory.held(by: other.body.share.address)
      guard held > most.held || greediest != nil && held == most.held && timeLeft < most.timeLeft else { continue }
      (greediest, most) = (other, (held, timeLeft))
    }
    greediest?.failBody(.overloaded)
    greediest?.releaseBody()
    return greediest != nil
  }

  /// Moves what has arrived of the body to where the handler takes it from.
  func decodeBody() {
    let mayGoOn = body.decode(&reader, limit: Self.highWater)
    if body.failure == .malformed { keepsAlive = false }
    if mayGoOn { resumeBodyWaiter() }
  }

  func failBody(_ failure: BodyError) {
    body.fail(failure)
    keepsAlive = false
    resumeBodyWaiter()
  }

  func resumeBodyWaiter() {
    body.stopWaiting(now)
    guard body.hasWaiter else { return }
    if !isBlocked { deadline = nil }
    body.waiter.resume()
  }

  /// Throws away a body that the handler has not read, as far as it has arrived. The rest would be parsed as a request:
  /// if there is any, the connection ends with the response.
  func discardBody() {
    guard body.isPresent else { return }
    body.discardBytes()
    decodeBody()
    // A small form that came behind its head is most likely here by now.
    if body.isIncomplete, !peerHasEnded {
      _ = read()
      decodeBody()
    }
    if body.isDone != true { keepsAlive = false }
  }

  func releaseBody() { worker.bodyMemory.release(&body.share) }
}
