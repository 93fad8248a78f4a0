import Postgres

/// Queries of the recipes: the household's own and the starter cookbook's can be read, its own be changed.
///
/// A statement that reads both names `(SELECT current_household())`, which is evaluated once: without SELECT, a page of
/// favourites took 11 % more of PostgreSQL's instructions.
enum RecipeQueries {
  // MARK: What is at hand

  static func hand() -> SQL {
    "SELECT id, name, key FROM ingredients_at_hand WHERE household_id = current_household() ORDER BY created_at, id"
  }

  /// An ingredient that is there already, under any name, is not added again.
  static func insert(atHand names: [String], keys: [String]) -> SQL {
    """
    INSERT INTO ingredients_at_hand (id, name, key)
    SELECT id, name, key FROM unnest(\(names.map { _ in UUID.v7() })::uuid[], \(names)::text[], \(keys)::text[]) AS new (id, name, key)
    ON CONFLICT (household_id, ingredient) DO NOTHING
    """
  }

  static func delete(atHand id: UUID) -> SQL {
    "DELETE FROM ingredients_at_hand WHERE household_id = current_household() AND id = \(id) RETURNING name"
  }

  static func clearHand() -> SQL { "DELETE FROM ingredients_at_hand WHERE household_id = current_household()" }

  /// Names of ingredients that recipes use; those that begin with the typed text come first.
  static func suggest(_ text: String) -> SQL {
    """
    SELECT name FROM (
      SELECT DISTINCT ON (ingredient) name, folded_name FROM ingredient_names
      WHERE household_id IN ((SELECT current_household()), starter_household()) AND strpos(folded_name, folded(\(text))) > 0
      ORDER BY ingredient, household_id DESC
    ) AS found
    ORDER BY strpos(folded_name, folded(\(text))) > 1, length(folded_name), folded_name LIMIT 12
    """
  }

  // MARK: Parameters

  static func parameters() -> SQL {
    """
    SELECT cuisines, required FROM cooking_parameters
    WHERE household_id = current_household() AND person_id = current_person()
    """
  }

  static func update(_ parameters: CookingParameters) -> SQL {
    """
    INSERT INTO cooking_parameters (cuisines, required) VALUES (\(parameters.cuisineBits), \(parameters.requiredBits))
    ON CONFLICT (household_id, person_id) DO UPDATE SET cuisines = EXCLUDED.cuisines, required = EXCLUDED.required
    """
  }

  // MARK: Searching

  /// Recipes ranked by owned ingredients descending, missing ones ascending. No row when nothing is at hand.
  ///
  /// An index-only scan of recipe_keys counts matches by rank; other tables are read for the page alone. Its households are
  /// named by OR: with IN, PostgreSQL reads every key of both instead of those of the ingredients.
  static func ranked(_ search: RecipeSearch) -> SQL {
    """
    WITH \(fragment: wishes), page AS (
      SELECT place, have, row_number() OVER (ORDER BY have DESC, place) AS position
      FROM (
        SELECT k.place, count(*) AS have FROM recipe_keys k
        WHERE k.ingredient = ANY (ARRAY(SELECT ingredient FROM ingredients_at_hand WHERE household_id = current_household()))
          AND \(fragment: fits(search))
          AND (k.household_id = (SELECT current_household()) OR k.place IN (\(fragment: starters)))\(fragment: named(search.q))
        GROUP BY k.place ORDER BY have DESC, k.place LIMIT 51 OFFSET \(search.offset)
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
      WITH \(fragment: wishes), page AS (
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
      w.required <> 0 AND k.maybe & w.required = w.required AND k.traits & w.required <> w.required
            AND (w.cuisines = 0 OR k.traits & w.cuisines <> 0)
      """
    return """
      WITH \(fragment: wishes)
      SELECT count(DISTINCT place) AS count FROM (
        (SELECT k.place FROM recipe_keys k, wishes w
        WHERE k.ingredient = ANY (ARRAY(SELECT ingredient FROM ingredients_at_hand WHERE household_id = current_household()))
          AND \(fragment: condition)
          AND (k.household_id = (SELECT current_household()) OR k.place IN (\(fragment: starters)))\(fragment: named(search.q))
        LIMIT \(unknownLimit))
        UNION ALL
        (SELECT k.place FROM recipes k, wishes w
        WHERE (SELECT count(*) FROM ingredients_at_hand WHERE household_id = current_household()) = 0 AND k.deleted_at IS NULL AND \(fragment: condition)
          AND (k.household_id = (SELECT current_household()) OR k.place IN (\(fragment: starters)))\(fragment: name("k.name_order", search.q))
        LIMIT \(unknownLimit))
      ) AS unknown
      """
  }

  private static let unknownLimit = 1_000

  /// The visitor's parameters: one row, with zeros if there are none.
  private static let wishes: SQL = """
    wishes AS MATERIALIZED (
      SELECT coalesce(max(cuisines), 0) AS cuisines, coalesce(max(required), 0) AS required
      FROM cooking_parameters WHERE household_id = current_household() AND person_id = current_person()
    )
    """

  private static func fits(_ search: RecipeSearch) -> SQL {
    let column: SQL = search.showsUnknown ? "k.maybe" : "k.traits"
    return """
      \(fragment: column) & (SELECT required FROM wishes) = (SELECT required FROM wishes)
            AND ((SELECT cuisines FROM wishes) = 0 OR k.traits & (SELECT cuisines FROM wishes) <> 0)
      """
  }

  /// Folded once per statement instead of once per row.
  private static func name(_ column: SQL, _ text: String) -> SQL {
    text.isBlank ? "" : " AND strpos(\(fragment: column), (SELECT folded(\(text)))) > 0"
  }

  /// IS TRUE prevents a join: PostgreSQL builds a hash table of the subquery once.
  private static func named(_ text: String) -> SQL {
    if text.isBlank { return "" }
    return """

            AND (k.place IN (
              SELECT n.place FROM recipes n
              WHERE n.household_id IN ((SELECT current_household()), starter_household()) AND n.deleted_at IS NULL\(fragment: name("n.name_order", text)))) IS TRUE
      """
  }

  /// The ranks of the starter recipes that the household sees: not those it has a copy of, and none if it hides them.
  private static let starters: SQL = """
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

  static func hidesStarters() -> SQL {
    """
    SELECT hides_starter_recipes AS hides, EXISTS (SELECT FROM recipes WHERE household_id = starter_household()) AS are_there
    FROM households WHERE id = current_household()
    """
  }

  static func hideStarters(_ hides: Bool) -> SQL {
    "UPDATE households SET hides_starter_recipes = \(hides) WHERE id = current_household()"
  }

  // MARK: Favourites

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

  static func favor(_ id: UUID, _ isFavorite: Bool) -> SQL {
    isFavorite
      ? """
      INSERT INTO favorites (recipe_id, name_order)
      SELECT id, name_order FROM recipes WHERE household_id IN ((SELECT current_household()), starter_household()) AND id = \(id) AND deleted_at IS NULL
      ORDER BY household_id = current_household() DESC LIMIT 1
      ON CONFLICT DO NOTHING
      """
      : """
      DELETE FROM favorites
      WHERE household_id = current_household() AND person_id = current_person() AND recipe_id = \(id)
      """
  }

  // MARK: One recipe

  /// A recipe that is not deleted: the household's own, else the starter one.
  static func find(_ id: UUID) -> SQL {
    """
    SELECT r.id, name, description, cuisine, servings, prep_minutes, cook_minutes, ingredients, steps, source_url, image_id,
      statements, version, r.household_id = starter_household() AS is_starter, f.recipe_id IS NOT NULL AS is_favorite
    FROM (
      SELECT household_id, id, name, description, cuisine, servings, prep_minutes, cook_minutes, ingredients, steps, source_url,
        image_id, statements, version, deleted_at
      FROM recipes WHERE household_id IN ((SELECT current_household()), starter_household()) AND id = \(id)
      ORDER BY household_id = (SELECT current_household()) DESC LIMIT 1
    ) AS r
    LEFT JOIN favorites f ON f.household_id = current_household() AND f.person_id = current_person() AND f.recipe_id = r.id
    WHERE deleted_at IS NULL
    """
  }

  /// The name of the household's own recipe, deleted or not.
  static func findAny(_ id: UUID) -> SQL {
    "SELECT name FROM recipes WHERE id = \(id) AND household_id = current_household()"
  }

  /// Creates a recipe; does nothing if the id exists, because the form was sent twice.
  static func insert(_ recipe: RecipeDraft, _ words: Understanding) -> [SQL] { insert([recipe], [words]) }

  /// The same number of statements for a thousand recipes as for one. Lists of lines are bound as text with line
  /// breaks, which no line contains: arrays of arrays would have to be rectangular.
  static func insert(_ recipes: [RecipeDraft], _ words: [Understanding]) -> [SQL] {
    func texts(_ text: (RecipeDraft) -> String) -> [String] { recipes.map(text) }
    func lines(_ lines: (RecipeDraft) -> [String]) -> [String] { recipes.map { lines($0).joined(separator: "\n") } }
    // A picture belongs to one recipe only.
    var taken: Set<UUID> = []
    let images = recipes.map { $0.imageID.flatMap { taken.insert($0).inserted ? "\($0)" : nil } ?? "" }
    func numbers(_ number: (RecipeDraft) -> Int?) -> [String] { recipes.map { number($0).map(String.init) ?? "" } }
    return [
      """
      INSERT INTO recipes (id, name, description, cuisine, servings, prep_minutes, cook_minutes, ingredients, steps,
        source_url, image_id, statements, need_names, need_keys, traits, maybe, edition)
      SELECT id, name, description, cuisine, nullif(servings, '')::smallint, nullif(prep_minutes, '')::integer,
        nullif(cook_minutes, '')::integer, string_to_array(ingredients, E'\\n'), string_to_array(steps, E'\\n'),
        source_url, (\(fragment: ImageQueries.unused(column: "nullif(new.image_id, '')::uuid"))), string_to_array(statements, E'\\n'),
        string_to_array(need_names, E'\\n'), string_to_array(need_keys, E'\\n'), traits, maybe, \(Understanding.edition)
      FROM unnest(\(recipes.map(\.id))::uuid[], \(texts(\.name))::text[], \(texts(\.description))::text[],
        \(texts(\.cuisine))::text[], \(numbers(\.servings))::text[], \(numbers(\.prepMinutes))::text[],
        \(numbers(\.cookMinutes))::text[], \(lines(\.ingredients))::text[], \(lines(\.steps))::text[],
        \(texts(\.sourceURL))::text[], \(images)::text[],
        \(lines(\.statements))::text[], \(words.map { $0.needs.map(\.name).joined(separator: "\n") })::text[],
        \(words.map { $0.needs.map(\.stored).joined(separator: "\n") })::text[], \(words.map(\.traits))::bigint[],
        \(words.map(\.maybe))::bigint[])
        AS new (id, name, description, cuisine, servings, prep_minutes, cook_minutes, ingredients, steps, source_url,
          image_id, statements, need_names, need_keys, traits, maybe)
      ON CONFLICT (household_id, id) DO NOTHING
      """
    ] + index(recipes.map(\.id))
  }

  /// Which of these digests of names and ingredients (`RecipePreview`) belong to the household's recipes.
  static func known(_ digests: [String]) -> SQL {
    """
    SELECT digest FROM recipes,
      encode(sha256(convert_to(concat_ws(E'\\n', name, array_to_string(ingredients, E'\\n')), 'UTF8')), 'hex') AS digest
    WHERE household_id = current_household() AND deleted_at IS NULL AND digest = ANY (\(digests)::text[])
    """
  }

  /// Changes a recipe, unless it has changed since `version`; of a starter recipe it changes a copy. There is a row if it
  /// was changed.
  static func update(
    _ recipe: RecipeDraft, _ words: Understanding, version: Int, in batch: inout Batch
  ) -> Batch.Key {
    batch.add(copyStarter(recipe.id, "version = \(version)"))
    let changed = batch.add(
      """
      UPDATE recipes SET name = \(recipe.name), description = \(recipe.description), cuisine = \(recipe.cuisine),
        servings = \(optional: recipe.servings), prep_minutes = \(optional: recipe.prepMinutes),
        cook_minutes = \(optional: recipe.cookMinutes), ingredients = \(recipe.ingredients), steps = \(recipe.steps),
        source_url = \(recipe.sourceURL), statements = \(recipe.statements),
        image_id = CASE WHEN \(recipe.removesImage) THEN NULL ELSE coalesce((\(fragment: ImageQueries.unused(recipe.imageID))), image_id) END,
        need_names = \(words.needs.map(\.name)), need_keys = \(words.needs.map(\.stored)),
        traits = \(words.traits), maybe = \(words.maybe), edition = \(Understanding.edition), \(fragment: .nextVersion)
      WHERE household_id = current_household() AND id = \(recipe.id) AND version = \(version) AND deleted_at IS NULL
      RETURNING id
      """)
    batch.add(index([recipe.id]))
    return changed
  }

  /// Creates the household's own copy of a starter recipe, unless it has one.
  private static func copyStarter(_ id: UUID, _ condition: SQL) -> SQL {
    """
    INSERT INTO recipes (id, name, description, cuisine, servings, prep_minutes, cook_minutes, ingredients, steps,
      source_url, statements, need_names, need_keys, traits, maybe, edition, version)
    SELECT id, name, description, cuisine, servings, prep_minutes, cook_minutes, ingredients, steps,
      source_url, statements, need_names, need_keys, traits, maybe, edition, version
    FROM recipes
    WHERE household_id = starter_household() AND id = \(id) AND deleted_at IS NULL AND \(fragment: condition)
    ON CONFLICT (household_id, id) DO NOTHING
    """
  }

  /// Rewrites the search index of these recipes; a deleted one has none.
  static func index(_ ids: [UUID]) -> [SQL] {
    [
      "DELETE FROM recipe_keys WHERE household_id = current_household() AND recipe_id = ANY (\(ids)::uuid[])",
      """
      INSERT INTO recipe_keys (ingredient, place, traits, maybe, recipe_id)
      SELECT DISTINCT ingredient_number(key), r.place, r.traits, r.maybe, r.id
      FROM recipes r, unnest(r.need_keys) AS need, string_to_table(need, '|') AS key
      WHERE r.household_id = current_household() AND r.id = ANY (\(ids)::uuid[]) AND r.deleted_at IS NULL
      ON CONFLICT DO NOTHING
      """,
      """
      INSERT INTO ingredient_names (ingredient, name)
      SELECT DISTINCT ON (1) ingredient_number(split_part(key, '|', 1)), need.name
      FROM recipes r, unnest(r.need_names, r.need_keys) AS need (name, key)
      WHERE r.household_id = current_household() AND r.id = ANY (\(ids)::uuid[]) AND r.deleted_at IS NULL AND char_length(need.name) <= 200
      ORDER BY 1
      ON CONFLICT DO NOTHING
      """,
      """
      UPDATE favorites f SET name_order = r.name_order, is_deleted = r.deleted_at IS NOT NULL
      FROM recipes r WHERE r.household_id = current_household() AND r.id = ANY (\(ids)::uuid[])
        AND f.household_id = r.household_id AND f.recipe_id = r.id
        AND (f.name_order <> r.name_order OR f.is_deleted <> (r.deleted_at IS NOT NULL))
      """,
    ]
  }

  /// A few of the household's recipes that were analysed by an older edition.
  static func outdated(_ count: Int) -> SQL {
    """
    SELECT id, version, ingredients, statements, cuisine FROM recipes
    WHERE household_id = current_household() AND edition <> \(Understanding.edition) ORDER BY id LIMIT \(count)
    """
  }

  /// Stores a new analysis of recipes, unless they have changed since they were read: a change analyses them as well.
  static func update(_ ids: [UUID], versions: [Int], _ words: [Understanding]) -> [SQL] {
    [
      """
      UPDATE recipes r SET need_names = string_to_array(new.need_names, E'\\n'),
        need_keys = string_to_array(new.need_keys, E'\\n'), traits = new.traits, maybe = new.maybe,
        edition = \(Understanding.edition)
      FROM unnest(\(ids)::uuid[], \(versions)::integer[],
        \(words.map { $0.needs.map(\.name).joined(separator: "\n") })::text[],
        \(words.map { $0.needs.map(\.stored).joined(separator: "\n") })::text[], \(words.map(\.traits))::bigint[],
        \(words.map(\.maybe))::bigint[]) AS new (id, version, need_names, need_keys, traits, maybe)
      WHERE r.household_id = current_household() AND r.id = new.id AND r.version = new.version
        AND r.edition <> \(Understanding.edition)
      """
    ] + index(ids)
  }

  static func delete(_ id: UUID) -> [SQL] {
    [
      copyStarter(id, "true"),
      "UPDATE recipes SET deleted_at = now() WHERE household_id = current_household() AND id = \(id) AND deleted_at IS NULL",
    ] + index([id])
  }

  static func restore(_ id: UUID) -> [SQL] {
    [
      """
      UPDATE recipes SET deleted_at = NULL
      WHERE household_id = current_household() AND id = \(id) AND deleted_at > now() - interval '30 days'
      """
    ] + index([id])
  }

  /// The row that hides a starter recipe stays.
  static func deleteForGood() -> SQL {
    TrashQueries.deleteForGood(
      of: "recipes",
      where: "NOT EXISTS (SELECT FROM recipes s WHERE s.household_id = starter_household() AND s.id = old.id)")
  }

  static func listDeleted(after id: UUID?) -> SQL { TrashQueries.list("id, name", of: "recipes", after: id) }

  // MARK: Pictures

  static func picture(of id: UUID) -> SQL {
    """
    SELECT images.id, picture AS bytes
    FROM recipes r JOIN images ON images.household_id = r.household_id AND images.id = r.image_id
    WHERE r.id = \(id) AND r.household_id = current_household() AND r.deleted_at IS NULL
    """
  }

  static func thumbnail(of id: UUID) -> SQL {
    """
    SELECT images.id, thumbnail AS bytes
    FROM recipes r JOIN images ON images.household_id = r.household_id AND images.id = r.image_id
    WHERE r.id = \(id) AND r.household_id = current_household() AND r.deleted_at IS NULL
    """
  }
}
