import Postgres

/// Changes a category or a tag, unless somebody else has changed it since it was read.
struct EditLabel {
  let label: LabelDraft
  /// The version that was read.
  let version: Int
  /// Whether it keeps the name that it has, whatever that of `label`.
  var keepsName = false

  enum Result {
    case gone
    case saved
    /// As it is now, changed by another member: nothing is done.
    case changed(StoredLabel)
  }

  func run(_ session: some HouseholdSession) async throws -> Result {
    let queries = LabelQueries(kind: label.kind)
    let problems = keepsName ? label.problemsOfIcon : label.problems
    guard problems.isEmpty else { throw problems }
    var batch = Batch()
    let changed = batch.add(queries.update(label, version: version, keepsName: keepsName))
    let (found, name) = (batch.add(queries.find(label.id)), batch.add(queries.checkName(label.name)))
    let results: Results
    do {
      results = try await session.query(batch)
    } catch  where queries.isNameTaken(error) {
      throw Problems("name", .taken)
    }
    guard let stored = try StoredLabel(label.kind, results[found]) else { return .gone }
    if !keepsName, try results[name][0]["is_reserved"] { throw Problems("name", .reserved) }
    var wanted = label
    if keepsName { wanted.name = stored.label.name }
    return results[changed].affected > 0 || wanted.hasSameContent(as: stored.label) ? .saved : .changed(stored)
  }
}

/// Moves the items of a category to another one, or gives those of a tag another one, and deletes it, unless somebody else has
/// changed it since it was read.
struct MergeLabel {
  let kind: LabelKind
  let id: UUID
  /// The version that was read.
  let version: Int
  let other: UUID

  enum Result {
    case gone
    /// The name of the other one. Doing so twice is doing so once.
    case merged(into: String)
    case changed(StoredLabel)
  }

  func run(_ session: some HouseholdSession) async throws -> Result {
    guard other != id else { throw Failure.invalid }
    let queries = LabelQueries(kind: kind)
    var batch = Batch(queries.lock(id, other) + queries.move(id, version: version, to: other))
    batch.add(queries.deleteMerged(id, version: version, into: other))
    let (known, present) = (batch.add(queries.findAny(id)), batch.add(queries.find(id)))
    let target = batch.add(queries.find(other))
    let results = try await session.query(batch)
    guard !results[known].isEmpty, let target = results[target].first else { return .gone }
    // Still there: it was changed meanwhile. Gone: by this operation, or by the same one before.
    if let stored = try StoredLabel(kind, results[present]) { return .changed(stored) }
    return .merged(into: try target["name"])
  }
}
