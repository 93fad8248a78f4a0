import CivilTime
import Postgres

/// The lines of a recipe that are on the shopping list, unticked: from its page, or from a meal of the plan.
struct RecipeOnList {
  /// How many.
  private(set) var count = 0
  /// The first day for which they are planned; nil for those that its page has added.
  private(set) var day: CalendarDate?
  private var texts: Set<String> = []
  private var keys: Set<String> = []

  init() {}

  /// - Parameter rows: of `RecipeQueries.onList`.
  init(_ rows: Rows) throws {
    count = rows.count
    for row in rows {
      if let day: CalendarDate = try row["day"] {
        self.day = self.day ?? day
        if let key: String = try row["key"] { keys.insert(key) }
      } else {
        texts.insert(try row["text"])
      }
    }
  }

  /// Whether a line is there, in the amount for these servings or for those that are planned.
  func has(_ line: Understanding.Line) -> Bool {
    line.foods.allSatisfy { texts.contains($0.scaled.trimmed) || keys.contains($0.food.key) }
  }
}

extension RecipeQueries {
  /// The entries of the shopping list that are for a recipe.
  static func onList(_ recipe: UUID) -> SQL {
    """
    SELECT e.id, e.text, e.key, m.day FROM shopping_entries e LEFT JOIN meals m
      ON e.source = 'meal' AND m.household_id = current_household() AND m.id = e.source_id AND m.recipe_id = \(recipe)
    WHERE e.household_id = current_household() AND e.deleted_at IS NULL AND e.checked_at IS NULL
      AND (e.list_id IS NULL OR e.list_id IN (
        SELECT id FROM named_lists WHERE household_id = current_household() AND deleted_at IS NULL))
      AND (e.source = 'recipe' AND e.source_id = \(recipe) OR e.source = 'meal' AND m.id IS NOT NULL)
    ORDER BY m.day, e.created_at, e.id LIMIT 1000
    """
  }

  /// Whether these are the entries that are for a recipe, as `onList` reads them.
  static func isOnList(_ recipe: UUID, _ entries: [UUID]) -> SQL {
    """
    ARRAY(SELECT id FROM (\(fragment: onList(recipe))) AS there ORDER BY id)
      = ARRAY(SELECT id FROM unnest(\(entries)::uuid[]) AS read (id) ORDER BY id)
    """
  }
}
