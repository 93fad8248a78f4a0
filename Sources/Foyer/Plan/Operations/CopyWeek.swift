import Postgres

/// Adds a week's meals to another week, all or none. Doing so twice adds them once.
struct CopyWeek {
  let from: Week
  let to: Week

  var problems: Problems { from == to ? Problems("to", .already) : Problems() }

  struct Result {
    let count: Int
    /// Whether the other week has no room for them.
    let isFull: Bool
    /// Nil if nothing was added.
    let undo: TakeBackCopy?
  }

  func run(_ session: some HouseholdSession) async throws -> Result {
    guard problems.isEmpty else { throw problems }
    var batch: Batch = [PlanQueries.deleteForGood(), PlanQueries.lock()]
    let (missing, copied) = (batch.add(PlanQueries.countMissing(from, to)), batch.add(PlanQueries.copy(from, to: to)))
    batch.add(PlanShoppingQueries.forgetTakenOff())
    let moment = batch.add(TrashQueries.moment())
    let results = try await session.query(batch)
    let count = results[copied].affected
    return Result(
      count: count, isFull: try count == 0 && results[missing][0]["count"] != 0,
      undo: count == 0 ? nil : TakeBackCopy(moment: try results[moment][0]["moment"]))
  }
}

/// Takes out of the plan what one copy has added and nobody has changed since.
struct TakeBackCopy {
  /// Of the copy, in microseconds since 1970.
  let moment: Int

  /// The address that does so, for Undo.
  var path: String { "/plan/copy?undo=\(moment)" }

  /// - Returns: how many meals it were.
  func run(_ session: some HouseholdSession) async throws -> Int {
    var batch = Batch()
    let undone = batch.add(PlanQueries.undoCopy(moment))
    batch.add(PlanShoppingQueries.takeOff())
    return try await session.query(batch)[undone].affected
  }
}
