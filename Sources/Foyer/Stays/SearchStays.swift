import Postgres

extension SearchKind {
  static let hosts = SearchKind(
    name: "hosts", rank: 1, title: { $0.staysHosts }, query: SearchQueries.hosts,
    entry: { row, reader in
      let id: UUID = try row["id"]
      let place = try MarkedText(row["place"], folded: row["folded_place"], terms: reader.terms)
      return SearchEntry(path: "/hosts/\(id)", title: try reader.marked(row), icon: "bed", detail: place)
    },
    all: { rows, reader in try reader.all("/hosts?q=\(reader.q)", rows, total: rows.first?["total"]) })

  static let stays = SearchKind(
    name: "stays", rank: 1, title: { $0.navStays }, query: SearchQueries.stays,
    entry: { row, reader in
      let (id, state): (UUID, StayState) = (try row["id"], try row["state"])
      let dates = state == .question ? nil : reader.strings.dates(try row["arrival"], try row["departure"])
      return SearchEntry(
        path: try row["is_host"] ? "/hosting/requests/\(id)" : "/requests#request-\(id)",
        title: try reader.marked(row), icon: "calendar",
        detail: MarkedText([dates, state.text(reader.strings)].compactMap { $0 }.joined(separator: " · ")),
        isOver: ![.question, .pending, .accepted].contains(state))
    })

  static let stayMessages = SearchKind(
    name: "messages", rank: 1, title: { $0.searchMessages }, query: SearchQueries.stayMessages,
    entry: { row, reader in
      let (id, body, folded): (UUID, String, String) = (try row["id"], try row["body"], try row["folded"])
      return SearchEntry(
        path: try row["is_host"] ? "/hosting/requests/\(id)" : "/requests/\(id)", title: MarkedText(try row["name"]),
        icon: "bed", detail: MarkedText(around: body, folded: folded, terms: reader.terms) ?? MarkedText(""))
    })
}

extension SearchQueries {
  /// The last messages of the newest requests of either side; of each request the newest that has the words.
  static func stayMessages(_ text: String) -> SQL {
    """
    WITH \(fragment: terms(text)), thread AS MATERIALIZED (
      (SELECT id, household_id, listing_name AS name, message, false AS is_host FROM stay_requests
      WHERE household_id = current_household() AND deleted_at IS NULL ORDER BY id DESC LIMIT 100)
      UNION ALL
      (SELECT id, household_id, guest_name, message, true FROM stay_requests
      WHERE host_household_id = current_household() AND deleted_at IS NULL ORDER BY id DESC LIMIT 100)
    ), said AS MATERIALIZED (
      SELECT id, name, is_host, 0 AS position, left(message, 1000) AS body, searched(left(message, 1000)) AS folded FROM thread
      UNION ALL
      SELECT thread.id, thread.name, thread.is_host, m.position, m.body, searched(m.body)
      FROM thread, LATERAL (
        SELECT position, left(body, 1000) AS body FROM stay_messages
        WHERE stay_messages.household_id = thread.household_id AND request_id = thread.id AND kind = 'message'
        ORDER BY position DESC LIMIT 20
      ) AS m
    ), hit AS MATERIALIZED (
      SELECT DISTINCT ON (id) id, name, is_host, position, body, folded FROM said
      WHERE \(fragment: hasEachTerm) ORDER BY id, position DESC
    )
    SELECT id, left(name, 200) AS name, is_host, body, folded FROM hit ORDER BY id DESC LIMIT 8
    """
  }

  /// Published listings, by the words that a search for hosts reads. Where the rarest word has more than 200, the first of them
  /// in the order of the index are looked at; `total` is null then.
  static func hosts(_ text: String) -> SQL {
    """
    WITH \(fragment: terms(text)), counted AS MATERIALIZED (
      SELECT word, beyond, (
        SELECT count(*) FROM (SELECT FROM listing_words w WHERE w.word >= t.word AND w.word < t.beyond LIMIT 201) AS rows) AS count
      FROM term t
    ), rare AS MATERIALIZED (
      SELECT word, beyond, count FROM counted ORDER BY count, char_length(word) DESC LIMIT 1
    ), found AS MATERIALIZED (
      SELECT DISTINCT w.listing_id, w.household_id
      FROM rare t, LATERAL (
        SELECT listing_id, household_id FROM listing_words w WHERE w.word >= t.word AND w.word < t.beyond LIMIT 200
      ) AS w
    ), hit AS MATERIALIZED (
      SELECT l.*, \(fragment: rank) AS rank
      FROM query, found, LATERAL (
        SELECT id, left(name, 200) AS name, left(place, 200) AS place, searched(left(name, 200)) AS folded
        FROM listings WHERE id = found.listing_id AND published LIMIT 1
      ) AS l
      WHERE NOT EXISTS (
        SELECT FROM term t
        WHERE t.word <> (SELECT word FROM rare) AND NOT EXISTS (
          SELECT FROM listing_words w WHERE w.household_id = found.household_id AND w.word >= t.word AND w.word < t.beyond LIMIT 1))
    )
    SELECT id, name, folded, place, searched(place) AS folded_place,
      CASE WHEN (SELECT count FROM rare) <= 200 THEN count(*) OVER () END AS total
    FROM hit ORDER BY rank, folded, id LIMIT 8
    """
  }

  /// The newest requests of either side, by the name that the other household has given: open ones come first.
  static func stays(_ text: String) -> SQL {
    """
    WITH \(fragment: terms(text)), hit AS MATERIALIZED (
      SELECT r.*, \(fragment: rank) AS rank
      FROM query, (
        (SELECT id, listing_name AS name, searched(listing_name) AS folded, arrival, departure, false AS is_host,
          CASE WHEN is_question THEN 'question' WHEN state IN ('pending', 'accepted') AND departure < current_date THEN 'past'
            ELSE state END AS state
        FROM stay_requests WHERE household_id = current_household() AND deleted_at IS NULL ORDER BY id DESC LIMIT 500)
        UNION ALL
        (SELECT id, guest_name, searched(guest_name), arrival, departure, true,
          CASE WHEN (is_question OR state IN ('pending', 'accepted')) AND deleted_at IS NOT NULL THEN 'withdrawn'
            WHEN is_question THEN 'question' WHEN state IN ('pending', 'accepted') AND departure < current_date THEN 'past' ELSE state END
        FROM stay_requests WHERE host_household_id = current_household() ORDER BY id DESC LIMIT 500)
      ) AS r
      WHERE \(fragment: hasEachTerm)
    )
    SELECT id, left(name, 200) AS name, left(folded, 600) AS folded, arrival, departure, is_host, state
    FROM hit ORDER BY rank, state NOT IN ('pending', 'accepted'), arrival DESC, id LIMIT 8
    """
  }
}
