public import Dispatch

/// Runs code that blocks on a thread of its own, off the event loops and off the global pool, and comes back to the caller's
/// executor with its result. Cancelling the task does not end it.
/// - Parameter queue: a serial queue, for what must not run beside one another.
public func blocking<Value: Sendable, Failure: Error>(
  on queue: DispatchQueue = DispatchQueue(label: "blocking"), _ body: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
  let result = await withUnsafeContinuation { (waiter: UnsafeContinuation<Result<Value, Failure>, Never>) in
    queue.async {
      do throws(Failure) {
        waiter.resume(returning: .success(try body()))
      } catch {
        waiter.resume(returning: .failure(error))
      }
    }
  }
  return try result.get()
}
