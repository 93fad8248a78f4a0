import Glibc
import Testing

@testable import EventLoop

@Suite(.timeLimit(.minutes(20))) struct EventLoopTests {
  /// One end of a pipe, which remembers what the loop told it.
  private final class Recorder: Channel {
    var received: [UInt8] = []
    var waiter: UnsafeContinuation<Void, Never>?

    override func ready(_ events: Events) {
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = read(descriptor, &bytes, bytes.count)
      if count > 0 { received += bytes[..<count] }
      resume()
    }

    override func expired() { resume() }

    override func run() async {
      received.append(UInt8(ascii: "!"))
      resume()
    }

    func wait() async { await withUnsafeContinuation { waiter = $0 } }

    private func resume() {
      let waiter = waiter
      self.waiter = nil
      waiter?.resume()
    }
  }

  private static func pipe() -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    precondition(Glibc.pipe(&ends) == 0)
    return (ends[0], ends[1])
  }

  private static func onLoop<Value: Sendable>(_ body: @Sendable (isolated EventLoop) async throws -> Value) async throws
    -> Value
  {
    let loop = EventLoop(label: "test")
    await loop.start()
    let value = try await loop.run(body)
    await loop.stop()
    return value
  }

  @Test func aDescriptorThatTheSystemRefusesEndsNothing() async throws {
    let isAdded = try await Self.onLoop { loop in
      // epoll_ctl(2): EPERM for a file that needs no waiting.
      let file = open("/etc/passwd", O_RDONLY)
      defer { close(file) }
      let channel = Recorder(descriptor: file)
      channel.interest = .readable
      return loop.poller.tryToAdd(channel) || channel.poller != nil || !loop.poller.channels.isEmpty
    }
    #expect(!isAdded)
  }

  @Test func aChannelHearsThatItIsReadable() async throws {
    let received = try await Self.onLoop { loop in
      let pipe = Self.pipe()
      let channel = Recorder(descriptor: pipe.reading)
      channel.interest = .readable
      loop.poller.add(channel)
      write(pipe.writing, "hello", 5)
      await channel.wait()
      loop.poller.remove(channel)
      close(pipe.reading)
      close(pipe.writing)
      return channel.received
    }
    #expect(received == Array("hello".utf8))
  }

  @Test func aDeadlineEndsTheWait() async throws {
    let (early, cleared) = try await Self.onLoop { loop in
      let channel = Recorder(descriptor: -1)
      let deadline = Instant.now() + .milliseconds(20)
      channel.deadline = deadline
      loop.poller.add(channel)
      await channel.wait()
      return (Instant.now() < deadline, channel.deadline == nil)
    }
    #expect(!early)
    #expect(cleared)
  }

  @Test func scheduledWorkRunsAsATaskOfTheLoop() async throws {
    let received = try await Self.onLoop { loop in
      let channel = Recorder(descriptor: -1)
      loop.poller.add(channel)
      channel.schedule()
      await channel.wait()
      return channel.received
    }
    #expect(received == Array("!".utf8))
  }

  @Test func aRemovedChannelIsForgotten() async throws {
    let (count, received) = try await Self.onLoop { loop in
      let (first, second) = (Self.pipe(), Self.pipe())
      let gone = Recorder(descriptor: first.reading)
      gone.interest = .readable
      loop.poller.add(gone)
      write(first.writing, "lost", 4)
      gone.schedule()
      loop.poller.remove(gone)
      // Takes the slot of the channel that is gone, but not its events or its work.
      let next = Recorder(descriptor: second.reading)
      next.interest = .readable
      loop.poller.add(next)
      write(second.writing, "kept", 4)
      await next.wait()
      return (loop.poller.count, (gone.received, next.received))
    }
    #expect(count == 1)
    #expect(received.0.isEmpty)
    #expect(received.1 == Array("kept".utf8))
  }

  @Test func theLoopWakesForWorkFromElsewhere() async throws {
    let pool = WorkerPool(threads: 1, queue: 1)
    let isOnLoop = try await Self.onLoop { loop in
      _ = try await pool.run { 1 }
      return loop.executor.isIsolatingCurrentContext() == true
    }
    #expect(isOnLoop)
  }

  @Test func aWorkerPoolTakesAsMuchAsItHasRoomFor() async throws {
    let pool = WorkerPool(threads: 2, queue: 1)
    let gate = Gate()
    let accepted = await withTaskGroup(of: Bool.self) { group in
      for _ in 1...10 {
        group.addTask {
          do {
            try await pool.run { gate.wait() }
            return true
          } catch {
            gate.refused()
            return false
          }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(accepted == 3)
  }

  /// Holds what waits until seven others were refused.
  private final class Gate: Sendable {
    private let refusals = Lock(0)

    func refused() { refusals.withLock { $0 += 1 } }

    func wait() {
      while refusals.withLock({ $0 }) < 7 { sched_yield() }
    }
  }

  @Test func aFailureOfTheWorkIsTheCallers() async {
    struct Broken: Error {}
    await #expect(throws: Broken.self) {
      try await WorkerPool(threads: 1, queue: 0).run { () throws(Broken) in throw Broken() }
    }
  }
}
