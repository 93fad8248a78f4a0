import CivilTime
import EventLoop

@testable import Foyer
@testable import Postgres

/// An operation's access to a household without a request: as a member, on a loop of its own.
struct ProgramSession: HouseholdSession {
  private let pool: Pool
  private let hash: [UInt8]

  static func run<Value: Sendable>(
    as member: Member, _ work: @Sendable (ProgramSession) async throws -> Value
  ) async throws -> Value {
    let hash = try await sessionHash(member)
    return try await Pool.alone(member.app.database, timeout: .seconds(60)) { pool in
      try await work(ProgramSession(pool: pool, hash: hash))
    }
  }

  @discardableResult
  func query(_ batch: Batch) async throws -> Results {
    var whole: Batch = [SessionQueries.open(hash, .en)]
    let part = whole.add(batch)
    return try await pool.execute(whole)[part]
  }

  func offLoop<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws -> Value { work() }

  var local: CivilTime { Timestamp.now().local }
  let needsDescription = false
}

/// The problems that an operation refuses; none if it does its work.
func refused(_ work: () async throws -> Void) async throws -> [Problem] {
  do {
    try await work()
    return []
  } catch let problems as Problems {
    return problems.all
  }
}
