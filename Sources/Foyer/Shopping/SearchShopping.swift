import Postgres

extension SearchKind {
  static let shopping = SearchKind(
    name: "shopping", rank: 0, title: { $0.navShopping }, query: SearchQueries.shopping,
    entry: { row, reader in
      let id: UUID = try row["id"]
      return SearchEntry(
        path: "/shopping/\(id)", title: try reader.marked(row), icon: "basket",
        detail: MarkedText(try row["source_name"]),
        isOver: try row["is_checked"])
    })
}

extension SearchQueries {
  /// The lines of the list, open ones first.
  static func shopping(_ text: String) -> SQL {
    """
    WITH \(fragment: terms(text)), hit AS MATERIALIZED (
      SELECT e.*, \(fragment: rank) AS rank
      FROM query, (
        SELECT id, name, \(fragment: folded("name")) AS folded, source_name, is_checked, created_at
        FROM (
          SELECT id, \(fragment: beginning("text")) AS name, source_name, checked_at IS NOT NULL AS is_checked, created_at
          FROM (
            SELECT id, text, source_name, checked_at, created_at FROM shopping_entries e
            WHERE household_id = current_household() AND deleted_at IS NULL AND \(fragment: ShoppingQueries.isOnList("e")) ORDER BY created_at DESC, id DESC LIMIT 1000
          ) AS newest
        ) AS named
      ) AS e
      WHERE \(fragment: hasEachTerm)
    )
    SELECT id, name, folded, left(source_name, 100) AS source_name, is_checked FROM hit ORDER BY is_checked, rank, created_at DESC, id LIMIT 8
    """
  }
}
