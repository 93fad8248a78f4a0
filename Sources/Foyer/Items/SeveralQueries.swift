import CivilTime
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

  /// The categories that items get back: before these items, as everywhere (`ItemQueries.lockHousehold`).
  static func lockCategories(_ change: UUID) -> SQL {
    """
    SELECT FROM categories WHERE household_id = current_household() AND id = ANY (ARRAY(
      SELECT (replaced ->> 'category')::uuid FROM items
      WHERE household_id = current_household() AND \(fragment: isReplaced("category", by: change))))
    ORDER BY id FOR SHARE
    """
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

  /// Moves items to a day, each at its time of day if it has one.
  static func move(_ ids: [UUID], to day: CalendarDate, by change: UUID) -> SQL {
    """
    UPDATE items SET due_at = moment_of(
        \(day)::date + CASE WHEN (due_day IS NOT NULL OR due_at IS NULL) THEN time '23:59' ELSE (due_at AT TIME ZONE h.time_zone)::time END,
        h.time_zone),
      due_day = CASE WHEN (due_day IS NOT NULL OR due_at IS NULL) THEN \(day)::date END, is_sample = false,
      \(fragment: replaces("due", "jsonb_build_object('at', due_at, 'day', due_day)", by: change)), \(fragment: .nextVersion)
    FROM (SELECT time_zone FROM households WHERE id = current_household()) AS h
    WHERE household_id = current_household()
      AND \(fragment: ItemQueries.locked("id = ANY (\(ids)::uuid[]) AND deleted_at IS NULL"))
    """
  }

  /// Gives items to a member; to everybody without one, or if the member has left.
  static func give(_ ids: [UUID], to person: UUID?, by change: UUID) -> SQL {
    """
    UPDATE items SET people = \(fragment: TurnQueries.members(person.map { [$0] } ?? [])),
      \(fragment: replaces("people", "to_jsonb(people)", by: change)), \(fragment: .nextVersion)
    WHERE household_id = current_household()
      AND \(fragment: ItemQueries.locked("id = ANY (\(ids)::uuid[]) AND deleted_at IS NULL"))
    """
  }

  static func dateBack(_ change: UUID) -> SQL {
    """
    UPDATE items SET due_at = (replaced #>> '{due,at}')::timestamptz, due_day = (replaced #>> '{due,day}')::date,
      replaced = NULL, \(fragment: .nextVersion)
    WHERE household_id = current_household() AND \(fragment: ItemQueries.locked(isReplaced("due", by: change)))
    """
  }

  /// Those who have left meanwhile stay away.
  static func takeBack(_ change: UUID) -> SQL {
    """
    UPDATE items SET people = ARRAY(
        SELECT id FROM people WHERE household_id = current_household() AND jsonb_exists(items.replaced -> 'people', people.id::text)
        ORDER BY id),
      replaced = NULL, \(fragment: .nextVersion)
    WHERE household_id = current_household() AND \(fragment: ItemQueries.locked(isReplaced("people", by: change)))
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
