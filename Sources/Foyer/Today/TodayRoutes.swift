import HTTP
import Postgres

/// The page of today (R20, R21): what is due, whose turn it is, who comes, what others did, and the stages.
enum Today {
  /// The page that a service worker shows offline: the same for all readers of a language.
  static func offline(_ request: Request, _ context: Context) async throws -> Response {
    context.html(.other) { out, page in Views.Today.offline(&out, page: page) }
  }

  static func index(_ request: Request, _ context: Context) async throws -> Response {
    var batch = Batch()
    let query = TodayList.Query(in: &batch)
    let list = try TodayList(try await context.query(batch), query, context)
    if list.isLookStale { await context.note(TodayQueries.look()) }
    return context.html(.today) { out, page in
      guard context.isFragment else { return Views.Today.today(&out, page: page, list: list) }
      Views.Today._today(&out, page: page, list: list)
      Views.Today._progress(&out, page: page, counts: list.counts)
    }
  }
}
