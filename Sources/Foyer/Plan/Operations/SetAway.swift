import CivilTime
import Postgres

/// Says that somebody does not eat at a meal of a day, or on the whole day; or that they do.
struct SetAway {
  let day: CalendarDate
  /// Nil for all of the day's meals.
  let meal: MealName?
  /// A member, or another eater.
  let eater: UUID
  let isAway: Bool

  var problems: Problems {
    var problems = Problems()
    if !Week.years.contains(day.civil.year) { problems.add("day", .invalidDate) }
    if let meal { problems.check("meal", hasWords: meal.value, atMost: MealName.maximumLength) }
    return problems
  }

  /// - Returns: the eater's name; nil for nobody of the household.
  func run(_ session: some HouseholdSession) async throws -> String? {
    guard problems.isEmpty else { throw problems }
    var batch = Batch()
    let known = batch.add(EaterQueries.find(eater))
    batch.add(PlanQueries.setAway(self))
    return try await session.query(batch)[known].first?["name"]
  }
}
