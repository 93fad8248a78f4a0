import EventLoop
import HTTP

/// The household of each session, remembered so that a request can be queued under its household's share before the
/// database is asked. An unknown session, and no session, count by address.
final class Shares: Sendable {
  private let households = Lock<[[UInt8]: Share]>([:])
  /// A few hundred thousand bytes; at the limit all entries are dropped.
  private static let maximumCount = 4_000

  func share(of session: SessionToken, _ address: IPAddress) -> Share {
    households.withLock { $0[session.hash] } ?? Share(address)
  }

  func note(_ session: SessionToken, _ household: Share) {
    households.withLock { households in
      if households[session.hash] == household { return }
      if households.count >= Self.maximumCount { households.removeAll(keepingCapacity: true) }
      households[session.hash] = household
    }
  }
}

extension Share {
  init(_ id: UUID) { self.init(id.bits.0, id.bits.1) }

  /// An IPv4 address, or the /64 of an IPv6 address, because a client has all addresses of one.
  init(_ address: IPAddress) {
    let number = address.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    self = address.bytes.count == 4 ? Share(0, number) : Share(number, 0)
  }
}
