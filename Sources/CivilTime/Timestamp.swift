import Glibc

/// A moment, and its local time in the reader's zone.
///
/// PostgreSQL writes a timestamptz in the transaction's time zone, which the first statement of each transaction sets
/// to the reader's: one column gives both.
public struct Timestamp: Comparable, Sendable {
  /// Seconds since 1970-01-01 00:00:00 UTC.
  public let seconds: Int
  /// The local time in the reader's zone.
  public let local: CivilTime

  /// - Parameters:
  ///   - seconds: since 1970-01-01 00:00:00 UTC.
  ///   - offset: of the reader's zone, in seconds.
  public init(seconds: Int, offset: Int = 0) {
    self.seconds = seconds
    local = CivilTime(seconds: seconds + offset)
  }

  /// The current moment, with local time in UTC.
  public static func now() -> Timestamp { Timestamp(seconds: time(nil)) }

  /// The current moment in milliseconds since 1970 (`CLOCK_REALTIME`).
  public static func milliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Parses PostgreSQL's ISO output: `2026-11-23 18:00:00.25+01`, without the fraction.
  @inlinable public init?(_ text: some Collection<UInt8>) {
    var digits = DigitReader(text)
    guard let local = digits.civilTime() else { return nil }
    let sign = digits.skip("+") ? 1 : digits.skip("-") ? -1 : 0
    guard sign != 0, let hours = digits.number() else { return nil }
    let minutes = digits.skip(":") ? digits.number() : 0
    let seconds = digits.skip(":") ? digits.number() : 0
    guard let minutes, let seconds, digits.isAtEnd else { return nil }
    self.local = local
    self.seconds = local.seconds - sign * (hours * 3600 + minutes * 60 + seconds)
  }

  /// `2026-11-23T17:00:00Z`, for `<time datetime>` and logs (RFC 3339).
  public var iso8601: String {
    let utc = CivilTime(seconds: seconds)
    // Digit by digit: a list has one for each deadline, and putting six Strings together costs ten times as much.
    return String(unsafeUninitializedCapacity: 20) { text in
      func write(_ number: Int, at position: Int) {
        text[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10 % 10)
        text[position + 1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10)
      }
      _ = text.initialize(from: "0000-00-00T00:00:00Z".utf8)
      write(utc.year / 100, at: 0)
      write(utc.year, at: 2)
      write(utc.month, at: 5)
      write(utc.day, at: 8)
      write(utc.hour, at: 11)
      write(utc.minute, at: 14)
      write(utc.second, at: 17)
      return 20
    }
  }

  public static func < (left: Timestamp, right: Timestamp) -> Bool { left.seconds < right.seconds }
}
