import EventLoop
import HTTP

/// The household of each session and of each token, by its hash, remembered so that a request can be queued under its household's share before the
/// database is asked. An unknown session, and no session, count by address, and so do all households at one address together.
final class Shares: Sendable {
  private let households = Lock<[[UInt8]: Share]>([:])
  /// A few hundred thousand bytes; at the limit all entries are dropped.
  private static let maximumCount = 4_000

  func share(of hash: [UInt8], _ address: IPAddress) -> Share {
    households.withLock { $0[hash] }?.from(Share(address)) ?? Share(address)
  }

  func note(_ hash: [UInt8], _ household: Share) {
    households.withLock { households in
      if households[hash] == household { return }
      if households.count >= Self.maximumCount { households.removeAll(keepingCapacity: true) }
      households[hash] = household
    }
  }
}

extension Share {
  init(_ id: UUID) { self.init(id.bits.0, id.bits.1) }
}
