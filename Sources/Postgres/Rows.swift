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
  public subscript<Value: PostgresDecodable>(_ column: StaticString) -> Value {
    get throws(PostgresError) { try Value(field: field(column)) }
  }

  /// The value of a column, not decoded yet.
  public func field(_ column: StaticString) throws(PostgresError) -> Field {
    guard let number = result.number(of: column) else {
      throw .decoding(column: column.description, reason: "is not in the result")
    }
    return Field(result: result, row: index, column: number)
  }
}

/// One value of a row, in PostgreSQL's text format.
public struct Field {
  let result: Result
  let row: Int32
  let column: Int32

  public var isNull: Bool { PQgetisnull(result.pointer, row, column) != 0 }

  /// The column's name.
  public var name: String { String(cString: PQfname(result.pointer, column)) }

  /// The value's bytes, valid as long as the field (or its row or rows) lives, and followed by NUL. Throws if NULL.
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
  private var names: ContiguousArray<(name: UnsafePointer<UInt8>, column: Int32)> = []
  /// Where in `names` the next lookup is expected: rows are decoded in the same order, so that after the first row a
  /// lookup compares one pointer.
  private var cursor = 0

  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
    count = Int(PQntuples(pointer))
  }

  deinit { PQclear(pointer) }

  func number(of column: StaticString) -> Int32? {
    let start = column.utf8Start
    if cursor < names.count, names[cursor].name == start {
      defer { cursor = cursor + 1 == names.count ? 0 : cursor + 1 }
      return names[cursor].column
    }
    return search(start)
  }

  private func search(_ start: UnsafePointer<UInt8>) -> Int32? {
    if let known = names.firstIndex(where: { $0.name == start }) {
      cursor = known + 1 == names.count ? 0 : known + 1
      return names[known].column
    }
    // Not PQfnumber, which folds upper case and wants a copy of the name. A StaticString ends in NUL.
    for number in 0..<PQnfields(pointer) where strcmp(PQfname(pointer, number), start) == 0 {
      names.append((start, number))
      cursor = 0
      return number
    }
    return nil
  }
}
