import Postgres

/// The statements of the list: its pages, their sections, and what stands around them. `ItemSearchQueries.swift` has the search
/// by words.
extension ItemQueries {
  /// The statements below ask for one row more, to know whether there is another page.
  static let pageSize = 50

  /// One page of the list: section by section, what is open before what is done; a folded section is one row without an
  /// item. The ids of an item's tags are in its row, and the tags before the items, in rows without a section. `sections`
  /// has the rest, or each row if the list narrows.
  ///
  /// Without a filter there is an index for each order, and a row is read when the page gets to it. PostgreSQL keeps the
  /// order of the sections and of the items in each, as a lateral subquery with a LIMIT can only be a nested loop; sorted
  /// once more, it would read all sections first (measured: four times the cost with 200 of them).
  static func list(_ filter: ItemFilter) -> SQL {
    if filter.narrows { return narrowed(filter) }
    return """
      \(fragment: cursor(filter))\(fragment: filter.start == nil ? "WITH " : ", ")page AS MATERIALIZED (
        \(fragment: ranges(filter))
      )
      (\(fragment: TurnQueries.members()))
      UNION ALL
      (\(fragment: tagsOfPage()))
      UNION ALL
      SELECT section, id, title, description, is_done, due_at, is_day, image_id, tag_ids, concerned, repeats, later, priority, lines FROM page
      """
  }

  /// The first 51 sections that have items, from where a page begins: those of the page, and the heads of some behind it.
  /// They are in order like the page's. An aggregate is looked up for each section until they are found: a join of both
  /// tables reads all of them (measured with 200 categories: the whole page at 1.2 times the cost).
  static func sections(_ filter: ItemFilter) -> SQL {
    """
    \(fragment: cursor(filter))\(fragment: filter.start == nil ? "WITH " : ", ")hidden AS MATERIALIZED (
      \(fragment: SnoozeQueries.bySection)
    )
    SELECT section, name AS section_name, color AS section_color, icon AS section_icon, open_items, done_items,
      \(fragment: hasSamples) AS has_samples
    FROM (
      \(fragment: inOrder(", '' AS name, '' AS color, '' AS icon", ", name, color, icon"))
    ) AS every CROSS JOIN LATERAL (
      SELECT \(fragment: openItems(filter)) AS open_items, sum(done_items) AS done_items FROM item_counts
      WHERE household_id = current_household() AND item_counts.section = every.section
    ) AS n
    WHERE \(fragment: filter.foldsDone ? "open_items + done_items" : count(filter.state)) > 0\(fragment: section(filter))\(fragment: isNotBefore(filter))
    LIMIT 51
    """
  }

  /// How many open items of a section the list shows, of the rows of `item_counts`.
  private static func openItems(_ filter: ItemFilter) -> SQL {
    let hidden: SQL = "(SELECT items FROM hidden WHERE label = every.section)"
    if filter.state == .later { return hidden }
    return filter.showsLater ? "sum(open_items)" : "sum(open_items) - coalesce(\(fragment: hidden), 0)"
  }

  /// The section without a category, then the categories by name, from an index.
  /// - Parameters:
  ///   - none: further columns of the first.
  ///   - columns: the same of the categories.
  private static func inOrder(_ none: SQL = "", _ columns: SQL = "") -> SQL {
    """
    SELECT '00000000-0000-0000-0000-000000000000'::uuid AS section, '' COLLATE "C" AS section_order\(fragment: none)
    UNION ALL
    (SELECT id, left(folded_name, 100) COLLATE "C"\(fragment: columns) FROM categories
    WHERE household_id = current_household() AND deleted_at IS NULL ORDER BY left(folded_name, 100) COLLATE "C", id)
    """
  }

  private static let hasSamples: SQL =
    "(SELECT EXISTS (SELECT FROM items WHERE household_id = current_household() AND is_sample AND deleted_at IS NULL))"

  /// Whether there are to-dos of the first load, as `has_samples`.
  static func samples() -> SQL { "SELECT \(fragment: hasSamples) AS has_samples" }

  /// The beginning of a description. No more bytes are no more characters, and need not be counted.
  static let beginning: SQL =
    "CASE WHEN octet_length(description) <= 280 THEN description ELSE left(description, 280) END AS description"

  /// The same rows of a list that narrows, each with its section: a page that took some effort to find is not looked for
  /// again.
  private static func narrowed(_ filter: ItemFilter) -> SQL {
    let further: SQL = """
      , NULL::text AS section_name, NULL::text AS section_color, NULL::text AS section_icon, NULL::int AS open_items, NULL::int AS done_items,
        NULL::boolean AS has_samples
      """
    return """
      \(fragment: cursor(filter))\(fragment: filter.start == nil ? "WITH " : ", ")\(fragment: matching(filter))
      (\(fragment: TurnQueries.members(further)))
      UNION ALL
      (\(fragment: tagsOfPage(further: ", NULL, NULL, NULL, NULL, NULL, NULL")))
      UNION ALL
      (SELECT section, id, title, description, is_done, due_at, is_day, image_id, tag_ids, concerned, repeats, later, priority, lines, name, color, icon,
        open_items::int, done_items::int, \(fragment: hasSamples)
      FROM page ORDER BY section_order, section, is_done, sort_key, id)
      """
  }

  /// Each tag of the page once, in the columns of its items. A form takes 50 tags, and the LIMIT is above what 51 items with
  /// as many have.
  private static func tagsOfPage(further: SQL = "") -> SQL {
    """
    SELECT NULL AS section, id, name AS title, color AS description, NULL AS is_done, NULL AS due_at, NULL AS is_day, NULL AS image_id,
        NULL AS tag_ids, NULL AS concerned, NULL AS repeats, NULL AS later, NULL AS priority, NULL AS lines\(fragment: further)
      FROM tags
      WHERE household_id = current_household() AND deleted_at IS NULL AND id = ANY (ARRAY(SELECT unnest(tag_ids) FROM page))
      ORDER BY folded_name LIMIT 2550
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
  /// looked at when the items without one do not fill it. OFFSET keeps PostgreSQL from asking in three places what is folded.
  private static func ranges(_ filter: ItemFilter) -> SQL {
    """
    SELECT s.section, i.*
    FROM (
      SELECT every.section, \(fragment: isFolded(filter)) AS is_folded
      FROM (
        \(fragment: inOrder())
      ) AS every
      WHERE true\(fragment: section(filter))\(fragment: isNotBefore(filter))
      OFFSET 0
    ) AS s
    LEFT JOIN LATERAL (
      SELECT id, title, \(fragment: beginning), is_done, \(fragment: ItemQueries.due) AS due_at, \(fragment: ItemQueries.isDay), image_id, tag_ids, \(fragment: TurnQueries.concerned), \(fragment: RepeatQueries.ofRow),
        \(fragment: SnoozeQueries.day), \(fragment: ItemQueries.priority), \(fragment: ChecklistQueries.progress)
      \(fragment: items(filter)) AND NOT s.is_folded
      ORDER BY is_done, \(fragment: key(filter.sort)), id LIMIT 51
    ) AS i ON true
    WHERE i.id IS NOT NULL OR s.is_folded AND (
      SELECT true FROM items
      WHERE household_id = current_household() AND items.section = s.section AND deleted_at IS NULL\(fragment: filter.foldsDone ? doneOrHere : state(filter)) LIMIT 1
    )\(fragment: filter.start == nil ? "" : " AND s.section <> (SELECT section FROM cursor)")
    LIMIT 51
    """
  }

  /// A section requested on its own, or that of the marked item, is unfolded.
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
      WHERE household_id = current_household() AND items.section = s.section AND deleted_at IS NULL\(fragment: state(filter))\(fragment: isAfter)
      """
  }

  /// With tags, what matches is found first and put in order afterwards; a search finds the page by words.
  private static func matching(_ filter: ItemFilter) -> SQL {
    let key = key(filter.sort)
    var tags = filter.person.map { TurnQueries.isFor($0) } ?? ""
    if let priority = filter.priority { tags = "\(fragment: tags) AND items.priority = \(priority.rawValue)" }
    for tag in filter.tags {
      tags = """
        \(fragment: tags)
            AND EXISTS (SELECT FROM item_tags x JOIN tags t ON t.id = x.tag_id WHERE x.household_id = current_household() AND x.item_id = items.id AND t.household_id = current_household() AND t.deleted_at IS NULL AND \(fragment: Self.tag(tag)))
        """
    }
    if !filter.q.isBlank {
      return searched(
        filter, sections: "\(fragment: uncategorised) UNION ALL \(fragment: categories)", key: key,
        ofSection: section(filter), ofItem: "\(fragment: state(filter))\(fragment: tags)",
        ofCount: count(filter.state))
    }
    return """
      page AS (
        SELECT every.*, items.id, title, \(fragment: beginning), is_done, \(fragment: ItemQueries.due) AS due_at, \(fragment: ItemQueries.isDay), image_id, tag_ids, \(fragment: TurnQueries.concerned), \(fragment: RepeatQueries.ofRow), \(fragment: SnoozeQueries.day), \(fragment: ItemQueries.priority), \(fragment: ChecklistQueries.progress),
          \(fragment: key) AS sort_key
        FROM items JOIN (\(fragment: uncategorised) UNION ALL \(fragment: categories)) AS every ON every.section = items.section
        WHERE household_id = current_household() AND deleted_at IS NULL\(fragment: section(filter))\(fragment: state(filter))\(fragment: tags)\(fragment: filter.start == nil ? "" : "\n    AND (section_order, every.section, is_done, \(fragment: key), items.id) \(fragment: filter.beyond) (SELECT section_order, section, is_done, sort_key, id FROM cursor)")
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
    case .priority: "priority"
    }
  }

  /// A key before every other.
  private static func least(_ sort: ItemFilter.Sort) -> SQL {
    switch sort {
    case .position, .newest: "'-infinity'::numeric"
    case .due: "'-infinity'::timestamptz"
    case .title: "''"
    case .priority: "0::smallint"
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

  private static func state(_ filter: ItemFilter) -> SQL {
    switch filter.state {
    case .open: " AND NOT is_done AND \(fragment: SnoozeQueries.isHere)"
    case .later: " AND NOT is_done AND \(fragment: SnoozeQueries.isLater)"
    case .done: " AND is_done"
    case .all: filter.showsLater ? "" : doneOrHere
    }
  }

  private static let doneOrHere: SQL = " AND (is_done OR \(fragment: SnoozeQueries.isHere))"

  private static func count(_ status: ItemFilter.Status) -> SQL {
    switch status {
    case .open, .later: "open_items"
    case .done: "done_items"
    case .all: "open_items + done_items"
    }
  }

  /// How many items have no category, without those that are hidden until later.
  static func countUncategorised() -> SQL {
    """
    WITH hidden AS MATERIALIZED (\(fragment: SnoozeQueries.bySection))
    SELECT open_items + done_items - coalesce((SELECT items FROM hidden WHERE label = section), 0) AS items
    FROM (\(fragment: uncategorised)) AS loose
    """
  }

  /// The names of the category, the tags and the member that a filter speaks of.
  static func names(_ filter: ItemFilter) -> SQL {
    let category = filter.category.map { isMeant(by: $0) } ?? "false"
    let tags: SQL = filter.tags.reduce("false") { "\(fragment: $0) OR \(fragment: isMeant(by: $1))" }
    var person: SQL = ""
    if case .id(let id) = filter.person { person = " UNION ALL \(fragment: TurnQueries.name(of: id))" }
    return """
      SELECT true AS is_category, id, name FROM categories
      WHERE household_id = current_household() AND deleted_at IS NULL AND \(fragment: category)
      UNION ALL
      SELECT false, id, name FROM tags WHERE household_id = current_household() AND deleted_at IS NULL AND (\(fragment: tags))\(fragment: person)
      """
  }

  /// Whether a row of categories or tags is the one that a filter speaks of.
  private static func isMeant(by label: ItemFilter.Label) -> SQL {
    switch label {
    case .id(let id): "id = \(id)"
    case .named(let name): "md5(folded_name) = md5(folded(btrim(\(name))))"
    }
  }
}
