import Cookery
import Postgres

/// The shelves of the cookbook's first page.
extension RecipeQueries {
  /// The first page of the cookbook, eight recipes of a shelf at most: what is planned for today, what uses food that expires soon,
  /// favourites, what was not made for three weeks, what takes half an hour, and the newest. What is proposed suits everybody
  /// who eats today.
  static func shelves() -> SQL {
    let search = RecipeSearch()
    func few(_ shelf: Shelf) -> SQL {
      "SELECT \(shelf.rawValue)::int AS shelf, id, row_number() OVER () AS position FROM (\(fragment: shelf.recipes)) AS few"
    }
    return """
      WITH \(fragment: wishes(search)), asked AS MATERIALIZED (
        SELECT (now() AT TIME ZONE time_zone)::date AS day FROM households WHERE id = current_household()
      ), soon AS MATERIALIZED (
        SELECT ingredient FROM ingredients_at_hand WHERE household_id = current_household() AND \(fragment: isExpiring) ORDER BY best_before, id LIMIT 8
      ), pick AS (
        \(fragment: few(.tonight))
        UNION ALL
        \(fragment: few(.useSoon))
        UNION ALL
        \(fragment: few(.favorites))
        UNION ALL
        \(fragment: few(.notForLong))
        UNION ALL
        \(fragment: few(.quick))
        UNION ALL
        \(fragment: few(.new))
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

extension Shelf {
  /// The ids of its recipes, more than it shows where some may not suit.
  fileprivate var recipes: SQL {
    switch self {
    case .tonight:
      """
      SELECT recipe_id AS id FROM meals WHERE household_id = current_household() AND day = (SELECT day FROM asked)
        AND recipe_id IS NOT NULL AND deleted_at IS NULL
      ORDER BY meal = 'dinner' DESC, created_at, id LIMIT 4
      """
    case .useSoon:
      """
      SELECT r.id FROM (
        SELECT k.place, count(*) AS uses FROM recipe_keys k
        WHERE k.ingredient = ANY (ARRAY(SELECT ingredient FROM soon)) AND \(fragment: RecipeQueries.fits(.traits))
          AND (k.household_id = (SELECT current_household()) OR k.place IN (\(fragment: RecipeQueries.starters)))
        GROUP BY k.place ORDER BY count(*) DESC, k.place LIMIT 8
      ) AS best JOIN recipes r ON r.household_id IN ((SELECT current_household()), starter_household()) AND r.place = best.place AND r.deleted_at IS NULL
      ORDER BY best.uses DESC, best.place
      """
    case .favorites:
      """
      SELECT recipe_id AS id FROM favorites WHERE household_id = current_household() AND person_id = current_person() AND NOT is_deleted
      ORDER BY name_order, recipe_id LIMIT 12
      """
    case .notForLong:
      """
      SELECT recipe_id AS id FROM (\(fragment: Self.made)) AS made ORDER BY day, recipe_id LIMIT 12
      """
    case .quick:
      """
      SELECT k.id FROM (
        (SELECT id, place, traits, maybe, prep_minutes, cook_minutes FROM recipes
        WHERE household_id = (SELECT current_household()) AND deleted_at IS NULL ORDER BY id DESC LIMIT 200)
        UNION ALL
        (SELECT id, place, traits, maybe, prep_minutes, cook_minutes FROM recipes k
        WHERE k.household_id = starter_household() AND k.deleted_at IS NULL AND k.place IN (\(fragment: RecipeQueries.starters)))
      ) AS k WHERE \(fragment: Self.isQuick) ORDER BY \(fragment: Self.shuffled), k.id LIMIT 16
      """
    case .new:
      """
      SELECT id FROM recipes WHERE household_id = (SELECT current_household()) AND deleted_at IS NULL ORDER BY id DESC LIMIT 16
      """
    }
  }

  private static let shuffled: SQL = "hashtextextended(k.id::text, (SELECT day FROM asked) - '1970-01-01'::date)"

  private static let made: SQL = """
    SELECT recipe_id, max(day) AS day FROM (
      (SELECT recipe_id, day FROM cookings WHERE household_id = current_household() AND taken_back_at IS NULL ORDER BY day DESC LIMIT 1000)
      UNION ALL
      (SELECT recipe_id, day FROM meals WHERE household_id = current_household() AND recipe_id IS NOT NULL AND deleted_at IS NULL ORDER BY day DESC LIMIT 1000)
    ) AS times GROUP BY recipe_id HAVING max(day) < (SELECT day FROM asked) - 21
    """

  private static let isQuick: SQL = """
    coalesce(k.prep_minutes, 0)::bigint + coalesce(k.cook_minutes, 0) BETWEEN 1 AND 30 AND k.traits & \(Trait.bits(.notMain)) = 0
      AND \(fragment: RecipeQueries.fits(.traits))
    """
}
