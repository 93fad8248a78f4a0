import Postgres

extension SearchKind {
  static let recipes = SearchKind(
    name: "recipes", rank: 0, title: { $0.navRecipes }, query: SearchQueries.recipes,
    entry: { row, reader in
      let id: UUID = try row["id"]
      return SearchEntry(
        path: "/recipes/\(id)", title: try reader.marked(row), icon: "pot",
        detail: MarkedText(reader.strings.cuisine(try row["cuisine"])))
    },
    // Its own search may leave some out, by what somebody eats: a number would promise too much.
    all: { rows, reader in
      let total: Int? = try rows.first?["total"]
      return total ?? 0 > rows.count ? reader.all("/recipes/results?q=\(reader.q)", rows, total: nil) : nil
    })
}

extension SearchQueries {
  /// The household's recipes and the starter recipes that it sees, by their names: an index of names is read. Of those that match,
  /// and not of all, the household's own copies are looked for.
  static func recipes(_ text: String) -> SQL {
    """
    WITH \(fragment: terms(text)), hit AS MATERIALIZED (
      SELECT r.*, \(fragment: rank) AS rank
      FROM query, (
        (SELECT k.household_id, k.id, \(fragment: letters("k.name_order")) AS folded FROM recipes k
        WHERE k.household_id = (SELECT current_household()) AND k.deleted_at IS NULL)
        UNION ALL
        (SELECT k.household_id, k.id, \(fragment: letters("k.name_order")) AS folded FROM recipes k
        WHERE k.household_id = starter_household() AND k.deleted_at IS NULL
          AND NOT (SELECT hides_starter_recipes FROM households WHERE id = current_household()))
      ) AS r
      WHERE \(fragment: hasEachTerm)
    ), seen AS (
      SELECT * FROM hit
      WHERE household_id = current_household()
        OR NOT EXISTS (SELECT FROM recipes o WHERE o.household_id = (SELECT current_household()) AND o.id = hit.id OFFSET 0)
    )
    SELECT r.id, r.name, searched(r.name) AS folded, r.cuisine, best.total
    FROM (SELECT *, count(*) OVER () AS total FROM seen ORDER BY rank, folded, id LIMIT 8) AS best, LATERAL (
      SELECT id, left(name, 200) AS name, left(cuisine, 100) AS cuisine FROM recipes WHERE household_id = best.household_id AND id = best.id LIMIT 1
    ) AS r
    ORDER BY best.rank, best.folded, best.id
    """
  }
}
