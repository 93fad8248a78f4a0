import HTML
import Postgres

/// A to-do as a list shows it.
struct Item {
  let id: UUID
  let title: Text
  /// The beginning of the description: lists never need more.
  let description: Text
  let isDone: Bool
  let due: Due?

  var hasDescription: Bool { !description.isEmpty }

  init(_ row: Row, now: Timestamp, strings: Strings) throws {
    id = try row["id"]
    title = try row["title"]
    description = try row["description"]
    isDone = try row["is_done"]
    let dueAt: Timestamp? = try row["due_at"]
    due = dueAt.map { Due($0, now: now, strings: strings) }
  }
}

/// A deadline in the reader's words and time zone.
struct Due {
  /// For `<time datetime>`: RFC 3339, UTC.
  let iso: String
  /// How long it is until then (R18).
  let text: String
  /// Day and time on the reader's clock.
  let exact: String
  let isOverdue: Bool

  init(_ due: Timestamp, now: Timestamp, strings: Strings) {
    let remaining = RemainingTime(from: now, to: due)
    iso = due.iso8601
    text = strings.text(remaining)
    exact = strings.text(due.local)
    isOverdue = remaining == .overdue
  }
}

/// Which items are shown, as the URL says it (R13).
struct ItemFilter {
  enum Status: String { case open, done, all }

  var q: String
  var state: Status
  /// The last item of the page before this one.
  var after: UUID?

  var status: String { state.rawValue }
}
