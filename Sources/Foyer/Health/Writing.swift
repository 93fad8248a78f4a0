import EventLoop
import Synchronization

/// Whether the database takes changes, as far as the requests of all event loops have found out.
///
/// A check that writes each time it is asked would keep a disk spinning on which nothing else happens: it writes only
/// after a request has failed to, until it succeeds.
final class Writing: Sendable {
  private let nextTry = Mutex<Instant?>(nil)

  private static let pause = Duration.seconds(1)

  /// Whether a change has failed, and none was tried since that succeeded.
  var isDoubtful: Bool { nextTry.withLock { $0 != nil } }

  /// The database has refused a change as it would refuse any other.
  func failed() { nextTry.withLock { $0 = $0 ?? .now() } }

  func succeeded() { nextTry.withLock { $0 = nil } }

  /// Whether it is time to try; at most once a second, however many ask.
  func mayBeTried() -> Bool {
    nextTry.withLock { time in
      let now = Instant.now()
      if let time, time > now { return false }
      time = now + Self.pause
      return true
    }
  }
}
