import CivilTime
import Postgres

/// Moves items to a day, or gives them to a member.
struct AssignItems {
  enum Assignment {
    case day(CalendarDate)
    /// Nil for everybody.
    case person(UUID?)
  }

  let ids: [UUID]
  let assignment: Assignment
  let undo = UndoSeveral()

  var problems: Problems {
    var problems = Problems()
    if case .day(let day) = assignment, !day.isAllowed { problems.add("due_date", .invalidDate) }
    return problems
  }

  /// - Returns: the statement that changes the items.
  func store(in batch: inout Batch) -> Batch.Key {
    switch assignment {
    case .day(let day): return batch.add(SeveralQueries.move(ids, to: day, by: undo.change))
    case .person(let person):
      // A member who leaves keeps the household locked.
      batch.add(ItemQueries.lockHousehold())
      return batch.add(SeveralQueries.give(ids, to: person, by: undo.change))
    }
  }

  func result(_ results: Results, _ changed: Batch.Key) -> SeveralChanged {
    SeveralChanged(count: results[changed].affected, undo: undo)
  }
}
