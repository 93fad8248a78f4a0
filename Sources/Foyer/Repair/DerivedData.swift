import Postgres

/// Data derived from the rows that people write, so that a page need not count or search them: how much of it differs
/// from those rows in the household of the transaction, and how to make it anew.
struct DerivedData: Sendable {
  /// Its name, for the operator.
  let name: String
  /// One row: how many are `wrong`.
  let check: SQL
  /// Writes what differs. The household's items and recipes are locked then.
  let mend: [SQL]

  /// Counters are sums of differences (migration 0008): what is missing is one more.
  static let all = [
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
    DerivedData(
      name: "hosts' words for the search",
      check: "SELECT count(*) AS wrong FROM (\(fragment: listingWords)) AS difference",
      // Its trigger writes them.
      mend: ["UPDATE listings SET name = name WHERE household_id = current_household()"]),
    DerivedData(
      name: "nights taken", check: "SELECT count(*) AS wrong FROM (\(fragment: nights)) AS difference",
      mend: [
        "SELECT set_config('foyer.repair', 'on', true)",
        "UPDATE listings SET capacity = capacity WHERE household_id = current_household()",
      ]),
    DerivedData(
      name: "bytes of images", check: "SELECT count(*) AS wrong FROM (\(fragment: images)) AS difference",
      mend: [
        """
        INSERT INTO household_storage AS s (household_id, images, image_bytes)
        SELECT current_household(), -images, -image_bytes FROM (\(fragment: images)) AS difference
        ON CONFLICT (household_id) DO UPDATE
          SET images = s.images + EXCLUDED.images, image_bytes = s.image_bytes + EXCLUDED.image_bytes
        """
      ]),
    DerivedData(
      name: "recipes' search index", check: "SELECT count(*) AS wrong FROM (\(fragment: recipes)) AS difference",
      mend: RecipeQueries.indexAll()),
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
      SELECT i.id, known.word, -1 FROM items i, words_of_item(i.title, i.description) AS known (word)
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

  private static let listingWords: SQL = """
    SELECT word
    FROM (
      SELECT word, 1 AS surplus FROM listing_words WHERE household_id = current_household()
      UNION ALL
      SELECT known, -1 FROM listings l, words_of_listing(l.name, l.place, l.offer) AS known
      WHERE l.household_id = current_household() AND l.published
    ) AS change
    GROUP BY word HAVING sum(surplus) <> 0
    """

  private static let nights: SQL = """
    SELECT night
    FROM (
      SELECT night, guests, blocks FROM stay_nights WHERE household_id = current_household()
      UNION ALL
      SELECT r.arrival + n, -r.guests, 0
      FROM stay_requests r, generate_series(0, r.departure - r.arrival - 1) AS n
      WHERE r.host_household_id = current_household() AND r.state = 'accepted' AND r.deleted_at IS NULL
      UNION ALL
      SELECT b.first_day + n, 0, -1
      FROM blocked_dates b, generate_series(0, b.last_day - b.first_day) AS n
      WHERE b.household_id = current_household() AND b.deleted_at IS NULL
    ) AS change
    GROUP BY night HAVING (sum(guests), sum(blocks)) <> (0, 0)
    """

  /// As in the triggers count_image and count_guest_photo.
  private static let images: SQL = """
    SELECT sum(images) AS images, sum(image_bytes) AS image_bytes
    FROM (
      SELECT images, image_bytes FROM household_storage WHERE household_id = current_household()
      UNION ALL
      SELECT -1, -octet_length(picture) - octet_length(thumbnail) FROM images WHERE household_id = current_household()
      UNION ALL
      SELECT -1, -octet_length(picture) - octet_length(thumbnail) FROM listing_pictures
      WHERE household_id = current_household()
      UNION ALL
      SELECT -1, -octet_length(photo) FROM stay_guests WHERE household_id = current_household()
    ) AS change
    HAVING (sum(images), sum(image_bytes)) <> (0, 0)
    """

  /// The ids of recipes whose keys, names of ingredients or favourites differ (`RecipeQueries.index`).
  private static let recipes: SQL = """
    SELECT recipe_id
    FROM (
      SELECT recipe_id, ingredient, place, traits, maybe, name_bits, 1 AS surplus FROM recipe_keys
      WHERE household_id = current_household()
      UNION ALL
      SELECT DISTINCT r.id, ingredient_number(key), r.place, r.traits, r.maybe, name_bits, -1
      FROM recipes r, name_bits(r.name_order) AS name_bits, unnest(r.need_keys) AS need, string_to_table(need, '|') AS key
      WHERE r.household_id = current_household() AND r.deleted_at IS NULL
    ) AS change
    GROUP BY recipe_id, ingredient, place, traits, maybe, name_bits HAVING sum(surplus) <> 0
    UNION
    SELECT r.id
    FROM recipes r, unnest(r.need_names, r.need_keys) AS need (name, key)
    WHERE r.household_id = current_household() AND r.deleted_at IS NULL AND char_length(need.name) <= 200
      AND NOT EXISTS (
        SELECT FROM ingredient_names n
        WHERE n.household_id = r.household_id AND n.ingredient = ingredient_number(split_part(need.key, '|', 1)))
    UNION
    SELECT f.recipe_id
    FROM favorites f JOIN recipes r ON r.household_id = f.household_id AND r.id = f.recipe_id
    WHERE f.household_id = current_household()
      AND (f.name_order, f.is_deleted) <> (r.name_order, r.deleted_at IS NOT NULL)
    """
}
