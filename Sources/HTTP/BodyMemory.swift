public import EventLoop

/// The memory that one loop has for the bodies that handlers read, and what each client may have of it.
///
/// One address may hold half and one session a quarter, so that no client alone makes others wait. An eighth is kept for
/// small bodies, of which one address may hold an eighth again. When all is held, a body that its client is still sending ends for
/// that of an address that holds less.
struct BodyMemory {
  /// The outcome of counting bytes.
  enum Answer {
    case taken
    /// Others hold too much.
    case full
    /// The address or the session does.
    case refused
  }

  /// The bytes that one request holds, and in whose name.
  struct Share {
    var address: [UInt8] = []
    var session: [UInt8] = []
    fileprivate(set) var count = 0
    fileprivate var reserved = 0
  }

  /// A body up to this many bytes may use the reserve.
  static let small = 64 << 10

  private let limit: Int
  private var total = 0
  /// Bytes by address and by session, whose hashes are longer than addresses; and of the reserve by address.
  private var held: [[UInt8]: Int] = [:]
  private var reserved: [[UInt8]: Int] = [:]

  init(limit: Int) { self.limit = limit }

  private var reserve: Int { limit / 8 }

  /// How much is held in the name of an address.
  func held(by address: [UInt8]) -> Int { held[address, default: 0] }

  /// Counts bytes, if there is room for them.
  mutating func take(_ count: Int, for share: inout Share) -> Answer {
    let isSmall = share.count + count <= Self.small
    let isWithinShare =
      held[share.address, default: 0] + count <= limit / 2
      && (share.session.isEmpty || held[share.session, default: 0] + count <= limit / 4)
    if isWithinShare, total + count <= limit - reserve {
      held[share.address, default: 0] += count
      if !share.session.isEmpty { held[share.session, default: 0] += count }
    } else if isSmall, total + count <= limit,
      reserved[share.address, default: 0] + count <= reserve / 8
    {
      reserved[share.address, default: 0] += count
      share.reserved += count
    } else {
      return isWithinShare ? .full : .refused
    }
    share.count += count
    total += count
    return .taken
  }

  /// Gives back what a request held, and begins anew.
  mutating func release(_ share: inout Share) {
    let count = share.count - share.reserved
    if count > 0 {
      Self.subtract(count, share.address, &held)
      if !share.session.isEmpty { Self.subtract(count, share.session, &held) }
    }
    if share.reserved > 0 { Self.subtract(share.reserved, share.address, &reserved) }
    total -= share.count
    if share.count > 0 || !share.address.isEmpty || !share.session.isEmpty { share = Share() }
  }

  /// Gives back some of what a request holds, of the reserve first.
  mutating func give(_ count: Int, back share: inout Share) {
    let count = min(count, share.count)
    let fromReserve = min(count, share.reserved)
    if fromReserve > 0 { Self.subtract(fromReserve, share.address, &reserved) }
    if count > fromReserve {
      Self.subtract(count - fromReserve, share.address, &held)
      if !share.session.isEmpty { Self.subtract(count - fromReserve, share.session, &held) }
    }
    share.reserved -= fromReserve
    share.count -= count
    total -= count
  }

  private static func subtract(_ count: Int, _ key: [UInt8], _ table: inout [[UInt8]: Int]) {
    let rest = (table[key] ?? 0) - count
    table[key] = rest > 0 ? rest : nil
  }
}

extension IPAddress {
  /// The address, or the first 64 bits of an IPv6 address: a subscriber has all of the others (RFC 6177).
  var network: [UInt8] { bytes.count == 16 ? Array(bytes[..<8]) : bytes }
}

extension Share {
  /// An IPv4 address, or the network of an IPv6 address.
  public init(_ address: IPAddress) {
    let number = address.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    self = address.bytes.count == 4 ? Share(0, number) : Share(number, 0)
  }
}
