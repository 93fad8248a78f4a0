import Postgres

/// Puts items into a category, or gives them a tag; what does not exist yet is made.
struct LabelItems {
  enum Label {
    /// A blank name for none.
    case category(String)
    case tag(String)
  }

  let ids: [UUID]
  let label: Label
  let undo = UndoSeveral()

  var problems: Problems {
    var problems = Problems()
    switch label {
    case .category(let name): problems.check("name", name, atMost: 10_000)
    case .tag(let name):
      problems.check("name", name, atMost: 10_000)
      if problems.isEmpty && name.isBlank { problems.add("name", .blank) }
    }
    return problems
  }

  /// - Returns: the statement that changes the items.
  func store(in batch: inout Batch) -> Batch.Key {
    switch label {
    case .category(let name):
      ItemQueries.move(ids, toCategory: name.isBlank ? nil : name, by: undo.change, in: &batch)
    case .tag(let name): ItemQueries.add(tag: name, to: ids, by: undo.change, in: &batch)
    }
  }

  func result(_ results: Results, _ changed: Batch.Key) -> SeveralChanged {
    SeveralChanged(count: results[changed].affected, undo: undo)
  }
}
