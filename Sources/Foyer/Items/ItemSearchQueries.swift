import Postgres

/// The item search: each word of the query is contained in a word of the item, or begins one far down in a long
/// description (`items_with` of migrations/0071_item_texts.sql).
extension ItemQueries {
  /// The words of the query; the items that have them all; and the page. Where these are many, the list is read in its
  /// order instead, because the page is full soon. What a row shows is read for the page alone, so that no long text is
  /// sorted.
  /// - Parameters:
  ///   - sections: every section of the list.
  ///   - key: the order of the items.
  ///   - ofSection: further conditions on `every`.
  ///   - ofItem: further conditions on `items`.
  ///   - ofCount: the number of items of a section.
  static func searched(
    _ filter: ItemFilter, sections: SQL, key: SQL, ofSection: SQL, ofItem: SQL, ofCount: SQL
  ) -> SQL {
    let isAfter: SQL =
      filter.start == nil
      ? ""
      : " AND (every.section_order, every.section, items.is_done, items.sort_key, items.id) \(fragment: filter.beyond) (SELECT section_order, section, is_done, sort_key, id FROM cursor)"
    let isAfterInSection: SQL =
      filter.start == nil
      ? ""
      : " AND (s.section <> (SELECT section FROM cursor) OR (is_done, \(fragment: key), id) \(fragment: filter.beyond) (SELECT is_done, sort_key, id FROM cursor))"
    return """
      term AS MATERIALIZED (
        SELECT DISTINCT left(word, 40) AS word FROM regexp_split_to_table(searched(\(filter.q)), '\\s+') AS word WHERE word <> '' LIMIT 8
      ), sought AS MATERIALIZED (
        SELECT item_id FROM items_with(ARRAY(SELECT word FROM term), 1001) AS item_id
      ), amount AS MATERIALIZED (
        SELECT count(*) <= 1000 AS is_small FROM sought
      ), every AS MATERIALIZED (
        \(fragment: sections)
      ), hit AS MATERIALIZED (
        (SELECT every.*, items.id AS item_id, items.sort_key
        FROM sought, LATERAL (
          SELECT id, items.section, is_done, \(fragment: key) AS sort_key FROM items
          WHERE household_id = current_household() AND id = sought.item_id AND deleted_at IS NULL\(fragment: ofItem) LIMIT 1
        ) AS items JOIN every ON every.section = items.section
        WHERE (SELECT is_small FROM amount)\(fragment: ofSection)\(fragment: isAfter)
        ORDER BY every.section_order, every.section, items.is_done, items.sort_key, items.id LIMIT 51)
        UNION ALL
        (SELECT s.*, items.id, items.sort_key
        FROM (
          SELECT every.* FROM every
          WHERE NOT (SELECT is_small FROM amount) AND \(fragment: ofCount) > 0\(fragment: ofSection)\(fragment: isNotBefore(filter))
          ORDER BY section_order, every.section
        ) AS s CROSS JOIN LATERAL (
          SELECT id, \(fragment: key) AS sort_key FROM items
          WHERE household_id = current_household() AND items.section = s.section AND deleted_at IS NULL\(fragment: ofItem)\(fragment: isAfterInSection)
            AND \(fragment: hasEach("items.id"))
          ORDER BY is_done, \(fragment: key), id LIMIT 51
        ) AS items
        LIMIT 51)
      ), page AS (
        SELECT hit.section, hit.section_order, hit.name, hit.color, hit.icon, hit.open_items, hit.done_items,
          items.id, title, \(fragment: beginning), is_done, \(fragment: ItemQueries.due) AS due_at, is_day, image_id, tag_ids, concerned, \(fragment: RepeatQueries.ofRow), later, priority, items.lines, hit.sort_key
        FROM hit, LATERAL (
          SELECT id, title, description, is_done, due_at, due_day, \(fragment: ItemQueries.isDay), image_id, tag_ids, \(fragment: TurnQueries.concerned), series_id,
            \(fragment: SnoozeQueries.day), \(fragment: ItemQueries.priority), \(fragment: ChecklistQueries.progress) FROM items
          WHERE household_id = current_household() AND id = hit.item_id LIMIT 1
        ) AS items
      )
      """
  }

  /// Whether an item has each of the words.
  static func hasEach(_ item: SQL) -> SQL {
    """
    EXISTS (
              SELECT FROM item_texts t
              WHERE t.household_id = current_household() AND t.item_id = \(fragment: item) AND NOT EXISTS (
                SELECT FROM term WHERE strpos(t.shown, term.word) = 0 AND strpos(t.further, ' ' || term.word) = 0))
    """
  }
}
