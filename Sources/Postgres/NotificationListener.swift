public import EventLoop

/// A notification (NOTIFY).
public struct Notification: Hashable, Sendable {
  public let channel: String
  public let payload: String
}

/// Receives notifications on a connection of its own, and reconnects when it breaks, until `close`.
public final class NotificationListener {
  private let poller: Poller
  private let channels: [String]
  private let connected: () -> Void
  private let closed: () -> Void
  private let received: (Notification) -> Void
  private lazy var heart = Timer(every: Self.beat) { [weak self] in self?.keepAlive() }
  private var link: Link?
  /// The batch with LISTEN, until it is answered.
  private var beginning: PendingBatch?

  /// The deadline of the server's answer.
  private static let timeout = Duration.seconds(4)
  /// The heartbeat: a query, so that a connection that died silently is noticed.
  private static let beat = Duration.seconds(2)

  /// `received` is called on the loop for each notification; `connected` whenever listening has begun (again): earlier
  /// notifications are lost. `closed` is called when the connection has broken.
  public init(
    url: String, channels: [String], poller: Poller,
    connected: @escaping () -> Void = {}, closed: @escaping () -> Void = {},
    received: @escaping (Notification) -> Void
  ) {
    self.poller = poller
    self.channels = channels
    self.connected = connected
    self.closed = closed
    self.received = received
    let link = Link(target: Target(url: url, name: "foyer events"), preparation: Preparation(isOn: false), owner: self)
    self.link = link
    poller.add(link)
    link.open()
    heart.start(on: poller, after: Self.beat)
  }

  /// Stops listening and closes the connection.
  public func close() {
    heart.stop()
    link?.close()
    link = nil
  }

  private func keepAlive() {
    // A request without an answer has a deadline.
    if let connection = link?.connection, connection.load == 0 {
      connection.send(["SELECT"], answerBy: poller.now + Self.timeout)
    }
  }
}

extension NotificationListener: LinkOwner {
  func linkOpened(_ link: Link) {
    guard let connection = link.connection else { return }
    connection.hearsNotifications = true
    // LISTEN takes no parameter; set_config keeps the channel's name out of the statement's text.
    beginning = connection.send(
      channels.flatMap { channel -> [SQL] in
        [
          "SELECT set_config('foyer.channel', \(channel), true)",
          "DO $$ BEGIN EXECUTE format('LISTEN %I', current_setting('foyer.channel')); END $$",
        ]
      }, answerBy: poller.now + Self.timeout)
  }

  func linkAnswered(_ link: Link) {
    guard let batch = beginning, batch.isFinished else { return }
    beginning = nil
    if let error = batch.error { link.connection?.close(error) } else { connected() }
  }

  func linkHeard(_ notifications: [Notification]) {
    for notification in notifications { received(notification) }
  }

  func linkClosed(_ link: Link) {
    beginning = nil
    closed()
  }
}
