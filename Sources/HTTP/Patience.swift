import EventLoop

/// The time that a peer has left to send or to read: it runs while the server waits, and every byte adds to it, up to
/// `Limits.stallTime`. However much was sent before, a peer that stops is noticed.
struct Patience {
  private(set) var left: Duration
  private let most: Duration
  private let rate: Int
  /// When and at how many acknowledged bytes `goesOn` was last asked.
  private var checked = Instant(nanoseconds: 0)
  private var acknowledged = 0

  init(_ left: Duration, _ limits: Limits) {
    self.left = min(left, limits.stallTime)
    most = limits.stallTime
    rate = limits.minimumRate
  }

  mutating func earn(_ bytes: Int) {
    if bytes > 0 { left = min(most, left + .microseconds(min(bytes, 1 << 30) * 1_000_000 / rate)) }
  }

  mutating func spend(_ time: Duration) { left -= time }

  /// Begins to wait for a reader. Without `acknowledged`, what it has read since the last wait counts once more.
  mutating func restart(_ now: Instant, _ acknowledged: Int? = nil) {
    left = most
    checked = now
    if let acknowledged { self.acknowledged = acknowledged }
  }

  /// Whether a reader has time left.
  /// - Parameter acknowledged: bytes of the connection that the reader's system has acknowledged.
  mutating func goesOn(_ now: Instant, _ acknowledged: Int) -> Bool {
    spend(now - checked)
    earn(acknowledged - self.acknowledged)
    checked = now
    self.acknowledged = max(acknowledged, self.acknowledged)
    return left > .zero
  }
}
