import CivilTime
import Postgres

/// Takes a meal out of the plan, for 30 days, and off the shopping list what it has there unticked.
struct DeleteMeal {
  let id: UUID

  /// The address that does so, for Undo.
  var path: String { "/plan/\(id)/delete" }

  func store(in batch: inout Batch) -> Query {
    batch.add([PlanQueries.deleteForGood(), PlanQueries.delete(id), PlanShoppingQueries.takeOff()])
    return Query(meal: batch.add(PlanQueries.findAny(id)))
  }

  struct Query { fileprivate let meal: Batch.Key }

  struct Result {
    let title: String
    let day: CalendarDate
    let undo: RestoreMeal

    /// Nil if there is no such meal.
    init?(_ results: Results, _ query: Query, of operation: DeleteMeal) throws {
      guard let row = results[query.meal].first else { return nil }
      (title, day, undo) = (try row["name"], try row["day"], RestoreMeal(id: operation.id))
    }
  }
}

/// Puts a deleted meal back into the plan, and what left the shopping list with it.
struct RestoreMeal {
  let id: UUID

  /// The address that does so, for Undo.
  var path: String { "/plan/\(id)/restore" }

  struct Result {
    let title: String
    let day: CalendarDate
    /// Otherwise there are as many meals as there may be.
    let isRestored: Bool
  }

  /// Nil if there is no such meal.
  func run(_ session: some HouseholdSession) async throws -> Result? {
    guard let row = try await session.query(PlanQueries.findAny(id)).first else { return nil }
    let day: CalendarDate = try row["day"]
    var batch: Batch = [PlanQueries.deleteForGood(), PlanQueries.lock(), PlanQueries.restore(id, day)]
    if let moment: Int = try row["deleted_at"] { batch.add(PlanShoppingQueries.putBack(id, moment)) }
    let meal = batch.add(PlanQueries.findAny(id))
    guard let now = try await session.query(batch)[meal].first else { return nil }
    return Result(title: try row["name"], day: day, isRestored: !(try now["is_deleted"] as Bool))
  }
}
