import CivilTime
import Postgres

/// The session of an operation that adds or changes a row: each of its batches reads the row as well, so that an operation of one batch
/// and its answer are one round trip.
final class RowSession: HouseholdSession {
  private let context: Context
  private let find: SQL
  /// Whether there was a batch.
  private(set) var hasAsked = false
  /// The row before the first batch.
  private(set) var before: Row?
  /// The row after the last one.
  private(set) var after: Row?

  /// - Parameter find: a statement for the row.
  init(_ context: Context, _ find: SQL) { (self.context, self.find) = (context, find) }

  @discardableResult
  func query(_ batch: Batch) async throws -> Results {
    var whole = Batch()
    let before = hasAsked ? nil : whole.add(find)
    hasAsked = true
    let (part, after) = (whole.add(batch), whole.add(find))
    let results = try await context.query(whole)
    if let before { self.before = results[before].first }
    self.after = results[after].first
    return results[part]
  }

  func offLoop<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws -> Value {
    try await context.offLoop(work)
  }

  var local: CivilTime { context.local }
  var needsDescription: Bool { context.needsDescription }
  func reportUnread() { context.reportUnread() }
}
