import CLinux
import Glibc

/// One epoll descriptor and the channels in it (epoll(7)).
///
/// A poller belongs to one event loop and is not Sendable, so neither it nor a channel can leave that loop.
public final class Poller {
  private struct Slot {
    var channel: Channel?
    var generation: UInt32 = 0
  }

  let descriptor: Int32
  /// Written to by whoever wants a waiting `poll` to return (eventfd(2)).
  let wakeUp: Int32
  private var slots: [Slot] = []
  private var free: [UInt32] = []
  private var events = [epoll_event](repeating: epoll_event(), count: 256)
  private(set) var scheduled: [ChannelID] = []

  /// The time at which the current turn of the loop looked at the clock.
  public private(set) var now = Instant.now()

  /// The number of channels.
  public var count: Int { slots.count - free.count }

  /// Whether the caller runs on the loop that this poller belongs to.
  ///
  /// Region isolation is to guarantee that, but Swift 6.3 leaves out the hop back to the loop when the call of an actor
  /// elsewhere is followed by another `await` with no synchronous call in between (`ExecutorTests` shows it).
  public var isOnLoop: Bool { executor?.isIsolatingCurrentContext() == true }
  var executor: LoopExecutor?

  /// `EPOLLET`: an event is reported when it happens, and not again while it lasts (epoll(7)).
  private static let edgeTriggered: UInt32 = 1 << 31

  init() {
    descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    if descriptor < 0 { giveUp("epoll_create1", errno) }
    wakeUp = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    // Edge-triggered, so that it need not be read; no channel has this id.
    var event = epoll_event()
    event.events = Events.readable.rawValue | Self.edgeTriggered
    event.data.u64 = .max
    let added = epoll_ctl(descriptor, EPOLL_CTL_ADD, wakeUp, &event)
    if added != 0 { giveUp("eventfd", errno) }
  }

  deinit {
    close(descriptor)
    close(wakeUp)
  }

  /// Adds a channel and waits for the events of its `interest`. Ends the program if the system refuses.
  public func add(_ channel: Channel) {
    if !tryToAdd(channel) { giveUp("epoll_ctl", errno) }
  }

  /// Adds a channel and waits for the events of its `interest`. False, and `errno`, if the system refuses, for want of memory
  /// or because of its limit of watched descriptors (epoll(7), max_user_watches).
  public func tryToAdd(_ channel: Channel) -> Bool {
    precondition(channel.poller == nil, "the channel is in a poller already")
    let slot: UInt32
    if let last = free.popLast() {
      slot = last
    } else {
      slot = UInt32(slots.count)
      slots.append(Slot())
    }
    slots[Int(slot)].channel = channel
    channel.poller = self
    channel.id = ChannelID(slot: slot, generation: slots[Int(slot)].generation)
    if control(EPOLL_CTL_ADD, channel) { return true }
    let error = errno
    remove(channel)
    errno = error
    return false
  }

  /// Removes a channel. Its descriptor stays open: the caller closes it, after this call.
  public func remove(_ channel: Channel) {
    guard let id = channel.id, channel.poller === self else { return }
    _ = control(EPOLL_CTL_DEL, channel)
    channel.poller = nil
    channel.id = nil
    slots[Int(id.slot)].channel = nil
    slots[Int(id.slot)].generation &+= 1
    free.append(id.slot)
  }

  func update(_ channel: Channel) {
    if !control(EPOLL_CTL_MOD, channel) { giveUp("epoll_ctl", errno) }
  }

  func schedule(_ id: ChannelID) { scheduled.append(id) }

  func takeScheduled() -> [ChannelID] {
    defer { scheduled = [] }
    return scheduled
  }

  subscript(id: ChannelID) -> Channel? {
    guard id.slot < slots.count, slots[Int(id.slot)].generation == id.generation else { return nil }
    return slots[Int(id.slot)].channel
  }

  /// Calls `ready` on every ready channel, and waits at most so long for the first. Returns the number of events.
  func poll(milliseconds: Int32) -> Int {
    let count = max(0, Int(epoll_wait(descriptor, &events, Int32(events.count), milliseconds)))
    now = Instant.now()
    for index in 0..<count {
      let event = events[index]
      // A channel that an earlier event of this batch removed has a new generation, and is passed over.
      self[ChannelID(bits: event.data.u64)]?.ready(Events(rawValue: event.events))
    }
    return count
  }

  /// Calls `expired()` on every channel whose deadline has passed.
  func expire() {
    now = Instant.now()
    for index in slots.indices {
      guard let channel = slots[index].channel, let deadline = channel.deadline, deadline <= now else { continue }
      channel.deadline = nil
      channel.expired()
    }
  }

  /// Every channel, in no order.
  public var channels: [Channel] { slots.compactMap(\.channel) }

  private func control(_ operation: Int32, _ channel: Channel) -> Bool {
    guard channel.descriptor >= 0, let id = channel.id else { return true }
    var event = epoll_event()
    // ERR and HUP are reported without being asked for: to a channel that waits for nothing only once, not in each turn.
    event.events = channel.interest.isEmpty ? Self.edgeTriggered : channel.interest.rawValue
    event.data.u64 = id.bits
    channel.registered = channel.interest
    return epoll_ctl(descriptor, operation, channel.descriptor, &event) == 0
  }
}
