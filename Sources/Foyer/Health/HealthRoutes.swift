import HTTP
import Postgres

/// Health checks for monitors and proxies.
enum Health {
  static let path = "/healthz"
  static let readyPath = "/readyz"

  /// 200 while the process serves; it does not ask the database.
  static func alive() -> Response { .text("ok\n") }

  /// 503 while the program serves for the last seconds: a load balancer sends requests elsewhere. At once, without the
  /// delay that other refusals have.
  static func draining() -> Response { .text("draining\n", status: .serviceUnavailable) }

  /// 200 when the database answers and accepts writes, and its announcements arrive; else 503.
  static func ready(_ request: Request, _ context: Context) async throws -> Response {
    guard context.app.feed.hears else {
      return .text(
        "changes are not heard: LISTEN needs a DATABASE_DIRECT_URL past the pooler\n", status: .serviceUnavailable)
    }
    let writing = context.app.writing
    guard writing.isDoubtful else {
      let row = try await context.queryWithoutSession(canWrite)[0]
      guard try row["can_write"] else { throw PostgresError.unavailable("only reading is allowed") }
      return .text("ok\n")
    }
    context.writes()
    guard writing.mayBeTried() else { throw PostgresError.unavailable("writing fails") }
    var batch = Batch()
    let answer = batch.add(canWrite)
    batch.add(takesSpace)
    guard try await context.queryWithoutSession(batch)[answer][0]["can_write"] else {
      throw PostgresError.unavailable("only reading is allowed")
    }
    writing.succeeded()
    return .text("ok\n")
  }

  /// False for a standby, too.
  private static let canWrite: SQL = "SELECT current_setting('transaction_read_only') = 'off' AS can_write"

  /// Writes 256 KiB into new files, which the end of the transaction removes: on a full disk it fails as requests do.
  private static let takesSpace: SQL = """
    CREATE TEMPORARY TABLE disk_space ON COMMIT DROP AS SELECT repeat(md5(n::text), 32) AS text FROM generate_series(1, 256) AS n
    """
}
