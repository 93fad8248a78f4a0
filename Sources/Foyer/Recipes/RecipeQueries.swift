import Cookery
import Postgres

/// Queries of the recipes: the household's own and the starter cookbook's can be read, its own be changed.
///
/// A statement that reads both names `(SELECT current_household())`, which is evaluated once: without SELECT, a page of
/// favourites took 11 % more of PostgreSQL's instructions.
enum RecipeQueries {
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
    ON CONFLICT (household_id, person_id) DO UPDATE SET cuisines = EXCLUDED.cuisines, required = EXCLUDED.required,
      version = cooking_parameters.version + 1, changed_at = now(), changed_by = current_person()
    """
  }

  // MARK: Starter recipes

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

  /// The recipe with an id as a household sees it, deleted or not: its own, else the starter one. PostgreSQL runs the parts
  /// in their order, the second one only if the first has found nothing; to read both and sort costs a week of the plan
  /// 12 % more.
  static func visible(_ id: SQL) -> SQL {
    """
    SELECT * FROM recipes WHERE household_id = (SELECT current_household()) AND id = \(fragment: id)
      UNION ALL
      SELECT * FROM recipes WHERE household_id = starter_household() AND id = \(fragment: id)
      LIMIT 1
    """
  }

  /// The labels of `r` that an import brought along. Whoever wrote a row before that was noted did not say: those of a recipe
  /// with a source are taken for the source's.
  static let hearsay: SQL = "coalesce(r.hearsay, CASE WHEN r.source_url <> '' THEN r.statements ELSE '{}' END)"

  /// Whether this program is to read `r` again: a newer one has not.
  private static let isOutdated: SQL = """
    (r.edition < \(Understanding.edition) OR r.edition = \(Understanding.edition) AND r.reading IS NULL)
    """

  /// Whether a program of this edition has read `r`.
  static let isRead: SQL = "(r.edition = \(Understanding.edition) AND r.reading IS NOT NULL)"

  /// The lines of `r`, with what was read in them and what the household's packets say; and its labels, by which they are read again
  /// if another edition has written it.
  static let reading: SQL = """
    r.ingredients, CASE WHEN \(fragment: isRead) THEN r.reading END AS reading, r.statements, \(fragment: hearsay) AS hearsay,
      \(fragment: packets)
    """

  /// A recipe that is not deleted: the household's own, else the starter one.
  static func find(_ id: UUID) -> SQL {
    """
    SELECT r.id, name, description, cuisine, makes, servings, prep_minutes, cook_minutes, \(fragment: reading), steps, source_url,
      source_name, notes, nutrition, image_id, version,
        r.household_id = starter_household() AS is_starter, f.recipe_id IS NOT NULL AS is_favorite,
      \(fragment: stars), \(fragment: decidedStaples)
    FROM (
      \(fragment: visible("\(id)"))
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
      INSERT INTO recipes (id, name, description, cuisine, makes, servings, prep_minutes, cook_minutes, ingredients, steps,
        source_url, source_name, notes, nutrition, image_id, statements, hearsay, need_names, need_keys, staple_keys, traits, maybe, reading, edition)
      SELECT id, name, description, cuisine, makes, nullif(servings, '')::smallint, nullif(prep_minutes, '')::integer,
        nullif(cook_minutes, '')::integer, string_to_array(ingredients, E'\\n'), string_to_array(steps, E'\\n'),
        source_url, source_name, notes, nutrition, (\(fragment: ImageQueries.unused(column: "nullif(new.image_id, '')::uuid"))), string_to_array(statements, E'\\n'),
        string_to_array(hearsay, E'\\n'),
        string_to_array(need_names, E'\\n'), string_to_array(need_keys, E'\\n'), string_to_array(staple_keys, E'\\n'), traits, maybe, reading,
        \(Understanding.edition)
      FROM unnest(\(recipes.map(\.id))::uuid[], \(texts(\.name))::text[], \(texts(\.description))::text[],
        \(texts(\.cuisine))::text[], \(texts(\.makes))::text[], \(numbers(\.servings))::text[], \(numbers(\.prepMinutes))::text[],
        \(numbers(\.cookMinutes))::text[], \(lines(\.ingredients))::text[], \(lines(\.steps))::text[],
        \(texts(\.sourceURL))::text[], \(texts(\.sourceName))::text[], \(texts(\.notes))::text[], \(texts(\.nutrition))::text[], \(images)::text[],
        \(lines(\.statements))::text[], \(lines(\.hearsay))::text[], \(words.map { $0.needs.map(\.name).joined(separator: "\n") })::text[],
        \(words.map { $0.needs.map(\.stored).joined(separator: "\n") })::text[],
        \(words.map { $0.staples.joined(separator: "\n") })::text[], \(words.map(\.traits))::bigint[],
        \(words.map(\.maybe))::bigint[], \(words.map(\.reading.stored))::text[])
        AS new (id, name, description, cuisine, makes, servings, prep_minutes, cook_minutes, ingredients, steps, source_url,
          source_name, notes, nutrition, image_id, statements, hearsay, need_names, need_keys, staple_keys, traits, maybe, reading)
      ON CONFLICT (household_id, id) DO NOTHING
      """
    ] + index(recipes.map(\.id)) + rated(recipes)
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
        makes = \(recipe.makes), servings = \(optional: recipe.servings), prep_minutes = \(optional: recipe.prepMinutes),
        cook_minutes = \(optional: recipe.cookMinutes), ingredients = \(recipe.ingredients), steps = \(recipe.steps),
        source_url = \(recipe.sourceURL), source_name = \(recipe.sourceName), notes = \(recipe.notes), nutrition = \(recipe.nutrition), statements = \(recipe.statements),
          hearsay = \(recipe.hearsay),
        image_id = CASE WHEN \(recipe.removesImage) THEN NULL ELSE coalesce((\(fragment: ImageQueries.unused(recipe.imageID))), image_id) END,
        need_names = \(words.needs.map(\.name)), need_keys = \(words.needs.map(\.stored)), staple_keys = \(words.staples),
        traits = \(words.traits), maybe = \(words.maybe), reading = \(words.reading.stored), edition = \(Understanding.edition),
        \(fragment: .nextVersion)
      WHERE household_id = current_household() AND id = \(recipe.id) AND version = \(version) AND deleted_at IS NULL
      RETURNING id
      """)
    batch.add(index([recipe.id]))
    return changed
  }

  /// Creates the household's own copy of a starter recipe, unless it has one.
  private static func copyStarter(_ id: UUID, _ condition: SQL) -> SQL {
    """
    INSERT INTO recipes (id, name, description, cuisine, makes, servings, prep_minutes, cook_minutes, ingredients, steps,
      source_url, source_name, notes, nutrition, statements, need_names, need_keys, staple_keys, traits, maybe, reading, edition, version)
    SELECT id, name, description, cuisine, makes, servings, prep_minutes, cook_minutes, ingredients, steps,
      source_url, source_name, notes, nutrition, statements, need_names, need_keys, staple_keys, traits, maybe, reading, edition, version
    FROM recipes
    WHERE household_id = starter_household() AND id = \(id) AND deleted_at IS NULL AND \(fragment: condition)
    ON CONFLICT (household_id, id) DO NOTHING
    """
  }

  /// Rewrites the search index of these recipes; a deleted one has none.
  static func index(_ ids: [UUID]) -> [SQL] { index("ANY (\(ids)::uuid[])") }

  /// The same for all recipes of the household.
  static func indexAll() -> [SQL] {
    index("ANY (ARRAY(SELECT id FROM recipes WHERE household_id = current_household()))")
  }

  /// - Parameter ids: what an id is compared with.
  private static func index(_ ids: SQL) -> [SQL] {
    [
      """
      DELETE FROM packet_recipes x USING recipes r WHERE x.household_id = current_household() AND r.household_id = x.household_id
        AND r.place = x.place AND r.id = \(fragment: ids)
      """,
      "DELETE FROM recipe_keys WHERE household_id = current_household() AND recipe_id = \(fragment: ids)",
      """
      INSERT INTO recipe_keys (ingredient, place, traits, maybe, name_bits, recipe_id)
      SELECT DISTINCT ingredient_number(key), r.place, r.traits, r.maybe, name_bits, r.id
      FROM recipes r, name_bits(r.name_order) AS name_bits, unnest(r.need_keys) AS need, string_to_table(need, '|') AS key
      WHERE r.household_id = current_household() AND r.id = \(fragment: ids) AND r.deleted_at IS NULL
      ON CONFLICT DO NOTHING
      """,
      """
      INSERT INTO ingredient_names (ingredient, name)
      SELECT DISTINCT ON (1) ingredient_number(split_part(key, '|', 1)), need.name
      FROM recipes r, unnest(r.need_names, r.need_keys) AS need (name, key)
      WHERE r.household_id = current_household() AND r.id = \(fragment: ids) AND r.deleted_at IS NULL AND char_length(need.name) <= 200
      ORDER BY 1
      ON CONFLICT DO NOTHING
      """,
      """
      UPDATE favorites f SET name_order = r.name_order, is_deleted = r.deleted_at IS NOT NULL
      FROM recipes r WHERE r.household_id = current_household() AND r.id = \(fragment: ids)
        AND f.household_id = r.household_id AND f.recipe_id = r.id
        AND (f.name_order <> r.name_order OR f.is_deleted <> (r.deleted_at IS NOT NULL))
      """,
    ]
  }

  /// A few of the household's recipes that were analysed by an older edition.
  static func outdated(_ count: Int) -> SQL {
    """
    SELECT id, version, name, ingredients, statements, \(fragment: hearsay) AS hearsay, cuisine, servings FROM recipes r
    WHERE household_id = current_household() AND \(fragment: isOutdated) ORDER BY id LIMIT \(count)
    """
  }

  /// Some of the household's recipes that were analysed by this edition, with what is stored of that.
  static func understood(after id: UUID?, _ count: Int) -> SQL {
    """
    SELECT id, name, ingredients, statements, \(fragment: hearsay) AS hearsay, cuisine, servings, need_names, need_keys,
      staple_keys, traits, maybe, reading
    FROM recipes r
    WHERE household_id = current_household() AND edition = \(Understanding.edition) AND (\(optional: id)::uuid IS NULL OR id > \(optional: id)::uuid)
    ORDER BY id LIMIT \(count)
    """
  }

  static func forgetUnderstanding(of ids: [UUID]) -> SQL {
    "UPDATE recipes SET edition = 0 WHERE household_id = current_household() AND id = ANY (\(ids)::uuid[])"
  }

  /// Stores a new analysis of recipes, unless they have changed since they were read: a change analyses them as well.
  static func update(_ ids: [UUID], versions: [Int], _ words: [Understanding]) -> [SQL] {
    [
      """
      UPDATE recipes r SET need_names = string_to_array(new.need_names, E'\\n'),
        need_keys = string_to_array(new.need_keys, E'\\n'), staple_keys = string_to_array(new.staple_keys, E'\\n'),
        traits = new.traits, maybe = new.maybe,
        reading = new.reading, edition = \(Understanding.edition)
      FROM unnest(\(ids)::uuid[], \(versions)::integer[],
        \(words.map { $0.needs.map(\.name).joined(separator: "\n") })::text[],
        \(words.map { $0.needs.map(\.stored).joined(separator: "\n") })::text[],
        \(words.map { $0.staples.joined(separator: "\n") })::text[], \(words.map(\.traits))::bigint[],
        \(words.map(\.maybe))::bigint[], \(words.map(\.reading.stored))::text[])
        AS new (id, version, need_names, need_keys, staple_keys, traits, maybe, reading)
      WHERE r.household_id = current_household() AND r.id = new.id AND r.version = new.version
        AND \(fragment: isOutdated)
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
