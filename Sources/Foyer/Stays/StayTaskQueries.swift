import Postgres

/// Queries of what a household does before guests come, and of the items that were made of it.
enum StayTaskQueries {
  static func list() -> SQL {
    "SELECT title, days_before FROM stay_tasks WHERE household_id = current_household() ORDER BY position LIMIT \(StayTask.maximum)"
  }

  static func replace(with tasks: [StayTask]) -> [SQL] {
    [
      // One list after the other: two that are saved at once would meet in their positions.
      "SELECT FROM households WHERE id = current_household() FOR NO KEY UPDATE",
      "DELETE FROM stay_tasks WHERE household_id = current_household()",
      """
      INSERT INTO stay_tasks (position, title, days_before)
      SELECT position - 1, title, days FROM unnest(\(tasks.map(\.title))::text[], \(tasks.map(\.days))::integer[])
        WITH ORDINALITY AS task (title, days, position)
      ON CONFLICT DO NOTHING
      """,
    ]
  }

  /// The items for one request that are not deleted.
  static func made(for request: UUID) -> SQL {
    """
    SELECT left(title, 200) AS title, is_done FROM items
    WHERE household_id = current_household() AND id = ANY (\(StayTask.items(for: request))::uuid[]) AND deleted_at IS NULL
    ORDER BY due_at, position LIMIT \(StayTask.maximum)
    """
  }

  /// The household's category of these names, the reader's first.
  static func category(_ names: [String], first name: String) -> SQL {
    """
    SELECT name FROM categories
    WHERE household_id = current_household() AND deleted_at IS NULL
      AND md5(folded_name) IN (SELECT md5(folded(name)) FROM unnest(\(names)::text[]) AS name)
    ORDER BY name = \(name) DESC, created_at LIMIT 1
    """
  }

  /// Takes back what was made, but for what is done.
  static func delete(for request: UUID) -> SQL {
    """
    UPDATE items SET deleted_at = now()
    WHERE household_id = current_household() AND id = ANY (\(StayTask.items(for: request))::uuid[]) AND deleted_at IS NULL
      AND NOT is_done
    """
  }
}
