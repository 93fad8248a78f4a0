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
public final class Pool {
  /// How many round trips were made: one for each batch that was sent.
  public private(set) var roundTrips = 0

  public init(configuration: PoolConfiguration, poller: Poller) {}

  /// Runs statements in one round trip and one implicit transaction: all are committed, or none is. Throws the first
  /// error.
  public func execute(_ statements: [SQL]) async throws(PostgresError) -> [Rows] { throw .closed }

  /// Like `execute`, but a statement that PostgreSQL refused comes with the results of those before it.
  public func attempt(_ statements: [SQL]) async throws(PostgresError) -> Outcome { throw .closed }

  /// Runs code in a transaction of its own: committed when the code returns, rolled back when it throws.
  public func transaction<Value>(_ body: (Transaction) async throws -> Value) async throws -> Value {
    throw PostgresError.closed
  }

  /// Lets what is under way finish, then closes every connection.
  public func close() async {}
}

/// A transaction under way.
public final class Transaction {
  /// Runs statements in one round trip. After an error only a rollback is possible.
  public func execute(_ statements: [SQL]) async throws(PostgresError) -> [Rows] { throw .closed }
}
