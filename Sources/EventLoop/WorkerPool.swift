import Dispatch
import Glibc

/// A bounded pool of threads for work that blocks or takes long: password hashing, fetching a URL, converting an image.
///
/// The threads are the pool's own. On dispatch's global queues such work holds up everybody: 200 tasks that slept 3 s
/// kept the next one waiting for 32 s on two cores.
public final class WorkerPool: Sendable {
  /// The queue is full: the caller answers 503 instead of letting work pile up.
  public struct Full: Error {}

  private struct Work {
    let share: Share?
    let body: @Sendable () -> Void
    /// Ends it without having run.
    let refuse: @Sendable () -> Void
  }

  private struct State {
    var waiting: FairQueue<Work>
    /// How many pieces are being worked on, in all and of each share.
    var busy = 0
    var busyOf: [Share: Int] = [:]
    var threads = 0
  }

  private let threads: Int
  private let queue: Int
  private let threadsOfShare: Int
  private let state: Lock<State>
  private let wakeUp = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - threads: how many pieces of work run at once; each thread starts when it is first needed.
  ///   - queue: how many may wait.
  ///   - threadsOfShare: how many pieces of one share run at once; all, unless it is said.
  ///   - queueOfShare: how many pieces of one share may wait.
  public init(threads: Int, queue: Int, threadsOfShare: Int? = nil, queueOfShare: Int? = nil) {
    self.threads = threads
    self.queue = queue
    self.threadsOfShare = threadsOfShare ?? threads
    // Work that will run at once passes through the line, too.
    state = Lock(
      State(
        waiting: FairQueue(
          limit: threads + queue, limitOfShare: (queueOfShare ?? queue) + (threadsOfShare ?? threads))))
  }

  /// How many pieces are being worked on, and how many wait.
  public var load: (busy: Int, waiting: Int) { state.withLock { ($0.busy, $0.waiting.count) } }

  /// Runs `work` on one of the pool's threads and comes back to the caller's executor with its result.
  /// - Parameters:
  ///   - share: whose work it is, and from where. While one share's pieces wait, those of others pass them by; when the queue is
  ///     full, the newest of who has most in it is refused.
  ///   - places: how many must stay free for others: with fewer the pool is full.
  public func run<Result: Sendable, Failure: Error>(
    for share: Share? = nil, leaving places: Int = 0, _ work: @escaping @Sendable () throws(Failure) -> Result
  ) async throws -> Result {
    let result = HandOver()
    defer { result.take() }
    return try await withUnsafeThrowingContinuation { continuation in
      let refuse: @Sendable () -> Void = { continuation.resume(throwing: Full()) }
      let body: @Sendable () -> Void = {
        let found = Swift.Result { try work() }
        result.give()
        continuation.resume(with: found)
      }
      add(Work(share: share, body: body, refuse: refuse), leaving: places)?.refuse()
    }
  }

  /// - Returns: what is refused: nothing, this piece, or another one that gives way to it.
  private func add(_ work: Work, leaving places: Int) -> Work? {
    let refused = state.withLock { state -> Work? in
      let busyOfShare = work.share.map { state.busyOf[$0] ?? 0 } ?? 0
      if places > 0, state.waiting.count + state.busy + places >= threads + queue { return work }
      // Where the system has no thread more, those that run take what waits.
      if state.threads < min(threads, state.waiting.count + state.busy + 1), startThread() { state.threads += 1 }
      if state.threads == 0 { return work }
      switch state.waiting.append(work, of: work.share, besides: busyOfShare, leaving: state.busy) {
      case .refused: return work
      case .instead(let other): return other
      case .admitted: break
      }
      wakeUp.signal()
      return nil
    }
    return refused
  }

  /// False if the system refuses.
  private func startThread() -> Bool {
    var thread = pthread_t()
    let pool = Unmanaged.passRetained(self).toOpaque()
    let result = pthread_create(
      &thread, nil,
      { pool in
        Unmanaged<WorkerPool>.fromOpaque(pool!).takeUnretainedValue().work()
      }, pool)
    guard result == 0 else {
      Unmanaged<WorkerPool>.fromOpaque(pool).release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  /// The body of a thread. It never returns: pools live as long as the program.
  private func work() -> Never {
    while true {
      wakeUp.wait()
      // A signal stands for a piece that was added. It may have to wait for another one of its share: the thread that ends
      // that one takes it. Or such a thread has taken it already.
      while let next = take() {
        next.body()
        finish(next)
      }
    }
  }

  private func take() -> Work? {
    state.withLock { state in
      let busyOf = state.busyOf
      let next = state.waiting.popFirst { share in share.map { busyOf[$0] ?? 0 < threadsOfShare } ?? true }
      guard let next else { return nil }
      state.busy += 1
      if let share = next.share { state.busyOf[share, default: 0] += 1 }
      return next
    }
  }

  private func finish(_ work: Work) {
    state.withLock { state in
      state.busy -= 1
      guard let share = work.share, let busy = state.busyOf[share] else { return }
      state.busyOf[share] = busy > 1 ? busy - 1 : nil
    }
  }
}
