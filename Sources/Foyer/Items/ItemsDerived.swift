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
      check: "SELECT count(DISTINCT item_id) AS wrong FROM (\(fragment: itemWords)) AS difference",
      mend: [
        """
        DELETE FROM item_words w USING (\(fragment: itemWords)) AS d
        WHERE w.household_id = current_household() AND w.item_id = d.item_id AND w.word = d.word AND d.surplus > 0
        """,
        """
        INSERT INTO item_words (item_id, word) SELECT item_id, word FROM (\(fragment: itemWords)) AS d WHERE surplus < 0
        ON CONFLICT DO NOTHING
        """,
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

  private static let itemWords: SQL = """
    SELECT item_id, word, sum(surplus) AS surplus
    FROM (
      SELECT item_id, word, 1 AS surplus FROM item_words WHERE household_id = current_household()
      UNION ALL
      SELECT i.id, known.word, -1 FROM items i, words_of_item(i.title, searched_text(i.description, i.checklist)) AS known (word)
      WHERE i.household_id = current_household()
    ) AS change
    GROUP BY item_id, word HAVING sum(surplus) <> 0
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
