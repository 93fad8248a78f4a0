import Testing

@testable import EventLoop

@Suite(.timeLimit(.minutes(20))) struct WaiterTests {
  /// A value that arrives, or is late, whichever comes first.
  private final class Arrival {
    private(set) var value: Int?
    private(set) var isLate = false
    let waiter = Waiter()
    private(set) var looks = 0

    func arrive(_ value: Int) {
      if !isLate { self.value = self.value ?? value }
      waiter.resume()
    }

    func expire() {
      if value == nil { isLate = true }
      waiter.resume()
    }

    func outcome() async -> Int? {
      await waiter.wait {
        looks += 1
        return value == nil && !isLate
      }
      return value
    }
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

  @Test func `A condition that does not hold is not waited for`() async throws {
    let isWaiting = try await Self.onLoop { _ in
      let waiter = Waiter()
      await waiter.wait { false }
      waiter.resume()
      return waiter.isWaiting
    }
    #expect(!isWaiting)
  }

  @Test func `A task goes on when its condition has ended, and not before`() async throws {
    let (value, looks) = try await Self.onLoop { loop in
      let arrival = Arrival()
      var turns = 0
      let timer = Timer(every: .zero) {
        guard arrival.waiter.isWaiting else { return }
        turns += 1
        if turns < 3 { arrival.waiter.resume() } else { arrival.arrive(7) }
      }
      timer.start(on: loop.poller, after: .zero)
      let value = await arrival.outcome()
      timer.stop()
      return (value, arrival.looks)
    }
    #expect(value == 7)
    // Twice before it is suspended, and once after each resumption; twice more for each that was in vain.
    #expect(looks == 2 + 2 * 2 + 1)
  }

  @Test(arguments: [true, false])
  func `Of a value and a deadline in one turn the first counts, and the task goes on once`(isFirst: Bool) async throws {
    let (value, isLate, isWaiting) = try await Self.onLoop { loop in
      let arrival = Arrival()
      let timer = Timer {
        if isFirst { arrival.arrive(7) }
        arrival.expire()
        arrival.arrive(8)
      }
      timer.start(on: loop.poller, after: .milliseconds(20))
      let value = await arrival.outcome()
      timer.stop()
      return (value, arrival.isLate, arrival.waiter.isWaiting)
    }
    #expect(value == (isFirst ? 7 : nil))
    #expect(isLate == !isFirst)
    #expect(!isWaiting)
  }

  @Test func `A task that is cancelled waits for its deadline, and nothing of it is left`() async throws {
    let loop = EventLoop(label: "test")
    await loop.start()
    let task = Task {
      await loop.run { loop in
        weak var gone: Waiter?
        let isCancelled: Bool
        do {
          let arrival = Arrival()
          gone = arrival.waiter
          let timer = Timer { [weak arrival] in arrival?.expire() }
          timer.start(on: loop.poller, after: .milliseconds(300))
          withUnsafeCurrentTask { $0?.cancel() }
          _ = await arrival.outcome()
          isCancelled = Task.isCancelled && arrival.isLate
          timer.stop()
        }
        return isCancelled && gone == nil
      }
    }
    #expect(await task.value)
    await loop.stop()
  }

  /// What many tasks do, in order.
  private final class Record {
    var order: [Int] = []
    var mayGoOn = false
    var waiters: [Waiter] = []
    let end = Waiter()
  }

  @Test func `Tasks go on in the order in which they are resumed`() async throws {
    let order = try await Self.onLoop { loop in
      let record = Record()
      let starters = (0..<100).map { number in
        let waiter = Waiter()
        record.waiters.append(waiter)
        let timer = Timer(task: {
          await waiter.wait { !record.mayGoOn }
          record.order.append(number)
          record.end.resume()
        })
        timer.start(on: loop.poller)
        timer.schedule()
        return timer
      }
      let timer = Timer {
        record.mayGoOn = true
        for waiter in record.waiters.reversed() { waiter.resume() }
      }
      timer.start(on: loop.poller, after: .milliseconds(20))
      await record.end.wait { record.order.count < 100 }
      for starter in starters { starter.stop() }
      timer.stop()
      return record.order
    }
    #expect(order == Array((0..<100).reversed()))
  }
}

@Suite(.timeLimit(.minutes(20))) struct TimerTests {
  private final class Count {
    var fired = 0
    var begun = 0
    var mayEnd = false
    let changed = Waiter()
    let gate = Waiter()
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

  @Test func `A timer fires once for each deadline, or at intervals until it is stopped`() async throws {
    let (once, after, left, early) = try await Self.onLoop { loop in
      let (once, often) = (Count(), Count())
      let start = Instant.now()
      let single = Timer { once.fired += 1 }
      single.start(on: loop.poller, after: .milliseconds(20))
      let repeating = Timer(every: .milliseconds(20)) {
        often.fired += 1
        often.changed.resume()
      }
      repeating.start(on: loop.poller, after: .milliseconds(20))
      await often.changed.wait { often.fired < 3 }
      let early = Instant.now() - start < .milliseconds(60)
      repeating.stop()
      let fired = often.fired
      single.fire(after: .milliseconds(20))
      let other = Timer { often.changed.resume() }
      other.start(on: loop.poller, after: .milliseconds(600))
      let isOver = Instant.now() + .milliseconds(600)
      await often.changed.wait { Instant.now() < isOver }
      single.stop()
      other.stop()
      return (once.fired, often.fired - fired, loop.poller.count, early)
    }
    #expect(once == 2)
    #expect(after == 0)
    #expect(left == 0)
    #expect(!early)
  }

  @Test func `A timer's task may be started beside one that runs`() async throws {
    let (begun, fired) = try await Self.onLoop { loop in
      let count = Count()
      let timer = Timer(task: {
        count.begun += 1
        count.changed.resume()
        if count.begun == 1 { await count.gate.wait { !count.mayEnd } }
        count.fired += 1
        count.changed.resume()
      })
      timer.start(on: loop.poller, after: .milliseconds(20))
      timer.schedule()
      await count.changed.wait { count.fired < 1 }
      // The deadline's has ended beside the one that `schedule` has started.
      let begun = count.begun
      count.mayEnd = true
      count.gate.resume()
      await count.changed.wait { count.fired < 2 }
      timer.stop()
      return (begun, count.fired)
    }
    #expect(begun == 2 && fired == 2)
  }
}
