import CivilTime
import Postgres

/// Moves an item to another day, at its time of day, unless somebody else has changed it since it was read.
struct MoveDeadline {
  let id: UUID
  let day: CalendarDate
  /// The version that was read.
  let version: Int

  var problems: Problems {
    var problems = Problems()
    if !day.isAllowed { problems.add("due_date", .invalidDate) }
    return problems
  }

  /// The address that does so, for Undo.
  var path: String { "/items/\(id)/date?due_date=\(day.iso)&version=\(version)" }

  func store(in batch: inout Batch) -> Query {
    Query(moved: batch.add(ItemQueries.move(id, to: day, version: version)), item: batch.add(ItemQueries.find(id)))
  }

  struct Query { fileprivate let moved, item: Batch.Key }

  struct Result {
    let title: String
    /// Nil if somebody else has changed it, or it has no deadline: nothing is done.
    let undo: MoveDeadline?

    /// Nil if there is no such item.
    init?(_ results: Results, _ query: Query, of operation: MoveDeadline) throws {
      guard let row = results[query.item].first else { return nil }
      title = try row["title"]
      undo = try results[query.moved].first.map {
        MoveDeadline(id: operation.id, day: try $0["day"], version: try $0["version"])
      }
    }
  }
}
