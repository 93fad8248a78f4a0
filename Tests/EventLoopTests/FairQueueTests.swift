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
  var heads: [Element] { queue.heads }
  func append(_ element: Element, of share: Share?) -> Bool { queue.append(element, of: share) }
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
    var order: [String] = []
    while let next = queue.popFirst(where: { _ in true }) { order.append(next) }
    #expect(order == ["a1", "b1", "c1", "x", "a2", "b2", "a3", "a4"])
    #expect(queue.isEmpty && queue.heads.isEmpty)
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
    #expect(queue.heads.sorted() == [8, 9])
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
