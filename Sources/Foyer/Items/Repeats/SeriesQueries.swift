import CivilTime
import Postgres

/// Saving a form whose item repeats. Each statement comes after the one that stores the item.
enum SeriesQueries {
  /// Adds the statements of a plan.
  /// - Parameter version: of the item, as it is stored now.
  static func save(_ plan: RepeatPlan, _ draft: ItemDraft, version: Int, in batch: inout Batch) {
    let item = draft.id
    switch plan {
    case .none: break
    case .begin(let series): batch.add([deleteOrphans(), begin(series, draft, version: version)])
    case .change(let series): batch.add(change(series, item, version: version))
    case .takeTemplate: batch.add(takeTemplate(of: item, version: version))
    case .changeTurns: batch.add(changeTurns(draft, version: version))
    case .end: batch.add(end(item, version: version))
    }
    switch plan {
    case .change, .takeTemplate: batch.add(changeTurns(draft, version: version))
    default: break
    }
  }

  /// The row `i`, if this transaction has stored it.
  private static func isSaved(_ item: UUID, _ version: Int) -> SQL {
    version == 1
      ? "i.id = \(item) AND i.created_at = now() AND i.series_id IS NULL"
      : "i.id = \(item) AND i.version = \(version) AND i.changed_at = now()"
  }

  private static func begin(_ series: SeriesDraft, _ draft: ItemDraft, version: Int) -> SQL {
    """
    WITH made AS (
      INSERT INTO series (id, rule, repeat_from, starts_at, is_day, turn_rule, skipped, title, description, category_id, tag_ids, people)
      SELECT \(UUID.v7())::uuid, \(series.rule.text)::text, \(series.origin.rawValue)::text, \(series.startsAt)::timestamp, \(series.isDay),
        \(optional: draft.turnRule?.text)::text, \(series.skipped.map { "\($0.date) \($0.time)" })::text[]::timestamp[], title, description, category_id, tag_ids, people
      FROM items i WHERE i.household_id = current_household() AND \(fragment: isSaved(draft.id, version))
      RETURNING id, starts_at
    )
    UPDATE items SET series_id = made.id, occurrence = made.starts_at,
      due_at = CASE WHEN \(series.setsDue) THEN moment_of(made.starts_at, h.time_zone) ELSE due_at END,
      due_day = CASE WHEN \(series.setsDue && series.isDay) THEN made.starts_at::date ELSE due_day END
    FROM made JOIN households h ON h.id = current_household()
    WHERE household_id = current_household() AND items.id = \(draft.id)
    """
  }

  private static func change(_ series: SeriesDraft, _ item: UUID, version: Int) -> [SQL] {
    var statements: [SQL] = [
      """
      UPDATE series SET rule = \(series.rule.text), repeat_from = \(series.origin.rawValue),
        starts_at = \(series.startsAt)::timestamp, is_day = \(series.isDay), changed_at = now()
      FROM items i
      WHERE series.household_id = current_household() AND series.id = i.series_id
        AND i.household_id = current_household() AND \(fragment: isSaved(item, version))
      """,
      """
      UPDATE items i SET occurrence = \(series.startsAt)::timestamp,
        due_at = CASE WHEN \(series.setsDue) THEN moment_of(\(series.startsAt)::timestamp, h.time_zone) ELSE due_at END,
        due_day = CASE WHEN \(series.setsDue && series.isDay) THEN \(CalendarDate(series.startsAt))::date ELSE due_day END
      FROM households h
      WHERE h.id = current_household() AND i.household_id = current_household() AND \(fragment: isSaved(item, version))
      """,
    ]
    if series.takesTemplate { statements.append(takeTemplate(of: item, version: version)) }
    return statements
  }

  private static func takeTemplate(of item: UUID, version: Int) -> SQL {
    """
    UPDATE series SET title = i.title, description = i.description, category_id = i.category_id, tag_ids = i.tag_ids,
      people = i.people, changed_at = now()
    FROM items i
    WHERE series.household_id = current_household() AND series.id = i.series_id
      AND i.household_id = current_household() AND \(fragment: isSaved(item, version))
    """
  }

  private static func changeTurns(_ draft: ItemDraft, version: Int) -> SQL {
    """
    UPDATE series SET turn_rule = \(optional: draft.turnRule?.text), changed_at = now()
    FROM items i
    WHERE series.household_id = current_household() AND series.id = i.series_id
      AND i.household_id = current_household() AND \(fragment: isSaved(draft.id, version))
    """
  }

  private static func end(_ item: UUID, version: Int) -> SQL {
    """
    UPDATE series SET ended_at = now(), changed_at = now()
    FROM items i
    WHERE series.household_id = current_household() AND series.id = i.series_id
      AND i.household_id = current_household() AND \(fragment: isSaved(item, version))
    """
  }

  /// Series whose items are gone for good.
  private static func deleteOrphans() -> SQL {
    """
    DELETE FROM series
    WHERE household_id = current_household() AND changed_at < now() - interval '1 day'
      AND NOT EXISTS (SELECT FROM items WHERE items.household_id = current_household() AND items.series_id = series.id)
    """
  }
}
