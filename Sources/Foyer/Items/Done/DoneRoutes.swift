import HTTP
import Postgres

/// The pages of what was done.
enum DoneItems {
  static func index(_ request: Request, _ context: Context) async throws -> Response {
    var batch = Batch()
    let query = DoneList.Query(after: try DoneCursor(request.query), in: &batch)
    let list = try DoneList(try await context.query(batch), query, context)
    return context.html(.items) { out, page in
      guard context.isFragment else { return Views.Items.done(&out, page: page, list: list) }
      Views.Items._doneDays(&out, page: page, list: list)
    }
  }

  static func year(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let year = try request.query["year"].map { text in
      guard let year = Int(digits: text), DoneYear.years.contains(year) else { throw Failure.invalid }
      return year
    }
    var batch = Batch()
    let query = DoneYear.Query(id, year, in: &batch)
    guard let view = try DoneYear(try await context.query(batch), query, context) else {
      throw Failure.notFound
    }
    return context.html(.items) { out, page in Views.Items.year(&out, page: page, view: view) }
  }
}
