import Postgres

extension DerivedData {
  static let readings = "recipes' lines as they are read"

  static let ofRecipes = [
    DerivedData(
      name: readings, check: "SELECT 0::bigint AS wrong", mend: [],
      texts: Texts(wrong: RecipeRevision.wrong, mend: RecipeRevision.mend)),
    DerivedData(
      name: "recipes' search index", check: "SELECT count(*) AS wrong FROM (\(fragment: recipes)) AS difference",
      mend: RecipeQueries.indexAll()),
  ]

  /// The ids of recipes whose keys, names of ingredients or favourites differ (`RecipeQueries.index`). Each set is read once:
  /// a join compares each line with each name where the tables have no statistics yet.
  private static let recipes: SQL = """
    WITH need AS MATERIALIZED (
      SELECT r.id AS recipe_id, ingredient_number(split_part(need.key, '|', 1)) AS ingredient
      FROM recipes r, unnest(r.need_names, r.need_keys) AS need (name, key)
      WHERE r.household_id = current_household() AND r.deleted_at IS NULL AND char_length(need.name) <= 200
    )
    SELECT recipe_id
    FROM (
      SELECT recipe_id, ingredient, place, traits, maybe, name_bits, 1 AS surplus FROM recipe_keys
      WHERE household_id = current_household()
      UNION ALL
      SELECT DISTINCT r.id, ingredient_number(key), r.place, r.traits, r.maybe, name_bits, -1
      FROM recipes r, name_bits(r.name_order) AS name_bits, unnest(r.need_keys) AS need, string_to_table(need, '|') AS key
      WHERE r.household_id = current_household() AND r.deleted_at IS NULL
    ) AS change
    GROUP BY recipe_id, ingredient, place, traits, maybe, name_bits HAVING sum(surplus) <> 0
    UNION
    SELECT recipe_id FROM need
    WHERE ingredient IN (
      SELECT ingredient FROM need EXCEPT SELECT ingredient FROM ingredient_names WHERE household_id = current_household())
    UNION
    SELECT f.recipe_id
    FROM favorites f JOIN recipes r ON r.household_id = f.household_id AND r.id = f.recipe_id
    WHERE f.household_id = current_household()
      AND (f.name_order, f.is_deleted) <> (r.name_order, r.deleted_at IS NOT NULL)
    """
}
