import Postgres

/// The column `replaced` of an item has the values before a change of several, with the change's name and the version that it made:
/// Undo finds those that nobody has changed since.
enum SeveralQueries {
  /// The column of an item that gets the next version.
  static func replaces(_ name: SQL, _ value: SQL, by change: UUID) -> SQL {
    """
    replaced = jsonb_build_object('change', \(change)::uuid, 'version', items.version + 1, '\(fragment: name)', \(fragment: value))
    """
  }

  private static func isReplaced(_ name: SQL, by change: UUID) -> SQL {
    """
    replaced ->> 'change' = \("\(change)") AND (replaced ->> 'version')::int = version
      AND jsonb_exists(replaced, '\(fragment: name)') AND deleted_at IS NULL
    """
  }

  /// Notes of items of a series, which were ticked one by one, that it was this change.
  static func note(_ ids: [UUID], _ isDone: Bool, by change: UUID) -> SQL {
    """
    UPDATE items SET replaced = jsonb_build_object('change', \(change)::uuid, 'version', version, 'done', \(!isDone)::bool)
    WHERE household_id = current_household()
      AND \(fragment: ItemQueries.locked("id = ANY (\(ids)::uuid[]) AND is_done = \(isDone) AND deleted_at IS NULL"))
    """
  }

  static func ticked(by change: UUID) -> SQL {
    "SELECT id, (replaced ->> 'done')::bool AS was FROM items WHERE household_id = current_household() AND \(fragment: isReplaced("done", by: change))"
  }

  static func moveBack(_ change: UUID) -> SQL {
    """
    UPDATE items SET category_id = (
        SELECT id FROM categories
        WHERE household_id = current_household() AND id = (items.replaced ->> 'category')::uuid AND deleted_at IS NULL),
      replaced = NULL, \(fragment: .nextVersion)
    WHERE household_id = current_household() AND \(fragment: ItemQueries.locked(isReplaced("category", by: change)))
    """
  }

  static func untag(_ change: UUID) -> SQL {
    """
    WITH changed AS (
      UPDATE items SET \(fragment: .nextVersion)
      WHERE household_id = current_household() AND \(fragment: ItemQueries.locked(isReplaced("tag", by: change)))
      RETURNING id, (replaced ->> 'tag')::uuid AS tag
    )
    DELETE FROM item_tags x USING changed
    WHERE x.household_id = current_household() AND x.item_id = changed.id AND x.tag_id = changed.tag
    """
  }
}
