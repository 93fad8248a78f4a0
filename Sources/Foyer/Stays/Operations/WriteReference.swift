import Postgres

/// A word for the other side of a stay that is over. Doing so twice keeps the first: it is not changed once it is written.
struct WriteReference {
  let side: StaySide
  let request: UUID
  let text: String

  static let maximumLength = 2_000

  var problems: Problems {
    var problems = Problems()
    problems.check("reference", hasWords: text, atMost: Self.maximumLength)
    return problems
  }

  func run(_ session: some HouseholdSession) async throws {
    guard problems.isEmpty else { throw problems }
    do {
      try await session.query(StayReferenceQueries.insert(self))
    } catch PostgresError.server(let error) where error.constraint == "stay_references_closed" {
      throw Problems("reference", .closed)
    }
  }
}
