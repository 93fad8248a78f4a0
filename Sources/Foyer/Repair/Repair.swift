import Postgres

/// A kind of derived data that differs from what it is made of.
public struct Difference: Sendable, Equatable {
  /// The name of the data.
  public let name: String
  /// How many rows, terms or nights, in how many households.
  public var count: Int
  public var households: Int
}

extension Database {
  /// Compares what triggers and the program keep besides the rows that people write with these rows, household by
  /// household, as a member of each. It may run beside a server.
  /// - Parameter isMending: whether what differs is made anew, each household's in one transaction.
  /// - Returns: what differed.
  public func differences(isMending: Bool) async throws -> [Difference] {
    let derived = Feature.all.flatMap(\.derived)
    let found = try await Pool.alone(direct, timeout: .seconds(1800)) { pool in
      var first: Batch = [SessionQueries.openWithoutSession()]
      let households = first.add("SELECT id FROM households ORDER BY id")
      var found = derived.map { Difference(name: $0.name, count: 0, households: 0) }
      for row in try await pool.execute(first)[households] {
        let household: UUID = try row["id"]
        let wrong = try await Repair.check(household, derived, pool)
        for (index, count) in wrong.enumerated() where count > 0 {
          found[index].count += count
          found[index].households += 1
        }
        if isMending { try await Repair.mend(household, zip(derived, wrong).filter { $1 > 0 }.map(\.0), pool) }
      }
      return found
    }
    return found.filter { $0.count > 0 }
  }
}

private enum Repair {
  /// How many of each kind are wrong.
  static func check(_ household: UUID, _ derived: [DerivedData], _ pool: Pool) async throws -> [Int] {
    var batch: Batch = [SessionQueries.open(household: household)]
    let keys = derived.map { batch.add($0.check) }
    let results = try await pool.execute(batch)
    var wrong: [Int] = try keys.map { try results[$0][0]["wrong"] }
    for (index, data) in derived.enumerated() {
      if let texts = data.texts { wrong[index] = try await texts.wrong(household, pool).count }
    }
    return wrong
  }

  static func mend(_ household: UUID, _ derived: [DerivedData], _ pool: Pool) async throws {
    if derived.isEmpty { return }
    var batch: Batch = [
      SessionQueries.open(household: household),
      // The lock keeps them as they are meanwhile.
      "SELECT FROM items WHERE household_id = current_household() ORDER BY id FOR NO KEY UPDATE",
      "SELECT FROM recipes WHERE household_id = current_household() ORDER BY id FOR NO KEY UPDATE",
    ]
    for texts in derived.compactMap(\.texts) { try await texts.mend(household, pool) }
    for statement in derived.flatMap(\.mend) { batch.add(statement) }
    try await pool.execute(batch)
  }
}
