import CLinux
import Synchronization

/// `Mutex`, and ThreadSanitizer is told of it: the mutex waits on a futex inside the standard library, which is not
/// instrumented, so that every value handed over under it would be reported as a race.
struct Lock<Value>: ~Copyable {
  private let mutex: Mutex<Value>

  init(_ value: consuming sending Value) { mutex = Mutex(value) }

  borrowing func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { value throws(Failure) in
      let address = withUnsafePointer(to: &value) { UnsafeRawPointer($0) }
      annotate_acquire(address)
      defer { annotate_release(address) }
      return try body(&value)
    }
  }
}
