import Postgres

extension DerivedData {
  static let ofStays = [
    DerivedData(
      name: "hosts' words for the search",
      check: "SELECT count(*) AS wrong FROM (\(fragment: listingWords)) AS difference",
      // Its trigger writes them.
      mend: ["UPDATE listings SET name = name WHERE household_id = current_household()"]),
    DerivedData(
      name: "nights taken", check: "SELECT count(*) AS wrong FROM (\(fragment: nights)) AS difference",
      mend: [
        "SELECT set_config('foyer.repair', 'on', true)",
        "UPDATE listings SET capacity = capacity WHERE household_id = current_household()",
      ]),
  ]

  private static let listingWords: SQL = """
    SELECT word
    FROM (
      SELECT word, 1 AS surplus FROM listing_words WHERE household_id = current_household()
      UNION ALL
      SELECT known, -1 FROM listings l, words_of_listing(l.name, l.place, l.offer) AS known
      WHERE l.household_id = current_household() AND l.published
    ) AS change
    GROUP BY word HAVING sum(surplus) <> 0
    """

  private static let nights: SQL = """
    SELECT night
    FROM (
      SELECT night, guests, blocks FROM stay_nights WHERE household_id = current_household()
      UNION ALL
      SELECT r.arrival + n, -r.guests, 0
      FROM stay_requests r, generate_series(0, r.departure - r.arrival - 1) AS n
      WHERE r.host_household_id = current_household() AND r.state = 'accepted' AND r.deleted_at IS NULL
      UNION ALL
      SELECT b.first_day + n, 0, -1
      FROM blocked_dates b, generate_series(0, b.last_day - b.first_day) AS n
      WHERE b.household_id = current_household() AND b.deleted_at IS NULL
    ) AS change
    GROUP BY night HAVING (sum(guests), sum(blocks)) <> (0, 0)
    """
}
