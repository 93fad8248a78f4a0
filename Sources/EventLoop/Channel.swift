/// The events that a channel waits for, and those that have happened (epoll_ctl(2)).
public struct Events: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Bytes, a connection to accept, or the end of the stream can be read (`EPOLLIN`).
  public static let readable = Events(rawValue: 0x001)
  /// The socket takes bytes again (`EPOLLOUT`).
  public static let writable = Events(rawValue: 0x004)
  /// The socket failed or both directions are shut (`EPOLLERR`, `EPOLLHUP`); reported without being asked for.
  public static let failed = Events(rawValue: 0x018)
}

/// One file descriptor in an event loop: a listener, a client's connection, a connection to the database.
///
/// A channel is a plain class that is not Sendable: region isolation keeps it inside the loop that owns it. It says
/// what it wants (`interest`, `deadline`, `schedule()`), and the loop acts on it. Subclasses override `ready`,
/// `expired` and `run`; all three are called on the loop.
open class Channel {
  /// The descriptor, or -1 for a channel that only keeps time.
  public let descriptor: Int32
  /// The poller that this channel is added to, if any.
  public internal(set) var poller: Poller?
  var id: ChannelID?
  var registered: Events = []

  /// The events to wait for; takes effect at once. A channel that waits for nothing is told once that its socket failed.
  public final var interest: Events = [] {
    didSet { if interest != registered { poller?.update(self) } }
  }

  /// When to call `expired()`, on the clock of `Poller.now`; nil for never. It is noticed at most 250 ms late.
  public final var deadline: Instant?

  public init(descriptor: Int32) { self.descriptor = descriptor }

  /// The descriptor is ready for one of these events.
  open func ready(_ events: Events) {}

  /// The deadline has passed; it was set to nil before this call.
  open func expired() {}

  /// Work of this channel that awaits something. It runs as a task on the loop after `schedule()`.
  open func run() async {}

  /// Has the loop start a task that calls `run()`, in this same turn.
  public final func schedule() {
    if let id { poller?.schedule(id) }
  }
}

/// The name of a channel in its poller: a slot, and how often that slot was given out.
struct ChannelID: Hashable, Sendable {
  var slot: UInt32
  var generation: UInt32

  var bits: UInt64 { UInt64(generation) << 32 | UInt64(slot) }

  init(slot: UInt32, generation: UInt32) {
    self.slot = slot
    self.generation = generation
  }

  init(bits: UInt64) {
    self.init(slot: UInt32(truncatingIfNeeded: bits), generation: UInt32(truncatingIfNeeded: bits >> 32))
  }
}
