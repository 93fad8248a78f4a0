import Postgres

/// What could be eaten at a meal.
enum SuggestionQueries {
  /// So many days before and after, a dish is not suggested again.
  static let pause = 10

  /// Recipes that everybody who eats that day may eat, and that were on no table lately: those of which most is at hand or that
  /// use what expires soon, favourites, those not eaten for long, new ones and starter recipes. At most 140, of which the
  /// program chooses; no part reads more than a search does.
  ///
  /// - Parameter day: nil for today, on the household's clock.
  static func candidates(_ day: CalendarDate?, _ meal: MealName) -> SQL {
    var search = RecipeSearch()
    search.eaters.day = day
    let hand: SQL = "ARRAY(SELECT ingredient FROM ingredients_at_hand WHERE household_id = current_household())"
    // What expires soon counts as much as two ingredients that are not missing.
    let usesSoon: SQL = """
      bool_or(k.ingredient = ANY (ARRAY(SELECT ingredient FROM ingredients_at_hand
            WHERE household_id = current_household() AND best_before >= (SELECT day FROM asked)
              AND best_before <= (SELECT day FROM asked) + \(Suggestions.soon)::int ORDER BY best_before, id LIMIT 8)))
      """
    // One ingredient is no dish.
    let fit: SQL = "k.place >= 2::bigint << 40 AND \(fragment: RecipeQueries.fits("k.traits"))"
    return """
      WITH \(fragment: RecipeQueries.wishes(search)), asked AS MATERIALIZED (
        SELECT coalesce(\(optional: day)::date, (now() AT TIME ZONE time_zone)::date) AS day
        FROM households WHERE id = current_household()
      ), places AS (
        SELECT k.place FROM recipe_keys k
        WHERE k.ingredient = ANY (\(fragment: hand)) AND \(fragment: fit)
          AND (k.household_id = (SELECT current_household()) OR k.place IN (\(fragment: RecipeQueries.starters)))
        GROUP BY k.place HAVING CASE WHEN \(fragment: usesSoon) THEN true ELSE 2 * count(*) >= k.place >> 40 END
        ORDER BY (k.place >> 40) - count(*) - 2 * \(fragment: usesSoon)::int, count(*) DESC, k.place LIMIT 60
      ), ids AS (
        SELECT r.id FROM places JOIN recipes r ON r.household_id IN ((SELECT current_household()), starter_household())
          AND r.place = places.place AND r.deleted_at IS NULL
        UNION
        (SELECT recipe_id FROM favorites
        WHERE household_id = current_household() AND person_id = current_person() AND NOT is_deleted
        ORDER BY \(fragment: shuffled("recipe_id")) LIMIT 20)
        UNION
        (SELECT recipe_id FROM (
          SELECT recipe_id FROM meals WHERE household_id = current_household() AND recipe_id IS NOT NULL AND deleted_at IS NULL
          GROUP BY recipe_id HAVING max(day) < (SELECT day FROM asked) - 21
        ) AS eaten ORDER BY \(fragment: shuffled("recipe_id")) LIMIT 20)
        UNION
        (SELECT id FROM (
          SELECT id FROM recipes WHERE household_id = (SELECT current_household()) AND deleted_at IS NULL ORDER BY id DESC LIMIT 100
        ) AS newest ORDER BY \(fragment: shuffled("id")) LIMIT 20)
        UNION
        (SELECT k.id FROM recipes k
        WHERE k.household_id = starter_household() AND k.deleted_at IS NULL AND \(fragment: RecipeQueries.fits("k.traits"))
        ORDER BY \(fragment: shuffled("k.id")) LIMIT 20)
      )
      SELECT k.id, k.name, left(k.description, 200) AS description, k.cuisine, k.prep_minutes, k.cook_minutes, k.image_id,
        k.household_id = starter_household() AS is_starter, f.recipe_id IS NOT NULL AS is_favorite,
        k.need_names, k.need_keys, k.traits, eaten.last_day, coalesce(eaten.had, false) AS had
      FROM ids CROSS JOIN LATERAL (
        \(fragment: RecipeQueries.visible("ids.id"))
      ) AS k
      LEFT JOIN favorites f ON f.household_id = current_household() AND f.person_id = current_person() AND f.recipe_id = k.id
      LEFT JOIN LATERAL (
        SELECT max(day) FILTER (WHERE day < (SELECT day FROM asked)) AS last_day, bool_or(meal = \(meal.value)) AS had,
          bool_or(abs(day - (SELECT day FROM asked)) <= \(pause)::int) AS is_near
        FROM meals WHERE household_id = current_household() AND recipe_id = k.id AND deleted_at IS NULL
      ) AS eaten ON true
      WHERE k.deleted_at IS NULL AND NOT coalesce(eaten.is_near, false) AND \(fragment: RecipeQueries.fits("k.traits"))
        AND (k.household_id = (SELECT current_household()) OR k.place IN (\(fragment: RecipeQueries.starters)))
      ORDER BY k.id
      """
  }

  /// An order that is another one each day, and the same for everybody who asks.
  private static func shuffled(_ id: SQL) -> SQL {
    "hashtextextended(\(fragment: id)::text, (SELECT day FROM asked) - '1970-01-01'::date), \(fragment: id)"
  }
}
