import CivilTime
import Postgres

/// Queries of published listings, and of the household's own.
enum HostQueries {
  /// The rows of a page; the statements below ask for one more, to know whether there is another page.
  static let pageSize = 50

  /// One page of the grid, the newest first.
  static func list(after id: UUID?) -> SQL {
    let page: SQL = if let id { " AND id < \(id)" } else { "" }
    return """
      SELECT id, name, place, photo_id, place_photo_id, household_id = current_household() AS is_own
      FROM listings WHERE published\(fragment: page)
      ORDER BY id DESC LIMIT 51
      """
  }

  /// The same, of listings whose name and town contain each word of a text.
  ///
  /// Rare words are short ranges of the index of words; the listings that have all of them are filtered by the frequent
  /// words. If each word is frequent, listings are read newest first, because the first page is soon full. (Measured
  /// with 20,000 hosts: both cost the same at 2,500 listings per word.)
  static func search(_ text: String, after id: UUID?) -> SQL {
    """
    WITH \(fragment: matches(text, after: id, limit: "51"))
    SELECT l.id, l.name, l.place, l.photo_id, l.place_photo_id, l.household_id = current_household() AS is_own
    FROM matching, LATERAL (
      SELECT id, household_id, name, place, photo_id, place_photo_id FROM listings WHERE id = matching.id AND published LIMIT 1
    ) AS l
    ORDER BY l.id DESC
    """
  }

  /// `matching` has the newest listings, as many as the limit says, that have each word of a text.
  static func matches(_ text: String, after id: UUID?, limit: SQL) -> SQL {
    let page: SQL = if let id { " AND w.listing_id < \(id)" } else { "" }
    let listed: SQL = if let id { " AND l.id < \(id)" } else { "" }
    return """
      \(fragment: terms(text)), matching AS MATERIALIZED (
        (SELECT listing_id AS id, household_id
        FROM (
          SELECT w.listing_id, w.household_id
          FROM rare t, LATERAL (
            SELECT listing_id, household_id FROM listing_words w
            WHERE w.word >= t.word AND w.word < t.beyond\(fragment: page) LIMIT 2500
          ) AS w
          GROUP BY w.listing_id, w.household_id
          HAVING count(DISTINCT t.word) = (SELECT count(*) FROM rare)
          ORDER BY w.listing_id DESC
        ) AS l
        WHERE NOT EXISTS (
          SELECT FROM term t
          WHERE t.count > 2500 AND NOT EXISTS (
            SELECT FROM listing_words w WHERE w.household_id = l.household_id AND w.word >= t.word AND w.word < t.beyond LIMIT 1))
        LIMIT \(fragment: limit))
        UNION ALL
        (SELECT id, household_id
        FROM listings l
        WHERE NOT EXISTS (SELECT FROM rare) AND EXISTS (SELECT FROM term) AND l.published\(fragment: listed) AND NOT EXISTS (
          SELECT FROM term t
          WHERE NOT EXISTS (
            SELECT FROM listing_words w WHERE w.household_id = l.household_id AND w.word >= t.word AND w.word < t.beyond LIMIT 1))
        ORDER BY id DESC LIMIT \(fragment: limit))
      )
      """
  }

  /// `term` has a text's words, at most eight, each with how many listings have it, up to 2,501; `rare` has those of few.
  private static func terms(_ text: String) -> SQL {
    """
    term AS MATERIALIZED (
      SELECT word, beyond, (
        SELECT count(*) FROM (SELECT FROM listing_words w WHERE w.word >= t.word AND w.word < t.beyond LIMIT 2501) AS found) AS count
      FROM (
        SELECT DISTINCT left(word, 40) COLLATE "C" AS word, left(word, 40) || chr(1114111) COLLATE "C" AS beyond
        FROM regexp_split_to_table(searched(\(text)), '\\s+') AS word WHERE word <> '' LIMIT 8
      ) AS t
    ), rare AS MATERIALIZED (
      SELECT word, beyond FROM term WHERE count <= 2500
    )
    """
  }

  /// A host with the reader's open request. The own listing is returned as well, published or not.
  static func find(_ id: UUID) -> SQL {
    """
    SELECT l.id, l.name, l.offer, l.place, l.capacity, l.photo_id, l.place_photo_id, l.published,
      l.household_id = current_household() AS is_own,
      q.id AS question_id, r.id AS request_id, r.arrival, r.departure, r.state = 'accepted' AS is_accepted, a.address,
      \(fragment: StayRequestQueries.isFresh) AS is_fresh
    FROM listings l
    LEFT JOIN LATERAL (
      SELECT id, arrival, departure, state, accepted_at, was_guests FROM stay_requests
      WHERE household_id = current_household() AND host_household_id = l.household_id AND listing_id = l.id
        AND state IN ('pending', 'accepted') AND deleted_at IS NULL AND departure >= current_date LIMIT 1
    ) AS r ON true
    LEFT JOIN LATERAL (
      SELECT id FROM stay_requests
      WHERE household_id = current_household() AND host_household_id = l.household_id AND listing_id = l.id
        AND is_question AND deleted_at IS NULL
      ORDER BY id DESC LIMIT 1
    ) AS q ON true
    LEFT JOIN listing_addresses a ON r.state = 'accepted' AND NOT \(fragment: StayRequestQueries.isFresh) AND a.household_id = l.household_id AND a.listing_id = l.id
    WHERE l.id = \(id) AND (l.published OR l.household_id = current_household())
    """
  }

  /// The nights of two months that are blocked or full; the first month as `StayCalendar.start` chooses it.
  static func takenNights(_ id: UUID, from month: CalendarDate?) -> SQL {
    """
    SELECT n.night
    FROM listings l, (
      SELECT least(
        greatest(\(optional: month)::date, date_trunc('month', current_date)::date),
        (date_trunc('month', current_date) + make_interval(months => \(StayCalendar.count - 2)::int))::date) AS day
    ) AS first, LATERAL (
      SELECT night FROM stay_nights
      WHERE household_id = l.household_id AND night >= first.day AND night < (first.day + interval '2 months')::date
        AND (blocks > 0 OR guests >= capacity)
      ORDER BY night LIMIT 62
    ) AS n
    WHERE l.id = \(id) AND (l.published OR l.household_id = current_household())
    """
  }

  // MARK: Pictures

  static func photo(_ id: UUID) -> SQL { picture("photo_id", "picture", of: id) }

  static func thumbnail(_ id: UUID) -> SQL { picture("photo_id", "thumbnail", of: id) }

  static func placePhoto(_ id: UUID) -> SQL { picture("place_photo_id", "picture", of: id) }

  static func placeThumbnail(_ id: UUID) -> SQL { picture("place_photo_id", "thumbnail", of: id) }

  private static func picture(_ subject: SQL, _ size: SQL, of id: UUID) -> SQL {
    """
    SELECT p.id, p.\(fragment: size) AS bytes
    FROM listings l JOIN listing_pictures p ON p.household_id = l.household_id AND p.id = l.\(fragment: subject)
    WHERE l.id = \(id) AND (l.published OR l.household_id = current_household())
    """
  }
}
