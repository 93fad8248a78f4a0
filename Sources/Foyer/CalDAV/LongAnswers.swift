import EventLoop
import HTTP

/// Answers that are longer than what a client may leave unread (`Limits.unreadMemory`): they are sent piece by piece, as they are read,
/// and not compressed. The bytes that are kept at once have a limit, for all programs and for each.
final class LongAnswers: Sendable {
  /// A session may leave 16 MiB unread.
  private static let smallest = 12 << 20
  private static let (most, mostOfOne) = (256 << 20, 64 << 20)
  private static let piece = 256 << 10
  private let held = Lock<[[UInt8]: Int]>([:])

  /// The share of one answer, until its body goes.
  private final class Share: Sendable {
    private let answers: LongAnswers
    private let token: [UInt8]
    private let count: Int

    init(_ answers: LongAnswers, _ token: [UInt8], _ count: Int) {
      (self.answers, self.token, self.count) = (answers, token, count)
    }

    deinit { answers.release(count, of: token) }
  }

  private func take(_ count: Int, of token: [UInt8]) -> Share? {
    let hasRoom = held.withLock { held in
      guard held.values.reduce(0, +) + count <= Self.most, held[token, default: 0] + count <= Self.mostOfOne else {
        return false
      }
      held[token, default: 0] += count
      return true
    }
    return hasRoom ? Share(self, token, count) : nil
  }

  private func release(_ count: Int, of token: [UInt8]) {
    held.withLock { held in
      let left = held[token, default: 0] - count
      held[token] = left > 0 ? left : nil
    }
  }

  /// - Parameter token: the hash of the program's.
  /// - Returns: whether there is room for the answer.
  func pace(_ response: inout Response, for token: [UInt8]) -> Bool {
    guard case .bytes(let bytes) = response.body, bytes.count > Self.smallest else { return true }
    guard let share = take(bytes.count, of: token) else { return false }
    response.length = bytes.count
    response.body = .stream { writer in
      for start in stride(from: 0, to: bytes.count, by: Self.piece) {
        try await writer.write(Array(bytes[start..<min(start + Self.piece, bytes.count)]))
      }
      withExtendedLifetime(share) {}
    }
    return true
  }
}
