import Cookery
import Postgres

/// The cookbook: its shelves, and what a search in it finds.
extension RecipeQueries {
  // MARK: Searching

  /// Recipes that have each term of a search and fit its filters, those first that have one in their name. A term that no word
  /// begins with stands for the words that are nearly it.
  static func cookbook(_ search: CookbookSearch) -> SQL {
    let reading = search.reading
    let words = reading.terms.enumerated().flatMap { place, term in term.beginnings.map { (place, $0) } }
    let plain = reading.terms.indices.filter { reading.terms[$0].traits == 0 }
    let course = search.course ?? reading.course
    let sweets = course == .dessert ? CookbookSearch.sweets : []
    // Of two times the shorter one counts. What is not asked for is a value, not another statement.
    let time = [search.time, reading.minutes].compactMap { $0 }.min()
    let meant = reading.terms.indices.filter { reading.terms[$0].traits != 0 }
    let ofCourse: SQL =
      switch course {
      case .main: "k.traits & \(Trait.bits(.notMain)) = 0"
      case .breakfast: "k.traits & \(Trait.bits(.breakfast)) <> 0"
      case .side:
        "k.traits & \(Trait.bits(.notMain)) <> 0 AND k.traits & \(Trait.bits(.notBreakfast)) = 0 AND k.id NOT IN (SELECT recipe_id FROM sweet)"
      case .dessert: "k.traits & \(Trait.bits(.notMain)) <> 0 AND k.id IN (SELECT recipe_id FROM sweet)"
      case nil: "true"
      }
    // Signs alone are in no recipe.
    let cuisine = Cuisine(rawValue: search.cuisine).map { Trait.bit($0) } ?? 0
    let isNothing = !search.q.isBlank && reading.terms.isEmpty && reading.minutes == nil && reading.course == nil
    let filters: SQL = """
      k.deleted_at IS NULL AND NOT \(isNothing)::boolean AND \(fragment: ofCourse)
            AND (\(optional: time)::bigint IS NULL
              OR coalesce(k.prep_minutes, 0)::bigint + coalesce(k.cook_minutes, 0) BETWEEN 1 AND \(optional: time)::bigint)
            AND (\(search.cuisine)::text = '' OR lower(k.cuisine) = \(search.cuisine)::text OR k.traits & \(cuisine)::bigint <> 0)
            AND (\(search.label)::text = '' OR EXISTS (SELECT FROM unnest(k.statements) AS label WHERE lower(btrim(label)) = \(search.label)::text))
            AND NOT EXISTS (
              SELECT FROM unnest(\(meant)::int[], \(meant.map { reading.terms[$0].traits })::bigint[]) AS meant (place, bits)
              WHERE (\(fragment: answered("k", "traits"))) & meant.bits <> meant.bits
                AND NOT EXISTS (SELECT FROM found WHERE found.place = meant.place AND found.recipe_id = k.id))
      """
    let isVisible: SQL = "(k.household_id = (SELECT current_household()) OR k.place IN (\(fragment: starters)))"
    let (offset, count) = (
      (search.from - 1) * CookbookSearch.pageSize, (search.page - search.from + 1) * CookbookSearch.pageSize + 1
    )
    let candidates: SQL =
      plain.isEmpty
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
        SELECT recipe_id FROM (SELECT searched(word) COLLATE "C" AS word FROM unnest(\(sweetWords(course, sweets))::text[]) AS sweets (word)) AS term
          CROSS JOIN LATERAL (\(fragment: having("term.word", upTo: "term.word || chr(1114111)"))) AS w
        WHERE w.kind <= 1
      ), page AS (
        SELECT household_id, id, row_number() OVER (ORDER BY kind, name_order, id) AS position
        FROM (
          \(fragment: candidates)
          ORDER BY kind, name_order, id LIMIT \(count) OFFSET \(offset)
        ) AS first
      )
      SELECT page.position, \(fragment: summary)
      FROM page JOIN recipes r ON r.household_id IN ((SELECT current_household()), starter_household()) AND r.household_id = page.household_id AND r.id = page.id
      ORDER BY page.position
      """
  }

  private static func sweetWords(_ course: CookbookSearch.Course?, _ sweets: [String]) -> [String] {
    course == .side ? CookbookSearch.sweets : sweets
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

  // MARK: Shelves

  /// The first page of the cookbook, eight recipes of a shelf at most: what is planned for today, what uses food that expires soon,
  /// favourites, what was not made for three weeks, what takes half an hour, and the newest. What is proposed suits everybody
  /// who eats today.
  static func shelves() -> SQL {
    let search = RecipeSearch()
    func few(_ shelf: Shelf, _ ids: SQL) -> SQL {
      "SELECT \(shelf.rawValue)::int AS shelf, id, row_number() OVER () AS position FROM (\(fragment: ids)) AS few"
    }
    let shuffled: SQL = "hashtextextended(k.id::text, (SELECT day FROM asked) - '1970-01-01'::date)"
    let made: SQL = """
      SELECT recipe_id, max(day) AS day FROM (
        (SELECT recipe_id, day FROM cookings WHERE household_id = current_household() AND taken_back_at IS NULL ORDER BY day DESC LIMIT 1000)
        UNION ALL
        (SELECT recipe_id, day FROM meals WHERE household_id = current_household() AND recipe_id IS NOT NULL AND deleted_at IS NULL ORDER BY day DESC LIMIT 1000)
      ) AS times GROUP BY recipe_id HAVING max(day) < (SELECT day FROM asked) - 21
      """
    let quick: SQL = """
      coalesce(k.prep_minutes, 0)::bigint + coalesce(k.cook_minutes, 0) BETWEEN 1 AND 30 AND k.traits & \(Trait.bits(.notMain)) = 0
        AND \(fragment: fits(.traits))
      """
    let tonight: SQL = """
      SELECT recipe_id AS id FROM meals WHERE household_id = current_household() AND day = (SELECT day FROM asked)
        AND recipe_id IS NOT NULL AND deleted_at IS NULL
      ORDER BY meal = 'dinner' DESC, created_at, id LIMIT 4
      """
    let useSoon: SQL = """
      SELECT r.id FROM (
        SELECT k.place, count(*) AS uses FROM recipe_keys k
        WHERE k.ingredient = ANY (ARRAY(SELECT ingredient FROM soon)) AND \(fragment: fits(.traits))
          AND (k.household_id = (SELECT current_household()) OR k.place IN (\(fragment: starters)))
        GROUP BY k.place ORDER BY count(*) DESC, k.place LIMIT 8
      ) AS best JOIN recipes r ON r.household_id IN ((SELECT current_household()), starter_household()) AND r.place = best.place AND r.deleted_at IS NULL
      ORDER BY best.uses DESC, best.place
      """
    let favorites: SQL = """
      SELECT recipe_id AS id FROM favorites WHERE household_id = current_household() AND person_id = current_person() AND NOT is_deleted
      ORDER BY name_order, recipe_id LIMIT 12
      """
    let notForLong: SQL = """
      SELECT recipe_id AS id FROM (\(fragment: made)) AS made ORDER BY day, recipe_id LIMIT 12
      """
    let quickOnes: SQL = """
      SELECT k.id FROM (
        (SELECT id, place, traits, maybe, prep_minutes, cook_minutes FROM recipes
        WHERE household_id = (SELECT current_household()) AND deleted_at IS NULL ORDER BY id DESC LIMIT 200)
        UNION ALL
        (SELECT id, place, traits, maybe, prep_minutes, cook_minutes FROM recipes k
        WHERE k.household_id = starter_household() AND k.deleted_at IS NULL AND k.place IN (\(fragment: starters)))
      ) AS k WHERE \(fragment: quick) ORDER BY \(fragment: shuffled), k.id LIMIT 16
      """
    let newest: SQL = """
      SELECT id FROM recipes WHERE household_id = (SELECT current_household()) AND deleted_at IS NULL ORDER BY id DESC LIMIT 16
      """
    return """
      WITH \(fragment: wishes(search)), asked AS MATERIALIZED (
        SELECT (now() AT TIME ZONE time_zone)::date AS day FROM households WHERE id = current_household()
      ), soon AS MATERIALIZED (
        SELECT ingredient FROM ingredients_at_hand WHERE household_id = current_household() AND \(fragment: isExpiring) ORDER BY best_before, id LIMIT 8
      ), pick AS (
        \(fragment: few(.tonight, tonight))
        UNION ALL
        \(fragment: few(.useSoon, useSoon))
        UNION ALL
        \(fragment: few(.favorites, favorites))
        UNION ALL
        \(fragment: few(.notForLong, notForLong))
        UNION ALL
        \(fragment: few(.quick, quickOnes))
        UNION ALL
        \(fragment: few(.new, newest))
      )
      SELECT pick.shelf, \(fragment: summary)
      FROM pick CROSS JOIN LATERAL (
        \(fragment: visible("pick.id"))
      ) AS r
      WHERE r.deleted_at IS NULL
      ORDER BY pick.shelf, pick.position
      """
  }
}

/// A row of pictures on the cookbook's first page.
enum Shelf: Int, CaseIterable {
  case tonight, useSoon, favorites, notForLong, quick, new

  static let size = 8

  func title(_ strings: Strings) -> String {
    switch self {
    case .tonight: strings.cookbookTonight
    case .useSoon: strings.cookbookUseSoon
    case .favorites: strings.recipesFavorites
    case .notForLong: strings.cookbookNotForLong
    case .quick: strings.cookbookQuick
    case .new: strings.cookbookNew
    }
  }

  /// All of it.
  var path: String? {
    switch self {
    case .tonight: "/plan"
    case .useSoon: "/recipes/hand?sort=date"
    case .favorites: "/favorites"
    case .quick: "/recipes?time=30"
    case .notForLong, .new: nil
    }
  }
}
