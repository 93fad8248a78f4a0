import Postgres

/// A planned week of the demonstration, from the day on which it is made.
extension DemoData {
  struct Planned {
    /// Days from today.
    let day: Int
    var meal = MealName.dinner
    /// The English name of a starter recipe, or words.
    let text: String
    var servings: Int?
  }

  static let plan = [
    Planned(day: 0, text: "Ratatouille"),
    Planned(day: 1, meal: .lunch, text: "Leftovers"),
    Planned(day: 1, text: "Tarka Dal"),
    Planned(day: 2, text: "Bibimbap"),
    Planned(day: 3, meal: .breakfast, text: "Buttermilk Pancakes"),
    Planned(day: 3, text: "Out with Grandma"),
    Planned(day: 4, text: "Shakshuka", servings: 6),
    // The guests of that night eat no meat.
    Planned(day: 5, text: "Beef Bourguignon"),
    Planned(day: 6, meal: .lunch, text: "Grandma’s apple crumble"),
  ]
}

extension DemoQueries {
  /// - Parameters:
  ///   - text: in the demonstration's language; of a starter recipe, its English name.
  ///   - recipe: of the household's own.
  static func insert(meal planned: DemoData.Planned, _ id: UUID, text: String, recipe: UUID?) -> SQL {
    """
    INSERT INTO meals (id, day, meal, recipe_id, text, servings)
    SELECT \(id), current_date + \(planned.day)::integer, \(planned.meal.value), coalesce(\(optional: recipe)::uuid, (
      SELECT id FROM recipes
      WHERE household_id = starter_household() AND name = \(planned.text) AND deleted_at IS NULL LIMIT 1
    )), \(text), \(optional: planned.servings)::smallint
    """
  }
}
