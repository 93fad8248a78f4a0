import CivilTime
import Postgres

/// Queries of the plan.
enum PlanQueries {
  /// Limits of meals: of a day, and of a week.
  static let perDay = 50
  static let perWeek = 200

  // MARK: Days

  /// The first day of a week.
  /// - Parameter week: nil for the one that today is in, on the household's clock.
  static func monday(_ week: Week?) -> SQL {
    if let week { return "(SELECT \(week.monday)::date)" }
    return """
      (SELECT date_trunc('week', now() AT TIME ZONE time_zone)::date FROM households WHERE id = current_household())
      """
  }

  /// Meals from a day on, in the order in which they were planned.
  /// - Parameters:
  ///   - first: a day. Under row level security the planner uses the index only for parameters and
  ///     scalar subqueries, not for expressions.
  ///   - days: how many.
  static func list(from first: SQL, days: Int) -> SQL {
    """
    WITH \(fragment: diners)
    SELECT \(fragment: columns), \(fragment: cookedFor) AS cooked_for
    FROM (
      \(fragment: meals(from: first, days: days))
    ) AS m LEFT JOIN LATERAL (
      \(fragment: RecipeQueries.visible("m.recipe_id"))
    ) AS r ON r.deleted_at IS NULL
    ORDER BY m.day, m.created_at, m.id
    """
  }

  /// The same with what is compared with those who eat: bits; the lines of dishes that may clash with somebody on any of
  /// the days, or that a program of another edition has read, if there are needs at all; and what a dish needs, if somebody
  /// dislikes something. The rest is not sent: texts are most of what a week costs.
  static func listWithFacts(from first: SQL, days: Int) -> SQL {
    """
    WITH days AS MATERIALIZED (SELECT \(fragment: first) AS first), wanted AS MATERIALIZED (
      SELECT coalesce(bit_or(required), 0) AS bits, coalesce(bool_or(dislikes <> '{}'), false) AS has_dislikes FROM (
        \(fragment: demands(from: "(SELECT first FROM days)", days: days))
      ) AS demands
    )
    SELECT \(fragment: columns), m.listed_for, r.traits, r.maybe,
      CASE WHEN has_dislikes THEN r.need_names END AS need_names, CASE WHEN has_dislikes THEN r.need_keys END AS need_keys,
      NOT \(fragment: RecipeQueries.isRead) AS is_unread,
      CASE WHEN r.traits & bits <> bits OR bits <> 0 AND (NOT \(fragment: RecipeQueries.isRead) OR \(fragment: RecipeQueries.isAnswered))
        THEN r.ingredients END AS ingredients,
      CASE WHEN (r.traits & bits <> bits OR bits <> 0 AND \(fragment: RecipeQueries.isAnswered)) AND \(fragment: RecipeQueries.isRead)
        THEN r.reading END AS reading,
      CASE WHEN bits <> 0 THEN \(fragment: RecipeQueries.packetList) END AS packets,
      CASE WHEN bits <> 0 AND NOT \(fragment: RecipeQueries.isRead) THEN r.statements END AS statements,
      CASE WHEN bits <> 0 AND NOT \(fragment: RecipeQueries.isRead) THEN \(fragment: RecipeQueries.hearsay) END AS hearsay
    FROM (
      \(fragment: meals(from: "(SELECT first FROM days)", days: days))
    ) AS m CROSS JOIN wanted LEFT JOIN LATERAL (
      \(fragment: RecipeQueries.visible("m.recipe_id"))
    ) AS r ON r.deleted_at IS NULL
    ORDER BY m.day, m.created_at, m.id
    """
  }

  /// The needs and dislikes of each default eater on some of the days, as `eaters` says of whom.
  private static func demands(from first: SQL, days: Int) -> SQL {
    """
    SELECT required, dislikes FROM cooking_parameters WHERE household_id = current_household() AND eats_here
    UNION ALL
    SELECT required, dislikes FROM eaters WHERE household_id = current_household() AND deleted_at IS NULL AND eats_here
    UNION ALL
    SELECT required, '{}' FROM stay_requests
    WHERE host_household_id = current_household() AND \(fragment: stays(from: first, days: days))
    """
  }

  /// The eaters of some of the days: members, others, and guests of accepted stays, from and until when. None has
  /// more than 366 nights: a range of an index.
  static func eaters(from first: SQL, days: Int) -> SQL {
    """
    SELECT those.*, NULL::date AS since, 1 AS count, ARRAY(
        SELECT a.day::text || ' ' || a.meal FROM meal_absences a
        WHERE a.household_id = current_household() AND a.eater_id = those.id
          AND a.day >= \(fragment: first) AND a.day < (SELECT \(fragment: first) + \(days)::int) ORDER BY a.day, a.meal
      ) AS away
    FROM (\(fragment: EaterQueries.list())) AS those
    UNION ALL
    (SELECT id, guest_name, 'guests', NULL::uuid, false, required, '{}'::text[], '{}'::text[], true, departure, version, arrival, guests,
      '{}'::text[]
    FROM stay_requests WHERE host_household_id = current_household() AND \(fragment: stays(from: first, days: days))
    ORDER BY arrival, id LIMIT 100)
    """
  }

  /// Whether a request is a stay of whose days, from the arrival to the departure, one is among these.
  private static func stays(from first: SQL, days: Int) -> SQL {
    """
    state = 'accepted' AND deleted_at IS NULL
      AND departure >= \(fragment: first) AND departure <= (SELECT \(fragment: first) + \(days)::int + 366)
      AND arrival < (SELECT \(fragment: first) + \(days)::int)
    """
  }

  /// The people who eat here, read once for all meals of a statement (measured: half of the time of a month with 70 meals).
  static let diners: SQL =
    "diners AS MATERIALIZED (SELECT id FROM (\(fragment: EaterQueries.list())) AS those WHERE eats_here)"

  /// For how many a recipe `r` of a meal `m` is cooked, as `PlanEaters.count` counts them; NULL for one that names no servings.
  /// The statement has `diners`.
  static let cookedFor: SQL = """
    CASE WHEN r.servings IS NOT NULL THEN coalesce(m.servings, greatest(1, (
      SELECT count(*) FROM diners WHERE NOT EXISTS (
        SELECT FROM meal_absences a WHERE a.household_id = current_household() AND a.day = m.day AND a.meal IN ('', m.meal)
          AND a.eater_id = diners.id)
    ) + (
      SELECT coalesce(sum(s.guests), 0) FROM stay_requests s
      WHERE s.host_household_id = current_household() AND s.state = 'accepted' AND s.deleted_at IS NULL AND s.arrival <= m.day
        AND s.departure >= m.day AND s.departure <= m.day + 366 AND (s.departure > m.day OR m.meal = 'breakfast')
    ))::int) END
    """

  /// Of an eater whom the household does not have, nothing is stored. Whoever was away all day and eats at one meal is away at the
  /// others.
  static func setAway(_ change: SetAway) -> SQL {
    let (day, eater, meal) = (change.day, change.eater, change.meal?.value ?? "")
    let known: SQL = "EXISTS (SELECT FROM (\(fragment: EaterQueries.find(eater))) AS known)"
    if change.isAway {
      return """
        INSERT INTO meal_absences (day, meal, eater_id)
        SELECT \(day)::date, \(meal)::text, \(eater)::uuid WHERE \(fragment: known)
          AND (SELECT count(*) FROM meal_absences WHERE household_id = current_household() AND day = \(day)) < 1000
        ON CONFLICT (household_id, day, meal, eater_id) DO NOTHING
        """
    }
    return """
      WITH ended AS (
        DELETE FROM meal_absences WHERE household_id = current_household() AND day = \(day) AND eater_id = \(eater)
          AND (\(meal)::text = '' OR meal IN ('', \(meal)::text))
        RETURNING meal
      )
      INSERT INTO meal_absences (day, meal, eater_id)
      SELECT \(day)::date, other, \(eater)::uuid FROM unnest(\(MealName.usual.map(\.value))::text[]) AS other
      WHERE \(meal)::text <> '' AND other <> \(meal)::text AND EXISTS (SELECT FROM ended WHERE meal = '')
      ON CONFLICT (household_id, day, meal, eater_id) DO NOTHING
      """
  }

  private static func meals(from first: SQL, days: Int) -> SQL {
    """
    SELECT id, day, meal, recipe_id, text, servings, listed_for, version, created_at FROM meals
      WHERE household_id = current_household() AND deleted_at IS NULL
        AND day >= \(fragment: first) AND day < (SELECT \(fragment: first) + \(days)::int)
      ORDER BY day, created_at, id LIMIT \(perWeek * 5)
    """
  }

  static func find(_ id: UUID) -> SQL {
    """
    SELECT \(fragment: columns), m.was_day, m.was_meal
    FROM (
      SELECT id, day, meal, recipe_id, text, servings, version, was_day, was_meal FROM meals
      WHERE household_id = current_household() AND id = \(id) AND deleted_at IS NULL
    ) AS m LEFT JOIN LATERAL (
      \(fragment: RecipeQueries.visible("m.recipe_id"))
    ) AS r ON r.deleted_at IS NULL
    """
  }

  private static let columns: SQL =
    "m.id, m.day, m.meal, m.recipe_id, m.text, m.servings, m.version, left(r.name, 1000) AS name, r.image_id"

  /// A meal, deleted or not.
  static func findAny(_ id: UUID) -> SQL {
    """
    SELECT text AS name, day, deleted_at IS NOT NULL AS is_deleted,
      (extract(epoch FROM deleted_at) * 1000000)::bigint AS deleted_at FROM meals
    WHERE household_id = current_household() AND id = \(id)
    """
  }

  // MARK: What a text means

  /// The recipe that is meant: one by its id, if the text is its name or empty; else the only one that is called as the text.
  static func recipe(_ id: UUID?, _ text: String) -> SQL {
    let isNamed: SQL = text.isEmpty ? "" : " AND folded(btrim(left(name, 1000))) = folded(btrim(\(text)))"
    return """
      SELECT meant.id, meant.name, r.servings, \(fragment: RecipeQueries.reading),
        \(fragment: RecipeQueries.decidedStaples)
      FROM (
        (SELECT id, left(name, 1000) AS name, 0 AS place FROM (
          \(fragment: RecipeQueries.visible("\(optional: id)::uuid"))
        ) AS known WHERE deleted_at IS NULL\(fragment: isNamed))
        UNION ALL
        (SELECT (array_agg(id))[1], min(name), 1 FROM (
          SELECT k.id, left(k.name, 1000) AS name FROM recipes k
          WHERE k.household_id = (SELECT current_household()) AND k.deleted_at IS NULL AND \(fragment: isCalled(text))
          UNION ALL
          SELECT k.id, left(k.name, 1000) FROM recipes k
          WHERE k.household_id = starter_household() AND k.place IN (\(fragment: RecipeQueries.starters)) AND k.deleted_at IS NULL
            AND \(fragment: isCalled(text))
        ) AS same HAVING count(*) = 1)
      ) AS meant JOIN LATERAL (
        \(fragment: RecipeQueries.visible("meant.id"))
      ) AS r ON true
      ORDER BY meant.place LIMIT 1
      """
  }

  private static func isCalled(_ text: String) -> SQL {
    """
    k.name_order = (SELECT left(folded(btrim(\(text))), 500)) AND k.folded_name = (SELECT folded(btrim(\(text))))
    """
  }

  // MARK: Changes

  /// Comes before statements that add a meal to a day, so that they are counted one after the other.
  static func lock() -> SQL { AdvisoryLock.Household.meals.wait }

  private static func count(_ days: SQL) -> SQL {
    """
    (SELECT count(*) FROM meals
      WHERE household_id = current_household() AND deleted_at IS NULL AND \(fragment: days))
    """
  }

  private static func days(of week: Week) -> SQL { "day >= \(week.monday)::date AND day <= \(week.sunday)::date" }

  private static func hasRoom(_ day: CalendarDate) -> SQL {
    """
    \(fragment: count("day = \(day)::date")) < \(perDay) AND \(fragment: count(days(of: Week(day)))) < \(perWeek)
    """
  }

  /// Does nothing if the id exists, because the form was sent twice, or if there are too many.
  /// - Parameters:
  ///   - dish: the recipe; the draft's text is its name then.
  ///   - condition: further to these.
  static func insert(_ draft: MealDraft, _ dish: UUID?, text: String, where condition: SQL = "true") -> SQL {
    """
    INSERT INTO meals (id, day, meal, recipe_id, text, servings)
    SELECT \(draft.id)::uuid, \(draft.day)::date, \(draft.name.value)::text, \(optional: dish)::uuid, \(text)::text,
      \(optional: draft.servings)::smallint
    WHERE \(fragment: hasRoom(draft.day)) AND \(fragment: condition)
    ON CONFLICT (household_id, id) DO NOTHING
    """
  }

  /// Adds a meal with the recipe that it means; with neither a recipe nor words there is none.
  static func insert(_ draft: MealDraft) -> SQL {
    """
    INSERT INTO meals (id, day, meal, recipe_id, text, servings)
    SELECT \(draft.id)::uuid, \(draft.day)::date, \(draft.name.value)::text, meant.id, coalesce(meant.name, \(draft.words)::text),
      \(optional: draft.servings)::smallint
    FROM (VALUES (true)) AS one LEFT JOIN (\(fragment: recipe(draft.recipe, draft.words))) AS meant ON true
    WHERE \(fragment: hasRoom(draft.day)) AND coalesce(meant.name, \(draft.words)::text) <> ''
    ON CONFLICT (household_id, id) DO NOTHING
    """
  }

  /// Changes a meal, unless it has changed since `version`.
  /// - Parameters:
  ///   - keepsDish: whether its recipe stays what it is.
  ///   - was: the meal before it is moved.
  ///   - changed: ids of meals whose list has changed.
  static func update(
    _ draft: MealDraft, _ dish: UUID?, keepsDish: Bool, text: String, version: Int, was: Meal?, unless changed: SQL
  ) -> SQL {
    """
    UPDATE meals SET day = \(draft.day), meal = \(draft.name.value),
      recipe_id = CASE WHEN \(keepsDish) THEN recipe_id ELSE \(optional: dish)::uuid END, text = \(text),
      servings = \(optional: draft.servings)::smallint, was_day = \(optional: was?.day)::date,
      was_meal = \(optional: was?.name.value)::text, \(fragment: .nextVersion)
    WHERE household_id = current_household() AND id = \(draft.id) AND version = \(version) AND deleted_at IS NULL
      AND id NOT IN (\(fragment: changed))
    """
  }

  /// Whether a day takes another meal.
  static func room(_ day: CalendarDate) -> SQL { "SELECT \(fragment: hasRoom(day)) AS is_there" }

  static func delete(_ id: UUID) -> SQL {
    "UPDATE meals SET deleted_at = now() WHERE household_id = current_household() AND id = \(id) AND deleted_at IS NULL"
  }

  /// Does nothing if there are too many meanwhile.
  /// - Parameter day: the meal's.
  static func restore(_ id: UUID, _ day: CalendarDate) -> SQL {
    """
    UPDATE meals SET deleted_at = NULL
    WHERE household_id = current_household() AND id = \(id) AND deleted_at > now() - interval '30 days'
      AND \(fragment: hasRoom(day))
    """
  }

  static func listDeleted(after id: UUID?) -> SQL { TrashQueries.list("id, text AS name", of: "meals", after: id) }

  static func deleteForGood() -> SQL { TrashQueries.deleteForGood(of: "meals") }

  // MARK: Copying a week

  /// How many meals of a week the other one does not have yet.
  static func countMissing(_ from: Week, _ to: Week) -> SQL {
    "WITH \(fragment: missing(from, to)) SELECT count(*) AS count FROM missing"
  }

  /// Adds a week's meals to another. A copy's id follows from the meal and the day, so that copying twice adds them once; one
  /// that was deleted comes back as the meal is now. Does nothing where the days would get too many.
  static func copy(_ from: Week, to: Week) -> SQL {
    """
    WITH \(fragment: missing(from, to))
    INSERT INTO meals AS copy (id, day, meal, recipe_id, text, servings, created_at)
    SELECT id, day, meal, recipe_id, text, servings, clock_timestamp() FROM missing
    WHERE (SELECT count(*) FROM missing)
        + \(fragment: count(days(of: to))) <= \(perWeek)
      AND NOT EXISTS (
        SELECT FROM missing AS n GROUP BY n.day
        HAVING count(*) + \(fragment: count("day = n.day")) > \(perDay))
    ORDER BY place
    ON CONFLICT (household_id, id) DO UPDATE SET day = EXCLUDED.day, meal = EXCLUDED.meal, recipe_id = EXCLUDED.recipe_id,
      text = EXCLUDED.text, servings = EXCLUDED.servings, listed_for = NULL, deleted_at = NULL, created_at = EXCLUDED.created_at,
      version = copy.version + 1, changed_at = now(), changed_by = current_person()
    """
  }

  private static func missing(_ from: Week, _ to: Week) -> SQL {
    """
    copied AS MATERIALIZED (
      SELECT substr(encode(sha256(convert_to(id || ' ' || (day + \(to.monday.days - from.monday.days)::int), 'UTF8')), 'hex'), 1, 32)::uuid AS id,
        day + \(to.monday.days - from.monday.days)::int AS day, meal, recipe_id, text, servings,
        row_number() OVER (ORDER BY day, created_at, id) AS place
      FROM meals
      WHERE household_id = current_household() AND deleted_at IS NULL AND \(fragment: days(of: from))
    ), missing AS MATERIALIZED (
      SELECT c.id, c.day, c.meal, c.recipe_id, c.text, c.servings, c.place FROM copied c
      WHERE NOT EXISTS (
        SELECT FROM meals o WHERE o.household_id = current_household() AND o.id = c.id AND o.deleted_at IS NULL)
    )
    """
  }

  /// Deletes what one copy has added and nobody has changed since.
  /// - Parameter moment: of the copy, in microseconds since 1970.
  static func undoCopy(_ moment: Int) -> SQL {
    """
    UPDATE meals SET deleted_at = now()
    WHERE household_id = current_household() AND deleted_at IS NULL
      AND changed_at = \(fragment: .timestamp(microseconds: moment))
    """
  }
}
