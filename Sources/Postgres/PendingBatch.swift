import EventLoop

/// The statements that a pool sends before and after those of each batch, in its transaction.
struct Frame: Sendable {
  var before: [SQL] = []
  var after: [SQL] = []
  /// Whether a batch is a part of a transaction that goes on after it.
  var isPart = false
}

/// The share of a batch, and whether it only reads. The reads of a share are treated apart from its writes, which may have to
/// wait for the disk or for a standby.
struct Lane: Hashable {
  /// Nil for the program itself.
  var share: Share?
  var reads: Bool
}

/// A batch on its way, ended by one Sync: one transaction.
final class PendingBatch {
  /// Those of the frame included.
  let statements: [SQL]
  /// Where those of the batch are.
  private let own: Range<Int>
  private let isPart: Bool
  let lane: Lane
  /// The deadline for being sent.
  let sendBy: Instant
  /// The deadline for its answer.
  let answerBy: Instant

  private var allResults: [Rows] = []
  private(set) var error: PostgresError?
  private(set) var isFinished = false
  private let end = Waiter()

  /// The index of the statement whose result comes next, not counting preparations.
  private(set) var next = 0
  private var preparations: [(statement: Int, prepared: Statement)] = []
  private var prepared = 0
  /// The statement that was refused, if an earlier batch had prepared it, or another connection.
  private(set) var staleStatement: Int?
  private var wasPreparedAgain = false
  private var conflicts = 0

  /// How often a batch is retried after a conflict with another transaction.
  private static let maximumConflicts = 3

  init(_ statements: [SQL], in lane: Lane, frame: Frame = Frame(), sendBy: Instant, answerBy: Instant) {
    self.statements = frame.before + statements + frame.after
    own = frame.before.count..<frame.before.count + statements.count
    isPart = frame.isPart
    self.lane = lane
    self.sendBy = sendBy
    self.answerBy = answerBy
    allResults.reserveCapacity(self.statements.count)
  }

  /// The batch without its frame, and the results so far.
  var answered: (statements: ArraySlice<SQL>, rows: ArraySlice<Rows>) {
    (statements[own], allResults[min(own.lowerBound, allResults.count)..<min(own.upperBound, allResults.count)])
  }

  /// Whether the next result may be that of BEGIN.
  var mayBegin: Bool { isPart || next < own.lowerBound }

  /// Waits until it is finished.
  func wait() async { await end.wait { !isFinished } }

  func finish() {
    isFinished = true
    end.resume()
  }

  func finish(_ error: PostgresError) {
    if self.error == nil { self.error = error }
    finish()
  }

  /// Notes that the statement is prepared in this batch.
  func prepare(_ statement: Int, as prepared: Statement) {
    preparations.append((statement, prepared))
  }

  /// The preparation whose result comes next; nil if the next result is that of `statements[next]`.
  var pendingPreparation: Statement? {
    prepared < preparations.count && preparations[prepared].statement == next ? preparations[prepared].prepared : nil
  }

  func tookPreparation() { prepared += 1 }

  func took(_ rows: Rows) {
    allResults.append(rows)
    next += 1
  }

  func skipped() { next += 1 }

  func refused(_ error: ServerError) {
    if self.error != nil { return }
    let wasPreparedHere = preparations.contains { $0.statement == next }
    // invalid_sql_statement_name: the statement was deallocated. feature_not_supported: a column's type has changed
    // since it was prepared ("cached plan must not change result type"). duplicate_prepared_statement: another session has
    // answered (`Preparation`).
    if !wasPreparedHere && (error.sqlState == "26000" || error.sqlState == "0A000") || error.sqlState == "42P05" {
      staleStatement = next
    }
    var error = error
    error.statement -= own.lowerBound
    self.error = .server(error)
  }

  /// Resets it if a statement of it has to be prepared again; else false. Its transaction was rolled back as a whole.
  func rewindForPreparation() -> Bool {
    guard staleStatement != nil, !wasPreparedAgain else { return false }
    wasPreparedAgain = true
    rewind()
    return true
  }

  /// Resets it, finished, for a retry after a conflict, if it has had fewer than 3; else nil.
  /// - Returns: how long the retry should wait. The transactions that have won only wake up once this one is rolled back: a
  ///   retry at once may lock the same rows before them, and be their next deadlock.
  func rewindAfterConflict() -> Duration? {
    guard !isPart, case .server(let refusal) = error, refusal.isConflict, conflicts < Self.maximumConflicts else {
      return nil
    }
    conflicts += 1
    rewind()
    isFinished = false
    return .milliseconds(Int.random(in: 10...50) << conflicts)
  }

  private func rewind() {
    allResults.removeAll(keepingCapacity: true)
    error = nil
    next = 0
    preparations = []
    prepared = 0
    staleStatement = nil
  }
}

/// A statement in the form in which a connection sends it.
final class Statement {
  /// Its text, ending in NUL.
  let text: [CChar]
  /// Its parameters' declared types.
  let types: [UInt32]
  /// The name it is prepared under, ending in NUL; nil if it is not to be prepared.
  var name: [CChar]?
  /// Whether the server has said that it is.
  var isPrepared = false

  init(_ sql: SQL, in dialect: Dialect?) {
    text = dialect.map { $0.text(sql) } ?? sql.text
    types = sql.tokens.compactMap(\.parameterType)
  }
}
