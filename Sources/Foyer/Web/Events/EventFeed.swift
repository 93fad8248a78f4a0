import EventLoop
import Postgres

/// The database's announcements, from the one connection of the process that listens, handed to the hub of each event loop.
///
/// It listens past a pooler: there LISTEN succeeds, and nothing is ever heard. So each new connection is tried with an
/// announcement of its own, sent on the way that changes take, and of the changes announced later it expects one at a time
/// to come back. What is not heard within five seconds makes `/readyz` 503.
final class EventFeed: Sendable {
  enum Message: Sendable {
    /// Listening has begun; `again` is true when changes may have been missed.
    case connected(again: Bool)
    case change(String)
    /// Something to be announced, so that it is heard.
    case probe(String)
  }

  private let hubs = Lock<[Mailbox<Message>]>([])
  private let hearing = Lock(Hearing())

  private struct Hearing {
    /// Since when something should have been heard; nil when it was.
    var waitsSince: Instant?
    /// The announcement that is expected next.
    var expected: String?
    var isDeaf = false
  }

  private static let patience = Duration.seconds(5)

  /// A message to the hub of a loop.
  func mailbox() -> Mailbox<Message> {
    let mailbox = Mailbox<Message>()
    hubs.withLock { $0.append(mailbox) }
    return mailbox
  }

  /// Whether announcements arrive, as far as is known.
  var hears: Bool { hearing.withLock { !$0.isDeaf } }

  /// Begins to listen, on the poller's loop.
  /// - Parameter url: leads to the database past any pooler.
  func listen(_ url: String, on poller: Poller, _ log: Log) {
    hearing.withLock { $0.waitsSince = poller.now }
    poller.add(FeedChannel(url, self, log, poller))
  }

  /// Notes that an announcement is about to be sent.
  func expect(_ payload: String) {
    hearing.withLock { hearing in
      guard hearing.expected == nil else { return }
      hearing.expected = payload
      hearing.waitsSince = hearing.waitsSince ?? .now()
    }
  }

  /// The announcement has failed and will be sent again.
  func stopExpecting(_ payload: String) {
    hearing.withLock { hearing in
      guard hearing.expected == payload else { return }
      hearing.expected = nil
      if !hearing.isDeaf { hearing.waitsSince = nil }
    }
  }

  fileprivate func heard(_ payload: String) {
    hearing.withLock { if $0.expected == payload { $0 = Hearing() } }
    for hub in hubs.withLock({ $0 }) { hub.send(.change(payload)) }
  }

  fileprivate func connected(again: Bool) {
    let hubs = hubs.withLock { $0 }
    for hub in hubs { hub.send(.connected(again: again)) }
    probe()
  }

  fileprivate func closed() {
    hearing.withLock { hearing in
      hearing.expected = nil
      hearing.waitsSince = hearing.waitsSince ?? .now()
    }
  }

  /// Has the first hub announce something that no hub passes on.
  fileprivate func probe() {
    hearing.withLock { $0.expected = nil }
    hubs.withLock { $0 }.first?.send(.probe("probe \(UUID.v7())"))
  }

  /// Whether it has become deaf just now.
  fileprivate func notice(at now: Instant) -> Bool {
    hearing.withLock { hearing in
      guard !hearing.isDeaf, let since = hearing.waitsSince, now - since > Self.patience else { return false }
      hearing.isDeaf = true
      return true
    }
  }
}

/// The listener, and what it does each second.
private final class FeedChannel: Channel {
  private let feed: EventFeed
  private let log: Log
  private var listener: NotificationListener?
  private var isConnected = false
  private var wasConnected = false
  private var nextProbe: Instant?

  private static let pause = Duration.seconds(5)

  init(_ url: String, _ feed: EventFeed, _ log: Log, _ poller: Poller) {
    self.feed = feed
    self.log = log
    super.init(descriptor: -1)
    deadline = poller.now + .seconds(1)
    listener = NotificationListener(
      url: url, channels: ["foyer_events"], poller: poller,
      connected: { [weak self] in self?.connected() }, closed: { [weak self] in self?.closed() },
      received: { feed.heard($0.payload) })
  }

  private func connected() {
    isConnected = true
    feed.connected(again: wasConnected)
    wasConnected = true
  }

  private func closed() {
    isConnected = false
    feed.closed()
  }

  override func expired() {
    guard let poller else { return }
    deadline = poller.now + .seconds(1)
    if feed.notice(at: poller.now) {
      log(
        .error, "events_not_heard",
        ["hint": isConnected ? "LISTEN needs a DATABASE_DIRECT_URL past the pooler" : "no connection"])
      nextProbe = poller.now
    }
    guard !feed.hears else { return }
    if isConnected, let time = nextProbe, time <= poller.now {
      nextProbe = poller.now + Self.pause
      feed.probe()
    }
  }

  func close() {
    listener?.close()
    poller?.remove(self)
  }
}

extension EventFeed {
  /// Stops listening, on the loop of `listen`.
  static func close(on poller: Poller) {
    for case let channel as FeedChannel in poller.channels { channel.close() }
  }
}
