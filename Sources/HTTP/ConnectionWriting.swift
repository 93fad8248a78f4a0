import EventLoop

/// How a connection writes responses.
extension Connection {
  /// Bytes of content that are copied behind their head; more are sent from where they are.
  private static let smallContent = 4096

  /// Sends a response that is complete, and ends the request.
  /// - Parameter isShared: its content is kept anyway, for other clients.
  func send(_ response: Response, isShared: Bool = false) {
    discardBody()
    nameReader(of: response)
    if peerHasEnded, reader.isEmpty { keepsAlive = false }
    var bytes: [UInt8] = []
    if case .bytes(let content) = response.body { bytes = content }
    var head = ResponseHead(response, content: bytes.count <= Self.smallContent ? bytes.count : 0, worker: worker)
    if response.status.hasNoContent {
      // RFC 9110 §8.6: no length where there never is content.
    } else if case .stream = response.body {
      // Of a HEAD request: what GET would say (RFC 9110 §9.3.2).
      if let length = response.length { head.setLength(length) } else if isHTTP11 { head.setChunked() }
    } else {
      head.setLength(bytes.count)
    }
    head.end(keepsAlive: keepsAlive, isHTTP11: isHTTP11)
    if request?.method == .head || response.status.hasNoContent { bytes = [] }
    let isSmall = bytes.count <= Self.smallContent
    if isSmall { head.append(bytes) }
    output.append(head.bytes)
    if !isSmall { output.append(bytes) }
    if isShared, !isSmall { sharedOutput += bytes.count }
    finish()
  }

  /// Sends a response while it is made.
  func stream(_ response: Response, _ write: (ResponseWriter) async throws -> Void) async {
    discardBody()
    nameReader(of: response)
    if !isHTTP11 || peerHasEnded && reader.isEmpty { keepsAlive = false }
    var left = response.length
    let isChunked = isHTTP11 && left == nil
    var head = ResponseHead(response, content: 0, worker: worker)
    if isChunked { head.setChunked() }
    if let left { head.setLength(left) }
    head.end(keepsAlive: keepsAlive, isHTTP11: isHTTP11)
    output.append(head.bytes)
    func take(_ bytes: [UInt8]) -> Bool {
      left = left.map { $0 - bytes.count }
      return left ?? 0 >= 0
    }
    let writer = ResponseWriter { (bytes) throws(ResponseWriter.Disconnected) in
      guard take(bytes) else { throw ResponseWriter.Disconnected() }
      try await self.write(isChunked ? Chunk.of(bytes) : bytes)
    } post: { bytes, backlog in
      take(bytes) && self.post(isChunked ? Chunk.of(bytes) : bytes, backlog)
    }
    self.writer = writer
    // The writer holds on to the connection.
    defer { self.writer = nil }
    do {
      try await write(writer)
      guard phase == .answering else { return }
      guard left ?? 0 == 0 else { return close() }
      if isChunked { output.append(Chunk.last) }
      finish()
    } catch {
      // Without its last chunk the response is visibly incomplete (RFC 9112 §8).
      close()
    }
  }

  /// The share that it counts for if it is not read.
  private func nameReader(of response: Response) {
    if output.isEmpty { sharedOutput = 0 }
    unreadShare.address = request?.remoteAddress
    unreadShare.session = response.session
  }

  private func write(_ bytes: [UInt8]) async throws(ResponseWriter.Disconnected) {
    guard worker.poller.isOnLoop, phase == .answering else { throw ResponseWriter.Disconnected() }
    output.append(bytes)
    flush()
    settle()
    await writeWaiter.wait { mustWaitToWrite }
    guard phase == .answering else { throw ResponseWriter.Disconnected() }
  }

  private var mustWaitToWrite: Bool { phase == .answering && output.count > Self.highWater }

  private func post(_ bytes: [UInt8], _ backlog: Int) -> Bool {
    guard worker.poller.isOnLoop, phase == .answering, output.count <= backlog else { return false }
    output.append(bytes)
    settle()
    return phase == .answering
  }

  /// Writes until everything is written or the socket takes no more.
  func flush() {
    while !output.isEmpty {
      switch transport.write(&output) {
      case .count: break
      case .wouldBlock, .ended: return block()
      case .failed: return close()
      }
    }
    if isBlocked { unblock() }
    resumeWriteWaiter()
    if phase == .lingering, !hasShutDown {
      hasShutDown = true
      transport.shutdown()
      if peerHasEnded { close() }
    }
  }

  /// The socket takes no more: the client's time to read begins.
  private func block() {
    if !isBlocked {
      isBlocked = true
      reading.restart(now, transport.acknowledged)
      deadline = now + reading.left
    }
    resumeWriteWaiter()
    worker.hold(max(0, output.held - sharedOutput), self, now)
  }

  /// Everything is written: the wait for whatever comes next begins.
  private func unblock() {
    isBlocked = false
    worker.release(self)
    deadline = nil
    if let left = body.timeLeft { deadline = now + left }
    if let delayed { deadline = now + delayed.delay }
    if phase == .head { deadline = now + worker.limits.headerTime }
    if phase == .idle || phase == .lingering { rest() }
  }

  private func resumeWriteWaiter() {
    if output.count <= Self.highWater / 2 { writeWaiter.resume() }
  }
}
