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
/// Connecting blocks a thread of its own: libpq's asynchronous form (PQconnectPoll) still resolves host names
/// synchronously, which would block the loop while a name server does not answer.
final class Link: Channel, ConnectionOwner {
  private let target: Target
  private let preparesStatements: Bool
  /// What a new connection is sent first; nobody waits for the answer.
  private let settings: [SQL]
  private weak var owner: (any LinkOwner)?
  private let queue = DispatchQueue(label: "postgres.connect")
  private(set) var connection: Connection?
  /// Why there is no connection.
  private(set) var reason = "not connected yet"
  private var pause = Link.shortestPause
  private var isConnecting = false
  private var isClosed = false

  private static let shortestPause = Duration.milliseconds(50)
  private static let longestPause = Duration.seconds(1)

  init(target: Target, preparesStatements: Bool, settings: [SQL] = [], owner: any LinkOwner) {
    self.target = target
    self.preparesStatements = preparesStatements
    self.settings = settings
    self.owner = owner
    super.init(descriptor: -1)
  }

  /// Starts to connect. The link must be in a poller.
  func open() { schedule() }

  override func expired() { schedule() }

  override func run() async {
    guard !isConnecting, !isClosed, connection == nil else { return }
    isConnecting = true
    let address = await withUnsafeContinuation { (waiter: UnsafeContinuation<UInt, Never>) in
      queue.async { [target] in waiter.resume(returning: UInt(bitPattern: target.connect())) }
    }
    isConnecting = false
    guard let pg = OpaquePointer(bitPattern: address) else { return tryLater("libpq is out of memory") }
    guard !isClosed, let poller else { return PQfinish(pg) }
    guard PQstatus(pg) == CONNECTION_OK,
      let connection = Connection(pg, preparesStatements: preparesStatements, owner: self)
    else {
      let reason = String(cString: PQerrorMessage(pg))
      PQfinish(pg)
      return tryLater(reason.split(whereSeparator: \.isNewline).joined(separator: " "))
    }
    self.connection = connection
    poller.add(connection)
    if !settings.isEmpty { connection.send(settings, answerBy: poller.now + Connection.timeoutOfSetting) }
    owner?.linkOpened(self)
  }

  private func tryLater(_ reason: String) {
    self.reason = reason
    guard let poller, !isClosed else { return }
    deadline = poller.now + pause
    pause = min(pause * 2, Self.longestPause)
  }

  /// Closes the connection and does not reconnect.
  func close() {
    isClosed = true
    poller?.remove(self)
    connection?.close(.closed)
    connection = nil
  }

  func connectionAnswered(_ connection: Connection) {
    pause = Self.shortestPause
    owner?.linkAnswered(self)
  }

  func connectionWorked(_ time: Duration, in lane: Lane) { owner?.linkWorked(time, in: lane) }

  func connectionHeard(_ notifications: [Notification]) { owner?.linkHeard(notifications) }

  func connectionClosed(_ connection: Connection, _ error: PostgresError) {
    guard self.connection === connection else { return }
    self.connection = nil
    tryLater(error.description)
    owner?.linkClosed(self)
  }
}

/// The address of a server.
struct Target: Sendable {
  var url: String
  /// How the connection is called in pg_stat_activity, unless the URL says otherwise.
  var name = "foyer"

  /// Connects; blocks. The caller checks the result with PQstatus; nil when out of memory.
  func connect() -> OpaquePointer? {
    // An expanded URL overrides the keywords before it, and the keywords after it override the URL.
    let parameters =
      [
        ("connect_timeout", "2"), ("fallback_application_name", name), ("dbname", url), ("client_encoding", "UTF8"),
      ]
    let keywords = parameters.map { strdup($0.0) }
    let values = parameters.map { strdup($0.1) }
    defer { for text in keywords + values { free(text) } }
    let pg = PQconnectdbParams(
      keywords.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 1)
    // By default notices are written to standard error.
    PQsetNoticeReceiver(pg, { _, _ in }, nil)
    return pg
  }
}
