import Dispatch
import Glibc
import Synchronization

/// A bounded pool of threads for work that blocks or takes long: password hashing, fetching a URL, converting an image.
///
/// The threads are the pool's own. On dispatch's global queues such work holds up everybody: 200 tasks that slept 3 s
/// kept the next one waiting for 32 s on two cores.
public final class WorkerPool: Sendable {
  /// The queue is full: the caller answers 503 instead of letting work pile up.
  public struct Full: Error {}

  private struct State {
    /// What waits, and how many pieces are being worked on.
    var work: [@Sendable () -> Void] = []
    var busy = 0
    var threads = 0
  }

  private let threads: Int
  private let queue: Int
  private let state = Mutex(State())
  private let wakeUp = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - threads: how many pieces of work run at once; each thread starts when it is first needed.
  ///   - queue: how many may wait.
  public init(threads: Int, queue: Int) {
    self.threads = threads
    self.queue = queue
  }

  /// Runs `work` on one of the pool's threads and comes back to the caller's executor with its result.
  public func run<Result: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Result
  ) async throws -> Result {
    try await withUnsafeThrowingContinuation { continuation in
      let accepted = add {
        do {
          continuation.resume(returning: try work())
        } catch {
          continuation.resume(throwing: error)
        }
      }
      if !accepted { continuation.resume(throwing: Full()) }
    }
  }

  private func add(_ work: @escaping @Sendable () -> Void) -> Bool {
    let accepted = state.withLock { state -> Bool in
      guard state.work.count + state.busy < threads + queue else { return false }
      state.work.append(work)
      if state.threads < min(threads, state.work.count + state.busy) {
        state.threads += 1
        startThread()
      }
      return true
    }
    if accepted { wakeUp.signal() }
    return accepted
  }

  private func startThread() {
    var thread = pthread_t()
    let pool = Unmanaged.passRetained(self).toOpaque()
    let result = pthread_create(
      &thread, nil,
      { pool in
        Unmanaged<WorkerPool>.fromOpaque(pool!).takeUnretainedValue().work()
      }, pool)
    precondition(result == 0, "pthread_create failed: \(result)")
    pthread_detach(thread)
  }

  /// The life of one thread: it never ends, as pools live as long as the program.
  private func work() -> Never {
    while true {
      wakeUp.wait()
      // Each signal stands for one piece of work.
      let next = state.withLock { state in
        state.busy += 1
        return state.work.removeFirst()
      }
      next()
      state.withLock { $0.busy -= 1 }
    }
  }
}
