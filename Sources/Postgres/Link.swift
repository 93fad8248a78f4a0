import CPostgres
import Dispatch
import EventLoop
import Glibc

/// The owner of a link. Called on the loop.
protocol LinkOwner: AnyObject {
  func linkOpened(_ link: Link)
  func linkAnswered(_ link: Link)
  func linkClosed(_ link: Link)
  func linkHeard(_ notifications: [Notification])
  func linkWorked(_ time: Duration, in lane: Lane)
}

extension LinkOwner {
  func linkWorked(_ time: Duration, in lane: Lane) {}
}

/// Keeps one connection open: connects, and reconnects with growing pauses when it breaks.
///
/// Each host of the URL is tried on its own, the first a little before the others, and the first that fits is taken: one
/// that does not answer keeps nobody from the one that has become the primary meanwhile.
final class Link: Channel, ConnectionOwner {
  private let preparation: Preparation
  private let dialect: Dialect?
  /// The first message to a new connection; nothing waits for the answer.
  private let settings: [SQL]
  private weak var owner: (any LinkOwner)?
  private var dialers: [Dialer] = []
  private(set) var connection: Connection?
  /// Why there is no connection.
  private(set) var reason = "not connected yet"
  private var pause = Link.shortestPause
  private let longestPause: Duration
  private let isWatched: Bool
  private var isClosed = false

  private static let shortestPause = Duration.milliseconds(50)
  /// By so much a host is tried before the next one.
  private static let lead = Duration.milliseconds(100)
  /// How often a server that another can take the place of is asked whether it is alive, and how soon it has to answer.
  private static let beat = Duration.seconds(2)

  init(
    target: Target, preparation: Preparation, dialect: Dialect? = nil, settings: [SQL] = [],
    owner: any LinkOwner
  ) {
    self.preparation = preparation
    self.dialect = dialect
    self.settings = settings
    self.owner = owner
    let hosts = target.hosts
    isWatched = hosts.count > 1 || target.wantsStandby
    // Without a standby the pages are the primary's.
    longestPause = target.wantsStandby ? .seconds(2) : .milliseconds(400)
    super.init(descriptor: -1)
    dialers = hosts.map { Dialer($0, self) }
  }

  /// Starts to connect. The link must be in a poller.
  func open() {
    guard let poller else { return }
    for dialer in dialers { poller.add(dialer) }
    if isWatched { deadline = poller.now + Self.beat }
    dial(after: .zero)
  }

  private func dial(after pause: Duration) {
    for (number, dialer) in dialers.enumerated() { dialer.dial(after: pause + Self.lead * number) }
  }

  /// A connection that died without a word is noticed while nobody waits for it.
  override func expired() {
    guard let poller else { return }
    deadline = poller.now + Self.beat
    guard let connection, connection.load == 0 else { return }
    connection.send(["SELECT"], answerBy: poller.now + Self.beat)
  }

  // MARK: Dialling

  fileprivate var isWanted: Bool { !isClosed && connection == nil && poller != nil }

  fileprivate func took(_ pg: OpaquePointer) {
    guard isWanted, let poller,
      let connection = Connection(pg, preparation: preparation, dialect: dialect, owner: self)
    else { return PQfinish(pg) }
    self.connection = connection
    guard poller.tryToAdd(connection) else {
      return connection.close(.unavailable("epoll_ctl: \(String(cString: strerror(errno)))"))
    }
    if !settings.isEmpty { connection.send(settings, answerBy: poller.now + Connection.timeoutOfSetting) }
    owner?.linkOpened(self)
  }

  /// Notes why there is no connection; returns when to try again.
  fileprivate func failed(_ reason: String) -> Duration {
    self.reason = reason
    defer { pause = min(pause * 2, longestPause) }
    return pause
  }

  /// Closes the connection and does not reconnect.
  func close() {
    isClosed = true
    for dialer in dialers { poller?.remove(dialer) }
    poller?.remove(self)
    connection?.close(.closed)
    connection = nil
  }

  // MARK: The connection

  func connectionAnswered(_ connection: Connection) {
    pause = Self.shortestPause
    owner?.linkAnswered(self)
  }

  func connectionWorked(_ time: Duration, in lane: Lane) { owner?.linkWorked(time, in: lane) }

  func connectionHeard(_ notifications: [Notification]) { owner?.linkHeard(notifications) }

  func connectionClosed(_ connection: Connection, _ error: PostgresError) {
    guard self.connection === connection else { return }
    self.connection = nil
    dial(after: failed(error.description))
    owner?.linkClosed(self)
  }
}

/// Connects to one host, until its link has a connection.
///
/// Connecting blocks a thread of its own: libpq's asynchronous form (PQconnectPoll) still resolves host names
/// synchronously, which would block the loop while a name server does not answer.
private final class Dialer: Channel {
  private let target: Target
  private weak var link: Link?
  private let queue = DispatchQueue(label: "postgres.connect")
  private var isDialing = false

  init(_ target: Target, _ link: Link) {
    self.target = target
    self.link = link
    super.init(descriptor: -1)
  }

  func dial(after pause: Duration) {
    if pause == .zero { schedule() } else { deadline = poller.map { $0.now + pause } }
  }

  override func expired() { schedule() }

  override func run() async {
    guard !isDialing, link?.isWanted == true else { return }
    isDialing = true
    let dialed = await blocking(on: queue) { [target] in target.dial() }
    isDialing = false
    switch dialed {
    case .open(let address):
      guard let pg = OpaquePointer(bitPattern: address) else { return }
      if let link { link.took(pg) } else { PQfinish(pg) }
    case .refused(let reason):
      if let link, link.isWanted { dial(after: link.failed(reason)) }
    }
  }
}
