import CPostgres
import Glibc

/// The rows that one statement returned. They keep libpq's result alive; nothing is copied.
public struct Rows: RandomAccessCollection {
  let result: Result

  public var startIndex: Int { 0 }
  public var endIndex: Int { result.count }
  public subscript(position: Int) -> Row {
    precondition(position >= 0 && position < result.count, "no such row")
    return Row(result: result, index: Int32(truncatingIfNeeded: position))
  }

  /// How many rows the statement inserted, updated, deleted or selected.
  public var affected: Int { Int(String(cString: PQcmdTuples(result.pointer))) ?? 0 }

  /// The command that was run, as its tag says: `SELECT 5`, `COMMIT`, … (PostgreSQL manual, CommandComplete).
  var command: String { String(cString: PQcmdStatus(result.pointer)) }

  var beginsTransaction: Bool { hasTag("BEGIN") || hasTag("START TRANSACTION") }
  var endsTransaction: Bool { hasTag("COMMIT") || hasTag("ROLLBACK") }

  private func hasTag(_ tag: StaticString) -> Bool { strcmp(PQcmdStatus(result.pointer), tag.utf8Start) == 0 }

  /// The names of the columns, in order.
  public var columns: [String] { (0..<PQnfields(result.pointer)).map { String(cString: PQfname(result.pointer, $0)) } }
}

/// One row. Columns are read by name: `let title: String = try row["title"]`.
public struct Row {
  let result: Result
  let index: Int32

  /// The value of a column; `.decoding` when there is no such column, or its value does not fit the type.
  @inlinable
  public subscript<Value: PostgresDecodable>(_ column: StaticString) -> Value {
    get throws(PostgresError) {
      try withExtendedLifetime(self) { () throws(PostgresError) in try Value(field: field(column)) }
    }
  }

  /// Calls a function with the value of a column, not decoded yet.
  @inlinable
  public func withField<Result>(
    _ column: StaticString, _ body: (borrowing Field) throws(PostgresError) -> Result
  ) throws(PostgresError) -> Result {
    try withExtendedLifetime(self) { () throws(PostgresError) in try body(field(column)) }
  }

  /// The same of the column at a position.
  public func withField<Result>(
    at position: Int, _ body: (borrowing Field) throws(PostgresError) -> Result
  ) throws(PostgresError) -> Result {
    guard position < result.columnCount else {
      throw .decoding(column: "\(position)", reason: "is not in the result")
    }
    return try withExtendedLifetime(self) { () throws(PostgresError) in
      try body(Field(result: result, row: index, column: Int32(position)))
    }
  }

  /// Valid as long as this row.
  @usableFromInline
  func field(_ column: StaticString) throws(PostgresError) -> Field {
    guard let number = result.number(of: column) else {
      throw .decoding(column: column.description, reason: "is not in the result")
    }
    return Field(result: result, row: index, column: number)
  }
}

/// One value of a row, in PostgreSQL's text format.
///
/// A page reads hundreds, so that it does not retain its row. It is only ever lent, and never copied: nobody can keep it longer
/// than the row.
public struct Field: ~Copyable {
  unowned(unsafe) let result: Result
  let row: Int32
  let column: Int32

  public var isNull: Bool { PQgetisnull(result.pointer, row, column) != 0 }

  /// The column's name.
  public var name: String { String(cString: PQfname(result.pointer, column)) }

  /// The value's bytes, valid as long as the row (or its rows) lives, and followed by NUL. Throws if NULL.
  public func utf8() throws(PostgresError) -> UnsafeBufferPointer<UInt8> {
    let count = Int(PQgetlength(result.pointer, row, column))
    if count == 0 && isNull { throw failure("is NULL") }
    let bytes = UnsafeRawPointer(PQgetvalue(result.pointer, row, column))
    return UnsafeBufferPointer(start: bytes?.assumingMemoryBound(to: UInt8.self), count: count)
  }

  /// The error for a value that does not fit.
  public func failure(_ reason: String) -> PostgresError { .decoding(column: name, reason: reason) }
}

/// Owns a `PGresult`.
final class Result {
  let pointer: OpaquePointer
  let count: Int
  let columnCount: Int32
  /// The names asked for so far, by address, each with the place of the one that was asked for after it last: rows of a kind are
  /// decoded in the same order, so that after the first of them a lookup compares one pointer. Beyond `columnCount` none is kept.
  private let names: UnsafeMutablePointer<(name: UnsafePointer<UInt8>, column: Int32, next: Int32)>
  private var namesKept: Int32 = 0
  /// The place in `names` of the one that was asked for last, or 0 before any is kept.
  private var last: Int32 = 0

  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
    count = Int(PQntuples(pointer))
    columnCount = PQnfields(pointer)
    names = .allocate(capacity: Int(columnCount))
  }

  deinit {
    names.deallocate()
    PQclear(pointer)
  }

  func number(of column: StaticString) -> Int32? {
    let start = column.utf8Start
    if namesKept > 0 {
      // Both are places below `namesKept`, which never falls.
      let expected = names[Int(last)].next
      if names[Int(expected)].name == start {
        last = expected
        return names[Int(expected)].column
      }
    }
    return search(start)
  }

  private func search(_ start: UnsafePointer<UInt8>) -> Int32? {
    for index in 0..<namesKept where names[Int(index)].name == start {
      follow(index)
      return names[Int(index)].column
    }
    // Not PQfnumber, which folds upper case and wants a copy of the name. A StaticString ends in NUL.
    // Mostly it is the column behind the one asked for before.
    for offset in 0..<columnCount {
      let number = (namesKept + offset) % columnCount
      guard strcmp(PQfname(pointer, number), start) == 0 else { continue }
      if namesKept < columnCount {
        (names + Int(namesKept)).initialize(to: (start, number, 0))
        namesKept += 1
        follow(namesKept - 1)
      }
      return number
    }
    return nil
  }

  private func follow(_ index: Int32) {
    names[Int(last)].next = index
    last = index
  }
}
