import HTTP
import Postgres

/// The search over everything. `SearchFeature.swift` has the paths.
enum Search {
  static func index(_ request: Request, _ context: Context) async throws -> Response {
    let q = request.query["q"] ?? ""
    let results = try await find(q, context)
    return context.html(.search) { out, page in
      if context.isFragment {
        Views.Search._found(&out, page: page, results: results, isFragment: true)
      } else {
        Views.Search.search(&out, page: page, results: results)
      }
    }
  }

  private static func find(_ q: String, _ context: Context) async throws -> SearchResults {
    guard !q.isBlank else {
      try await context.query()
      return SearchResults(pages: context.app.features.places, context.strings)
    }
    var batch = Batch()
    let folded = context.app.foldedPlaces
    let query = SearchResults.Query(q, of: context.app.features, folded, in: &batch)
    return try SearchResults(try await context.query(batch), query, folded, q: q, context.strings)
  }
}
