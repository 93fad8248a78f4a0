/// Fires on its event loop at its `deadline`: it calls a function, or starts a task of the loop.
///
/// The poller keeps it from `start` to `stop`, so that its function must not keep the timer's owner.
public final class Timer: Channel {
  private enum Action {
    case call(() -> Void)
    case task(() async -> Void)
  }

  private let interval: Duration?
  private let action: Action

  /// - Parameters:
  ///   - interval: after which it fires again; nil for a timer that fires once for each deadline.
  ///   - call: what it calls.
  public init(every interval: Duration? = nil, _ call: @escaping () -> Void) {
    (self.interval, action) = (interval, .call(call))
    super.init(descriptor: -1)
  }

  /// - Parameters:
  ///   - interval: after which it fires again; nil for a timer that fires once for each deadline.
  ///   - task: what it starts, whether or not an earlier task of it has ended. `schedule()` starts it at once.
  public init(every interval: Duration? = nil, task: @escaping () async -> Void) {
    (self.interval, action) = (interval, .task(task))
    super.init(descriptor: -1)
  }

  /// Adds it to a poller.
  /// - Parameter delay: until it fires for the first time; nil for not before a deadline is set.
  public func start(on poller: Poller, after delay: Duration? = nil) {
    poller.add(self)
    if let delay { fire(after: delay) }
  }

  /// Sets the deadline from now on.
  public func fire(after delay: Duration) { deadline = poller.map { $0.now + delay } }

  /// Ends it. A task of it that is running goes on.
  public func stop() { poller?.remove(self) }

  public override func expired() {
    if let interval { fire(after: interval) }
    switch action {
    case .call(let call): call()
    case .task: schedule()
    }
  }

  public override func run() async {
    if case .task(let task) = action { await task() }
  }
}
