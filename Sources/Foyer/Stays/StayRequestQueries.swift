import CivilTime
import Postgres

/// Queries of the table `stay_requests` by either party: each names the side that it is for, the guest's `household_id` or
/// the `host_household_id`. The table's trigger checks what each side may change.
enum StayRequestQueries {
  /// The rows of a page; the statements below ask for one more, to know whether there is another page.
  static let pageSize = 50

  // MARK: The guest's side

  /// Does nothing if the id exists, because the form was sent twice.
  static func insert(_ ask: AskToStay) -> SQL {
    """
    INSERT INTO stay_requests (id, host_household_id, listing_id, arrival, departure, guests, required, message)
    SELECT \(ask.id)::uuid, household_id, id, \(ask.dates.arrival)::date, \(ask.dates.departure)::date, \(ask.guests)::int,
      \(ask.required)::bigint, \(ask.message)
    FROM listings WHERE id = \(ask.listing) AND (published OR household_id = current_household())
    ON CONFLICT (household_id, id) DO NOTHING
    """
  }

  /// A question before dates. The table's trigger gives it the dates of no stay.
  static func insert(_ ask: AskQuestion) -> SQL {
    """
    INSERT INTO stay_requests (id, host_household_id, listing_id, arrival, departure, guests, is_question, message)
    SELECT \(ask.id)::uuid, household_id, id, current_date, current_date + 1, 1, true, \(ask.message)
    FROM listings WHERE id = \(ask.listing) AND (published OR household_id = current_household())
    ON CONFLICT (household_id, id) DO NOTHING
    """
  }

  /// Makes a request of a question.
  static func turn(_ ask: AskToStay) -> SQL {
    """
    UPDATE stay_requests SET is_question = false, state = 'pending', arrival = \(ask.dates.arrival)::date,
      departure = \(ask.dates.departure)::date, guests = \(ask.guests)::int, required = \(ask.required)::bigint
    WHERE household_id = current_household() AND id = \(ask.id) AND listing_id = \(ask.listing) AND is_question
      AND deleted_at IS NULL
    """
  }

  /// Whether the address of an accepted request `r` is not shown yet: meanwhile the host can take the acceptance
  /// back without having told it.
  static let isFresh: SQL =
    "coalesce(r.state = 'accepted' AND r.was_guests IS NOT TRUE AND r.accepted_at > now() - interval '10 seconds', false)"

  /// The columns of the host of a request `r` that its guest sees: `l`, the listing while it is published, and `a`, the
  /// address of an accepted stay.
  static let hostJoins: SQL = """
    LEFT JOIN LATERAL (
      SELECT id, name, photo_id FROM listings
      WHERE household_id = r.host_household_id AND id = r.listing_id AND published LIMIT 1
    ) AS l ON true
    LEFT JOIN LATERAL (
      SELECT address FROM listing_addresses
      WHERE r.state = 'accepted' AND NOT \(fragment: isFresh) AND r.departure >= current_date - 1 AND household_id = r.host_household_id
        AND listing_id = r.listing_id LIMIT 1
    ) AS a ON true
    """

  /// My requests, the newest first (R29).
  static func list(after id: UUID?) -> SQL {
    let page: SQL = if let id { " AND id < \(id)" } else { "" }
    return """
      SELECT r.id, coalesce(l.name, r.listing_name) AS name, l.id AS listing_id, l.photo_id, r.arrival, r.departure, r.guests,
        r.required, r.message, r.reply, r.proposed_arrival, r.proposed_departure, r.version, r.guest_unseen AS is_news, a.address,
        \(fragment: isFresh) AS is_fresh, \(fragment: state) AS state
      FROM (
        SELECT page.* FROM (
          SELECT id FROM stay_requests
          WHERE household_id = current_household() AND deleted_at IS NULL\(fragment: page)
          ORDER BY id DESC LIMIT 51
        ) AS key, LATERAL (
          SELECT id, host_household_id, listing_id, listing_name, arrival, departure, guests, required, left(message, 500) AS message,
            reply, proposed_arrival, proposed_departure, version, guest_unseen, state, is_question, accepted_at, was_guests
          FROM stay_requests WHERE household_id = current_household() AND id = key.id LIMIT 1
        ) AS page
      ) AS r
      \(fragment: hostJoins)
      ORDER BY r.id DESC
      """
  }

  /// The state of a request `r` for its guest.
  static let state: SQL = """
    CASE WHEN r.is_question THEN 'question' WHEN r.state IN ('pending', 'accepted') AND r.departure < current_date THEN 'past'
      ELSE r.state END
    """

  /// Marks the guest's news as seen: all of it, or that of one request.
  static func seeAsGuest(_ id: UUID? = nil) -> SQL {
    """
    UPDATE stay_requests SET guest_unseen = false
    WHERE household_id = current_household() AND guest_unseen AND deleted_at IS NULL AND id = coalesce(\(optional: id), id)
    """
  }

  /// The name of the host, for deleted requests as well.
  static func findOwn(_ id: UUID) -> SQL {
    """
    SELECT listing_name AS name, listing_id, state, version, deleted_at IS NOT NULL AS is_deleted, is_question
    FROM stay_requests WHERE household_id = current_household() AND id = \(id)
    """
  }

  static func withdraw(_ id: UUID) -> SQL {
    """
    UPDATE stay_requests SET state = 'withdrawn'
    WHERE household_id = current_household() AND id = \(id) AND state IN ('pending', 'accepted') AND deleted_at IS NULL
      AND departure >= current_date
    """
  }

  /// Accepts the dates that the host proposes, which makes the request accepted.
  static func agree(_ id: UUID, version: Int) -> SQL {
    """
    UPDATE stay_requests SET state = 'accepted', arrival = proposed_arrival, departure = proposed_departure
    WHERE household_id = current_household() AND id = \(id) AND version = \(version) AND state = 'pending'
      AND proposed_arrival >= current_date AND deleted_at IS NULL
    """
  }

  static func delete(_ id: UUID) -> SQL {
    "UPDATE stay_requests SET deleted_at = now() WHERE household_id = current_household() AND id = \(id) AND deleted_at IS NULL"
  }

  static func restore(_ id: UUID) -> SQL {
    """
    UPDATE stay_requests SET deleted_at = NULL
    WHERE household_id = current_household() AND id = \(id) AND deleted_at > now() - interval '30 days'
    """
  }

  /// Comes before a change of all requests: locks first the rows, then the hosts whose nights change, each in a fixed
  /// order, so that two guests who empty their lists and a host who answers do not deadlock.
  static func lockAll() -> [SQL] {
    [
      "SELECT FROM stay_requests WHERE household_id = current_household() ORDER BY id FOR NO KEY UPDATE",
      """
      \(fragment: AdvisoryLock.Household.nights.wait(of: "host"))
      FROM (
        SELECT DISTINCT host_household_id AS host FROM stay_requests
        WHERE household_id = current_household() AND state = 'accepted' ORDER BY 1
      ) AS hosts
      """,
    ]
  }

  /// Empties the list.
  static func deleteAll() -> SQL {
    "UPDATE stay_requests SET deleted_at = now() WHERE household_id = current_household() AND deleted_at IS NULL"
  }

  static func restore(deletedAt moment: Int) -> SQL {
    """
    UPDATE stay_requests SET deleted_at = NULL
    WHERE household_id = current_household() AND \(fragment: TrashQueries.wasDeleted(at: moment))
    """
  }

  /// Deletes for good what was deleted more than 30 days ago.
  static func deleteForGood() -> SQL {
    "DELETE FROM stay_requests WHERE household_id = current_household() AND deleted_at <= now() - interval '30 days'"
  }

  // MARK: The host's side

  /// Requests of guests: those that wait for an answer first, then the others, each newest first.
  /// - Parameter cursor: the last request of the previous page, and whether it waits for an answer.
  static func listOfHost(after cursor: (id: UUID, waits: Bool)?) -> SQL {
    var waiting: SQL = ""
    var others: SQL = ""
    if let cursor {
      if cursor.waits {
        waiting = " AND id < \(cursor.id)"
      } else {
        (waiting, others) = (" AND false", " AND id < \(cursor.id)")
      }
    }
    // The card shows what the guest has written last.
    return """
      SELECT \(fragment: hostColumns(message: latest))
      FROM (
        (SELECT \(fragment: raw), true AS waits FROM stay_requests
        WHERE host_household_id = current_household() AND state = 'pending' AND deleted_at IS NULL AND departure >= current_date\(fragment: waiting)
        ORDER BY id DESC LIMIT 51)
        UNION ALL
        (SELECT \(fragment: raw), false FROM stay_requests
        WHERE host_household_id = current_household()
          AND NOT (state = 'pending' AND deleted_at IS NULL AND departure >= current_date)\(fragment: others)
        ORDER BY id DESC LIMIT 51)
      ) AS r
      ORDER BY waits DESC, id DESC
      LIMIT 51
      """
  }

  static func findOfHost(_ id: UUID) -> SQL {
    """
    SELECT \(fragment: hostColumns(message: "message"))
    FROM (SELECT \(fragment: raw), false AS waits FROM stay_requests WHERE host_household_id = current_household() AND id = \(id)) AS r
    """
  }

  private static let raw: SQL = """
    household_id, id, guest_name, listing_name, created_at, arrival, departure, guests, required, message, reply, proposed_arrival, proposed_departure,
      version, host_unseen, state, is_question, deleted_at
    """

  /// A request that the guest deletes while it is open becomes withdrawn. What the guests may not eat is there for as long as
  /// somebody may cook for them.
  private static func hostColumns(message: SQL) -> SQL {
    """
    id, guest_name AS name, guest_name, listing_name, created_at, NULL::uuid AS listing_id, NULL::uuid AS photo_id, arrival, departure, guests, \(fragment: message) AS message, reply,
      proposed_arrival, proposed_departure, version, host_unseen AS is_news, NULL::text AS address, false AS is_fresh, waits,
      CASE WHEN state IN ('pending', 'accepted') AND deleted_at IS NULL AND departure >= current_date THEN required ELSE 0 END AS required,
      CASE WHEN (is_question OR state IN ('pending', 'accepted')) AND deleted_at IS NOT NULL THEN 'withdrawn'
        WHEN is_question THEN 'question'
        WHEN state IN ('pending', 'accepted') AND departure < current_date THEN 'past' ELSE state END AS state
    """
  }

  /// The latest words of the guest of a request `r`.
  static let latest: SQL = """
    coalesce((
      SELECT left(m.body, 500) FROM stay_messages m
      WHERE m.household_id = r.household_id AND m.request_id = r.id AND NOT m.by_host AND m.kind = 'message'
      ORDER BY m.position DESC LIMIT 1), r.message)
    """

  static func seeAsHost(_ id: UUID? = nil) -> SQL {
    """
    UPDATE stay_requests SET host_unseen = false
    WHERE host_household_id = current_household() AND host_unseen AND id = coalesce(\(optional: id), id)
    """
  }

  /// Answers a request, unless it has changed since the host saw it.
  static func answer(_ id: UUID, version: Int, _ state: StayState, reply: String?) -> SQL {
    """
    UPDATE stay_requests SET state = \(state), reply = coalesce(\(optional: reply), reply)
    WHERE host_household_id = current_household() AND id = \(id) AND version = \(version)
      AND state IN ('pending', 'accepted') AND state <> \(state) AND deleted_at IS NULL AND departure >= current_date
    """
  }

  /// Takes the last change of the request's state back, unless something has changed since. The table's trigger decides
  /// whether it may: within an hour, by the side that made it.
  static func takeBackAsHost(_ id: UUID, version: Int) -> SQL {
    """
    UPDATE stay_requests SET state = was_state
    WHERE host_household_id = current_household() AND id = \(id) AND version = \(version) AND state IN ('accepted', 'declined')
      AND \(fragment: canBeTakenBack) AND NOT was_guests
    """
  }

  /// The same for a withdrawal.
  static func takeBackAsGuest(_ id: UUID, version: Int) -> SQL {
    """
    UPDATE stay_requests SET state = was_state
    WHERE household_id = current_household() AND id = \(id) AND version = \(version) AND state = 'withdrawn'
      AND \(fragment: canBeTakenBack) AND was_guests
    """
  }

  private static let canBeTakenBack: SQL =
    "was_state IS NOT NULL AND was_at > now() - interval '1 hour' AND deleted_at IS NULL AND departure >= current_date"

  /// Leaves the request open and proposes other dates, which the guest may accept.
  static func propose(_ id: UUID, version: Int, from: CalendarDate, to: CalendarDate, reply: String?) -> SQL {
    """
    UPDATE stay_requests SET proposed_arrival = \(from), proposed_departure = \(to), reply = coalesce(\(optional: reply), reply)
    WHERE host_household_id = current_household() AND id = \(id) AND version = \(version) AND state = 'pending'
      AND deleted_at IS NULL
    """
  }
}

extension StayState: PostgresEncodable {}
