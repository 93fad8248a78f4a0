import Postgres

extension SearchKind {
  static let categories = labels(.category) { $0.navCategories }
  static let tags = labels(.tag) { $0.navTags }

  private static func labels(_ kind: LabelKind, title: @escaping @Sendable (Strings) -> String) -> SearchKind {
    SearchKind(
      name: kind.rawValue, rank: 3, title: title, query: { SearchQueries.labels(kind, $0) },
      entry: { row, reader in
        let id: UUID = try row["id"]
        return SearchEntry(
          path: kind == .category ? "/items?category=\(id)" : "/items?tag=\(id)", title: try reader.marked(row),
          icon: kind == .category ? "folder" : "tag", color: LabelColor(try row["color"]), emoji: try row["icon"])
      })
  }
}

extension SearchQueries {
  /// Categories or tags.
  fileprivate static func labels(_ kind: LabelKind, _ text: String) -> SQL {
    let icon: SQL = kind == .category ? "icon" : "'' AS icon"
    return """
      WITH \(fragment: terms(text)), hit AS MATERIALIZED (
        SELECT l.*, \(fragment: rank) AS rank
        FROM query, (
          SELECT id, name, color, \(fragment: icon), \(fragment: letters("folded_name")) AS folded
          FROM \(fragment: LabelQueries(kind: kind).table) WHERE household_id = current_household() AND deleted_at IS NULL
        ) AS l
        WHERE \(fragment: hasEachTerm)
      )
      SELECT id, left(name, 200) AS name, left(folded, 600) AS folded, color, icon FROM hit ORDER BY rank, folded, id LIMIT 8
      """
  }
}
