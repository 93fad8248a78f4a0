import CivilTime
import Cookery
import Postgres

/// Queries of what archives of Foyer's own alone have.
enum MoveExtraQueries {
  /// A mark of what was made, for Undo.
  private static let mark: SQL = "E'\\x1f'"

  static func made(_ parts: String...) -> String { parts.joined(separator: "\u{1F}") }

  // MARK: Who eats here

  /// The needs of these members that are stored.
  static func needs(of members: [UUID]) -> SQL {
    """
    SELECT person_id, required, cuisines, dislikes, dislike_keys, eats_here FROM cooking_parameters
    WHERE household_id = current_household() AND person_id = ANY (\(members)::uuid[])
    """
  }

  /// Stores the needs of a member of whom nothing is stored yet.
  static func insert(member draft: EaterDraft, cuisines: Int) -> SQL {
    """
    INSERT INTO cooking_parameters (person_id, cuisines, required, dislikes, dislike_keys, eats_here)
    SELECT id, \(cuisines)::bigint, \(draft.required)::bigint, \(draft.dislikes.map(\.name))::text[], \(draft.dislikes.map(\.key))::text[],
      \(draft.eatsHere)::boolean
    FROM people WHERE household_id = current_household() AND id = \(draft.id)
    ON CONFLICT (household_id, person_id) DO NOTHING
    """
  }

  /// Of these ids, those that are a member's or of another who eats here.
  static func eaters(_ ids: [UUID]) -> SQL {
    """
    SELECT id FROM people WHERE household_id = current_household() AND id = ANY (\(ids)::uuid[])
    UNION ALL
    SELECT id FROM eaters WHERE household_id = current_household() AND id = ANY (\(ids)::uuid[]) AND deleted_at IS NULL
    """
  }

  /// Those without an account of these names whom no row of the move has made, or stands for: `asked` is the name as it was given.
  static func eaters(named names: [String], besides move: UUID) -> SQL {
    """
    SELECT new.name AS asked, e.id, e.required, 0::bigint AS cuisines, e.dislikes, e.dislike_keys, e.eats_here
    FROM unnest(\(names)::text[]) AS new (name)
    JOIN eaters e ON e.household_id = current_household() AND e.deleted_at IS NULL AND folded(btrim(e.name)) = folded(btrim(new.name))
    WHERE e.id <> ALL (ARRAY(\(fragment: subjects(of: move, "eater"))))
    ORDER BY e.created_at, e.id
    """
  }

  /// The members who alone have one of these names: `asked` is the name as it was given.
  static func members(named names: [String]) -> SQL {
    """
    SELECT new.name AS asked, (array_agg(p.id))[1] AS id
    FROM unnest(\(names)::text[]) AS new (name)
    JOIN people p ON p.household_id = current_household() AND folded(btrim(p.name)) = folded(btrim(new.name))
    GROUP BY new.name HAVING count(*) = 1
    """
  }

  /// The eaters who were here in the place of rows of these keys.
  static func eaters(standingFor keys: [UUID]) -> SQL {
    """
    SELECT key, subject_id FROM move_rows
    WHERE household_id = current_household() AND kind = 'eater' AND key = ANY (\(keys)::uuid[])
      AND state IN ('known', 'left_out', 'stored') AND subject_id IS NOT NULL
    """
  }

  private static func subjects(of move: UUID, _ kind: String) -> SQL {
    """
    SELECT subject_id FROM move_rows
    WHERE household_id = current_household() AND move_id = \(move) AND kind = \(kind) AND subject_id IS NOT NULL
    """
  }

  static func absences(of eaters: [UUID]) -> SQL {
    """
    SELECT \(fragment: absence("a")) AS made FROM meal_absences a
    WHERE a.household_id = current_household() AND a.eater_id = ANY (\(eaters)::uuid[])
    """
  }

  private static func absence(_ table: SQL) -> SQL {
    "concat_ws(\(fragment: mark), to_char(\(fragment: table).day, 'YYYY-MM-DD'), \(fragment: table).meal, \(fragment: table).eater_id)"
  }

  // MARK: Recipes

  /// Of these ids, those of recipes that the household sees, and whether they are its own.
  static func recipes(_ ids: [UUID]) -> SQL {
    """
    SELECT id, household_id = current_household() AS is_own FROM recipes
    WHERE household_id IN ((SELECT current_household()), starter_household()) AND id = ANY (\(ids)::uuid[]) AND deleted_at IS NULL
    """
  }

  /// Favourites and stars of recipes; 0 stars for a favourite.
  static func marks(of recipes: [UUID]) -> SQL {
    """
    SELECT person_id, recipe_id, 0 AS stars FROM favorites
    WHERE household_id = current_household() AND recipe_id = ANY (\(recipes)::uuid[])
    UNION ALL
    SELECT person_id, recipe_id, stars FROM recipe_stars
    WHERE household_id = current_household() AND recipe_id = ANY (\(recipes)::uuid[])
    """
  }

  static func favor(_ recipe: UUID, for person: UUID) -> SQL {
    """
    INSERT INTO favorites (person_id, recipe_id, name_order)
    SELECT \(person)::uuid, id, name_order FROM recipes
    WHERE household_id IN ((SELECT current_household()), starter_household()) AND id = \(recipe) AND deleted_at IS NULL
    ORDER BY household_id = current_household() DESC LIMIT 1
    ON CONFLICT DO NOTHING
    """
  }

  static func rate(_ recipe: UUID, _ stars: Int, for person: UUID) -> SQL {
    """
    INSERT INTO recipe_stars (person_id, recipe_id, stars) VALUES (\(person), \(recipe), \(stars)) ON CONFLICT DO NOTHING
    """
  }

  static func cook(_ id: UUID, _ recipe: UUID, by person: UUID?, _ day: CalendarDate, _ note: String) -> SQL {
    """
    INSERT INTO cookings (id, recipe_id, person_id, day, note)
    VALUES (\(id), \(recipe), \(optional: person), \(day), \(note)) ON CONFLICT DO NOTHING
    """
  }

  // MARK: Shopping

  /// The shops of these names that no row of the move has made: `asked` is the name as it was given.
  static func shops(named names: [String], besides move: UUID) -> SQL {
    """
    SELECT new.name AS asked, s.aisles FROM unnest(\(names)::text[]) AS new (name)
    JOIN shops s ON s.household_id = current_household() AND s.deleted_at IS NULL AND folded(btrim(s.name)) = folded(btrim(new.name))
    WHERE s.id <> ALL (ARRAY(\(fragment: subjects(of: move, "shop"))))
    ORDER BY s.created_at, s.id
    """
  }

  /// The learned order of a shop's aisles, if this transaction has made the shop.
  static func learn(_ shop: UUID, _ steps: [(first: String, second: String, lead: Int)]) -> SQL {
    """
    INSERT INTO shop_steps (shop_id, first, second, lead)
    SELECT \(shop)::uuid, new.first, new.second, new.lead
    FROM unnest(\(steps.map(\.first))::text[], \(steps.map(\.second))::text[], \(steps.map(\.lead))::smallint[]) AS new (first, second, lead)
    WHERE EXISTS (SELECT FROM shops WHERE household_id = current_household() AND id = \(shop) AND created_at = now())
    ON CONFLICT DO NOTHING
    """
  }

  /// The facts about foods that are there: `kind` is that of `MovedFoodFact`.
  static func foods(_ keys: [String]) -> SQL {
    """
    SELECT 'aisle' AS kind, key, aisle AS value FROM food_aisles WHERE household_id = current_household() AND key = ANY (\(keys)::text[])
    UNION ALL
    SELECT 'usual', key, '' FROM usual_foods WHERE household_id = current_household() AND key = ANY (\(keys)::text[])
    UNION ALL
    SELECT 'staple', key, is_staple::text FROM staple_foods WHERE household_id = current_household()
    """
  }

  static func find(_ key: String, in aisle: String) -> SQL {
    "INSERT INTO food_aisles (key, aisle) VALUES (\(key), \(aisle)) ON CONFLICT DO NOTHING"
  }

  static func use(_ key: String, _ name: String, _ package: FoodAmount?, ticks: Int, lastAt: Int) -> SQL {
    """
    INSERT INTO usual_foods (key, name, package, ticks, last_at)
    VALUES (\(key), \(name), \(package?.text ?? ""), \(ticks), to_timestamp(\(lastAt))) ON CONFLICT DO NOTHING
    """
  }

  /// The answers about packets that are there.
  static func packets() -> SQL {
    "SELECT key, subject, is_against FROM packet_answers WHERE household_id = current_household()"
  }

  static func answer(
    _ key: String, _ subject: String, isAgainst: Bool, name: String, line: String, by person: UUID?, at moment: Int
  ) -> SQL {
    """
    INSERT INTO packet_answers (key, subject, is_against, name, line, edition, person_id, answered_at)
    VALUES (\(key), \(subject), \(isAgainst), \(name), \(line), \(Understanding.edition), \(optional: person), to_timestamp(\(moment)))
    ON CONFLICT DO NOTHING
    """
  }

  // MARK: The place for guests

  /// Whether the household has one, or tasks for one.
  static func hosts() -> SQL {
    """
    SELECT EXISTS (SELECT FROM listings WHERE household_id = current_household())
      OR EXISTS (SELECT FROM stay_tasks WHERE household_id = current_household()) AS hosts
    """
  }

  private static let task: SQL =
    "concat(\(fragment: mark), t.position, ' ', t.title, ' ', t.days_before, \(fragment: mark))"

  /// As `areUnchanged` finds them: the days that are blocked, and the tasks.
  static func made(blocked: [UUID], _ tasks: [StayTask]) -> String {
    blocked.map { "\($0)" }.joined(separator: " ")
      + tasks.enumerated().map { "\u{1F}\($0) \($1.title) \($1.days)\u{1F}" }.joined()
  }

  // MARK: Taking back

  /// Whether nothing was blocked or put down to be done at a place for guests that the move has made, and nobody is away or has
  /// planned for whom it has made.
  static func areUnchanged(of id: UUID) -> SQL {
    """
    NOT EXISTS (
      SELECT FROM move_rows r JOIN blocked_dates b ON b.household_id = r.household_id
      WHERE r.household_id = current_household() AND b.household_id = current_household() AND r.move_id = \(id) AND r.kind = 'listing'
        AND r.state = 'stored' AND strpos(r.data, b.id::text) = 0)
    AND NOT EXISTS (
      SELECT FROM move_rows r JOIN stay_tasks t ON t.household_id = r.household_id
      WHERE r.household_id = current_household() AND t.household_id = current_household() AND r.move_id = \(id) AND r.kind = 'listing'
        AND r.state = 'stored' AND strpos(r.data, \(fragment: task)) = 0)
    AND NOT EXISTS (
      SELECT FROM move_rows r JOIN cooking_parameters p ON p.household_id = r.household_id AND p.person_id = r.subject_id
      WHERE r.household_id = current_household() AND p.household_id = current_household() AND r.move_id = \(id) AND r.kind = 'eater'
        AND r.state = 'stored' AND p.version > 1)
    """
  }

  /// Takes back what has no id. What was learned or given since in its place stays.
  static func undo(_ id: UUID, if isUnchanged: SQL) -> [SQL] {
    func delete(_ table: SQL, _ kind: String, _ made: SQL) -> SQL {
      """
      DELETE FROM \(fragment: table) t WHERE t.household_id = current_household() AND \(fragment: isUnchanged) AND \(fragment: made) IN (
        SELECT data FROM move_rows
        WHERE household_id = current_household() AND move_id = \(id) AND kind = \(kind) AND state = 'stored')
      """
    }
    func words(_ parts: SQL) -> SQL { "concat_ws(\(fragment: mark), \(fragment: parts))" }
    return [
      delete("favorites", "mark", words("t.person_id, t.recipe_id, 0")),
      delete("recipe_stars", "mark", words("t.person_id, t.recipe_id, t.stars")),
      delete("meal_absences", "absence", absence("t")), delete("food_aisles", "food", words("'aisle', t.key, t.aisle")),
      delete("usual_foods", "food", words("'usual', t.key, t.ticks")),
      delete("staple_foods", "food", words("'staple', t.key, t.is_staple")),
      delete("packet_answers", "food", words("'packet', t.key, t.subject, t.is_against")),
      """
      DELETE FROM stay_tasks WHERE household_id = current_household() AND \(fragment: isUnchanged) AND EXISTS (
        SELECT FROM move_rows
        WHERE household_id = current_household() AND move_id = \(id) AND kind = 'listing' AND state = 'stored')
      """,
    ]
  }
}
