import Postgres

/// Everything that is asked of the table `items`. Row level security adds the household to each statement.
enum ItemQueries {
  /// The statements below ask for one row more, to know whether there is another page.
  static let pageSize = 50

  /// One page of the list, newest first.
  static func list(_ filter: ItemFilter) -> SQL {
    """
    SELECT id, title, left(description, 280) AS description, done_at IS NOT NULL AS is_done, due_at
    FROM items
    WHERE deleted_at IS NULL\(fragment: state(filter.state))\(fragment: search(filter.q))\(fragment: page(after: filter.after))
    ORDER BY created_at DESC, id DESC
    LIMIT 51
    """
  }

  /// Deleted items that can still be restored, last deleted first.
  static func listDeleted(after id: UUID?) -> SQL {
    let page: SQL =
      if let id { " AND (deleted_at, id) < (SELECT deleted_at, id FROM items WHERE id = \(id))" } else { "" }
    return """
      SELECT id, title, left(description, 280) AS description, done_at IS NOT NULL AS is_done, due_at
      FROM items
      WHERE deleted_at > now() - interval '30 days'\(fragment: page)
      ORDER BY deleted_at DESC, id DESC
      LIMIT 51
      """
  }

  static func find(_ id: UUID) -> SQL {
    """
    SELECT id, title, description, done_at IS NOT NULL AS is_done, version, due_at
    FROM items WHERE id = \(id) AND deleted_at IS NULL
    """
  }

  /// Makes an item; does nothing when it is there already, because its form was sent twice.
  static func insert(_ item: ItemDraft) -> SQL {
    """
    INSERT INTO items (id, title, description, due_at) VALUES (\(item.id), \(item.title), \(item.description), \(optional: item.due))
    ON CONFLICT (household_id, id) DO NOTHING
    """
  }

  /// Changes an item, unless somebody else has changed it since `version`.
  static func update(_ item: ItemDraft, version: Int) -> SQL {
    """
    UPDATE items SET title = \(item.title), description = \(item.description), due_at = \(optional: item.due),
      done_at = CASE WHEN \(item.isDone) THEN coalesce(done_at, now()) END, version = version + 1
    WHERE id = \(item.id) AND version = \(version) AND deleted_at IS NULL
    """
  }

  static func complete(_ id: UUID, _ isDone: Bool) -> SQL {
    """
    UPDATE items SET done_at = CASE WHEN \(isDone) THEN now() END, version = version + 1
    WHERE id = \(id) AND deleted_at IS NULL AND (done_at IS NOT NULL) <> \(isDone)
    """
  }

  static func delete(_ id: UUID) -> SQL {
    "UPDATE items SET deleted_at = now() WHERE id = \(id) AND deleted_at IS NULL"
  }

  static func restore(_ id: UUID) -> SQL {
    "UPDATE items SET deleted_at = NULL WHERE id = \(id) AND deleted_at > now() - interval '30 days'"
  }

  /// What was deleted 30 days ago goes for good.
  static func deleteForGood() -> SQL {
    "DELETE FROM items WHERE deleted_at <= now() - interval '30 days'"
  }

  /// The title of an item, deleted or not.
  static func findAny(_ id: UUID) -> SQL {
    "SELECT title FROM items WHERE id = \(id)"
  }

  /// The numbers that every list shows, after a change.
  static func counts() -> SQL {
    "SELECT open_items, done_items FROM households WHERE id = current_household()"
  }

  private static func state(_ status: ItemFilter.Status) -> SQL {
    switch status {
    case .open: " AND done_at IS NULL"
    case .done: " AND done_at IS NOT NULL"
    case .all: ""
    }
  }

  private static func search(_ text: String) -> SQL {
    if text.isBlank { return "" }
    return " AND (strpos(folded(title), folded(\(text))) > 0 OR strpos(folded(description), folded(\(text))) > 0)"
  }

  private static func page(after id: UUID?) -> SQL {
    guard let id else { return "" }
    return " AND (created_at, id) < (SELECT created_at, id FROM items WHERE id = \(id))"
  }
}
