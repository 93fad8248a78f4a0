import EventLoop

/// How a connection reads requests and has them answered.
extension Connection {
  var wantsInput: Bool {
    if peerHasEnded { return false }
    switch phase {
    case .idle, .head: return output.count < Self.highWater && !isBlocked
    case .lingering: return true
    case .answering:
      if body.isIncomplete, !body.isWanted { return false }
      return reader.count < Self.highWater && body.bytes.count < Self.highWater
    case .closed: return false
    }
  }

  func receive() {
    // A loop gives each connection a few buffers a turn.
    for _ in 0..<4 where wantsInput {
      switch read() {
      case .count(let count):
        if count < 16 << 10 && !transport.hasBufferedInput { return process() }
        // A head is parsed before any of its body is read.
        if phase != .answering { process() }
      case .wouldBlock: return process()
      case .ended: return receiveEnd()
      case .failed: return close()
      }
    }
    process()
  }

  /// Reads a buffer. A lingering connection throws it away.
  func read() -> TransportResult {
    worker.withScratch { scratch in
      let result = transport.read(into: scratch)
      if case .count(let count) = result, phase != .lingering {
        reader.append(UnsafeRawBufferPointer(rebasing: scratch[..<count]))
      }
      return result
    }
  }

  private func receiveEnd() {
    peerHasEnded = true
    process()
    if phase == .lingering, output.isEmpty { return close() }
    if body.isIncomplete { failBody(.disconnected) }
    writer?.leave()
  }

  /// Parses as much of the input as it can.
  func process() {
    isHeldBack = false
    while phase == .idle || phase == .head, !reader.isEmpty, output.count < Self.highWater, !isBlocked {
      do {
        guard let head = try reader.nextHead() else {
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
    if phase == .answering, body.isWanted { decodeBody() }
    if phase == .lingering { reader.removeAll() } else { reader.compact(limit: Self.highWater) }
  }

  /// A head is complete: makes the request, and has it answered.
  private func begin(_ head: RequestHead) {
    do {
      let (request, hasQuery) = try makeRequest(head)
      guard worker.admits(request) else {
        return refuse(.misdirectedRequest, request)
      }
      guard hasQuery else { return refuse(.badRequest, request) }
      isHTTP11 = head.isHTTP11
      keepsAlive = !worker.isDraining && (head.isHTTP11 ? !head.wantsClose : head.wantsKeepAlive && !head.wantsClose)
      body.begin(head)
      phase = .answering
      deadline = nil
      self.request = request
      answer(request)
    } catch {
      refuse(error.status, nil)
    }
  }

  /// - Returns: the request, and whether its query could be decoded.
  private func makeRequest(_ head: RequestHead) throws(HeadParser.Refusal) -> (Request, hasQuery: Bool) {
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
      authority: target.authority, site: worker.configuration.publicOrigin, remoteAddress: address,
      source: self, announcedLength: announced, serial: worker.nextSerial())
    return (request, query != nil)
  }

  /// Sends what the responder has at once, and starts a task for everything else.
  private func answer(_ request: Request) {
    guard let response = worker.responder.immediate(request) else { return schedule() }
    if case .stream = response.body, request.method != .head {
      waitingStream = response
      schedule()
    } else {
      send(response, isShared: true)
    }
  }

  /// Answers what is not let through to the responder, and ends the connection.
  func refuse(_ status: Status, _ request: Request?) {
    self.request = request
    body.abandon()
    keepsAlive = false
    phase = .answering
    send(worker.responder.refusal(status, request))
  }
}
