import EventLoop
import HTTP
import Synchronization

/// Whose requests come in: what a household does at once is bounded, and only the database knows of which household
/// a session is. So it is remembered; until then, and for those who are not signed in, the address counts.
final class Shares: Sendable {
  private let households = Mutex<[[UInt8]: Share]>([:])
  /// As much as a few hundred thousand bytes have room for; then it begins anew.
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

  /// An IPv4 address, or the network of an IPv6 one: whoever has one address of it has all.
  init(_ address: IPAddress) {
    let number = address.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    self = address.bytes.count == 4 ? Share(0, number) : Share(number, 0)
  }
}
