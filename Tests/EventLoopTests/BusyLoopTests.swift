import Glibc
import Synchronization
import Testing

@testable import EventLoop

@Suite struct BusyLoopTests {
  final class Counter: Sendable {
    let value = Atomic<Int>(0)
    func add() { value.wrappingAdd(1, ordering: .relaxed) }
    var count: Int { value.load(ordering: .relaxed) }

    func reaches(_ wanted: Int) async -> Bool {
      for _ in 0..<2000 {
        if count >= wanted { return true }
        try? await Task.sleep(for: .milliseconds(5))
      }
      return false
    }
  }

  /// A channel on one end of a pair of sockets, whose other end holds a byte for it.
  final class Reader: Channel {
    let peer: Int32
    let onReady: (Reader) -> Void

    init(onReady: @escaping (Reader) -> Void) {
      var ends: [Int32] = [-1, -1]
      let made = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
      precondition(made == 0)
      write(ends[1], "x", 1)
      peer = ends[1]
      self.onReady = onReady
      super.init(descriptor: ends[0])
      interest = .readable
    }

    override func ready(_ events: Events) { onReady(self) }

    func end() {
      poller?.remove(self)
      close(descriptor)
      close(peer)
    }
  }

  final class Timer: Channel {
    let counter: Counter
    init(_ counter: Counter) {
      self.counter = counter
      super.init(descriptor: -1)
    }
    override func expired() { counter.add() }
  }

  static func started() async -> EventLoop {
    let loop = EventLoop(label: "test")
    await loop.start()
    return loop
  }

  /// Calls arrive whether the loop sleeps, waits in epoll, or runs.
  @Test func callsFromOutsideAreRun() async {
    let loop = await Self.started()
    let counter = Counter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<500 { await loop.run { _ in counter.add() } }
        }
      }
    }
    #expect(counter.count == 2000)
  }

  /// A channel that always has something to say keeps neither deadlines nor calls waiting.
  @Test func aBusyLoopKeepsTime() async {
    let loop = await Self.started()
    let (busy, expired) = (Counter(), Counter())
    await loop.run { loop in
      loop.poller.add(Reader { _ in busy.add() })
      for _ in 0..<3 {
        let timer = Timer(expired)
        timer.deadline = .now() + .milliseconds(1)
        loop.poller.add(timer)
      }
    }
    #expect(await expired.reaches(3))
    #expect(await busy.reaches(1000))
    let before = busy.count
    #expect(await busy.reaches(before + 1000))
    await loop.run { loop in
      for case let reader as Reader in loop.poller.channels { reader.end() }
    }
    #expect(expired.count == 3)
  }

  /// The poller reports a hang-up without being asked for: to a channel that waits for nothing it does so once.
  @Test func aFailureIsReportedOnceToAChannelThatWaitsForNothing() async {
    let loop = await Self.started()
    let called = Counter()
    await loop.run { loop in
      let reader = Reader { reader in
        called.add()
        reader.interest = []
      }
      shutdown(reader.peer, Int32(SHUT_RDWR))
      loop.poller.add(reader)
    }
    #expect(await called.reaches(2))
    // A turn of the loop begins with a look at what has happened.
    for _ in 0..<20 { await loop.run { loop in _ = loop.poller.poll(milliseconds: 0) } }
    #expect(called.count == 2)
    await loop.run { loop in
      for case let reader as Reader in loop.poller.channels { reader.end() }
    }
  }

  /// A channel that an earlier event of the same turn removed hears nothing any more, nor does the next one in its slot.
  @Test func aRemovedChannelIsNotCalled() async {
    let loop = await Self.started()
    let called = Counter()
    await loop.run { loop in
      let poller = loop.poller
      for _ in 0..<2 {
        poller.add(
          Reader { reader in
            called.add()
            for case let other as Reader in poller.channels { other.end() }
          })
      }
    }
    #expect(await called.reaches(1))
    await loop.run { loop in #expect(loop.poller.count == 0) }
    #expect(called.count == 1)
  }

  /// What a channel schedules runs as a task on the loop, and a task comes back to the loop after it has waited.
  @Test func scheduledWorkRunsOnTheLoop() async {
    final class Worker: Channel {
      let counter: Counter
      let executor: LoopExecutor
      init(_ counter: Counter, _ executor: LoopExecutor) {
        self.counter = counter
        self.executor = executor
        super.init(descriptor: -1)
      }
      override func run() async {
        executor.checkIsolated()
        await Task.yield()
        executor.checkIsolated()
        counter.add()
      }
    }
    let loop = await Self.started()
    let counter = Counter()
    await loop.run { loop in
      let worker = Worker(counter, loop.executor)
      loop.poller.add(worker)
      for _ in 0..<100 { worker.schedule() }
    }
    #expect(await counter.reaches(100))
  }
}
