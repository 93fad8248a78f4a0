/// Statements that are sent together: one round trip and one transaction. Adding one returns the key of its rows.
///
///     var batch = Batch()
///     let titles = batch.add("SELECT title FROM items")
///     for row in try await pool.execute(batch)[titles] { … }
public struct Batch: ExpressibleByArrayLiteral, Sendable {
  private(set) var statements: [SQL]

  /// Finds the rows of one statement among the results of its batch.
  public struct Key: Sendable {
    let index: Int
    /// The statement's, by which the key of another batch is noticed.
    let hash: UInt
  }

  /// Finds the results of a batch that was added to another one.
  public struct Part: Sendable {
    let range: Range<Int>
  }

  public var count: Int { statements.count }
  public var first: SQL? { statements.first }

  public init(_ statements: [SQL] = []) { self.statements = statements }
  public init(arrayLiteral statements: SQL...) { self.statements = statements }

  @discardableResult
  public mutating func add(_ statement: SQL) -> Key {
    statements.append(statement)
    return Key(index: statements.count - 1, hash: statement.hash)
  }

  /// Adds statements whose rows are not read.
  public mutating func add(_ others: [SQL]) { statements += others }

  /// Adds a batch, whose keys stay valid for its part of the results.
  public mutating func add(_ batch: Batch) -> Part {
    let start = statements.count
    statements += batch.statements
    return Part(range: start..<statements.count)
  }
}

/// The rows of each statement of a batch.
public struct Results {
  private let statements: ArraySlice<SQL>
  fileprivate let rows: ArraySlice<Rows>

  fileprivate init(_ statements: ArraySlice<SQL>, _ rows: ArraySlice<Rows>) {
    (self.statements, self.rows) = (statements, rows)
  }

  public subscript(key: Batch.Key) -> Rows {
    let index = rows.startIndex + key.index
    precondition(index < rows.endIndex && statements[index].hash == key.hash, "the key is of another batch")
    return rows[index]
  }

  public subscript(part: Batch.Part) -> Results {
    let range = rows.startIndex + part.range.lowerBound..<rows.startIndex + part.range.upperBound
    return Results(statements[range], rows[range])
  }
}

/// The outcome of a batch. It is small: a request that waits keeps room for it in each function that passes it on.
public struct Outcome {
  private let batch: PendingBatch
  /// Nil for all of the batch.
  private let part: Batch.Part?

  /// - Parameter batch: it is finished, and PostgreSQL has answered it.
  init(_ batch: PendingBatch) { (self.batch, part) = (batch, nil) }

  private init(_ batch: PendingBatch, _ part: Batch.Part) { (self.batch, self.part) = (batch, part) }

  /// The first error. Nothing of the batch is committed then.
  public var error: ServerError? {
    if case .server(let error) = batch.error { error } else { nil }
  }

  private var answered: Results {
    let (statements, rows) = batch.answered
    let results = Results(statements, rows)
    return part.map { results[$0] } ?? results
  }

  /// The rows of a statement; nil if it, or one before it, was refused.
  public subscript(key: Batch.Key) -> Rows? { key.index < answered.rows.count ? answered[key] : nil }

  /// The outcome of a batch that was added to the answered one.
  subscript(part: Batch.Part) -> Outcome {
    precondition(self.part == nil, "a part of a part")
    return Outcome(batch, part)
  }

  /// Throws the first error.
  public var results: Results {
    get throws(PostgresError) {
      if let error { throw .server(error) }
      return answered
    }
  }
}
