public import EventLoop

/// A NOTIFY that arrived.
public struct Notification: Hashable, Sendable {
  public let channel: String
  public let payload: String
}

/// Hears NOTIFY on a connection of its own, which it makes anew whenever it breaks. Keep it until `close`.
public final class NotificationListener {
  private let poller: Poller
  private let channels: [String]
  private let connected: () -> Void
  private let received: (Notification) -> Void
  private let heart = Heart()
  private var link: Link?
  /// The batch that begins to listen, until it has been answered.
  private var beginning: Batch?

  /// How long the server may take to answer.
  private static let timeout = Duration.seconds(4)
  /// A connection that has died without a word is noticed after this time, as it is then asked something.
  private static let beat = Duration.seconds(15)

  /// `received` is called on the loop, for each notification; `connected` whenever listening has begun (again):
  /// what was notified before that has been missed.
  public init(
    url: String, channels: [String], poller: Poller,
    connected: @escaping () -> Void = {}, received: @escaping (Notification) -> Void
  ) {
    self.poller = poller
    self.channels = channels
    self.connected = connected
    self.received = received
    let link = Link(target: Target(url: url), preparesStatements: false, owner: self)
    self.link = link
    poller.add(link)
    link.open()
    heart.listener = self
    heart.deadline = poller.now + Self.beat
    poller.add(heart)
  }

  /// Stops listening and closes the connection.
  public func close() {
    poller.remove(heart)
    link?.close()
    link = nil
  }

  private func send(_ statements: [SQL], on connection: Connection) -> Batch {
    let deadline = poller.now + Self.timeout
    let batch = Batch(statements, sendBy: deadline, answerBy: deadline)
    connection.send(batch)
    return batch
  }

  fileprivate func keepAlive() {
    heart.deadline = poller.now + Self.beat
    if let connection = link?.connection { _ = send(["SELECT"], on: connection) }
  }
}

extension NotificationListener: LinkOwner {
  func linkOpened(_ link: Link) {
    guard let connection = link.connection else { return }
    connection.hearsNotifications = true
    // LISTEN takes no parameter; this way the channel's name still never becomes part of a statement's text.
    beginning = send(
      channels.flatMap { channel -> [SQL] in
        [
          "SELECT set_config('foyer.channel', \(channel), true)",
          "DO $$ BEGIN EXECUTE format('LISTEN %I', current_setting('foyer.channel')); END $$",
        ]
      }, on: connection)
  }

  func linkAnswered(_ link: Link) {
    guard let batch = beginning, batch.isFinished else { return }
    beginning = nil
    if let error = batch.error { link.connection?.close(error) } else { connected() }
  }

  func linkHeard(_ notifications: [Notification]) {
    for notification in notifications { received(notification) }
  }

  func linkClosed(_ link: Link) { beginning = nil }
}

private final class Heart: Channel {
  weak var listener: NotificationListener?
  init() { super.init(descriptor: -1) }
  override func expired() { listener?.keepAlive() }
}
