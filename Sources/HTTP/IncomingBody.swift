import EventLoop

/// The body of the request under way: what is decoded of it, the handler that waits for it, and the client's time.
struct IncomingBody {
  /// Decoded bytes that the handler has not taken.
  private(set) var bytes: [UInt8] = []
  var failure: BodyError?
  /// Memory that the handler holds.
  var share = BodyMemory.Share()
  /// The handler reads the body. Until then no more of it is read than came with the head.
  var isWanted = false
  private var decoder: BodyDecoder?
  private var hasBegun = false
  /// 100 (Continue) was asked for and not sent.
  private var owesContinue = false
  /// The handler, when it waits for bytes.
  let waiter = Waiter()
  /// How long the client may still let the handler wait for bytes, and since when the handler waits.
  private var patience: Patience
  private var waitsSince: Instant?
  private let limits: Limits

  init(limits: Limits) {
    self.limits = limits
    patience = Patience(limits.graceTime, limits)
  }

  /// Whether a request's body is under way.
  var isPresent: Bool { decoder != nil }
  /// Nil when there is none.
  var isDone: Bool? { decoder?.isDone }
  /// Whether more is to come from the client.
  var isIncomplete: Bool { isDone == false }
  /// A handler waits for bytes.
  var hasWaiter: Bool { waiter.isWaiting }
  /// How long the client has to send more, when a handler begins to wait; nil while none waits.
  var timeLeft: Duration? { waitsSince == nil ? nil : patience.left }
  /// The same at some later moment.
  func timeLeft(at now: Instant) -> Duration? { waitsSince.map { patience.left - (now - $0) } }

  mutating func begin(_ head: RequestHead) {
    decoder = BodyDecoder(head.framing, limits: limits)
    owesContinue = head.expectsContinue && head.framing != .none
    patience = Patience(limits.graceTime, limits)
    waitsSince = nil
    isWanted = false
    hasBegun = false
    failure = nil
  }

  /// Ends the body with its request; the share is given back by the connection.
  mutating func end() {
    decoder = nil
    bytes = []
    owesContinue = false
  }

  /// Gives up a body that will not be answered for.
  mutating func abandon() { decoder = nil }

  mutating func discardBytes() { bytes = [] }

  mutating func takeBytes() -> [UInt8] {
    let taken = bytes
    bytes = []
    return taken
  }

  mutating func takeContinue() -> Bool {
    defer { owesContinue = false }
    return owesContinue
  }

  /// Decodes what has arrived, until `limit` bytes wait for the handler. Returns whether a waiting handler can go on.
  mutating func decode(_ reader: inout RequestReader, limit: Int) -> Bool {
    guard isIncomplete, bytes.count < limit else { return false }
    let before = bytes.count
    do {
      try reader.decode(&decoder!, into: &bytes)
    } catch {
      failure = .malformed
      decoder = BodyDecoder(.none, limits: limits)
      reader.skipAll()
    }
    patience.earn(bytes.count - before)
    hasBegun = hasBegun || bytes.count > before
    // Received body bytes suppress 100 (Continue) (RFC 9110 §10.1.1).
    owesContinue = owesContinue && !hasBegun
    return bytes.count > before || isDone == true || failure != nil
  }

  /// The first failure counts.
  mutating func fail(_ error: BodyError) { failure = failure ?? error }

  /// The handler waits. Only this time counts against the client.
  mutating func startWaiting(_ now: Instant) { waitsSince = now }

  /// The handler goes on.
  mutating func stopWaiting(_ now: Instant) {
    guard let since = waitsSince else { return }
    patience.spend(now - since)
    waitsSince = nil
  }
}
