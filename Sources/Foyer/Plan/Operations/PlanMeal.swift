import Postgres

/// Adds a meal to the plan. Doing so twice with one id adds it once.
struct PlanMeal {
  let meal: MealDraft

  struct Result {
    /// The recipe's name of today, or the words.
    let title: String
    let undo: DeleteMeal
  }

  /// Throws `Problems`, also for a recipe that is gone and where there is no room.
  func run(_ session: some HouseholdSession) async throws -> Result {
    let problems = meal.problems
    guard problems.isEmpty else { throw problems }
    let recipe = try await session.query(PlanQueries.recipe(meal.recipe, meal.words)).first
    let title: String = try recipe?["name"] ?? meal.words
    if title.isEmpty { throw Problems("text", .gone) }
    var batch: Batch = [
      PlanQueries.deleteForGood(), PlanQueries.lock(), PlanQueries.insert(meal, try recipe?["id"], text: title),
    ]
    let planned = batch.add(PlanQueries.findAny(meal.id))
    if try await session.query(batch)[planned].isEmpty { throw Problems.noRoomForMeal }
    return Result(title: title, undo: DeleteMeal(id: meal.id))
  }
}
