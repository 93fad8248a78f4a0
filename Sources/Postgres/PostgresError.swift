import CPostgres

/// Why a statement has no result.
public enum PostgresError: Error, Sendable {
  /// PostgreSQL refused a statement; nothing of its batch was committed.
  indirect case server(ServerError)
  /// No connection, or it broke. If the batch had been sent, whether it was committed is unknown.
  case unavailable(String)
  /// No answer in time. Whether the batch was committed is unknown.
  case timedOut
  /// The pool was closed.
  case closed
  /// A parameter that PostgreSQL cannot store: a text with U+0000, or one parameter too many. Nothing was sent.
  /// `statement` counts from 0, `parameter` from 1, as in `$1`.
  case encoding(statement: Int, parameter: Int, reason: String)
  /// A column that is not there, is NULL, or is not of the type asked for.
  case decoding(column: String, reason: String)
}

extension PostgresError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .server(let error): error.description
    case .unavailable(let reason): "the database is unavailable: \(reason)"
    case .timedOut: "the database did not answer in time"
    case .closed: "the pool is closed"
    case .encoding(let statement, let parameter, let reason):
      "parameter $\(parameter) of statement \(statement) \(reason)"
    case .decoding(let column, let reason): "column \"\(column)\" \(reason)"
    }
  }
}

/// An error that PostgreSQL reported (PostgreSQL manual, 55.8 "Error and Notice Message Fields").
public struct ServerError: Error, Sendable, CustomStringConvertible {
  /// Which statement of the batch it was, counted from 0.
  public var statement: Int
  /// Five characters, as in Appendix A of the manual: `23505` is unique_violation.
  public var sqlState: String
  /// `ERROR`, `FATAL` or `PANIC`, never translated.
  public var severity: String
  public var message: String
  public var detail: String?
  public var hint: String?
  /// Where in the statement, in characters from 1.
  public var position: Int?
  /// The call stack of PL/pgSQL functions (the field CONTEXT).
  public var context: String?
  public var schema: String?
  public var table: String?
  public var column: String?
  public var constraint: String?

  public var description: String { "\(severity) \(sqlState): \(message)" + (detail.map { " (\($0))" } ?? "") }

  /// Whether the transaction lost against another one and may succeed when it is run again: serialization_failure and
  /// deadlock_detected (PostgreSQL manual, 13.5).
  public var isConflict: Bool { ["40001", "40P01"].contains(sqlState) }

  /// Whether the server's state is the cause rather than the statement, so that a later attempt may succeed (PostgreSQL
  /// manual, appendix A): a conflict that remained, class 08 (a worker of a distributed database is away), class 53 (no disk
  /// space, memory or connections), 55P03 (lock not available), 57014 (cancelled, as by statement_timeout), 57P0x (shutting
  /// down, starting), 58000 and 58030 (the system's, and an I/O error), 25006 (read-only, as on a standby), 25P03 and 25P04
  /// (in a transaction for too long) and 72000 (its snapshot is too old).
  public var isTransient: Bool {
    isConflict || sqlState.hasPrefix("08") || sqlState.hasPrefix("53") || sqlState.hasPrefix("57P0")
      || ["25006", "25P03", "25P04", "55P03", "57014", "58000", "58030", "72000"].contains(sqlState)
  }

  /// Whether the server refuses writes for the time being: no disk space, an I/O error, or read-only.
  public var refusesWriting: Bool { ["53100", "58030", "25006"].contains(sqlState) }
}

extension ServerError {
  /// Nil when the result carries no SQLSTATE: then libpq made the error, because the connection broke.
  init?(_ result: OpaquePointer, statement: Int) {
    func field(_ field: ErrorField) -> String? {
      PQresultErrorField(result, Int32(field.rawValue.value)).map { String(cString: $0) }
    }
    guard let sqlState = field(.sqlState) else { return nil }
    self.statement = statement
    self.sqlState = sqlState
    severity = field(.severity) ?? "ERROR"
    message = field(.message) ?? ""
    detail = field(.detail)
    hint = field(.hint)
    position = field(.position).flatMap { Int($0) }
    context = field(.context)
    schema = field(.schema)
    table = field(.table)
    column = field(.column)
    constraint = field(.constraint)
  }
}

/// The codes of <postgres_ext.h>, whose macros Swift does not import.
private enum ErrorField: Unicode.Scalar {
  case severity = "V"
  case sqlState = "C"
  case message = "M"
  case detail = "D"
  case hint = "H"
  case position = "P"
  case context = "W"
  case schema = "s"
  case table = "t"
  case column = "c"
  case constraint = "n"
}
