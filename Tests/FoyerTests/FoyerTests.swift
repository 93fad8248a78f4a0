import Testing

/// Every test of the app.
@Suite(InTurns()) struct FoyerTests {}

/// Lets few tests run at once, so that each has the processor time for which its program's own deadlines are made. A test
/// that does not end fails: its limit only ends a wait in vain, and does not include the wait for a turn, as
/// `.timeLimit` would.
struct InTurns: SuiteTrait, TestTrait, TestScoping {
  private struct NoEnd: Error {}

  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable @concurrent () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await body() }
    await Turns.shared.take()
    do {
      try await withoutActuallyEscaping(body) { body in
        try await withThrowingTaskGroup { group in
          group.addTask { try await body() }
          group.addTask {
            try await Task.sleep(for: .seconds(1800))
            throw NoEnd()
          }
          try await group.next()
          group.cancelAll()
        }
      }
      await Turns.shared.give()
    } catch {
      await Turns.shared.give()
      throw error
    }
  }

  private actor Turns {
    static let shared = Turns()
    private var free = 6
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func take() async {
      if free > 0 {
        free -= 1
      } else {
        await withCheckedContinuation { waiting.append($0) }
      }
    }

    func give() {
      if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
  }
}
