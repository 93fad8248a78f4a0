/// A server's listen addresses, trusted proxies and limits.
public struct ServerConfiguration: Sendable {
  public var listen: [SocketAddress]
  /// Hosts that requests may name, in lower case, without a port; IPv6 in brackets.
  public var allowedHosts: Set<String>
  /// Paths that GET and HEAD may ask for under any host, for monitors: they know an address or the name of a container.
  public var hostlessPaths: Set<String> = []
  /// The site's public origin: links begin with it. A request for its host, or through a trusted proxy, has its scheme.
  public var publicOrigin: PublicOrigin?
  /// Proxies whose `X-Forwarded-For`, `X-Forwarded-Proto` and `Forwarded` are trusted.
  public var trustedProxies: [CIDR]
  /// PEM files; with them every connection speaks TLS.
  public var tls: (certificate: String, key: String)?
  /// Text of 1 KiB and more is compressed for clients that accept it.
  public var compresses: Bool
  public var limits: Limits

  public init(
    listen: [SocketAddress], allowedHosts: Set<String> = ["localhost", "127.0.0.1", "[::1]"],
    publicOrigin: PublicOrigin? = nil, trustedProxies: [CIDR] = [],
    tls: (certificate: String, key: String)? = nil, compresses: Bool = false, limits: Limits = Limits()
  ) {
    self.listen = listen
    self.allowedHosts = allowedHosts
    self.publicOrigin = publicOrigin
    self.trustedProxies = trustedProxies
    self.tls = tls
    self.compresses = compresses
    self.limits = limits
  }
}

/// The scheme, host and port by which browsers know the site, whatever a proxy makes of them.
public struct PublicOrigin: Sendable {
  public let scheme: String
  /// As `Request.host` has it.
  public let host: String
  /// The host with its port, unless that is the scheme's own (RFC 6454 §6.2).
  public let authority: String

  public init(scheme: String, host: String, authority: String) {
    (self.scheme, self.host, self.authority) = (scheme, host, authority)
  }

  /// As in the field `Origin`.
  public var text: String { "\(scheme)://\(authority)" }
}

/// Limits on what a client sends and on how long it takes.
public struct Limits: Sendable {
  /// Bytes of the request line; more: 414.
  public var requestLine = 8 << 10
  /// Bytes of all header fields, and their number; more: 431.
  public var headerBytes = 32 << 10
  public var headerFields = 100
  /// Bytes of chunk extensions and trailers in one request.
  public var chunkMetadata = 16 << 10
  /// From the first byte of a request (or from the connection) to the end of its header.
  public var headerTime = Duration.seconds(10)
  /// Between requests.
  public var idleTime = Duration.seconds(60)
  /// Bytes a second that a body, and the reading of a response, must reach on average once `graceTime` is over.
  public var minimumRate = 1024
  public var graceTime = Duration.seconds(10)
  /// However fast it was before, a client that sends nothing of its body for this time, or acknowledges nothing of its
  /// response (tcp(7), SIOCOUTQ), is cut off.
  public var stallTime = Duration.seconds(30)
  /// Bytes of a response that the kernel keeps for a client that has not read them; it may take twice as much memory
  /// (socket(7), SO_SNDBUF). Left alone, it grows to 4 MiB for each connection.
  public var sendBuffer = 128 << 10
  /// Bytes of responses that one loop holds for clients that do not read them, besides what the kernel keeps, and the number of such
  /// connections that one address may have; `UnreadMemory` says how they are shared, and who is cut off.
  public var unreadMemory = 64 << 20
  public var unreadConnections = 128
  /// How long what a refused client still sends is thrown away, so that it can read the answer (RFC 9112 §9.6).
  public var lingerTime = Duration.seconds(3)
  /// Bytes of bodies held by the handlers of one loop; more: 503. `BodyMemory` says how it is shared.
  public var bodyMemory = 64 << 20

  public init() {}
}
