import CPostgres
package import EventLoop
import Glibc
import Synchronization

/// Interrupts a session's waiting, from any thread.
package final class Interruption: Sendable {
  private let flag = Atomic(false)
  func interrupt() { flag.store(true, ordering: .relaxed) }
  var isInterrupted: Bool { flag.load(ordering: .relaxed) }
}

/// A blocking connection for work outside of requests: migrating, creating databases.
package final class Session {
  private let pg: OpaquePointer
  /// The deadline of its statements.
  var deadline: Instant
  private let interruption: Interruption?
  private let isOwner: Bool

  /// Connects, within the target's own time limit.
  package init(_ target: Target, deadline: Instant, interruption: Interruption? = nil) throws(PostgresError) {
    guard let pg = target.connect() else { throw .unavailable("libpq is out of memory") }
    guard PQstatus(pg) == CONNECTION_OK else {
      defer { PQfinish(pg) }
      throw .unavailable(String(cString: PQerrorMessage(pg)))
    }
    self.pg = pg
    self.deadline = deadline
    self.interruption = interruption
    isOwner = true
  }

  /// Borrows an open connection.
  init(open pg: OpaquePointer, deadline: Instant) {
    self.pg = pg
    self.deadline = deadline
    interruption = nil
    isOwner = false
  }

  deinit { if isOwner { PQfinish(pg) } }

  /// Whether a transaction is open, failed or not.
  var isInTransaction: Bool { PQtransactionStatus(pg) != PQTRANS_IDLE }

  /// Runs one statement with parameters.
  @discardableResult
  package func run(_ sql: SQL) throws(PostgresError) -> Rows {
    let parameters = sql.parameters
    let sent = parameters.bytes.withUnsafeBytes { bytes in
      let values = parameters.entries.map { entry -> UnsafePointer<CChar>? in
        entry.offset < 0 ? nil : bytes.baseAddress.map { ($0 + entry.offset).assumingMemoryBound(to: CChar.self) }
      }
      return PQsendQueryParams(
        pg, sql.text, Int32(values.count), sql.tokens.compactMap(\.parameterType), values,
        parameters.entries.map(\.count), parameters.entries.map(\.format), 0)
    }
    let results = try results(sent)
    guard let rows = results.last else { throw .unavailable("PostgreSQL answered nothing") }
    return rows
  }

  /// Runs a script: any number of statements, ended by NUL, in the simple query protocol.
  @discardableResult
  package func run(script: [CChar]) throws(PostgresError) -> [Rows] {
    try results(PQsendQuery(pg, script))
  }

  private func results(_ sent: Int32) throws(PostgresError) -> [Rows] {
    guard sent == 1 else { throw .unavailable(String(cString: PQerrorMessage(pg))) }
    var rows: [Rows] = []
    var failure: PostgresError?
    while let pointer = try nextResult() {
      let result = Result(pointer)
      switch PQresultStatus(pointer) {
      case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: rows.append(Rows(result: result))
      case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH: throw .unavailable("COPY FROM STDIN cannot be used here")
      default:
        failure =
          ServerError(pointer, statement: rows.count).map { .server($0) }
          ?? .unavailable(String(cString: PQerrorMessage(pg)))
      }
    }
    if let failure { throw failure }
    return rows
  }

  /// The interval of checks for an interruption, in milliseconds.
  fileprivate func patience() throws(PostgresError) -> Int64 {
    if interruption?.isInterrupted == true { throw .closed }
    let remaining = (deadline - Instant.now()).nanoseconds / 1_000_000
    guard remaining > 0 else { throw .timedOut }
    return interruption == nil ? remaining : min(remaining, 200)
  }

  private func nextResult() throws(PostgresError) -> OpaquePointer? {
    while PQisBusy(pg) == 1 {
      var request = pollfd(fd: PQsocket(pg), events: Int16(POLLIN), revents: 0)
      poll(&request, 1, Int32(clamping: try patience()))
      if request.revents != 0, PQconsumeInput(pg) == 0 { throw .unavailable(String(cString: PQerrorMessage(pg))) }
    }
    return PQgetResult(pg)
  }
}

extension Session {
  /// Waits, unless the deadline or an interruption comes first.
  func pause(_ duration: Duration) throws(PostgresError) {
    let end = Instant.now() + duration
    while case let remaining = (end - Instant.now()).nanoseconds / 1_000_000, remaining > 0 {
      poll(nil, 0, Int32(clamping: min(remaining, try patience())))
    }
  }
}

/// `blocking` for code that looks at an interruption, which comes when the task is cancelled.
func cancellable<Value: Sendable, Failure: Error>(
  _ body: @escaping @Sendable (Interruption) throws(Failure) -> Value,
  onCancel: @Sendable () -> Void = {}
) async throws(Failure) -> Value {
  let interruption = Interruption()
  // withTaskCancellationHandler does not rethrow a typed error.
  let result = await withTaskCancellationHandler {
    await blocking { () -> Swift.Result<Value, Failure> in
      do throws(Failure) { return .success(try body(interruption)) } catch { return .failure(error) }
    }
  } onCancel: {
    interruption.interrupt()
    onCancel()
  }
  return try result.get()
}
