import Postgres

extension SearchQueries {
  /// Names of pages in the reader's language, found by the beginnings of their further words, too. `number` begins at 1.
  /// - Parameters:
  ///   - names: all of the first language, then as many of each other one.
  ///   - otherwise: the language of a reader who has chosen none.
  static func names(_ names: [(name: String, words: String)], otherwise: Language, _ text: String) -> SQL {
    let languages = Language.allCases.map(\.rawValue)
    return """
      WITH \(fragment: terms(text)), spoken AS MATERIALIZED (
        SELECT \(names.count / languages.count)::int AS names, array_position(\(languages)::text[], coalesce(
          (SELECT language FROM people WHERE household_id = current_household() AND id = current_person()), \(otherwise.rawValue))) - 1 AS language
      ), hit AS MATERIALIZED (
        SELECT number, folded, \(fragment: rank) AS rank
        FROM query, (
          SELECT number::int - language * names AS number, \(fragment: folded("name")) AS folded, ' ' || \(fragment: folded("words")) AS others
          FROM spoken, unnest(\(names.map(\.name))::text[], \(names.map(\.words))::text[]) WITH ORDINALITY AS p (name, words, number)
          WHERE (number::int - 1) / names = language
        ) AS p
        WHERE EXISTS (SELECT FROM term) AND NOT EXISTS (
          SELECT FROM term WHERE strpos(folded, word) = 0 AND strpos(others, ' ' || word) = 0)
      )
      SELECT number, folded FROM hit ORDER BY rank, number LIMIT 8
      """
  }
}
