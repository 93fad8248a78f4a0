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
    var batch: Batch = [PlanQueries.deleteForGood(), PlanQueries.lock()]
    let named = batch.add(PlanQueries.recipe(meal.recipe, meal.words))
    batch.add(PlanQueries.insert(meal))
    let planned = batch.add(PlanQueries.findAny(meal.id))
    let results = try await session.query(batch)
    let title: String = try results[named].first?["name"] ?? meal.words
    if title.isEmpty { throw Problems("text", .gone) }
    if results[planned].isEmpty { throw Problems.noRoomForMeal }
    return Result(title: title, undo: DeleteMeal(id: meal.id))
  }
}
