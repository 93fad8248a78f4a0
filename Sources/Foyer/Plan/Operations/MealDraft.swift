import CivilTime

/// The values of a meal to store.
struct MealDraft {
  var id = UUID.v7()
  var day: CalendarDate
  var name: MealName
  /// The recipe that is meant, if the text is its name or empty.
  var recipe: UUID?
  /// The name of a recipe, or words.
  var text = ""
  /// Nil for as many as eat that day.
  var servings: Int?

  static let possibleServings = 1...1_000

  /// The text as it is stored.
  var words: String { text.trimmed }

  /// The rules that need no database.
  var problems: Problems {
    var problems = Problems()
    if !Week.years.contains(day.civil.year) { problems.add("day", .invalidDate) }
    problems.check("meal", hasWords: name.value, atMost: MealName.maximumLength)
    if recipe == nil || !text.isEmpty { problems.check("text", hasWords: text, atMost: 1_000) }
    if servings.map(Self.possibleServings.contains) == false {
      problems.add("servings", .invalidCount)
    }
    return problems
  }

  /// Whether a meal is as these values want it.
  func isSame(as meal: Meal) -> Bool {
    (day, name, words, servings) == (meal.day, meal.name, meal.title, meal.servings)
  }
}

extension Problems {
  /// A day or its week has as many meals as there may be.
  static let noRoomForMeal = Problems("day", .tooManyMeals(day: PlanQueries.perDay, week: PlanQueries.perWeek))
}
