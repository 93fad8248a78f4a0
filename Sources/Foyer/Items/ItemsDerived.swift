import Postgres

extension DerivedData {
  /// Counters are sums of differences (migration 0008): what is missing is one more.
  static let ofItems = [
    DerivedData(
      name: "counts of to-dos", check: "SELECT count(*) AS wrong FROM (\(fragment: itemCounts)) AS difference",
      mend: [
        """
        INSERT INTO item_counts (household_id, section, open_items, done_items)
        SELECT current_household(), section, -open_items, -done_items FROM (\(fragment: itemCounts)) AS difference
        ON CONFLICT DO NOTHING
        """
      ]),
    DerivedData(
      name: "counts of tags", check: "SELECT count(*) AS wrong FROM (\(fragment: tagCounts)) AS difference",
      mend: [
        """
        INSERT INTO tag_counts (household_id, tag_id, items)
        SELECT current_household(), tag_id, -items FROM (\(fragment: tagCounts)) AS difference
        ON CONFLICT DO NOTHING
        """
      ]),
    DerivedData(
      name: "to-dos' words for the search",
      check: "SELECT count(*) AS wrong FROM (\(fragment: itemTexts)) AS difference",
      mend: [
        """
        INSERT INTO item_texts (item_id, shown, further, keys)
        SELECT id, shown, further, keys FROM (\(fragment: itemTexts)) AS d
        ON CONFLICT (household_id, item_id) DO UPDATE SET shown = excluded.shown, further = excluded.further, keys = excluded.keys
        """
      ]),
    DerivedData(
      name: "to-dos' tags in lists", check: "SELECT count(*) AS wrong FROM (\(fragment: tagIDs)) AS difference",
      mend: [
        """
        UPDATE items i SET tag_ids = d.wanted FROM (\(fragment: tagIDs)) AS d
        WHERE i.household_id = current_household() AND i.id = d.id
        """
      ]),
    DerivedData(
      name: "counts of to-dos' files", check: "SELECT count(*) AS wrong FROM (\(fragment: files)) AS difference",
      mend: [
        """
        UPDATE items i SET files = d.wanted FROM (\(fragment: files)) AS d
        WHERE i.household_id = current_household() AND i.id = d.id
        """
      ]),
    DerivedData(
      name: "ends of to-dos' days", check: "SELECT count(*) AS wrong FROM (\(fragment: days)) AS difference",
      mend: [
        """
        UPDATE items i SET due_at = d.wanted FROM (\(fragment: days)) AS d
        WHERE i.household_id = current_household() AND i.id = d.id
        """
      ]),
    DerivedData(
      name: "households that had to-dos",
      check: """
        SELECT count(*) AS wrong FROM households
        WHERE id = current_household() AND NOT had_items
          AND EXISTS (SELECT FROM items WHERE household_id = current_household())
        """,
      mend: ["UPDATE households SET had_items = true WHERE id = current_household()"]),
  ]

  private static let files: SQL = """
    SELECT id, wanted FROM (
      SELECT i.id, i.files, (
        SELECT count(*) FROM item_files x
        WHERE x.household_id = current_household() AND x.item_id = i.id AND x.deleted_at IS NULL) AS wanted
      FROM items i WHERE i.household_id = current_household()
    ) AS counted WHERE files <> wanted
    """

  private static let days: SQL = """
    SELECT i.id, end_of_day(i.due_day, h.time_zone) AS wanted
    FROM items i JOIN households h ON h.id = current_household()
    WHERE i.household_id = current_household() AND i.due_day IS NOT NULL
      AND i.due_at IS DISTINCT FROM end_of_day(i.due_day, h.time_zone)
    """

  private static let itemCounts: SQL = """
    SELECT section, sum(open_items) AS open_items, sum(done_items) AS done_items
    FROM (
      SELECT section, open_items, done_items FROM item_counts WHERE household_id = current_household()
      UNION ALL
      SELECT section, is_done::integer - 1, -is_done::integer FROM items
      WHERE household_id = current_household() AND deleted_at IS NULL
    ) AS change
    GROUP BY section HAVING (sum(open_items), sum(done_items)) <> (0, 0)
    """

  private static let tagCounts: SQL = """
    SELECT tag_id, sum(items) AS items
    FROM (
      SELECT tag_id, items FROM tag_counts WHERE household_id = current_household()
      UNION ALL
      SELECT t.tag_id, -1
      FROM item_tags t JOIN items i ON i.household_id = t.household_id AND i.id = t.item_id
      WHERE t.household_id = current_household() AND i.deleted_at IS NULL
    ) AS change
    GROUP BY tag_id HAVING sum(items) <> 0
    """

  private static let itemTexts: SQL = """
    SELECT i.id, i.shown, i.further, i.keys
    FROM (
      SELECT id, shown, further, keys_of_texts(current_household(), shown, further) AS keys
      FROM (
        SELECT id, shown, CASE WHEN char_length(title) > 500 OR char_length(text) > 300 THEN further_words(title, text, shown) ELSE '' END AS further
        FROM (
          SELECT id, title, text, shown_text(title, text) AS shown
          FROM (
            SELECT id, title, searched_text(description, checklist)
              || CASE WHEN files > 0 THEN names_of_files(current_household(), id) ELSE '' END AS text
            FROM items WHERE household_id = current_household() OFFSET 0
          ) AS item OFFSET 0
        ) AS item OFFSET 0
      ) AS item
    ) AS i LEFT JOIN item_texts t ON t.household_id = current_household() AND t.item_id = i.id
    WHERE (t.shown, t.further, t.keys) IS DISTINCT FROM (i.shown, i.further, i.keys)
    """

  private static let tagIDs: SQL = """
    SELECT id, wanted
    FROM (
      SELECT i.id, i.tag_ids, ARRAY(
        SELECT t.tag_id FROM item_tags t WHERE t.household_id = i.household_id AND t.item_id = i.id ORDER BY t.tag_id) AS wanted
      FROM items i WHERE i.household_id = current_household()
    ) AS item
    WHERE ARRAY(SELECT unnest(tag_ids) ORDER BY 1) <> wanted
    """
}
