import CLinux
import Synchronization

/// A `Mutex` that ThreadSanitizer knows: the standard library waits on a futex and is not instrumented, so that every value
/// under a plain `Mutex` would be reported as a race.
public struct Lock<Value>: ~Copyable, Sendable {
  private final class Name: Sendable {}

  private let mutex: Mutex<Value>
  /// Its address names the lock to the sanitizer; the value's own may not be touched before.
  private let name = Name()

  public init(_ value: consuming sending Value) { mutex = Mutex(value) }

  public borrowing func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    let address = Unmanaged.passUnretained(name).toOpaque()
    return try mutex.withLock { value throws(Failure) in
      annotate_acquire(address)
      defer { annotate_release(address) }
      return try body(&value)
    }
  }
}

/// A result that one thread hands over to another by a continuation, as ThreadSanitizer sees it: the concurrency runtime's own atomics
/// are not instrumented.
final class HandOver: Sendable {
  private var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// Before the continuation is resumed.
  func give() { annotate_release(address) }

  /// Once it was.
  func take() { annotate_acquire(address) }
}
