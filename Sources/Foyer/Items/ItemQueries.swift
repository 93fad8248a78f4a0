import Postgres

/// Everything that is asked of the table `items`. Row level security adds the household to each statement.
enum ItemQueries {
  /// The statements below ask for one row more, to know whether there is another page.
  static let pageSize = 50

  /// One page of the list: section by section, what is open before what is done; a folded section is one row without an
  /// item. A list that narrows has a row for each tag of an item; those of any other are found by `tags`.
  ///
  /// Without a filter there is an index for each order, and a row is read when the page gets to it. PostgreSQL hands on the
  /// order of the sections and of the items in each, as a lateral subquery with a LIMIT can only be a nested loop; sorted
  /// once more, it would read all sections first (measured: four times the cost with 200 of them).
  static func list(_ filter: ItemFilter) -> SQL {
    filter.narrows
      ? tagged(filter)
      : """
      \(fragment: cursor(filter))SELECT \(fragment: columns), NULL::uuid AS tag_id
      FROM (
        \(fragment: ranges(filter))
      ) AS page
      """
  }

  /// The tags of a page that does not narrow, each with those of the items that have it; by name, as an item shows them.
  /// One look-up for each tag instead of one for each item. A form takes 50 tags, and the LIMIT is above what 51 items with as many have.
  static func tags(_ filter: ItemFilter) -> SQL {
    """
    \(fragment: cursor(filter))SELECT t.id AS tag_id, t.name AS tag_name, t.color AS tag_color, x.items
    FROM (
      SELECT tag_id, array_agg(item_id) AS items FROM item_tags
      WHERE household_id = current_household() AND item_id = ANY (ARRAY(
        \(fragment: ids(filter))
      ))
      GROUP BY tag_id
    ) AS x, LATERAL (
      SELECT id, name, color, folded_name FROM tags
      WHERE household_id = current_household() AND id = x.tag_id AND deleted_at IS NULL LIMIT 1
    ) AS t
    ORDER BY t.folded_name LIMIT 2550
    """
  }

  private static let columns: SQL = """
    page.section, page.name AS section_name, page.color AS section_color, page.icon AS section_icon,
      page.open_items::int AS open_items, page.done_items::int AS done_items, page.is_folded,
      page.id, page.title, page.description, page.is_done, page.due_at, page.image_id,
      (SELECT EXISTS (SELECT FROM items WHERE household_id = current_household() AND is_sample AND deleted_at IS NULL)) AS has_samples
    """

  /// The beginning of a description. No more bytes are no more characters, and need not be counted.
  static let beginning: SQL =
    "CASE WHEN octet_length(description) <= 280 THEN description ELSE left(description, 280) END AS description"

  /// A page that took some effort to find is asked for its tags at once.
  ///
  /// PostgreSQL plans the statement once, mostly for a small household; LIMIT forces
  /// nested loops in the lateral subqueries (without it, measured: a hash join that reads every tag of 10,000 items).
  private static func tagged(_ filter: ItemFilter) -> SQL {
    """
    \(fragment: cursor(filter))\(fragment: filter.start == nil ? "WITH " : ", ")\(fragment: matching(filter))
    SELECT \(fragment: columns), t.id AS tag_id, t.name AS tag_name, t.color AS tag_color
    FROM page
    LEFT JOIN LATERAL (
      SELECT t.id, t.name, t.color, t.folded_name FROM item_tags x JOIN tags t ON t.id = x.tag_id
      WHERE x.household_id = current_household() AND x.item_id = page.id AND t.household_id = current_household()
        AND t.deleted_at IS NULL LIMIT 50
    ) AS t ON true
    ORDER BY page.section_order, page.section, page.is_done, page.sort_key, page.id, t.folded_name
    """
  }

  /// The section of the items without a category, which comes first.
  private static let uncategorised: SQL = """
    SELECT '00000000-0000-0000-0000-000000000000'::uuid AS section, '' COLLATE "C" AS section_order, '' AS name, '' AS color,
      '' AS icon, coalesce(sum(open_items), 0) AS open_items, coalesce(sum(done_items), 0) AS done_items
    FROM item_counts WHERE household_id = current_household() AND section = '00000000-0000-0000-0000-000000000000'
    """

  private static let categories: SQL = """
    SELECT id AS section, left(folded_name, 100) COLLATE "C" AS section_order, name, color, icon, n.open_items, n.done_items
    FROM categories, LATERAL (
      SELECT sum(open_items) AS open_items, sum(done_items) AS done_items FROM item_counts
      WHERE item_counts.household_id = current_household() AND item_counts.section = categories.id
    ) AS n
    WHERE household_id = current_household() AND deleted_at IS NULL
    """

  /// One short range of an index for each section, until the page is full. The categories, which may be many, are only
  /// looked at when the items without one do not fill it.
  private static func ranges(_ filter: ItemFilter) -> SQL {
    """
    SELECT s.*, i.*
    FROM (
      SELECT every.*, \(fragment: isFolded(filter)) AS is_folded
      FROM (\(fragment: uncategorised) UNION ALL (\(fragment: categories) ORDER BY section_order, section)) AS every
      WHERE \(fragment: count(filter.state)) > 0\(fragment: section(filter))\(fragment: isNotBefore(filter))
    ) AS s
    LEFT JOIN LATERAL (
      SELECT id, title, \(fragment: beginning), is_done, due_at, image_id
      \(fragment: items(filter)) AND NOT s.is_folded
      ORDER BY is_done, \(fragment: key(filter.sort)), id LIMIT 51
    ) AS i ON true
    WHERE i.id IS NOT NULL OR s.is_folded\(fragment: filter.start == nil ? "" : " AND s.section <> (SELECT section FROM cursor)")
    LIMIT 51
    """
  }

  /// The items of a page, from the indexes alone; some more where the page has folded sections.
  private static func ids(_ filter: ItemFilter) -> SQL {
    """
    SELECT i.id
    FROM (
      SELECT every.section
      FROM (
        SELECT '00000000-0000-0000-0000-000000000000'::uuid AS section, '' COLLATE "C" AS section_order
        UNION ALL
        (SELECT id, left(folded_name, 100) COLLATE "C" FROM categories
        WHERE household_id = current_household() AND deleted_at IS NULL ORDER BY left(folded_name, 100) COLLATE "C", id)
      ) AS every
      WHERE NOT (\(fragment: isFolded(filter)))\(fragment: section(filter))\(fragment: isNotBefore(filter))
    ) AS s, LATERAL (
      SELECT id
      \(fragment: items(filter))
      ORDER BY is_done, \(fragment: key(filter.sort)), id LIMIT 51
    ) AS i
    LIMIT 51
    """
  }

  /// What is asked for by itself is open: a section, or that of an item.
  private static func isFolded(_ filter: ItemFilter) -> SQL {
    let folded: SQL = """
      every.section = ANY (ARRAY(
        SELECT section FROM folded_sections WHERE household_id = current_household() AND person_id = current_person()
      ))
      """
    if filter.category != nil { return "false" }
    return filter.at == nil
      ? folded : "\(fragment: folded) AND every.section <> (SELECT section FROM cursor)"
  }

  static func isNotBefore(_ filter: ItemFilter) -> SQL {
    filter.start == nil ? "" : " AND (section_order, every.section) >= (SELECT section_order, section FROM cursor)"
  }

  /// The items of the section `s`, from the cursor on.
  private static func items(_ filter: ItemFilter) -> SQL {
    let key = key(filter.sort)
    let isAfter: SQL =
      filter.start == nil
      ? ""
      : """
       AND (is_done, \(fragment: key), id) \(fragment: filter.beyond) (
          SELECT CASE WHEN s.section = c.section THEN c.is_done ELSE false END,
            CASE WHEN s.section = c.section THEN c.sort_key ELSE \(fragment: least(filter.sort)) END,
            CASE WHEN s.section = c.section THEN c.id ELSE '00000000-0000-0000-0000-000000000000' END
          FROM cursor c)
      """
    return """
      FROM items
      WHERE household_id = current_household() AND items.section = s.section AND deleted_at IS NULL\(fragment: state(filter.state))\(fragment: isAfter)
      """
  }

  /// With tags, what matches is found first and put in order afterwards; a search finds the page by words.
  private static func matching(_ filter: ItemFilter) -> SQL {
    let key = key(filter.sort)
    var tags: SQL = ""
    for tag in filter.tags {
      tags = """
        \(fragment: tags)
            AND EXISTS (SELECT FROM item_tags x JOIN tags t ON t.id = x.tag_id WHERE x.household_id = current_household() AND x.item_id = items.id AND t.household_id = current_household() AND t.deleted_at IS NULL AND \(fragment: Self.tag(tag)))
        """
    }
    if !filter.q.isBlank {
      return searched(
        filter, sections: "\(fragment: uncategorised) UNION ALL \(fragment: categories)", key: key,
        ofSection: section(filter), ofItem: "\(fragment: state(filter.state))\(fragment: tags)",
        ofCount: count(filter.state))
    }
    return """
      page AS (
        SELECT every.*, false AS is_folded, items.id, title, \(fragment: beginning), is_done, due_at, image_id, \(fragment: key) AS sort_key
        FROM items JOIN (\(fragment: uncategorised) UNION ALL \(fragment: categories)) AS every ON every.section = items.section
        WHERE household_id = current_household() AND deleted_at IS NULL\(fragment: section(filter))\(fragment: state(filter.state))\(fragment: tags)\(fragment: filter.start == nil ? "" : "\n    AND (section_order, every.section, is_done, \(fragment: key), items.id) \(fragment: filter.beyond) (SELECT section_order, section, is_done, sort_key, id FROM cursor)")
        ORDER BY section_order, every.section, is_done, sort_key, items.id
        LIMIT 51
      )
      """
  }

  /// Where the page before ended: at an item, or at a folded section; or the item that the page begins with.
  private static func cursor(_ filter: ItemFilter) -> SQL {
    guard let id = filter.start else { return "" }
    return """
      WITH cursor AS (
        SELECT coalesce(left(c.folded_name, 100), '') COLLATE "C" AS section_order, i.section, i.is_done, i.\(fragment: key(filter.sort)) AS sort_key, i.id
        FROM items i LEFT JOIN categories c ON c.household_id = current_household() AND c.id = i.category_id
        WHERE i.household_id = current_household() AND i.id = \(id)
        UNION ALL
        SELECT left(folded_name, 100) COLLATE "C", id, true, \(fragment: least(filter.sort)), id FROM categories
        WHERE household_id = current_household() AND id = \(id)
      )
      """
  }

  private static func key(_ sort: ItemFilter.Sort) -> SQL {
    switch sort {
    case .position: "position"
    case .due: "due_order"
    case .newest: "age_order"
    case .title: "title_order"
    }
  }

  /// What comes before every key.
  private static func least(_ sort: ItemFilter.Sort) -> SQL {
    switch sort {
    case .position, .newest: "'-infinity'::numeric"
    case .due: "'-infinity'::timestamptz"
    case .title: "''"
    }
  }

  private static func section(_ filter: ItemFilter) -> SQL {
    switch filter.category {
    case nil: ""
    case .id(let id): " AND every.section = \(id)"
    case .named(let name):
      """
       AND every.section = coalesce(
        (SELECT id FROM categories WHERE household_id = current_household() AND deleted_at IS NULL AND md5(folded_name) = md5(folded(btrim(\(name))))),
        CASE WHEN \(fragment: isReserved(name)) THEN '00000000-0000-0000-0000-000000000000'::uuid END)
      """
    }
  }

  private static func tag(_ tag: ItemFilter.Label) -> SQL {
    switch tag {
    case .id(let id): "x.tag_id = \(id)"
    case .named(let name): "md5(t.folded_name) = md5(folded(btrim(\(name))))"
    }
  }

  private static func state(_ status: ItemFilter.Status) -> SQL {
    switch status {
    case .open: " AND NOT is_done"
    case .done: " AND is_done"
    case .all: ""
    }
  }

  private static func count(_ status: ItemFilter.Status) -> SQL {
    switch status {
    case .open: "open_items"
    case .done: "done_items"
    case .all: "open_items + done_items"
    }
  }

  /// Whether the name is that of no category, in any language.
  static func isReserved(_ name: String?) -> SQL {
    "folded(btrim(\(optional: name))) IN (SELECT folded(none) FROM unnest(\(Section.uncategorisedNames)::text[]) AS none)"
  }

  /// The first categories that have items, for a household with more than one page of them.
  static func heads(_ state: ItemFilter.Status) -> SQL {
    """
    SELECT c.id, c.name, c.color, c.icon
    FROM categories c JOIN (
      SELECT section, sum(open_items) AS open_items, sum(done_items) AS done_items FROM item_counts
      WHERE household_id = current_household() GROUP BY section
    ) AS n ON n.section = c.id
    WHERE c.household_id = current_household() AND c.deleted_at IS NULL AND \(fragment: count(state)) > 0
      AND (SELECT open_items + done_items FROM (\(fragment: counts())) AS counts) > 50
    ORDER BY left(c.folded_name, 100) COLLATE "C", c.id LIMIT 200
    """
  }

  /// How many items have no category.
  static func countUncategorised() -> SQL {
    "SELECT open_items + done_items AS items FROM (\(fragment: uncategorised)) AS section"
  }

  /// The names of the category and the tags that a filter speaks of.
  static func names(_ filter: ItemFilter) -> SQL {
    let category = filter.category.map { isMeant(by: $0) } ?? "false"
    let tags: SQL = filter.tags.reduce("false") { "\(fragment: $0) OR \(fragment: isMeant(by: $1))" }
    return """
      SELECT true AS is_category, id, name FROM categories
      WHERE household_id = current_household() AND deleted_at IS NULL AND \(fragment: category)
      UNION ALL
      SELECT false, id, name FROM tags WHERE household_id = current_household() AND deleted_at IS NULL AND (\(fragment: tags))
      """
  }

  /// Whether a row of categories or tags is the one that a filter speaks of.
  private static func isMeant(by label: ItemFilter.Label) -> SQL {
    switch label {
    case .id(let id): "id = \(id)"
    case .named(let name): "md5(folded_name) = md5(folded(btrim(\(name))))"
    }
  }

  static func listDeleted(after id: UUID?) -> SQL {
    TrashQueries.list("id, title AS name, left(description, 280) AS description", of: "items", after: id)
  }

  /// The item, a row for each of its tags.
  static func find(_ id: UUID) -> SQL {
    """
    SELECT i.id, i.title, i.description, i.is_done, i.version, i.due_at, i.image_id, c.name AS category, t.name AS tag
    FROM items i
    LEFT JOIN categories c ON c.id = i.category_id
    LEFT JOIN item_tags x ON x.item_id = i.id
    LEFT JOIN tags t ON t.id = x.tag_id AND t.deleted_at IS NULL
    WHERE i.id = \(id) AND i.deleted_at IS NULL
    ORDER BY t.folded_name
    """
  }

  /// The tags that a form offers: those that are used most.
  static func offeredTags() -> SQL {
    """
    SELECT name, color FROM tags LEFT JOIN (
      SELECT tag_id, sum(items) AS items FROM tag_counts WHERE household_id = current_household() GROUP BY tag_id
    ) AS n ON n.tag_id = tags.id
    WHERE household_id = current_household() AND deleted_at IS NULL
    ORDER BY coalesce(n.items, 0) DESC, folded_name LIMIT 40
    """
  }

  /// Makes an item, with the category and the tags that do not exist yet; does nothing when it is there already, because
  /// its form was sent twice.
  static func insert(_ item: ItemDraft) -> [SQL] {
    [
      lockHousehold(), insertCategory(item, "true"), insertTags(item, "true"),
      """
      INSERT INTO items (id, title, description, due_at, category_id, image_id)
      VALUES (\(item.id), \(item.title), \(item.description), \(optional: item.due), (\(fragment: category(named: item.category))), (\(fragment: ImageQueries.unused(item.imageID))))
      ON CONFLICT (household_id, id) DO NOTHING
      """,
      """
      INSERT INTO item_tags (item_id, tag_id)
      SELECT \(item.id)::uuid, id FROM tags WHERE \(fragment: tags(named: item.tags))
      ON CONFLICT DO NOTHING
      """,
    ]
  }

  /// Changes an item, unless somebody else has changed it since `version`. There is a row if it was changed.
  static func update(_ item: ItemDraft, version: Int, in batch: inout Batch) -> Batch.Key {
    let isCurrent: SQL =
      "EXISTS (SELECT FROM items WHERE id = \(item.id) AND version = \(version) AND deleted_at IS NULL)"
    batch.add([insertCategory(item, isCurrent), insertTags(item, isCurrent)])
    return batch.add(
      """
      WITH changed AS (
        UPDATE items SET title = \(item.title), description = \(item.description), due_at = \(optional: item.due),
          done_at = CASE WHEN \(item.isDone) THEN coalesce(done_at, now()) END, category_id = (\(fragment: category(named: item.category))),
          image_id = CASE WHEN \(item.removesImage) THEN NULL ELSE coalesce((\(fragment: ImageQueries.unused(item.imageID))), image_id) END,
          is_sample = false, \(fragment: .nextVersion)
        WHERE id = \(item.id) AND version = \(version) AND deleted_at IS NULL
        RETURNING id
      ), wanted AS (
        SELECT id FROM tags WHERE \(fragment: tags(named: item.tags))
      ), removed AS (
        DELETE FROM item_tags WHERE item_id IN (SELECT id FROM changed) AND tag_id NOT IN (SELECT id FROM wanted)
          AND tag_id IN (SELECT id FROM tags WHERE deleted_at IS NULL)
      ), added AS (
        INSERT INTO item_tags (item_id, tag_id) SELECT changed.id, wanted.id FROM changed, wanted ON CONFLICT DO NOTHING
      )
      SELECT id FROM changed
      """)
  }

  /// The order of locks is the same everywhere: the household, then a category, then items by their id. Where a new row's
  /// reference would lock the household last, this comes first. Nobody who adds something waits for another who does.
  static func lockHousehold() -> SQL { "SELECT FROM households WHERE id = current_household() FOR KEY SHARE" }

  /// The items that a statement is going to change, in the order that every such statement locks them in.
  static func locked(_ condition: SQL) -> SQL {
    "id = ANY (ARRAY(SELECT id FROM items WHERE household_id = current_household() AND \(fragment: condition) ORDER BY id FOR NO KEY UPDATE))"
  }

  private static func insertCategory(_ item: ItemDraft, _ condition: SQL) -> SQL {
    """
    INSERT INTO categories (id, name, color)
    SELECT \(UUID.v7())::uuid, name, color_for(name) FROM (VALUES (\(optional: item.category))) AS new (name)
    WHERE name IS NOT NULL AND NOT \(fragment: isReserved(item.category)) AND \(fragment: condition)
    ON CONFLICT (household_id, md5(folded_name)) WHERE deleted_at IS NULL DO NOTHING
    """
  }

  private static func insertTags(_ item: ItemDraft, _ condition: SQL) -> SQL {
    """
    INSERT INTO tags (id, name, color)
    SELECT id, name, color_for(name) FROM unnest(\(item.tags.map { _ in UUID.v7() })::uuid[], \(item.tags)::text[]) AS new (id, name)
    WHERE \(fragment: condition)
    ON CONFLICT (household_id, md5(folded_name)) WHERE deleted_at IS NULL DO NOTHING
    """
  }

  /// It cannot be deleted meanwhile; others may put items into it.
  private static func category(named name: String?) -> SQL {
    "SELECT id FROM categories WHERE deleted_at IS NULL AND md5(folded_name) = md5(folded(btrim(\(optional: name)))) FOR SHARE"
  }

  private static func tags(named names: [String]) -> SQL {
    "deleted_at IS NULL AND md5(folded_name) IN (SELECT md5(folded(btrim(name))) FROM unnest(\(names)::text[]) AS name)"
  }

  static func complete(_ id: UUID, _ isDone: Bool) -> SQL {
    """
    UPDATE items SET done_at = CASE WHEN \(isDone) THEN now() END, \(fragment: .nextVersion)
    WHERE id = \(id) AND deleted_at IS NULL AND is_done <> \(isDone)
    """
  }

  static func delete(_ id: UUID) -> SQL {
    "UPDATE items SET deleted_at = now() WHERE id = \(id) AND deleted_at IS NULL"
  }

  static func restore(_ id: UUID) -> SQL {
    "UPDATE items SET deleted_at = NULL WHERE id = \(id) AND deleted_at > now() - interval '30 days'"
  }

  static func deleteForGood() -> SQL { TrashQueries.deleteForGood(of: "items") }

  /// The title of an item, deleted or not.
  static func findAny(_ id: UUID) -> SQL {
    "SELECT title FROM items WHERE id = \(id)"
  }

  /// The numbers that every list shows, after a change.
  static func counts() -> SQL {
    """
    SELECT coalesce(sum(open_items), 0) AS open_items, coalesce(sum(done_items), 0) AS done_items
    FROM item_counts WHERE household_id = current_household()
    """
  }

  // MARK: The order inside a section

  /// Puts an item before the one above it, or behind the one below it.
  static func move(_ id: UUID, up: Bool) -> SQL {
    let (before, ascending): (SQL, SQL) = up ? ("<", "DESC") : (">", "ASC")
    return """
      UPDATE items SET position = CASE count WHEN 2 THEN sum * 0.5 ELSE sum \(fragment: up ? "-" : "+") 1 END
      FROM (
        SELECT count(*) AS count, sum(position) AS sum FROM (
          SELECT near.position FROM items near JOIN items self ON self.id = \(id) AND near.section = self.section
            AND near.is_done = self.is_done AND (near.position, near.id) \(fragment: before) (self.position, self.id)
          WHERE near.deleted_at IS NULL
          ORDER BY near.position \(fragment: ascending), near.id \(fragment: ascending) LIMIT 2
        ) AS two
      ) AS gap
      WHERE id = \(id) AND deleted_at IS NULL AND count > 0
      """
  }

  /// Puts an item before another one of its section.
  static func move(_ id: UUID, before other: UUID) -> SQL {
    """
    UPDATE items SET position = coalesce((gap.previous + gap.position) * 0.5, gap.position - 1)
    FROM (
      SELECT o.section, o.is_done, o.position, (
        SELECT max(p.position) FROM items p
        WHERE p.section = o.section AND p.is_done = o.is_done AND p.deleted_at IS NULL AND p.position < o.position AND p.id <> \(id)
      ) AS previous
      FROM items o WHERE o.id = \(other) AND o.deleted_at IS NULL
    ) AS gap
    WHERE id = \(id) AND items.section = gap.section AND items.is_done = gap.is_done AND deleted_at IS NULL AND items.id <> \(other)
    """
  }

  static func moveToEnd(_ id: UUID) -> SQL {
    """
    UPDATE items SET position = (
      SELECT max(l.position) + 1 FROM items l
      WHERE l.section = items.section AND l.is_done = items.is_done AND l.deleted_at IS NULL)
    WHERE id = \(id) AND deleted_at IS NULL
    """
  }

  // MARK: Sections

  static func fold(_ section: UUID, _ isFolded: Bool) -> SQL {
    isFolded
      ? """
      INSERT INTO folded_sections (section)
      SELECT \(section)::uuid WHERE EXISTS (\(fragment: findSection(section))) ON CONFLICT DO NOTHING
      """
      : "DELETE FROM folded_sections WHERE person_id = current_person() AND section = \(section)"
  }

  /// Whether there is such a section: a category, or the one of the items without.
  static func findSection(_ id: UUID) -> SQL {
    "SELECT WHERE \(id)::uuid = '00000000-0000-0000-0000-000000000000' OR EXISTS (SELECT FROM categories WHERE id = \(id) AND deleted_at IS NULL)"
  }

  // MARK: Several at once

  static func complete(_ ids: [UUID], _ isDone: Bool) -> SQL {
    """
    UPDATE items SET done_at = CASE WHEN \(isDone) THEN now() END, \(fragment: .nextVersion)
    WHERE \(fragment: locked("id = ANY (\(ids)::uuid[]) AND deleted_at IS NULL AND is_done <> \(isDone)"))
    """
  }

  /// The rows deleted at once share their moment, by which an Undo finds them.
  static func delete(_ ids: [UUID]) -> SQL {
    "UPDATE items SET deleted_at = now() WHERE \(fragment: locked("id = ANY (\(ids)::uuid[]) AND deleted_at IS NULL"))"
  }

  /// The to-dos that came with the household and were never edited.
  static func deleteSamples() -> SQL {
    "UPDATE items SET deleted_at = now() WHERE \(fragment: locked("is_sample AND deleted_at IS NULL"))"
  }

  static func restore(deletedAt moment: Int) -> SQL {
    "UPDATE items SET deleted_at = NULL WHERE \(fragment: locked(TrashQueries.wasDeleted(at: moment)))"
  }

  static func move(_ ids: [UUID], toCategory name: String?, in batch: inout Batch) -> Batch.Key {
    let draft = ItemDraft(category: name)
    batch.add(insertCategory(draft, "true"))
    return batch.add(
      """
      UPDATE items SET category_id = (\(fragment: category(named: draft.category))), \(fragment: .nextVersion)
      WHERE \(fragment: locked("id = ANY (\(ids)::uuid[]) AND deleted_at IS NULL"))
      """)
  }

  static func add(tag name: String, to ids: [UUID], in batch: inout Batch) -> Batch.Key {
    let draft = ItemDraft(tags: [name])
    batch.add(insertTags(draft, "true"))
    return batch.add(
      """
      INSERT INTO item_tags (item_id, tag_id)
      SELECT items.id, tags.id FROM items, tags
      WHERE items.id = ANY (\(ids)::uuid[]) AND items.deleted_at IS NULL AND tags.\(fragment: tags(named: draft.tags))
      ORDER BY items.id
      ON CONFLICT DO NOTHING
      """)
  }
}
