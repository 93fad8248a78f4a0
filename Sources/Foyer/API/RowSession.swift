import CivilTime
import Postgres

/// The session of an operation that adds or changes a row: each of its batches reads the row as well, so that an operation of one batch
/// and its answer are one round trip.
final class RowSession: HouseholdSession {
  private let context: Context
  private let resource: Resource
  private let find: SQL
  private let lock: SQL?
  /// Whether there was a batch.
  private(set) var hasAsked = false
  /// The row before the first batch; of one that is added, before the batch that adds it.
  private(set) var before: Row?
  /// The row after the last one.
  private(set) var after: Row?

  /// - Parameter lock: a statement that waits for others who add the row: one of them adds it, and the others find it.
  init(_ context: Context, _ resource: Resource, _ id: UUID, lock: SQL? = nil) {
    (self.context, self.resource, find, self.lock) = (context, resource, resource.find(id), lock)
  }

  /// Whether the row had all values that a body names before the first batch: writing them again would make a version of which nobody
  /// could tell what has changed.
  func had(_ body: APIBody) async throws -> Bool {
    if !hasAsked { try await query(Batch()) }
    return try before.map { try resource.has(body, $0) } ?? false
  }

  @discardableResult
  func query(_ batch: Batch) async throws -> Results {
    var whole = Batch()
    if let lock, after == nil { whole.add(lock) }
    let before = !hasAsked || lock != nil && after == nil ? whole.add(find) : nil
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
