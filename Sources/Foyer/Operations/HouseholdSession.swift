import CivilTime
import Postgres

/// The access of an operation to its household: a request has one (`Context`), and so may a command or a job.
protocol HouseholdSession {
  /// Runs a batch as the member, in one round trip and one transaction.
  @discardableResult
  func query(_ batch: Batch) async throws -> Results

  /// Runs work that may take longer than a millisecond, so that others are not kept waiting.
  func offLoop<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws -> Value

  // Both are known after the first batch.

  /// The member's clock.
  var local: CivilTime { get }

  /// Whether an item of the household needs a description (R4).
  var needsDescription: Bool { get }

  /// Says that a row of the household has been read by no program of this edition, so that it is once, beside serving.
  func reportUnread()
}

extension HouseholdSession {
  func reportUnread() {}

  /// Runs one statement in the same way.
  @discardableResult
  func query(_ statement: SQL) async throws -> Rows {
    var batch = Batch()
    let rows = batch.add(statement)
    return try await query(batch)[rows]
  }

  /// The member's day.
  var today: CalendarDate { CalendarDate(local) }
}

extension Context: HouseholdSession {
  var needsDescription: Bool { visitor?.descriptionRequired == true }

  func reportUnread() { if let visitor { app.unread.report(visitor.householdID) } }
}
