/// The address and scheme of a request, by the fields of trusted proxies.
struct Forwarded {
  var address: IPAddress
  var isSecure: Bool
  /// Whether a trusted proxy sent it.
  var isByProxy = false
}

extension Forwarded {
  /// Reads `X-Forwarded-For`, `X-Forwarded-Proto` and `Forwarded` (RFC 7239) of a request whose peer is a trusted proxy.
  ///
  /// Addresses are taken from the right, where the nearest proxy wrote, up to the first that is not trusted; one that is
  /// malformed ends the walk. Proxies write `X-Forwarded-…`, and most pass a `Forwarded` on as the client sent it: that
  /// counts only where the other notation says nothing.
  init(peer: IPAddress, isSecure: Bool, headers: Headers, proxies: [CIDR]) {
    address = peer
    self.isSecure = isSecure
    let isTrusted = { (address: IPAddress) in proxies.contains { $0.contains(address) } }
    guard !proxies.isEmpty, isTrusted(peer) else { return }
    isByProxy = true

    let elements = headers.values("forwarded").flatMap { Self.split($0, at: ASCII.comma) }.map(Self.parameters)
    let hops = headers.values("x-forwarded-for").flatMap { Self.split($0, at: ASCII.comma) }.map(Self.node)
    let standard = elements.map { $0["for"].flatMap(Self.node) }
    address = Self.client(peer, hops.isEmpty ? standard : hops, isTrusted)

    let schemes = headers.values("x-forwarded-proto").flatMap { Self.split($0, at: ASCII.comma) }
    if let scheme = schemes.last ?? (hops.isEmpty ? elements.last?["proto"] : nil) {
      let name = ASCII.lowercaseString(Array(scheme.utf8)[...])
      if name == "http" || name == "https" { self.isSecure = name == "https" }
    }
  }

  private static func client(
    _ peer: IPAddress, _ hops: [IPAddress?], _ isTrusted: (IPAddress) -> Bool
  ) -> IPAddress {
    var address = peer
    for hop in hops.reversed() {
      guard let hop else { break }
      address = hop
      if !isTrusted(hop) { break }
    }
    return address
  }

  /// An address with or without a port; IPv6 in brackets or not.
  private static func node(_ text: String) -> IPAddress? {
    if let address = IPAddress(text) { return address }
    if let address = SocketAddress(text) { return address.address }
    guard text.utf8.first == 0x5B, text.utf8.last == 0x5D else { return nil }
    return IPAddress(String(text.dropFirst().dropLast()))
  }

  private static func parameters(_ element: String) -> [String: String] {
    var result: [String: String] = [:]
    for pair in split(element, at: ASCII.semicolon) {
      let utf8 = Array(pair.utf8)
      guard let equals = utf8.firstIndex(of: ASCII.equals) else { continue }
      var value = utf8[(equals + 1)...]
      if value.count >= 2, value.first == ASCII.quote, value.last == ASCII.quote {
        value = value.dropFirst().dropLast()
      }
      result[ASCII.lowercaseString(utf8[..<equals])] = String(decoding: value, as: UTF8.self)
    }
    return result
  }

  private static func split(_ text: String, at separator: UInt8) -> [String] {
    Array(text.utf8).split(separator: separator, omittingEmptySubsequences: false)
      .map { String(decoding: ASCII.trimmed($0), as: UTF8.self) }
  }
}
