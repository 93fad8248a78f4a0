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

  /// - Returns: the statement whose rows are the items.
  func store(in batch: inout Batch) -> Batch.Key {
    switch label {
    case .category(let name): ItemQueries.move(ids, toCategory: name.isBlank ? nil : name, in: &batch)
    case .tag(let name): ItemQueries.add(tag: name, to: ids, in: &batch)
    }
  }
}
