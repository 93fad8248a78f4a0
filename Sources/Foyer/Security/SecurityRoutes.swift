import HTTP
import Postgres

/// The page about the ways into an account, and what happened to it.
enum Security {
  static func index(_ request: Request, _ context: Context) async throws -> Response {
    var batch = Batch()
    let log = batch.add(AccountEventQueries.list())
    let results = try await context.query(batch)
    let events = try results[log].compactMap { try AccountEvent($0, context.strings) }
    return context.html(.settings) { out, page in Views.Security.security(&out, page: page, events: events) }
  }
}
