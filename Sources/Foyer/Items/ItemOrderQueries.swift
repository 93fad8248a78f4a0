import Postgres

/// The order of items inside a section.
extension ItemQueries {
  /// Puts an item before the one above it, or behind the one below it: of those that are hidden, or that are not, as it is.
  static func move(_ id: UUID, up: Bool) -> SQL {
    let (before, ascending): (SQL, SQL) = up ? ("<", "DESC") : (">", "ASC")
    return """
      UPDATE items SET position = CASE WHEN count = 2 THEN sum * 0.5 ELSE sum \(fragment: up ? "-" : "+") 1 END
      FROM (
        SELECT count(*) AS count, sum(position) AS sum FROM (
          SELECT near.position FROM items near JOIN items self ON self.household_id = current_household() AND self.id = \(id)
            AND near.section = self.section AND near.is_done = self.is_done
            AND ((near.not_before > \(fragment: SnoozeQueries.today)) IS TRUE) = ((self.not_before > \(fragment: SnoozeQueries.today)) IS TRUE)
            AND (near.position, near.id) \(fragment: before) (self.position, self.id)
          WHERE near.household_id = current_household() AND near.deleted_at IS NULL
          ORDER BY near.position \(fragment: ascending), near.id \(fragment: ascending) LIMIT 2
        ) AS two
      ) AS gap
      WHERE household_id = current_household() AND id = \(id) AND deleted_at IS NULL AND count > 0
      """
  }

  /// Puts an item before or behind another one of its section.
  static func move(_ id: UUID, isBefore: Bool, _ other: UUID) -> SQL {
    """
    UPDATE items SET position = coalesce((gap.beyond + gap.position) * 0.5, gap.position \(fragment: isBefore ? "-" : "+") 1)
    FROM (
      SELECT o.section, o.is_done, o.position, (
        SELECT \(fragment: isBefore ? "max" : "min")(p.position) FROM items p
        WHERE p.household_id = o.household_id AND p.section = o.section AND p.is_done = o.is_done AND p.deleted_at IS NULL
          AND p.position \(fragment: isBefore ? "<" : ">") o.position AND p.id <> \(id)
      ) AS beyond
      FROM items o WHERE o.household_id = current_household() AND o.id = \(other) AND o.deleted_at IS NULL
    ) AS gap
    WHERE household_id = current_household() AND id = \(id) AND items.section = gap.section AND items.is_done = gap.is_done
      AND deleted_at IS NULL AND items.id <> \(other)
    """
  }

  static func moveToEnd(_ id: UUID) -> SQL {
    """
    UPDATE items SET position = (
      SELECT max(l.position) + 1 FROM items l
      WHERE l.household_id = items.household_id AND l.section = items.section AND l.is_done = items.is_done
        AND l.deleted_at IS NULL)
    WHERE household_id = current_household() AND id = \(id) AND deleted_at IS NULL
    """
  }

  /// The item below one in its section, as it stands there: where Undo puts it back.
  static func below(_ id: UUID) -> SQL {
    """
    SELECT near.id FROM items near JOIN items self ON self.household_id = current_household() AND self.id = \(id)
      AND near.section = self.section AND near.is_done = self.is_done AND (near.position, near.id) > (self.position, self.id)
    WHERE near.household_id = current_household() AND near.deleted_at IS NULL
    ORDER BY near.position, near.id LIMIT 1
    """
  }
}
