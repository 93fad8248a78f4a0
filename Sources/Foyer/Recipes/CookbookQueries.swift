import Cookery
import Postgres

/// A search in the cookbook.
extension RecipeQueries {
  /// Recipes that have each term of a search and fit its filters, those first that have one in their name. A term that no word
  /// begins with stands for the words that are nearly it.
  static func cookbook(_ search: CookbookSearch) -> SQL {
    let reading = search.reading
    let words = reading.terms.enumerated().flatMap { place, term in term.beginnings.map { (place, $0) } }
    let course = search.course ?? reading.course
    let (offset, count) = (
      (search.from - 1) * CookbookSearch.pageSize, (search.page - search.from + 1) * CookbookSearch.pageSize + 1
    )
    return """
      WITH term AS MATERIALIZED (
        SELECT place, searched(word) COLLATE "C" AS word FROM unnest(\(words.map { $0.0 })::int[], \(words.map { $0.1 })::text[]) AS typed (place, word)
      ), beginning AS MATERIALIZED (
        SELECT place, recipe_id, min(kind) AS kind
        FROM (SELECT DISTINCT place, word FROM term WHERE word <> '') AS term CROSS JOIN LATERAL (\(fragment: having("term.word", upTo: "term.word || chr(1114111)"))) AS w
        GROUP BY place, recipe_id
      ), missed AS MATERIALIZED (
        SELECT place, searched(word) COLLATE "C" AS word FROM unnest(\(reading.terms.map(\.typed))::text[]) WITH ORDINALITY AS typed (word, number),
          LATERAL (SELECT (number - 1)::int AS place) AS places
        WHERE char_length(word) BETWEEN 2 AND 40 AND NOT EXISTS (SELECT FROM beginning WHERE beginning.place = places.place)
      ), near AS MATERIALIZED (
        \(fragment: near("(SELECT current_household())"))
        UNION
        \(fragment: near("starter_household()"))
      ), found AS MATERIALIZED (
        SELECT place, recipe_id, kind FROM beginning
        UNION ALL
        SELECT place, recipe_id, min(kind) FROM (SELECT DISTINCT place, word FROM near) AS near CROSS JOIN LATERAL (\(fragment: having("near.word", upTo: nil))) AS w
        GROUP BY place, recipe_id
      ), sweet AS MATERIALIZED (
        SELECT recipe_id FROM (SELECT searched(word) COLLATE "C" AS word FROM unnest(\(sweets(course))::text[]) AS sweets (word)) AS term
          CROSS JOIN LATERAL (\(fragment: having("term.word", upTo: "term.word || chr(1114111)"))) AS w
        WHERE w.kind <= 1
      ), page AS (
        SELECT household_id, id, row_number() OVER (ORDER BY kind, name_order, id) AS position
        FROM (
          \(fragment: candidates(search, course))
          ORDER BY kind, name_order, id LIMIT \(count) OFFSET \(offset)
        ) AS first
      )
      SELECT page.position, \(fragment: summary)
      FROM page JOIN recipes r ON r.household_id IN ((SELECT current_household()), starter_household()) AND r.household_id = page.household_id AND r.id = page.id
      ORDER BY page.position
      """
  }

  /// Recipes that have each term and fit the filters.
  private static func candidates(_ search: CookbookSearch, _ course: CookbookSearch.Course?) -> SQL {
    let reading = search.reading
    let plain = reading.terms.indices.filter { reading.terms[$0].traits == 0 }
    let filters = filters(search, course)
    let isVisible: SQL = "(k.household_id = (SELECT current_household()) OR k.place IN (\(fragment: starters)))"
    return plain.isEmpty
      ? """
      SELECT k.household_id, k.id, k.name_order, 0 AS kind FROM recipes k
          WHERE k.household_id IN ((SELECT current_household()), starter_household()) AND \(fragment: isVisible) AND \(fragment: filters)
      """
      : """
      SELECT k.household_id, k.id, k.name_order, hit.kind
          FROM (
            SELECT recipe_id, sum(kind) AS kind FROM found WHERE place = ANY (\(plain)::int[])
            GROUP BY recipe_id HAVING count(*) = \(plain.count)
          ) AS hit JOIN recipes k ON k.household_id IN ((SELECT current_household()), starter_household()) AND k.id = hit.recipe_id
          WHERE \(fragment: isVisible) AND \(fragment: filters)
      """
  }

  /// A filter that is off is a value, not another statement.
  private static func filters(_ search: CookbookSearch, _ course: CookbookSearch.Course?) -> SQL {
    let reading = search.reading
    // Of two times the shorter one counts.
    let time = [search.time, reading.minutes].compactMap { $0 }.min()
    let meant = reading.terms.indices.filter { reading.terms[$0].traits != 0 }
    // Signs alone are in no recipe.
    let cuisine = Cuisine(rawValue: search.cuisine).map { Trait.bit($0) } ?? 0
    let isNothing = !search.q.isBlank && reading.terms.isEmpty && reading.minutes == nil && reading.course == nil
    return """
      k.deleted_at IS NULL AND NOT \(isNothing)::boolean AND \(fragment: isOf(course))
            AND (\(optional: time)::bigint IS NULL
              OR coalesce(k.prep_minutes, 0)::bigint + coalesce(k.cook_minutes, 0) BETWEEN 1 AND \(optional: time)::bigint)
            AND (\(search.cuisine)::text = '' OR lower(k.cuisine) = \(search.cuisine)::text OR k.traits & \(cuisine)::bigint <> 0)
            AND (\(search.label)::text = '' OR EXISTS (SELECT FROM unnest(k.statements) AS label WHERE lower(btrim(label)) = \(search.label)::text))
            AND NOT EXISTS (
              SELECT FROM unnest(\(meant)::int[], \(meant.map { reading.terms[$0].traits })::bigint[]) AS meant (place, bits)
              WHERE (\(fragment: answered("k", "traits"))) & meant.bits <> meant.bits
                AND NOT EXISTS (SELECT FROM found WHERE found.place = meant.place AND found.recipe_id = k.id))
      """
  }

  private static func isOf(_ course: CookbookSearch.Course?) -> SQL {
    switch course {
    case .main: "k.traits & \(Trait.bits(.notMain)) = 0"
    case .breakfast: "k.traits & \(Trait.bits(.breakfast)) <> 0"
    case .side:
      "k.traits & \(Trait.bits(.notMain)) <> 0 AND k.traits & \(Trait.bits(.notBreakfast)) = 0 AND k.id NOT IN (SELECT recipe_id FROM sweet)"
    case .dessert: "k.traits & \(Trait.bits(.notMain)) <> 0 AND k.id IN (SELECT recipe_id FROM sweet)"
    case nil: "true"
    }
  }

  /// Words of sweet dishes, which desserts have and sides have not.
  private static func sweets(_ course: CookbookSearch.Course?) -> [String] {
    course == .side || course == .dessert ? CookbookSearch.sweets : []
  }

  /// Recipes with a word from one on, and before another; or with just this word. Of words that many have, twenty thousand.
  private static func having(_ word: SQL, upTo end: SQL?) -> SQL {
    func of(_ household: SQL) -> SQL {
      let isMeant: SQL =
        end.map { "x.word >= \(fragment: word) AND x.word < \(fragment: $0)" } ?? "x.word = \(fragment: word)"
      return """
        (SELECT x.recipe_id, x.kind FROM recipe_words x
        WHERE x.household_id IN ((SELECT current_household()), starter_household()) AND x.household_id = \(fragment: household) AND \(fragment: isMeant) LIMIT 20000)
        """
    }
    return of("(SELECT current_household())") + " UNION ALL " + of("starter_household()")
  }

  /// Words that begin like a missed one and differ from it, or begin with what does, in a letter; of eight letters on in two. Each
  /// word of the household is looked at once, by skipping through the index.
  private static func near(_ household: SQL) -> SQL {
    """
    SELECT m.place, v.word FROM missed m CROSS JOIN LATERAL (
          WITH RECURSIVE v AS (
            (SELECT x.word FROM recipe_words x
            WHERE x.household_id IN ((SELECT current_household()), starter_household()) AND x.household_id = \(fragment: household) AND x.word >= left(m.word, 1) AND x.word < left(m.word, 1) || chr(1114111)
            ORDER BY x.word LIMIT 1)
            UNION ALL
            SELECT (
              SELECT x.word FROM recipe_words x
              WHERE x.household_id IN ((SELECT current_household()), starter_household()) AND x.household_id = \(fragment: household) AND x.word > v.word AND x.word < left(m.word, 1) || chr(1114111)
              ORDER BY x.word LIMIT 1)
            FROM v WHERE v.word IS NOT NULL
          )
          SELECT v.word FROM v
          WHERE abs(char_length(v.word) - char_length(m.word)) <= 6 AND char_length(v.word) >= 3 AND char_length(m.word) >= 4 AND least(
            levenshtein(v.word, m.word), levenshtein(left(v.word, char_length(m.word)), m.word), levenshtein(left(v.word, char_length(m.word) + 1), m.word)
          ) <= CASE WHEN char_length(m.word) >= 8 THEN 2 ELSE 1 END
        ) AS v
    """
  }

  /// The labels that the household's newest recipes have, the frequent ones first.
  static func labels() -> SQL {
    """
    SELECT label FROM (
      SELECT statements FROM recipes WHERE household_id = (SELECT current_household()) AND deleted_at IS NULL ORDER BY id DESC LIMIT 300
    ) AS r, unnest(r.statements) AS statement, LATERAL (SELECT lower(btrim(statement)) AS label) AS labels
    WHERE char_length(label) BETWEEN 1 AND 40 GROUP BY label ORDER BY count(*) DESC, label LIMIT 12
    """
  }
}
