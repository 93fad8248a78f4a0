import Postgres

/// The lists of recipes: by what is at hand, by name, and the favourites.
extension RecipeQueries {
  /// Recipes ranked by owned ingredients descending, missing ones ascending. No row when nothing is at hand.
  ///
  /// An index-only scan of recipe_keys counts matches by rank; other tables are read for the page alone, and for the names
  /// that are compared until it is full: OFFSET 0 has them compared in the order of rank. Its households are named by OR:
  /// with IN, PostgreSQL reads every key of both instead of those of the ingredients.
  static func ranked(_ search: RecipeSearch) -> SQL {
    """
    WITH \(fragment: wishes(search)), page AS (
      SELECT place, have, row_number() OVER (ORDER BY have DESC, place) AS position
      FROM (
        SELECT place, have FROM (
          SELECT k.place, count(*) AS have FROM recipe_keys k
          WHERE \(fragment: mayContain(search.q))k.ingredient = ANY (ARRAY(SELECT ingredient FROM ingredients_at_hand WHERE household_id = current_household()))
            AND \(fragment: fits(search))
            AND (k.household_id = (SELECT current_household()) OR k.place IN (\(fragment: starters)))
          GROUP BY k.place ORDER BY have DESC, k.place OFFSET 0
        ) AS k
        WHERE true\(fragment: contains(search.q))
        ORDER BY have DESC, place LIMIT 51 OFFSET \(search.offset)
      ) AS best
    )
    SELECT page.position, \(fragment: summary)
    FROM page JOIN recipes r ON r.household_id IN ((SELECT current_household()), starter_household()) AND r.place = page.place AND r.deleted_at IS NULL
    LEFT JOIN favorites f ON f.household_id = current_household() AND f.person_id = current_person() AND f.recipe_id = r.id
    ORDER BY page.have DESC, page.place >> 40, r.name_order, r.id
    """
  }

  /// Every recipe by its name, when nothing is at hand.
  static func byName(_ search: RecipeSearch) -> SQL {
    let condition: SQL =
      "(SELECT count(*) FROM ingredients_at_hand WHERE household_id = current_household()) = 0 AND k.deleted_at IS NULL AND \(fragment: fits(search))\(fragment: name("k.name_order", search.q))"
    return """
      WITH \(fragment: wishes(search)), page AS (
        SELECT household_id, id, row_number() OVER (ORDER BY name_order, id) AS position
        FROM (
          (SELECT k.household_id, k.name_order, k.id FROM recipes k
          WHERE k.household_id = (SELECT current_household()) AND \(fragment: condition)
          ORDER BY k.name_order, k.id LIMIT 51 + \(search.offset)::bigint)
          UNION ALL
          (SELECT k.household_id, k.name_order, k.id FROM recipes k
          WHERE k.household_id = starter_household() AND k.place IN (\(fragment: starters)) AND \(fragment: condition)
          ORDER BY k.name_order, k.id LIMIT 51 + \(search.offset)::bigint)
          ORDER BY name_order, id LIMIT 51 OFFSET \(search.offset)
        ) AS first
      )
      SELECT page.position, \(fragment: summary)
      FROM page JOIN recipes r ON r.household_id = page.household_id AND r.id = page.id
      LEFT JOIN favorites f ON f.household_id = current_household() AND f.person_id = current_person() AND f.recipe_id = r.id
      ORDER BY page.position
      """
  }

  /// The number of recipes that a search leaves out because it is unknown whether they fit; counted up to a limit.
  static func countUnknown(_ search: RecipeSearch) -> SQL {
    let condition: SQL = """
      (SELECT required FROM wishes) <> 0 AND \(fragment: fits("k.maybe"))
            AND k.traits & (SELECT required FROM wishes) <> (SELECT required FROM wishes)
      """
    return """
      WITH \(fragment: wishes(search))
      SELECT count(DISTINCT place) AS count FROM (
        (SELECT k.place FROM recipe_keys k
        WHERE \(fragment: mayContain(search.q))k.ingredient = ANY (ARRAY(SELECT ingredient FROM ingredients_at_hand WHERE household_id = current_household()))
          AND \(fragment: condition)
          AND (k.household_id = (SELECT current_household()) OR k.place IN (\(fragment: starters)))\(fragment: contains(search.q))
        LIMIT \(unknownLimit))
        UNION ALL
        (SELECT k.place FROM recipes k
        WHERE (SELECT count(*) FROM ingredients_at_hand WHERE household_id = current_household()) = 0 AND k.deleted_at IS NULL AND \(fragment: condition)
          AND (k.household_id = (SELECT current_household()) OR k.place IN (\(fragment: starters)))\(fragment: name("k.name_order", search.q))
        LIMIT \(unknownLimit))
      ) AS unknown
      """
  }

  private static let unknownLimit = 1_000

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
      ARRAY(SELECT key FROM ingredients_at_hand WHERE household_id = current_household() LIMIT 1000) AS hand
    FROM best CROSS JOIN LATERAL (
      SELECT household_id, id, name, left(description, 200) AS description, cuisine, prep_minutes, cook_minutes, image_id, need_names, need_keys, traits
      FROM recipes
      WHERE household_id IN ((SELECT current_household()), starter_household()) AND recipes.place = best.place AND deleted_at IS NULL LIMIT 1
    ) AS r
    WHERE (r.household_id <> starter_household() OR \(fragment: isShown))
    ORDER BY (best.place >> 40) - best.have, best.have DESC, best.place LIMIT 3
    """
  }

  /// Whether a row `k` is of a recipe with two ingredients or more that fits what `hand` says of everybody.
  private static let isShort: SQL = """
    k.place >= 2::bigint << 40 AND k.traits & hand.required = hand.required
          AND (hand.cuisines = 0 OR k.traits & hand.cuisines <> 0)
    """

  /// Whether a starter recipe `r` is one that the household sees.
  private static let isShown: SQL = """
    NOT (SELECT hides_starter_recipes FROM households WHERE id = current_household())
      AND NOT EXISTS (SELECT FROM recipes o WHERE o.household_id = (SELECT current_household()) AND o.id = r.id)
    """

  /// The visitor's cuisines, and what everybody who eats asks for: one row, with zeros for nothing.
  private static func wishes(_ search: RecipeSearch) -> SQL {
    """
    wishes AS MATERIALIZED (
      SELECT coalesce(max(cuisines), 0) AS cuisines, (\(fragment: EaterQueries.required(by: search.eaters))) AS required
      FROM cooking_parameters WHERE household_id = current_household() AND person_id = current_person()
    )
    """
  }

  private static func fits(_ search: RecipeSearch) -> SQL { fits(search.showsUnknown ? "k.maybe" : "k.traits") }

  /// Whether the traits in a column of `k` are what the visitor asks for.
  private static func fits(_ column: SQL) -> SQL {
    """
    \(fragment: column) & (SELECT required FROM wishes) = (SELECT required FROM wishes)
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

  /// The ranks of the starter recipes that the household sees: not those it has a copy of, and none if it hides them.
  static let starters: SQL = """
    SELECT s.place FROM recipes s
    WHERE s.household_id = starter_household() AND s.deleted_at IS NULL
      AND NOT (SELECT hides_starter_recipes FROM households WHERE id = current_household())
      AND NOT EXISTS (SELECT FROM recipes o WHERE o.household_id = (SELECT current_household()) AND o.id = s.id)
    """

  /// The columns of a list for a recipe `r`; `f` is its row of favourites, if any.
  private static let summary: SQL = """
    r.id, r.name, left(r.description, 200) AS description, r.cuisine, r.prep_minutes, r.cook_minutes, r.image_id,
      r.household_id = starter_household() AS is_starter, f.recipe_id IS NOT NULL AS is_favorite,
      r.need_names, r.need_keys, r.traits
    """

  /// The visitor's favourites by name: reads an index of names, then the page.
  static func favorites(_ search: RecipeSearch) -> SQL {
    """
    SELECT f.position, \(fragment: summary)
    FROM (
      SELECT recipe_id, row_number() OVER (ORDER BY name_order, recipe_id) AS position
      FROM (
        SELECT recipe_id, name_order FROM favorites
        WHERE household_id = current_household() AND person_id = current_person() AND NOT is_deleted\(fragment: name("name_order", search.q))
        ORDER BY name_order, recipe_id LIMIT 51 OFFSET \(search.offset)
      ) AS first
    ) AS f
    JOIN LATERAL (
      SELECT household_id, id, name, description, cuisine, prep_minutes, cook_minutes, image_id, need_names, need_keys, traits,
        deleted_at
      FROM recipes WHERE household_id IN ((SELECT current_household()), starter_household()) AND id = f.recipe_id
      ORDER BY household_id = (SELECT current_household()) DESC LIMIT 1
    ) AS r ON r.deleted_at IS NULL
    ORDER BY f.position
    """
  }
}
