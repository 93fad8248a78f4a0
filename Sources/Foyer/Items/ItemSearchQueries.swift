import Postgres

/// The item search: each word of the query is contained in a word of the item, or begins one far down in a long
/// description (`words_of_item` of migrations/0009_item_words.sql).
extension ItemQueries {
  /// The words of the query; the rarest one, if few rows have it; the items that have that one; and the page. When each
  /// word is in many items, the list is read in its order instead, because the page is full soon. What a row shows is
  /// read for the page alone, so that no long text is sorted.
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
        SELECT word, beyond, (
          SELECT count(*) FROM (
            SELECT FROM item_words w WHERE w.household_id = current_household() AND w.word >= t.word AND w.word < t.beyond LIMIT 1001
          ) AS rows) AS count
        FROM (
          SELECT DISTINCT left(word, 40) COLLATE "C" AS word, left(word, 40) || chr(1114111) COLLATE "C" AS beyond
          FROM regexp_split_to_table(searched(\(filter.q)), '\\s+') AS word WHERE word <> '' LIMIT 8
        ) AS t
      ), rare AS MATERIALIZED (
        SELECT word, beyond FROM term WHERE count <= 1000 ORDER BY count, word LIMIT 1
      ), found AS MATERIALIZED (
        SELECT DISTINCT w.item_id
        FROM rare t, LATERAL (
          SELECT item_id FROM item_words w
          WHERE w.household_id = current_household() AND w.word >= t.word AND w.word < t.beyond LIMIT 1000
        ) AS w
      ), every AS MATERIALIZED (
        \(fragment: sections)
      ), hit AS MATERIALIZED (
        (SELECT every.*, items.id AS item_id, items.sort_key
        FROM found, LATERAL (
          SELECT id, items.section, is_done, \(fragment: key) AS sort_key FROM items
          WHERE household_id = current_household() AND id = found.item_id AND deleted_at IS NULL\(fragment: ofItem) LIMIT 1
        ) AS items JOIN every ON every.section = items.section
        WHERE \(fragment: hasEach("items.id", besides: " AND t.word <> (SELECT word FROM rare)"))\(fragment: ofSection)\(fragment: isAfter)
        ORDER BY every.section_order, every.section, items.is_done, items.sort_key, items.id LIMIT 51)
        UNION ALL
        (SELECT s.*, items.id, items.sort_key
        FROM (
          SELECT every.* FROM every
          WHERE NOT EXISTS (SELECT FROM rare) AND EXISTS (SELECT FROM term) AND \(fragment: ofCount) > 0\(fragment: ofSection)\(fragment: isNotBefore(filter))
          ORDER BY section_order, every.section
        ) AS s CROSS JOIN LATERAL (
          SELECT id, \(fragment: key) AS sort_key FROM items
          WHERE household_id = current_household() AND items.section = s.section AND deleted_at IS NULL\(fragment: ofItem)\(fragment: isAfterInSection)
            AND \(fragment: hasEach("items.id", besides: ""))
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
  private static func hasEach(_ item: SQL, besides: SQL) -> SQL {
    """
    NOT EXISTS (
            SELECT FROM term t
            WHERE NOT EXISTS (
              SELECT FROM item_words w
              WHERE w.household_id = current_household() AND w.item_id = \(fragment: item) AND w.word >= t.word AND w.word < t.beyond LIMIT 1)\(fragment: besides))
    """
  }
}
