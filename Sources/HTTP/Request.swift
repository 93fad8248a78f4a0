public import EventLoop

/// One request. Not Sendable: it lives on the loop of its connection.
public final class Request {
  public let method: Method
  /// Decoded once, without dot segments; begins with `/`.
  public let path: String
  /// The decoded query.
  public let query: Form
  public let headers: Headers
  /// `http` or `https`, as the browser sees it.
  public let scheme: String
  /// The host that the request names, in lower case, without a port; IPv6 in brackets.
  public let host: String
  /// The same with the port, if one was given.
  public let authority: String
  /// The client's address: the peer's, or the one that a trusted proxy reports.
  public let remoteAddress: IPAddress
  /// The site's public origin, if that is set.
  public let site: PublicOrigin?
  /// When its head had arrived.
  public let arrived = Instant.now()
  private let targetBytes: ArraySlice<UInt8>
  private unowned let source: any BodySource
  private let announcedLength: Int?
  let serial: RequestSerial

  /// - Parameters:
  ///   - source: where the body comes from; it outlives the request.
  ///   - announcedLength: of the body; nil when it is chunked.
  init(
    method: Method, path: String, query: Form, target: ArraySlice<UInt8>, headers: Headers, scheme: String,
    host: String, authority: String, site: PublicOrigin? = nil, remoteAddress: IPAddress, source: any BodySource,
    announcedLength: Int?,
    serial: RequestSerial
  ) {
    self.method = method
    self.path = path
    self.query = query
    targetBytes = target
    self.headers = headers
    self.scheme = scheme
    self.host = host
    self.authority = authority
    self.site = site
    self.remoteAddress = remoteAddress
    self.source = source
    self.announcedLength = announcedLength
    self.serial = serial
  }

  /// The request by which the same client would get a page of this site: for a handler that answers with that page.
  /// - Parameter target: path and query; the path has no escapes.
  public func getting(_ target: String) -> Request? {
    let bytes = Array(target.utf8)
    let end = bytes.firstIndex(of: 0x3f) ?? bytes.count
    guard let query = try? Form(urlencoded: bytes[min(end + 1, bytes.count)...]) else { return nil }
    return Request(
      method: .get, path: String(decoding: bytes[..<end], as: UTF8.self), query: query, target: bytes[...],
      headers: headers, scheme: scheme, host: host, authority: authority, site: site, remoteAddress: remoteAddress,
      source: source,
      announcedLength: 0, serial: serial)
  }

  /// The body that the client sends after the head.
  public private(set) lazy var body = Body(source: source, announcedLength: announcedLength)

  /// Path and query as they were sent, printable ASCII.
  public var target: String { String(decoding: targetBytes, as: UTF8.self) }

  /// A name for this request that appears on error pages and in the log.
  public var id: String { serial.text }

  /// The origin of links to this site, as in the field `Origin` (RFC 6454 §7): its public one, or where none is set the
  /// one that the request names.
  public var origin: String { site?.text ?? namedOrigin }

  /// The origin that the request names: this machine's, for a browser on it, or another allowed host's.
  public var namedOrigin: String { "\(scheme)://\(authority)" }

  /// Whether pages of this site have the origin. At the public host only the public port is the site's: another one may be
  /// another program's.
  public func isOwn(origin text: String) -> Bool {
    if let site, site.host == host, site.scheme == "https" { return text == origin }
    return text == origin || text == namedOrigin
  }

  /// Path, query and fragment of a URL of this site; nil for another site's.
  public func target(ofOwn url: String) -> String? {
    [origin, namedOrigin].first { url.hasPrefix("\($0)/") }.map { String(url.dropFirst($0.count)) }
  }

  public private(set) lazy var cookies = Cookies(Array(headers.values("cookie").joined(separator: "; ").utf8))
}

/// Numbers requests: unique without asking the system for random bytes each time.
struct RequestSerial: Sendable {
  /// Random for each loop.
  var prefix: UInt64
  var number: UInt64

  init() {
    prefix = UInt64.random(in: UInt64.min...UInt64.max)
    number = 0
  }

  /// The next one.
  mutating func next() -> RequestSerial {
    number &+= 1
    return self
  }

  /// At least 16 characters of base 36.
  var text: String {
    let tail = String(number, radix: 36)
    let head = String(prefix, radix: 36)
    return String(repeating: "0", count: 13 - min(13, head.count)) + head + "-"
      + String(repeating: "0", count: 4 - min(4, tail.count)) + tail
  }
}

/// Why a body could not be read.
public enum BodyError: Error, Equatable {
  /// The framing is broken; the connection ends.
  case malformed
  /// More than the reader allows.
  case tooLarge
  /// It came too slowly.
  case timedOut
  /// Other bodies fill the memory that there is for them, or the client holds its share of it.
  case overloaded
  /// The call was not made on the loop of its connection (`Poller.isOnLoop`).
  case outsideLoop
  /// The client is gone.
  case disconnected

  public var status: Status {
    switch self {
    case .malformed, .disconnected: .badRequest
    case .tooLarge: .contentTooLarge
    case .timedOut: .requestTimeout
    case .overloaded: .serviceUnavailable
    case .outsideLoop: .internalServerError
    }
  }
}

/// A request's body, read as it comes: a client cannot send faster than it is read, and before the first call of `next`
/// no more is read from the socket than came with the head.
public final class Body {
  private unowned let source: any BodySource
  /// The length that the head announced; nil for a chunked body.
  public let announcedLength: Int?

  init(source: any BodySource, announcedLength: Int?) {
    self.source = source
    self.announcedLength = announcedLength
  }

  /// Whether all of it came with the head, so that there is nothing to wait for.
  public var hasArrived: Bool { source.bodyHasArrived }

  /// Has what is read from now on count against the share of a session, too.
  /// - Parameter session: its name, longer than the bytes of an address.
  public func count(for session: [UInt8]) { source.countBody(for: session) }

  /// Says that so many of the bytes that were read are no longer in memory, so that they count for nobody.
  func giveBack(_ count: Int) { source.giveBackBody(count) }

  /// The next bytes, at least one; nil when the body has ended.
  public func next() async throws(BodyError) -> [UInt8]? { try await source.nextBytes() }

  /// The whole body, or `.tooLarge` if it has more than `limit` bytes.
  public func collect(limit: Int) async throws(BodyError) -> [UInt8] {
    if let announcedLength, announcedLength > limit { throw .tooLarge }
    var bytes: [UInt8] = []
    while let next = try await next() {
      if next.count > limit - bytes.count { throw .tooLarge }
      bytes.append(contentsOf: next)
    }
    return bytes
  }
}

/// Where a body's bytes come from.
protocol BodySource: AnyObject {
  func nextBytes() async throws(BodyError) -> [UInt8]?
  var bodyHasArrived: Bool { get }
  func countBody(for session: [UInt8])
  func giveBackBody(_ count: Int)
}
