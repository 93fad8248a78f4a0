import CivilTime
import Postgres

/// Queries of a request's thread, of its change by the guest, and of what its host sees beside it. As those of
/// `StayRequestQueries`, each names the side that it is for.
enum StayThreadQueries {
  /// The entries of a page; the statements ask for one more.
  static let pageSize = 50

  // MARK: The guest's side

  /// One request of the guest's, with the columns of the list.
  static func findOwn(_ id: UUID) -> SQL {
    """
    SELECT r.id, coalesce(l.name, r.listing_name) AS name, r.listing_name, r.guest_name, r.created_at, l.id AS listing_id, l.photo_id,
      r.arrival, r.departure, r.guests, r.required, r.message, r.reply, r.proposed_arrival, r.proposed_departure, r.version,
      r.guest_unseen AS is_news, a.address, \(fragment: StayRequestQueries.isFresh) AS is_fresh,
      \(fragment: StayRequestQueries.state) AS state
    FROM stay_requests r
    \(fragment: StayRequestQueries.hostJoins)
    WHERE r.household_id = current_household() AND r.id = \(id) AND r.deleted_at IS NULL
    """
  }

  static func entries(_ id: UUID, before position: Int?) -> SQL {
    """
    SELECT \(fragment: columns) FROM stay_messages
    WHERE household_id = current_household() AND request_id = \(id) AND position < \(position ?? .max)
    ORDER BY position DESC LIMIT 51
    """
  }

  /// Does nothing if the message exists, because the form was sent twice.
  static func insert(_ message: UUID, _ body: String, to id: UUID) -> SQL {
    """
    INSERT INTO stay_messages (household_id, request_id, id, by_host, kind, body)
    SELECT household_id, id, \(message)::uuid, false, 'message', \(body)::text FROM stay_requests
    WHERE household_id = current_household() AND id = \(id) AND deleted_at IS NULL
    """
  }

  /// The words of a request that was a question; those of any other are its first.
  static func insert(_ message: UUID, of ask: AskToStay) -> SQL {
    """
    INSERT INTO stay_messages (household_id, request_id, id, by_host, kind, body)
    SELECT household_id, id, \(message)::uuid, false, 'message', \(ask.message)::text FROM stay_requests
    WHERE household_id = current_household() AND id = \(ask.id) AND deleted_at IS NULL AND message <> \(ask.message)
    """
  }

  /// The photo that the host sees: the guest's own, as it is now.
  static func insert(photo: UUID, of request: UUID) -> SQL {
    """
    INSERT INTO stay_guests (request_id, photo)
    SELECT \(request)::uuid, thumbnail FROM images WHERE household_id = current_household() AND id = \(photo)
    ON CONFLICT (household_id, request_id) DO NOTHING
    """
  }

  /// Changes an open request, unless it has changed since `version`. The table's trigger decides whether the host is asked anew.
  static func change(
    _ id: UUID, version: Int, from: CalendarDate, to: CalendarDate, guests: Int, required: Int
  ) -> SQL {
    """
    UPDATE stay_requests SET arrival = \(from), departure = \(to), guests = \(guests), required = \(required)
    WHERE household_id = current_household() AND id = \(id) AND version = \(version) AND state IN ('pending', 'accepted')
      AND deleted_at IS NULL AND departure >= current_date
    """
  }

  // MARK: The host's side

  static func entriesOfHost(_ id: UUID, before position: Int?) -> SQL {
    """
    SELECT \(fragment: columns) FROM stay_messages
    WHERE household_id = (SELECT household_id FROM stay_requests WHERE host_household_id = current_household() AND id = \(id))
      AND request_id = \(id) AND position < \(position ?? .max)
    ORDER BY position DESC LIMIT 51
    """
  }

  static func insertAsHost(_ message: UUID, _ body: String, to id: UUID) -> SQL {
    """
    INSERT INTO stay_messages (household_id, request_id, id, by_host, kind, body)
    SELECT household_id, id, \(message)::uuid, true, 'message', \(body)::text FROM stay_requests
    WHERE host_household_id = current_household() AND id = \(id)
    """
  }

  private static let columns: SQL = "position, by_host, author, kind, body, arrival, departure, guests, created_at"

  /// The guest; no row once the request is withdrawn or deleted.
  static func guest(_ id: UUID) -> SQL {
    """
    SELECT g.request_id IS NOT NULL AS has_photo, l.id AS listing_id, l.photo_id, l.place, e.stays, e.last_day
    FROM (
      SELECT id, household_id FROM stay_requests
      WHERE host_household_id = current_household() AND id = \(id) AND deleted_at IS NULL AND state <> 'withdrawn'
    ) AS r
    LEFT JOIN stay_guests g ON g.household_id = r.household_id AND g.request_id = r.id
    LEFT JOIN LATERAL (SELECT id, photo_id, place FROM listings WHERE household_id = r.household_id AND published LIMIT 1) AS l ON true
    CROSS JOIN LATERAL (
      SELECT count(*) AS stays, max(departure) AS last_day FROM stay_requests
      WHERE host_household_id = current_household() AND household_id = r.household_id AND accepted_at IS NOT NULL
        AND state IN ('accepted', 'past') AND deleted_at IS NULL AND departure <= current_date
    ) AS e
    """
  }

  static func photo(_ id: UUID) -> SQL {
    """
    SELECT g.request_id AS id, g.photo AS bytes
    FROM stay_requests r JOIN stay_guests g ON g.household_id = r.household_id AND g.request_id = r.id
    WHERE r.host_household_id = current_household() AND r.id = \(id)
    """
  }

  /// The household's own nights that have guests or are blocked, in the two months from that of a request's arrival.
  static func nights(of id: UUID) -> SQL {
    """
    SELECT n.night, n.guests, n.blocks > 0 AS is_blocked, n.blocks > 0 OR n.guests >= n.capacity AS is_full
    FROM (
      SELECT date_trunc('month', arrival)::date AS day FROM stay_requests WHERE host_household_id = current_household() AND id = \(id)
    ) AS first, LATERAL (
      SELECT night, guests, blocks, capacity FROM stay_nights
      WHERE household_id = current_household() AND night >= first.day AND night < (first.day + interval '2 months')::date
        AND (guests > 0 OR blocks > 0)
      ORDER BY night LIMIT 62
    ) AS n
    """
  }
}
