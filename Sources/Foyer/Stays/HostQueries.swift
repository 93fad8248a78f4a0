import Postgres

/// What is asked of published listings. Row level security shows those, and the household's own.
enum HostQueries {
  /// The statements below ask for one row more, to know whether there is another page.
  static let pageSize = 50

  /// One page of the grid, the newest first.
  static func list(after id: UUID?) -> SQL {
    let page: SQL = if let id { " AND id < \(id)" } else { "" }
    return """
      SELECT id, name, place, photo_id, household_id = current_household() AS is_own
      FROM listings WHERE published\(fragment: page)
      ORDER BY id DESC LIMIT 51
      """
  }

  /// The same of those whose name and place contain each word of a text.
  ///
  /// A rare word is a short range of the index of words. A common one is in so many listings that the first page is soon
  /// full when they are looked at one after the other. A thousand is where the one costs what the other does.
  static func search(_ text: String, after id: UUID?) -> SQL {
    let page: SQL = if let id { " AND listing_id < \(id)" } else { "" }
    let listed: SQL = if let id { " AND l.id < \(id)" } else { "" }
    return """
      WITH term AS MATERIALIZED (
        SELECT left(word, 40) COLLATE "C" AS word, left(word, 40) || chr(1114111) COLLATE "C" AS beyond
        FROM regexp_split_to_table(searched(\(text)), '\\s+') AS word WHERE word <> ''
        ORDER BY char_length(word) DESC LIMIT 8
      ), longest AS MATERIALIZED (
        SELECT word, beyond FROM term LIMIT 1
      ), rare AS MATERIALIZED (
        SELECT count(*) <= 1000 AS is_rare
        FROM longest t, LATERAL (SELECT FROM listing_words w WHERE w.word >= t.word AND w.word < t.beyond LIMIT 1001) AS found
      ), found AS (
        (SELECT listing_id
        FROM (
          SELECT DISTINCT listing_id, household_id
          FROM longest t, LATERAL (
            SELECT listing_id, household_id FROM listing_words w WHERE w.word >= t.word AND w.word < t.beyond LIMIT 1000
          ) AS w
          WHERE (SELECT is_rare FROM rare)\(fragment: page)
          ORDER BY listing_id DESC
        ) AS l
        WHERE NOT EXISTS (
          SELECT FROM (SELECT word, beyond FROM term OFFSET 1) AS t
          WHERE NOT EXISTS (SELECT FROM listing_words w WHERE w.household_id = l.household_id AND w.word >= t.word AND w.word < t.beyond))
        LIMIT 51)
        UNION ALL
        (SELECT id
        FROM listings l
        WHERE NOT (SELECT is_rare FROM rare) AND l.published\(fragment: listed) AND NOT EXISTS (
          SELECT FROM term t
          WHERE NOT EXISTS (SELECT FROM listing_words w WHERE w.household_id = l.household_id AND w.word >= t.word AND w.word < t.beyond))
        ORDER BY id DESC LIMIT 51)
      )
      SELECT l.id, l.name, l.place, l.photo_id, l.household_id = current_household() AS is_own
      FROM found, LATERAL (SELECT id, household_id, name, place, photo_id FROM listings WHERE id = listing_id AND published LIMIT 1) AS l
      ORDER BY l.id DESC
      """
  }

  /// A host with the reader's open request. A row is also the answer to one's own listing, published or not.
  static func find(_ id: UUID) -> SQL {
    """
    SELECT l.id, l.name, l.offer, l.place, l.capacity, l.photo_id, l.place_photo_id, l.published,
      l.household_id = current_household() AS is_own,
      r.id AS request_id, r.arrival, r.departure, r.state = 'accepted' AS is_accepted, a.address
    FROM listings l
    LEFT JOIN LATERAL (
      SELECT id, arrival, departure, state FROM stay_requests
      WHERE household_id = current_household() AND host_household_id = l.household_id AND listing_id = l.id
        AND state IN ('pending', 'accepted') AND deleted_at IS NULL AND departure >= current_date LIMIT 1
    ) AS r ON true
    LEFT JOIN listing_addresses a ON r.state = 'accepted' AND a.household_id = l.household_id AND a.listing_id = l.id
    WHERE l.id = \(id)
    """
  }

  /// The nights of this month and the next that are blocked or full.
  static func takenNights(_ id: UUID) -> SQL {
    """
    SELECT n.night
    FROM listings l, LATERAL (
      SELECT night FROM stay_nights
      WHERE household_id = l.household_id AND night >= date_trunc('month', current_date)::date
        AND night < (date_trunc('month', current_date) + interval '2 months')::date AND (blocks > 0 OR guests >= capacity)
      ORDER BY night LIMIT 62
    ) AS n
    WHERE l.id = \(id)
    """
  }

  // MARK: Pictures

  static func photo(_ id: UUID) -> SQL {
    """
    SELECT p.id, p.picture AS bytes
    FROM listings l JOIN listing_pictures p ON p.household_id = l.household_id AND p.id = l.photo_id
    WHERE l.id = \(id)
    """
  }

  static func thumbnail(_ id: UUID) -> SQL {
    """
    SELECT p.id, p.thumbnail AS bytes
    FROM listings l JOIN listing_pictures p ON p.household_id = l.household_id AND p.id = l.photo_id
    WHERE l.id = \(id)
    """
  }

  static func placePhoto(_ id: UUID) -> SQL {
    """
    SELECT p.id, p.picture AS bytes
    FROM listings l JOIN listing_pictures p ON p.household_id = l.household_id AND p.id = l.place_photo_id
    WHERE l.id = \(id)
    """
  }
}
