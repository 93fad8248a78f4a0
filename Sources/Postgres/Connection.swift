import CPostgres
import EventLoop

/// The owner of a connection. Called on the loop.
protocol ConnectionOwner: AnyObject {
  /// How long the server has worked on a batch of a lane.
  func connectionWorked(_ time: Duration, in lane: Lane)
  /// One or more batches have been answered.
  func connectionAnswered(_ connection: Connection)
  /// Notifications have arrived. Only for a connection that `hearsNotifications`.
  func connectionHeard(_ notifications: [Notification])
  /// The connection is closed; its batches have failed.
  func connectionClosed(_ connection: Connection, _ error: PostgresError)
}

/// A connection to PostgreSQL in libpq's pipeline mode (PostgreSQL manual, 34.5): batches are sent without waiting for
/// earlier answers, which arrive in the order of the batches.
final class Connection: Channel {
  private let pg: OpaquePointer
  private let preparation: Preparation
  private let dialect: Dialect?
  private weak var owner: (any ConnectionOwner)?
  private var inflight: [PendingBatch] = []
  /// When the server began to work on the first of them.
  private var workingSince = Instant(nanoseconds: 0)
  private var statements: [StatementKey: Statement] = [:]
  private var namesGiven = 0
  private(set) var isOpen = true
  /// Whether to read notifications.
  var hearsNotifications = false

  /// Further statements are not prepared: each costs the server memory for the lifetime of the connection.
  private static let maximumPrepared = 1000
  /// The deadline of statements that are not a batch's.
  static let timeoutOfSetting = Duration.seconds(4)
  /// libpq's limit (a 16-bit count in Bind).
  static let maximumParameters = 65535

  private var values: [UnsafePointer<CChar>?] = []
  private var lengths: [Int32] = []
  private var formats: [Int32] = []

  /// Takes over an open connection; fails if libpq cannot use it asynchronously.
  init?(
    _ pg: OpaquePointer, preparation: Preparation, dialect: Dialect?, owner: any ConnectionOwner
  ) {
    guard PQsetnonblocking(pg, 1) == 0, PQenterPipelineMode(pg) == 1 else { return nil }
    self.pg = pg
    self.preparation = preparation
    self.dialect = dialect
    self.owner = owner
    super.init(descriptor: PQsocket(pg))
    interest = .readable
  }

  /// The number of batches without an answer.
  var load: Int { inflight.count }

  /// Whether one of them is of a lane that fulfils the condition.
  func carries(where condition: (Lane) -> Bool) -> Bool { inflight.contains { condition($0.lane) } }

  /// Whether one of them may write.
  var carriesWrites: Bool { carries { !$0.reads } }

  /// Whether the server has worked longer than this on the first of them.
  func hasWorked(longerThan time: Duration, at now: Instant) -> Bool { !inflight.isEmpty && now - workingSince > time }

  // MARK: Sending

  /// Sends statements of the program itself, whose answer no request waits for.
  @discardableResult
  func send(_ statements: [SQL], answerBy deadline: Instant) -> PendingBatch {
    let batch = PendingBatch(statements, in: Lane(reads: true), sendBy: deadline, answerBy: deadline)
    send(batch)
    return batch
  }

  /// Sends a batch with its own Sync.
  func send(_ batch: PendingBatch) {
    guard isOpen else { return batch.finish(.unavailable("the connection is closed")) }
    inflight.append(batch)
    if inflight.count == 1 {
      deadline = batch.answerBy
      workingSince = poller?.now ?? .now()
    }
    for index in batch.statements.indices where !send(batch.statements[index], index, of: batch) {
      return close(.unavailable(message))
    }
    guard PQpipelineSync(pg) == 1 else { return close(.unavailable(message)) }
    flush()
  }

  private func send(_ sql: SQL, _ index: Int, of batch: PendingBatch) -> Bool {
    let statement = statement(for: sql, index, of: batch)
    let parameters = sql.parameters
    let count = Int32(parameters.entries.count)
    if count == 0, let name = statement.name { return PQsendQueryPrepared(pg, name, 0, nil, nil, nil, 0) == 1 }
    values.removeAll(keepingCapacity: true)
    lengths.removeAll(keepingCapacity: true)
    formats.removeAll(keepingCapacity: true)
    return parameters.bytes.withUnsafeBytes { bytes in
      for entry in parameters.entries {
        values.append(entry.offset < 0 ? nil : Self.address(of: entry.offset, in: bytes))
        lengths.append(entry.count)
        formats.append(entry.format)
      }
      if let name = statement.name {
        return PQsendQueryPrepared(pg, name, count, values, lengths, formats, 0) == 1
      }
      return PQsendQueryParams(pg, statement.text, count, statement.types, values, lengths, formats, 0) == 1
    }
  }

  /// An empty value needs an address: libpq treats a null pointer as NULL.
  private static func address(of offset: Int, in bytes: UnsafeRawBufferPointer) -> UnsafePointer<CChar>? {
    let empty: StaticString = ""
    return ((bytes.baseAddress ?? UnsafeRawPointer(empty.utf8Start)) + offset).assumingMemoryBound(to: CChar.self)
  }

  /// Finds the prepared statement, or sends its preparation first. A failure here shows when the statement itself is
  /// sent.
  private func statement(for sql: SQL, _ index: Int, of batch: PendingBatch) -> Statement {
    let key = StatementKey(sql)
    let isPreparing = preparation.isOn
    if let known = statements[key], isPreparing || known.name == nil { return known }
    let statement = Statement(sql, in: dialect)
    if isPreparing {
      guard statements.count < Self.maximumPrepared else { return statement }
      let name = name(for: statement)
      statement.name = name
      _ = PQsendPrepare(pg, name, statement.text, Int32(statement.types.count), statement.types)
      batch.prepare(index, as: statement)
    }
    if statements.count < Self.maximumPrepared { statements[key] = statement }
    return statement
  }

  /// Names contain a hash of the text: if a pooler gives this connection's server to another client, a name can be
  /// missing or taken there, but never refers to another statement.
  private func name(for statement: Statement) -> [CChar] {
    namesGiven += 1
    return Array("f\(fnv1a(statement.text.lazy.map { UInt8(bitPattern: $0) }))_\(namesGiven)".utf8CString)
  }

  private func forget(_ statement: Statement) {
    if let key = statements.first(where: { $0.value === statement })?.key { statements[key] = nil }
  }

  private func flush() {
    switch PQflush(pg) {
    case 0: interest = .readable
    case 1: interest = [.readable, .writable]
    default: close(.unavailable(message))
    }
  }

  // MARK: Receiving

  override func ready(_ events: Events) {
    let isAlive = PQconsumeInput(pg) == 1
    // Even if the connection has ended: answers that arrived before are valid.
    takeResults()
    guard isOpen else { return }
    if hearsNotifications { takeNotifications() }
    guard isAlive else { return close(.unavailable(message)) }
    if interest.contains(.writable) { flush() }
  }

  private func takeResults() {
    var answered = false
    var blanks = 0
    while isOpen, let batch = inflight.first, PQisBusy(pg) == 0 {
      guard let result = PQgetResult(pg) else {
        // One null ends the results of a statement. Two in a row: libpq has no result that was expected.
        blanks += 1
        if blanks == 2 { return close(.unavailable(message)) }
        continue
      }
      blanks = 0
      if take(result, for: batch) { answered = true }
    }
    guard isOpen, answered else { return }
    deadline = inflight.first?.answerBy
    owner?.connectionAnswered(self)
  }

  /// Handles one result; true when it was the last of the batch.
  private func take(_ pointer: OpaquePointer, for batch: PendingBatch) -> Bool {
    switch PQresultStatus(pointer) {
    case PGRES_PIPELINE_SYNC:
      PQclear(pointer)
      inflight.removeFirst()
      let now = poller?.now ?? .now()
      owner?.connectionWorked(now - workingSince, in: batch.lane)
      workingSince = now
      // A batch between BEGIN and COMMIT has failed.
      if PQtransactionStatus(pg) == PQTRANS_INERROR { send(["ROLLBACK"], answerBy: now + Self.timeoutOfSetting) }
      finish(batch)
      return true
    case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
      if let prepared = batch.pendingPreparation {
        PQclear(pointer)
        prepared.isPrepared = true
        batch.tookPreparation()
      } else {
        let rows = Rows(result: Result(pointer))
        if rows.beginsTransaction, !batch.mayBegin {
          close(.unavailable("a statement began a transaction that its batch would not end"))
        } else {
          batch.took(rows)
        }
      }
    case PGRES_PIPELINE_ABORTED:
      PQclear(pointer)
      skip(batch)
    default:
      defer { PQclear(pointer) }
      guard var error = ServerError(pointer, statement: batch.next) else {
        close(.unavailable(message))
        return false
      }
      if let dialect { error = dialect.read(error) }
      if error.severity == "ERROR" {
        if isOfPooler(error, batch) { preparation.giveUp(because: error) }
        batch.refused(error)
        skip(batch)
      } else {
        close(.unavailable(error.description))
      }
    }
    return false
  }

  /// Whether the error tells that another session of the server has answered than the one in which the statement was prepared: a
  /// statement that this connection has prepared is not there (invalid_sql_statement_name), or one of its name is
  /// (duplicate_prepared_statement).
  private func isOfPooler(_ error: ServerError, _ batch: PendingBatch) -> Bool {
    if batch.pendingPreparation != nil { return error.sqlState == "42P05" }
    return error.sqlState == "26000" && batch.next < batch.statements.count
      && statements[StatementKey(batch.statements[batch.next])]?.isPrepared == true
  }

  /// Continues after the result of a refused statement. A preparation that failed must be repeated.
  private func skip(_ batch: PendingBatch) {
    if let preparation = batch.pendingPreparation {
      forget(preparation)
      batch.tookPreparation()
    } else {
      batch.skipped()
    }
  }

  private func finish(_ batch: PendingBatch) {
    if let index = batch.staleStatement { statements[StatementKey(batch.statements[index])] = nil }
    if batch.rewindForPreparation() { send(batch) } else { batch.finish() }
  }

  private func takeNotifications() {
    var notifications: [Notification] = []
    while let notify = PQnotifies(pg) {
      notifications.append(
        Notification(channel: String(cString: notify.pointee.relname), payload: String(cString: notify.pointee.extra)))
      PQfreemem(notify)
    }
    if !notifications.isEmpty { owner?.connectionHeard(notifications) }
  }

  // MARK: Ending

  override func expired() { close(.timedOut) }

  /// Closes the connection; batches without an answer fail.
  func close(_ error: PostgresError) {
    guard isOpen else { return }
    isOpen = false
    deadline = nil
    poller?.remove(self)
    PQfinish(pg)
    let batches = inflight
    inflight = []
    for batch in batches { batch.finish(error) }
    owner?.connectionClosed(self, error)
  }

  private var message: String {
    let lines = String(cString: PQerrorMessage(pg)).split(whereSeparator: \.isNewline)
    return lines.isEmpty ? "the connection broke" : lines.joined(separator: " ")
  }
}
