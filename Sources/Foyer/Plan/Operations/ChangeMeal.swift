import CivilTime
import Cookery
import Postgres

/// Changes a meal or moves it, unless somebody else has changed it since it was read. What it has on the shopping list changes
/// with it.
struct ChangeMeal {
  let meal: MealDraft
  /// As it was read.
  let before: Meal
  /// The version that the change is of.
  let version: Int
  /// Whether it moves back: then the place before is not kept.
  var movesBack = false
  /// In which amounts are written.
  let language: Kitchen.Language

  enum Result {
    case gone
    /// The meal as somebody else has changed it.
    case conflict(Meal)
    /// - Parameters:
    ///   - title: the recipe's name of today, or the words.
    ///   - undo: of a move.
    case saved(title: String, undo: MoveMealBack?)
  }

  /// Throws `Problems`, also for a recipe that is gone and where there is no room.
  func run(_ session: some HouseholdSession) async throws -> Result {
    let problems = meal.problems
    guard problems.isEmpty else { throw problems }
    var stored: Meal?
    // A row ticked meanwhile was bought: the list is read again.
    for _ in 1...ShopForPlan.mostAttempts where stored == nil || stored?.version == version {
      let read = try await Read(meal, session)
      var problems = Problems()
      if read.title.isEmpty { problems.add("text", .gone) }
      if meal.day != before.day, !read.hasRoom { problems.add(.noRoomForMeal) }
      guard problems.isEmpty else { throw problems }
      let (isSaved, found) = try await save(read, session)
      guard let now = found else { return .gone }
      if isSaved || meal.isSame(as: now) {
        let isMoved = isSaved && !movesBack && now.isMoved(from: before)
        return .saved(title: read.title, undo: isMoved ? MoveMealBack(id: meal.id, version: now.version) : nil)
      }
      stored = now
    }
    return stored.map { .conflict($0) } ?? .gone
  }

  /// The meal's recipe, and what it has on the list.
  private struct Read {
    let recipe: Row?
    /// The recipe's name of today, or the words; empty if the recipe is gone.
    let title: String
    let hasRoom: Bool
    let shopping: PlanShopping.Change
    let had: PlanShopping.Stored
    let results: Results

    init(_ meal: MealDraft, _ session: some HouseholdSession) async throws {
      var batch = Batch()
      let named = batch.add(PlanQueries.recipe(meal.recipe, meal.words))
      let room = batch.add(PlanQueries.room(meal.day))
      shopping = PlanShopping.Change(of: meal.id, on: meal.day, in: &batch)
      results = try await session.query(batch)
      recipe = results[named].first
      title = try recipe?["name"] ?? meal.words
      hasRoom = try results[room][0]["is_there"]
      had = try shopping.had(results)
    }
  }

  /// Stores it, unless the meal has another version, or something of it on the list has changed since it was read.
  private func save(_ read: Read, _ session: some HouseholdSession) async throws -> (isSaved: Bool, now: Meal?) {
    let listed = try await read.shopping.rows(
      meal, read.recipe, read.title, version: version + 1, read.had, read.results, language, session)
    var batch: Batch = [PlanQueries.lock()]
    batch.add(PlanShoppingQueries.lock([meal.id]))
    let was = movesBack || (meal.day, meal.name) == (before.day, before.name) ? nil : before
    let dish: UUID? = try read.recipe?["id"]
    // A recipe in the trash may come back.
    let keepsDish = dish == nil && before.dish == nil && meal.words == before.title
    let saved = batch.add(
      PlanQueries.update(
        meal, dish, keepsDish: keepsDish, text: read.title, version: version, was: was,
        unless: PlanShoppingQueries.changed([meal.id], since: read.had)))
    if let (rows, count) = listed {
      batch.add(PlanShoppingQueries.replace(ofChanged: meal.id, version: version + 1, count: count, rows))
    }
    let found = batch.add(PlanQueries.find(meal.id))
    let results = try await session.query(batch)
    return (results[saved].affected > 0, try results[found].first.map { try Meal($0) })
  }
}

extension Meal {
  /// Whether it has got another place, and nothing else.
  fileprivate func isMoved(from before: Meal) -> Bool {
    (day, name) != (before.day, before.name) && title == before.title && servings == before.servings
  }
}

/// Puts a meal back where it was before it was moved.
struct MoveMealBack {
  let id: UUID
  /// The version that it got by its move.
  let version: Int

  /// The address that does so, for Undo.
  var path: String { "/plan/\(id)?undo=\(version)" }

  enum Found {
    case gone
    /// It has not been moved, or is back.
    case isBack(Meal)
    case moved(ChangeMeal)
  }

  /// The change that does so.
  func find(_ language: Kitchen.Language, _ session: some HouseholdSession) async throws -> Found {
    guard let row = try await session.query(PlanQueries.find(id)).first else { return .gone }
    let before = try Meal(row)
    guard let day: CalendarDate = try row["was_day"], let name: String = try row["was_meal"] else {
      return .isBack(before)
    }
    let meal = MealDraft(
      id: id, day: day, name: MealName(value: name), recipe: before.dish?.id, text: before.title,
      servings: before.servings)
    return .moved(ChangeMeal(meal: meal, before: before, version: version, movesBack: true, language: language))
  }
}
