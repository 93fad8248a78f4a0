import HTML
import HTTP
import Postgres

/// The stars of a recipe: each member's own.
struct RecipeStars {
  static let most = 5

  let id: UUID
  /// The reader's own, 0 for none.
  let own: Int
  /// The others', with their names: "Ben 4".
  let others: [String]

  init(id: UUID, own: Int, others: [String]) { (self.id, self.own, self.others) = (id, own, others) }

  init(_ row: Row) throws {
    let own: Int? = try row["stars"]
    self.init(id: try row["id"], own: own ?? 0, others: try row["others_stars"])
  }

  /// Each button with the number that it sends: that of one's own stars takes them back.
  var buttons: [(number: Int, sends: Int, isPressed: Bool, isFull: Bool)] {
    (1...Self.most).map { ($0, $0 == own ? 0 : $0, $0 == own, $0 <= own) }
  }
}

extension Recipes {
  static func rate(_ request: Request, _ context: Context, _ id: UUID) async throws -> Response {
    let typed = (try await context.form())["stars"] ?? "0"
    guard let stars = Int(digits: typed.trimmed), let rating = RateRecipe(id: id, stars: stars) else {
      try await context.query()
      throw Failure.invalid
    }
    guard let stars = try await rating.run(context) else { throw Failure.notFound }
    guard context.isFragment else { return context.redirect(to: "/recipes/\(id)") }
    return context.html(.recipes) { out, page in Views.Recipes._stars(&out, page: page, stars: stars) }
  }
}

extension RecipeQueries {
  /// Columns of a recipe `r`: the reader's stars, and the others' with their names.
  static let stars: SQL = """
    (SELECT stars FROM recipe_stars s
      WHERE s.household_id = current_household() AND s.person_id = current_person() AND s.recipe_id = r.id) AS stars,
      ARRAY(SELECT left(p.name, 60) || ' ' || s.stars
        FROM recipe_stars s JOIN people p ON p.household_id = s.household_id AND p.id = s.person_id
        WHERE s.household_id = current_household() AND s.recipe_id = r.id AND s.person_id <> current_person()
        ORDER BY p.name, p.id) AS others_stars
    """

  static func rate(_ id: UUID, _ stars: Int) -> SQL {
    stars == 0
      ? """
      DELETE FROM recipe_stars
      WHERE household_id = current_household() AND person_id = current_person() AND recipe_id = \(id)
      """
      : """
      INSERT INTO recipe_stars (recipe_id, stars)
      SELECT id, \(stars) FROM recipes WHERE household_id IN ((SELECT current_household()), starter_household()) AND id = \(id) AND deleted_at IS NULL
      LIMIT 1
      ON CONFLICT (household_id, person_id, recipe_id) DO UPDATE SET stars = EXCLUDED.stars
      """
  }

  /// The stars that imported recipes bring along.
  static func rated(_ recipes: [RecipeDraft]) -> [SQL] {
    let rated = recipes.filter { $0.stars != nil }
    if rated.isEmpty { return [] }
    return [
      """
      INSERT INTO recipe_stars (recipe_id, stars)
      SELECT new.id, new.stars FROM unnest(\(rated.map(\.id))::uuid[], \(rated.map { $0.stars ?? 1 })::smallint[]) AS new (id, stars)
      WHERE EXISTS (SELECT FROM recipes r WHERE r.household_id = current_household() AND r.id = new.id)
      ON CONFLICT DO NOTHING
      """
    ]
  }
}
