import Postgres

extension SearchKind {
  static let people = SearchKind(
    name: "people", rank: 2, title: { $0.searchPeople }, query: SearchQueries.people,
    entry: { row, reader in SearchEntry(path: "/household", title: try reader.marked(row), icon: "person") })
}

extension SearchQueries {
  static func people(_ text: String) -> SQL {
    """
    WITH \(fragment: terms(text)), hit AS MATERIALIZED (
      SELECT p.*, \(fragment: rank) AS rank
      FROM query, (
        SELECT id, name, \(fragment: folded("name")) AS folded FROM people WHERE household_id = current_household() ORDER BY created_at, id LIMIT 1000
      ) AS p
      WHERE \(fragment: hasEachTerm)
    )
    SELECT id, left(name, 200) AS name, left(folded, 600) AS folded FROM hit ORDER BY rank, folded, id LIMIT 8
    """
  }
}
