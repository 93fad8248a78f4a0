import Postgres

extension SearchQueries {
  /// Names of pages in the reader's language. `number` begins at 1.
  /// - Parameters:
  ///   - names: all of the first language, then as many of each other one.
  ///   - languages: their codes.
  ///   - otherwise: the language of a reader who has chosen none.
  static func names(_ names: [String], in languages: [String], otherwise: String, _ text: String) -> SQL {
    """
    WITH \(fragment: terms(text)), spoken AS MATERIALIZED (
      SELECT \(names.count / languages.count)::int AS names, array_position(\(languages)::text[], coalesce(
        (SELECT language FROM people WHERE household_id = current_household() AND id = current_person()), \(otherwise))) - 1 AS language
    ), hit AS MATERIALIZED (
      SELECT number, folded, \(fragment: rank) AS rank
      FROM query, (
        SELECT number::int - language * names AS number, searched(name) AS folded
        FROM spoken, unnest(\(names)::text[]) WITH ORDINALITY AS p (name, number) WHERE (number::int - 1) / names = language
      ) AS p
      WHERE \(fragment: hasEachTerm)
    )
    SELECT number, folded FROM hit ORDER BY rank, number LIMIT 8
    """
  }
}
