import CivilTime
import Postgres

/// Suggestions for a meal.
enum SuggestionQueries {
  /// Days before and after a meal on which its dish is not suggested again.
  static let pause = 10

  /// Recipes that everybody who eats that day may eat, and that were on no table lately: those of which most is at hand or that
  /// use what expires soon, favourites, those not eaten for long, new ones and starter recipes. At most 140, of which the
  /// program chooses; no part reads more than a search does. A cake for dinner is left out here, so that none is in place of a
  /// dish: of favourites and of what was eaten 40 are looked at, of new ones 200.
  ///
  /// - Parameter day: nil for today, on the household's clock.
  static func candidates(_ day: CalendarDate?, _ meal: MealName) -> SQL {
    var search = RecipeSearch()
    (search.eaters.day, search.eaters.meal) = (day, meal.value)
    // PostgreSQL takes "<>" for true of nearly all rows, and "= 0" for true of nearly none: then it sorts what an index has in order.
    let isSuited: SQL = meal.unsuited == 0 ? "true" : "k.traits & \(meal.unsuited) <> \(meal.unsuited)"
    let first: SQL = "k.traits & \(meal.preferred) = 0, \(fragment: shuffled("k.id"))"
    return """
      WITH \(fragment: RecipeQueries.wishes(search)), asked AS MATERIALIZED (
        SELECT coalesce(\(optional: day)::date, (now() AT TIME ZONE time_zone)::date) AS day
        FROM households WHERE id = current_household()
      ), had AS MATERIALIZED (
        SELECT k.id, k.place FROM (
          SELECT recipe_id FROM meals
          WHERE household_id = current_household() AND meal = \(meal.value) AND recipe_id IS NOT NULL AND deleted_at IS NULL
          GROUP BY recipe_id ORDER BY max(day) DESC, recipe_id LIMIT 300
        ) AS eaten CROSS JOIN LATERAL (
          \(fragment: RecipeQueries.visible("eaten.recipe_id"))
        ) AS k
        WHERE NOT \(fragment: isSuited)
      ), places AS (
        \(fragment: places(isSuited))
      ), ids AS (
        SELECT r.id FROM places JOIN recipes r ON r.household_id IN ((SELECT current_household()), starter_household())
          AND r.place = places.place AND r.deleted_at IS NULL
        UNION
        \(fragment: some(favorites, isSuited, first))
        UNION
        \(fragment: some(eatenLongAgo, isSuited, first))
        UNION
        (SELECT id FROM (
          SELECT id, traits FROM recipes
          WHERE household_id = (SELECT current_household()) AND deleted_at IS NULL ORDER BY id DESC LIMIT 200
        ) AS k WHERE \(fragment: isSuited) ORDER BY \(fragment: first) LIMIT 20)
        UNION
        (SELECT k.id FROM recipes k
        WHERE k.household_id = starter_household() AND k.deleted_at IS NULL AND \(fragment: isSuited)
          AND \(fragment: RecipeQueries.fits(.traits))
        ORDER BY \(fragment: first) LIMIT 20)
      )
      SELECT k.id, k.name, left(k.description, 200) AS description, k.cuisine, k.prep_minutes, k.cook_minutes, k.image_id,
        k.household_id = starter_household() AS is_starter, f.recipe_id IS NOT NULL AS is_favorite,
        k.need_names, k.need_keys, k.staple_keys, \(fragment: RecipeQueries.answered("k", "traits")) AS traits, eaten.last_day, coalesce(eaten.had, false) AS had
      FROM ids CROSS JOIN LATERAL (
        \(fragment: RecipeQueries.visible("ids.id"))
      ) AS k
      LEFT JOIN favorites f ON f.household_id = current_household() AND f.person_id = current_person() AND f.recipe_id = k.id
      LEFT JOIN LATERAL (
        SELECT max(day) FILTER (WHERE day < (SELECT day FROM asked)) AS last_day, bool_or(meal = \(meal.value)) AS had,
          bool_or(abs(day - (SELECT day FROM asked)) <= \(pause)::int) AS is_near
        FROM meals WHERE household_id = current_household() AND recipe_id = k.id AND deleted_at IS NULL
      ) AS eaten ON true
      WHERE k.deleted_at IS NULL AND NOT coalesce(eaten.is_near, false) AND \(fragment: RecipeQueries.fits(.traits))
        AND (\(fragment: isSuited) OR k.id IN (SELECT id FROM had))
        AND (k.household_id = (SELECT current_household()) OR k.place IN (\(fragment: RecipeQueries.starters)))
      ORDER BY k.id
      """
  }

  /// Of recipes that have something of what is at hand, those that lack least. One ingredient is no dish.
  private static func places(_ isSuited: SQL) -> SQL {
    let fit: SQL = "k.place >= 2::bigint << 40 AND \(fragment: RecipeQueries.fits(.traits))"
    return """
      SELECT k.place FROM recipe_keys k
        WHERE k.ingredient = ANY (\(fragment: RecipeQueries.kept)) AND \(fragment: fit)
          AND (\(fragment: isSuited) OR k.place IN (SELECT place FROM had))
          AND (k.household_id = (SELECT current_household()) OR k.place IN (\(fragment: RecipeQueries.starters)))
        GROUP BY k.place HAVING CASE WHEN \(fragment: usesSoon) THEN true ELSE 2 * count(*) >= k.place >> 40 END
        ORDER BY (k.place >> 40) - count(*) - 2 * \(fragment: usesSoon)::int, count(*) DESC, k.place LIMIT 60
      """
  }

  /// A use of food that expires soon counts as much as two ingredients that are not missing.
  private static let usesSoon: SQL = """
    bool_or(k.ingredient = ANY (ARRAY(SELECT ingredient FROM ingredients_at_hand
          WHERE household_id = current_household() AND best_before >= (SELECT day FROM asked)
            AND best_before <= (SELECT day FROM asked) + \(Suggestions.soon)::int ORDER BY best_before, id LIMIT 8)))
    """

  private static let favorites: SQL = """
    SELECT recipe_id FROM favorites
          WHERE household_id = current_household() AND person_id = current_person() AND NOT is_deleted
    """

  private static let eatenLongAgo: SQL = """
    SELECT recipe_id FROM meals WHERE household_id = current_household() AND recipe_id IS NOT NULL AND deleted_at IS NULL
          GROUP BY recipe_id HAVING max(day) < (SELECT day FROM asked) - 21
    """

  /// Twenty of forty recipes.
  private static func some(_ recipes: SQL, _ isSuited: SQL, _ first: SQL) -> SQL {
    """
    (SELECT k.id FROM (
        SELECT recipe_id FROM (
          \(fragment: recipes)
        ) AS every ORDER BY \(fragment: shuffled("recipe_id")) LIMIT 40
      ) AS few CROSS JOIN LATERAL (
        \(fragment: RecipeQueries.visible("few.recipe_id"))
      ) AS k
      WHERE \(fragment: isSuited) OR k.id IN (SELECT id FROM had)
      ORDER BY \(fragment: first) LIMIT 20)
    """
  }

  /// An order that is another one each day, and the same for everybody who asks.
  private static func shuffled(_ id: SQL) -> SQL {
    "hashtextextended(\(fragment: id)::text, (SELECT day FROM asked) - '1970-01-01'::date), \(fragment: id)"
  }
}
