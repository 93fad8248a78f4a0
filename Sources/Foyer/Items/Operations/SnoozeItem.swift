import CivilTime
import Postgres

/// Hides an item until a day, or shows it at once.
struct SnoozeItem {
  let id: UUID
  /// Nil shows it.
  let until: CalendarDate?

  var problems: Problems {
    var problems = Problems()
    if until?.isAllowed == false { problems.add("not_before", .invalidDate) }
    return problems
  }

  /// The address that does so, for Undo.
  var path: String { "/items/\(id)/snooze?until=\(until?.iso ?? "")" }

  func store(in batch: inout Batch) -> Query {
    Query(changed: batch.add(SnoozeQueries.update(id, until: until)), item: batch.add(ItemQueries.find(id)))
  }

  struct Query { fileprivate let changed, item: Batch.Key }

  struct Result {
    let title: String
    /// The day until which it is hidden from now on; nil if it is shown.
    let hides: CalendarDate?
    let undo: SnoozeItem

    /// Nil if there is no such item.
    init?(_ results: Results, _ query: Query, of operation: SnoozeItem) throws {
      guard let row = results[query.item].first else { return nil }
      let today: CalendarDate = try row["household_day"]
      title = try row["title"]
      hides = operation.until.flatMap { $0 > today ? $0 : nil }
      // An item that had this day already keeps it.
      let was = try results[query.changed].first.map { try $0["was"] as CalendarDate? }
      undo = SnoozeItem(id: operation.id, until: was ?? operation.until)
    }
  }
}
