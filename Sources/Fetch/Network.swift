/// A range of addresses: all that share the first `prefix` bits with `address`.
public struct Network: Sendable, Hashable {
  /// 4 bytes (IPv4) or 16 (IPv6), most significant first.
  public let address: [UInt8]
  public let prefix: Int

  public init(address: [UInt8], prefix: Int) {
    self.address = address
    self.prefix = min(prefix, address.count * 8)
  }

  /// Whether an address of 4 or 16 bytes lies in the network.
  public func contains(_ other: [UInt8]) -> Bool {
    guard other.count == address.count else { return false }
    for bit in stride(from: 0, to: prefix, by: 8) {
      let mask = UInt8(truncatingIfNeeded: 0xff00 >> min(8, prefix - bit))
      if (address[bit / 8] ^ other[bit / 8]) & mask != 0 { return false }
    }
    return true
  }

  /// Addresses that are not public: the special-purpose registries of IANA (RFC 6890 and its updates), multicast, and
  /// the IPv6 forms that carry an IPv4 address and could be routed to it.
  static let notPublic: [Network] = [
    Network(address: [0, 0, 0, 0], prefix: 8),
    Network(address: [10, 0, 0, 0], prefix: 8),
    Network(address: [100, 64, 0, 0], prefix: 10),
    Network(address: [127, 0, 0, 0], prefix: 8),
    Network(address: [169, 254, 0, 0], prefix: 16),
    Network(address: [172, 16, 0, 0], prefix: 12),
    Network(address: [192, 0, 0, 0], prefix: 24),
    Network(address: [192, 0, 2, 0], prefix: 24),
    Network(address: [192, 88, 99, 0], prefix: 24),
    Network(address: [192, 168, 0, 0], prefix: 16),
    Network(address: [198, 18, 0, 0], prefix: 15),
    Network(address: [198, 51, 100, 0], prefix: 24),
    Network(address: [203, 0, 113, 0], prefix: 24),
    Network(address: [224, 0, 0, 0], prefix: 4),
    Network(address: [240, 0, 0, 0], prefix: 4),
  ]

  /// Global unicast, the only IPv6 range in use, and the special ranges within it.
  static let globalUnicast = Network(address: [0x20] + [UInt8](repeating: 0, count: 15), prefix: 3)
  static let specialUnicast: [Network] = [
    Network(address: [0x20, 0x01, 0x00] + [UInt8](repeating: 0, count: 13), prefix: 23),
    Network(address: [0x20, 0x01, 0x0d, 0xb8] + [UInt8](repeating: 0, count: 12), prefix: 32),
    Network(address: [0x20, 0x02] + [UInt8](repeating: 0, count: 14), prefix: 16),
    Network(address: [0x3f, 0xff] + [UInt8](repeating: 0, count: 14), prefix: 20),
  ]

  /// Whether the address is public.
  static func isPublic(_ address: [UInt8]) -> Bool {
    switch address.count {
    case 4: !notPublic.contains { $0.contains(address) }
    case 16: globalUnicast.contains(address) && !specialUnicast.contains { $0.contains(address) }
    default: false
    }
  }
}
