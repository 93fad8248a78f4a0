import EventLoop
import Synchronization

/// Whether statements are prepared once per connection: one for the process, as all its connections lead the same way.
///
/// Behind a pooler that gives each transaction another session of the server and does not keep track of prepared statements,
/// those that a connection has prepared are missing in the next session, or another connection's are there. The first such error
/// turns preparing off.
public final class Preparation: Sendable {
  private let state: Atomic<Bool>
  private let report = Lock<(@Sendable (ServerError) -> Void)?>(nil)

  public init(isOn: Bool) { state = Atomic(isOn) }

  public var isOn: Bool { state.load(ordering: .relaxed) }

  /// Says what is told of the error that turns it off.
  public func onGivingUp(_ report: @escaping @Sendable (ServerError) -> Void) {
    self.report.withLock { $0 = report }
  }

  func giveUp(because error: ServerError) {
    guard state.exchange(false, ordering: .relaxed) else { return }
    report.withLock { $0 }?(error)
  }
}
