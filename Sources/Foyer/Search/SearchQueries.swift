import Postgres

/// The statements of the search over everything, one for each kind of thing. A thing is found if each word of the text is
/// contained in its name (an item, in a word of its title or description). What begins with the text comes first, then what
/// has each word at the beginning of a word, then the rest.
///
/// Every text is compared as `searched` folds it: without case and accents, Hangul in letters.
enum SearchQueries {
  /// The rows that each statement returns at most.
  static let most = 8

  /// The words of the text, folded.
  static func words(_ text: String) -> SQL { "WITH \(fragment: terms(text)) SELECT word FROM term" }

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

  /// Categories or tags.
  static func labels(_ kind: LabelKind, _ text: String) -> SQL {
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

  static func people(_ text: String) -> SQL {
    """
    WITH \(fragment: terms(text)), hit AS MATERIALIZED (
      SELECT p.*, \(fragment: rank) AS rank
      FROM query, (
        SELECT id, name, searched(name) AS folded FROM people WHERE household_id = current_household() ORDER BY created_at, id LIMIT 1000
      ) AS p
      WHERE \(fragment: hasEachTerm)
    )
    SELECT id, left(name, 200) AS name, left(folded, 600) AS folded FROM hit ORDER BY rank, folded, id LIMIT 8
    """
  }

  /// The household's recipes and the starter recipes that it sees, by their names: an index of names is read.
  static func recipes(_ text: String) -> SQL {
    """
    WITH \(fragment: terms(text)), hit AS MATERIALIZED (
      SELECT r.*, \(fragment: rank) AS rank
      FROM query, (
        (SELECT k.household_id, k.id, \(fragment: letters("k.name_order")) AS folded FROM recipes k
        WHERE k.household_id = (SELECT current_household()) AND k.deleted_at IS NULL)
        UNION ALL
        (SELECT k.household_id, k.id, \(fragment: letters("k.name_order")) AS folded FROM recipes k
        WHERE k.household_id = starter_household() AND k.place IN (\(fragment: RecipeQueries.starters)) AND k.deleted_at IS NULL)
      ) AS r
      WHERE \(fragment: hasEachTerm)
    )
    SELECT r.id, r.name, searched(r.name) AS folded, r.cuisine, best.total
    FROM (SELECT *, count(*) OVER () AS total FROM hit ORDER BY rank, folded, id LIMIT 8) AS best, LATERAL (
      SELECT id, left(name, 200) AS name, left(cuisine, 100) AS cuisine FROM recipes WHERE household_id = best.household_id AND id = best.id LIMIT 1
    ) AS r
    ORDER BY best.rank, best.folded, best.id
    """
  }

  /// Published listings, by the words that a search for hosts reads. Where the rarest word has more than 200, the first of them
  /// in the order of the index are looked at; `total` is null then.
  static func hosts(_ text: String) -> SQL {
    """
    WITH \(fragment: terms(text)), counted AS MATERIALIZED (
      SELECT word, beyond, (
        SELECT count(*) FROM (SELECT FROM listing_words w WHERE w.word >= t.word AND w.word < t.beyond LIMIT 201) AS rows) AS count
      FROM term t
    ), rare AS MATERIALIZED (
      SELECT word, beyond, count FROM counted ORDER BY count, char_length(word) DESC LIMIT 1
    ), found AS MATERIALIZED (
      SELECT DISTINCT w.listing_id, w.household_id
      FROM rare t, LATERAL (
        SELECT listing_id, household_id FROM listing_words w WHERE w.word >= t.word AND w.word < t.beyond LIMIT 200
      ) AS w
    ), hit AS MATERIALIZED (
      SELECT l.*, \(fragment: rank) AS rank
      FROM query, found, LATERAL (
        SELECT id, left(name, 200) AS name, left(place, 200) AS place, searched(left(name, 200)) AS folded
        FROM listings WHERE id = found.listing_id AND published LIMIT 1
      ) AS l
      WHERE NOT EXISTS (
        SELECT FROM term t
        WHERE t.word <> (SELECT word FROM rare) AND NOT EXISTS (
          SELECT FROM listing_words w WHERE w.household_id = found.household_id AND w.word >= t.word AND w.word < t.beyond LIMIT 1))
    )
    SELECT id, name, folded, place, searched(place) AS folded_place,
      CASE WHEN (SELECT count FROM rare) <= 200 THEN count(*) OVER () END AS total
    FROM hit ORDER BY rank, folded, id LIMIT 8
    """
  }

  /// The newest requests of either side, by the name that the other household has given: open ones come first.
  static func stays(_ text: String) -> SQL {
    """
    WITH \(fragment: terms(text)), hit AS MATERIALIZED (
      SELECT r.*, \(fragment: rank) AS rank
      FROM query, (
        (SELECT id, listing_name AS name, searched(listing_name) AS folded, arrival, departure, false AS is_host,
          CASE WHEN state IN ('pending', 'accepted') AND departure < current_date THEN 'past' ELSE state END AS state
        FROM stay_requests WHERE household_id = current_household() AND deleted_at IS NULL ORDER BY id DESC LIMIT 500)
        UNION ALL
        (SELECT id, guest_name, searched(guest_name), arrival, departure, true,
          CASE WHEN state IN ('pending', 'accepted') AND deleted_at IS NOT NULL THEN 'withdrawn'
            WHEN state IN ('pending', 'accepted') AND departure < current_date THEN 'past' ELSE state END
        FROM stay_requests WHERE host_household_id = current_household() ORDER BY id DESC LIMIT 500)
      ) AS r
      WHERE \(fragment: hasEachTerm)
    )
    SELECT id, left(name, 200) AS name, left(folded, 600) AS folded, arrival, departure, is_host, state
    FROM hit ORDER BY rank, state NOT IN ('pending', 'accepted'), arrival DESC, id LIMIT 8
    """
  }

  // MARK: Parts of these statements

  /// `query.phrase` is the whole text, folded; `term` has its words, at most eight.
  static func terms(_ text: String) -> SQL {
    """
    query AS MATERIALIZED (
      SELECT searched(btrim(\(text))) AS phrase
    ), term AS MATERIALIZED (
      SELECT DISTINCT left(word, 40) COLLATE "C" AS word, left(word, 40) || chr(1114111) COLLATE "C" AS beyond
      FROM regexp_split_to_table((SELECT phrase FROM query), '\\s+') AS word WHERE word <> '' LIMIT 8
    )
    """
  }

  /// How well `folded` matches; 0 is best.
  static let rank: SQL = """
    CASE WHEN starts_with(folded, phrase) THEN 0
      WHEN NOT EXISTS (SELECT FROM term WHERE strpos(' ' || folded, ' ' || word) = 0) THEN 1 ELSE 2 END
    """

  private static let hasEachTerm: SQL =
    "EXISTS (SELECT FROM term) AND NOT EXISTS (SELECT FROM term WHERE strpos(folded, word) = 0)"

  /// A folded column with its Hangul in letters. Most are ASCII, which is known sooner than it is normalised.
  static func letters(_ column: SQL) -> SQL {
    """
    CASE WHEN octet_length(\(fragment: column)) = char_length(\(fragment: column)) THEN \(fragment: column)
      ELSE normalize(\(fragment: column), NFD) END
    """
  }
}
