import Postgres

/// The search for hosts who have room.
enum HostSearchQueries {
  /// Published listings with room for so many guests on each night from the arrival to the departure, by the rule by which
  /// requests are accepted (`nights_are_free`). `edge` is the last listing that was looked at, if there are more: hosts
  /// without room must not make the search long. (Measured with 20,000 hosts: 300 of them cost 1.5 ms.)
  static func list(_ search: HostSearch, after id: UUID?) -> SQL {
    let candidates = search.q.isEmpty ? newest(after: id) : matches(search.q, after: id)
    let guests = search.guestCount ?? 1
    // The OFFSET keeps the planner from joining, which would read the nights of all hosts.
    let nights: SQL =
      search.dates.map { dates in
        """
         AND (\(dates.arrival)::date < current_date OR NOT EXISTS (
            SELECT FROM stay_nights n
            WHERE n.household_id = l.household_id AND n.night >= \(dates.arrival)::date AND n.night < \(dates.departure)::date
              AND (n.blocks > 0 OR n.guests + \(guests)::int > n.capacity) OFFSET 0))
        """
      } ?? ""
    return """
      WITH \(fragment: candidates), hit AS MATERIALIZED (
        SELECT l.id, l.name, l.place, l.photo_id, l.household_id = current_household() AS is_own
        FROM candidate c, LATERAL (
          SELECT id, household_id, name, place, photo_id FROM listings
          WHERE household_id = c.household_id AND id = c.id AND published AND capacity >= \(guests)::int LIMIT 1
        ) AS l
        WHERE true\(fragment: nights)
        LIMIT 51
      )
      SELECT edge.id AS edge, hit.*
      FROM (SELECT (SELECT id FROM candidate OFFSET 299 LIMIT 1) AS id) AS edge LEFT JOIN hit ON true
      ORDER BY hit.id DESC
      """
  }

  private static func newest(after id: UUID?) -> SQL {
    let page: SQL = if let id { " AND id < \(id)" } else { "" }
    return """
      candidate AS MATERIALIZED (
        SELECT id, household_id FROM listings WHERE published\(fragment: page) ORDER BY id DESC LIMIT 300
      )
      """
  }

  /// As `HostQueries.search`: rare words are ranges of the index, frequent ones are looked up for each listing.
  private static func matches(_ text: String, after id: UUID?) -> SQL {
    let page: SQL = if let id { " AND w.listing_id < \(id)" } else { "" }
    let listed: SQL = if let id { " AND l.id < \(id)" } else { "" }
    return """
      \(fragment: HostQueries.terms(text)), candidate AS MATERIALIZED (
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
        LIMIT 300)
        UNION ALL
        (SELECT id, household_id
        FROM listings l
        WHERE NOT EXISTS (SELECT FROM rare) AND EXISTS (SELECT FROM term) AND l.published\(fragment: listed) AND NOT EXISTS (
          SELECT FROM term t
          WHERE NOT EXISTS (
            SELECT FROM listing_words w WHERE w.household_id = l.household_id AND w.word >= t.word AND w.word < t.beyond LIMIT 1))
        ORDER BY id DESC LIMIT 300)
      )
      """
  }
}
