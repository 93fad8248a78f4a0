import CivilTime
import Postgres

/// A member of the household, as the others see one. A class: a page has few, and many items for each.
final class HouseholdMember {
  let id: UUID
  let name: String
  /// Changes with the photo: the version in its URL.
  let photoID: UUID?
  let isVisitor: Bool
  /// The days on which no turn falls to the member.
  let away: ClosedRange<CalendarDate>?
  /// How many items that are for the member, or whose turn is the member's, are open and done; only on the household's page.
  var items = (open: 0, done: 0)

  init(id: UUID, name: String, photoID: UUID?, isVisitor: Bool, away: ClosedRange<CalendarDate>? = nil) {
    (self.id, self.name, self.photoID, self.isVisitor, self.away) = (id, name, photoID, isVisitor, away)
  }

  /// Takes a row of `HouseholdQueries.members`.
  convenience init(_ row: Row) throws {
    let (first, last): (CalendarDate?, CalendarDate?) = (try row["away_from"], try row["away_until"])
    var away: ClosedRange<CalendarDate>?
    if let first, let last, first <= last { away = first...last }
    self.init(
      id: try row["id"], name: try row["name"], photoID: try row["photo_id"], isVisitor: try row["is_visitor"],
      away: away)
  }

  var initials: String { name.initials }

  /// In percent, of all of the member's items.
  var progress: Int { items.open + items.done == 0 ? 0 : items.done * 100 / (items.open + items.done) }
}

extension [HouseholdMember] {
  subscript(id: UUID) -> HouseholdMember? { first { $0.id == id } }

  /// Whether no turn of that day falls to somebody; nor does it to somebody who has left.
  func isAway(on day: CalendarDate) -> (UUID) -> Bool {
    { id in self[id].map { $0.away?.contains(day) == true } ?? true }
  }

  /// Their names, in this order.
  func names(of ids: [UUID]) -> String { ids.compactMap { self[$0]?.name }.joined(separator: ", ") }
}

extension String {
  /// The first letter of each of the first two words of a name.
  var initials: String {
    // Most names are ASCII, and need none of Unicode's tables.
    if utf8.allSatisfy({ $0 < 128 }) {
      let words = utf8.split { $0 == UInt8(ascii: " ") || (9...13).contains($0) }
      let letters = words.prefix(2).compactMap(\.first)
      return String(decoding: letters.map { (97...122).contains($0) ? $0 - 32 : $0 }, as: UTF8.self)
    }
    return split { $0.isWhitespace }.prefix(2).compactMap(\.first).map(String.init).joined().uppercased()
  }
}

enum HouseholdQueries {
  static func members() -> SQL {
    """
    SELECT id, name, photo_id, id = current_person() AS is_visitor, away_from, away_until FROM people
    WHERE household_id = current_household() ORDER BY created_at, id LIMIT 1000
    """
  }

  /// The household's clock.
  static func clock() -> SQL {
    """
    SELECT time_zone, (now() AT TIME ZONE time_zone)::date AS today FROM households WHERE id = current_household()
    """
  }
}
