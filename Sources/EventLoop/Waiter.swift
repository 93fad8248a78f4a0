/// One task's wait for a condition that its event loop brings about, such as the end of a batch.
///
/// `resume()` is called when the condition has become false; the task goes on in a later job of the loop. A waiter belongs to one
/// loop, and to one task at a time. Cancelling the task does not end the wait: what bounds it is a deadline of the loop.
public final class Waiter {
  private var continuation: UnsafeContinuation<Void, Never>?

  public init() {}

  deinit { precondition(continuation == nil, "a task waits for what is gone") }

  /// Whether a task waits.
  public var isWaiting: Bool { continuation != nil }

  /// Suspends the task as long as the condition holds. It is looked at again after each `resume()`.
  public func wait(while condition: () -> Bool) async {
    while condition() {
      precondition(continuation == nil, "another task waits")
      // Other jobs of the loop may run before the closure does: it checks again.
      await withUnsafeContinuation { if condition() { continuation = $0 } else { $0.resume() } }
    }
  }

  /// Has the task look at its condition again, if one waits.
  public func resume() {
    let waiting = continuation
    continuation = nil
    waiting?.resume()
  }
}
