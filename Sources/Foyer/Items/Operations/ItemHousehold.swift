import Postgres

/// The facts of a household that the rules of items ask for.
struct ItemHousehold {
  let members: [HouseholdMember]
  /// Whether an item needs a description (R4).
  let needsDescription: Bool

  struct Query {
    fileprivate let members, rules: Batch.Key

    init(in batch: inout Batch) {
      members = batch.add(HouseholdQueries.members())
      rules = batch.add("SELECT description_required FROM households WHERE id = current_household()")
    }
  }
}

extension ItemHousehold {
  init(_ results: Results, _ query: Query) throws {
    members = try results[query.members].map { try HouseholdMember($0) }
    needsDescription = try results[query.rules][0]["description_required"]
  }

  static func find(_ session: some HouseholdSession) async throws -> ItemHousehold {
    var batch = Batch()
    let query = Query(in: &batch)
    return try ItemHousehold(try await session.query(batch), query)
  }
}
