import Testing

@testable import EventLoop

/// A defect of Swift 6.3.1: the hop back after the call of an actor elsewhere is left out when nothing but another
/// `await` follows, although a closure that inherits its caller's isolation does not hop by itself. It then runs on the
/// other actor's thread.
///
/// Bodies, streams, events and the pool therefore ask `Poller.isOnLoop` before they touch what belongs to a loop. When
/// the compiler is mended this known issue is reported as not met, and those checks can go.
@Suite struct ExecutorTests {
  private actor Other {
    func visit() {}
  }

  private static func afterAnotherActor(_ body: () async -> Bool) async -> Bool {
    await Other().visit()
    return await body()
  }

  @Test func aClosureAwaitedAfterTheCallOfAnotherActor() async {
    let loop = EventLoop(label: "test")
    await loop.start()
    let isOnLoop = await loop.run { loop in
      let poller = loop.poller
      return await Self.afterAnotherActor { poller.isOnLoop }
    }
    withKnownIssue { #expect(isOnLoop) }
    await loop.stop()
  }
}
