import EventLoop

/// The households in which a page has met what no program of this edition has read: rows that came after `RecipeRevision` was
/// through, from a program of an older version or by hand. The page reads them itself, each time; the revision stores it, once.
final class UnreadHouseholds: Sendable {
  /// Each household that is reported, in this order.
  let calls: AsyncStream<UUID>
  private let call: AsyncStream<UUID>.Continuation
  /// When each was reported. One in which nothing was found to read (a newer program has written it) waits for an hour.
  private let reported = Lock<[UUID: ContinuousClock.Instant]>([:])
  private static let (pause, most) = (Duration.seconds(3600), 1_000)

  init() { (calls, call) = AsyncStream<UUID>.makeStream(bufferingPolicy: .bufferingOldest(Self.most)) }

  /// Costs a look into a table if it was reported before.
  func report(_ household: UUID) {
    let now = ContinuousClock.now
    let isNew = reported.withLock { reported in
      if let then = reported[household], now - then < Self.pause { return false }
      if reported.count >= Self.most { reported.removeAll() }
      reported[household] = now
      return true
    }
    if isNew { call.yield(household) }
  }

  /// After its rows were read, or could not be: what comes later is reported again.
  func forget(_ household: UUID) { reported.withLock { _ = $0.removeValue(forKey: household) } }
}
