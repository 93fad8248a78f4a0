import CivilTime
import HTML
import HTTP
import Postgres

/// A word after a stay, as others read it.
struct StayReference {
  let body: Text
  let author: Text
  /// The month of the departure.
  let month: String

  init(_ row: Row, _ strings: Strings) throws {
    body = try row["body"]
    author = try row["author"]
    let departure: CalendarDate = try row["departure"]
    month = strings.month(departure)
  }
}

/// The words of both sides of a stay, as one of them sees them.
struct StayReferences {
  let mine: StayReference?
  /// Nil as well while it is not shown.
  let theirs: StayReference?
  /// Whether the own one may be written.
  let canWrite: Bool
  /// The day from which what one side has written is shown in any case.
  let shownOn: String
  /// Whether the own one is shown to others.
  let isShown: Bool

  /// From `StayReferenceQueries.of`.
  init(_ rows: Rows, _ side: StaySide, _ strings: Strings) throws {
    var (mine, theirs, isShown): (StayReference?, StayReference?, Bool) = (nil, nil, false)
    for row in rows {
      guard let byHost: Bool = try row["by_host"] else { continue }
      if byHost == (side == .host) {
        (mine, isShown) = (try StayReference(row, strings), try row["is_shown"])
      } else {
        theirs = try StayReference(row, strings)
      }
    }
    (self.mine, self.theirs, self.isShown) = (mine, theirs, isShown)
    let isOpen: Bool = try rows.first?["is_open"] ?? false
    canWrite = isOpen && mine == nil
    shownOn = try rows.first.map { strings.date((try $0["shown_on"] as CalendarDate).civil) } ?? ""
  }

  var isEmpty: Bool { mine == nil && theirs == nil && !canWrite }
}

/// The form of such a word: its text as typed, and its problems.
struct StayReferenceForm {
  var text = ""
  var errors = FormErrors()
}

/// Queries of the words after stays. Those of the other side, and of other stays, the table's policies show when it is their time.
enum StayReferenceQueries {
  /// The most that a page shows of a host or a guest.
  private static let shown = 20

  /// Both words of a stay; a row without one if there is none.
  static func of(_ request: UUID, _ side: StaySide) -> SQL {
    switch side {
    case .guest:
      """
      SELECT \(fragment: columns)
      FROM stay_requests r LEFT JOIN stay_references f ON f.household_id = r.household_id AND f.request_id = r.id
      WHERE r.household_id = current_household() AND r.id = \(request)
      """
    case .host:
      """
      SELECT \(fragment: columns)
      FROM stay_requests r LEFT JOIN stay_references f ON f.household_id = r.household_id AND f.request_id = r.id
      WHERE r.host_household_id = current_household() AND r.id = \(request)
      """
    }
  }

  /// Whether a request `r` is a stay of which a word may be written.
  static let isOpen: SQL = """
    r.accepted_at IS NOT NULL AND r.state IN ('accepted', 'past') AND r.departure <= current_date AND r.departure + 14 > current_date
    """

  private static let columns: SQL = """
    \(fragment: isOpen) AS is_open,
    r.departure + 14 AS shown_on, f.by_host, f.author, f.body, f.departure, f.shown_from <= now() AS is_shown
    """

  /// The latest words for a host.
  static func ofHost(_ listing: UUID) -> SQL {
    """
    SELECT f.author, f.body, f.departure
    FROM listings l JOIN stay_references f ON f.host_household_id = l.household_id
    WHERE l.id = \(listing) AND (l.published OR l.household_id = current_household()) AND NOT f.by_host AND f.shown_from <= now()
    ORDER BY f.departure DESC, f.request_id LIMIT \(shown)
    """
  }

  /// The latest words of other hosts for the guest of a request.
  static func ofGuest(_ request: UUID) -> SQL {
    """
    SELECT f.author, f.body, f.departure
    FROM stay_requests r JOIN stay_references f ON f.household_id = r.household_id
    WHERE r.host_household_id = current_household() AND r.id = \(request) AND r.deleted_at IS NULL AND r.state <> 'withdrawn'
      AND f.by_host AND f.request_id <> r.id AND f.shown_from <= now()
    ORDER BY f.departure DESC, f.request_id LIMIT \(shown)
    """
  }

  /// Does nothing if this side has written already.
  static func insert(_ word: WriteReference) -> SQL {
    switch word.side {
    case .guest:
      """
      INSERT INTO stay_references (household_id, request_id, by_host, host_household_id, body, departure, shown_from)
      SELECT household_id, id, false, host_household_id, \(word.text)::text, departure, now() FROM stay_requests
      WHERE household_id = current_household() AND id = \(word.request)
      ON CONFLICT (household_id, request_id, by_host) DO NOTHING
      """
    case .host:
      """
      INSERT INTO stay_references (household_id, request_id, by_host, host_household_id, body, departure, shown_from)
      SELECT household_id, id, true, host_household_id, \(word.text)::text, departure, now() FROM stay_requests
      WHERE host_household_id = current_household() AND id = \(word.request)
      ON CONFLICT (household_id, request_id, by_host) DO NOTHING
      """
    }
  }
}
