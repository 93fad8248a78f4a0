import CivilTime
import Postgres

/// The table `feeds`, and what a feed contains.
enum FeedQueries {
  // MARK: The visitor's own

  static func list() -> SQL {
    """
    WITH named AS MATERIALIZED (SELECT id, name FROM categories WHERE household_id = current_household())
    SELECT f.id, f.name, f.content, f.category_id, f.seed, (SELECT named.name FROM named WHERE named.id = f.category_id) AS category
    FROM feeds f
    WHERE f.household_id = current_household() AND f.person_id = current_person() ORDER BY f.id
    """
  }

  /// The categories to choose from.
  static func categories() -> SQL {
    """
    SELECT id, left(name, 100) AS name FROM categories
    WHERE household_id = current_household() AND deleted_at IS NULL ORDER BY folded_name LIMIT 500
    """
  }

  /// Makes a feed, if the person has not too many and the category is the household's.
  static func insert(_ form: FeedForm, _ content: Feed.Content, seed: [UInt8], _ token: FeedToken) -> SQL {
    let kind = content.category == nil ? content.text : "category"
    let room: SQL = """
      (SELECT count(*) FROM feeds WHERE household_id = current_household() AND person_id = current_person()) < \(Feed.maximum)
      """
    let chosen: SQL =
      if let id = content.category {
        "SELECT id FROM categories WHERE household_id = current_household() AND id = \(id) AND deleted_at IS NULL"
      } else {
        "SELECT NULL::uuid AS id"
      }
    return """
      WITH chosen AS MATERIALIZED (\(fragment: chosen))
      INSERT INTO feeds (id, name, content, category_id, seed, token_hash)
      SELECT \(form.id)::uuid, \(form.name)::text, \(kind)::text, chosen.id, \(seed)::bytea, \(token.hash)::bytea
      FROM chosen WHERE \(fragment: room)
      ON CONFLICT DO NOTHING
      """
  }

  /// The condition that it is one of the visitor's own.
  static func isOwn(_ id: UUID) -> SQL {
    """
    EXISTS (SELECT FROM feeds WHERE household_id = current_household() AND person_id = current_person() AND id = \(id))
    """
  }

  /// The condition that the visitor has the feed of the token.
  static func exists(_ token: FeedToken) -> SQL {
    """
    EXISTS (
      SELECT FROM feeds
      WHERE household_id = current_household() AND person_id = current_person() AND token_hash = \(token.hash))
    """
  }

  /// The condition that the visitor has one.
  static let areThere: SQL = """
    EXISTS (SELECT FROM feeds WHERE household_id = current_household() AND person_id = current_person())
    """

  /// All of the visitor's.
  static func deleteAll() -> SQL {
    "DELETE FROM feeds WHERE household_id = current_household() AND person_id = current_person()"
  }

  static func delete(_ id: UUID) -> SQL {
    "DELETE FROM feeds WHERE household_id = current_household() AND person_id = current_person() AND id = \(id)"
  }

  // MARK: Without a session

  /// The key of the tokens.
  static func key() -> SQL { "SELECT key FROM signing_keys WHERE name = 'feed'" }

  /// The feed of a token, and whose it is.
  static func find(_ token: FeedToken) -> SQL {
    """
    SELECT f.household_id, f.name, f.content, f.category_id, coalesce(p.language, p.seen_language) AS language, h.time_zone
    FROM feeds f
    JOIN people p ON p.household_id = f.household_id AND p.id = f.person_id
    JOIN households h ON h.id = f.household_id
    WHERE f.token_hash = \(token.hash)
    """
  }

  // MARK: As a member of the household. A thousand rows come as one text, which is read off the event loop.

  /// Open items from a year ago on, and done ones of the last 60 days.
  /// - Parameter ids: those of these items and series alone; nil for all.
  static func items(_ category: UUID?, of ids: [UUID]? = nil) -> SQL {
    """
    SELECT coalesce(json_agg(json_build_array(
      i.id, left(i.title, 500), left(concat_ws(E'\\n', nullif(i.description, ''), boxes_of_checklist(i.checklist)), 1000), extract(epoch FROM i.due_at)::bigint,
      extract(epoch FROM i.due_at AT TIME ZONE h.time_zone)::bigint, i.due_day IS NOT NULL, i.is_done,
      extract(epoch FROM coalesce(i.changed_at, i.created_at))::bigint, c.name, i.priority) ORDER BY i.due_at, i.id), '[]')::text AS json
    FROM (
      (SELECT \(fragment: columns) FROM items
      WHERE household_id = current_household() AND deleted_at IS NULL AND NOT is_done AND due_at >= now() - interval '366 days'
        \(fragment: only(category)) \(fragment: only(ids))
      ORDER BY due_at, id LIMIT \(FeedCalendar.maximum))
      UNION ALL
      (SELECT \(fragment: columns) FROM items
      WHERE household_id = current_household() AND deleted_at IS NULL AND is_done AND due_at >= now() - interval '60 days'
        \(fragment: only(category)) \(fragment: only(ids))
      ORDER BY due_at DESC, id LIMIT \(FeedCalendar.maximumDone))
    ) AS i
    JOIN households h ON h.id = current_household()
    LEFT JOIN categories c ON c.household_id = current_household() AND c.id = i.category_id
    """
  }

  private static let columns: SQL =
    "id, title, description, due_at, due_day, is_done, changed_at, created_at, category_id, priority, checklist"

  /// Nothing of a category that is in the trash.
  private static func only(_ category: UUID?) -> SQL {
    guard let category else { return "" }
    return """
      AND category_id = (SELECT id FROM categories WHERE household_id = current_household() AND id = \(category) AND deleted_at IS NULL)
      """
  }

  private static func only(_ ids: [UUID]?) -> SQL {
    ids.map { "AND (id = ANY (\($0)::uuid[]) OR series_id = ANY (\($0)::uuid[]))" } ?? ""
  }

  /// Series that go on by the date, with what their open item stands for.
  /// - Parameter ids: as for items.
  static func series(_ category: UUID?, of ids: [UUID]? = nil) -> SQL {
    """
    SELECT coalesce(json_agg(json_build_array(
      s.id, i.id, left(s.title, 500), left(s.description, 1000), s.rule, extract(epoch FROM s.starts_at)::bigint, s.is_day,
      extract(epoch FROM i.occurrence)::bigint,
      ARRAY(SELECT extract(epoch FROM skip)::bigint FROM unnest(s.skipped) AS skip),
      extract(epoch FROM s.changed_at)::bigint) ORDER BY s.id), '[]')::text AS json
    FROM series s
    JOIN (
      SELECT id, series_id, occurrence FROM items
      WHERE household_id = current_household() AND series_id IS NOT NULL AND done_at IS NULL AND deleted_at IS NULL
        AND due_at >= now() - interval '366 days' \(fragment: only(category)) \(fragment: only(ids))
    ) AS i ON i.series_id = s.id
    WHERE s.household_id = current_household() AND s.ended_at IS NULL AND s.repeat_from = 'due' AND i.occurrence IS NOT NULL
    """
  }

  /// The meals planned for some days, each with the recipe if that can be read.
  /// - Parameter ids: these alone; nil for all.
  static func meals(_ days: ClosedRange<CalendarDate>, of ids: [UUID]? = nil) -> SQL {
    let isOne: SQL = ids.map { "AND id = ANY (\($0)::uuid[])" } ?? ""
    return """
      SELECT coalesce(json_agg(json_build_array(
        m.id, m.day, m.meal, left(coalesce(r.name, m.text), 500), r.id, extract(epoch FROM m.changed_at)::bigint)
        ORDER BY m.day, m.created_at, m.id), '[]')::text AS json
      FROM (
        SELECT id, day, meal, recipe_id, text, changed_at, created_at FROM meals
        WHERE household_id = current_household() AND deleted_at IS NULL
          AND day >= (SELECT \(days.lowerBound)::date) AND day <= (SELECT \(days.upperBound)::date) \(fragment: isOne)
        ORDER BY day, id LIMIT \(FeedCalendar.maximum)
      ) AS m LEFT JOIN LATERAL (
        \(fragment: RecipeQueries.visible("m.recipe_id"))
      ) AS r ON r.deleted_at IS NULL
      """
  }

  /// The moments at which a zone's clocks change in some years, with the offsets before and after in seconds. The first row
  /// has no offset before.
  static func changes(of zone: String, from first: CalendarDate, to last: CalendarDate) -> SQL {
    """
    SELECT extract(epoch FROM moment)::bigint AS moment, was, shift
    FROM (
      SELECT at, shift, lag(shift) OVER (ORDER BY at) AS was FROM (
        SELECT at, extract(epoch FROM (at AT TIME ZONE \(zone)) - (at AT TIME ZONE 'UTC'))::int AS shift
        FROM generate_series(\(first)::date::timestamp AT TIME ZONE 'UTC', \(last)::date::timestamp AT TIME ZONE 'UTC', interval '24 hours') AS at
      ) AS days
    ) AS changed, LATERAL (
      SELECT min(near) AS moment FROM generate_series(at - interval '24 hours', at, interval '1 minute') AS near
      WHERE extract(epoch FROM (near AT TIME ZONE \(zone)) - (near AT TIME ZONE 'UTC')) = shift
    ) AS exact
    WHERE shift IS DISTINCT FROM was ORDER BY at
    """
  }
}
