import Postgres

/// Adds a category or a tag. Doing so twice with one id makes one.
struct AddLabel {
  let label: LabelDraft

  func store(in batch: inout Batch) { batch.add(LabelQueries(kind: label.kind).insert(label)) }

  func run(_ session: some HouseholdSession) async throws {
    let (queries, problems) = (LabelQueries(kind: label.kind), label.problems)
    guard problems.isEmpty else { throw problems }
    var batch = Batch()
    let name = batch.add(queries.checkName(label.name))
    store(in: &batch)
    do {
      if try await session.query(batch)[name][0]["is_reserved"] { throw Problems("name", .reserved) }
    } catch  where queries.isNameTaken(error) {
      // Of two concurrent ones with one id, the second may find the name taken by the first.
      let twin: UUID? = try await session.query(queries.find(name: label.name)).first?["id"]
      if twin != label.id { throw Problems("name", .taken) }
    }
  }
}
