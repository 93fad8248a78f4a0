import EventLoop

/// The households in which a page has met what no program of this edition has read: rows that came after `RecipeRevision` was
/// through, from a program of an older version or by hand. The page reads them itself, each time; the revision stores it, once.
final class UnreadHouseholds: Sendable {
  /// Each household that is reported, in this order.
  let calls: AsyncStream<UUID>
  private let call: AsyncStream<UUID>.Continuation
  /// Those that wait, are being read, or rest.
  private let reported = Lock<[UUID: Report]>([:])
  private static let (pause, most) = (Duration.seconds(3600), 1_000)

  private struct Report {
    let at = ContinuousClock.now
    /// A page met it again meanwhile: more may have come after it was looked for.
    var isMetAgain = false
    /// It was met again while it was read. What the page met then may have been read by the time of this.
    var isSecond = false
  }

  init() { (calls, call) = AsyncStream<UUID>.makeStream(bufferingPolicy: .bufferingOldest(Self.most)) }

  /// Costs a look into a table if it was reported before.
  func report(_ household: UUID) {
    let isNew = reported.withLock { reported in
      if let earlier = reported[household], ContinuousClock.now - earlier.at < Self.pause {
        reported[household]?.isMetAgain = true
        return false
      }
      if reported.count >= Self.most { reported.removeAll() }
      reported[household] = Report()
      return true
    }
    if isNew { call.yield(household) }
  }

  /// After its rows were read. If nothing was found to read, as when a newer program has written it, it rests for an hour.
  func finish(_ household: UUID, hasRead: Bool) {
    let isWanted = reported.withLock { reported in
      guard let report = reported[household], hasRead || report.isSecond else { return false }
      reported[household] = report.isMetAgain ? Report(isSecond: true) : nil
      return report.isMetAgain
    }
    if isWanted { call.yield(household) }
  }
}
