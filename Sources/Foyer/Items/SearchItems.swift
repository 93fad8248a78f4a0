import CivilTime
import Postgres

extension SearchKind {
  static let items = SearchKind(
    name: "items", rank: 0, title: { $0.navItems }, query: SearchQueries.items,
    entry: { row, reader in
      let id: UUID = try row["id"]
      let around = try MarkedText(around: row["description"], folded: row["folded_description"], terms: reader.terms)
      let (category, later): (String?, Int?) = (try row["category"], try row["later"])
      let hidden = later.map { day in
        MarkedText(reader.strings.itemsLater(date: reader.strings.date(CalendarDate(days: day).civil)))
      }
      return SearchEntry(
        path: "/items/\(id)/edit", title: try reader.marked(row), icon: try row["is_done"] ? "check" : "list",
        detail: hidden ?? around ?? MarkedText(category ?? ""), isOver: try row["is_done"])
    },
    all: { rows, reader in
      try reader.all("/items?status=all&q=\(reader.q)", rows, total: rows.first?["total"])
    })
}

extension SearchQueries {
  /// Items that the list's own search finds (`ItemSearchQueries.swift`), the best eight; `total` is their number, or null where
  /// it is more than 300.
  ///
  /// Then 150 of them are looked at, and what begins with the text: a range of the index of titles. In it Hangul is in
  /// syllables, so that one which may get a final consonant yet, or an initial consonant alone, is a range as well
  /// (Unicode §3.12).
  static func items(_ text: String) -> SQL {
    """
    WITH \(fragment: terms(text)), sought AS MATERIALIZED (
      SELECT item_id FROM items_with(ARRAY(SELECT word FROM term), 301) AS item_id
    ), amount AS MATERIALIZED (
      SELECT count(*) <= 300 AS is_small FROM sought
    ), start AS MATERIALIZED (
      SELECT folded, ascii(right(folded, 1)) AS last, left(folded, -1) AS rest
      FROM (SELECT left(normalize(phrase, NFC), 100) AS folded FROM query) AS f
    ), bounds AS MATERIALIZED (
      SELECT CASE WHEN last BETWEEN 4352 AND 4370 THEN rest || chr(44032 + (last - 4352) * 588) ELSE folded END COLLATE "C" AS low,
        CASE WHEN last BETWEEN 4352 AND 4370 THEN rest || chr(44032 + (last - 4352) * 588 + 587)
          WHEN last BETWEEN 44032 AND 55203 AND (last - 44032) % 28 = 0 THEN rest || chr(last + 27) ELSE folded END
          || chr(1114111) COLLATE "C" AS high
      FROM start
    ), found AS MATERIALIZED (
      (SELECT item_id FROM sought LIMIT CASE WHEN (SELECT is_small FROM amount) THEN 300 ELSE 150 END)
      UNION
      \(fragment: begun("NOT is_done"))
      UNION
      \(fragment: begun("is_done"))
    ), hit AS MATERIALIZED (
      SELECT i.*, \(fragment: rank) AS rank
      FROM query, (
        SELECT id, is_done, age_order, \(fragment: letters("title_order")) AS folded FROM items
        WHERE household_id = current_household() AND id = ANY (ARRAY(SELECT item_id FROM found)) AND deleted_at IS NULL
      ) AS i
    )
    SELECT i.id, i.title AS name, \(fragment: folded("i.title")) AS folded, best.is_done, best.total, i.later, c.name AS category,
      CASE WHEN best.rank = 2 THEN i.description ELSE '' END AS description,
      CASE WHEN best.rank = 2 THEN \(fragment: folded("i.description")) ELSE '' END AS folded_description
    FROM (
      SELECT *, CASE WHEN (SELECT is_small FROM amount) THEN (SELECT count(*) FROM hit) END AS total
      FROM hit ORDER BY rank, is_done, age_order, id LIMIT 8
    ) AS best, LATERAL (
      SELECT id, left(title, 200) AS title, left(description, 1000) AS description, category_id,
        \(fragment: SnoozeQueries.day) FROM items
      WHERE household_id = current_household() AND id = best.id LIMIT 1
    ) AS i LEFT JOIN LATERAL (
      SELECT left(name, 100) AS name FROM categories
      WHERE household_id = current_household() AND id = i.category_id AND deleted_at IS NULL LIMIT 1
    ) AS c ON true
    ORDER BY best.rank, best.is_done, best.age_order, best.id
    """
  }

  /// The first eight items whose titles begin with the text, if there are many.
  private static func begun(_ state: SQL) -> SQL {
    """
    (SELECT i.id
      FROM bounds, LATERAL (
        SELECT id FROM items
        WHERE household_id = current_household() AND \(fragment: state) AND deleted_at IS NULL
          AND title_order >= bounds.low AND title_order < bounds.high
          AND \(fragment: ItemQueries.hasEach("items.id"))
        ORDER BY title_order, id LIMIT 8
      ) AS i
      WHERE NOT (SELECT is_small FROM amount))
    """
  }
}
