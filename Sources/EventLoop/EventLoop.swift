import Dispatch

/// One event loop: an actor that owns a poller and gives turns to its channels and tasks.
///
/// Dispatch schedules, epoll multiplexes: one dispatch source watches the epoll descriptor, and a turn drains it until
/// nothing is ready and no job waits. A program has one loop for each processor core.
public actor EventLoop {
  public nonisolated let executor: LoopExecutor
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// The loop's channels.
  public let poller: Poller
  private var source: (any DispatchSourceRead)?
  private var ticks: (any DispatchSourceTimer)?
  private var batch: [UnownedJob] = []
  /// The next turn waits in the queue already.
  private var isContinued = false
  /// The loop's measurements since `measureStretches()`; nil when it does not measure.
  private var stretches: Stretches?

  /// Deadlines are looked at this often.
  private static let tick = DispatchTimeInterval.milliseconds(250)

  /// Milliseconds: an idle turn polls this long before it returns to Dispatch, which under load saves Dispatch's way
  /// through two threads for each batch of events (measured: a third of the loop's time).
  private static let patience: Int32 = 10
  /// Dispatch's timer waits for the end of a turn, and this is its latest.
  private static let longestTurn = Duration.milliseconds(50)

  public init(label: String) {
    let poller = Poller()
    self.poller = poller
    executor = LoopExecutor(label: label, wakeUp: poller.wakeUp)
    poller.executor = executor
    executor.onTurn { [weak self] in self?.assumeIsolated { $0.turn() } }
  }

  /// Starts giving turns. Call once.
  public func start() {
    let source = DispatchSource.makeReadSource(fileDescriptor: poller.descriptor, queue: executor.queue)
    source.setEventHandler { [weak self] in self?.assumeIsolated { $0.turn() } }
    source.activate()
    self.source = source
    let ticks = DispatchSource.makeTimerSource(queue: executor.queue)
    ticks.schedule(deadline: .now() + Self.tick, repeating: Self.tick, leeway: .milliseconds(50))
    ticks.setEventHandler { [weak self] in
      self?.assumeIsolated {
        $0.poller.expire()
        $0.turn()
      }
    }
    ticks.activate()
    self.ticks = ticks
  }

  /// Stops giving turns to channels; tasks still run.
  public func stop() {
    source?.cancel()
    ticks?.cancel()
    source = nil
    ticks = nil
  }

  /// Begins to measure how long the loop works without looking for events: for that long nothing else on it is answered.
  ///
  /// It is processor time of the thread (`CLOCK_THREAD_CPUTIME_ID`): what else the machine does is not in it.
  public func measureStretches() { stretches = Stretches() }

  /// The longest stretch since `measureStretches()`, which begins anew with this call.
  public func takeLongestStretch() -> Duration {
    let longest = stretches?.longest ?? .zero
    stretches?.longest = .zero
    return longest
  }

  private struct Stretches {
    var longest = Duration.zero
    var began: Instant?

    /// The loop looks for events.
    mutating func next() {
      let now = Instant.ofThread()
      if let began { longest = max(longest, now - began) }
      began = now
    }
  }

  /// Runs code on the loop, where channels can be made, added and called.
  public func run<Result: Sendable, Failure: Error>(
    _ body: @Sendable (isolated EventLoop) async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await body(self)
  }

  private func turn() {
    if isContinued { return }
    executor.wake()
    let end = Instant.now() + Self.longestTurn
    // The turn before this one may have been on another thread.
    stretches?.began = nil
    repeat {
      while true {
        stretches?.next()
        let waits = poller.scheduled.isEmpty && executor.beginWaiting()
        let count = poller.poll(milliseconds: waits ? Self.patience : 0)
        if waits { executor.endWaiting() }
        startScheduled()
        executor.runJobs(&batch)
        if waits && count == 0 && poller.scheduled.isEmpty { break }
        if poller.now >= end {
          stretches?.next()
          return continueLater()
        }
      }
    } while !poller.scheduled.isEmpty || !executor.sleep()
  }

  /// Lets the queue's timers have a go and then begins another turn, on the same thread: through the dispatch source it
  /// would first have to wait until two other threads get their share of the processor.
  private func continueLater() {
    isContinued = true
    executor.queue.async { [weak self] in
      self?.assumeIsolated {
        $0.isContinued = false
        $0.turn()
      }
    }
  }

  private func startScheduled() {
    while !poller.scheduled.isEmpty {
      for id in poller.takeScheduled() {
        Task.immediate(executorPreference: executor) { await run(id) }
      }
    }
  }

  /// Only the channel's name enters the task: the channel may be gone by the time the task runs.
  private func run(_ id: ChannelID) async {
    await poller[id]?.run()
  }
}
