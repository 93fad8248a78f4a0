public import EventLoop

/// The settings of a pool.
public struct PoolConfiguration: Sendable {
  /// A libpq connection string or URL (PostgreSQL manual, 34.1.1); may name several hosts.
  public var url: String
  /// The number of connections of each pool, that is of each event loop. All but one of them may carry writes.
  public var connections: Int
  /// How many batches a connection carries at once.
  public var depth: Int
  /// A batch without an answer after this time fails, and its connection is closed. The check may be 250 ms late, hence
  /// 4 s where 5 s is promised.
  public var timeout: Duration
  /// A batch without a free connection after this time fails.
  public var patience: Duration
  /// Whether statements are prepared once per connection. Off behind a pooler that does not keep track of them; copies of this
  /// share it.
  public var preparation: Preparation
  /// Whether a connection is one session of the server. Behind a pooler in transaction mode it is not, and each batch
  /// sets its statement_timeout.
  public var keepsSession: Bool
  /// Whether each batch is sent between BEGIN and COMMIT. Without them it is one transaction, too; Citus passes SET LOCAL on
  /// to its workers only after BEGIN.
  public var beginsTransactions: Bool
  /// Whether all batches are parts of one transaction.
  var holdsTransaction = false
  /// Whether the URL is to lead to a standby.
  var wantsStandby = false
  /// Nil for PostgreSQL's own.
  public let dialect: Dialect?
  /// The length of each queue for a free connection, that of reads and that of writes. When it is full, the newest batch of who
  /// has most in it fails for one of who has less, or else the further batch.
  public var maximumWaiting: Int
  /// The length of one share's queue.
  public var maximumWaitingOfShare: Int

  public init(
    url: String, connections: Int = 3, depth: Int = 2, timeout: Duration = .seconds(4),
    patience: Duration = .seconds(2), preparesStatements: Bool = true, keepsSession: Bool = true,
    beginsTransactions: Bool = false, dialect: Dialect? = nil, maximumWaiting: Int = 1024,
    maximumWaitingOfShare: Int = 128
  ) {
    self.url = url
    self.connections = connections
    self.dialect = dialect
    let beginsTransactions = beginsTransactions || dialect != nil
    // A batch behind one that failed would be sent into its failed transaction.
    self.depth = beginsTransactions ? 1 : depth
    self.timeout = timeout
    self.patience = patience
    preparation = Preparation(isOn: preparesStatements && dialect == nil)
    self.keepsSession = keepsSession
    self.beginsTransactions = beginsTransactions
    self.maximumWaiting = maximumWaiting
    self.maximumWaitingOfShare = maximumWaitingOfShare
  }
}

/// The connections of one event loop to PostgreSQL.
///
/// A batch goes to the connection with the fewest batches, and waits when each has `depth` of them. Waiting batches are
/// sent round robin over the shares.
///
/// A write may wait for the disk, or for a synchronous standby that is away. So one connection at least carries no write,
/// and no read is sent behind a write on the same connection. Nor are the two of one share counted together: a share uses
/// at most half of the connections for reads, and as many for writes; while its reads (or writes) are slow, it has one of
/// them at a time, and no other share's batch is queued behind it on the same connection.
///
/// A batch that PostgreSQL rolled back because of a deadlock or a serialization failure is retried after a pause, at most 3 times
/// (manual, 13.5 "Serialization Failure Handling"). A batch whose connection breaks is not retried: it may have been
/// committed.
public final class Pool {
  /// The number of round trips: one for each batch, and one more for each retry after a conflict.
  public private(set) var roundTrips = 0

  private let configuration: PoolConfiguration
  private let frame: Frame
  private let poller: Poller
  private var links: [Link] = []
  private var waitingReads: FairQueue<PendingBatch>
  private var waitingWrites: FairQueue<PendingBatch>
  /// Lanes whose last batches were slow, and when that expires.
  private var slowUntil: [Lane: Instant] = [:]
  private lazy var timer = Timer { [weak self] in self?.failOverdue() }
  private var isClosed = false
  private let closing = Waiter()

  /// Starts to connect at once; batches can be sent right away.
  public init(configuration: PoolConfiguration, poller: Poller) {
    self.configuration = configuration
    frame = configuration.frame
    self.poller = poller
    waitingReads = FairQueue(limit: configuration.maximumWaiting, limitOfShare: configuration.maximumWaitingOfShare)
    waitingWrites = waitingReads
    timer.start(on: poller)
    var target = Target(url: configuration.url)
    target.wantsStandby = configuration.wantsStandby
    for _ in 0..<max(1, configuration.connections) {
      let link = Link(
        target: target, preparation: configuration.preparation,
        dialect: configuration.dialect, settings: configuration.settings, owner: self)
      links.append(link)
      poller.add(link)
      link.open()
    }
  }

  /// A pool's state: open connections, the batches on them, those that wait for one, and all round trips so far.
  public struct Load: Sendable {
    public var connections = 0
    public var batches = 0
    public var waiting = 0
    public var roundTrips = 0

    public init() {}
  }

  public var load: Load {
    var load = Load()
    for connection in links.compactMap(\.connection) {
      load.connections += 1
      load.batches += connection.load
    }
    (load.waiting, load.roundTrips) = (waitingCount, roundTrips)
    return load
  }

  var preparation: Preparation { configuration.preparation }

  /// Whether any connection is open.
  public var isConnected: Bool { links.contains { $0.connection != nil } }

  /// Runs a batch in one round trip and one implicit transaction: all of it is committed, or nothing is. Throws the
  /// first error.
  /// - Parameters:
  ///   - share: on whose behalf; nil for the program itself.
  ///   - reads: whether it changes nothing, and so never waits for a standby.
  @discardableResult
  public func execute(
    _ batch: Batch, for share: Share? = nil, reads: Bool = false
  ) async throws(PostgresError) -> Results {
    try await attempt(batch, for: share, reads: reads).results
  }

  /// Like `execute`, but returns the results before a refused statement together with its error.
  public func attempt(
    _ batch: Batch, for share: Share? = nil, reads: Bool = false
  ) async throws(PostgresError) -> Outcome {
    let batch = try await answered(batch.statements, Lane(share: share, reads: reads))
    switch batch.error {
    case nil, .server: return Outcome(batch)
    case .some(let error): throw error
    }
  }

  /// A pool of one further connection, for one transaction over several batches: the first is `BEGIN`, the last `COMMIT`, and
  /// closing it before that rolls all back. After an error there is no transaction any more: no further batch may be sent.
  public func forTransaction() -> Pool {
    var configuration = configuration
    (configuration.connections, configuration.depth, configuration.holdsTransaction) = (1, 1, true)
    // Another attempt of a batch would be another transaction.
    configuration.preparation = Preparation(isOn: false)
    return Pool(configuration: configuration, poller: poller)
  }

  /// Closes every connection, and opens others.
  func reconnect(_ reason: String) {
    for link in links { link.connection?.close(.unavailable(reason)) }
  }

  /// Lets running batches finish, then closes every connection.
  public func close() async {
    guard !isClosed else { return }
    isClosed = true
    await closing.wait { !isIdle }
    timer.stop()
    for link in links { link.close() }
    links = []
  }

  // MARK: Batches

  private func answered(_ statements: [SQL], _ lane: Lane) async throws(PostgresError) -> PendingBatch {
    try check(statements)
    let now = poller.now
    let batch = PendingBatch(
      statements, in: lane, frame: frame, sendBy: now + configuration.patience,
      answerBy: now + configuration.timeout)
    try accept(batch)
    await batch.wait()
    while let pause = batch.rewindAfterConflict() {
      try? await Task.sleep(for: pause)
      try accept(batch)
      await batch.wait()
    }
    return batch
  }

  private func accept(_ batch: PendingBatch) throws(PostgresError) {
    if isClosed { throw .closed }
    let isFirst = batch.lane.reads ? waitingReads.isEmpty : waitingWrites.isEmpty
    if isFirst, let connection = connection(for: batch.lane) {
      roundTrips += 1
      connection.send(batch)
    } else {
      try wait(batch)
      sendWaiting()
    }
  }

  private func wait(_ batch: PendingBatch) throws(PostgresError) {
    let tooMany = PostgresError.unavailable("too many requests wait for a connection")
    let share = batch.lane.share
    switch batch.lane.reads ? waitingReads.append(batch, of: share) : waitingWrites.append(batch, of: share) {
    case .admitted: break
    case .instead(let other): other.finish(tooMany)
    case .refused: throw tooMany
    }
  }

  private func check(_ statements: [SQL]) throws(PostgresError) {
    // Two threads on one connection would mix up their results.
    guard poller.isOnLoop else { throw .unavailable("the pool was used outside of its event loop") }
    for (index, statement) in statements.enumerated() {
      if let zero = statement.parameters.firstWithZero {
        throw .encoding(statement: index, parameter: zero + 1, reason: "contains U+0000")
      }
      if statement.parameters.entries.count > Connection.maximumParameters {
        throw .encoding(statement: index, parameter: Connection.maximumParameters + 1, reason: "is one too many")
      }
    }
  }

  private var waitingCount: Int { waitingReads.count + waitingWrites.count }

  /// The connection with the fewest batches among those that a lane may use now.
  private func connection(for lane: Lane) -> Connection? {
    var best: Connection?
    var load = configuration.depth
    let own = lane.share == nil ? 0 : links.count { $0.connection?.carries { $0 == lane } == true }
    if own > 0, isSlow(lane) { return nil }
    let isLastForReads = !lane.reads && isOneLeft
    for link in links {
      guard let connection = link.connection, connection.load < load else { continue }
      if lane.reads ? connection.carriesWrites : isLastForReads && !connection.carriesWrites { continue }
      if own >= max(1, configuration.connections / 2), !connection.carries(where: { $0 == lane }) { continue }
      if connection.carries(where: { $0 != lane && isSlow($0) }) { continue }
      // A lane is marked slow only once its batch is answered: one that still runs is found here.
      if connection.hasWorked(longerThan: Self.slow, at: poller.now), !connection.carries(where: { $0 == lane }) {
        continue
      }
      best = connection
      load = connection.load
      if load == 0 { break }
    }
    return best
  }

  /// Whether only one open connection has no write on it, if there are two or more.
  private var isOneLeft: Bool {
    let connections = links.compactMap(\.connection)
    return connections.count > 1 && connections.count { !$0.carriesWrites } <= 1
  }

  private func isSlow(_ lane: Lane) -> Bool {
    guard !slowUntil.isEmpty, lane.share != nil, let end = slowUntil[lane] else { return false }
    return end > poller.now
  }

  /// One read and one write by turns.
  private func sendWaiting() {
    var hasSent = true
    while hasSent {
      let read = waitingReads.popFirst { connection(for: Lane(share: $0, reads: true)) != nil }
      if let read { send(read) }
      let write = waitingWrites.popFirst { connection(for: Lane(share: $0, reads: false)) != nil }
      if let write { send(write) }
      hasSent = read != nil || write != nil
    }
    // Deadlines are seconds: checking at the timer's interval is enough.
    timer.deadline = waitingCount == 0 ? nil : timer.deadline ?? poller.now
    if isClosed, isIdle { closing.resume() }
  }

  private func send(_ batch: PendingBatch) {
    guard let connection = connection(for: batch.lane) else { return batch.finish(.unavailable("not connected")) }
    roundTrips += 1
    connection.send(batch)
  }

  private func failOverdue() {
    let reason = isConnected ? "every connection is busy" : links.first?.reason ?? "not connected"
    let now = poller.now
    let overdue =
      waitingReads.removeFirst(while: { $0.sendBy <= now }) + waitingWrites.removeFirst(while: { $0.sendBy <= now })
    for batch in overdue { batch.finish(.unavailable(reason)) }
    sendWaiting()
  }

  // MARK: Closing

  private var isIdle: Bool {
    waitingCount == 0 && links.allSatisfy { ($0.connection?.load ?? 0) == 0 }
  }

}

extension Pool: LinkOwner {
  func linkOpened(_ link: Link) { sendWaiting() }
  func linkAnswered(_ link: Link) { if isClosed || waitingCount > 0 { sendWaiting() } }
  func linkClosed(_ link: Link) { sendWaiting() }
  func linkHeard(_ notifications: [Notification]) {}

  func linkWorked(_ time: Duration, in lane: Lane) {
    if lane.share == nil { return }
    if time > Self.slow {
      if slowUntil.count >= Self.maximumRemembered { slowUntil.removeAll() }
      slowUntil[lane] = poller.now + Self.memory
    } else if !slowUntil.isEmpty {
      slowUntil[lane] = nil
    }
  }

  /// The batch of a page takes a few milliseconds.
  private static let slow = Duration.milliseconds(50)
  private static let memory = Duration.seconds(5)
  private static let maximumRemembered = 1_000
}

extension PoolConfiguration {
  /// The server cancels a statement shortly after the client's timeout: libpq's cancel request would block. Not an option
  /// of the start-up packet, which poolers refuse.
  private func statementTimeout(isLocal: Bool) -> SQL {
    "SELECT set_config('statement_timeout', \("\(timeout.nanoseconds / 1_000_000 + 500)ms"), \(isLocal))"
  }

  /// The first message to a new connection.
  fileprivate var settings: [SQL] { keepsSession ? [statementTimeout(isLocal: false)] : [] }

  fileprivate var frame: Frame {
    if holdsTransaction { return Frame(isPart: true) }
    return Frame(
      before: (beginsTransactions ? ["BEGIN"] : []) + (keepsSession ? [] : [statementTimeout(isLocal: true)]),
      after: beginsTransactions ? ["COMMIT"] : [])
  }
}
