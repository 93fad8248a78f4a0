import EventLoop

/// How many jobs a worker does at once, and which it may take beside those that it does.
///
/// A push service answers at once. A message that is not through after a moment is slow: it is not counted among the others,
/// beside which a number of slow ones is made, and the household whose it is has two of them at once with all others that were
/// slow lately. So services that stall delay nobody but who uses them.
struct JobPlaces {
  /// From when on an attempt is slow.
  let slow: Duration
  private var slowUntil: [UUID: Instant] = [:]

  /// Besides slow ones; the last place is for what somebody waits for.
  static let maximum = 8
  /// Of one line, and as many of what somebody waits for.
  private static let maximumOfShare = 2
  private static let maximumOfSlowShares = 2
  private static let memory = Duration.seconds(600)
  private static let maximumRemembered = 1000

  init(slow: Duration = .milliseconds(1500)) { self.slow = slow }

  /// Notes how long an attempt took.
  mutating func ended(_ job: Job, after time: Duration, at now: Instant) {
    guard job.kind?.carrier == .push, let share = job.share else { return }
    guard time > slow else {
      slowUntil[share] = nil
      return
    }
    if slowUntil.count >= Self.maximumRemembered {
      slowUntil = slowUntil.filter { $0.value > now }
      if slowUntil.count >= Self.maximumRemembered { slowUntil.removeAll() }
    }
    slowUntil[share] = now + Self.memory
  }

  /// The jobs that may be taken; nil for none.
  /// - Parameter running: the jobs under way, and when they began.
  func room(for kinds: [JobKind], beside running: [(job: Job, start: Instant)], at now: Instant) -> JobQueries.Room? {
    let known = slowUntil.filter { $0.value > now }
    func isOfSlow(_ job: Job) -> Bool { job.share.map { known[$0] != nil } ?? false }
    let pushes = running.filter { $0.job.kind?.carrier == .push }
    let slow = pushes.filter { now - $0.start > self.slow || isOfSlow($0.job) }
    let quick = running.count - slow.count
    guard quick < Self.maximum else { return nil }
    func hasRoom(_ kind: JobKind, leaving reserved: Int) -> Bool {
      let carrier = kind.carrier
      let count = running.count { $0.job.kind?.carrier == carrier }
      guard carrier == .push else { return count < carrier.attempts - reserved }
      return count - slow.count < carrier.attempts - reserved && count < carrier.attempts + JobKind.slowPushes
    }
    return JobQueries.Room(
      kinds: quick == Self.maximum - 1 ? [] : kinds.filter { hasRoom($0, leaving: $0.carrier.reserved) },
      awaited: kinds.filter { hasRoom($0, leaving: 0) },
      busy: busy(running.filter { !$0.job.isAwaited }), busyAwaited: busy(running.filter { $0.job.isAwaited }),
      slow: pushes.count { isOfSlow($0.job) } < Self.maximumOfSlowShares ? [] : Array(known.keys))
  }

  private func busy(_ running: [(job: Job, start: Instant)]) -> [UUID] {
    let shares = Dictionary(grouping: running.compactMap(\.job.share)) { $0 }
    return shares.filter { $0.value.count >= Self.maximumOfShare }.map(\.key)
  }
}
