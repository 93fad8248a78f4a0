import CivilTime
import Postgres

/// Eaters: members, whose rows of `cooking_parameters` say what they may not eat; others of the table `eaters`; and on the
/// nights of an accepted stay its guests.
enum EaterQueries {
  /// How many others there may be.
  static let maximum = 100

  /// The eaters of a choice's day: members, others, and guests who stay that night. Who is away does not eat unless chosen.
  static func on(_ choice: EaterChoice) -> SQL {
    """
    SELECT id, name, kind, photo_id, is_visitor, required, dislikes, dislike_keys, eats_here AND NOT \(fragment: isAway("those.id", choice)) AS eats_here,
      until, version
    FROM (\(fragment: list())) AS those
    UNION ALL
    (SELECT id, guest_name, 'guests', NULL::uuid, false, required, '{}'::text[], '{}'::text[], true, departure, version FROM stay_requests
    WHERE host_household_id = current_household() AND \(fragment: stays(choice)) ORDER BY arrival, id LIMIT 50)
    """
  }

  /// A statement for one number: the bits that everybody who eats asks for.
  static func required(by choice: EaterChoice) -> SQL {
    """
    SELECT coalesce(bit_or(required), 0) FROM (
      SELECT required FROM cooking_parameters WHERE household_id = current_household() AND \(fragment: eats(choice, "person_id"))
      UNION ALL
      SELECT required FROM eaters WHERE household_id = current_household() AND deleted_at IS NULL AND \(fragment: eats(choice, "id"))
      UNION ALL
      SELECT required FROM stay_requests
      WHERE host_household_id = current_household() AND \(fragment: stays(choice))\(fragment: choice.ids == nil ? "" : " AND " + eats(choice, "id"))
    ) AS those
    """
  }

  /// The needs of each who eats on a day by default, whether they leave that day, and the meals at which they are away: an empty one
  /// for the whole day. Those without needs are left out.
  static func demands(on day: SQL) -> SQL {
    func away(_ id: SQL) -> SQL {
      """
      ARRAY(SELECT a.meal FROM meal_absences a
            WHERE a.household_id = current_household() AND a.day = \(fragment: day) AND a.eater_id = \(fragment: id))
      """
    }
    return """
      SELECT required, false AS leaves, \(fragment: away("person_id")) AS away FROM cooking_parameters
        WHERE household_id = current_household() AND eats_here AND required <> 0
        UNION ALL
        SELECT required, false, \(fragment: away("eaters.id")) FROM eaters
        WHERE household_id = current_household() AND deleted_at IS NULL AND eats_here AND required <> 0
        UNION ALL
        SELECT required, departure = \(fragment: day), '{}' FROM stay_requests
        WHERE host_household_id = current_household() AND state = 'accepted' AND deleted_at IS NULL AND required <> 0
          AND arrival <= \(fragment: day) AND departure >= \(fragment: day) AND departure <= \(fragment: day) + 366
      """
  }

  private static func eats(_ choice: EaterChoice, _ id: SQL) -> SQL {
    if let ids = choice.ids { return "\(fragment: id) = ANY (\(ids)::uuid[])" }
    return "eats_here AND NOT \(fragment: isAway(id, choice))"
  }

  /// Whether a member or another is away on the day: all day, or at the meal. Where neither is said, nobody is.
  private static func isAway(_ id: SQL, _ choice: EaterChoice) -> SQL {
    if choice.day == nil && choice.meal == nil { return "false" }
    return """
      EXISTS (SELECT FROM meal_absences a WHERE a.household_id = current_household() AND a.day = \(fragment: night(choice.day))
        AND a.meal IN ('', \(choice.meal ?? "")) AND a.eater_id = \(fragment: id))
      """
  }

  private static func night(_ day: CalendarDate?) -> SQL {
    if let day { return "(SELECT \(day)::date)" }
    return "(SELECT (now() AT TIME ZONE time_zone)::date FROM households WHERE id = current_household())"
  }

  /// Whether a request is a stay whose guests sleep here that night, or have slept here the night before. None has more than
  /// 366 nights: a range of an index.
  private static func stays(_ choice: EaterChoice) -> SQL {
    let night = night(choice.day)
    return """
      state = 'accepted' AND deleted_at IS NULL AND arrival <= \(fragment: night)
        AND \(fragment: choice.meal == "breakfast" ? "departure >=" : "departure >") \(fragment: night) AND departure <= \(fragment: night) + 366
      """
  }

  private static let memberColumns: SQL = """
    p.id, p.name, 'member' AS kind, p.photo_id, p.id = current_person() AS is_visitor, coalesce(c.required, 0) AS required,
      coalesce(c.dislikes, '{}') AS dislikes, coalesce(c.dislike_keys, '{}') AS dislike_keys,
      coalesce(c.eats_here, true) AS eats_here, NULL::date AS until, coalesce(c.version, 0) AS version
    """
  private static let columns: SQL =
    "id, name, 'other' AS kind, NULL::uuid AS photo_id, false AS is_visitor, required, dislikes, dislike_keys, eats_here, NULL::date AS until, version"

  // MARK: The household's page

  /// Members and others.
  static func list() -> SQL {
    """
    (SELECT \(fragment: memberColumns)
    FROM people p LEFT JOIN cooking_parameters c ON c.household_id = p.household_id AND c.person_id = p.id
    WHERE p.household_id = current_household() ORDER BY p.created_at, p.id LIMIT 1000)
    UNION ALL
    (SELECT \(fragment: columns) FROM eaters
    WHERE household_id = current_household() AND deleted_at IS NULL ORDER BY created_at, id LIMIT 100)
    """
  }

  /// A member, or another who is not deleted.
  static func find(_ id: UUID) -> SQL {
    """
    (SELECT \(fragment: memberColumns)
    FROM people p LEFT JOIN cooking_parameters c ON c.household_id = p.household_id AND c.person_id = p.id
    WHERE p.household_id = current_household() AND p.id = \(id))
    UNION ALL
    (SELECT \(fragment: columns) FROM eaters
    WHERE household_id = current_household() AND id = \(id) AND deleted_at IS NULL)
    """
  }

  /// The name of one without an account, deleted or not.
  static func findAny(_ id: UUID) -> SQL {
    "SELECT name, deleted_at IS NOT NULL AS is_deleted FROM eaters WHERE household_id = current_household() AND id = \(id)"
  }

  /// Comes before statements that add one, so that they are counted one after the other.
  static func lock() -> SQL { AdvisoryLock.Household.eaters.wait }

  /// Does nothing if the id exists, because the form was sent twice, or if there are too many.
  static func insert(_ draft: EaterDraft) -> SQL {
    """
    INSERT INTO eaters (id, name, required, dislikes, dislike_keys, eats_here)
    SELECT \(draft.id)::uuid, \(draft.name)::text, \(draft.required)::bigint, \(draft.dislikes.map(\.name))::text[], \(draft.dislikes.map(\.key))::text[], \(draft.eatsHere)::boolean
    WHERE \(fragment: hasRoom) AND NOT EXISTS (SELECT FROM people WHERE household_id = current_household() AND id = \(draft.id))
    ON CONFLICT (household_id, id) DO NOTHING
    """
  }

  private static let hasRoom: SQL =
    "(SELECT count(*) FROM eaters WHERE household_id = current_household() AND deleted_at IS NULL) < 100"

  /// Changes one without an account, unless they have changed since `version`.
  static func update(_ draft: EaterDraft, version: Int) -> SQL {
    """
    UPDATE eaters SET name = \(draft.name), required = \(draft.required), dislikes = \(draft.dislikes.map(\.name)),
      dislike_keys = \(draft.dislikes.map(\.key)), eats_here = \(draft.eatsHere), \(fragment: .nextVersion)
    WHERE household_id = current_household() AND id = \(draft.id) AND version = \(version) AND deleted_at IS NULL
    """
  }

  /// The same for a member; 0 is the version of one of whom nothing is stored yet.
  static func update(member draft: EaterDraft, version: Int) -> SQL {
    """
    INSERT INTO cooking_parameters AS c (person_id, cuisines, required, dislikes, dislike_keys, eats_here, changed_at, changed_by)
    SELECT id, 0, \(draft.required)::bigint, \(draft.dislikes.map(\.name))::text[], \(draft.dislikes.map(\.key))::text[], \(draft.eatsHere)::boolean, now(), current_person()
    FROM people WHERE household_id = current_household() AND id = \(draft.id)
    ON CONFLICT (household_id, person_id) DO UPDATE SET required = EXCLUDED.required, dislikes = EXCLUDED.dislikes,
      dislike_keys = EXCLUDED.dislike_keys, eats_here = EXCLUDED.eats_here, version = c.version + 1, changed_at = now(), changed_by = current_person()
    WHERE c.version = \(version)
    """
  }

  /// The row of the last change, for the page of a conflict.
  static func changed(_ kind: Eater.Kind) -> SQL {
    kind == .member
      ? """
      (SELECT household_id, person_id AS id, changed_at, changed_by FROM cooking_parameters WHERE household_id = current_household())
      """ : "eaters"
  }

  static func delete(_ id: UUID) -> SQL {
    "UPDATE eaters SET deleted_at = now() WHERE household_id = current_household() AND id = \(id) AND deleted_at IS NULL"
  }

  /// Does nothing if there are too many meanwhile.
  static func restore(_ id: UUID) -> SQL {
    """
    UPDATE eaters SET deleted_at = NULL
    WHERE household_id = current_household() AND id = \(id) AND deleted_at > now() - interval '30 days' AND \(fragment: hasRoom)
    """
  }

  static func listDeleted(after id: UUID?) -> SQL { TrashQueries.list("id, name", of: "eaters", after: id) }

  static func deleteForGood() -> SQL { TrashQueries.deleteForGood(of: "eaters") }
}
