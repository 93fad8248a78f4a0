import CivilTime
import EventLoop
import Postgres

/// A member's access to the household for a move that goes on without a request: in a job, or in a command.
struct MoveSession: HouseholdSession {
  let pool: Pool
  let household: UUID
  let person: UUID
  let local: CivilTime
  /// Rows of other programs have what they have.
  var needsDescription: Bool { false }

  private static let computing = WorkerPool(threads: 1, queue: 64)

  /// Nil if there is no such person any more.
  static func open(_ household: UUID, _ person: UUID, _ pool: Pool) async throws -> MoveSession? {
    var batch: Batch = [SessionQueries.openWithoutSession()]
    let found = batch.add(
      """
      SELECT now() AT TIME ZONE p.time_zone AS local FROM people p
      WHERE p.household_id = \(household) AND p.id = \(person)
      """)
    guard let row = try await pool.execute(batch)[found].first else { return nil }
    return MoveSession(pool: pool, household: household, person: person, local: try row["local"])
  }

  @discardableResult
  func query(_ batch: Batch) async throws -> Results {
    var whole: Batch = [
      SessionQueries.openWithoutSession(), ReminderJobQueries.open(household: household, person: person),
    ]
    let part = whole.add(batch)
    return try await pool.execute(whole)[part]
  }

  func offLoop<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws -> Value {
    try await Self.computing.run(work)
  }
}
