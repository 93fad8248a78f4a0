import Dispatch
import Testing

@testable import EventLoop

private let (a, b, c) = (Share(0, 1), Share(0, 2), Share(0, 3))

/// Mutating calls that `#expect` takes.
private final class Line<Element> {
  private var queue: FairQueue<Element>

  init(limit: Int, limitOfShare: Int) { queue = FairQueue(limit: limit, limitOfShare: limitOfShare) }

  var count: Int { queue.count }
  var isEmpty: Bool { queue.isEmpty }
  /// Whether it was admitted with nothing giving way.
  func append(_ element: Element, of share: Share?) -> Bool {
    if case .admitted = queue.append(element, of: share) { true } else { false }
  }
  /// What gave way; nil if nothing did.
  func replace(by element: Element, of share: Share?) -> Element? {
    if case .instead(let other) = queue.append(element, of: share) { other } else { nil }
  }
  func all() -> [Element] {
    var order: [Element] = []
    while let next = popFirst(where: { _ in true }) { order.append(next) }
    return order
  }
  func popFirst(where mayGoOn: (Share?) -> Bool) -> Element? { queue.popFirst(where: mayGoOn) }
  func removeFirst(while condition: (Element) -> Bool) -> [Element] { queue.removeFirst(while: condition) }
}

@Suite struct FairQueueTests {
  @Test func sharesTakeTurnsAndKeepTheirOwnOrder() {
    let queue = Line<String>(limit: 100, limitOfShare: 100)
    for number in 1...4 { #expect(queue.append("a\(number)", of: a)) }
    for number in 1...2 { #expect(queue.append("b\(number)", of: b)) }
    #expect(queue.append("c1", of: c))
    #expect(queue.append("x", of: nil))
    #expect(queue.all() == ["a1", "b1", "c1", "x", "a2", "b2", "a3", "a4"])
    #expect(queue.isEmpty)
  }

  @Test func manySharesAtOnePlaceAreServedAsOne() {
    let queue = Line<String>(limit: 100, limitOfShare: 100)
    for number in 1...2 {
      #expect(queue.append("a\(number)", of: a) && queue.append("b\(number)", of: b.from(a)))
    }
    for number in 1...3 { #expect(queue.append("c\(number)", of: c)) }
    #expect(queue.all() == ["a1", "c1", "b1", "c2", "a2", "c3", "b2"])
    // A share that comes from two places has two lines, and is one where it may not go on.
    #expect(queue.append("a1", of: a) && queue.append("a2", of: a.from(b)) && queue.append("c1", of: c))
    #expect(queue.popFirst { $0 != a } == "c1")
    #expect(queue.popFirst { $0 != a } == nil)
    #expect(queue.all() == ["a1", "a2"])
  }

  @Test func whoHasMostGivesWayByTheNewest() {
    let queue = Line<String>(limit: 6, limitOfShare: 6)
    for number in 1...4 { #expect(queue.append("a\(number)", of: a)) }
    for number in 1...2 { #expect(queue.append("b\(number)", of: b)) }
    #expect(queue.replace(by: "c1", of: c) == "a4")
    #expect(queue.replace(by: "c2", of: c) == "a3")
    // Nobody has more than the newcomer would.
    for share in [a, b, c] { #expect(queue.replace(by: "x", of: share) == nil) }
    #expect(queue.replace(by: "d", of: Share(0, 4)) != nil)
    #expect(queue.count == 6)
    #expect(queue.all().count == 6 && queue.isEmpty)
  }

  @Test func manySharesAtOnePlaceGiveWayToAnother() {
    let queue = Line<Int>(limit: 8, limitOfShare: 3)
    for number in 1...8 { #expect(queue.append(number, of: Share(1, UInt64(number)).from(a))) }
    // Each of the eight has one; together they have more than half.
    for _ in 1...3 { #expect(queue.replace(by: 9, of: b) != nil) }
    // A ninth of them has no more to claim.
    #expect(queue.replace(by: 10, of: Share(1, 9).from(a)) == nil)
    #expect(queue.all().filter { $0 == 9 }.count == 3)
  }

  @Test func oneShareGivesWayToAnotherAtItsPlaceAndWhereverItComesFrom() {
    let queue = Line<String>(limit: 6, limitOfShare: 6)
    for number in 1...5 { #expect(queue.append("a\(number)", of: a)) }
    #expect(queue.append("b1", of: b.from(a)))
    #expect(queue.replace(by: "c1", of: c.from(a)) == "a5")
    #expect(queue.all().count == 6)
    // From six places, and others behind one.
    for number in 1...6 { #expect(queue.append("a\(number)", of: a.from(Share(2, UInt64(number))))) }
    for number in 1...3 { #expect(queue.replace(by: "b", of: Share(3, UInt64(number)).from(b))?.first == "a") }
    #expect(queue.all().count == 6)
  }

  @Test func aLineThatHasGivenWayIsServedOnceATurn() {
    let queue = Line<String>(limit: 2, limitOfShare: 2)
    #expect(queue.append("a1", of: a) && queue.append("b1", of: b.from(a)))
    #expect(["a1", "b1"].contains(queue.replace(by: "c1", of: c)))
    #expect(queue.all().count == 2)
    for name in ["a1", "a2"] { #expect(queue.append(name, of: a)) }
    #expect(queue.replace(by: "b1", of: b) == "a2")
    #expect(queue.all() == ["a1", "b1"])
  }

  @Test func aShareThatMayNotGoOnIsPassedBy() {
    let queue = Line<String>(limit: 100, limitOfShare: 100)
    for name in ["a1", "a2"] { #expect(queue.append(name, of: a)) }
    #expect(queue.append("b1", of: b))
    #expect(queue.popFirst { $0 != a } == "b1")
    #expect(queue.popFirst { $0 != a } == nil)
    #expect(queue.count == 2)
    #expect(queue.popFirst { _ in true } == "a1")
  }

  @Test func oneShareFillsItsOwnLineAndNoOther() {
    let queue = Line<Int>(limit: 5, limitOfShare: 2)
    #expect(queue.append(1, of: a) && queue.append(2, of: a))
    #expect(!queue.append(3, of: a))
    #expect(queue.append(4, of: b) && queue.append(5, of: b) && queue.append(6, of: c))
    #expect(!queue.append(7, of: c))
    #expect(queue.count == 5)
  }

  @Test func whatIsOverdueGoesFromTheHeadsOfTheLines() {
    let queue = Line<Int>(limit: 10, limitOfShare: 10)
    for number in [1, 2, 9] { #expect(queue.append(number, of: a)) }
    for number in [3, 8, 4] { #expect(queue.append(number, of: b)) }
    #expect(queue.removeFirst { $0 < 5 }.sorted() == [1, 2, 3])
    #expect(queue.count == 3)
    #expect(queue.removeFirst { _ in true }.count == 3)
    #expect(queue.isEmpty && queue.popFirst { _ in true } == nil)
  }
}

@Suite struct FairWorkerPoolTests {
  /// Twelve pieces of one share wait for each other; those of another are done meanwhile.
  @Test func oneShareDoesNotHoldUpAnother() async throws {
    let pool = WorkerPool(threads: 2, queue: 32, threadsOfShare: 1, queueOfShare: 16)
    let (gate, done) = (DispatchSemaphore(value: 0), BusyLoopTests.Counter())
    async let flood: Void = withThrowingTaskGroup(of: Void.self) { group in
      for _ in 1...12 {
        group.addTask {
          try await pool.run(for: a) {
            gate.wait()
            done.add()
          }
        }
      }
      try await group.waitForAll()
    }
    for _ in 1...20 { try await pool.run(for: b) {} }
    #expect(done.count == 0)
    for _ in 1...12 { gate.signal() }
    try await flood
    #expect(done.count == 12)
  }

  /// Shares at one place fill the queue. One at another is let in, and what gives way ends as if it had been refused.
  @Test func whoHasMostIsRefused() async throws {
    let pool = WorkerPool(threads: 1, queue: 4, queueOfShare: 2)
    let (gate, started) = (DispatchSemaphore(value: 0), BusyLoopTests.Counter())
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        try await pool.run {
          started.add()
          gate.wait()
        }
        return true
      }
      #expect(await started.reaches(1))
      for number in 1...4 {
        group.addTask {
          do {
            try await pool.run(for: Share(1, UInt64(number / 2)).from(a)) {}
            return true
          } catch is WorkerPool.Full {
            return false
          }
        }
      }
      while pool.load.waiting < 4 { await Task.yield() }
      async let other: Bool = pool.run(for: b) { true }
      let refused = try await group.next()
      #expect(refused == false)
      gate.signal()
      let isDone = try await other
      #expect(isDone)
      while let accepted = try await group.next() { #expect(accepted) }
    }
  }

  /// What is too much for one share is refused to it alone.
  @Test func overflowIsOnesOwn() async throws {
    let pool = WorkerPool(threads: 2, queue: 32, threadsOfShare: 1, queueOfShare: 2)
    let (gate, started) = (DispatchSemaphore(value: 0), BusyLoopTests.Counter())
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 1...10 {
        group.addTask {
          do {
            try await pool.run(for: a) {
              started.add()
              gate.wait()
            }
            return true
          } catch is WorkerPool.Full {
            return false
          }
        }
      }
      // Seven of ten are refused while the others wait.
      for _ in 1...7 {
        let accepted = try await group.next()
        #expect(accepted == false)
      }
      #expect(try await pool.run(for: b) { true })
      #expect(started.count <= 1)
      for _ in 1...3 { gate.signal() }
      var accepted = 0
      while let one = try await group.next() { accepted += one ? 1 : 0 }
      #expect(accepted == 3)
    }
  }
}
