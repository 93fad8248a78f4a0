import Glibc

/// A point on the machine's monotonic clock (`CLOCK_MONOTONIC`), in nanoseconds.
public struct Instant: Comparable, Sendable {
  public let nanoseconds: Int64

  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The clock's reading now.
  public static func now() -> Instant { Instant(CLOCK_MONOTONIC) }

  /// How much processor time the calling thread has had (`CLOCK_THREAD_CPUTIME_ID`).
  static func ofThread() -> Instant { Instant(CLOCK_THREAD_CPUTIME_ID) }

  /// The same of all threads of the process (`CLOCK_PROCESS_CPUTIME_ID`).
  public static func ofProcess() -> Instant { Instant(CLOCK_PROCESS_CPUTIME_ID) }

  /// A clock's reading (clock_gettime(2)).
  private init(_ clock: clockid_t) {
    var time = timespec()
    clock_gettime(clock, &time)
    nanoseconds = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  public static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }

  public static func + (instant: Instant, duration: Duration) -> Instant {
    Instant(nanoseconds: instant.nanoseconds + duration.nanoseconds)
  }

  public static func - (left: Instant, right: Instant) -> Duration {
    .nanoseconds(left.nanoseconds - right.nanoseconds)
  }
}

extension Duration {
  /// The whole duration in nanoseconds; exact within ±292 years.
  public var nanoseconds: Int64 {
    components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }
}
