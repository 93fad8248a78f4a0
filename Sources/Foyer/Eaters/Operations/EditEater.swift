import Postgres

/// Changes an eater, unless somebody else has changed them since they were read.
struct EditEater {
  let eater: EaterDraft
  /// Of a member the account has the name.
  let isMember: Bool
  /// The version that was read; 0 of a member of whom nothing is stored.
  let version: Int

  enum Result {
    case gone
    case saved(name: String)
    /// As they are now, changed by another member: nothing is done.
    case changed(StoredEater)
  }

  func run(_ session: some HouseholdSession) async throws -> Result {
    let (problems, draft) = (eater.problems(isMember: isMember), eater.distinct)
    guard problems.isEmpty else { throw problems }
    var batch = Batch()
    let changed = batch.add(
      isMember ? EaterQueries.update(member: draft, version: version) : EaterQueries.update(draft, version: version))
    let found = batch.add(EaterQueries.find(draft.id))
    let results = try await session.query(batch)
    guard let stored = try StoredEater(results[found]) else { return .gone }
    let isSaved = results[changed].affected > 0 || draft.hasSameContent(as: stored.eater)
    return isSaved ? .saved(name: stored.eater.name) : .changed(stored)
  }
}

/// An eater as a change finds them.
struct StoredEater {
  let eater: Eater
  let version: Int

  /// From `EaterQueries.find`. Nil if there is none.
  init?(_ rows: Rows) throws {
    guard let row = rows.first else { return nil }
    (eater, version) = (try Eater(row), try row["version"])
  }
}
