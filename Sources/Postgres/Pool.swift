public import EventLoop

/// How a pool reaches PostgreSQL.
public struct PoolConfiguration: Sendable {
  /// A libpq connection string or URL (PostgreSQL manual, 34.1.1); may name several hosts.
  public var url: String
  /// How many connections each pool, that is each event loop, keeps.
  public var connections: Int
  /// How many batches may be under way on a connection at once.
  public var depth: Int
  /// A batch that has no answer after this time has failed, and its connection is given up. It is noticed at most
  /// 250 ms late, hence 4 s where 5 s is promised.
  public var timeout: Duration
  /// A batch that has found no free connection after this time has failed.
  public var patience: Duration
  /// Statements are prepared once per connection. Turn it off behind PgBouncer in transaction mode.
  public var preparesStatements: Bool
  /// Batches that may wait for a free connection; another one fails at once.
  public var maximumWaiting: Int

  public init(
    url: String, connections: Int = 2, depth: Int = 2, timeout: Duration = .seconds(4),
    patience: Duration = .seconds(2), preparesStatements: Bool = true, maximumWaiting: Int = 1024
  ) {
    self.url = url
    self.connections = connections
    self.depth = depth
    self.timeout = timeout
    self.patience = patience
    self.preparesStatements = preparesStatements
    self.maximumWaiting = maximumWaiting
  }
}

/// The results of a batch up to its first error.
public struct Outcome {
  /// Of the statements before the one that failed; of all, if none did.
  public let results: [Rows]
  /// Why the statement after them failed. Nothing of the batch is committed then.
  public let error: ServerError?
}

/// The connections of one event loop to PostgreSQL.
///
/// A batch goes to the connection with the fewest batches under way, and waits when each has `depth` of them. A batch
/// that was sent is never sent again when its connection breaks: it may have been committed.
public final class Pool {
  /// How many round trips were made: one for each batch that was sent.
  public private(set) var roundTrips = 0

  private let configuration: PoolConfiguration
  private let poller: Poller
  private var links: [Link] = []
  private var waiting = Queue<Batch>()
  private let timer: Timer
  private var isClosed = false
  private var closing: UnsafeContinuation<Void, Never>?

  /// Begins to connect at once; a batch may be sent right away.
  public init(configuration: PoolConfiguration, poller: Poller) {
    self.configuration = configuration
    self.poller = poller
    timer = Timer()
    timer.pool = self
    poller.add(timer)
    let target = configuration.target
    for _ in 0..<max(1, configuration.connections) {
      let link = Link(target: target, preparesStatements: configuration.preparesStatements, owner: self)
      links.append(link)
      poller.add(link)
      link.open()
    }
  }

  /// Whether there is a connection at all.
  public var isConnected: Bool { links.contains { $0.connection != nil } }

  /// Runs statements in one round trip and one implicit transaction: all are committed, or none is. Throws the first
  /// error.
  public func execute(_ statements: [SQL]) async throws(PostgresError) -> [Rows] {
    let batch = try await answered(.alone, statements)
    if let error = batch.error { throw error }
    return batch.results
  }

  /// Like `execute`, but a statement that PostgreSQL refused comes with the results of those before it.
  public func attempt(_ statements: [SQL]) async throws(PostgresError) -> Outcome {
    let batch = try await answered(.alone, statements)
    switch batch.error {
    case nil: return Outcome(results: batch.results, error: nil)
    case .server(let error): return Outcome(results: batch.results, error: error)
    case .some(let error): throw error
    }
  }

  /// Runs code in a transaction of its own: committed when the code returns, rolled back when it throws.
  ///
  /// The connection is taken out of the pool meanwhile. It comes back only when the server says that no transaction is
  /// under way; otherwise it is closed. A commit that was refused, or that turned into a rollback because a statement
  /// had failed, throws.
  public func transaction<Value>(_ body: (Transaction) async throws -> Value) async throws -> Value {
    let reservation = try await answered(.reservation, [])
    guard let connection = reservation.connection else { throw reservation.error ?? .closed }
    let transaction = Transaction(pool: self, connection: connection)
    do {
      let value = try await body(transaction)
      transaction.end()
      try await transaction.commit()
      release(connection)
      return value
    } catch {
      transaction.end()
      await transaction.rollback()
      release(connection)
      throw error
    }
  }

  /// Lets what is under way finish, then closes every connection.
  public func close() async {
    guard !isClosed else { return }
    isClosed = true
    if !isIdle { await withUnsafeContinuation { closing = $0 } }
    poller.remove(timer)
    for link in links { link.close() }
    links = []
  }

  // MARK: Batches

  private func answered(_ kind: Batch.Kind, _ statements: [SQL]) async throws(PostgresError) -> Batch {
    try check(statements)
    if isClosed { throw .closed }
    let batch = batch(kind, statements)
    if kind != .reservation, waiting.isEmpty, let connection = leastLoaded {
      roundTrips += 1
      connection.send(batch)
    } else if waiting.count >= configuration.maximumWaiting {
      throw .unavailable("too many requests wait for a connection")
    } else {
      waiting.append(batch)
      sendWaiting()
    }
    await batch.wait()
    return batch
  }

  private func batch(_ kind: Batch.Kind, _ statements: [SQL]) -> Batch {
    let now = poller.now
    return Batch(kind, statements, sendBy: now + configuration.patience, answerBy: now + configuration.timeout)
  }

  private func check(_ statements: [SQL]) throws(PostgresError) {
    // Two threads in one connection would mix up whose results are whose.
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

  private var leastLoaded: Connection? {
    var best: Connection?
    var load = configuration.depth
    for link in links {
      guard let connection = link.connection, !connection.isReserved, connection.load < load else { continue }
      best = connection
      load = connection.load
      if load == 0 { break }
    }
    return best
  }

  private func sendWaiting() {
    while let batch = waiting.first, let connection = leastLoaded {
      if batch.kind == .reservation {
        // It waits at the head of the queue until some connection has finished what it does.
        guard connection.load == 0 else { break }
        connection.isReserved = true
        _ = waiting.popFirst()
        batch.finish(granting: connection)
      } else {
        _ = waiting.popFirst()
        roundTrips += 1
        connection.send(batch)
      }
    }
    timer.deadline = waiting.first?.sendBy
    if isClosed, isIdle { finishClosing() }
  }

  private func failOverdue() {
    let reason = isConnected ? "every connection is busy" : links.first?.reason ?? "not connected"
    while let batch = waiting.first, batch.sendBy <= poller.now {
      _ = waiting.popFirst()
      batch.finish(.unavailable(reason))
    }
    sendWaiting()
  }

  // MARK: Transactions

  /// Runs a batch on a transaction's connection.
  fileprivate func run(_ statements: [SQL], on connection: Connection) async throws(PostgresError) -> Batch {
    try check(statements)
    let batch = batch(.inTransaction, statements)
    roundTrips += 1
    connection.send(batch)
    await batch.wait()
    return batch
  }

  private func release(_ connection: Connection) {
    if connection.isOpen, connection.load > 0 || !connection.isOutsideTransaction {
      connection.close(.unavailable("a transaction was left open"))
    }
    connection.isReserved = false
    sendWaiting()
  }

  // MARK: Closing

  private var isIdle: Bool {
    waiting.isEmpty && links.allSatisfy { $0.connection.map { $0.load == 0 && !$0.isReserved } ?? true }
  }

  private func finishClosing() {
    closing?.resume()
    closing = nil
  }

  private final class Timer: Channel {
    weak var pool: Pool?
    init() { super.init(descriptor: -1) }
    override func expired() { pool?.failOverdue() }
  }
}

extension Pool: LinkOwner {
  func linkOpened(_ link: Link) { sendWaiting() }
  func linkAnswered(_ link: Link) { if isClosed || !waiting.isEmpty { sendWaiting() } }
  func linkClosed(_ link: Link) { sendWaiting() }
  func linkHeard(_ notifications: [Notification]) {}
}

/// A transaction under way.
public final class Transaction {
  private let pool: Pool
  private let connection: Connection
  private var hasBegun = false
  private var isOver = false
  private var failure: PostgresError?

  fileprivate init(pool: Pool, connection: Connection) {
    self.pool = pool
    self.connection = connection
  }

  /// Runs statements in one round trip. After an error only a rollback is possible.
  public func execute(_ statements: [SQL]) async throws(PostgresError) -> [Rows] {
    if isOver { throw .closed }
    // BEGIN costs no round trip of its own.
    let isFirst = !hasBegun
    hasBegun = true
    let batch = try await pool.run(isFirst ? ["BEGIN"] + statements : statements, on: connection)
    if let error = batch.error {
      failure = failure ?? error
      guard isFirst, case .server(var refusal) = error else { throw error }
      refusal.statement -= 1
      throw .server(refusal)
    }
    return isFirst ? Array(batch.results.dropFirst()) : batch.results
  }

  /// Not part of `commit` and `rollback`: a synchronous call brings us back to the loop if the body ended elsewhere
  /// (`Poller.isOnLoop`).
  @inline(never)
  fileprivate func end() { isOver = true }

  fileprivate func commit() async throws(PostgresError) {
    guard hasBegun else { return }
    hasBegun = false
    let batch = try await pool.run(["COMMIT"], on: connection)
    if let error = batch.error { throw error }
    // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK, and no error.
    guard batch.results.first?.command == "COMMIT" else {
      throw failure ?? .unavailable("the transaction was rolled back")
    }
  }

  fileprivate func rollback() async {
    guard hasBegun, connection.isOpen else { return }
    hasBegun = false
    _ = try? await pool.run(["ROLLBACK"], on: connection)
  }
}

extension PoolConfiguration {
  /// The server is told to give up on a statement a little after the client has: libpq's cancel request blocks.
  var target: Target {
    var target = Target(url: url)
    // PgBouncer refuses startup options.
    if preparesStatements {
      let milliseconds = timeout.nanoseconds / 1_000_000 + 500
      target.defaults.append(("options", "-c statement_timeout=\(milliseconds)"))
    }
    return target
  }
}
