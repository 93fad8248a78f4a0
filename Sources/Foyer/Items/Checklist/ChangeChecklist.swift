import CivilTime
import Postgres

/// Changes the lines of an item. Two who change different lines at once both succeed.
struct ChangeChecklist {
  enum Change {
    /// A line whose id is there already is not added again.
    case add([Checklist.Line])
    /// - Parameter base: the text that the form was filled from; empty for a line that was deleted meanwhile.
    case edit(UUID, text: String, base: String?)
    case tick(UUID, Bool)
    /// Before another line; nil for the end.
    case move(UUID, before: UUID?)
    /// To a place among the lines that are there: Undo of the same.
    case put(UUID, at: Int)
    case delete(UUID)
    case restore(UUID)
    /// The line becomes an item of its own, in the category of this one.
    case makeItem(UUID, UUID)
    /// Undo of that: the line is back, and the item in the trash.
    case takeBack(UUID, item: UUID)
  }

  let id: UUID
  let change: Change

  enum Result {
    /// There is no such item, or no such line.
    case gone
    /// The text of a line was changed meanwhile: what is stored, empty if the line was deleted.
    case conflict(text: String)
    /// - Parameters:
    ///   - text: of the line that is concerned.
    ///   - place: where it stood before.
    case changed(title: String, Checklist, text: String, place: Int)
  }

  func run(_ session: some HouseholdSession) async throws -> Result {
    // Others may change other lines meanwhile.
    for _ in 1...20 {
      guard let row = try await session.query(ChecklistQueries.find(id)).first else { return .gone }
      let (title, version, now): (String, Int, Timestamp) = (try row["title"], try row["version"], try row["now"])
      let stored = Checklist(json: try row["checklist"])
      var checklist = stored
      let line: Checklist.Line
      guard let outcome = apply(to: &checklist, now: now.seconds) else { return .gone }
      switch outcome {
      case .conflict(let text): return .conflict(text: text)
      case .done(let changed): line = changed
      }
      let place = stored.lines.firstIndex { $0.id == line.id } ?? 0
      let result = Result.changed(title: title, checklist, text: line.text, place: place)
      if checklist == stored { return result }
      let problems = checklist.problems(field: "text")
      guard problems.isEmpty else { throw problems }
      checklist.forget(now: now.seconds)
      var batch: Batch = [ItemQueries.lockHousehold()]
      if case .makeItem = change { batch.add(ChecklistQueries.lockCategory(of: id)) }
      let changed = batch.add(ChecklistQueries.update(id, to: checklist, version: version))
      switch change {
      case .makeItem(_, let item):
        batch.add(
          ChecklistQueries.makeItem(item, titled: line.text, isDone: line.isDone, beside: id, changedFrom: version))
      case .takeBack(_, let item): batch.add(ItemQueries.delete(item))
      default: break
      }
      if try await !session.query(batch)[changed].isEmpty { return result }
    }
    throw Failure.tooMany(retryAfter: 1)
  }

  private enum Outcome {
    case conflict(String)
    /// The line that is concerned.
    case done(Checklist.Line)
  }

  /// Nil if there is no such line.
  private func apply(to checklist: inout Checklist, now: Int) -> Outcome? {
    func done(_ id: UUID) -> Outcome? { checklist.all.first { $0.id == id }.map { .done($0) } }
    switch change {
    case .add(let lines):
      checklist.add(lines)
      return lines.first.flatMap { done($0.id) }
    case .edit(let id, let text, let base):
      let line = checklist[id]
      if let line {
        if let base, line.text != base, line.text != text { return .conflict(line.text) }
      } else if base?.isEmpty != true {
        return .conflict("")
      }
      checklist.add([Checklist.Line(id: id, text: text)])
      checklist.change(id) { ($0.text, $0.goneAt) = (text, nil) }
      return done(id)
    case .tick(let id, let isDone):
      guard checklist[id] != nil else { return nil }
      checklist.change(id) { $0.isDone = isDone }
      return done(id)
    case .move(let id, let before):
      guard checklist[id] != nil else { return nil }
      checklist.move(id, before: before)
      return done(id)
    case .put(let id, let place):
      guard checklist[id] != nil else { return nil }
      let others = checklist.lines.filter { $0.id != id }
      checklist.move(id, before: place < others.count ? others[place].id : nil)
      return done(id)
    case .delete(let id), .makeItem(let id, _):
      guard checklist[id] != nil else { return nil }
      checklist.change(id) { $0.goneAt = now }
      return done(id)
    case .restore(let id), .takeBack(let id, _):
      checklist.change(id) { $0.goneAt = nil }
      return done(id)
    }
  }
}
