import EventLoop

/// Whether the database accepts writes, as the requests of all event loops have found.
///
/// A check that always writes would keep an otherwise idle disk from spinning down: it writes only after a request's
/// write has failed, until one succeeds.
final class Writing: Sendable {
  private let nextTry = Lock<Instant?>(nil)

  private static let pause = Duration.seconds(1)

  /// Whether a write has failed and no later attempt has succeeded.
  var isDoubtful: Bool { nextTry.withLock { $0 != nil } }

  /// The database has refused a write for a reason that concerns every write.
  func failed() { nextTry.withLock { $0 = $0 ?? .now() } }

  func succeeded() { nextTry.withLock { $0 = nil } }

  /// Whether a writing check is due; at most once a second, however often it is asked.
  func mayBeTried() -> Bool {
    nextTry.withLock { time in
      let now = Instant.now()
      if let time, time > now { return false }
      time = now + Self.pause
      return true
    }
  }
}
