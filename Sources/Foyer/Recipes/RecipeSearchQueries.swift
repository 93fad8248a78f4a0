import Postgres

/// The lists of recipes: by what is at hand, by name, and the favourites.
extension RecipeQueries {
  /// Recipes ranked by missing ingredients ascending, owned ones descending; of equals, those come first that use what expires
  /// soon. After the last of them, up to fifty more of the same name that need nothing of what is at hand: `position` 1 follows
  /// there again. No row when nothing is at hand.
  ///
  /// An index-only scan of recipe_keys counts matches by rank; other tables are read for the page alone, and for the names
  /// that are compared until it is full: OFFSET 0 has them compared in the order of rank. Without names, fifty are kept while
  /// all are counted. Its households are named by OR:
  /// with IN, PostgreSQL reads every key of both instead of those of the ingredients. The rank of what uses something that
  /// expires is half of the way to the recipes that need one ingredient less (`recipes.place`): one number to sort by. So is
  /// the order of the page before names: no recipe has as many as 1,048,576.
  static func ranked(_ search: RecipeSearch) -> SQL {
    let order: SQL = "(place >> 40) - have, have DESC, rank"
    let isNamed = !search.q.isBlank
    let ranks: SQL =
      isNamed || search.uses != nil ? " ORDER BY (k.place >> 40) - count(*), have DESC, rank OFFSET 0" : ""
    let page: SQL = isNamed ? ", page AS (\(fragment: sameName(search)))" : ""
    let others: SQL = isNamed ? "UNION ALL (\(fragment: list(isRest: true, search)))" : ""
    return """
      WITH \(fragment: wishes(search)), best AS (
        SELECT place, have, rank, row_number() OVER (ORDER BY \(fragment: order)) AS position
        FROM (
          SELECT place, have, rank FROM (
            SELECT k.place, count(*) AS have,
              k.place - (bool_or(k.ingredient = ANY (\(fragment: soon)))::int::bigint << 39) AS rank
            FROM recipe_keys k
            WHERE \(fragment: mayContain(search.q))k.ingredient = ANY (\(fragment: kept))
              AND \(fragment: fits(search))
              AND (k.household_id = (SELECT current_household()) OR k.place IN (\(fragment: starters)))
            GROUP BY k.place\(fragment: ranks)
          ) AS k
          WHERE true\(fragment: uses(search))\(fragment: contains(search.q))
          ORDER BY \(fragment: order) LIMIT \(fragment: rows(search)) OFFSET \(search.offset)
        ) AS first
      )\(fragment: page)
      (SELECT best.position, false AS is_rest, \(fragment: summary(search))
      FROM best JOIN recipes r ON r.household_id IN ((SELECT current_household()), starter_household()) AND r.place = best.place AND r.deleted_at IS NULL
      ORDER BY (((best.place >> 40) - best.have) * 1048576 - best.have) * 2 + (best.rank = best.place)::int, r.name_order, r.id)
      \(fragment: others)
      """
  }

  /// A page and one row more; where one comes back to a list, the pages before it as well.
  private static func rows(_ search: RecipeSearch) -> SQL {
    search.from == search.page ? "51" : "\(search.size + 1)::bigint"
  }

  /// Every recipe by its name: when nothing is at hand, or somebody asks for that order.
  static func byName(_ search: RecipeSearch) -> SQL {
    let condition: SQL =
      search.isByName
      ? "true" : "(SELECT count(*) FROM ingredients_at_hand WHERE household_id = current_household()) = 0"
    return """
      WITH \(fragment: wishes(search)), page AS (\(fragment: named(search, condition, offset: search.offset, rows: rows(search))))
      \(fragment: list(isRest: false, search))
      """
  }

  /// Recipes with this name that use nothing of what is at hand; listed after the ranked ones. A scalar subquery is no join
  /// and its cost puts it behind the name, which leaves few.
  private static func sameName(_ search: RecipeSearch) -> SQL {
    let condition: SQL = """
      (SELECT count(*) FROM best) <= 50 AND \(search.uses == nil)
          AND (SELECT count(*) FROM ingredients_at_hand WHERE household_id = current_household()) > 0
          AND (SELECT count(*) FROM recipe_keys n
            WHERE n.household_id IN ((SELECT current_household()), starter_household()) AND n.household_id = k.household_id AND n.recipe_id = k.id AND n.ingredient = ANY (\(fragment: kept))) = 0
      """
    return named(search, condition, offset: 0)
  }

  /// Ids of a page of recipes by name.
  /// - Parameter fits: what is said of the wishes; that they are met, if nothing else is.
  private static func named(_ search: RecipeSearch, _ condition: SQL, fits: SQL? = nil, offset: Int, rows: SQL = "51")
    -> SQL
  {
    let conditions: SQL =
      "k.deleted_at IS NULL AND \(fragment: fits ?? self.fits(search))\(fragment: name("k.name_order", search.q)) AND \(fragment: condition)"
    return """
      SELECT household_id, id, row_number() OVER (ORDER BY name_order, id) AS position
        FROM (
          (SELECT k.household_id, k.name_order, k.id FROM recipes k
          WHERE k.household_id = (SELECT current_household()) AND \(fragment: conditions)
          ORDER BY k.name_order, k.id LIMIT \(fragment: rows) + \(offset)::bigint)
          UNION ALL
          (SELECT k.household_id, k.name_order, k.id FROM recipes k
          WHERE k.household_id = starter_household() AND k.place IN (\(fragment: starters)) AND \(fragment: conditions)
          ORDER BY k.name_order, k.id LIMIT \(fragment: rows) + \(offset)::bigint)
          ORDER BY name_order, id LIMIT \(fragment: rows) OFFSET \(offset)
        ) AS first
      """
  }

  /// The recipes of `named`, in its order.
  private static func list(isRest: Bool, _ search: RecipeSearch) -> SQL {
    """
    SELECT page.position, \(isRest)::boolean AS is_rest, \(fragment: summary(search))
      FROM page JOIN recipes r ON r.household_id = page.household_id AND r.id = page.id
      ORDER BY page.position
    """
  }

  /// The number of recipes that a search leaves out because it is unknown whether they fit; counted up to a limit.
  static func countUnknown(_ search: RecipeSearch) -> SQL {
    let condition: SQL = """
      (SELECT required FROM wishes) <> 0 AND \(fragment: fits(.maybe))
            AND (\(fragment: answered("k", "traits"))) & (SELECT required FROM wishes) <> (SELECT required FROM wishes)
      """
    // Of a name, those that need nothing of what is at hand are not counted: every name would be read once more.
    let isByName = search.isByName
    let byName: SQL = """
      (SELECT k.place FROM recipes k
        WHERE (\(isByName) OR (SELECT count(*) FROM ingredients_at_hand WHERE household_id = current_household()) = 0)
          AND k.deleted_at IS NULL AND \(fragment: condition)
          AND (k.household_id = (SELECT current_household()) OR k.place IN (\(fragment: starters)))\(fragment: name("k.name_order", search.q))
        LIMIT \(unknownLimit))
      """
    let keys: SQL = """
      (SELECT k.place FROM recipe_keys k
        WHERE \(fragment: mayContain(search.q))k.ingredient = ANY (\(fragment: search.uses.map { used($0) } ?? kept))
          AND \(fragment: condition)
          AND (k.household_id = (SELECT current_household()) OR k.place IN (\(fragment: starters)))\(fragment: contains(search.q))
        LIMIT \(unknownLimit))
        UNION ALL
      """
    return """
      WITH \(fragment: wishes(search))
      SELECT count(DISTINCT place) AS count FROM (\(fragment: isByName ? "" : keys) \(fragment: byName)) AS unknown
      """
  }

  private static let unknownLimit = 1_000

  /// The first recipes of a name that certainly do not suit.
  static func unsuitable(_ search: RecipeSearch) -> SQL {
    let page = named(search, "true", fits: "NOT (" + fits(.maybe) + ")", offset: 0)
    return """
      WITH \(fragment: wishes(search)), page AS (\(fragment: page))
      SELECT r.id, left(r.name, 200) AS name
      FROM page JOIN recipes r ON r.household_id IN ((SELECT current_household()), starter_household()) AND r.household_id = page.household_id AND r.id = page.id
      WHERE page.position <= 20 ORDER BY page.position
      """
  }

  /// Three recipes of which most is at hand, that everybody who eats here today may eat and that are of the visitor's cuisines.
  /// Of each ingredient, the short recipes alone are looked at, whose ranks are the lowest: a range of an index.
  static func cookable() -> SQL {
    """
    WITH hand AS MATERIALIZED (
      SELECT ingredient, wishes.*
      FROM (
        SELECT (\(fragment: EaterQueries.required(by: EaterChoice()))) AS required, coalesce(max(cuisines), 0) AS cuisines
        FROM cooking_parameters WHERE household_id = current_household() AND person_id = current_person()
      ) AS wishes, ingredients_at_hand
      WHERE household_id = current_household() ORDER BY created_at DESC, id LIMIT 25
    ), best AS (
      SELECT place, count(*) AS have FROM hand, LATERAL (
        (SELECT k.place FROM recipe_keys k
        WHERE k.household_id = (SELECT current_household()) AND k.ingredient = hand.ingredient AND \(fragment: isShort)
        ORDER BY k.place LIMIT 12)
        UNION ALL
        (SELECT k.place FROM recipe_keys k
        WHERE k.household_id = starter_household() AND k.ingredient = hand.ingredient AND \(fragment: isShort)
        ORDER BY k.place LIMIT 12)
      ) AS short
      GROUP BY place HAVING 2 * count(*) > place >> 40
      ORDER BY (place >> 40) - count(*), count(*) DESC, place LIMIT 12
    )
    SELECT r.*, r.household_id = starter_household() AS is_starter, false AS is_favorite,
      ARRAY(
        (SELECT key FROM ingredients_at_hand WHERE household_id = current_household() LIMIT 1000)
        UNION ALL SELECT key FROM staple_foods WHERE household_id = current_household() AND is_staple) AS hand,
      \(fragment: boughtStaples)
    FROM best CROSS JOIN LATERAL (
      SELECT household_id, id, name, left(description, 200) AS description, cuisine, prep_minutes, cook_minutes, image_id, need_names, need_keys, staple_keys, traits
      FROM recipes
      WHERE household_id IN ((SELECT current_household()), starter_household()) AND recipes.place = best.place AND deleted_at IS NULL LIMIT 1
    ) AS r
    WHERE (r.household_id <> starter_household() OR \(fragment: isShown))
    ORDER BY (best.place >> 40) - best.have, best.have DESC, best.place LIMIT 3
    """
  }

  /// Whether a row `k` is of a recipe with two ingredients or more that fits what `hand` says of everybody.
  private static let isShort: SQL = """
    k.place >= 2::bigint << 40 AND (\(fragment: answered("k", "traits"))) & hand.required = hand.required
          AND (hand.cuisines = 0 OR k.traits & hand.cuisines <> 0)
    """

  /// Whether a starter recipe `r` is one that the household sees.
  private static let isShown: SQL = """
    NOT (SELECT hides_starter_recipes FROM households WHERE id = current_household())
      AND NOT EXISTS (SELECT FROM recipes o WHERE o.household_id = (SELECT current_household()) AND o.id = r.id OFFSET 0)
    """

  /// The visitor's cuisines, and what everybody who eats asks for: one row, with zeros for nothing.
  static func wishes(_ search: RecipeSearch) -> SQL {
    """
    wishes AS MATERIALIZED (
      SELECT coalesce(max(cuisines), 0) AS cuisines, (\(fragment: EaterQueries.required(by: search.eaters))) AS required
      FROM cooking_parameters WHERE household_id = current_household() AND person_id = current_person()
    )
    """
  }

  private static func fits(_ search: RecipeSearch) -> SQL { fits(search.showsUnknown ? .maybe : .traits) }

  /// The bits of a recipe: certain ones, or those that are certain or unknown.
  enum Bits { case traits, maybe }

  /// Whether bits of `k` are what the visitor asks for.
  static func fits(_ bits: Bits) -> SQL {
    let column = answered("k", bits == .maybe ? "maybe" : "traits")
    return """
        ((SELECT required FROM wishes) = 0 OR (\(fragment: column)) & (SELECT required FROM wishes) = (SELECT required FROM wishes))
            AND ((SELECT cuisines FROM wishes) = 0 OR k.traits & (SELECT cuisines FROM wishes) <> 0)
      """
  }

  /// Folded once per statement instead of once per row.
  private static func name(_ column: SQL, _ text: String) -> SQL {
    text.isBlank ? "" : " AND strpos(\(fragment: column), (SELECT folded(\(text)))) > 0"
  }

  /// Rules out most recipes whose names do not contain the text, and none that do. It comes before other conditions:
  /// PostgreSQL evaluates those of equal cost in their order, and a name leaves the fewest rows.
  private static func mayContain(_ text: String) -> SQL {
    if text.isBlank { return "" }
    return "k.name_bits & (SELECT name_bits(folded(\(text)))) = (SELECT name_bits(folded(\(text)))) AND "
  }

  /// Whether the recipe of rank `k.place` has the text in its name. A scalar subquery is no join, which would read every
  /// name, and its cost puts it behind the other conditions.
  private static func contains(_ text: String) -> SQL {
    if text.isBlank { return "" }
    return """
       AND (SELECT strpos(n.name_order, (SELECT folded(\(text)))) FROM recipes n
            WHERE n.household_id IN ((SELECT current_household()), starter_household()) AND n.place = k.place AND n.deleted_at IS NULL) > 0
      """
  }

  /// The ranks of the starter recipes that the household sees: not those it has a copy of, and none if it hides them. Copies have
  /// the id of the original, which is of version 8, and an index has the few recipes with such ids: a look at each starter recipe
  /// took a third of the instructions of a small household's results.
  static let starters: SQL = """
    SELECT s.place FROM recipes s
    WHERE s.household_id = starter_household() AND s.deleted_at IS NULL
      AND NOT (SELECT hides_starter_recipes FROM households WHERE id = current_household())
      AND s.id NOT IN (
        SELECT o.id FROM recipes o WHERE o.household_id = (SELECT current_household()) AND substr(o.id::text, 15, 1) = '8')
    """

  // MARK: What is at hand

  /// The ingredients that expire first: they are compared with each key that a search reads.
  private static let soon: SQL = """
    ARRAY(SELECT ingredient FROM ingredients_at_hand WHERE household_id = current_household() AND \(fragment: isExpiring)
              ORDER BY best_before, id LIMIT 8)
    """

  private static func used(_ id: UUID) -> SQL {
    "ARRAY(SELECT ingredient FROM ingredients_at_hand WHERE household_id = current_household() AND id = \(id))"
  }

  /// Whether the recipe of rank `k.place` needs what the search names.
  private static func uses(_ search: RecipeSearch) -> SQL {
    guard let id = search.uses else { return "" }
    return """
       AND k.place IN (SELECT u.place FROM recipe_keys u
            WHERE u.household_id IN ((SELECT current_household()), starter_household()) AND u.ingredient = ANY (\(fragment: used(id))))
      """
  }

  // MARK: Columns

  /// With the lines of a recipe of which the search shows that nobody knows whether it fits.
  private static func summary(_ search: RecipeSearch) -> SQL {
    if !search.showsUnknown { return summary }
    let isUnknown: SQL =
      "(\(fragment: answered("r", "traits"))) & (SELECT required FROM wishes) <> (SELECT required FROM wishes)"
    return """
      \(fragment: summary), CASE WHEN \(fragment: isUnknown) THEN r.ingredients END AS ingredients,
        CASE WHEN \(fragment: isUnknown) AND \(fragment: isRead) THEN r.reading END AS reading,
        CASE WHEN \(fragment: isUnknown) THEN \(fragment: packetList) END AS packets,
        CASE WHEN NOT \(fragment: isRead) THEN r.statements END AS statements,
        CASE WHEN NOT \(fragment: isRead) THEN \(fragment: hearsay) END AS hearsay
      """
  }

  /// The columns of a list for a recipe `r`. The favourites of a person who has few are read once, and no join for each row.
  static let summary: SQL = summary(
    isFavorite: """
      EXISTS (
          SELECT FROM favorites f WHERE f.household_id = current_household() AND f.person_id = current_person() AND f.recipe_id = r.id)
      """)

  private static func summary(isFavorite: SQL) -> SQL {
    """
    r.id, r.name, left(r.description, 200) AS description, r.cuisine, r.prep_minutes, r.cook_minutes, r.image_id,
      r.household_id = starter_household() AS is_starter, \(fragment: isFavorite) AS is_favorite,
      r.need_names, r.need_keys, r.staple_keys, \(fragment: answered("r", "traits")) AS traits
    """
  }

  /// The visitor's favourites by name: reads an index of names, then the page.
  static func favorites(_ search: RecipeSearch) -> SQL {
    """
    SELECT f.position, false AS is_rest, \(fragment: summary(isFavorite: "true"))
    FROM (
      SELECT recipe_id, row_number() OVER (ORDER BY name_order, recipe_id) AS position
      FROM (
        SELECT recipe_id, name_order FROM favorites
        WHERE household_id = current_household() AND person_id = current_person() AND NOT is_deleted\(fragment: name("name_order", search.q))
        ORDER BY name_order, recipe_id LIMIT \(fragment: rows(search)) OFFSET \(search.offset)
      ) AS first
    ) AS f
    JOIN LATERAL (
      \(fragment: visible("f.recipe_id"))
    ) AS r ON r.deleted_at IS NULL
    ORDER BY f.position
    """
  }
}
