import CivilTime
import Postgres

/// Moves an item to another day, at its time of day if it has one.
struct MoveDeadline {
  let id: UUID
  /// Nil takes the deadline away, except from an item that repeats.
  let day: CalendarDate?
  /// Nothing is done if the item has another version by now. Nil for any.
  let version: Int?

  var problems: Problems {
    var problems = Problems()
    if day?.isAllowed == false { problems.add("due_date", .invalidDate) }
    return problems
  }

  /// The address that does so, for Undo.
  var path: String {
    "/items/\(id)/date?due_date=\(day?.iso ?? "")&version=\(version.map { "\($0)" } ?? Self.anyVersion)"
  }

  /// The field `version` for any version.
  static let anyVersion = "any"

  func store(in batch: inout Batch) -> Query {
    Query(moved: batch.add(ItemQueries.move(id, to: day, version: version)), item: batch.add(ItemQueries.find(id)))
  }

  struct Query { fileprivate let moved, item: Batch.Key }

  struct Result {
    let title: String
    /// Nil if nothing is done.
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
