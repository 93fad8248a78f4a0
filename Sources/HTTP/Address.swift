import Glibc

/// An IPv4 or IPv6 address. An IPv4 address in IPv6 form (`::ffff:a.b.c.d`, RFC 4291 §2.5.5.2) is the IPv4 address.
public struct IPAddress: Hashable, Sendable, CustomStringConvertible {
  /// 4 or 16 bytes, most significant first.
  public let bytes: [UInt8]

  public init(bytes: [UInt8]) {
    let mapped = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]
    self.bytes = bytes.count == 16 && bytes.starts(with: mapped) ? Array(bytes[12...]) : bytes
  }

  /// Reads `192.0.2.1` or `2001:db8::1`, without brackets or zone.
  public init?(_ text: some StringProtocol) {
    let text = String(text)
    var v4 = in_addr()
    var v6 = in6_addr()
    if text.utf8.contains(0) { return nil }
    if inet_pton(AF_INET, text, &v4) == 1 {
      self.init(bytes: withUnsafeBytes(of: v4) { Array($0) })
    } else if inet_pton(AF_INET6, text, &v6) == 1 {
      self.init(bytes: withUnsafeBytes(of: v6) { Array($0) })
    } else {
      return nil
    }
  }

  /// Whether it is this machine's own: 127.0.0.0/8 or ::1.
  public var isLoopback: Bool { bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1] }

  public var description: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    _ = bytes.withUnsafeBytes {
      inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, $0.baseAddress, &text, socklen_t(text.count))
    }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// A network: all addresses that begin with the same bits (RFC 4632).
public struct CIDR: Hashable, Sendable {
  public let address: IPAddress
  public let prefix: Int

  /// Reads `10.0.0.0/8`, or an address alone.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let address = IPAddress(parts[0]) else { return nil }
    let bits = address.bytes.count * 8
    var prefix = bits
    if parts.count == 2 {
      guard let number = ASCII.number(Array(parts[1].utf8)[...], maximumDigits: 3), number <= bits else { return nil }
      prefix = number
    }
    self.address = address
    self.prefix = prefix
  }

  public func contains(_ other: IPAddress) -> Bool {
    guard other.bytes.count == address.bytes.count else { return false }
    for bit in stride(from: 0, to: prefix, by: 8) {
      let mask = UInt8(truncatingIfNeeded: 0xff00 >> min(8, prefix - bit))
      if (address.bytes[bit / 8] ^ other.bytes[bit / 8]) & mask != 0 { return false }
    }
    return true
  }
}

/// Where a server listens: an address and a TCP port.
public struct SocketAddress: Hashable, Sendable, CustomStringConvertible {
  public let address: IPAddress
  public let port: UInt16

  public init(address: IPAddress, port: UInt16) {
    self.address = address
    self.port = port
  }

  /// Reads `127.0.0.1:8080` or `[::1]:8080`.
  public init?(_ text: some StringProtocol) {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    var host = text[..<colon]
    if host.first == "[" {
      guard host.last == "]" else { return nil }
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard let address = IPAddress(host),
      let port = ASCII.number(Array(text[text.index(after: colon)...].utf8)[...], maximumDigits: 5), port <= 65535
    else { return nil }
    self.init(address: address, port: UInt16(port))
  }

  public var description: String {
    address.bytes.count == 4 ? "\(address):\(port)" : "[\(address)]:\(port)"
  }

  /// Calls `body` with the kernel's form of the address (ip(7), ipv6(7)).
  func withSockaddr<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    func call<Storage>(_ storage: Storage) -> Result {
      withUnsafePointer(to: storage) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<Storage>.size)) }
      }
    }
    if address.bytes.count == 4 {
      var storage = sockaddr_in()
      storage.sin_family = sa_family_t(AF_INET)
      storage.sin_port = port.bigEndian
      withUnsafeMutableBytes(of: &storage.sin_addr) { $0.copyBytes(from: address.bytes) }
      return call(storage)
    }
    var storage = sockaddr_in6()
    storage.sin6_family = sa_family_t(AF_INET6)
    storage.sin6_port = port.bigEndian
    withUnsafeMutableBytes(of: &storage.sin6_addr) { $0.copyBytes(from: address.bytes) }
    return call(storage)
  }

  /// The address that the kernel wrote; nil for another family.
  init?(_ storage: sockaddr_storage) {
    switch Int32(storage.ss_family) {
    case AF_INET:
      let (port, bytes) = withUnsafeBytes(of: storage) { raw in
        let address = raw.load(as: sockaddr_in.self)
        return (UInt16(bigEndian: address.sin_port), withUnsafeBytes(of: address.sin_addr) { Array($0) })
      }
      self.init(address: IPAddress(bytes: bytes), port: port)
    case AF_INET6:
      let (port, bytes) = withUnsafeBytes(of: storage) { raw in
        let address = raw.load(as: sockaddr_in6.self)
        return (UInt16(bigEndian: address.sin6_port), withUnsafeBytes(of: address.sin6_addr) { Array($0) })
      }
      self.init(address: IPAddress(bytes: bytes), port: port)
    default: return nil
    }
  }
}
