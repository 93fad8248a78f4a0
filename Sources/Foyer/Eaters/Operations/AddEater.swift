import Postgres

/// Adds an eater without an account. Doing so twice with one id makes one.
struct AddEater {
  let eater: EaterDraft

  func store(in batch: inout Batch) { batch.add(EaterQueries.insert(eater.distinct)) }

  func run(_ session: some HouseholdSession) async throws {
    let problems = eater.problems(isMember: false)
    guard problems.isEmpty else { throw problems }
    var batch: Batch = [EaterQueries.deleteForGood(), EaterQueries.lock()]
    store(in: &batch)
    let (added, member) = (batch.add(EaterQueries.findAny(eater.id)), batch.add(EaterQueries.find(eater.id)))
    let results = try await session.query(batch)
    if results[added].isEmpty, results[member].isEmpty { throw Problems("", .tooMany(EaterQueries.maximum)) }
  }
}
