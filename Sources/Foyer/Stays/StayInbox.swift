import CivilTime
import Postgres

/// The newest requests of one side, beside the thread of one of them on a wide screen.
struct StayInbox {
  struct Entry {
    let id: UUID
    /// The name of the other side.
    let name: Text
    let path: String
    /// Nil for a question.
    let dates: String?
    let state: StayState
    let isNews: Bool
  }

  let entries: [Entry]

  init(_ rows: Rows, _ side: StaySide, _ strings: Strings) throws {
    entries = try rows.map { row in
      let (id, state): (UUID, StayState) = (try row["id"], try row["state"])
      return Entry(
        id: id, name: try row["name"], path: side.path(of: id),
        dates: state == .question ? nil : strings.dates(try row["arrival"], try row["departure"]), state: state,
        isNews: try row["is_news"])
    }
  }

  static func query(_ side: StaySide) -> SQL {
    switch side {
    case .guest:
      """
      SELECT id, left(listing_name, 100) AS name, arrival, departure, guest_unseen AS is_news, \(fragment: state)
      FROM stay_requests WHERE household_id = current_household() AND deleted_at IS NULL ORDER BY id DESC LIMIT 30
      """
    case .host:
      """
      SELECT id, left(guest_name, 100) AS name, arrival, departure, host_unseen AS is_news, \(fragment: state)
      FROM stay_requests WHERE host_household_id = current_household() ORDER BY id DESC LIMIT 30
      """
    }
  }

  private static let state: SQL = """
    CASE WHEN (is_question OR state IN ('pending', 'accepted')) AND deleted_at IS NOT NULL THEN 'withdrawn'
      WHEN is_question THEN 'question'
      WHEN state IN ('pending', 'accepted') AND departure < current_date THEN 'past' ELSE state END AS state
    """
}
